//! Sessions in short (S4 finalize_session): a night has the turns of every thread that has come to rest summed up, once.
//!
//! The summary becomes a memory of the kind `session`, which is shown with its turns. No night changes it yet, and a recall
//! finds it only when asked for sessions. It is erased with any of its turns: nobody can tell whose words it has.

use std::collections::BTreeMap;

use omoide_core::change::{Actor, Change, Deed, NightStep, Plan, Reason, Start, Subject};
use omoide_core::ports::Tokens;
use omoide_core::ports::store::{Made, NewMemory, Purpose, Reader, SessionNotes, TaskSubject, Unread, Writer};
use omoide_core::{
    Category, Emotion, Feeling, Kind, Life, Making, Memory, MemoryId, Moment, Origin, Seq, Shown, Source, Text,
    Valence, Vector,
};
use serde::Serialize;

use super::ask::{Beginning, Begun};
use super::{Improvement, Tutor};
use crate::model::account::{self, Stop};
use crate::model::prompts::{self, AnswerRead, Summed, Tongue};
use crate::observe::state::{ResolvedFrom, ResolvedSaid};
use crate::{Error, Mind};

/// A thread of which nothing was heard for so long has come to rest.
const AT_REST_HOURS: f64 = 1.0;

/// How many turns are looked through for threads, and how many of one thread are summed up at once.
const LOOKED_AT: usize = 2_000;
const MOST_TURNS: usize = 40;

/// A session of fewer turns is its own summary.
const FEWEST_TURNS: usize = 3;

/// A session in short.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SessionSummary {
    /// What was spoken of.
    pub content: String,
    /// Names and terms.
    pub keywords: Vec<String>,
    /// What was settled.
    pub resolved: Vec<String>,
    /// What is to be done.
    pub tasks: Vec<String>,
}

/// A session as a model has summed it up.
pub(super) struct AnsweredSession {
    summary: SessionSummary,
    vectors: Vec<Vector>,
    is_repaired: bool,
}

impl Mind<'_> {
    /// Has the sessions summed up that have come to rest.
    pub(crate) fn improve_sessions(&self, at: Moment, done: &mut Improvement) -> Result<(), Error> {
        let Some(tutor) = &self.engine.tutor else { return Ok(()) };
        if !self.parameters().llm.session_summaries {
            return Ok(());
        }
        for (thread, turns) in self.engine.look(|r| self.sessions_at_rest(r, at))? {
            if done.stop.is_some() || tutor.cancellation.is_cancelled() {
                break;
            }
            match self.write(|w| self.begin_session(w, tutor, &thread, &turns))? {
                Beginning::Nothing => {}
                Beginning::Stopped(stop) => done.stop = Some(stop),
                Beginning::Begun(begun) => {
                    let shape = prompts::shape::<Summed>(&[together(&begun.shown)]);
                    self.make(tutor, &begun, &shape, done)?;
                }
            }
        }
        Ok(())
    }

    /// The threads that have come to rest, each with its turns that were not summed up yet, in the order they were said.
    pub(super) fn sessions_at_rest(&self, r: &dyn Reader, at: Moment) -> Result<Vec<(String, Vec<Seq>)>, Error> {
        let waiting = r.never_asked(&self.name, Purpose::Session, LOOKED_AT)?;
        let mut threads: BTreeMap<String, Vec<Memory>> = BTreeMap::new();
        for memory in r.memories(&self.name, &waiting)? {
            if let Some(thread) = memory.origin.thread.clone() {
                threads.entry(thread).or_default().push(memory);
            }
        }
        let is_at_rest = |(_, turns): &(String, Vec<Memory>)| {
            turns.iter().all(|memory| at.days_since(memory.created) * 24.0 >= AT_REST_HOURS)
                && turns.len() >= FEWEST_TURNS
        };
        let sessions = |(thread, mut turns): (String, Vec<Memory>)| {
            turns.sort_by_key(|memory| memory.seq);
            let seqs = |some: &[Memory]| some.iter().map(|memory| memory.seq).collect();
            turns.chunks(MOST_TURNS).map(|some| (thread.clone(), seqs(some))).collect::<Vec<_>>()
        };
        Ok(threads.into_iter().filter(is_at_rest).flat_map(sessions).collect())
    }

    fn begin_session<'a>(
        &'a self,
        w: &mut dyn Writer,
        tutor: &'a Tutor,
        thread: &str,
        turns: &[Seq],
    ) -> Result<Beginning<'a>, Error> {
        // Another process may have asked in the meantime.
        if !w.asked(&self.name, Purpose::Session, turns)?.is_empty() {
            return Ok(Beginning::Nothing);
        }
        let texts = self.texts_to_show(w, turns)?;
        let Some((_, first)) = texts.first() else { return Ok(Beginning::Nothing) };
        let llm = &self.parameters().llm;
        let instructions = prompts::instructions(Purpose::Session, Tongue::of(&first.joined()));
        let shown: Vec<Text> = texts.iter().map(|(_, text)| text.clone()).collect();
        // The whole session may have as many characters as the turns of a call.
        let most = llm.turn_characters as usize * llm.turns_per_call as usize / shown.len();
        let material = prompts::material(&shown, most.clamp(1, llm.turn_characters as usize));
        let tokens = Tokens { input: account::most_tokens(&[&instructions, &material]), output: llm.max_tokens.into() };
        let planned = self.planned(tutor, Purpose::Session, tokens);
        if let Some(stop) = account::obstacle(w, llm, &planned)? {
            return Ok(match stop {
                // A session that is too long for today's rest of the budget does not keep a shorter one from it.
                Stop::Limit(_) => Beginning::Nothing,
                stop => Beginning::Stopped(stop),
            });
        }
        let memories: Vec<Seq> = texts.iter().map(|(seq, _)| *seq).collect();
        let subjects = vec![TaskSubject::Thread(thread.to_owned())];
        let call = account::begin(w, &planned, &subjects, &memories)?;
        Ok(Beginning::Begun(Box::new(Begun { call, subjects, memories, shown, planned, instructions, material })))
    }

    /// What an answer says of a session, with its vectors; `None` if it cannot be used. Embedding may take long, and so is
    /// not done while others wait for the store.
    pub(super) fn session_of_answer(&self, answer: &Unread) -> Result<Option<AnsweredSession>, Error> {
        let texts = self.engine.look(|r| self.texts_to_show(r, &answer.memories))?;
        let shown: Vec<Text> = texts.into_iter().map(|(_, text)| text).collect();
        let Some(read) = prompts::read::<Summed>(&answer.text, &[together(&shown)]).pop().flatten() else {
            return Ok(None);
        };
        let summary = self.session(read.get());
        let vectors = self.engine.parts.embedders.embed_one(&summary.content, None)?;
        Ok(Some(AnsweredSession { summary, vectors, is_repaired: matches!(read, AnswerRead::Repaired(_)) }))
    }

    /// Writes the summary of a session down as a memory.
    pub(super) fn keep_session(
        &self,
        w: &mut dyn Writer,
        answer: &Unread,
        session: Option<&AnsweredSession>,
        step: Option<NightStep>,
    ) -> Result<Improvement, Error> {
        let mut done = Improvement::default();
        let turns = w.memories(&self.name, &answer.memories)?;
        let made = match session.zip(turns.iter().max_by_key(|turn| (turn.created.unix_micros(), turn.seq))) {
            None => {
                done.replaced += 1;
                Made::Replaced
            }
            Some((session, last)) => {
                done.sessions += 1;
                done.repaired += u64::from(session.is_repaired);
                let new = self.session_memory(session, last, &turns, &answer.made_by);
                let (mind, at, by, id) = (self.name.clone(), new.recorded_at, new.by, new.id);
                let subject = Subject::Memory { id, seq: None };
                let deed = Deed::Begin(Start::New(Box::new(new)));
                let changes = vec![Change { subject, deed, reason: Reason::Understood }];
                w.apply(&Plan { mind, at, by, step, group: None, changes })?;
                let session_seq = w.memory(&self.name, id)?.seq;
                let SessionSummary { resolved, tasks, .. } = session.summary.clone();
                self.resolve_by_session(w, &resolved, session_seq, last)?;
                let memories = turns.iter().map(|turn| turn.seq).collect();
                w.keep_session(&self.name, session_seq, &SessionNotes { resolved, tasks, memories })?;
                if session.is_repaired { Made::Repaired(None) } else { Made::Good(None) }
            }
        };
        let made: Vec<_> = answer.subjects.iter().map(|subject| (subject.clone(), made.clone())).collect();
        w.settle(&self.name, answer.call, &made)?;
        Ok(done)
    }

    /// Closes the items that a session says are settled. Tasks that a model merely detected make no items (C23).
    fn resolve_by_session(
        &self,
        w: &mut dyn Writer,
        resolved: &[String],
        session: Seq,
        last: &Memory,
    ) -> Result<(), Error> {
        let Origin { person, thread, .. } = &last.origin;
        let from = ResolvedFrom { seq: session, person, thread: thread.as_deref(), at: last.created };
        for text in resolved {
            let said = ResolvedSaid { words: text.clone(), thing: Some(text.clone()), stands_alone: true };
            self.note_resolution(w, &said, from)?;
        }
        Ok(())
    }

    /// The memory of a session: of the time and the person of its last turn, as strong as its turns are on average, and
    /// without a feeling of its own.
    fn session_memory(&self, session: &AnsweredSession, last: &Memory, turns: &[Memory], made_by: &str) -> NewMemory {
        let sum: usize = turns.iter().map(|turn| usize::from(turn.emotion.intensity)).sum();
        let intensity = u8::try_from(sum / turns.len().max(1)).unwrap_or(100);
        let feeling = Feeling { valence: Valence::Neutral, arousal: 0, tags: Vec::new() };
        let summary = &session.summary;
        let category = Category::Casual;
        let mut memory = NewMemory {
            id: self.engine.parts.ids.next(last.created),
            handle: None,
            kind: Kind::Session,
            origin: Origin { source: Source::Agent, ..last.origin.clone() },
            created: last.created,
            recorded_at: self.engine.now(),
            shown: Shown::NEW,
            life: Life::Steady { strength: f64::from(intensity) },
            emotion: Emotion { intensity, feeling },
            category,
            keywords: summary.keywords.clone(),
            text: Text { trigger: String::new(), content: summary.content.clone() },
            made: Making::Shortened { by: made_by.to_owned() },
            relations: Vec::new(),
            vectors: session.vectors.clone(),
            turn: None,
            words: None,
            by: Actor::Night,
        };
        memory.words = Some(self.words_of(&memory));
        memory
    }

    fn session(&self, summed: &Summed) -> SessionSummary {
        let redact = |text: &String| self.engine.parts.understanding.redact(text);
        let all = |texts: &[String]| texts.iter().map(redact).collect();
        SessionSummary {
            content: redact(&summed.content),
            keywords: all(&summed.keywords),
            resolved: all(&summed.resolved),
            tasks: all(&summed.tasks),
        }
    }

    /// The session that a memory is of, or that it is itself, and who summed it up.
    pub(crate) fn session_of(
        &self,
        r: &dyn Reader,
        memory: &Memory,
    ) -> Result<Option<(SessionSummary, String)>, Error> {
        let session = match memory.kind {
            Kind::Session => Some((memory.seq, memory.id)),
            _ => r.sessions_of(&self.name, &[memory.seq])?.pop(),
        };
        let Some((seq, id)) = session else { return Ok(None) };
        let Some(notes) = r.session(&self.name, seq)? else { return Ok(None) };
        let Some(first) = r.versions(&self.name, id)?.into_iter().next() else { return Ok(None) };
        let SessionNotes { resolved, tasks, .. } = notes;
        let keywords = r.memory(&self.name, id)?.keywords;
        let by = first.made.word().to_owned();
        Ok(Some((SessionSummary { content: first.text.content, keywords, resolved, tasks }, by)))
    }

    /// Has a night that erases turns erase their sessions as well.
    pub(crate) fn erase_their_sessions(&self, r: &dyn Reader, plan: &mut Plan) -> Result<(), Error> {
        let erased = plan.changes.iter().filter(|change| matches!(change.deed, Deed::End));
        let seqs: Vec<Seq> = erased.filter_map(|change| change.subject.seq()).collect();
        let (deed, reason) = (Deed::End, Reason::Expired);
        for (seq, memory) in self.other_sessions_of(r, &seqs)? {
            plan.changes.push(Change { subject: Subject::memory(memory, seq), deed: deed.clone(), reason });
        }
        Ok(())
    }

    /// The sessions that sum any of those memories up and are not among them: what has to be erased with them.
    pub(crate) fn other_sessions_of(&self, r: &dyn Reader, memories: &[Seq]) -> Result<Vec<(Seq, MemoryId)>, Error> {
        let mut sessions = r.sessions_of(&self.name, memories)?;
        sessions.retain(|(seq, _)| !memories.contains(seq));
        Ok(sessions)
    }
}

/// The turns of a session as one text, which the summary is checked against.
fn together(shown: &[Text]) -> Text {
    let all: Vec<String> = shown.iter().map(Text::joined).collect();
    Text { trigger: all.join("\n"), content: String::new() }
}
