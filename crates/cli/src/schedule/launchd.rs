//! launchd: an agent of the person's own; a night missed in sleep is run when the machine wakes.

use super::kind::SchedulerKind;
use super::plan::{Encoding, Job, MARK, Machine, PlannedFile, SchedulePlan, SchedulerCall};

/// What labels begin with.
const DOMAIN: &str = "io.github.omoide-memory";

/// The plan: a property list.
pub fn plan(job: &Job, machine: &Machine) -> SchedulePlan {
    let label = format!("{DOMAIN}.{}", job.name);
    let path = machine.home.join("Library").join("LaunchAgents").join(format!("{label}.plist"));
    let session = format!("gui/{}", machine.user_id);
    let service = format!("{session}/{label}");
    let shown = path.display().to_string();
    let bootout = || SchedulerCall::may(&["launchctl", "bootout", &service]);
    SchedulePlan {
        kind: SchedulerKind::Launchd,
        files: vec![PlannedFile { path, text: list(job, &label), encoding: Encoding::Utf8 }],
        line: None,
        // An agent that runs already is not loaded anew, so it goes first.
        on: vec![bootout(), SchedulerCall::must(&["launchctl", "bootstrap", &session, &shown])],
        off: vec![bootout()],
        after_off: Vec::new(),
    }
}

fn list(job: &Job, label: &str) -> String {
    let words: String = job.words.iter().map(|word| format!("    <string>{}</string>\n", xml(word))).collect();
    let (at, label) = (job.at, xml(label));
    format!(
        r#"<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<!-- {MARK}{at} -->
<plist version="1.0">
<dict>
  <key>Label</key>
  <string>{label}</string>
  <key>ProgramArguments</key>
  <array>
{words}  </array>
  <key>StartCalendarInterval</key>
  <dict>
    <key>Hour</key>
    <integer>{}</integer>
    <key>Minute</key>
    <integer>{}</integer>
  </dict>
  <key>ProcessType</key>
  <string>Background</string>
  <key>StandardOutPath</key>
  <string>/dev/null</string>
</dict>
</plist>
"#,
        at.hour, at.minute
    )
}

/// A text inside XML. What XML cannot hold is left out.
pub fn xml(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\t' => escaped.push_str("&#9;"),
            c if c < ' ' || matches!(c, '\u{fffe}' | '\u{ffff}') => {}
            c => escaped.push(c),
        }
    }
    escaped
}
