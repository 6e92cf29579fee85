//! Who is speaking: an exact look-up, from the outlines of their memories (S4 チャネルA).

use std::collections::HashSet;

use omoide_core::ports::store::{Outline, Reader};
use omoide_core::{Date, Kind, NamePrint, Seq, fold};

use super::Cue;
use crate::keep::profile::quotes_of_memory;
use crate::observe::DEFAULT_PERSON;
use crate::recall::briefing::LASTING;
use crate::{Error, Mind, harmless};

/// How many lasting memories of a person are read at most.
const MOST_READ: usize = 24;

/// A person as they come to mind.
pub(super) struct KnownPerson {
    /// The name by which they are shown.
    pub name: String,
    /// How many turns are known of them, and from when to when.
    pub turns: usize,
    pub first: Date,
    pub last: Date,
    /// What lasts about them, in their own words, with its day and its memory, the newest first.
    pub lasting: Vec<(String, Date, String)>,
}

impl KnownPerson {
    /// Who it is, in a line. It has no counts: those change with every turn, and the stable block must not.
    pub fn heading(&self) -> String {
        format!("{}, known since {}", one_line(&self.name), self.first)
    }

    /// The same with how often and how lately.
    pub fn heading_with_counts(&self) -> String {
        let turns = if self.turns == 1 { "turn" } else { "turns" };
        format!("{} ({} {turns}, last on {})", self.heading(), self.turns, self.last)
    }

    /// Something lasting, in a line.
    pub fn quote((quote, date, _): &(String, Date, String)) -> String {
        format!("  “{}” ({date})", one_line(quote))
    }
}

/// A text in one line, without power over whoever reads it.
pub(super) fn one_line(text: &str) -> String {
    harmless(&text.split_whitespace().collect::<Vec<_>>().join(" "))
}

impl Mind<'_> {
    /// The person who is in front, if anything is known of them.
    pub(super) fn known_person(&self, cue: &Cue) -> Result<Option<KnownPerson>, Error> {
        let name = self.engine.kept_name(cue.person.as_deref().unwrap_or(DEFAULT_PERSON)).into_owned();
        let hearer = cue.heard_by.as_deref().map(|name| self.engine.kept_name(name));
        self.engine.look(|r| {
            let spellings = r.persons_called(&self.name, &name)?;
            let prints: Vec<NamePrint> = spellings.iter().map(|name| NamePrint::of(name)).collect();
            if prints.is_empty() {
                return Ok(None);
            }
            let heard = match hearer.as_deref() {
                Some(hearer) => Some(r.heard_by(&self.name, hearer)?),
                None => None,
            };
            let outlines = self.outlines_of_person(r, &prints, heard.as_ref())?;
            let Some((first, last)) = outlines.first().zip(outlines.last()) else { return Ok(None) };
            let person = r.person(&name)?;
            let is_own = |shown: &String| spellings.iter().any(|spelling| fold(spelling) == fold(shown));
            let shown = Some(person.shown).filter(|shown| person.names.len() > 1 || is_own(shown));
            Ok(Some(KnownPerson {
                name: shown.unwrap_or_else(|| spellings[0].clone()),
                turns: outlines.len(),
                first: first.created.date(),
                last: last.created.date(),
                lasting: self.lasting_words(r, &outlines)?,
            }))
        })
    }

    /// The memories of what a person said, the oldest first.
    fn outlines_of_person(
        &self,
        r: &dyn Reader,
        prints: &[NamePrint],
        heard: Option<&HashSet<Seq>>,
    ) -> Result<Vec<Outline>, Error> {
        let mut found = Vec::new();
        r.visit_outlines(&self.name, &mut |outline| {
            let is_theirs = outline.kind == Kind::Episode && prints.contains(&outline.person);
            if is_theirs && !outline.is_put_away && heard.is_none_or(|heard| heard.contains(&outline.seq)) {
                found.push(*outline);
            }
        })?;
        found.sort_by_key(|outline| (outline.created.unix_micros(), outline.seq));
        Ok(found)
    }

    fn lasting_words(&self, r: &dyn Reader, outlines: &[Outline]) -> Result<Vec<(String, Date, String)>, Error> {
        let lasting = LASTING.map(NamePrint::of);
        let most = self.parameters().people.lasting as usize;
        let seqs: Vec<Seq> = outlines
            .iter()
            .rev()
            .filter(|outline| lasting.contains(&outline.category) && !outline.is_archived)
            .map(|outline| outline.seq)
            .take(MOST_READ)
            .collect();
        let said = r.wordings(&self.name, &seqs)?;
        let (mut quotes, mut seen) = (Vec::new(), HashSet::new());
        let mut memories = r.memories(&self.name, &seqs)?;
        memories.sort_by_key(|memory| std::cmp::Reverse((memory.created.unix_micros(), memory.seq)));
        for memory in &memories {
            let Some(said) = said.iter().find(|(seq, _)| *seq == memory.seq).and_then(|(_, one)| one.said.as_ref())
            else {
                continue;
            };
            for quote in quotes_of_memory(said, memory) {
                if quotes.len() < most && seen.insert(fold(&quote)) {
                    quotes.push((quote, memory.created.date(), memory.handle.clone()));
                }
            }
        }
        Ok(quotes)
    }
}
