//! How a report of resonance moves a memory's arousal (S3 記憶共鳴フィードバック機構).
//!
//! ```text
//! arousal' = arousal + α × (resonance − arousal)
//! ```
//!
//! All are 0 to 1. At 1.0 the reply would not have come without the memory, at 0.7 it had a clear part
//! in it, at 0.4 it was faintly there, at 0.0 it was shown and left the agent cold.

/// The arousal after a report.
pub fn arousal_update(arousal: f64, resonance: f64, alpha: f64) -> f64 {
    arousal + alpha * (resonance - arousal)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arousal_moves_towards_the_resonance_and_never_past_it() {
        assert!((arousal_update(0.3, 1.0, 0.2) - 0.44).abs() < 1e-12);
        assert!((arousal_update(0.3, 0.0, 0.2) - 0.24).abs() < 1e-12);
        assert_eq!(arousal_update(0.7, 0.7, 0.2), 0.7);
        assert_eq!(arousal_update(0.3, 1.0, 1.0), 1.0);
    }
}
