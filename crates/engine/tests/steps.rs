//! Nights as steps: one taken back alone, one that was interrupted; and pages, which are undone by the same rule.

use omoide::core::change::Actor;
use omoide::core::parameters::Parameters;
use omoide::core::policy::night::Step;
use omoide::core::{Category, Level};
use omoide::{Error, SleepMode};
use omoide_testkit::sandbox::Sandbox;

fn sleep(sandbox: &Sandbox) -> usize {
    sandbox.mind().sleep(None, SleepMode::Real, &mut |_, _, _| {}).expect("sleeps").nights.len()
}

#[test]
fn a_step_that_is_undone_alone_leaves_its_night_run() {
    let sandbox = Sandbox::new(Parameters::default());
    let faint = sandbox.remember("a passing remark about the weather", Category::Casual, 3);
    sandbox.clock.pass_days(1);
    assert_eq!(sleep(&sandbox), 1);
    assert_eq!(sandbox.mind().find(&faint.handle).expect("there").shown.level, Level::Archived);
    sandbox.mind().undo_step(None, Step::Episodes).expect("is taken back");
    let back = sandbox.mind().find(&faint.handle).expect("there");
    assert_eq!((back.shown, back.life), (faint.shown, faint.life));
    assert_eq!(sandbox.mind().details(&faint.handle).expect("details").versions.len(), 1, "its short texts are gone");
    assert_eq!(sleep(&sandbox), 0, "the night was run");
    let again = sandbox.mind().undo_step(None, Step::Episodes);
    assert!(matches!(again, Err(Error::NoStep { step: Step::Episodes, .. })), "{again:?}");
    assert!(matches!(sandbox.mind().undo_night(None), Err(Error::NightTooOld { .. })), "nothing of it is left");
}

#[test]
fn a_night_that_was_interrupted_behind_a_step_is_ended_and_not_run_twice() {
    let sandbox = Sandbox::new(Parameters::default());
    sandbox.remember("a talk about the garden", Category::Casual, 60);
    sandbox.clock.pass_days(1);
    assert_eq!(sleep(&sandbox), 1);
    let whole = sandbox.dump();
    // As a process leaves it that is killed before it notes that the night is over.
    let connection = rusqlite::Connection::open(sandbox.path()).expect("opens");
    connection.execute("DELETE FROM nights", []).expect("deletes");
    drop(connection);
    assert!(sandbox.mind().is_night_due().expect("known"));
    assert_eq!(sleep(&sandbox), 0, "its step was run");
    assert!(sandbox.dump() == whole, "as if it had not been interrupted");
    assert!(!sandbox.mind().is_night_due().expect("known"));
}

#[test]
fn a_change_to_a_page_is_taken_back() {
    let sandbox = Sandbox::new(Parameters::default());
    let mind = sandbox.mind();
    let write = |text: Option<&str>| {
        let change = |pages: &mut std::collections::BTreeMap<String, String>| match text {
            Some(text) => pages.insert("/plans".to_owned(), text.to_owned()),
            None => pages.remove("/plans"),
        };
        mind.change_pages(Actor::Agent, change).expect("is written");
    };
    write(Some("first"));
    write(Some("second"));
    write(None);
    let undo = || mind.undo_page("/plans", Actor::Person);
    assert_eq!(undo().expect("is undone").as_deref(), Some("second"));
    assert_eq!(undo().expect("is undone").as_deref(), Some("first"));
    assert_eq!(mind.pages().expect("pages")["/plans"], "first");
    assert_eq!(undo().expect("is undone"), None, "it was not there before");
    assert!(matches!(undo(), Err(Error::NothingToUndo { .. })));
}
