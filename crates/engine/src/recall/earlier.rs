//! The messages that a prompt refers back to (SPEC P6): they are searched for with it, in one pass.
//!
//! Their words are looked up with less weight than the prompt's own, by how long ago they were said, and what the last ones
//! mean is compared with memories as one text. What the prompt asks for, a time or a value, it says itself.

use omoide_core::parameters::Profile;
use omoide_language::query_plan::Gist;

use super::Prompt;
use crate::Mind;
use crate::recall::constants::earlier::{ENOUGH_WORDS, MOST_CHARACTERS, MOST_MESSAGES};

impl Mind<'_> {
    /// The messages that a prompt refers back to, the newest first; none where it asks for a time or a feeling alone.
    pub(super) fn messages_before(&self, prompt: &Prompt, gist: &Gist) -> Vec<String> {
        if gist.searched.is_empty() {
            return Vec::new();
        }
        let said = prompt.earlier.iter().rev().map(|message| self.engine.sendable(message.trim()));
        let beginning = said.map(|message| message.chars().take(MOST_CHARACTERS).collect::<String>());
        beginning.filter(|message| !message.trim().is_empty()).take(MOST_MESSAGES).collect()
    }

    /// The text that is searched for: what the prompt's profile takes of it, and the last messages before it.
    pub(super) fn searched(&self, prompt: &Prompt, gist: &Gist, before: &[String]) -> String {
        // The seeds' formulas take the prompt to the letter.
        let is_to_the_letter = self.profile_of(prompt) != Profile::Fused;
        let own = if is_to_the_letter { prompt.text.trim() } else { gist.searched.as_str() };
        let mut lines = vec![own];
        let mut words = 0;
        for message in before {
            if words >= ENOUGH_WORDS {
                break;
            }
            words += self.engine.parts.understanding.content_words(message).len();
            lines.push(message);
        }
        lines.join("\n")
    }
}
