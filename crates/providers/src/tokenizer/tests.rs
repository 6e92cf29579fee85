//! Tokens against those of the reference implementation, and texts of any kind.

use std::path::{Path, PathBuf};

use omoide_testkit::models::real_model;
use proptest::prelude::*;
use serde::Deserialize;

use super::Tokenizer;
use crate::tensors::PackedFile;

#[derive(Deserialize)]
struct Golden {
    tokens: Vec<Expected>,
}

#[derive(Deserialize)]
struct Expected {
    text: String,
    ids: Vec<u32>,
}

fn golden(file: &str) -> Vec<Expected> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(file);
    let text = std::fs::read_to_string(path).expect("the golden file is there");
    serde_json::from_str::<Golden>(&text).expect("the golden file can be read").tokens
}

fn tiny() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tiny/tokenizer.json")
}

fn assert_same(tokenizer: &Tokenizer, expected: Vec<Expected>) {
    assert!(expected.len() > 20);
    for Expected { text, ids } in expected {
        assert_eq!(tokenizer.encode(&text, 10_000), ids, "{text:?}");
    }
}

#[test]
fn words_become_the_same_pieces_as_with_the_reference() {
    let tokenizer = Tokenizer::open(&real_model("all-MiniLM-L6-v2").join("tokenizer.json")).expect("it is read");
    assert_same(&tokenizer, golden("golden/all-MiniLM-L6-v2.json"));
}

#[test]
fn texts_become_the_same_likeliest_pieces_as_with_the_reference() {
    let tokenizer = Tokenizer::open(&tiny()).expect("it is read");
    assert_same(&tokenizer, golden("tiny/expected.json"));
}

#[test]
fn a_tokenizer_inside_a_model_gives_the_same_pieces_as_its_own_library() {
    let model = real_model("universal-sentence-encoder-multilingual").join("use_quantized.onnx");
    let file = PackedFile::open(&model).expect("it is read");
    let tokenizer = Tokenizer::of_sentence_pieces(file.sentence_pieces()).expect("it is read");
    assert_same(&tokenizer, golden("golden/universal-sentence-encoder-multilingual.json"));
    assert!(Tokenizer::of_sentence_pieces(&file.sentence_pieces()[..1_000]).is_err());
    assert!(Tokenizer::of_sentence_pieces(b"").is_err());
}

#[test]
fn a_long_text_is_cut_before_its_last_token() {
    let tokenizer = Tokenizer::open(&tiny()).expect("it is read");
    let whole = tokenizer.encode(&"word ".repeat(100), 10_000);
    let cut = tokenizer.encode(&"word ".repeat(100), 20);
    assert_eq!(cut.len(), 20);
    assert_eq!((&cut[..19], cut[19]), (&whole[..19], whole[whole.len() - 1]));
    assert_eq!(tokenizer.encode("word", 2).len(), 2);
}

#[test]
fn what_the_file_asks_for_and_is_not_here_is_refused() {
    let model = r#""model": {"type": "Unigram", "unk_id": 0, "vocab": [["<unk>", 0.0]]}"#;
    let refusal = |text: &str| Tokenizer::parse(text).expect_err("it is refused");
    assert!(refusal(&format!(r#"{{"normalizer": {{"type": "Odd"}}, {model}}}"#)).contains("Odd"));
    assert!(refusal(&format!(r#"{{"pre_tokenizer": {{"type": "ByteLevel"}}, {model}}}"#)).contains("ByteLevel"));
    assert!(refusal(r#"{"model": {"type": "BPE"}}"#).contains("BPE"));
    assert!(refusal(r#"{"model": {"type": "WordPiece", "vocab": {"a": 0}}}"#).contains("unknown token"));
    assert!(!refusal("[]").is_empty());
}

proptest! {
    #[test]
    fn no_text_is_too_odd(text in any::<String>(), marks in "[\u{0300}-\u{036f}\u{200d}\u{fe0f}▁ ]{0,40}") {
        thread_local! {
            static TINY: Tokenizer = Tokenizer::open(&tiny()).expect("it is read");
            static REAL: Tokenizer =
                Tokenizer::open(&real_model("all-MiniLM-L6-v2").join("tokenizer.json")).expect("it is read");
        }
        for text in [text.clone(), format!("{text}{marks}"), marks] {
            prop_assert!(TINY.with(|tokenizer| tokenizer.encode(&text, 64)).len() <= 64);
            prop_assert!(REAL.with(|tokenizer| tokenizer.encode(&text, 64)).len() <= 64);
        }
    }
}
