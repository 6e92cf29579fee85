//! A JSON schema of `omoide.toml`, made from the parameters' own descriptions.

use omoide_core::Parameters;
use omoide_core::parameters::{Limits, Parameter, Value};
use serde_json::{Map, Value as Json, json};

/// The schema.
pub fn schema() -> Json {
    let mut sections = Map::new();
    Parameters::default().visit(&mut |parameter, value| {
        let mut here = &mut sections;
        let mut parts = parameter.path.split('.').peekable();
        while let Some(part) = parts.next() {
            if parts.peek().is_none() {
                here.insert(part.to_owned(), describe(&parameter, value));
                return;
            }
            let table = here
                .entry(part)
                .or_insert_with(|| json!({ "type": "object", "additionalProperties": false, "properties": {} }));
            let Some(Json::Object(inner)) = table.get_mut("properties") else { return };
            here = inner;
        }
    });
    let mut properties = sections.clone();
    properties.insert(
        "profiles".to_owned(),
        json!({
            "type": "object",
            "description": "Overlays by name, chosen with --profile.",
            "additionalProperties": { "$ref": "#/$defs/parameters" },
        }),
    );
    properties.insert(
        "folders".to_owned(),
        json!({
            "type": "object",
            "description": "What hooks may do in a folder and below it, by its path; a .omoide file there can say the same.",
            "additionalProperties": {
                "type": "object",
                "additionalProperties": false,
                "properties": {
                    "mind": { "type": "string", "description": "Whose memory it is." },
                    "private": { "type": "boolean", "description": "Neither remember nor recall." },
                    "remember": { "type": "boolean", "description": "Whether turns are remembered." },
                    "recall": { "type": "boolean", "description": "Whether anything is recalled." },
                },
            },
        }),
    );
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "omoide.toml",
        "type": "object",
        "additionalProperties": false,
        "properties": properties,
        "$defs": {
            "parameters": { "type": "object", "additionalProperties": false, "properties": sections },
        },
    })
}

fn describe(parameter: &Parameter, default: Value) -> Json {
    let description = format!("{} ({}; {})", parameter.summary, parameter.unit, parameter.section);
    let (kind, default) = match default {
        Value::Number(number) => ("number", json!(number)),
        Value::Count(number) => ("integer", json!(number)),
        Value::Switch(switch) => ("boolean", json!(switch)),
        Value::Word(word) => ("string", json!(word)),
        Value::Text(text) => ("string", json!(text)),
        Value::Names(names) => ("array", json!(names)),
    };
    let mut schema = json!({ "type": kind, "description": description, "default": default });
    match parameter.limits {
        Limits::Between(low, high) if kind == "integer" => {
            schema["minimum"] = json!(low as i64);
            schema["maximum"] = json!(high as i64);
        }
        Limits::Between(low, high) => {
            schema["minimum"] = json!(low);
            schema["maximum"] = json!(high);
        }
        Limits::OneOf(words) => schema["enum"] = json!(words),
        Limits::Switch => {}
        Limits::Line(most) => {
            schema["minLength"] = json!(1);
            schema["maxLength"] = json!(most);
        }
        Limits::Names(most) => {
            schema["items"] = json!({ "type": "string" });
            schema["maxItems"] = json!(most);
        }
        Limits::SwitchOrNames(most) => {
            schema["type"] = json!(["boolean", "array"]);
            schema["items"] = json!({ "type": "string" });
            schema["maxItems"] = json!(most);
        }
    }
    schema
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_parameter_stands_in_the_schema_with_its_description() {
        let schema = schema();
        for parameter in Parameters::table() {
            let pointer = format!("/properties/{}", parameter.path.replace('.', "/properties/"));
            let found = schema.pointer(&pointer).unwrap_or_else(|| panic!("{pointer}"));
            assert!(found["description"].as_str().is_some_and(|text| text.starts_with(parameter.summary)));
        }
        assert!(schema.pointer("/properties/profiles").is_some());
    }
}
