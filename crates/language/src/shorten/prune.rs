//! Taking out of a sentence what carries nothing: openers, fillers, thanks, empty talk.

use std::borrow::Cow;
use std::sync::LazyLock;

use regex::Regex;

use crate::pattern::regex;

/// The sentence without the words that only open it or fill it; never empty unless nothing was said.
pub(super) fn pruned(sentence: &str) -> String {
    let spelled = close_contractions(sentence.trim());
    let mut rest: &str = &spelled;
    for _ in 0..6 {
        let Some(found) = OPENER.find(rest).filter(|found| found.end() < rest.len()) else { break };
        rest = rest[found.end()..].trim_start_matches([' ', ',', '、', '，', '!', '！', '-', '—', '.', '…', '。']);
    }
    if let Some(found) = CONJUNCTION.captures(rest).and_then(|found| found.get(1)) {
        rest = &rest[found.end()..];
    }
    let filled = FILLER.replace_all(rest, "$before$behind");
    let whole = capitalised(filled.trim(), sentence);
    if whole.chars().any(char::is_alphanumeric) { whole } else { spelled.into_owned() }
}

/// Whether a sentence is only a greeting, thanks, a farewell, or a sign of listening.
pub(super) fn is_empty_talk(sentence: &str) -> bool {
    EMPTY.is_match(sentence.trim())
}

/// "I ' m" is "I'm", as some transcripts have it.
fn close_contractions(sentence: &str) -> Cow<'_, str> {
    SPACED
        .replace_all(sentence, |found: &regex::Captures<'_>| format!("{}'{}", &found[1], found[2].to_ascii_lowercase()))
}

/// A sentence that began with a capital begins with one still.
fn capitalised(text: &str, original: &str) -> String {
    let mut characters = text.chars();
    let was = original.trim_start().chars().next().is_some_and(char::is_uppercase);
    match characters.next() {
        Some(first) if was && first.is_lowercase() => first.to_uppercase().chain(characters).collect(),
        _ => text.to_owned(),
    }
}

static SPACED: LazyLock<Regex> = LazyLock::new(|| regex(r"([A-Za-z]) ?['’] (s|S|t|T|m|M|re|Re|ve|Ve|ll|Ll|d|D)\b"));

static OPENER: LazyLock<Regex> = LazyLock::new(|| {
    regex(concat!(
        r"^(?i:",
        // Sounds open a sentence with or without a comma behind them.
        r"(?:oh|ah|aha|um+|uh+|er+|hm+|wow|hey|yeah|yep|yup|ooh|aw+|haha+|lol|gosh)\b(?: (?:my god|my|dear|yes|no|well|yeah|man|boy|really))?[ ,.!…]*",
        r"|(?:well|ok|okay|yes|no|sure|right|alright|all right|so|and|anyway|actually|you know|i mean|i see|of course|absolutely|definitely|exactly|certainly|honestly|basically|to be honest|by the way|in fact|you see|look|listen|please|thanks|thank you|great|good|cool|nice|awesome|really|sorry|i'm sorry|excuse me|now|then|man|sir|that's great|that's good|that's right|sounds good|totally|for sure|but|no problem|good idea|noted|got it|understood|i was wondering|happy to help|hi there|hi|hello|thanks a lot|thank you so much|thank you very much|me too|same here|i know|i think so|i agree)\s?[,!.…]+ ",
        r")|^(?:えーと|えっと|えーっと|ええと|あのー?|そのー|うーん|うん|ああ|あっ|あ、|えー|まあ|なんか|とりあえず|ちなみに|やっぱり?|はい|いや|へえ|すみません|すいません|すみませんが|申し訳ありませんが|申し訳ないのですが|恐れ入りますが|恐縮ですが|お手数ですが|お手数をおかけしますが|お忙しいところ恐縮ですが|お忙しいところすみません|お世話になっております|お世話になります|お疲れ様です|お疲れさまです|もしよろしければ|よろしければ|もしよければ|よかったら|ありがとうございます|ありがとう|了解です|了解しました|承知しました|かしこまりました|わかりました|分かりました|ご質問ありがとうございます|いい質問ですね|良い質問ですね|ごめん|ごめんね|ねえ|ねぇ|あのね|っていうか|というか|ふむ|なるほど|そうですね|そうだね|ところで|それで|で、)[、,。！!…ー\s]+",
    ))
});

/// A conjunction that ties a sentence to one which may not be there.
static CONJUNCTION: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"^(?i:((?:and|so|but|or|then|well) )(?:i|i'm|i've|i'd|i'll|you|you're|you've|it|it's|he|he's|she|she's|they|they're|we|we're|we've|the|my|your|this|that|that's|there|there's|what|how|why|where|when|do|did|can|is|are|let's)\b)",
    )
});

static FILLER: LazyLock<Regex> = LazyLock::new(|| {
    regex(concat!(
        r"(?i:(?P<before>)(?:, (?:you know|i mean|like|i guess|kind of|sort of|actually|basically|of course|well|please|by the way|to be honest|if i remember right)(?P<behind>[,.!?]))",
        r")|(?:[、,](?:なんか|えーと|えっと|まあ|その、|あのー))(?:[、,])",
    ))
});

static EMPTY: LazyLock<Regex> = LazyLock::new(|| {
    regex(concat!(
        r"^(?i:(?:oh|ah|well|ok|okay|yes|no|yeah|hey|hi|hello|so|and|wow|haha|great|good|nice|cool)?[ ,.!]*",
        r"(?:hi|hello|hey|bye|goodbye|bye bye|good (?:morning|afternoon|evening|night)|see you(?: \w+){0,3}|take care|",
        r"thanks?(?: you)?(?: (?:so|very) much| a lot| again| anyway| in advance)?(?: for [\w ]{1,40})?|you(?:'re| are) welcome|no problem|not at all|my pleasure|don't mention it|",
        r"how are (?:you|things)(?: doing)?(?: today)?|how have you been|how(?:'s| is) it going|what(?:'s| is) up(?: with you)?|long time no see|nice to (?:see|meet) you(?: too)?|good to see you(?: too)?|",
        r"i see|i know|really|sure|of course|right|exactly|absolutely|definitely|i agree|i think so|me too|me neither|same here|",
        r"that(?:'s| is| sounds) (?:so |really |very |pretty )?(?:great|good|nice|cool|awesome|amazing|right|true|fine|ok|okay|it|all|wonderful|interesting|a good idea|a great idea)|sounds (?:good|great)(?: to me)?|",
        r"good idea|great idea|excuse me|pardon|noted|got it|understood|will do|(?:i'm |i am |always )?happy to help|glad to help|hi there|hello there|hey there|(?:please )?let me know if (?:you|there)(?: \w+| \w+'\w+){1,12}|feel free to (?:ask|reach out)(?: \w+){0,10}|(?:is there )?anything else(?: i can (?:help|do)[\w ]{0,30})?|i hope this helps|hope (?:this|that) helps|good question|great question|that's a (?:good|great) question|i(?:'m| am) sorry|sorry|never mind|come on|let me see|here you (?:are|go)|go ahead|have a (?:nice|good|great) (?:day|one|time|trip|weekend)|congratulations|good luck|",
        r"what do you (?:think|mean)|why(?: not)?|what|how come|is that so|are you (?:sure|serious)|you bet|no way|oh my god|yes,? (?:please|i do|i am|it is)|no,? thanks?(?: you)?|no,? i don't",
        r")?(?:,? (?:\w+|mr\.? \w+|mrs\.? \w+|ms\.? \w+|dr\.? \w+))?[ ,.!?…]*)$",
        r"|^(?:はい|うん|ええ|ああ|へえ|ふむ|なるほど|そう(?:です|だ)?(?:ね|か|よ)?|了解(?:です|しました)?|わかりました|分かりました|承知(?:しました|です)?|ありがとう(?:ございます|ございました)?|どうも|すみません|ごめん(?:なさい|ね)?|お疲れ様?(?:です|でした)?|お疲れさま(?:です|でした)?|こんにちは|こんばんは|おはよう(?:ございます)?|よろしく(?:お願いします|お願いいたします)?|お願いします|じゃあね|またね|いいですね|いいね|本当(?:です)?か?|マジ(?:で|か)?|OK|ok|さようなら|いえいえ|(?:ほか|他)に(?:も)?(?:何|なに|ご質問|気に)[^。、]{0,30}|(?:また)?(?:何|なに)かあれば[^。]{0,24}|お気軽に[^。、]{0,20}|(?:それは|とても)?(?:いい|良い)質問です?ね?|(?:ご)?質問ありがとうございます|参考になれば幸いです|お役に立てれば幸いです|よろしくお願いします|どうぞよろしくお願い(?:いた)?します|お世話になっております|お世話になります|どういたしまして|大丈夫(?:です)?)[。、！!？?…ーw笑\s]*$",
    ))
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openers_and_fillers_fall_out() {
        for (said, left) in [
            ("Oh, I see, well, I lost it.", "I lost it."),
            ("I ' Ve been having trouble, you know.", "I've been having trouble."),
            ("So cool you found it.", "So cool you found it."),
            ("えーと、明日は休みです。", "明日は休みです。"),
            ("うん。", "うん。"),
            ("Well", "Well"),
        ] {
            assert_eq!(pruned(said), left, "{said}");
        }
    }

    #[test]
    fn empty_talk_is_known() {
        for said in [
            "Hello!",
            "Thank you very much, Bob.",
            "I see.",
            "How are you?",
            "Really?",
            "そうですね。",
            "了解です！",
            "Oh, great!",
        ] {
            assert!(is_empty_talk(said), "{said}");
        }
        for said in [
            "Thank you for the 300 dollars you lent me in 2019, it saved my life.",
            "I see a ship.",
            "明日は休みです。",
            "悔しい。",
        ] {
            assert!(!is_empty_talk(said), "{said}");
        }
    }
}
