//! Whether the person corrects something said before, and what: 実は, じゃなくて, 訂正, "no, actually", "I meant".

use std::sync::LazyLock;

use regex::{Captures, Regex};

use crate::pattern::regex;
use crate::prose::{ProsePart, parts};

/// Longer lines are no talk.
const LONGEST_LINE: usize = 2_000;

/// A correction, in the words of the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Correction<'a> {
    /// The words that show it.
    pub marker: &'a str,
    /// What was wrong, when it is said.
    pub wrong: Option<&'a str>,
    /// What is right, when it is said.
    pub right: Option<&'a str>,
}

/// The first correction in the text.
pub fn correction(text: &str) -> Option<Correction<'_>> {
    parts(text).into_iter().find_map(|part| match part {
        ProsePart::Prose(line) if line.len() <= LONGEST_LINE => in_line(line),
        _ => None,
    })
}

/// What tells both sides goes before what only announces a correction.
fn in_line(line: &str) -> Option<Correction<'_>> {
    PATTERNS.iter().filter_map(|pattern| pattern.captures(line)).find_map(|found| read(line, &found))
}

fn read<'a>(line: &'a str, found: &Captures<'a>) -> Option<Correction<'a>> {
    let side = |name: &str| found.name(name).map(|m| trimmed(m.as_str())).filter(|side| !side.is_empty());
    let marker = found.name("marker").map_or_else(|| found.get(0).map(|m| m.as_str()), |m| Some(m.as_str()))?;
    // "Isn't it A, not B?" asks.
    if line.trim_end().ends_with(['?', '？']) && side("wrong").is_none() {
        return None;
    }
    Some(Correction { marker: marker.trim(), wrong: side("wrong"), right: side("right") })
}

fn trimmed(side: &str) -> &str {
    // ミケだと覚えて: what is quoted ends before the words that quote it.
    let side = ["だと", "だって", "ですと", "なんだ", "なのです", "なんです"]
        .iter()
        .filter_map(|quote| side.find(quote))
        .min()
        .filter(|end| *end > 0)
        .map_or(side, |end| &side[..end]);
    let side = side.trim_matches(|c: char| c.is_whitespace() || "、。，．,.!！?？「」『』\"'“”".contains(c));
    let side = ["です", "でした", "だよ", "だった", "だ", "ね", "よ"]
        .iter()
        .find_map(|tail| side.strip_suffix(tail).filter(|rest| !rest.is_empty()))
        .unwrap_or(side);
    side.trim()
}

/// In the order in which they are tried.
static PATTERNS: LazyLock<Vec<Regex>> = LazyLock::new(|| {
    [
        // AじゃなくてB, AではなくB: what is before up to the topic, what is behind up to the end of the clause.
        r"(?:^|[、。，,！!\s「はが])(?P<wrong>[^、。，,！!？?\s「」はが]{1,30}?)(?P<marker>じゃなくて|じゃなくって|ではなくて|ではなく|じゃない、|ではない、)[、\s]*(?P<right>[^、。，,！!？?\n]{1,40})",
        // AからBに変わった.
        r"(?:^|[、。，,！!\s「はが])(?P<wrong>[^、。，,！!？?\s「」はが]{1,30}?)から(?P<right>[^、。，,！!？?\n]{1,30}?)に(?P<marker>変わ(?:った|りました)|変更(?:した|しました|になった|になりました|された|されました)|なりました|訂正)",
        // 正しくはB.
        r"(?P<marker>正しくは|正確には|訂正[：:、。すでし][^、。\n]{0,8}?[、：:]?|言い間違え|言い直すと)[、：:\s]*(?P<right>[^、。，,！!？?\n]{1,40})?",
        r"(?P<marker>間違え(?:た|ました|てた|ていました)|間違って(?:た|いた|ました|いました)|間違いでした|勘違い(?:だった|でした|してた|していました|だ)|そうじゃなく|そうではなく|(?:^|[、。！!\s])(?:いや|いいえ|いえ)[、,]?\s?(?:違|ちが)|(?:^|[、。！!\s])(?:いや|いえ)、|それは(?:違|ちが)(?:う|い)|(?:^|[、。！!\s])実は|(?:^|[、。！!\s])実際は|やっぱり違)[、うい：:\s]*(?P<right>[^、。，,！!？?\n]{1,40})?",
        // It's not A, it's B; not A but B.
        r"(?i)\b(?P<marker>(?:it|that|this|he|she|they|i|we|there)(?:'s|’s|'re|’re|'m|’m|\s+is|\s+are|\s+was|\s+am)\s+not)\s+(?P<wrong>[^,.;!?\n]{1,40}?)[,;]\s*(?:it|that|this|he|she|they|i|we|but)?(?:'s|’s|'re|’re|'m|’m|\s+is|\s+are|\s+was|\s+am)?\s*(?P<right>[^,.;!?\n]{1,60})",
        // I meant B, not A; it's B, not A; should be B instead of A.
        r"(?i)\b(?P<marker>i\s+(?:actually\s+)?mean[t]?(?:\s+to\s+say)?|it(?:'s|’s|\s+is|\s+was)|(?:it\s+)?should\s+(?:be|read|say|have\s+been)|my\s+\w+\s+is|make\s+that)\s+(?P<right>[^,.;!?\n]{1,60}?),?\s+(?:not|instead\s+of|rather\s+than)\s+(?P<wrong>[^,.;!?\n]{1,40})",
        // No, actually B, not A.
        r"(?i)(?:^|[.!?;]\s+|\n)(?P<marker>(?:no|oh|wait|sorry|oops)[,.]?\s+(?:no[,.]?\s+)?(?:actually)?|actually|correction)[,:]?\s+(?P<right>[^.;!?\n]{1,80}?),\s+not\s+(?P<wrong>[^,.;!?\n]{1,40})",
        // Changed from A to B.
        r"(?i)\b(?P<marker>(?:changed|moved|switched|renamed|updated|corrected)(?:\s+\w+){0,3}?\s+from)\s+(?P<wrong>[^,.;!?\n]{1,40}?)\s+to\s+(?P<right>[^,.;!?\n]{1,40})",
        r"(?i)(?:^|[.!?;,]\s+|\n)(?P<marker>(?:no|oh|wait|sorry|hmm|well|ah|oops)[,.]?\s+(?:wait[,.]?\s+)?(?:no[,.]?\s+)?(?:actually|i\s+meant?|it(?:'s|’s|\s+is|\s+was)|that(?:'s|’s)\s+(?:wrong|not\s+right|incorrect))|(?:sorry[,.]?\s+)?i\s+meant(?:\s+to\s+say)?|actually|correction|scratch\s+that|to\s+correct\s+myself|i\s+misspoke|my\s+mistake|my\s+bad)\b[,:.]?\s*(?P<right>[^,.;!?\n]{1,80})?",
        r"(?i)\b(?P<marker>that(?:'s|’s|\s+is|\s+was)\s+(?:wrong|incorrect|not\s+right|not\s+correct|a\s+mistake)|i\s+was\s+(?:wrong|mistaken)|you(?:'re|’re|\s+are)\s+(?:wrong|mistaken)|i\s+made\s+a\s+mistake|i\s+misremembered)\b(?:[,.;:]\s*(?P<right>[^.;!?\n]{1,80}))?",
    ]
    .into_iter()
    .map(regex)
    .collect()
});

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn corrects(text: &str, wrong: Option<&str>, right: Option<&str>) {
        let found = correction(text).unwrap_or_else(|| panic!("{text}"));
        assert_eq!((found.wrong, found.right), (wrong, right), "{text}: {found:?}");
    }

    #[test]
    fn japanese_corrections_name_both_sides_where_they_can() {
        corrects("猫の名前はタマじゃなくてミケです", Some("タマ"), Some("ミケ"));
        corrects("猫はタマじゃなくてミケだと覚えておいて", Some("タマ"), Some("ミケ"));
        corrects("会議は火曜ではなく水曜だよ", Some("火曜"), Some("水曜"));
        corrects("ポートが8080から9090に変わりました", Some("8080"), Some("9090"));
        corrects("すみません、正しくは3月5日です", None, Some("3月5日"));
        corrects("訂正：締切は金曜です", None, Some("締切は金曜"));
        corrects("実は京都出身なんだ", None, Some("京都出身"));
        corrects("さっきのは間違えた", None, None);
        corrects("いや、違うよ", None, Some("よ"));
    }

    #[test]
    fn english_corrections_name_both_sides_where_they_can() {
        corrects("No, actually my dog's name is Rex.", None, Some("my dog's name is Rex"));
        corrects("I meant Tuesday, not Monday", Some("Monday"), Some("Tuesday"));
        corrects("It's not Python, it's Rust", Some("Python"), Some("Rust"));
        corrects("it's port 9090, not 8080", Some("8080"), Some("port 9090"));
        corrects("We changed the port from 8080 to 9090.", Some("8080"), Some("9090"));
        corrects("Correction: the deadline is Friday", None, Some("the deadline is Friday"));
        corrects("Sorry, I meant the staging server", None, Some("the staging server"));
        corrects("Actually, I live in Osaka now.", None, Some("I live in Osaka now"));
        corrects("No, actually my flight is on Friday, not Thursday.", Some("Thursday"), Some("on Friday"));
        corrects("I was wrong", None, None);
        corrects("scratch that", None, None);
    }

    #[test]
    fn other_texts_correct_nothing() {
        for text in [
            "",
            "うん",
            "昨日は楽しかった",
            "it actually works",
            "I mean it",
            "What do you mean?",
            "これは簡単じゃない",
            "メールは東京から大阪に送った",
            "```\n// correction: x\n```",
            "the meaning of life",
            "事実は小説より奇なり",
        ] {
            assert_eq!(correction(text), None, "{text}");
        }
    }
}
