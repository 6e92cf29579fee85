//! What a client of mem0 wants to configure. A server is configured where it runs, so nothing can be changed from here:
//! what is so already is confirmed, and everything else is refused by its name, with the way to set it.

use omoide_core::Parameters;
use serde_json::{Map, Value, json};

use super::super::App;
use super::super::call::HttpCall;
use crate::Failure;

/// The form of answers, as mem0 numbers it.
const VERSION: &str = "v1.1";

/// How the language model is chosen.
const LLM: &str =
    "choose it on the machine of the server, then restart the server: omoide provider use PROVIDER --model MODEL";
/// How the embedder is chosen.
const EMBEDDER: &str = "choose it on the machine of the server, then restart the server: omoide models use NAME, or \
                        omoide provider use PROVIDER --embedding";
/// How the store is chosen.
const STORE: &str = "memories are in the server's own store; choose its folder when it is started: \
                     omoide serve --data-dir DIR";
/// What is said of prompts.
const PROMPT: &str = "turns are remembered as they were said, without a prompt; leave it out";
/// What is said of everything else.
const UNKNOWN: &str = "unknown setting; leave it out";

/// Confirms a configuration that is in force.
pub fn configure(app: &App, call: &HttpCall) -> Result<Value, Failure> {
    let wished: Map<String, Value> = call.json()?;
    let refused = refused(&wished, app.engine.parameters());
    if refused.is_empty() {
        return Ok(json!({ "message": "Configuration set successfully" }));
    }
    Err(Failure::invalid(refused.join("; ")))
}

/// What of a configuration is not in force, field by field. Values are not repeated: one may be a key.
fn refused(wished: &Map<String, Value>, parameters: &Parameters) -> Vec<String> {
    let (llm, embedding) = (&parameters.llm, &parameters.embedding);
    let mut in_force = vec![
        ("version", json!(VERSION)),
        ("llm.provider", json!(llm.provider.name())),
        ("llm.config.model", json!(llm.model)),
        ("embedder.provider", json!(embedding.provider.name())),
        ("embedder.config.model", json!(embedding.model)),
    ];
    if embedding.dimensions > 0 {
        in_force.push(("embedder.config.embedding_dims", json!(embedding.dimensions)));
    }
    let mut fields = Vec::new();
    for (name, value) in wished {
        flatten(name, value, &mut fields);
    }
    let is_refused =
        |(path, value): &(String, &Value)| !in_force.iter().any(|(known, is)| known == path && is == *value);
    let refused = fields.into_iter().filter(is_refused);
    refused
        .map(|(path, _)| {
            let now = in_force.iter().find(|(known, _)| *known == path).map(|(_, is)| format!("is {is} here; "));
            format!("{path}: {}{}", now.unwrap_or_default(), way_out(&path))
        })
        .collect()
}

/// The values below a field, by their whole path; what is null or empty wishes for nothing.
fn flatten<'v>(path: &str, value: &'v Value, fields: &mut Vec<(String, &'v Value)>) {
    match value {
        Value::Null => {}
        Value::Object(inner) => {
            inner.iter().for_each(|(name, value)| flatten(&format!("{path}.{name}"), value, fields))
        }
        value => fields.push((path.to_owned(), value)),
    }
}

fn way_out(path: &str) -> &'static str {
    match path.split('.').next().unwrap_or_default() {
        "version" => "answers have that form; leave it out",
        "llm" => LLM,
        "embedder" => EMBEDDER,
        "vector_store" | "history_db_path" => STORE,
        "custom_fact_extraction_prompt" | "custom_update_memory_prompt" | "custom_instructions" | "custom_prompt" => {
            PROMPT
        }
        _ => UNKNOWN,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(wished: &Value) -> Vec<String> {
        refused(wished.as_object().expect("an object"), &Parameters::default())
    }

    #[test]
    fn what_is_so_already_is_no_change() {
        let parameters = Parameters::default();
        let same = json!({
            "version": "v1.1",
            "llm": { "provider": parameters.llm.provider.name(), "config": { "model": parameters.llm.model } },
            "embedder": { "provider": "builtin", "config": { "model": parameters.embedding.model } },
            "graph_store": null,
            "vector_store": {},
        });
        assert_eq!(told(&same), Vec::<String>::new());
        assert_eq!(told(&json!({})), Vec::<String>::new());
    }

    #[test]
    fn what_cannot_be_obeyed_is_named_with_the_way_out_and_without_its_value() {
        let told = told(&json!({
            "llm": { "provider": "openai", "config": { "model": "gpt-4o", "api_key": "sk-secret" } },
            "vector_store": { "provider": "qdrant" },
            "custom_fact_extraction_prompt": "Only names.",
            "reranker": true,
        }));
        let line = |path: &str| told.iter().find(|line| line.starts_with(&format!("{path}: "))).expect(path).clone();
        assert!(
            line("llm.provider").contains("is \"none\" here") && line("llm.provider").contains("omoide provider use")
        );
        assert!(line("llm.config.api_key").contains("omoide provider use"));
        assert!(line("vector_store.provider").contains("--data-dir"));
        assert!(line("custom_fact_extraction_prompt").contains("without a prompt"));
        assert!(line("reranker").contains("leave it out"));
        assert!(!told.concat().contains("sk-secret") && !told.concat().contains("qdrant"));
    }
}
