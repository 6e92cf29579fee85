//! Whether the person asked for something never to be forgotten (S0 保護記憶).

use std::sync::LazyLock;

use regex::Regex;

use crate::pattern::regex;

use crate::fold::fold;
use crate::prose::prose;

/// How far before a phrase its clause is looked at, in characters.
const CLAUSE: usize = 60;

/// Whether `said` asks to keep this for good: "覚えておいて", "don't forget".
///
/// A question about remembering ("覚えてる？", "remember when…?") or its denial is no such wish.
pub fn asks_to_keep(said: &str) -> bool {
    let folded = fold(&prose(said));
    JAPANESE.is_match(&folded) || english(&folded)
}

fn english(folded: &str) -> bool {
    ENGLISH.find_iter(folded).any(|found| {
        let before = &folded[..found.start()];
        let start = before.char_indices().rev().take(CLAUSE).last().map_or(before.len(), |(at, _)| at);
        let before = &before[start..];
        let clause = before.rsplit(['.', '!', '?', '\n', ',', ';']).next().unwrap_or_default();
        !REPORTED.is_match(clause)
    })
}

static JAPANESE: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?x)
        (?:覚|おぼ)え(?:て(?:おいて|おけ|置いて|おくように)|と(?:いて|け))
        | (?:忘れ|わすれ)(?:ないで|ないよう|ないどいて|んな(?:よ|$|[!。、\s])|るな(?:よ|$|[!。、\s])|ちゃ(?:だめ|ダメ|駄目|いけない)|てはいけない|てはならない)
        | (?:記憶|記録|メモ)(?:して(?:おいて|おけ|ね|ください|下さい|ほしい|欲しい)|しといて|に(?:残|留)(?:して|めて))
        | (?:重要|大事|大切)(?:な(?:こと|の))?だから.{0,6}(?:記憶|覚え|おぼえ)(?:して|て)(?:\S{0,4})
        | (?:頭|心)に(?:入れ|留め|とめ)(?:て|と)(?:おいて|いて)
        ",
    )
});

static ENGLISH: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?x)\b(?:
        (?:please|pls|always|must|to|and|should)\s+remember\s+(?:this|that|it|these|to|i|my|the|we|our|how|what)\b
        | remember\s+(?:this|that\s+(?:i|my|we|our|the|it|you)|these|it\s+(?:well|forever))\b
        | (?:do\s+not|don'?t|never|must\s+not|mustn'?t)\s+(?:ever\s+)?(?:forget|lose)\s+(?:this|that|it|about|to|the|my|i|we|our|how|what)\b
        | (?:do\s+not|don'?t|never)\s+(?:you\s+)?(?:ever\s+)?forget\s*(?:$|[.!,:;~\n])
        | (?:keep|bear)\s+(?:this|that|it|these)?\s*in\s+mind\b
        | (?:commit|save|store|add)\s+(?:this|that|it)\s+to\s+(?:your\s+)?memory\b
        | make\s+(?:a\s+note|sure\s+(?:you|to)\s+remember)\b
        )|^\s*remember\s*:",
    )
});

/// What turns an English phrase into a report or a denial: "I don't remember this", "do you remember that".
static REPORTED: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?x)\b(?:
        (?:don'?t|do\s+not|didn'?t|did\s+not|can'?t|cannot|can\s+not|couldn'?t|won'?t|doesn'?t|not)\s+(?:\w+\s+)?
        | (?:do|did|does|can|could|will)\s+(?:you|i|we|he|she|they|anyone)\s+(?:\w+\s+)?
        | (?:i|we|he|she|they|who)\s+(?:\w+\s+)?(?:\w+\s+)?
        )$",
    )
});

#[cfg(test)]
mod tests {
    use super::asks_to_keep;

    #[test]
    fn wishes_to_keep_are_heard() {
        for said in [
            "これは覚えておいて",
            "この番号、覚えといてね",
            "忘れないで！",
            "絶対に忘れないでほしい",
            "重要だから記憶して",
            "このことを記憶しておいて。",
            "Remember this: the key is under the mat.",
            "Please remember that my sister is allergic to nuts",
            "Don't forget that we ship on Friday.",
            "don’t forget!",
            "Never forget this.",
            "Keep in mind I prefer tabs",
            "keep that in mind",
            "I like tea. Remember that I never drink coffee.",
        ] {
            assert!(asks_to_keep(said), "{said}");
        }
    }

    #[test]
    fn questions_and_denials_are_not_wishes() {
        for said in [
            "I don't remember",
            "I don't remember this function at all",
            "Remember when we fixed the parser?",
            "Do you remember that day?",
            "覚えてる？",
            "前に話したこと覚えていますか",
            "忘れちゃった",
            "忘れてた、ごめん",
            "I remember that day well",
            "Can you remember my name?",
            "I never forget a face",
            "",
        ] {
            assert!(!asks_to_keep(said), "{said}");
        }
    }

    #[test]
    fn code_does_not_ask() {
        assert!(!asks_to_keep("```\n// don't forget this\n```"));
    }
}
