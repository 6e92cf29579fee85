//! Cross-encoders that judge pairs of texts, on tiny models whose weights are counted out.

mod support;

use std::fs;
use std::path::PathBuf;

use omoide_core::ports::{Entailment, Judgement};
use omoide_providers::{CrossEncoder, ModelError};
use serde_json::json;
use support::judges::{Judged, references, write_judge, write_reference};
use support::{Written, expected, safetensors};

const LABELS: [&str; 3] = ["entailment", "neutral", "contradiction"];

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
    assert!(matches!(CrossEncoder::open(&model), Err(ModelError::File { .. })));
    write_judge(&model, LABELS);
    let shapes = expected().shapes;
    fs::write(model.join("model.safetensors"), safetensors(&shapes, Written::F32)).expect("written");
    assert!(matches!(CrossEncoder::open(&model), Err(ModelError::NoTensor { .. })));
}

#[test]
fn a_judge_of_debertas_kind_says_what_the_reference_says() {
    let folder = tempfile::tempdir().expect("a folder");
    for reference in references() {
        write_reference(folder.path(), &reference);
        let judge = CrossEncoder::open(folder.path()).expect("it opens");
        for Judged { known, stated, likely } in &reference.judged {
            let Judgement { entailment, neutral, contradiction } = judge.judge(&[(known, stated)]).expect("judged")[0];
            for (ours, theirs) in [entailment, neutral, contradiction].iter().zip(likely) {
                let about = &reference.about;
                assert!((ours - theirs).abs() < 1e-4, "{about}: {known} | {stated}: {ours} is not {theirs}");
            }
        }
    }
}

#[test]
fn a_judge_of_debertas_kind_reads_no_more_than_its_distances_allow() {
    let folder = tempfile::tempdir().expect("a folder");
    let long = "とても長い話。The puppy slept. ".repeat(200);
    for reference in references() {
        write_reference(folder.path(), &reference);
        let judge = CrossEncoder::open(folder.path()).expect("it opens");
        assert_eq!(judge.judge(&[(&long, "短い"), ("短い", &long), (&long, &long)]).expect("judged").len(), 3);
    }
}

#[test]
fn a_judge_of_debertas_kind_with_parts_that_are_not_known_here_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let reference = &references()[0];
    for (field, value) in [
        ("conv_kernel_size", json!(3)),
        ("norm_rel_ebd", json!("rotary")),
        ("relative_attention", json!(false)),
        ("position_buckets", json!(4_000)),
        ("pooler_hidden_act", json!("swish")),
        ("pos_att_type", json!(5)),
    ] {
        write_reference(folder.path(), reference);
        let mut config = reference.config.clone();
        config[field] = value;
        fs::write(folder.path().join("config.json"), config.to_string()).expect("written");
        assert!(matches!(CrossEncoder::open(folder.path()), Err(ModelError::File { .. })), "{field}");
    }
    for tensor in ["deberta.encoder.rel_embeddings.weight", "deberta.encoder.LayerNorm.weight", "pooler.dense.bias"] {
        write_reference(folder.path(), reference);
        let mut shapes = reference.shapes.clone();
        shapes.remove(tensor).expect("it was there");
        fs::write(folder.path().join("model.safetensors"), safetensors(&shapes, Written::F32)).expect("written");
        assert!(matches!(CrossEncoder::open(folder.path()), Err(ModelError::NoTensor { .. })), "{tensor}");
    }
}
