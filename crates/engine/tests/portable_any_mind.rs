//! Whatever happened in a life, its mind comes back row for row.

mod carried;

use carried::{body, elsewhere, export, import, sleep};
use omoide::core::change::Actor;
use omoide::core::parameters::Parameters;
use omoide::core::ports::store::Filter;
use omoide::core::{Category, MindName, Place, RelationType, Text, Witnesses};
use omoide::{Observation, Prompt, Thumb};
use omoide_testkit::sandbox::Sandbox;
use omoide_testkit::scale;
use proptest::prelude::*;

/// Things that happen in a life.
#[derive(Clone, Debug)]
enum Happening {
    Remember { topic: usize, intensity: u8, thread: u8, uid: bool },
    Recall(usize),
    Protect(usize),
    Archive(usize),
    Restore(usize),
    Link(usize, usize),
    Erase(usize),
    Undo(usize),
    Rate(usize),
    Edit(usize),
    Page(u8),
    Night,
    UndoNight,
}

const TOPICS: [&str; 6] = [
    "猫の散歩",
    "the flaky test of [[parser]]",
    "release notes",
    "My phone is 5\u{1b}[2J 日",
    "旅行の予定",
    "we moved the meeting to Friday",
];

fn happening() -> impl Strategy<Value = Happening> {
    let any_place = || any::<prop::sample::Index>().prop_map(|index| index.index(64));
    prop_oneof![
        8 => (0..TOPICS.len(), 0..=100_u8, 0..3_u8, any::<bool>())
            .prop_map(|(topic, intensity, thread, uid)| Happening::Remember { topic, intensity, thread, uid }),
        3 => (0..TOPICS.len()).prop_map(Happening::Recall),
        1 => any_place().prop_map(Happening::Protect),
        1 => any_place().prop_map(Happening::Archive),
        1 => any_place().prop_map(Happening::Restore),
        2 => (any_place(), any_place()).prop_map(|(a, b)| Happening::Link(a, b)),
        1 => any_place().prop_map(Happening::Erase),
        1 => any_place().prop_map(Happening::Undo),
        1 => any_place().prop_map(Happening::Rate),
        1 => any_place().prop_map(Happening::Edit),
        1 => (0..3_u8).prop_map(Happening::Page),
        4 => Just(Happening::Night),
        1 => Just(Happening::UndoNight),
    ]
}

fn live(sandbox: &Sandbox, number: usize, happening: &Happening) {
    let mind = sandbox.mind();
    let pick = |place: &usize| {
        let all = mind.list(&Filter::default()).expect("listed");
        all.get(place % all.len().max(1)).map(|m| m.handle.clone()).unwrap_or_default()
    };
    // Refusals are part of life: a protected memory is not erased, an unknown one not found.
    match happening {
        Happening::Remember { topic, intensity, thread, uid } => {
            let words = format!("{} {number}", TOPICS[*topic]);
            if *uid {
                let observation = Observation {
                    thread: (*thread > 0).then(|| format!("t{thread}")),
                    place: Place::in_project(if *thread == 2 { "garden" } else { "" }),
                    uid: Some(format!("u{number}")),
                    heard_until: (*thread == 1).then_some(1),
                    witnesses: Witnesses {
                        persons: vec!["Cleo".to_owned(); usize::from(*thread == 2)],
                        minds: (*thread == 2).then(MindName::default).into_iter().collect(),
                    },
                    ..Observation::said(words).replied("ok")
                };
                drop(mind.remember(observation).expect("remembered"));
            } else {
                drop(sandbox.remember(&words, Category::KNOWN[topic % 4].clone(), *intensity));
            }
        }
        Happening::Recall(topic) => drop(mind.recall(&Prompt::new(TOPICS[*topic])).expect("recalled")),
        Happening::Protect(place) => drop(mind.protect(&pick(place), Actor::Person)),
        Happening::Archive(place) => drop(mind.archive(&pick(place), Actor::Person)),
        Happening::Restore(place) => drop(mind.restore(&pick(place), Actor::Person)),
        Happening::Link(a, b) => drop(mind.link(&pick(a), &pick(b), RelationType::References, Actor::Person)),
        Happening::Erase(place) => drop(mind.erase(&[pick(place)], Actor::Person)),
        Happening::Undo(place) => drop(mind.undo(&pick(place), Actor::Person)),
        Happening::Rate(place) => drop(mind.rate(&pick(place), Thumb::Down, Actor::Person)),
        Happening::Edit(place) => {
            let text = Text { trigger: format!("put right {number}"), content: String::new() };
            drop(mind.edit(&pick(place), &text, Actor::Agent));
        }
        Happening::Page(page) => {
            let write = |pages: &mut std::collections::BTreeMap<String, String>| match number % 3 {
                0 => pages.remove(&format!("/p{page}")),
                _ => pages.insert(format!("/p{page}"), format!("text {number}\n")),
            };
            drop(mind.change_pages(Actor::Agent, write).expect("written"));
        }
        Happening::Night => sleep(sandbox),
        Happening::UndoNight => drop(mind.undo_nights(None)),
    }
}

fn any_parameters() -> impl Strategy<Value = Parameters> {
    any::<bool>().prop_map(|erases| {
        let mut parameters = Parameters::default();
        parameters.compression.ratio_min_memories = 0;
        parameters.relations.auto_link_similarity_threshold = 0.6;
        parameters.archive.auto_delete_enabled = erases;
        parameters.archive.retention_days = 1;
        parameters
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: scale::cases(24), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_mind_comes_back_row_for_row(life in prop::collection::vec(happening(), 5..40), parameters in any_parameters()) {
        let here = Sandbox::new(parameters);
        for (number, happening) in life.iter().enumerate() {
            live(&here, number, happening);
        }
        let text = export(&here.mind());
        let there = elsewhere(&here);
        let taken = import(&there.mind(), &text);
        prop_assert!(taken.bad_lines.is_empty() && taken.missing == 0, "{:?}", taken);
        let copied = export(&there.mind());
        prop_assert_eq!(body(&text), body(&copied));
        let again = import(&there.mind(), &text);
        prop_assert!(!again.has_added(), "{:?}", again);
        let findings = there.engine.store().upkeep().check().expect("checked");
        prop_assert!(findings.is_empty(), "{:?}", findings);
    }
}
