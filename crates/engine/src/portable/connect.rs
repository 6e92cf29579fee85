//! What connects the memories of an import: ties, superseded spans, sessions, and the change log.

use omoide_core::change::{GroupNumber, NightStep, Subject};
use omoide_core::policy::night::Step;
use omoide_core::ports::store::{LoggedChange, Reader, SessionNotes, Writer};
use omoide_core::{MemoryId, Seq, Tie, TieKind};
use serde_json::Value;

use super::import::Importing;
use super::line::{ChangeLine, ExportLine, MemoryLine};
use super::plan::{Fate, night_date};
use crate::Error;

/// The word of the log for the end of a memory.
const END: &str = "end";

impl Importing<'_, '_> {
    /// Writes what connects memories of which at least one is new.
    pub(super) fn connect(&mut self, w: &mut dyn Writer, mut line: ExportLine) -> Result<(), Error> {
        match &mut line {
            ExportLine::Memory(_) | ExportLine::Change(_) | ExportLine::Activity(_) | ExportLine::Item(_) => {
                self.cleaner.clean(&mut line);
            }
            _ => return Ok(()),
        }
        match line {
            ExportLine::Memory(memory) => self.connect_memory(w, &memory),
            ExportLine::Change(change) => self.change(w, change),
            ExportLine::Activity(line) => self.activity(w, &line),
            ExportLine::Item(item) => self.item(w, item),
            _ => Ok(()),
        }
    }

    fn connect_memory(&mut self, w: &mut dyn Writer, memory: &MemoryLine) -> Result<(), Error> {
        let name = &self.mind.name;
        let Some(fate) = self.plan.fates.get(&memory.id).copied() else { return Ok(()) };
        let is_new = |fate: Fate| matches!(fate, Fate::New(..));
        let has_new_end = |id: MemoryId| is_new(fate) || self.plan.fates.get(&id).is_some_and(|fate| is_new(*fate));
        let ties: Vec<_> = memory.ties.iter().filter(|tie| has_new_end(tie.to)).collect();
        let spans: Vec<_> = memory.superseded.iter().filter(|span| has_new_end(span.by)).collect();
        let session = memory.session.as_ref().filter(|_| is_new(fate));
        if ties.is_empty() && spans.is_empty() && session.is_none() {
            return Ok(());
        }
        let Some(seq) = self.place(w, memory.id)? else { return Ok(()) };
        for tie in ties {
            if let (Some(to), Some(kind)) = (self.place(w, tie.to)?, TieKind::named(&tie.kind)) {
                w.tie(name, None, &[Tie { a: seq, b: to, kind, strength: Some(tie.strength) }])?;
            }
        }
        for span in spans {
            if let Some(newer) = self.place(w, span.by)? {
                w.add_superseded(name, seq, &[(span.start..span.end, newer)])?;
            }
        }
        if let Some(line) = session {
            let mut memories = Vec::new();
            for id in &line.memories {
                memories.extend(self.place(w, *id)?);
            }
            let notes = SessionNotes { resolved: line.resolved.clone(), tasks: line.tasks.clone(), memories };
            w.keep_session(name, seq, &notes)?;
            w.keep_tier(name, seq, &line.tier)?;
        }
        Ok(())
    }

    /// The place in this mind of a memory of the file.
    pub(super) fn place(&self, r: &dyn Reader, id: MemoryId) -> Result<Option<Seq>, Error> {
        Ok(match self.plan.fates.get(&id) {
            Some(Fate::New(_, seq)) => *seq,
            Some(Fate::Known(id)) => Some(r.memory(&self.mind.name, *id)?.seq),
            Some(Fate::Erased) | None => None,
        })
    }

    /// Adds an entry of the change log: all of a memory that is new, and that one was erased which is nowhere.
    fn change(&mut self, w: &mut dyn Writer, line: ChangeLine) -> Result<(), Error> {
        let name = &self.mind.name;
        let memory = match self.plan.fates.get(&line.memory) {
            Some(Fate::New(id, Some(_))) if line.deed != END => *id,
            None if line.deed == END => {
                let subject = Subject::Memory { id: line.memory, seq: None };
                let is_known = w.memory(name, line.memory).is_ok() || !w.log(name, Some(&subject))?.is_empty();
                if is_known || w.is_of_another_mind(name, line.memory)? {
                    return Ok(());
                }
                line.memory
            }
            _ => return Ok(()),
        };
        let step = line.step.as_deref().and_then(Step::named);
        let date = line.night.as_deref().and_then(|date| night_date(date).ok());
        // A night that is not in this mind cannot be named as the one that did it.
        let step = date.zip(step).filter(|_| self.plan.takes_nights);
        let text = |value: Option<Value>| {
            value.map(|mut value| {
                self.rename(&mut value);
                value.to_string()
            })
        };
        let change = LoggedChange {
            number: 0,
            group: GroupNumber(0),
            at: line.at,
            by: line.by,
            step: step.map(|(date, step)| NightStep { date, step }),
            memory,
            deed: line.deed,
            reason: line.reason,
            before: text(line.before),
            after: text(line.after),
            is_undone: line.is_undone,
        };
        let group = w.add_logged_change(name, self.groups.get(&line.group).copied(), &change)?;
        self.groups.insert(line.group, group);
        Ok(())
    }

    /// Puts the ids of this mind in the place of those of the file.
    fn rename(&self, value: &mut Value) {
        match value {
            Value::String(text) => {
                if let Some(id) = text.parse().ok().and_then(|id| self.plan.fates.get(&id)).and_then(|fate| fate.id()) {
                    *text = id.to_string();
                }
            }
            Value::Array(values) => values.iter_mut().for_each(|value| self.rename(value)),
            Value::Object(fields) => fields.values_mut().for_each(|value| self.rename(value)),
            _ => {}
        }
    }
}
