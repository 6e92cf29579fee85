//! `omoide sleep`: the nights that are due, each once for its date.

mod improvement;
mod report;
mod status;

pub(crate) use improvement::stopped;

use omoide::{Consent, DueNight, SleepMode};
use omoide_core::Date;
use omoide_core::policy::night::Step;
use omoide_home::lang::say;
use omoide_server::wire;

use crate::context::CommandContext;
use crate::vocabulary::STEPS;
use crate::{input, telling};

/// What `sleep` can be told.
#[derive(clap::Args, Debug)]
#[command(args_conflicts_with_subcommands = true)]
pub struct Args {
    #[command(subcommand)]
    action: Option<SleepAction>,
    /// The last night to run: a date, or words such as yesterday; that of today if not given.
    #[arg(long, value_name = "DAY")]
    date: Option<String>,
    /// Show what would happen, and change nothing.
    #[arg(long)]
    dry_run: bool,
    /// Trust the clock, although turns were recorded on later dates.
    #[arg(long)]
    trust_clock: bool,
    /// Ask the language model again about turns whose answer was lost; this may cost twice.
    #[arg(long, conflicts_with = "dry_run")]
    ask_again: bool,
}

/// What else can be done with nights.
#[derive(clap::Subcommand, Debug)]
enum SleepAction {
    /// Show the nights that have run, and those that are due.
    Status,
    /// Undo the last night, and the nights that ran together with it.
    Undo {
        /// Undo only the night of this day, a date or words such as yesterday; it must be the last one.
        #[arg(long, value_name = "DAY")]
        date: Option<String>,
        /// Undo only this step of the night: understand, sessions, episodes or archive.
        #[arg(long, value_name = "STEP", value_parser = step)]
        step: Option<Step>,
    },
}

/// Sleeps.
///
/// # Errors
/// When a night has not come yet, the clock was set back, or the store fails.
pub fn run(args: &Args, context: &CommandContext) -> anyhow::Result<()> {
    let now = context.engine.now();
    let day = |text: &Option<String>| {
        text.as_deref().map(|text| input::day(text, &context.zone, now, context.lang)).transpose()
    };
    match &args.action {
        Some(SleepAction::Status) => status::run(context),
        Some(SleepAction::Undo { date, step: None }) => undo(day(date)?, context),
        Some(SleepAction::Undo { date, step: Some(step) }) => undo_step(day(date)?, *step, context),
        None => sleep(args, day(&args.date)?, context),
    }
}

fn sleep(args: &Args, until: Option<Date>, context: &CommandContext) -> anyhow::Result<()> {
    let lang = context.lang;
    if args.ask_again {
        context.mind().ask_again()?;
    }
    let mode = if args.dry_run { SleepMode::DryRun } else { SleepMode::Real };
    let bar = context.progress(0, lang.pick("running nights", "夜間処理を実行しています"));
    // With --quiet it is a schedule that runs this, and nobody has looked at the clock.
    let consent = match (args.trust_clock, context.quiet) {
        (true, _) => Consent::Vouched,
        (false, true) => Consent::Unasked,
        (false, false) => Consent::Person,
    };
    let outcome = context.mind().sleep_by(consent, until, mode, &mut |place, of, night| {
        bar.set_length(of as u64);
        bar.set_position(place as u64);
        bar.set_message(night.date.to_string());
    })?;
    bar.finish_and_clear();
    if mode == SleepMode::Real {
        context.put_down_nights(&outcome)?;
    }
    let estimate = match outcome.nights.first() {
        Some(night) if args.dry_run => context.mind().estimate(Some(DueNight { date: night.date, at: night.at }))?,
        _ => None,
    };
    if context.json {
        return context.print_json(&wire::SleepDone::of(&outcome, args.dry_run, estimate.as_ref()));
    }
    if let Some(doubt) = outcome.doubt {
        // A schedule's log has to say it, quiet or not.
        context.warn(&telling::waiting(doubt, lang));
        return Ok(());
    }
    if outcome.taken_back > 0 {
        let count = outcome.taken_back;
        context.print(&say!(
            lang,
            "{count} nights had run for dates in the future; they were undone",
            "未来の日付の夜間処理が{count}日分実行されていたため、取り消しました"
        ))?;
    }
    context.print(&report::in_words(&outcome, context))?;
    if outcome.improvement.is_worth_telling() {
        context.print(&improvement::in_words(&outcome.improvement, lang))?;
    }
    if let Some(estimate) = estimate {
        context.print(&improvement::estimate_in_words(estimate, lang))?;
    }
    context.tell_of_models();
    if args.dry_run {
        context.print(lang.pick("nothing was changed", "何も変更していません"))?;
    }
    let left = outcome.left;
    if left > 0 {
        context.note(&say!(
            lang,
            "{left} more nights are due; run: omoide sleep",
            "未処理の夜間処理があと{left}日分あります。続けるには：omoide sleep"
        ));
    }
    Ok(())
}

fn undo(date: Option<Date>, context: &CommandContext) -> anyhow::Result<()> {
    let dates = context.mind().undo_nights(date)?;
    let told: Vec<String> = dates.iter().map(Date::to_string).collect();
    context.put_down("undo_night", &told.join(" "))?;
    if context.json {
        return context.print_json(&wire::UndoneNights::of(&dates));
    }
    match dates.as_slice() {
        [first, .., last] => {
            let count = dates.len();
            context.print(&say!(
                context.lang,
                "{count} nights that ran together, {first} to {last}, were undone",
                "まとめて実行した{count}日分の夜間処理（{first}〜{last}）を取り消しました"
            ))?;
        }
        _ => {
            let date = dates.last().map(Date::to_string).unwrap_or_default();
            context.print(&say!(context.lang, "the night of {date} was undone", "{date}の夜間処理を取り消しました"))?;
        }
    }
    context.note(context.lang.pick(
        "nights stay off until you run: omoide sleep",
        "次に omoide sleep を実行するまで、夜間処理は止まったままです",
    ));
    Ok(())
}

fn undo_step(date: Option<Date>, step: Step, context: &CommandContext) -> anyhow::Result<()> {
    let date = context.mind().undo_step(date, step)?;
    let name = step.name();
    context.put_down("undo_night", &format!("{date} {name}"))?;
    if context.json {
        return context.print_json(&serde_json::json!({ "undone": date.to_string(), "step": name }));
    }
    let name = STEPS.read(name, context.lang);
    context.print(&say!(
        context.lang,
        "the step \"{name}\" of the night of {date} was undone",
        "{date}の夜間処理の段階「{name}」を取り消しました"
    ))
}

fn step(name: &str) -> Result<Step, String> {
    Step::named(STEPS.stored(name)).ok_or_else(|| {
        let known: Vec<&str> = Step::ALL.into_iter().map(Step::name).collect();
        format!("no step called \"{name}\"; there are {}", known.join(", "))
    })
}
