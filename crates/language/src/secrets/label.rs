//! The words that say "a secret stands here": nouns of sentences and names of fields, in both languages.

use std::ops::Range;

use super::nouns::{is_about, is_network, is_neutral, is_opened, is_other_code, noun};

/// What a label names, which says how much its value must look like one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SecretNoun {
    /// A password, a passphrase, a passcode: someone chose it, so that it can be an ordinary word.
    Password,
    /// A passphrase: several ordinary words.
    Phrase,
    /// A PIN, a code of a door: digits.
    Digits,
    /// A secret, credentials, the answer of a token generator: rarely a word.
    Secret,
    /// A key or a token: it was drawn at random. The words are also words of every program.
    Key,
    /// An account and its password in one.
    Login,
}

/// A label in a text.
#[derive(Clone, Debug)]
pub(super) struct SecretLabel {
    pub(super) named: SecretNoun,
    pub(super) place: Range<usize>,
    /// A name of a program or a file, such as `DB_PASSWORD` or `clientSecret`; not a word of a sentence.
    pub(super) is_name: bool,
    /// A variable of the environment: nothing but a value follows its equals sign.
    pub(super) is_constant: bool,
    /// The name has words of its own behind the secret one, so that it could name something else.
    pub(super) is_vague: bool,
    pub(super) is_japanese: bool,
    /// The label of an account stands right before it, so that two values follow: "ID/PW: X / Y".
    pub(super) is_with_account: bool,
    /// Digits follow "PIN"; a pin of a chip is written "pin".
    pub(super) is_sure: bool,
    /// A lock of numbers: three of them are enough.
    pub(super) is_lock: bool,
}

/// The first letters of all labels; see [`label_at`].
#[rustfmt::skip]
pub(super) const STEMS: &[&str] = &[
    "p/w", "pass", "pwd", "pw", "psk", "psw", "pword", "pin", "secret", "token", "key", "cred", "auth", "login", "log-in", "code", "otp",
    "jwt", "bearer", "session", "sid", "seed", "mnemonic", "combination", "combo", "phrase", "pat", "salt", "wifi", "wi-fi",
    "パス", "暗証", "合言葉", "合い言葉", "ピン", "コード", "秘密鍵", "トークン", "キー", "シークレット", "ログイン", "認証",
    "アカウント", "番号", "サインイン", "鍵", "接続情報", "ロック解除", "画面ロック", "秘密の質問", "answer", "keypad",
    "puk", "lock", "unlock", "オートロック", "ロック", "ワンタイムパスワード", "ぱすわーど", "警備解除", "アラーム解除", "セコム解除", "事前共有鍵", "共有鍵", "事前共有キー", "共有キー", "ダイヤル",
];

/// The label that the stem at `at` belongs to.
pub(super) fn label_at(text: &str, at: usize) -> Option<SecretLabel> {
    if text.as_bytes()[at].is_ascii() { latin_label(text, at) } else { japanese_label(text, at) }
}

/// A name longer than this is data.
const LONGEST_NAME: usize = 64;

fn latin_label(text: &str, at: usize) -> Option<SecretLabel> {
    if text[at..].get(..3).is_some_and(|here| here.eq_ignore_ascii_case("p/w")) {
        let is_word = !text[..at].ends_with(is_word_character) && !text[at + 3..].starts_with(is_word_character);
        let label = SecretLabel {
            named: SecretNoun::Password,
            place: at..at + 3,
            is_name: false,
            is_constant: false,
            is_vague: false,
            is_japanese: false,
            is_with_account: false,
            is_sure: true,
            is_lock: false,
        };
        return is_word.then_some(label);
    }
    let mut place = name_around(text, at)?;
    // "pass word"
    if text[place.clone()].eq_ignore_ascii_case("pass")
        && text[place.end..].get(..5).is_some_and(|next| next.eq_ignore_ascii_case(" word"))
        && !text[place.end + 5..].starts_with(is_word_character)
    {
        place.end += 5;
    }
    // Marks of earlier redactions name secrets too.
    if text[..place.start].ends_with("[redacted:") {
        return None;
    }
    let written = &text[place.clone()];
    let before = previous_word(text, place.start);
    let joined = written.replace(' ', "");
    let words = words_of(&joined);
    let is_key = text[..place.start].ends_with(['"', '\'']) && text[place.end..].starts_with(['"', '\'', '\\']);
    // "PASS onigiri": a word that is shouted, not a name.
    let is_shouted = written == "PASS" && text[place.end..].starts_with(' ');
    let is_name = is_key
        || text[..place.start].ends_with('_')
        || text[..place.start].ends_with("--")
        || written.contains(['_', '.', '-']) && !is_hyphenated_noun(written)
        || has_inner_capital(written)
        || !is_shouted && written.len() > 3 && written.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit());
    let found = named_by(&words, &before, is_name);
    let (named, rest) = named_by_sentence(text, &place, &before).map(|named| (named, false)).or(found)?;
    let is_with_account = named == SecretNoun::Password && !is_name && is_with_account(&text[..place.start]);
    let is_sure = written.ends_with("PIN")
        || words.len() > 1
        || ["puk", "keypad"].iter().any(|noun| written.eq_ignore_ascii_case(noun))
        || written.to_ascii_lowercase().starts_with("co") && before != "pin"
        || text[place.end..].starts_with("コード")
        || text[place.end..].starts_with("番号");
    let is_lock = ["lock", "combo", "combination"].iter().any(|noun| written.eq_ignore_ascii_case(noun));
    let is_constant = written.contains('_') && written.bytes().all(|b| !b.is_ascii_lowercase());
    Some(SecretLabel {
        named,
        place,
        is_name,
        is_constant,
        is_vague: rest,
        is_japanese: false,
        is_with_account,
        is_sure: is_sure || is_lock,
        is_lock,
    })
}

/// What a word names that says little by itself, by the words around it.
fn named_by_sentence(text: &str, place: &Range<usize>, before: &str) -> Option<SecretNoun> {
    let word = text[place.clone()].to_ascii_lowercase();
    let is_parameter = text[..place.start].ends_with(['?', '&']) && text[place.end..].starts_with('=');
    match word.as_str() {
        "key" | "sig" | "signature" | "auth" | "code" if is_parameter => Some(SecretNoun::Key),
        "key" if !is_other_key(before) && is_near(text, place, is_network) => Some(SecretNoun::Password),
        "code" | "combination" | "combo" if !is_other_code(before) && is_near(text, place, is_opened) => {
            Some(SecretNoun::Digits)
        }
        "wifi" | "wi-fi" => Some(SecretNoun::Login),
        "answer" if is_asked(text, place) => Some(SecretNoun::Password),
        "auth" if matches!(before, "basic" | "http") => Some(SecretNoun::Login),
        _ => None,
    }
}

/// Whether a service asked: "for the security question I gave the answer …".
fn is_asked(text: &str, place: &Range<usize>) -> bool {
    let near =
        super::floor(text, place.start.saturating_sub(120))..super::floor(text, (place.end + 60).min(text.len()));
    let near = text[near].to_ascii_lowercase();
    near.contains("security question") || near.contains("secret question")
}

fn is_other_key(before: &str) -> bool {
    matches!(
        before,
        "primary"
            | "foreign"
            | "public"
            | "cache"
            | "sort"
            | "partition"
            | "object"
            | "answer"
            | "any"
            | "house"
            | "car"
    )
}

/// Whether a word of the same clause is meant.
fn is_near(text: &str, place: &Range<usize>, is_meant: impl Fn(&str) -> bool) -> bool {
    let before = &text[super::floor(text, place.start.saturating_sub(60))..place.start];
    let before = before.rsplit(['\n', '!', '?', ';']).next().unwrap_or_default();
    let behind = &text[place.end..super::floor(text, (place.end + 40).min(text.len()))];
    let behind = behind.split(['\n', '.', '!', '?', ';', ',']).next().unwrap_or_default();
    let words = before.split(' ').chain(behind.split(' '));
    words
        .map(|word| word.trim_matches(|c: char| !c.is_ascii_alphanumeric()).to_ascii_lowercase())
        .any(|word| is_meant(&word))
}

fn is_word_character(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '/')
}

/// Whether an account is named in the same breath: "user/password", "ID and PW".
fn is_with_account(before: &str) -> bool {
    let near = before[super::floor(before, before.len().saturating_sub(40))..].to_lowercase();
    let joined = near.trim_end().trim_end_matches(['/', '・', '、', ',', '&', '+', '＆']).trim_end();
    let joined =
        ["and", "と", "および", "及び"].iter().find_map(|join| joined.strip_suffix(join)).unwrap_or(joined).trim_end();
    let is_joined = joined.len() < near.trim_end().len();
    is_joined
        && [
            "id",
            "user",
            "username",
            "login",
            "email",
            "e-mail",
            "account",
            "ユーザー名",
            "ユーザ名",
            "ユーザー",
            "メール",
            "アカウント",
            "アドレス",
        ]
        .iter()
        .any(|account| joined.ends_with(account))
}

/// The whole word or name that the byte at `at` is in.
fn name_around(text: &str, at: usize) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    let is_part = |at: usize| {
        let b = bytes[at];
        let is_inner = |near: Option<&u8>| near.is_some_and(u8::is_ascii_alphanumeric);
        b.is_ascii_alphanumeric()
            || b == b'_'
            || matches!(b, b'-' | b'.')
                && is_inner(at.checked_sub(1).and_then(|before| bytes.get(before)))
                && is_inner(bytes.get(at + 1))
    };
    let mut start = at;
    while start > 0 && is_part(start - 1) {
        start -= 1;
        if at - start > LONGEST_NAME {
            return None;
        }
    }
    let mut end = at;
    while end < bytes.len() && is_part(end) {
        end += 1;
        if end - at > LONGEST_NAME {
            return None;
        }
    }
    let trimmed = text[start..end].trim_matches('_');
    let start = start + text[start..end].find(trimmed).unwrap_or(0);
    Some(start..start + trimmed.len())
}

fn is_hyphenated_noun(written: &str) -> bool {
    matches!(
        written.to_ascii_lowercase().as_str(),
        "pass-phrase" | "pass-code" | "pass-word" | "log-in" | "wifi-password" | "wi-fi-password"
    )
}

fn has_inner_capital(written: &str) -> bool {
    written.as_bytes().windows(2).any(|pair| pair[0].is_ascii_lowercase() && pair[1].is_ascii_uppercase())
}

/// The words of a name in lower case: `dbPassword_2` is db, password, 2.
fn words_of(written: &str) -> Vec<String> {
    let mut words: Vec<String> = vec![String::new()];
    let mut before = b'_';
    for b in written.bytes() {
        let is_break = matches!(b, b'_' | b'-' | b'.')
            || before.is_ascii_lowercase() && b.is_ascii_uppercase()
            || before.is_ascii_alphabetic() && b.is_ascii_digit()
            || before.is_ascii_digit() && b.is_ascii_alphabetic();
        if is_break && words.last().is_some_and(|word| !word.is_empty()) {
            words.push(String::new());
        }
        if b.is_ascii_alphanumeric() {
            words.last_mut().expect("there is one").push(char::from(b.to_ascii_lowercase()));
        }
        before = b;
    }
    words.retain(|word| !word.is_empty());
    words
}

/// The word right before a place, in lower case, when only a space or a hyphen is between.
fn previous_word(text: &str, start: usize) -> String {
    let before = text[..start].strip_suffix([' ', '-']).unwrap_or(&text[..start]);
    let before = before.strip_suffix("'s").unwrap_or(before);
    let from = before.bytes().rev().take(24).take_while(|b| b.is_ascii_alphanumeric()).count();
    before[before.len() - from..].to_ascii_lowercase()
}

/// What the words of a name name, and whether words of their own follow.
fn named_by(words: &[String], before: &str, is_name: bool) -> Option<(SecretNoun, bool)> {
    let mut last = words.len();
    // Which of several it is, and in what form, does not change what it is.
    while last > 1 && is_neutral(&words[last - 1]) {
        last -= 1;
    }
    let named = |last: usize| {
        let word = words[last - 1].as_str();
        let qualifier = if last > 1 { words[last - 2].as_str() } else { before };
        noun(word, qualifier, is_name)
    };
    if let Some(found) = named(last) {
        // A session has an id in every program; it is secret only where it is drawn at random.
        return Some((
            found,
            words[last - 1] != "password" && words.iter().any(|word| word.starts_with("session") || word == "sid"),
        ));
    }
    if is_name && !words[1..last].iter().any(|word| is_about(word)) {
        let found = (1..last).rev().find_map(named);
        return found.map(|found| (found, true));
    }
    None
}

/// The Japanese nouns, the longest first where one begins another.
const JAPANESE: &[(&str, SecretNoun)] = &[
    ("ワンタイムパスワード", SecretNoun::Digits),
    ("パスワード", SecretNoun::Password),
    ("ぱすわーど", SecretNoun::Password),
    ("パスワ", SecretNoun::Password),
    ("パスコード", SecretNoun::Password),
    ("パスフレーズ", SecretNoun::Phrase),
    ("パスキー", SecretNoun::Key),
    ("パス", SecretNoun::Password),
    ("暗証番号", SecretNoun::Digits),
    ("暗証コード", SecretNoun::Digits),
    ("暗証", SecretNoun::Digits),
    ("ロック解除", SecretNoun::Digits),
    ("オートロック", SecretNoun::Digits),
    ("ロック番号", SecretNoun::Digits),
    ("ロック", SecretNoun::Digits),
    ("警備解除", SecretNoun::Digits),
    ("アラーム解除", SecretNoun::Digits),
    ("セコム解除", SecretNoun::Digits),
    ("画面ロック", SecretNoun::Digits),
    ("秘密の質問の答え", SecretNoun::Password),
    ("秘密の質問の回答", SecretNoun::Password),
    ("合言葉", SecretNoun::Password),
    ("合い言葉", SecretNoun::Password),
    ("ピンコード", SecretNoun::Digits),
    ("ピン番号", SecretNoun::Digits),
    ("秘密鍵", SecretNoun::Key),
    ("事前共有鍵", SecretNoun::Password),
    ("共有鍵", SecretNoun::Password),
    ("ダイヤル", SecretNoun::Digits),
    ("トークン", SecretNoun::Key),
    ("シークレットキー", SecretNoun::Key),
    ("シークレットアクセスキー", SecretNoun::Key),
    ("事前共有キー", SecretNoun::Password),
    ("共有キー", SecretNoun::Password),
    ("シークレット", SecretNoun::Secret),
    ("ログインパスワード", SecretNoun::Password),
    ("ログイン情報", SecretNoun::Login),
    ("ログインID/パスワード", SecretNoun::Login),
    ("サインイン情報", SecretNoun::Login),
    ("認証情報", SecretNoun::Login),
    ("認証コード", SecretNoun::Digits),
    ("認証番号", SecretNoun::Digits),
    ("認証キー", SecretNoun::Key),
    ("アカウント情報", SecretNoun::Login),
    ("アカウント", SecretNoun::Login),
    ("ログイン", SecretNoun::Login),
    ("接続情報", SecretNoun::Login),
    ("認証", SecretNoun::Login),
    ("番号", SecretNoun::Digits),
    ("コード", SecretNoun::Digits),
    ("キー", SecretNoun::Key),
    ("鍵", SecretNoun::Key),
];

fn japanese_label(text: &str, at: usize) -> Option<SecretLabel> {
    let (noun, named) = JAPANESE.iter().find(|(noun, _)| text[at..].starts_with(noun))?;
    let before = &text[..at];
    let is_meant = match *noun {
        // コンパス, バイパス and 年パス are other words; パスタ and パスポート too.
        "パス" => {
            let is_inner = before.ends_with(is_katakana) || text[at + noun.len()..].starts_with(is_katakana);
            !is_inner && !["年", "定期", "絶対", "相対", "直"].iter().any(|other| before.ends_with(other))
        }
        "コード" => CODES.iter().any(|code| before.ends_with(code)),
        "番号" => NUMBERS.iter().any(|number| before.ends_with(number)) || is_number_of_lock(before),
        "キー" | "鍵" => {
            let is_inner = text[at + noun.len()..].starts_with(is_katakana);
            !is_inner && !OTHER_KEYS.iter().any(|other| before.ends_with(other))
        }
        "ロック" => LOCKED.iter().any(|thing| before.ends_with(thing)),
        "パスワ" => !text[at + noun.len()..].starts_with(is_katakana),
        "トークン" | "シークレット" => !text[at + noun.len()..].starts_with(is_katakana),
        _ => true,
    };
    let place = at..at + noun.len();
    // The key of a wireless network is a password that someone chose.
    let near = &before[super::floor(before, before.len().saturating_sub(90))..].to_lowercase();
    let is_wireless =
        *noun == "キー" && ["wi-fi", "wifi", "ssid", "ルーター", "無線", "wpa"].iter().any(|word| near.contains(word));
    // A lock of numbers has no key but its number: 「自転車の鍵は1234」.
    let is_number = *noun == "鍵" && NUMBER_LOCKS.iter().any(|lock| before.ends_with(lock));
    let named = match (is_wireless, is_number) {
        (true, _) => &SecretNoun::Password,
        (_, true) => &SecretNoun::Digits,
        _ => named,
    };
    let is_with_account = *named == SecretNoun::Password && is_with_account(before);
    is_meant.then_some(SecretLabel {
        named: *named,
        place,
        is_name: false,
        is_constant: false,
        is_vague: false,
        is_japanese: true,
        is_with_account,
        is_sure: true,
        is_lock: LOCK_NOUNS.contains(noun) || named == &SecretNoun::Digits && *noun == "鍵",
    })
}

/// 「キーボックスに入ってて、番号は…」
fn is_number_of_lock(before: &str) -> bool {
    let near = &before[super::floor(before, before.len().saturating_sub(60))..];
    let near = near.rsplit(['。', '\n']).next().unwrap_or_default();
    near.ends_with(['、', ',', ' ', '。', 'の'])
        && ["キーボックス", "金庫", "ロッカー", "南京錠", "オートロック"].iter().any(|lock| near.contains(lock))
}

#[rustfmt::skip]
const CODES: &[&str] = &[
    "確認", "解除", "解錠", "開錠", "ドア", "入館", "ゲート", "セキュリティ", "PIN", "pin", "リカバリー", "バックアップ", "復旧", "アクセス",
    "ロック", "認証用", "暗証", "MFAの", "MFA", "2FAの", "ワンタイム", "ガードの", "防止", "二段階認証の", "2段階認証の", "SMSの", "アラームの", "警備",
    "入室", "玄関の", "エントランスの", "裏口の",
];

#[rustfmt::skip]
const NUMBERS: &[&str] = &[
    "ロック", "解錠", "開錠", "解除", "PIN", "pin", "キーボックスの", "金庫の", "オートロックの", "ダイヤルロックの", "ダイヤル", "ポストの",
    "宅配ボックスの", "ロッカーの", "スーツケースの", "自転車の", "錠の", "南京錠の", "玄関の", "鍵の", "鍵", "入室", "入館", "ボックスの", "倉庫の", "裏口の", "ATMで使う", "キャッシュカードの", "ラックの", "物置の",
];

const LOCKED: &[&str] = &[
    "スマホの",
    "携帯の",
    "タブレットの",
    "端末の",
    "画面",
    "ダイヤル",
    "iPhoneの",
    "iPadの",
    "パソコンの",
    "PCの",
    "自転車の",
];
const LOCK_NOUNS: &[&str] = &["ダイヤル", "ロック番号", "ロック", "オートロック"];
const NUMBER_LOCKS: &[&str] =
    &["自転車の", "ロッカーの", "スーツケースの", "ダイヤル式の", "チャリの", "郵便受けの", "ポストの"];

#[rustfmt::skip]
const OTHER_KEYS: &[&str] = &[
    "主", "外部", "公開", "キャッシュ", "ソート", "パーティション", "プライマリ", "オブジェクト", "メイン", "ショートカット", "検索", "ホット",
    "エンター", "矢印", "修飾", "ファンクション", "ス", "ワ", "ウィス", "クッ", "スキー",
];

fn is_katakana(c: char) -> bool {
    matches!(c, '\u{30A1}'..='\u{30FA}' | '\u{30FC}')
}
