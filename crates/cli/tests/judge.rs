//! `omoide provider judge --folder`: a cross-encoder of a folder, real but tiny, without any provider.

#[path = "../../providers/tests/support/mod.rs"]
mod tiny;

use omoide_testkit::command::CommandSandbox;
use tiny::judges::{references, write_judge, write_reference};

/// The judges of every kind that can be read.
fn judges() -> (CommandSandbox, Vec<String>) {
    let sandbox = CommandSandbox::new();
    write_judge(&sandbox.file("tiny-xlmr"), ["entailment", "neutral", "contradiction"]);
    write_reference(&sandbox.file("tiny-deberta"), &references()[0]);
    let folders = ["tiny-xlmr", "tiny-deberta"].map(|name| sandbox.file(name).to_string_lossy().into_owned());
    (sandbox, folders.to_vec())
}

#[test]
fn two_texts_are_judged_with_likelihoods_that_add_up() {
    let (sandbox, folders) = judges();
    for folder in folders {
        let words = ["provider", "judge", "今日は晴れ", "雨が降った", "--folder", &folder, "--json"];
        let judged = sandbox.omoide(&words).json();
        assert!(folder.ends_with(judged["judge"].as_str().expect("a name")), "{judged}");
        let pair = &judged["pairs"][0];
        assert_eq!((&pair["known"], &pair["statement"]), (&"今日は晴れ".into(), &"雨が降った".into()));
        let likely = ["entailment", "neutral", "contradiction"].map(|label| pair[label].as_f64().expect("a number"));
        assert!((likely.iter().sum::<f64>() - 1.0).abs() < 1e-6, "{pair}");
        let verdict = pair["verdict"].as_str().expect("a verdict");
        assert_eq!(pair[verdict].as_f64(), likely.into_iter().reduce(f64::max), "{pair}");
    }
}

#[test]
fn without_texts_a_judge_is_tried_with_pairs_in_both_languages() {
    let (sandbox, folders) = judges();
    for folder in folders {
        let judged = sandbox.omoide(&["provider", "judge", "--folder", &folder, "--json"]).json();
        let pairs = judged["pairs"].as_array().expect("pairs");
        assert_eq!(pairs.len(), 6);
        assert!(pairs.iter().all(|pair| pair["expected"].is_string()));
        let table = sandbox.omoide(&["provider", "judge", "--folder", &folder]).ok();
        assert!(table.contains("Thursday") && table.contains("大阪"), "{table}");
    }
    assert!(!sandbox.store().exists(), "nothing was remembered for it");
}

#[test]
fn a_folder_without_a_judge_is_refused_with_the_reason() {
    let sandbox = CommandSandbox::new();
    let empty = sandbox.file("empty").to_string_lossy().into_owned();
    std::fs::create_dir(&empty).expect("a folder");
    let words = ["provider", "judge", "--folder", &empty];
    assert!(sandbox.omoide(&words).fails(1).contains("config.json"));
    write_judge(&sandbox.file("empty"), ["LABEL_0", "LABEL_1", "LABEL_2"]);
    assert!(sandbox.omoide(&words).fails(1).contains("labels"));
    let japanese = sandbox.with(&[("LANG", "ja_JP.UTF-8")], &words).fails(1);
    assert!(japanese.chars().any(|c| matches!(c, 'ぁ'..='ん')), "{japanese}");
}
