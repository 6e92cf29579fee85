//! A cross-encoder that judges pairs of texts, on a tiny model whose weights are counted out.

mod support;

use std::fs;
use std::path::{Path, PathBuf};

use omoide_core::ports::{Entailment, Judgement};
use omoide_providers::{CrossEncoder, Error};
use serde_json::{Value, json};
use support::{Written, expected, safetensors, write_model};

const LABELS: [&str; 3] = ["entailment", "neutral", "contradiction"];

/// The tiny model with a head, and its labels in that order.
fn write_judge(folder: &Path, labels: [&str; 3]) {
    write_model(folder, Written::F32);
    let path = folder.join("config.json");
    let mut config: Value = serde_json::from_str(&fs::read_to_string(&path).expect("it is there")).expect("JSON");
    config["id2label"] = json!({"0": labels[0], "1": labels[1], "2": labels[2]});
    fs::write(&path, config.to_string()).expect("written");
    let hidden = usize::try_from(config["hidden_size"].as_u64().expect("a size")).expect("a size");
    let mut shapes = expected().shapes;
    shapes.insert("classifier.dense.weight".to_owned(), vec![hidden, hidden]);
    shapes.insert("classifier.dense.bias".to_owned(), vec![hidden]);
    shapes.insert("classifier.out_proj.weight".to_owned(), vec![3, hidden]);
    shapes.insert("classifier.out_proj.bias".to_owned(), vec![3]);
    fs::write(folder.join("model.safetensors"), safetensors(&shapes, Written::F32)).expect("written");
}

fn judge(labels: [&str; 3], pairs: &[(&str, &str)]) -> Vec<Judgement> {
    let folder = tempfile::tempdir().expect("a folder");
    let model: PathBuf = folder.path().join("tiny-nli");
    write_judge(&model, labels);
    let judge = CrossEncoder::open(&model).expect("it opens");
    assert_eq!(judge.name(), "tiny-nli");
    judge.judge(pairs).expect("it judges")
}

#[test]
fn a_pair_gets_three_likelihoods_that_depend_on_both_texts() {
    let pairs = [("今日は晴れ", "天気がいい"), ("今日は晴れ", "雨が降った"), ("雨が降った", "今日は晴れ")];
    let judged = judge(LABELS, &pairs);
    for judgement in &judged {
        let Judgement { entailment, neutral, contradiction } = *judgement;
        assert!((entailment + neutral + contradiction - 1.0).abs() < 1e-9, "{judgement:?}");
    }
    assert_ne!(judged[0], judged[1]);
    assert_ne!(judged[1], judged[2], "what is known is not what is stated");
    assert_eq!(judge(LABELS, &pairs), judged);
}

#[test]
fn labels_are_known_by_name_whatever_their_order() {
    let pair = [("the sky is blue", "the sky has a colour")];
    let usual = judge(LABELS, &pair)[0];
    let turned = judge(["CONTRADICTION", "Entailment", "neutral"], &pair)[0];
    assert_eq!(turned.contradiction, usual.entailment);
    assert_eq!(turned.entailment, usual.neutral);
    assert_eq!(turned.neutral, usual.contradiction);
}

#[test]
fn long_texts_are_cut_and_empty_ones_judged() {
    let long = "とても長い話。".repeat(500);
    assert_eq!(judge(LABELS, &[(&long, "短い"), ("短い", &long), ("", "")]).len(), 3);
}

#[test]
fn a_model_with_other_labels_or_without_a_head_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let model = folder.path().join("tiny");
    write_judge(&model, ["LABEL_0", "LABEL_1", "LABEL_2"]);
    assert!(matches!(CrossEncoder::open(&model), Err(Error::File { .. })));
    write_judge(&model, LABELS);
    let shapes = expected().shapes;
    fs::write(model.join("model.safetensors"), safetensors(&shapes, Written::F32)).expect("written");
    assert!(matches!(CrossEncoder::open(&model), Err(Error::NoTensor { .. })));
}
