//! Persons: joined and parted, and what is known of them.

use std::io::Cursor;

use omoide::core::change::Actor;
use omoide::core::parameters::{Parameters, Sharing};
use omoide::core::ports::store::Filter;
use omoide::core::{MindName, Scope};
use omoide::{Error, ImportMode, Mind, Observation, PersonProfile, Prompt, Remembered};
use omoide_testkit::builders::at;
use omoide_testkit::sandbox::Sandbox;

fn say(mind: &Mind<'_>, person: &str, thread: &str, day: u32, said: &str) -> String {
    let observation = Observation {
        person: Some(person.to_owned()),
        thread: Some(thread.to_owned()),
        at: Some(at(&format!("2026-01-{day:02}T10:00:00+09:00"))),
        ..Observation::said(said).replied("I see.")
    };
    match mind.remember(observation).expect("taken in") {
        Remembered::Anew { memory, .. } => memory.handle.clone(),
        other => panic!("{said}: {other:?}"),
    }
}

fn all(_: &MindName) -> bool {
    true
}

fn profile(mind: &Mind<'_>, name: &str) -> PersonProfile {
    mind.profile(Some(name), &all).expect("known")
}

fn mind<'s>(sandbox: &'s Sandbox, name: &str) -> Mind<'s> {
    sandbox.engine.mind(name.parse().expect("a name"))
}

#[test]
fn a_profile_tells_contact_topics_and_what_lasts_in_the_persons_own_words() {
    let sandbox = Sandbox::default();
    let mind = sandbox.mind();
    say(&mind, "Ben", "a", 1, "I love hiking in the Alps. I'm allergic to walnuts.");
    say(&mind, "Ben", "a", 1, "Hiking again next week, hiking is great!");
    say(&mind, "Ben", "b", 8, "The hiking boots hurt my feet today.");
    say(&mind, "Anna", "c", 9, "I play the cello.");
    let known = profile(&mind, "ben");
    assert_eq!((known.contact.turns, known.conversations, known.days), (3, 2, 2));
    assert_eq!(
        (known.first.date().to_string(), known.last.date().to_string()),
        ("2026-01-01".into(), "2026-01-08".into())
    );
    assert!(known.lasting.iter().any(|one| one.quote.contains("allergic to walnuts")), "{:?}", known.lasting);
    assert!(known.lasting.iter().all(|one| one.handle.starts_with("mem_20260101")), "{:?}", known.lasting);
    assert!(!known.topics.is_empty() && known.preference.is_some());
    assert!(known.topics.iter().all(|(topic, count)| topic != "cello" && *count <= 2), "{:?}", known.topics);
    assert!((0.0..100.0).contains(&known.depth.depth) && known.depth.depth > 5.0, "{:?}", known.depth);
    assert!(matches!(mind.profile(Some("Carla"), &all), Err(Error::UnknownPerson { .. })));
    assert!(matches!(mind.profile(None, &all), Err(Error::UnknownPerson { .. })), "nobody spoke as me");
}

#[test]
fn erasing_takes_from_the_profile_what_it_had_from_the_turn() {
    let sandbox = Sandbox::default();
    let mind = sandbox.mind();
    let before = {
        say(&mind, "Ben", "a", 1, "I like tea.");
        profile(&mind, "Ben")
    };
    let handle = say(&mind, "Ben", "a", 2, "I'm allergic to walnuts.");
    assert_ne!(profile(&mind, "Ben").lasting, before.lasting);
    mind.erase(&[handle], Actor::Person).expect("erased");
    assert_eq!(profile(&mind, "Ben"), before);
    let handle = say(&mind, "Ben", "a", 3, "I'm allergic to lupins.");
    mind.archive(&handle, Actor::Person).expect("put away");
    assert_eq!(profile(&mind, "Ben"), before, "what was put away by hand is not told");
}

#[test]
fn a_newer_claim_takes_the_place_of_the_old_one() {
    let sandbox = Sandbox::default();
    let mind = sandbox.mind();
    say(&mind, "me", "a", 1, "I live in Leeds.");
    say(&mind, "me", "b", 5, "I live in Kyoto now.");
    let quotes: Vec<String> =
        mind.profile(None, &all).expect("known").lasting.into_iter().map(|one| one.quote).collect();
    assert!(quotes[0].contains("Kyoto"), "{quotes:?}");
    assert!(!quotes.iter().any(|quote| quote.contains("Leeds")), "{quotes:?}");
}

#[test]
fn joined_names_are_one_person_for_filters_and_profile_and_parted_as_before() {
    let sandbox = Sandbox::default();
    let mind = sandbox.mind();
    say(&mind, "Ben", "a", 1, "The sailing boat is moored at Whitby.");
    say(&mind, "ベンさん", "b", 2, "母は京都の大学で化学を教えています。");
    let before = (profile(&mind, "Ben"), profile(&mind, "ベンさん"));
    let listed =
        |name: &str| mind.list(&Filter { person: Some(name.to_owned()), ..Filter::default() }).expect("listed").len();
    assert_eq!((listed("ben"), listed("ベンさん")), (1, 1));
    let person = mind.join_persons("Ben", "ベンさん").expect("joined");
    assert_eq!((person.shown.as_str(), person.names.len()), ("Ben", 2));
    assert_eq!((listed("BEN"), listed("ベンさん")), (2, 2));
    assert_eq!(profile(&mind, "ベンさん").contact.turns, 2);
    assert_eq!(mind.persons(&all).expect("listed").len(), 1);
    let scope = Scope { person: Some("ベンさん".to_owned()), ..Scope::default() };
    let prompt = Prompt { scope, gate: Some(false), leaves_a_mark: false, ..Prompt::new("Where is the sailing boat?") };
    let hits = mind.recall(&prompt).expect("recalled").hits;
    assert!(hits.iter().any(|hit| hit.memory.origin.person == "Ben"), "{hits:?}");
    assert!(matches!(mind.join_persons("ben", "ベンさん"), Err(Error::SamePerson { .. })));
    mind.part_persons("ベンさん", "Ben").expect("parted");
    assert_eq!((profile(&mind, "Ben"), profile(&mind, "ベンさん")), before);
    assert!(matches!(mind.part_persons("ベンさん", "Ben"), Err(Error::NotJoined { .. })));
}

#[test]
fn a_renamed_person_keeps_the_old_name_as_an_alias() {
    let sandbox = Sandbox::default();
    let mind = sandbox.mind();
    say(&mind, "ben", "a", 1, "Good morning!");
    say(&mind, "Anna", "b", 1, "Hello there.");
    let person = mind.rename_person("ben", "Benjamin").expect("renamed");
    assert_eq!((person.shown.as_str(), person.names), ("Benjamin", vec!["ben".to_owned(), "Benjamin".to_owned()]));
    assert_eq!(profile(&mind, "ben").person.shown, "Benjamin");
    assert!(matches!(mind.rename_person("ben", "anna"), Err(Error::PersonTaken { .. })));
    assert!(matches!(mind.rename_person("Nobody", "X"), Err(Error::UnknownPerson { .. })));
}

#[test]
fn names_that_nobody_can_have_are_refused() {
    let sandbox = Sandbox::default();
    let mind = sandbox.mind();
    say(&mind, "Ben", "a", 1, "Good morning!");
    let long = "x".repeat(101);
    for name in ["", "  ", "a\nb", long.as_str(), "ghp_Zk3Qf7Lw2Rt8Zk3Qf7Lw2Rt8Zk3Qf7Lw2Rt8"] {
        let refused = mind.join_persons("Ben", name).expect_err("refused");
        assert!(matches!(refused, Error::BadPersonName { .. }), "{name}: {refused}");
        assert!(!refused.to_string().contains("ghp_Zk3"), "{refused}");
    }
    assert!(matches!(mind.join_persons("Nobody", "Someone"), Err(Error::UnknownPerson { .. })));
}

#[test]
fn minds_that_share_see_the_sum_and_others_only_their_own() {
    let mut parameters = Parameters::default();
    parameters.people.share = Sharing::Minds(vec!["rin".to_owned(), "kai".to_owned()]);
    let sandbox = Sandbox::new(parameters);
    say(&mind(&sandbox, "rin"), "Ben", "a", 1, "I'm allergic to walnuts.");
    say(&mind(&sandbox, "kai"), "Ben", "a", 2, "Rin told me so.");
    say(&mind(&sandbox, "solo"), "Ben", "a", 3, "I have a dog called Rex.");
    for name in ["rin", "kai"] {
        let known = profile(&mind(&sandbox, name), "Ben");
        assert_eq!((known.contact.turns, known.conversations, known.minds.len()), (2, 2, 2), "{name}");
        assert!(known.lasting.iter().any(|one| one.quote.contains("walnuts") && one.mind.as_str() == "rin"));
        assert!(known.lasting.iter().all(|one| !one.quote.contains("Rex")));
    }
    let alone = profile(&mind(&sandbox, "solo"), "Ben");
    assert_eq!((alone.contact.turns, alone.minds.len()), (1, 1));
}

#[test]
fn names_of_minds_and_characters_are_counted_where_they_may_be_seen() {
    let mut parameters = Parameters::default();
    parameters.people.characters = vec!["カエデ".to_owned()];
    let sandbox = Sandbox::new(parameters);
    say(&mind(&sandbox, "rin"), "Ben", "a", 1, "Hello Kai, hello Rin!");
    say(&mind(&sandbox, "rin"), "Ben", "a", 2, "カエデと話したい。Rin, are you there?");
    say(&mind(&sandbox, "kai"), "Ben", "a", 3, "Hi.");
    let counted = |may_see: &dyn Fn(&MindName) -> bool| {
        mind(&sandbox, "rin").profile(Some("Ben"), may_see).expect("known").mentions
    };
    let want =
        |pairs: &[(&str, u64)]| pairs.iter().map(|(name, count)| ((*name).to_owned(), *count)).collect::<Vec<_>>();
    assert_eq!(counted(&all), want(&[("rin", 2), ("kai", 1), ("カエデ", 1)]));
    assert_eq!(counted(&|mind| mind.as_str() == "rin"), want(&[("rin", 2), ("カエデ", 1)]));
}

#[test]
fn aliases_go_with_an_export_and_an_import_keeps_what_is_there() {
    let sandbox = Sandbox::default();
    let mind = sandbox.mind();
    say(&mind, "Ben", "a", 1, "Good morning!");
    mind.join_persons("Ben", "Benny").expect("joined");
    mind.rename_person("Ben", "Benjamin").expect("renamed");
    let mut file = Vec::new();
    mind.export(&mut file, &mut |_, _| {}).expect("exported");
    let copy = Sandbox::default();
    for _ in 0..2 {
        copy.mind().import(&mut Cursor::new(&file), ImportMode::Write, &mut |_| {}).expect("imported");
        assert_eq!(profile(&copy.mind(), "benny").person, profile(&mind, "Ben").person);
    }
    copy.mind().rename_person("Ben", "Benno").expect("renamed");
    copy.mind().import(&mut Cursor::new(&file), ImportMode::Write, &mut |_| {}).expect("imported");
    assert_eq!(profile(&copy.mind(), "ben").person.shown, "Benno");
}
