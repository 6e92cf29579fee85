//! Tiny cross-encoders of XLM-R's and of DeBERTa's kind.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde::Deserialize;
use serde_json::{Value, json};

use super::{Written, expected, safetensors, write_model};

/// The tiny model with a head, and its labels in that order.
pub fn write_judge(folder: &Path, labels: [&str; 3]) {
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

/// What the reference makes of pairs with a judge of DeBERTa's kind; made by tools/models/tiny_deberta.py.
#[derive(Deserialize)]
pub struct Reference {
    pub about: String,
    pub config: Value,
    pub shapes: BTreeMap<String, Vec<usize>>,
    pub judged: Vec<Judged>,
}

#[derive(Deserialize)]
pub struct Judged {
    pub known: String,
    pub stated: String,
    pub likely: [f64; 3],
}

pub fn references() -> Vec<Reference> {
    serde_json::from_str(include_str!("../tiny/deberta.json")).expect("it can be read")
}

pub fn write_reference(folder: &Path, reference: &Reference) {
    write_model(folder, Written::F32);
    fs::write(folder.join("config.json"), reference.config.to_string()).expect("written");
    fs::write(folder.join("model.safetensors"), safetensors(&reference.shapes, Written::F32)).expect("written");
}
