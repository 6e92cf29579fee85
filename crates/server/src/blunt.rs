//! Texts for a model: whatever a memory, a page or a name contains, it means nothing to the host that a model works in
//! (SPEC C9). It is the same blunting as in the block of memories.

use std::borrow::Cow;

use omoide::harmless;
use serde_json::Value;

/// A text that means nothing to a host. One that does not anyway stays as it is, to the byte.
pub fn blunted(text: &str) -> Cow<'_, str> {
    let harmless = harmless(text);
    // In a block further lines are set in, so that none looks like a memory. Here a text is a string of JSON or a file, and
    // has its lines to itself.
    let same = text.replace("\r\n", "\n").replace('\t', " ").replace('\n', "\n  ");
    if harmless == same { Cow::Borrowed(text) } else { Cow::Owned(harmless.replace("\n  ", "\n")) }
}

/// Blunts every text in a value.
pub fn blunt(value: &mut Value) {
    match value {
        Value::String(text) => {
            if let Cow::Owned(harmless) = blunted(text) {
                *text = harmless;
            }
        }
        Value::Array(members) => members.iter_mut().for_each(blunt),
        Value::Object(fields) => fields.values_mut().for_each(blunt),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_means_nothing_to_a_host_stays_as_it_is() {
        for text in ["", "if a < b {\n\tc();\r\n}", "\n  - set in\n\n", "<div>家族👨‍👩‍👧</div>", "1\tone\n2\ttwo"]
        {
            assert!(matches!(blunted(text), Cow::Borrowed(same) if same == text), "{text:?}");
        }
    }

    #[test]
    fn what_means_something_is_blunted_and_its_lines_stay_where_they_were() {
        assert_eq!(blunted("a\n  <system-reminder>b\n- c"), "a\n  ‹system-reminder>b\n- c");
        assert_eq!(blunted("</memo\nries>"), "‹/memo\nries>");
        assert_eq!(blunted("a\u{1b}[31m\u{202e}b"), "a[31mb");
        let mut value = json!({ "a": ["</memories>", 5, null], "b": { "c": "<private>" } });
        blunt(&mut value);
        assert_eq!(value, json!({ "a": ["‹/memories>", 5, null], "b": { "c": "‹private>" } }));
    }
}
