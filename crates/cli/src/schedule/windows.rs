//! Windows: a task of the person's own, which also runs what it missed.

use super::kind::SchedulerKind;
use super::launchd::xml;
use super::plan::{Encoding, Job, MARK, Machine, PlannedFile, SchedulePlan, SchedulerCall};

/// The plan: a task, described in a file among our own data.
pub fn plan(job: &Job, machine: &Machine) -> SchedulePlan {
    let path = machine.data_dir.join("schedule").join(format!("{}.xml", job.name));
    let shown = path.display().to_string();
    SchedulePlan {
        kind: SchedulerKind::Windows,
        files: vec![PlannedFile { path, text: task(job), encoding: Encoding::Utf16 }],
        line: None,
        on: vec![SchedulerCall::must(&["schtasks", "/Create", "/TN", &job.name, "/XML", &shown, "/F"])],
        off: vec![SchedulerCall::may(&["schtasks", "/Delete", "/TN", &job.name, "/F"])],
        after_off: Vec::new(),
    }
}

fn task(job: &Job) -> String {
    let (program, arguments) = job.words.split_first().map_or(("", [].as_slice()), |(first, rest)| (first, rest));
    let arguments = arguments.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ");
    let (program, arguments, at) = (xml(program), xml(&arguments), job.at);
    // The date is only where the days begin to be counted.
    let text = format!(
        r#"<?xml version="1.0" encoding="UTF-16"?>
<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">
  <RegistrationInfo>
    <Description>{MARK}{at}</Description>
  </RegistrationInfo>
  <Triggers>
    <CalendarTrigger>
      <StartBoundary>2026-01-01T{at}:00</StartBoundary>
      <Enabled>true</Enabled>
      <ScheduleByDay>
        <DaysInterval>1</DaysInterval>
      </ScheduleByDay>
    </CalendarTrigger>
  </Triggers>
  <Principals>
    <Principal id="Author">
      <LogonType>InteractiveToken</LogonType>
      <RunLevel>LeastPrivilege</RunLevel>
    </Principal>
  </Principals>
  <Settings>
    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>
    <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>
    <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>
    <StartWhenAvailable>true</StartWhenAvailable>
    <Hidden>true</Hidden>
  </Settings>
  <Actions Context="Author">
    <Exec>
      <Command>{program}</Command>
      <Arguments>{arguments}</Arguments>
    </Exec>
  </Actions>
</Task>
"#
    );
    text.replace('\n', "\r\n")
}

/// A word as programs on Windows read their command line: backslashes count only before a quote.
pub fn quoted(word: &str) -> String {
    if !word.is_empty() && !word.contains([' ', '\t', '"']) {
        return word.to_owned();
    }
    let (mut text, mut backslashes) = (String::from('"'), 0);
    for c in word.chars() {
        if c == '"' {
            text.push_str(&"\\".repeat(backslashes + 1));
        }
        backslashes = if c == '\\' { backslashes + 1 } else { 0 };
        text.push(c);
    }
    text.push_str(&"\\".repeat(backslashes));
    text.push('"');
    text
}
