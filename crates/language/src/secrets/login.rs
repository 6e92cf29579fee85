//! An account and its password in one: "credentials: admin / X", 「ログイン情報 admin/X」.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::behind::window;
use super::label::{SecretLabel, SecretNoun};
use super::made_up::is_made_up;
use super::value::{Look, look, value_at};
use super::words::{goes_on, is_placeholder};
use crate::pattern::ascii_regex as regex;

/// The place of the password behind a label of a login, if there is one.
pub(super) fn password_of_login(text: &str, label: &SecretLabel) -> Option<Range<usize>> {
    let rest = window(text, label.place.end);
    let found = BOUND.captures(rest).or_else(|| SPACED.captures(rest));
    let found = found.filter(|_| label.named == SecretNoun::Login || label.is_with_account)?;
    let (user, whole) = (found.name("user")?, found.get(0)?);
    let value = value_at(text, label.place.end + whole.end())?;
    let folded = value.text.to_lowercase();
    // "creds: user: X" names the account first.
    if ["user", "username", "id", "login", "email", "e-mail", "host", "account", "name"]
        .contains(&user.as_str().to_ascii_lowercase().as_str())
        && found.name("apart").is_none()
    {
        return None;
    }
    let is_account = ACCOUNTS.contains(&user.as_str().to_ascii_lowercase().as_str()) || user.as_str().contains('@');
    // "login attempts: 4521" names no account.
    let is_bound = BOUND.is_match(rest) || found.name("apart").is_some() || is_account;
    let is_password = match value.look() {
        Look::Typed | Look::Random => is_bound,
        Look::Digits => is_account || is_bound && found.name("apart").is_some(),
        Look::Word if found.name("apart").is_some() && is_made_up(value.text) => true,
        Look::Word => is_account && !goes_on(&folded) && !is_placeholder(&folded),
        _ => false,
    };
    let is_path = look(&format!("{}/{}", user.as_str(), value.text)) == Look::Nothing
        && value.look() == Look::Word
        && !is_account
        && !found.name("apart").is_some_and(|apart| apart.as_str().starts_with(' '));
    (is_password && !is_path).then_some(value.place)
}

/// The password of a pair that stands before the label: "use admin / X as credentials".
pub(super) fn password_in_front(text: &str, label: &SecretLabel) -> Option<Range<usize>> {
    let before = super::behind::sentence_before(text, label.place.start);
    let found = FRONT.captures(before).filter(|_| label.named == SecretNoun::Login)?.name("secret")?;
    let start = label.place.start - before.len() + found.start();
    super::value::is_typed(found.as_str()).then(|| start..start + found.len())
}

static FRONT: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"[A-Za-z0-9._@+-]{2,60}[ \t]*[/:|][ \t]*(?P<secret>[!-~]{4,60})[ \t]*\(?(?:\b(?:as|for|is|are)\b|が|は|を|という)?(?:[ \t]+[a-z]{2,10}){0,3}[^!-~。\n]{0,10}[ \t]*$",
    )
});

#[rustfmt::skip]
const ACCOUNTS: &[&str] = &[
    "admin", "root", "user", "test", "guest", "demo", "sa", "postgres", "pi", "ubuntu", "administrator", "operator", "sysop", "support", "service", "oracle",
];

const ACCOUNT_AND: &str = r#"["'`「]?(?P<user>[A-Za-z0-9._@+-]{2,60}(?:[ \t][A-Za-z0-9._-]{1,20}){0,2})["'`」]?(?:(?P<apart>[ \t]*/[ \t]*)|[ \t]*[:|、][ \t]*|,[ \t]*|[ \t]*と[ \t]*|[ \t]+(?:and|with)[ \t]+(?:pass(?:word)?[ \t]+)?)"#;
static BOUND: LazyLock<Regex> = LazyLock::new(|| {
    let gap = r#"(?i)^["'`*]{0,2}(?:[ \t]+(?:info|details|data|for|to|of|on|at|with|as|using)\b(?:[ \t]+[^\s:=,;!?]+){0,5}?)?"#;
    let bound = r"(?P<bound>[ \t]*(?::|=|→|->|は|です|が)|[ \t]+(?:is|are|was|were)\b)(?:[ \t]*(?:以下|下記|です|の通り|[:。])){0,3}\s*";
    regex(&format!("{gap}{bound}{ACCOUNT_AND}"))
});
static SPACED: LazyLock<Regex> =
    LazyLock::new(|| regex(&format!(r#"(?i)^["'`*]{{0,2}}(?:[ \t]+(?:with|as|using|for))?[ \t]+{ACCOUNT_AND}"#)));
