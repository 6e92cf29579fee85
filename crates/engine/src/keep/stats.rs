//! How a mind is doing, in numbers.

use omoide_core::formulas::yearly_cost::Usage;
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

impl Stats {
    /// Whether there are any memories at all.
    pub fn has_memories(&self) -> bool {
        self.census.levels.iter().sum::<u64>() > 0
    }

    /// How the mind is used, by its own figures; S0's assumptions stand in for what it has none of yet.
    pub fn usage(&self) -> Usage {
        let assumed = Usage::default();
        let average = |place: usize, assumed: f64| match self.census.levels[place] {
            0 => assumed,
            count => self.characters[place] as f64 / count as f64,
        };
        Usage {
            memories_per_day: if self.has_memories() { self.memories_per_day } else { assumed.memories_per_day },
            full_characters: average(0, assumed.full_characters),
            summary_characters: average(1, assumed.summary_characters),
            trace_characters: average(2, assumed.trace_characters),
            prompt_characters: assumed.prompt_characters,
        }
    }
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
        let size = self.engine.parts.store.upkeep().size()?;
        let total: u64 = census.levels.iter().sum();
        let days = census.span.map_or(1.0, |(first, _)| at.days_since(first).max(1.0));
        Ok(Stats { size, sleep: self.sleep_status()?, characters, memories_per_day: total as f64 / days, census, at })
    }
}
