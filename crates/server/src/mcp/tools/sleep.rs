//! Nights: `sleep_status` and `sleep`.

use omoide::{DueNight, Mind, SleepMode};
use omoide_core::Level;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{ADDS, LOOKS, Tool, ToolName};
use crate::Failure;

/// Most nights that are told of.
const MOST_NIGHTS: usize = 7;

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
    super::tool(named, LOOKS, |mind, _: NoArguments| told(mind))
}

/// How a mind is doing.
pub fn told(mind: &Mind<'_>) -> Result<Value, Failure> {
    let (counts, sleep) = (mind.counts()?, mind.sleep_status()?);
    let levels: serde_json::Map<String, Value> = Level::ALL
        .into_iter()
        .zip(counts.levels)
        .map(|(level, count)| (format!("level_{}", level.number()), json!(count)))
        .collect();
    let nights: Vec<Value> = sleep
        .nights
        .iter()
        .rev()
        .take(MOST_NIGHTS)
        .map(|(night, did)| {
            json!({
                "date": night.date.to_string(),
                "faded": did.faded,
                "strengthened": did.recalled,
                "compressed": did.compressed,
                "archived": did.archived,
                "revived": did.revived,
            })
        })
        .collect();
    Ok(json!({
        "mind": mind.name().as_str(),
        "memories": counts.levels.iter().sum::<u64>(),
        "levels": levels,
        "protected": counts.protected,
        "last_nights": nights,
        "due": sleep.due.len(),
        "next": sleep.next.map(|night| night.at),
    }))
}

/// The tool that sleeps.
pub fn run() -> Tool {
    let named = ToolName(
        "sleep",
        "Sleep the nights that are due",
        "Run the nights that are due: memories fade, are compressed, archived, revived and linked. A night can be \
         taken back with `omoide sleep undo`.",
    );
    super::further(super::tool(named, ADDS, |mind, _: NoArguments| {
        let slept = mind.sleep(None, SleepMode::Real, &mut |_, _, _: DueNight| {})?;
        let dates: Vec<String> = slept.nights.iter().map(|night| night.date.to_string()).collect();
        Ok(json!({ "slept": dates, "still_due": slept.left }))
    }))
}
