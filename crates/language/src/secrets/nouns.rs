//! Nouns of labels, and the words before and behind them that change what they name.

use std::collections::HashSet;
use std::sync::LazyLock;

use super::label::SecretNoun;

/// What a word names, with the word before it. In a name of a program more words are secrets than in a sentence.
pub(super) fn noun(word: &str, qualifier: &str, is_name: bool) -> Option<SecretNoun> {
    Some(match word {
        "password" | "passwords" | "passwd" | "passcode" | "passcodes" | "pwd" | "pw" | "pswd" | "psw" | "pword"
        | "passw" | "psk" => SecretNoun::Password,
        "passphrase" | "passphrases" => SecretNoun::Phrase,
        "phrase" if qualifier == "pass" => SecretNoun::Phrase,
        "answer" if qualifier == "security" => SecretNoun::Password,
        "word" | "code" if qualifier == "pass" => SecretNoun::Password,
        // Alone it is a ticket, a road or a move of a ball; what binds it must be a mark.
        "pass" => SecretNoun::Password,
        "pin" | "pins" | "keypad" | "puk" => SecretNoun::Digits,
        "code" | "codes" | "combination" | "combo" if CODES.contains(qualifier) => SecretNoun::Digits,
        "seed" if matches!(qualifier, "totp" | "otp" | "2fa" | "mfa") => SecretNoun::Key,
        "otp" if !is_name => SecretNoun::Digits,
        "unlock" if UNLOCKED.contains(qualifier) => SecretNoun::Digits,
        "lock" if LOCKS.contains(qualifier) => SecretNoun::Digits,
        "secret" | "secrets" | "credential" | "credentials" | "creds" if is_name => SecretNoun::Secret,
        "credential" | "credentials" | "creds" | "login" | "logins" => SecretNoun::Login,
        "secret" if qualifier == "enable" => SecretNoun::Password,
        "secret" => SecretNoun::Secret,
        "auth" if is_name => SecretNoun::Key,
        "token" | "jwt" | "bearer" => SecretNoun::Key,
        "pat" if is_name => SecretNoun::Key,
        "key" | "keys" if KEYS.contains(qualifier) => SecretNoun::Key,
        "salt" | "pepper" | "mnemonic" | "otp" | "totp" | "session" | "sid" if is_name => SecretNoun::Key,
        "id" if is_name && qualifier == "session" => SecretNoun::Key,
        _ => return compound(word),
    })
}

/// Names that are written in one: `dbpassword`, `rootpw`.
fn compound(word: &str) -> Option<SecretNoun> {
    let ends = |nouns: &[&str]| nouns.iter().any(|noun| word.len() > noun.len() && word.ends_with(noun));
    if ends(&["password", "passwd", "passphrase", "passcode"]) {
        return Some(SecretNoun::Password);
    }
    let keys = ["apikey", "authtoken", "accesstoken", "secretkey", "accesskey", "privatekey", "sessionid"];
    if ends(&keys) || keys.contains(&word) {
        return Some(SecretNoun::Key);
    }
    let is_short =
        ["pass", "pwd", "pw"].iter().any(|noun| word.strip_suffix(noun).is_some_and(|start| STARTS.contains(start)));
    is_short.then_some(SecretNoun::Password)
}

/// Whether a code that is not said to be of something is the code of an error, of goods or of a place.
pub(super) fn is_other_code(qualifier: &str) -> bool {
    OTHER_CODES.contains(qualifier)
}

/// Whether a word says that a code opens something.
pub(super) fn is_opened(word: &str) -> bool {
    OPENED.contains(word)
}

/// Whether a word says that a key is the one of a wireless network.
pub(super) fn is_network(word: &str) -> bool {
    matches!(
        word,
        "wifi" | "wi-fi" | "wlan" | "ssid" | "network" | "router" | "hotspot" | "wpa" | "wpa2" | "wpa3" | "wep"
    )
}

/// Words behind the secret one that change nothing: which of several it is, and in what form.
pub(super) fn is_neutral(word: &str) -> bool {
    word.bytes().all(|b| b.is_ascii_digit()) || NEUTRAL.contains(word)
}

/// Words behind the secret one that make it something about a secret: `PASSWORD_MIN_LENGTH`, `TOKEN_URL`.
pub(super) fn is_about(word: &str) -> bool {
    ABOUT.contains(word)
}

pub(super) fn set(words: &'static str) -> HashSet<&'static str> {
    words.split_whitespace().collect()
}

static STARTS: LazyLock<HashSet<&'static str>> = LazyLock::new(|| {
    set("db user root my admin smtp mail ftp ssh pg sql mysql redis web wifi sudo vpn wp app login store key trust")
});

static KEYS: LazyLock<HashSet<&'static str>> = LazyLock::new(|| {
    set(
        "my our the this new old your api access secret private auth encryption encrypt decryption signing sign master account \
         storage shared service client app application session webhook admin license licence product activation deploy \
         hmac aes jwt cipher crypto wep wpa wpa2 security recovery wifi network root cookie bot wallet ssh openai stripe \
         anthropic github google aws azure live rest csrf unseal",
    )
});

static CODES: LazyLock<HashSet<&'static str>> = LazyLock::new(|| {
    set("door gate alarm lock entry access garage unlock safe pin lockbox padlock bike building keypad security \
         verification recovery backup locker vault auth authentication 2fa login otp sms time apartment elevator luggage \
         suitcase front house mailbox screen device voicemail disarm pairing")
});

/// Locks that are opened by a number.
static LOCKS: LazyLock<HashSet<&'static str>> =
    LazyLock::new(|| set("bike bicycle combination suitcase luggage gym number dial locker cable"));

static UNLOCKED: LazyLock<HashSet<&'static str>> =
    LazyLock::new(|| set("phone tablet ipad iphone screen device laptop door gate garage car"));

static OTHER_CODES: LazyLock<HashSet<&'static str>> = LazyLock::new(|| {
    set(
        "error status exit zip post postal area country source qr bar promo coupon discount product item dress morse color \
         colour return response http currency airport flight booking confirmation tracking model part serial stock postcode \
         reason language genetic machine byte penal tax discount hs iso fault diagnostic trouble color referral invite",
    )
});

static OPENED: LazyLock<HashSet<&'static str>> = LazyLock::new(|| {
    set(
        "door gate alarm lock garage safe locker padlock keypad building apartment lobby elevator suitcase lockbox vault \
         entrance intercom unlock cabin airbnb shed mailbox luggage cage rack datacenter disarm burglar pool fence \
         barn storage mfa 2fa texted sms authenticator digit steam chest strongbox",
    )
});

static NEUTRAL: LazyLock<HashSet<&'static str>> = LazyLock::new(|| {
    set(
        "prod production dev test staging stg old new value val base b plain text plaintext string default current tmp temp \
         main local live raw primary secondary env a x hex again here",
    )
});

static ABOUT: LazyLock<HashSet<&'static str>> = LazyLock::new(|| {
    set(
        "length len min max ttl url uri file path name id type count limit policy hash hashes expiry expires expiration \
         lifetime age days seconds ms timeout field column input label hint reset manager store provider enabled required \
         rotation version arn ref endpoint host port user username email budget usage size rate cost price strength service \
         vault dir folder bucket region header prefix suffix format encoding algorithm alg protected less free only through \
         ed es ing er rs py js ts go md txt json yaml yml toml rb java html css sh cfg conf ini log tests com net org io app \
         example page form link validator generator checker handler helper util utils factory error exception at cache ring \
         board word words flow code scope scopes issuer audience state status index mode method grant refresh request \
         response pin pins dialog screen prompt change changed updated alias",
    )
});
