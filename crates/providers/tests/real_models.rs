//! Real models against what the reference implementations make of the same texts.

use std::path::Path;

use omoide_core::formulas::similarity::cosine;
use omoide_core::ports::Embedder;
use omoide_providers::{Family, LocalEmbedder, ModelError, PAIRS, Pooling, ProbePair, Shelf, Wishes};
use omoide_testkit::models::real_model;
use serde::Deserialize;

#[derive(Deserialize)]
struct Golden {
    texts: Vec<String>,
    dimensions: usize,
    first: Vec<Vec<f32>>,
    cosines: Vec<Vec<f64>>,
}

const MULTILINGUAL: &str = "universal-sentence-encoder-multilingual";

const TOLERANCE: f64 = 1e-3;

fn golden(name: &str) -> Golden {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/golden/{name}.json"));
    serde_json::from_str(&std::fs::read_to_string(path).expect("it is there")).expect("it can be read")
}

fn installed(name: &str, wishes: &Wishes) -> (tempfile::TempDir, LocalEmbedder) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let shelf = Shelf::new(folder.path());
    let installed = shelf.add(&real_model(name), wishes).expect("it is added");
    let model = shelf.open(&installed.name).expect("it is there");
    (folder, model)
}

fn assert_like_the_reference(name: &str) {
    let golden = golden(name);
    let (_folder, model) = installed(name, &Wishes::default());
    assert_eq!(model.dimensions(), golden.dimensions);
    let texts: Vec<&str> = golden.texts.iter().map(String::as_str).collect();
    let vectors: Vec<Vec<f32>> = model.embed(&texts).expect("it embeds").into_iter().flatten().collect();
    assert_eq!(vectors.len(), texts.len());
    for (place, vector) in vectors.iter().enumerate() {
        let length = vector.iter().map(|x| f64::from(*x) * f64::from(*x)).sum::<f64>().sqrt();
        assert!((length - 1.0).abs() < TOLERANCE, "{}: length {length}", texts[place]);
        for (ours, theirs) in vector.iter().zip(&golden.first[place]) {
            assert!(f64::from((ours - theirs).abs()) < TOLERANCE, "{}: {ours} is not {theirs}", texts[place]);
        }
        for (other, theirs) in golden.cosines[place].iter().enumerate() {
            let ours = cosine(vector, &vectors[other]);
            assert!((ours - theirs).abs() < TOLERANCE, "{place} and {other}: {ours} is not {theirs}");
        }
        let alone = model.embed(&[texts[place]]).expect("it embeds").remove(0).expect("a vector");
        assert!(cosine(&alone, vector) > 1.0 - 1e-6, "{}: alone it is another", texts[place]);
    }
}

#[test]
fn weights_from_safetensors_give_the_reference_vectors() {
    assert_like_the_reference("all-MiniLM-L6-v2");
}

#[test]
fn weights_from_onnx_give_the_reference_vectors() {
    assert_like_the_reference("all-MiniLM-L6-v2-onnx");
    assert_like_the_reference("gte-small-onnx");
}

#[test]
fn a_model_that_is_one_file_gives_the_reference_vectors() {
    assert_like_the_reference(MULTILINGUAL);
}

#[test]
fn a_model_tells_what_belongs_together() {
    assert_tells_apart("all-MiniLM-L6-v2", &PAIRS[..4]);
    assert_tells_apart(MULTILINGUAL, &PAIRS);
}

fn assert_tells_apart(name: &str, pairs: &[ProbePair]) {
    let (_folder, model) = installed(name, &Wishes::default());
    let similarity = |query: &str, passage: &str| {
        let query = model.embed_query(query).expect("it embeds").expect("a vector");
        cosine(&query, &model.embed(&[passage]).expect("it embeds").remove(0).expect("a vector"))
    };
    for pairs in pairs.chunks(2) {
        let [near, far] = [pairs[0], pairs[1]].map(|pair| similarity(pair.query, pair.passage));
        assert!(near > far + 0.1, "{}: {near} and {far}", pairs[0].query);
    }
}

#[test]
fn what_was_found_out_when_it_was_added_is_kept_beside_it() {
    let (_folder, model) = installed("all-MiniLM-L6-v2", &Wishes::default());
    let manifest = model.manifest();
    assert_eq!((manifest.name.as_str(), manifest.dimensions, manifest.max_tokens), ("all-MiniLM-L6-v2", 384, 256));
    assert_eq!((manifest.pooling, manifest.normalize), (Pooling::Mean, true));
    assert_eq!(manifest.weights_sha256, "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db");
    assert!(manifest.floor < 0.2, "{}", manifest.floor);
    assert!(model.trouble().is_none());
}

#[test]
fn a_model_that_is_one_file_is_known_by_what_is_in_it() {
    let (folder, model) = installed(MULTILINGUAL, &Wishes::default());
    let manifest = model.manifest();
    assert_eq!((manifest.family, manifest.dimensions), (Family::Use, 512));
    assert_eq!(manifest.weights, "model.onnx");
    let written = std::fs::read_to_string(folder.path().join(MULTILINGUAL).join("omoide-model.toml"));
    assert!(written.expect("it is there").contains("family = \"use\""));
    assert!(Shelf::new(folder.path()).is_whole(MULTILINGUAL).expect("it can be read"));
    let nothing = model.embed(&["…", "犬"]).expect("it embeds");
    assert!(nothing[0].is_none() && nothing[1].is_some());
}

#[test]
fn a_file_that_stands_alone_without_a_tokenizer_is_refused() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let alone = folder.path().join("alone");
    std::fs::create_dir(&alone).expect("a folder");
    std::fs::copy(real_model("gte-small-onnx").join("onnx/model.onnx"), alone.join("model.onnx"))
        .expect("it is copied");
    let shelf = Shelf::new(folder.path().join("shelf"));
    let refused = shelf.add(&alone, &Wishes::default()).expect_err("it is refused");
    assert!(refused.to_string().contains("SentencePiece"), "{refused}");
    let file = alone.join("model.onnx");
    let mut bytes = std::fs::read(real_model(MULTILINGUAL).join("use_quantized.onnx")).expect("it is there");
    bytes.truncate(bytes.len() / 2);
    std::fs::write(&file, bytes).expect("it is written");
    assert!(matches!(shelf.add(&alone, &Wishes::default()), Err(ModelError::Weights { .. })));
    assert!(shelf.list().expect("a list").is_empty());
}

#[test]
fn wishes_come_before_what_the_files_say_and_make_another_model() {
    let wishes = Wishes {
        name: Some("mine".to_owned()),
        pooling: Some(Pooling::Cls),
        max_tokens: Some(32),
        query_prefix: Some("query: ".to_owned()),
        passage_prefix: None,
    };
    let (folder, model) = installed("all-MiniLM-L6-v2", &wishes);
    let shelf = Shelf::new(folder.path());
    let usual = shelf.add(&real_model("all-MiniLM-L6-v2"), &Wishes::default()).expect("it is added");
    assert!(model.model().starts_with("mine#"));
    assert_ne!(
        model.model().rsplit('#').next(),
        usual.manifest.expect("it is known").vector_model().rsplit('#').next()
    );
    let query = model.embed_query("the dog").expect("it embeds");
    assert_eq!(query, model.embed(&["query: the dog"]).expect("it embeds").remove(0));
    assert_ne!(query, model.embed(&["the dog"]).expect("it embeds").remove(0));
    let long = "one two three ".repeat(40);
    let longer = "one two three ".repeat(60);
    assert_eq!(model.embed(&[&long]).expect("it embeds"), model.embed(&[&longer]).expect("it embeds"));
    assert!(matches!(shelf.add(&real_model("all-MiniLM-L6-v2"), &wishes), Err(ModelError::AlreadyInstalled { .. })));
    shelf.remove("mine").expect("it goes");
    assert_eq!(shelf.list().expect("a list").len(), 1);
    assert!(matches!(shelf.open("mine"), Err(ModelError::NotInstalled { .. })));
}
