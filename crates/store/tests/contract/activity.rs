//! The activity log: lines that are only ever added, with the words of the turns that they tell of.

use omoide_core::change::{Actor, Change, Deed, Reason, Subject};
use omoide_core::ports::store::{ActivityPart, Store, StoreError};
use omoide_core::{ActivityFields, ActivityLine, ActivityType, Date, NewActivity, Revival, Shown};
use omoide_testkit::builders::{a_memory, a_turn, archived, at, id, mind};

use crate::support::{
    by_hand, day, end_night, insert, me, memory, of_night, read, showing, undo_night, write, write_to,
};

fn new(time: &str, what: ActivityType, content: &str) -> NewActivity {
    let fields = ActivityFields { content: content.to_owned(), ..ActivityFields::default() };
    NewActivity { at: at(time), what, fields }
}

fn log(store: &dyn Store, line: &NewActivity) -> (Date, u32) {
    write(store, |w| w.log_activity(&me(), line, None))
}

/// All lines of a day.
fn lines_of(store: &dyn Store, date: Date) -> Vec<ActivityLine> {
    read(store, |r| r.activity(&me(), date, 1..=u32::MAX))
}

fn contents(lines: &[ActivityLine]) -> Vec<&str> {
    lines.iter().map(|line| line.fields.content.as_str()).collect()
}

pub fn lines_are_numbered_by_date_and_mind_and_read_back(store: &dyn Store) {
    let first = NewActivity {
        fields: ActivityFields {
            task_name: "backup \"x\"".to_owned(),
            exit_code: Some(-1),
            summary: "終わった\n".to_owned(),
            ..ActivityFields::default()
        },
        ..new("2026-02-17T23:30:00.000001-03:30", ActivityType::CronExecuted, "")
    };
    assert_eq!(log(store, &first), (day(17), 1), "the day is the local one");
    assert_eq!(log(store, &new("2026-02-18T10:00:00+09:00", ActivityType::Error, "b")), (day(18), 1));
    // Earlier, and yet the last that was written.
    assert_eq!(log(store, &new("2026-02-17T01:00:00+09:00", ActivityType::ChannelPost, "c")), (day(17), 2));
    let other = new("2026-02-17T01:00:00+09:00", ActivityType::Error, "another's");
    assert_eq!(write_to(store, &mind("other"), |w| w.log_activity(&mind("other"), &other, None)), (day(17), 1));

    let found = lines_of(store, day(17));
    let NewActivity { at, what, fields } = first;
    assert_eq!(found[0], ActivityLine { date: day(17), line: 1, at, what, fields, memory: None });
    assert_eq!(contents(&found), ["", "c"]);
    assert_eq!(read(store, |r| r.activity(&me(), day(17), 2..=2)), found[1..]);
    assert_eq!(read(store, |r| r.activity(&me(), day(17), 3..=9)), []);
    assert_eq!(read(store, |r| r.activity_dates(&me())), [(day(17), 2), (day(18), 1)]);
    assert_eq!(read(store, |r| r.activity_dates(&mind("nobody"))), []);
    assert_eq!(store.upkeep().check().expect("checks"), vec![]);
}

pub fn lines_are_read_backwards_in_parts(store: &dyn Store) {
    for (number, date) in [(1, 17), (2, 17), (3, 18), (4, 18), (5, 20)] {
        log(store, &new(&format!("2026-02-{date}T10:00:00Z"), ActivityType::Error, &number.to_string()));
    }
    let part = |before, limit| {
        let part = ActivityPart { before, ..ActivityPart::default() };
        read(store, |r| r.latest_activity(&me(), &part, limit))
    };
    assert_eq!(contents(&part(None, 2)), ["4", "5"]);
    assert_eq!(contents(&part(Some((day(18), 2)), 2)), ["2", "3"]);
    assert_eq!(contents(&part(Some((day(17), 2)), 9)), ["1"]);
    assert_eq!(part(Some((day(17), 1)), 9), []);
    assert_eq!(contents(&part(Some((day(19), 1)), 1)), ["4"], "a line that is not there is a place all the same");
    assert_eq!(contents(&part(None, usize::MAX)), ["1", "2", "3", "4", "5"]);
}

pub fn lines_are_read_by_type_and_since_a_date(store: &dyn Store) {
    for (number, date, what) in [
        (1, 17, ActivityType::HumanNotify),
        (2, 18, ActivityType::Error),
        (3, 18, ActivityType::ToolUse),
        (4, 20, ActivityType::ToolUse),
    ] {
        log(store, &new(&format!("2026-02-{date}T10:00:00Z"), what, &number.to_string()));
    }
    let part = |since: Option<i8>, types: Option<&[ActivityType]>, limit| {
        let part = ActivityPart { since: since.map(day), types, ..ActivityPart::default() };
        let found = read(store, |r| r.latest_activity(&me(), &part, limit));
        found.into_iter().map(|line| line.fields.content).collect::<Vec<_>>()
    };
    assert_eq!(part(Some(18), None, 9), ["2", "3", "4"]);
    assert_eq!(part(Some(19), None, 9), ["4"]);
    assert_eq!(part(None, Some(&[ActivityType::HumanNotify, ActivityType::Error]), 9), ["1", "2"]);
    assert_eq!(part(Some(18), Some(&[ActivityType::HumanNotify, ActivityType::Error]), 9), ["2"]);
    assert_eq!(part(None, Some(&[ActivityType::ToolUse]), 1), ["4"]);
    assert_eq!(part(None, Some(&[]), 9), Vec::<String>::new());
}

/// A turn with its four lines: what was said, a tool, what was replied, and that it was kept on purpose.
fn told(store: &dyn Store) {
    let placed = insert(store, &a_memory(1).of_turn(a_turn("Aki", "where?", "here")).build());
    let tool = ActivityFields { tool: "Bash".to_owned(), summary: "Bash ls".to_owned(), ..ActivityFields::default() };
    let line = |what, fields| NewActivity { at: at("2026-02-17T10:00:00Z"), what, fields };
    write(store, |w| {
        for (what, fields) in [
            (ActivityType::MessageReceived, ActivityFields::default()),
            (ActivityType::ToolUse, tool.clone()),
            (ActivityType::ResponseSent, ActivityFields::default()),
            (ActivityType::MemoryWrite, ActivityFields::default()),
        ] {
            w.log_activity(&me(), &line(what, fields), Some(placed.seq))?;
        }
        Ok(())
    });
}

fn words(store: &dyn Store) -> Vec<String> {
    let word = |line: &ActivityLine| {
        let ActivityFields { from, to, .. } = &line.fields;
        format!("{from}{to}:{}", line.text())
    };
    lines_of(store, day(17)).iter().map(word).collect()
}

const TOLD: [&str; 4] = ["Aki:where?", ":Bash ls", "Aki:here", "Aki:where?"];
const BARE: [&str; 4] = [":"; 4];

pub fn a_line_about_a_turn_has_the_words_of_the_turn(store: &dyn Store) {
    told(store);
    assert_eq!(words(store), TOLD);
    assert!(lines_of(store, day(17)).iter().all(|line| line.memory == Some(id(1))));
}

pub fn the_words_of_a_line_go_and_come_with_its_turn(store: &dyn Store) {
    told(store);
    let erase =
        Change { subject: Subject::memory(id(1), memory(store, 1).seq), deed: Deed::End, reason: Reason::Expired };
    write(store, |w| {
        w.apply(&of_night(day(21), vec![erase.clone()]))?;
        end_night(w, day(21), 3)
    });
    assert_eq!(words(store), BARE);
    assert!(lines_of(store, day(17)).iter().all(|line| line.is_bare() && line.memory.is_none()));
    assert!(write(store, |w| undo_night(w, day(21))));
    assert_eq!(words(store), TOLD);
    write(store, |w| w.erase(&me(), &[id(1)], Actor::Person, "by_hand", at("2026-02-22T12:00:00Z")));
    assert_eq!(words(store), BARE);
    assert_eq!(log(store, &new("2026-02-17T11:00:00Z", ActivityType::Error, "later")).1, 5, "no number comes again");
    // A memory of the same words is another one.
    insert(store, &a_memory(1).of_turn(a_turn("Aki", "where?", "here")).build());
    assert_eq!(words(store)[..4], BARE);
    assert_eq!(store.upkeep().check().expect("checks"), vec![]);
}

pub fn the_words_of_a_line_stay_while_another_memory_has_the_turn(store: &dyn Store) {
    told(store);
    insert(store, &a_memory(2).of_turn(a_turn("Aki", "where?", "here")).build());
    let erase =
        |number| write(store, |w| w.erase(&me(), &[id(number)], Actor::Person, "by_hand", at("2026-02-22T12:00:00Z")));
    erase(1);
    assert_eq!(words(store), TOLD);
    assert_eq!(lines_of(store, day(17))[0].memory, Some(id(2)));
    erase(2);
    assert_eq!(words(store), BARE);
}

pub fn what_was_put_away_is_not_told(store: &dyn Store) {
    told(store);
    let seq = memory(store, 1).seq;
    let away = Shown { revival: Revival::Barred, ..archived(at("2026-02-18T00:00:00Z")) };
    let change = |before, after| by_hand(vec![showing(seq, id(1), before, after, Reason::ByHand)]);
    write(store, |w| w.apply(&change(Shown::NEW, away)));
    assert_eq!(words(store), BARE);
    assert_eq!(lines_of(store, day(17))[0].memory, Some(id(1)), "it is still known which");
    write(store, |w| w.apply(&change(away, Shown::NEW)));
    assert_eq!(words(store), TOLD);
}

pub fn a_failed_write_leaves_no_line_and_no_gap(store: &dyn Store) {
    let line = new("2026-02-17T10:00:00Z", ActivityType::Error, "a");
    log(store, &line);
    let failed = store.write(&me(), &mut |w| {
        w.log_activity(&me(), &line, None)?;
        Err(StoreError::Busy)
    });
    assert!(failed.is_err());
    assert_eq!(log(store, &line).1, 2);
    assert_eq!(lines_of(store, day(17)).len(), 2);
}

pub fn two_who_write_at_once_never_get_the_same_number(store: &dyn Store) {
    const LINES: usize = 40;
    let writer = |name: &'static str| {
        move || {
            (0..LINES)
                .map(|_| log(store, &new("2026-02-17T10:00:00Z", ActivityType::Error, name)).1)
                .collect::<Vec<_>>()
        }
    };
    let (one, other) = std::thread::scope(|scope| {
        let (one, other) = (scope.spawn(writer("one")), scope.spawn(writer("other")));
        (one.join().expect("writes"), other.join().expect("writes"))
    });
    let mut all: Vec<u32> = one.iter().chain(&other).copied().collect();
    all.sort_unstable();
    assert!(all.iter().copied().eq(1..=2 * LINES as u32), "{all:?}");
    let found = lines_of(store, day(17));
    for (numbers, name) in [(one, "one"), (other, "other")] {
        assert!(numbers.iter().all(|number| found[*number as usize - 1].fields.content == name));
    }
}

pub fn a_line_of_another_log_keeps_its_number_if_it_can_and_comes_once(store: &dyn Store) {
    let line = |number, content: &str| {
        let NewActivity { at, what, fields } = new("2026-02-17T10:00:00Z", ActivityType::Error, content);
        ActivityLine { date: at.date(), line: number, at, what, fields, memory: None }
    };
    let import = |given: &ActivityLine, earlier| write(store, |w| w.import_activity(&me(), given, None, earlier));
    assert!(import(&line(2, "a"), 0));
    assert!(!import(&line(2, "a"), 0), "it is there");
    assert!(import(&line(2, "a"), 1), "the second of two that say the same is not");
    assert!(import(&line(1, "b"), 0) && import(&line(9, "c"), 0));
    assert!(!import(&line(1, "b"), 0));
    let found: Vec<(u32, String)> =
        lines_of(store, day(17)).into_iter().map(|line| (line.line, line.fields.content)).collect();
    assert_eq!(found, [(1, "b"), (2, "a"), (3, "a"), (9, "c")].map(|(number, text)| (number, text.to_owned())));
    assert_eq!(log(store, &new("2026-02-17T10:00:00Z", ActivityType::Error, "d")).1, 10);
}

pub fn a_mind_takes_its_log_along(store: &dyn Store) {
    told(store);
    let (old, renamed) = (me(), mind("renamed"));
    write(store, |w| w.rename_mind(&old, &renamed));
    assert_eq!(read(store, |r| r.activity_dates(&renamed)), [(day(17), 4)]);
    assert_eq!(read(store, |r| r.activity_dates(&old)), []);
    write_to(store, &renamed, |w| w.erase_mind(&renamed, Actor::Person, at("2026-02-22T12:00:00Z")));
    assert_eq!(read(store, |r| r.activity_dates(&renamed)), []);
    assert_eq!(log(store, &new("2026-02-17T10:00:00Z", ActivityType::Error, "d")).1, 1, "another mind begins anew");
}
