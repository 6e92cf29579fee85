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
}
