//! A few texts of both languages, to see what a model makes of them.

use omoide_core::formulas::similarity::cosine;

/// Two texts and whether they belong together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProbePair {
    /// What is searched with.
    pub query: &'static str,
    /// What is found, or not.
    pub passage: &'static str,
    /// Whether they belong together.
    pub belongs: bool,
}

const fn pair(query: &'static str, passage: &'static str, belongs: bool) -> ProbePair {
    ProbePair { query, passage, belongs }
}

/// Pairs that a model should tell apart.
pub const PAIRS: [ProbePair; 8] = [
    pair("my dog", "The puppy slept all afternoon.", true),
    pair("my dog", "The invoice is due on Friday.", false),
    pair("How do I make the program faster?", "We cut the response time by caching the query.", true),
    pair("How do I make the program faster?", "Grandmother's garden is full of roses.", false),
    pair("パフォーマンス", "最適化で表示が速くなった。", true),
    pair("パフォーマンス", "母の誕生日に花を贈った。", false),
    pair("犬の散歩", "子犬と公園を歩いた。", true),
    pair("犬の散歩", "請求書の締め切りは金曜日です。", false),
];

/// Texts of one language that have nothing to do with each other.
pub(crate) const UNRELATED: [[&str; 8]; 2] = [
    [
        "The puppy slept all afternoon.",
        "The invoice is due on Friday.",
        "We cut the response time by caching the query.",
        "Grandmother's garden is full of roses.",
        "He plays the violin in a small orchestra.",
        "The train to the coast leaves at seven.",
        "She decided to move to another country.",
        "Add two eggs and stir until it is smooth.",
    ],
    [
        "子犬は午後ずっと寝ていた。",
        "請求書の締め切りは金曜日です。",
        "検索結果をキャッシュして応答を速くした。",
        "祖母の庭は薔薇でいっぱいだ。",
        "彼は小さな楽団でバイオリンを弾いている。",
        "海へ行く電車は七時に出る。",
        "彼女は別の国に引っ越すことに決めた。",
        "卵を二つ加えて、なめらかになるまで混ぜる。",
    ],
];

/// The mean cosine of all pairs of vectors.
pub(crate) fn mean_cosine(vectors: &[Vec<f32>]) -> f64 {
    let (mut sum, mut pairs) = (0.0, 0.0);
    for (place, a) in vectors.iter().enumerate() {
        for b in &vectors[..place] {
            sum += cosine(a, b);
            pairs += 1.0;
        }
    }
    if pairs > 0.0 { sum / pairs } else { 0.0 }
}
