//! The messages that a message refers back to (SPEC P6): what its person said last in the conversation.

use std::collections::HashSet;

use omoide_core::{DEFAULT_PERSON, Seq, fold};
use omoide_language::refers_back::refers_back;
use omoide_language::{query_plan, strip};

use super::Cue;
use crate::{Error, Mind};

/// How many turns of the conversation are read for them: others speak in between.
const TURNS_READ: usize = 40;

impl Mind<'_> {
    /// The last messages of the person that say something, the oldest first; none where the message does not refer back.
    /// Recall takes the last five.
    pub(super) fn messages_referred_to(&self, cue: &Cue) -> Result<Vec<String>, Error> {
        let now = cue.at.unwrap_or_else(|| self.engine.now());
        // Who asks for a time or a feeling alone ("what was there on Wednesday?") asks nothing of what was said before.
        if !refers_back(&cue.text) || query_plan::gist(&cue.text, now).searched.is_empty() {
            return Ok(Vec::new());
        }
        let said = if cue.earlier.is_empty() { self.said_in_thread(cue)? } else { cue.earlier.clone() };
        let said = said.iter().map(|message| strip::strip(message).trim().to_owned());
        let own = cue.text.trim();
        let words = |message: &str| self.engine.parts.understanding.content_words(message);
        let says_something = |message: &String| message != own && !words(message).is_empty() && !refers_back(message);
        Ok(said.filter(says_something).collect())
    }

    /// What the person said lately in the conversation, as far as whoever hears the answer heard it.
    fn said_in_thread(&self, cue: &Cue) -> Result<Vec<String>, Error> {
        let Some(thread) = cue.thread.as_deref().map(|name| self.engine.kept_name(name)) else { return Ok(Vec::new()) };
        let person = fold(self.engine.kept_name(cue.person.as_deref().unwrap_or(DEFAULT_PERSON)).trim());
        let hearer = cue.heard_by.as_deref().map(|name| self.engine.kept_name(name));
        self.engine.look(|r| {
            let heard = hearer.as_deref().map(|name| r.heard_by(&self.name, name)).transpose()?;
            let is_heard = |seq: &Seq| heard.as_ref().is_none_or(|heard: &HashSet<Seq>| heard.contains(seq));
            let turns = r.last_turns(&self.name, &thread, TURNS_READ)?;
            let own = turns.into_iter().filter(|(seq, turn)| is_heard(seq) && fold(turn.person.trim()) == person);
            Ok(own.map(|(_, turn)| turn.said).collect())
        })
    }
}
