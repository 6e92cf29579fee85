//! Whether the links between pages lead somewhere: to a file that is there, and to a heading that it has.

use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

use crate::markdown::{PagePiece, pieces};
use crate::tidy::TextFile;

/// The links of a page that lead nowhere, in words. `read` is asked for the text of a path below the root; a file
/// that is no text has an empty one.
pub fn dead_links(page: &TextFile, read: impl Fn(&Path) -> Option<String>) -> Vec<String> {
    let mut dead = Vec::new();
    for target in targets(&page.text) {
        if target.contains("://") || target.starts_with("mailto:") {
            continue;
        }
        let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
        let path = if file.is_empty() { PathBuf::from(&page.path) } else { beside(&page.path, file) };
        match read(&path) {
            None => dead.push(format!("there is no {target}")),
            Some(text) if !anchor.is_empty() && !anchors(&text).contains(anchor) => {
                dead.push(format!("{file} has no heading #{anchor}"));
            }
            Some(_) => {}
        }
    }
    dead
}

/// Where the links of a page lead to, code left out.
fn targets(page: &str) -> Vec<&str> {
    let mut targets = Vec::new();
    for piece in pieces(page) {
        let PagePiece::Line(line) = piece else { continue };
        // Every second part stands between backticks.
        for part in line.split('`').step_by(2) {
            targets.extend(part.split("](").skip(1).filter_map(|rest| Some(rest.split_once(')')?.0)));
        }
    }
    targets
}

/// The path of a file that is named beside a page.
fn beside(page: &str, file: &str) -> PathBuf {
    let mut path = PathBuf::new();
    let folder = Path::new(page).parent().unwrap_or(Path::new(""));
    for part in folder.join(file).components() {
        match part {
            Component::ParentDir => drop(path.pop()),
            other => path.push(other),
        }
    }
    path
}

/// The names by which the headings of a page can be linked to.
fn anchors(page: &str) -> BTreeSet<String> {
    let heading = |piece| match piece {
        PagePiece::Line(line) if line.starts_with('#') => Some(anchor(line.trim_start_matches('#').trim())),
        _ => None,
    };
    pieces(page).into_iter().filter_map(heading).collect()
}

/// A heading in small letters, with dashes for spaces and without punctuation.
fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect::<String>().to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dead(text: &str) -> Vec<String> {
        let page = TextFile { path: "docs/ja/guide.md".to_owned(), text: text.to_owned() };
        dead_links(&page, |path| match path.to_str()? {
            "docs/ja/guide.md" => Some(text.to_owned()),
            "docs/server.md" => Some("# The server\n\n## Who may ask, and how\n".to_owned()),
            "LICENSE" => Some(String::new()),
            _ => None,
        })
    }

    #[test]
    fn links_to_files_headings_and_the_page_itself_are_followed() {
        let page = "# 忘れ方\n\n[a](../server.md) [b](../server.md#who-may-ask-and-how) [c](../../LICENSE)\n\
                    [d](#忘れ方) [e](https://example.org/none) `[f](none.md)`\n";
        assert_eq!(dead(page), Vec::<String>::new());
    }

    #[test]
    fn a_link_that_leads_nowhere_is_found() {
        assert_eq!(dead("[a](server.md)"), ["there is no server.md"]);
        assert_eq!(dead("[a](../server.md#limits)"), ["../server.md has no heading #limits"]);
        assert_eq!(dead("[a](#none)"), [" has no heading #none"]);
    }
}
