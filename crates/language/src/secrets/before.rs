//! Values that precede their label: "use X as the password", 「X がパスワードです」.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::accept::{Around, Binding, is_combination, is_secret};
use super::behind::{sentence_before, window};
use super::label::{SecretLabel, SecretNoun};
use super::made_up::{is_made_up, is_surely_made_up};
use super::value::{Look, SecretValue, value_before};
use super::words::{goes_on, is_placeholder};
use crate::pattern::ascii_regex as regex;

/// The place of the value before a label, if the sentence says so.
pub(super) fn value_in_front(text: &str, label: &SecretLabel) -> Option<Range<usize>> {
    if label.is_name || label.named == SecretNoun::Login {
        return None;
    }
    if label.is_japanese { japanese(text, label) } else { english(text, label).or_else(|| japanese(text, label)) }
}

fn english(text: &str, label: &SecretLabel) -> Option<Range<usize>> {
    let rest = window(text, label.place.end);
    let sentence = sentence_before(text, label.place.start);
    let start = label.place.start - sentence.len();
    if !HEAD.is_match(rest) {
        return None;
    }
    let joins: Vec<Range<usize>> = JOINED.find_iter(sentence).map(|join| join.range()).collect();
    joins.into_iter().rev().find_map(|join| joined(text, label, sentence, start, join))
}

/// The value before one word that joins it to the label.
fn joined(text: &str, label: &SecretLabel, sentence: &str, start: usize, join: Range<usize>) -> Option<Range<usize>> {
    let words = &sentence[join.end..];
    if words.split_whitespace().count() > 7 || words.contains([';', ':', '=']) || OPINION.is_match(words) {
        return None;
    }
    let value = value_before(text, start + join.start)?;
    let kind = sentence[join.clone()].trim().to_ascii_lowercase();
    let has_verb = USES.is_match(&sentence[..value.place.start.saturating_sub(start).min(sentence.len())]);
    let is_number = label.named == SecretNoun::Digits && is_combination(value.text);
    let look = if is_number { Look::Digits } else { value.look() };
    let is_likely = match kind.as_str() {
        "as" => look >= Look::Digits || value.is_quoted || look == Look::Word && has_verb && is_free(&value),
        "for" | "when" | "if" | "once" | "at" | "in" | "on" | "into" | "whenever" | "where" => {
            has_verb && (look >= Look::Digits || value.is_quoted || is_surely_made_up(value.text))
        }
        "my new" | "our new" => {
            look >= Look::Digits && MAKES.is_match(&sentence[..value.place.start.saturating_sub(start)])
        }
        ", the" | ", my" | ", our" => {
            words.trim().is_empty()
                && (look >= Look::Typed || is_surely_made_up(value.text))
                && IT_IS.is_match(&sentence[..value.place.start.saturating_sub(start)])
        }
        "(" | "<-" | "←" => look >= Look::Digits || value.is_quoted,
        _ => {
            let is_word = look == Look::Word && is_free(&value) && begins(sentence, &value, start);
            let is_made_up = is_made_up(value.text) && kind.contains("that");
            look >= Look::Digits || value.is_quoted || (is_word || is_made_up) && OWN.is_match(words)
        }
    };
    let around = Around { binding: Binding::Verb, after: "", is_paired: true, is_code: false, ends: true };
    let is_told = is_made_up(value.text) || is_secret(label, &value, around);
    (is_likely && label.named != SecretNoun::Secret && is_told).then_some(value.place)
}

/// Whether a word alone could be a password where one is expected.
fn is_free(value: &SecretValue<'_>) -> bool {
    let folded = value.text.to_lowercase();
    !goes_on(&folded) && !is_placeholder(&folded)
}

fn begins(sentence: &str, value: &SecretValue<'_>, start: usize) -> bool {
    value.place.start <= start + (sentence.len() - sentence.trim_start().len()) + 1
}

fn japanese(text: &str, label: &SecretLabel) -> Option<Range<usize>> {
    let rest = window(text, label.place.end);
    let before = &text[super::floor(text, label.place.start.saturating_sub(240))..label.place.start];
    let start = label.place.start - before.len();
    let found = JAPANESE.captures(before)?;
    let join = found.name("join")?;
    let is_meant = match join.as_str().trim() {
        "を" => AS_PASSWORD.is_match(rest),
        // 「X」ってパスワードにした
        "って" => IS_PASSWORD.is_match(rest) || AS_PASSWORD.is_match(rest),
        "という" | "っていう" | "と言う" | "といった" => true,
        "(" => rest.trim_start().starts_with(')'),
        _ => IS_PASSWORD.is_match(rest),
    };
    let value = value_before(text, start + join.start()).filter(|_| is_meant)?;
    let is_named = ["という", "っていう", "って"].contains(&join.as_str().trim()) && value.look() == Look::Word;
    let is_word = is_named && is_free(&value) && (IS_PASSWORD.is_match(rest) || AS_PASSWORD.is_match(rest));
    let is_likely = value.look() >= Look::Digits || is_word || value.is_quoted && value.look() > Look::Nothing;
    let around = Around { binding: Binding::Verb, after: "", is_paired: true, is_code: false, ends: true };
    (is_likely && label.named != SecretNoun::Secret && is_secret(label, &value, around)).then_some(value.place)
}

static JOINED: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?i)(?:,[ \t](?:the|my|our)[ \t]|[ \t](?:my|our)[ \t]new[ \t]|[ \t](?:is|was|are|will be|should be|works as|as|for|when|if|once|whenever|at|into|in|on|where)[ \t]|,?[ \t](?:-[ \t])?(?:that's|thats|this is|that is|which is|it's)[ \t]|[ \t]+\(|[ \t](?:<-|←|=)[ \t])",
    )
});
/// The label is the last word of its group, and no verb of its own follows.
static HEAD: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r#"(?i)^["'`*]{0,2}(?:[ \t]*(?:$|[.,;!?)\n]|-[ \t]|—)|[ \t]+(?:code|number)\b|[ \t]+(?:for|of|on|to|at|in|and|but|so|now|from|when|if|again|there|here|i|we|please|because|or|anymore|until|since|prompt|field|box|screen)\b)"#,
    )
});
static USES: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?i)\b(?:us(?:e|es|ed|ing)|enter\w{0,3}|typ(?:e|es|ed|ing)|put|try|tried|set|ch(?:oose|ose|oosing)|picked|pick|have|has|had|with|say|input|key in|punch in|gave|give|take)\b",
    )
});
/// "Password123 is the worst password" speaks of everybody's passwords.
static OPINION: LazyLock<Regex> = LazyLock::new(|| {
    regex(r"(?i)\b(?:worst|weakest|common|popular|typical|classic|terrible|horrible|bad|awful|example)\b")
});
static MAKES: LazyLock<Regex> = LazyLock::new(|| regex(r"(?i)\b(?:make|makes|made|call)[ \t]+[\x22']?$"));
static IT_IS: LazyLock<Regex> =
    LazyLock::new(|| regex(r"(?i)(?:^|\b(?:it's|its|it is|is|use|try|was|it was)[ \t]+)[\x22']?$"));
static OWN: LazyLock<Regex> = LazyLock::new(|| regex(r"(?i)\b(?:the|my|our|your|his|her|their)\b"));
static JAPANESE: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r#"(?:[!-~」』]|[\u{C0}-\u{24F}])(?P<join>[ \t]*(?:が|は|って(?:のが)?|というのが|っていうのが|、これが|、|を|という|っていう|と言う|といった|\(|←|[ \t]))[^、。\n!-~「」]{0,12}(?:[A-Za-z0-9 .-]{1,16}(?:の|用)?)?[^、。\n!-~「」]{0,18}$"#,
    )
});
static IS_PASSWORD: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"^(?:番号|コード)?[ \t]*(?:です|でした|だ(?:[。よねっかとわな！!]|から|けど|った|$)|になり|になっ|ね|よ|なので|らしい|みたい|として|[。！!]|\)|$|\r?\n|、|っす|かな)",
    )
});
static AS_PASSWORD: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"^(?:番号|コード)?(?:の?(?:入力)?欄|のところ)?(?:に(?:し|設定|変|使|登録|する|指定|入|打)|として|で(?:使|登録))",
    )
});
