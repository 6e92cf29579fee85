//! Associations as they are told, with the memories through which they go.

use std::collections::HashMap;

use omoide_core::ports::store::Reader;
use omoide_core::{Memory, Seq, fold};

use super::carriers::{Carriers, MemoryView};
use super::constants::{BEFORE_CONCEPT, LONGEST_TEXT, MOST_THROUGH};
use super::cues::KnownCues;
use super::far::FarPath;
use super::near::NearConcept;
use super::{Association, Associations, ConceptBond, FarAssociation, LinkingMemory};
use crate::{Error, Mind, harmless};

/// A text in one line, without power over whoever reads it.
pub(super) fn one_line(text: &str) -> String {
    harmless(&text.split_whitespace().collect::<Vec<_>>().join(" "))
}

impl Mind<'_> {
    /// The first near concepts and the far ones as they are told.
    pub(super) fn told(
        &self,
        r: &dyn Reader,
        view: &MemoryView,
        known: &KnownCues,
        (near, far): (&[NearConcept], &[FarPath]),
        limit: usize,
    ) -> Result<Associations, Error> {
        let shown = &near[..near.len().min(limit)];
        let through: Vec<Carriers> = shown.iter().map(|one| first_memories(one, view, known)).collect();
        let steps: Vec<Option<u32>> =
            far.iter().map(|path| first_memories(&near[path.via], view, known).first().copied()).collect();
        let mut places: Carriers = through.iter().flatten().copied().collect();
        places.extend(steps.iter().flatten().copied().chain(far.iter().map(|path| path.second)));
        places.sort_unstable();
        places.dedup();
        let memories = r.memories(&self.name, &view.seqs(&places))?;
        let told = ToldMemories { view, known, by_seq: memories.into_iter().map(|one| (one.seq, one)).collect() };
        Ok(Associations {
            about: known.about(),
            unknown: known.unknown.clone(),
            near: shown.iter().zip(&through).map(|(one, places)| told.association(one, places)).collect(),
            far: far.iter().zip(steps).filter_map(|(path, first)| told.far(path, &near[path.via], first?)).collect(),
        })
    }
}

/// The memories that are told for a near concept: those that carry most of the cue, then those that stay longest in mind.
fn first_memories(one: &NearConcept, view: &MemoryView, known: &KnownCues) -> Carriers {
    let carried = |place: u32| known.cues.iter().filter(|cue| cue.places.has(place)).count();
    let mut first = Carriers::new();
    for count in (1..=known.cues.len()).rev() {
        let those = one.together.iter().copied().filter(|place| carried(*place) == count);
        first.extend(view.strongest(those, MOST_THROUGH - first.len()));
        if first.len() == MOST_THROUGH {
            break;
        }
    }
    first
}

/// The memories that are told.
struct ToldMemories<'a> {
    view: &'a MemoryView,
    known: &'a KnownCues,
    by_seq: HashMap<Seq, Memory>,
}

impl ToldMemories<'_> {
    fn association(&self, one: &NearConcept, places: &[u32]) -> Association {
        let bond = |(cue, strength): &(usize, _)| ConceptBond {
            concept: one_line(&self.known.cues[*cue].name),
            strength: *strength,
        };
        Association {
            concept: one_line(&one.concept.name),
            strength: one.strength,
            with: one.bonds.iter().map(bond).collect(),
            memories: one.together.len(),
            through: places.iter().filter_map(|place| self.linking(*place, &one.concept.name)).collect(),
        }
    }

    fn far(&self, path: &FarPath, via: &NearConcept, first: u32) -> Option<FarAssociation> {
        let carries = |(cue, _): &&(usize, _)| self.known.cues[*cue].places.has(first);
        let (cue, _) = via.bonds.iter().find(carries).or_else(|| via.bonds.first())?;
        Some(FarAssociation {
            concept: one_line(&path.concept.name),
            strength: path.strength,
            from: one_line(&self.known.cues[*cue].name),
            via: one_line(&via.concept.name),
            first: self.linking(first, &via.concept.name)?,
            second: self.linking(path.second, &path.concept.name)?,
        })
    }

    fn linking(&self, place: u32, concept: &str) -> Option<LinkingMemory> {
        let memory = self.by_seq.get(&self.view.at(place).seq)?;
        Some(LinkingMemory {
            id: memory.id,
            handle: memory.handle.clone(),
            created: memory.created,
            text: one_line(&around(&memory.text.joined(), concept)),
        })
    }
}

/// The words of a text around a concept, or its beginning where it does not have it.
fn around(text: &str, concept: &str) -> String {
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let characters: Vec<char> = words.chars().collect();
    if characters.len() <= LONGEST_TEXT {
        return words;
    }
    // One character folds to one or more, so places are found in a text that is folded character by character.
    let folded: Vec<String> = characters.iter().map(|c| fold(&c.to_string())).collect();
    let wanted: Vec<String> = concept.chars().map(|c| fold(&c.to_string())).collect();
    let at = folded.windows(wanted.len().max(1)).position(|window| window == wanted).unwrap_or(0);
    let latest = characters.len() - LONGEST_TEXT;
    let start = at.saturating_sub(BEFORE_CONCEPT).min(latest);
    let is_edge = |place: &usize| characters[*place] == ' ' || !characters[*place].is_ascii();
    // No English word is cut in two where a space is near.
    let start = (start..at.min(latest)).find(|place| *place == 0 || is_edge(place)).unwrap_or(start);
    let shown: String = characters[start..start + LONGEST_TEXT].iter().collect();
    let before = if start > 0 { "…" } else { "" };
    let after = if start < latest { "…" } else { "" };
    format!("{before}{}{after}", shown.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_text_is_told_around_the_concept() {
        let text = format!("{} the red kite over the hill {}", "before it all ".repeat(20), "and after ".repeat(20));
        let told = around(&text, "Red Kite");
        assert!(told.contains("the red kite over the hill") && told.starts_with('…') && told.ends_with('…'), "{told}");
        assert!(told.chars().count() <= LONGEST_TEXT + 2);
        let text = format!("{}赤い凧を丘で揚げた。{}", "その前の話。".repeat(30), "その後の話。".repeat(30));
        assert!(around(&text, "凧").contains("赤い凧を丘で"), "{}", around(&text, "凧"));
        assert!(around(&text, "nowhere").starts_with("その前の話。") && around("short", "x") == "short");
        assert!(around(&text, "").starts_with("その前"));
    }
}
