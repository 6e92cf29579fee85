//! What holds in every life, however it goes.

use omoide::core::change::{Action, Actor};
use omoide::core::formulas::quota::quota;
use omoide::core::parameters::{Parameters, RatioBase};
use omoide::core::ports::store::Filter;
use omoide::core::{Category, Level, Memory, MemoryId, MindName, RelationType, Retention};
use omoide::{DueNight, Event, Improvement, Prompt, SleepMode};
use omoide_testkit::sandbox::Sandbox;
use omoide_testkit::scale;
use proptest::prelude::*;

/// Things that happen in a life.
#[derive(Clone, Debug)]
enum Happening {
    Remember { topic: usize, category: usize, intensity: u8 },
    Recall { topic: usize },
    Protect(usize),
    Unprotect(usize),
    Archive(usize),
    Restore(usize),
    Link(usize, usize),
    Erase(usize),
    Undo(usize),
    Hours(i64),
    Night,
}

const TOPICS: [&str; 8] = [
    "猫の散歩",
    "データベースの設計",
    "夕食のカレー",
    "release notes",
    "旅行の予定",
    "the flaky test",
    "引っ越し",
    "music practice",
];

fn happening() -> impl Strategy<Value = Happening> {
    let any = || any::<prop::sample::Index>().prop_map(|index| index.index(64));
    prop_oneof![
        8 => (0..TOPICS.len(), 0..4_usize, 0..=100_u8)
            .prop_map(|(topic, category, intensity)| Happening::Remember { topic, category, intensity }),
        3 => (0..TOPICS.len()).prop_map(|topic| Happening::Recall { topic }),
        1 => any().prop_map(Happening::Protect),
        1 => any().prop_map(Happening::Unprotect),
        1 => any().prop_map(Happening::Archive),
        1 => any().prop_map(Happening::Restore),
        2 => (any(), any()).prop_map(|(a, b)| Happening::Link(a, b)),
        1 => any().prop_map(Happening::Erase),
        1 => any().prop_map(Happening::Undo),
        2 => (1..12_i64).prop_map(Happening::Hours),
        4 => Just(Happening::Night),
    ]
}

fn life() -> impl Strategy<Value = Vec<Happening>> {
    prop::collection::vec(happening(), 10..50)
}

/// A life with everything that it came across.
struct Lived {
    sandbox: Sandbox,
    remembered: Vec<Memory>,
    erased: Vec<MemoryId>,
}

impl Lived {
    fn of(happenings: &[Happening], parameters: Parameters) -> Self {
        let mut lived = Self { sandbox: Sandbox::new(parameters), remembered: Vec::new(), erased: Vec::new() };
        for (number, happening) in happenings.iter().enumerate() {
            lived.live(number, happening);
        }
        lived
    }

    fn live(&mut self, number: usize, happening: &Happening) {
        let mind = self.sandbox.mind();
        let pick = |place: &usize| {
            let count = self.remembered.len().max(1);
            self.remembered.get(place % count).map(|m| m.id.to_string()).unwrap_or_default()
        };
        // Refusals are part of life: a protected memory is not erased, an unknown one not found.
        match happening {
            Happening::Remember { topic, category, intensity } => {
                let words = format!("{} その{number}", TOPICS[*topic]);
                let category = Category::KNOWN[*category].clone();
                let memory = self.sandbox.remember(&words, category, *intensity);
                self.remembered.push(memory);
            }
            Happening::Recall { topic } => drop(mind.recall(&Prompt::new(TOPICS[*topic])).expect("recall never fails")),
            Happening::Protect(place) => drop(mind.protect(&pick(place), Actor::Person)),
            Happening::Unprotect(place) => drop(mind.unprotect(&pick(place), Actor::Person)),
            Happening::Archive(place) => drop(mind.archive(&pick(place), Actor::Person)),
            Happening::Restore(place) => drop(mind.restore(&pick(place), Actor::Person)),
            Happening::Link(a, b) => drop(mind.link(&pick(a), &pick(b), RelationType::References, Actor::Person)),
            Happening::Undo(place) => drop(mind.undo(&pick(place), Actor::Person)),
            Happening::Erase(place) => {
                let id = pick(place);
                if mind.erase(std::slice::from_ref(&id), Actor::Person).is_ok() {
                    self.erased.push(id.parse().expect("an id"));
                }
            }
            Happening::Hours(hours) => self.sandbox.clock.pass_hours(*hours),
            Happening::Night => self.one_night(),
        }
    }

    /// A day passes, and its nights are slept.
    fn one_night(&self) {
        self.sandbox.clock.pass_days(1);
        self.sandbox.mind().sleep(None, SleepMode::Real, &mut |_, _, _| {}).expect("sleep never fails");
    }

    fn memories(&self) -> Vec<Memory> {
        self.sandbox.mind().list(&Filter::default()).expect("memories can be listed")
    }
}

fn parameters(base: RatioBase, erases: bool) -> Parameters {
    let mut parameters = Parameters::default();
    parameters.compression.ratio_min_memories = 0;
    parameters.compression.ratio_base = base;
    parameters.relations.auto_link_similarity_threshold = 0.6;
    parameters.archive.auto_delete_enabled = erases;
    parameters.archive.retention_days = 1;
    parameters.archive.delete_max_intensity = 60.0;
    // A night also forgets how to undo the one that falls over this horizon, and no undo brings that back.
    parameters.sleep.undo_nights = 1_000;
    parameters
}

fn any_parameters() -> impl Strategy<Value = Parameters> {
    (prop_oneof![Just(RatioBase::All), Just(RatioBase::Active)], any::<bool>())
        .prop_map(|(base, erases)| parameters(base, erases))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: scale::cases(32), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_night_twice_is_a_night_once(life in life(), parameters in any_parameters()) {
        let lived = Lived::of(&life, parameters);
        lived.one_night();
        let once = lived.sandbox.dump();
        let again = lived.sandbox.mind().sleep(None, SleepMode::Real, &mut |_, _, _| {}).expect("sleep");
        prop_assert!(again.nights.is_empty());
        let slept = lived.sandbox.mind().sleep_status().expect("status").nights;
        if let Some((night, _)) = slept.last() {
            lived.sandbox.mind().sleep(Some(night.date), SleepMode::Real, &mut |_, _, _| {}).expect("sleep");
            let again = DueNight { date: night.date, at: night.at };
            prop_assert_eq!(lived.sandbox.mind().run_night(again, &mut Improvement::default()).expect("sleep"), None);
        }
        prop_assert_eq!(once, lived.sandbox.dump());
    }

    #[test]
    fn a_night_undone_never_was(life in life(), parameters in any_parameters()) {
        let lived = Lived::of(&life, parameters);
        lived.sandbox.mind().sleep(None, SleepMode::Real, &mut |_, _, _| {}).expect("sleep");
        lived.sandbox.clock.pass_days(1);
        let before = lived.sandbox.dump();
        let slept = lived.sandbox.mind().sleep(None, SleepMode::Real, &mut |_, _, _| {}).expect("sleep");
        if !slept.nights.is_empty() {
            prop_assert_eq!(slept.nights.len(), 1);
            lived.sandbox.mind().undo_night(None).expect("the last night can be undone");
        }
        prop_assert_eq!(before, lived.sandbox.dump());
    }

    #[test]
    fn a_dry_run_changes_nothing_and_tells_what_would_happen(life in life(), parameters in any_parameters()) {
        let lived = Lived::of(&life, parameters);
        lived.sandbox.clock.pass_days(3);
        let before = lived.sandbox.dump();
        let dreamt = lived.sandbox.mind().sleep(None, SleepMode::DryRun, &mut |_, _, _| {}).expect("a dream");
        prop_assert_eq!(before, lived.sandbox.dump());
        let slept = lived.sandbox.mind().sleep(None, SleepMode::Real, &mut |_, _, _| {}).expect("sleep");
        prop_assert_eq!(dreamt, slept);
    }

    #[test]
    fn protected_memories_never_change(life in life(), parameters in any_parameters()) {
        let lived = Lived::of(&life, parameters);
        let before = lived.sandbox.mind().protected().expect("the protected");
        lived.one_night();
        lived.one_night();
        let after = lived.sandbox.mind().protected().expect("the protected");
        // One that was protected in the archive may still be asked back from there.
        let archived: Vec<MemoryId> = before.iter().filter(|m| !m.shown.is_active()).map(|m| m.id).collect();
        let unflagged = |memories: Vec<Memory>| -> Vec<_> {
            memories
                .into_iter()
                .filter(|m| !archived.contains(&m.id))
                .map(|m| (m.id, m.text, m.shown, Retention { recalled_since_last_batch: false, ..m.life.retention() }))
                .collect()
        };
        prop_assert_eq!(unflagged(before), unflagged(after));
    }

    #[test]
    fn levels_hold_no_more_than_their_share(life in life(), parameters in any_parameters()) {
        let lived = Lived::of(&life, parameters.clone());
        lived.one_night();
        let everyone = lived.memories();
        let unprotected: Vec<&Memory> = everyone.iter().filter(|m| !m.shown.protected).collect();
        let active: Vec<&&Memory> = unprotected.iter().filter(|m| m.shown.is_active()).collect();
        // Taken of the active, the shares are those of before the night's own archiving.
        if parameters.compression.ratio_base == RatioBase::All {
            let erased_tonight = lived.sandbox.mind().sleep_status().expect("status").nights.last().map_or(0, |(_, n)| n.erased);
            let base = unprotected.len() + erased_tonight;
            for (level, ratio) in [(Level::Full, 0.15), (Level::Summary, 0.30), (Level::Trace, 0.35)] {
                let held = active.iter().filter(|m| m.shown.level == level).count();
                let most = quota(ratio, base, parameters.compression.ratio_rounding);
                prop_assert!(held <= most, "level {} holds {} of {}", level, held, base);
            }
        }
    }

    #[test]
    fn no_relation_points_to_the_missing_or_archived(life in life(), parameters in any_parameters()) {
        let lived = Lived::of(&life, parameters);
        lived.one_night();
        let memories = lived.memories();
        for memory in memories.iter().filter(|m| m.shown.is_active()) {
            for relation in &memory.relations {
                let target = memories.iter().find(|m| m.id == relation.to);
                prop_assert!(target.is_some_and(|m| m.shown.is_active()), "{} points to nothing", memory.handle);
                prop_assert!(relation.to != memory.id);
            }
            prop_assert!(memory.relations.len() <= 10);
        }
    }

    #[test]
    fn nothing_is_gone_from_history_without_an_erasure(life in life(), base in prop_oneof![Just(RatioBase::All), Just(RatioBase::Active)]) {
        let lived = Lived::of(&life, parameters(base, false));
        lived.one_night();
        for memory in &lived.remembered {
            let history = lived.sandbox.mind().history(&memory.id.to_string()).expect("every memory has a history");
            if lived.erased.contains(&memory.id) {
                let is_erasure = |e: &Event| matches!(e, Event::Logged(logged) if logged.entry.action() == Action::Erased);
                prop_assert!(history.events.len() == 1 && is_erasure(&history.events[0]));
            } else {
                prop_assert_eq!(&history.versions[0].text, &memory.text);
                let is_birth = |e: &Event| matches!(e, Event::Logged(logged) if logged.entry.action() == Action::Remembered);
                prop_assert!(is_birth(&history.events[0]));
            }
        }
    }

    #[test]
    fn three_missed_nights_are_three_nights(
        days in prop::collection::vec(prop::collection::vec(talk(), 0..8), 3),
        erases in any::<bool>(),
    ) {
        // Without shares: a crowd this small would archive what the test wants to recall.
        let mut parameters = parameters(RatioBase::All, erases);
        parameters.compression.ratio_min_memories = 1_000;
        let slept = |on_time: bool| {
            let lived = Lived::of(&[], parameters.clone());
            let mut strong = Vec::new();
            for (day, talk) in days.iter().enumerate() {
                for (number, talk) in talk.iter().enumerate() {
                    let words = format!("{} {day} {number}", TOPICS[number % TOPICS.len()]);
                    let memory = lived.sandbox.remember(&words, talk.category.clone(), talk.intensity);
                    // What nights have archived is asked back, not strengthened: older ones must be strong.
                    if talk.intensity >= 20 && matches!(talk.category, Category::Decision | Category::Emotional) {
                        strong.push(memory.seq);
                    }
                    let marked = if strong.is_empty() { memory.seq } else { *talk.recalled.get(&strong) };
                    let now = lived.sandbox.engine.now();
                    let store = lived.sandbox.engine.store();
                    store.write(&MindName::default(), &mut |w| w.mark_recalled(&MindName::default(), &[marked], now)).expect("marks are left");
                }
                lived.sandbox.clock.pass_days(1);
                if on_time {
                    lived.sandbox.mind().sleep(None, SleepMode::Real, &mut |_, _, _| {}).expect("sleep");
                }
            }
            lived.sandbox.mind().sleep(None, SleepMode::Real, &mut |_, _, _| {}).expect("sleep");
            lived.memories()
        };
        prop_assert_eq!(slept(true), slept(false));
    }
}

/// One thing said, and which of the strong memories it brings to mind.
#[derive(Clone, Debug)]
struct Talk {
    category: Category,
    intensity: u8,
    recalled: prop::sample::Index,
}

fn talk() -> impl Strategy<Value = Talk> {
    (0..4_usize, 0..=100_u8, any::<prop::sample::Index>()).prop_map(|(category, intensity, recalled)| Talk {
        category: Category::KNOWN[category].clone(),
        intensity,
        recalled,
    })
}
