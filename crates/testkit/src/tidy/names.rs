//! One type name means one thing in the workspace.

use std::collections::BTreeMap;

use super::TextFile;

/// A name that may stand for several types: what a command or a tool takes. `commands::list::Args` is never seen without
/// its module.
const SHARED: &str = "Args";

/// The folder whose types are the JSON forms of others, and have their names: they become the names in the OpenAPI
/// document.
const WIRE: &str = "/wire/";

/// Type names that are used for more than one type, in words.
pub fn repeated_types(files: &[TextFile]) -> Vec<String> {
    let mut places: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for file in files.iter().filter(|file| is_code(&file.path)) {
        for name in types(&file.text) {
            places.entry(name).or_default().push(&file.path);
        }
    }
    places.retain(|name, paths| paths.len() > 1 && *name != SHARED);
    places
        .into_iter()
        .map(|(name, paths)| format!("{name} is the name of {} types: {}", paths.len(), paths.join(", ")))
        .collect()
}

/// Whether types of a file are those of the program: tests may name theirs as they like.
fn is_code(path: &str) -> bool {
    let is_test = path.ends_with("tests.rs") || path.contains("/tests/");
    path.starts_with("crates/") && path.contains("/src/") && path.ends_with(".rs") && !is_test && !path.contains(WIRE)
}

/// The types that a file defines before its tests.
fn types(source: &str) -> Vec<&str> {
    let code = source.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
    code.lines().filter_map(defined).collect()
}

/// The type that a line begins to define.
fn defined(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let line = match line.strip_prefix("pub") {
        Some(rest) if rest.starts_with('(') => rest.split_once(") ")?.1,
        Some(rest) => rest.strip_prefix(' ')?,
        None => line,
    };
    let rest = ["struct ", "enum ", "trait "].into_iter().find_map(|keyword| line.strip_prefix(keyword))?;
    let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
    (end > 0).then(|| &rest[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(path: &str, text: &str) -> TextFile {
        TextFile { path: path.to_owned(), text: text.to_owned() }
    }

    #[test]
    fn a_name_of_two_types_is_found_whatever_their_visibility() {
        let files = [
            file("crates/a/src/x.rs", "pub struct Found<'a> {\n}\n/// struct Other\nstruct One;\n"),
            file(
                "crates/b/src/y.rs",
                "    pub(in crate::z) enum Found {\n#[cfg(test)]\nmod tests {\n    struct One;\n}\n",
            ),
            file("crates/b/src/wire/y.rs", "pub struct One;"),
            file("crates/b/src/tests.rs", "struct One;"),
        ];
        assert_eq!(repeated_types(&files), ["Found is the name of 2 types: crates/a/src/x.rs, crates/b/src/y.rs"]);
    }
}
