//! Sessions: the turns of a stretch that is over, summed up in their own words (S4 即時符号化).
//!
//! A session is made after its turns are on the disk and outside of any transaction. It is written together with the note
//! of which turns it has, so that whoever is killed on the way leaves turns that wait, and nobody records one twice.

use std::collections::BTreeMap;
use std::ops::Range;

use omoide_core::change::Actor;
use omoide_core::policy::session::{SpokenTurn, stretches};
use omoide_core::ports::store::{NewMemory, SessionNotes, UnrecordedTurn, Writer};
use omoide_core::{
    Category, Emotion, Feeling, Kind, Life, Making, Memory, MemoryId, Moment, Origin, Seq, Shown, Source, Text, Turn,
    Valence,
};
use omoide_language::{keywords, shorten};

use super::threads::Over;
use super::topics;
use crate::{Error, Mind};

/// How many keywords a session has.
const KEYWORDS: usize = 8;

/// How many threads are closed in one go.
const CLOSED_AT_ONCE: usize = 500;

/// How many threads get their sessions in one transaction.
const DRAFTED_AT_ONCE: usize = 50;

/// What becomes of the stretch that a thread ends with.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum LastStretch {
    /// It may go on.
    IsOpen,
    /// It is over too.
    IsOver,
    /// It is over too, and the thread is closed.
    Closes,
}

/// What a thread gets.
pub(super) struct ThreadDraft {
    thread: String,
    sessions: Vec<DraftedSession>,
    last: LastStretch,
}

/// A session that only has to be written down.
struct DraftedSession {
    new: NewMemory,
    turns: Vec<Seq>,
}

impl Mind<'_> {
    /// Records what is over, all of it in one transaction.
    pub(super) fn record_over(&self, over: &[Over]) -> Result<(), Error> {
        // Each thread once: one that ends is not also cut.
        let mut threads: BTreeMap<&str, &Over> = BTreeMap::new();
        for one in over {
            let known = threads.entry(one.thread()).or_insert(one);
            *known = (*known).max(one);
        }
        let mut drafts = Vec::with_capacity(threads.len());
        for one in threads.into_values() {
            drafts.push(match one {
                Over::Stretch(thread) => self.draft_thread(thread, LastStretch::IsOpen)?,
                Over::Recut(thread) => self.draft_again(thread)?,
                Over::Thread(thread) => self.draft_thread(thread, LastStretch::Closes)?,
            });
        }
        self.write_drafts(&drafts)?;
        Ok(())
    }

    /// Closes a thread: what was said in it last becomes a session too. Returns how many sessions it got. A thread that
    /// nobody speaks in is left as it is; one that someone goes on with is open again.
    ///
    /// # Errors
    /// When the store or an embedder fails; the turns wait then.
    pub fn close_thread(&self, thread: &str) -> Result<usize, Error> {
        let thread = self.engine.kept_name(thread);
        self.write_drafts(&[self.draft_thread(&thread, LastStretch::Closes)?])
    }

    /// Closes the threads in which nobody has spoken for as long as ends a stretch: nobody says goodbye to a program that
    /// is killed. Returns how many.
    ///
    /// # Errors
    /// As [`Mind::close_thread`].
    pub fn close_abandoned(&self) -> Result<usize, Error> {
        let now = self.engine.now();
        let before = now.plus_seconds(-i64::from(self.parameters().sessions.idle_minutes) * 60).unix_micros();
        let silent = self.engine.read(|r| r.open_threads(&self.name, Some(before), CLOSED_AT_ONCE))?;
        for few in silent.chunks(DRAFTED_AT_ONCE) {
            let drafts: Vec<ThreadDraft> = few
                .iter()
                .map(|thread| self.draft_thread(&thread.name, LastStretch::Closes))
                .collect::<Result<_, _>>()?;
            self.write_drafts(&drafts)?;
        }
        Ok(silent.len())
    }

    /// The sessions of the stretches of a thread that are over.
    pub(super) fn draft_thread(&self, thread: &str, last: LastStretch) -> Result<ThreadDraft, Error> {
        let mut draft = ThreadDraft { thread: thread.to_owned(), sessions: Vec::new(), last };
        let waiting = self.engine.read(|r| r.unrecorded(&self.name, thread))?;
        let over = self.over(&waiting, last);
        if over.is_empty() {
            return Ok(draft);
        }
        let seqs: Vec<Seq> = waiting.iter().map(|turn| turn.memory).collect();
        let memories = self.engine.read(|r| r.memories(&self.name, &seqs))?;
        // A turn that was erased meanwhile: whoever comes next finds the rest.
        if memories.len() != seqs.len() {
            return Ok(draft);
        }
        for stretch in over {
            let turns: Vec<&Turn> = waiting[stretch.clone()].iter().map(|waiting| &waiting.turn).collect();
            draft.sessions.push(self.draft_session(&turns, &memories[stretch])?);
        }
        Ok(draft)
    }

    /// Writes down the sessions of threads, and closes those that end; returns how many sessions there are now.
    pub(super) fn write_drafts(&self, drafts: &[ThreadDraft]) -> Result<usize, Error> {
        let is_empty = |draft: &ThreadDraft| draft.sessions.is_empty() && draft.last != LastStretch::Closes;
        if drafts.iter().all(is_empty) {
            return Ok(0);
        }
        let now = self.engine.now();
        self.write(|w| {
            let mut made = 0;
            for draft in drafts {
                made += self.write_sessions(w, &draft.thread, &draft.sessions)?;
                if draft.last == LastStretch::Closes {
                    self.close_unless_spoken_in(w, &draft.thread, now)?;
                }
            }
            Ok(made)
        })
    }

    fn close_unless_spoken_in(&self, w: &mut dyn Writer, thread: &str, now: Moment) -> Result<(), Error> {
        match w.thread_standing(&self.name, thread)? {
            // Someone spoke on meanwhile.
            Some(standing) if standing.waiting > 0 => Ok(()),
            Some(standing) if standing.closed_at.is_none() => Ok(w.close_thread(&self.name, thread, now)?),
            _ => Ok(()),
        }
    }

    /// The stretches of those turns that are over, each of one topic.
    fn over(&self, waiting: &[UnrecordedTurn], last: LastStretch) -> Vec<Range<usize>> {
        let spoken: Vec<SpokenTurn> = waiting
            .iter()
            .map(|one| SpokenTurn {
                at: one.turn.at,
                opens_subject: topics::opens_subject(&one.turn.said),
                is_apart: one.is_apart,
            })
            .collect();
        let cut = stretches(&spoken, &self.cut_limits());
        let mut over = cut.over;
        if last != LastStretch::IsOpen && !cut.open.is_empty() {
            over.push(cut.open);
        }
        if !self.parameters().sessions.by_topic {
            return over;
        }
        over.into_iter().flat_map(|stretch| self.by_topic(&waiting[stretch.clone()], stretch.start)).collect()
    }

    /// The topics of a stretch, as stretches of their own.
    fn by_topic(&self, turns: &[UnrecordedTurn], first: usize) -> Vec<Range<usize>> {
        let words: Vec<(&str, &str)> =
            turns.iter().map(|one| (one.turn.said.as_str(), one.turn.replied.as_str())).collect();
        let mut starts = topics::topic_starts(&words, &self.engine.readings);
        starts.retain(|start| (1..turns.len()).contains(start));
        let from = std::iter::once(0).chain(starts.iter().copied());
        let to = starts.iter().copied().chain([turns.len()]);
        from.zip(to).map(|(from, to)| first + from..first + to).collect()
    }

    /// The session of some turns: of the time and the person of the last one.
    fn draft_session(&self, turns: &[&Turn], memories: &[Memory]) -> Result<DraftedSession, Error> {
        let words: Vec<(&str, &str)> = turns.iter().map(|turn| (turn.said.as_str(), turn.replied.as_str())).collect();
        let most = self.parameters().sessions.summary_characters as usize;
        let content = shorten::session(&words, most);
        let whole: Vec<&str> = words.iter().flat_map(|(said, replied)| [*said, *replied]).collect();
        let vectors = self.engine.parts.embedders.embed_one(&content, None)?;
        let last = memories.last().expect("a stretch has a turn");
        let made = Making::Shortened { by: self.engine.parts.understanding.name().to_owned() };
        let mut new = self.session_memory(last, memories, Text { trigger: String::new(), content }, made);
        new.keywords = keywords::ranked(&whole.join("\n"), KEYWORDS);
        new.vectors = vectors;
        new.words = Some(self.words_of(&new));
        Ok(DraftedSession { new, turns: memories.iter().map(|memory| memory.seq).collect() })
    }

    /// A session without keywords, vectors and words: as strong as its most intense turn, and without a feeling of its own.
    pub(crate) fn session_memory(&self, last: &Memory, turns: &[Memory], text: Text, made: Making) -> NewMemory {
        let intensity = turns.iter().map(|turn| turn.emotion.intensity).max().unwrap_or(0);
        let feeling = Feeling { valence: Valence::Neutral, arousal: 0, tags: Vec::new() };
        NewMemory {
            id: self.engine.parts.ids.next(last.created),
            handle: None,
            kind: Kind::Session,
            origin: Origin { source: Source::Agent, ..last.origin.clone() },
            created: last.created,
            // It says what its last turn said, and nothing that was not known then.
            recorded_at: last.recorded_at,
            shown: Shown::NEW,
            life: Life::Steady { strength: f64::from(intensity) },
            emotion: Emotion { intensity, feeling },
            category: most_of(turns),
            keywords: Vec::new(),
            text,
            made,
            relations: Vec::new(),
            vectors: Vec::new(),
            turn: None,
            words: None,
            by: Actor::Agent,
        }
    }

    fn write_sessions(&self, w: &mut dyn Writer, thread: &str, drafts: &[DraftedSession]) -> Result<usize, Error> {
        let mut made = 0;
        for draft in drafts {
            let is_taken = !w.sessions_of(&self.name, &draft.turns)?.is_empty();
            let are_there = w.memories(&self.name, &draft.turns)?.len() == draft.turns.len();
            // Another process was faster, or a turn was taken back.
            if is_taken || !are_there {
                return Ok(made);
            }
            let placed = w.insert(&self.name, &draft.new)?;
            let notes = SessionNotes { memories: draft.turns.clone(), ..SessionNotes::default() };
            w.keep_session(&self.name, placed.seq, &notes)?;
            if let Some(last) = draft.turns.iter().max() {
                w.keep_recorded(&self.name, thread, *last)?;
            }
            made += 1;
        }
        Ok(made)
    }

    /// Lets the turns of sessions that end be recorded again: those of them that stay.
    pub(crate) fn let_record_again(&self, w: &mut dyn Writer, sessions: &[(Seq, MemoryId)]) -> Result<(), Error> {
        for (session, id) in sessions {
            let Some(notes) = w.session(&self.name, *session)? else { continue };
            let thread = w.memory(&self.name, *id)?.origin.thread;
            if let (Some(thread), Some(first)) = (thread, notes.memories.iter().min()) {
                w.reopen_thread(&self.name, &thread, Seq(first.0 - 1))?;
            }
        }
        Ok(())
    }
}

/// The category that most turns have; of equals the first.
fn most_of(turns: &[Memory]) -> Category {
    let count = |category: &Category| turns.iter().filter(|turn| turn.category == *category).count();
    let mut best: Option<&Category> = None;
    for turn in turns {
        if best.is_none_or(|best| count(&turn.category) > count(best)) {
            best = Some(&turn.category);
        }
    }
    best.cloned().unwrap_or(Category::Casual)
}
