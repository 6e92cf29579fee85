//! How alike two vectors are (S0 ベクトル類似度検索).
//!
//! ```text
//! cosine(a, b) = a · b / (‖a‖ × ‖b‖)
//! ```
//!
//! Summed in double precision, in the order of the components. A missing or zero vector, and one of
//! another size, is like nothing: 0.

/// Cosine of two vectors, −1 to 1.
pub fn cosine(a: &[f32], b: &[f32]) -> f64 {
    if a.len() != b.len() {
        return 0.0;
    }
    let (mut dot, mut aa, mut bb) = (0.0_f64, 0.0_f64, 0.0_f64);
    for (&x, &y) in a.iter().zip(b) {
        let (x, y) = (f64::from(x), f64::from(y));
        dot += x * y;
        aa += x * x;
        bb += y * y;
    }
    if aa == 0.0 || bb == 0.0 { 0.0 } else { dot / (aa.sqrt() * bb.sqrt()) }
}

/// A cosine as a similarity, when texts that have nothing to do with each other are at `floor`:
/// `(cosine − floor) / (1 − floor)`. A floor of 0 leaves it as it is.
pub fn above_floor(cosine: f64, floor: f64) -> f64 {
    (cosine - floor) / (1.0 - floor)
}

/// The cosine that counts as `similarity`, the other way round.
pub fn cosine_of(similarity: f64, floor: f64) -> f64 {
    floor + similarity * (1.0 - floor)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vectors_without_length_or_partner_are_like_nothing() {
        assert_eq!(cosine(&[], &[]), 0.0);
        assert_eq!(cosine(&[0.0, 0.0], &[1.0, 0.0]), 0.0);
        assert_eq!(cosine(&[1.0], &[1.0, 0.0]), 0.0);
        assert!((cosine(&[1.0, 1.0], &[2.0, 2.0]) - 1.0).abs() < 1e-12);
    }

    #[test]
    fn a_similarity_is_counted_from_the_floor_and_back() {
        assert_eq!(above_floor(0.7, 0.0), 0.7);
        assert_eq!(above_floor(0.75, 0.75), 0.0);
        assert!((above_floor(0.95, 0.75) - 0.8).abs() < 1e-12);
        assert!((cosine_of(above_floor(0.9, 0.75), 0.75) - 0.9).abs() < 1e-12);
    }
}
