//! What an import will do with each line of an export, before anything is written.
//!
//! A memory is known by its id. It is the same one if it happened at the same moment, is of the same kind, and began with
//! the same text. Where something else has the id (another mind of the same store, say), the memory gets another one, which
//! follows from the old id and the name of the mind: a second import finds it again.

use std::collections::{HashMap, HashSet};
use std::fmt;

use omoide_core::change::{Deed, Subject};
use omoide_core::ports::StoreError;
use omoide_core::ports::TakenCount;
use omoide_core::ports::store::{Reader, WholeMemory};
use omoide_core::{Date, MemoryId, MindName, Moment, NamePrint, Seq};

use super::clean::LineCleaner;
use super::line::{ExportLine, MemoryLine, NightLine};
use super::source::ExportFile;
use crate::{Error, Mind};

/// How many ids are tried for a memory whose own is taken.
const MOST_IDS: u32 = 16;

/// The bits of an id that say when it was given out lie above these.
const RANDOM_BITS: u32 = 80;

/// Why a line of an export cannot be taken.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LineFault {
    /// It is no text.
    #[error("not UTF-8: byte {offset} of the line is wrong")]
    NotUtf8 {
        /// Where it ends to be text.
        offset: usize,
    },
    /// It is no JSON, or no line of an export.
    #[error("not a line of an export: {reason}")]
    NotALine {
        /// What is wrong.
        reason: String,
    },
    /// A field holds what it cannot hold.
    #[error("the field \"{field}\" cannot be \"{value}\"")]
    Unfit {
        /// The field.
        field: &'static str,
        /// What it holds.
        value: String,
    },
    /// The text is longer than may be taken in.
    #[error("the text has {bytes} bytes, more than the {limit} of encode.max_text_bytes")]
    TooLong {
        /// How long it is.
        bytes: usize,
        /// How long it may be.
        limit: usize,
    },
    /// An earlier line has the same id.
    #[error("the id {id} stands in an earlier line")]
    RepeatedId {
        /// The id.
        id: MemoryId,
    },
}

impl LineFault {
    pub(super) fn unfit(field: &'static str, value: impl fmt::Display) -> Self {
        Self::Unfit { field, value: value.to_string().chars().take(80).collect() }
    }
}

/// A line of an export that could not be taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadLine {
    /// Its number, from 1.
    pub line: u64,
    /// What is wrong with it.
    pub fault: LineFault,
}

/// What becomes of a memory of the file.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Fate {
    /// It is written under that id; its place is known then.
    New(MemoryId, Option<Seq>),
    /// It is there under that id.
    Known(MemoryId),
    /// It was erased from this mind, and stays erased.
    Erased,
}

impl Fate {
    /// The id that the memory has in this mind.
    pub(super) fn id(self) -> Option<MemoryId> {
        match self {
            Self::New(id, _) | Self::Known(id) => Some(id),
            Self::Erased => None,
        }
    }
}

/// What an import will do.
#[derive(Debug, Default)]
pub(super) struct ImportPlan {
    /// By the id in the file.
    pub(super) fates: HashMap<MemoryId, Fate>,
    pub(super) bad: Vec<BadLine>,
    /// The handles of the memories that may be written.
    pub(super) handles: Vec<String>,
    /// Whether the mind has run no night: those of the export are its own then.
    pub(super) takes_nights: bool,
    /// The hours of the nights that the export has run and that the mind still has to run.
    pub(super) nights_to_repeat: Vec<Moment>,
    /// The kinds of secrets that were taken out, each once.
    pub(super) taken: Vec<TakenCount>,
}

impl Mind<'_> {
    /// Looks at every line. Without a reader there is no store, and so nothing is known.
    pub(super) fn plan_import(
        &self,
        reader: Option<&dyn Reader>,
        file: &mut ExportFile<'_>,
        progress: &mut dyn FnMut(u64),
    ) -> Result<ImportPlan, Error> {
        let last = reader.map(|r| r.last_night(&self.name)).transpose()?.flatten().map(|night| night.date);
        let mut plan = ImportPlan { takes_nights: last.is_none(), ..ImportPlan::default() };
        let mut cleaner = LineCleaner::new(self.engine.redactor());
        // Memories of this mind that hold a turn of the file under an id of their own.
        let mut of_same_turn: Vec<(MemoryId, MemoryId)> = Vec::new();
        file.each_line(&mut |number, read, line| {
            progress(read);
            let outcome = match line.and_then(|line| self.checked(line, &mut cleaner)) {
                Ok(CheckedLine { whole: Some(whole), .. }) => {
                    self.plan_memory(reader, &whole, &mut plan, &mut of_same_turn)?
                }
                Ok(CheckedLine { line, .. }) => plan.other(&line, last),
                Err(fault) => Err(fault),
            };
            plan.bad.extend(outcome.err().map(|fault| BadLine { line: number, fault }));
            Ok(())
        })?;
        let known: HashSet<MemoryId> = plan.fates.values().filter_map(|fate| known_id(*fate)).collect();
        for (id, twin) in of_same_turn.into_iter().filter(|(_, twin)| !known.contains(twin)) {
            plan.fates.insert(id, Fate::Known(twin));
        }
        plan.nights_to_repeat.sort_by_key(|at| at.unix_micros());
        plan.taken = cleaner.taken;
        Ok(plan)
    }

    fn plan_memory(
        &self,
        reader: Option<&dyn Reader>,
        whole: &WholeMemory,
        plan: &mut ImportPlan,
        of_same_turn: &mut Vec<(MemoryId, MemoryId)>,
    ) -> Result<Result<(), LineFault>, Error> {
        let id = whole.memory.id;
        if plan.fates.contains_key(&id) {
            return Ok(Err(LineFault::RepeatedId { id }));
        }
        let fate = match reader {
            Some(r) => self.fate(r, whole)?,
            None => Fate::New(id, None),
        };
        if let (Fate::New(..), Some(r)) = (fate, reader) {
            plan.handles.push(whole.memory.handle.clone());
            of_same_turn.extend(self.twin(r, whole)?.map(|twin| (id, twin)));
        }
        plan.fates.insert(id, fate);
        Ok(Ok(()))
    }

    fn fate(&self, r: &dyn Reader, whole: &WholeMemory) -> Result<Fate, Error> {
        let own = whole.memory.id;
        for attempt in 0..MOST_IDS {
            let id = if attempt == 0 { own } else { other_id(own, &self.name, attempt) };
            if r.is_of_another_mind(&self.name, id)? {
                continue;
            }
            match r.memory(&self.name, id) {
                Ok(there) => {
                    let first = r.versions(&self.name, id)?.into_iter().next().map(|version| version.text);
                    let is_same = there.created.unix_micros() == whole.memory.created.unix_micros()
                        && there.kind == whole.memory.kind
                        && first.as_ref() == whole.versions.first().map(|version| &version.text);
                    if is_same {
                        return Ok(Fate::Known(id));
                    }
                }
                Err(StoreError::NotFound { .. }) => {
                    let log = r.log(&self.name, Some(&Subject::Memory { id, seq: None }))?;
                    let is_erased = log.last().is_some_and(|entry| matches!(entry.deed, Deed::End));
                    return Ok(if is_erased { Fate::Erased } else { Fate::New(id, None) });
                }
                Err(error) => return Err(error.into()),
            }
        }
        Ok(Fate::New(self.engine.parts.ids.next(whole.memory.created), None))
    }

    /// The memory of this mind that remembers the same turn: by the name that its source gave it, or by its words and its
    /// time.
    fn twin(&self, r: &dyn Reader, whole: &WholeMemory) -> Result<Option<MemoryId>, Error> {
        let Some(turn) = &whole.turn else { return Ok(None) };
        let Some((id, _)) = r.same_turn(&self.name, turn)? else { return Ok(None) };
        let there = r.memory(&self.name, id)?;
        let is_same = turn.uid.is_some() || there.created.unix_micros() == whole.memory.created.unix_micros();
        Ok((is_same && there.kind == whole.memory.kind).then_some(id))
    }

    /// A line as it can be taken: without secrets, and with all that it names.
    pub(super) fn checked(
        &self,
        mut line: ExportLine,
        cleaner: &mut LineCleaner<'_>,
    ) -> Result<CheckedLine, LineFault> {
        cleaner.clean(&mut line);
        let whole = match &line {
            ExportLine::Memory(memory) => {
                self.check_texts(memory)?;
                Some(Box::new(memory.whole(&self.name)?))
            }
            ExportLine::Activity(record) => {
                record.checked(self.parameters().encode.max_text_bytes as usize)?;
                None
            }
            _ => None,
        };
        Ok(CheckedLine { line, whole })
    }

    /// Whether the texts may be taken in.
    fn check_texts(&self, memory: &MemoryLine) -> Result<(), LineFault> {
        let limit = self.parameters().encode.max_text_bytes as usize;
        let turn = memory.turn.iter().map(|turn| (turn.said.as_str(), turn.replied.as_str()));
        let versions = memory.versions.iter().map(|version| (version.trigger.as_str(), version.content.as_str()));
        for (one, other) in turn.chain(versions) {
            let bytes = one.len() + other.len();
            if bytes > limit {
                return Err(LineFault::TooLong { bytes, limit });
            }
            if one.contains('\0') || other.contains('\0') {
                return Err(LineFault::unfit("turn", "NUL"));
            }
        }
        Ok(())
    }
}

/// A line that can be taken.
pub(super) struct CheckedLine {
    pub(super) line: ExportLine,
    /// The memory that it means, if it means one.
    pub(super) whole: Option<Box<WholeMemory>>,
}

impl ImportPlan {
    /// Takes note of a line that is no memory.
    fn other(&mut self, line: &ExportLine, last: Option<Date>) -> Result<(), LineFault> {
        if let ExportLine::Night(NightLine { date, at, .. }) = line {
            let date = night_date(date)?;
            if let (Some(at), Some(last)) = (at, last)
                && date > last
            {
                self.nights_to_repeat.push(*at);
            }
        }
        Ok(())
    }

    /// How many memories are written, are there, and stay erased.
    pub(super) fn counts(&self) -> [u64; 3] {
        let mut counts = [0; 3];
        for fate in self.fates.values() {
            let place = match fate {
                Fate::New(..) => 0,
                Fate::Known(_) => 1,
                Fate::Erased => 2,
            };
            counts[place] += 1;
        }
        counts
    }
}

fn known_id(fate: Fate) -> Option<MemoryId> {
    if let Fate::Known(id) = fate { Some(id) } else { None }
}

/// The date of a night.
pub(super) fn night_date(text: &str) -> Result<Date, LineFault> {
    text.parse().map_err(|_| LineFault::unfit("date", text))
}

/// The id that a memory gets in a mind where its own is taken.
fn other_id(own: MemoryId, mind: &MindName, attempt: u32) -> MemoryId {
    let print = |part: u8| u128::from(NamePrint::of(&format!("{own} {mind} {attempt} {part}")).to_bits());
    let random = (print(0) << 64 | print(1)) & ((1 << RANDOM_BITS) - 1);
    MemoryId::from_u128(own.to_u128() >> RANDOM_BITS << RANDOM_BITS | random)
}
