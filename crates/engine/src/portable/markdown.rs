//! A whole mind as Markdown, for people: pages first, then memories by month and day.
//!
//! Whatever a memory holds stands in a quotation, line by line and with its signs escaped, so that it can neither end the
//! quotation nor begin anything.

use std::io::Write;

use omoide_core::ports::store::{Filter, Reader};
use omoide_core::{Date, Level, Memory, Moment};

use super::export::{ExportReport, ExportedParts, is_reordering};
use crate::redaction::TakenKinds;
use crate::{Error, Mind};

/// How many microseconds of a life are read at once: about a month.
const WINDOW_MICROS: i64 = 30 * 24 * 3_600 * 1_000_000;

/// The words of the document, in the language of whoever reads it.
#[derive(Clone, Copy, Debug)]
pub struct MarkdownLabels {
    /// Before the name of the mind, in the title.
    pub title: &'static str,
    /// The heading of the pages.
    pub pages: &'static str,
    /// Before what was replied.
    pub reply: &'static str,
    /// Before the present text of a memory that has faded or was edited.
    pub faded_to: &'static str,
    /// A memory that never fades.
    pub protected: &'static str,
    /// A memory in the archive.
    pub archived: &'static str,
    /// Before the name of a conversation.
    pub thread: &'static str,
    /// Before the words of the person that a newer memory makes out of date.
    pub outdated: &'static str,
}

impl Mind<'_> {
    /// Writes the whole mind as Markdown. It is read in one transaction, about a month at a time. It cannot be imported.
    ///
    /// # Errors
    /// [`Error::File`] when `out` cannot be written, or when the store fails.
    pub fn export_markdown(
        &self,
        labels: &MarkdownLabels,
        out: &mut dyn Write,
        progress: ExportedParts<'_>,
    ) -> Result<ExportReport, Error> {
        self.engine.look(|r| {
            let counts = self.export_counts(r)?;
            let mut document = MarkdownDocument { mind: self, labels, out: &mut *out, taken: TakenKinds::new() };
            document.line(&format!("# {} {}", labels.title, escaped(self.name.as_str())))?;
            document.pages(r)?;
            document.memories(r, &mut |done| progress(done, counts.memories.max(done)))?;
            document.out.flush().map_err(Error::File)?;
            Ok(ExportReport { counts, taken: document.taken })
        })
    }
}

struct MarkdownDocument<'d, 'm> {
    mind: &'d Mind<'m>,
    labels: &'d MarkdownLabels,
    out: &'d mut dyn Write,
    taken: TakenKinds,
}

impl MarkdownDocument<'_, '_> {
    fn line(&mut self, text: &str) -> Result<(), Error> {
        writeln!(self.out, "{text}").map_err(Error::File)
    }

    /// A text without secrets, as a quotation.
    fn quote(&mut self, text: &str) -> Result<(), Error> {
        let kept = self.mind.engine.redactor().kept(text, &mut self.taken);
        self.line(&format!("\n{}", quotation(&kept)))
    }

    /// A name without secrets, within a line.
    fn name(&mut self, name: &str) -> String {
        escaped(&self.mind.engine.redactor().name(name, &mut self.taken))
    }

    fn pages(&mut self, r: &dyn Reader) -> Result<(), Error> {
        let pages = r.pages(&self.mind.name)?;
        if !pages.is_empty() {
            self.line(&format!("\n## {}", self.labels.pages))?;
        }
        for page in pages {
            let path = self.name(&page.path);
            self.line(&format!("\n### {path}"))?;
            self.quote(&page.text)?;
        }
        Ok(())
    }

    fn memories(&mut self, r: &dyn Reader, progress: &mut dyn FnMut(u64)) -> Result<(), Error> {
        let Some((first, last)) = r.census(&self.mind.name)?.span else { return Ok(()) };
        let (mut from, mut done, mut day) = (first.unix_micros(), 0, None);
        while from <= last.unix_micros() {
            let to = from.saturating_add(WINDOW_MICROS);
            let memories = r.list(&self.mind.name, &Filter { created: Some(from..to), ..Filter::default() })?;
            for memory in &memories {
                self.day(&mut day, memory.created)?;
                self.memory(r, memory)?;
                done += 1;
            }
            progress(done);
            from = to;
        }
        Ok(())
    }

    /// The headings of the month and the day, where they change.
    fn day(&mut self, day: &mut Option<Date>, at: Moment) -> Result<(), Error> {
        let date = at.date();
        if *day == Some(date) {
            return Ok(());
        }
        if day.is_none_or(|day| (day.year(), day.month()) != (date.year(), date.month())) {
            self.line(&format!("\n## {:04}-{:02}", date.year(), date.month()))?;
        }
        *day = Some(date);
        self.line(&format!("\n### {date}"))
    }

    fn memory(&mut self, r: &dyn Reader, memory: &Memory) -> Result<(), Error> {
        let labels = self.labels;
        let time: String = memory.created.to_string().chars().skip(11).take(5).collect();
        let mut parts = vec![self.name(&memory.origin.person), self.name(memory.category.name())];
        parts.extend(memory.emotion.feeling.tags.iter().map(|tag| tag.name().to_owned()));
        parts.extend(memory.tags.iter().map(|tag| format!("#{}", self.name(tag))).collect::<Vec<_>>());
        if let Some(thread) = &memory.origin.thread {
            parts.push(format!("{} {}", labels.thread, self.name(thread)));
        }
        parts.extend(memory.shown.protected.then(|| labels.protected.to_owned()));
        parts.extend((!memory.shown.is_active()).then(|| labels.archived.to_owned()));
        let handle = self.name(&memory.handle);
        self.line(&format!("\n**{time}** · {handle} · {}", parts.join(" · ")))?;
        let turn = r.turn(&self.mind.name, memory.id)?;
        let is_faded = memory.shown.level != Level::Full;
        if let Some(turn) = &turn {
            self.quote(&turn.said)?;
            if !turn.replied.is_empty() {
                self.line(&format!("\n{}", labels.reply))?;
                self.quote(&turn.replied)?;
            }
        }
        if is_faded || turn.is_none() {
            if turn.is_some() {
                self.line(&format!("\n{}", labels.faded_to))?;
            }
            self.quote(&memory.text.joined())?;
        }
        for span in &memory.superseded {
            self.line(&format!("\n{} ({}):", labels.outdated, span.since.date()))?;
            self.quote(&span.words)?;
        }
        Ok(())
    }
}

/// A text as a quotation of its own.
fn quotation(text: &str) -> String {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let lines: Vec<&str> = text.trim_matches('\n').split('\n').collect();
    let last = lines.len() - 1;
    let quoted = |(number, line): (usize, &&str)| {
        let line = escaped(line);
        let is_joined = number < last && !line.is_empty() && !lines[number + 1].trim().is_empty();
        match (line.is_empty(), is_joined) {
            (true, _) => ">".to_owned(),
            // Else Markdown would join it with the next line.
            (false, true) => format!("> {line}\\"),
            (false, false) => format!("> {line}"),
        }
    };
    lines.iter().enumerate().map(quoted).collect::<Vec<_>>().join("\n")
}

/// One line in which no sign means anything to Markdown, HTML or a terminal.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let text = text.trim();
    for (at, c) in text.char_indices() {
        let is_number = || !text[..at].is_empty() && text[..at].bytes().all(|byte| byte.is_ascii_digit());
        let is_sign = match c {
            '+' | '-' | '=' => at == 0,
            '.' | ')' => is_number(),
            // Within a word it means nothing.
            '_' => !(text[..at].ends_with(char::is_alphanumeric) && text[at + 1..].starts_with(char::is_alphanumeric)),
            '\\' | '`' | '*' | '{' | '}' | '[' | ']' | '<' | '>' | '#' | '|' | '~' | '&' | '!' | '$' | '^' => true,
            _ => false,
        };
        if is_sign {
            out.push('\\');
        }
        match c {
            '\t' | '\n' => out.push(' '),
            c if c.is_control() || is_reordering(c) => {}
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_text_means_anything_to_markdown() {
        let hostile = "# no heading\r\n---\n1. no list\n<!-- no comment\n\n```\nfence\n> no quotation\u{1b}[2J\u{202e}";
        let quoted = quotation(hostile);
        assert!(quoted.lines().all(|line| line == ">" || line.starts_with("> ")), "{quoted}");
        let expected = "> \\# no heading\\\n> \\---\\\n> 1\\. no list\\\n> \\<\\!-- no comment\n>\n> \\`\\`\\`\\\n> \
                        fence\\\n> \\> no quotation\\[2J";
        assert_eq!(quoted, expected);
        assert_eq!(escaped("a\nb [link](x) 3.5 - 1"), "a b \\[link\\](x) 3.5 - 1");
        assert_eq!(escaped("_so_ mem_2026_001"), "\\_so\\_ mem_2026_001");
    }

    #[test]
    fn a_text_of_nothing_is_an_empty_quotation() {
        assert_eq!(quotation(""), ">");
        assert_eq!(quotation("\n\n"), ">");
    }
}
