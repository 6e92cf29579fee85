//! A first import of old turns: nothing of it fades until a person lets the nights catch up.

use omoide::core::Level;
use omoide::core::parameters::Parameters;
use omoide::{ClockDoubt, Consent, Observation, SleepMode, SleepOutcome};
use omoide_testkit::sandbox::Sandbox;

/// Turns of so many days up to yesterday, one a day, handed in now.
fn turns_of(sandbox: &Sandbox, days: i64) -> Vec<Observation> {
    let now = sandbox.mind().now();
    let one = |day: i64| Observation {
        at: Some(now.plus_days(-day)),
        uid: Some(format!("turn {day}")),
        ..Observation::said(format!("We moved pot number {day} to the balcony and watered it"))
    };
    (1..=days).rev().map(one).collect()
}

fn unasked(sandbox: &Sandbox) -> SleepOutcome {
    sandbox.mind().sleep_by(Consent::Unasked, None, SleepMode::Real, &mut |_, _, _| {}).expect("it sleeps")
}

fn faded(sandbox: &Sandbox) -> usize {
    let memories = sandbox.mind().list(&Default::default()).expect("a list");
    memories.iter().filter(|memory| memory.shown.level != Level::Full).count()
}

fn talk_for(sandbox: &Sandbox, days: i64) {
    for day in 0..days {
        sandbox.mind().remember(Observation::said(format!("The lemon tree has {day} blossoms"))).expect("remembered");
        sandbox.clock.pass_days(1);
        unasked(sandbox);
    }
}

#[test]
fn a_year_that_was_imported_stays_as_it_is_until_a_person_lets_it_age() {
    let sandbox = Sandbox::new(Parameters::default());
    sandbox.mind().begin_import().expect("noted");
    sandbox.mind().remember_all(&turns_of(&sandbox, 365), &[]).expect("imported");
    // Turns on two dates would let nights run that wait because of a clock.
    talk_for(&sandbox, 5);
    let outcome = unasked(&sandbox);
    assert!(matches!(outcome.doubt, Some(ClockDoubt::Imported { nights }) if nights == outcome.left && nights > 365));
    assert_eq!(faded(&sandbox), 0);

    let asked = sandbox.mind().sleep(None, SleepMode::Real, &mut |_, _, _| {}).expect("it sleeps");
    assert!(asked.nights.len() > 365 && faded(&sandbox) > 300, "{} nights, {}", asked.nights.len(), faded(&sandbox));
    sandbox.clock.pass_days(1);
    let next = unasked(&sandbox);
    assert_eq!((next.nights.len(), next.doubt), (1, None), "nights go on unasked from then on");
}

#[test]
fn a_short_import_waits_as_well_and_what_comes_from_today_does_not() {
    let sandbox = Sandbox::new(Parameters::default());
    sandbox.mind().begin_import().expect("noted");
    sandbox.mind().remember_all(&turns_of(&sandbox, 20), &[]).expect("imported");
    talk_for(&sandbox, 3);
    assert!(matches!(unasked(&sandbox).doubt, Some(ClockDoubt::Imported { .. })));
    assert_eq!(faded(&sandbox), 0);

    let fresh = Sandbox::new(Parameters::default());
    fresh.mind().begin_import().expect("noted");
    talk_for(&fresh, 3);
    assert_eq!(fresh.mind().sleep_status().expect("a status").nights.len(), 3, "nothing old was imported");
}

#[test]
fn a_year_that_came_without_an_import_waits_for_a_person_too() {
    let sandbox = Sandbox::new(Parameters::default());
    sandbox.mind().remember_all(&turns_of(&sandbox, 365), &[]).expect("handed in");
    talk_for(&sandbox, 5);
    assert!(matches!(unasked(&sandbox).doubt, Some(ClockDoubt::Imported { .. })));
    assert_eq!(faded(&sandbox), 0);
}

#[test]
fn what_is_imported_into_a_mind_with_nights_ages_from_then_on() {
    let sandbox = Sandbox::new(Parameters::default());
    talk_for(&sandbox, 3);
    let nights = sandbox.mind().sleep_status().expect("a status").nights.len();
    sandbox.mind().begin_import().expect("noted");
    sandbox.mind().remember_all(&turns_of(&sandbox, 365), &[]).expect("imported");
    assert_eq!(sandbox.mind().sleep_status().expect("a status").doubt, None);
    talk_for(&sandbox, 1);
    assert_eq!(sandbox.mind().sleep_status().expect("a status").nights.len(), nights + 1, "one night, and no more");
}
