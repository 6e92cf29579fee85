//! What every scheduler is told, and that awkward names reach the program unchanged.

use std::path::PathBuf;

use proptest::prelude::*;

use super::kind::SchedulerKind;
use super::plan::{At, Job, Machine, SchedulePlan, time_in};
use super::{cron, launchd, systemd, windows};

/// A path with all that some format gives a meaning to.
const PROGRAM: &str = "/opt/it's 100% \"mine\" & <co> $HOME\\%/omoide";

fn job(program: &str) -> Job {
    let words = [program, "sleep", "--quiet", "--mind", "a $b"].map(str::to_owned).to_vec();
    Job { name: "omoide-sleep".into(), words, at: At { hour: 3, minute: 5 } }
}

fn machine() -> Machine {
    let home = PathBuf::from("/srv/yumi");
    Machine { config_home: home.join(".config"), data_dir: home.join("data"), home, user_id: 501 }
}

/// The plan as a person would read it.
fn told(plan: &SchedulePlan) -> String {
    let mut text = String::new();
    for call in &plan.on {
        text.push_str(&format!("on: {:?}\n", call.words));
    }
    for call in plan.off.iter().chain(&plan.after_off) {
        text.push_str(&format!("off: {:?}\n", call.words));
    }
    for file in &plan.files {
        text.push_str(&format!(
            "--- {} ({:?})\n{}",
            file.path.display(),
            file.encoding,
            file.text.replace("\r\n", "\n")
        ));
    }
    text.extend(plan.line.iter().map(|line| format!("{line}\n")));
    text
}

#[test]
fn cron_is_told() {
    insta::assert_snapshot!(told(&SchedulePlan::of(SchedulerKind::Cron, &job(PROGRAM), &machine())));
}

#[test]
fn systemd_is_told() {
    insta::assert_snapshot!(told(&SchedulePlan::of(SchedulerKind::Systemd, &job(PROGRAM), &machine())));
}

#[test]
fn launchd_is_told() {
    insta::assert_snapshot!(told(&SchedulePlan::of(SchedulerKind::Launchd, &job(PROGRAM), &machine())));
}

#[test]
fn windows_is_told() {
    let job = job("C:\\Program Files\\omoide & co\\omoide.exe");
    insta::assert_snapshot!(told(&SchedulePlan::of(SchedulerKind::Windows, &job, &machine())));
}

#[test]
fn every_plan_names_its_time() {
    for kind in SchedulerKind::ALL {
        let plan = SchedulePlan::of(kind, &job(PROGRAM), &machine());
        let texts = plan.line.iter().chain(plan.files.iter().map(|file| &file.text));
        for text in texts {
            assert_eq!(time_in(text), Some(At { hour: 3, minute: 5 }), "{text}");
        }
    }
}

#[test]
fn a_time_is_an_hour_and_a_minute() {
    let read = |text: &str| text.parse::<At>().ok().map(|at| at.to_string());
    assert_eq!(read("3:05").as_deref(), Some("03:05"));
    assert_eq!(read("23:59").as_deref(), Some("23:59"));
    for wrong in ["24:00", "3", "3:60", "-1:00", "03:00:00", "", ":", "+3:00", "003:00"] {
        assert_eq!(read(wrong), None, "{wrong}");
    }
}

#[test]
fn every_system_has_a_first_choice() {
    assert_eq!(SchedulerKind::of_system("linux", true)[0], SchedulerKind::Systemd);
    assert_eq!(SchedulerKind::of_system("linux", false)[0], SchedulerKind::Cron);
    assert_eq!(SchedulerKind::of_system("macos", false)[0], SchedulerKind::Launchd);
    assert_eq!(SchedulerKind::of_system("windows", false)[0], SchedulerKind::Windows);
    assert_eq!(SchedulerKind::of_system("freebsd", false)[0], SchedulerKind::Cron);
}

#[test]
fn a_windows_file_is_read_as_it_was_written() {
    let plan = windows::plan(&job("C:\\思い出\\omoide.exe"), &machine());
    let file = &plan.files[0];
    assert_eq!(file.bytes()[..2], [0xff, 0xfe]);
    assert_eq!(file.read(&file.bytes()), file.text);
}

/// What cron hands to the shell: the line up to a bare `%`, with `\%` made `%`. After Vixie cron's `do_command`.
fn unescaped(command: &str) -> String {
    let (mut text, mut is_escaped) = (String::new(), false);
    for c in command.chars() {
        if is_escaped {
            if c == '%' {
                text.pop();
            }
            is_escaped = false;
            text.push(c);
        } else if c == '%' {
            break;
        } else {
            is_escaped = c == '\\';
            text.push(c);
        }
    }
    text
}

/// What a program on Windows makes of its command line.
fn windows_words(line: &str) -> Vec<String> {
    let (mut words, mut word, mut is_quoted, mut is_word) = (Vec::new(), String::new(), false, false);
    let mut rest = line.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '\\' => {
                let mut count = 1;
                while rest.next_if_eq(&'\\').is_some() {
                    count += 1;
                }
                let is_before_quote = rest.peek() == Some(&'"');
                word.push_str(&"\\".repeat(if is_before_quote { count / 2 } else { count }));
                if is_before_quote && count % 2 == 1 {
                    rest.next();
                    word.push('"');
                }
                is_word = true;
            }
            '"' => {
                is_quoted = !is_quoted;
                is_word = true;
            }
            ' ' | '\t' if !is_quoted => {
                if is_word {
                    words.push(std::mem::take(&mut word));
                }
                is_word = false;
            }
            c => {
                word.push(c);
                is_word = true;
            }
        }
    }
    if is_word {
        words.push(word);
    }
    words
}

/// What systemd makes of a quoted word of a command line.
fn systemd_words(line: &str) -> Vec<String> {
    let (mut words, mut word, mut is_quoted) = (Vec::new(), String::new(), false);
    let mut rest = line.chars();
    while let Some(c) = rest.next() {
        match c {
            '"' if is_quoted => {
                words.push(std::mem::take(&mut word));
                is_quoted = false;
            }
            '"' => is_quoted = true,
            '\\' => word.extend(rest.next()),
            '%' => word.extend(rest.next()),
            c if is_quoted => word.push(c),
            _ => {}
        }
    }
    words
}

fn any_word() -> impl Strategy<Value = String> {
    proptest::collection::vec(
        prop_oneof![
            Just('%'),
            Just('\\'),
            Just('\''),
            Just('"'),
            Just(' '),
            Just('$'),
            Just('#'),
            Just('a'),
            Just('思')
        ],
        0..8,
    )
    .prop_map(|chars| chars.into_iter().collect())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[cfg(unix)]
    #[test]
    fn cron_and_its_shell_hand_every_word_on(words in proptest::collection::vec(any_word(), 1..4)) {
        let mut all = vec!["printf".to_owned(), "%s\\n".to_owned()];
        all.extend(words.clone());
        let plan = cron::plan(&Job { words: all, ..job("") });
        let line = plan.line.expect("a line");
        let command = line.splitn(6, ' ').nth(5).expect("a command").replace(" >/dev/null", "");
        let output = std::process::Command::new("sh").arg("-c").arg(unescaped(&command)).output().expect("a shell");
        prop_assert_eq!(String::from_utf8(output.stdout).expect("UTF-8"), words.join("\n") + "\n");
    }
}

proptest! {
    #[test]
    fn windows_hands_every_word_on(words in proptest::collection::vec(any_word(), 0..4)) {
        let line = words.iter().map(|word| windows::quoted(word)).collect::<Vec<_>>().join(" ");
        prop_assert_eq!(windows_words(&line), words);
    }

    #[test]
    fn systemd_hands_every_word_on(words in proptest::collection::vec(any_word(), 1..4)) {
        let plan = systemd::plan(&Job { words: words.clone(), ..job("") }, &machine());
        let line = plan.files[0].text.lines().find_map(|line| line.strip_prefix("ExecStart=")).expect("a command").to_owned();
        let mut found = systemd_words(&line);
        for argument in &mut found[1..] {
            *argument = argument.replace("$$", "$");
        }
        if found[0] == "/bin/sh" {
            let shell: Vec<String> = found.drain(..3).collect();
            prop_assert_eq!(shell, ["/bin/sh", "-c", r#"exec "$0" "$@""#]);
        } else {
            prop_assert!(!found[0].contains(['"', '\'', '\\']), "systemd would not run it");
        }
        prop_assert_eq!(found, words);
    }

    #[test]
    fn xml_holds_no_bare_sign(word in any_word()) {
        let text = launchd::xml(&format!("{word}<&>"));
        prop_assert!(!text.contains(['<', '>', '"']));
        let back = text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&");
        prop_assert_eq!(back, format!("{word}<&>"));
    }

    #[test]
    fn other_lines_of_a_crontab_stay(lines in proptest::collection::vec("[ -~]{0,30}", 0..6)) {
        let before: String = lines.iter().map(|line| format!("{line}\n")).collect();
        let line = cron::plan(&job(PROGRAM)).line.expect("a line");
        let after = cron::with(&before, "omoide-sleep", &line);
        prop_assert!(after.starts_with(&before));
        prop_assert_eq!(cron::with(&after, "omoide-sleep", &line), after.clone());
        prop_assert_eq!(cron::without(&after, "omoide-sleep"), before);
        prop_assert_eq!(cron::without(&after, "omoide-sleep-rex"), after);
    }
}
