//! A turn that is not over: what was said, the answers so far, and the lines in which both stand.

use omoide_core::Moment;

use super::TranscriptTurn;
use super::entry::{AgentAnswer, LineSpan, PersonSaid};
use super::key::print;

/// A turn that is not over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct OpenTurn {
    /// What is known of it without its answers.
    pub(super) turn: TranscriptTurn,
    /// The person's line.
    pub(super) span: LineSpan,
    /// The agent's lines.
    pub(super) answer_spans: Vec<LineSpan>,
    answers: Vec<AgentAnswer>,
}

impl OpenTurn {
    /// A turn with the number that it has in its file.
    pub(super) fn new(number: u64, span: LineSpan, said: PersonSaid) -> Self {
        // Turns of different files must not have the same name.
        let session = || said.session.clone().unwrap_or_else(|| format!("{:016x}", print(said.words.as_bytes(), 0)));
        let uuid = said.uuid.clone().unwrap_or_else(|| format!("{}#{number}", session()));
        let turn = TranscriptTurn {
            number,
            uuid,
            session: said.session,
            timestamp: said.timestamp,
            folder: said.folder,
            branch: said.branch,
            is_steering: said.is_steering,
            said: said.words,
            ..TranscriptTurn::default()
        };
        Self { turn, span, answer_spans: Vec::new(), answers: Vec::new() }
    }

    /// Adds the answer of a line. A text that is there already is not told twice, and one that goes on with an earlier
    /// text of the same message takes its place.
    pub(super) fn add(&mut self, span: LineSpan, mut answer: AgentAnswer) {
        self.answer_spans.push(span);
        let is_beginning = |other: &&mut AgentAnswer| {
            answer.message.is_some()
                && other.message == answer.message
                && !other.text.is_empty()
                && answer.text.starts_with(&other.text)
        };
        if let Some(beginning) = self.answers.iter_mut().find(is_beginning) {
            beginning.text = std::mem::take(&mut answer.text);
        } else if self.answers.iter().any(|other| other.text == answer.text) {
            answer.text.clear();
        }
        if !answer.text.is_empty() || !answer.actions.is_empty() {
            self.answers.push(answer);
        }
    }

    /// Whether one of the answers has so many characters.
    pub(super) fn has_answer_of(&self, characters: u64) -> bool {
        self.answers.iter().any(|answer| answer.text.chars().count() as u64 == characters)
    }

    /// All that was answered so far.
    pub(super) fn answered(&self) -> String {
        let texts = self.answers.iter().map(|answer| answer.text.as_str()).filter(|text| !text.is_empty());
        texts.collect::<Vec<_>>().join("\n\n")
    }

    /// The turn as it is when nothing more comes.
    pub(super) fn close(self) -> TranscriptTurn {
        let answered = self.answered();
        let moment = |at: Option<i64>| at.map(|micros| Moment::new(micros, 0));
        let answered_at = self.answers.iter().rev().find(|answer| !answer.text.is_empty());
        let answered_at = answered_at.and_then(|answer| moment(answer.at));
        let (mut actions, mut acted_at) = (Vec::new(), Vec::new());
        for answer in self.answers {
            acted_at.extend(answer.actions.iter().map(|_| moment(answer.at)));
            actions.extend(answer.actions);
        }
        TranscriptTurn { answered, actions, acted_at, answered_at, ..self.turn }
    }
}
