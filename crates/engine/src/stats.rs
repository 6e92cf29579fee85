//! How a mind is doing, in numbers.

use omoide_core::ports::store::{Census, Filter, Size};
use omoide_core::{Level, Moment};

use crate::{Error, Mind, SleepStatus};

/// How a mind is doing.
#[derive(Clone, PartialEq, Debug)]
pub struct Stats {
    /// Counts of everything.
    pub census: Census,
    /// How large the store is, all minds together.
    pub size: Size,
    /// Its nights.
    pub sleep: SleepStatus,
    /// Characters of the shown texts at each level, 1 to 4.
    pub characters: [u64; 4],
    /// Memories a day, over the time that the mind has memories of.
    pub memories_per_day: f64,
    /// When this was true.
    pub at: Moment,
}

impl Mind<'_> {
    /// How the mind is doing.
    ///
    /// # Errors
    /// When the store fails.
    pub fn stats(&self) -> Result<Stats, Error> {
        let at = self.engine.now();
        let (census, characters) = self.engine.read(|r| {
            let census = r.census(&self.name)?;
            let mut characters = [0; 4];
            for level in Level::ALL {
                let filter = Filter { levels: vec![level], ..Filter::default() };
                for memory in r.list(&self.name, &filter)? {
                    let text = &memory.text;
                    let length = text.trigger.chars().count() + text.content.chars().count();
                    characters[usize::from(level.number() - 1)] += length as u64;
                }
            }
            Ok((census, characters))
        })?;
        let size = self.engine.parts.store.size()?;
        let total: u64 = census.levels.iter().sum();
        let days = census.span.map_or(1.0, |(first, _)| at.days_since(first).max(1.0));
        Ok(Stats { size, sleep: self.sleep_status()?, characters, memories_per_day: total as f64 / days, census, at })
    }

    /// Gives every shown text that has no vector one; `progress` is called with done and all. Returns
    /// how many there were.
    ///
    /// # Errors
    /// When a part fails; the batches before are done then.
    pub fn embed_missing(&self, progress: &mut dyn FnMut(usize, usize)) -> Result<usize, Error> {
        let embedder = &self.engine.parts.embedder;
        let missing = self.engine.read(|r| r.without_vector(&self.name, embedder.model()))?;
        let model: std::sync::Arc<str> = std::sync::Arc::from(embedder.model());
        let mut embedded = 0;
        for (done, batch) in missing.chunks(256).enumerate() {
            progress(done * 256, missing.len());
            let texts: Vec<String> = batch.iter().map(|(_, _, text)| text.joined()).collect();
            let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            let values = embedder.embed(&texts).map_err(Error::Embedder)?;
            let vectors: Vec<_> = batch
                .iter()
                .zip(values)
                .filter_map(|((seq, version, _), values)| {
                    let vector = omoide_core::Vector { model: model.clone(), values: values? };
                    Some((*seq, *version, vector))
                })
                .collect();
            embedded += vectors.len();
            self.engine.write(|w| Ok(w.add_vectors(&self.name, &vectors)?))?;
        }
        Ok(embedded)
    }
}
