//! `omoide unsay`: turns are taken back, as if they had never been said.

use omoide::{TurnsToUnsay, UnsaidTurns};
use omoide_core::change::Actor;
use omoide_home::lang::say;
use omoide_server::wire::UnsaidAnswer;

use crate::context::CommandContext;

/// What `unsay` can be told.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The turn: its uid, or the whole handle or id of its memory.
    #[arg(value_name = "TURN", required_unless_present = "last", conflicts_with = "last")]
    turn: Option<String>,
    /// Unsay what was said after the turn in its thread, and leave the turn itself.
    #[arg(long, requires = "turn")]
    after: bool,
    /// The thread whose last turn is meant.
    #[arg(long, value_name = "NAME", requires = "last", conflicts_with = "turn")]
    thread: Option<String>,
    /// Unsay the last turn of the thread.
    #[arg(long, requires = "thread")]
    last: bool,
}

/// Takes turns back.
///
/// # Errors
/// When there is no such turn, or the store fails.
pub fn run(args: &Args, context: &CommandContext) -> anyhow::Result<()> {
    let what = match (&args.turn, &args.thread) {
        (Some(turn), _) if args.after => TurnsToUnsay::After(turn.clone()),
        (Some(turn), _) => TurnsToUnsay::This(turn.clone()),
        (None, thread) => TurnsToUnsay::LastOf(thread.clone().unwrap_or_default()),
    };
    let mind = context.mind();
    let unsaid = mind.unsay(&what, Actor::Person)?;
    let others = mind.unsay_elsewhere(&unsaid.turns, &|_| true, Actor::Person)?;
    if context.json {
        return context.print_json(&UnsaidAnswer::of(&unsaid, &others));
    }
    let lang = context.lang;
    if unsaid.is_empty() {
        let nothing = match what {
            TurnsToUnsay::After(_) => lang.pick("nothing was said after it", "そのあとの発言はありません"),
            _ => lang.pick("it is already unsaid", "すでに撤回されています"),
        };
        return context.print(nothing);
    }
    context.print(&told(&unsaid, context))?;
    if !others.is_empty() {
        let minds = others.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        context.note(&say!(lang, "also unsaid in: {minds}", "次のマインドでも撤回しました：{minds}"));
    }
    Ok(())
}

/// What was taken back, and how it comes back.
pub fn told(unsaid: &UnsaidTurns, context: &CommandContext) -> String {
    let lang = context.lang;
    let handles: Vec<&str> = unsaid.turns.iter().map(|turn| turn.handle.as_str()).collect();
    let Some(first) = handles.first() else { return String::new() };
    let all = handles.join(lang.pick(", ", "、"));
    if context.quiet {
        return all;
    }
    let mut text = say!(
        lang,
        "unsaid: {all} (omoide undo {first} brings it back)",
        "撤回しました：{all}（omoide undo {first} で戻せます）"
    );
    if unsaid.sessions > 0 {
        let sessions = unsaid.sessions;
        text.push_str(&say!(
            lang,
            "\nwith it went {sessions} summaries of sessions that quoted it",
            "\nその発言を含むセッションの要約{sessions}件も取り除きました"
        ));
    }
    text
}
