//! Figures of the store: looked up now and then, not with each scrape.

use std::fmt::Write;

use omoide::{Engine, Error};
use omoide_core::Date;

use super::access::Caller;

/// What the store held when it was last looked at.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Figures {
    minds: Vec<OfMind>,
    store_bytes: u64,
}

#[derive(Clone, PartialEq, Debug)]
struct OfMind {
    mind: String,
    levels: [u64; 4],
    protected: u64,
    /// Characters that are shown, of all that were first written down at the average of full texts.
    compression_rate: f64,
    /// The last night, which is what changes how much texts are compressed.
    last_night: Option<Date>,
    nights_due: usize,
}

impl Figures {
    /// Looks at the store. Counting characters means reading every text, so it is done for a mind that `before` does not
    /// know, or that has slept since.
    ///
    /// # Errors
    /// When it fails.
    pub fn of(engine: &Engine, before: &Self) -> Result<Self, Error> {
        let mut figures = Self { minds: Vec::new(), store_bytes: engine.store().upkeep().size()?.bytes };
        for name in engine.minds()? {
            let mind = engine.mind(name.clone());
            let (counts, sleep) = (mind.counts()?, mind.sleep_status()?);
            let last_night = sleep.nights.last().map(|(night, _)| night.date);
            let known = before.minds.iter().find(|known| known.mind == name.as_str() && known.last_night == last_night);
            let compression_rate = match known {
                Some(known) => known.compression_rate,
                None => compression_rate(counts.levels, mind.shown_characters()?),
            };
            figures.minds.push(OfMind {
                mind: name.to_string(),
                levels: counts.levels,
                protected: counts.protected,
                compression_rate,
                last_night,
                nights_due: sleep.due.len(),
            });
        }
        Ok(figures)
    }

    /// Those that whoever asks may see, as Prometheus reads them.
    pub fn write(&self, out: &mut String, access: &Caller) {
        let is_seen = |of_mind: &&OfMind| of_mind.mind.parse().is_ok_and(|name| access.may_see(&name));
        let mut gauge = |name: &str, help: &str, lines: &dyn Fn(&OfMind) -> Vec<(String, f64)>| {
            let _ = write!(out, "# HELP {name} {help}\n# TYPE {name} gauge\n");
            for of_mind in self.minds.iter().filter(is_seen) {
                for (labels, value) in lines(of_mind) {
                    let _ = writeln!(out, "{name}{{mind=\"{}\"{labels}}} {value}", of_mind.mind);
                }
            }
        };
        gauge("memory_count", "Memories by level.", &|mind| {
            let levels = mind.levels.iter().enumerate();
            levels.map(|(place, count)| (format!(",level=\"{}\"", place + 1), *count as f64)).collect()
        });
        gauge("memory_archive_count", "Archived memories.", &|mind| vec![(String::new(), mind.levels[3] as f64)]);
        gauge("memory_compression_rate", "Share of the text that compression has saved, 0 to 1.", &|mind| {
            vec![(String::new(), mind.compression_rate)]
        });
        gauge("memory_protected_count", "Protected memories.", &|mind| vec![(String::new(), mind.protected as f64)]);
        gauge("omoide_nights_due", "Nights that are due.", &|mind| vec![(String::new(), mind.nights_due as f64)]);
        if access.may_see_all() {
            let (name, bytes) = ("omoide_store_bytes", self.store_bytes);
            let _ = write!(out, "# HELP {name} Bytes of the store.\n# TYPE {name} gauge\n{name} {bytes}\n");
        }
    }
}

/// The share of the text that compression has saved: what is shown at levels 2 to 4, beside what as many memories at
/// level 1 have on average.
fn compression_rate(levels: [u64; 4], characters: [u64; 4]) -> f64 {
    let compressed: u64 = levels[1..].iter().sum();
    if compressed == 0 || levels[0] == 0 || characters[0] == 0 {
        return 0.0;
    }
    let full = characters[0] as f64 / levels[0] as f64;
    let shown: u64 = characters[1..].iter().sum();
    (1.0 - shown as f64 / (full * compressed as f64)).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use omoide::Observation;
    use omoide_testkit::sandbox::Sandbox;

    use super::*;

    #[test]
    fn characters_are_counted_anew_only_after_a_night() {
        let sandbox = Sandbox::default();
        let engine = &sandbox.engine;
        sandbox.mind().remember(Observation::said("We sail at dawn.")).expect("remembered");
        let mut before = Figures::of(engine, &Figures::default()).expect("looked at");
        assert_eq!((before.minds[0].levels, before.minds[0].compression_rate), ([1, 0, 0, 0], 0.0));
        // No count of characters comes out like this.
        before.minds[0].compression_rate = 0.125;
        assert_eq!(Figures::of(engine, &before).expect("looked at").minds[0].compression_rate, 0.125);
        before.minds[0].last_night = Some("2026-02-28".parse().expect("a date"));
        assert_eq!(Figures::of(engine, &before).expect("looked at").minds[0].compression_rate, 0.0);
    }

    #[test]
    fn what_is_shown_of_compressed_memories_is_compared_with_full_ones() {
        assert_eq!(compression_rate([10, 0, 0, 0], [1_000, 0, 0, 0]), 0.0);
        assert_eq!(compression_rate([10, 10, 0, 0], [1_000, 250, 0, 0]), 0.75);
        assert_eq!(compression_rate([0, 10, 0, 0], [0, 250, 0, 0]), 0.0);
    }
}
