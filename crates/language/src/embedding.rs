//! Vectors without a model to download: a table of word vectors that comes with the program.
//!
//! The table was distilled from a multilingual sentence encoder (`tools/vectors`), so that texts that mean
//! the same are near each other in Japanese and in English, and across the two. A text's vector is the sum
//! of its words' rows, brought to length one; the dot product of two vectors is their cosine. Words that the
//! table does not have count by their character n-grams.

mod pieces;
mod table;

use omoide_core::ports::{BoxError, Embedder};

/// The name of the built-in model, which is stored with its vectors.
pub const MODEL: &str = "static-256-1";
/// How many components its vectors have.
pub const DIMENSIONS: usize = 256;
/// No more of a text than this is read, in characters: the gist of a memory is not at its end.
const READ: usize = 20_000;

/// Embeds by the built-in table; it needs no files, no network and no time to start.
#[derive(Clone, Copy, Default, Debug)]
pub struct StaticEmbedder;

impl StaticEmbedder {
    /// An embedder; they are all the same.
    pub fn new() -> Self {
        Self
    }
}

impl Embedder for StaticEmbedder {
    fn model(&self) -> &str {
        MODEL
    }

    fn dimensions(&self) -> usize {
        DIMENSIONS
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Option<Vec<f32>>>, BoxError> {
        Ok(texts.iter().map(|text| vector(text).map(Vec::from)).collect())
    }

    fn embed_query(&self, text: &str) -> Result<Option<Vec<f32>>, BoxError> {
        Ok(query_vector(text).map(Vec::from))
    }
}

/// The vector of a text or a word, of length one; none when it has no words.
pub fn vector(text: &str) -> Option<[f32; DIMENSIONS]> {
    let (vector, _) = to_length_one(pieces::total(pieces::pieces(beginning(text))))?;
    Some(vector)
}

/// The vector of a prompt, of length one: as that of a text, but common words count less.
pub fn query_vector(text: &str) -> Option<[f32; DIMENSIONS]> {
    let (vector, _) = to_length_one(pieces::total_of_telling(pieces::pieces(beginning(text))))?;
    Some(vector)
}

/// The vector of a word of which only the stem is left, as words are folded for comparing: of "arriv" that of
/// "arrive". Of any other word its own.
pub fn stem_vector(stem: &str) -> Option<[f32; DIMENSIONS]> {
    let Some(row) = pieces::row_of_stem(stem) else { return vector(stem) };
    let (vector, _) = to_length_one(pieces::total(vec![pieces::Subword::Known(row)]))?;
    Some(vector)
}

/// How rare a word, or a stem, is in everyday language: 3 for "the", 9 for "coffee", 19 for what no list of words has.
pub fn rarity(word: &str) -> f32 {
    pieces::rarity(word)
}

/// A word of a text with its own vector.
#[derive(Clone, PartialEq, Debug)]
pub struct WordVector {
    /// Of length one.
    pub vector: [f32; DIMENSIONS],
    /// How much the word counts in the text's vector: little for "the", much for a name.
    pub weight: f32,
}

/// The vectors of the first `most` words of a text, as the table cuts it.
pub fn word_vectors(text: &str, most: usize) -> Vec<WordVector> {
    let pieces = pieces::pieces(beginning(text)).into_iter().take(most);
    let vectors = pieces.filter_map(|piece| to_length_one(pieces::total(vec![piece])));
    vectors.map(|(vector, weight)| WordVector { vector, weight }).collect()
}

/// How near in meaning the nearest of the first `most` words of a text is to a word, as a cosine; 0 where either has no vector.
pub fn nearest(word: &str, text: &str, most: usize) -> f32 {
    let (own, words) = (word_vectors(word, most), word_vectors(text, most));
    let pairs = own.iter().flat_map(|one| words.iter().map(|other| cosine(&one.vector, &other.vector)));
    pairs.fold(0.0, f32::max)
}

fn beginning(text: &str) -> &str {
    let end = text.char_indices().nth(READ).map_or(text.len(), |(at, _)| at);
    &text[..end]
}

/// With the length that it had.
fn to_length_one(mut vector: [f32; DIMENSIONS]) -> Option<([f32; DIMENSIONS], f32)> {
    let length = vector.iter().map(|x| x * x).sum::<f32>().sqrt();
    if length <= f32::EPSILON {
        return None;
    }
    vector.iter_mut().for_each(|x| *x /= length);
    Some((vector, length))
}

/// The cosine of two vectors of length one.
pub fn cosine(a: &[f32; DIMENSIONS], b: &[f32; DIMENSIONS]) -> f32 {
    // Sums side by side, which a processor adds at once.
    let mut sums = [0.0_f32; 16];
    for (a, b) in a.chunks_exact(16).zip(b.chunks_exact(16)) {
        for ((sum, x), y) in sums.iter_mut().zip(a).zip(b) {
            *sum += x * y;
        }
    }
    sums.iter().sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn similarity(a: &str, b: &str) -> f32 {
        cosine(&vector(a).expect("words"), &vector(b).expect("words"))
    }

    #[track_caller]
    fn is_closer(query: &str, near: &str, far: &str) {
        let (near_by, far_by) = (similarity(query, near), similarity(query, far));
        assert!(near_by > far_by + 0.1, "{query}: {near} {near_by} | {far} {far_by}");
    }

    #[test]
    fn s0s_example_of_a_vague_reference_is_found() {
        is_closer("前にパフォーマンスの話したよね", "速度改善の最適化をした", "昨日の夕食はカレーだった");
        is_closer("パフォーマンス", "最適化", "夕食");
        is_closer("パフォーマンス", "速度改善", "夕食");
    }

    #[test]
    fn synonyms_are_near() {
        is_closer("my dog", "the puppy was cute", "tax forms");
        is_closer("打ち合わせの日程", "会議は明日です", "ラーメンを食べた");
        is_closer("記憶設計", "設計の話", "天気の話");
        is_closer("optimizing queries", "query optimization", "wedding cake");
        is_closer("嬉しかった", "喜んだ", "税金を払った");
        is_closer("I got a new job", "she was hired last week", "the soup is cold");
    }

    #[test]
    fn the_two_languages_share_one_space() {
        is_closer("犬の話", "My dog likes walks", "税金の書類を出した");
        is_closer("データベースの移行", "We migrated the database", "祖母の誕生日");
        is_closer("締め切りはいつ？", "the deadline is Friday", "猫がかわいい");
        is_closer("my grandmother's birthday", "祖母の誕生日", "データベースの移行");
    }

    #[test]
    fn unknown_words_count_by_their_letters() {
        is_closer("Zorblaxian", "the Zorblaxians", "the committee");
        is_closer("フワリンゴ社", "フワリンゴ", "委員会");
    }

    #[test]
    fn a_stem_has_the_vector_of_its_word() {
        for (stem, word) in [("arriv", "arrive"), ("happi", "happy"), ("danc", "dance"), ("dog", "dog"), ("犬", "犬")]
        {
            let (stem, word) = (stem_vector(stem).expect("a word"), vector(word).expect("a word"));
            assert!(cosine(&stem, &word) > 0.99);
        }
    }

    #[test]
    fn parts_of_identifiers_are_words() {
        is_closer("parseDate", "parse the date", "eat the cake");
        is_closer("HTTPServerError", "error of the http server", "birthday cake");
    }

    #[test]
    fn chinese_and_korean_are_read_too() {
        is_closer("我的狗", "my dog", "tax forms");
        is_closer("고양이", "cat", "tax forms");
    }

    #[test]
    fn vectors_have_length_one_and_are_the_same_each_time() {
        let once = vector("SQLiteを採用することに決めた").expect("words");
        assert!((once.iter().map(|x| x * x).sum::<f32>() - 1.0).abs() < 1e-4);
        assert_eq!(vector("SQLiteを採用することに決めた"), Some(once));
    }

    #[test]
    fn a_text_without_words_has_no_vector() {
        let vectors = StaticEmbedder::new().embed(&["", " \n　", "！？", "word"]).expect("it always can");
        assert_eq!(vectors.iter().map(Option::is_some).collect::<Vec<_>>(), [false, false, false, true]);
    }
}
