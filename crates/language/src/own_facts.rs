//! What a person asks about themselves: "What's my name?" is answered by "Hi! I'm Sakura", which shares no word with it.
//!
//! The kinds of lasting facts that a memory tells are terms of the index over words, and a question about the one who
//! asks looks for the kind that it is after.

use crate::fold::fold;
use crate::lasting::LastingKind;

/// A longer prompt is about more than one fact.
const LONGEST: usize = 240;

/// The kind of fact about themselves that someone asks for.
pub fn asked_fact(prompt: &str) -> Option<LastingKind> {
    if prompt.len() > LONGEST {
        return None;
    }
    let folded = fold(prompt);
    in_english(&folded).or_else(|| in_japanese(&folded))
}

/// The term that stands for a kind of fact.
pub fn term_of(kind: LastingKind) -> String {
    format!("={kind:?}").to_lowercase()
}

fn in_english(folded: &str) -> Option<LastingKind> {
    let words: Vec<&str> =
        folded.split(|c: char| !c.is_ascii_alphanumeric() && c != '\'').filter(|word| !word.is_empty()).collect();
    let has = |list: &[&str]| words.iter().any(|word| list.contains(word));
    let follow = |list: &[&str]| words.windows(list.len()).any(|window| window == list);
    if !has(&["i", "my", "me", "i'm", "i've", "mine"]) {
        return None;
    }
    let asks =
        folded.contains('?') || has(&["what", "what's", "where", "where's", "when", "when's", "who", "which", "how"]);
    if !asks && !has(&["remember", "remind", "know", "tell"]) {
        return None;
    }
    let is_called = has(&["called"]) && has(&["i", "i'm"]);
    if follow(&["my", "name"]) || is_called || follow(&["who", "am", "i"]) || follow(&["who", "i", "am"]) {
        return Some(LastingKind::Name);
    }
    if follow(&["old", "am", "i"]) || follow(&["my", "age"]) {
        return Some(LastingKind::Age);
    }
    if follow(&["my", "birthday"]) || follow(&["i", "born"]) {
        return Some(LastingKind::Birthday);
    }
    let lives = has(&["live", "living", "lived", "home", "moved", "move", "address", "based"]);
    let is_place =
        has(&["where", "where's", "city", "town", "country", "street", "neighbourhood", "neighborhood", "address"]);
    if lives && is_place || is_place && has(&["place", "house", "flat", "apartment"]) && has(&["my"]) {
        return Some(LastingKind::Home);
    }
    if has(&["job", "profession", "occupation", "employer"]) || has(&["work", "living"]) && has(&["what", "where"]) {
        return Some(LastingKind::Work);
    }
    if has(&["pet", "pets"]) {
        return Some(LastingKind::Pet);
    }
    if has(&["allergic", "allergy", "allergies", "medication", "medicine", "medicines", "diet"]) {
        return Some(LastingKind::Health);
    }
    if has(&["favourite", "favorite"])
        || has(&["like", "love", "hate", "dislike", "prefer", "enjoy"]) && follow(&["do", "i"])
    {
        return Some(LastingKind::Taste);
    }
    let is_when = has(&["when", "when's"]) || follow(&["what", "time"]);
    (is_when && (follow(&["do", "i"]) || follow(&["am", "i"]) || has(&["my"]))).then_some(LastingKind::Appointment)
}

fn in_japanese(folded: &str) -> Option<LastingKind> {
    let has = |list: &[&str]| list.iter().any(|word| folded.contains(word));
    let is_self = has(&["私", "わたし", "あたし", "僕", "俺", "うち", "自分"]);
    let asks = has(&["何", "なに", "なん", "どこ", "どの", "誰", "いつ", "っけ", "覚えて", "教えて", "?", "知って"]);
    if !asks {
        return None;
    }
    match () {
        () if is_self && has(&["名前"]) => Some(LastingKind::Name),
        () if is_self && has(&["何歳", "いくつ", "年齢"]) => Some(LastingKind::Age),
        () if is_self && has(&["誕生日"]) => Some(LastingKind::Birthday),
        () if has(&["住んで", "住所", "引っ越した"]) && has(&["どこ", "どのへん", "どの辺", "住所"]) => {
            Some(LastingKind::Home)
        }
        () if is_self && has(&["仕事", "職業", "勤め"]) => Some(LastingKind::Work),
        () if has(&["ペット", "飼って"]) => Some(LastingKind::Pet),
        () if has(&["アレルギー", "飲んでる薬", "飲んでいる薬"]) => Some(LastingKind::Health),
        () if has(&["好きな", "苦手な", "嫌いな"]) && has(&["何", "なに", "なん", "っけ"]) => {
            Some(LastingKind::Taste)
        }
        () => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_about_oneself_are_after_a_kind_of_fact() {
        use LastingKind::{Age, Appointment, Birthday, Health, Home, Name, Pet, Taste, Work};
        for (prompt, kind) in [
            ("What's my name?", Name),
            ("do you know what I'm called?", Name),
            ("so who am I", Name),
            ("How old am I now?", Age),
            ("when's my birthday?", Birthday),
            ("Where do I live?", Home),
            ("which city did I move to?", Home),
            ("what do I do for work", Work),
            ("do I have any pets?", Pet),
            ("am I allergic to anything?", Health),
            ("what's my favourite colour?", Taste),
            ("when do I fly?", Appointment),
            ("私の名前、覚えてる？", Name),
            ("俺ってどこに住んでるっけ", Home),
            ("うちって何か飼ってたっけ", Pet),
            ("苦手な食べ物なんだっけ", Taste),
        ] {
            assert_eq!(asked_fact(prompt), Some(kind), "{prompt}");
        }
        for prompt in [
            "What's his name?",
            "Where does Tim live?",
            "I love this song",
            "When was Rome built?",
            "名前を変えて保存した",
        ] {
            assert_eq!(asked_fact(prompt), None, "{prompt}");
        }
    }
}
