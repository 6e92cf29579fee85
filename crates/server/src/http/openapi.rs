//! The documentation of the API, made from the table of routes and the types that they take and give.

use schemars::SchemaGenerator;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

use super::route::Route;
use super::v1;
use crate::Code;
use crate::rights::Operation;

/// The whole document, as OpenAPI 3.1.
pub fn document() -> Value {
    of(&v1::routes())
}

/// The document of some routes.
pub fn of(routes: &[Route]) -> Value {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.definitions_path = "/components/schemas".into();
        settings.meta_schema = None;
    });
    let mut generator = settings.into_generator();
    let mut paths: Map<String, Value> = Map::new();
    // What others have defined is documented by them.
    let ours = |route: &&Route| !["/mem0", "/mcp", "/hooks"].iter().any(|beginning| route.path.starts_with(beginning));
    for route in routes.iter().filter(ours) {
        let operation = operation(route, &mut generator);
        let path = paths.entry(route.path.to_owned()).or_insert_with(|| json!({}));
        path[route.method.as_str().to_ascii_lowercase()] = operation;
    }
    let mut schemas = generator.take_definitions(true);
    schemas.insert("Problem".to_owned(), problem());
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Omoide",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "A human-like long-term memory for AI agents.",
            "license": { "name": "Apache-2.0", "identifier": "Apache-2.0" },
        },
        "paths": paths,
        "components": {
            "schemas": schemas,
            "securitySchemes": { "key": { "type": "http", "scheme": "bearer" } },
            "responses": { "Problem": {
                "description": "What went wrong; `code` is the word to go by.",
                "content": { "application/problem+json": { "schema": { "$ref": "#/components/schemas/Problem" } } },
            } },
        },
    })
}

fn operation(route: &Route, generator: &mut SchemaGenerator) -> Value {
    let mut parameters: Vec<Value> = places(route.path).map(in_path).collect();
    if let Some(query) = route.query {
        parameters.extend(in_query(query(generator).to_value()));
    }
    let mut good = json!({ "description": route.summary });
    if let Some(schema) = route.gives.schema {
        good["content"] = json!({ route.gives.media_type: { "schema": schema(generator) } });
    } else if !route.gives.media_type.is_empty() {
        good["content"] = json!({ route.gives.media_type: { "schema": { "type": "string" } } });
    }
    let mut operation = json!({
        "operationId": route.name,
        "summary": route.summary,
        "responses": {
            route.gives.status.to_string(): good,
            "default": { "$ref": "#/components/responses/Problem" },
        },
    });
    if !parameters.is_empty() {
        operation["parameters"] = json!(parameters);
    }
    if let Some(taken) = &route.body {
        operation["requestBody"] = json!({
            "required": taken.is_required,
            "content": { taken.media_type: { "schema": (taken.schema)(generator) } },
        });
    }
    if let Some(right) = route.operation.map(Operation::right) {
        operation["security"] = json!([{ "key": [] }]);
        operation["description"] = json!(format!("Needs the right `{}`.", right.name()));
    }
    operation
}

/// The names of the places in a path.
fn places(path: &str) -> impl Iterator<Item = &str> {
    path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'))
}

fn in_path(name: &str) -> Value {
    let (schema, description) = match name {
        "mind" => (json!({ "type": "string", "pattern": "^[A-Za-z0-9_-]{1,64}$" }), "The mind."),
        _ => {
            let schema = json!({ "type": "string", "pattern": "^[A-Za-z0-9_-]{1,64}$" });
            (schema, "A memory: its id, its handle, or the beginning of either.")
        }
    };
    json!({ "name": name, "in": "path", "required": true, "schema": schema, "description": description })
}

fn in_query(schema: Value) -> Vec<Value> {
    let required: Vec<&str> = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let properties = schema["properties"].as_object().into_iter().flatten();
    properties
        .map(|(name, property)| {
            let mut property = property.clone();
            let description = property.as_object_mut().and_then(|fields| fields.remove("description"));
            no_null(&mut property);
            json!({
                "name": name,
                "in": "query",
                "required": required.contains(&name.as_str()),
                "schema": property,
                "description": description,
            })
        })
        .collect()
}

/// In a question there is no null: what is not given is not there.
fn no_null(schema: &mut Value) {
    let Some(fields) = schema.as_object_mut() else { return };
    if let Some(Value::Array(types)) = fields.get_mut("type") {
        types.retain(|name| name != "null");
        if let [only] = types.as_slice() {
            let only = only.clone();
            fields.insert("type".to_owned(), only);
        }
    }
    if fields.get("default") == Some(&Value::Null) {
        fields.remove("default");
    }
}

fn problem() -> Value {
    let codes: Vec<&str> = Code::ALL.iter().map(|code| code.name()).collect();
    json!({
        "type": "object",
        "description": "What went wrong (RFC 9457).",
        "required": ["type", "title", "status", "code"],
        "properties": {
            "type": { "type": "string", "format": "uri" },
            "title": { "type": "string" },
            "status": { "type": "integer", "minimum": 400, "maximum": 599 },
            "detail": { "type": "string" },
            "code": { "type": "string", "enum": codes },
            "request_id": { "type": "string" },
        },
    })
}

/// The table of errors, for the documentation.
pub fn table_of_errors() -> String {
    let rows: Vec<String> = Code::ALL
        .iter()
        .map(|code| format!("| `{}` | {} | {} |\n", code.name(), code.status(), code.title()))
        .collect();
    format!("| code | status | means |\n|---|---|---|\n{}", rows.concat())
}
