//! A view in the making: memories are taken in one by one, in any order.

use std::collections::HashMap;

use omoide_core::ports::store::OutlineSight;
use omoide_core::{NamePrint, Seq};

use super::{RankTable, ThreadNumbers, View, ViewOrder, ViewRow, minute_of, number, offset, span_of};
use crate::recall::constants::view::{MEMORIES_OF_A_THREAD, MOST_PERSONS, MOST_SPAN};

/// A view in the making.
pub(in crate::recall) struct Viewing {
    view: View,
    /// What was told of memories whose places will be their ranks.
    unranked: Vec<(Seq, ViewRow)>,
    has_times: bool,
    /// The numbers of the threads.
    threads: ThreadNumbers,
    /// The thread of the one before: as a rule a thread goes on.
    present: Option<(NamePrint, u32)>,
    has_too_many_persons: bool,
}

impl Viewing {
    /// A view of memories in any order, and of when they happened if that is asked.
    pub(in crate::recall) fn ranked(has_times: bool) -> Self {
        Self {
            view: View { thread_sizes: vec![0], ..View::default() },
            unranked: Vec::new(),
            has_times,
            threads: HashMap::default(),
            present: None,
            has_too_many_persons: false,
        }
    }

    /// A view of about so many memories in which the place of each is known at once; none where their numbers, which
    /// are not beyond those bounds, are too far apart for that.
    pub(in crate::recall) fn by_number((least, most): (Seq, Seq), count: usize, has_times: bool) -> Option<Self> {
        let span = span_of(least.0, most.0);
        if span > count.saturating_mul(MOST_SPAN) || u32::try_from(span).is_err() {
            return None;
        }
        let mut viewing = Self::ranked(has_times);
        viewing.view.order = ViewOrder::ByNumber { least: least.0 };
        viewing.view.make_room(span, has_times);
        viewing.threads.reserve(count / MEMORIES_OF_A_THREAD);
        Some(viewing)
    }

    /// How places will follow from those in the store.
    #[cfg(test)]
    pub(super) fn order(&self) -> &ViewOrder {
        &self.view.order
    }

    /// How many places there are so far.
    pub(in crate::recall) fn span(&self) -> usize {
        self.view.span()
    }

    /// Takes a memory into view; its place, if it is known already.
    pub(in crate::recall) fn add(&mut self, sight: &OutlineSight) -> Option<usize> {
        let known = match &self.view.order {
            ViewOrder::ByNumber { least } => Some(offset(*least, sight.seq).filter(|place| *place < self.span())?),
            ViewOrder::Ranked { .. } => None,
        };
        let minute = if self.has_times { minute_of(sight.created) } else { 0 };
        let told = ViewRow { thread: self.thread(sight.thread), person: self.person(sight), minute };
        match known {
            Some(place) => self.view.put(place, told),
            None => self.unranked.push((sight.seq, told)),
        }
        self.view.count += 1;
        known
    }

    /// Takes note of a session that is left out.
    pub(in crate::recall) fn pass_session(&mut self) {
        self.view.sessions += 1;
    }

    /// The number of a thread, with one memory more than before; one without a name is a new one.
    fn thread(&mut self, name: Option<NamePrint>) -> u32 {
        let new = number(self.view.thread_sizes.len());
        let thread = match (name, self.present) {
            (Some(name), Some((print, thread))) if print == name => thread,
            (Some(name), _) => *self.threads.entry(name).or_insert(new),
            (None, _) => new,
        };
        self.present = name.map(|name| (name, thread));
        if thread == new {
            self.view.thread_sizes.push(0);
        }
        self.view.thread_sizes[thread as usize] += 1;
        thread
    }

    fn person(&mut self, sight: &OutlineSight) -> u8 {
        if self.has_too_many_persons {
            return 0;
        }
        let persons = &mut self.view.known_persons;
        let known = persons.iter().position(|(person, _)| *person == sight.person);
        let person = known.unwrap_or_else(|| {
            persons.push((sight.person, sight.seq));
            persons.len() - 1
        });
        self.has_too_many_persons = persons.len() > MOST_PERSONS;
        u8::try_from(person).unwrap_or(u8::MAX)
    }

    /// The view of all that were taken.
    pub(in crate::recall) fn done(mut self) -> View {
        let mut view = self.view;
        if let ViewOrder::Ranked { seqs, table } = &mut view.order {
            self.unranked.sort_unstable_by_key(|(seq, _)| *seq);
            *seqs = self.unranked.iter().map(|(seq, _)| *seq).collect();
            *table = RankTable::of(seqs);
            view.make_room(self.unranked.len(), self.has_times);
            for (place, (_, told)) in self.unranked.into_iter().enumerate() {
                view.put(place, told);
            }
        }
        if self.has_too_many_persons {
            (view.persons, view.known_persons) = (Vec::new(), Vec::new());
        }
        view.thread_numbers = self.threads;
        view.find_neighbours();
        view
    }
}
