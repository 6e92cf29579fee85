//! A reply while it is streamed (S4 ストリーミングジャーナル): how it began, what came of it so far, and what a journal knows
//! of it afterwards.

use crate::change::Actor;
use crate::{MemoryId, MindName, Moment, Place, Source};

/// How a streamed reply begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StreamStart {
    /// The mind that will remember it.
    pub mind: MindName,
    /// What set the reply off: a message, or whatever the caller calls it.
    pub trigger: String,
    /// What the person said.
    pub said: String,
    /// Who said it, if the caller knows.
    pub person: Option<String>,
    /// The conversation.
    pub thread: Option<String>,
    /// Where the conversation takes place.
    pub place: Option<Place>,
    /// The name that the caller gives the turn.
    pub uid: Option<String>,
    /// When it was said.
    pub at: Moment,
    /// The kind of place it comes from.
    pub source: Source,
    /// Who hands it in.
    pub by: Actor,
}

/// What happens in a streamed reply.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StreamEvent {
    /// More text.
    Text(String),
    /// A tool was called.
    ToolStart {
        /// Its name.
        tool: String,
        /// What it works on.
        detail: String,
    },
    /// A tool has ended.
    ToolEnd {
        /// Its name.
        tool: String,
        /// What came of it.
        detail: String,
    },
    /// The reply is whole.
    Done,
}

/// What a journal holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StreamJournal {
    /// The id of the stream.
    pub id: MemoryId,
    /// How it began.
    pub start: StreamStart,
    /// What came of it, in order.
    pub events: Vec<StreamEvent>,
    /// How many lines could not be read, such as one that a killed process left half written.
    pub broken_lines: usize,
}

impl StreamJournal {
    /// Whether the reply is whole.
    pub fn is_done(&self) -> bool {
        self.events.contains(&StreamEvent::Done)
    }
}

/// All text of a stream, joined.
pub fn streamed_text(events: &[StreamEvent]) -> String {
    let text = |event: &StreamEvent| if let StreamEvent::Text(text) = event { text.clone() } else { String::new() };
    events.iter().map(text).collect()
}

/// A tool that was called while a reply was streamed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StreamedTool {
    /// Its name.
    pub tool: String,
    /// What it works on.
    pub detail: String,
    /// Whether it came to its end.
    pub has_ended: bool,
}

/// The tools that were called, in order. An end belongs to the last call of the same tool that has not ended.
pub fn streamed_tools(events: &[StreamEvent]) -> Vec<StreamedTool> {
    let mut tools: Vec<StreamedTool> = Vec::new();
    for event in events {
        match event {
            StreamEvent::ToolStart { tool, detail } => {
                tools.push(StreamedTool { tool: tool.clone(), detail: detail.clone(), has_ended: false });
            }
            StreamEvent::ToolEnd { tool, .. } => {
                if let Some(open) = tools.iter_mut().rev().find(|open| open.tool == *tool && !open.has_ended) {
                    open.has_ended = true;
                }
            }
            StreamEvent::Text(_) | StreamEvent::Done => {}
        }
    }
    tools
}

#[cfg(test)]
mod tests {
    use super::*;

    fn start(tool: &str, detail: &str) -> StreamEvent {
        StreamEvent::ToolStart { tool: tool.to_owned(), detail: detail.to_owned() }
    }

    fn end(tool: &str) -> StreamEvent {
        StreamEvent::ToolEnd { tool: tool.to_owned(), detail: String::new() }
    }

    #[test]
    fn a_tool_has_ended_when_its_end_was_seen() {
        let events =
            [start("Bash", "one"), start("Bash", "two"), StreamEvent::Text("so".into()), end("Bash"), end("Edit")];
        let ended: Vec<(String, bool)> =
            streamed_tools(&events).into_iter().map(|tool| (tool.detail, tool.has_ended)).collect();
        assert_eq!(ended, [("one".to_owned(), false), ("two".to_owned(), true)]);
        assert_eq!(streamed_text(&events), "so");
    }
}
