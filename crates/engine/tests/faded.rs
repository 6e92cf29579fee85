//! What a night may not take away: after ten nights and after sixty a memory still says who, what and the value, and what
//! was asked for is shown from the original.

use omoide::core::Level;
use omoide::core::parameters::{BlockForm, Parameters};
use omoide::core::ports::store::Filter;
use omoide::{Budget, Observation, Portion, Prompt, SleepMode, block_within};
use omoide_testkit::sandbox::Sandbox;

/// Small talk that stands around what matters.
const TALK: [(&str, &str); 5] = [
    ("The tram was late again and I read half a chapter at the stop.", "A delay with a book is hardly a delay."),
    ("Tidied the balcony this morning, the tomatoes look happy.", "Sun and water, they ask for little."),
    ("今日は天気がよかったから洗濯をした。", "よく乾いたでしょうね。"),
    ("帰り道で大きな虹を見た。", "いいことがありそうですね。"),
    ("Watched a documentary about whales with a cup of tea.", "They are good company."),
];

/// What is said, what is replied, a question about it, and what an agent must read.
const FACTS: [(&str, &str, &str, &[&str]); 24] = [
    ("My favourite colour is blue", "Noted!", "what colour do I like?", &["blue"]),
    ("Of all colours I like teal best, it reminds me of the lake.", "Nice.", "favourite colour?", &["teal"]),
    (
        "Fun fact, my number one colour has been orange ever since school.",
        "Bright!",
        "which colour is mine?",
        &["orange"],
    ),
    ("ちなみに好きな色は紺なんだよね。落ち着くから。", "いい色ですね。", "好きな色は？", &["紺"]),
    ("I don't like coffee", "Tea then.", "do I drink coffee?", &["don't like coffee"]),
    (
        "Thanks, but coffee isn't my thing, I can't stand the smell of it.",
        "Understood.",
        "coffee?",
        &["coffee", "can't stand"],
    ),
    (
        "Never got used to liquorice, I really dislike it.",
        "It divides people.",
        "do I like liquorice?",
        &["liquorice", "dislike"],
    ),
    (
        "コーヒーは昔から苦手なんです。香りは好きなんですけどね。",
        "紅茶にしましょう。",
        "コーヒー飲める？",
        &["コーヒー", "苦手"],
    ),
    ("パクチーは食べられない", "覚えておきます。", "パクチーは平気？", &["パクチー", "食べられない"]),
    (
        "正直セロリだけはどうしても食べられへんねん。",
        "そうなんですね。",
        "セロリは食べる？",
        &["セロリ", "食べられへん"],
    ),
    (
        "I can't eat okra, the texture makes me gag every single time.",
        "No okra then.",
        "okra okay?",
        &["can't eat okra"],
    ),
    ("うちの子、卵は食べないので気をつけています。", "気をつけます。", "卵は食べる？", &["卵", "食べない"]),
    (
        "not allergic to peanuts, only to almonds",
        "Got it.",
        "which nuts are a problem?",
        &["not allergic to peanuts", "only to almonds"],
    ),
    (
        "To be clear, penicillin is fine, it's only ibuprofen that I react to.",
        "Clear.",
        "what do I react to?",
        &["only ibuprofen"],
    ),
    ("No wheat problem here, just lactose, nothing else.", "Good to know.", "intolerances?", &["lactose"]),
    (
        "犬アレルギーじゃなくて、猫だけなんです。",
        "わかりました。",
        "何のアレルギー？",
        &["犬アレルギーじゃなくて", "猫だけ"],
    ),
    ("薬を1日2回、10日間", "お大事に。", "薬は何回？", &["1日2回", "10日間"]),
    (
        "The vet says half a tablet every 12 hours for 7 days for the dog.",
        "Poor dog.",
        "how often does the dog get it?",
        &["half", "12 hours", "7 days"],
    ),
    (
        "目薬は朝晩1滴ずつ、2週間続けるように言われたよ。",
        "忘れないようにしましょう。",
        "目薬はどれくらい？",
        &["1滴", "2週間"],
    ),
    (
        "New prescription: 75 mg once in the morning, never with grapefruit.",
        "Careful with juice.",
        "my dose?",
        &["75 mg", "never"],
    ),
    ("deploys only on Tuesdays after Keiko approves", "Okay.", "can we deploy now?", &["only", "Tuesdays", "Keiko"]),
    (
        "We never merge to main without Tomasz looking at it first.",
        "Understood.",
        "can I merge?",
        &["never merge", "Tomasz"],
    ),
    (
        "Releases go out on Wednesdays only, and Ingrid has to sign them off.",
        "Right.",
        "when is the release?",
        &["Wednesdays only", "Ingrid"],
    ),
    (
        "本番への反映は木曜の午前だけ、必ず森田さんの確認のあとで。",
        "承知しました。",
        "いつ反映できる？",
        &["木曜", "だけ", "森田"],
    ),
];

fn lived(nights: i64) -> Sandbox {
    let sandbox = Sandbox::new(Parameters::default());
    let turns = FACTS.iter().map(|(said, replied, ..)| (*said, *replied)).chain(TALK);
    for (said, replied) in turns {
        sandbox.mind().remember(Observation::said(said).replied(replied)).expect("it is taken in");
        sandbox.clock.pass_hours(1);
    }
    for _ in 0..nights {
        sandbox.clock.pass_days(1);
        sandbox.mind().sleep(None, SleepMode::Real, &mut |_, _, _| {}).expect("sleep");
    }
    sandbox
}

/// What is shown for a prompt of the memory whose original begins so.
fn shown(sandbox: &Sandbox, prompt: &str, said: &str) -> Option<String> {
    let prompt = Prompt { gate: Some(false), leaves_a_mark: false, top_k: Some(30), ..Prompt::new(prompt) };
    let recalled = sandbox.mind().recall(&prompt).expect("recall");
    let is_it = |hit: &&omoide::Hit| {
        let versions = sandbox.mind().details(&hit.memory.handle).expect("it is there");
        versions.versions.first().is_some_and(|first| first.text.trigger.starts_with(said))
    };
    recalled.hits.iter().find(is_it).map(|hit| Portion::whole(hit).text)
}

#[test]
fn facts_are_readable_after_ten_nights_and_after_sixty() {
    for nights in [10, 60] {
        let sandbox = lived(nights);
        for (said, _, prompt, kept) in FACTS {
            let text = shown(&sandbox, prompt, said).unwrap_or_else(|| panic!("{said} is not found"));
            assert!(kept.iter().all(|word| text.contains(word)), "{nights} nights: {said} | {prompt} | {text}");
        }
    }
}

#[test]
fn what_would_not_get_shorter_is_not_written() {
    let sandbox = lived(60);
    let said = "not allergic to peanuts, only to almonds";
    let memories = sandbox.mind().list(&Filter::default()).expect("a list");
    let memory = memories.into_iter().find(|memory| memory.text.trigger == said).expect("it says what it said");
    assert_ne!(memory.shown.level, Level::Full, "it fades as S0 says");
    assert_eq!(memory.shown.version, 1);
    let versions = sandbox.mind().details(&memory.handle).expect("it is there").versions;
    assert_eq!(versions.len(), 1);
    // It is whole, so that nothing need be read on.
    assert!(!block_within([&memory], 1_000).contains(&memory.handle));
}

#[test]
fn a_faded_memory_is_shown_with_the_sentence_that_is_asked_for() {
    let sandbox = Sandbox::new(Parameters::default());
    let said = "Long day at the clinic with Aunt Rosa, the queue went round the corner. Doctor Beltran put her on \
                amlodipine, 5 mg before breakfast. We had soup afterwards and took the bus number 14 home, which was \
                full of schoolchildren singing. She fell asleep at once.";
    sandbox.mind().remember(Observation::said(said).replied("I hope she rests well.")).expect("it is taken in");
    for _ in 0..40 {
        sandbox.clock.pass_days(1);
        sandbox.mind().sleep(None, SleepMode::Real, &mut |_, _, _| {}).expect("sleep");
    }
    for (prompt, kept) in [
        ("What is Aunt Rosa's dose of amlodipine?", "5 mg before breakfast"),
        ("which bus did we take home from the clinic?", "bus number 14"),
        ("who was singing?", "schoolchildren singing"),
    ] {
        let prompt = Prompt { gate: Some(false), leaves_a_mark: false, ..Prompt::new(prompt) };
        let recalled = sandbox.mind().recall(&prompt).expect("recall");
        let hit = &recalled.hits[0];
        let text = Portion::whole(hit).text;
        assert!(text.contains(kept), "{}: {text}", prompt.text);
        assert!(text.chars().count() < said.chars().count(), "{text}");
        let block = block_within(recalled.shown(), 1_000);
        assert!(block.contains(&format!("[{}]", hit.memory.handle)) && block.contains("omoide read ID"), "{block}");
        let s0 = block_within(recalled.shown(), Budget { tokens: 1_000, form: BlockForm::S0 });
        assert!(!s0.contains(&hit.memory.handle) && !s0.contains("omoide read"), "{s0}");
    }
    // The memory itself stays as the night left it.
    let memories = sandbox.mind().list(&Filter::default()).expect("a list");
    assert!(!memories[0].text.joined().contains("schoolchildren singing"), "{:?}", memories[0].text);
}
