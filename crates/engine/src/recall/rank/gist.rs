//! What a passage is about as a whole, and how near other texts are to it.
//!
//! The texts that one prompt finds are all near to it. What they have in common, the mean of their vectors,
//! says nothing about which of them is meant, so it is taken out of the prompt and of each before they are
//! compared.

use omoide_core::formulas::similarity::cosine;
use omoide_language::embedding::vector;

/// How near each text is to the prompt, beyond what all of them have in common; one without words is not near.
pub(in crate::recall) fn nearness(prompt: &str, texts: &[String]) -> Vec<f64> {
    let vectors: Vec<Option<Vec<f32>>> = texts.iter().map(|text| vector(text).map(Vec::from)).collect();
    let known = vectors.iter().flatten().count();
    let Some(mut prompt) = vector(prompt).filter(|_| known > 0) else { return vec![0.0; texts.len()] };
    let mut mean = vec![0.0_f32; prompt.len()];
    for vector in vectors.iter().flatten() {
        mean.iter_mut().zip(vector).for_each(|(sum, x)| *sum += x / known as f32);
    }
    prompt.iter_mut().zip(&mean).for_each(|(x, mean)| *x -= mean);
    let near = |vector: Option<Vec<f32>>| {
        let vector: Vec<f32> = vector?.iter().zip(&mean).map(|(x, mean)| x - mean).collect();
        Some(cosine(&vector, &prompt))
    };
    vectors.into_iter().map(|vector| near(vector).unwrap_or(0.0)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_all_have_in_common_does_not_count() {
        let texts = ["犬と公園を散歩した。楽しかった。", "税金の書類を出した。楽しかった。", "？"];
        let near = nearness("子犬を連れて歩いた。楽しかった。", &texts.map(str::to_owned));
        assert!(near[0] > 0.0 && near[1] < 0.0, "{near:?}");
        assert_eq!(near[2], 0.0);
        assert_eq!(nearness("犬", &[]), Vec::<f64>::new());
    }
}
