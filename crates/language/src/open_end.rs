//! Whether a turn leaves something undone: what fails still, what was put off, what waits for someone.
//!
//! Sentence by sentence: each says that something is open, or that it is settled, or neither, and the last that says
//! either decides. So "the tests still fail", answered by "fixed, all green", leaves nothing open. A request that got no
//! answer is open, whatever it says.

use std::sync::LazyLock;

use regex::Regex;

use crate::fold::fold;
use crate::message::{MessageType, message_type};
use crate::pattern::regex;
use crate::sentences::sentences;

/// Only the beginning and the end of a long text say how things stand.
const LOOKED_AT: usize = 1_500;

/// Something does not do what it should, or is not there yet.
static UNDONE: LazyLock<Regex> = LazyLock::new(|| {
    regex(concat!(
        r"\bstill (?:[a-z]+ )?(?:fail[a-z]*|broken|break[a-z]*|open|missing|need[a-z]*|to|ha(?:s|ve) to|must|not|no|red|pending|",
        r"unresolved|unclear|undecided|left|waiting|blocked|crash[a-z]*|flaky|wrong|(?:is|are|do|does|wo|ca|could)n'?t)\b",
        r"|\b(?:not|n't|nothing|nobody|never)\b[^.;]*\byet\b|\bnot (?:yet|done|finished|ready|fixed|working)\b",
        r"|\bto be (?:continued|decided|done|fixed|finished)\b|\bleft to (?:do|fix|write|test|decide|check)\b",
        r"|\bremain(?:s|ing)? (?:to|open|undone|unsolved)\b|\bunfinished\b|\bhalf[- ](?:done|finished|way)\b|\bin progress\b",
        r"|\bwip\b|\bto-?do\b|\bwaiting (?:for|on)\b|\bblocked (?:by|on)\b|\bon hold\b|\bstuck (?:on|with|at)\b|\bopen question\b",
        r"|\bkeeps? (?:failing|crashing|breaking)\b|\bhave(?: not|n't) (?:managed|got(?:ten)? (?:round )?to)\b",
        r"|\b(?:could not|couldn't|unable to|failed to|did not|didn't) (?:[a-z]+ )?(?:fix|finish|find|reproduce|solve|complete|run|build|deploy|get|manage|work)\b",
        r"|まだ[^。、]*(?:ない|ません|なく|ず|途中|残|失敗|落ち|赤|エラー|未|だめ|ダメ|直ら)|未(?:完|定|解決|着手|対応|実装|確認)|途中(?:です|だ|まで|で(?:止|終)|[。!]|$)",
        r"|やりかけ|作りかけ|書きかけ|保留|待ち(?:です|だ|中|[。!]|$)|待って(?:い|る|ます)|残って(?:い|る|ます)|(?:決|終わ|直|片付|片づ)(?:まって|って|いて|けて|めて)(?:い)?(?:ない|ません)",
        r"|(?:でき|直り|動き|通り|うまくいき|見つかり)ませんでした|(?:直ら|動か|通ら|うまくいか|わから)(?:ない|ず|ん)(?:まま|です|[。!]|$)",
    ))
});

/// A time to come that things are put off to.
static LATER: LazyLock<Regex> = LazyLock::new(|| {
    regex(concat!(
        r"\btomorrow\b|\btmrw\b|\blater\b|\bnext (?:time|session|week|month|sprint|up|step)\b|\banother (?:time|day)\b|\bin the morning\b",
        r"|\b(?:on|by|until|till|before) (?:mon|tues|wednes|thurs|fri|satur|sun)day\b|\bafter (?:lunch|the (?:weekend|holidays?|break|meeting|release))\b|\bfor now\b",
        r"|明日|あした|明後日|あさって|来週|来月|週明け|月曜|火曜|水曜|木曜|金曜|土曜|日曜|次回|今度|また今度|後日|後ほど|のちほど|あとで|後で|あとは|次は|とりあえず",
    ))
});

/// Someone means to do it.
static INTENT: LazyLock<Regex> = LazyLock::new(|| {
    regex(concat!(
        r"\b(?:let's|let us|we'll|i'll|we will|i will|we should|i should|should|needs? to|ha(?:s|ve) to|must|going to|gonna|want to|plan to|remind me|can you|could you|please)\b",
        r"|^(?:next up|next steps?|then|tomorrow|later)\b[^?]*|\b(?:continue|resume|finish|fix|pick (?:this|it|that) up|come back to|get back to|carry on|look (?:at|into)|deal with|revisit|decide)\b",
        r"|よう(?:[。！!ねかと]|$)|ましょう|(?:する|します|やる|やります|やろう|直す|直します|見る|見ます|続け|続き|進め|決め|確認|対応|お願い|頼む|つもり|予定|始め|書く|書きます|試す|試します|片付|片づ)|(?:なきゃ|なくちゃ|ないと|なければ|必要)",
    ))
});

/// What looks like a time to come and is none: "see you later", "two days later", 「終わったあとで」.
static NO_LATER: LazyLock<Regex> = LazyLock::new(|| {
    regex(concat!(
        r"\b(?:see|talk to|catch|speak to) (?:you|ya|u)\b|\b(?:days?|weeks?|months?|years?|hours?|minutes?|much|sooner or) later\b|\blater than\b|\bbye\b",
        r"|[ただ](?:あとで|後で)|また(?:明日|あした|来週|ね)(?:[。！!ね]|$)|おやすみ",
    ))
});

/// It is settled.
static SETTLED: LazyLock<Regex> = LazyLock::new(|| {
    regex(concat!(
        r"\b(?:done|finished|fixed|solved|resolved|merged|shipped|released|completed?|works now|working now|all (?:tests )?(?:pass|green)|passes now|pass now|never ?mind|no longer needed|cancell?ed|called off)\b",
        r"|完了|終わった|終わりました|済んだ|済みました|できた(?:[。！!よ]|$)|できました|直った|直りました|直しました|解決(?:した|しました|済)|通った|通りました|動いた|動きました|マージ(?:した|しました)|片付いた|片付きました|もういい|不要に|中止|なくなった",
    ))
});

/// Whether a turn, what was said and what was replied to it, leaves something undone.
pub fn leaves_open(said: &str, replied: &str) -> bool {
    if replied.trim().is_empty() && message_type(said) == MessageType::Request {
        return true;
    }
    let mut is_open = false;
    for text in [said, replied] {
        for sentence in sentences(&ends(text)) {
            is_open = verdict(sentence).unwrap_or(is_open);
        }
    }
    is_open
}

/// Whether a sentence says that something is open, or that it is settled.
fn verdict(sentence: &str) -> Option<bool> {
    let said = fold(&sentence.replace('’', "'"));
    if UNDONE.is_match(&said) {
        return Some(true);
    }
    let is_put_off = || LATER.is_match(&said) && INTENT.is_match(&said) && !NO_LATER.is_match(&said);
    // "Done for now, the docs come tomorrow" is as open as what it puts off.
    if is_put_off() {
        return Some(true);
    }
    SETTLED.is_match(&said).then_some(false)
}

fn ends(text: &str) -> String {
    let Some((beginning, _)) = text.char_indices().nth(LOOKED_AT) else { return text.to_owned() };
    let end = text.char_indices().rev().nth(LOOKED_AT - 1).map_or(0, |(at, _)| at);
    if end <= beginning { text.to_owned() } else { format!("{}\n{}", &text[..beginning], &text[end..]) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_fails_still_is_put_off_or_waits_is_open() {
        for (said, replied) in [
            ("The login test is still failing on CI.", "I looked at the logs, it times out."),
            ("Let's finish the importer tomorrow.", "Sure."),
            ("Add retries to the client.", "I added them; the docs are not done yet."),
            ("Why is the build red?", "I couldn't reproduce it, we need the runner's logs."),
            ("I'll pick this up next week.", "OK."),
            ("We're waiting for Keiko's approval before the release.", "Understood."),
            ("Could you migrate the invoices table?", ""),
            ("Can you fix the flaky spec?", "It keeps failing, still not sure why."),
            ("gonna look at the css later", "k"),
            ("The parser is half done, remind me on Monday.", "Will do."),
            ("レシピは途中までで、粉の量がまだ決まっていません。", "次回いっしょに決めましょう。"),
            ("ログインのテストがまだ落ちる。", "ログを見ました。"),
            ("続きは明日やろう。", "はい。"),
            ("残りはあとで直します。", "わかりました。"),
            ("デプロイは承認待ち。", "了解です。"),
            ("検索を速くして。", "試しましたが、うまくいきませんでした。"),
            ("今度ちゃんとリファクタリングしないと。", "そうですね。"),
            ("設定画面は未実装やねん。", "はい。"),
        ] {
            assert!(leaves_open(said, replied), "{said} → {replied}");
        }
    }

    #[test]
    fn what_is_settled_or_just_said_is_not() {
        for (said, replied) in [
            ("The login test is still failing on CI.", "Fixed: the clock was frozen. All tests pass."),
            ("Can you deploy the site today?", "Understood."),
            ("We use pnpm here.", "Noted."),
            ("See you later!", "Bye!"),
            ("Two days later it worked.", "Good."),
            ("Rename the module.", "I renamed it and updated the imports."),
            ("Thanks, that's it.", "You're welcome."),
            ("My dog Rex is five.", "Nice."),
            ("I still love this song.", "Me too."),
            ("まだ雨だね。", "そうですね。"),
            ("テストがまだ落ちる。", "直りました。全部通りました。"),
            ("ありがとう、また明日。", "おやすみなさい。"),
            ("会議が終わったあとで食べた。", "いいですね。"),
            ("モジュール名を変えて。", "変えました。"),
            ("今日は庭の人参を収穫した。", "すごいですね。"),
        ] {
            assert!(!leaves_open(said, replied), "{said} → {replied}");
        }
    }
}
