//! `omoide feedback`: whether a memory that came to mind was any help.

use clap::ValueEnum;
use omoide::{Rated, Thumb};
use omoide_core::change::Actor;
use omoide_home::lang::say;
use omoide_server::wire;

use crate::context::CommandContext;

/// What `feedback` can be told.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The memory: its handle such as mem_20260120_001, its id, or the beginning of either.
    #[arg(value_name = "ID")]
    id: String,
    /// Whether it helped: up or down.
    #[arg(value_name = "THUMB", value_enum)]
    thumb: FeedbackDirection,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum FeedbackDirection {
    #[value(help = None::<&str>)]
    Up,
    #[value(help = None::<&str>)]
    Down,
}

/// Says it.
///
/// # Errors
/// When there is no such memory, or the store fails.
pub fn run(args: &Args, context: &CommandContext) -> anyhow::Result<()> {
    let thumb = match args.thumb {
        FeedbackDirection::Up => Thumb::Up,
        FeedbackDirection::Down => Thumb::Down,
    };
    let rated = context.mind().rate(&args.id, thumb, Actor::Person)?;
    if context.json {
        return context.print_json(&wire::RatedMemory::from(rated));
    }
    context.print(&in_words(&rated, thumb, context))
}

fn in_words(rated: &Rated, thumb: Thumb, context: &CommandContext) -> String {
    let lang = context.lang;
    let handle = context.style.bold(&rated.memory.handle);
    let factor = rated.factor;
    let felt = f64::from(rated.memory.emotion.feeling.arousal) / 100.0;
    let (was, is) = (rated.before.arousal.unwrap_or(felt) * 100.0, rated.feedback.arousal.unwrap_or(felt) * 100.0);
    match thumb {
        Thumb::Up => say!(
            lang,
            "{handle} helped: arousal {was:.0} → {is:.0}, rank × {factor:.2}",
            "{handle}は役に立ちました：覚醒度 {was:.0} → {is:.0}、順位 × {factor:.2}"
        ),
        Thumb::Down => say!(
            lang,
            "{handle} did not help: arousal {was:.0} → {is:.0}, rank × {factor:.2}",
            "{handle}は役に立ちませんでした：覚醒度 {was:.0} → {is:.0}、順位 × {factor:.2}"
        ),
    }
}
