//! Deeds as the change log writes them: a word, and what was there before and after as JSON.

use omoide_core::change::{BeforeAfter, Deed, Facet, Start, Writing};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::sqlite::error::Result;
use crate::sqlite::{ledger, rows};

const BEGIN: &str = "begin";
const END: &str = "end";
const RELATIONS: &str = "relations";
const WRITE: &str = "write";
const SHOWN: &str = "shown";
const LIFE: &str = "life";
const SUPERSEDED: &str = "superseded";
const FEEDBACK: &str = "feedback";
const ASSESSMENT: &str = "assessment";
const TIER: &str = "tier";
const PAGE: &str = "page";

/// A deed in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::sqlite) struct DeedText {
    pub(in crate::sqlite) deed: &'static str,
    pub(in crate::sqlite) before: Option<String>,
    pub(in crate::sqlite) after: Option<String>,
}

/// The words for a deed. Ties are always packed, and have none.
pub(in crate::sqlite) fn encode(deed: &Deed) -> Result<DeedText> {
    Ok(match deed {
        Deed::Begin(_) => bare(BEGIN),
        Deed::End | Deed::Set(Facet::Tie(_)) => bare(END),
        Deed::Write { version, .. } => DeedText { after: Some(version.to_string()), ..bare(WRITE) },
        Deed::Relate(step) => both(RELATIONS, step, |list| rows::relations_json(list))?,
        Deed::Set(Facet::Shown(step)) => both(SHOWN, step, json)?,
        Deed::Set(Facet::Life(step)) => both(LIFE, step, json)?,
        Deed::Set(Facet::Superseded(step)) => both(SUPERSEDED, step, json)?,
        Deed::Set(Facet::Feedback(step)) => both(FEEDBACK, step, json)?,
        Deed::Set(Facet::Assessment(step)) => both(ASSESSMENT, step, ledger::to_json)?,
        Deed::Set(Facet::Tier(step)) => both(TIER, step, json)?,
        Deed::Set(Facet::PageVersion(step)) => both(PAGE, step, json)?,
    })
}

/// The deed that the words mean; none for words of a later format.
pub(super) fn decode(deed: &str, before: Option<&str>, after: Option<&str>) -> Option<Deed> {
    Some(match deed {
        BEGIN => Deed::Begin(Start::Kept),
        END => Deed::End,
        WRITE => Deed::Write { version: after?.parse().ok()?, text: Writing::Kept },
        RELATIONS => Deed::Relate(BeforeAfter { before: rows::relations(before?), after: rows::relations(after?) }),
        SHOWN => Deed::Set(Facet::Shown(read(before, after)?)),
        LIFE => Deed::Set(Facet::Life(read(before, after)?)),
        SUPERSEDED => Deed::Set(Facet::Superseded(read(before, after)?)),
        FEEDBACK => Deed::Set(Facet::Feedback(read(before, after)?)),
        ASSESSMENT => Deed::Set(Facet::Assessment(Box::new(BeforeAfter {
            before: ledger::from_json(before?)?,
            after: ledger::from_json(after?)?,
        }))),
        TIER => Deed::Set(Facet::Tier(read(before, after)?)),
        PAGE => Deed::Set(Facet::PageVersion(read(before, after)?)),
        _ => return None,
    })
}

fn bare(deed: &'static str) -> DeedText {
    DeedText { deed, before: None, after: None }
}

fn both<T>(deed: &'static str, step: &BeforeAfter<T>, text: impl Fn(&T) -> Result<String>) -> Result<DeedText> {
    Ok(DeedText { deed, before: Some(text(&step.before)?), after: Some(text(&step.after)?) })
}

fn json<T: Serialize>(value: &T) -> Result<String> {
    rows::json(value)
}

fn read<T: DeserializeOwned>(before: Option<&str>, after: Option<&str>) -> Option<BeforeAfter<T>> {
    let value = |text: &str| serde_json::from_str(text).ok();
    Some(BeforeAfter { before: value(before?)?, after: value(after?)? })
}

#[cfg(test)]
mod tests {
    use omoide_core::{Feedback, Level, Life, Moment, Retention, Revival, Shown};

    use super::*;

    #[test]
    fn numbers_read_back_to_the_last_bit() {
        let mut value = 0.1_f64;
        for _ in 0..2000 {
            value = (value * 1.618_033_988_749_895).fract() * 97.3;
            let life = Life::Episode(Retention {
                memory_days: value,
                decay_coefficient: value / 7.0,
                retention_score: value / 3.0,
                recall_count: 3,
                recalled_since_last_batch: true,
            });
            let deed = Deed::live(life, Life::Steady { strength: value / 11.0 });
            let words = encode(&deed).expect("encodes");
            assert_eq!(decode(words.deed, words.before.as_deref(), words.after.as_deref()), Some(deed));
        }
    }

    #[test]
    fn every_facet_reads_back() {
        let shown = Shown { level: Level::Archived, archived_at: Some(Moment::new(-5, -12_345)), ..Shown::NEW };
        let deeds = [
            Deed::Begin(Start::Kept),
            Deed::End,
            Deed::Write { version: 7, text: Writing::Kept },
            Deed::show(Shown::NEW, shown),
            Deed::show(shown, Shown { revival: Revival::Barred, ..shown }),
            Deed::show(shown, Shown { revival: Revival::Asked { at: shown.archived_at }, ..shown }),
            Deed::Set(Facet::PageVersion(BeforeAfter { before: None, after: Some(2) })),
            Deed::Set(Facet::Feedback(BeforeAfter {
                before: Feedback::default(),
                after: Feedback { ups: 0.1 + 0.2, downs: 1.0 / 3.0, arousal: Some(0.7), at: shown.archived_at },
            })),
            Deed::relate(Vec::new(), Vec::new()),
        ];
        for deed in deeds {
            let words = encode(&deed).expect("encodes");
            assert_eq!(decode(words.deed, words.before.as_deref(), words.after.as_deref()), Some(deed));
        }
        assert_eq!(decode("a deed of tomorrow", None, None), None);
    }
}
