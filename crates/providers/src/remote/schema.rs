//! The shape of an answer in the notations of providers.
//!
//! Written as text, not as a `Value`: that would put the parts in the order of the alphabet, and models answer in the
//! order of the schema.

use omoide_core::ports::Shape;
use serde_json::{Value, json};

/// Which bounds a provider takes in a schema.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bounds {
    /// Of numbers and lists; the length of a text makes it refuse the schema.
    WithoutTexts,
    /// All: whoever holds a model to a grammar cuts no answer in the middle.
    All,
}

/// As JSON Schema, with nothing allowed that is not named.
pub(super) fn json_schema(shape: &Shape, bounds: Bounds) -> String {
    match shape {
        Shape::Parts(parts) => {
            let names: Vec<&str> = parts.iter().map(|(name, _)| *name).collect();
            let properties = in_order(parts, |shape| json_schema(shape, bounds));
            let required = json!(names);
            format!(
                r#"{{"type":"object","properties":{properties},"required":{required},"additionalProperties":false}}"#
            )
        }
        Shape::List(of, many) => {
            let (least, most, items) = (many.start(), many.end(), json_schema(of, bounds));
            format!(r#"{{"type":"array","items":{items},"minItems":{least},"maxItems":{most}}}"#)
        }
        Shape::Text(most) if bounds == Bounds::All => json!({"type": "string", "maxLength": most}).to_string(),
        Shape::Text(_) => json!({"type": "string"}).to_string(),
        Shape::Whole(low, high) => json!({"type": "integer", "minimum": low, "maximum": high}).to_string(),
        Shape::OneOf(words) => json!({"type": "string", "enum": words}).to_string(),
    }
}

/// As the part of OpenAPI's schemas that Gemini knows.
pub(super) fn gemini_schema(shape: &Shape) -> String {
    match shape {
        Shape::Parts(parts) => {
            let names = json!(parts.iter().map(|(name, _)| *name).collect::<Vec<_>>());
            let properties = in_order(parts, gemini_schema);
            format!(r#"{{"type":"OBJECT","properties":{properties},"required":{names},"propertyOrdering":{names}}}"#)
        }
        Shape::List(of, many) => {
            let (least, most, items) = (many.start(), many.end(), gemini_schema(of));
            format!(r#"{{"type":"ARRAY","items":{items},"minItems":{least},"maxItems":{most}}}"#)
        }
        Shape::Text(_) => json!({"type": "STRING"}).to_string(),
        Shape::Whole(low, high) => json!({"type": "INTEGER", "minimum": low, "maximum": high}).to_string(),
        Shape::OneOf(words) => json!({"type": "STRING", "enum": words}).to_string(),
    }
}

fn in_order(parts: &[(&'static str, Shape)], schema: impl Fn(&Shape) -> String) -> String {
    let parts: Vec<String> = parts.iter().map(|(name, shape)| format!("{}:{}", json!(name), schema(shape))).collect();
    format!("{{{}}}", parts.join(","))
}

/// What stands in a body where its schema will be. No text that is asked about is just this.
const PLACE: &str = "\u{0}schema\u{0}";

/// A mark for the place of the schema in a body.
pub(super) fn place() -> Value {
    Value::from(PLACE)
}

/// A body with the schema at its place.
pub(super) fn placed(body: &Value, schema: &str) -> String {
    body.to_string().replacen(&place().to_string(), schema, 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape() -> Shape {
        Shape::Parts(vec![
            ("valence", Shape::OneOf(vec!["positive", "neutral"])),
            ("arousal", Shape::Whole(0, 100)),
            ("keywords", Shape::List(Box::new(Shape::Text(60)), 1..=8)),
        ])
    }

    fn read(text: &str) -> Value {
        serde_json::from_str(text).expect("a schema is JSON")
    }

    #[test]
    fn a_shape_is_written_in_both_notations() {
        let schema = read(&json_schema(&shape(), Bounds::All));
        assert_eq!(schema["required"], json!(["valence", "arousal", "keywords"]));
        assert_eq!(schema["additionalProperties"], false);
        assert_eq!(schema["properties"]["arousal"]["maximum"], 100);
        assert_eq!(schema["properties"]["keywords"]["minItems"], 1);
        assert_eq!(schema["properties"]["keywords"]["maxItems"], 8);
        assert_eq!(schema["properties"]["keywords"]["items"]["maxLength"], 60);
        let gemini = read(&gemini_schema(&shape()));
        assert_eq!(gemini["properties"]["keywords"]["items"]["type"], "STRING");
        assert_eq!(gemini["propertyOrdering"], gemini["required"]);
        assert!(gemini.get("additionalProperties").is_none());
    }

    #[test]
    fn parts_are_in_their_order_and_not_in_that_of_the_alphabet() {
        for text in [json_schema(&shape(), Bounds::WithoutTexts), gemini_schema(&shape())] {
            let at = |name: &str| text.find(&format!("\"{name}\":")).expect("it is there");
            assert!(at("valence") < at("arousal") && at("arousal") < at("keywords"), "{text}");
        }
    }

    #[test]
    fn the_length_of_a_text_is_only_told_to_whoever_takes_it() {
        assert!(!json_schema(&shape(), Bounds::WithoutTexts).contains("maxLength"));
        assert!(!gemini_schema(&shape()).contains("maxLength"));
    }

    #[test]
    fn a_schema_is_put_at_its_place_and_nowhere_else() {
        let said = format!("\"{PLACE}\" and {}", place());
        let body = read(&placed(&json!({"content": said, "format": place()}), "{\"type\":\"object\"}"));
        assert_eq!(body, json!({"content": said, "format": {"type": "object"}}));
    }
}
