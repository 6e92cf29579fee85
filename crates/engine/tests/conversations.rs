//! Past conversations, searched for words.

use omoide::core::parameters::Parameters;
use omoide::{FoundPassages, Observation, Speaker};
use omoide_testkit::sandbox::Sandbox;

fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

fn say(sandbox: &Sandbox, said: &str, replied: &str, thread: &str) {
    sandbox.clock.pass_hours(1);
    let observation = Observation { thread: Some(thread.to_owned()), ..Observation::said(said).replied(replied) };
    sandbox.mind().remember(observation).expect("it is remembered");
}

fn search(sandbox: &Sandbox, wanted: &[&str], open: Option<&str>) -> FoundPassages {
    sandbox.mind().search_conversations(&words(wanted), open).expect("the store answers")
}

#[test]
fn the_newest_the_oldest_and_one_between_stand_for_all() {
    let sandbox = Sandbox::new(Parameters::default());
    for day in 0..12 {
        say(&sandbox, &format!("{day}日目：田中さんと駅前の喫茶店でゆっくりと長い話をしてきました。"), "", "old");
    }
    let found = search(&sandbox, &["田中"], None);
    assert_eq!(found.matches, 12);
    let days: Vec<&str> = found.passages.iter().filter_map(|p| p.text.split('日').next()).collect();
    assert_eq!((days[0], days[1], days[3], days[4], days.len()), ("11", "10", "1", "0", 5));
    assert_eq!(search(&sandbox, &["田中"], None), found, "the one between is always the same");
}

#[test]
fn both_sides_are_searched_and_the_open_conversation_is_left_out() {
    let sandbox = Sandbox::new(Parameters::default());
    say(
        &sandbox,
        "What is a good name for a cat that sleeps all day long?",
        "Rex would suit a sleepy cat very well.",
        "a",
    );
    say(
        &sandbox,
        "Rex is such a good name, thank you for the idea!",
        "You are welcome, give Rex a treat from me.",
        "b",
    );
    let found = search(&sandbox, &["REX"], Some("b"));
    assert_eq!(found.passages.len(), 1);
    assert_eq!(found.passages[0].speaker, Speaker::Agent);
    assert_eq!(found.passages[0].thread.as_deref(), Some("a"));
    assert_eq!(search(&sandbox, &["rex"], None).passages.len(), 3);
    assert_eq!(search(&sandbox, &["sleep"], None).matches, 0, "only the whole word counts");
}

#[test]
fn who_asks_for_several_words_gets_those_with_the_most() {
    let sandbox = Sandbox::new(Parameters::default());
    say(&sandbox, "The blue lantern stands on the kitchen table again.", "", "a");
    say(&sandbox, "A blue bicycle was stolen in front of the station.", "", "a");
    let found = search(&sandbox, &["blue", "lantern"], None);
    assert_eq!(found.matches, 1);
    assert!(found.passages[0].text.contains("lantern"));
    assert_eq!(search(&sandbox, &["  ", ""], None), FoundPassages::default());
    assert_eq!(search(&sandbox, &[], None), FoundPassages::default());
}

#[test]
fn a_long_passage_is_cut_and_what_was_erased_is_not_found() {
    let sandbox = Sandbox::new(Parameters::default());
    say(&sandbox, &format!("鍵の話。{}", "とても長い話が続きます。".repeat(60)), "", "a");
    let found = search(&sandbox, &["鍵"], None);
    assert!(found.passages[0].is_cut);
    assert_eq!(found.passages[0].text.chars().count(), 500);
    let handle = found.passages[0].handle.clone();
    sandbox
        .mind()
        .erase(&[handle.expect("a memory of it")], omoide::core::change::Actor::Person)
        .expect("it is erased");
    assert_eq!(search(&sandbox, &["鍵"], None), FoundPassages::default());
}

#[test]
fn a_short_line_is_found() {
    let sandbox = Sandbox::new(Parameters::default());
    say(&sandbox, "犬の名前はコロ。", "いい名前ですね。", "a");
    let found = search(&sandbox, &["コロ"], None);
    assert_eq!((found.matches, found.passages[0].text.as_str()), (1, "犬の名前はコロ。"));
    assert_eq!(search(&sandbox, &["名前"], None).passages.len(), 2, "what the agent said as well");
}

#[test]
fn who_finds_nothing_is_told_where_it_was_looked_for_and_what_is_near() {
    let sandbox = Sandbox::new(Parameters::default());
    say(&sandbox, "The blue lantern stands on the kitchen table again.", "", "a");
    let found = search(&sandbox, &["lanterns", "kitchens"], None);
    assert_eq!((found.passages.len(), found.matches, found.looked_through), (0, 0, 1));
    assert_eq!(found.near.iter().map(|memory| memory.life.retention().recall_count).collect::<Vec<_>>(), [0]);
    let in_sight = search(&sandbox, &["lantern"], Some("a"));
    assert_eq!((in_sight.passages.len(), in_sight.in_sight, in_sight.near.len()), (0, 1, 0));
}
