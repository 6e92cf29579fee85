//! Persons: the trees of their names, and what they said.

mod names;
mod said;

use omoide_core::ports::StoreError;
use omoide_core::ports::store::{People, PeopleWriter};
use omoide_core::{MindName, Person, PersonName, SaidMemory, SpeakerContact, fold};

use super::session::Session;

pub(super) use names::all_of as names_of;

type Answer<T> = std::result::Result<T, StoreError>;

/// The first format that has the table.
const SINCE_FORMAT: u32 = 8;

impl People for Session<'_> {
    fn person(&self, name: &str) -> Answer<Person> {
        self.told(names::person(self.connection, name))
    }

    fn person_names(&self) -> Answer<Vec<PersonName>> {
        if self.format < SINCE_FORMAT { Ok(Vec::new()) } else { self.told(names::all(self.connection)) }
    }

    fn speakers(&self, mind: &MindName) -> Answer<Vec<SpeakerContact>> {
        self.look(mind, |c, n| said::speakers(c, n, &self.witnessed_by(mind)))
    }

    fn visit_said(&self, mind: &MindName, speakers: &[String], visit: &mut dyn FnMut(SaidMemory)) -> Answer<()> {
        self.look(mind, |c, n| said::visit(c, n, &self.witnessed_by(mind), speakers, visit))
    }
}

impl PeopleWriter for Session<'_> {
    fn join_persons(&mut self, one: &str, other: &str) -> Answer<bool> {
        self.told(names::join(self.connection, one, other))
    }

    fn part_persons(&mut self, one: &str, other: &str) -> Answer<bool> {
        self.told(names::part(self.connection, one, other))
    }

    fn rename_person(&mut self, name: &str, to: &str) -> Answer<bool> {
        self.told(names::rename(self.connection, name, to))
    }
}

impl Session<'_> {
    /// The condition that a memory `m` of the mind was witnessed by it: its turn names no minds, or this one among them.
    fn witnessed_by(&self, mind: &MindName) -> String {
        if self.format < SINCE_FORMAT {
            return "1".to_owned();
        }
        // The name of a mind has no signs that mean anything in SQL.
        format!(
            "(m.turn IS NULL OR NOT EXISTS (SELECT 1 FROM witnesses w WHERE w.turn = m.turn AND w.sort = 'mind')
              OR EXISTS (SELECT 1 FROM witnesses w WHERE w.turn = m.turn AND w.sort = 'mind' AND w.name = '{mind}'))"
        )
    }
}

/// A name as it is compared.
fn folded(name: &str) -> String {
    fold(name.trim())
}
