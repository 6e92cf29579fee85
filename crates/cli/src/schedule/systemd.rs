//! systemd: a service and a timer of the person's own, which also runs what it missed.

use super::kind::SchedulerKind;
use super::plan::{Encoding, Job, MARK, Machine, PlannedFile, SchedulePlan, SchedulerCall};

/// The plan: two units.
pub fn plan(job: &Job, machine: &Machine) -> SchedulePlan {
    let folder = machine.config_home.join("systemd").join("user");
    let timer = format!("{}.timer", job.name);
    let file = |name: &str, text: String| PlannedFile { path: folder.join(name), text, encoding: Encoding::Utf8 };
    let reload = || SchedulerCall::must(&["systemctl", "--user", "daemon-reload"]);
    SchedulePlan {
        kind: SchedulerKind::Systemd,
        files: vec![file(&format!("{}.service", job.name), service(job)), file(&timer, clock(job))],
        line: None,
        on: vec![reload(), SchedulerCall::must(&["systemctl", "--user", "enable", "--now", &timer])],
        off: vec![SchedulerCall::may(&["systemctl", "--user", "disable", "--now", &timer])],
        after_off: vec![SchedulerCall { may_fail: true, ..reload() }],
    }
}

fn service(job: &Job) -> String {
    let mut words: Vec<&str> = job.words.iter().map(String::as_str).collect();
    // systemd runs no program whose path has one of these, but hands them on as arguments.
    if words.first().is_some_and(|program| program.contains(['"', '\'', '\\'])) {
        words.splice(0..0, ["/bin/sh", "-c", r#"exec "$0" "$@""#]);
    }
    let program = words.first().map(|word| quoted(word)).unwrap_or_default();
    // Variables are looked for in arguments, not in the program's own path.
    let arguments: String = words.iter().skip(1).map(|word| format!(" {}", quoted(word).replace('$', "$$"))).collect();
    let at = job.at;
    format!(
        "[Unit]\nDescription={MARK}{at}\n\n[Service]\nType=oneshot\nNice=10\nStandardOutput=null\n\
         ExecStart={program}{arguments}\n"
    )
}

fn clock(job: &Job) -> String {
    let at = job.at;
    format!(
        "[Unit]\nDescription={MARK}{at}\n\n[Timer]\nOnCalendar=*-*-* {at}:00\nPersistent=true\n\n\
         [Install]\nWantedBy=timers.target\n"
    )
}

/// A word for a unit's command line: in quotes, with `%` doubled, since it would begin a specifier.
fn quoted(word: &str) -> String {
    format!("\"{}\"", word.replace('\\', "\\\\").replace('"', "\\\"").replace('%', "%%"))
}
