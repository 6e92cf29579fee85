//! Encoders of XLM-R's kind, with weights of every precision, and folders that hold no model.

mod support;

use std::fs;
use std::path::Path;

use omoide_core::ports::Embedder;
use omoide_providers::{LocalEmbedder, ModelError, Pooling, Shelf, Wishes};
use proptest::prelude::*;
use support::{Written, expected, onnx, safetensors, write_model};

const TOLERANCE: f32 = 1e-3;

fn shelf() -> (tempfile::TempDir, Shelf) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let shelf = Shelf::new(folder.path().join("models"));
    (folder, shelf)
}

fn pooled(pooling: Pooling) -> Wishes {
    Wishes { name: Some("tiny".to_owned()), pooling: Some(pooling), ..Wishes::default() }
}

fn added(written: Written, wishes: &Wishes) -> (tempfile::TempDir, LocalEmbedder) {
    let (folder, shelf) = shelf();
    let source = folder.path().join("source");
    write_model(&source, written);
    shelf.add(&source, wishes).expect("it is added");
    let model = shelf.open("tiny").expect("it is there");
    (folder, model)
}

fn assert_near(ours: &[f32], theirs: &[f32], about: &str) {
    assert_eq!(ours.len(), theirs.len());
    for (ours, theirs) in ours.iter().zip(theirs) {
        assert!((ours - theirs).abs() < TOLERANCE, "{about}: {ours} is not {theirs}");
    }
}

#[test]
fn vectors_are_those_of_the_reference_in_every_precision_and_pooling() {
    let expected = expected();
    let texts: Vec<&str> = expected.vectors.iter().map(|v| v.text.as_str()).collect();
    for written in [Written::F32, Written::F16, Written::Bf16] {
        for pooling in [Pooling::Cls, Pooling::Mean] {
            let (_folder, model) = added(written, &pooled(pooling));
            let vectors = model.embed(&texts).expect("it embeds");
            for (vector, expected) in vectors.iter().zip(&expected.vectors) {
                let theirs = if pooling == Pooling::Cls { &expected.cls } else { &expected.mean };
                let about = format!("{written:?} {pooling:?} {}", expected.text);
                assert_near(vector.as_deref().expect("a vector"), theirs, &about);
            }
        }
    }
}

#[test]
fn an_exported_file_has_the_same_weights_wherever_its_numbers_lie() {
    let expected = expected();
    for lies_beside in [false, true] {
        let (folder, shelf) = shelf();
        let source = folder.path().join("source");
        write_model(&source, Written::F32);
        fs::remove_file(source.join("model.safetensors")).expect("it goes");
        fs::create_dir_all(source.join("onnx")).expect("a folder");
        let mut data = Vec::new();
        let beside = lies_beside.then_some(("model.onnx_data", &mut data));
        fs::write(source.join("onnx/model.onnx"), onnx(&expected.shapes, beside, "Shape")).expect("it is written");
        if lies_beside {
            fs::write(source.join("onnx/model.onnx_data"), data).expect("it is written");
        }
        shelf.add(&source, &pooled(Pooling::Mean)).expect("it is added");
        let model = shelf.open("tiny").expect("it is there");
        for vector in &expected.vectors {
            let ours = model.embed(&[&vector.text]).expect("it embeds").remove(0).expect("a vector");
            assert_near(&ours, &vector.mean, &vector.text);
        }
    }
}

#[test]
fn an_exported_file_that_was_changed_is_refused_with_the_way_out() {
    let changed = |operation: &'static str, file: &'static str| {
        refusal(move |folder: &Path| {
            fs::remove_file(folder.join("model.safetensors")).expect("it goes");
            let mut data = Vec::new();
            let beside = (!file.is_empty()).then_some((file, &mut data));
            fs::write(folder.join("model.onnx"), onnx(&expected().shapes, beside, operation)).expect("it is written");
        })
    };
    assert!(words(&changed("MatMulInteger", "")).contains("quantised"));
    assert!(words(&changed("MatMulInteger", "")).contains("take model.safetensors"));
    assert!(words(&changed("SkipLayerNormalization", "")).contains("optimiser"));
    assert!(words(&changed("Shape", "../elsewhere")).contains("not beside it"));
    assert!(matches!(changed("Shape", "model.onnx_data"), ModelError::Unreadable { .. }), "it is missing");
}

#[test]
fn many_texts_at_once_are_each_as_alone_and_in_their_order() {
    let (_folder, model) = added(Written::F32, &pooled(Pooling::Mean));
    let texts: Vec<String> = (0..200).map(|n| format!("text {n} {}", "word ".repeat(n % 37))).collect();
    let mut texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    texts[17] = "";
    texts[99] = "！？…";
    let together = model.embed(&texts).expect("it embeds");
    for (place, text) in texts.iter().enumerate() {
        let alone = model.embed(&[text]).expect("it embeds").remove(0);
        match (&alone, &together[place]) {
            (Some(alone), Some(together)) => assert_near(together, alone, text),
            (alone, together) => assert_eq!((alone, together), (&None, &None), "{text:?}"),
        }
    }
    assert_eq!((&together[17], &together[99]), (&None, &None), "what has no words has no vector");
}

#[test]
fn an_e5_model_gets_its_prefixes_and_a_bge_model_its_first_row() {
    let (folder, shelf) = shelf();
    for (name, query, passage, pooling) in [
        ("multilingual-e5-tiny", "query: ", "passage: ", Pooling::Mean),
        ("bge-tiny", "", "", Pooling::Cls),
        ("e5-tiny-instruct", "", "", Pooling::Mean),
    ] {
        let source = folder.path().join(name);
        write_model(&source, Written::F32);
        let manifest = shelf.add(&source, &Wishes::default()).expect("it is added").manifest.expect("it is known");
        assert_eq!((manifest.query_prefix.as_str(), manifest.passage_prefix.as_str()), (query, passage), "{name}");
        assert_eq!(manifest.pooling, pooling, "{name}");
    }
    let source = folder.path().join("prompted");
    write_model(&source, Written::F32);
    let prompts = r#"{"prompts": {"query": "search_query: ", "document": "search_document: "}}"#;
    fs::write(source.join("config_sentence_transformers.json"), prompts).expect("it is written");
    let manifest = shelf.add(&source, &Wishes::default()).expect("it is added").manifest.expect("it is known");
    assert_eq!((manifest.query_prefix, manifest.passage_prefix), ("search_query: ".into(), "search_document: ".into()));
}

fn refusal(change: impl FnOnce(&Path)) -> ModelError {
    let (folder, shelf) = shelf();
    let source = folder.path().join("source");
    write_model(&source, Written::F32);
    change(&source);
    let refused = shelf.add(&source, &pooled(Pooling::Mean)).expect_err("it is refused");
    assert_eq!(shelf.list().expect("a list").len(), 0, "nothing of it is on the shelf");
    let left = fs::read_dir(shelf.folder()).map_or(0, Iterator::count);
    assert_eq!(left, 0, "nothing of it is left");
    refused
}

fn words(error: &ModelError) -> String {
    error.to_string()
}

#[test]
fn a_folder_without_a_model_is_refused_with_the_reason() {
    let remove = |file: &'static str| move |folder: &Path| fs::remove_file(folder.join(file)).expect("it goes");
    assert!(matches!(refusal(remove("config.json")), ModelError::NoFile { file: "config.json", .. }));
    assert!(matches!(refusal(remove("tokenizer.json")), ModelError::NoFile { file: "tokenizer.json", .. }));
    assert!(matches!(refusal(remove("model.safetensors")), ModelError::NoFile { .. }));
    let only = |other: &'static str| {
        refusal(move |folder: &Path| {
            fs::create_dir_all(folder.join("onnx")).expect("a folder");
            fs::rename(folder.join("model.safetensors"), folder.join(other)).expect("it is renamed");
        })
    };
    assert!(words(&only("onnx/model_quantized.onnx")).contains("quantised"));
    assert!(words(&only("pytorch_model.bin")).contains("model.safetensors or onnx/model.onnx"));
    assert!(matches!(only("onnx/model.onnx"), ModelError::Weights { .. }));
}

#[test]
fn a_model_of_another_kind_is_refused_with_the_reason() {
    let with = |file: &'static str, text: &'static str| {
        refusal(move |folder: &Path| {
            fs::create_dir_all(folder.join("1_Pooling")).expect("a folder");
            fs::write(folder.join(file), text).expect("it is written");
        })
    };
    assert!(
        matches!(with("config.json", r#"{"model_type": "llama"}"#), ModelError::Family { what } if what == "llama")
    );
    let dense = r#"[{"type": "sentence_transformers.models.Dense", "path": "2_Dense"}]"#;
    assert!(words(&with("modules.json", dense)).contains("Dense"));
    let weighted = r#"{"pooling_mode_weightedmean_tokens": true}"#;
    assert!(words(&with("1_Pooling/config.json", weighted)).contains("pooling"));
    assert!(words(&with("tokenizer.json", r#"{"model": {"type": "BPE"}}"#)).contains("BPE"));
}

#[test]
fn weights_that_do_not_fit_are_refused() {
    let without = |tensor: &'static str| {
        refusal(move |folder: &Path| {
            let mut shapes = expected().shapes;
            shapes.remove(tensor).expect("it was there");
            fs::write(folder.join("model.safetensors"), safetensors(&shapes, Written::F32)).expect("it is written");
        })
    };
    let missing = without("roberta.encoder.layer.1.output.dense.bias");
    assert!(matches!(&missing, ModelError::NoTensor { name } if name.contains("layer.1.output.dense")), "{missing}");
    assert!(words(&without("roberta.embeddings.word_embeddings.weight")).contains("word_embeddings"));
    let cut = refusal(|folder| {
        let path = folder.join("model.safetensors");
        let whole = fs::read(&path).expect("it is there");
        fs::write(path, &whole[..whole.len() / 2]).expect("it is written");
    });
    assert!(words(&cut).contains("size"), "{cut}");
}

#[test]
fn a_model_that_was_damaged_later_says_so_and_breaks_nothing() {
    let (folder, model) = added(Written::F32, &pooled(Pooling::Mean));
    fs::write(folder.path().join("models/tiny/model.safetensors"), b"gone").expect("it is written");
    assert!(model.trouble().is_none(), "nobody has looked yet");
    assert!(model.embed(&["words"]).is_err());
    assert!(matches!(model.trouble(), Some(ModelError::Weights { .. })));
    let shelf = Shelf::new(folder.path().join("models"));
    fs::write(folder.path().join("models/tiny/omoide-model.toml"), "floor = 2").expect("it is written");
    assert!(shelf.list().expect("a list")[0].manifest.is_err());
    assert!(shelf.open("tiny").is_err());
    shelf.remove("tiny").expect("it goes");
}

#[test]
fn names_that_lead_out_of_the_shelf_are_refused() {
    let (folder, shelf) = shelf();
    let source = folder.path().join("source");
    write_model(&source, Written::F32);
    for name in ["", "..", ".hidden", "a/b", "a\\b", "a b", "omoide-model.toml", "\u{202e}x"] {
        let wishes = Wishes { name: Some(name.to_owned()), ..Wishes::default() };
        assert!(matches!(shelf.add(&source, &wishes), Err(ModelError::BadName { .. })), "{name:?}");
        assert!(matches!(shelf.open(name), Err(ModelError::NotInstalled { .. })), "{name:?}");
        assert!(matches!(shelf.remove(name), Err(ModelError::NotInstalled { .. })), "{name:?}");
    }
}

proptest! {
    #[test]
    fn no_file_of_weights_is_too_broken(bytes in proptest::collection::vec(any::<u8>(), 0..400), is_onnx in any::<bool>()) {
        let (folder, shelf) = shelf();
        let source = folder.path().join("source");
        write_model(&source, Written::F32);
        let path = source.join("model.safetensors");
        let mut whole = fs::read(&path).expect("it is there");
        // Some of the header is overwritten, or all of the file is noise.
        if is_onnx {
            fs::remove_file(&path).expect("it goes");
            fs::write(source.join("model.onnx"), &bytes).expect("it is written");
        } else {
            let from = bytes.first().map_or(0, |byte| usize::from(*byte) * 8);
            whole[from..from + bytes.len()].copy_from_slice(&bytes);
            fs::write(&path, whole).expect("it is written");
        }
        let wishes = Wishes { name: Some("tiny".to_owned()), ..Wishes::default() };
        prop_assert!(shelf.add(&source, &wishes).is_err() || bytes.is_empty());
    }
}
