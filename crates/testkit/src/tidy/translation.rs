//! Whether a page and its translation say the same, as far as that can be seen without reading them: section by
//! section the same headings, list items, tables, code, links, and numbers.

use crate::markdown::{FencedBlock, PagePiece, pieces};

/// Where a page and its translation differ, in words.
pub fn differences(original: &str, translation: &str) -> Vec<String> {
    let (original, translation) = (sections(original), sections(translation));
    let levels = |sections: &[Section<'_>]| sections.iter().map(|section| section.level).collect::<Vec<_>>();
    if levels(&original) != levels(&translation) {
        return vec![format!("levels of headings: {:?} and {:?}", levels(&original), levels(&translation))];
    }
    original.iter().zip(&translation).flat_map(|(original, translation)| original.differences(translation)).collect()
}

/// A heading and what stands below it, up to the next one.
#[derive(Default)]
struct Section<'t> {
    heading: &'t str,
    level: usize,
    items: usize,
    /// The rows of its tables, cell by cell.
    rows: Vec<Vec<&'t str>>,
    blocks: Vec<FencedBlock<'t>>,
    /// All other lines, items included.
    prose: String,
}

fn sections(page: &str) -> Vec<Section<'_>> {
    let mut sections = vec![Section::default()];
    for piece in pieces(page) {
        let is_heading = matches!(piece, PagePiece::Line(line) if line.starts_with('#'));
        if is_heading {
            sections.push(Section::default());
        }
        if let Some(section) = sections.last_mut() {
            section.take(piece);
        }
    }
    sections
}

impl<'t> Section<'t> {
    fn take(&mut self, piece: PagePiece<'t>) {
        let line = match piece {
            PagePiece::Block(block) => return self.blocks.push(block),
            PagePiece::Line(line) => line,
        };
        if line.starts_with('#') {
            self.level = line.len() - line.trim_start_matches('#').len();
            self.heading = line;
        } else if let Some(row) = line.strip_prefix('|') {
            self.rows.push(row.trim_end().trim_end_matches('|').split('|').map(str::trim).collect());
        } else {
            self.items += usize::from(is_item(line));
            self.prose.push_str(line);
            self.prose.push('\n');
        }
    }

    fn differences(&self, other: &Self) -> Vec<String> {
        let mut found = Vec::new();
        let mut compare = |what: &str, ours: Vec<String>, theirs: Vec<String>| {
            if ours != theirs {
                found.push(format!("{}: {what}: {ours:?} and {theirs:?}", self.heading));
            }
        };
        compare("list items", vec![self.items.to_string()], vec![other.items.to_string()]);
        compare("links", links(&self.prose), links(&other.prose));
        compare("code in the text", spans(&self.prose), spans(&other.prose));
        compare("numbers", numbers(&self.prose), numbers(&other.prose));
        let shape = |rows: &[Vec<&str>]| rows.iter().map(|cells| cells.len().to_string()).collect();
        compare("cells of each row", shape(&self.rows), shape(&other.rows));
        for (ours, theirs) in self.rows.iter().flatten().zip(other.rows.iter().flatten()) {
            compare("links of a cell", links(ours), links(theirs));
            compare("code of a cell", spans(ours), spans(theirs));
            compare("numbers of a cell", numbers(ours), numbers(theirs));
        }
        let languages = |blocks: &[FencedBlock<'_>]| blocks.iter().map(|block| block.language.to_owned()).collect();
        compare("blocks", languages(&self.blocks), languages(&other.blocks));
        for (ours, theirs) in self.blocks.iter().zip(&other.blocks) {
            let (ours, theirs) = (words(*ours), words(*theirs));
            let is_translated = |word: &str| !word.is_ascii();
            let is_same = |(ours, theirs): (&String, &String)| ours == theirs || is_translated(theirs);
            if ours.len() != theirs.len() || !ours.iter().zip(&theirs).all(is_same) {
                compare("a block", ours, theirs);
            }
        }
        found
    }
}

fn is_item(line: &str) -> bool {
    let digits = line.trim_start_matches(|c: char| c.is_ascii_digit());
    line.starts_with("- ") || (digits.len() < line.len() && digits.starts_with(". "))
}

/// Where links lead to. The order of a sentence differs between languages. A page and its translation are the same
/// place, and their headings have names of their own.
fn links(text: &str) -> Vec<String> {
    let targets = text.split("](").skip(1).filter_map(|rest| rest.split_once(')'));
    let place = |target: &str| {
        let page = target.split('#').next().unwrap_or_default();
        page.replace(".ja.md", ".md").replace("../", "").replace("ja/", "")
    };
    sorted(targets.map(|(target, _)| place(target)).collect())
}

/// What stands between backticks.
fn spans(text: &str) -> Vec<String> {
    sorted(text.split('`').skip(1).step_by(2).map(str::to_owned).collect())
}

/// The numbers of more than one digit: small ones may be a word in one of the languages.
fn numbers(text: &str) -> Vec<String> {
    let pieces = text.split(|c: char| !(c.is_ascii_digit() || c == '.' || c == ','));
    let number = |piece: &str| piece.trim_matches(['.', ',']).to_owned();
    sorted(pieces.map(number).filter(|number| number.len() > 1).collect())
}

/// The words of code without its comments; what stands in quotes is one word. Of what a program answers there are only
/// the commands in it, and as many lines.
fn words(block: FencedBlock<'_>) -> Vec<String> {
    let mut words = Vec::new();
    let lines: Vec<&str> = match block.language {
        "console" => block.text.lines().filter(|line| line.starts_with("$ ")).collect(),
        "text" => block.text.lines().map(|line| if line.starts_with('/') { line } else { "…" }).collect(),
        _ => block.text.lines().collect(),
    };
    for line in lines {
        for (number, part) in code_of(line, block.language).split('"').enumerate() {
            if number % 2 == 1 {
                words.push(part.to_owned());
            } else {
                words.extend(part.split_whitespace().map(str::to_owned));
            }
        }
    }
    words
}

/// A line of code up to its comment.
fn code_of<'t>(line: &'t str, language: &str) -> &'t str {
    let (comment, inner) = if language == "rust" { ("//", " // ") } else { ("# ", " # ") };
    if line.starts_with(comment) { "" } else { line.split(inner).next().unwrap_or_default() }
}

fn sorted(mut all: Vec<String>) -> Vec<String> {
    all.sort();
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    const ORIGINAL: &str = "# Title\n\nSee [the guide](docs/guide.md), 36,500 memories in `one` file.\n\n## Use\n\n- a\n- b\n\n\
        | command | does |\n|---|---|\n| `list` | 12 things |\n\n```sh\nomoide recall \"the cat\" --top 3   # why\n```\n\n\
        ```console\n$ omoide show 1\nthe cat\n```\n\n```rust\nrun(\"cat\"); // at once\n```\n\n```text\nyes\n/plugin add\n```\n";
    const TRANSLATION: &str = "# 題\n\n`one` に36,500件。[ガイド](docs/guide.md)へ。\n\n## 使い方\n\n- あ\n- い\n\n\
        | コマンド | 働き |\n|---|---|\n| `list` | 12件 |\n\n```sh\nomoide recall 猫 --top 3   # 理由\n```\n\n\
        ```console\n$ omoide show 1\n猫\n```\n\n```rust\nrun(\"猫\"); // すぐに\n```\n\n```text\nはい\n/plugin add\n```\n";

    #[test]
    fn a_faithful_translation_differs_in_nothing() {
        assert_eq!(differences(ORIGINAL, TRANSLATION), Vec::<String>::new());
    }

    #[test]
    fn a_translated_page_is_the_same_place() {
        let original = "# A\n\n[b](b.md#who-may-ask) [c](ja/a.md) [d](docs/b.md)\n";
        let translation = "# あ\n\n[い](../b.md#誰が) [う](../a.md) [え](docs/ja/b.md)\n";
        assert_eq!(differences(original, translation), Vec::<String>::new());
        assert_ne!(differences(original, &translation.replace("../b.md", "../c.md")), Vec::<String>::new());
    }

    #[test]
    fn whatever_one_of_them_lacks_is_found() {
        for (here, there) in [
            ("## 使い方", "### 使い方"),
            ("- い\n", ""),
            ("docs/guide.md", "docs/other.md"),
            ("36,500", "36,000"),
            ("`one`", "`two`"),
            ("| `list` | 12件 |\n", ""),
            ("12件", "13件"),
            ("`list` |", "`show` |"),
            ("--top 3", "--top 4"),
            ("--top 3", "--top 3 --json"),
            ("```sh", "```text"),
            ("omoide show 1", "omoide show 2"),
            ("run(", "walk("),
            ("/plugin add", "/plugin remove"),
            ("はい\n", ""),
        ] {
            let changed = TRANSLATION.replace(here, there);
            assert_ne!(changed, TRANSLATION, "{here}");
            assert_ne!(differences(ORIGINAL, &changed), Vec::<String>::new(), "{here} → {there}");
        }
    }
}
