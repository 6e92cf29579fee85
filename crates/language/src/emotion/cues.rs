//! The feeling words of a text, turned by negation and scaled by the words around them.

use std::sync::LazyLock;

use omoide_core::Tag;

use crate::fold::{Script, script};
use crate::lexicon::{PhraseTable, data_lines};

/// A feeling word in its place.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Cue {
    pub(super) valence: f32,
    pub(super) arousal: f32,
    pub(super) tags: Vec<Tag>,
    /// How much of the cue counts: less than one for those of the reply.
    pub(super) share: f32,
}

impl Cue {
    pub(super) fn strength(&self) -> f32 {
        self.valence.abs()
    }

    pub(super) fn scaled(self, share: f32) -> Self {
        Self { valence: self.valence * share, share: self.share * share, ..self }
    }
}

/// The cues of a folded text, in order.
pub(super) fn find(folded: &str) -> Vec<Cue> {
    let mut cues: Vec<Cue> = Vec::new();
    for found in LEXICON.find_all(folded) {
        let (before, after) = (&folded[..found.start], &folded[found.end..]);
        let is_latin = folded[found.start..].starts_with(|c: char| c.is_ascii_alphabetic());
        let word = Cue {
            valence: found.value.valence,
            arousal: found.value.arousal,
            tags: found.value.tags.clone(),
            share: 1.0,
        };
        if word.valence == 0.0 && word.tags.is_empty() {
            continue;
        }
        let word = scaled_by(word, before, is_latin);
        let is_negated = if is_latin { negated_before(before) } else { negated_after(after) };
        cues.push(if is_negated { turned(word) } else { word });
    }
    cues.extend(laughter(folded));
    cues
}

/// What is said by marks alone.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Marks {
    exclamations: usize,
    ellipses: usize,
    has_repetition: bool,
    characters: usize,
}

impl Marks {
    pub(super) fn of(folded: &str) -> Self {
        let mut marks = Self { exclamations: 0, ellipses: 0, has_repetition: false, characters: 0 };
        let (mut last, mut run) = ('\0', 0_usize);
        for c in folded.chars() {
            run = if c == last { run + 1 } else { 1 };
            last = c;
            marks.characters += 1;
            match c {
                '!' => marks.exclamations += 1,
                '.' if run == 3 => marks.ellipses += 1,
                '。' | '・' if run == 2 => marks.ellipses += 1,
                c if run == 3 && (c == 'ー' || c == '〜' || c == '~' || c.is_alphabetic()) => {
                    marks.has_repetition = true
                }
                _ => {}
            }
        }
        marks
    }

    pub(super) fn trails_off(self) -> bool {
        self.ellipses > 0
    }

    /// How far the marks move the arousal.
    pub(super) fn arousal(self) -> f32 {
        let cries = match self.exclamations {
            0 => 0.0,
            1 => 10.0,
            2 => 14.0,
            _ => 18.0,
        };
        let trailing = if self.ellipses == 0 { 0.0 } else { -10.0 };
        let drawn_out = if self.has_repetition { 4.0 } else { 0.0 };
        let length = if self.characters > 400 { -5.0 } else { 0.0 };
        cries + trailing + drawn_out + length
    }
}

/// A laugh at the end of a Japanese clause: 草, w, www, 笑.
fn laughter(folded: &str) -> Option<Cue> {
    let tail = folded.trim_end_matches(|c: char| c.is_whitespace() || matches!(c, '。' | '!' | '、'));
    let bare = tail.trim_end_matches(['w', '笑', '草']);
    let laughs = tail.len() > bare.len()
        && bare
            .chars()
            .next_back()
            .is_some_and(|c| matches!(script(c), Script::Hiragana | Script::Katakana) || c == '。');
    laughs.then(|| Cue { valence: 0.7, arousal: 48.0, tags: vec![Tag::Joy], share: 1.0 })
}

fn scaled_by(cue: Cue, before: &str, is_latin: bool) -> Cue {
    let window = window_before(before, if is_latin { 24 } else { 12 });
    let has = |words: &[&str]| words.iter().any(|w| window.contains(w));
    let (strong, weak): (&[&str], &[&str]) = if is_latin {
        (
            &[
                "very ",
                "so ",
                "really ",
                "extremely ",
                "super ",
                "incredibly ",
                "absolutely ",
                "totally ",
                "too ",
                "such ",
                "deeply ",
            ],
            &["a bit ", "slightly ", "kinda ", "kind of ", "somewhat ", "a little ", "sort of ", "mildly "],
        )
    } else {
        (
            &[
                "とても",
                "すごく",
                "凄く",
                "めっちゃ",
                "めちゃ",
                "超",
                "本当に",
                "ほんと",
                "マジ",
                "まじ",
                "非常に",
                "かなり",
                "死ぬほど",
                "あまりに",
                "最高に",
                "心から",
                "一番",
            ],
            &["ちょっと", "少し", "やや", "若干", "なんとなく", "ちょい", "多少", "まあ"],
        )
    };
    if has(strong) {
        Cue { valence: (cue.valence * 1.3).clamp(-5.0, 5.0), arousal: (cue.arousal + 7.0).min(100.0), ..cue }
    } else if has(weak) {
        Cue { valence: cue.valence * 0.7, arousal: (cue.arousal - 7.0).max(10.0), ..cue }
    } else {
        cue
    }
}

/// The end of `before`, at most so many characters, within the clause.
fn window_before(before: &str, most: usize) -> &str {
    let start = before.char_indices().rev().take(most).last().map_or(before.len(), |(at, _)| at);
    let window = &before[start..];
    window.rfind(['。', '、', '.', '!', '?', ',', ';', '\n']).map_or(window, |at| {
        let rest = &window[at..];
        &rest[rest.chars().next().map_or(0, char::len_utf8)..]
    })
}

fn negated_before(before: &str) -> bool {
    let words: Vec<&str> = window_before(before, 40).split_whitespace().rev().take(3).collect();
    words.iter().enumerate().any(|(place, word)| {
        let never_so =
            *word == "never" && place > 0 && words[..place].iter().any(|w| matches!(*w, "been" | "felt" | "so"));
        let only_next = matches!(*word, "no" | "without") && place > 0;
        is_negator(word) && !never_so && !only_next
    })
}

fn is_negator(word: &str) -> bool {
    matches!(
        word,
        "not" | "never" | "no" | "without" | "hardly" | "barely" | "nothing" | "cannot" | "dont" | "isnt" | "wasnt"
    ) || word.ends_with("n't")
}

/// くない, じゃない, てません, なかった in the hiragana behind a word, before the clause goes on.
fn negated_after(after: &str) -> bool {
    let end = after
        .char_indices()
        .take(11)
        .find(|(_, c)| script(*c) != Script::Hiragana)
        .map_or_else(|| after.char_indices().nth(11).map_or(after.len(), |(at, _)| at), |(at, _)| at);
    let tail = &after[..end];
    let is_question = after[end..].starts_with('?');
    let Some(at) = ["ない", "なかった", "なく", "ません"].iter().filter_map(|n| tail.find(n)).min() else {
        return false;
    };
    let between = &tail[..at];
    let goes_on = ["けど", "から", "ので", "のに", "たら", "でも", "がら"].iter().any(|j| between.contains(j));
    let is_idiom =
        ["しれ", "たまら", "しょうが", "しかた", "にちがい", "ちが", "すぎ"].iter().any(|i| between.ends_with(i))
            || tail[at..].starts_with("なくな")
            || tail[at..].starts_with("なくちゃ");
    let asks_assent = is_question && (between.ends_with("じゃ") || between.ends_with("では"));
    !goes_on && !is_idiom && !asks_assent
}

/// A cue that is denied: the good turns mildly bad, the bad mildly good, and calmer.
fn turned(cue: Cue) -> Cue {
    let share = if cue.valence > 0.0 { -0.6 } else { -0.35 };
    let mut tags: Vec<Tag> = cue.tags.iter().filter_map(|tag| opposite(*tag)).collect();
    tags.dedup();
    Cue { valence: cue.valence * share, arousal: 0.5 * cue.arousal + 17.0, tags, share: cue.share }
}

fn opposite(tag: Tag) -> Option<Tag> {
    match tag {
        Tag::Joy | Tag::Love => Some(Tag::Sadness),
        Tag::Satisfaction | Tag::Pride => Some(Tag::Frustration),
        Tag::Relief => Some(Tag::Anxiety),
        Tag::Excitement | Tag::Hope => Some(Tag::Resignation),
        Tag::Sadness | Tag::Anxiety | Tag::Fear | Tag::Loneliness | Tag::Guilt => Some(Tag::Relief),
        Tag::Frustration | Tag::Disgust | Tag::Regret => Some(Tag::Satisfaction),
        _ => None,
    }
}

#[derive(Debug)]
struct Entry {
    valence: f32,
    arousal: f32,
    tags: Vec<Tag>,
}

static LEXICON: LazyLock<PhraseTable<Entry>> =
    LazyLock::new(|| PhraseTable::new(data_lines(include_str!("../../data/emotion.tsv")).filter_map(entry)));

fn entry(line: &str) -> Option<(String, Entry)> {
    let mut fields = line.split('\t');
    let phrase = fields.next()?.to_owned();
    let valence = fields.next()?.parse().ok()?;
    let arousal = fields.next()?.parse().ok()?;
    let tags = fields.next().unwrap_or_default().split_whitespace().filter_map(|t| t.parse().ok()).collect();
    Some((phrase, Entry { valence, arousal, tags }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_lexicon_is_read_whole() {
        for line in data_lines(include_str!("../../data/emotion.tsv")) {
            let (_, entry) = entry(line).unwrap_or_else(|| panic!("{line}"));
            let written = line.split('\t').nth(3).unwrap_or_default().split_whitespace().count();
            assert_eq!(entry.tags.len(), written, "{line}");
            assert!(entry.valence.abs() <= 5.0 && (0.0..=100.0).contains(&entry.arousal), "{line}");
        }
    }

    #[test]
    fn negation_is_seen_on_both_sides() {
        assert!(negated_after("くない") && negated_after("くありません") && negated_after("んでいない"));
        assert!(!negated_after("いかもしれない") && !negated_after("いけどしない") && !negated_after("いんじゃない?"));
        assert!(negated_before("i am not ") && negated_before("i don't feel ") && !negated_before("never been so "));
    }
}
