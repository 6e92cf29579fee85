//! `simulate`: what a year of memories comes to, lived in seconds.

mod report;

use omoide::simulate::{SimulatedLife, Simulation, simulate};
use omoide_core::Moment;
use omoide_home::errors::UserError;
use omoide_home::lang::say;
use serde_json::{Value, json};

use crate::context::CommandContext;
use crate::input;
use crate::plot::{ChartFiles, Ink, Stdout, columns};
use crate::svg;

/// Rows of the chart.
const ROWS: usize = 20;

/// Most memories that one life may have; more would fill the machine's own memory.
const MOST_MEMORIES: u64 = 2_000_000;

/// What life to live.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// How many days.
    #[arg(long, value_name = "N", default_value_t = 365, value_parser = clap::value_parser!(u32).range(1..=36_500))]
    pub days: u32,
    /// How many memories are made each day.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(0..=100_000))]
    pub per_day: u32,
    /// How often memories are recalled each day.
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(0..=100_000))]
    pub prompts: u32,
    /// The same seed gives the same life.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// The first day: a date, or words such as "last week", whose first day is meant; today if it is not given.
    #[arg(long, value_name = "WHEN")]
    pub start: Option<String>,
    #[command(flatten)]
    files: ChartFiles,
}

/// Lives a life and shows what it came to. No mind is touched.
///
/// # Errors
/// When the life cannot be lived as asked for, or a file cannot be written.
pub fn run(args: &Args, context: &CommandContext) -> anyhow::Result<()> {
    let lang = context.lang;
    args.files.check(lang)?;
    let life = life(args, context)?;
    let bar = context.progress(u64::from(life.days), lang.pick("simulating", "シミュレーション中"));
    let simulation = simulate(&life, context.engine.parameters(), &mut |day| bar.set_position(u64::from(day)));
    bar.finish_and_clear();

    let chart = report::chart(&simulation, lang);
    let svg = || svg::areas(&chart, &report::caption(&life, &simulation, lang));
    if args.files.write(|| csv(&simulation), svg, lang)? == Stdout::Taken {
        return Ok(());
    }
    if context.json {
        return context.print_json(&in_json(&life, &simulation));
    }
    let parts = [
        report::over_time(&simulation, lang),
        report::by_category(&simulation, lang),
        report::by_intensity(&simulation, lang),
        chart.draw(columns(context.is_terminal), ROWS, Ink::of(&context.style)).join("\n"),
        report::summary(&life, &simulation, lang),
    ];
    context.print(&parts.join("\n\n"))
}

fn life(args: &Args, context: &CommandContext) -> Result<SimulatedLife, UserError> {
    let lang = context.lang;
    let memories = u64::from(args.days) * u64::from(args.per_day);
    if memories > MOST_MEMORIES {
        let message = say!(
            lang,
            "{memories} memories are more than the {MOST_MEMORIES} that can be simulated",
            "{memories}件の記憶はシミュレーションの上限（{MOST_MEMORIES}件）を超えています"
        );
        let hint = lang.pick("take fewer --days or a smaller --per-day", "--daysか--per-dayを小さくしてください");
        return Err(UserError::usage("life_too_long", message).hint(hint));
    }
    Ok(SimulatedLife {
        days: args.days,
        memories_per_day: args.per_day,
        prompts_per_day: args.prompts,
        seed: args.seed,
        start: start(args.start.as_deref(), context)?,
    })
}

fn start(text: Option<&str>, context: &CommandContext) -> Result<Moment, UserError> {
    let day = match text {
        None => context.engine.now(),
        Some(text) => input::time(text, &context.zone, context.engine.now(), context.lang)?,
    };
    Ok(day.at_hour(day.date(), 0))
}

fn csv(simulation: &Simulation) -> String {
    let mut text = "day,level1,level2,level3,archived,recalled,revived,erased\n".to_owned();
    for day in &simulation.days {
        let [full, summary, trace, archived] = day.levels;
        text.push_str(&format!(
            "{},{full},{summary},{trace},{archived},{},{},{}\n",
            day.day, day.recalled, day.revived, day.erased
        ));
    }
    text
}

fn in_json(life: &SimulatedLife, simulation: &Simulation) -> Value {
    let days: Vec<Value> = simulation
        .days
        .iter()
        .map(|day| {
            json!({
                "day": day.day,
                "levels": day.levels,
                "recalled": day.recalled,
                "revived": day.revived,
                "erased": day.erased,
            })
        })
        .collect();
    let by_category: serde_json::Map<String, Value> =
        simulation.by_category.iter().map(|(category, levels)| (category.to_string(), json!(levels))).collect();
    json!({
        "life": {
            "days": life.days,
            "memories_per_day": life.memories_per_day,
            "prompts_per_day": life.prompts_per_day,
            "seed": life.seed,
            "start": life.start,
        },
        "days": days,
        "by_category": by_category,
        "by_intensity": simulation.by_intensity,
    })
}
