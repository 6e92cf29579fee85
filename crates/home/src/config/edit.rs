//! A few settings written into the configuration file, with the rest of it left as it is.

use std::path::Path;

use crate::errors::UserError;
use crate::lang::{Lang, say};
use crate::private;

/// Sets keys of a section and takes others out, so that the file says exactly that afterwards.
///
/// # Errors
/// When the file cannot be read or written, or is written in a way that cannot be changed by hand.
pub fn set(file: &Path, section: &str, keys: &[(&str, &str)], without: &[&str], lang: Lang) -> anyhow::Result<()> {
    let before = match std::fs::read_to_string(file) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(error.into()),
    };
    let after = edited(&before, section, keys, without);
    if !says(&after, section, keys, without) {
        let path = file.display();
        let lines: Vec<String> = keys.iter().map(|(key, value)| format!("{key} = \"{value}\"")).collect();
        return Err(UserError::theirs(
            "config",
            say!(
                lang,
                "{path} is written in a way that omoide cannot edit",
                "{path}はomoideには書き換えられない書\
                                                                               き方です"
            ),
        )
        .details(lines)
        .hint(say!(lang, "write these lines below [{section}]", "この行を [{section}] の下に書いてください"))
        .into());
    }
    if let Some(folder) = file.parent() {
        private::create_folder(folder)?;
    }
    // Written beside it and renamed, so that an interruption leaves the old file.
    let beside = file.with_extension("toml.new");
    private::write(&beside, after)?;
    Ok(std::fs::rename(beside, file)?)
}

/// The same with values of any type.
///
/// # Errors
/// When the file cannot be read or written, or is no TOML.
pub fn set_values(
    file: &Path,
    section: &str,
    keys: &[(&str, toml::Value)],
    without: &[&str],
    lang: Lang,
) -> anyhow::Result<()> {
    let before = match std::fs::read_to_string(file) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(error.into()),
    };
    let bad = || {
        let path = file.display();
        UserError::theirs(
            "config",
            say!(
                lang,
                "{path} is not valid TOML, so it cannot be edited",
                "{path}が正しいTOMLではないため、書き換えられません"
            ),
        )
        .hint(lang.pick("see what is wrong: omoide config check", "誤りを見るには：omoide config check"))
    };
    let mut document: toml_edit::DocumentMut = before.parse().map_err(|_| bad())?;
    let table = document.entry(section).or_insert_with(toml_edit::table).as_table_like_mut().ok_or_else(bad)?;
    for key in without {
        table.remove(key);
    }
    for (key, value) in keys {
        let value: toml_edit::Value = value.to_string().parse().map_err(|_| bad())?;
        // A comment beside the value stays where it is.
        match table.get_mut(key).and_then(toml_edit::Item::as_value_mut) {
            Some(old) => {
                let decor = old.decor().clone();
                *old = value;
                *old.decor_mut() = decor;
            }
            None => {
                table.insert(key, toml_edit::value(value));
            }
        }
    }
    if let Some(folder) = file.parent() {
        private::create_folder(folder)?;
    }
    let beside = file.with_extension("toml.new");
    private::write(&beside, document.to_string())?;
    Ok(std::fs::rename(beside, file)?)
}

/// The text with the section's keys set.
fn edited(text: &str, section: &str, keys: &[(&str, &str)], without: &[&str]) -> String {
    let header = format!("[{section}]");
    let is_header = |line: &str| line.trim_start().starts_with('[');
    let is_ours = |line: &str| line.split('#').next().is_some_and(|code| code.trim() == header);
    let key_of = |line: &str| line.split('=').next().map(|key| key.trim().to_owned()).unwrap_or_default();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let start = match lines.iter().position(|line| is_ours(line)) {
        Some(start) => start,
        None => {
            // Profiles come last; the section goes to the end all the same, where it is read alike.
            if lines.last().is_some_and(|line| !line.is_empty()) {
                lines.push(String::new());
            }
            lines.push(header.clone());
            lines.len() - 1
        }
    };
    let end = lines.iter().skip(start + 1).position(|line| is_header(line)).map_or(lines.len(), |at| start + 1 + at);
    let is_touched = |line: &String| {
        let key = key_of(line);
        keys.iter().any(|(name, _)| *name == key) || without.contains(&key.as_str())
    };
    let kept: Vec<String> = lines[start + 1..end].iter().filter(|line| !is_touched(line)).cloned().collect();
    let set = keys.iter().map(|(key, value)| format!("{key} = \"{value}\""));
    let inside: Vec<String> = set.chain(kept).collect();
    lines.splice(start + 1..end, inside);
    let mut text = lines.join("\n");
    text.push('\n');
    text
}

/// Whether the text is TOML that says so.
fn says(text: &str, section: &str, keys: &[(&str, &str)], without: &[&str]) -> bool {
    let Ok(table) = toml::from_str::<toml::Table>(text) else { return false };
    let value = |key: &str| table.get(section).and_then(|section| section.get(key)).and_then(toml::Value::as_str);
    let has = |key: &str| table.get(section).and_then(|section| section.get(key)).is_some();
    keys.iter().all(|(key, wanted)| value(key) == Some(*wanted)) && !without.iter().any(|key| has(key))
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEYS: [(&str, &str); 2] = [("provider", "local"), ("model", "e5")];

    fn set_in(text: &str) -> String {
        let after = edited(text, "embedding", &KEYS, &["dimensions"]);
        assert!(says(&after, "embedding", &KEYS, &["dimensions"]), "{after}");
        after
    }

    #[test]
    fn a_section_is_changed_and_the_rest_is_left() {
        let before = "# mine\n[levels]\nlevel1_threshold = 60 # why\n\n[embedding] # here\n# model = \"x\"\n\
                      model = \"old\"\ndimensions = 256\nhub = \"http://x\"\n\n[sleep]\nundo_nights = 3\n";
        let after = set_in(before);
        for line in
            ["# mine", "level1_threshold = 60 # why", "# model = \"x\"", "hub = \"http://x\"", "undo_nights = 3"]
        {
            assert!(after.lines().any(|l| l == line), "{line} is gone:\n{after}");
        }
        assert!(!after.contains("\"old\"") && !after.contains("dimensions"));
        assert_eq!(set_in(&after), after, "twice is once");
    }

    #[test]
    fn a_section_that_is_not_there_comes_at_the_end() {
        assert_eq!(set_in(""), "[embedding]\nprovider = \"local\"\nmodel = \"e5\"\n");
        let after = set_in("[profiles.quiet]\nretrieval.top_k = 3\n");
        assert!(after.starts_with("[profiles.quiet]\nretrieval.top_k = 3\n"), "{after}");
    }

    #[test]
    fn what_is_written_another_way_is_seen() {
        let after = edited("embedding.model = \"old\"\n", "embedding", &KEYS, &[]);
        assert!(!says(&after, "embedding", &KEYS, &[]), "a section cannot stand beside its own dotted keys");
    }
}
