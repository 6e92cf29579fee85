//! `stats`: how a mind is doing, in numbers.

mod cost;

use cost::CostEstimate;
use omoide::Stats;
use omoide_core::Level;
use omoide_home::lang::{Lang, say};
use serde_json::{Map, Value, json};

use crate::context::CommandContext;
use crate::plot::{Bar, Colour, Ink, bars, columns, grouped, percent};
use crate::table::labelled;
use crate::telling::{self, bytes, minute};
use crate::vocabulary::{BilingualWords, CATEGORIES, KINDS, VALENCES};

/// What is asked for.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Also estimate what a year would cost if a language model did Omoide's work.
    #[arg(long)]
    pub cost: bool,
}

/// Shows how the mind is doing.
///
/// # Errors
/// When the store fails.
pub fn run(args: &Args, context: &CommandContext) -> anyhow::Result<()> {
    let stats = context.mind().stats()?;
    let spent = if args.cost { context.engine.cost(0)?.ever.usd() } else { 0.0 };
    let estimate = args.cost.then(|| CostEstimate::of(&stats, context.engine.parameters(), spent));
    if context.json {
        return context.print_json(&in_json(&stats, context.mind.as_str(), estimate.as_ref()));
    }
    let lang = context.lang;
    let mut parts = vec![
        context.style.bold(&heading(&stats, context.mind.as_str(), lang)),
        levels(&stats, columns(context.is_terminal), Ink::of(&context.style), lang),
        labelled(&contents(&stats, lang)),
        labelled(&times(&stats, lang)),
    ];
    if let Some(estimate) = &estimate {
        parts.push(estimate.in_words(lang));
    }
    context.print(&parts.join("\n\n"))
}

fn heading(stats: &Stats, mind: &str, lang: Lang) -> String {
    let all = grouped(stats.census.levels.iter().sum());
    say!(lang, "{mind}: {all} memories", "{mind}：記憶{all}件")
}

fn levels(stats: &Stats, room: usize, ink: Ink, lang: Lang) -> String {
    let all = stats.census.levels.iter().sum();
    let rows: Vec<Bar> = Level::ALL
        .into_iter()
        .zip(stats.census.levels)
        .zip(stats.characters)
        .zip(Colour::LEVELS)
        .map(|(((level, count), characters), colour)| {
            let (count_text, share, characters) = (grouped(count), percent(count, all), grouped(characters));
            Bar {
                label: format!("  {}", telling::level(level, lang)),
                value: count as f64,
                text: say!(
                    lang,
                    "{count_text} ({share}), {characters} characters",
                    "{count_text}件（{share}）{characters}文字"
                ),
                colour,
            }
        })
        .collect();
    bars(&rows, room, ink).join("\n")
}

fn contents(stats: &Stats, lang: Lang) -> Vec<(&'static str, String)> {
    let census = &stats.census;
    let vectors: Vec<String> = census
        .vectors
        .iter()
        .map(|(model, size, count)| {
            let count = grouped(*count);
            say!(lang, "{count} of {model} ({size} numbers each)", "{model} {count}件（各{size}次元）")
        })
        .collect();
    vec![
        (lang.pick("kinds", "種類"), counted(&census.kinds, &KINDS, lang)),
        (lang.pick("categories", "カテゴリ"), counted(&census.categories, &CATEGORIES, lang)),
        (lang.pick("valences", "感情価"), counted(&census.valences, &VALENCES, lang)),
        (lang.pick("protected", "保護"), grouped(census.protected)),
        (lang.pick("relations", "関連"), grouped(census.relations)),
        (lang.pick("versions of texts", "本文の版"), grouped(census.texts)),
        (lang.pick("original turns", "会話の原文"), grouped(census.turns)),
        (lang.pick("vectors", "ベクトル"), if vectors.is_empty() { "0".to_owned() } else { vectors.join(", ") }),
        (lang.pick("entries of the change log", "変更の記録"), grouped(census.log)),
    ]
}

fn times(stats: &Stats, lang: Lang) -> Vec<(&'static str, String)> {
    let none = || lang.pick("none yet", "まだありません").to_owned();
    let (first, last) = match stats.census.span {
        Some((first, last)) => (minute(first), minute(last)),
        None => (none(), none()),
    };
    let (nights, due) = (grouped(stats.census.nights), stats.sleep.due.len());
    let nights = if due == 0 { nights } else { say!(lang, "{nights}, {due} due", "{nights}（未処理{due}）") };
    let (size, free) = (bytes(stats.size.bytes), bytes(stats.size.free_bytes));
    vec![
        (lang.pick("first memory", "最初の記憶"), first),
        (lang.pick("last memory", "最後の記憶"), last),
        (lang.pick("memories a day", "1日あたりの記憶"), rate(stats.memories_per_day)),
        (lang.pick("nights", "夜間処理"), nights),
        (lang.pick("last run of a night", "最後の夜間処理"), stats.sleep.last_run.map_or_else(none, minute)),
        (
            lang.pick("size", "容量"),
            say!(lang, "{size}, {free} of it free (all minds)", "{size}、うち空き{free}（全体）"),
        ),
    ]
}

/// A rate to two digits that say something.
fn rate(value: f64) -> String {
    if value > 0.0 && value < 1.0 { format!("{value:.2}") } else { format!("{value:.1}") }
}

fn counted(counts: &[(String, u64)], words: &BilingualWords, lang: Lang) -> String {
    if counts.is_empty() {
        return "0".to_owned();
    }
    let told = counts.iter().map(|(name, count)| format!("{} {}", words.read(name, lang), grouped(*count)));
    told.collect::<Vec<_>>().join(lang.pick(", ", "、"))
}

fn in_json(stats: &Stats, mind: &str, estimate: Option<&CostEstimate>) -> Value {
    let census = &stats.census;
    let by_name = |counts: &[(String, u64)]| -> Map<String, Value> {
        counts.iter().map(|(name, count)| (name.clone(), json!(count))).collect()
    };
    let vectors: Vec<Value> = census
        .vectors
        .iter()
        .map(|(model, dimensions, count)| json!({ "model": model, "dimensions": dimensions, "count": count }))
        .collect();
    let mut value = json!({
        "mind": mind,
        "at": stats.at,
        "memories": census.levels.iter().sum::<u64>(),
        "levels": census.levels,
        "characters": stats.characters,
        "kinds": by_name(&census.kinds),
        "categories": by_name(&census.categories),
        "valences": by_name(&census.valences),
        "protected": census.protected,
        "relations": census.relations,
        "texts": census.texts,
        "turns": census.turns,
        "vectors": vectors,
        "log": census.log,
        "nights": census.nights,
        "nights_due": stats.sleep.due.len(),
        "last_night_at": stats.sleep.last_run,
        "first_memory_at": census.span.map(|(first, _)| first),
        "last_memory_at": census.span.map(|(_, last)| last),
        "memories_per_day": stats.memories_per_day,
        "bytes": stats.size.bytes,
        "free_bytes": stats.size.free_bytes,
    });
    if let Some(estimate) = estimate {
        value["cost"] = estimate.in_json();
    }
    value
}
