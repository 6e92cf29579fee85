//! Nights: `sleep_status` and `sleep`.

use omoide::{Consent, DueNight, Mind, SleepMode};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{ADDS, LOOKS, Tool, ToolName};
use crate::rights::Operation;
use crate::{Failure, wire};

/// Most nights that are told of.
const MOST_NIGHTS: usize = 7;

/// Why nothing was run although nights are due.
fn waiting(reason: &str) -> &'static str {
    match reason {
        "imported" => {
            "the memories were imported and stay readable in full until the person lets them age by running: omoide sleep"
        }
        _ => "the machine's clock is in doubt, so the nights wait; a person can check the clock and run: omoide sleep",
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct NoArguments {}

/// The tool that tells how the mind is doing.
pub fn status() -> Tool {
    let named = ToolName(
        "sleep_status",
        "How the memory is doing",
        "Show how much is remembered, at which levels, what the last nights did (fading, compression, archive), and \
         which nights are due.",
    );
    super::tool(named, Operation::Look, LOOKS, |mind, _: NoArguments| told(mind))
}

/// How a mind is doing.
pub fn told(mind: &Mind<'_>) -> Result<Value, Failure> {
    let (counts, nights) = (mind.counts()?, wire::Nights::from(mind.sleep_status()?));
    let earlier = nights.nights.len().saturating_sub(MOST_NIGHTS);
    let mut told = json!({
        "mind": mind.name().as_str(),
        "memories": counts.levels.iter().sum::<u64>(),
        "levels": counts.levels,
        "protected": counts.protected,
        "nights": nights.nights[earlier..],
        "due": nights.due.iter().take(MOST_NIGHTS).collect::<Vec<_>>(),
        "next": nights.next,
    });
    if let Some(why) = &nights.waiting {
        told["waiting"] = json!(waiting(why.reason));
    }
    if nights.due.len() > MOST_NIGHTS {
        told["due_left_out"] = json!(nights.due.len() - MOST_NIGHTS);
    }
    Ok(told)
}

/// The tool that sleeps.
pub fn run() -> Tool {
    let named = ToolName(
        "sleep",
        "Run the nights that are due",
        "Run the nights that are due: memories fade, are shortened, archived, brought back and linked. A night can be \
         undone with `omoide sleep undo`.",
    );
    super::further(super::tool(named, Operation::Sleep, ADDS, |mind, _: NoArguments| {
        // An agent is no person: what it asks for is not the word of someone who looked at the clock.
        let slept = mind.sleep_by(Consent::Unasked, None, SleepMode::Real, &mut |_, _, _: DueNight| {})?;
        let done = wire::SleepDone::of(&slept, false, None);
        // What became of single memories is in their histories.
        let night = |night: &wire::NightDone| json!({ "date": night.date, "at": night.at, "did": night.did });
        let mut told = json!({ "nights": done.nights.iter().map(night).collect::<Vec<_>>(), "left": done.left });
        if let Some(why) = &done.waiting {
            told["waiting"] = json!(waiting(why.reason));
        }
        Ok(mind.audited(told, |audit, key| audit.add_nights(mind.now(), key, mind.name(), &slept)))
    }))
}
