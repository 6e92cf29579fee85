//! The waking tables of S4: labels, groups and lines of the activity log, and what the channels of priming may take.
//!
//! Read from where the golden scenarios are read, and those kept with the tests always.

mod golden_folders;

use golden_folders::golden_tables;
use omoide::core::formulas::channel_budget::{ChannelTokens, MessageTokens, channel_budget};
use omoide::core::{ActivityFields, ActivityGroup, ActivityLine, ActivityType, Moment, groups};
use serde_json::{Value, json};

fn tables() -> Vec<Value> {
    let tables: Vec<Value> = golden_tables().into_iter().filter(|golden| golden["spec"] == "004_waking").collect();
    assert!(!tables.is_empty(), "no waking table was found");
    tables
}

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

/// The lines of a day, numbered as they stand.
fn lines(day: &Value) -> Vec<ActivityLine> {
    let date = day["date"].as_str().expect("a date").parse().expect("a date");
    let line = |(number, entry): (u32, &Value)| {
        let at: Moment = entry["ts"].as_str().expect("a time").parse().expect("a time");
        let what = ActivityType::named(entry["type"].as_str().expect("a type")).expect("a known type");
        let fields: ActivityFields = serde_json::from_value(entry.clone()).expect("fields");
        ActivityLine { date, line: number, at, what, fields, memory: None }
    };
    (1..).zip(list(&day["entries"])).map(line).collect()
}

fn told(group: &ActivityGroup<'_>) -> Value {
    let (first, last) = (group.lines.first().expect("a line"), group.lines.last().expect("a line"));
    json!({
        "kind": group.kind.name(),
        "of": group.of(),
        "from": first.at.clock(),
        "to": last.at.clock(),
        "lines": [first.line, last.line],
    })
}

#[test]
fn labels_are_s4s() {
    for table in tables() {
        let labels = table["labels"].as_object().expect("labels by type");
        assert_eq!(labels.len(), ActivityType::ALL.len());
        for what in ActivityType::ALL {
            assert_eq!(labels[what.name()], what.label());
        }
    }
}

#[test]
fn lines_are_grouped_as_s4_groups_them() {
    for table in tables() {
        for day in list(&table["activity"]) {
            let lines = lines(day);
            let got: Vec<Value> = groups(&lines).iter().map(told).collect();
            assert_eq!(got, list(&day["groups"]), "{}", day["entries"]);
        }
    }
}

#[test]
fn a_line_by_itself_is_shown_and_cut_as_s4_does() {
    for table in tables() {
        for day in list(&table["activity"]) {
            let got: Vec<Value> = lines(day).iter().map(|line| json!(line.shown())).collect();
            assert_eq!(got, list(&day["singles"]));
        }
    }
}

#[test]
fn channels_share_the_tokens_of_a_message_as_s4_says() {
    let MessageTokens { greeting, question, request, heartbeat, heartbeat_activity } = MessageTokens::S4;
    for table in tables() {
        let budgets = table["budgets"].as_object().expect("budgets by message type");
        for (message, wanted) in budgets {
            let (total, least) = match message.as_str() {
                "greeting" => (greeting, 0),
                "question" => (question, 0),
                "request" => (request, 0),
                "heartbeat" => (heartbeat, heartbeat_activity),
                other => panic!("{other} is no kind of message"),
            };
            let ChannelTokens { person, activity, related, skills } = channel_budget(total, &ChannelTokens::S4, least);
            let got = json!({ "person": person, "activity": activity, "related": related, "skills": skills });
            assert_eq!(&got, wanted, "{message}");
        }
    }
}
