//! The memory tool of the Claude API (`memory_20250818`): its commands over a mind's pages, answered word for word as
//! its documentation says.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

/// The folder that all paths are below.
const ROOT: &str = "/memories";
/// Lines that are shown before and after an edit.
const AROUND: usize = 4;
/// Most lines of a file that is shown.
const MOST_LINES: usize = 999_999;

/// A command of the tool.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
#[serde(tag = "command", rename_all = "snake_case", deny_unknown_fields)]
pub enum MemoryCommand {
    /// Show a folder or a file.
    View {
        /// The folder or the file.
        path: String,
        /// The first and the last line to show; -1 is the end.
        view_range: Option<[i64; 2]>,
    },
    /// Make a file.
    Create {
        /// The file.
        path: String,
        /// Its text.
        file_text: String,
    },
    /// Replace a text that stands in a file once.
    StrReplace {
        /// The file.
        path: String,
        /// The text.
        old_str: String,
        /// What comes in its place.
        #[serde(default)]
        new_str: String,
    },
    /// Put lines into a file.
    Insert {
        /// The file.
        path: String,
        /// After which line; 0 is the beginning.
        insert_line: i64,
        /// The lines.
        insert_text: String,
    },
    /// Take a file or a folder away.
    Delete {
        /// The file or the folder.
        path: String,
    },
    /// Give a file or a folder another name.
    Rename {
        /// The name so far.
        old_path: String,
        /// The new one.
        new_path: String,
    },
}

impl MemoryCommand {
    /// The same command about the paths that pages are kept under.
    #[must_use]
    pub fn with_paths(mut self, kept: impl Fn(&str) -> String) -> Self {
        match &mut self {
            Self::View { path, .. }
            | Self::Create { path, .. }
            | Self::StrReplace { path, .. }
            | Self::Insert { path, .. }
            | Self::Delete { path } => *path = kept(path),
            Self::Rename { old_path, new_path } => {
                *old_path = kept(old_path);
                *new_path = kept(new_path);
            }
        }
        self
    }
}

/// The answer: a text, or a text that says why not.
pub type Told = Result<String, String>;

/// Does what a command says.
pub fn run(command: &MemoryCommand, files: &mut BTreeMap<String, String>) -> Told {
    match command {
        MemoryCommand::View { path, view_range } => view(path, *view_range, files),
        MemoryCommand::Create { path, file_text } => create(path, file_text, files),
        MemoryCommand::StrReplace { path, old_str, new_str } => str_replace(path, old_str, new_str, files),
        MemoryCommand::Insert { path, insert_line, insert_text } => insert(path, *insert_line, insert_text, files),
        MemoryCommand::Delete { path } => delete(path, files),
        MemoryCommand::Rename { old_path, new_path } => rename(old_path, new_path, files),
    }
}

/// A path as it is kept, if it is one below the folder.
fn checked(path: &str) -> Option<String> {
    let rest = path.strip_prefix(ROOT)?;
    if !rest.is_empty() && !rest.starts_with('/') {
        return None;
    }
    let parts: Vec<&str> = rest.split('/').filter(|part| !part.is_empty()).collect();
    let is_odd =
        |part: &&str| matches!(*part, "." | "..") || part.contains(['\\', '%']) || part.chars().any(char::is_control);
    if parts.iter().any(is_odd) {
        return None;
    }
    Some(parts.iter().fold(ROOT.to_owned(), |path, part| format!("{path}/{part}")))
}

fn below(path: &str) -> impl Fn(&String) -> bool {
    let folder = format!("{path}/");
    move |file| file.starts_with(&folder)
}

fn missing(path: &str) -> String {
    format!("The path {path} does not exist. Please provide a valid path.")
}

fn view(path: &str, range: Option<[i64; 2]>, files: &BTreeMap<String, String>) -> Told {
    let known = checked(path).ok_or_else(|| missing(path))?;
    if let Some(text) = files.get(&known) {
        return view_file(path, text, range);
    }
    if known != ROOT && !files.keys().any(below(&known)) {
        return Err(missing(path));
    }
    let mut sizes: BTreeMap<String, usize> = BTreeMap::from([(known.clone(), 0)]);
    for (file, text) in files.iter().filter(|(file, _)| below(&known)(file)) {
        let parts: Vec<&str> = file[known.len() + 1..].split('/').collect();
        if parts.iter().any(|part| part.starts_with('.') || *part == "node_modules") {
            continue;
        }
        *sizes.entry(known.clone()).or_default() += text.len();
        for depth in 1..=parts.len().min(2) {
            *sizes.entry(format!("{known}/{}", parts[..depth].join("/"))).or_default() += text.len();
        }
    }
    let lines: Vec<String> = sizes.iter().map(|(path, bytes)| format!("{}\t{path}", size(*bytes))).collect();
    let head = "Here're the files and directories up to 2 levels deep in";
    Ok(format!("{head} {path}, excluding hidden items and node_modules:\n{}", lines.join("\n")))
}

/// Bytes as people read them.
fn size(bytes: usize) -> String {
    let (mut amount, mut unit) = (bytes as f64, 0);
    while amount >= 1024.0 && unit < 3 {
        amount /= 1024.0;
        unit += 1;
    }
    let unit = ["B", "K", "M", "G"][unit];
    if amount.fract() == 0.0 { format!("{amount:.0}{unit}") } else { format!("{amount:.1}{unit}") }
}

fn view_file(path: &str, text: &str, range: Option<[i64; 2]>) -> Told {
    let lines: Vec<&str> = text.split('\n').collect();
    if lines.len() > MOST_LINES {
        return Err(format!("File {path} exceeds maximum line limit of 999,999 lines."));
    }
    let (first, last) = match range {
        None => (1, lines.len()),
        Some([first, last]) => {
            let last = if last == -1 { lines.len() as i64 } else { last };
            let is_good = first >= 1 && last >= first && last <= lines.len() as i64;
            if !is_good {
                let count = lines.len();
                return Err(format!(
                    "Error: Invalid `view_range` parameter: [{first}, {last}]. It should be within the range of lines of \
                     the file: [1, {count}]"
                ));
            }
            (first as usize, last as usize)
        }
    };
    Ok(format!("Here's the content of {path} with line numbers:\n{}", numbered(&lines, first, last)))
}

/// Lines with their numbers, counted from 1.
fn numbered(lines: &[&str], first: usize, last: usize) -> String {
    let shown = lines.iter().enumerate().skip(first - 1).take(last + 1 - first);
    shown.map(|(place, line)| format!("{:>6}\t{line}", place + 1)).collect::<Vec<_>>().join("\n")
}

fn create(path: &str, text: &str, files: &mut BTreeMap<String, String>) -> Told {
    let known = checked(path).filter(|known| known != ROOT).ok_or_else(|| format!("Error: {}", missing(path)))?;
    let is_taken = files.contains_key(&known)
        || files.keys().any(below(&known))
        // A file cannot be a folder too.
        || files.keys().any(|file| below(file)(&known));
    if is_taken {
        return Err(format!("Error: File {path} already exists"));
    }
    files.insert(known, text.to_owned());
    Ok(format!("File created successfully at: {path}"))
}

fn str_replace(path: &str, old: &str, new: &str, files: &mut BTreeMap<String, String>) -> Told {
    let text =
        checked(path).and_then(|known| files.get_mut(&known)).ok_or_else(|| format!("Error: {}", missing(path)))?;
    let places: Vec<usize> =
        if old.is_empty() { Vec::new() } else { text.match_indices(old).map(|(at, _)| at).collect() };
    let line_of = |at: usize| text[..at].matches('\n').count() + 1;
    match places.as_slice() {
        [] => Err(format!("No replacement was performed, old_str `{old}` did not appear verbatim in {path}.")),
        [at] => {
            let line = line_of(*at);
            *text = text.replacen(old, new, 1);
            let lines: Vec<&str> = text.split('\n').collect();
            let last = (line + new.matches('\n').count() + AROUND).min(lines.len());
            let snippet = numbered(&lines, line.saturating_sub(AROUND).max(1), last);
            Ok(format!("The memory file has been edited.\n{snippet}"))
        }
        several => {
            let lines: Vec<String> = several.iter().map(|at| line_of(*at).to_string()).collect();
            Err(format!(
                "No replacement was performed. Multiple occurrences of old_str `{old}` in lines: {}. Please ensure it is \
                 unique",
                lines.join(", ")
            ))
        }
    }
}

fn insert(path: &str, line: i64, text: &str, files: &mut BTreeMap<String, String>) -> Told {
    let file = checked(path)
        .and_then(|known| files.get_mut(&known))
        .ok_or_else(|| format!("Error: The path {path} does not exist"))?;
    let mut lines: Vec<&str> = file.split('\n').collect();
    // The empty line after the last break is no line that something can be put after.
    let count = if file.ends_with('\n') || file.is_empty() { lines.len() - 1 } else { lines.len() };
    let Some(place) = usize::try_from(line).ok().filter(|place| *place <= count) else {
        return Err(format!(
            "Error: Invalid `insert_line` parameter: {line}. It should be within the range of lines of the file: [0, {count}]"
        ));
    };
    let text = text.strip_suffix('\n').unwrap_or(text);
    lines.insert(place, text);
    *file = lines.join("\n");
    Ok(format!("The file {path} has been edited."))
}

fn delete(path: &str, files: &mut BTreeMap<String, String>) -> Told {
    let gone = format!("Error: The path {path} does not exist");
    let known = checked(path).filter(|known| known != ROOT).ok_or_else(|| gone.clone())?;
    let before = files.len();
    let is_below = below(&known);
    files.retain(|file, _| *file != known && !is_below(file));
    if files.len() == before { Err(gone) } else { Ok(format!("Successfully deleted {path}")) }
}

fn rename(old: &str, new: &str, files: &mut BTreeMap<String, String>) -> Told {
    let from =
        checked(old).filter(|known| known != ROOT).ok_or_else(|| format!("Error: The path {old} does not exist"))?;
    let to = checked(new).filter(|known| known != ROOT).ok_or_else(|| format!("Error: {}", missing(new)))?;
    let is_below = below(&from);
    let moved: Vec<String> = files.keys().filter(|file| **file == from || is_below(file)).cloned().collect();
    if moved.is_empty() {
        return Err(format!("Error: The path {old} does not exist"));
    }
    let is_taken = files.contains_key(&to) || files.keys().any(below(&to)) || files.keys().any(|file| below(file)(&to));
    if is_taken || below(&from)(&to) {
        return Err(format!("Error: The destination {new} already exists"));
    }
    for file in moved {
        if let Some(text) = files.remove(&file) {
            files.insert(format!("{to}{}", &file[from.len()..]), text);
        }
    }
    Ok(format!("Successfully renamed {old} to {new}"))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    fn told(files: &mut BTreeMap<String, String>, command: serde_json::Value) -> Told {
        run(&serde_json::from_value(command).expect("a command"), files)
    }

    #[test]
    fn every_answer_is_word_for_word() {
        let mut files = BTreeMap::new();
        let mut ask = |command| told(&mut files, command);
        let ok = |text: &str| Ok(text.to_owned());
        let no = |text: &str| Err(text.to_owned());
        let head = "Here're the files and directories up to 2 levels deep in /memories, excluding hidden items and node_modules:\n";
        assert_eq!(ask(json!({ "command": "view", "path": "/memories" })), Ok(format!("{head}0B\t/memories")));
        let create =
            json!({ "command": "create", "path": "/memories/notes.txt", "file_text": "one\ntwo\ntwo again\n" });
        assert_eq!(ask(create.clone()), ok("File created successfully at: /memories/notes.txt"));
        assert_eq!(ask(create), no("Error: File /memories/notes.txt already exists"));
        assert_eq!(
            ask(json!({ "command": "view", "path": "/memories/notes.txt" })),
            ok(
                "Here's the content of /memories/notes.txt with line numbers:\n     1\tone\n     2\ttwo\n     3\ttwo again\n     4\t"
            )
        );
        assert_eq!(
            ask(json!({ "command": "view", "path": "/memories/notes.txt", "view_range": [2, 2] })),
            ok("Here's the content of /memories/notes.txt with line numbers:\n     2\ttwo")
        );
        assert_eq!(
            ask(json!({ "command": "view", "path": "/memories/none" })),
            no("The path /memories/none does not exist. Please provide a valid path.")
        );
        assert_eq!(
            ask(json!({ "command": "str_replace", "path": "/memories/notes.txt", "old_str": "two", "new_str": "2" })),
            no(
                "No replacement was performed. Multiple occurrences of old_str `two` in lines: 2, 3. Please ensure it is unique"
            )
        );
        assert_eq!(
            ask(json!({ "command": "str_replace", "path": "/memories/notes.txt", "old_str": "ten", "new_str": "2" })),
            no("No replacement was performed, old_str `ten` did not appear verbatim in /memories/notes.txt.")
        );
        assert_eq!(
            ask(json!({ "command": "str_replace", "path": "/memories/notes.txt", "old_str": "one", "new_str": "1" })),
            ok("The memory file has been edited.\n     1\t1\n     2\ttwo\n     3\ttwo again\n     4\t")
        );
        let insert = |line: i64| json!({ "command": "insert", "path": "/memories/notes.txt", "insert_line": line, "insert_text": "zero\n" });
        assert_eq!(ask(insert(0)), ok("The file /memories/notes.txt has been edited."));
        assert_eq!(
            ask(insert(9)),
            no("Error: Invalid `insert_line` parameter: 9. It should be within the range of lines of the file: [0, 4]")
        );
        let rename = json!({ "command": "rename", "old_path": "/memories/notes.txt", "new_path": "/memories/a/b.txt" });
        assert_eq!(ask(rename.clone()), ok("Successfully renamed /memories/notes.txt to /memories/a/b.txt"));
        assert_eq!(ask(rename), no("Error: The path /memories/notes.txt does not exist"));
        assert_eq!(
            ask(json!({ "command": "view", "path": "/memories" })),
            Ok(format!("{head}21B\t/memories\n21B\t/memories/a\n21B\t/memories/a/b.txt"))
        );
        assert_eq!(ask(json!({ "command": "delete", "path": "/memories/a" })), ok("Successfully deleted /memories/a"));
        assert_eq!(
            ask(json!({ "command": "delete", "path": "/memories/a" })),
            no("Error: The path /memories/a does not exist")
        );
    }

    #[test]
    fn sizes_are_as_people_read_them() {
        for (bytes, wanted) in [(0, "0B"), (512, "512B"), (1_024, "1K"), (1_536, "1.5K"), (3 * 1024 * 1024, "3M")] {
            assert_eq!(size(bytes), wanted);
        }
    }

    #[test]
    fn no_path_leads_out() {
        for path in [
            "",
            "/",
            "/memories/../etc",
            "/memories/a/../../b",
            "/memories/..",
            "/memoriesx",
            "memories/a",
            "/etc/passwd",
            "/memories/%2e%2e/x",
            "/memories/a\\..\\b",
            "/memories/a\u{0}b",
            "../memories",
        ] {
            assert_eq!(checked(path), None, "{path}");
        }
        assert_eq!(checked("/memories//a/").as_deref(), Some("/memories/a"));
    }

    proptest! {
        #[test]
        fn whatever_is_asked_every_file_stays_below_the_folder(
            commands in proptest::collection::vec(
                (0_u8..6, "(/memories)?(/[a-c.%]{0,3}){0,3}", "(/memories)?(/[a-c.]{0,2}){0,3}", "[a-b\n]{0,6}", -3_i64..9),
                0..20,
            ),
        ) {
            let mut files = BTreeMap::new();
            for (which, path, other, text, number) in commands {
                let command = match which {
                    0 => MemoryCommand::View { path, view_range: (number > 4).then_some([number - 4, number]) },
                    1 => MemoryCommand::Create { path, file_text: text },
                    2 => MemoryCommand::StrReplace { path, old_str: text.clone(), new_str: other },
                    3 => MemoryCommand::Insert { path, insert_line: number, insert_text: text },
                    4 => MemoryCommand::Delete { path },
                    _ => MemoryCommand::Rename { old_path: path, new_path: other },
                };
                let _ = run(&command, &mut files);
                for file in files.keys() {
                    prop_assert_eq!(checked(file), Some(file.clone()));
                    prop_assert!(file != ROOT);
                    prop_assert!(!files.keys().any(below(file)), "{} is a file and a folder", file);
                }
            }
        }
    }
}
