//! What a person asks not to be remembered, what lasts, and what says nothing: in, nights, prompt, what is shown.

use omoide::core::change::Actor;
use omoide::core::parameters::Parameters;
use omoide::core::{Category, Level, Memory};
use omoide::{Observation, Prompt, Remembered};
use omoide_testkit::sandbox::Sandbox;

/// Says something in a thread; what came of it.
fn say(sandbox: &Sandbox, thread: Option<&str>, said: &str, replied: &str) -> Remembered {
    let observation = Observation { thread: thread.map(str::to_owned), ..Observation::said(said).replied(replied) };
    sandbox.mind().remember(observation).expect("it is taken in")
}

fn kept(sandbox: &Sandbox, said: &str) -> Memory {
    match say(sandbox, Some("talk"), said, "I see.") {
        Remembered::Anew { memory, .. } => *memory,
        other => panic!("{said}: {other:?}"),
    }
}

fn everything(sandbox: &Sandbox) -> Vec<Memory> {
    sandbox.mind().list(&Default::default()).expect("listed")
}

fn shown(sandbox: &Sandbox, prompt: &str, has_gate: bool) -> Vec<String> {
    let prompt = Prompt { gate: Some(has_gate), leaves_a_mark: false, ..Prompt::new(prompt) };
    sandbox.mind().recall(&prompt).expect("recalled").hits.into_iter().map(|hit| hit.memory.text.trigger).collect()
}

#[test]
fn who_asks_not_to_be_remembered_is_not() {
    for said in [
        "I don't want you to remember this",
        "Off the record: the merger is dead.",
        "please don't remember this, but I failed the exam",
        "My sister is leaving him. You don't need to remember this.",
        "これは覚えないで",
        "実は会社を辞めるんだ。これは覚えなくていいよ",
        "この話は記憶に残さないでほしい",
        "オフレコね、部長が異動する",
    ] {
        let sandbox = Sandbox::new(Parameters::default());
        let outcome = say(&sandbox, Some("talk"), said, "Understood.");
        assert!(matches!(outcome, Remembered::Unsaid { put_away: None }), "{said}: {outcome:?}");
        assert!(everything(&sandbox).is_empty(), "{said}");
    }
}

#[test]
fn what_is_to_be_forgotten_is_put_away_until_it_is_undone() {
    for said in [
        "forget that",
        "Please forget what I just said.",
        "can you forget my last message?",
        "さっきのは忘れて",
        "今のはなかったことにして",
        "それは忘れてください",
    ] {
        let sandbox = Sandbox::new(Parameters::default());
        let other = kept(&sandbox, "My aunt keeps bees in Tartu.");
        say(&sandbox, Some("another"), "The harbour freezes in February.", "Does it?");
        let secret = kept(&sandbox, "I gave notice at the bakery today.");
        let Remembered::Unsaid { put_away: Some((id, _)) } = say(&sandbox, Some("talk"), said, "Done.") else {
            panic!("{said}")
        };
        assert_eq!(id, secret.id, "{said}");
        let memories = everything(&sandbox);
        assert_eq!(memories.len(), 3, "{said}");
        let level = |id| memories.iter().find(|memory| memory.id == id).map(|memory| memory.shown.level);
        assert_eq!((level(secret.id), level(other.id)), (Some(Level::Archived), Some(Level::Full)), "{said}");
        sandbox.mind().undo(&secret.handle, Actor::Person).expect("undone");
        assert_eq!(sandbox.mind().find(&secret.handle).expect("there").shown, secret.shown, "{said}");
    }
}

#[test]
fn a_protected_turn_is_released_when_it_is_to_be_forgotten_and_protected_again_by_undo() {
    let sandbox = Sandbox::new(Parameters::default());
    let memory = kept(&sandbox, "Remember this: the gate code is on the fridge.");
    assert!(memory.shown.protected);
    say(&sandbox, Some("talk"), "forget that", "");
    let after = sandbox.mind().find(&memory.handle).expect("there").shown;
    assert!(!after.protected && !after.is_active());
    sandbox.mind().undo(&memory.handle, Actor::Person).expect("undone");
    assert_eq!(sandbox.mind().find(&memory.handle).expect("there").shown, memory.shown);
}

#[test]
fn turns_of_a_batch_are_taken_back_in_their_order() {
    let sandbox = Sandbox::new(Parameters::default());
    let turn = |uid: &str, said: &str| Observation {
        uid: Some(uid.to_owned()),
        at: Some(format!("2026-02-27T10:0{uid}:00+09:00").parse().expect("a time")),
        thread: Some("talk".to_owned()),
        ..Observation::said(said)
    };
    let turns = [
        turn("1", "The attic leaks near the chimney."),
        turn("2", "I crashed the rental car."),
        turn("3", "forget that"),
        turn("4", "The roofer comes on Monday."),
    ];
    // A transcript that is read again changes nothing.
    for _ in 0..2 {
        sandbox.mind().remember_all(&turns, &[]).expect("taken");
        let archived: Vec<String> = everything(&sandbox)
            .into_iter()
            .filter(|memory| !memory.shown.is_active())
            .map(|memory| memory.handle)
            .collect();
        assert_eq!(everything(&sandbox).len(), 3);
        assert_eq!(archived.len(), 1);
    }
    let archived = everything(&sandbox).into_iter().find(|memory| !memory.shown.is_active()).expect("one");
    sandbox.mind().undo(&archived.handle, Actor::Person).expect("undone");
    sandbox.mind().remember_all(&turns, &[]).expect("taken");
    assert!(everything(&sandbox).iter().all(|memory| memory.shown.is_active()), "what came back stays");
}

#[test]
fn a_fact_in_passing_is_lasting_and_a_complaint_is_not() {
    let sandbox = Sandbox::new(Parameters::default());
    for said in [
        "hi, a friend told me to try this. I'm Petra.",
        "my brother Tom lives in Leeds",
        "never deploy on Fridays",
        "弟は札幌で働いてる",
        "必ずレビューを通す",
    ] {
        let memory = kept(&sandbox, said);
        assert_eq!(memory.category, Category::Lasting, "{said}");
        assert!(memory.emotion.intensity >= 60 && memory.life.retention().decay_coefficient >= 0.997, "{said}");
    }
    for said in ["this build is so slow again, I hate it", "ビルドが遅すぎてつらい", "nice weather today"] {
        assert_ne!(kept(&sandbox, said).category, Category::Lasting, "{said}");
    }
}

#[test]
fn what_is_stored_on_purpose_is_no_small_talk_and_talk_is() {
    let sandbox = Sandbox::new(Parameters::default());
    let said = "The tulips in the yard are yellow.";
    let on_purpose = Observation { is_on_purpose: true, ..Observation::said(said) };
    let Ok(Remembered::Anew { memory, .. }) = sandbox.mind().remember(on_purpose) else { panic!("it is new") };
    assert_eq!(memory.category, Category::Lasting);
    assert_eq!(kept(&sandbox, "The tulips in the park are red.").category, Category::Casual);
}

#[test]
fn what_says_nothing_is_kept_and_not_recalled() {
    let sandbox = Sandbox::new(Parameters::default());
    kept(&sandbox, "The ferry to the island leaves from pier nine.");
    for (said, replied) in [
        ("ok thanks", "You're welcome!"),
        ("run it again", "Done."),
        ("うん", "はい。"),
        ("ありがとう！", "どういたしまして！"),
        ("Which pier does the ferry leave from?", "I don't know, you haven't told me."),
    ] {
        assert!(matches!(say(&sandbox, Some("talk"), said, replied), Remembered::Anew { .. }), "{said}");
    }
    assert_eq!(everything(&sandbox).len(), 6);
    for prompt in [
        "ok thanks",
        "run it again",
        "うん",
        "ありがとう！",
        "Which pier does the ferry leave from?",
        "thanks for the ferry",
    ] {
        for has_gate in [true, false] {
            let shown = shown(&sandbox, prompt, has_gate);
            assert!(shown.iter().all(|text| text.contains("island")), "{prompt}: {shown:?}");
        }
    }
    assert_eq!(shown(&sandbox, "Which pier does the ferry leave from?", true).len(), 1);
}
