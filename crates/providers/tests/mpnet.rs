//! Encoders of MPNet's kind, on a tiny model whose weights are counted out.

mod support;

use std::fs;
use std::path::Path;

use omoide_core::ports::Embedder;
use omoide_providers::{ModelError, Pooling, Shelf, Wishes};
use serde::Deserialize;
use serde_json::Value;
use support::{Expected, Written, safetensors, write_model};

const TOLERANCE: f32 = 1e-5;

const TABLE: &str = "mpnet.encoder.relative_attention_bias.weight";

/// What the reference makes of texts; made by tools/models/tiny_mpnet.py.
#[derive(Deserialize)]
struct Reference {
    config: Value,
    #[serde(flatten)]
    expected: Expected,
}

fn reference() -> Reference {
    serde_json::from_str(include_str!("tiny/mpnet.json")).expect("it can be read")
}

fn write_reference(folder: &Path, reference: &Reference) {
    write_model(folder, Written::F32);
    fs::write(folder.join("config.json"), reference.config.to_string()).expect("written");
    let weights = safetensors(&reference.expected.shapes, Written::F32);
    fs::write(folder.join("model.safetensors"), weights).expect("written");
}

fn pooled(pooling: Pooling) -> Wishes {
    Wishes { name: Some("tiny".to_owned()), pooling: Some(pooling), ..Wishes::default() }
}

#[test]
fn vectors_are_those_of_the_reference_together_and_alone() {
    let reference = reference();
    let expected = &reference.expected.vectors;
    let texts: Vec<&str> = expected.iter().map(|vector| vector.text.as_str()).collect();
    for pooling in [Pooling::Cls, Pooling::Mean] {
        let folder = tempfile::tempdir().expect("a folder");
        let shelf = Shelf::new(folder.path().join("models"));
        write_reference(&folder.path().join("source"), &reference);
        shelf.add(&folder.path().join("source"), &pooled(pooling)).expect("it is added");
        let model = shelf.open("tiny").expect("it is there");
        let together = model.embed(&texts).expect("it embeds");
        for (expected, together) in expected.iter().zip(together) {
            let theirs = if pooling == Pooling::Cls { &expected.cls } else { &expected.mean };
            let alone = model.embed(&[&expected.text]).expect("it embeds").remove(0);
            for ours in [together, alone].map(|vector| vector.expect("a vector")) {
                assert_eq!(ours.len(), theirs.len());
                for (ours, theirs) in ours.iter().zip(theirs) {
                    assert!((ours - theirs).abs() < TOLERANCE, "{}: {ours} is not {theirs}", expected.text);
                }
            }
        }
    }
}

#[test]
fn a_table_of_distances_that_does_not_fit_is_refused_by_its_name() {
    let heads = 4;
    for shape in [None, Some([32, heads - 1]), Some([32, heads + 1]), Some([31, heads]), Some([64, heads])] {
        let folder = tempfile::tempdir().expect("a folder");
        let mut reference = reference();
        match shape {
            None => reference.expected.shapes.remove(TABLE),
            Some(shape) => reference.expected.shapes.insert(TABLE.to_owned(), shape.to_vec()),
        }
        .expect("it was there");
        write_reference(&folder.path().join("source"), &reference);
        let shelf = Shelf::new(folder.path().join("models"));
        let refused = shelf.add(&folder.path().join("source"), &pooled(Pooling::Mean)).expect_err("it is refused");
        assert!(
            matches!(&refused, ModelError::NoTensor { name } if TABLE.ends_with(name.as_str())),
            "{shape:?}: {refused}"
        );
    }
}
