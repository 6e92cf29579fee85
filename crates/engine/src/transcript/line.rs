//! A line as the host writes it: the fields that matter, out of those that stand there.

use std::borrow::Cow;

use super::loose::{Loose, LooselyRead, loose_object};
use serde::de::{IgnoredAny, MapAccess, SeqAccess};

type Word<'l> = Option<Cow<'l, str>>;

loose_object! {
    /// A line.
    Line {
        kind: Word<'l> = "type",
        uuid: Word<'l> = "uuid",
        parent: Word<'l> = "parentUuid",
        /// The parent that a compaction cut off.
        logical_parent: Word<'l> = "logicalParentUuid",
        session: Word<'l> = "sessionId",
        /// The same in what the host streams to other programs.
        streamed_session: Word<'l> = "session_id",
        timestamp: Word<'l> = "timestamp",
        folder: Word<'l> = "cwd",
        branch: Word<'l> = "gitBranch",
        is_sidechain: bool = "isSidechain",
        is_meta: bool = "isMeta",
        is_recap: bool = "isCompactSummary",
        is_shown_only: bool = "isVisibleInTranscriptOnly",
        is_api_error: bool = "isApiErrorMessage",
        /// The tool that a line comes from.
        tool: Word<'l> = "sourceToolUseID",
        /// The agent's line that a tool's result answers.
        tool_line: Word<'l> = "sourceToolAssistantUUID",
        origin: Origin<'l> = "origin",
        message: Message<'l> = "message",
        attachment: Attachment<'l> = "attachment",
    }
}

loose_object! {
    /// Who a prompt comes from, where newer hosts say it.
    Origin {
        kind: Word<'l> = "kind",
    }
}

loose_object! {
    /// What a line says.
    Message {
        id: Word<'l> = "id",
        model: Word<'l> = "model",
        content: Content<'l> = "content",
    }
}

loose_object! {
    /// What is handed to the agent beside the conversation.
    Attachment {
        kind: Word<'l> = "type",
        mode: Word<'l> = "commandMode",
        is_meta: bool = "isMeta",
        origin: Origin<'l> = "origin",
        prompt: Content<'l> = "prompt",
    }
}

loose_object! {
    /// One block of a message.
    Part {
        kind: Word<'l> = "type",
        text: Word<'l> = "text",
        name: Word<'l> = "name",
        input: Input<'l> = "input",
    }
}

loose_object! {
    /// What a tool was asked to do, as far as it fits in a line.
    Input {
        file_path: Word<'l> = "file_path",
        notebook_path: Word<'l> = "notebook_path",
        path: Word<'l> = "path",
        pattern: Word<'l> = "pattern",
        command: Word<'l> = "command",
        url: Word<'l> = "url",
        query: Word<'l> = "query",
        skill: Word<'l> = "skill",
        description: Word<'l> = "description",
    }
}

/// A text, or blocks.
#[derive(Debug, Default)]
pub(super) enum Content<'l> {
    /// Neither.
    #[default]
    Nothing,
    /// A text.
    Text(Cow<'l, str>),
    /// Blocks.
    Parts(Vec<Part<'l>>),
}

impl<'l> Loose<'l> for Content<'l> {
    fn of_text(text: Cow<'l, str>) -> Self {
        Self::Text(text)
    }

    fn of_list<A: SeqAccess<'l>>(list: A) -> Result<Self, A::Error> {
        Vec::of_list(list).map(Self::Parts)
    }

    fn of_object<A: MapAccess<'l>>(mut object: A) -> Result<Self, A::Error> {
        while object.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(Self::Nothing)
    }
}

impl Content<'_> {
    /// All text in it, block by block.
    pub(super) fn text(&self) -> Cow<'_, str> {
        match self {
            Self::Nothing => Cow::Borrowed(""),
            Self::Text(text) => Cow::Borrowed(text),
            Self::Parts(parts) => {
                let mut texts = parts.iter().filter(|part| part.is("text")).filter_map(|part| part.text.as_deref());
                let first = texts.next().unwrap_or_default();
                texts.fold(Cow::Borrowed(first), |all, text| Cow::Owned(format!("{all}\n{text}")))
            }
        }
    }

    /// Its blocks of a type.
    pub(super) fn parts(&self, kind: &'static str) -> impl Iterator<Item = &Part<'_>> {
        let parts: &[Part<'_>] = if let Self::Parts(parts) = self { parts } else { &[] };
        parts.iter().filter(move |part| part.is(kind))
    }
}

impl Part<'_> {
    fn is(&self, kind: &str) -> bool {
        self.kind.as_deref() == Some(kind)
    }
}

/// Why bytes are no line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NoLine {
    /// They are not JSON.
    Unreadable,
    /// They are JSON, but no object.
    NoObject,
}

/// Gives `take` the line that the bytes hold.
pub(super) fn read<T>(bytes: &[u8], take: impl FnOnce(Line<'_>) -> T) -> Result<T, NoLine> {
    // A machine that lost its power leaves zeros where a line should be, and the next line behind them.
    let is_blank = |byte: &u8| byte.is_ascii_whitespace() || *byte == 0;
    let start = bytes.iter().position(|byte| !is_blank(byte)).unwrap_or(bytes.len());
    let bytes = bytes[start..].strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes[start..]);
    if bytes.first() != Some(&b'{') {
        let is_json = serde_json::from_slice::<IgnoredAny>(bytes).is_ok();
        return Err(if is_json { NoLine::NoObject } else { NoLine::Unreadable });
    }
    match serde_json::from_slice::<LooselyRead<Line<'_>>>(bytes) {
        Ok(LooselyRead(line)) => Ok(take(line)),
        Err(_) => match serde_json::from_slice::<LooselyRead<Line<'_>>>(&mended(bytes)) {
            Ok(LooselyRead(line)) => Ok(take(line)),
            Err(_) => Err(NoLine::Unreadable),
        },
    }
}

/// The bytes with a mark in the place of what is no text: bytes that are not UTF-8, and halves of characters,
/// which hosts write where they cut a text between them.
fn mended(bytes: &[u8]) -> Vec<u8> {
    let mut text = String::from_utf8_lossy(bytes).into_owned().into_bytes();
    let unit = |text: &[u8], at: usize| -> Option<u16> {
        let digits = text.get(at..at + 6)?.strip_prefix(b"\\u")?;
        u16::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
    };
    let mut at = 0;
    while at + 1 < text.len() {
        if text[at] != b'\\' {
            at += 1;
            continue;
        }
        match unit(&text, at) {
            Some(0xD800..=0xDBFF) if matches!(unit(&text, at + 6), Some(0xDC00..=0xDFFF)) => at += 12,
            Some(0xD800..=0xDFFF) => {
                text[at..at + 6].copy_from_slice(b"\\ufffd");
                at += 6;
            }
            _ => at += 2,
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(line: &[u8]) -> Result<String, NoLine> {
        read(line, |line| line.message.content.text().into_owned())
    }

    #[test]
    fn a_field_of_another_type_costs_only_itself() {
        let odd = br#"{"type":7,"uuid":["x"],"isMeta":"no","origin":3,"message":{"content":"hi","id":{}},"message":{"content":"ho"}}"#;
        let fields = read(odd, |line| (line.kind.is_none(), line.uuid.is_none(), line.is_meta));
        assert_eq!(fields, Ok((true, true, false)));
        assert_eq!(said(odd).as_deref(), Ok("ho"));
        assert_eq!(said(br#"{"message":null}"#).as_deref(), Ok(""));
        assert_eq!(said(br#"{"message":{"content":{"type":"text","text":"x"}}}"#).as_deref(), Ok(""));
        assert_eq!(
            said(br#"{"message":{"content":[1,"x",{"type":"text","text":"a"},{"type":"text","text":"b"}]}}"#)
                .as_deref(),
            Ok("a\nb")
        );
    }

    #[test]
    fn what_is_no_text_is_marked_and_the_rest_is_kept() {
        assert_eq!(said(b"{\"message\":{\"content\":\"caf\xe9!\"}}").as_deref(), Ok("caf\u{fffd}!"));
        assert_eq!(
            said(br#"{"message":{"content":"cut \ud83d, whole \ud83d\ude00, \\ud83d"}}"#).as_deref(),
            Ok("cut \u{fffd}, whole 😀, \\ud83d")
        );
    }

    #[test]
    fn zeros_before_a_line_are_passed_over() {
        assert_eq!(said(b"\0\0\0 {\"message\":{\"content\":\"hi\"}}").as_deref(), Ok("hi"));
        assert_eq!(said(b"\0\0\0"), Err(NoLine::Unreadable));
    }

    #[test]
    fn depth_is_no_danger_and_what_is_no_object_is_told_apart() {
        let deep = format!(r#"{{"x":{}{},"message":{{"content":"hi"}}}}"#, "[".repeat(100_000), "]".repeat(100_000));
        assert_eq!(said(deep.as_bytes()).as_deref(), Ok("hi"));
        assert_eq!(said(b"null"), Err(NoLine::NoObject));
        assert_eq!(said(b"[{}]"), Err(NoLine::NoObject));
        assert_eq!(said(b"{\"a\": tru"), Err(NoLine::Unreadable));
    }
}
