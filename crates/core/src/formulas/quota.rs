//! How many memories a level may hold (S0 比率強制, SPEC C6).
//!
//! ```text
//! quota = ⌊ratio × base⌋
//! ```
//!
//! or rounded up, as `compression.ratio_rounding` says.

use crate::parameters::RatioRounding;

/// Absorbs the error of the product: 0.15 × 20 is a hair above 3.
const PRODUCT_ERROR: f64 = 1e-9;

/// The most memories that a level with `ratio` may hold when `base` are counted.
pub fn quota(ratio: f64, base: usize, rounding: RatioRounding) -> usize {
    let share = ratio * base as f64;
    let rounded = match rounding {
        RatioRounding::Floor => (share + PRODUCT_ERROR).floor(),
        RatioRounding::Ceil => (share - PRODUCT_ERROR).ceil(),
    };
    rounded.max(0.0) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_product_a_hair_off_a_whole_number_is_that_number() {
        assert_eq!(quota(0.15, 20, RatioRounding::Floor), 3);
        assert_eq!(quota(0.15, 20, RatioRounding::Ceil), 3);
        assert_eq!(quota(0.35, 2, RatioRounding::Floor), 0);
        assert_eq!(quota(0.35, 2, RatioRounding::Ceil), 1);
    }
}
