//! `curve`: how one memory will fade, left alone and if it is recalled.

mod chart;
mod nights;

use nights::CurveNights;
use omoide::{Curve, CurvePoint};
use omoide_core::Level;
use omoide_core::parameters::ProtectedDecay;
use omoide_home::lang::{Lang, say};
use serde_json::{Value, json};

use crate::context::CommandContext;
use crate::plot::{ChartFiles, Ink, Stdout, columns};
use crate::width::cut;
use crate::{svg, telling};

/// Rows of the chart: with twenty for the plot, a threshold of 5 has a row of its own above 0.
const ROWS: usize = 22;

/// What is asked for.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The memory: its handle such as mem_20260120_001, its id, or the beginning of either.
    pub id: String,
    /// How many nights to look ahead.
    #[arg(long, value_name = "N", default_value_t = 90, value_parser = clap::value_parser!(u32).range(1..=3_650))]
    pub days: u32,
    #[command(flatten)]
    files: ChartFiles,
}

/// Shows how a memory will fade.
///
/// # Errors
/// When there is no such memory, or a file cannot be written.
pub fn run(args: &Args, context: &CommandContext) -> anyhow::Result<()> {
    let lang = context.lang;
    args.files.check(lang)?;
    let curve = context.mind().curve(&args.id, args.days)?;
    let nights = CurveNights::of(&context.mind().sleep_status()?, curve.memory.created, context.engine.now());
    let chart = chart::of(&curve, &nights, &context.engine.parameters().levels, lang);
    let stdout =
        args.files.write(|| csv(&curve, &nights), || svg::lines(&chart, &chart::caption(&curve, lang)), lang)?;
    if stdout == Stdout::Taken {
        return Ok(());
    }
    let stillness = Stillness::of(&curve, context.engine.parameters().protection.protected_decay);
    if context.json {
        return context.print_json(&in_json(&curve, &nights, stillness));
    }
    let room = columns(context.is_terminal);
    let text = cut(&telling::text_line(&curve.memory), room);
    let mut lines = vec![context.style.bold(&heading(&curve, lang)), text, String::new()];
    match stillness {
        Some(stillness) => lines.push(stillness.sentence(&curve, lang)),
        None => {
            lines.extend(chart.draw(room, ROWS, Ink::of(&context.style)));
            lines.push(String::new());
            lines.extend(sentences(&curve, &nights, args.days, lang));
        }
    }
    context.print(&lines.join("\n"))
}

/// Why a memory does not fade.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stillness {
    Archived,
    Protected,
}

impl Stillness {
    fn of(curve: &Curve, protected_decay: ProtectedDecay) -> Option<Self> {
        let shown = &curve.memory.shown;
        if !shown.is_active() {
            Some(Self::Archived)
        } else if shown.protected && protected_decay == ProtectedDecay::Frozen {
            Some(Self::Protected)
        } else {
            None
        }
    }

    fn sentence(self, curve: &Curve, lang: Lang) -> String {
        let score = curve.memory.life.retention().retention_score;
        match self {
            Self::Archived => say!(
                lang,
                "it is archived and does not fade: its retention stays at {score:.1} until it is recalled or restored",
                "アーカイブ済みのため薄れません。思い出すか復元するまで、保持スコアは{score:.1}のままです"
            ),
            Self::Protected => say!(
                lang,
                "it is protected and does not fade: its retention stays at {score:.1}",
                "保護されているので薄れません。保持スコアは{score:.1}のままです"
            ),
        }
    }
}

fn heading(curve: &Curve, lang: Lang) -> String {
    let memory = &curve.memory;
    let level = telling::level(memory.shown.level, lang);
    let (handle, score) = (&memory.handle, memory.life.retention().retention_score);
    say!(lang, "{handle}: retention {score:.1}, level {level}", "{handle}：保持スコア{score:.1}、レベル{level}")
}

fn sentences(curve: &Curve, nights: &CurveNights, days: u32, lang: Lang) -> Vec<String> {
    let present = curve.memory.shown.level;
    let stays = telling::level(present, lang);
    let mut lines: Vec<String> = curve
        .falls()
        .into_iter()
        .map(|(level, night)| {
            let when = nights.when(night, lang);
            let level = telling::level(level, lang);
            say!(lang, "if not recalled: level {level} {when}", "思い出さなければ：{when}レベル{level}になります")
        })
        .collect();
    if lines.is_empty() {
        lines.push(say!(
            lang,
            "if not recalled: it stays at level {stays} for the next {days} nights",
            "思い出さなければ：この先{days}日はレベル{stays}のままです"
        ));
    }
    lines.push(match first_fall(&curve.recalled, present) {
        Some((level, night)) => {
            let when = nights.when(night, lang);
            let level = telling::level(level, lang);
            say!(lang, "if recalled: level {level} {when}", "思い出せば：{when}レベル{level}になります")
        }
        None => say!(
            lang,
            "if recalled: it stays at level {stays} for the next {days} nights",
            "思い出せば：この先{days}日はレベル{stays}のままです"
        ),
    });
    lines.push(say!(
        lang,
        "when a level is full, its weakest memories move down earlier than this",
        "レベルの定員を超えると、弱い記憶はこれより早く下がることがあります"
    ));
    lines
}

fn first_fall(points: &[CurvePoint], from: Level) -> Option<(Level, u32)> {
    points.iter().find(|point| point.level > from).map(|point| (point.level, point.night))
}

fn csv(curve: &Curve, nights: &CurveNights) -> String {
    let mut text = "night,date,left_alone,left_alone_level,recalled,recalled_level\n".to_owned();
    for (alone, recalled) in curve.left_alone.iter().zip(&curve.recalled) {
        text.push_str(&format!(
            "{},{},{:.4},{},{:.4},{}\n",
            alone.night,
            nights.date(alone.night),
            alone.retention_score,
            alone.level,
            recalled.retention_score,
            recalled.level
        ));
    }
    text
}

fn in_json(curve: &Curve, nights: &CurveNights, stillness: Option<Stillness>) -> Value {
    let point = |point: &CurvePoint| json!({ "retention_score": point.retention_score, "level": point.level.number() });
    let points: Vec<Value> = curve
        .left_alone
        .iter()
        .zip(&curve.recalled)
        .map(|(alone, recalled)| {
            let date = nights.date(alone.night).to_string();
            json!({ "night": alone.night, "date": date, "left_alone": point(alone), "recalled": point(recalled) })
        })
        .collect();
    let falls: Vec<Value> = curve
        .falls()
        .into_iter()
        .map(
            |(level, night)| json!({ "level": level.number(), "night": night, "date": nights.date(night).to_string() }),
        )
        .collect();
    let (shown, retention) = (&curve.memory.shown, curve.memory.life.retention());
    json!({
        "id": curve.memory.id.to_string(),
        "handle": curve.memory.handle,
        "level": shown.level.number(),
        "retention_score": retention.retention_score,
        "protected": shown.protected,
        "archived": !shown.is_active(),
        "fades": stillness.is_none(),
        "due_nights": nights.due(),
        "points": points,
        "falls": falls,
    })
}
