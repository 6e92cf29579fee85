//! English speech told by someone else: "Ana: I went to Paris" is "Ana went to Paris".
//!
//! The grammar of reported speech and nothing more: pronouns become the names they stand for, the verb agrees, a
//! question becomes "asks if", and what is not plainly one of these forms is left as it was said. Words that were
//! not in the text come from a closed list ([`ADDED`]) and from the verb's own forms.

use super::verbs::{behind_name, past, third_person};

/// Who speaks, and to whom if that is known.
#[derive(Clone, Copy)]
pub(super) struct Voices<'a> {
    pub(super) speaker: &'a str,
    pub(super) other: Option<&'a str>,
}

/// The words that telling may add, besides names and the forms of a verb.
#[cfg(test)]
pub(super) const ADDED: [&str; 22] = [
    "asks",
    "says",
    "suggests",
    "tells",
    "if",
    "to",
    "not",
    "is",
    "was",
    "has",
    "had",
    "will",
    "would",
    "does",
    "they",
    "them",
    "their",
    "theirs",
    "themselves",
    "s",
    "doesn't",
    "isn't",
];

/// A sentence longer than this, in words, is left as it was said.
const MOST_WORDS: usize = 60;

/// The sentence as another would tell it, or `None` where that is not plainly possible.
pub(super) fn reported(sentence: &str, voices: Voices<'_>) -> Option<String> {
    if sentence.contains(['"', '“', '”', '[', '`', '\n']) {
        return None;
    }
    let words = ReportWords::of(sentence)?;
    let told = if sentence.trim_end().ends_with('?') { question(&words, voices) } else { statement(&words, voices) }?;
    Some(finished(&told))
}

fn finished(told: &str) -> String {
    format!("{}.", told.trim_end_matches(['.', '?', '!', ',', ';', ':', '…', ' ', '-']))
}

struct ReportWords<'a> {
    written: Vec<&'a str>,
    folded: Vec<String>,
}

impl<'a> ReportWords<'a> {
    fn of(sentence: &'a str) -> Option<Self> {
        let written: Vec<&str> = sentence.split_whitespace().take(MOST_WORDS + 1).collect();
        if written.is_empty() || written.len() > MOST_WORDS {
            return None;
        }
        let folded = written.iter().map(|word| core(word).to_ascii_lowercase().replace('’', "'")).collect();
        Some(Self { written, folded })
    }

    fn first(&self) -> &str {
        &self.folded[0]
    }

    fn get(&self, at: usize) -> &str {
        self.folded.get(at).map_or("", String::as_str)
    }
}

fn core(word: &str) -> &str {
    word.trim_matches(|c: char| !c.is_alphanumeric() && c != '\'' && c != '’' && c != '$' && c != '#' && c != '%')
}

fn statement(words: &ReportWords<'_>, voices: Voices<'_>) -> Option<String> {
    let speaker = voices.speaker;
    let (said, from) = match words.first() {
        "i" | "i'm" | "i've" | "i'd" | "i'll" => return turned(words, 0, voices),
        "let's" => (format!("{speaker} suggests they "), 1),
        "let" if words.get(1) == "us" => (format!("{speaker} suggests they "), 2),
        "please" if words.get(1) == "don't" => (format!("{speaker} asks {} not to ", voices.other?), 2),
        "please" if third_person(words.get(1)).is_some() => (format!("{speaker} asks {} to ", voices.other?), 1),
        "don't" if third_person(words.get(1)).is_some() => (format!("{speaker} tells {} not to ", voices.other?), 1),
        first if OPENS_STATEMENT.contains(&first) && words.written.len() > 2 && !has_distant_you(words) => {
            (format!("{speaker} says "), 0)
        }
        _ => return None,
    };
    Some(said + &turned(words, from, voices)?)
}

/// How a plain statement can begin.
const OPENS_STATEMENT: [&str; 52] = [
    "it",
    "it's",
    "it'll",
    "that",
    "that's",
    "this",
    "the",
    "there",
    "there's",
    "he",
    "he's",
    "she",
    "she's",
    "they",
    "they're",
    "my",
    "your",
    "you",
    "you're",
    "you've",
    "you'll",
    "you'd",
    "we",
    "we're",
    "we've",
    "we'll",
    "we'd",
    "our",
    "his",
    "her",
    "their",
    "a",
    "an",
    "some",
    "these",
    "those",
    "he'll",
    "she'll",
    "they'll",
    "they've",
    "everyone",
    "everything",
    "nobody",
    "nothing",
    "somebody",
    "someone",
    "most",
    "many",
    "people",
    "all",
    "both",
    "one",
];

const AUXILIARIES: [&str; 31] = [
    "do",
    "does",
    "did",
    "are",
    "is",
    "was",
    "were",
    "have",
    "has",
    "had",
    "can",
    "could",
    "will",
    "would",
    "should",
    "may",
    "might",
    "shall",
    "am",
    "must",
    "don't",
    "doesn't",
    "aren't",
    "isn't",
    "wasn't",
    "weren't",
    "haven't",
    "can't",
    "couldn't",
    "won't",
    "shouldn't",
];

fn question(words: &ReportWords<'_>, voices: Voices<'_>) -> Option<String> {
    let speaker = voices.speaker;
    let other = || voices.other;
    let verb_follows = |at: usize| third_person(words.get(at)).is_some();
    match (words.first(), words.get(1), words.get(2)) {
        ("why", "don't", "we") => return Some(format!("{speaker} suggests they {}", turned(words, 3, voices)?)),
        ("why", "don't", "you") => {
            return Some(format!("{speaker} suggests {} {}", other()?, turned(words, 3, voices)?));
        }
        ("shall", "we", _) => return Some(format!("{speaker} suggests they {}", turned(words, 2, voices)?)),
        ("can" | "could" | "will" | "would", "you", "please") if verb_follows(3) => {
            return Some(format!("{speaker} asks {} to {}", other()?, turned(words, 3, voices)?));
        }
        _ => {}
    }
    if let Some(told) = what_is(words, voices) {
        return Some(told);
    }
    let is_wh = ["what", "where", "when", "why", "how", "who", "which", "whose"].contains(&words.first());
    let auxiliary =
        if is_wh { (1..words.folded.len().min(5)).find(|at| AUXILIARIES.contains(&words.get(*at)))? } else { 0 };
    if !is_wh && !AUXILIARIES.contains(&words.first()) {
        let is_statement = OPENS_STATEMENT.contains(&words.first()) && words.written.len() > 2;
        let plain = is_statement && !words.written.iter().any(|word| word.ends_with(','));
        return if plain { Some(format!("{speaker} asks if {}", turned(words, 0, voices)?)) } else { None };
    }
    let asked = if is_wh { turned_part(words, 0, auxiliary, voices)? } else { "if".to_owned() };
    let told = inverted(words, auxiliary, voices)?;
    Some(format!("{speaker} asks {} {told}", lowered(&asked)))
}

/// "What's your name?" is "asks what Ben's name is"; only for a subject of a few plain words.
fn what_is(words: &ReportWords<'_>, voices: Voices<'_>) -> Option<String> {
    let (asked, from) = match (words.first(), words.get(1)) {
        ("what's", _) => ("what", 1),
        ("where's", _) => ("where", 1),
        ("who's", _) => ("who", 1),
        ("what" | "where" | "who", "is") => (words.first(), 2),
        _ => return None,
    };
    let subject = words.folded.get(from..)?;
    let is_plain = (2..=3).contains(&subject.len())
        && matches!(subject[0].as_str(), "your" | "my" | "the" | "his" | "her" | "our" | "their")
        && !subject
            .iter()
            .any(|word| matches!(word.as_str(), "of" | "for" | "in" | "on" | "at" | "to" | "like" | "now"));
    if !is_plain {
        return None;
    }
    let subject = turned(words, from, voices)?;
    Some(format!("{} asks {asked} {} is", voices.speaker, subject.trim_end_matches(['?', '!', '.', ' '])))
}

/// What stands behind the question word, with the subject before its verb again.
fn inverted(words: &ReportWords<'_>, auxiliary: usize, voices: Voices<'_>) -> Option<String> {
    let verb = words.get(auxiliary);
    let subject = words.get(auxiliary + 1);
    let rest = auxiliary + 2;
    let is_bare = matches!(verb, "do" | "does");
    let (name, is_named) = match subject {
        "you" => (voices.other?, true),
        "i" => (voices.speaker, true),
        "we" => ("they", false),
        "it" | "he" | "she" | "they" | "this" | "that" | "there" => (subject, false),
        _ => return None,
    };
    if is_generic(words) || words.written[auxiliary + 1].ends_with([',', ';']) || is_mixed(words) {
        return None;
    }
    if verb == "did" {
        let main = past(words.get(rest))?;
        return Some(format!("{name} {main} {}", behind_verb(words, rest, voices)?));
    }
    // "They" and "it" need no other verb than the one they had; a bare "do" leaves its place to the verb.
    let takes_s = is_named || matches!(subject, "it" | "he" | "she" | "this" | "that");
    if is_bare {
        let main = words.get(rest);
        let main = if takes_s { third_person(main)? } else { main.to_owned() };
        return Some(format!("{name} {main} {}", behind_verb(words, rest, voices)?));
    }
    let verb = if is_named { third_person(verb)? } else { verb.to_owned() };
    let behind = if rest < words.folded.len() { turned(words, rest, voices)? } else { String::new() };
    Some(format!("{name} {verb} {behind}"))
}

fn behind_verb(words: &ReportWords<'_>, verb: usize, voices: Voices<'_>) -> Option<String> {
    if verb + 1 < words.folded.len() { turned(words, verb + 1, voices) } else { Some(String::new()) }
}

fn turned(words: &ReportWords<'_>, from: usize, voices: Voices<'_>) -> Option<String> {
    if from >= words.folded.len() {
        return None;
    }
    turned_part(words, from, words.folded.len(), voices)
}

/// The words with every "I", "you" and "we" as the names they stand for.
fn turned_part(words: &ReportWords<'_>, from: usize, until: usize, voices: Voices<'_>) -> Option<String> {
    if is_mixed(words) || is_generic(words) {
        return None;
    }
    let mut told = String::new();
    let mut at = from;
    while at < until {
        let word = words.written[at];
        let folded = words.get(at);
        let (head, tail) = around(word);
        let mut taken = 1;
        let piece = match folded {
            "i" | "i'm" | "i've" | "i'd" | "i'll" => {
                let (verb, used) = subject(words, at, until)?;
                taken += used;
                if verb.is_empty() { voices.speaker.to_owned() } else { format!("{} {verb}", voices.speaker) }
            }
            "you're" | "you've" | "you'd" | "you'll" => {
                let (verb, used) = subject(words, at, until)?;
                taken += used;
                format!("{} {verb}", voices.other?)
            }
            "you" if is_subject(words, at, from) => {
                let (verb, used) = subject(words, at, until)?;
                taken += used;
                format!("{} {verb}", voices.other?)
            }
            "me" | "myself" => voices.speaker.to_owned(),
            "my" | "mine" => possessive(voices.speaker),
            "you" | "yourself" => voices.other?.to_owned(),
            "your" | "yours" => possessive(voices.other?),
            "we" => "they".to_owned(),
            "we're" => "they're".to_owned(),
            "we've" => "they've".to_owned(),
            "we'll" => "they'll".to_owned(),
            "we'd" => "they'd".to_owned(),
            "us" => "them".to_owned(),
            "our" => "their".to_owned(),
            "ours" => "theirs".to_owned(),
            "ourselves" => "themselves".to_owned(),
            _ => String::new(),
        };
        if !told.is_empty() {
            told.push(' ');
        }
        if piece.is_empty() {
            let is_opening = at == from && told.is_empty();
            told.push_str(&if is_opening { lowered(word) } else { word.to_owned() });
        } else {
            told.push_str(head);
            told.push_str(&piece);
            told.push_str(if taken > 1 { around(words.written[at + taken - 1]).1 } else { tail });
        }
        at += taken;
    }
    Some(told)
}

/// What stands before and behind a word's letters.
fn around(word: &str) -> (&str, &str) {
    let core = core(word);
    let at = word.find(core).unwrap_or(0);
    (&word[..at], &word[at + core.len()..])
}

/// The verb behind the name that "I" or "you" stands for, and how many words it took.
fn subject(words: &ReportWords<'_>, at: usize, until: usize) -> Option<(String, usize)> {
    // "My wife and I go" is not "my wife and X goes".
    let before = if at > 0 { words.get(at - 1) } else { "" };
    let is_joined = at > 1 && matches!(before, "and" | "or") && !words.written[at - 2].ends_with([',', ';', '.']);
    let is_cut = around(words.written[at]).1.contains([',', ';', '.', '-']);
    if is_cut || at + 1 >= until {
        return None;
    }
    let behind: Vec<&str> = words.folded[at + 1..until.min(at + 5)].iter().map(String::as_str).collect();
    let (verb, used) = behind_name(words.get(at), &behind)?;
    if is_joined && words.folded[at + 1..at + 1 + used].join(" ") != verb {
        return None;
    }
    Some((verb, used))
}

/// Whether a "you" begins a clause, so that a verb must agree with it.
fn is_subject(words: &ReportWords<'_>, at: usize, from: usize) -> bool {
    if at == from && (at == 0 || words.get(at - 1) != "not") {
        return true;
    }
    let before = words.get(at - 1);
    let behind = words.get(at + 1);
    words.written[at - 1].ends_with([',', ';', ':'])
        || matches!(
            before,
            "that"
                | "because"
                | "but"
                | "and"
                | "so"
                | "think"
                | "hope"
                | "what"
                | "where"
                | "how"
                | "why"
                | "who"
                | "which"
                | "while"
                | "until"
                | "before"
                | "after"
                | "know"
                | "believe"
                | "sure"
                | "guess"
                | "whether"
                | "wish"
                | "bet"
                | "glad"
                | "since"
                | "says"
                | "heard"
        )
        || matches!(
            behind,
            "are" | "were" | "have" | "can" | "could" | "will" | "would" | "should" | "don't" | "do" | "did"
        )
}

/// Whether "you" means anyone, or the one spoken to is not the one who is meant.
fn is_generic(words: &ReportWords<'_>) -> bool {
    let has_you = words.folded.iter().any(|word| word == "you" || word.starts_with("you'") || word == "your");
    has_you
        && words.folded.iter().enumerate().any(|(at, word)| match word.as_str() {
            "if" | "when" | "whenever" | "once" | "unless" | "wherever" | "whatever" => true,
            "you" => matches!(words.get(at + 1), "know" | "see" | "guys" | "all" | "never" | "two" | "both" | "people"),
            _ => false,
        })
}

/// Whether a "you" stands in a sentence about something else: "it lets you move" may mean anyone.
fn has_distant_you(words: &ReportWords<'_>) -> bool {
    let is_you = |word: &str| word == "you" || word.starts_with("you'") || word == "your";
    !is_you(words.first()) && words.folded.iter().any(|word| is_you(word)) && !matches!(words.first(), "my" | "we")
}

/// Whether "we" cannot become "they", because others are "they" already.
fn is_mixed(words: &ReportWords<'_>) -> bool {
    let has =
        |forms: &[&str]| words.folded.iter().any(|word| forms.contains(&word.split('\'').next().unwrap_or_default()));
    has(&["we", "us", "our", "ours", "let"]) && has(&["they", "them", "their", "theirs"])
}

fn possessive(name: &str) -> String {
    format!("{name}'s")
}

/// The opening word without its capital, when it is a small word and no name.
fn lowered(word: &str) -> String {
    let folded = core(word.split(' ').next().unwrap_or_default()).to_ascii_lowercase();
    let is_small = OPENS_STATEMENT.contains(&folded.as_str())
        || ["what", "where", "when", "why", "how", "who", "which", "whose", "if"].contains(&folded.as_str());
    let mut characters = word.chars();
    match characters.next() {
        Some(first) if is_small => first.to_lowercase().chain(characters).collect(),
        _ => word.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speech_is_told_in_the_third_person() {
        let voices = Voices { speaker: "Ana", other: Some("Ben") };
        for (said, told) in [
            ("I went to Paris.", Some("Ana went to Paris.")),
            ("I've lost my key!", Some("Ana has lost Ana's key.")),
            ("I will send you to a specialist.", Some("Ana will send Ben to a specialist.")),
            ("You should see a doctor.", Some("Ana says Ben should see a doctor.")),
            ("My brother lives in Oslo.", Some("Ana says Ana's brother lives in Oslo.")),
            ("The meeting is at 3:30.", Some("Ana says the meeting is at 3:30.")),
            ("Let's go to the gym.", Some("Ana suggests they go to the gym.")),
            ("Please call me tomorrow.", Some("Ana asks Ben to call Ana tomorrow.")),
            ("Don't worry about it.", Some("Ana tells Ben not to worry about it.")),
            ("Do you like jazz?", Some("Ana asks if Ben likes jazz.")),
            ("What do you want?", Some("Ana asks what Ben wants .")),
            ("How much is it?", Some("Ana asks how much it is .")),
            ("Can I help you?", Some("Ana asks if Ana can help Ben.")),
            ("Could you please open the window?", Some("Ana asks Ben to open the window.")),
            ("Where did you go last night?", Some("Ana asks where Ben went last night.")),
            ("What's your name?", Some("Ana asks what Ben's name is.")),
            ("It lets you move.", None),
            ("Why don't we eat out?", Some("Ana suggests they eat out.")),
            ("When you are old, you forget.", None),
            ("I read the book.", None),
            ("My wife and I go there.", None),
            ("\"I hate it\", he said.", None),
            ("We told them our plan.", None),
            ("Going home.", None),
            ("", None),
        ] {
            let told = told.map(|told: &str| told.replace(" .", "."));
            assert_eq!(reported(said, voices), told, "{said}");
        }
        let alone = Voices { speaker: "Ana", other: None };
        assert_eq!(reported("I miss you.", alone), None);
        assert_eq!(reported("I miss Rome.", alone).as_deref(), Some("Ana misses Rome."));
    }
}
