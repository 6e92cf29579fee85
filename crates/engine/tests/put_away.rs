//! What a person put away stays away: it is not recalled, revived or mentioned until someone asks for it.

use omoide::core::change::Actor;
use omoide::core::parameters::{Parameters, Profile};
use omoide::core::{Category, Level, MemoryId, RelationType};
use omoide::{Error, Observation, Place, Prompt, Remembered, SleepMode};
use omoide_testkit::sandbox::Sandbox;

const SAID: &str = "The code of the garage door is written on the calendar in the hall.";
const ASKED: &str = "Where is the code of the garage door written?";

fn say(sandbox: &Sandbox, words: &str) -> MemoryId {
    match sandbox.mind().remember(Observation::said(words)).expect("taken in") {
        Remembered::Anew { memory, .. } => memory.id,
        other => panic!("{other:?}"),
    }
}

fn hits(sandbox: &Sandbox, prompt: &Prompt) -> Vec<MemoryId> {
    let recalled = sandbox.mind().recall(prompt).expect("recalled");
    let hits = recalled.hits.into_iter().map(|hit| hit.memory.id);
    hits.chain(recalled.related.into_iter().map(|related| related.memory.id)).collect()
}

fn sleep(sandbox: &Sandbox) {
    sandbox.clock.pass_days(1);
    sandbox.mind().sleep(None, SleepMode::Real, &mut |_, _, _| {}).expect("sleep");
}

#[test]
fn it_is_found_by_no_question_in_either_language_until_it_is_asked_for() {
    let stories = [
        (SAID, [ASKED, "garage door code", "What was on the calendar in the hall?"]),
        ("My old email address was mika.blue@example.org.", ["What was my old email?", "mika.blue", "email address"]),
        ("元彼の蓮とはもう会わないことにした。", ["蓮のことを覚えてる？", "元彼と会うんだっけ？", "蓮"]),
        ("父の病院は中央病院の五階だ。", ["父の病院はどこ？", "中央病院の何階？", "中央病院"]),
    ];
    for (said, prompts) in stories {
        let sandbox = Sandbox::new(Parameters::default());
        let (id, other) = (say(&sandbox, said), say(&sandbox, "We painted the fence green last summer."));
        sandbox.mind().archive(&id.to_string(), Actor::Person).expect("archived");
        for words in prompts {
            for prompt in [Prompt::new(words), Prompt { gate: Some(false), ..Prompt::new(words) }] {
                assert!(!hits(&sandbox, &prompt).contains(&id), "{words}");
            }
            let archived = Prompt { with_archived: true, gate: Some(false), ..Prompt::new(words) };
            assert!(hits(&sandbox, &archived).contains(&id), "{words}");
        }
        for profile in [Profile::Resonance, Profile::Intent, Profile::Activation] {
            let prompt = Prompt { profile: Some(profile), gate: Some(false), ..Prompt::new(prompts[0]) };
            assert_eq!(hits(&sandbox, &prompt), [other], "{profile:?}");
        }
        assert_eq!(sandbox.mind().find(&id.to_string()).expect("by its id").id, id);
    }
}

#[test]
fn no_night_brings_it_back_however_often_it_was_asked_for() {
    let sandbox = Sandbox::new(Parameters::default());
    let id = say(&sandbox, SAID);
    let archived = sandbox.mind().archive(&id.to_string(), Actor::Agent).expect("archived");
    for _ in 0..3 {
        hits(&sandbox, &Prompt::new(ASKED));
        hits(&sandbox, &Prompt { with_archived: true, ..Prompt::new(ASKED) });
        sleep(&sandbox);
    }
    assert_eq!(sandbox.mind().find(&id.to_string()).expect("there").shown, archived.shown);
    let back = sandbox.mind().restore(&id.to_string(), Actor::Person).expect("restored").memory;
    assert!(!back.shown.is_put_away());
    assert_eq!(hits(&sandbox, &Prompt::new(ASKED)), [id]);
}

#[test]
fn what_faded_comes_back_unless_it_was_put_away_there() {
    let sandbox = Sandbox::new(Parameters::default());
    let faint = sandbox.remember("駅前の古いラーメン屋の話", Category::Casual, 6);
    let id = faint.id.to_string();
    while sandbox.mind().find(&id).expect("there").shown.is_active() {
        sleep(&sandbox);
    }
    let prompt = Prompt::new("駅前の古いラーメン屋の話");
    assert_eq!(hits(&sandbox, &prompt), [faint.id], "what faded is still found");
    let away = sandbox.mind().archive(&id, Actor::Person).expect("put away").shown;
    assert!(away.is_put_away());
    assert!(matches!(sandbox.mind().archive(&id, Actor::Person), Err(Error::AlreadyArchived { .. })));
    assert!(hits(&sandbox, &prompt).is_empty());
    sleep(&sandbox);
    assert_eq!(sandbox.mind().find(&id).expect("there").shown.level, Level::Archived);
    let undone = sandbox.mind().undo(&id, Actor::Person).expect("undone").memory;
    assert!(!undone.shown.is_put_away() && !undone.shown.is_active());
    assert_eq!(hits(&sandbox, &prompt), [faint.id]);
}

#[test]
fn nothing_mentions_it() {
    let sandbox = Sandbox::new(Parameters::default());
    let mind = sandbox.mind();
    let (key, door) = (say(&sandbox, SAID), say(&sandbox, "The garage door squeaks in winter."));
    mind.link(&key.to_string(), &door.to_string(), RelationType::SameTopic, Actor::Person).expect("linked");
    mind.archive(&key.to_string(), Actor::Person).expect("archived");
    mind.protect(&key.to_string(), Actor::Person).expect("protected, though it is away");
    assert_eq!(hits(&sandbox, &Prompt::new("Does the garage door squeak in winter?")), [door]);
    assert!(mind.related(&door.to_string(), 3).expect("asked").is_empty());
    assert!(mind.reminds_of(&door.to_string(), 9).expect("asked").is_empty());
    let told = mind.briefing(&Place::default(), Some("t"), None).expect("asked");
    assert!(told.memories().all(|memory| memory.id != key));
    let found = mind.search_conversations(&["garage".to_owned(), "code".to_owned()], None).expect("searched");
    assert!(found.passages.iter().all(|passage| passage.memory != Some(key)));
}

#[test]
fn an_archive_that_is_undone_leaves_it_as_it_was() {
    let sandbox = Sandbox::new(Parameters::default());
    let id = say(&sandbox, SAID);
    let before = sandbox.mind().find(&id.to_string()).expect("there");
    sandbox.mind().archive(&id.to_string(), Actor::Person).expect("archived");
    assert_eq!(sandbox.mind().undo(&id.to_string(), Actor::Person).expect("undone").memory, before);
    sandbox.mind().archive(&id.to_string(), Actor::Person).expect("archived");
    sandbox.clock.pass_hours(1);
    sandbox.mind().restore(&id.to_string(), Actor::Person).expect("restored");
    let again = sandbox.mind().undo(&id.to_string(), Actor::Person).expect("the restoring is undone").memory;
    assert!(again.shown.is_put_away() && !again.shown.is_active());
}

#[test]
fn what_is_said_again_is_remembered_anew() {
    let sandbox = Sandbox::new(Parameters::default());
    let id = say(&sandbox, SAID);
    sandbox.mind().archive(&id.to_string(), Actor::Person).expect("archived");
    let again = say(&sandbox, SAID);
    assert_eq!(hits(&sandbox, &Prompt::new(ASKED)), [again]);
    let third = sandbox.mind().remember(Observation::said(SAID)).expect("taken in");
    assert!(matches!(third, Remembered::Before { id, .. } if id == again));
}
