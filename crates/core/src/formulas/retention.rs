//! What is left of a memory (S0 保持スコアの計算式).
//!
//! ```text
//! retention_score = intensity × decay_coefficient ^ memory_days
//! ```
//!
//! `intensity` is 0 to 100, the coefficient a share kept a day, the days are felt days: recall takes
//! some back.

/// The retention score, 0 to 100.
pub fn retention_score(intensity: u8, decay_coefficient: f64, memory_days: f64) -> f64 {
    f64::from(intensity) * decay_coefficient.powf(memory_days)
}

/// The days at which the formula gives `score`: its inverse.
///
/// They are negative where the score is above the intensity. A memory that does not fade, or has no
/// intensity, reaches no score but its own and gets 0.
pub fn days_for_score(intensity: u8, decay_coefficient: f64, score: f64) -> f64 {
    let days = (score / f64::from(intensity)).ln() / decay_coefficient.ln();
    if days.is_finite() { days } else { 0.0 }
}
