//! The expressions of a folded line: words of time that stand together.

use std::ops::Range;

use super::atom::{Atom, Expression, NamedDay, Period, Year};
use super::written::{self, NumberContext, follows_preposition};
use super::{count, table};

/// Longer inline code is not looked for.
const LONGEST_CODE: usize = 200;

/// Calls `found` with the place of each expression and what it says.
pub(super) fn each(line: &str, mut found: impl FnMut(Range<usize>, Expression)) {
    let mut at = 0;
    while let Some(c) = line[at..].chars().next() {
        if let Some(after) = aside(line, at, c) {
            at = after;
        } else if !can_begin(c) {
            at += c.len_utf8();
        } else if let Some((run, end)) = run_at(line, at) {
            found(at..end, run);
            at = end;
        } else if c.is_ascii_alphanumeric() {
            at += line[at..].bytes().take_while(|b| b.is_ascii_alphanumeric() || *b == b'_').count();
        } else {
            at += c.len_utf8();
        }
    }
}

/// Whether an expression can begin with the character, so that most of a text is passed over quickly.
fn can_begin(c: char) -> bool {
    const OF_NUMBERS: &str = "第令平昭大明数半過直最向〇零一二三四五六七八九十百千元";
    c.is_ascii_alphanumeric() || (!c.is_ascii() && (table::can_begin(c) || OF_NUMBERS.contains(c)))
}

/// The end of inline code or an address that begins here.
fn aside(line: &str, at: usize, c: char) -> Option<usize> {
    let rest = &line[at..];
    if c == '`' {
        let code = rest[1..].bytes().take(LONGEST_CODE).position(|b| b == b'`')?;
        return Some(at + code + 2);
    }
    let is_address = c == 'h' && (rest.starts_with("http://") || rest.starts_with("https://"));
    is_address.then(|| at + rest.bytes().take_while(u8::is_ascii_graphic).count())
}

/// The expression that begins here, and its end.
fn run_at(line: &str, at: usize) -> Option<(Expression, usize)> {
    let mut run = Expression::default();
    let mut end = at;
    let mut from = at;
    // Each round fills a place of the run, so that there are few.
    loop {
        let is_adjacent = from > at && (from == end || takes_more(&run));
        let Some((atoms, length)) = atoms_at(line, from, is_adjacent) else { break };
        let mut longer = run;
        if !atoms.iter().all(|atom| longer.take(*atom)) {
            break;
        }
        run = longer;
        end = from + length;
        from = end + joint(&line[end..]);
        if from >= line.len() {
            break;
        }
    }
    if end == at {
        return None;
    }
    if run.is_weak && has_support(&run, &line[..at], &line[end..]) {
        run.is_weak = false;
    }
    Some((run, end + annotation(&line[end..])))
}

/// Whether a number behind a joint can go on with the date: "March 5", "5 March 2024".
fn takes_more(run: &Expression) -> bool {
    run.period.is_some() || run.year.is_some()
}

fn atoms_at(line: &str, at: usize, is_adjacent: bool) -> Option<(Vec<Atom>, usize)> {
    let (before, text) = line.split_at(at);
    let first = text.chars().next()?;
    let last = before.chars().next_back();
    if first.is_ascii_alphanumeric() && last.is_some_and(|b| b.is_ascii_alphanumeric() || b == '_') {
        return None;
    }
    let counted = count::at(text, before);
    let entry = table::word(text, last, is_adjacent);
    if let Some((atom, length)) = counted
        && entry.is_none_or(|entry| entry.phrase.len() < length)
    {
        return Some((vec![atom], length));
    }
    if let Some(entry) = entry {
        return Some((entry.atoms(), entry.phrase.len()));
    }
    written::at(NumberContext { text, before, is_adjacent })
}

/// What may stand between two words of one expression.
fn joint(after: &str) -> usize {
    let end = annotation(after);
    let rest = &after[end..];
    for particle in ["の", "頃の", "ごろの"] {
        if rest.starts_with(particle) {
            return end + particle.len();
        }
    }
    let mut length = rest.len() - rest.strip_prefix("'s").unwrap_or(rest).len();
    length += usize::from(rest[length..].starts_with(','));
    let spaced = rest[length..].trim_start_matches(' ');
    let gap = rest.len() - length - spaced.len();
    if gap == 0 {
        return if length == 0 { end } else { end + length };
    }
    // No line is crossed, and no more than two spaces.
    if gap > 2 {
        return end;
    }
    length += gap;
    for word in ["of the ", "in the ", "at about ", "of ", "in ", "on ", "at ", "around ", "about ", "the "] {
        if rest[length..].starts_with(word) {
            return end + length + word.len();
        }
    }
    end + length
}

/// (金) or (月・祝) behind a date.
fn annotation(after: &str) -> usize {
    let Some(inner) = after.strip_prefix('(') else { return 0 };
    if !inner.starts_with(['月', '火', '水', '木', '金', '土', '日']) {
        return 0;
    }
    let length: usize = inner.chars().take(6).take_while(|c| *c != ')').map(char::len_utf8).sum();
    if inner[length..].starts_with(')') { length + 2 } else { 0 }
}

/// Whether what stands around an everyday word makes it a time: "in May", 夏に, "in the fall".
fn has_support(run: &Expression, before: &str, after: &str) -> bool {
    const BEHIND: [&str; 7] = ["に", "頃", "ごろ", "から", "まで", "の間", "以"];
    let is_japanese = BEHIND.iter().any(|behind| after.starts_with(behind));
    let before_article = before.strip_suffix("the ").unwrap_or(before);
    match (run.period, run.day) {
        (Some(Period::Season(_)), _) => {
            is_japanese
                || (before_article.len() < before.len() && follows_preposition(before_article))
                || before.ends_with("during ")
        }
        (Some(Period::Month(_)), _) | (_, Some(NamedDay::Weekday(_))) => follows_preposition(before),
        _ => is_japanese || matches!(run.year, Some(Year::Of(_))),
    }
}
