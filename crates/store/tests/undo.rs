//! A night that is undone has never been: every table is as before, to the last byte.

mod support;

use std::collections::BTreeMap;
use std::path::Path;

use omoide_core::change::{Actor, BeforeAfter, Change, Deed, Facet, Plan, Reason, Start, Subject};
use omoide_core::parameters::{Parameters, RatioBase, RevivalPosition};
use omoide_core::policy::episode::{Draft, Night, SimilarPair};
use omoide_core::ports::store::{Store, Undoing};
use omoide_core::{
    Assessment, Emotion, Feedback, Level, Life, Making, Memory, MindName, Moment, Retention, Revival, Seq, Shown, Text,
    TextVersion, Tie, TieKind, Turn, Vector,
};
use omoide_testkit::builders::{a_memory, a_turn, archived, at, fresh, id, relation};
use omoide_testkit::scale;
use proptest::prelude::*;
use rusqlite::Connection;
use rusqlite::types::ValueRef;
use support::{by_hand, end_night, file_in, insert, me, memory, read, sqlite, undo_night, version, write};

/// One memory of a crowd.
#[derive(Clone, Debug)]
struct Member {
    intensity: u8,
    memory_days: f64,
    retention_score: f64,
    decay_coefficient: f64,
    archived_days: Option<i64>,
    is_recalled: bool,
    is_protected: bool,
    has_vector: bool,
    has_turn: bool,
    points_to: Vec<u128>,
}

fn member(crowd: u128) -> impl Strategy<Value = Member> {
    (
        (0_u8..=100, 0.0..200.0_f64, 0.0..100.0_f64, 0.5..1.0_f64),
        prop::option::of(0_i64..20),
        any::<[bool; 4]>(),
        prop::collection::vec(1..=crowd + 2, 0..3),
    )
        .prop_map(
            |((intensity, memory_days, retention_score, decay_coefficient), archived_days, flags, points_to)| {
                let [is_recalled, is_protected, has_vector, has_turn] = flags;
                Member {
                    intensity,
                    memory_days,
                    retention_score,
                    decay_coefficient,
                    archived_days,
                    is_recalled,
                    is_protected: is_protected && has_turn,
                    has_vector,
                    has_turn,
                    points_to,
                }
            },
        )
}

fn settle(store: &dyn Store, crowd: &[Member]) {
    for (number, member) in (1..).zip(crowd) {
        let mut memory = a_memory(number).intensity(member.intensity).shown(shown(member)).living(retention(member));
        for target in &member.points_to {
            memory = memory.pointing_to(*target);
        }
        if member.has_vector {
            memory = memory.vector("m", &[0.25, number as f32]);
        }
        if member.has_turn {
            memory = memory.of_turn(a_turn("Aki", &format!("said {}", number % 3), "replied"));
        }
        let placed = insert(store, &memory.build());
        if member.is_recalled {
            write(store, |w| w.mark_recalled(&MindName::default(), &[placed.seq], hour(0).plus_seconds(-60)));
        }
    }
}

fn shown(member: &Member) -> Shown {
    let shown = member.archived_days.map_or(Shown::NEW, |days| archived(hour(0).plus_days(-days)));
    Shown { protected: member.is_protected, ..shown }
}

fn retention(member: &Member) -> Retention {
    Retention {
        memory_days: member.memory_days,
        retention_score: member.retention_score,
        decay_coefficient: member.decay_coefficient,
        ..fresh()
    }
}

fn hour(nights: i64) -> Moment {
    at("2026-02-10T03:00:00+09:00").plus_days(nights)
}

fn parameters(is_early: bool) -> Parameters {
    let mut parameters = Parameters::default();
    parameters.compression.ratio_min_memories = 0;
    parameters.compression.ratio_base = RatioBase::Active;
    parameters.archive.auto_delete_enabled = true;
    parameters.archive.retention_days = 5;
    parameters.archive.delete_require_zero_recall = false;
    parameters.archive.delete_max_intensity = 60.0;
    if is_early {
        parameters.archive.revival_position = RevivalPosition::BeforeDecay;
    }
    parameters
}

fn plan(store: &dyn Store, parameters: &Parameters, nights: i64, pairs: &[(i64, i64)]) -> Plan {
    let mind = MindName::default();
    let at = hour(nights);
    let last = (nights > 0).then(|| hour(nights - 1));
    let sleepers = read(store, |r| r.sleepers(&mind, last));
    let relations = read(store, |r| r.relations(&mind));
    let draft = Draft::new(Night { date: at.date(), at, last, parameters }, sleepers, &relations);
    let texts = draft
        .rewrites()
        .iter()
        .map(|rewrite| {
            let text = Text { trigger: format!("short {}", rewrite.version), content: String::new() };
            let made = Making::Shortened { by: "extract".to_owned() };
            let version = TextVersion { version: rewrite.version, level: rewrite.level, text, made, made_at: at };
            // A model that was not there before the night comes and goes with it.
            let vector = Vector::new("later", vec![0.5, rewrite.version as f32]);
            (*rewrite, version, (rewrite.level == Level::Summary).then_some(vector).into_iter().collect())
        })
        .collect();
    let pairs = pairs.iter().map(|(a, b)| SimilarPair { a: Seq(*a), b: Seq(*b), similarity: 0.9 }).collect();
    let mut plan = draft.finish(mind, texts, pairs).0;
    // A night may begin something, too.
    let number = 900 + u128::try_from(nights).unwrap_or(0);
    let turn = Turn { thread: Some(format!("thread {number}")), ..a_turn("Ben", "at night", "") };
    let new = a_memory(number).vector("later", &[0.5, 0.5]).of_turn(turn).with(|m| {
        m.origin.thread = Some(format!("thread {number}"));
    });
    let deed = Deed::Begin(Start::New(Box::new(new.build())));
    let subject = Subject::Memory { id: id(number), seq: None };
    plan.changes.push(Change { subject, deed, reason: Reason::Encoded });
    plan
}

/// Every row of every table, every column as it lies there. The index over vectors is made of them and lies
/// in its own order; that it fits is what a check says.
fn dump(path: &Path) -> BTreeMap<String, Vec<String>> {
    let connection = Connection::open(path).expect("opens");
    let tables = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT GLOB 'vector_*'
                  ORDER BY name";
    let mut statement = connection.prepare(tables).expect("prepares");
    let tables = statement.query_map([], |row| row.get::<_, String>(0)).expect("reads");
    tables
        .map(|table| {
            let table = table.expect("a name");
            let mut statement = connection.prepare(&format!("SELECT * FROM {table}")).expect("prepares");
            let width = statement.column_count();
            let mut found = statement.query([]).expect("reads");
            let mut rows = Vec::new();
            while let Some(row) = found.next().expect("reads") {
                let values = (0..width).map(|column| show(row.get_ref(column).expect("a value")));
                rows.push(values.collect::<Vec<_>>().join("|"));
            }
            rows.sort();
            (table, rows)
        })
        .collect()
}

fn show(value: ValueRef<'_>) -> String {
    match value {
        ValueRef::Real(number) => format!("r{:016x}", number.to_bits()),
        ValueRef::Blob(bytes) => bytes.iter().map(|byte| format!("{byte:02x}")).collect(),
        ValueRef::Text(text) => format!("{:?}", String::from_utf8_lossy(text)),
        other => format!("{other:?}"),
    }
}

fn sleep(store: &dyn Store, plan: &Plan, pairs: &[(i64, i64)]) {
    let date = plan.step.expect("a night").date;
    // Every other pair is tied a little more with each night, the rest are let go.
    let strength = f64::from(date.day()) / 100.0;
    let ties: Vec<Tie> = (0..)
        .zip(pairs)
        .map(|(place, (a, b))| Tie {
            a: Seq(*b),
            b: Seq(*a),
            kind: TieKind::Similarity,
            strength: (place % 2 == 0).then_some(strength),
        })
        .collect();
    write(store, |w| {
        let group = w.apply(plan)?;
        w.tie(&plan.mind, Some(group), &ties)?;
        end_night(w, date, 10)
    });
}

proptest! {
    #![proptest_config(ProptestConfig { cases: scale::cases(48), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_night_that_is_undone_has_never_been(
        crowd in (1_u128..12).prop_flat_map(|size| prop::collection::vec(member(size), 1..=usize::try_from(size).unwrap_or(1))),
        pairs in prop::collection::btree_set((1_i64..6, 6_i64..12), 0..6),
        is_early in any::<bool>(),
    ) {
        let (folder, store) = sqlite();
        settle(&*store, &crowd);
        let parameters = parameters(is_early);
        let pairs: Vec<(i64, i64)> = pairs.into_iter().collect();
        let before: Vec<Tie> = pairs
            .iter()
            .map(|(a, b)| Tie { a: Seq(*a), b: Seq(*b), kind: TieKind::Similarity, strength: Some(0.5) })
            .collect();
        write(&*store, |w| w.tie(&MindName::default(), None, &before));
        let mut states = Vec::new();
        for nights in 0..3 {
            states.push(dump(&file_in(&folder)));
            sleep(&*store, &plan(&*store, &parameters, nights, &pairs), &pairs);
        }
        prop_assert_eq!(store.upkeep().check().expect("checks"), vec![]);
        for nights in (0..3).rev() {
            let date = hour(nights).date();
            prop_assert!(write(&*store, |w| undo_night(w, date)));
            prop_assert_eq!(dump(&file_in(&folder)), states.pop().expect("a state a night"));
            prop_assert_eq!(store.upkeep().check().expect("checks"), vec![]);
        }
        prop_assert_eq!(store.upkeep().check().expect("checks"), vec![]);
    }

    #[test]
    fn a_group_that_is_undone_has_never_been(
        crowd in prop::collection::vec(member(6), 1..6),
        wishes in prop::collection::vec((0_usize..6, 0_usize..9), 1..12),
    ) {
        let (folder, store) = sqlite();
        settle(&*store, &crowd);
        let page = write(&*store, |w| w.write_page(&me(), "/page", "text", Actor::Agent, hour(0)));
        let before = dump(&file_in(&folder));
        let mut changes: Vec<Change> = Vec::new();
        for (which, what) in wishes {
            let memory = memory(&*store, u128::try_from(which % crowd.len()).unwrap_or(0) + 1);
            // A group does one thing of a sort to a subject.
            let deeds = deeds(&memory, what, page);
            let is_new = |(subject, deed): &(Subject, Deed)| {
                let sort = std::mem::discriminant(deed);
                let facet = |deed: &Deed| match deed {
                    Deed::Set(facet) => Some(std::mem::discriminant(facet)),
                    _ => None,
                };
                !changes.iter().any(|change| {
                    change.subject == *subject
                        && std::mem::discriminant(&change.deed) == sort
                        && facet(&change.deed) == facet(deed)
                })
            };
            if deeds.iter().all(is_new) {
                changes.extend(deeds.into_iter().map(|(subject, deed)| Change { subject, deed, reason: Reason::ByHand }));
            }
        }
        let group = write(&*store, |w| w.apply(&by_hand(changes.clone())));
        let undoing = Undoing { at: hour(1), by: Actor::Person };
        write(&*store, |w| w.reverse(&me(), group, undoing, &mut |_| true));
        prop_assert_eq!(store.upkeep().check().expect("checks"), vec![]);
        let mut after = dump(&file_in(&folder));
        for (table, rows) in before {
            if !["changes", "change_groups", "change_packs"].contains(&table.as_str()) {
                prop_assert_eq!(after.remove(&table).expect("it is there"), rows, "{}", table);
            }
        }
    }
}

/// One wish of a person, as deeds.
fn deeds(memory: &Memory, what: usize, page: u32) -> Vec<(Subject, Deed)> {
    let subject = || Subject::from(memory);
    let shown = memory.shown;
    let assessment = |intensity| Assessment {
        emotion: Emotion { intensity, feeling: memory.emotion.feeling.clone() },
        category: memory.category.clone(),
        keywords: memory.keywords.clone(),
        tags: Vec::new(),
        made_by: None,
    };
    match what {
        0 => vec![(subject(), Deed::show(shown, Shown { protected: !shown.protected, ..shown }))],
        1 => vec![(subject(), Deed::show(shown, Shown { revival: Revival::Barred, ..archived(hour(1)) }))],
        2 => {
            let retention = Retention { memory_days: 0.5, recall_count: 9, ..memory.life.retention() };
            vec![(subject(), Deed::live(memory.life, Life::Episode(retention)))]
        }
        3 => vec![(subject(), Deed::relate(memory.relations.clone(), vec![relation(5), relation(1)]))],
        4 => {
            let after = Feedback { ups: 0.1 + 0.2, downs: 1.0 / 3.0, arousal: None, at: Some(hour(1)) };
            let step = BeforeAfter { before: Feedback::default(), after };
            vec![(subject(), Deed::Set(Facet::Feedback(step)))]
        }
        5 => {
            let step = BeforeAfter { before: assessment(memory.emotion.intensity), after: assessment(77) };
            vec![(subject(), Deed::Set(Facet::Assessment(Box::new(step))))]
        }
        6 => {
            let text = Deed::write(version(2, "edited"), vec![Vector::new("later", vec![1.0, 2.0])]);
            vec![(subject(), text), (subject(), Deed::show(shown, Shown { version: 2, ..shown }))]
        }
        7 => {
            let step = BeforeAfter { before: None, after: Some(page) };
            vec![(Subject::Page("/page".to_owned()), Deed::Set(Facet::PageVersion(step)))]
        }
        _ => {
            let new = a_memory(77).vector("m", &[9.0, 9.0]).of_turn(a_turn("Ben", "new", "")).build();
            vec![(Subject::Memory { id: id(77), seq: None }, Deed::Begin(Start::New(Box::new(new))))]
        }
    }
}

#[test]
fn the_crowds_see_every_kind_of_change() {
    let (folder, store) = sqlite();
    let base = Member {
        intensity: 40,
        memory_days: 3.0,
        retention_score: 30.0,
        decay_coefficient: 0.9,
        archived_days: None,
        is_recalled: false,
        is_protected: false,
        has_vector: true,
        has_turn: true,
        points_to: vec![2],
    };
    let crowd = [
        base.clone(),
        Member { archived_days: Some(10), ..base.clone() },
        Member { is_recalled: true, ..base.clone() },
        Member { is_recalled: true, archived_days: Some(2), intensity: 80, ..base.clone() },
        Member { intensity: 2, ..base.clone() },
        base,
    ];
    settle(&*store, &crowd);
    let plan = plan(&*store, &parameters(false), 0, &[(1, 6)]);
    let before = dump(&file_in(&folder));
    sleep(&*store, &plan, &[(1, 6)]);
    let after = dump(&file_in(&folder));
    let log = after["changes"].join("\n");
    for deed in ["shown", "end", "relations", "begin"] {
        assert!(log.contains(&format!("\"{deed}\"")), "{deed}");
    }
    assert!(log.contains("revived") || log.contains("revival_postponed"));
    assert_ne!(before["change_packs"], after["change_packs"]);
    assert_ne!(before["attic"], after["attic"]);
    assert_ne!(before["models"], after["models"]);
    assert_ne!(before["ties"], after["ties"]);
}
