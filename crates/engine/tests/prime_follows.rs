//! Priming for messages that refer back to those before them.

use omoide::{Channel, Cue, Mind, Observation, Place, Primed};
use omoide_testkit::sandbox::Sandbox;

fn say(mind: &Mind<'_>, person: &str, thread: &str, said: &str, replied: &str) {
    let observation = Observation {
        person: Some(person.to_owned()),
        thread: Some(thread.to_owned()),
        replied: replied.to_owned(),
        ..Observation::said(said)
    };
    mind.remember(observation).expect("remembered");
}

/// Two conversations of weeks ago, among others, and one of today about the first of them.
fn a_life() -> Sandbox {
    let sandbox = Sandbox::default();
    let mind = sandbox.mind();
    say(&mind, "陽菜", "old", "盆栽の五葉松の葉が黄色くなってきた。", "水のやりすぎかもしれません。");
    say(&mind, "Petra", "old2", "The release of Kestrel moves to Thursday.", "Noted.");
    for (number, text) in
        ["味噌汁の具は豆腐が好き。", "自転車のタイヤを交換した。", "図書館で小説を三冊借りた。"].iter().enumerate()
    {
        say(&mind, "陽菜", &format!("other{number}"), text, "そうなんですね。");
    }
    sandbox.clock.pass_days(20);
    say(&mind, "陽菜", "today", "五葉松の植え替えはいつがいいかな。", "三月から四月がよいです。");
    sandbox
}

fn asked(sandbox: &Sandbox, person: &str, thread: &str, text: &str) -> Primed {
    let cue =
        Cue { person: Some(person.to_owned()), thread: Some(thread.to_owned()), has_stable: true, ..Cue::said(text) };
    primed(sandbox, cue)
}

fn primed(sandbox: &Sandbox, cue: Cue) -> Primed {
    sandbox.mind().prime_turn(&Cue { leaves_a_mark: false, ..cue }).expect("primed")
}

/// What the related memories say, by their handles.
fn related(sandbox: &Sandbox, primed: &Primed) -> String {
    let mind = sandbox.mind();
    let handles = primed.turn.parts.iter().filter(|part| part.channel == Channel::Related && part.what != "sample");
    let texts = handles.map(|part| mind.details(&part.what).expect("a memory").memory.text.joined());
    texts.collect::<Vec<_>>().join("\n")
}

#[test]
fn a_message_that_refers_back_brings_what_its_conversation_is_about() {
    let sandbox = a_life();
    for text in ["続き", "それで？", "さっきの件、もっと詳しく"] {
        let primed = asked(&sandbox, "陽菜", "today", text);
        let told = related(&sandbox, &primed);
        assert!(told.contains("葉が黄色く"), "{text}: {told}");
        assert!(!told.contains("植え替え"), "{text}: what was said in the conversation is before the agent already");
        assert!(!told.contains("Kestrel") && !told.contains("タイヤ"), "{text}: {told}");
        let part = primed.turn.parts.iter().find(|part| part.channel == Channel::Related).expect("a part");
        assert!(part.why.contains("refers back"), "{}", part.why);
    }
}

#[test]
fn a_message_with_a_subject_of_its_own_asks_nothing_of_those_before_it() {
    let sandbox = a_life();
    for text in ["When does Kestrel ship?", "Kestrel?", "自転車のタイヤは？"] {
        let primed = asked(&sandbox, "陽菜", "today", text);
        let told = related(&sandbox, &primed);
        assert!(!told.contains("五葉松"), "{text}: {told}");
        assert!(told.contains("Kestrel") || told.contains("タイヤ"), "{text}: {told}");
        let why = |part: &omoide::PrimedPart| part.why.contains("refers back");
        assert!(!primed.turn.parts.iter().any(why), "{text}");
    }
}

#[test]
fn messages_that_are_not_remembered_yet_come_from_the_caller() {
    let sandbox = a_life();
    let earlier = vec!["Hello!".to_owned(), "When is the release of Kestrel?".to_owned()];
    let cue = Cue { earlier, thread: Some("live".to_owned()), ..Cue::said("and then?") };
    let told = related(&sandbox, &primed(&sandbox, cue));
    assert!(told.contains("moves to Thursday") && !told.contains("五葉松"), "{told}");
}

#[test]
fn what_was_said_last_counts_most() {
    let sandbox = a_life();
    let mind = sandbox.mind();
    say(&mind, "陽菜", "today", "自転車のタイヤがまた減ってきた気がする。", "点検しましょう。");
    let told = related(&sandbox, &asked(&sandbox, "陽菜", "today", "それで？"));
    assert!(told.starts_with("自転車のタイヤを交換"), "{told}");
}

#[test]
fn messages_of_others_in_the_conversation_are_not_asked() {
    let sandbox = a_life();
    say(&sandbox.mind(), "Petra", "today", "I wonder about the release of Kestrel.", "It ships soon.");
    let told = related(&sandbox, &asked(&sandbox, "陽菜", "today", "それで？"));
    assert!(told.contains("葉が黄色く") && !told.contains("Kestrel"), "{told}");
    let told = related(&sandbox, &asked(&sandbox, "Petra", "today", "and then?"));
    assert!(told.contains("moves to Thursday") && !told.contains("五葉松"), "{told}");
}

#[test]
fn what_the_hearer_did_not_hear_is_not_asked() {
    let sandbox = a_life();
    let cue = |hearer: &str| Cue {
        person: Some("陽菜".to_owned()),
        thread: Some("today".to_owned()),
        heard_by: Some(hearer.to_owned()),
        ..Cue::said("続き")
    };
    let heard = primed(&sandbox, cue("陽菜"));
    assert!(related(&sandbox, &heard).contains("葉が黄色く"));
    let unheard = primed(&sandbox, cue("Petra"));
    assert_eq!(related(&sandbox, &unheard), "");
    assert!(!unheard.turn.text.contains("五葉松") && !unheard.turn.text.contains("植え替え"), "{}", unheard.turn.text);
}

#[test]
fn the_sample_line_names_what_was_searched_for_and_not_a_word_that_only_points() {
    let sandbox = a_life();
    let primed = asked(&sandbox, "陽菜", "today", "続き");
    let sample = primed.sample.expect("a sample");
    assert!(sample.unknown.is_empty() && sample.query.contains("五葉松"), "{sample:?}");
}

#[test]
fn a_conversation_that_begins_goes_on_with_the_last_one() {
    let sandbox = a_life();
    for text in ["続き", "この前の話の続きをしよう"] {
        let told = related(&sandbox, &asked(&sandbox, "陽菜", "just begun", text));
        assert!(told.contains("植え替え"), "{text}: {told}");
    }
    for text in ["なんで？", "それで合ってる？"] {
        let told = related(&sandbox, &asked(&sandbox, "陽菜", "just begun", text));
        assert_eq!(told, "", "{text} is about what is before the agent");
    }
    let told = related(&sandbox, &asked(&sandbox, "Petra", "just begun", "where were we?"));
    assert!(told.contains("Kestrel") && !told.contains("五葉松"), "{told}");
    assert_eq!(related(&sandbox, &asked(&sandbox, "Ben", "just begun", "where were we?")), "");
}

#[test]
fn it_goes_on_with_the_last_one_in_the_same_project() {
    let sandbox = Sandbox::default();
    let mind = sandbox.mind();
    let at = |project: &str| Place::in_project(project);
    for (thread, project, said) in [
        ("garden", Some("garden"), "The irrigation valve for the tomato bed leaks."),
        ("kestrel", Some("kestrel"), "The importer loses the last row of each file."),
        ("chat", None, "I started to learn the cello."),
    ] {
        let place = project.and_then(at);
        let observation = Observation { thread: Some(thread.to_owned()), place, ..Observation::said(said) };
        mind.remember(observation).expect("remembered");
    }
    for (project, own) in [(Some("garden"), "valve"), (Some("kestrel"), "importer"), (None, "cello")] {
        let cue = Cue {
            thread: Some("just begun".to_owned()),
            place: project.and_then(at),
            has_stable: true,
            ..Cue::said("continue where we left off")
        };
        let told = related(&sandbox, &primed(&sandbox, cue));
        assert!(told.contains(own) && told.lines().count() == 1, "{project:?}: {told}");
    }
}

#[test]
fn where_nobody_names_conversations_the_one_that_goes_on_is_meant() {
    let sandbox = Sandbox::default();
    let mind = sandbox.mind();
    let say = |said: &str| {
        let observation = Observation { finds_thread: true, ..Observation::said(said) };
        mind.remember(observation).expect("remembered");
    };
    say("I started to learn the cello.");
    sandbox.clock.pass_days(3);
    say("I would like to replace the old irrigation pump.");
    let cue = Cue { has_stable: true, ..Cue::said("What does it cost?") };
    let told = related(&sandbox, &primed(&sandbox, cue));
    assert!(told.contains("irrigation pump") && !told.contains("cello"), "{told}");
}
