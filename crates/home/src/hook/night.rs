//! Nights that were missed: found by a hook, slept by a program of their own.

use std::fs::{self, File};
use std::io;
use std::path::PathBuf;
use std::str::FromStr;

use omoide_core::Moment;

use super::Hook;
use super::event::Word;
use crate::stores::Need;
use crate::wiring;

/// The file with the time of the last attempt; whoever sleeps holds it.
const FILE: &str = "night.lock";

/// How many minutes pass before nights are tried again.
const PAUSE_MINUTES: f64 = 30.0;

/// Has the nights slept that a mind has missed, unless that was tried a short while ago.
///
/// # Errors
/// When it cannot be started.
pub fn start(hook: &Hook, now: Moment) -> io::Result<()> {
    let file = file(hook);
    let last = fs::read_to_string(&file).ok().and_then(|text| Moment::from_str(text.trim()).ok());
    if last.is_some_and(|last| now.days_since(last).abs() * 1440.0 < PAUSE_MINUTES) {
        return Ok(());
    }
    let Some(_held) = take(hook)? else { return Ok(()) };
    fs::write(&file, format!("{now}\n"))?;
    (hook.starts)(Word::Night, &hook.home)
}

/// Sleeps the nights that are overdue; only one process does at a time.
///
/// # Errors
/// When the store, the configuration or a night fails.
pub fn run(hook: &Hook) -> anyhow::Result<()> {
    // The hook that started this may still be holding the file.
    for _ in 0..100 {
        if let Some(_held) = take(hook)? {
            let wired = wiring::open(&hook.home, Need::Existing)?;
            wired.engine.mind(wired.mind).catch_up()?;
            return Ok(());
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    Ok(())
}

fn take(hook: &Hook) -> io::Result<Option<File>> {
    let held = File::options().create(true).truncate(false).write(true).open(file(hook))?;
    match held.try_lock() {
        Ok(()) => Ok(Some(held)),
        Err(fs::TryLockError::WouldBlock) => Ok(None),
        Err(fs::TryLockError::Error(error)) => Err(error),
    }
}

fn file(hook: &Hook) -> PathBuf {
    hook.home.data_dir.join(FILE)
}
