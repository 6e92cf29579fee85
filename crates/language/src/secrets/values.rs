//! What is a secret and what only stands where one could.

pub(super) fn always(_: &str) -> bool {
    true
}

pub(super) fn has_digit_and_letter(value: &str) -> bool {
    value.bytes().any(|b| b.is_ascii_digit()) && value.bytes().any(|b| b.is_ascii_alphabetic())
}

/// Whether what a password is set to is a value, not a placeholder, a type, a variable or a call.
pub(super) fn is_value(value: &str) -> bool {
    let value = value.trim_matches(['"', '\'', '`']);
    let folded = value.to_ascii_lowercase();
    let is_code = value.contains(['(', ')', '{', '}', '<', '>', '[', ']']) || value.starts_with(['$', '%', '&']);
    let is_path = value.contains("::") || folded.starts_with("process.env") || folded.starts_with("os.environ");
    let is_mask = value.chars().all(|c| matches!(c, '*' | 'x' | 'X' | '•' | '.' | '-' | '_'));
    !is_code && !is_path && !is_mask && !PLACEHOLDERS.iter().any(|p| folded == *p) && !folded.starts_with("your")
}

/// Without quotes it could be a word or a name in a program, so that a digit or a mark must be in it.
pub(super) fn is_typed_value(value: &str) -> bool {
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
pub(super) fn is_random_value(value: &str) -> bool {
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

pub(super) fn is_card(found: &str) -> bool {
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

/// After パスワードは a number alone is one too, such as a PIN.
pub(super) fn is_typed_or_numeric_value(value: &str) -> bool {
    let value = value.trim_end_matches(['"', '\'', '`', '.', ')', '!', '?']);
    value.len() >= 4 && (is_typed_value(value) || value.bytes().all(|b| b.is_ascii_digit()))
}
