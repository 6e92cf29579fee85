//! Cron: one line in the person's crontab; every other line stays to the byte.

use super::kind::SchedulerKind;
use super::plan::{Job, MARK, SchedulePlan};
use crate::install::hooks::quoted;

/// The plan: a line.
pub fn plan(job: &Job) -> SchedulePlan {
    let none = Vec::new;
    SchedulePlan {
        kind: SchedulerKind::Cron,
        files: Vec::new(),
        line: Some(line(job)),
        on: none(),
        off: none(),
        after_off: none(),
    }
}

/// The line. What a night says is not mailed; what goes wrong is.
fn line(job: &Job) -> String {
    let command = job.words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ");
    let (at, name) = (job.at, &job.name);
    format!("{} {} * * * {} >/dev/null # {name} {MARK}{at}", at.minute, at.hour, escaped(&command))
}

/// The command as a crontab has it, where a bare `%` ends it and `\%` is one.
fn escaped(command: &str) -> String {
    let mut text = String::new();
    let mut is_after_backslash = false;
    for c in command.chars() {
        if c == '%' && is_after_backslash {
            // Two quotes that hold nothing part a backslash from the one that belongs to the percent sign.
            text.push_str("''\\%");
        } else if c == '%' {
            text.push_str("\\%");
        } else {
            text.push(c);
        }
        is_after_backslash = c == '\\' && !is_after_backslash;
    }
    text
}

/// Our line in a crontab.
pub fn found<'a>(crontab: &'a str, name: &str) -> Option<&'a str> {
    crontab.lines().find(|line| is_ours(line, name))
}

/// The crontab with our line as it should be, in its old place if it has one.
pub fn with(crontab: &str, name: &str, line: &str) -> String {
    let (mut text, mut is_in) = (String::new(), false);
    for old in crontab.split_inclusive('\n') {
        if !is_ours(old, name) {
            text.push_str(old);
        } else if !is_in {
            text.push_str(&format!("{line}\n"));
            is_in = true;
        }
    }
    if !is_in {
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        text.push_str(&format!("{line}\n"));
    }
    text
}

/// The crontab without our line.
pub fn without(crontab: &str, name: &str) -> String {
    crontab.split_inclusive('\n').filter(|line| !is_ours(line, name)).collect()
}

fn is_ours(line: &str, name: &str) -> bool {
    !line.trim_start().starts_with('#') && line.contains(&format!(" # {name} {MARK}"))
}
