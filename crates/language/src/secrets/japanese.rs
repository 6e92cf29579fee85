//! Values behind a Japanese label: 「パスワードは X です」「暗証番号：1234」「パスワードを X に変えた」.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::accept::{Around, Binding, is_secret};
use super::behind::{after, grouped, is_alike, is_paired, window};
use super::label::{SecretLabel, SecretNoun};
use super::later::told_later;
use super::made_up::{is_made_up, is_surely_made_up, is_unheard};
use super::value::{Look, SecretValue, is_named_like, line_from, value_at};
use crate::pattern::ascii_regex as regex;

/// The places of the values behind a label: one, or the old and the present one.
pub(super) fn values_behind(text: &str, label: &SecretLabel) -> Vec<Range<usize>> {
    let Some(first) = value_behind(text, label).or_else(|| told_later(text, label, label.place.end)) else {
        return Vec::new();
    };
    let mut places = vec![first];
    while let Some(next) = next_value(text, label, &places).filter(|_| places.len() < MOST_VALUES) {
        places.push(next);
    }
    places
}

/// The codes of a list of them.
const MOST_VALUES: usize = 20;

/// A value behind the last one: the one that it became, or one more of a list.
fn next_value(text: &str, label: &SecretLabel, places: &[Range<usize>]) -> Option<Range<usize>> {
    let (first, last) = (&text[places[0].clone()], places[places.len() - 1].end);
    let rest = window(text, last);
    let value = |join: usize| value_at(text, last + join).map(|value| grouped(text, label, value));
    let joined = BECAME.find(rest).and_then(|join| value(join.end()));
    let joined =
        joined.filter(|value| places.len() == 1 && value.look() >= Look::Digits || is_alike(first, value.text));
    let listed = || AND.find(rest).and_then(|join| value(join.end())).filter(|value| is_alike(first, value.text));
    joined.or_else(listed).map(|value| value.place).or_else(|| told_later(text, label, last))
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
    let is_coined = is_made_up(value.text);
    if told && look < Look::Typed && !(is_coined && TELLS.is_match(whole.as_str()))
        || breaks && !is_alone && look < Look::Typed
        || !(is_marked || is_said || look != Look::Word || is_coined && is_closed)
    {
        return None;
    }
    let is_tool = TOOL.is_match(after) && !value.is_quoted;
    let is_password = matches!(label.named, SecretNoun::Password | SecretNoun::Phrase);
    if is_password && !is_tool && !told && !breaks && !is_bare_pass(text, label) && is_surely_made_up(value.text) {
        return Some(value.place);
    }
    let is_paired_word = is_paired(text, label) && is_marked && look == Look::Word;
    if is_bare_pass(text, label) && !is_paired_word && !is_bare_value(&value, look, after) {
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
    let is_tool = is_tool && look == Look::Typed && value.text.len() < 8;
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

/// Whether a sentence that tells a password goes on like this behind it.
pub(super) fn is_told(after: &str) -> bool {
    ENDS.is_match(after) && !TOOL.is_match(after)
}

/// 「パス」 is also a path and a pass of a ball.
fn is_bare_value(value: &SecretValue<'_>, look: Look, after: &str) -> bool {
    let is_path = value.text.contains(['/', '\\', '=']);
    let is_chosen = look >= Look::Digits || is_made_up(value.text) || is_unheard(value.text);
    !is_path && (look >= Look::Typed && !is_named_like(value.text) || is_chosen && ENDS.is_match(after))
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

/// 「教えるね→」
static TELLS: LazyLock<Regex> = LazyLock::new(|| regex(r"教え|伝え|送|これ|変え|書い|貼|メモ|言う|いう"));
static BOUND: LazyLock<Regex> = LazyLock::new(|| {
    regex(concat!(
        r#"^["'`*]{0,2}(?:情報|番号|コード)?(?:[0-9]桁の?)?(?:[ \t]*[(（\[][^()（）\n]{0,24}[)）\]])?"#,
        r#"(?:(?P<told>[^\x00-\x7F、。「」『』\n]{0,14}?)[ \t]*(?P<mark>[】［］【]|:|=>?|→|⇒|->|[ \t]-[ \t])"#,
        r#"|[ \t]*(?:の(?:方|ほう))?(?P<particle>には|として|で、|を?聞かれたら|を?求められたら|は|が|を|に|って(?:いうのは)?|も|とは|というのは|、|,|ですが、?|なんだけど、?|だけど、?)"#,
        r#"|[ \t]+|\r?\n)?[ \t]*(?:、|,)?[ \t]*"#,
        r#"(?:(?:[0-9]桁(?:で|の)|たしか|確か|多分|たぶん|今は|今|現在は?|いまは|一応|とりあえず|全部|ぜんぶ|ずっと|いつもの?|仮で|そのまま|[^、。\n「」 ]{1,16}?(?:じゃなくて|じゃなく|ではなくて?|でなく)|[a-z]{2,12}/[a-z]{2,12}から|すべて|全て|変わらず|(?:次|以下|下記)の[0-9]+[つ個]|(?:半角|全角)(?:で|の)?|(?:小文字|大文字|英数字|数字|ローマ字|ひらがな|カタカナ|英語)で|以下|次|下記|こちら|これ|の通り|のとおり|です|になります|となります|[、,。:])[ \t]*){0,5}"#,
        r#"(?:\r?\n[ \t]*)?"#
    ))
});
static ENDS: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"^[ \t]*(?:です|でした|でs|だ(?:[。よねっかとわな！!]|から|けど|$)|だった|で(?:、|お願い|ログイン|入|はい|いけ|開|OK|いい|いく|よろ|設定|登録|統一|固定)|に(?:し|変|設定|なっ|なり|する|固定|統一|更新|戻)|へ(?:変|更新)|として|と(?:なり|なっ|し|いう|設定|入力|打|ひらがな|カタカナ|ローマ字|半角|全部)|[。、！!）)」』]|ね|よ|のまま|の?どっち|の?どちら|か[ \t]?[!-~]|なので|なん|らしい|みたい(?:です|だ|で|[。！!]|$)|って|を(?:使|入|設定|打|登録|指定|言|唱|伝|答)|か(?:な|も)|っす|$|\r?\n)",
    )
});
/// 「X から Y に」「X か Y」
static BECAME: LazyLock<Regex> =
    LazyLock::new(|| regex(r"^[」』]?[ \t]*(?:から|か|または|もしくは|、|ではなく|じゃなくて?|でなく)[ \t]*[「『]?"));
/// 「X と Y」, and the codes of a list.
static AND: LazyLock<Regex> =
    LazyLock::new(|| regex(r"^[」』]?(?:[ \t]*(?:と|・|/|,|、)[ \t]*|[ \t]+|\r?\n[ \t]*)[「『]?"));
/// What is done with a program or a service, not with a password: 「S3に保存」「bcryptでハッシュ化」.
static TOOL: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"^[ \t]*(?:(?:に|へ)(?:保存|保管|入れて|置|送|書|格納|登録し)|で(?:管理|ハッシュ|暗号|送|保存|生成|共有|渡|確認)|から|経由)",
    )
});
static ROMAJI: LazyLock<Regex> = LazyLock::new(|| regex(r"^[A-Za-z0-9]{2,16}(?:[ -][A-Za-z0-9]{2,16}){1,9}[ \t]*"));
static KANJI_DIGITS: LazyLock<Regex> = LazyLock::new(|| regex(r"^[〇零一二三四五六七八九]{4,12}"));
