//! Every route that can be asked, and paths with their places filled in.

use std::sync::LazyLock;

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

/// Every route: the method and the path with its places. The stream of events has no end, so it is not asked.
pub static ROUTES: LazyLock<Vec<(String, String)>> = LazyLock::new(|| {
    let all = omoide_server::http::route_table();
    let asked = all.into_iter().filter(|(_, path, _)| *path != "/v1/events");
    // A client of MCP may ask for a stream, which there is none of.
    let further = [("GET".to_owned(), "/mcp".to_owned())];
    asked.map(|(method, path, _)| (method, path.to_owned())).chain(further).collect()
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
