//! Vectors from hashed words, character n-grams and topics: recall without a model.
//!
//! Each feature is hashed to one of 256 components with a sign; its weight is informativeness · (1 + ln
//! count). The sum is brought to length one, so that the dot product of two vectors is their cosine.

use omoide_core::ports::{BoxError, Embedder};

use crate::concepts;
use crate::fold::fold;
use crate::tokens::{Token, TokenKind, is_stop_word, kanji_pieces, scan, stem};

const DIMENSIONS: usize = 256;
/// No more of a text than this is read, in characters: the gist of a memory is not at its end.
const READ: usize = 20_000;

const TOPIC_WEIGHT: f32 = 2.2;
const KANJI_WEIGHT: f32 = 1.0;
const KATAKANA_WEIGHT: f32 = 1.1;
const CODE_WEIGHT: f32 = 1.2;
const INFLECTED_WEIGHT: f32 = 0.6;
const HIRAGANA_WEIGHT: f32 = 0.35;
const STOP_WORD_WEIGHT: f32 = 0.05;
const NGRAM_SHARE: f32 = 0.3;

/// Embeds by feature hashing; it needs no files, no network and no model.
#[derive(Clone, Copy, Default, Debug)]
pub struct NgramEmbedder;

impl NgramEmbedder {
    /// An embedder; they are all the same.
    pub fn new() -> Self {
        Self
    }
}

impl Embedder for NgramEmbedder {
    fn model(&self) -> &str {
        "ngram-256-1"
    }

    fn dimensions(&self) -> usize {
        DIMENSIONS
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Option<Vec<f32>>>, BoxError> {
        Ok(texts.iter().map(|text| vector(text)).collect())
    }
}

fn vector(text: &str) -> Option<Vec<f32>> {
    let end = text.char_indices().nth(READ).map_or(text.len(), |(at, _)| at);
    let folded = fold(&text[..end]);
    let mut features = Features::default();
    let mut stems = Vec::new();
    for token in scan(&folded) {
        features.add_token(token, &mut stems);
    }
    for topic in concepts::topics(&folded, stems.iter().map(String::as_str)) {
        features.add("topic", &topic.to_le_bytes(), TOPIC_WEIGHT);
    }
    features.into_vector()
}

#[derive(Default)]
struct Features {
    list: Vec<(u64, f32)>,
}

impl Features {
    fn add(&mut self, kind: &str, name: &[u8], weight: f32) {
        self.list.push((hash(kind, name), weight));
    }

    fn add_token(&mut self, token: Token<'_>, stems: &mut Vec<String>) {
        let word = token.root;
        if is_stop_word(word, token.kind) {
            self.add("stop", word.as_bytes(), STOP_WORD_WEIGHT);
            return;
        }
        match token.kind {
            TokenKind::Word => self.add_latin(word, stems),
            TokenKind::Code => {
                self.add("word", word.as_bytes(), CODE_WEIGHT);
                for part in word.split(['-', '_', '.', ':', '+', '#']).filter(|p| p.len() > 1 && *p != word) {
                    self.add_latin(part, stems);
                }
                stems.push(word.to_owned());
            }
            TokenKind::Kanji => {
                for (place, piece) in kanji_pieces(word).iter().enumerate() {
                    self.add("word", piece.as_bytes(), if place == 0 { KANJI_WEIGHT } else { 0.6 * KANJI_WEIGHT });
                }
                self.add_ngrams(word, 2..=3, KANJI_WEIGHT * NGRAM_SHARE);
            }
            TokenKind::Katakana => {
                self.add("word", word.as_bytes(), KATAKANA_WEIGHT);
                self.add_ngrams(word, 2..=3, KATAKANA_WEIGHT * NGRAM_SHARE);
            }
            TokenKind::Inflected => self.add("word", word.as_bytes(), INFLECTED_WEIGHT),
            TokenKind::Hiragana => {
                self.add("word", word.as_bytes(), HIRAGANA_WEIGHT);
                self.add_ngrams(word, 2..=3, HIRAGANA_WEIGHT * NGRAM_SHARE);
            }
            TokenKind::Number => self.add("word", word.as_bytes(), 0.5),
            TokenKind::Url | TokenKind::Email => self.add("word", word.as_bytes(), 0.6),
        }
    }

    fn add_latin(&mut self, word: &str, stems: &mut Vec<String>) {
        let stem = stem(word);
        let length = stem.chars().count();
        let weight = 0.6 + 0.06 * length.min(8) as f32;
        self.add("word", stem.as_bytes(), weight);
        if length >= 5 {
            self.add_ngrams(&stem, 3..=4, weight * 0.5 * NGRAM_SHARE);
        }
        stems.push(stem);
    }

    fn add_ngrams(&mut self, word: &str, sizes: std::ops::RangeInclusive<usize>, weight: f32) {
        let starts: Vec<usize> = word.char_indices().map(|(at, _)| at).chain([word.len()]).collect();
        for size in sizes {
            for ends in starts.windows(size + 1) {
                if let (Some(from), Some(to)) = (ends.first(), ends.last()) {
                    self.add("gram", &word.as_bytes()[*from..*to], weight);
                }
            }
        }
    }

    /// Sorted by hash before it is summed, so that the same text gives the same vector to the last bit.
    fn into_vector(mut self) -> Option<Vec<f32>> {
        self.list.sort_unstable_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
        let mut vector = vec![0.0_f32; DIMENSIONS];
        for same in self.list.chunk_by(|a, b| a.0 == b.0) {
            let weight = same.iter().map(|f| f.1).fold(0.0, f32::max) * (1.0 + (same.len() as f32).ln());
            // Two components a feature: a collision then costs half.
            for shift in [0, 24] {
                let bits = same[0].0 >> shift;
                let place = (bits & 0xff) as usize;
                let sign = if bits & 0x100 == 0 { 1.0 } else { -1.0 };
                vector[place] += sign * weight;
            }
        }
        let length = vector.iter().map(|x| x * x).sum::<f32>().sqrt();
        if length <= f32::EPSILON {
            return None;
        }
        vector.iter_mut().for_each(|x| *x /= length);
        Some(vector)
    }
}

/// FNV-1a with a final mix, written out so that stored vectors outlive any change of a hasher.
fn hash(kind: &str, name: &[u8]) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for byte in kind.bytes().chain([0]).chain(name.iter().copied()) {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    }
    hash ^= hash >> 32;
    hash = hash.wrapping_mul(0xd6e8_feb8_6659_fd93);
    hash ^ (hash >> 32)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cosine(a: &str, b: &str) -> f32 {
        let (a, b) = (vector(a).expect("features"), vector(b).expect("features"));
        a.iter().zip(&b).map(|(x, y)| x * y).sum()
    }

    #[track_caller]
    fn is_closer(query: &str, near: &str, far: &str) {
        let (near_by, far_by) = (cosine(query, near), cosine(query, far));
        assert!(near_by > far_by + 0.05, "{query}: {near} {near_by} | {far} {far_by}");
    }

    #[test]
    fn s0s_example_of_a_vague_reference_is_found() {
        is_closer("前にパフォーマンスの話したよね", "速度改善の最適化をした", "昨日の夕食はカレーだった");
    }

    #[test]
    fn synonyms_and_other_languages_are_near() {
        is_closer("my dog", "the puppy was cute", "tax forms");
        is_closer("犬の話", "My dog likes walks", "税金の書類を出した");
        is_closer("データベースの移行", "We migrated to Postgres", "祖母の誕生日");
        is_closer("締め切りはいつ？", "the deadline is Friday", "猫がかわいい");
        is_closer("打ち合わせの日程", "会議は明日です", "ラーメンを食べた");
        is_closer("記憶設計", "設計の話", "天気の話");
        is_closer("optimizing queries", "query optimization", "wedding cake");
    }

    #[test]
    fn vectors_have_length_one_and_are_the_same_each_time() {
        let once = vector("SQLiteを採用することに決めた").expect("features");
        assert_eq!(once.len(), DIMENSIONS);
        assert!((once.iter().map(|x| x * x).sum::<f32>() - 1.0).abs() < 1e-4);
        assert_eq!(vector("SQLiteを採用することに決めた"), Some(once));
    }

    #[test]
    fn a_text_without_words_has_no_vector() {
        let embedder = NgramEmbedder::new();
        let vectors = embedder.embed(&["", " \n　", "！？", "word"]).expect("it always can");
        assert_eq!(vectors.iter().map(Option::is_some).collect::<Vec<_>>(), [false, false, false, true]);
    }
}
