//! Whether what is bound to a label is its value or only how the sentence goes on.

use super::label::{SecretLabel, SecretNoun};
use super::made_up::{is_made_up, is_surely_made_up};
use super::value::{Look, SecretValue, is_drawn, is_named_like, is_strong, is_uuid, look};
use super::words::{begins_with_counter, goes_on, is_function_word, is_placeholder, is_state, is_unit};

/// What binds a value to its label.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Binding {
    /// A mark: a colon, an equals sign, an arrow, a cell, a flag.
    Mark,
    /// A verb or a particle: "is", "to", "as", は.
    Verb,
    /// Nothing but a space.
    Beside,
}

/// What is known of the place around a label and its value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Around<'t> {
    pub(super) binding: Binding,
    /// What follows the value and its closing quote.
    pub(super) after: &'t str,
    /// An account is named beside it, so that a word alone is a password.
    pub(super) is_paired: bool,
    /// The line is of a program.
    pub(super) is_code: bool,
    /// The clause ends behind the value, so that a word is no adjective of a longer sentence.
    pub(super) ends: bool,
}

pub(super) fn is_secret(label: &SecretLabel, value: &SecretValue<'_>, around: Around<'_>) -> bool {
    let look = value.look();
    // In a manual it stands for a password; in "the password is still changeme" it is one.
    let is_default = value.text.eq_ignore_ascii_case("changeme") && around.binding == Binding::Verb;
    if is_default && label.named == SecretNoun::Password && !label.is_name {
        return true;
    }
    if label.named == SecretNoun::Key && is_long_number(value.text) && around.binding != Binding::Beside {
        return true;
    }
    let is_short = label.is_lock && value.text.len() == 3 && value.text.bytes().all(|b| b.is_ascii_digit());
    if is_short && around.binding != Binding::Beside && !is_quantity(value, around.after) {
        return true;
    }
    if look == Look::Nothing || look == Look::Digits && is_quantity(value, around.after) {
        let code = value.text.trim_matches(['#', '*']);
        return label.named == SecretNoun::Digits && is_combination(code) && !is_quantity(value, around.after);
    }
    let is_typed_in = value.is_quoted && label.is_name && value.text.len() >= 16 && is_strong(value.text);
    let is_drawn = is_drawn(value.text) || is_typed_in || matches!(look, Look::Digits | Look::Words);
    if matches!(label.named, SecretNoun::Secret | SecretNoun::Key) && !is_drawn {
        // `JWT_SECRET=my-own-long-secret`: somebody typed words where a program wants a drawn one.
        let is_typed = label.is_constant && value.text.split('-').count() >= 4 && look == Look::Word;
        let is_set = is_typed && around.binding == Binding::Mark;
        let is_told = !label.is_name && is_surely_made_up(value.text) && around.binding != Binding::Beside;
        return label.named == SecretNoun::Secret && (is_set || is_told) && !around.is_code;
    }
    let is_marked = around.binding == Binding::Mark || value.is_quoted;
    match label.named {
        SecretNoun::Password | SecretNoun::Phrase if label.is_vague => {
            look >= Look::Typed && value.text.len() >= 8 && is_marked
        }
        SecretNoun::Password | SecretNoun::Phrase => is_password(label, value, look, around),
        SecretNoun::Digits => is_code_value(label, value, look, around),
        SecretNoun::Secret if look == Look::Random => true,
        // `SESSION_SECRET="keyboard cat"`
        SecretNoun::Secret if look == Look::Words => {
            label.is_name && value.is_quoted && is_chosen_phrase(label, &value.text.to_lowercase(), around)
        }
        SecretNoun::Secret => {
            let is_strong = look == Look::Typed && (!is_named_like(value.text) || label.is_name && !label.is_vague);
            let least = if label.is_name { 6 } else { 8 };
            is_strong && is_marked && value.text.len() >= least
                || is_uuid(value.text) && is_marked
                || look == Look::Typed
                    && !is_named_like(value.text)
                    && value.text.len() >= 8
                    && around.binding == Binding::Verb
        }
        SecretNoun::Key if around.binding == Binding::Beside => look == Look::Random && value.text.len() >= 16,
        SecretNoun::Key if look == Look::Random => true,
        SecretNoun::Key => {
            let is_strong = look == Look::Typed && !is_named_like(value.text) && value.text.len() >= 8;
            is_strong && is_marked && (label.is_name || value.is_quoted || value.text.len() >= 10)
                || is_uuid(value.text) && !label.is_vague
                || look == Look::Digits && value.text.len() >= 16 && is_marked
        }
        SecretNoun::Login => false,
    }
}

fn is_password(label: &SecretLabel, value: &SecretValue<'_>, look: Look, around: Around<'_>) -> bool {
    let folded = value.text.to_lowercase();
    let is_marked = around.binding == Binding::Mark || around.is_paired;
    match look {
        Look::Random => true,
        Look::Typed if around.binding == Binding::Beside => {
            value.text.len() >= 5 || value.is_quoted || around.is_paired
        }
        Look::Typed => !(around.is_code && !value.is_quoted && is_named_like(value.text)),
        Look::Digits => true,
        Look::Words if value.is_quoted => is_chosen_phrase(label, &folded, around),
        // As a service shows a password of an app: "abcd efgh ijkl mnop".
        Look::Words => folded.len() == 19 && folded.split(' ').all(|group| group.len() == 4),
        Look::Word if goes_on(&folded) || is_placeholder(&folded) => {
            // A quoted state is what a program answers: `"password": "invalid"`.
            value.is_quoted && is_marked && !is_placeholder(&folded) && !is_state(&folded) && !is_function_word(&folded)
        }
        Look::Word if value.is_quoted => around.binding != Binding::Beside || around.is_paired || label.is_japanese,
        Look::Word if folded.contains(['_', '.']) => {
            let is_variable = folded.split(['_', '.']).any(|part| is_placeholder(part) || VARIABLES.contains(&part));
            let is_bound = around.binding == Binding::Mark || label.is_japanese && is_made_up(&folded);
            !around.is_code && (label.is_name || !is_variable && around.ends && is_bound)
        }
        Look::Word if around.binding == Binding::Beside => {
            // "passphrase purple-monkey-dishwasher": a sentence joins two words at most.
            let is_joined = folded.split('-').count() >= 3;
            let is_made_up = label.is_japanese && is_made_up(&folded);
            (around.is_paired || is_joined || is_made_up) && around.ends && !label.is_with_account
        }
        Look::Word => around.ends && !around.is_code && value.text.len() >= 4,
        Look::Nothing => false,
    }
}

/// Words of the names that programs give to what holds a secret.
const VARIABLES: [&str; 12] = ["pw", "psk", "creds", "hash", "get", "new", "old", "db", "cfg", "conf", "ctx", "req"];

/// Several words in quotes: a phrase that was chosen, not a message that is shown.
fn is_chosen_phrase(label: &SecretLabel, folded: &str, around: Around<'_>) -> bool {
    if !folded.is_ascii() {
        return is_japanese_phrase(folded) && around.ends;
    }
    if label.is_constant && around.binding == Binding::Mark {
        return true;
    }
    let words: Vec<&str> = folded.split_whitespace().collect();
    let asks = ["must", "enter", "should", "cannot", "least", "your", "type", "choose", "forgot", "required"];
    // A sentence about passwords asks for something; a phrase that somebody chose has a number in it more often than not.
    let has_number = words.iter().any(|word| word.bytes().any(|b| b.is_ascii_digit()));
    if has_number && around.binding == Binding::Mark && !words.iter().any(|word| asks.contains(word)) {
        return true;
    }
    let is_message = words.iter().any(|word| look(word) == Look::Nothing && is_placeholder(word))
        || words.iter().any(|word| asks.contains(word))
        || words.first() == Some(&"please");
    let joins = words.iter().filter(|word| is_function_word(word)).count();
    !is_message
        && words.len() <= 12
        && (label.named == SecretNoun::Phrase || around.binding == Binding::Verb || joins * 3 <= words.len())
}

fn is_japanese_phrase(value: &str) -> bool {
    let length = value.chars().count();
    let says = [
        "です",
        "ます",
        "ください",
        "下さい",
        "文字",
        "桁",
        "必須",
        "任意",
        "変更",
        "設定",
        "入力",
        "忘れ",
        "無効",
        "有効",
        "不明",
        "なし",
        "表示",
        "空",
        "パス",
        "再",
        "確認",
        "エラー",
        "間違",
        "正し",
        "違い",
        "保存",
        "共有",
        "更新",
        "安全",
        "強",
        "弱",
        "第一",
    ];
    (2..=24).contains(&length) && !says.iter().any(|word| value.contains(word))
}

/// Codes that are typed into a keypad: digits, or a few digits and letters.
fn is_code_value(label: &SecretLabel, value: &SecretValue<'_>, look: Look, around: Around<'_>) -> bool {
    let is_short = value.text.len() <= 16;
    match look {
        Look::Digits if around.binding == Binding::Beside => label.is_sure && is_short,
        Look::Digits => is_short,
        Look::Typed => {
            is_short
                && (label.is_sure || label.is_japanese)
                && (is_drawn_code(value.text) || label.is_japanese && around.binding != Binding::Beside)
        }
        Look::Random => !is_uuid(value.text),
        _ => is_combination(value.text),
    }
}

/// `4471#`, `A12B34`, and the codes that a program draws: `H7KQ2`.
fn is_drawn_code(value: &str) -> bool {
    let digits = value.bytes().filter(u8::is_ascii_digit).count();
    let is_capital = value.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit());
    // `G-204918`
    let is_prefixed = value
        .split_once('-')
        .is_some_and(|(prefix, rest)| prefix.len() == 1 && rest.len() >= 4 && rest.bytes().all(|b| b.is_ascii_digit()));
    is_prefixed
        || digits >= 3 && !is_named_like(value.trim_matches(['#', '*']))
        || is_capital && digits >= 1 && value.len() >= 5
}

/// `34-12-58`: three groups of digits.
pub(super) fn is_combination(value: &str) -> bool {
    let groups: Vec<&str> = value.split(['-', ' ']).collect();
    let is_digits = |group: &&str| (1..=5).contains(&group.len()) && group.bytes().all(|b| b.is_ascii_digit());
    groups.len() >= 2
        && groups.iter().all(is_digits)
        && value.len() <= 24
        && !(groups.len() == 3 && groups[0].len() == 4)
        || value.len() >= 3 && groups.len() == 1 && value.bytes().all(|b| b.is_ascii_digit()) && value.len() >= 4
}

/// A key that is written in groups of digits, as those that recover a disk.
fn is_long_number(value: &str) -> bool {
    let digits = value.bytes().filter(u8::is_ascii_digit).count();
    digits >= 24 && value.bytes().all(|b| b.is_ascii_digit() || b == b'-')
}

fn is_quantity(value: &SecretValue<'_>, after: &str) -> bool {
    if value.is_quoted {
        return false;
    }
    let next = after
        .trim_start()
        .trim_start_matches('-')
        .split(|c: char| c.is_whitespace() || matches!(c, ',' | '.' | ';' | ')'))
        .next()
        .unwrap_or_default();
    is_unit(&next.to_ascii_lowercase()) || begins_with_counter(after)
}
