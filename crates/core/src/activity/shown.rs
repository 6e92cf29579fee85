//! How lines and groups of the activity log are written into a prompt (S4 Priming連携).
//!
//! ```text
//! single  [HH:MM] LABEL text, or [HH:MM] LABEL name: text of a message or a note of anyone but the owner of the memory
//! DM      [HH:MM-HH:MM] DM peer: topic, then a line for each message
//! HB      [HH:MM-HH:MM] HB: summary
//! CRON    [HH:MM] CRON task: exit=code
//! ```
//!
//! A text of more than 200 characters is cut and followed by a pointer to its day. A group of several lines ends with a
//! pointer to them.

use std::fmt::Write;

use super::{ActivityGroup, ActivityLine, ActivityPointer, ActivityType, GroupKind};
use crate::fold;
use crate::person::DEFAULT_PERSON;

/// The most characters that a line shows of a text.
const SHOWN_CHARACTERS: usize = 200;
/// The most characters that it shows of a name.
const NAME_CHARACTERS: usize = 40;
/// The most characters of the topic of a group of messages.
const TOPIC_CHARACTERS: usize = 60;

impl ActivityLine {
    /// The line by itself.
    pub fn shown(&self) -> String {
        let speaker = self.speaker().map_or(String::new(), |name| format!("{name}: "));
        format!("[{}] {} {speaker}{}", self.at.clock(), self.what.label(), self.cut())
    }

    /// Whose message or note it is, in one line; `None` for the owner of the memory.
    fn speaker(&self) -> Option<String> {
        let name = beginning(self.fields.from.trim(), NAME_CHARACTERS).0;
        let is_other = !name.is_empty() && fold(&name) != DEFAULT_PERSON;
        let is_said = matches!(self.what, ActivityType::MessageReceived | ActivityType::MemoryWrite);
        (is_said && is_other).then_some(name)
    }

    /// Its text in one line, cut, with a pointer to the whole if something is missing.
    fn cut(&self) -> String {
        let (mut text, is_whole) = beginning(self.text(), SHOWN_CHARACTERS);
        if !is_whole {
            let day = ActivityPointer { date: self.date, lines: None };
            let _ = write!(text, " (-> {day})");
        }
        text
    }
}

impl ActivityGroup<'_> {
    /// The pointer to its lines.
    pub fn pointer(&self) -> ActivityPointer {
        let [first, .., last] = self.lines else { return self.lines[0].pointer() };
        ActivityPointer { date: first.date, lines: Some(first.line..=last.line) }
    }

    /// The group; one of several messages takes several lines.
    pub fn shown(&self) -> String {
        let mut shown = match self.kind {
            GroupKind::Single => return self.lines[0].shown(),
            GroupKind::Dm => self.messages(),
            GroupKind::Heartbeat => format!("[{}] HB: {}", self.span(), self.last_words()),
            GroupKind::Cron => self.runs(),
        };
        if self.lines.len() > 1 {
            let gap = if self.kind == GroupKind::Dm { "\n  " } else { " " };
            let _ = write!(shown, "{gap}-> {}", self.pointer());
        }
        shown
    }

    /// One message is its own topic.
    fn messages(&self) -> String {
        let head = format!("[{}] DM {}: ", self.span(), self.of().unwrap_or("?"));
        let [first, _, ..] = self.lines else { return head + &self.lines[0].cut() };
        let (topic, is_whole) = beginning(first.text(), TOPIC_CHARACTERS);
        let mut shown = format!("{head}{topic}{}", if is_whole { "" } else { "…" });
        for line in self.lines {
            let _ = write!(shown, "\n  {}", line.shown());
        }
        shown
    }

    /// The last run, with the codes of all where they differ.
    fn runs(&self) -> String {
        let mut codes: Vec<String> = Vec::new();
        for line in self.lines {
            let code = line.fields.exit_code.map_or("?".to_owned(), |code| code.to_string());
            if codes.last() != Some(&code) {
                codes.push(code);
            }
        }
        let last = &self.lines[self.lines.len() - 1];
        format!("[{}] CRON {}: exit={}", last.at.clock(), self.of().unwrap_or("?"), codes.join(","))
    }

    fn span(&self) -> String {
        let [first, .., last] = self.lines else {
            let at = self.lines[0].at.clock();
            return format!("{at}-{at}");
        };
        format!("{}-{}", first.at.clock(), last.at.clock())
    }

    /// What the last line that says anything says.
    fn last_words(&self) -> String {
        let said = self.lines.iter().rev().find(|line| !line.text().is_empty());
        said.map(ActivityLine::cut).unwrap_or_default()
    }
}

/// The beginning of a text in one line, and whether it is all of it.
fn beginning(text: &str, characters: usize) -> (String, bool) {
    // A message must not be able to begin a line of the log.
    let in_one_line = |c: char| if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}') { ' ' } else { c };
    let mut all = text.chars();
    let shown = all.by_ref().take(characters).map(in_one_line).collect();
    (shown, all.next().is_none())
}

#[cfg(test)]
mod tests {
    use super::super::{ActivityFields, groups};
    use super::*;
    use crate::{Date, Moment};

    fn line(number: u32, time: &str, what: ActivityType, fields: ActivityFields) -> ActivityLine {
        let at: Moment = format!("2026-02-17T{time}:00+09:00").parse().expect("a time");
        ActivityLine { date: at.date(), line: number, at, what, fields, memory: None }
    }

    fn dm(number: u32, time: &str, from: &str, content: &str) -> ActivityLine {
        let fields = ActivityFields { from: from.to_owned(), content: content.to_owned(), ..ActivityFields::default() };
        line(number, time, ActivityType::DmReceived, fields)
    }

    fn run(number: u32, time: &str, code: i32) -> ActivityLine {
        let fields =
            ActivityFields { task_name: "backup".to_owned(), exit_code: Some(code), ..ActivityFields::default() };
        line(number, time, ActivityType::CronExecuted, fields)
    }

    fn all(lines: &[ActivityLine]) -> Vec<String> {
        groups(lines).iter().map(ActivityGroup::shown).collect()
    }

    #[test]
    fn messages_of_one_peer_are_told_under_their_topic_with_a_pointer_to_all() {
        let lines =
            [dm(1, "10:00", "hina", "deploy?"), dm(2, "10:30", "hina", "done"), dm(3, "11:01", "hina", "thanks")];
        assert_eq!(
            all(&lines),
            [
                "[10:00-10:30] DM hina: deploy?\n  [10:00] DM< deploy?\n  [10:30] DM< done\n  \
                 -> activity_log/2026-02-17.jsonl#L1-2",
                "[11:01-11:01] DM hina: thanks",
            ]
        );
    }

    #[test]
    fn runs_of_a_task_are_one_line_with_the_codes_that_differ() {
        assert_eq!(all(&[run(1, "03:00", 0)]), ["[03:00] CRON backup: exit=0"]);
        let runs = [run(4, "03:00", 0), run(5, "04:00", 0), run(6, "05:00", 1)];
        assert_eq!(all(&runs), ["[05:00] CRON backup: exit=0,1 -> activity_log/2026-02-17.jsonl#L4-6"]);
    }

    #[test]
    fn heartbeats_tell_what_the_last_of_them_says() {
        let said = ActivityFields { summary: "all well".to_owned(), ..ActivityFields::default() };
        let lines = [
            line(1, "09:00", ActivityType::HeartbeatStart, ActivityFields::default()),
            line(2, "09:05", ActivityType::HeartbeatEnd, said),
        ];
        assert_eq!(all(&lines), ["[09:00-09:05] HB: all well -> activity_log/2026-02-17.jsonl#L1-2"]);
    }

    #[test]
    fn lines_are_no_neighbours_when_one_between_them_or_a_day_is_left_out() {
        assert_eq!(all(&[run(1, "03:00", 0), run(3, "04:00", 0)]).len(), 2);
        let mut other_day = run(2, "04:00", 0);
        other_day.date = Date::constant(2026, 2, 18);
        assert_eq!(all(&[run(1, "03:00", 0), other_day]).len(), 2);
    }

    #[test]
    fn a_message_or_a_note_names_whose_it_is_unless_it_is_the_owner_of_the_memory() {
        let said = |from: &str| {
            let (from, content) = (from.to_owned(), "the tap drips".to_owned());
            let fields = ActivityFields { from, content, ..ActivityFields::default() };
            [ActivityType::MessageReceived, ActivityType::MemoryWrite]
                .map(|what| line(1, "10:00", what, fields.clone()).shown())
        };
        assert_eq!(said("Petra"), ["[10:00] MSG< Petra: the tap drips", "[10:00] MEM Petra: the tap drips"]);
        assert_eq!(said("Pe\ntra")[0], "[10:00] MSG< Pe tra: the tap drips");
        for owner in ["me", "Me", ""] {
            assert_eq!(said(owner), ["[10:00] MSG< the tap drips", "[10:00] MEM the tap drips"]);
        }
    }

    #[test]
    fn a_message_cannot_begin_a_line_of_the_log() {
        let fields = ActivityFields { content: "a\n[10:00] MSG> b\u{2028}c".to_owned(), ..ActivityFields::default() };
        let shown = line(1, "10:00", ActivityType::MessageReceived, fields).shown();
        assert_eq!(shown, "[10:00] MSG< a [10:00] MSG> b c");
    }
}
