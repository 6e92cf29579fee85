//! What an English message wants, clause by clause.

use super::{MessageType, most_demanding, phrases};
use crate::action;
use crate::fold::fold;
use MessageType::{Greeting, Question, Request, Statement};

/// Whoever is greeted is named in so many words at most.
const LONGEST_NAME: usize = 4;
/// "How are you doing today, my friend" is asked in so many words at most.
const LONGEST_HOWDY: usize = 6;
/// A heading such as "weather in Osaka" has so many words at most.
const LONGEST_HEADING: usize = 7;
/// "Please" among fewer words is an answer: "yes please".
const FEWEST_ASKED_FOR: usize = 3;

pub(super) fn kind(text: &str) -> MessageType {
    let mut parts: Vec<Option<MessageType>> = Vec::new();
    for clause in clauses(text) {
        let goes_on = parts.last() == Some(&Some(Statement)) && clause.is_relative();
        parts.push(if goes_on { Some(Statement) } else { clause_kind(&clause) });
    }
    most_demanding(&parts)
}

/// What a clause wants; `None` when it only opens, agrees or thanks.
fn clause_kind(clause: &EnglishClause) -> Option<MessageType> {
    let mut words = clause.words.as_slice();
    let mut is_greeted = false;
    // "Perfect" answers; "nice to meet you" goes on.
    if opens(words, "en_praise") == Some(words.len()) {
        return None;
    }
    loop {
        if let Some(length) = opens(words, "en_hello").filter(|_| !is_time(words)) {
            (words, is_greeted) = (&words[length..], true);
        } else if let Some(length) = opens(words, "en_opener") {
            words = &words[length..];
        } else {
            break;
        }
    }
    if words.is_empty() {
        return is_greeted.then_some(Greeting);
    }
    let said = ClauseWords { words, is_asked: clause.is_asked };
    match said.kind() {
        // "Hello my friend": who is greeted says nothing.
        Statement if is_greeted && words.len() <= LONGEST_NAME && (!said.tells() || words == ["you"]) => Some(Greeting),
        kind => Some(kind),
    }
}

/// "Morning meetings are too long" does not greet.
fn is_time(words: &[String]) -> bool {
    matches!(words[0].as_str(), "morning" | "afternoon" | "evening") && words.len() > LONGEST_NAME
}

/// The words of a clause behind its openers; there is one at least.
#[derive(Clone, Copy)]
struct ClauseWords<'w> {
    words: &'w [String],
    is_asked: bool,
}

impl<'w> ClauseWords<'w> {
    fn kind(self) -> MessageType {
        let is_howdy = self.begins("en_howdy") && self.words.len() <= LONGEST_HOWDY;
        if is_howdy || self.has("en_meet") || self.soon("en_wish").is_some_and(|at| at <= 1) {
            return Greeting;
        }
        let is_hushed = opens(self.words, "en_quiet_alone") == Some(self.words.len());
        if is_hushed || self.has("en_quiet") || self.asks_for_fun() {
            return Request;
        }
        if self.begins("en_thanks") {
            return Statement;
        }
        if self.begins("en_wh") {
            return Question;
        }
        let act = self.asked_of_you().or_else(|| self.asked_for_me()).or_else(|| self.inverted());
        act.or_else(|| self.wanted()).or_else(|| self.ordered()).unwrap_or_else(|| self.otherwise())
    }

    /// A joke is asked for in any form: "know any jokes?"
    fn asks_for_fun(self) -> bool {
        let tells = matches!(self.first(), "i" | "that" | "it" | "this" | "what" | "who" | "why" | "your");
        self.has("en_fun") && (self.has("en_fun_ask") && !tells || self.begins("en_want"))
    }

    /// "Can you call a taxi" asks for a deed, unless it is to tell something, or asks what an assistant can do.
    fn asked_of_you(self) -> Option<MessageType> {
        let asked = self.behind(opens(self.words, "en_ask_you")?)?;
        let skipped = asked.words.iter().take_while(|word| matches!(word.as_str(), "please" | "just" | "also")).count();
        let asked = asked.behind(skipped)?;
        if self.begins("en_tell") || asked.begins("en_tell") || asked.words.iter().any(|word| is_wh(word)) {
            return Some(Question);
        }
        let may_be_able = matches!(self.first(), "can" | "could" | "do" | "are" | "would" | "will");
        let is_ability = asked.begins("en_live") || asked.words.len() == 1 && !asked.begins("en_does_alone");
        let is_for_me = self.has_word("please") || self.has_word("me") || self.has_word("my");
        Some(if may_be_able && is_ability && !is_for_me { Question } else { Request })
    }

    /// "Can I get a table" wants the table, "can I pay by card" an answer.
    fn asked_for_me(self) -> Option<MessageType> {
        let asked = self.behind(opens(self.words, "en_may_i")?);
        Some(if asked.is_some_and(|asked| !asked.has("en_info")) { Request } else { Question })
    }

    /// "Is it cold", "did I pay": the verb stands before whom it is about.
    fn inverted(self) -> Option<MessageType> {
        const FIRST: [&str; 19] = [
            "is", "are", "am", "was", "were", "do", "does", "did", "has", "have", "had", "should", "shall", "will",
            "would", "can", "could", "may", "might",
        ];
        const ABOUT: [&str; 29] = [
            "i", "you", "we", "they", "he", "she", "it", "there", "this", "that", "these", "those", "the", "my",
            "your", "our", "their", "his", "her", "any", "anyone", "anybody", "someone", "a", "an", "not", "all",
            "either", "people",
        ];
        let (first, second) = (self.first(), self.words.get(1)?.as_str());
        let is_order = matches!(first, "do" | "have")
            && matches!(second, "not" | "the" | "a" | "an" | "it" | "this" | "that")
            && !self.is_asked;
        // "Does Ireland require a visa": these forms begin nothing but questions.
        let only_asks = matches!(first, "is" | "are" | "does" | "did" | "was" | "were" | "will" | "should" | "could");
        (FIRST.contains(&first) && !is_order && (ABOUT.contains(&second) || only_asks)).then_some(Question)
    }

    /// "I'm looking for a flight", "I need a cab". What a body wants, nobody can fetch.
    fn wanted(self) -> Option<MessageType> {
        let from = self.soon("en_want")?;
        let length = opens(&self.words[from..], "en_want")?;
        let object = self.behind(from + length)?;
        let skipped =
            object.words.iter().take_while(|word| matches!(word.as_str(), "to" | "a" | "an" | "some" | "the"));
        let object = object.behind(skipped.count())?;
        if object.begins("en_learn") {
            return Some(Question);
        }
        let is_denied = self.words[..from + length].iter().any(|word| word == "not");
        Some(if object.begins("en_body") || is_denied { Statement } else { Request })
    }

    /// "Set an alarm", "go ahead and delete it", "please tell me how".
    fn ordered(self) -> Option<MessageType> {
        const BEFORE: [&str; 5] = ["please", "kindly", "just", "now", "also"];
        let ahead = if self.words.len() > 3 && self.words[0] == "go" && self.words[1] == "ahead" { 3 } else { 0 };
        let before = self.words.iter().take_while(|word| BEFORE.contains(&word.as_str())).count();
        let order = self.behind(ahead.max(before))?;
        if order.begins("en_tell") {
            return Some(if order.has("en_fun") { Request } else { Question });
        }
        let follows = order.words.get(1).map_or("", String::as_str);
        let is_verb = action::is_order_verb(order.first()) || phrases("en_verb").contains(&order.first());
        let is_subject =
            matches!(follows, "is" | "was" | "are" | "were" | "has" | "will" | "would" | "sounds" | "works");
        let is_order = is_verb && !is_subject || order.first() == "do" && follows == "not";
        (is_order || order.begins("en_let") || order.looks_like_an_order() || self.is_switched()).then_some(Request)
    }

    /// "Restore the settings": a word that is none of the usual beginnings, and what it is done to.
    fn looks_like_an_order(self) -> bool {
        const OBJECTS: [&str; 9] = ["the", "my", "our", "a", "an", "all", "this", "these", "me"];
        let first = self.first();
        let is_other_form = ["ed", "ing", "s", "ly"].iter().any(|ending| first.ends_with(ending));
        let follows = self.words.get(1).is_some_and(|word| OBJECTS.contains(&word.as_str()));
        follows
            && !is_other_form
            && first.len() > 2
            && ![phrases("en_no_order"), phrases("en_praise")].concat().contains(&first)
    }

    /// "Lights off".
    fn is_switched(self) -> bool {
        let is_short = (2..=FEWEST_ASKED_FOR).contains(&self.words.len());
        is_short && !self.tells() && matches!(self.words.last().map(String::as_str), Some("on" | "off"))
    }

    fn otherwise(self) -> MessageType {
        let is_heading = self.words.len() <= LONGEST_HEADING && self.has("en_info") && !self.tells();
        // "My card must be blocked", but "it must be hard".
        let is_due = matches!(self.first(), "my" | "our" | "someone" | "somebody") && self.has("en_suppose");
        let is_long = self.words.len() >= FEWEST_ASKED_FOR;
        if self.has_word("please") && is_long || is_due || self.has_later("en_ask_you") {
            Request
        } else if self.is_asked
            || self.has("en_wh_strong")
            || self.has("en_wonder")
            || self.has("en_wh_inside") && !self.tells()
            || is_heading
        {
            Question
        } else {
            Statement
        }
    }

    /// Whether it tells something: it begins with whom it is about.
    fn tells(self) -> bool {
        const TELLERS: [&str; 21] = [
            "i", "you", "we", "they", "he", "she", "it", "that", "this", "my", "your", "there", "the", "not", "no",
            "am", "is", "are", "these", "those", "its",
        ];
        TELLERS.contains(&self.first())
    }

    fn first(self) -> &'w str {
        self.words[0].as_str()
    }

    /// The words behind so many; none when none are left.
    fn behind(self, count: usize) -> Option<Self> {
        let words = self.words.get(count..).filter(|words| !words.is_empty())?;
        Some(Self { words, is_asked: self.is_asked })
    }

    fn begins(self, kind: &str) -> bool {
        opens(self.words, kind).is_some()
    }

    /// Where a phrase of the kind begins, among the first few words.
    fn soon(self, kind: &str) -> Option<usize> {
        (0..self.words.len().min(4)).find(|at| opens(&self.words[*at..], kind).is_some())
    }

    fn has(self, kind: &str) -> bool {
        (0..self.words.len()).any(|at| opens(&self.words[at..], kind).is_some())
    }

    /// As [`Self::has`], for "my card is lost can you block it".
    fn has_later(self, kind: &str) -> bool {
        self.behind(2).is_some_and(|rest| rest.has(kind))
    }

    fn has_word(self, word: &str) -> bool {
        self.words.iter().any(|known| known == word)
    }
}

fn is_wh(word: &str) -> bool {
    matches!(word, "what" | "when" | "where" | "who" | "whose" | "which" | "how" | "why" | "if" | "whether")
}

/// How many words the longest phrase of the kind has with which the words begin.
fn opens(words: &[String], kind: &str) -> Option<usize> {
    let first = words.first()?.as_str();
    let begins = |phrase: &str| {
        let mut known = words.iter();
        phrase.starts_with(first) && phrase.split(' ').all(|word| known.next().is_some_and(|known| known == word))
    };
    let lengths = phrases(kind).iter().filter(|phrase| begins(phrase)).map(|phrase| phrase.split(' ').count());
    lengths.max()
}

/// A stretch between commas and stops, in words without contractions.
struct EnglishClause {
    words: Vec<String>,
    is_asked: bool,
    /// Whether a comma stands before it.
    is_behind_comma: bool,
}

impl EnglishClause {
    /// "He has a tenant, who gets cheap rent": whom the clause before names. "It is late, where is he" asks.
    fn is_relative(&self) -> bool {
        const ASKS: [&str; 14] =
            ["is", "are", "was", "were", "do", "does", "did", "can", "could", "should", "will", "would", "has", "have"];
        let next = self.words.get(1).is_some_and(|next| !ASKS.contains(&next.as_str()));
        let can_be = match self.words.first().map(String::as_str) {
            Some("who" | "which" | "whose") => true,
            Some("where" | "when") => next,
            _ => false,
        };
        can_be && self.is_behind_comma && !self.is_asked
    }
}

fn clauses(text: &str) -> Vec<EnglishClause> {
    let mut clauses: Vec<EnglishClause> = Vec::new();
    // Of "7 a.m." and "7:30" the dot and the colon end nothing.
    let (mut is_within, mut is_behind_comma) = (false, false);
    for part in fold(text).split_inclusive([',', ';', '!', '?', '\n', '(', ')', ':', '.']) {
        let is_asked = part.ends_with('?');
        let mut words: Vec<String> = Vec::new();
        for word in part.split(|c: char| !c.is_alphanumeric() && c != '\'') {
            write_out(word.trim_matches('\''), &mut words);
        }
        let goes_on = words.is_empty() || is_within && part.starts_with(char::is_alphanumeric);
        is_within = part.ends_with(['.', ':', ',']);
        match clauses.last_mut().filter(|_| goes_on) {
            Some(last) => {
                last.words.append(&mut words);
                last.is_asked |= is_asked;
            }
            None if words.is_empty() => {}
            None => clauses.push(EnglishClause { words, is_asked, is_behind_comma }),
        }
        is_behind_comma = part.ends_with(',');
    }
    clauses
}

/// Adds the word, contractions apart: "i'd" is "i would", "don't" is "do not".
fn write_out(word: &str, words: &mut Vec<String>) {
    const WHOLE: [(&str, &str); 13] = [
        ("can't", "can not"),
        ("won't", "will not"),
        ("cannot", "can not"),
        ("let's", "let us"),
        ("dont", "do not"),
        ("im", "i am"),
        ("u", "you"),
        ("pls", "please"),
        ("plz", "please"),
        ("wanna", "want to"),
        ("gotta", "got to"),
        ("gimme", "give me"),
        ("thx", "thanks"),
    ];
    const ENDINGS: [(&str, &str); 6] =
        [("n't", "not"), ("'d", "would"), ("'m", "am"), ("'re", "are"), ("'ll", "will"), ("'ve", "have")];
    // "Tomorrow's" is no sentence, "what's" is one.
    const IS: [&str; 14] = [
        "what",
        "who",
        "where",
        "when",
        "how",
        "why",
        "it",
        "that",
        "there",
        "here",
        "he",
        "she",
        "everything",
        "this",
    ];
    if word.is_empty() {
        return;
    }
    if let Some((_, long)) = WHOLE.iter().find(|(short, _)| *short == word) {
        words.extend(long.split(' ').map(str::to_owned));
        return;
    }
    let ending = ENDINGS.iter().find_map(|(ending, long)| Some((word.strip_suffix(ending)?, *long)));
    let is = word.strip_suffix("'s").filter(|first| IS.contains(first)).map(|first| (first, "is"));
    match ending.or(is).filter(|(first, _)| !first.is_empty()) {
        Some((first, second)) => words.extend([first.to_owned(), second.to_owned()]),
        None => words.push(word.to_owned()),
    }
}
