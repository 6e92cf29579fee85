//! How a mind is doing, in numbers.

use omoide_core::Moment;
use omoide_core::formulas::yearly_cost::Usage;
use omoide_core::ports::store::{Census, Size};

use crate::{Error, Mind, SleepStatus};

/// How many memories there are, as the index knows it: no row is read for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MemoryCounts {
    /// Memories by level, 1 to 4.
    pub levels: [u64; 4],
    /// Protected memories.
    pub protected: u64,
}

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
    /// How many memories there are. Cheap enough to be asked now and then by itself.
    ///
    /// # Errors
    /// When the store fails.
    pub fn counts(&self) -> Result<MemoryCounts, Error> {
        self.engine.read(|r| {
            let mut counts = MemoryCounts::default();
            r.visit_outlines(&self.name, &mut |outline| {
                counts.levels[usize::from(outline.level.number() - 1)] += 1;
                counts.protected += u64::from(outline.is_protected);
            })?;
            Ok(counts)
        })
    }

    /// How many characters the shown texts have at each level, 1 to 4. Every text is read for it.
    ///
    /// # Errors
    /// When the store fails.
    pub fn shown_characters(&self) -> Result<[u64; 4], Error> {
        self.engine.read(|r| r.shown_characters(&self.name))
    }

    /// How the mind is doing; every text is read for it.
    ///
    /// # Errors
    /// When the store fails.
    pub fn stats(&self) -> Result<Stats, Error> {
        let at = self.engine.now();
        let (census, characters) =
            self.engine.read(|r| Ok((r.census(&self.name)?, r.shown_characters(&self.name)?)))?;
        let size = self.engine.parts.store.upkeep().size()?;
        let total: u64 = census.levels.iter().sum();
        let days = census.span.map_or(1.0, |(first, _)| at.days_since(first).max(1.0));
        Ok(Stats { size, sleep: self.sleep_status()?, characters, memories_per_day: total as f64 / days, census, at })
    }
}
