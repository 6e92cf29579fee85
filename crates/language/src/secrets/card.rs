//! Numbers of payment cards.

/// Whether the digits are the number of a card: its issuer, its length and its check digit agree.
///
/// A number of thirteen digits is none: cards of that length are long gone, and codes of goods (JAN, EAN) and of
/// books have as many, a tenth of them with the right check digit.
pub(super) fn is_card(found: &str) -> bool {
    let digits: Vec<u32> = found.chars().filter_map(|c| c.to_digit(10)).collect();
    let start = |length: usize| digits.iter().take(length).fold(0, |number, digit| number * 10 + digit);
    let is_issued = match digits.len() {
        14 => matches!(start(3), 300..=305) || matches!(start(2), 36 | 38 | 39),
        15 => matches!(start(2), 34 | 37),
        16 => {
            matches!(start(1), 4)
                || matches!(start(2), 51..=55 | 60 | 62 | 65)
                || matches!(start(4), 2221..=2720 | 3528..=3589 | 6440..=6499)
        }
        17..=19 => matches!(start(1), 4) || matches!(start(2), 62),
        _ => false,
    };
    let is_grouped_or_plain = !found.contains("  ") && !found.contains("--");
    let sum: u32 = digits
        .iter()
        .rev()
        .enumerate()
        .map(|(place, digit)| if place % 2 == 0 { *digit } else { digit * 2 / 10 + digit * 2 % 10 })
        .sum();
    is_issued && is_grouped_or_plain && digits.windows(2).any(|pair| pair[0] != pair[1]) && sum.is_multiple_of(10)
}
