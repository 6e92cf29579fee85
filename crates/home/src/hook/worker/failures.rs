//! Failures of hooks, of the worker and of nights, carried from the log of hooks into the activity log.
//!
//! Whoever fails only writes into the log of hooks: that needs no store, takes no time, and works where the store is what
//! failed. The next worker carries the lines over, each with its time, and keeps a mark with them, so that none comes twice.

use omoide::Engine;
use omoide_core::Moment;
use omoide_core::ports::store::StoreError;

use super::super::HookRun;

/// Where the mark is kept.
const MARK: &str = "hook-log";

/// For how many days a failure is carried over.
const CARRIED_DAYS: f64 = 7.0;

/// Carries over what came since the last time.
///
/// # Errors
/// When the log of hooks cannot be read, or the store fails.
pub(super) fn carry(hook: &HookRun, engine: &Engine) -> anyhow::Result<()> {
    let mind = engine.mind(hook.home.mind.clone());
    let mark = match mind.mark(MARK) {
        Err(omoide::Error::Store(StoreError::Missing { .. })) => return Ok(()),
        mark => mark?,
    };
    let Some((lines, here)) = hook.log.read_on(mark.as_deref())? else { return Ok(()) };
    let now = engine.now();
    let is_told = |at: Moment| (0.0..CARRIED_DAYS).contains(&now.days_since(at).max(0.0));
    let failures: Vec<(Moment, String)> = lines
        .into_iter()
        .filter(|line| line.is_failure() && is_told(line.at))
        .map(|line| (line.at, format!("hook {}: {}", line.hook, line.message)))
        .collect();
    Ok(mind.log_errors(&failures, (MARK, &here))?)
}
