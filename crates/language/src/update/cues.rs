//! How a clause says that something changed, ended, is only wished for, or was so in the past.

use std::sync::LazyLock;

use regex::Regex;

use crate::fold::fold;
use crate::pattern::regex;

/// What a clause says about the standing of what it tells.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Cues {
    /// Something took another value: "moved to", に変更.
    pub(super) changes: bool,
    /// It holds now: "now", 今は, になった.
    pub(super) is_now: bool,
    /// It stopped being so: "no longer", やめた.
    pub(super) ends: bool,
    /// It was so at another time: "used to", 昔は.
    pub(super) is_past: bool,
    /// It is wished for, thought of or possible only.
    pub(super) is_unreal: bool,
    /// It asks.
    pub(super) asks: bool,
    /// Another value is proposed in the course of a talk: では15時でお願いします.
    pub(super) proposes: bool,
    /// It tells of something that happened, once.
    pub(super) happened: bool,
}

static CHANGES: LazyLock<Regex> = LazyLock::new(|| {
    regex(concat!(
        r"(?i)\b",
        r"(?:(?:re)?scheduled\s+(?:to|for)|rescheduled|postponed|pushed\s+(?:back|to|out|it)|push(?:es|ing)?\s+(?:\w+\s+){1,2}back|put\s+(?:back|off)|brought\s+forward|bumped\s+(?:to|up)|shifted\s+to|shift(?:s|ing)?\s+(?:\w+\s+){0,2}to|",
        r"moved(?:\s+\w+){0,3}?\s+(?:to|from|into|up|back)|moving(?:\s+\w+){0,2}?\s+to|switch(?:ed|ing|es)?(?:\s+\w+){0,3}?\s+(?:to|from|over)|",
        r"chang(?:ed|ing|es)(?:\s+\w+){0,4}?\s+(?:to|from|into)|(?:has|have|'s|have\s+just)\s+changed|updated?(?:\s+\w+){0,3}?\s+to|adjusted(?:\s+\w+){0,2}?\s+to|",
        r"(?:increased?|decreased?|reduced?|raised?|lowered?|extended?|shortened?|expanded?|cut|dropped|risen|rose|grown|grew|went\s+up|gone\s+up|came\s+down|improved?|bumped)(?:\s+[\w']+){0,4}?\s+(?:to|by)|",
        r"upgrad(?:ed?|ing)(?:\s+\w+){0,3}?\s+to|downgraded?\s+to|renamed|replaced|swapped|migrated|corrected|revised|instead(?:[.,;!?]|\s*$|\s+now)|no,\s+actually|correction|scratch\s+that|i\s+meant|make\s+(?:it|that)\s+(?:\d|at\b|on\b|half|noon|one|two|three|four|five|six|seven|eight|nine|ten|mon|tue|wed|thu|fri|sat|sun)\w*|",
        r"turns?\s+out|turned\s+out|as\s+of\s+(?:today|now|this)|from\s+now\s+on|(?:starting|effective)\s+(?:today|now|immediately|next)|",
        r"expanded|extended\s+by|delayed|rebooked|new\s+(?:target|limit|date|time|deadline|number|address|price|rate|plan|name|total|version|goal|budget|schedule))\b",
        r"|(?:に|へ|を|が|は|も)(?:変更|変え|かえ(?:た|て|る)|変わ|変って|替え|換え|ずら|ずれ|移し|移っ|移る|移動|切り替|切替|乗り換え|乗換|延期|延長|延ば|延び|早め|前倒し|繰り上|繰り下|引き上|引き下|上げ|下げ|増やし|増え|減らし|減っ|直し|訂正|修正|改め|決め直)",
        r"|変更(?:し|に|で|を|と|さ|お|し)|(?:ではな|じゃな|でな)く(?:て|って)?|代わりに|かわりに|やっぱ(?:り|し)?|改めて|延びた|ずれた|訂正|正しくは|新しい(?:日|時間|日程|日時|場所|住所|番号|値段|期限|締切)|に(?:引っ越|引越|転職|異動|移籍|移住|転校|転勤)"
    ))
});

static NOW: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?i)\b(?:now|nowadays|these\s+days|currently|actually|at\s+the\s+moment|lately|as\s+it\s+turns\s+out|up\s+to|down\s+to|so\s+far|already|latest|recent(?:ly)?|new)\b|今は|いまは|今では|今、|最近は|現在は?|になっ(?:た|て)|になりました|になります|になる(?:よ|ね|。|$)|にな(?:ん|っと)|(?:こと|事)にし(?:た|ま)|に決(?:ま|め)|結局|実は",
    )
});

static ENDS: LazyLock<Regex> = LazyLock::new(|| {
    regex(concat!(
        r"(?i)\b(?:no\s+longer|not\s+(?:\w+\s+){0,4}any\s?more|n['’]t\s+(?:\w+\s+){0,5}any\s?more|any\s?longer|quit|quits|quitting|gave\s+up|given\s+up|giving\s+up|stopped\s+\w+ing|have\s+stopped|",
        r"cancel(?:l?ed|ling)|called\s+off|call(?:ing)?\s+off|is\s+off\b|got\s+rid\s+of|broke\s+up|fell\s+through|done\s+with|(?:is|are)\s+(?:gone|dead|over|history)|sold\s+my|left\s+(?:my|the)\s+(?:job|company|team|club|band)|",
        r"resigned|dropped\s+out|backed\s+out|pulled\s+out|unsubscribed|not\s+going\s+(?:to|ahead)|changed\s+(?:my|his|her|our|their)\s+minds?)\b",
        r"|やめ(?:た|て|ま|る(?:こと|事)|ちゃ|と)|辞め(?:た|て|ま|る(?:こと|事))|止め(?:た|ました|ることに)|退職|退会|解約|解消|中止|取りやめ|取り止め|キャンセル(?:し|に|と|さ)|なくな(?:っ|り)|無くな(?:っ|り)|卒業し|手放し|別れ(?:た|ま)|廃止|引退|見送る(?:こと|事)",
        r"|もう[^。、]{0,16}?(?:ない|なく|ません|ん(?:よ|で|。|$)|へん)|(?:ん|ない|なく|ず)で?(?:いい|よく|良く|済む|済んだ)(?:こと|なっ|に)"
    ))
});

/// What is not given up: "I won't quit", やめない.
static GOES_ON: LazyLock<Regex> = LazyLock::new(|| {
    regex(concat!(
        r"(?i)(?:\b(?:not|never|without|instead\s+of|rather\s+than)|n['’]t)\s+(?:\w+\s+){0,2}(?:quit|quitting|giv(?:e|en|ing)\s+up|gave\s+up|stop|cancel|drop)",
        r"|やめない|辞めない|やめずに|諦めない"
    ))
});

static PAST: LazyLock<Regex> = LazyLock::new(|| {
    regex(concat!(
        r"(?i)\b(?:used\s+to|when\s+(?:i|we|he|she|they)\s+(?:lived|was|were|worked|had|used|still)|back\s+(?:when|then|in)|in\s+the\s+past|years?\s+ago|once\s+(?:lived|worked|had)|as\s+a\s+(?:kid|child|student|teenager)|growing\s+up|",
        r"previously|formerly|former|originally|before\s+(?:that|i|we)|in\s+my\s+(?:twenties|thirties|youth|childhood)|at\s+the\s+time|in\s+those\s+days|(?:at|last)\s+my\s+(?:old|previous|last))\b",
        r"|昔|以前|かつて|前は|前まで|当時|(?:た|だった|の|る)(?:頃|ころ|時|とき)(?:は|、|に|の|も)|子供の(?:頃|ころ|時)|学生時代|年前|元々|もともと|だったころ|若い(?:頃|ころ)|て(?:い)?た(?:こと|事)が?ある"
    ))
});

static UNREAL: LazyLock<Regex> = LazyLock::new(|| {
    regex(concat!(
        r"(?i)\b(?:if|would|could|might|maybe|perhaps|wish|hope|hoping|want(?:s|ed)?\s+to|wanna|(?:d|would)\s+(?:like|love)\s+to|thinking\s+(?:of|about)|consider(?:ing)?|what\s+if|dream(?:ing)?\s+(?:of|about)|someday|one\s+day|suppose|imagine|looking\s+(?:for|to)|almost|nearly\s+moved|plan(?:ning|s)?\s+to|whether|should\s+(?:i|we)|not\s+sure|were\s+to)\b",
        r"|かも|たら(?:いい|な|どう|、)|れば|としたら|もし|たい(?:な|と|です|ん|。|$|なあ)|つもり(?:だった)|考えて|迷っ|悩ん|だろうか|(?:た|な)?(?:ら|れば)(?:いい|よ)|と思って(?:い)?た|検討|いつか|夢|予定だった|らしい"
    ))
});

static ASKS: LazyLock<Regex> = LazyLock::new(|| {
    regex(concat!(
        r"(?i)^\W*(?:(?:so|and|but|hey|ok|okay|well|also|hmm)[,\s]+)?(?:what|when|where|who|whom|whose|which|why|how|is|are|am|was|were|do|does|did|can|could|will|would|should|shall|has|have|had|may|might|isn't|aren't|don't|doesn't|didn't|won't)(?:'s|'re)?\b[^,;]*\?\s*$",
        r"|(?:か|かな|っけ|の|だっけ|でしょう|やろ|とね|ん)[？?]\s*$|(?:ですか|ますか|でしょうか|かな|だっけ|っけ)。?\s*$|^(?:何|どこ|いつ|誰|どう|なぜ|なんで)[^。]*[？?]\s*$"
    ))
});

static PROPOSES: LazyLock<Regex> = LazyLock::new(|| {
    regex(concat!(
        r"^\W*(?:(?:そうですか|そうなんですね|そうか|なるほど|わかりました|分かりました|了解(?:です|しました)?|ええ|はい|残念です|そうでしたか)[。、,，！!.…\s]*)*(?:では|じゃあ?|じゃぁ|それでは|それなら|それじゃ(?:あ)?|でしたら|だったら|なら|であれば|それであれば|そうしたら|そしたら|そうであれば|ならば|そうしましたら)[、,\s]?",
        r"|(?:でも(?:いい|良い|よい|構い|かまい|大丈夫|結構|OK|ok)|(?:だと|では|なら|だったら|にしたら|にすると|ならば)(?:どう|いかが|あり|あれば|可能|でき|大丈夫|取れ|予約))",
        r"|(?i)\b(?:how\s+about|what\s+about|then\s+(?:make|let|can|could|how)|let'?s\s+(?:make|do|say|go\s+(?:with|for))|in\s+that\s+case|could\s+(?:you|we)\s+(?:make|change|do)\s+(?:it|that)|make\s+(?:it|that)|can\s+(?:you|we)\s+(?:make|change|do)\s+(?:it|that))\b"
    ))
});

static HAPPENED: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?i)\b(?:today|yesterday|this\s+morning|last\s+night|tonight|earlier|just\s+now|went|came|ate|drank|saw|met|ran|walked|bought|paid|spent|watched|visited|had|took|gave|played|finished|made|cooked|tried|called|won|lost|slept|woke|drove|flew|swam|cycled|read|wrote|got|felt|said|told|asked|happened|left|arrived)\b|今日|昨日|きのう|今朝|昨夜|ゆうべ|さっき|先ほど",
    )
});

static LASTING: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?i)\b(?:is|are|am|'s|'re|'m|have|has|'ve|live|lives|work|works|use|uses|need|needs|costs?|weighs?|pay|pays|every|each|weekly|daily|monthly|always|usually|currently|goal|target|will|'ll|booked|scheduled|set)\b|毎|です|だ(?:よ|ね|。|$)|である|ている|てる|予定|予約|ます",
    )
});

/// The cues of a clause; `sentence` is the one that it stands in.
pub(super) fn cues(clause: &str, sentence: &str) -> Cues {
    let is_last = sentence.trim_end().ends_with(clause.trim_end());
    let question = if is_last { sentence.trim_end().ends_with(['?', '？']) } else { false };
    let asks = ASKS.is_match(clause) || (question && ASKS.is_match(sentence)) || ASKS.is_match(sentence);
    let happened = HAPPENED.is_match(clause) || (is_past_tense(clause));
    Cues {
        changes: CHANGES.is_match(clause),
        is_now: NOW.is_match(clause),
        ends: ENDS.is_match(clause) && !GOES_ON.is_match(clause),
        is_past: PAST.is_match(clause),
        is_unreal: UNREAL.is_match(clause),
        asks,
        proposes: PROPOSES.is_match(sentence),
        happened: happened && !LASTING.is_match(clause),
    }
}

/// Whether a Japanese clause ends in the past.
fn is_past_tense(clause: &str) -> bool {
    let end = clause.trim_end_matches(|c: char| !c.is_alphanumeric() || "よねわさなのんでw笑".contains(c));
    (end.ends_with('た') || end.ends_with("だった") || end.ends_with("ました")) && !end.ends_with("ことにした")
}

/// Whether a prompt asks how it was before things changed. No pattern is made for it: hooks ask this.
pub(super) fn asks_for_the_past(prompt: &str) -> bool {
    let folded = fold(prompt);
    if ["以前", "前は", "昔", "元々", "もともと", "最初は", "変わる前", "変更前", "当初"]
        .iter()
        .any(|word| folded.contains(word))
    {
        return true;
    }
    let words: Vec<&str> =
        folded.split(|c: char| !c.is_ascii_alphanumeric() && c != '\'').filter(|word| !word.is_empty()).collect();
    let is_alone = |word: &&str| matches!(*word, "previous" | "previously" | "former" | "formerly" | "originally");
    let is_pair = |pair: &[&str]| match pair {
        ["used", "to"] | ["at", "first"] | ["back", "then"] => true,
        ["before", next] => matches!(*next, "that" | "it" | "the" | "i" | "we"),
        ["old", next] => OLD.contains(next),
        _ => false,
    };
    let is_three = |three: &[&str]| match three {
        ["in", "the", "past"] => true,
        ["did", _, verb] => matches!(*verb, "live" | "work" | "use"),
        _ => false,
    };
    let is_four = |four: &[&str]| matches!(four, ["was", "it" | "the", _, "before"]);
    words.iter().any(is_alone)
        || words.windows(2).any(is_pair)
        || words.windows(3).any(is_three)
        || words.windows(4).any(is_four)
}

/// What one has another of now.
const OLD: [&str; 9] = ["address", "job", "number", "name", "date", "time", "plan", "team", "place"];

#[cfg(test)]
mod tests {
    use super::asks_for_the_past;

    #[test]
    fn who_asks_how_it_was_before_means_the_past() {
        for prompt in [
            "Where did I live before that?",
            "What was my previous job?",
            "which team did I use to be in, originally?",
            "What was the date before it changed?",
            "my old address?",
            "Where did Tim work?",
            "以前はどこに住んでた？",
        ] {
            assert!(asks_for_the_past(prompt), "{prompt}");
        }
        for prompt in ["Where do I live?", "How old is Rex?", "When is the meeting?", "会議はいつ？"] {
            assert!(!asks_for_the_past(prompt), "{prompt}");
        }
    }
}
