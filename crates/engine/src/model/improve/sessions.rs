//! Sessions in short (S4 finalize_session): a night has a model sum up the sessions that the language layer recorded, once.
//!
//! The summary becomes a further version of the session's text. It is erased with any of its turns: nobody can tell whose
//! words it has.

use omoide_core::change::{Actor, BeforeAfter, Change, Deed, Facet, NightStep, Plan, Reason, Start, Subject};
use omoide_core::ports::Tokens;
use omoide_core::ports::store::{Made, Purpose, Reader, SessionNotes, TaskSubject, Unread, Writer};
use omoide_core::{Assessment, Kind, Making, Memory, MemoryId, Moment, Origin, Seq, Shown, Text, TextVersion, Vector};
use serde::Serialize;

use super::ask::{Beginning, Begun};
use super::{Improvement, Tutor};
use crate::model::account::{self, Stop};
use crate::model::prompts::{self, AnswerRead, Summed, Tongue};
use crate::observe::state::{ResolvedFrom, ResolvedSaid};
use crate::{Error, Mind};

/// How many turns are looked through for sessions.
const LOOKED_AT: usize = 2_000;

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
    pub(crate) fn improve_sessions(&self, done: &mut Improvement) -> Result<(), Error> {
        let Some(tutor) = &self.engine.tutor else { return Ok(()) };
        if !self.parameters().llm.session_summaries {
            return Ok(());
        }
        for (thread, turns) in self.engine.look(|r| self.sessions_at_rest(r))? {
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

    /// The sessions that no model has summed up yet, each with its thread and its turns, in the order they were said.
    pub(super) fn sessions_at_rest(&self, r: &dyn Reader) -> Result<Vec<(String, Vec<Seq>)>, Error> {
        let waiting = r.never_asked(&self.name, Purpose::Session, LOOKED_AT)?;
        let mut found = Vec::new();
        for (session, id) in r.sessions_of(&self.name, &waiting)? {
            let (Some(notes), memory) = (r.session(&self.name, session)?, r.memory(&self.name, id)?) else { continue };
            let is_whole = notes.memories.iter().all(|turn| waiting.contains(turn));
            if let Some(thread) = memory.origin.thread.filter(|_| is_whole && notes.memories.len() >= FEWEST_TURNS) {
                found.push((thread, notes.memories));
            }
        }
        Ok(found)
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
                self.write_session(w, session, last, &turns, &answer.made_by, step)?;
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

    /// Writes the summary down: as a further version of the session that has those turns, or as a session of its own where
    /// there is none any more.
    fn write_session(
        &self,
        w: &mut dyn Writer,
        session: &AnsweredSession,
        last: &Memory,
        turns: &[Memory],
        made_by: &str,
        step: Option<NightStep>,
    ) -> Result<(), Error> {
        let now = self.engine.now();
        let seqs: Vec<Seq> = turns.iter().map(|turn| turn.seq).collect();
        let found = w.sessions_of(&self.name, &seqs)?.pop();
        let made = Making::Shortened { by: made_by.to_owned() };
        let text = Text { trigger: String::new(), content: session.summary.content.clone() };
        let changes = match found {
            Some((_, id)) => self.better_session(w, id, session, (text, made), now)?,
            None => {
                let mut new = self.session_memory(last, turns, text, made);
                new.keywords.clone_from(&session.summary.keywords);
                new.vectors.clone_from(&session.vectors);
                new.words = Some(self.words_of(&new));
                let subject = Subject::Memory { id: new.id, seq: None };
                vec![Change { subject, deed: Deed::Begin(Start::New(Box::new(new))), reason: Reason::Understood }]
            }
        };
        let Some(id) = changes.first().and_then(|change| change.subject.memory_id()) else { return Ok(()) };
        w.apply(&Plan { mind: self.name.clone(), at: now, by: Actor::Night, step, group: None, changes })?;
        let seq = w.memory(&self.name, id)?.seq;
        self.index_anew(w, &[seq])?;
        let SessionSummary { resolved, tasks, .. } = session.summary.clone();
        let memories = w.session(&self.name, seq)?.map(|notes| notes.memories).filter(|known| !known.is_empty());
        self.resolve_by_session(w, &resolved, seq, last)?;
        let notes = SessionNotes { resolved, tasks, memories: memories.unwrap_or(seqs) };
        Ok(w.keep_session(&self.name, seq, &notes)?)
    }

    /// The changes that let a session show a better summary.
    fn better_session(
        &self,
        w: &mut dyn Writer,
        id: MemoryId,
        session: &AnsweredSession,
        (text, made): (Text, Making),
        now: Moment,
    ) -> Result<Vec<Change>, Error> {
        let memory = w.memory(&self.name, id)?;
        let versions = w.versions(&self.name, id)?;
        let version = versions.iter().map(|version| version.version).max().unwrap_or(1) + 1;
        let level = memory.shown.level;
        let written = TextVersion { version, level, text, made, made_at: now };
        let change = |deed| Change { subject: (&memory).into(), deed, reason: Reason::Understood };
        let mut changes = vec![
            change(Deed::write(written, session.vectors.clone())),
            change(Deed::show(memory.shown, Shown { version, ..memory.shown })),
        ];
        if let Some((_, before)) = w.assessments(&self.name, &[memory.seq])?.pop()
            && !session.summary.keywords.is_empty()
        {
            let after = Assessment { keywords: session.summary.keywords.clone(), ..before.clone() };
            changes.push(change(Deed::Set(Facet::Assessment(Box::new(BeforeAfter { before, after })))));
        }
        Ok(changes)
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
        let SessionNotes { resolved, tasks, .. } = notes;
        let session = r.memory(&self.name, id)?;
        let shown = r.versions(&self.name, id)?.into_iter().find(|text| text.version == session.shown.version);
        let by = shown.map(|text| text.made.word().to_owned()).unwrap_or_default();
        let (content, keywords) = (session.text.content, session.keywords);
        Ok(Some((SessionSummary { content, keywords, resolved, tasks }, by)))
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
