//! Who is speaking: an exact look-up, from the outlines of their memories (S4 チャネルA).

use std::collections::HashSet;

use omoide_core::ports::store::{Outline, Reader};
use omoide_core::{DEFAULT_PERSON, Date, Kind, NamePrint, Seq, fold};
use omoide_language::personal;

use super::Cue;
use crate::keep::profile::quotes_of_memory;
use crate::recall::briefing::Projects;
use crate::recall::survey::Survey;
use crate::{Error, Mind, Place, harmless};

/// How many lasting memories of a person are read at most, of the newest and of the oldest.
const MOST_READ: usize = 24;

/// A person as they come to mind.
pub(super) struct KnownPerson {
    /// The name by which they are shown.
    pub name: String,
    /// How many turns are known of them, and from when to when.
    pub turns: usize,
    pub first: Date,
    pub last: Date,
    /// What lasts about them, in their own words, with its day and its memory: first who they are, then the rest; each the newest
    /// first.
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
    /// The person who is in front, if anything is known of them that the stable block does not tell.
    pub(super) fn known_person(&self, cue: &Cue) -> Result<Option<KnownPerson>, Error> {
        let hearer = cue.heard_by.as_deref().map(|name| self.engine.kept_name(name));
        self.engine.look(|r| {
            if cue.has_stable && self.is_owner(r, cue.person.as_deref())? {
                return Ok(None);
            }
            let heard = hearer.as_deref().map(|hearer| r.heard_by(&self.name, hearer)).transpose()?;
            let survey = Survey::of(r, &self.name, heard.as_ref())?;
            let place = self.engine.kept_place(cue.place.as_ref().unwrap_or(&Place::default()));
            self.person_in(r, &survey, heard.as_ref(), (cue.person.as_deref(), &place))
        })
    }

    /// Whether a message without a name of its speaker, or with this one, is of the person whose memory it is.
    fn is_owner(&self, r: &dyn Reader, name: Option<&str>) -> Result<bool, Error> {
        let Some(name) = name else { return Ok(true) };
        let names = r.person(&self.engine.kept_name(name))?.names;
        Ok(names.iter().any(|name| fold(name) == fold(DEFAULT_PERSON)))
    }

    /// The person called so, the default one without a name, as far as a survey met them, by the memories that it looked at.
    /// What only another project than the place's has to do with is left out.
    pub(super) fn person_in(
        &self,
        r: &dyn Reader,
        survey: &Survey,
        heard: Option<&HashSet<Seq>>,
        (name, place): (Option<&str>, &Place),
    ) -> Result<Option<KnownPerson>, Error> {
        let name = self.engine.kept_name(name.unwrap_or(DEFAULT_PERSON));
        let spellings = survey.spellings(r, &self.name, &name)?;
        let prints: Vec<NamePrint> = spellings.iter().map(|name| NamePrint::of(name)).collect();
        let Some(met) = survey.met(&prints) else { return Ok(None) };
        let person = r.person(&name)?;
        let is_own = |shown: &String| spellings.iter().any(|spelling| fold(spelling) == fold(shown));
        let shown = Some(person.shown).filter(|shown| person.names.len() > 1 || is_own(shown));
        let is_theirs = |outline: &&Outline| {
            let is_said = outline.kind == Kind::Episode && prints.contains(&outline.person) && !outline.is_put_away;
            is_said && heard.is_none_or(|heard| heard.contains(&outline.seq))
        };
        let lasting: Vec<&Outline> = survey.lasting.iter().filter(is_theirs).collect();
        Ok(Some(KnownPerson {
            name: shown.unwrap_or_else(|| spellings[0].clone()),
            turns: met.turns,
            first: met.first.date(),
            last: met.last.date(),
            lasting: self.lasting_words(r, lasting, place)?,
        }))
    }

    fn lasting_words(
        &self,
        r: &dyn Reader,
        mut lasting: Vec<&Outline>,
        place: &Place,
    ) -> Result<Vec<(String, Date, String)>, Error> {
        let mut projects = Projects::of(self, r, place);
        let most = self.parameters().people.lasting as usize;
        lasting.sort_by_key(|outline| std::cmp::Reverse((outline.created.unix_micros(), outline.seq)));
        let seqs: Vec<Seq> = newest_and_oldest(&lasting).map(|outline| outline.seq).collect();
        let said = r.wordings(&self.name, &seqs)?;
        let (mut quotes, mut seen) = (Vec::new(), HashSet::new());
        let mut memories = r.memories(&self.name, &seqs)?;
        memories.sort_by_key(|memory| std::cmp::Reverse((memory.created.unix_micros(), memory.seq)));
        for memory in &memories {
            let is_elsewhere = projects.is_elsewhere(memory)?;
            let Some(said) = said.iter().find(|(seq, _)| *seq == memory.seq).and_then(|(_, one)| one.said.as_ref())
            else {
                continue;
            };
            for (kind, quote) in quotes_of_memory(said, memory) {
                // What concerns the person belongs to no project, wherever it was said.
                if is_elsewhere && !personal::is_personal(&quote) {
                    continue;
                }
                if seen.insert(fold(&quote)) {
                    quotes.push((kind, (quote, memory.created.date(), memory.handle.clone())));
                }
            }
        }
        // Where there is no room for all, who someone is matters more than what they like or plan.
        quotes.sort_by_key(|(kind, _)| !kind.says_who_someone_is());
        quotes.truncate(most);
        Ok(quotes.into_iter().map(|(_, quote)| quote).collect())
    }
}

/// Those that are read, of memories of which the newest come first: people say who they are in the beginning.
fn newest_and_oldest<'o>(lasting: &'o [&'o Outline]) -> impl Iterator<Item = &'o Outline> {
    let (newest, others) = lasting.split_at(MOST_READ.min(lasting.len()));
    let oldest = &others[others.len().saturating_sub(MOST_READ)..];
    newest.iter().chain(oldest).copied()
}
