//! Japanese: what a clause ends with, and what stands before it.

use std::ops::Range;

use crate::word_sets::{is_in, words};

type Thing = Option<Range<usize>>;

const LONGEST_THING: usize = 30;

pub(super) fn read(text: &str) -> Vec<Thing> {
    let bare = text.trim_end_matches(|c: char| !c.is_alphanumeric() && !matches!(c, '?' | '？' | 'ー' | '〜'));
    let is_question =
        bare.ends_with(['?', '？']) || bare.ends_with("かな") || bare.ends_with("か") || bare.ends_with("っけ");
    let is_quoted = text.contains(['「', '『', '“', '"']);
    if is_question || is_quoted || words("ja_resolution_doubts").iter().any(|word| text.contains(word)) {
        return Vec::new();
    }
    let clauses = clauses(text);
    let found = clauses.iter().enumerate().filter_map(|(at, clause)| {
        let thing = clause_of(text, clause.clone())?;
        let before = at.checked_sub(1).and_then(|at| clauses.get(at)).cloned();
        Some(thing.or_else(|| before.and_then(|before| topic(text, before))))
    });
    found.collect()
}

/// A noun with a comma behind it, which the next clause is about: 「ログインのバグ、直ったよ」.
fn topic(text: &str, clause: Range<usize>) -> Thing {
    let named = text[clause.clone()].trim();
    let is_noun = |c: char| matches!(c, '\u{30A1}'..='\u{30FC}' | '\u{4E00}'..='\u{9FFF}') || c.is_ascii_alphanumeric();
    let is_comma = text[clause.end..].starts_with(['、', '，', ',']);
    let is_named = is_comma && named.ends_with(is_noun) && named.chars().count() <= LONGEST_THING;
    let is_empty = is_in("ja_resolution_beside", named)
        || is_in("ja_resolution_pointing", named)
        || words("ja_resolution_everyday").iter().any(|word| named.ends_with(word));
    let start = named.as_ptr() as usize - text.as_ptr() as usize;
    (is_named && !is_empty).then(|| start..start + named.len())
}

/// The clauses, between commas.
fn clauses(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = 0;
    for (at, c) in text.char_indices() {
        if matches!(c, '、' | '，' | ',' | '。' | '！' | '!' | '：' | ':' | '（' | '）' | '(' | ')' | '…' | '♪' | '\n')
        {
            found.push(start..at);
            start = at + c.len_utf8();
        }
    }
    found.push(start..text.len());
    found
}

fn clause_of(text: &str, clause: Range<usize>) -> Option<Thing> {
    let said = text[clause.clone()].trim_end_matches(|c: char| !c.is_alphanumeric() && !matches!(c, 'ー' | '〜'));
    let (at, done) = words("ja_resolution_done")
        .iter()
        .filter_map(|done| said.rfind(done).map(|at| (at, *done)))
        .filter(|(at, done)| may_end(said[at + done.len()..].trim()))
        .max_by_key(|(at, done)| (at + done.len(), done.len()))?;
    let mut before = &said[..at];
    if done.starts_with("ように") {
        before = words("ja_resolution_works").iter().find_map(|verb| before.strip_suffix(verb))?;
    }
    // 「解決」 and 「完了」 alone are nouns that much can be said of.
    if matches!(done, "解決" | "完了") && !said[at + done.len()..].is_empty() {
        return None;
    }
    thing(before, clause.start)
}

/// Whether a clause may end so behind the verb.
fn may_end(rest: &str) -> bool {
    rest.is_empty() || is_in("ja_resolution_endings", rest)
}

/// What the words before the verb name.
fn thing(before: &str, offset: usize) -> Option<Thing> {
    let mut named = before.trim_end_matches(['の', ' ', '　']).trim_end();
    if before.ends_with('の') {
        return None;
    }
    loop {
        let trimmed =
            words("ja_resolution_beside").iter().find_map(|word| named.strip_suffix(word)).unwrap_or(named).trim_end();
        if trimmed == named {
            break;
        }
        named = trimmed;
    }
    let is_object = named.ends_with('を');
    for particle in ["については", "に関しては", "の方は", "のほうは", "を", "が", "は", "も"] {
        if let Some(rest) = named.strip_suffix(particle) {
            named = rest;
            break;
        }
    }
    // Of 「私は宿題を」, the topic is no part of what was done.
    if is_object && let Some(at) = named.rfind(['は', '、']) {
        let topic = named[at..].chars().next().map_or(0, char::len_utf8);
        named = &named[at + topic..];
    }
    let mut start = named.as_ptr() as usize - before.as_ptr() as usize;
    loop {
        let rest = words("ja_resolution_beside").iter().find_map(|word| named.strip_prefix(word)).unwrap_or(named);
        let rest = rest.trim_start_matches([' ', '　', 'は', 'に', '、']);
        if rest == named {
            break;
        }
        start += named.len() - rest.len();
        named = rest;
    }
    let named = named.trim_end();
    if named.is_empty() || is_in("ja_resolution_pointing", named) {
        return Some(None);
    }
    let is_long = named.chars().count() > LONGEST_THING;
    let is_everyday = words("ja_resolution_everyday").iter().any(|word| named.ends_with(word))
        || named.ends_with(['て', 'で', 'く', 'に']);
    if is_long || is_everyday {
        return None;
    }
    Some(Some(offset + start..offset + start + named.len()))
}
