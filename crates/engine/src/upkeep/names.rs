//! Ties between memories that name each other in `[[ ]]` (S4 明示リンク).
//!
//! A name is an id, a handle, or what a memory of another kind than an episode is headed with: the name of a
//! person or thing, the title of a piece of knowledge. One that nobody bears yet ties those together who name
//! it, and whoever comes to bear it later is tied to them.

use omoide_core::ports::store::{Names, NewMemory, Writer};
use omoide_core::{Kind, MemoryId, Seq, Text, Tie, TieKind, Turn};
use omoide_language::wiki_link;

use crate::{Error, Mind};

/// A heading is no longer than this, in characters.
const LONGEST_HEADING: usize = 80;

/// How many memories of one name are tied to a further one.
const MOST_OF_A_NAME: usize = 8;

/// How many that named something are tied to the memory that comes to bear the name.
const MOST_WHO_WAITED: usize = 64;

impl Mind<'_> {
    /// Notes the names of a memory that was just written down, and ties it to those that they lead to.
    pub(crate) fn connect_names(&self, writer: &mut dyn Writer, seq: Seq, memory: &NewMemory) -> Result<usize, Error> {
        self.connect(writer, seq, named_in(&memory.text, memory.turn.as_ref()), heading(memory.kind, &memory.text))
    }

    /// The same for memories that were written down before.
    pub(crate) fn connect_names_of(&self, writer: &mut dyn Writer, seqs: &[Seq]) -> Result<usize, Error> {
        let mut tied = 0;
        for (seq, original, _) in writer.originals(&self.name, seqs)? {
            let Some(memory) = writer.memories(&self.name, &[seq])?.pop() else { continue };
            let turn = writer.turn(&self.name, memory.id)?;
            tied += self.connect(writer, seq, named_in(&original, turn.as_ref()), heading(memory.kind, &original))?;
        }
        Ok(tied)
    }

    fn connect(
        &self,
        writer: &mut dyn Writer,
        seq: Seq,
        named: Vec<String>,
        borne: Option<String>,
    ) -> Result<usize, Error> {
        if named.is_empty() && borne.is_none() {
            return Ok(0);
        }
        let mut others = Vec::new();
        for name in &named {
            others.extend(self.called(writer, name)?);
        }
        if let Some(name) = &borne {
            others.extend(writer.named(&self.name, name, MOST_WHO_WAITED)?.namers);
        }
        let named = named.iter().map(|name| wiki_link::key(name)).collect();
        writer.note_names(&self.name, seq, &Names { borne, named })?;
        let ties: Vec<Tie> = others
            .into_iter()
            .map(|other| Tie { a: seq, b: other, kind: TieKind::Link, strength: Some(1.0) })
            .collect();
        Ok(writer.tie(&self.name, None, &ties)?)
    }

    /// The memories that a name means; if there are none, those that named it last.
    fn called(&self, writer: &dyn Writer, name: &str) -> Result<Vec<Seq>, Error> {
        if let Some(id) = exactly(writer, self, name)? {
            return Ok(vec![writer.memory(&self.name, id)?.seq]);
        }
        let found = writer.named(&self.name, &wiki_link::key(name), MOST_OF_A_NAME)?;
        Ok(if found.bearers.is_empty() { found.namers } else { found.bearers })
    }
}

/// The memory with exactly that id or handle, whatever its case.
pub(crate) fn exactly(writer: &dyn Writer, mind: &Mind<'_>, name: &str) -> Result<Option<MemoryId>, Error> {
    let found = writer.resolve(&mind.name, name, 1)?;
    let is_it = |(id, handle): &(MemoryId, String)| {
        handle.eq_ignore_ascii_case(name) || name.parse::<MemoryId>().is_ok_and(|named| named == *id)
    };
    Ok(found.into_iter().find(is_it).map(|(id, _)| id))
}

fn named_in(text: &Text, turn: Option<&Turn>) -> Vec<String> {
    let halves = turn.map_or([&text.trigger, &text.content], |turn| [&turn.said, &turn.replied]);
    let mut names: Vec<String> = Vec::new();
    for half in halves {
        for name in wiki_link::links(half) {
            if !names.iter().any(|known| wiki_link::key(known) == wiki_link::key(&name)) {
                names.push(name);
            }
        }
    }
    names
}

/// What a memory is headed with; an episode begins with what was said, which is no heading.
fn heading(kind: Kind, text: &Text) -> Option<String> {
    let heading = text.trigger.trim();
    let is_heading = kind != Kind::Episode
        && !heading.is_empty()
        && !heading.contains('\n')
        && heading.chars().count() <= LONGEST_HEADING;
    is_heading.then(|| wiki_link::key(heading))
}
