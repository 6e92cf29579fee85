//! Nights that were missed: found by a hook, slept by a program of their own.

use std::fs::{self, File};
use std::io;
use std::path::PathBuf;
use std::str::FromStr;

use omoide_core::{MindName, Moment};
use omoide_server::audit::Audit;

use super::HookRun;
use super::event::HookWord;
use crate::Home;
use crate::private;
use crate::stores::Need;
use crate::wiring;

/// The file with the time of each mind's last attempt, a line each; whoever sleeps holds it.
const FILE: &str = "night.lock";

/// How many minutes pass before the nights of a mind are tried again.
const PAUSE_MINUTES: f64 = 30.0;

/// Has the nights slept that a mind has missed, unless that was tried a short while ago.
///
/// # Errors
/// When it cannot be started.
pub fn start(hook: &HookRun, mind: &MindName, now: Moment) -> io::Result<()> {
    if is_lately(last_attempt(&attempts(hook), mind), now) {
        return Ok(());
    }
    let Some(_held) = take(hook)? else { return Ok(()) };
    let text = attempts(hook);
    // Another hook may have been faster.
    if is_lately(last_attempt(&text, mind), now) {
        return Ok(());
    }
    let others = lines(&text).filter(|(other, at)| *other != mind.as_str() && is_lately(Some(*at), now));
    let mut text: String = others.map(|(other, at)| format!("{at} {other}\n")).collect();
    text.push_str(&format!("{now} {mind}\n"));
    private::write(&file(hook), text)?;
    (hook.starts)(HookWord::Night, &Home { mind: mind.clone(), ..hook.home.clone() })
}

fn attempts(hook: &HookRun) -> String {
    fs::read_to_string(file(hook)).unwrap_or_default()
}

fn last_attempt(text: &str, mind: &MindName) -> Option<Moment> {
    lines(text).find(|(name, _)| *name == mind.as_str() || name.is_empty()).map(|(_, at)| at)
}

/// Minds and when their nights were last tried. An earlier version named no mind, and meant all.
fn lines(text: &str) -> impl Iterator<Item = (&str, Moment)> {
    text.lines().filter_map(|line| {
        let (at, mind) = line.split_once(' ').unwrap_or((line, ""));
        Some((mind, Moment::from_str(at).ok()?))
    })
}

fn is_lately(last: Option<Moment>, now: Moment) -> bool {
    last.is_some_and(|last| now.days_since(last).abs() * 1440.0 < PAUSE_MINUTES)
}

/// Sleeps the nights that are overdue; only one process does at a time.
///
/// # Errors
/// When the store, the configuration or a night fails.
pub fn run(hook: &HookRun) -> anyhow::Result<()> {
    // The hook that started this may still be holding the file.
    for _ in 0..100 {
        if let Some(_held) = take(hook)? {
            let wired = wiring::open(&hook.home, Need::Existing)?;
            if let Some(slept) = wired.engine.mind(wired.mind.clone()).catch_up()? {
                let audit = Audit::below(&hook.home.data_dir);
                audit.add_nights(wired.engine.now(), None, &wired.mind, &slept)?;
            }
            return Ok(());
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    Ok(())
}

fn take(hook: &HookRun) -> io::Result<Option<File>> {
    let mut options = File::options();
    options.create(true).truncate(false).write(true);
    let held = private::owners(options).open(file(hook))?;
    match held.try_lock() {
        Ok(()) => Ok(Some(held)),
        Err(fs::TryLockError::WouldBlock) => Ok(None),
        Err(fs::TryLockError::Error(error)) => Err(error),
    }
}

fn file(hook: &HookRun) -> PathBuf {
    hook.home.data_dir.join(FILE)
}
