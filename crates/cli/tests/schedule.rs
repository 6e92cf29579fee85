//! `schedule`: nights run by the system's own scheduler, and run no more.

#![cfg(unix)]

use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;

use omoide_testkit::command::{CommandAnswer, CommandSandbox};

/// A crontab program over a file in the home, which says and refuses what the usual ones do.
const CRONTAB: &str = r#"#!/bin/sh
spool="$HOME/spool"
case "$1" in
-l) if [ -f "$spool" ]; then cat "$spool"; else echo "no crontab for tester" >&2; exit 1; fi ;;
-r) if [ -f "$spool" ]; then rm "$spool"; else echo "no crontab for tester" >&2; exit 1; fi ;;
-)  cat > "$spool.new"
    if [ -s "$spool.new" ] && [ -n "$(tail -c 1 "$spool.new")" ]; then
        echo "new crontab file is missing newline before EOF, can't install." >&2; rm "$spool.new"; exit 1
    fi
    mv "$spool.new" "$spool" ;;
*)  echo "crontab: usage error" >&2; exit 1 ;;
esac
"#;

/// A program that notes how it was called, and fails when there is a file that says so.
const NOTING: &str = r#"#!/bin/sh
echo "$(basename "$0") $*" >> "$HOME/calls"
if [ -f "$HOME/fail" ]; then echo "Failed to connect to bus" >&2; exit 1; fi
"#;

const LINES: &str = "# mine\nMAILTO=\"\"\n\n*/5 * * * * echo 100\\% ok # omoide\n";

/// A machine with schedulers of its own, and the program in a folder with an awkward name.
struct Machine {
    sandbox: CommandSandbox,
    path: String,
}

impl Machine {
    fn new() -> Self {
        Self::in_folder("it's 100% \"mine\"")
    }

    fn in_folder(name: &str) -> Self {
        let sandbox = CommandSandbox::with_memories();
        let bin = sandbox.file(name);
        std::fs::create_dir_all(&bin).expect("a folder");
        symlink(env!("CARGO_BIN_EXE_omoide"), bin.join("omoide")).expect("a link");
        let path = format!("{}:/usr/bin:/bin", bin.display());
        for (name, text) in [("crontab", CRONTAB), ("systemctl", NOTING), ("launchctl", NOTING), ("schtasks", NOTING)] {
            std::fs::write(bin.join(name), text).expect("written");
            std::fs::set_permissions(bin.join(name), std::fs::Permissions::from_mode(0o755)).expect("set");
        }
        Self { sandbox, path }
    }

    fn schedule(&self, words: &[&str]) -> CommandAnswer {
        let words: Vec<&str> = std::iter::once("schedule").chain(words.iter().copied()).collect();
        self.sandbox.with(&[("PATH", &self.path)], &words)
    }

    fn spool(&self) -> Option<String> {
        std::fs::read_to_string(self.sandbox.file("spool")).ok()
    }

    fn calls(&self) -> Vec<String> {
        let calls = std::fs::read_to_string(self.sandbox.file("calls")).unwrap_or_default();
        let calls = calls.replace(&*self.sandbox.path().to_string_lossy(), "<dir>");
        calls.lines().map(str::to_owned).collect()
    }

    fn unit(&self, name: &str) -> PathBuf {
        self.sandbox.file(".config/systemd/user").join(name)
    }
}

#[test]
fn a_crontab_gets_a_line_and_loses_it_to_the_byte() {
    let machine = Machine::new();
    std::fs::write(machine.sandbox.file("spool"), LINES).expect("written");
    insta::assert_snapshot!("cron_dry_run", machine.schedule(&["install", "--kind", "cron", "--dry-run"]).all());
    assert_eq!(machine.spool().as_deref(), Some(LINES));
    assert_eq!(machine.schedule(&["install", "--kind", "cron"]).ok(), "cron runs the nights every day at 03:00\n");
    let first = machine.spool().expect("a crontab");
    assert!(first.starts_with(LINES) && first.lines().count() == LINES.lines().count() + 1, "{first}");
    assert!(machine.schedule(&["install", "--kind", "cron"]).ok().contains("already"));
    assert_eq!(machine.spool().as_deref(), Some(first.as_str()));
    machine.schedule(&["install", "--kind", "cron", "--at", "4:30"]).ok();
    assert!(machine.spool().expect("a crontab").contains("\n30 4 * * * "), "the time is changed in its place");
    assert_eq!(machine.spool().expect("a crontab").lines().count(), first.lines().count());
    insta::assert_snapshot!("cron_status", machine.schedule(&["status", "--kind", "cron"]).ok());
    machine.schedule(&["remove", "--kind", "cron"]).ok();
    assert_eq!(machine.spool().as_deref(), Some(LINES));
    assert!(machine.schedule(&["remove", "--kind", "cron"]).ok().contains("nothing to change"));
}

#[test]
fn a_crontab_that_was_not_there_is_gone_again() {
    let machine = Machine::new();
    machine.schedule(&["install", "--kind", "cron"]).ok();
    assert!(machine.spool().is_some());
    machine.schedule(&["remove", "--kind", "cron"]).ok();
    assert_eq!(machine.spool(), None);
    machine.schedule(&["remove", "--kind", "cron", "--lang", "ja"]).ok();
}

#[test]
fn every_mind_has_nights_of_its_own() {
    let machine = Machine::new();
    machine.schedule(&["install", "--kind", "cron"]).ok();
    machine.schedule(&["install", "--kind", "cron", "--mind", "rex"]).ok();
    machine.schedule(&["install", "--kind", "cron", "--mind", "思い出"]).ok();
    assert_eq!(machine.spool().expect("a crontab").lines().count(), 3);
    machine.schedule(&["remove", "--kind", "cron", "--mind", "rex"]).ok();
    let left = machine.spool().expect("a crontab");
    assert!(left.lines().count() == 2 && !left.contains("--mind rex"), "{left}");
}

/// The line is handed to the shell as cron does it: `\%` is `%`.
#[test]
fn what_cron_runs_is_a_night() {
    let machine = Machine::new();
    machine.schedule(&["install", "--kind", "cron"]).ok();
    let line = machine.spool().expect("a crontab");
    let command = line.splitn(6, ' ').nth(5).expect("a command").replace("\\%", "%");
    let output = Command::new("/bin/sh")
        .arg("-c")
        .arg(command.trim_end())
        .env_clear()
        .env("OMOIDE_NOW", "2026-01-22T03:00:00+09:00")
        .output()
        .expect("a shell");
    assert!(output.status.success() && output.stdout.is_empty() && output.stderr.is_empty(), "{output:?}");
    let status = machine.sandbox.at("2026-01-22T03:00:00+09:00", &["sleep", "status", "--json"]).json();
    assert_eq!(status["due"], serde_json::json!([]));
    assert_eq!(status["nights"].as_array().map(Vec::len), Some(2), "the one that is due, and the one that was missed");
}

#[test]
fn systemd_gets_a_timer_and_loses_it() {
    let machine = Machine::new();
    machine.schedule(&["install", "--kind", "systemd", "--at", "02:15"]).ok();
    let (service, timer) = (machine.unit("omoide-sleep.service"), machine.unit("omoide-sleep.timer"));
    assert!(std::fs::read_to_string(&timer).expect("a timer").contains("OnCalendar=*-*-* 02:15:00\nPersistent=true\n"));
    assert_eq!(machine.calls(), ["systemctl --user daemon-reload", "systemctl --user enable --now omoide-sleep.timer"]);
    verify(&timer, machine.sandbox.path());
    verify(&service, machine.sandbox.path());
    let plain = Machine::in_folder("100% mine & $HOME");
    plain.schedule(&["install", "--kind", "systemd"]).ok();
    verify(&plain.unit("omoide-sleep.service"), plain.sandbox.path());
    let status = machine.schedule(&["status", "--kind", "systemd", "--json"]).json();
    assert_eq!((&status["schedulers"][0]["state"], &status["schedulers"][0]["at"]), (&"on".into(), &"02:15".into()));
    assert!(machine.schedule(&["install", "--kind", "systemd", "--at", "02:15"]).ok().contains("already"));
    std::fs::write(&service, std::fs::read_to_string(&service).expect("a service").replace("100%%", "99%%"))
        .expect("written");
    insta::assert_snapshot!("systemd_moved", machine.schedule(&["status", "--kind", "systemd"]).all());
    machine.schedule(&["remove", "--kind", "systemd"]).ok();
    assert!(!service.exists() && !timer.exists());
    let calls = machine.calls();
    assert_eq!(
        calls[calls.len() - 2..],
        ["systemctl --user disable --now omoide-sleep.timer", "systemctl --user daemon-reload"]
    );
}

/// systemd's own check, where it is installed.
fn verify(unit: &Path, run: &Path) {
    let mut command = Command::new("systemd-analyze");
    command.args(["--user", "verify"]).arg(unit).env("XDG_RUNTIME_DIR", run).env("HOME", run);
    let Ok(output) = command.output() else { return };
    let said = String::from_utf8_lossy(&output.stderr);
    let about_us: Vec<&str> = said.lines().filter(|line| line.contains("omoide-sleep")).collect();
    assert!(about_us.is_empty() && output.status.success(), "{said}");
}

#[test]
fn a_scheduler_that_refuses_leaves_nothing_behind() {
    let machine = Machine::new();
    std::fs::write(machine.sandbox.file("fail"), "").expect("written");
    insta::assert_snapshot!("systemd_fails", machine.schedule(&["install", "--kind", "systemd"]).fails(1));
    assert!(!machine.unit("omoide-sleep.service").exists() && !machine.unit("omoide-sleep.timer").exists());
    for kind in ["launchd", "windows"] {
        machine.schedule(&["install", "--kind", kind]).fails(1);
    }
    std::fs::remove_file(machine.sandbox.file("fail")).expect("removed");
    machine.schedule(&["install", "--kind", "systemd"]).ok();
    std::fs::write(machine.sandbox.file("fail"), "").expect("written");
    machine.schedule(&["remove", "--kind", "systemd"]).ok();
    assert!(!machine.unit("omoide-sleep.timer").exists(), "what is off already can be removed");
}

#[test]
fn a_file_of_our_name_that_is_not_ours_is_left() {
    let machine = Machine::new();
    let timer = machine.unit("omoide-sleep.timer");
    std::fs::create_dir_all(timer.parent().expect("a folder")).expect("a folder");
    std::fs::write(&timer, "[Timer]\n").expect("written");
    assert!(machine.schedule(&["install", "--kind", "systemd"]).fails(1).contains("does not belong to Omoide"));
    machine.schedule(&["remove", "--kind", "systemd"]).ok();
    assert_eq!(std::fs::read_to_string(&timer).expect("there"), "[Timer]\n");
    assert!(!machine.unit("omoide-sleep.service").exists());
}

#[test]
fn launchd_and_windows_are_told_in_order() {
    let machine = Machine::new();
    machine.schedule(&["install", "--kind", "launchd"]).ok();
    machine.schedule(&["remove", "--kind", "launchd"]).ok();
    machine.schedule(&["install", "--kind", "windows"]).ok();
    let xml = std::fs::read(machine.sandbox.file("schedule/omoide-sleep.xml")).expect("a task");
    assert_eq!(xml[..2], [0xff, 0xfe]);
    assert_eq!(machine.schedule(&["status", "--kind", "windows", "--json"]).json()["schedulers"][0]["state"], "on");
    machine.schedule(&["remove", "--kind", "windows"]).ok();
    let calls = machine.calls();
    let verbs: Vec<&str> = calls.iter().filter_map(|call| call.split(' ').nth(1)).collect();
    assert_eq!(verbs, ["bootout", "bootstrap", "bootout", "/Create", "/Delete"]);
    assert!(calls[3].ends_with("/TN omoide-sleep /XML <dir>/schedule/omoide-sleep.xml /F"), "{}", calls[3]);
}

#[test]
fn a_machine_without_the_scheduler_is_told_what_else_there_is() {
    let sandbox = CommandSandbox::with_memories();
    let nowhere = sandbox.file("nowhere");
    let path = [("PATH", nowhere.to_str().expect("UTF-8"))];
    insta::assert_snapshot!("no_crontab", sandbox.with(&path, &["schedule", "install", "--kind", "cron"]).fails(1));
    let status = sandbox.with(&path, &["schedule", "status", "--kind", "cron", "--json"]).json();
    assert_eq!(status["schedulers"][0]["state"], "unavailable");
    sandbox.with(&path, &["schedule", "install", "--at", "25:00"]).fails(2);
}

#[test]
fn schedules_made_at_the_same_moment_are_all_there() {
    let machine = Machine::new();
    std::fs::write(machine.sandbox.file("spool"), LINES).expect("written");
    let children: Vec<_> = (0..6)
        .map(|number| {
            let mind = format!("mind-{number}");
            let mut command = machine.sandbox.command(&["schedule", "install", "--kind", "cron", "--mind", &mind]);
            command.env("PATH", &machine.path).stdout(std::process::Stdio::null()).spawn().expect("it runs")
        })
        .collect();
    for mut child in children {
        assert!(child.wait().expect("it ends").success());
    }
    let spool = machine.spool().expect("a crontab");
    assert!(spool.starts_with(LINES) && spool.lines().count() == LINES.lines().count() + 6, "{spool}");
}
