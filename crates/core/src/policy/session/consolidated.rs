//! Which of several become long-term memory: the most salient share of them (S1 §7).

/// What becomes of the part of one that a share leaves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rounding {
    /// It is left out: S1 to the letter.
    Down,
    /// It counts: the only one of a quiet night stays (C30).
    Up,
}

/// The most salient of those that are given with their salience, in that order; equals keep theirs.
pub fn consolidated<T: Clone>(scored: &[(T, f64)], share: f64, rounding: Rounding) -> Vec<T> {
    let mut order: Vec<&(T, f64)> = scored.iter().collect();
    order.sort_by(|a, b| b.1.total_cmp(&a.1));
    let room = share * scored.len() as f64;
    let room = match rounding {
        Rounding::Down => room.floor(),
        // A share of 0.7 of ten is seven, whatever the last bit says.
        Rounding::Up => (room - 1e-9).ceil(),
    };
    order.into_iter().take(room.max(0.0) as usize).map(|(one, _)| one.clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_is_rounded_down_to_the_letter_and_up_in_the_product() {
        let one = [("only", 0.1)];
        assert!(consolidated(&one, 0.7, Rounding::Down).is_empty());
        assert_eq!(consolidated(&one, 0.7, Rounding::Up), ["only"]);
        let ten: Vec<(usize, f64)> = (0..10).map(|place| (place, 0.5)).collect();
        assert_eq!(consolidated(&ten, 0.7, Rounding::Up), [0, 1, 2, 3, 4, 5, 6]);
        assert!(consolidated(&ten, 0.0, Rounding::Up).is_empty());
    }
}
