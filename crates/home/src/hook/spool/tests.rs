//! What stays in the spool, and what does not.

use std::str::FromStr;

use omoide_core::MindName;

use super::*;

fn note(session: &str, second: i64) -> Note {
    Note {
        what: SpooledEvent::Answered,
        session: session.to_owned(),
        transcript: PathBuf::from("/t.jsonl"),
        folder: None,
        length: Some(3),
        withheld: None,
        answer: Some("鍵は箱の中".to_owned()),
        mind: MindName::default(),
        at: Moment::from_str("2026-01-20T10:00:00+09:00").expect("a time").plus_seconds(second),
    }
}

#[test]
fn notes_come_in_their_order_and_go_when_they_are_removed() {
    let folder = tempfile::tempdir().expect("a folder");
    let spool = Spool::below(&folder.path().join("not/there/yet"));
    assert!(!spool.has_work());
    for second in [2, 0, 1] {
        spool.add(&note(&format!("s{second}"), second)).expect("written");
    }
    assert!(spool.has_work());
    let (notes, troubles) = spool.notes().expect("read");
    assert_eq!(notes.iter().map(|spooled| spooled.note.session.as_str()).collect::<Vec<_>>(), ["s0", "s1", "s2"]);
    assert!(troubles.is_empty());
    notes[0].remove().expect("removed");
    notes[1].remove().expect("removed");
    let_wait(&notes[2..]).expect("renamed");
    assert!(!spool.has_work(), "what waits is no work");
    let left = spool.notes().expect("read").0;
    assert_eq!((left.len(), left[0].is_waiting, &left[0].note), (1, true, &note("s2", 2)));
    set_aside(&left).expect("renamed");
    let left = spool.notes().expect("read").0;
    assert_eq!((left.len(), left[0].is_waiting, left[0].is_aside), (1, true, true));
}

#[test]
fn of_many_notes_that_have_to_stay_a_few_do() {
    let folder = tempfile::tempdir().expect("a folder");
    let spool = Spool::below(folder.path());
    (0..20).for_each(|second| spool.add(&note("s", second)).expect("written"));
    set_aside(&spool.notes().expect("read").0).expect("renamed");
    let left = spool.notes().expect("read").0;
    assert_eq!(left.len(), MOST_LEFT);
    assert_eq!(left.last().map(|spooled| &spooled.note), Some(&note("s", 19)));
    for session in 0..MOST_ASIDE {
        fs::write(folder.path().join(format!("spool/{session:020}-0.aside")), "{}").expect("written");
    }
    spool.sweep(note("s", 0).at, 7);
    assert_eq!(fs::read_dir(folder.path().join("spool")).expect("a folder").count(), MOST_ASIDE);
    assert_eq!(spool.notes().expect("read").0.len(), MOST_LEFT, "the last ones stay");
}

#[test]
fn what_an_earlier_version_wrote_in_clear_does_not_stay_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let spool = Spool::below(folder.path());
    let token = "ghp_R8vK2mXq7LpZ4tNc9WdYb3HsJf6GaTe1UoQi";
    spool.add(&Note { answer: Some(format!("It is {token}.")), ..note("s", 0) }).expect("written");
    let_wait(&spool.notes().expect("read").0).expect("left");
    let left: Vec<_> = fs::read_dir(folder.path().join("spool")).expect("a folder").collect();
    assert_eq!(left.len(), 1);
    let text = fs::read_to_string(left[0].as_ref().expect("a file").path()).expect("read");
    assert!(!text.contains(token) && text.contains("It is"), "{text}");
    assert!(spool.notes().expect("read").0[0].is_waiting);
}

#[test]
fn whether_a_prompt_may_be_remembered_is_kept_for_its_answer() {
    let folder = tempfile::tempdir().expect("a folder");
    let spool = Spool::below(folder.path());
    spool.set_heard("s");
    spool.set_unheard("s").expect("noted");
    assert!(spool.is_unheard("s") && !spool.is_unheard("t"));
    assert!(!spool.has_work() && spool.notes().expect("read").0.is_empty());
    spool.set_heard("s");
    assert!(!spool.is_unheard("s"));
}

#[test]
fn what_is_half_written_or_makes_no_sense_is_in_nobodys_way() {
    let folder = tempfile::tempdir().expect("a folder");
    let spool = Spool::below(folder.path());
    spool.add(&note("s", 0)).expect("written");
    fs::write(folder.path().join("spool/.half"), "{").expect("written");
    fs::write(folder.path().join("spool/00.json"), "{").expect("written");
    let (notes, troubles) = spool.notes().expect("read");
    assert_eq!((notes.len(), troubles.len()), (1, 1));
    assert_eq!(spool.notes().expect("read").1.len(), 0, "told once");
    let later = Moment::from_str("2126-01-20T10:00:00+09:00").expect("a time");
    spool.sweep(later, 7);
    let left: Vec<_> = fs::read_dir(folder.path().join("spool")).expect("a folder").collect();
    assert_eq!(left.len(), 1, "only work that is still to be done stays");
}

#[test]
fn one_has_the_spool_at_a_time() {
    let folder = tempfile::tempdir().expect("a folder");
    let spool = Spool::below(folder.path());
    assert!(!spool.is_being_worked_off());
    let held = spool.take().expect("a lock").expect("free");
    assert!(spool.is_being_worked_off());
    assert!(spool.take().expect("a lock").is_none());
    drop(held);
    assert!(spool.take().expect("a lock").is_some());
}
