//! Numbers as people read them.

/// A whole number with its thousands set apart: 36,500.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `part` of `whole` in percent, to a tenth; nothing of nothing is nothing.
pub fn percent(part: u64, whole: u64) -> String {
    let share = if whole == 0 { 0.0 } else { part as f64 / whole as f64 * 100.0 };
    format!("{share:.1} %")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_set_apart() {
        assert_eq!([0, 999, 1_000, 36_500, 1_234_567].map(grouped), ["0", "999", "1,000", "36,500", "1,234,567"]);
    }

    #[test]
    fn nothing_of_nothing_is_nothing() {
        assert_eq!(percent(0, 0), "0.0 %");
        assert_eq!(percent(1, 3), "33.3 %");
    }
}
