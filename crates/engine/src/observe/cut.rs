//! A turn that is longer than any that is taken in: its beginning and its end are kept.
//!
//! Who hands a turn in themselves is told that it is too long. Session files tell what happened, and losing a turn because
//! something long was pasted into it would lose what was said about it too.

use omoide_language::strip;

use super::Observation;
use crate::Mind;

impl Mind<'_> {
    /// The observation, cut to what is taken in (`encode.max_text_bytes`) where it is longer, with a mark in the place of
    /// what was left out.
    ///
    /// Private parts and secrets are taken out first: of one that is cut in two nobody could tell any more what it is.
    #[must_use]
    pub fn fitted(&self, observation: Observation) -> Observation {
        let limit = self.parameters().encode.max_text_bytes as usize;
        if observation.said.len() + observation.replied.len() <= limit {
            return observation;
        }
        let clean = |text: &str| self.engine.parts.understanding.redact(strip::strip(text).trim());
        let (said, replied) = (clean(&observation.said), clean(&observation.replied));
        // Each may have half of the room, and what the other leaves of its own.
        let room_for_said = (limit / 2).max(limit.saturating_sub(replied.len()));
        let said = cut(said, room_for_said);
        let replied = cut(replied, limit - said.len());
        Observation { said, replied, ..observation }
    }
}

/// The beginning and the end of a text in so many bytes, whole characters only.
fn cut(text: String, most: usize) -> String {
    if text.len() <= most {
        return text;
    }
    // The mark has the whole length at most.
    let room = most.saturating_sub(mark(text.len()).len()) / 2;
    let start = (0..=room).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    let end = (text.len() - room..=text.len()).find(|at| text.is_char_boundary(*at)).unwrap_or(text.len());
    let whole = format!("{}{}{}", &text[..start], mark(end - start), &text[end..]);
    if whole.len() <= most { whole } else { String::new() }
}

fn mark(bytes: usize) -> String {
    format!("\n[… {bytes} bytes left out …]\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn beginning_and_end_stay_within_the_room_and_no_character_is_cut() {
        for most in [0, 10, 60, 61, 62, 63, 64, 199] {
            let text = format!("a{}z", "思".repeat(100));
            let short = cut(text.clone(), most);
            assert!(short.len() <= most, "{most}: {}", short.len());
            assert!(short.is_empty() || (short.starts_with('a') && short.ends_with('z')), "{short}");
        }
        let cut = cut("思".repeat(100), 100);
        let kept = cut.matches('思').count();
        assert!(cut.contains(&format!("[… {} bytes left out …]", 300 - 3 * kept)), "{cut}");
    }
}
