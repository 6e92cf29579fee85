//! Where the worker stopped in transcripts, as it is kept in the store: numbers, and no word of what was said.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use omoide::transcript::TranscriptCursor;
use omoide::{Engine, Mind};
use omoide_core::Moment;
use omoide_core::ports::store::StoreError;
use serde::{Deserialize, Serialize};

/// What the keys of places begin with.
const PREFIX: &str = "hook:";

/// After how many days a place is forgotten whose file is gone.
const GONE_DAYS: i64 = 30;

/// A place in a transcript.
#[derive(Serialize, Deserialize)]
struct KeptPlace {
    cursor: TranscriptCursor,
    /// When it was kept, in microseconds since 1970.
    kept_at: i64,
}

/// Where a transcript was read to; a fresh place when that is not known.
///
/// # Errors
/// When the store fails.
pub fn place(mind: &Mind<'_>, transcript: &Path) -> Result<TranscriptCursor, omoide::Error> {
    Ok(mind.mark(&key(transcript))?.and_then(|text| read(&text)).map(|place| place.cursor).unwrap_or_default())
}

/// Keeps where a transcript was read to.
///
/// # Errors
/// When the store fails.
pub fn keep(mind: &Mind<'_>, transcript: &Path, cursor: TranscriptCursor, now: Moment) -> anyhow::Result<()> {
    let place = KeptPlace { cursor, kept_at: now.unix_micros() };
    Ok(mind.keep_marks(&[(key(transcript), Some(serde_json::to_string(&place)?))])?)
}

/// Forgets places in files that are gone for long, and those of an earlier version that hold what was said: their files
/// are read anew, if they are still there. Nothing is remembered twice by that.
///
/// # Errors
/// When the store fails.
pub fn tidy(engine: &Engine, now: Moment) -> anyhow::Result<()> {
    let minds = match engine.minds() {
        Err(omoide::Error::Store(StoreError::Missing { .. })) => return Ok(()),
        minds => minds?,
    };
    let before = now.plus_days(-GONE_DAYS).unix_micros();
    for name in minds {
        let mind = engine.mind(name);
        let mut changed = Vec::new();
        for (key, text) in mind.marks(PREFIX)? {
            let own = serde_json::from_str::<KeptPlace>(&text).ok();
            let is_old = own.as_ref().is_some_and(|place| place.kept_at < before);
            if own.is_none() {
                let word = read(&text).map(|place| KeptPlace { kept_at: now.unix_micros(), ..place });
                changed.push((key, word.map(|place| serde_json::to_string(&place)).transpose()?));
            } else if is_old && is_gone(&key) {
                changed.push((key, None));
            }
        }
        mind.keep_marks(&changed)?;
    }
    Ok(())
}

/// A place as it is kept, or as an earlier version kept it where nothing was open. One that cannot be read is none.
fn read(text: &str) -> Option<KeptPlace> {
    let earlier = || serde_json::from_str(text).ok().map(|cursor| KeptPlace { cursor, kept_at: 0 });
    serde_json::from_str(text).ok().or_else(earlier)
}

fn is_gone(key: &str) -> bool {
    let file = PathBuf::from(key.strip_prefix(PREFIX).unwrap_or(key));
    std::fs::metadata(file).is_err_and(|error| error.kind() == ErrorKind::NotFound)
}

fn key(transcript: &Path) -> String {
    format!("{PREFIX}{}", transcript.display())
}
