//! What is open and what was resolved, from the talk and by hand.

use std::io::Cursor;

use omoide::core::change::Actor;
use omoide::core::parameters::{Parameters, Sharing};
use omoide::core::ports::store::{ActivityPart, Filter};
use omoide::core::{ActivityType, ItemState, Kind, Memory};
use omoide::{Error, ImportMode, Mind, Observation, Place, Remembered};
use omoide_testkit::builders::at;
use omoide_testkit::sandbox::Sandbox;

fn turn(mind: &Mind<'_>, thread: &str, hour: u32, said: &str, replied: &str) -> Memory {
    let observation = Observation {
        thread: Some(thread.to_owned()),
        at: Some(at(&format!("2026-01-20T{hour:02}:00:00+09:00"))),
        ..Observation::said(said).replied(replied)
    };
    match mind.remember(observation).expect("taken in") {
        Remembered::Anew { memory, .. } => *memory,
        other => panic!("{said}: {other:?}"),
    }
}

fn items(mind: &Mind<'_>, state: ItemState) -> Vec<String> {
    mind.tasks(state, 100).expect("listed").into_iter().map(|item| item.entry.text).collect()
}

fn open(mind: &Mind<'_>) -> Vec<String> {
    items(mind, ItemState::Open)
}

fn resolved(mind: &Mind<'_>) -> Vec<String> {
    items(mind, ItemState::Resolved)
}

fn log(sandbox: &Sandbox, mind: &Mind<'_>) -> Vec<(ActivityType, String)> {
    let mut lines = Vec::new();
    sandbox
        .engine
        .store()
        .read(&mut |r| {
            lines = r.latest_activity(mind.name(), &ActivityPart::default(), 100)?;
            Ok(())
        })
        .expect("read");
    let lines = lines.into_iter().filter(|line| line.what == ActivityType::IssueResolved);
    lines.map(|line| (line.what, line.fields.content)).collect()
}

#[test]
fn a_task_is_noted_when_someone_says_so_and_closed_by_what_is_said_later() {
    let sandbox = Sandbox::default();
    let mind = sandbox.mind();
    turn(&mind, "a", 9, "We still need to deploy.", "Yes.");
    assert_eq!(open(&mind), [""; 0], "nobody asked for a task");
    turn(&mind, "a", 10, "Remind me to fix the login bug.", "Will do.");
    turn(&mind, "a", 11, "タスク：請求書を送る", "了解です。");
    assert_eq!(open(&mind), ["fix the login bug", "請求書を送る"]);
    turn(&mind, "b", 12, "The search bug is not fixed.", "I see.");
    assert_eq!(open(&mind).len(), 2);
    turn(&mind, "b", 13, "The login bug is fixed now.", "Great!");
    assert_eq!((open(&mind), resolved(&mind)), (vec!["請求書を送る".to_owned()], vec!["fix the login bug".to_owned()]));
    turn(&mind, "b", 14, "請求書の件は解決しました。", "お疲れさまです。");
    assert_eq!(resolved(&mind), ["請求書を送る", "fix the login bug"]);
    let want = ["fix the login bug", "請求書を送る"].map(|text| (ActivityType::IssueResolved, text.to_owned()));
    assert_eq!(log(&sandbox, &mind), want);
}

#[test]
fn a_resolution_of_nothing_open_is_kept_by_itself_unless_it_names_nothing() {
    let sandbox = Sandbox::default();
    let mind = sandbox.mind();
    turn(&mind, "a", 9, "I fixed the garden gate.", "Nice.");
    turn(&mind, "a", 10, "That's done.", "Good.");
    turn(&mind, "a", 11, "How does the roof look?", "I fixed the roof.");
    assert_eq!((open(&mind), resolved(&mind)), (vec![], vec!["the garden gate".to_owned()]));
}

#[test]
fn what_points_to_something_that_its_sentence_names_closes_that() {
    let sandbox = Sandbox::default();
    let mind = sandbox.mind();
    turn(&mind, "a", 8, "Remind me to renew the signing key.", "Noted.");
    turn(&mind, "a", 8, "By the way, remind me to water the fern.", "Noted.");
    turn(&mind, "b", 10, "The signing key is renewed, that is done.", "Great.");
    assert_eq!(open(&mind), ["water the fern"]);
}

#[test]
fn what_only_points_closes_the_only_open_task_of_its_conversation() {
    let sandbox = Sandbox::default();
    let mind = sandbox.mind();
    turn(&mind, "a", 9, "Todo: water the fern", "Noted.");
    turn(&mind, "b", 10, "It's done.", "Fine.");
    assert_eq!(open(&mind), ["water the fern"], "another conversation");
    turn(&mind, "a", 11, "That's done.", "Good.");
    assert_eq!(open(&mind), [""; 0]);
    turn(&mind, "c", 12, "Todo: paint the fence", "Noted.");
    turn(&mind, "c", 13, "Todo: call the bank", "Noted.");
    turn(&mind, "c", 14, "That's done.", "Which one?");
    assert_eq!(open(&mind).len(), 2, "nobody knows which");
}

#[test]
fn the_agent_closes_what_is_open_and_notes_nothing_of_its_own() {
    let sandbox = Sandbox::default();
    let mind = sandbox.mind();
    turn(&mind, "a", 9, "Add a task to repair the date parser.", "Noted.");
    turn(&mind, "a", 10, "Go ahead.", "I fixed the date parser. I also fixed the README.");
    assert_eq!((open(&mind), resolved(&mind)), (vec![], vec!["repair the date parser".to_owned()]));
}

#[test]
fn erasing_a_turn_takes_its_items_and_what_it_resolved_is_open_again() {
    let sandbox = Sandbox::default();
    let mind = sandbox.mind();
    let asked = turn(&mind, "a", 9, "Todo: fix the login bug", "Noted.");
    let done = turn(&mind, "a", 10, "The login bug is fixed.", "Great.");
    assert_eq!(open(&mind), [""; 0]);
    mind.erase(&[done.handle], Actor::Person).expect("erased");
    assert_eq!((open(&mind), resolved(&mind)), (vec!["fix the login bug".to_owned()], vec![]));
    assert_eq!(log(&sandbox, &mind), [(ActivityType::IssueResolved, String::new())], "the line stays and says nothing");
    mind.erase(&[asked.handle], Actor::Person).expect("erased");
    assert_eq!(open(&mind), [""; 0]);
}

#[test]
fn tasks_by_hand_are_named_by_number_or_words() {
    let sandbox = Sandbox::default();
    let mind = sandbox.mind();
    let one = mind.add_task("  call   the bank ", None).expect("noted").item;
    assert_eq!(one.entry.text, "call the bank");
    mind.add_task("call the plumber", Some("Ben")).expect("noted");
    assert!(matches!(mind.finish_task("call"), Err(Error::SeveralTasks { .. })));
    assert!(matches!(mind.finish_task("cello"), Err(Error::UnknownTask { .. })));
    assert!(matches!(mind.finish_task("99"), Err(Error::UnknownTask { .. })));
    assert!(matches!(mind.add_task(" ", None), Err(Error::NoText)));
    assert!(!mind.finish_task("PLUMBER").expect("done").is_open());
    assert!(!mind.finish_task(&format!("#{}", one.number)).expect("done").is_open());
    assert_eq!(open(&mind), [""; 0]);
    assert!(mind.reopen_task("bank").expect("open").is_open());
    assert_eq!(open(&mind), ["call the bank"]);
    mind.drop_task("bank").expect("dropped");
    assert_eq!((open(&mind), resolved(&mind)), (vec![], vec!["call the plumber".to_owned()]));
    let secret = mind.add_task("rotate ghp_Zk3Qf7Lw2Rt8Zk3Qf7Lw2Rt8Zk3Qf7Lw2Rt8", None).expect("noted");
    assert!(!secret.item.entry.text.contains("ghp_Zk3") && secret.taken.len() == 1, "{secret:?}");
}

#[test]
fn minds_that_share_see_each_others_resolutions_and_not_each_others_tasks() {
    let mut parameters = Parameters::default();
    parameters.people.share = Sharing::Minds(vec!["rin".to_owned(), "kai".to_owned()]);
    let sandbox = Sandbox::new(parameters);
    let mind = |name: &str| sandbox.engine.mind(name.parse().expect("a name"));
    turn(&mind("rin"), "a", 9, "I fixed the garden gate.", "Nice.");
    turn(&mind("solo"), "a", 9, "I fixed the cellar door.", "Nice.");
    turn(&mind("kai"), "a", 10, "Todo: oil the hinges", "Noted.");
    let told = mind("kai").tasks(ItemState::Resolved, 9).expect("listed");
    assert_eq!(
        told.iter().map(|item| (item.mind.as_str(), item.entry.text.as_str())).collect::<Vec<_>>(),
        [("rin", "the garden gate")]
    );
    assert_eq!(open(&mind("rin")), [""; 0]);
    assert_eq!(resolved(&mind("solo")), ["the cellar door"]);
}

#[test]
fn a_session_is_not_told_as_open_what_was_resolved_since() {
    let sandbox = Sandbox::default();
    let mind = sandbox.mind();
    let place = Place { project: Some("shop".to_owned()), folder: Some("/src/shop".to_owned()), ..Place::default() };
    let in_project = |thread: &str, hour: u32, said: &str, replied: &str| {
        let observation = Observation {
            thread: Some(thread.to_owned()),
            place: Some(place.clone()),
            at: Some(at(&format!("2026-01-20T{hour:02}:00:00+09:00"))),
            ..Observation::said(said).replied(replied)
        };
        mind.remember(observation).expect("taken in");
    };
    in_project("a", 9, "The login test is still failing on CI.", "I looked at the logs, it times out.");
    let told = || mind.briefing(&place, Some("new"), None).expect("told").left_open.len();
    assert_eq!(told(), 1);
    // Said elsewhere, so that it is not the project's last word.
    turn(&mind, "elsewhere", 10, "I fixed the login test.", "Great.");
    assert_eq!(told(), 0);
}

#[test]
fn items_go_with_an_export_and_are_taken_in_once() {
    let sandbox = Sandbox::default();
    let mind = sandbox.mind();
    turn(&mind, "a", 9, "Todo: fix the login bug", "Noted.");
    turn(&mind, "a", 10, "The login bug is fixed.", "Great.");
    turn(&mind, "a", 11, "I fixed the garden gate.", "Nice.");
    mind.add_task("call the bank", None).expect("noted");
    let mut file = Vec::new();
    mind.export(&mut file, &mut |_, _| {}).expect("exported");
    let copy = Sandbox::default();
    for _ in 0..2 {
        copy.mind().import(&mut Cursor::new(&file), ImportMode::Write, &mut |_| {}).expect("imported");
        assert_eq!((open(&copy.mind()), resolved(&copy.mind())), (open(&mind), resolved(&mind)));
    }
    let handle = copy.mind().list(&Filter { kinds: vec![Kind::Episode], ..Filter::default() }).expect("listed")[1]
        .handle
        .clone();
    copy.mind().erase(&[handle], Actor::Person).expect("erased");
    assert_eq!(open(&copy.mind()), ["fix the login bug", "call the bank"], "it knows which turn resolved it");
}
