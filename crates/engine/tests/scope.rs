//! A scope lets in what it names and nothing else, whatever ranks; minds never mix.

mod shelf;

use std::collections::BTreeSet;

use omoide::Prompt;
use omoide::core::parameters::{Parameters, Profile};
use omoide::core::ports::store::{Filter, NewMemory};
use omoide::core::{Category, Kind, Level, Memory, MindName, Moment, Scope, Source, Tag, Valence};
use omoide_testkit::builders::archived;
use omoide_testkit::sandbox::Sandbox;
use omoide_testkit::settling::settle;
use shelf::{open, recalled, said, shelf, unmarked};

const PROFILES: [Profile; 4] = [Profile::Fused, Profile::Resonance, Profile::Intent, Profile::Activation];

fn moment(text: &str) -> Moment {
    text.parse().expect("a time")
}

const LATE: &str = "2026-02-01T00:00:00+09:00";

fn is_late(at: Moment) -> bool {
    at.unix_micros() >= moment(LATE).unix_micros()
}

/// Memories that differ in everything that a scope can name, and all speak of the harbour.
fn harbour() -> Vec<NewMemory> {
    (0..60_usize)
        .map(|number| {
            let mut memory = said(&format!("The harbour had {number} boats and a harbour crane"));
            memory.kind = [Kind::Episode, Kind::Knowledge, Kind::Procedure, Kind::Document, Kind::Day][number % 5];
            memory.origin.person = ["Aki", "Mika", "Ken"][number % 3].to_owned();
            memory.origin.thread = [Some("north".to_owned()), Some("south".to_owned()), None, None][number % 4].clone();
            memory.origin.source = Source::ALL[number / 4 % 4];
            memory.created = moment("2026-01-01T00:00:00+09:00").plus_seconds(number as i64 * 86_400);
            // Every seventh was written down a month after it happened.
            let late = if number.is_multiple_of(7) { 30 * 86_400 } else { 0 };
            memory.recorded_at = memory.created.plus_seconds(late);
            memory.category = Category::KNOWN[number / 5 % 4].clone();
            memory.emotion.feeling.valence = [Valence::Positive, Valence::Neutral, Valence::Negative][number / 3 % 3];
            memory.emotion.feeling.tags = [vec![Tag::Joy], vec![], vec![Tag::Anger, Tag::Joy]][number / 2 % 3].clone();
            if number % 11 == 3 {
                memory.shown = archived(memory.created);
            } else {
                memory.shown.level = [Level::Full, Level::Summary, Level::Trace][number / 7 % 3];
            }
            memory
        })
        .collect()
}

type Meant = fn(&Memory) -> bool;

/// Scopes, and in other words which memories each means.
fn scopes() -> Vec<(&'static str, Scope, Meant)> {
    let none = Scope::default;
    let late = moment(LATE);
    vec![
        ("all", none(), |_| true),
        ("kinds", Scope { kinds: vec![Kind::Knowledge, Kind::Day], ..none() }, |m| {
            matches!(m.kind, Kind::Knowledge | Kind::Day)
        }),
        ("level", Scope { levels: vec![Level::Trace], ..none() }, |m| m.shown.level == Level::Trace),
        ("archive", Scope { levels: vec![Level::Archived], ..none() }, |m| m.shown.archived_at.is_some()),
        ("person", Scope { person: Some("Mika".to_owned()), ..none() }, |m| m.origin.person == "Mika"),
        ("any case", Scope { person: Some(" ｍＩＫＡ".to_owned()), ..none() }, |m| m.origin.person == "Mika"),
        (
            "one spelling",
            Scope { person_spellings: vec!["mika".to_owned()], person: Some("Mika".to_owned()), ..none() },
            |_| false,
        ),
        ("nobody", Scope { person: Some("mikka".to_owned()), ..none() }, |_| false),
        ("thread", Scope { thread: Some("north".to_owned()), ..none() }, |m| {
            m.origin.thread.as_deref() == Some("north")
        }),
        ("category", Scope { category: Some(Category::Decision), ..none() }, |m| m.category == Category::Decision),
        ("valence", Scope { valence: Some(Valence::Negative), ..none() }, |m| {
            m.emotion.feeling.valence == Valence::Negative
        }),
        ("tag", Scope { tag: Some(Tag::Anger), ..none() }, |m| m.emotion.feeling.tags.contains(&Tag::Anger)),
        ("trust", Scope { trusted: Some(Source::Agent), ..none() }, |m| {
            matches!(m.origin.source, Source::Person | Source::Agent)
        }),
        ("since", Scope { since: Some(late), ..none() }, |m| is_late(m.created)),
        ("until", Scope { until: Some(late), ..none() }, |m| !is_late(m.created)),
        ("as of", Scope { as_of: Some(late), ..none() }, |m| {
            let is_known = |at: Moment| !is_late(at) || at == moment(LATE);
            is_known(m.created) && is_known(m.recorded_at)
        }),
        (
            "several",
            Scope {
                person: Some("Aki".to_owned()),
                since: Some(late),
                trusted: Some(Source::Document),
                kinds: vec![Kind::Episode, Kind::Procedure],
                ..none()
            },
            |m| {
                m.origin.person == "Aki"
                    && is_late(m.created)
                    && m.origin.source != Source::Tool
                    && matches!(m.kind, Kind::Episode | Kind::Procedure)
            },
        ),
    ]
}

fn texts(memories: impl IntoIterator<Item = Memory>) -> BTreeSet<String> {
    memories.into_iter().map(|memory| memory.text.trigger).collect()
}

#[test]
fn a_scope_lets_in_all_that_it_names_and_nothing_else() {
    let sandbox = shelf(&harbour());
    let everyone = sandbox.mind().list(&Filter::default()).expect("all memories");
    for (name, scope, is_meant) in scopes() {
        let meant = texts(everyone.iter().filter(|memory| is_meant(memory)).cloned());
        assert!(["nobody", "one spelling"].contains(&name) || !meant.is_empty(), "{name} means someone");
        for profile in PROFILES {
            let prompt = Prompt { profile: Some(profile), scope: scope.clone(), ..open("harbour boats") };
            let hits = texts(recalled(&sandbox, &prompt).hits.into_iter().map(|hit| hit.memory));
            assert_eq!(hits, meant, "{name} by {profile:?}");
            let gated = Prompt { gate: Some(true), top_k: Some(5), ..prompt };
            let shown = recalled(&sandbox, &gated).hits;
            assert!(shown.iter().all(|hit| is_meant(&hit.memory)), "{name} by {profile:?}");
            assert_eq!(shown.is_empty(), meant.is_empty(), "{name} by {profile:?}");
        }
    }
}

#[test]
fn a_scope_of_few_among_many_is_filled() {
    // The few are the last that any ranking would come to.
    let mut memories: Vec<NewMemory> = (0..400).map(|n| said(&format!("harbour harbour boats {n}"))).collect();
    for number in 0..3 {
        let mut rare = said(&format!("It was the year {number} in which we once passed by some harbour or other"));
        rare.origin.thread = Some("rare".to_owned());
        rare.life.retention().retention_score = 0.5;
        memories.push(rare);
    }
    let sandbox = shelf(&memories);
    for profile in PROFILES {
        let scope = Scope { thread: Some("rare".to_owned()), ..Scope::default() };
        let prompt = Prompt { profile: Some(profile), scope, ..unmarked("harbour") };
        let hits = recalled(&sandbox, &Prompt { gate: Some(false), ..prompt }).hits;
        assert_eq!(hits.len(), 3, "{profile:?}");
    }
}

#[test]
fn minds_never_mix() {
    let sandbox = Sandbox::new(Parameters::default());
    let minds: Vec<MindName> = ["one", "two", "three"].map(|name| name.parse().expect("a name")).to_vec();
    // Turn by turn, so that they lie beside each other in the file.
    for round in 0..20 {
        for mind in &minds[..2] {
            let memory = said(&format!("The secret of {mind} is number {round} at the harbour"));
            settle(&sandbox.engine, mind, &[memory], None);
        }
    }
    for profile in PROFILES {
        for mind in &minds {
            let prompt = Prompt { profile: Some(profile), ..open("the secret of one and two \"at the harbour\"") };
            let hits = sandbox.engine.mind(mind.clone()).recall(&prompt).expect("recall").hits;
            assert_eq!(hits.len(), if mind.as_str() == "three" { 0 } else { 20 }, "{mind} by {profile:?}");
            for hit in hits {
                assert_eq!(&hit.memory.mind, mind);
                assert!(hit.memory.text.trigger.contains(&format!("secret of {mind} ")), "{}", hit.memory.text.trigger);
            }
        }
    }
}
