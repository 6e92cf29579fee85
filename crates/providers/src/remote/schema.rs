//! The shape of an answer in the notations of providers.

use omoide_core::ports::Shape;
use serde_json::{Map, Value, json};

/// As JSON Schema, with nothing allowed that is not named.
pub(super) fn json_schema(shape: &Shape) -> Value {
    match shape {
        Shape::Parts(parts) => {
            let names: Vec<&str> = parts.iter().map(|(name, _)| *name).collect();
            let properties: Map<String, Value> =
                parts.iter().map(|(name, shape)| ((*name).to_owned(), json_schema(shape))).collect();
            json!({"type": "object", "properties": properties, "required": names, "additionalProperties": false})
        }
        Shape::List(of, most) => json!({"type": "array", "items": json_schema(of), "maxItems": most}),
        Shape::Text => json!({"type": "string"}),
        Shape::Whole(low, high) => json!({"type": "integer", "minimum": low, "maximum": high}),
        Shape::OneOf(words) => json!({"type": "string", "enum": words}),
    }
}

/// As the part of OpenAPI's schemas that Gemini knows.
pub(super) fn gemini_schema(shape: &Shape) -> Value {
    match shape {
        Shape::Parts(parts) => {
            let names: Vec<&str> = parts.iter().map(|(name, _)| *name).collect();
            let properties: Map<String, Value> =
                parts.iter().map(|(name, shape)| ((*name).to_owned(), gemini_schema(shape))).collect();
            json!({"type": "OBJECT", "properties": properties, "required": names, "propertyOrdering": names})
        }
        Shape::List(of, most) => json!({"type": "ARRAY", "items": gemini_schema(of), "maxItems": most}),
        Shape::Text => json!({"type": "STRING"}),
        Shape::Whole(low, high) => json!({"type": "INTEGER", "minimum": low, "maximum": high}),
        Shape::OneOf(words) => json!({"type": "STRING", "enum": words}),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shape_is_written_in_both_notations() {
        let shape = Shape::Parts(vec![
            ("valence", Shape::OneOf(vec!["positive", "neutral"])),
            ("arousal", Shape::Whole(0, 100)),
            ("keywords", Shape::List(Box::new(Shape::Text), 8)),
        ]);
        let schema = json_schema(&shape);
        assert_eq!(schema["required"], json!(["valence", "arousal", "keywords"]));
        assert_eq!(schema["additionalProperties"], false);
        assert_eq!(schema["properties"]["arousal"]["maximum"], 100);
        assert_eq!(schema["properties"]["keywords"]["maxItems"], 8);
        let gemini = gemini_schema(&shape);
        assert_eq!(gemini["properties"]["keywords"]["items"]["type"], "STRING");
        assert_eq!(gemini["propertyOrdering"], gemini["required"]);
        assert!(gemini.get("additionalProperties").is_none());
    }
}
