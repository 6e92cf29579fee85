//! What the language layer says of topics, as threads and sessions ask it.

use omoide_language::topics::{self, TalkRole, Utterance};

use crate::recall::Readings;

/// Whether someone opens another subject in so many words.
pub(super) fn opens_subject(said: &str) -> bool {
    topics::opens_subject(said)
}

/// Whether a message begins another topic than the turns before it.
pub(super) fn begins_topic(before: &[(&str, &str)], said: &str, readings: &Readings) -> bool {
    let mut talk: Vec<Utterance> = before.iter().flat_map(|turn| utterances(*turn, readings)).collect();
    talk.push(readings.utterance(TalkRole::Person, said));
    topics::begins(&talk)
}

/// Which turns of a stretch begin a topic.
pub(super) fn topic_starts(turns: &[(&str, &str)], readings: &Readings) -> Vec<usize> {
    let (mut talk, mut turn_of) = (Vec::new(), Vec::new());
    for (number, turn) in turns.iter().enumerate() {
        for utterance in utterances(*turn, readings) {
            talk.push(utterance);
            turn_of.push(number);
        }
    }
    let mut starts: Vec<usize> = topics::starts(&talk).into_iter().map(|at| turn_of[at]).collect();
    starts.dedup();
    starts
}

/// What was said and what was replied, where there is a reply.
fn utterances<'t>(
    (said, replied): (&'t str, &'t str),
    readings: &'t Readings,
) -> impl Iterator<Item = Utterance> + use<'t> {
    let spoken = [(TalkRole::Person, said), (TalkRole::Assistant, replied)];
    spoken.into_iter().filter(|(_, text)| !text.is_empty()).map(|(role, text)| readings.utterance(role, text))
}
