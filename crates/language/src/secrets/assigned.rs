//! Secrets that show by the words before them: passwords, codes, keys that something is set to.

use super::kinds::Shape;
use super::values::{
    always, has_digit_and_letter, is_random_value, is_typed_or_numeric_value, is_typed_value, is_value,
};

/// In the order in which they are looked for, behind all that show by their own shape.
pub(super) const ASSIGNED: &[Shape] = &[
    (
        "password",
        &["pass", "pwd"],
        r#"(?i)(?:pass(?:word|wd|phrase)|pwd)\w{0,12}['"]?\s*(?::=|=>|=|:|\bis\b)\s*(?:"(?P<secret>[^"\n]{4,200})"|'(?P<other>[^'\n]{4,200})')"#,
        is_value,
    ),
    (
        "password",
        &["PASS", "PWD"],
        r#"\b[A-Z0-9_]*(?:PASS(?:WORD|WD|PHRASE)?|PWD)[A-Z0-9_]*=(?P<secret>[^\s'",;]{4,200})"#,
        is_value,
    ),
    (
        "password",
        &["pass", "pwd"],
        r#"(?i)(?:pass(?:word|wd|phrase)|pwd)\w{0,12}\s*(?:=|:|\bis\b)\s*(?P<secret>[^\s'",;]{4,200})"#,
        is_typed_value,
    ),
    (
        "password",
        &["パス", "暗証", "合言葉", "PW", "ＰＷ"],
        r#"(?:パスワード|パスワ|パス|暗証番号|パスフレーズ|パスコード|合言葉|PW|ＰＷ)\s*(?:は|が|を|：|:|=|＝|「|『)\s*[「『"'`]?(?P<secret>[!-~]{4,200})"#,
        is_typed_or_numeric_value,
    ),
    (
        "password",
        &["パス", "暗証", "合言葉"],
        r#"(?:パスワード|暗証番号|パスフレーズ|パスコード|合言葉)\s*(?:は|が|を|：|:|=|＝)\s*[「『"'`]?(?P<secret>[!-~]{4,200})[」』"'`]?\s*(?:です|だ[。よねっ]|にし|に変|に設定|でログイン|でお願い|[。」』]|$)"#,
        is_value,
    ),
    (
        "password-flag",
        &["sshpass", "--password", "-p"],
        r"(?:\bsshpass\s+-p\s*|\bmysql(?:dump)?\s[^\n]{0,80}?\s-p|--password[= ])['\x22]?(?P<secret>[^\s'\x22]{4,100})",
        is_value,
    ),
    ("netrc", &["machine"], r"\bmachine\s+\S{1,80}\s+login\s+\S{1,80}\s+password\s+(?P<secret>\S{1,120})", is_value),
    (
        "basic-auth-flag",
        &["curl", "-u", "--user"],
        r"\bcurl\b[^\n]{0,200}?\s(?:-u|--user)\s*['\x22]?[^\s:'\x22]{1,60}:(?P<secret>[^\s'\x22]{3,100})",
        is_value,
    ),
    (
        "cookie",
        &["cookie"],
        r"(?i)\bcookie\s*:\s*[^\n]{0,200}?(?:sess(?:ion)?(?:_?id)?|sid|auth|token|jwt)[A-Za-z0-9_.-]{0,20}=(?P<secret>[A-Za-z0-9%._~+/=-]{16,})",
        has_digit_and_letter,
    ),
    (
        "seed-phrase",
        &["phrase", "mnemonic", "フレーズ"],
        r"(?i)(?:seed|recovery|mnemonic|backup|シード|リカバリー?|復元)[ _-]?(?:phrase|フレーズ|words)?\s*(?:is|:|=|は|：)\s*['\x22「]?(?P<secret>[a-z]{3,8}(?:[ ,]+[a-z]{3,8}){11,23})\b",
        always,
    ),
    (
        "wallet-key",
        &["private", "秘密鍵"],
        r"(?i)(?:private[ _-]?key|秘密鍵)['\x22]?\s*(?:is|:|=|は|：)\s*['\x22「]?(?P<secret>(?:0x)?[0-9a-f]{64})\b",
        always,
    ),
    (
        "one-time-code",
        &["code", "コード", "otp", "otp"],
        r"(?i)(?:認証コード|確認コード|ワンタイムパスワード|(?:verification|security|one-time|2fa|otp|login)\s+code|\botp)\s*(?:is|was|は|：|:|=)\s*[「『]?(?P<secret>\d{3}[ -]?\d{3,5})\b",
        always,
    ),
    (
        "social-security-number",
        &["ssn", "social"],
        r"(?i)\b(?:ssn|social\s+security(?:\s+number)?)\s*(?:is|:|=|#)?\s*(?P<secret>\d{3}-?\d{2}-?\d{4})\b",
        always,
    ),
    (
        "my-number",
        &["マイナンバー", "個人番号"],
        r"(?:マイナンバー|個人番号)(?:カード)?\s*(?:は|が|：|:|=)?\s*[「『]?(?P<secret>\d{4}[ -]?\d{4}[ -]?\d{4})",
        always,
    ),
    (
        "card-code",
        &["cvv", "cvc", "セキュリティコード"],
        r"(?i)(?:\bcvv2?|\bcvc2?|セキュリティコード)\s*(?:is|は|：|:|=)?\s*(?P<secret>\d{3,4})\b",
        always,
    ),
    (
        "secret",
        &["secret", "token", "key", "credential"],
        r#"(?i)(?:secret|token|api[_-]?key|access[_-]?key|auth[_-]?key|private[_-]?key|encryption[_-]?key|signing[_-]?key|credentials?)\w{0,12}['"]?\s*(?::=|=>|=|:|は)\s*['"「]?(?P<secret>[A-Za-z0-9_+/=.~!@#$%^&*-]{8,400})"#,
        is_random_value,
    ),
];
