//! Minds that have a past: memories as they are, written straight into a store.

use omoide::Engine;
use omoide::core::ports::store::{NewMemory, NightRecord};
use omoide::core::{MindName, Moment};

/// Gives a mind memories as they are, and the hour of the night that they last went through, if they did.
///
/// # Panics
/// When the store does not take them.
pub fn settle(engine: &Engine, mind: &MindName, memories: &[NewMemory], last_night: Option<Moment>) {
    let written = engine.store().write(mind, &mut |w| {
        for memory in memories {
            w.insert(mind, memory)?;
        }
        match last_night {
            Some(at) => {
                let night = NightRecord { date: at.date(), at, ran_at: at, steps: Vec::new() };
                w.record_night(mind, &night, engine.parameters().sleep.undo_nights)
            }
            None => Ok(()),
        }
    });
    written.expect("the store takes them");
    engine.mind(mind.clone()).reindex(&mut |_, _| {}).expect("their words are indexed");
}

/// Begins the conversation that has no name anew: the feeling that was carried over is gone.
///
/// # Panics
/// When the store does not take it.
pub fn begin_anew(engine: &Engine, mind: &MindName) {
    engine.store().write(mind, &mut |w| w.keep_feeling(mind, "", None)).expect("the store takes it");
}
