//! The JSON of hooks, as it is sent and as it is answered.
//!
//! Hosts differ and change, so only known fields of the expected type are taken, and whatever else stands there costs
//! nothing.

use std::borrow::Cow;
use std::io::Read;

use serde::Serialize;
use serde_json::{Map, Value};

use crate::half_characters::whole_characters;

/// How much of stdin is read: a prompt of ten megabytes, each character of it escaped.
const MOST_BYTES: u64 = 64 * 1024 * 1024;

/// How long an answer may be, in the units that the host counts; beyond 10,000 it would show only a preview.
pub const MOST_CHARACTERS: usize = 9_800;

/// What a host sends.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sent {
    pub event: Option<String>,
    pub session: Option<String>,
    pub transcript: Option<String>,
    pub folder: Option<String>,
    pub prompt: Option<String>,
    pub source: Option<String>,
    pub answer: Option<String>,
    pub agent: Option<String>,
}

/// Why nothing can be made of what was sent, for the log; never what was sent.
pub type Unreadable = String;

impl Sent {
    /// Reads all that there is.
    ///
    /// # Errors
    /// Why nothing can be made of it.
    pub fn read(input: impl Read) -> Result<Self, Unreadable> {
        Self::of(&text(&all_of(input)?))
    }

    fn of(text: &str) -> Result<Self, Unreadable> {
        if text.trim().is_empty() {
            return Ok(Self::default());
        }
        let value = serde_json::from_str(text).or_else(|_| serde_json::from_str(&whole_characters(text)));
        let mut fields: Map<String, Value> = match value {
            Ok(Value::Object(fields)) => fields,
            Ok(_) => return Err("stdin is JSON, but not an object".to_owned()),
            // Its message has a place, and never what stands there.
            Err(error) => return Err(format!("stdin is not JSON: {error}")),
        };
        let mut take = |name: &str| match fields.remove(name) {
            Some(Value::String(text)) if !text.is_empty() => Some(text),
            _ => None,
        };
        Ok(Self {
            event: take("hook_event_name"),
            session: take("session_id"),
            transcript: take("transcript_path"),
            folder: take("cwd"),
            prompt: take("prompt"),
            source: take("source"),
            answer: take("last_assistant_message"),
            agent: take("agent_id"),
        })
    }
}

/// All that there is to read, if it is not too much.
///
/// # Errors
/// Why it cannot be read.
pub fn all_of(input: impl Read) -> Result<Vec<u8>, Unreadable> {
    let mut bytes = Vec::new();
    input.take(MOST_BYTES + 1).read_to_end(&mut bytes).map_err(|error| format!("stdin cannot be read: {error}"))?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(format!("stdin is larger than {MOST_BYTES} bytes"));
    }
    Ok(bytes)
}

/// Bytes as text: UTF-8 with or without its mark, or UTF-16 by its mark; what is none of it is replaced.
fn text(bytes: &[u8]) -> Cow<'_, str> {
    let wide = |of: fn([u8; 2]) -> u16| -> String {
        let units = bytes[2..].chunks_exact(2).map(|pair| of([pair[0], pair[1]]));
        char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
    };
    match bytes {
        [0xff, 0xfe, ..] => Cow::Owned(wide(u16::from_le_bytes)),
        [0xfe, 0xff, ..] => Cow::Owned(wide(u16::from_be_bytes)),
        [0xef, 0xbb, 0xbf, rest @ ..] => String::from_utf8_lossy(rest),
        _ => String::from_utf8_lossy(bytes),
    }
}

/// An answer that adds to the context.
#[derive(Serialize)]
struct HookAnswer<'a> {
    #[serde(rename = "systemMessage", skip_serializing_if = "Option::is_none")]
    told: Option<&'a str>,
    #[serde(rename = "hookSpecificOutput")]
    output: HookOutput<'a>,
}

#[derive(Serialize)]
struct HookOutput<'a> {
    #[serde(rename = "hookEventName")]
    event: &'a str,
    #[serde(rename = "additionalContext")]
    context: &'a str,
}

/// The answer that adds a text to the context, with a line for the person.
pub fn answer(event: &str, context: &str, told: Option<&str>) -> String {
    let answer = HookAnswer { told, output: HookOutput { event, context } };
    serde_json::to_string(&answer).expect("strings are always JSON")
}

/// How long the host takes a text for.
pub fn characters(text: &str) -> usize {
    text.encode_utf16().count()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const SENT: &str = r#"{"session_id":"s","cwd":"/w","prompt":"鍵はどこ？","effort":{"level":"high"},"later":[1]}"#;

    #[test]
    fn known_fields_are_taken_and_others_passed_over() {
        let sent = Sent::of(SENT).expect("JSON");
        assert_eq!(sent.session.as_deref(), Some("s"));
        assert_eq!(sent.prompt.as_deref(), Some("鍵はどこ？"));
        let odd = Sent::of(r#"{"session_id":5,"prompt":null,"cwd":"/w"}"#).expect("JSON");
        assert_eq!((odd.session, odd.prompt, odd.folder.as_deref()), (None, None, Some("/w")));
    }

    #[test]
    fn other_encodings_and_half_characters_are_read() {
        let utf16: Vec<u8> = [0xff, 0xfe].into_iter().chain(SENT.encode_utf16().flat_map(u16::to_le_bytes)).collect();
        let marked = [b"\xef\xbb\xbf", SENT.as_bytes()].concat();
        for bytes in [utf16, marked] {
            assert_eq!(Sent::read(&*bytes).expect("JSON"), Sent::of(SENT).expect("JSON"));
        }
        let half = Sent::of(r#"{"prompt":"cut \ud83d"}"#).expect("JSON");
        assert_eq!(half.prompt.as_deref(), Some("cut \u{fffd}"));
        let latin = Sent::read(&b"{\"prompt\":\"caf\xe9\"}"[..]).expect("JSON");
        assert_eq!(latin.prompt.as_deref(), Some("caf\u{fffd}"));
    }

    #[test]
    fn nothing_is_nothing_and_what_is_no_object_is_refused() {
        assert_eq!(Sent::of(" \n"), Ok(Sent::default()));
        assert!(Sent::of("[]").is_err_and(|why| why.contains("not an object")));
        assert!(Sent::of(&"[".repeat(100_000)).is_err_and(|why| why.contains("not JSON")));
    }

    #[test]
    fn an_answer_is_in_the_shape_that_the_host_reads() {
        let wanted = r#"{"hookSpecificOutput":{"hookEventName":"UserPromptSubmit","additionalContext":"\"x\"\n"}}"#;
        assert_eq!(answer("UserPromptSubmit", "\"x\"\n", None), wanted);
        let told = wanted.replacen('{', r#"{"systemMessage":"recalled 3 of 41","#, 1);
        assert_eq!(answer("UserPromptSubmit", "\"x\"\n", Some("recalled 3 of 41")), told);
        assert_eq!(characters("a思🎈"), 4);
    }

    proptest! {
        #[test]
        fn no_bytes_are_too_much(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
            let _ = Sent::read(&*bytes);
        }

        #[test]
        fn a_prompt_comes_as_it_was_sent(prompt in "(?s).{1,80}") {
            let sent = Sent::of(&serde_json::json!({ "prompt": prompt }).to_string());
            prop_assert_eq!(sent.map(|sent| sent.prompt), Ok(Some(prompt)));
        }
    }
}
