//! A mind's life in seconds: what a year of memories comes to, by the same night that real minds have.
//!
//! Nothing is stored. Every day brings memories whose category and intensity are drawn from a seed, and
//! prompts that recall some of what is there, the stronger the likelier; every night is the policy's.

use std::collections::HashSet;

use omoide_core::change::{Deed, Facet};
use omoide_core::parameters::Parameters;
use omoide_core::policy::episode::{Draft, Night, Sleeper, newborn};
use omoide_core::{Category, MemoryId, MindName, Moment, Revival, Seq, Shown};

/// What life to simulate.
#[derive(Clone, PartialEq, Debug)]
pub struct SimulatedLife {
    /// How many days.
    pub days: u32,
    /// New memories a day.
    pub memories_per_day: u32,
    /// Prompts a day, each of which recalls up to `retrieval.top_k` memories.
    pub prompts_per_day: u32,
    /// The same seed gives the same life.
    pub seed: u64,
    /// The first day's midnight.
    pub start: Moment,
}

/// What the life came to.
#[derive(Clone, PartialEq, Debug)]
pub struct Simulation {
    /// The state after each night.
    pub days: Vec<SimulatedDay>,
    /// What was kept of each category at the end: the category, and how many are at levels 1 to 4.
    pub by_category: Vec<(Category, [usize; 4])>,
    /// What was kept of each fifth of the intensity scale, 0 to 20 first.
    pub by_intensity: [[usize; 4]; 5],
}

/// The state after one night.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SimulatedDay {
    /// Which day, from 1.
    pub day: u32,
    /// Memories at levels 1 to 4.
    pub levels: [usize; 4],
    /// Strengthened by recall that night.
    pub recalled: usize,
    /// Came back from the archive that night.
    pub revived: usize,
    /// Erased that night.
    pub erased: usize,
}

/// How often each category comes, in percent, and the middle of its intensities.
const KINDS_OF_TALK: [(Category, u64, f64); 4] = [
    (Category::Casual, 35, 20.0),
    (Category::Work, 40, 35.0),
    (Category::Decision, 15, 48.0),
    (Category::Emotional, 10, 68.0),
];

/// How far intensities scatter about the middle of their category.
const SCATTER: f64 = 14.0;

/// Of a prompt's memories, how many in a hundred are found in the archive.
const FROM_ARCHIVE_PERCENT: u64 = 4;

/// Lives the life. `progress` is called with each day.
pub fn simulate(life: &SimulatedLife, parameters: &Parameters, progress: &mut dyn FnMut(u32)) -> Simulation {
    let mut chance = Chance(life.seed ^ 0x9E37_79B9_7F4A_7C15);
    let mut sleepers: Vec<Sleeper> = Vec::new();
    let mut categories: Vec<Category> = Vec::new();
    let mut days = Vec::new();
    let mut last = None;
    for day in 1..=life.days {
        progress(day);
        let midnight = life.start.plus_days(i64::from(day) - 1);
        for _ in 0..life.memories_per_day {
            let (category, intensity) = chance.talk();
            sleepers.push(chance.newborn(&category, intensity, midnight, categories.len(), parameters));
            categories.push(category);
        }
        for _ in 0..life.prompts_per_day {
            chance.recall(&mut sleepers, midnight.plus_seconds(86_000), parameters);
        }
        let hour = u8::try_from(parameters.compression.schedule_hour).unwrap_or(23);
        let at = midnight.at_hour(midnight.plus_days(1).date(), hour);
        let night = Night { date: at.date(), at, last, parameters };
        // Memories are in the order of their birth, and so are the places that the night knows.
        let (plan, report) =
            Draft::new(night, sleepers.clone(), &[]).finish(MindName::default(), Vec::new(), Vec::new());
        for change in &plan.changes {
            let found = change.subject.seq().and_then(|seq| sleepers.binary_search_by_key(&seq, |s| s.seq).ok());
            let Some(sleeper) = found.map(|index| &mut sleepers[index]) else { continue };
            match &change.deed {
                Deed::Set(Facet::Shown(step)) => {
                    sleeper.shown = step.after;
                    sleeper.last_version = sleeper.last_version.max(step.after.version);
                }
                Deed::Set(Facet::Life(step)) => sleeper.retention = step.after.retention(),
                _ => {}
            }
        }
        if !report.erased.is_empty() {
            let erased: HashSet<MemoryId> = report.erased.iter().copied().collect();
            sleepers.retain(|sleeper| !erased.contains(&sleeper.id));
        }
        last = Some(at);
        days.push(SimulatedDay {
            day,
            levels: report.counts,
            recalled: report.recalled,
            revived: report.revived.len(),
            erased: report.erased.len(),
        });
    }
    summarise(days, &sleepers, &categories)
}

fn summarise(days: Vec<SimulatedDay>, sleepers: &[Sleeper], categories: &[Category]) -> Simulation {
    let mut by_category: Vec<(Category, [usize; 4])> =
        KINDS_OF_TALK.iter().map(|(category, _, _)| (category.clone(), [0; 4])).collect();
    let mut by_intensity = [[0; 4]; 5];
    for sleeper in sleepers {
        let level = usize::from(sleeper.shown.level.number() - 1);
        let category = &categories[usize::try_from(sleeper.seq.0).unwrap_or(0)];
        if let Some((_, levels)) = by_category.iter_mut().find(|(c, _)| c == category) {
            levels[level] += 1;
        }
        by_intensity[(usize::from(sleeper.intensity) / 20).min(4)][level] += 1;
    }
    Simulation { days, by_category, by_intensity }
}

/// Chance from a seed (SplitMix64): the same on every machine.
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit.max(1)
    }

    /// 0 to 1.
    fn share(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn talk(&mut self) -> (Category, u8) {
        let mut draw = self.below(100);
        let mut kind = &KINDS_OF_TALK[0];
        for candidate in &KINDS_OF_TALK {
            kind = candidate;
            if draw < candidate.1 {
                break;
            }
            draw -= candidate.1;
        }
        // The sum of three even chances is close enough to a bell.
        let bell = (0..3).map(|_| self.share()).sum::<f64>() / 1.5 - 1.0;
        let intensity = (kind.2 + bell * 2.0 * SCATTER).clamp(0.0, 100.0);
        (kind.0.clone(), intensity as u8)
    }

    fn newborn(
        &mut self,
        category: &Category,
        intensity: u8,
        midnight: Moment,
        place: usize,
        parameters: &Parameters,
    ) -> Sleeper {
        let created = midnight.plus_seconds(i64::try_from(self.below(16 * 3600)).unwrap_or(0) + 8 * 3600);
        Sleeper {
            seq: Seq(i64::try_from(place).unwrap_or(i64::MAX)),
            id: MemoryId::from_u128(place as u128 + 1),
            created,
            recorded_at: created,
            intensity,
            shown: Shown::NEW,
            retention: newborn(created, category, intensity, parameters),
            last_version: 1,
            recalls: None,
        }
    }

    /// A prompt touches a few memories; a stronger one is likelier to come to mind.
    fn recall(&mut self, sleepers: &mut [Sleeper], at: Moment, parameters: &Parameters) {
        if sleepers.is_empty() {
            return;
        }
        let wants_archive = parameters.archive.enable_archive_recall;
        for _ in 0..parameters.retrieval.top_k {
            for _ in 0..8 {
                let index = usize::try_from(self.below(sleepers.len() as u64)).unwrap_or(0);
                let from_archive = self.below(100) < FROM_ARCHIVE_PERCENT;
                let luck = self.share() * 100.0;
                let sleeper = &mut sleepers[index];
                if sleeper.shown.is_active() && luck < sleeper.retention.retention_score {
                    sleeper.retention.recalled_since_last_batch = true;
                    break;
                }
                if !sleeper.shown.is_active() && wants_archive && from_archive {
                    sleeper.shown.revival = Revival::Asked { at: Some(at) };
                    break;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn life(days: u32) -> SimulatedLife {
        let start = "2026-01-01T00:00:00+09:00".parse().expect("a time");
        SimulatedLife { days, memories_per_day: 20, prompts_per_day: 4, seed: 7, start }
    }

    #[test]
    fn the_same_seed_gives_the_same_life() {
        let parameters = Parameters::default();
        let one = simulate(&life(30), &parameters, &mut |_| {});
        assert_eq!(one, simulate(&life(30), &parameters, &mut |_| {}));
        let other = simulate(&SimulatedLife { seed: 8, ..life(30) }, &parameters, &mut |_| {});
        assert_ne!(one, other);
    }

    #[test]
    fn feelings_are_kept_longer_than_small_talk() {
        let simulation = simulate(&life(90), &Parameters::default(), &mut |_| {});
        let active = |category: Category| {
            let (_, levels) = simulation.by_category.iter().find(|(c, _)| *c == category).expect("all four are there");
            (levels[0] + levels[1] + levels[2]) as f64 / levels.iter().sum::<usize>() as f64
        };
        assert!(active(Category::Emotional) > 2.0 * active(Category::Casual));
        let last = simulation.days.last().expect("ninety days");
        assert_eq!(last.levels.iter().sum::<usize>(), 90 * 20);
    }
}
