//! How much of a memory a day leaves (S0 減衰係数の決定方法).
//!
//! ```text
//! decay_coefficient = min + (max − min) × intensity / 100
//! ```
//!
//! `min` and `max` are the range of the memory's category, `intensity` is 0 to 100. A category that
//! has no range gets the base coefficient.

use crate::Category;
use crate::parameters::RetentionParameters;

/// The decay coefficient of a new memory, as a share kept a day.
pub fn decay_coefficient(category: &Category, intensity: u8, retention: &RetentionParameters) -> f64 {
    match retention.decay_by_category.range(category) {
        Some(range) => range.min + (range.max - range.min) * (f64::from(intensity) / 100.0),
        None => retention.base_decay_coefficient,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intensity_moves_the_coefficient_through_its_range() {
        let retention = RetentionParameters::default();
        for (intensity, want) in [(0, 0.70), (50, 0.75), (100, 0.80)] {
            let got = decay_coefficient(&Category::Casual, intensity, &retention);
            assert!((got - want).abs() < 1e-12, "{intensity}: {got}");
        }
    }

    #[test]
    fn an_unknown_category_fades_by_the_base_coefficient() {
        let retention = RetentionParameters::default();
        assert_eq!(decay_coefficient(&Category::named("mystery"), 80, &retention), 0.995);
    }
}
