//! The feeling that one memory leaves for the next recall of the same thread (S0 現在の感情の取得).

use omoide_core::ports::store::{Reader, Writer};
use omoide_core::{Feeling, MindName, Moment, Tag};
use serde::{Deserialize, Serialize};

use crate::{Error, Mind};

#[derive(Serialize, Deserialize)]
struct Kept {
    valence: String,
    arousal: u8,
    tags: Vec<String>,
    at: Moment,
}

impl Mind<'_> {
    /// Begins a thread: the feeling carried over from before is dropped.
    ///
    /// # Errors
    /// When the store fails.
    pub fn begin_thread(&self, thread: Option<&str>) -> Result<(), Error> {
        self.write(|w| keep(w, &self.name, thread, None, self.engine.now()))
    }

    /// The feeling that the next recall of the thread starts with.
    ///
    /// # Errors
    /// When the store fails.
    pub fn feeling(&self, thread: Option<&str>) -> Result<Option<Feeling>, Error> {
        let now = self.engine.now();
        self.engine.look(|r| self.carried_over(r, thread, now))
    }

    pub(crate) fn carried_over(
        &self,
        reader: &dyn Reader,
        thread: Option<&str>,
        now: Moment,
    ) -> Result<Option<Feeling>, Error> {
        let Some(text) = reader.state(&self.name, &key(thread))? else { return Ok(None) };
        // What cannot be read, from a later version say, is a feeling that has passed.
        let Ok(kept) = serde_json::from_str::<Kept>(&text) else { return Ok(None) };
        let minutes = f64::from(self.parameters().resonance.carry_over_minutes);
        if now.days_since(kept.at).abs() * 1440.0 > minutes {
            return Ok(None);
        }
        let Ok(valence) = kept.valence.parse() else { return Ok(None) };
        let tags = kept.tags.iter().filter_map(|tag| tag.parse::<Tag>().ok()).collect();
        Ok(Some(Feeling { valence, arousal: kept.arousal, tags }))
    }
}

/// Keeps the feeling for the thread; `None` drops it.
pub(crate) fn keep(
    writer: &mut dyn Writer,
    mind: &MindName,
    thread: Option<&str>,
    feeling: Option<&Feeling>,
    at: Moment,
) -> Result<(), Error> {
    let text = feeling.map(|feeling| {
        let kept = Kept {
            valence: feeling.valence.name().to_owned(),
            arousal: feeling.arousal,
            tags: feeling.tags.iter().map(|tag| tag.name().to_owned()).collect(),
            at,
        };
        serde_json::to_string(&kept).expect("strings and numbers are always JSON")
    });
    Ok(writer.set_state(mind, &key(thread), text.as_deref())?)
}

fn key(thread: Option<&str>) -> String {
    format!("feeling:{}", thread.unwrap_or_default())
}
