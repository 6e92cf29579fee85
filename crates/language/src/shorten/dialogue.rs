//! Texts that are dialogues: who speaks, what each is called, and in which order they spoke.

use std::collections::HashMap;
use std::sync::LazyLock;

use regex::Regex;

use crate::pattern::regex;

/// How much must speak for a name.
const SURE: usize = 2;
/// A text with more speakers than this is a list of something else.
const MOST_SPEAKERS: usize = 12;
const LONGEST_LABEL: usize = 32;
/// This share of the lines must be somebody's.
const LEAST_SHARE: f32 = 0.6;

/// A dialogue.
pub(super) struct Dialogue<'a> {
    pub(super) speakers: Vec<DialogueSpeaker<'a>>,
    pub(super) turns: Vec<DialogueTurn<'a>>,
}

/// Someone who speaks.
pub(super) struct DialogueSpeaker<'a> {
    /// As it stands before the words.
    pub(super) label: &'a str,
    /// What the speaker is called in a summary.
    pub(super) name: String,
}

/// What one speaker said at a time.
pub(super) struct DialogueTurn<'a> {
    pub(super) speaker: usize,
    pub(super) words: &'a str,
}

impl<'a> Dialogue<'a> {
    /// The dialogue that the text is, or `None` if it is not one.
    pub(super) fn of(text: &'a str) -> Option<Self> {
        let mut places: HashMap<&str, usize> = HashMap::new();
        let mut speakers: Vec<DialogueSpeaker<'a>> = Vec::new();
        let mut turns: Vec<DialogueTurn<'a>> = Vec::new();
        let (mut lines, mut spoken) = (0_usize, 0_usize);
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
            lines += 1;
            let Some((label, words)) = split_label(line) else {
                // A line without a label goes on with what was being said.
                if let Some(turn) = turns.last() {
                    turns.push(DialogueTurn { speaker: turn.speaker, words: line });
                }
                continue;
            };
            spoken += 1;
            let next = speakers.len();
            let speaker = *places.entry(label).or_insert(next);
            if speaker == next {
                if next == MOST_SPEAKERS {
                    return None;
                }
                speakers.push(DialogueSpeaker { label, name: label.to_owned() });
            }
            turns.push(DialogueTurn { speaker, words });
        }
        let is_dialogue = spoken >= 2 && speakers.len() >= 2 && spoken as f32 >= LEAST_SHARE * lines as f32;
        // Labels that never come back are the keys of a list.
        let returns = spoken > speakers.len() || speakers.len() == 2;
        if !is_dialogue || !returns {
            return None;
        }
        let mut dialogue = Self { speakers, turns };
        dialogue.call_by_name();
        Some(dialogue)
    }

    /// The one whom a speaker talks to, when there are only two.
    pub(super) fn other(&self, speaker: usize) -> Option<usize> {
        (self.speakers.len() == 2).then_some(1 - speaker.min(1))
    }

    /// Gives a speaker whose label is only a number or a part the name that the other calls them by, or that they
    /// give themselves.
    fn call_by_name(&mut self) {
        if self.speakers.len() != 2 || !self.speakers.iter().any(|speaker| is_part(speaker.label)) {
            return;
        }
        let mut found: [HashMap<&str, usize>; 2] = Default::default();
        for turn in &self.turns {
            if let Some(name) = OWN_NAME.captures(turn.words).and_then(|found| found.iter().skip(1).flatten().next()) {
                *found[turn.speaker].entry(name.as_str()).or_default() += SURE;
            }
            for (name, evidence) in called(turn.words) {
                *found[1 - turn.speaker].entry(name).or_default() += evidence;
            }
        }
        for (speaker, names) in self.speakers.iter_mut().zip(&found) {
            let best = names.iter().max_by(|a, b| a.1.cmp(b.1).then(b.0.cmp(a.0)));
            if let Some((name, _)) = best.filter(|(_, evidence)| **evidence >= SURE && is_part(speaker.label)) {
                speaker.name = (*name).to_owned();
            }
        }
        if self.speakers[0].name == self.speakers[1].name {
            for speaker in &mut self.speakers {
                speaker.name = speaker.label.to_owned();
            }
        }
    }
}

/// The label of a line and the words behind it.
fn split_label(line: &str) -> Option<(&str, &str)> {
    let (label, words) = line.split_once([':', '：'])?;
    let label = label.trim().trim_matches('*');
    let words = words.trim_start_matches('*').trim();
    let is_label = !label.is_empty()
        && label.chars().take(LONGEST_LABEL + 1).count() <= LONGEST_LABEL
        && label.split_whitespace().count() <= 4
        && !words.is_empty()
        && !words.starts_with("//")
        && label
            .chars()
            .next()
            .is_some_and(|c| c.is_uppercase() || c == '#' || (c.is_alphabetic() && !c.is_lowercase()))
        && !label.contains(['.', ',', '!', '?', '。', '、', '「', '(', '"', '`', '=', '{', '[', '/']);
    is_label.then_some((label, words))
}

/// Whether a label says only which part someone has, not who they are.
fn is_part(label: &str) -> bool {
    PART.is_match(label)
}

/// The names by which the words call the other, and how sure that is: "Hi Bob." is, "…, Bob." could be a place.
fn called(words: &str) -> impl Iterator<Item = (&str, usize)> {
    let surely = CALLED.captures_iter(words).filter_map(|found| found.iter().skip(1).flatten().next());
    let perhaps = ENDING_CALL.captures_iter(words).filter_map(|found| found.get(1));
    surely
        .map(|name| (name.as_str(), SURE))
        .chain(perhaps.map(|name| (name.as_str(), 1)))
        .filter(|(name, _)| name.split_whitespace().next_back().is_some_and(|last| !is_no_name(last)))
}

fn is_no_name(word: &str) -> bool {
    NO_NAMES.contains(&word.trim_end_matches('.').to_ascii_lowercase().as_str())
}

/// Capitalised words that are said to someone without being their name.
const NO_NAMES: [&str; 76] = [
    "mr",
    "mrs",
    "ms",
    "dr",
    "prof",
    "miss",
    "professor",
    "doctor",
    "hello",
    "hi",
    "hey",
    "sure",
    "thanks",
    "thank",
    "please",
    "sorry",
    "really",
    "right",
    "great",
    "good",
    "now",
    "then",
    "wait",
    "look",
    "listen",
    "come",
    "today",
    "tomorrow",
    "what",
    "how",
    "god",
    "jesus",
    "sir",
    "madam",
    "ma",
    "man",
    "dad",
    "mom",
    "mum",
    "guys",
    "honey",
    "dear",
    "sweetie",
    "buddy",
    "boy",
    "girl",
    "god",
    "there",
    "everyone",
    "all",
    "yes",
    "no",
    "well",
    "ok",
    "okay",
    "oh",
    "i",
    "the",
    "and",
    "but",
    "so",
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
    "english",
    "chinese",
    "japanese",
    "american",
    "this",
    "it",
    "you",
    "we",
];

static PART: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"^(?i:#?\s*(?:person|speaker|user|customer|agent|participant|part|voice|caller)\s*[_#-]?\s*(?:\d{1,2}|[A-Z])?\s*#?|[A-Z]|話者\s*\d{1,2})$",
    )
});

static CALLED: LazyLock<Regex> = LazyLock::new(|| {
    regex(&format!(
        r"^(?:Hi|Hello|Hey|Dear|Bye|Goodbye|Thanks|Thank you|Good (?:morning|afternoon|evening|night)|Welcome)\s?,?\s{NAME}\s?[,.!?]|(?:Thanks|Thank you|See you|Bye|Goodbye|Good (?:morning|afternoon|evening|night)|Hello|Hi|Hey)\s?,\s?{NAME}\s?[,.!?]|^{NAME}\s?,\s(?:what|how|why|where|when|do|did|can|could|would|will|are|have|please|you|let)\b"
    ))
});

/// A name of a person as it is called out.
const NAME: &str = r"((?:(?:Mr|Mrs|Ms|Dr|Prof|Miss|Professor|Doctor)\.?\s)?[A-Z][a-z]{1,15})";

static ENDING_CALL: LazyLock<Regex> = LazyLock::new(|| regex(&format!(r"[a-z],\s{NAME}\s?[.!?](?:\s|$)")));

static OWN_NAME: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"\b(?:[Mm]y name is|[Mm]y name's|I am called)\s([A-Z][a-z]{1,15})\b|\b[Tt]his is\s([A-Z][a-z]{1,15})(?:\s[A-Z][a-z]+)?\s?(?:speaking|calling|from)\b",
    )
});

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<String> {
        Dialogue::of(text).map_or_else(Vec::new, |d| d.speakers.into_iter().map(|s| s.name).collect())
    }

    #[test]
    fn lines_with_labels_are_a_dialogue() {
        assert_eq!(names("Ana: I moved.\nBen: Where to?\nAna: Lyon."), ["Ana", "Ben"]);
        assert_eq!(names("田中：出荷は金曜です。\n佐藤：了解。"), ["田中", "佐藤"]);
        assert!(Dialogue::of("Name: x\nAge: 3\nCity: y\nZip: 9").is_none());
        assert!(Dialogue::of("a plain text.\nof two lines").is_none());
        assert!(Dialogue::of("").is_none());
    }

    #[test]
    fn a_numbered_speaker_is_called_as_the_other_calls_them() {
        assert_eq!(names("TalkRole 1: Hey Jimmy. Let's go.\nSpeaker 2: Sure."), ["TalkRole 1", "Jimmy"]);
        assert_eq!(names("A: My name is Rosa.\nB: Hello, Rosa. How are you?"), ["Rosa", "B"]);
        assert_eq!(names("A: It is so late, Sunday.\nB: Oh."), ["A", "B"]);
        assert_eq!(names("A: I flew to Oslo, Norway.\nB: Hello!\nA: Hello, sir. Sure, what is it?"), ["A", "B"]);
        assert_eq!(names("A: Good morning, Mr. Lee. Sit down.\nB: Mr. Lee? Yes."), ["A", "Mr. Lee"]);
        assert_eq!(names("Rex: Hi Kim!\nKim: Hi Rex!"), ["Rex", "Kim"]);
    }
}
