//! Nights on time: each mind is put to sleep at its hour, and what was missed is caught up.

use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::sync::{Arc, PoisonError};
use std::time::Duration;

use omoide::{Consent, SleepMode};
use omoide_core::MindName;
use serde_json::json;

use super::App;
use super::figures::Figures;

/// How often the clock is looked at.
const PAUSE: Duration = Duration::from_secs(20);

/// After how many looks the figures of the store are looked up again.
const LOOKS_PER_FIGURES: u32 = 15;

/// After how many looks the threads are closed in which nobody speaks any more.
const LOOKS_PER_CLOSING: u32 = 3;

/// Looks at the clock until it is told to stop.
pub fn watch(app: &Arc<App>, stop: &Receiver<()>) {
    let mut looks = 0;
    loop {
        if looks % LOOKS_PER_CLOSING == 0 {
            close_abandoned(app);
        }
        app.streams.close_idle(app);
        let has_slept = app.settings.runs_nights && sleep_all(app);
        if has_slept || looks % LOOKS_PER_FIGURES == 0 {
            look_up(app);
        }
        looks = looks.wrapping_add(1);
        match stop.recv_timeout(PAUSE) {
            Err(RecvTimeoutError::Timeout) => {}
            Ok(()) | Err(RecvTimeoutError::Disconnected) => return,
        }
    }
}

/// Closes the threads of every mind in which nobody has spoken for a while.
fn close_abandoned(app: &App) {
    let close = || -> Result<(), omoide::Error> {
        for mind in app.engine.minds()? {
            app.engine.mind(mind).close_abandoned()?;
        }
        Ok(())
    };
    if let Err(error) = close() {
        app.log.failure(app.engine.now(), "threads", &error.to_string());
    }
}

/// Puts every mind to sleep whose night is due; whether one was.
fn sleep_all(app: &App) -> bool {
    let minds = match app.engine.minds() {
        Ok(minds) => minds,
        Err(error) => {
            app.log.failure(app.engine.now(), "nights", &error.to_string());
            return false;
        }
    };
    minds.into_iter().map(|mind| sleep(app, mind)).fold(false, |any, slept| any | slept)
}

fn sleep(app: &App, name: MindName) -> bool {
    let mind = app.engine.mind(name.clone());
    let slept = mind.is_night_due().and_then(|is_due| {
        if !is_due {
            return Ok(None);
        }
        mind.sleep_by(Consent::Unasked, None, SleepMode::Real, &mut |_, _, _| {}).map(Some)
    });
    let now = app.engine.now();
    match slept {
        Ok(Some(outcome)) if !outcome.nights.is_empty() => {
            let dates: Vec<String> = outcome.nights.iter().map(|night| night.date.to_string()).collect();
            app.log.event(now, "nights", json!({ "mind": name.as_str(), "slept": dates, "left": outcome.left }));
            app.events.tell(&name, "night", now, json!({ "dates": dates }));
            if let Err(error) = app.audit.add_nights(now, None, &name, &outcome) {
                app.log.failure(now, "audit", &error.to_string());
            }
            true
        }
        Ok(_) => false,
        Err(error) => {
            app.log.failure(now, "nights", &format!("{name}: {error}"));
            false
        }
    }
}

fn look_up(app: &App) {
    let before = app.metrics.figures.lock().unwrap_or_else(PoisonError::into_inner).clone();
    match Figures::of(&app.engine, &before) {
        Ok(figures) => *app.metrics.figures.lock().unwrap_or_else(PoisonError::into_inner) = figures,
        Err(error) => app.log.failure(app.engine.now(), "figures", &error.to_string()),
    }
}
