//! JSON as text: where its values stand, and edits that leave every other byte as it is.
//!
//! The settings of a host are someone's work: their order, indentation and line ends are kept. So nothing is
//! parsed and printed again; an edit puts text in at one place, or takes it out.

use omoide_home::half_characters::whole_characters;
use serde::Serialize;
use serde_json::Value;

/// A value in a text: from where to where, and what is in it.
#[derive(Clone, Debug)]
pub struct JsonNode {
    start: usize,
    end: usize,
    body: Body,
}

#[derive(Clone, Debug)]
enum Body {
    Object(Vec<Member>),
    Array(Vec<JsonNode>),
    Scalar,
}

#[derive(Clone, Debug)]
struct Member {
    key: String,
    start: usize,
    value: JsonNode,
}

/// A step into a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum JsonStep<'a> {
    /// To a member of an object.
    Key(&'a str),
    /// To an element of an array.
    At(usize),
}

/// The text with a member added at the end of the object at `path`; none if there is no such object.
pub fn append_member(text: &str, path: &[JsonStep<'_>], key: &str, value: &impl Serialize) -> Option<String> {
    append(text, path, &JsonItem { key: Some(key), value })
}

/// The text with an element added at the end of the array at `path`; none if there is no such array.
pub fn append_element(text: &str, path: &[JsonStep<'_>], value: &impl Serialize) -> Option<String> {
    append(text, path, &JsonItem { key: None, value })
}

/// The text without the member or element at `path`, and without the comma that went with it.
pub fn remove(text: &str, path: &[JsonStep<'_>]) -> Option<String> {
    let (last, above) = path.split_last()?;
    let root = scan(text)?;
    let container = root.at(above)?;
    let place = container.place(*last)?;
    let spans = container.spans();
    let (start, end) = spans[place];
    let (from, to) = if place > 0 {
        (spans[place - 1].1, end)
    } else if let Some((next, _)) = spans.get(1) {
        (start, *next)
    } else {
        (container.start + 1, container.end - 1)
    };
    Some(format!("{}{}", &text[..from], &text[to..]))
}

/// What a text says.
///
/// # Errors
/// When it is no JSON.
pub fn parse(text: &str) -> serde_json::Result<Value> {
    serde_json::from_str(&whole_characters(text))
}

/// Where the values of a text stand; none unless it is JSON.
fn scan(text: &str) -> Option<JsonNode> {
    // Only what is known to be JSON is walked, and only as deep as that parser goes.
    let text = whole_characters(text);
    serde_json::from_str::<Value>(&text).ok()?;
    Scanner { text: &text, at: 0 }.value()
}

impl JsonNode {
    fn at(&self, path: &[JsonStep<'_>]) -> Option<&Self> {
        let Some((first, rest)) = path.split_first() else { return Some(self) };
        let place = self.place(*first)?;
        match &self.body {
            Body::Object(members) => members[place].value.at(rest),
            Body::Array(elements) => elements[place].at(rest),
            Body::Scalar => None,
        }
    }

    /// Of two members with one name, the last counts, as for every reader of JSON.
    fn place(&self, step: JsonStep<'_>) -> Option<usize> {
        match (&self.body, step) {
            (Body::Object(members), JsonStep::Key(key)) => members.iter().rposition(|member| member.key == key),
            (Body::Array(elements), JsonStep::At(place)) => (place < elements.len()).then_some(place),
            _ => None,
        }
    }

    fn spans(&self) -> Vec<(usize, usize)> {
        match &self.body {
            Body::Object(members) => members.iter().map(|member| (member.start, member.value.end)).collect(),
            Body::Array(elements) => elements.iter().map(|element| (element.start, element.end)).collect(),
            Body::Scalar => Vec::new(),
        }
    }
}

/// What is added to a container.
struct JsonItem<'a, T> {
    key: Option<&'a str>,
    value: &'a T,
}

impl<T: Serialize> JsonItem<'_, T> {
    fn on_one_line(&self) -> Option<String> {
        let value = serde_json::to_string(self.value).ok()?;
        Some(match self.key {
            Some(key) => format!("{}: {value}", serde_json::to_string(key).ok()?),
            None => value,
        })
    }

    /// Over several lines; those after the first begin with `indent`.
    fn on_lines(&self, indent: &str, habits: &Habits<'_>) -> Option<String> {
        let mut out = Vec::new();
        let formatter = serde_json::ser::PrettyFormatter::with_indent(habits.unit.as_bytes());
        self.value.serialize(&mut serde_json::Serializer::with_formatter(&mut out, formatter)).ok()?;
        let value = String::from_utf8(out).ok()?.replace('\n', &format!("{}{indent}", habits.newline));
        Some(match self.key {
            Some(key) => format!("{}: {value}", serde_json::to_string(key).ok()?),
            None => value,
        })
    }
}

fn append<T: Serialize>(text: &str, path: &[JsonStep<'_>], item: &JsonItem<'_, T>) -> Option<String> {
    let root = scan(text)?;
    let container = root.at(path)?;
    match (&container.body, item.key) {
        (Body::Object(_), Some(_)) | (Body::Array(_), None) => {}
        _ => return None,
    }
    let habits = Habits::of(text, &root);
    let spans = container.spans();
    let (at, until, added) = match (spans.first(), spans.last()) {
        (Some((first, _)), Some((_, end))) => {
            let lead = &text[container.start + 1..*first];
            let added = match lead.rsplit_once('\n') {
                Some((_, indent)) => format!(",{}{indent}{}", habits.newline, item.on_lines(indent, &habits)?),
                None => format!(", {}", item.on_one_line()?),
            };
            (*end, *end, added)
        }
        _ if !path.is_empty() && !text.trim_end().contains('\n') => {
            (container.start + 1, container.end - 1, item.on_one_line()?)
        }
        _ => {
            let outer = indent_of_line(text, container.start);
            let inner = format!("{outer}{}", habits.unit);
            let newline = habits.newline;
            let added = format!("{newline}{inner}{}{newline}{outer}", item.on_lines(&inner, &habits)?);
            (container.start + 1, container.end - 1, added)
        }
    };
    Some(format!("{}{added}{}", &text[..at], &text[until..]))
}

/// How the text is laid out.
struct Habits<'a> {
    newline: &'static str,
    unit: &'a str,
}

impl<'a> Habits<'a> {
    fn of(text: &'a str, root: &JsonNode) -> Self {
        let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
        let first = root.spans().first().map(|(start, _)| &text[root.start + 1..*start]);
        let indent = first.and_then(|lead| lead.rsplit_once('\n')).map(|(_, indent)| indent);
        Self { newline, unit: indent.filter(|indent| !indent.is_empty()).unwrap_or("  ") }
    }
}

/// The blanks that the line of this place begins with.
fn indent_of_line(text: &str, at: usize) -> &str {
    let line = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
    let blanks = text[line..at].len() - text[line..at].trim_start_matches([' ', '\t']).len();
    &text[line..line + blanks]
}

/// Walks over JSON that is known to be sound.
struct Scanner<'a> {
    text: &'a str,
    at: usize,
}

impl Scanner<'_> {
    fn value(&mut self) -> Option<JsonNode> {
        self.blanks();
        let start = self.at;
        let body = match self.peek()? {
            b'{' => Body::Object(self.members()?),
            b'[' => Body::Array(self.elements()?),
            b'"' => {
                self.string()?;
                Body::Scalar
            }
            _ => {
                while self.peek().is_some_and(|byte| !matches!(byte, b',' | b']' | b'}') && !byte.is_ascii_whitespace())
                {
                    self.at += 1;
                }
                Body::Scalar
            }
        };
        Some(JsonNode { start, end: self.at, body })
    }

    fn members(&mut self) -> Option<Vec<Member>> {
        let mut members = Vec::new();
        while self.goes_on(b'}')? {
            let start = self.at;
            let key = self.string()?;
            self.blanks();
            self.at += 1;
            members.push(Member { key, start, value: self.value()? });
        }
        Some(members)
    }

    fn elements(&mut self) -> Option<Vec<JsonNode>> {
        let mut elements = Vec::new();
        while self.goes_on(b']')? {
            elements.push(self.value()?);
        }
        Some(elements)
    }

    /// Steps over an opening bracket, a comma or the closing bracket; whether another child follows.
    fn goes_on(&mut self, closing: u8) -> Option<bool> {
        self.blanks();
        if self.peek()? != closing {
            self.at += 1;
            self.blanks();
        }
        if self.peek()? == closing {
            self.at += 1;
            return Some(false);
        }
        Some(true)
    }

    fn string(&mut self) -> Option<String> {
        let start = self.at;
        self.at += 1;
        while self.peek()? != b'"' {
            self.at += if self.peek()? == b'\\' { 2 } else { 1 };
        }
        self.at += 1;
        serde_json::from_str(&self.text[start..self.at]).ok()
    }

    fn blanks(&mut self) {
        while self.peek().is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.at += 1;
        }
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_member_is_added_in_the_texts_own_manner() {
        let tabs = "{\r\n\t\"a\": [1,2]\r\n}";
        let after = append_member(tabs, &[], "b", &json!({ "c": 1 })).expect("an object");
        assert_eq!(after, "{\r\n\t\"a\": [1,2],\r\n\t\"b\": {\r\n\t\t\"c\": 1\r\n\t}\r\n}");
        let line = append_member("{\"a\":1}", &[], "b", &json!({ "c": 1 })).expect("an object");
        assert_eq!(line, "{\"a\":1, \"b\": {\"c\":1}}");
        assert_eq!(append_member("{}", &[], "b", &1).expect("an object"), "{\n  \"b\": 1\n}");
        let inner = append_element("{\n  \"a\": []\n}\n", &[JsonStep::Key("a")], &1).expect("an array");
        assert_eq!(inner, "{\n  \"a\": [\n    1\n  ]\n}\n");
    }

    #[test]
    fn what_was_added_is_removed_without_a_trace() {
        for text in ["{\n    \"a\": 1\n}\n", "{ \"a\" : 1 }", "{}", "{\"a\":{\"x\\\"\\\\\":[]},\"日本\":\"}]\"}"] {
            let after = append_member(text, &[], "b", &json!([1])).expect("an object");
            assert_eq!(remove(&after, &[JsonStep::Key("b")]).as_deref(), Some(text));
        }
    }

    #[test]
    fn the_first_of_several_goes_with_its_comma() {
        let text = "[ 1 , 2 , 3 ]";
        assert_eq!(remove(text, &[JsonStep::At(0)]).as_deref(), Some("[ 2 , 3 ]"));
        assert_eq!(remove(text, &[JsonStep::At(1)]).as_deref(), Some("[ 1 , 3 ]"));
        assert_eq!(remove(text, &[JsonStep::At(3)]), None);
    }

    #[test]
    fn of_two_members_with_one_name_the_last_counts() {
        let text = "{\"a\": [], \"a\": [1]}";
        assert_eq!(remove(text, &[JsonStep::Key("a"), JsonStep::At(0)]).as_deref(), Some("{\"a\": [], \"a\": []}"));
    }

    #[test]
    fn half_a_character_is_neither_refused_nor_changed() {
        let text = r#"{"cut": "\ud83d", "\uDE00": "\\ud83d", "c": "\\"}"#;
        let after = append_member(text, &[], "b", &1).expect("an object");
        assert_eq!(after, text.replace('}', ", \"b\": 1}"));
        assert_eq!(remove(&after, &[JsonStep::Key("b")]).as_deref(), Some(text));
        assert_eq!(parse(text).expect("JSON")["\u{fffd}"], "\\ud83d", "an escaped backslash is no escape");
        assert!(parse(r#"{"a": "\ud83"}"#).is_err() && parse("\"\\").is_err());
    }

    #[test]
    fn what_is_not_there_or_no_json_is_left() {
        assert_eq!(append_member("[]", &[], "a", &1), None);
        assert_eq!(append_element("{\"a\": 1}", &[JsonStep::Key("a")], &1), None);
        assert_eq!(append_member("{", &[], "a", &1), None);
        assert_eq!(remove("{}", &[JsonStep::Key("a")]), None);
        assert_eq!(remove("{}", &[]), None);
    }
}
