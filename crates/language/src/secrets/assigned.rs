//! Secrets that show by the words before them: passwords, codes, keys that something is set to.

use super::kinds::{Shape, always};
use super::value::{has_digit_and_letter, is_random, is_strong, is_typed, is_value};

/// In the order in which they are looked for, behind all that show by their own shape.
pub(super) const ASSIGNED: &[Shape] = &[
    (
        "password-flag",
        &[
            "sshpass",
            "mysql",
            "docker",
            "podman",
            "redis-cli",
            "unzip",
            "7z",
            "smbclient",
            "mongo",
            "ldap",
            "passin",
            "passout",
            "passwd",
        ],
        concat!(
            r"(?:\bsshpass\s+-p\s*|\bmysql(?:dump|admin)?\s[^\n|;]{0,80}?\s-p|\b(?:docker|podman)\s+login\s[^\n|;]{0,120}?-p\s*",
            r"|\bredis-cli\s(?:[^\n|;]{0,80}?\s)?(?:-a|--pass)\s+|\b(?:unzip|zip)\s(?:[^\n|;]{0,80}?\s)?-P\s*|\b7za?\s[^\n|;]{0,80}?\s-p",
            r"|\bmongo(?:sh|dump|restore)?\s[^\n|;]{0,120}?\s-p\s+|\bldap\w{3,10}\s[^\n|;]{0,160}?\s-w\s+|-pass(?:in|out)?\s+pass:",
            r"|\bsmbclient\s[^\n|;]{0,80}?-U\s*['\x22]?[^\s%'\x22]{1,40}%)['\x22]?(?P<secret>[^\s'\x22|;]{4,100})"
        ),
        is_value,
    ),
    (
        "pgpass",
        &[":5432:", ":5433:", ":6432:", ":*:"],
        r"\b[A-Za-z0-9.*_-]{1,80}:(?:5432|5433|6432|\*):[A-Za-z0-9*_-]{1,60}:[A-Za-z0-9*_-]{1,60}:(?P<secret>[!-9;-~]{4,100})",
        is_value,
    ),
    (
        "one-time-secret",
        &["otpauth:"],
        r"(?i)\botpauth://[^\s'\x22]{0,200}?[?&]secret=(?P<secret>[A-Z2-7=]{8,128})",
        always,
    ),
    (
        "password-flag",
        &["http", "net use"],
        r"(?:\bhttps?\s+(?:[^\n|;]{0,80}?\s)?(?:-a|--auth)[ =]['\x22]?[^\s:'\x22]{1,60}:|\bnet\s+use\s[^\n]{0,120}?/user:\S{1,60}\s+)(?P<secret>[^\s'\x22|;]{4,100})",
        is_value,
    ),
    (
        "password",
        &["ログイン", "入れ", "入っ", "サインイン"],
        r"[A-Za-z0-9._@+-]{2,40}[ \t]*[/／][ \t]*(?P<secret>[!-~]{4,40}?)[ \t]*で(?:ログイン|入れ|入っ|サインイン)",
        is_typed,
    ),
    (
        "password",
        &[".c", ".j", ".n", ".o", ".e"],
        r"\b[A-Za-z0-9._+-]{1,60}@[A-Za-z0-9-]{1,60}\.[A-Za-z0-9.]{2,40}(?:[ \t]+/[ \t]*(?P<secret>[!-~]{6,60})|[ \t]*[:|][ \t]*(?P<other>[A-Za-z0-9!#$%&*+.,=?@^_~-]{6,60}))",
        is_typed,
    ),
    (
        "password",
        &["admin", "root"],
        r"(?i)\b(?:admin|administrator|root)(?::|[ \t]+/[ \t]+|/)(?P<secret>[!-.0-9;-?A-~]{6,60})",
        is_strong,
    ),
    (
        "password",
        &["identified", "requirepass", "masterauth"],
        r"(?i)(?:\bidentified\s+(?:with\s+\S{1,40}\s+)?by\s+['\x22]|\b(?:requirepass|masterauth)\s+['\x22]?)(?P<secret>[^\s'\x22;]{3,100})",
        is_value,
    ),
    (
        "password",
        &["auth"],
        r#"(?i)\b(?:auth\s*=\s*|basicauth)\(\s*["'][^"'\n]{1,60}["']\s*,\s*["'](?P<secret>[^"'\n]{3,100})["']"#,
        is_value,
    ),
    ("url-token", &["://"], r"://(?P<secret>[A-Za-z0-9_-]{20,200})@[A-Za-z0-9]", is_random),
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
        &["code", "コード", "otp", "ワンタイム"],
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
];
