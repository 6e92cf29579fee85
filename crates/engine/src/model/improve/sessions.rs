//! Sessions in short (S4 finalize_session): a night has the turns of every thread that has come to rest summed up, once.
//!
//! The summary is kept with each of its turns and shown with them. It goes when one of them is erased: nobody can tell
//! whose words it has.

use std::collections::BTreeMap;

use omoide_core::ports::Tokens;
use omoide_core::ports::store::{Made, Purpose, Reader, Unread, Writer};
use omoide_core::{Memory, Moment, Seq, Text};
use serde::{Deserialize, Serialize};

use super::ask::{Beginning, Begun};
use super::{Improvement, Tutor};
use crate::model::account::{self, Stop};
use crate::model::prompts::{self, Read, Summed, Tongue};
use crate::{Error, Mind};

/// A thread of which nothing was heard for so long has come to rest.
const AT_REST_HOURS: f64 = 1.0;

/// How many turns are looked through for threads, and how many of one thread are summed up at once.
const LOOKED_AT: usize = 2_000;
const MOST_TURNS: usize = 40;

/// A session of fewer turns is its own summary.
const FEWEST_TURNS: usize = 3;

/// A session in short.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
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

impl Mind<'_> {
    /// Has the sessions summed up that have come to rest.
    pub(crate) fn improve_sessions(&self, at: Moment, done: &mut Improvement) -> Result<(), Error> {
        let Some(tutor) = &self.engine.tutor else { return Ok(()) };
        if !self.parameters().llm.session_summaries {
            return Ok(());
        }
        for session in self.engine.look(|r| self.sessions_at_rest(r, at))? {
            if done.stop.is_some() || tutor.cancellation.is_cancelled() {
                break;
            }
            match self.write(|w| self.begin_session(w, tutor, &session))? {
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

    /// The turns of each thread that has come to rest and was not summed up yet, in the order they were said.
    pub(super) fn sessions_at_rest(&self, r: &dyn Reader, at: Moment) -> Result<Vec<Vec<Seq>>, Error> {
        let waiting = r.never_asked(&self.name, Purpose::Session, LOOKED_AT)?;
        let mut threads: BTreeMap<String, Vec<Memory>> = BTreeMap::new();
        for memory in r.memories(&self.name, &waiting)? {
            if let Some(thread) = memory.origin.thread.clone() {
                threads.entry(thread).or_default().push(memory);
            }
        }
        let is_at_rest = |turns: &Vec<Memory>| {
            turns.iter().all(|memory| at.days_since(memory.created) * 24.0 >= AT_REST_HOURS)
                && turns.len() >= FEWEST_TURNS
        };
        let seqs = |mut turns: Vec<Memory>| {
            turns.sort_by_key(|memory| memory.seq);
            turns.chunks(MOST_TURNS).map(|some| some.iter().map(|memory| memory.seq).collect()).collect::<Vec<_>>()
        };
        Ok(threads.into_values().filter(is_at_rest).flat_map(seqs).collect())
    }

    fn begin_session<'a>(
        &'a self,
        w: &mut dyn Writer,
        tutor: &'a Tutor,
        session: &[Seq],
    ) -> Result<Beginning<'a>, Error> {
        // Another process may have asked in the meantime.
        if !w.asked(&self.name, Purpose::Session, session)?.is_empty() {
            return Ok(Beginning::Nothing);
        }
        let texts = self.texts_to_show(w, session)?;
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
        let call = account::begin(w, &planned, &memories)?;
        Ok(Beginning::Begun(Box::new(Begun { call, memories, shown, planned, instructions, material })))
    }

    /// Keeps the summary of a session with each of its turns.
    pub(super) fn keep_session(&self, w: &mut dyn Writer, answer: &Unread) -> Result<Improvement, Error> {
        let mut done = Improvement::default();
        let texts = self.texts_to_show(w, &answer.memories)?;
        let shown: Vec<Text> = texts.into_iter().map(|(_, text)| text).collect();
        let read = prompts::read::<Summed>(&answer.text, &[together(&shown)]).pop().flatten();
        let made = match &read {
            None => {
                done.replaced += 1;
                Made::Replaced
            }
            Some(read) => {
                done.sessions += 1;
                let json = serde_json::to_string(&self.session(read.get())).expect("texts are always JSON");
                if matches!(read, Read::Good(_)) {
                    Made::Good(json)
                } else {
                    done.repaired += 1;
                    Made::Repaired(json)
                }
            }
        };
        let made: Vec<(Seq, Made)> = answer.memories.iter().map(|seq| (*seq, made.clone())).collect();
        w.settle(&self.name, answer.call, &made)?;
        Ok(done)
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

    /// The summary of the session that a memory is of, and who made it.
    pub(crate) fn session_of(&self, r: &dyn Reader, seq: Seq) -> Result<Option<(SessionSummary, String)>, Error> {
        let made = r.made(&self.name, Purpose::Session, &[seq])?.pop();
        Ok(made.and_then(|(_, json, by)| Some((serde_json::from_str(&json).ok()?, by))))
    }
}

/// The turns of a session as one text, which the summary is checked against.
fn together(shown: &[Text]) -> Text {
    let all: Vec<String> = shown.iter().map(Text::joined).collect();
    Text { trigger: all.join("\n"), content: String::new() }
}
