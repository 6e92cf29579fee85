//! Nights over small crowds.

use super::*;
use crate::change::{BeforeAfter, Deed, Facet, Plan};
use crate::formulas::retention::retention_score;
use crate::parameters::{Parameters, RatioBase};
use crate::{Date, Making, MemoryId, MindName, Relation, Revival, Seq, Text, TextVersion};

fn at(text: &str) -> Moment {
    text.parse().expect("a time")
}

fn date() -> Date {
    jiff::civil::date(2026, 3, 2)
}

fn sleeper(number: i64, intensity: u8) -> Sleeper {
    let created = at("2026-02-20T12:00:00+09:00");
    Sleeper {
        seq: Seq(number),
        id: MemoryId::from_u128(number as u128),
        created,
        recorded_at: created,
        intensity,
        shown: Shown::NEW,
        retention: Retention {
            memory_days: 1.0,
            decay_coefficient: 0.99,
            ..newborn(created, &Category::Work, intensity, &Parameters::default())
        },
        last_version: 1,
        recalls: None,
    }
}

fn night(parameters: &Parameters) -> Night<'_> {
    Night { date: date(), at: at("2026-03-02T03:00:00+09:00"), last: Some(at("2026-03-01T03:00:00+09:00")), parameters }
}

fn plan(parameters: &Parameters, sleepers: Vec<Sleeper>, relations: &[(Seq, Relation)]) -> (Plan, NightReport) {
    Draft::new(night(parameters), sleepers, relations).finish(MindName::default(), Vec::new(), Vec::new())
}

/// How strong the first memory that changes its strength is after the plan.
fn retention_after(plan: &Plan) -> Retention {
    let lives = plan.changes.iter().find_map(|change| match &change.deed {
        Deed::Set(Facet::Life(step)) => Some(step.after.retention()),
        _ => None,
    });
    lives.expect("its strength changes")
}

#[test]
fn a_faint_memory_falls_through_every_level_on_the_way_down() {
    let parameters = Parameters::default();
    let draft = Draft::new(night(&parameters), vec![sleeper(1, 3)], &[]);
    let levels: Vec<u8> = draft.rewrites().iter().map(|r| r.level.number()).collect();
    let versions: Vec<u32> = draft.rewrites().iter().map(|r| r.version).collect();
    assert_eq!((levels, versions), (vec![2, 3], vec![2, 3]));
    let (_, report) = draft.finish(MindName::default(), Vec::new(), Vec::new());
    assert_eq!(report.counts, [0, 0, 0, 1]);
}

#[test]
fn a_text_that_gains_nothing_is_not_written_and_the_versions_count_on() {
    let parameters = Parameters::default();
    let versions = |kept: &[u32]| {
        let mut draft = Draft::new(night(&parameters), vec![sleeper(1, 3)], &[]);
        let seq = draft.rewrites()[0].seq;
        draft.keep_texts(&kept.iter().map(|version| (seq, *version)).collect());
        let texts = draft.rewrites().iter().map(|rewrite| {
            let (version, level) = (rewrite.version, rewrite.level);
            let made = Making::Shortened { by: "test".to_owned() };
            let text =
                TextVersion { version, level, text: Text::default(), made, made_at: at("2026-03-02T03:00:00+09:00") };
            (*rewrite, text, Vec::new())
        });
        let texts = texts.collect();
        let (plan, report) = draft.finish(MindName::default(), texts, Vec::new());
        assert_eq!(report.counts, [0, 0, 0, 1], "levels fall all the same");
        let written: Vec<u32> = plan
            .changes
            .iter()
            .filter_map(|change| match &change.deed {
                Deed::Write { version, .. } => Some(*version),
                _ => None,
            })
            .collect();
        let shown: Vec<u32> = plan
            .changes
            .iter()
            .filter_map(|change| match &change.deed {
                Deed::Set(Facet::Shown(step)) => Some(step.after.version),
                _ => None,
            })
            .collect();
        (written, shown.last().copied())
    };
    assert_eq!(versions(&[]), (vec![2, 3], Some(3)));
    assert_eq!(versions(&[2]), (vec![2], Some(2)));
    assert_eq!(versions(&[3]), (vec![2], Some(2)));
    assert_eq!(versions(&[2, 3]), (vec![], Some(1)));
}

#[test]
fn a_memory_made_after_the_hour_is_left_to_the_next_night() {
    let parameters = Parameters::default();
    let late = Sleeper { created: at("2026-03-02T04:00:00+09:00"), ..sleeper(1, 3) };
    let (plan, report) = plan(&parameters, vec![late], &[]);
    assert!(plan.changes.is_empty());
    assert_eq!(report.faded, 0);
}

#[test]
fn a_recall_after_the_hour_counts_for_the_next_night() {
    let parameters = Parameters::default();
    let moment = at("2026-03-02T09:00:00+09:00");
    let mut recalled = sleeper(1, 80);
    recalled.retention.recalled_since_last_batch = true;
    recalled.recalls = Some(TimeSpan { first: moment, last: moment });
    let (plan, report) = plan(&parameters, vec![recalled], &[]);
    assert_eq!((report.recalled, report.faded), (0, 1));
    let after = retention_after(&plan);
    assert!(after.recalled_since_last_batch);
    assert_eq!(after.memory_days, 2.0);
}

#[test]
fn a_protected_memory_does_not_fade_unless_s0_is_read_to_the_letter() {
    let mut parameters = Parameters::default();
    let mut kept = sleeper(1, 60);
    kept.shown.protected = true;
    assert!(plan(&parameters, vec![kept], &[]).0.changes.is_empty());
    parameters.protection.protected_decay = crate::parameters::ProtectedDecay::Literal;
    let (plan, report) = plan(&parameters, vec![kept], &[]);
    let after = retention_after(&plan);
    assert_eq!(after.retention_score, retention_score(60, 0.99, 2.0));
    assert!(report.transitions.is_empty());
}

#[test]
fn shares_are_enforced_only_over_a_crowd() {
    let mut parameters = Parameters::default();
    let crowd: Vec<Sleeper> = (1..=20).map(|n| sleeper(n, 90)).collect();
    assert!(plan(&parameters, crowd.clone(), &[]).1.transitions.is_empty());
    parameters.compression.ratio_min_memories = 0;
    parameters.compression.ratio_base = RatioBase::Active;
    let (_, report) = plan(&parameters, crowd, &[]);
    assert_eq!(report.counts, [3, 6, 7, 4]);
}

#[test]
fn a_revived_memory_survives_the_night_after() {
    let parameters = Parameters::default();
    let mut asked = sleeper(1, 40);
    asked.shown = Shown {
        level: Level::Archived,
        archived_at: Some(at("2026-02-25T03:00:00+09:00")),
        revival: Revival::Asked { at: Some(at("2026-03-01T12:00:00+09:00")) },
        ..asked.shown
    };
    asked.retention = Retention { memory_days: 60.0, decay_coefficient: 0.9, retention_score: 0.1, ..asked.retention };
    let (first, report) = plan(&parameters, vec![asked], &[]);
    assert_eq!(report.revived, [asked.id]);
    let Deed::Set(Facet::Shown(BeforeAfter { after: shown, .. })) = first.changes[0].deed else {
        panic!("it shows more")
    };
    let again = Sleeper { shown, retention: retention_after(&first), ..asked };
    let later = Night { at: at("2026-03-03T03:00:00+09:00"), ..night(&parameters) };
    let (_, report) = Draft::new(later, vec![again], &[]).finish(MindName::default(), Vec::new(), Vec::new());
    assert_eq!((report.recalled, report.counts), (1, [0, 0, 1, 0]));
}
