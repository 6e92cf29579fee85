//! How much of a memory's recency is left (S3 時間減衰).
//!
//! ```text
//! decay = e^(−rate × days)
//! ```
//!
//! 1 when it is new; at S3's rate of 0.05 half of it is left after 13.9 days. A memory of the future
//! counts as new.

/// What is left of recency after `days`, 0 to 1.
pub fn time_decay(days: f64, rate: f64) -> f64 {
    (-rate * days.max(0.0)).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_is_left_after_two_weeks_and_the_future_is_new() {
        assert!((time_decay(13.862_943_611_198_906, 0.05) - 0.5).abs() < 1e-12);
        assert_eq!(time_decay(-3.0, 0.05), 1.0);
    }
}
