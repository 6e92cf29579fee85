//! Values that are told after their label, not right behind it: "the password was reset. The new one is X".

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::accept::{Binding, is_secret};
use super::behind::{around, is_chosen, window};
use super::label::{SecretLabel, SecretNoun};
use super::made_up::{is_made_up, is_surely_made_up};
use super::value::{Look, SecretValue, is_strong, value_at};
use crate::pattern::ascii_regex as regex;

/// The place of a value that a later clause or the next sentence tells.
pub(super) fn told_later(text: &str, label: &SecretLabel, from: usize) -> Option<Range<usize>> {
    let rest = window(text, from);
    let english = ENGLISH.find(rest).and_then(|found| value_at(text, from + found.end()));
    let english = english.filter(|value| is_likely(label, value));
    let value = english.or_else(|| japanese(text, label, rest, from))?;
    let around = around(text, label, &value, Binding::Verb);
    let is_told = is_chosen(text, label, &value) || is_secret(label, &value, around);
    (!label.is_name && is_told).then_some(value.place)
}

fn is_likely(label: &SecretLabel, value: &SecretValue<'_>) -> bool {
    is_strong(value.text)
        || label.named == SecretNoun::Password
            && (is_made_up(value.text) || value.look() == Look::Typed && has_capital(value.text))
        || is_number(value.text) && matches!(label.named, SecretNoun::Digits | SecretNoun::Password)
        || value.is_quoted && value.look() >= Look::Typed
}

fn has_capital(value: &str) -> bool {
    value.bytes().any(|b| b.is_ascii_uppercase()) && value.bytes().any(|b| b.is_ascii_lowercase())
}

/// What a keypad takes: four digits or more, and perhaps a mark at the end.
fn is_number(value: &str) -> bool {
    let digits = value.trim_matches(['#', '*']);
    digits.len() >= 4 && digits.bytes().all(|b| b.is_ascii_digit())
}

/// Nothing but Japanese stands between, it names nothing else, and the sentence ends with the value.
fn japanese<'t>(text: &'t str, label: &SecretLabel, rest: &str, from: usize) -> Option<SecretValue<'t>> {
    let found = JAPANESE.find(rest).filter(|found| !OTHER_THINGS.iter().any(|thing| found.as_str().contains(thing)))?;
    // "password=X host=web1" says nothing between the two.
    if !label.is_japanese && found.as_str().is_ascii() {
        return None;
    }
    let value = value_at(text, from + found.end())?;
    let is_meant = label.named == SecretNoun::Digits || found.as_str().contains("桁");
    let is_number = is_meant && is_number(value.text);
    let is_new = value.look() == Look::Typed && NEW.is_match(found.as_str());
    ((is_strong(value.text) || is_number || is_new || is_surely_made_up(value.text))
        && TOLD.is_match(window(text, value.place.end)))
    .then_some(value)
}

static ENGLISH: LazyLock<Regex> = LazyLock::new(|| {
    regex(concat!(
        r#"(?i)^["'`]?(?:(?:[ \t]+[^\s,;:!?]+){0,9}?[,;]?|[^\n]{0,60}?[.?!]["')]*)\s+["']?(?:(?:and|but|so|now|then|-)[ \t]+)?(?:"#,
        r#"(?:it|that|this|which|mine|yours|ours|(?:the[ \t]+|my[ \t]+|your[ \t]+)?(?:new|old|current|other|second|first|next|right|correct|real|actual|latest|temporary|temp|previous|updated)(?:[ \t]+(?:one|value))?|(?:the|this)[ \t]+one|one)"#,
        r#"(?:'s|[ \t]+(?:is|was|are|will be|should be|became|says|reads)\b|[ \t]*(?::|=|→|->))"#,
        r#"|(?:still|it's[ \t]+still|use|try|type|enter|here(?:'s|[ \t]+is)(?:[ \t]+it)?)\b:?"#,
        r#")(?:[ \t]+(?:now|just|still|currently|probably|always|maybe|this|not|back|to|be|going))*:?\s*"#,
        r#"|^["']?(?:[ \t]+[^\s,;:!?.]+){0,6}\?["']?\s+"#
    ))
});
static JAPANESE: LazyLock<Regex> =
    LazyLock::new(|| regex(r#"^[^!-~\n。]{0,24}(?:(?:[。?!]|\n|\r\n)\s*[^!-~\n。]{0,16})?[:=]?[ \t]*"#));
static NEW: LazyLock<Regex> =
    LazyLock::new(|| regex(r"(?:新しい(?:の|方|ほう)|ほう|方|用|今|いま|これ|それ|前|次|正解|答え)(?:は|が)[ \t]*$"));
static TOLD: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"^[」』\x22']?[ \t]*(?:です|でした|だ(?:[。よねっわ！!]|から|けど|った|$)|って(?:書|言|いう|こと)|と(?:書|記|なっ|なり)|に(?:なり|なっ|し|変|戻)|でお願|でログ|のまま|[、。！!]|$|\r?\n)",
    )
});

/// What a sentence about a password also tells of.
#[rustfmt::skip]
const OTHER_THINGS: &[&str] = &[
    "ユーザー", "アカウント", "サーバ", "ホスト", "バージョン", "端末", "機種", "型番", "アドレス", "ファイル", "ドメイン", "名前", "メール", "テーブル", "ブランチ",
    "方式", "形式", "暗号", "ハッシュ", "ツール", "アプリ", "ソフト", "管理", "生成", "モデル", "会員", "注文", "商品",
];
