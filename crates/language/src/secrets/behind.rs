//! Values that follow their label: "the password is X", `password=X`, `<password>X</password>`.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::accept::{Around, Binding, is_secret};
use super::label::{SecretLabel, SecretNoun};
use super::later::told_later;
use super::made_up::{is_made_up, is_surely_made_up};
use super::markup::value_in_markup;
use super::nouns::is_about;
use super::used::{between_commas, wanted};
use super::value::{Look, SecretValue, is_filled, is_year, value_at};
use super::words::{goes_on, is_function_word, is_placeholder};
use crate::pattern::ascii_regex as regex;

/// No sentence has more between a label and its value.
const REACH: usize = 240;

/// The places of the values behind a label that is written in Latin letters.
pub(super) fn values_behind(text: &str, label: &SecretLabel) -> Vec<Range<usize>> {
    let rest = window(text, label.place.end);
    let found = marked(text, label, rest)
        .or_else(|| value_in_markup(text, label, rest))
        .or_else(|| said(text, label, rest))
        .or_else(|| set_to(text, label, rest))
        .or_else(|| wanted(text, label, rest))
        .or_else(|| between_commas(text, label, rest))
        .or_else(|| beside(text, label, rest))
        .or_else(|| told_later(text, label, label.place.end));
    let Some(first) = found else { return Vec::new() };
    let mut places: Vec<Range<usize>> = former(text, label, rest).into_iter().chain([first]).collect();
    let label_text = &text[label.place.clone()];
    let is_plural = label_text.ends_with(['s', 'S']) && !label_text.to_ascii_lowercase().ends_with("pass");
    while places.len() < 20 {
        let last = places[places.len() - 1].end;
        let join = if is_plural { JOIN.find(window(text, last)) } else { OTHER.find(window(text, last)) };
        let is_below = join.is_none();
        let below = || if is_plural { BELOW.find(window(text, last)) } else { None };
        let Some(join) = join.or_else(below) else { break };
        let value = value_at(text, last + join.end()).map(|value| grouped(text, label, value));
        let first = &text[places[0].clone()];
        match value.filter(|value| value.look() >= Look::Typed && !is_below || is_alike(first, value.text)) {
            Some(value) => places.push(value.place),
            None => break,
        }
    }
    let last = places[places.len() - 1].end;
    places.extend(
        told_later(text, label, last).filter(|_| matches!(label.named, SecretNoun::Password | SecretNoun::Digits)),
    );
    places
}

/// Whether two codes are of one list: as long as each other, with digits in the same places.
pub(super) fn is_alike(first: &str, second: &str) -> bool {
    let shape =
        |code: &str| code.bytes().map(|b| if b.is_ascii_alphanumeric() { b'x' } else { b }).collect::<Vec<u8>>();
    let has_digit = |code: &str| code.bytes().any(|b| b.is_ascii_digit());
    first.len() >= 4 && has_digit(first) && has_digit(second) && shape(first) == shape(second)
}

/// Behind a colon, an equals sign, an arrow or a flag.
fn marked(text: &str, label: &SecretLabel, rest: &str) -> Option<Range<usize>> {
    let before = &text[..label.place.start];
    let is_flag = before.ends_with("--") && rest.starts_with([' ', '=']);
    let mut at = if is_flag { 1 } else { MARK.find(rest)?.end() };
    let mark = rest[..at].trim_end();
    let breaks = rest[..at].contains('\n');
    if breaks && label.is_name && !mark.ends_with(':') {
        return None;
    }
    let is_equals = mark.ends_with('=') && !is_flag;
    if mark.ends_with(':')
        && let Some(typed) = TYPED.find(&rest[at..])
    {
        at += typed.end();
    }
    let mut value = value_at(text, label.place.end + at)?;
    if let Some(password) = password_of_pair(label, &value, text) {
        return Some(password);
    }
    if is_equals && !value.is_quoted {
        // `&` ends a value where another parameter follows it; elsewhere it is a mark like others.
        let parameter =
            value.text.match_indices('&').map(|(at, _)| at).find(|at| PARAMETER.is_match(&value.text[*at..]));
        let end = value.text.find([';', ',']).unwrap_or(value.text.len());
        let end = parameter.map_or(end, |at| at.min(end));
        value = SecretValue { text: &value.text[..end], place: value.place.start..value.place.start + end, ..value };
    }
    if breaks && !value.is_quoted && (value.look() < Look::Digits || !is_alone(text, &value)) {
        return None;
    }
    if label.named == SecretNoun::Phrase
        && !value.is_quoted
        && !is_equals
        && let Some(place) = phrase(text, label.named, &value, Binding::Mark)
    {
        return Some(place);
    }
    // `host=db user=app password=two.words`
    if is_equals && is_filled(value.text) && CONNECTION.is_match(line_around(text, label.place.start)) {
        return Some(value.place);
    }
    let value = grouped(text, label, value);
    let is_bare_pass = is_bare_pass(text, label);
    let is_paired = is_paired(text, label);
    let is_word = value.look() < Look::Typed || super::value::is_named_like(value.text);
    if is_bare_pass && !is_paired && is_word && !is_flag && !is_surely_made_up(value.text) {
        return None;
    }
    let name = label.is_name && (is_equals || is_flag);
    let around = Around {
        binding: Binding::Mark,
        after: after(text, &value),
        is_paired,
        is_code: is_code_line(text, label) && !name,
        ends: name || ends(text, &value),
    };
    is_secret(label, &value, around).then_some(value.place)
}

/// The password in `BASIC_AUTH=admin:X`.
fn password_of_pair(label: &SecretLabel, value: &SecretValue<'_>, text: &str) -> Option<Range<usize>> {
    let name = text[label.place.clone()].to_ascii_lowercase();
    let (user, password) =
        value.text.split_once(':').filter(|_| label.is_name && (name.contains("auth") || name.contains("cred")))?;
    let is_pair = user.bytes().all(|b| b.is_ascii_alphanumeric() || b"._@-".contains(&b)) && !user.is_empty();
    let is_password = super::value::look(password) >= Look::Digits;
    (is_pair && is_password).then(|| value.place.start + user.len() + 1..value.place.end)
}

/// Behind "is" and its like.
fn said(text: &str, label: &SecretLabel, rest: &str) -> Option<Range<usize>> {
    if is_bare_pass(text, label) && !is_paired(text, label) {
        return None;
    }
    let found = SAID.find(rest)?;
    let value = value_at(text, label.place.end + found.end())?;
    if text[label.place.clone()].eq_ignore_ascii_case("pass") && value.look() < Look::Typed && !is_made_up(value.text) {
        return None;
    }
    let binding = if found.as_str().trim_end().ends_with(':') { Binding::Mark } else { Binding::Verb };
    // "should be four random words" says how a password is made.
    let is_rule = RULE.is_match(found.as_str());
    if let Some(place) = phrase(text, label.named, &value, binding)
        .filter(|_| matches!(label.named, SecretNoun::Password | SecretNoun::Phrase) && !is_rule)
    {
        return Some(place);
    }
    if text[label.place.clone()].eq_ignore_ascii_case("answer")
        && !value.is_quoted
        && !goes_on(&value.text.to_lowercase())
    {
        let clause = ANSWER.find(window(text, value.place.start))?;
        return Some(value.place.start..value.place.start + clause.end());
    }
    if matches!(label.named, SecretNoun::Digits | SecretNoun::Password)
        && let Some(place) = spoken_digits(text, value.place.start)
    {
        return Some(place);
    }
    if matches!(label.named, SecretNoun::Secret | SecretNoun::Key)
        && let Some(place) = base32_groups(text, value.place.start)
    {
        return Some(place);
    }
    let value = grouped(text, label, value);
    let around = around(text, label, &value, binding);
    (is_chosen(text, label, &value) || is_secret(label, &value, around)).then_some(value.place)
}

/// Whether a made-up word stands where a sentence tells a password.
pub(super) fn is_chosen(text: &str, label: &SecretLabel, value: &SecretValue<'_>) -> bool {
    let is_password = matches!(label.named, SecretNoun::Password | SecretNoun::Phrase);
    is_password && !label.is_name && is_made_up(value.text) && !is_code_line(text, label)
}

/// Behind "to", where something was set or changed.
fn set_to(text: &str, label: &SecretLabel, rest: &str) -> Option<Range<usize>> {
    let found = SET_TO.captures(rest)?;
    let sentence = sentence_before(text, label.place.start);
    if found.name("verb").is_none() && !CHANGES.is_match(sentence) {
        return None;
    }
    let value = value_at(text, label.place.end + found.get(0)?.end())?;
    let around = around(text, label, &value, Binding::Verb);
    (is_chosen(text, label, &value) || is_secret(label, &value, around)).then_some(value.place)
}

/// The old one in "changed the password from X to Y".
fn former(text: &str, label: &SecretLabel, rest: &str) -> Option<Range<usize>> {
    let from = FORMER.find(rest)?;
    let value = value_at(text, label.place.end + from.end())?;
    let around = around(text, label, &value, Binding::Verb);
    is_secret(label, &value, around).then_some(value.place)
}

/// Right beside the label, in brackets, or on the line below.
fn beside(text: &str, label: &SecretLabel, rest: &str) -> Option<Range<usize>> {
    if let Some(place) = in_brackets(text, label, rest) {
        return Some(place);
    }
    let found = BESIDE.captures(rest)?;
    let is_below = found.name("below").is_some();
    if is_below {
        let line = text[..label.place.start].rsplit('\n').next().unwrap_or_default();
        if line.chars().count() > 24 || line.contains(['.', ',', '。', '、', '?']) {
            return None;
        }
    }
    if label.named == SecretNoun::Login {
        return None;
    }
    let value = value_at(text, label.place.end + found.get(0)?.end())?;
    let is_paired = is_paired(text, label);
    let is_bare = is_bare_pass(text, label) && !is_paired;
    let is_out_of_place = label.is_name && !is_below && !(value.is_quoted && found.name("bracket").is_none());
    if is_bare || is_out_of_place || is_below && (!is_alone(text, &value) || value.look() < Look::Digits) {
        return None;
    }
    let is_pin = text[..label.place.start].trim_end().ends_with(|c: char| c.is_ascii_digit());
    if label.named == SecretNoun::Digits
        && (is_pin || !label.is_sure && !POSSESSED.is_match(sentence_before(text, label.place.start)))
    {
        return None;
    }
    let value = grouped(text, label, value);
    let is_note = is_note(text, label, &value);
    // "Building code 2021 requires …"
    if is_year(value.text)
        && text[label.place.clone()].to_ascii_lowercase().starts_with("co")
        && value.look() == Look::Digits
    {
        return None;
    }
    // "I made the password umbrella for now"
    let is_word = value.look() == Look::Word && value.text.len() >= 5 && !is_about(&value.text.to_lowercase());
    let is_set = is_word && MADE.is_match(sentence_before(text, label.place.start)) && ends(text, &value);
    if is_set && label.named == SecretNoun::Password && !label.is_name && !goes_on(&value.text.to_lowercase()) {
        return Some(value.place);
    }
    if !is_below && is_chosen(text, label, &value) && is_surely_made_up(value.text) {
        return Some(value.place);
    }
    let around = Around { is_paired: is_paired || is_note, ..around(text, label, &value, Binding::Beside) };
    is_secret(label, &value, around).then_some(value.place)
}

/// A line of nothing but "pw X": the short words are written where a password follows.
fn is_note(text: &str, label: &SecretLabel, value: &SecretValue<'_>) -> bool {
    let line = text[..label.place.start].rsplit('\n').next().unwrap_or_default();
    let is_short = ["passwd", "pwd", "pw"].iter().any(|word| text[label.place.clone()].eq_ignore_ascii_case(word));
    let is_end = is_alone(text, value) || ends(text, value);
    is_short && line.trim().is_empty() && is_end && !is_about(&value.text.to_lowercase())
}

/// "my password (X)".
fn in_brackets(text: &str, label: &SecretLabel, rest: &str) -> Option<Range<usize>> {
    let is_bracket = rest.trim_start_matches(['"', '\'', '`', '*', ' ', '\t']).starts_with(['(', '[']);
    if label.is_name || !is_bracket {
        return None;
    }
    let found = BRACKETS.captures(rest)?.name("value")?;
    let place = label.place.end + found.start()..label.place.end + found.end();
    let value = SecretValue { text: &text[place.clone()], place, is_quoted: false };
    let around = around(text, label, &value, Binding::Beside);
    (value.look() >= Look::Digits && is_secret(label, &value, around)).then_some(value.place)
}

pub(super) fn around<'t>(text: &'t str, label: &SecretLabel, value: &SecretValue<'_>, binding: Binding) -> Around<'t> {
    Around {
        binding,
        after: after(text, value),
        is_paired: is_paired(text, label),
        is_code: is_code_line(text, label),
        ends: ends(text, value),
    }
}

/// What follows a value and its closing quote.
pub(super) fn after<'t>(text: &'t str, value: &SecretValue<'_>) -> &'t str {
    let after = window(text, value.place.end);
    if value.is_quoted { after.trim_start_matches(['\\', '"', '\'', '`', '」', '』', ' ']) } else { after }
}

/// Whether the clause ends behind the value.
pub(super) fn ends(text: &str, value: &SecretValue<'_>) -> bool {
    let after = after(text, value);
    let next = after.trim_start_matches([' ', '\t', '*']);
    let word = next.split(|c: char| !c.is_ascii_alphabetic()).next().unwrap_or_default();
    next.is_empty()
        || next.starts_with(|c: char| !c.is_ascii())
        || next.starts_with([
            '\n', '\r', '.', ',', ';', '!', '?', ')', '|', '&', '-', '–', '—', '(', '/', '、', '。', '」',
        ])
        || [
            "and", "but", "or", "so", "for", "on", "in", "with", "if", "it", "i", "we", "please", "followed",
            "spelled", "written", "plus", "ok", "then", "as", "when", "user", "username", "login", "all", "thanks",
            "lol", "btw", "because", "since", "until", "though", "while",
        ]
        .contains(&word.to_ascii_lowercase().as_str())
}

/// "purple otter juggles lamps": three words or more, none of which only joins others.
fn phrase(text: &str, named: SecretNoun, value: &SecretValue<'_>, binding: Binding) -> Option<Range<usize>> {
    if value.is_quoted || value.look() > Look::Word {
        return None;
    }
    let line = super::value::line_from(text, value.place.start);
    let clause = line.split(['.', ',', ';', '!', '?', '(', ':', '、', '。', '"']).next()?.trim_end();
    let clause = clause.find(|c: char| !c.is_ascii()).map_or(clause, |end| clause[..end].trim_end());
    let words: Vec<&str> = clause.split_whitespace().collect();
    let is_plain = |word: &&str| {
        word.bytes().all(|b| b.is_ascii_lowercase() || b == b'-' || b.is_ascii_digit())
            && !is_function_word(word)
            && !is_placeholder(word)
    };
    let run: Vec<&&str> = words.iter().take_while(|word| is_plain(word)).collect();
    let states = run.iter().filter(|word| goes_on(word)).count();
    let is_end = words.get(run.len()).is_none_or(|next| is_function_word(&next.to_lowercase()));
    let least = if binding == Binding::Mark || named == SecretNoun::Phrase { 3 } else { 4 };
    let last = run.last()?;
    let end = last.as_ptr() as usize - clause.as_ptr() as usize + last.len();
    ((least..=10).contains(&run.len()) && is_end && states <= 1).then(|| value.place.start..value.place.start + end)
}

/// "four nine two one".
fn spoken_digits(text: &str, at: usize) -> Option<Range<usize>> {
    SPOKEN.find(window(text, at)).map(|found| at..at + found.end())
}

/// "JBSW Y3DP EHPK 3PXP", as programs show the secret of one-time codes.
fn base32_groups(text: &str, at: usize) -> Option<Range<usize>> {
    GROUPS.find(window(text, at)).map(|found| at..at + found.end())
}

/// Digits that are written in groups: "12 34 56", "123 456".
pub(super) fn grouped<'t>(text: &'t str, label: &SecretLabel, value: SecretValue<'t>) -> SecretValue<'t> {
    let is_chosen = label.named == SecretNoun::Password;
    if label.named != SecretNoun::Digits && !is_chosen || value.is_quoted {
        return value;
    }
    let groups = if is_chosen { &LONG_DIGIT_GROUPS } else { &DIGIT_GROUPS };
    match groups.find(window(text, value.place.start)) {
        Some(found) => SecretValue {
            text: &text[value.place.start..value.place.start + found.end()],
            place: value.place.start..value.place.start + found.end(),
            is_quoted: false,
        },
        None => value,
    }
}

/// "pass" alone is also a ticket, a road or a move; "my wifi pass" is none of these.
fn is_bare_pass(text: &str, label: &SecretLabel) -> bool {
    text[label.place.clone()].eq_ignore_ascii_case("pass")
        && !PASS_OF.is_match(&text[super::floor(text, label.place.start.saturating_sub(12))..label.place.start])
}

/// Whether an account is named shortly before.
pub(super) fn is_paired(text: &str, label: &SecretLabel) -> bool {
    let before = &text[super::floor(text, label.place.start.saturating_sub(70))..label.place.start];
    ACCOUNT.is_match(before) || ACCOUNT_BEHIND.is_match(window(text, label.place.end))
}

/// The line that a place is in, as far as it reaches.
fn line_around(text: &str, at: usize) -> &str {
    let near = super::floor(text, at.saturating_sub(REACH));
    let start = text[near..at].rfind('\n').map_or(near, |line| near + line + 1);
    super::value::line_from(text, start)
}

fn is_alone(text: &str, value: &SecretValue<'_>) -> bool {
    let line = super::value::line_from(text, value.place.start);
    value.is_quoted || line.trim_end() == value.text
}

pub(super) fn is_code_line(text: &str, label: &SecretLabel) -> bool {
    let from = super::floor(text, label.place.start.saturating_sub(120));
    let before = text[from..label.place.start].rsplit('\n').next().unwrap_or_default();
    let behind = window(text, label.place.end).split('\n').next().unwrap_or_default();
    let is_code = |part: &str| {
        part.contains(['{', '}', ';'])
            || part.contains("()")
            || part.contains("=>")
            || part.contains("fn ")
            || part.contains("def ")
            || part.contains("self.")
    };
    is_code(before) || is_code(behind) || before.contains('(') && behind.contains(')') && !before.contains(' ')
}

pub(super) fn sentence_before(text: &str, at: usize) -> &str {
    let before = &text[super::floor(text, at.saturating_sub(90))..at];
    // A mark within a value does not end a sentence: what follows is not another one.
    let ends_here = |(at, mark): &(usize, &str)| {
        let next = before[at + mark.len()..].trim_start_matches([' ', '"', '\'', ')']).chars().next();
        matches!(*mark, "\n" | "。")
            || before[at + mark.len()..].starts_with(' ') && next.is_none_or(|c| !c.is_lowercase())
    };
    let last = before.rmatch_indices(['\n', '.', '!', '?', '。']).find(ends_here);
    &before[last.map_or(0, |(at, mark)| at + mark.len())..]
}

/// The sentence that a label is in.
pub(super) fn sentence_around(text: &str, label: &SecretLabel) -> Range<usize> {
    let behind = window(text, label.place.end);
    let end = SENTENCE_END.find(behind).map_or(behind.len(), |end| end.start());
    label.place.start - sentence_before(text, label.place.start).len()..label.place.end + end
}

pub(super) fn window(text: &str, from: usize) -> &str {
    &text[from..super::floor(text, (from + REACH).min(text.len()))]
}

macro_rules! pattern {
    ($name:ident, $shape:expr) => {
        static $name: LazyLock<Regex> = LazyLock::new(|| regex($shape));
    };
}

const CLOSED: &str = r#"^(?:(?:\\?["'`*_\])?]){0,4}|</[a-z]{1,8}>)(?:[ \t]+(?i:code|number|no\.|value|phrase|string|#?\d{1,2})\b)?(?:[ \t]*[(\[][^()\[\]\n]*[)\]])?"#;
const GAP: &str = r#"(?:[ \t]+(?i:for|of|on|to|at|in|from|by|with|inside|everywhere|here|now|there|again|today|currently|i|we|you|he|she|they|that|which)\b(?:[ \t]+[^\s:=,;!?]+){0,8}?)?"#;

static MARK: LazyLock<Regex> = LazyLock::new(|| {
    regex(&format!(
        r#"{CLOSED}{GAP}["'`*]{{0,3}}[ \t]*(?::=|=>|={{1,2}}|->|→|⇒|:|[ \t]--?[ \t]|[ \t][–—][ \t])[ \t]*(?:\*\*)?[ \t]*(?:\r?\n[ \t]*)?"#
    ))
});
static SAID: LazyLock<Regex> = LazyLock::new(|| {
    regex(&format!(
        r#"(?i){CLOSED}(?:{GAP}(?:,?[ \t]+(?:which|it|that|this)(?:[ \t]+is|'s|[ \t]+was)|,?[ \t]+(?:is|are|was|were|will be|should be|would be|might be|may be|could be|has been|must be|shall be|equals|being|became|reads))|'s)(?:[ \t]+(?:now|just|currently|still|simply|literally|probably|always|actually|only|like|again|called|exactly|as follows|the following|below|going to be|my usual|the usual|something like|the word|basically|going to|temporarily|not|either|set|changed|updated|reset|back|to|as))*(?:[ \t]*:)?[ \t]+(?:\r?\n[ \t]*)?"#
    ))
});
static SET_TO: LazyLock<Regex> = LazyLock::new(|| {
    regex(&format!(
        r#"(?i){CLOSED}{GAP}(?:(?:[ \t]+(?:was|is|has been|had been|got|gets|been|will be))?[ \t]+(?:just[ \t]+|now[ \t]+)?(?P<verb>set|changed|reset|updated|switched|rotated)|[ \t]+from[ \t]+\S{{1,60}}|[ \t]+back)?[ \t]+(?:to|as|with)[ \t]+(?:be[ \t]+)?"#
    ))
});
static BESIDE: LazyLock<Regex> =
    LazyLock::new(|| regex(&format!(r#"{CLOSED}[ \t]*(?:(?P<below>\r?\n[ \t]*)|[ \t]|(?P<bracket>\()|「|『)[ \t]*"#)));
pattern!(TYPED, r#"^[A-Za-z_][\w\[\]<>|. ]{0,40}?[ \t]+=[ \t]+"#);
pattern!(SENTENCE_END, r"\n|。|[.?!][ \t]+[A-Z]|[.?!]$");
pattern!(RULE, r"(?i)\b(?:should|must|shall|may|could|has to) be\b");
pattern!(PARAMETER, r"^&[A-Za-z_.-]{1,40}=");
pattern!(CONNECTION, r"(?i)\b(?:host|server|data source|dbname|database)=[^\n]{0,80}\b(?:user|uid|user id|dbname)=");
pattern!(ANSWER, r"^[A-Za-z0-9'-]{2,30}(?: [A-Z0-9][A-Za-z0-9'-]{0,20}){0,3}");
pattern!(
    MADE,
    r"(?i)\b(?:i|we|he|she|they)(?:'ve|[ \t]+have)?[ \t]+(?:made|set)[ \t]+(?:the|my|our|his|her|its|their)\b"
);
pattern!(
    FORMER,
    r"^(?i:[ \t]+(?:for|of|on|to|at)\b(?:[ \t]+[^\s:=,;!?]+){1,4}?)?(?i:[ \t]+(?:was|got|is|has been))?(?i:[ \t]+(?:changed|reset|updated|switched|rotated))?[ \t]+from[ \t]+"
);
pattern!(JOIN, r#"^["'`]?(?:,|,?[ \t]+and|,?[ \t]+or|[ \t]*/)[ \t]+"#);
pattern!(BRACKETS, r#"^["'`*]{0,2}[ \t]*[(\[](?P<value>[^\s()\[\]]{4,60})[)\]]"#);
pattern!(BELOW, r"^(?:[ \t]*\r?\n[ \t]*(?:[-*][ \t]+)?|[ \t]+)");
pattern!(OTHER, r#"^["'`]?[ \t]+(?:and|or)[ \t]+"#);
pattern!(
    CHANGES,
    r"(?i)\b(?:set|sets|setting|chang\w{0,3}|reset\w{0,4}|updat\w{1,3}|switch\w{0,3}|make|made|rotat\w{1,3}|put)\b"
);
pattern!(
    PASS_OF,
    r"(?i)\b(?:wi-?fi|sudo|root|admin|db|my|network|router|zip|ssh|vpn|mail|email|temp|user|login|guest|app|account)[ -]$"
);
pattern!(POSSESSED, r"(?i)\b(?:my|his|her|our|your|their|card|phone|bank|sim|alarm|atm|debit|the)\b[^,;]{0,30}$");
pattern!(
    SPOKEN,
    r"(?i)^(?:(?:zero|oh|one|two|three|four|five|six|seven|eight|nine)[ ,-]+){3,11}(?:zero|oh|one|two|three|four|five|six|seven|eight|nine)\b"
);
pattern!(GROUPS, r"(?i)^[A-Z2-7]{4}(?:[ -][A-Z2-7]{4}){2,15}\b");
pattern!(LONG_DIGIT_GROUPS, r"^(?:\d{3,4}(?:[ -]\d{3,4}){1,4}\b|[a-z]{4}(?: [a-z]{4}){3}\b)");
pattern!(DIGIT_GROUPS, r"^\d{1,6}(?:[ -]\d{1,6}){1,5}\b");
pattern!(
    ACCOUNT,
    r#"(?i)(?:\b(?:user(?:name|id)?|login|log[ -]?in|account|e-?mail|id|uid|acct?)|ユーザー名?|アカウント|ログイン(?:ID)?|ID)(?:[ \t]*[:=】]|[ \t]+is|[ \t]+as|は|が)?[ \t]*["'`「]?[^\s"'`「」]{2,40}["'`」]?(?:です|で)?[ \t]*[,;/、。|]?\s*(?:(?:and|with|using|the|his|her|my|its|a)[ \t]+){0,3}[【「■・*]?$"#
);
pattern!(ACCOUNT_BEHIND, r"(?i)^[ -~]{0,40}\b(?:user(?:name)?|login|id)[ \t]*[:=]");
