//! A text that was put right stays right: through nights, the archive and back, until the edit is undone.

use omoide::core::change::Actor;
use omoide::core::{Level, Text};
use omoide::{Error, Observation, Prompt};
use omoide_testkit::sandbox::Sandbox;

fn text(said: &str) -> Text {
    Text { trigger: said.to_owned(), content: String::new() }
}

/// Long enough to be made shorter.
const LONG: &str = "The bicycle was sold to Ferdinand. He came by on a rainy afternoon with his two brothers, looked at \
                    every screw of it, and talked about the weather for a while. The brothers wanted tea, and they \
                    told us about the mountains where they had been in the summer. It rained all the time. Somebody \
                    rang at the door and wanted to sell us brushes, and we bought one. Then they looked at the \
                    garden, and at the old well, and at the cat. In the end he paid at once and rode away";

fn found(sandbox: &Sandbox, words: &str) -> Vec<String> {
    let prompt = Prompt { leaves_a_mark: false, ..Prompt::new(words) };
    let recalled = sandbox.mind().recall(&prompt).expect("a recall");
    recalled.hits.into_iter().map(|hit| hit.memory.handle).collect()
}

fn a_memory(sandbox: &Sandbox) -> String {
    let said = Observation::said("The blue bicycle stands in the garage of my aunt Margarethe.");
    sandbox.mind().remember(said).expect("it is remembered");
    sandbox.mind().list(&Default::default()).expect("a list")[0].handle.clone()
}

#[test]
fn an_edit_is_shown_and_found_by_its_own_words() {
    let sandbox = Sandbox::new(Default::default());
    let handle = a_memory(&sandbox);
    let edited =
        sandbox.mind().edit(&handle, &text("The bicycle was sold to Ferdinand."), Actor::Person).expect("edited");
    assert_eq!(edited.text.trigger, "The bicycle was sold to Ferdinand.");
    assert_eq!(edited.shown.version, 2);
    assert_eq!(found(&sandbox, "Ferdinand"), std::slice::from_ref(&handle));
    let details = sandbox.mind().details(&handle).expect("details");
    assert!(details.versions[0].text.joined().contains("Margarethe"), "the original stays");
}

#[test]
fn an_edit_is_found_by_its_own_words_after_the_index_was_made_anew() {
    let sandbox = Sandbox::default();
    let handle = a_memory(&sandbox);
    let mind = sandbox.mind();
    mind.edit(&handle, &text("The bicycle was given to Wilhelmina"), Actor::Person).expect("edited");
    let store = sandbox.engine.store();
    store.write(mind.name(), &mut |w| w.drop_words(mind.name())).expect("dropped");
    mind.reindex(&mut |_, _| {}).expect("indexed");
    assert_eq!(found(&sandbox, "Wilhelmina"), [handle]);
    assert!(found(&sandbox, "Ferdinand").is_empty());
}

#[test]
fn an_undone_edit_is_neither_shown_nor_found() {
    let sandbox = Sandbox::new(Default::default());
    let handle = a_memory(&sandbox);
    sandbox.mind().edit(&handle, &text("The bicycle was sold to Ferdinand."), Actor::Person).expect("edited");
    let undone = sandbox.mind().undo(&handle, Actor::Person).expect("undone");
    assert!(undone.memory.text.joined().contains("Margarethe"));
    assert_eq!(found(&sandbox, "Margarethe"), std::slice::from_ref(&handle));
    assert!(found(&sandbox, "Ferdinand").is_empty());
    sandbox.mind().archive(&handle, Actor::Person).expect("archived");
    let restored = sandbox.mind().restore(&handle, Actor::Person).expect("restored").memory;
    assert!(restored.text.joined().contains("Margarethe"));
}

#[test]
fn what_is_made_shorter_is_the_edited_text() {
    let sandbox = Sandbox::new(Default::default());
    let handle = a_memory(&sandbox);
    sandbox.mind().edit(&handle, &text(LONG), Actor::Agent).expect("edited");
    sandbox.clock.pass_days(120);
    sandbox.mind().sleep(None, omoide::SleepMode::Real, &mut |_, _, _| {}).expect("slept");
    let memory = sandbox.mind().find(&handle).expect("it is there");
    assert!(memory.shown.level > Level::Full, "{memory:?}");
    let versions = sandbox.mind().details(&handle).expect("details").versions;
    assert!(versions.len() > 2);
    for version in &versions[2..] {
        assert!(!version.text.joined().contains("Margarethe"), "{version:?}");
        assert!(version.text.joined().contains("Ferdinand"), "{version:?}");
    }
}

#[test]
fn an_archived_memory_comes_back_as_it_was_edited() {
    let sandbox = Sandbox::new(Default::default());
    let handle = a_memory(&sandbox);
    sandbox.mind().edit(&handle, &text("The bicycle was sold to Ferdinand."), Actor::Agent).expect("edited");
    sandbox.mind().archive(&handle, Actor::Agent).expect("archived");
    let refused = sandbox.mind().edit(&handle, &text("Something else."), Actor::Agent);
    assert!(matches!(refused, Err(Error::AlreadyArchived { .. })), "{refused:?}");
    let restored = sandbox.mind().restore(&handle, Actor::Agent).expect("restored").memory;
    assert_eq!(restored.text.trigger, "The bicycle was sold to Ferdinand.");
}

#[test]
fn an_edit_keeps_no_secret_and_refuses_nothing_at_all() {
    let sandbox = Sandbox::new(Default::default());
    let handle = a_memory(&sandbox);
    for nothing in ["", "  \n", "<private>all of it</private>"] {
        assert!(
            matches!(sandbox.mind().edit(&handle, &text(nothing), Actor::Agent), Err(Error::NoText)),
            "{nothing:?}"
        );
    }
    let key = format!("ghp_{}", &"a1B2c3D4e5F6".repeat(3));
    let edited = sandbox.mind().edit(&handle, &text(&format!("The key is {key}.")), Actor::Agent).expect("edited");
    assert!(!edited.text.trigger.contains(&key), "{}", edited.text.trigger);
}
