//! The people whom a prompt names, as far as they speak in memories: who would say what is asked for.

use std::cell::LazyCell;

use omoide_core::ports::store::Reader;
use omoide_core::{NamePrint, Seq, Term, TermKind};
use omoide_language::{fold, pronunciation, query_plan, tellers};

use super::view::View;
use crate::recall::Asked;
use crate::recall::rank::evidence::{Filled, Ranking};
use crate::recall::rank::shares::{Column, Shares};
use crate::{Error, Mind};

/// A person whose memories are in view, and whom the prompt names.
pub(in crate::recall) struct NamedSpeaker {
    print: NamePrint,
    /// As the prompt calls that person.
    pub name: String,
    /// Whether that person would say what is asked for.
    pub tells: bool,
}

/// Fills the column of speakers.
pub(in crate::recall) fn fill(ranking: &mut Ranking<'_>) -> Filled {
    Ok(vec![of_speakers(ranking.speakers, ranking.columns.view).map(Shares::whole)])
}

/// Which memories were said by someone who would say what is asked for.
fn of_speakers(speakers: &[NamedSpeaker], view: &View) -> Option<Column> {
    if speakers.is_empty() {
        return None;
    }
    let tells = |(print, _): &(NamePrint, Seq)| speakers.iter().any(|other| other.tells && other.print == *print);
    let spoke: Vec<f32> = view.persons().iter().map(|person| f32::from(u8::from(tells(person)))).collect();
    let of = |place: usize| view.person(place).and_then(|person| spoke.get(person)).copied().unwrap_or(0.0);
    Some((0..view.span()).map(of).collect())
}

/// Whether a term is of a person's name.
pub(super) fn is_of_name(term: &Term, person: &str) -> bool {
    let folded = fold(person);
    match term.kind() {
        TermKind::Word | TermKind::Name => folded
            .split_whitespace()
            .any(|name| name == term.text() || omoide_language::tokens::stem(name) == term.text()),
        TermKind::Pair => folded.contains(term.text()),
        TermKind::Filler | TermKind::Character | TermKind::Reading | TermKind::Date => false,
    }
}

impl Mind<'_> {
    /// The persons in view whom the prompt names; nobody when there is only one to tell apart.
    pub(in crate::recall) fn speakers(
        &self,
        reader: &dyn Reader,
        asked: &Asked<'_>,
        view: &View,
    ) -> Result<Vec<NamedSpeaker>, Error> {
        if view.persons().len() < 2 {
            return Ok(Vec::new());
        }
        let prompt = &asked.prompt.text;
        let seqs: Vec<Seq> = view.persons().iter().map(|(_, seq)| *seq).collect();
        let persons = reader.memories(&self.name, &seqs)?.into_iter().map(|memory| memory.origin.person);
        let soundings = LazyCell::new(|| pronunciation::soundings(prompt));
        let named: Vec<(NamePrint, String)> = persons
            .filter_map(|person| {
                let print = NamePrint::of(&person);
                if query_plan::is_named(prompt, &person) {
                    return Some((print, person));
                }
                query_plan::named_otherwise(prompt, &soundings, &person).map(|name| (print, name.to_owned()))
            })
            .collect();
        let names: Vec<&str> = named.iter().map(|(_, name)| name.as_str()).collect();
        let tells = tellers::tellers(prompt, &names);
        let speaker = |((print, name), tells): ((NamePrint, String), bool)| NamedSpeaker { print, name, tells };
        Ok(named.into_iter().zip(tells).map(speaker).collect())
    }
}
