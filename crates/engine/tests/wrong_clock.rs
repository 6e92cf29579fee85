//! A clock that is wrong: nights wait until it is believed, and what was run by a wrong one can be taken back whole.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use omoide::core::parameters::Parameters;
use omoide::core::{Category, Level};
use omoide::{ClockDoubt, Consent, Error, SleepMode, SleepOutcome};
use omoide_testkit::sandbox::Sandbox;

const TEN_YEARS: i64 = 3_650;

fn sleep_by(sandbox: &Sandbox, consent: Consent) -> SleepOutcome {
    sandbox.mind().sleep_by(consent, None, SleepMode::Real, &mut |_, _, _| {}).expect("it sleeps")
}

fn nights_run(sandbox: &Sandbox) -> usize {
    sandbox.mind().sleep_status().expect("a status").nights.len()
}

/// Prints of the tables, which are easier to read than two dumps. That nights are left undone is the person's word.
fn tables(dump: &str) -> BTreeMap<String, u64> {
    let tables = dump.split("== ").filter_map(|table| table.split_once('\n'));
    tables.filter(|(name, _)| *name != "state").map(|(name, rows)| (name.to_owned(), print_of(rows))).collect()
}

fn print_of(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

/// A mind that was used for a few days, each followed by its night.
fn a_mind_in_use() -> Sandbox {
    let sandbox = Sandbox::new(Parameters::default());
    for day in 0..3 {
        sandbox.remember(&format!("Rex and the vet, day {day}"), Category::Work, 90);
        sandbox.clock.pass_days(1);
        sleep_by(&sandbox, Consent::Unasked);
    }
    sandbox
}

#[test]
fn a_clock_ten_years_ahead_runs_no_night_unasked() {
    let sandbox = a_mind_in_use();
    let before = tables(&sandbox.dump());
    sandbox.clock.pass_days(TEN_YEARS);
    assert!(sandbox.mind().is_overdue().expect("asked"), "a night is due by that clock");
    let outcome = sandbox.mind().catch_up().expect("asked").expect("it was due");
    assert_eq!(outcome.nights.len(), 0);
    assert!(matches!(outcome.doubt, Some(ClockDoubt::LongGap { nights }) if nights == outcome.left && nights > 3_000));
    assert_eq!(tables(&sandbox.dump()), before);
    // Set right again, everything goes on as if nothing had been.
    sandbox.clock.pass_days(1 - TEN_YEARS);
    assert_eq!(sleep_by(&sandbox, Consent::Unasked).nights.len(), 1);
}

#[test]
fn after_a_long_time_away_turns_on_two_dates_let_nights_catch_up() {
    let sandbox = a_mind_in_use();
    sandbox.clock.pass_days(40);
    sandbox.remember("back from the sea", Category::Casual, 40);
    sandbox.remember("the tomatoes are ripe", Category::Casual, 40);
    assert_eq!(sleep_by(&sandbox, Consent::Unasked).nights.len(), 0, "one date is not enough");
    sandbox.clock.pass_days(1);
    sandbox.remember("the second day at home", Category::Casual, 40);
    let outcome = sleep_by(&sandbox, Consent::Unasked);
    assert_eq!((outcome.nights.len(), outcome.doubt), (41, None));
}

#[test]
fn a_person_who_sleeps_consents_and_one_undo_takes_the_whole_go_back() {
    let sandbox = a_mind_in_use();
    let before = tables(&sandbox.dump());
    sandbox.clock.pass_days(TEN_YEARS);
    let outcome = sleep_by(&sandbox, Consent::Person);
    assert_eq!(outcome.nights.len(), 400);
    let levels = sandbox.mind().counts().expect("counts").levels;
    assert_eq!(levels[usize::from(Level::Archived.number()) - 1], 3, "everything was archived: {levels:?}");
    let dates = sandbox.mind().undo_nights(None).expect("undone");
    assert_eq!(dates.len(), 400);
    assert!(dates.is_sorted());
    assert_eq!(tables(&sandbox.dump()), before);
    // The go before it is another one.
    assert_eq!(sandbox.mind().undo_nights(None).expect("undone").len(), 1);
}

#[test]
fn after_the_clock_is_set_back_nights_go_on_and_those_to_come_are_taken_back() {
    let sandbox = a_mind_in_use();
    sandbox.clock.pass_days(TEN_YEARS);
    sandbox.remember("said while the clock was wrong", Category::Casual, 40);
    assert_eq!(sleep_by(&sandbox, Consent::Person).nights.len(), 400);
    // Five days later the clock is right.
    sandbox.clock.pass_days(5 - TEN_YEARS);
    let waiting = sleep_by(&sandbox, Consent::Unasked);
    assert!(matches!(waiting.doubt, Some(ClockDoubt::SetBack { later_dates: 1, .. })), "{:?}", waiting.doubt);
    sandbox.remember("the first day by the right clock", Category::Casual, 40);
    assert!(sleep_by(&sandbox, Consent::Unasked).doubt.is_some(), "one date is not enough");
    sandbox.clock.pass_days(1);
    sandbox.remember("the second day by the right clock", Category::Casual, 40);
    let outcome = sleep_by(&sandbox, Consent::Unasked);
    // The nights of the dates that have come since stay, and that of tomorrow, which is less than a day away.
    assert_eq!((outcome.doubt, outcome.nights.len(), outcome.taken_back), (None, 0, 393));
    assert_eq!(nights_run(&sandbox), 3 + 6 + 1);
    assert_eq!(sandbox.mind().counts().expect("counts").levels[3], 0, "nothing is in the archive any more");
    sandbox.clock.pass_days(2);
    assert_eq!(sleep_by(&sandbox, Consent::Unasked).nights.len(), 1, "and so it goes on");
}

#[test]
fn a_clock_years_behind_a_life_takes_nothing_back_unless_a_person_vouches_for_it() {
    let sandbox = a_mind_in_use();
    let before = tables(&sandbox.dump());
    sandbox.clock.pass_days(-TEN_YEARS);
    assert!(sleep_by(&sandbox, Consent::Unasked).doubt.is_some());
    let refused = sandbox.mind().sleep(None, SleepMode::Real, &mut |_, _, _| {});
    assert!(matches!(refused, Err(Error::ClockSetBack { .. })), "{refused:?}");
    assert_eq!(tables(&sandbox.dump()), before);
    assert_eq!(sleep_by(&sandbox, Consent::Vouched).taken_back, 3);
}
