//! Words that stand where a secret could and are none.

use std::collections::HashSet;
use std::sync::LazyLock;

use super::nouns::set;

/// Whether the word, in lower case, is one that a sentence goes on with behind "the password is".
pub(super) fn goes_on(word: &str) -> bool {
    FUNCTION.contains(word) || is_state(word)
}

/// Whether the word only joins others: no phrase that someone chose as a secret has it in first place.
pub(super) fn is_function_word(word: &str) -> bool {
    FUNCTION.contains(word)
}

/// Whether the word says how something is or what was done to it.
pub(super) fn is_state(word: &str) -> bool {
    if word == "infected" {
        // What everybody encrypts samples of malware with; a password is never infected.
        return false;
    }
    let is_formed = word.len() > 4 && !word.contains('_') && STATE_ENDINGS.iter().any(|ending| word.ends_with(ending));
    is_formed || STATE.contains(word)
}

/// Whether the word stands for a value that is to be put in, or is known to everyone.
///
/// `changeme` and the like are here: they are in public manuals, so that they hide nothing, and a memory of
/// "the default is still changeme" is worth having.
pub(super) fn is_placeholder(word: &str) -> bool {
    let stem = word.trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, '_' | '-'));
    PLACEHOLDERS.contains(word)
        || PLACEHOLDERS.contains(stem) && word.len() == stem.len()
        || ["your", "my_", "the_", "some_", "example", "placeholder", "insert", "replace"]
            .iter()
            .any(|start| word.starts_with(start) && !word.bytes().any(|b| b.is_ascii_digit()))
        || ["todo", "fixme", "tbd", "n/a"].contains(&word)
}

/// Whether the word is the name of a format, a program or a measure, although it has digits in it.
pub(super) fn is_technical(word: &str) -> bool {
    let folded: String = word.chars().filter(|c| !matches!(c, '-' | '_' | '.' | '/')).collect();
    TECHNICAL.contains(folded.as_str()) || is_measure(word)
}

/// Whether it is a number with a unit, an ordinal, a version, a date or a time.
fn is_measure(word: &str) -> bool {
    let unit =
        word.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | ',' | ':' | '/' | '-' | '+' | '~'));
    if unit.len() < word.len()
        && (unit.is_empty() && !word.bytes().all(|b| b.is_ascii_digit())
            || UNITS.contains(unit)
            || SHORT_UNITS.contains(&unit))
    {
        // Digits with separators: a date, a time, a version, a range. A combination of a lock is asked for elsewhere.
        return true;
    }
    let version = word.strip_prefix('v').unwrap_or("");
    !version.is_empty()
        && version.len() < 6
        && version.starts_with(|c: char| c.is_ascii_digit())
        && version.bytes().all(|b| b.is_ascii_digit() || b == b'.')
}

/// Whether the word behind a number makes it a quantity: "8 characters", "8文字".
pub(super) fn is_unit(word: &str) -> bool {
    UNITS.contains(word.trim_end_matches(|c: char| c.is_ascii_punctuation()))
}

/// Whether what follows a number in Japanese makes it a quantity.
pub(super) fn begins_with_counter(rest: &str) -> bool {
    let rest = rest.trim_start();
    COUNTERS.iter().any(|counter| rest.starts_with(counter))
}

const STATE_ENDINGS: [&str; 17] = [
    "ed",
    "ing",
    "able",
    "ible",
    "ful",
    "less",
    "ive",
    "ally",
    "ely",
    "tly",
    "rly",
    "ous",
    "sensitive",
    "only",
    "wide",
    "proof",
    "based",
];

static FUNCTION: LazyLock<HashSet<&'static str>> = LazyLock::new(|| {
    set("a an the this that these those it its it's i you he she we they me him her us them my your his our their \
         mine yours ours theirs one ones not no nor never none nothing and or but so if then than as at by for from in into of off on \
         onto out over to up with within without via per about after before during until since because when where \
         which who whom whose what whatever why how is are was were be been being am do does did done have has had \
         having can could may might must shall should will would there here very too quite rather really also even \
         just only still yet already again always often sometimes usually probably maybe perhaps now today tomorrow \
         yesterday soon later once twice all any both each every few more most much many some such same other another \
         else either neither between under above below behind near next same something anything everything somewhere anywhere \
         like unlike let's lets please never ever almost nearly exactly currently actually basically literally \
         down back away gone up-to-date going supposed able unable worth due part kept held used meant known needed \
         don't doesn't didn't isn't wasn't aren't won't can't couldn't shouldn't wouldn't that's what's who's \
         enough long short longer shorter")
});

static STATE: LazyLock<HashSet<&'static str>> = LazyLock::new(|| {
    set("wrong right correct incorrect valid invalid weak strong safe unsafe secure insecure secret public private \
         new old fresh stale empty blank missing lost forgotten hidden visible unknown fine ok okay good bad great \
         better worse best worst easy hard simple complex difficult tough short long longer shorter short-lived random unique common \
         identical different similar plain plaintext cleartext text case-insensitive alphanumeric numeric mandatory optional required \
         compulsory necessary enough wanted available unavailable ready pending active inactive dead gone broken \
         bound sent set reset unset kept stored written shown given taken chosen known built made split spelt spelled read \
         wifi online offline default defaults null nil none undefined true false yes no on off encrypted hashed salted obsolete outdated current \
         recent temporary permanent static dynamic local remote global shared internal external personal annoying \
         terrible awful ridiculous funny stupid silly tricky obvious trivial guessable crackable ambiguous confidential sensitive \
         critical important essential crucial vital free expensive cheap first last second third next previous final \
         up unchanged intact compromised leaked exposed everywhere nowhere impossible possible likely unlikely \
         unclear clear sure certain mine yours ours optional nonempty non-empty rotten expired bcrypt argon2 scrypt complete incomplete \
         too-short too-long one-time single-use write-only read-only hard-coded hardcoded base64 urlencoded plural singular \
         vaultwarden pwgen gopass passbolt enpass nordpass protonpass roboform psono yubikey fido passkey passkeys \
         bitwarden lastpass keepass keepassxc dashlane keychain onepassword vault hashicorp kerberos ldap oauth saml sso okta auth0 \
         email username user name login account birthday phone fingerprint biometric biometrics face faceid touchid")
});

static PLACEHOLDERS: LazyLock<HashSet<&'static str>> = LazyLock::new(|| {
    set(
        "phrase sentence string str &str none null nil true false undefined bool boolean bytes byte int integer number float double \
         password passwd pass pwd passphrase passcode pin self this option optional text varchar char nvarchar required changeme change-me \
         change_me replaceme replace-me fixme example placeholder secret token key apikey api_key user username value input \
         hidden incorrect wrong invalid missing empty expired reset redacted removed masked omitted censored filtered any object void unknown \
         securestring secretstring credential credentials config settings env environment secretsmanager vault file \
         foo bar baz foobar dummy test testing todo tbd n/a na hoge fuga piyo xxx yyy zzz abc prompt ask yes no on off default auto \
         field column label title type name email login form confirm confirmation new_password old_password current_password \
         password_confirmation passwordconfirm newpassword oldpassword currentpassword data body params args opts options props",
    )
});

static TECHNICAL: LazyLock<HashSet<&'static str>> = LazyLock::new(|| {
    set(
        "sha1 sha224 sha256 sha384 sha512 sha3 md4 md5 crc32 bcrypt scrypt argon2 argon2i argon2d argon2id pbkdf2 hmac \
         hmacsha256 hs256 hs384 hs512 rs256 rs512 es256 es384 ps256 eddsa ed25519 curve25519 x25519 secp256k1 p256 p384 rsa2048 rsa4096 aes128 aes256 \
         aes256gcm aesgcm aes256cbc chacha20 chacha20poly1305 blake2 blake2b blake3 base16 base32 base58 base64 base64url utf8 utf16 utf16le ascii85 \
         latin1 iso8859 iso88591 x509 pkcs1 pkcs5 pkcs7 pkcs8 pkcs11 pkcs12 p12 asn1 oauth1 oauth2 oauth20 oauth21 openid2 2fa mfa u2f fido2 webauthn \
         1password lastpass s3 ec2 k8s k3s i18n l10n a11y http1 http10 http11 http2 http3 ipv4 ipv6 tls12 tls13 ssl3 wpa2 wpa3 wpa2psk wpa3sae wep64 \
         md5sum sha1sum sha256sum win10 win11 windows10 windows11 ios17 ios18 python2 python3 py3 log4j neo4j auth0 es6 es2015 \
         int8 int16 int32 int64 uint8 uint16 uint32 uint64 u8 u16 u32 u64 i8 i16 i32 i64 f32 f64 float32 float64 varchar255 \
         mp3 mp4 h264 h265 x86 x64 amd64 arm64 utf8mb4 b64 0x 3des des3 ntlmv2 krb5 smb1 smb2 smb3 ssh2 v1 v2 v3 uuid4 uuidv4 uuidv7 \
         gpt4 gpt4o gpt35 claude3 llama3 rfc6749 rfc7519 rfc6238 web3 3d 2d 4k 8k 5g 4g",
    )
});

static UNITS: LazyLock<HashSet<&'static str>> = LazyLock::new(|| {
    set(
        "character characters char chars letter letters digit digits symbol symbols number numbers word words time times \
         try tries attempt attempts day days hour hours minute minutes second seconds week weeks month months year years \
         bit bits byte bytes kb mb gb tb kib mib gib ms sec secs min mins hr hrs px em rem \
         percent % user users people person item items row rows entry entries token tokens request requests call calls \
         dollar dollars usd eur yen jpy rounds iterations steps places points version versions or-more \
         -bit -character -characters -digit -day -hour -minute -second bit-long chars-long am pm",
    )
});

/// They are units only right behind a number: "90d", "1st".
const SHORT_UNITS: [&str; 19] =
    ["ghz", "mhz", "khz", "hz", "mbps", "gbps", "kbps", "s", "h", "d", "w", "m", "y", "k", "x", "st", "nd", "rd", "th"];

#[rustfmt::skip]
const COUNTERS: &[&str] = &[
    "文字", "桁", "回", "個", "円", "日", "年", "月", "時", "分", "秒", "人", "件", "番", "本", "つ", "以上", "以下", "以内", "まで",
    "未満", "種類", "ビット", "バイト", "台", "枚", "%", "％", "ヶ月", "か月", "カ月", "週", "歳", "階", "号", "行", "列", "語", "社", "ドル",
];
