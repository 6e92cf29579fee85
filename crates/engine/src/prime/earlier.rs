//! The messages that a message refers back to (SPEC P6): what its person said last in the conversation.

use std::collections::HashSet;

use omoide_core::ports::StoreError;
use omoide_core::ports::store::Reader;
use omoide_core::{DEFAULT_PERSON, Place, Seq, Turn, fold};
use omoide_language::refers_back::{goes_on, refers_back};
use omoide_language::{query_plan, strip};

use super::Cue;
use crate::observe::place;
use crate::{Error, Mind};

/// How many turns of the conversation are read for them: others speak in between.
const TURNS_READ: usize = 40;
/// Among how many conversations the last one is looked for: of other projects some may be later.
const THREADS_READ: usize = 16;

impl Mind<'_> {
    /// The last messages of the person that say something, the oldest first; none where the message does not refer back.
    /// Recall takes the last five.
    pub(super) fn messages_referred_to(&self, cue: &Cue) -> Result<Vec<String>, Error> {
        let now = cue.at.unwrap_or_else(|| self.engine.now());
        // Who asks for a time or a feeling alone ("what was there on Wednesday?") asks nothing of what was said before.
        if !refers_back(&cue.text) || query_plan::gist(&cue.text, now).searched.is_empty() {
            return Ok(Vec::new());
        }
        let said = if cue.earlier.is_empty() { self.said_before(cue)? } else { cue.earlier.clone() };
        let said = said.iter().map(|message| strip::strip(message).trim().to_owned());
        let own = cue.text.trim();
        let words = |message: &str| self.engine.parts.understanding.content_words(message);
        let says_something = |message: &String| message != own && !words(message).is_empty() && !refers_back(message);
        Ok(said.filter(says_something).collect())
    }

    /// What the person said lately in the conversation, as far as whoever hears the answer heard it. One that has only begun
    /// goes on with the last one in the same project ("where were we?"); whoever asks "why?" means what is before the agent.
    fn said_before(&self, cue: &Cue) -> Result<Vec<String>, Error> {
        let person = self.engine.kept_name(cue.person.as_deref().unwrap_or(DEFAULT_PERSON));
        let here = cue.thread.as_deref().map(|name| self.engine.kept_name(name).into_owned());
        let hearer = cue.heard_by.as_deref().map(|name| self.engine.kept_name(name));
        let place = self.engine.kept_place(cue.place.as_ref().unwrap_or(&Place::default()));
        self.engine.look(|r| {
            let heard = hearer.as_deref().map(|name| r.heard_by(&self.name, name)).transpose()?;
            let said_in = |thread: &str| self.said_in_thread(r, thread, &person, heard.as_ref());
            let current = match &here {
                Some(thread) => Some(thread.clone()),
                None => self.current_thread(r, &person, &place)?,
            };
            let said = current.as_deref().map(said_in).transpose()?.unwrap_or_default();
            if !said.is_empty() || !goes_on(&cue.text) {
                return Ok(said);
            }
            for thread in r.latest_threads(&self.name, &person, THREADS_READ)? {
                if here.as_ref() == Some(&thread) || !place::is_same(r, &self.name, &thread, &place)? {
                    continue;
                }
                let said = said_in(&thread)?;
                if !said.is_empty() {
                    return Ok(said);
                }
            }
            Ok(Vec::new())
        })
    }

    /// The conversation with the person that is going on, where nobody names it.
    fn current_thread(&self, r: &dyn Reader, person: &str, place: &Place) -> Result<Option<String>, StoreError> {
        match r.ruled_thread(&self.name, person)? {
            Some(thread) if place::is_same(r, &self.name, &thread.name, place)? => Ok(Some(thread.name)),
            _ => Ok(None),
        }
    }

    fn said_in_thread(
        &self,
        r: &dyn Reader,
        thread: &str,
        person: &str,
        heard: Option<&HashSet<Seq>>,
    ) -> Result<Vec<String>, StoreError> {
        let turns = r.last_turns(&self.name, thread, TURNS_READ)?;
        let is_own = |turn: &Turn| fold(turn.person.trim()) == fold(person.trim());
        let is_heard = |seq: &Seq| heard.is_none_or(|heard| heard.contains(seq));
        let own = turns.into_iter().filter(|(seq, turn)| is_heard(seq) && is_own(turn));
        Ok(own.map(|(_, turn)| turn.said).collect())
    }
}
