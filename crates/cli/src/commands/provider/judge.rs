//! `omoide provider judge`: whether a statement follows from what is known, contradicts it, or neither.

use std::path::Path;
use std::sync::Arc;

use omoide::ModelEntailment;
use omoide_core::ports::{BoxError, Entailment, Judgement};
use omoide_home::clock::SystemClock;
use omoide_home::errors::UserError;
use omoide_home::lang::{Lang, say};
use omoide_home::providers;
use omoide_home::stores::{self, Need};
use omoide_language::LanguageLayer;
use omoide_providers::CrossEncoder;
use serde_json::json;

use crate::context::{print, print_json};
use crate::invocation::Invocation;
use crate::table::Table;

/// Pairs that a judge is tried with, where none is given: what is known, what is stated, and what is right.
const PAIRS: [(&str, &str, &str); 6] = [
    ("The meeting was moved to Thursday.", "The meeting is on Thursday.", "entailment"),
    ("The meeting was moved to Thursday.", "The meeting is still on Monday.", "contradiction"),
    ("The meeting was moved to Thursday.", "The coffee machine was repaired.", "neutral"),
    ("田中さんは先月大阪に引っ越した。", "田中さんは大阪に住んでいる。", "entailment"),
    ("田中さんは先月大阪に引っ越した。", "田中さんは一度も引っ越したことがない。", "contradiction"),
    ("田中さんは先月大阪に引っ越した。", "鈴木さんは犬を飼っている。", "neutral"),
];

pub(super) fn run(
    known: Option<&str>,
    statement: Option<&str>,
    folder: Option<&Path>,
    invocation: &Invocation,
) -> anyhow::Result<()> {
    let lang = invocation.lang();
    let judge = judge_of(folder, invocation)?;
    let asked: Vec<(&str, &str, Option<&str>)> = match (known, statement) {
        (Some(known), Some(statement)) => vec![(known, statement, None)],
        _ => PAIRS.iter().map(|(known, statement, right)| (*known, *statement, Some(*right))).collect(),
    };
    let pairs: Vec<(&str, &str)> = asked.iter().map(|(known, statement, _)| (*known, *statement)).collect();
    let judged = judge.judge(&pairs).map_err(|cause| not_judged(judge.name(), &cause, lang))?;
    if invocation.json {
        let rows: Vec<_> = asked
            .iter()
            .zip(&judged)
            .map(|((known, statement, right), judgement)| {
                json!({
                    "known": known, "statement": statement, "verdict": verdict(judgement), "expected": right,
                    "entailment": judgement.entailment, "neutral": judgement.neutral,
                    "contradiction": judgement.contradiction,
                })
            })
            .collect();
        return print_json(&json!({ "judge": judge.name(), "pairs": rows }));
    }
    let mut table = Table::new(&[
        lang.pick("verdict", "判定"),
        lang.pick("likelihood", "確からしさ"),
        lang.pick("known", "既知"),
        lang.pick("statement", "主張"),
    ]);
    for ((known, statement, right), judgement) in asked.iter().zip(&judged) {
        let found = verdict(judgement);
        let mark = right.map_or("", |right| if right == found { " ✓" } else { " ✗" });
        let likely = judgement.entailment.max(judgement.neutral).max(judgement.contradiction);
        table.push(vec![
            format!("{}{mark}", word(found, lang)),
            format!("{:.0} %", likely * 100.0),
            (*known).to_owned(),
            (*statement).to_owned(),
        ]);
    }
    print(&table.render(None))?;
    if known.is_none() {
        let is_right =
            |((.., right), judgement): &(&(&str, &str, Option<&str>), &Judgement)| *right == Some(verdict(judgement));
        let (name, of) = (judge.name(), asked.len());
        let right = asked.iter().zip(&judged).filter(is_right).count();
        print(&say!(lang, "{name}: {right} of {of} as expected", "{name}：{of}件中{right}件が期待どおり"))?;
    }
    Ok(())
}

/// The cross-encoder of a folder, or the language model in use.
fn judge_of(folder: Option<&Path>, invocation: &Invocation) -> anyhow::Result<Box<dyn Entailment>> {
    if let Some(folder) = folder {
        return Ok(Box::new(CrossEncoder::open(folder)?));
    }
    let lang = invocation.lang();
    let parameters = invocation.home.configuration()?.parameters;
    let Some(meant) = providers::language_model(&invocation.home, &parameters)? else {
        return Err(UserError::theirs("no_judge", lang.pick("there is no model that can judge", "判定できるモデルがありません"))
            .hint(lang.pick(
                "use a language model (omoide provider use PROVIDER), or name the folder of a cross-encoder: --folder DIR",
                "言語モデルを使うか（omoide provider use プロバイダ）、クロスエンコーダのフォルダを指定してください：--folder DIR",
            ))
            .into());
    };
    Ok(Box::new(ModelEntailment {
        model: meant.model,
        store: stores::store(&invocation.home.store_path(), Need::Created)?,
        clock: Arc::new(SystemClock::new(&invocation.home.environment, lang)?),
        mind: invocation.home.mind.clone(),
        llm: parameters.llm,
        rates: meant.rates,
        understanding: Arc::new(LanguageLayer::new()),
    }))
}

fn not_judged(judge: &str, cause: &BoxError, lang: Lang) -> UserError {
    UserError::theirs(
        "not_judged",
        say!(lang, "{judge} gave no judgement: {cause}", "{judge}は判定できませんでした：{cause}"),
    )
    .hint(lang.pick("to see the budget: omoide cost", "予算を見るには：omoide cost"))
}

fn verdict(judgement: &Judgement) -> &'static str {
    let Judgement { entailment, neutral, contradiction } = *judgement;
    if entailment > neutral && entailment > contradiction {
        "entailment"
    } else if contradiction > neutral {
        "contradiction"
    } else {
        "neutral"
    }
}

fn word(verdict: &str, lang: Lang) -> &'static str {
    match verdict {
        "entailment" => lang.pick("follows", "成り立つ"),
        "contradiction" => lang.pick("contradicts", "矛盾"),
        _ => lang.pick("neither", "どちらでもない"),
    }
}
