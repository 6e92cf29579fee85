//! Prompts that ask for a time or for a feeling: what was told, the nights between, and what comes to mind.

use omoide::core::MemoryId;
use omoide::core::parameters::Parameters;
use omoide::{Observation, Prompt, Remembered, SleepMode};
use omoide_testkit::sandbox::Sandbox;

/// A life of some weeks. Every turn has its own day, or shares it with one more.
const LIFE: &[(&str, &str)] = &[
    ("2026-09-28T19:00:00+09:00", "I repainted the garden fence green"),
    ("2026-10-03T20:00:00+09:00", "新しい自転車のサドルを交換した"),
    ("2026-10-12T21:00:00+09:00", "今日は陶芸教室で湯のみを作った"),
    ("2026-10-12T22:00:00+09:00", "隣の奥さんに柿をもらった"),
    ("2026-10-15T20:00:00+09:00", "The scooter needs a new battery"),
    ("2026-10-20T20:00:00+09:00", "11月の旅行のパンフレットを見ている"),
    ("2026-10-24T20:00:00+09:00", "I started reading a long novel about whales"),
    ("2026-10-29T20:00:00+09:00", "ベランダのバジルが枯れた"),
    ("2026-11-03T20:00:00+09:00", "We need a bigger bookshelf, this week's mess is awful"),
    ("2026-11-05T20:00:00+09:00", "My knee surgery is on November 20th at the city hospital"),
    ("2026-11-06T20:00:00+09:00", "来月3日に歯医者を予約した"),
    ("2026-11-08T20:00:00+09:00", "I made a big pot of lentil soup"),
    ("2026-11-10T20:00:00+09:00", "Talked with the landlord about the leaking roof"),
    ("2026-11-12T20:00:00+09:00", "The choir rehearsal went on until ten"),
    ("2026-11-14T20:00:00+09:00", "夕飯は鯖の味噌煮にした"),
    ("2026-11-15T20:00:00+09:00", "I cooked mushroom risotto for my sister"),
];

const NOW: &str = "2026-11-16T20:00:00+09:00";

/// A mind that has lived, and what was said in each of its memories.
struct Life {
    sandbox: Sandbox,
    said: Vec<(MemoryId, &'static str)>,
}

fn lived(turns: &[(&str, &'static str)], now: &str) -> Life {
    let sandbox = Sandbox::new(Parameters::default());
    let mut said = Vec::new();
    for (number, (at, text)) in turns.iter().enumerate() {
        sandbox.clock.set(at);
        let thread = Some(format!("thread {number}"));
        let observation = Observation { thread, at: Some(at.parse().expect("a time")), ..Observation::said(*text) };
        match sandbox.mind().remember(observation).expect("it is remembered") {
            Remembered::Anew { memory, .. } => said.push((memory.id, *text)),
            other => panic!("not remembered anew: {other:?}"),
        }
    }
    sandbox.clock.set(now);
    sandbox.mind().sleep(None, SleepMode::Real, &mut |_, _, _| {}).expect("it sleeps");
    Life { sandbox, said }
}

/// What was said in the turns that come to mind, whatever the nights left of them.
fn shown(life: &Life, prompt: &str) -> Vec<&'static str> {
    let prompt = Prompt { leaves_a_mark: false, ..Prompt::new(prompt) };
    let hits = life.sandbox.mind().recall(&prompt).expect("recall never fails").hits;
    let said = |id: MemoryId| life.said.iter().find(|(other, _)| *other == id).map_or("", |(_, said)| said);
    hits.iter().map(|hit| said(hit.memory.id)).collect()
}

#[track_caller]
fn first_are(life: &Life, cases: &[(&str, &str)]) {
    let mut wrong = Vec::new();
    for (prompt, wanted) in cases {
        let shown = shown(life, prompt);
        if !shown.first().is_some_and(|first| first.contains(wanted)) {
            wrong.push(format!("{prompt}: {shown:?}, not {wanted}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_time_is_answered_from_that_time() {
    let life = lived(LIFE, NOW);
    for prompt in [
        "10月12日は何をしてた？",
        "10月12日って、なにしてたんだっけ",
        "What was I up to on October 12th?",
        "what happened on 10/12?",
    ] {
        let shown = shown(&life, prompt);
        assert!(
            shown.len() == 2 && shown.iter().all(|text| text.contains("湯のみ") || text.contains("柿")),
            "{prompt}: {shown:?}"
        );
    }
    for prompt in [
        "what did we talk about last week?",
        "Remind me, what did I tell you last week?",
        "先週は何の話をした？",
        "what was going on last week",
    ] {
        let shown = shown(&life, prompt);
        let is_of_it = |text: &&str| ["landlord", "choir", "味噌煮", "risotto"].iter().any(|word| text.contains(word));
        assert!(shown.len() == 4 && shown.iter().all(is_of_it), "{prompt}: {shown:?}");
    }
    first_are(
        &life,
        &[
            ("What did I do the weekend before last?", "lentil"),
            ("先週の土曜、何してたっけ", "味噌煮"),
            ("おとといの夜ごはん何だった？", "味噌煮"),
            ("おとといの晩、何食べたっけ", "味噌煮"),
            ("what did I cook on Sunday?", "risotto"),
            ("What was I up to in late September?", "fence"),
        ],
    );
}

#[test]
fn what_is_to_come_is_found_by_its_date() {
    let life = lived(LIFE, NOW);
    first_are(
        &life,
        &[
            ("I'm free on the 20th", "surgery"),
            ("Do I have anything on Friday?", "surgery"),
            ("anything on November 20?", "surgery"),
            ("今週の金曜は空いてたっけ？", "surgery"),
            ("20日は空いてるよ", "surgery"),
            ("来月の予定は？", "歯医者"),
            ("来月なにか予定あった？", "歯医者"),
            ("what's coming up in December?", "歯医者"),
            ("Anything on December 3?", "歯医者"),
        ],
    );
}

#[test]
fn a_time_in_passing_brings_nothing_of_it() {
    let life = lived(LIFE, NOW);
    for prompt in [
        "I slept badly last night",
        "昨日はよく眠れなかった",
        "It rained all day on Saturday",
        "The stock market fell last week",
    ] {
        assert_eq!(shown(&life, prompt), Vec::<&str>::new(), "{prompt}");
    }
    assert_eq!(shown(&life, "昨日の株価は？"), Vec::<&str>::new());
}

/// Weeks with moods, told without asking for them.
const MOODS: &[(&str, &str)] = &[
    ("2026-09-20T20:00:00+09:00", "The bus was ten minutes late"),
    ("2026-09-25T20:00:00+09:00", "I finally finished the marathon, I'm so happy I could burst!"),
    ("2026-10-02T20:00:00+09:00", "本棚を組み立てた"),
    ("2026-10-05T20:00:00+09:00", "面接に落ちた。悲しくて一晩中泣いた"),
    ("2026-10-09T20:00:00+09:00", "I bought oat milk and rice"),
    ("2026-10-14T20:00:00+09:00", "The neighbour scratched my car and lied about it, I was absolutely furious"),
    ("2026-10-20T20:00:00+09:00", "電車で本を読んだ"),
    ("2026-10-26T20:00:00+09:00", "The deadline keeps me awake, I'm so stressed and anxious about the audit"),
    ("2026-11-01T20:00:00+09:00", "The post office closes at five"),
    ("2026-11-07T20:00:00+09:00", "娘が初めて自転車に乗れた！本当に嬉しかった"),
    ("2026-11-13T20:00:00+09:00", "Changed the filter of the heater"),
];

#[test]
fn feelings_can_be_asked_for() {
    let life = lived(MOODS, NOW);
    first_are(
        &life,
        &[
            ("When was I happiest lately?", "自転車に乗れた"),
            ("what made me happy recently?", "自転車に乗れた"),
            ("When was I happiest in September?", "marathon"),
            ("最近落ち込んだのはいつ？", "面接"),
            ("いちばん悲しかった日っていつだっけ", "面接"),
            ("when did I cry?", "面接"),
            ("what made me angry?", "furious"),
            ("何に怒ってたんだっけ", "furious"),
            ("When was I so mad I could scream?", "furious"),
            ("what's been stressing me out", "audit"),
            ("what have I been anxious about?", "audit"),
            ("嬉しかったこと教えて", "自転車に乗れた"),
        ],
    );
}
