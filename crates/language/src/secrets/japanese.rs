//! Values behind a Japanese label: 「パスワードは X です」「暗証番号：1234」「パスワードを X に変えた」.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::accept::{Around, Binding, is_secret};
use super::behind::{after, grouped, is_paired, window};
use super::label::{SecretLabel, SecretNoun};
use super::later::told_later;
use super::value::{Look, SecretValue, is_named_like, line_from, value_at};
use crate::pattern::ascii_regex as regex;

/// The places of the values behind a label: one, or the old and the present one.
pub(super) fn values_behind(text: &str, label: &SecretLabel) -> Vec<Range<usize>> {
    let Some(first) = value_behind(text, label).or_else(|| told_later(text, label, label.place.end)) else {
        return Vec::new();
    };
    let last = first.end;
    let mut places = vec![first];
    if let Some(join) = BECAME.find(window(text, last)) {
        places.extend(
            value_at(text, last + join.end()).filter(|value| value.look() >= Look::Digits).map(|value| value.place),
        );
    }
    places
}

fn value_behind(text: &str, label: &SecretLabel) -> Option<Range<usize>> {
    let rest = window(text, label.place.end);
    let found = BOUND.captures(rest)?;
    let whole = found.get(0)?;
    let is_said = found.name("particle").is_some();
    let is_marked = found.name("mark").is_some();
    let told = found.name("told").is_some_and(|told| !told.as_str().is_empty());
    let breaks = whole.as_str().contains('\n');
    let at = label.place.end + whole.end();
    if let Some(place) = kanji_digits(text, label, at) {
        return Some(place);
    }
    let value = value_at(text, at)?;
    let value = grouped(text, label, japanese_end(text, value));
    let binding = match (is_marked, is_said) {
        (true, _) => Binding::Mark,
        (_, true) => Binding::Verb,
        _ => Binding::Beside,
    };
    let after = after(text, &value);
    let is_closed = ENDS.is_match(after);
    let ends =
        is_closed || after.trim().is_empty() || is_marked && after.starts_with([' ', '\n', '\r', '、', '。', '|']);
    let is_alone = line_from(text, value.place.start).trim_end() == value.text || value.is_quoted;
    let look = value.look();
    // 「パスワード変更日：20310401」 is about a password; 「パスワード変えた→X」 is the password.
    if told && look < Look::Typed
        || breaks && !is_alone && look < Look::Typed
        || !is_marked && !is_said && look == Look::Word
    {
        return None;
    }
    if is_bare_pass(text, label) && !is_bare_value(&value, look, after) {
        return None;
    }
    if label.named == SecretNoun::Phrase
        && let Some(place) = phrase(text, &value)
    {
        return Some(place);
    }
    let is_quoted_word = value.is_quoted && matches!(look, Look::Word | Look::Words);
    if is_quoted_word && !is_closed && !after.trim().is_empty() {
        return None;
    }
    let around = Around { binding, after, is_paired: is_paired(text, label), is_code: false, ends };
    let is_tool = look == Look::Typed && value.text.len() < 8 && TOOL.is_match(after) && !value.is_quoted;
    (!is_tool && is_secret(label, &value, around)).then_some(value.place)
}

/// A bracket or a particle that only closes a Japanese sentence is no part of the value.
fn japanese_end<'t>(text: &'t str, value: SecretValue<'t>) -> SecretValue<'t> {
    if value.is_quoted {
        return value;
    }
    let trimmed = value.text.trim_end_matches([')', ']', '|']);
    let trimmed = if value.text.contains(['(', '[']) { value.text } else { trimmed };
    SecretValue {
        text: &text[value.place.start..value.place.start + trimmed.len()],
        place: value.place.start..value.place.start + trimmed.len(),
        is_quoted: false,
    }
}

/// 「パス」 is also a path and a pass of a ball.
fn is_bare_value(value: &SecretValue<'_>, look: Look, after: &str) -> bool {
    let is_path = value.text.contains(['/', '\\', '=']);
    !is_path && (look >= Look::Typed && !is_named_like(value.text) || look >= Look::Digits && ENDS.is_match(after))
}

fn is_bare_pass(text: &str, label: &SecretLabel) -> bool {
    &text[label.place.clone()] == "パス"
}

/// 「パスフレーズは aoi sora no shita です」
fn phrase(text: &str, value: &SecretValue<'_>) -> Option<Range<usize>> {
    let found = ROMAJI.find(window(text, value.place.start))?;
    (!value.is_quoted).then(|| value.place.start..value.place.start + found.as_str().trim_end().len())
}

/// 「暗証番号は一二三四」
fn kanji_digits(text: &str, label: &SecretLabel, at: usize) -> Option<Range<usize>> {
    let found = KANJI_DIGITS.find(window(text, at)).filter(|_| label.named == SecretNoun::Digits)?;
    Some(at..at + found.end())
}

static BOUND: LazyLock<Regex> = LazyLock::new(|| {
    regex(concat!(
        r#"^["'`*]{0,2}(?:情報|番号|コード)?(?:[0-9]桁の?)?(?:[ \t]*[(（\[][^()（）\n]{0,24}[)）\]])?"#,
        r#"(?:(?P<told>[^\x00-\x7F、。「」『』\n]{0,14}?)[ \t]*(?P<mark>[】］]|:|=>?|→|⇒|->|[ \t]-[ \t])"#,
        r#"|[ \t]*(?:の(?:方|ほう))?(?P<particle>は|が|を|に|って(?:いうのは)?|も|とは|というのは|、|,|ですが、?|なんだけど、?|だけど、?)"#,
        r#"|[ \t]+|\r?\n)?[ \t]*(?:、|,)?[ \t]*"#,
        r#"(?:(?:[0-9]桁(?:で|の)|たしか|確か|多分|たぶん|今は|今|現在は?|いまは|一応|とりあえず|全部|ぜんぶ|ずっと|いつもの?|仮で|すべて|全て|変わらず|(?:半角の?|全角の?)?(?:小文字|大文字|英数字|数字|ローマ字|ひらがな|カタカナ|英語)で|以下|次|下記|こちら|これ|の通り|のとおり|です|になります|となります|[、,。:])[ \t]*){0,5}"#,
        r#"(?:\r?\n[ \t]*)?"#
    ))
});
static ENDS: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"^[ \t]*(?:です|でした|でs|だ(?:[。よねっかとわな！!]|から|けど|$)|だった|で(?:お願い|ログイン|入|はい|いけ|開|OK|いい|いく|よろ|設定|登録|統一|固定)|に(?:し|変|設定|なっ|なり|する|固定|統一|更新|戻)|へ(?:変|更新)|として|と(?:なり|なっ|し|いう|設定|入力|打)|[。、！!）)」』]|ね|よ|なので|なん|らしい|みたい(?:です|だ|で|[。！!]|$)|って|を(?:使|入|設定|打|登録|指定|言|唱|伝|答)|か(?:な|も)|っす|$|\r?\n)",
    )
});
/// 「X から Y に」「X か Y」
static BECAME: LazyLock<Regex> =
    LazyLock::new(|| regex(r"^[」』]?[ \t]*(?:から|か|または|もしくは|、|ではなく|じゃなくて?|でなく)[ \t]*[「『]?"));
/// What is done with a program or a service, not with a password: 「S3に保存」「bcryptでハッシュ化」.
static TOOL: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"^[ \t]*(?:(?:に|へ)(?:保存|保管|入れて|置|送|書|格納|登録し)|で(?:管理|ハッシュ|暗号|送|保存|生成|共有|渡|確認)|から|経由)",
    )
});
static ROMAJI: LazyLock<Regex> = LazyLock::new(|| regex(r"^[A-Za-z0-9]{2,16}(?:[ -][A-Za-z0-9]{2,16}){1,9}[ \t]*"));
static KANJI_DIGITS: LazyLock<Regex> = LazyLock::new(|| regex(r"^[〇零一二三四五六七八九]{4,12}"));
