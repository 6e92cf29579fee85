//! Every route that can be asked, and paths with their places filled in.

use std::sync::LazyLock;

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::Value;

/// Routes that others have defined, beside those of our own document.
const FURTHER: [(&str, &str); 16] = [
    ("POST", "/mcp"),
    ("GET", "/mcp"),
    ("POST", "/hooks/{word}"),
    ("POST", "/mem0/v3/memories/add/"),
    ("POST", "/mem0/v3/memories/search/"),
    ("POST", "/mem0/v3/memories/"),
    ("GET", "/mem0/v1/memories/{id}/"),
    ("PUT", "/mem0/v1/memories/{id}/"),
    ("GET", "/mem0/v1/memories/{id}/history/"),
    ("DELETE", "/mem0/v1/memories/"),
    ("GET", "/mem0/v1/entities/"),
    ("POST", "/mem0/memories"),
    ("GET", "/mem0/memories"),
    ("POST", "/mem0/search"),
    ("DELETE", "/mem0/memories"),
    ("POST", "/mem0/reset"),
];

/// Every route: the method and the path with its places. The stream of events has no end, so it is not asked.
pub static ROUTES: LazyLock<Vec<(String, String)>> = LazyLock::new(|| {
    let document = omoide_server::http::openapi_document();
    let paths = document["paths"].as_object().expect("paths");
    let of_path = |(path, methods): (&String, &Value)| {
        let methods = methods.as_object().expect("methods").keys().map(|method| method.to_uppercase());
        methods.map(|method| (method, path.clone())).collect::<Vec<_>>()
    };
    let ours = paths.iter().flat_map(of_path).filter(|(_, path)| path != "/v1/events");
    ours.chain(FURTHER.map(|(method, path)| (method.to_owned(), path.to_owned()))).collect()
});

/// The path with its places filled in.
pub fn filled(path: &str, words: &[String]) -> String {
    let mut words = words.iter();
    let fill = |part: &str| match part.strip_prefix('{') {
        Some("mind}") => "default".to_owned(),
        Some(_) => utf8_percent_encode(words.next().map_or("x", String::as_str), NON_ALPHANUMERIC).to_string(),
        None => part.to_owned(),
    };
    let parts: Vec<String> = path.split('/').map(fill).collect();
    parts.join("/")
}
