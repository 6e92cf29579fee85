//! Who of the people that a prompt names would say what is asked for, and how they would put it.
//!
//! "What did Tim recommend to John?" is answered by Tim, who says "I" of himself and "you" to John. It is who is named first,
//! who is joined to that by "and", and who stands behind "from" or "by"; in Japanese who has は or が behind the name. Who is
//! only called does not tell.

use std::ops::Range;

/// What stands between two who do something together.
const JOINERS: [&str; 10] = ["and", "&", "or", ",", ", and", "と", "や", "、", "・", "とか"];

/// Behind these stands who does it, whoever is named first.
const DOERS: [&str; 2] = ["from", "by"];

/// What may stand before the name of someone who is called, and what stands behind it.
const CALLS: [&str; 8] = ["hey", "hi", "hello", "ok", "okay", "dear", "ねえ", "ねえ、"];
const PAUSES: [char; 6] = [',', '!', '、', '，', '！', ':'];

/// What stands behind a Japanese name, and behind who does it.
const HONORIFICS: [&str; 6] = ["さん", "ちゃん", "くん", "君", "さま", "様"];
const SUBJECTS: [&str; 2] = ["は", "が"];

/// What stands behind the name of someone who has something.
const OWNERS: [&str; 2] = ["'s", "’s"];

/// Where a prompt names someone.
struct NameMention {
    /// Which of the people.
    person: usize,
    /// The name, without what stands behind it.
    name: Range<usize>,
    /// With an honorific, or with the mark of an owner.
    whole: Range<usize>,
    is_owner: bool,
    is_japanese: bool,
}

/// Which of the people, all of whom the prompt names, would say what it asks for; all of those whom it is not seen to name.
pub fn tellers(prompt: &str, people: &[&str]) -> Vec<bool> {
    who_tells(prompt, &mentions(prompt, people), people.len())
}

/// What the prompt asks, as those would put it: "What did I recommend to you?".
pub fn as_they_put_it(prompt: &str, people: &[&str]) -> String {
    let mentions = mentions(prompt, people);
    let tells = who_tells(prompt, &mentions, people.len());
    let mut put = String::with_capacity(prompt.len());
    let mut from = 0;
    for mention in &mentions {
        put.push_str(&prompt[from..mention.whole.start]);
        put.push_str(match (mention.is_japanese, tells[mention.person], mention.is_owner) {
            (true, true, _) => "私",
            (true, false, _) => "あなた",
            (false, true, true) => "my",
            (false, true, false) => "I",
            (false, false, true) => "your",
            (false, false, false) => "you",
        });
        from = mention.whole.end;
    }
    put.push_str(&prompt[from..]);
    put
}

fn who_tells(prompt: &str, mentions: &[NameMention], people: usize) -> Vec<bool> {
    let is_subject =
        |m: &NameMention| m.is_japanese && SUBJECTS.iter().any(|mark| prompt[m.whole.end..].starts_with(mark));
    // "Mia, what did Tim paint?" is spoken to Mia.
    let is_called = matches!(mentions, [first, next, ..] if is_called(prompt, first, next));
    let first = mentions.iter().position(is_subject).unwrap_or(usize::from(is_called));
    let mut tells = vec![true; people];
    let mut was_named = vec![false; people];
    for (number, mention) in mentions.iter().enumerate() {
        let is_joined = |(one, other): (&NameMention, &NameMention)| {
            let between = prompt[one.whole.end..other.name.start].trim();
            JOINERS.iter().any(|joiner| between.eq_ignore_ascii_case(joiner))
        };
        let before = number.checked_sub(1).map(|before| &mentions[before]);
        let is_with_teller = before.is_some_and(|before| tells[before.person] && is_joined((before, mention)))
            || mentions.get(number + 1).is_some_and(|next| number + 1 == first && is_joined((mention, next)));
        let word_before = prompt[..mention.name.start].split_whitespace().next_back().unwrap_or_default();
        let is_doer = DOERS.iter().any(|doer| word_before.eq_ignore_ascii_case(doer));
        let is_teller = number == first || is_with_teller || is_doer;
        // One who tells anywhere tells.
        let person = mention.person;
        tells[person] = is_teller || (was_named[person] && tells[person]);
        was_named[person] = true;
    }
    tells
}

/// Whether the prompt begins with a name only to call that person; another one is named behind it.
fn is_called(prompt: &str, first: &NameMention, next: &NameMention) -> bool {
    let before = prompt[..first.name.start].trim();
    let behind = prompt[first.whole.end..next.name.start].trim();
    let is_first = before.is_empty() || CALLS.iter().any(|call| before.eq_ignore_ascii_case(call));
    is_first && behind.starts_with(PAUSES) && !JOINERS.contains(&behind)
}

/// Where the prompt names any of the people, by the whole name or by its first word, in the prompt's order.
fn mentions(prompt: &str, people: &[&str]) -> Vec<NameMention> {
    let first_word = |person: &&str| person.split_whitespace().next().unwrap_or_default().to_owned();
    let mut names: Vec<(usize, String)> = people.iter().map(|person| person.trim().to_owned()).enumerate().collect();
    names.extend(people.iter().map(first_word).enumerate());
    names.retain(|(_, name)| name.chars().nth(1).is_some());
    names.sort_by_key(|(person, name)| (std::cmp::Reverse(name.len()), *person));
    let mut mentions: Vec<NameMention> = Vec::new();
    let mut at = 0;
    while at < prompt.len() {
        let found = names.iter().find(|(_, name)| stands_at(prompt, at, name));
        let Some((person, name)) = found else {
            at += prompt[at..].chars().next().map_or(1, char::len_utf8);
            continue;
        };
        let is_japanese = !name.ends_with(is_letter);
        let end = at + name.len();
        let behind = &prompt[end..];
        let marks: &[&str] = if is_japanese { &HONORIFICS } else { &OWNERS };
        let ends_there = |mark: &str| is_japanese || !behind[mark.len()..].starts_with(is_letter);
        let mark = marks.iter().find(|mark| behind.starts_with(**mark) && ends_there(mark));
        let whole = at..end + mark.map_or(0, |mark| mark.len());
        at = whole.end;
        let is_owner = !is_japanese && mark.is_some();
        mentions.push(NameMention { person: *person, name: whole.start..end, whole, is_owner, is_japanese });
    }
    mentions
}

/// Whether the name stands there, with its edges where it is of letters.
fn stands_at(prompt: &str, at: usize, name: &str) -> bool {
    let is_there = prompt.get(at..at + name.len()).is_some_and(|found| found.eq_ignore_ascii_case(name));
    is_there
        && !(name.starts_with(is_letter) && prompt[..at].ends_with(is_letter))
        && !(name.ends_with(is_letter) && prompt[at + name.len()..].starts_with(is_letter))
}

fn is_letter(c: char) -> bool {
    c.is_ascii_alphanumeric()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TWO: [&str; 2] = ["John", "Tim Reed"];

    #[test]
    fn who_is_named_first_tells_and_who_is_joined_to_that() {
        assert_eq!(tellers("What did Tim recommend to John?", &TWO), [false, true]);
        assert_eq!(tellers("What did john say about Tim's plan?", &TWO), [true, false]);
        assert_eq!(tellers("What do John and Tim both like?", &TWO), [true, true]);
        assert_eq!(tellers("Which advice has John received from Tim?", &TWO), [true, true]);
        assert_eq!(tellers("Did John see Tim when John was away?", &TWO), [true, false]);
        assert_eq!(tellers("What did Tim paint?", &["Tim Reed"]), [true]);
        assert_eq!(tellers("Tim, what did John paint?", &TWO), [true, false]);
        assert_eq!(tellers("Hey John! Where was Tim?", &TWO), [false, true]);
        assert_eq!(tellers("Tim, John went where?", &TWO), [true, true]);
        assert_eq!(tellers("nobody", &TWO), [true, true]);
    }

    #[test]
    fn in_japanese_it_is_who_does_it() {
        let people = ["田中", "美咲"];
        assert_eq!(tellers("田中さんが美咲に勧めた本は？", &people), [true, false]);
        assert_eq!(tellers("美咲に田中さんが勧めた本は？", &people), [true, false]);
        assert_eq!(tellers("田中さんと美咲が行った店は？", &people), [true, true]);
        assert_eq!(tellers("ねえ田中さん、昨日の美咲の話は何だった？", &people), [false, true]);
        assert_eq!(tellers("美咲の好きな店", &["美咲"]), [true]);
    }

    #[test]
    fn they_say_i_of_themselves_and_you_to_the_other() {
        assert_eq!(as_they_put_it("What did Tim Reed recommend to John?", &TWO), "What did I recommend to you?");
        assert_eq!(as_they_put_it("Does Tim like John’s cat, or Timo's?", &TWO), "Does I like your cat, or Timo's?");
        assert_eq!(as_they_put_it("What are tim's kids called?", &["Tim"]), "What are my kids called?");
        assert_eq!(as_they_put_it("田中さんが美咲に勧めた本は？", &["田中", "美咲"]), "私があなたに勧めた本は？");
        assert_eq!(as_they_put_it("été à b", &["b"]), "été à b");
        assert_eq!(as_they_put_it("", &TWO), "");
    }
}
