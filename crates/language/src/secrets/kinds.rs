//! The table of secrets: how each looks, and what only looks like one.

use std::sync::LazyLock;

use regex::Regex;

use crate::pattern::regex;

/// One way in which a kind of secret is written.
pub(super) struct SecretKind {
    pub(super) name: &'static str,
    /// One of these is in every text that has such a secret; lower case ones are sought in any case.
    pub(super) hints: &'static [&'static str],
    pub(super) pattern: Regex,
    pub(super) is_secret: fn(&str) -> bool,
}

/// In the order in which they are looked for: the exact shapes first, the assignments last.
pub(super) static KINDS: LazyLock<Vec<SecretKind>> = LazyLock::new(|| {
    SHAPES
        .iter()
        .map(|(name, hints, pattern, is_secret)| SecretKind {
            name,
            hints,
            pattern: regex(pattern),
            is_secret: *is_secret,
        })
        .collect()
});

type Shape = (&'static str, &'static [&'static str], &'static str, fn(&str) -> bool);

const SHAPES: &[Shape] = &[
    (
        "private-key",
        &["PRIVATE KEY"],
        r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?s:.*?)(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|\z)",
        always,
    ),
    ("age-key", &["AGE-SECRET"], r"\bAGE-SECRET-KEY-1[0-9A-Z]{50,70}", always),
    ("anthropic-key", &["sk-ant-"], r"\bsk-ant-[A-Za-z0-9_-]{16,}", always),
    ("openrouter-key", &["sk-or-"], r"\bsk-or-(?:v\d-)?[A-Za-z0-9]{20,}", always),
    ("stripe-key", &["_live_", "_test_"], r"\b(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{10,}", always),
    ("stripe-webhook", &["whsec_"], r"\bwhsec_[A-Za-z0-9+/=]{16,}", always),
    ("openai-key", &["sk-"], r"\bsk-(?:(?:proj|svcacct|admin)-)?[A-Za-z0-9_-]{20,}", has_digit_and_letter),
    ("aws-access-key", &["AKIA", "ASIA", "ABIA", "ACCA"], r"\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b", always),
    (
        "aws-secret-key",
        &["secret"],
        r#"(?i)aws.{0,20}?secret.{0,20}?[\s:='"]+(?P<secret>[A-Za-z0-9/+]{40})(?:[^A-Za-z0-9/+]|$)"#,
        always,
    ),
    ("github-token", &["gh", "github_pat_"], r"\b(?:gh[pousr]_[A-Za-z0-9]{30,}|github_pat_[A-Za-z0-9_]{30,})", always),
    ("gitlab-token", &["gl"], r"\bgl(?:pat|dt|rt|ptt|soat|cbt)-[A-Za-z0-9_-]{18,}", always),
    ("google-key", &["AIza"], r"\bAIza[A-Za-z0-9_-]{35}", always),
    ("google-oauth", &["GOCSPX-", "ya29."], r"\b(?:GOCSPX-[A-Za-z0-9_-]{20,}|ya29\.[A-Za-z0-9_-]{20,})", always),
    ("slack-token", &["xox", "xapp-"], r"\b(?:xox[abeoprs]-[A-Za-z0-9-]{10,}|xapp-\d-[A-Za-z0-9-]{10,})", always),
    (
        "slack-webhook",
        &["hooks.slack.com"],
        r"https://hooks\.slack\.com/(?:services|workflows)/[A-Za-z0-9/_-]{20,}",
        always,
    ),
    (
        "discord-webhook",
        &["/api/webhooks/"],
        r"https://(?:\w+\.)?discord(?:app)?\.com/api/webhooks/\d+/[A-Za-z0-9_-]{20,}",
        always,
    ),
    ("discord-token", &["."], r"\b[MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,40}\b", always),
    ("telegram-token", &[":AA"], r"\b\d{8,10}:AA[A-Za-z0-9_-]{32,35}", always),
    ("npm-token", &["npm_"], r"\bnpm_[A-Za-z0-9]{30,}", always),
    ("pypi-token", &["pypi-"], r"\bpypi-[A-Za-z0-9_-]{40,}", always),
    ("cargo-token", &["cio"], r"\bcio[A-Za-z0-9]{32}\b", has_digit_and_letter),
    ("docker-token", &["dckr_"], r"\bdckr_(?:pat|oat)_[A-Za-z0-9_-]{20,}", always),
    ("huggingface-token", &["hf_"], r"\bhf_[A-Za-z0-9]{30,}", always),
    ("sendgrid-key", &["SG."], r"\bSG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{32,64}", always),
    ("mailgun-key", &["key-"], r"\bkey-[0-9a-f]{32}\b", always),
    ("twilio-key", &["SK", "AC"], r"\b(?:SK|AC)[0-9a-f]{32}\b", always),
    ("shopify-token", &["shp"], r"\bshp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}\b", always),
    ("digitalocean-token", &["_v1_"], r"\bdo[opr]_v1_[0-9a-f]{64}\b", always),
    ("databricks-token", &["dapi"], r"\bdapi[0-9a-f]{32}\b", always),
    ("vault-token", &["hv"], r"\bhv[sbr]\.[A-Za-z0-9_-]{24,}", always),
    ("linear-key", &["lin_api_"], r"\blin_api_[A-Za-z0-9]{32,}", always),
    ("notion-token", &["ntn_", "secret_"], r"\b(?:ntn_[A-Za-z0-9]{40,}|secret_[A-Za-z0-9]{43})\b", always),
    ("groq-key", &["gsk_"], r"\bgsk_[A-Za-z0-9]{40,}", always),
    ("xai-key", &["xai-"], r"\bxai-[A-Za-z0-9]{40,}", always),
    ("perplexity-key", &["pplx-"], r"\bpplx-[A-Za-z0-9]{40,}", always),
    ("jwt", &["eyJ"], r"\beyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}", always),
    (
        "connection-string",
        &["://"],
        r"\b[a-zA-Z][a-zA-Z0-9+.-]{1,20}://[^\s:@/'\x22<>]{0,80}:(?P<secret>[^\s@/'\x22<>]{1,120})@[A-Za-z0-9\[]",
        is_value,
    ),
    (
        "azure-key",
        &["accountkey", "sharedaccesskey"],
        r"(?i)(?:Account|SharedAccess)Key=(?P<secret>[A-Za-z0-9+/=]{40,})",
        always,
    ),
    (
        "authorization",
        &["authorization", "bearer"],
        r"(?i)\b(?:authorization\s*[:=]\s*['\x22]?\s*(?:bearer|basic|token)\s+|bearer\s+)(?P<secret>[A-Za-z0-9._~+/=-]{16,})",
        has_digit_and_letter,
    ),
    ("card", &[], r"\b(?:\d[ -]?){12,18}\d\b", is_card),
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
        &["パスワード", "暗証番号", "パスフレーズ", "合言葉"],
        r#"(?:パスワード|暗証番号|パスフレーズ|合言葉)\s*(?:は|が|：|:|=|＝)\s*[「『"']?(?P<secret>[!-~]{4,200})"#,
        always,
    ),
    (
        "secret",
        &["secret", "token", "key", "credential"],
        r#"(?i)(?:secret|token|api[_-]?key|access[_-]?key|auth[_-]?key|private[_-]?key|encryption[_-]?key|signing[_-]?key|credentials?)\w{0,12}['"]?\s*(?::=|=>|=|:|は)\s*['"「]?(?P<secret>[A-Za-z0-9_+/=.~!@#$%^&*-]{8,400})"#,
        is_random_value,
    ),
];

fn always(_: &str) -> bool {
    true
}

fn has_digit_and_letter(value: &str) -> bool {
    value.bytes().any(|b| b.is_ascii_digit()) && value.bytes().any(|b| b.is_ascii_alphabetic())
}

/// Whether what a password is set to is a value, not a placeholder, a type, a variable or a call.
fn is_value(value: &str) -> bool {
    let value = value.trim_matches(['"', '\'', '`']);
    let folded = value.to_ascii_lowercase();
    let is_code = value.contains(['(', ')', '{', '}', '<', '>', '[', ']']) || value.starts_with(['$', '%', '&']);
    let is_path = value.contains("::") || folded.starts_with("process.env") || folded.starts_with("os.environ");
    let is_mask = value.chars().all(|c| matches!(c, '*' | 'x' | 'X' | '•' | '.' | '-' | '_'));
    !is_code && !is_path && !is_mask && !PLACEHOLDERS.iter().any(|p| folded == *p) && !folded.starts_with("your")
}

/// Without quotes it could be a word or a name in a program, so that a digit or a mark must be in it.
fn is_typed_value(value: &str) -> bool {
    let has_mark = value.bytes().any(|b| b.is_ascii_punctuation() && !b"._:/()[]{}".contains(&b));
    is_value(value.trim_end_matches(['.', ')', '!', '?'])) && (has_digit_and_letter(value) || has_mark)
}

const PLACEHOLDERS: [&str; 36] = [
    "string",
    "str",
    "&str",
    "none",
    "null",
    "nil",
    "true",
    "false",
    "undefined",
    "bool",
    "bytes",
    "password",
    "passwd",
    "pass",
    "self",
    "option",
    "text",
    "varchar",
    "required",
    "optional",
    "changeme",
    "example",
    "placeholder",
    "secret",
    "token",
    "user",
    "value",
    "input",
    "hidden",
    "incorrect",
    "wrong",
    "invalid",
    "missing",
    "empty",
    "expired",
    "reset",
];

/// Stricter, since `token` and `key` are also words of every program: the value must look random.
fn is_random_value(value: &str) -> bool {
    if !is_value(value) || value.len() < 12 || !has_digit_and_letter(value) || is_identifier_like(value) {
        return false;
    }
    true
}

/// Hashes in hexadecimal, UUIDs, dotted paths and snake case names with a number in them.
fn is_identifier_like(value: &str) -> bool {
    let is_words = value.split(['_', '.', '-']).all(|part| {
        part.bytes().all(|b| b.is_ascii_lowercase()) || part.bytes().all(|b| b.is_ascii_digit()) || part.len() <= 3
    });
    let is_uuid = value.len() == 36 && value.bytes().filter(|b| *b == b'-').count() == 4;
    is_words || is_uuid
}

fn is_card(found: &str) -> bool {
    let digits: Vec<u32> = found.chars().filter_map(|c| c.to_digit(10)).collect();
    let is_known = matches!(digits.first(), Some(3..=6));
    let is_grouped_or_plain = !found.contains("  ") && !found.contains("--");
    let sum: u32 = digits
        .iter()
        .rev()
        .enumerate()
        .map(|(place, digit)| if place % 2 == 0 { *digit } else { digit * 2 / 10 + digit * 2 % 10 })
        .sum();
    is_known && is_grouped_or_plain && digits.windows(2).any(|p| p[0] != p[1]) && sum.is_multiple_of(10)
}
