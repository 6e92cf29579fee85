//! Folding, so that words compare equal whatever their case and width.

use unicode_normalization::UnicodeNormalization;

/// The text in compatibility form (NFKC) and lower case, with straight apostrophes.
///
/// Full-width letters and half-width katakana become the usual ones: `ＡＰＩ` is `api`, `ﾃｽﾄ` is `テスト`.
pub fn fold(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    if text.chars().all(is_stable) {
        return text.chars().map(|c| c.to_ascii_lowercase()).collect();
    }
    text.chars().nfkc().flat_map(char::to_lowercase).map(straight).collect()
}

/// Whether the character is in compatibility form whatever stands beside it.
fn is_stable(c: char) -> bool {
    c.is_ascii()
        || matches!(c, '\u{3041}'..='\u{3096}' | '\u{30A1}'..='\u{30FA}' | '\u{30FC}' | '\u{4E00}'..='\u{9FFF}')
        || matches!(c, '、' | '。' | '「' | '」' | '々')
}

fn straight(c: char) -> char {
    match c {
        '\u{2018}' | '\u{2019}' | '\u{02BC}' => '\'',
        '\u{2033}' | '\u{201C}' | '\u{201D}' => '"',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_and_cases_are_the_same_word() {
        assert_eq!(fold("ＡＰＩのﾃｽﾄ"), "apiのテスト");
        assert_eq!(fold("Don’t"), "don't");
    }
}
