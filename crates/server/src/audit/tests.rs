//! The log as it is written, damaged, cut and sealed.

use super::*;

fn now() -> Moment {
    "2026-03-01T12:00:00+09:00".parse().expect("a time")
}

fn act(what: &str) -> Act<'_> {
    Act { key: Some("k"), mind: Some("default"), act: "erase", what }
}

/// A folder with a log of so many lines.
fn with_lines(count: usize) -> (tempfile::TempDir, Audit) {
    let folder = tempfile::tempdir().expect("a folder");
    let audit = Audit::below(folder.path());
    for number in 1..=count {
        audit.add(now(), act(&format!("mem_{number}"))).expect("added");
    }
    (folder, audit)
}

fn state(audit: &Audit) -> AuditState {
    audit.read().expect("read").state
}

fn lines(audit: &Audit) -> Vec<String> {
    audit.read().expect("read").lines.into_iter().map(|line| line.what).collect()
}

/// Changes the log as someone with an editor would.
fn edit(audit: &Audit, change: impl FnOnce(Vec<&str>) -> Vec<&str>) {
    let text = fs::read_to_string(audit.file()).expect("the log");
    let changed = change(text.lines().collect());
    fs::write(audit.file(), changed.iter().map(|line| format!("{line}\n")).collect::<String>()).expect("written");
}

#[test]
fn a_line_that_was_changed_or_taken_out_shows() {
    let (_folder, audit) = with_lines(5);
    assert_eq!((state(&audit), lines(&audit).len()), (AuditState::Whole, 5));
    let text = fs::read_to_string(audit.file()).expect("the log");
    fs::write(audit.file(), text.replace("mem_3", "mem_9")).expect("written");
    assert_eq!(state(&audit), AuditState::Changed { line: 3 });
    fs::write(audit.file(), &text).expect("written");
    edit(&audit, |lines| [&lines[..1], &lines[3..]].concat());
    assert_eq!(state(&audit), AuditState::Gap { line: 2, missing: 2 });
    fs::write(audit.file(), &text).expect("written");
    edit(&audit, |mut lines| {
        lines.swap(1, 2);
        lines
    });
    assert!(matches!(state(&audit), AuditState::Gap { line: 2, .. } | AuditState::Changed { line: 2 }));
    edit(&audit, |_| vec!["no line at all"]);
    assert_eq!(state(&audit), AuditState::Changed { line: 1 });
}

#[test]
fn a_cut_end_and_a_missing_file_show_also_after_further_lines() {
    let (_folder, audit) = with_lines(6);
    edit(&audit, |lines| lines[..4].to_vec());
    assert_eq!(state(&audit), AuditState::Cut { missing: 2 });
    audit.add(now(), act("later")).expect("added");
    assert_eq!(state(&audit), AuditState::Gap { line: 5, missing: 2 });
    assert_eq!(lines(&audit).last().map(String::as_str), Some("later"));
    fs::remove_file(audit.file()).expect("removed");
    assert_eq!(state(&audit), AuditState::Gone { missing: 7 });
    audit.add(now(), act("after all")).expect("added");
    assert_eq!(state(&audit), AuditState::Gap { line: 1, missing: 7 });
}

#[test]
fn a_chain_that_was_computed_anew_without_the_key_shows() {
    let (_folder, audit) = with_lines(3);
    // Every print is right for another key, as of someone who knows how prints are made.
    let mut forged = Seal::over(b"");
    let texts: Vec<String> =
        (1..=3).map(|n| forged.next(now(), act(&format!("mem_{}", n + 10))).expect("made")).collect();
    fs::write(audit.file(), format!("{}\n", texts.join("\n"))).expect("written");
    assert_eq!(state(&audit), AuditState::Changed { line: 1 });
    fs::remove_file(audit.folder.join("log-seal.json")).expect("removed");
    assert_eq!(state(&audit), AuditState::Unsealed);
}

#[test]
fn who_is_killed_between_the_seal_and_the_line_loses_nothing() {
    for written in [0, 1, 40] {
        let (_folder, audit) = with_lines(3);
        let mut seal = Seal::read(&audit.folder).expect("read").expect("a seal");
        let line = seal.next(now(), act("mem_4")).expect("made");
        seal.write(&audit.folder).expect("written");
        let mut file = owners_file(&audit.file()).expect("the log");
        file.write_all(&line.as_bytes()[..written]).expect("written");
        assert_eq!(state(&audit), AuditState::Whole, "{written} bytes were written");
        assert_eq!(lines(&audit).last().map(String::as_str), Some("mem_4"));
        audit.add(now(), act("mem_5")).expect("added");
        assert_eq!((state(&audit), lines(&audit).len()), (AuditState::Whole, 5));
    }
    // The same before there is a log.
    let folder = tempfile::tempdir().expect("a folder");
    let audit = Audit::below(folder.path());
    let mut seal = Seal::over(b"");
    seal.next(now(), act("mem_1")).expect("made");
    seal.write(folder.path()).expect("written");
    assert_eq!((state(&audit), lines(&audit).len()), (AuditState::Whole, 1));
    audit.add(now(), act("mem_2")).expect("added");
    assert_eq!((state(&audit), lines(&audit).len()), (AuditState::Whole, 2));
}

#[test]
fn a_seal_that_was_put_back_from_a_backup_learns_from_the_log() {
    let (_folder, audit) = with_lines(2);
    let earlier = Seal::read(&audit.folder).expect("read").expect("a seal");
    for number in 3..6 {
        audit.add(now(), act(&format!("mem_{number}"))).expect("added");
    }
    earlier.write(&audit.folder).expect("written");
    assert_eq!(state(&audit), AuditState::Whole);
    audit.add(now(), act("mem_6")).expect("added");
    assert_eq!((state(&audit), lines(&audit).len()), (AuditState::Whole, 6));
}

/// Three lines as an earlier version wrote them, without a key.
const EARLIER: &str = include_str!("earlier.jsonl");

#[test]
fn a_log_of_an_earlier_version_goes_on_and_is_sealed() {
    let folder = tempfile::tempdir().expect("a folder");
    let audit = Audit::below(folder.path());
    fs::write(audit.file(), EARLIER).expect("written");
    assert_eq!((state(&audit), lines(&audit).len()), (AuditState::Whole, 3));
    audit.add(now(), act("sealed")).expect("added");
    assert_eq!((state(&audit), lines(&audit).len()), (AuditState::Whole, 4));
    let text = fs::read_to_string(audit.file()).expect("the log");
    for place in 0..3 {
        edit(&audit, |mut lines| {
            lines.remove(place);
            lines
        });
        assert_ne!(state(&audit), AuditState::Whole, "without line {}", place + 1);
        fs::write(audit.file(), &text).expect("written");
    }
    // A line of the earlier form can be made without a key, and is worth nothing any more.
    let last = EARLIER.lines().last().expect("a line");
    edit(&audit, |mut lines| {
        lines.push(last);
        lines
    });
    assert_eq!(state(&audit), AuditState::Changed { line: 5 });
}

#[test]
fn a_log_that_was_begun_anew_keeps_the_earlier_one() {
    let (folder, audit) = with_lines(4);
    edit(&audit, |lines| lines[..1].to_vec());
    let name = audit.begin_anew(now()).expect("begun");
    assert_eq!((state(&audit), lines(&audit)), (AuditState::Whole, vec![name.clone()]));
    assert_eq!(fs::read_to_string(folder.path().join(&name)).expect("the earlier one").lines().count(), 1);
    fs::remove_file(audit.file()).expect("removed");
    assert_eq!(audit.begin_anew(now()).expect("begun"), "audit.2.jsonl");
}

#[cfg(unix)]
#[test]
fn only_the_owner_may_read_the_files() {
    use std::os::unix::fs::PermissionsExt;
    let (folder, _audit) = with_lines(1);
    for entry in fs::read_dir(folder.path()).expect("a folder").flatten() {
        let mode = entry.metadata().expect("a file").permissions().mode();
        assert_eq!(mode & 0o077, 0, "{:?}", entry.file_name());
    }
}

#[test]
fn lines_of_many_make_one_chain() {
    let folder = tempfile::tempdir().expect("a folder");
    std::thread::scope(|scope| {
        for writer in 0..4 {
            let audit = Audit::below(folder.path());
            scope.spawn(move || {
                for number in 0..10 {
                    audit.add(now(), act(&format!("{writer} {number}"))).expect("added");
                }
            });
        }
    });
    let audit = Audit::below(folder.path());
    assert_eq!((state(&audit), lines(&audit).len()), (AuditState::Whole, 40));
}
