//! Lives of many nights: weeks of them by default, a year and a quarter with `.ci/long`.

use std::collections::HashSet;

use omoide::core::change::Actor;
use omoide::core::parameters::Parameters;
use omoide::core::ports::store::Filter;
use omoide::core::{Category, Memory};
use omoide::{Prompt, SleepMode};
use omoide_testkit::sandbox::Sandbox;
use omoide_testkit::scale;
use omoide_testkit::texts::{Dice, text};

/// Every so many nights one is undone and slept again.
const UNDONE_EVERY: usize = 6;

fn sleep(sandbox: &Sandbox) -> usize {
    sandbox.mind().sleep(None, SleepMode::Real, &mut |_, _, _| {}).expect("sleep never fails").nights.len()
}

fn memories(sandbox: &Sandbox) -> Vec<Memory> {
    sandbox.mind().list(&Filter::default()).expect("memories can be listed")
}

/// All tables but those of the index over words: nights put its pieces together, and that is never undone.
fn rows(sandbox: &Sandbox) -> String {
    let dump = sandbox.dump();
    let tables = dump.split("== ").filter(|table| !table.starts_with("word"));
    tables.collect::<Vec<_>>().join("== ")
}

/// The lines that stand in one of the dumps only.
fn differences(before: &str, after: &str) -> String {
    let lines = |dump: &str, other: &str, mark: &str| -> Vec<String> {
        let known: HashSet<&str> = other.lines().collect();
        dump.lines().filter(|line| !known.contains(line)).map(|line| format!("{mark} {line}")).collect()
    };
    [lines(before, after, "-"), lines(after, before, "+")].concat().join("\n")
}

/// A day: a few things are said, something is recalled, and now and then someone does something by hand.
fn live(sandbox: &Sandbox, dice: &mut Dice, day: usize) {
    let mind = sandbox.mind();
    for turn in 0..3 {
        let length = 6 + dice.below(20);
        let words = text(dice, turn == 1, length);
        let category = Category::KNOWN[dice.below(4)].clone();
        let intensity = u8::try_from(dice.below(101)).expect("at most 100");
        let said = sandbox.remember(&format!("{words} {day} {turn}"), category, intensity);
        let reference = said.id.to_string();
        match dice.below(20) {
            0 => drop(mind.protect(&reference, Actor::Person)),
            1 => drop(mind.archive(&reference, Actor::Person)),
            2 => drop(mind.erase(&[reference], Actor::Person)),
            _ => {}
        }
    }
    mind.recall(&Prompt::new(text(dice, day % 2 == 1, 4))).expect("recall never fails");
    sandbox.clock.pass_days(1);
}

#[test]
fn nights_leave_the_store_sound_and_can_be_undone_and_slept_again() {
    let mut parameters = Parameters::default();
    parameters.compression.ratio_min_memories = 0;
    // A night also forgets how to undo the one that falls over this horizon, and no undo brings that back.
    parameters.sleep.undo_nights = 1_000;
    let sandbox = Sandbox::new(parameters);
    let mut dice = Dice(7);
    for day in 0..scale::count(36) {
        live(&sandbox, &mut dice, day);
        if day % UNDONE_EVERY != UNDONE_EVERY - 1 {
            assert_eq!(sleep(&sandbox), 1, "day {day}");
            continue;
        }
        // A dump also checks the store.
        let before = rows(&sandbox);
        assert_eq!(sleep(&sandbox), 1, "day {day}");
        let slept = memories(&sandbox);
        sandbox.mind().undo_night(None).expect("the last night can be undone");
        let undone = rows(&sandbox);
        assert!(undone == before, "the night of day {day} left something behind:\n{}", differences(&before, &undone));
        assert_eq!(sleep(&sandbox), 1, "day {day}");
        assert_eq!(memories(&sandbox), slept, "day {day}");
    }
    assert_eq!(sleep(&sandbox), 0, "every night was slept");
}

#[test]
fn nights_that_were_missed_for_long_are_the_nights_slept_on_time() {
    let slept = |on_time: bool| {
        let mut parameters = Parameters::default();
        // Shares are taken of whoever is there, which differs when nights are late.
        parameters.compression.ratio_min_memories = 100_000;
        let sandbox = Sandbox::new(parameters);
        let days = scale::count(9);
        for day in 0..days {
            let words = format!("What was said on day {day} about the harbour crane.");
            sandbox.remember(&words, Category::KNOWN[day % 4].clone(), 100);
            sandbox.clock.pass_days(1);
            assert!(!on_time || sleep(&sandbox) == 1, "day {day}");
        }
        assert_eq!(sleep(&sandbox), if on_time { 0 } else { days });
        memories(&sandbox)
    };
    assert_eq!(slept(true), slept(false));
}
