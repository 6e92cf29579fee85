//! What comes to mind and in which order, on a real store.

mod shelf;

use std::sync::Arc;

use omoide::core::change::Actor;
use omoide::core::parameters::{Parameters, Profile};
use omoide::core::ports::store::{Filter, NewMemory};
use omoide::core::ports::{BoxError, Embedder, Understanding};
use omoide::core::{MindName, Relation, RelationType, Source};
use omoide::{Embedders, Observation, OwnTurns, Prompt, Recalled, Remembered, Terms, Thumb};
use omoide_language::{LanguageLayer, StaticEmbedder};
use omoide_store::Options;
use omoide_testkit::clock::START;
use omoide_testkit::sandbox::Sandbox;
use omoide_testkit::scale;
use proptest::prelude::*;
use shelf::{found, open, recalled, said, shelf, unmarked};

#[test]
fn a_quoted_phrase_comes_first() {
    let sandbox = shelf(&[
        said("The kettle is red, and the red of the kettle is a bright red"),
        said("A red pan hangs beside the kettle; red, kettle, red, kettle"),
        said("Somebody left a broken red kettle in the shed last winter while it snowed and nobody came by"),
        said("赤いやかんの話をした。やかんは赤い"),
        said("物置に古い赤いやかんがあると祖母が言っていた。冬の間ずっと雪の下にあったらしい"),
    ]);
    let first = |prompt: &str| found(&sandbox, prompt).into_iter().next().expect("something is found");
    assert!(first("\"broken red kettle\"").starts_with("Somebody left"));
    assert!(first("kettle \"left a broken red kettle\" red red").starts_with("Somebody left"));
    assert!(first("「古い赤いやかん」").starts_with("物置に"));
    assert!(!first("red kettle").starts_with("Somebody left"), "unquoted, others are nearer");
}

#[test]
fn a_japanese_word_of_one_character_is_found() {
    let others = ["会議の資料を直した", "夕食にカレーを作った", "新しい靴を買った", "電車が遅れて困った"];
    let mut memories: Vec<NewMemory> = others.iter().map(|text| said(text)).collect();
    memories.extend(["黒猫が庭に来た", "隣の犬がかわいかった", "濃い茶を飲んだ"].map(said));
    let sandbox = shelf(&memories);
    for (prompt, wanted) in [("猫", "黒猫が庭に来た"), ("犬", "隣の犬がかわいかった"), ("茶", "濃い茶を飲んだ")]
    {
        assert_eq!(found(&sandbox, prompt).first().map(String::as_str), Some(wanted), "{prompt}");
    }
}

#[test]
fn a_character_inside_a_word_is_found() {
    let sandbox = shelf(&["玄関の合鍵は植木鉢の下", "会議の資料を直した", "夕食にカレーを作った"].map(said));
    assert_eq!(found(&sandbox, "鉢"), ["玄関の合鍵は植木鉢の下"]);
}

#[test]
fn what_everybody_says_is_no_reason_for_silence() {
    // 話をした is a verb, and 港 stands in every memory.
    let memories: Vec<NewMemory> = (0..40).map(|number| said(&format!("{number}番の港の話をした"))).collect();
    let sandbox = shelf(&memories);
    assert_eq!(found(&sandbox, "港の話").len(), 5);
}

#[test]
fn time_words_lift_what_is_from_that_time() {
    let on = |text: &str, at: &str| {
        let at = at.parse().expect("a time");
        let mut memory = said(text);
        (memory.created, memory.recorded_at) = (at, at);
        memory
    };
    let sandbox = shelf(&[
        on("企画の会議で予算を決めた", "2026-01-10T10:00:00+09:00"),
        on("採用の会議で面接の日を決めた", "2026-02-28T10:00:00+09:00"),
        on("the standup meeting was about the release", "2026-02-21T10:00:00+09:00"),
        on("the standup meeting was about hiring", "2026-02-28T16:00:00+09:00"),
        on("the standup meeting was about the budget", "2026-01-05T16:00:00+09:00"),
    ]);
    for (prompt, wanted) in [
        ("昨日の会議", "採用の会議で面接の日を決めた"),
        ("1月の会議", "企画の会議で予算を決めた"),
        ("the standup meeting yesterday", "the standup meeting was about hiring"),
        ("the standup meeting in January", "the standup meeting was about the budget"),
        ("what did we do on 2026-02-21?", "the standup meeting was about the release"),
    ] {
        assert_eq!(found(&sandbox, prompt).first().map(String::as_str), Some(wanted), "{prompt}");
    }
}

#[test]
fn a_time_alone_brings_all_of_it_and_a_time_with_a_subject_only_the_subject() {
    let mut walk = said("いい天気だったので散歩した");
    (walk.created, walk.recorded_at) = {
        let at = "2026-02-28T10:00:00+09:00".parse().expect("a time");
        (at, at)
    };
    let sandbox = shelf(&[walk, said("企画の会議で予算を決めた")]);
    for (prompt, is_answered) in [
        ("昨日は何を話した？", true),
        ("what happened yesterday?", true),
        ("昨日の株価は？", false),
        ("the stock price yesterday?", false),
    ] {
        let found = found(&sandbox, prompt);
        assert_eq!(found.iter().any(|text| text.contains("散歩")), is_answered, "{prompt}: {found:?}");
    }
}

#[test]
fn what_was_corrected_comes_after_its_correction_and_is_still_found() {
    let texts = ["The deploy key lives in the blue vault", "The deploy key lives in the green vault now, not blue"];
    let ranked = |is_linked: bool| {
        let (mut old, mut new) = (said(texts[0]), said(texts[1]));
        old.id = omoide_testkit::builders::id(900);
        old.created = "2026-02-01T10:00:00+09:00".parse().expect("a time");
        new.created = "2026-02-02T10:00:00+09:00".parse().expect("a time");
        // Nothing else speaks for the correction.
        new.life.retention().retention_score = old.life.retention().retention_score / 2.0;
        if is_linked {
            new.relations.push(Relation { to: old.id, kind: RelationType::Contradicts });
        }
        let sandbox = shelf(&[old, new, said("The cat sleeps in the shed")]);
        found(&sandbox, "the vault that has the deploy key")
    };
    assert_eq!(ranked(false)[..2], [texts[0], texts[1]], "without the link the shorter one is nearer");
    assert_eq!(ranked(true)[..2], [texts[1], texts[0]]);
}

#[test]
fn thumbs_lift_and_lower_within_bounds() {
    let sandbox = shelf(&[
        said("The garden gate needs new paint before the summer"),
        said("The garden gate needs new hinges before the summer"),
        said("A gate"),
    ]);
    let mind = sandbox.mind();
    let prompt = "garden gate needs before the summer";
    let scores = || -> Vec<(String, f64)> {
        let hits = recalled(&sandbox, &open(prompt)).hits;
        hits.iter().map(|hit| (hit.memory.handle.clone(), hit.terms.total())).collect()
    };
    let before = scores();
    let (first, second, third) = (&before[0].0, &before[1].0, &before[2].0);
    mind.rate(second, Thumb::Up, Actor::Person).expect("rated");
    let after = scores();
    let of = |scores: &[(String, f64)], handle: &str| scores.iter().find(|(h, _)| h == handle).expect("there").1;
    assert!(of(&after, second) > of(&before, second));
    assert_eq!(&after[0].0, second, "between equals it decides");
    for _ in 0..200 {
        mind.rate(first, Thumb::Down, Actor::Person).expect("rated");
        mind.rate(third, Thumb::Up, Actor::Person).expect("rated");
    }
    let last = scores();
    let strength = sandbox.engine.parameters().feedback.strength;
    assert!(of(&last, first) < of(&before, first));
    assert!(of(&last, first) >= of(&before, first) * (1.0 - strength) - 1e-9);
    assert!(of(&last, third) <= of(&before, third) * (1.0 + strength) + 1e-9);
    assert_eq!(&last[2].0, third, "praise does not make an answer of it");
}

#[test]
fn what_is_nearly_the_same_is_shown_once() {
    let sandbox = shelf(&[
        said("週末は京都へ旅行に行く予定です"),
        said("週末は京都へ旅行に行く予定です。"),
        said("週末は、京都へ旅行に行く予定です！"),
        said("京都の旅行では寺を見た"),
    ]);
    let shown = found(&sandbox, "京都の旅行");
    assert_eq!(shown.len(), 2, "{shown:?}");
    assert_eq!(recalled(&sandbox, &Prompt { gate: Some(false), ..unmarked("京都の旅行") }).hits.len(), 4);
}

#[test]
fn memories_that_are_not_in_the_index_over_words_are_found_all_the_same() {
    let texts = ["The code word is zanzibar", "玄関の合鍵は植木鉢の下", "The ferry leaves at seven"];
    let sandbox = shelf(&texts.map(said));
    let prompts = ["zanzibar", "合鍵", "ferry \"leaves at seven\"", "植木鉢"];
    let indexed: Vec<Vec<String>> = prompts.iter().map(|prompt| found(&sandbox, prompt)).collect();
    omoide_store::open(sandbox.path(), Options::EXISTING)
        .expect("open")
        .write(&MindName::default(), &mut |w| w.drop_words(&MindName::default()))
        .expect("dropped");
    assert_eq!(sandbox.mind().without_words().expect("counted"), texts.len() as u64);
    for (prompt, indexed) in prompts.iter().zip(indexed) {
        assert!(!indexed.is_empty(), "{prompt}");
        assert_eq!(found(&sandbox, prompt), indexed, "{prompt}");
    }
}

/// The built-in vectors under another name, with their components in another order.
struct Turned;

impl Embedder for Turned {
    fn model(&self) -> &str {
        "turned"
    }

    fn dimensions(&self) -> usize {
        StaticEmbedder.dimensions()
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Option<Vec<f32>>>, BoxError> {
        let mut vectors = StaticEmbedder.embed(texts)?;
        vectors.iter_mut().flatten().for_each(|vector| vector.reverse());
        Ok(vectors)
    }
}

#[test]
fn memories_of_two_models_are_ranked_together() {
    let mut sandbox = shelf(&[said("The puppy slept by the stove"), said("The invoice was paid late")]);
    sandbox.switch(Embedders::of(Arc::new(Turned)).and(Arc::new(StaticEmbedder)));
    for words in ["A hound barked all night", "電車が遅れた"] {
        sandbox.mind().remember(Observation::said(words)).expect("remembered");
    }
    for profile in [Profile::Fused, Profile::Resonance, Profile::Intent, Profile::Activation] {
        let prompt = Prompt { profile: Some(profile), top_k: Some(2), gate: Some(false), ..unmarked("dog") };
        let mut hits: Vec<String> =
            recalled(&sandbox, &prompt).hits.into_iter().map(|hit| hit.memory.text.trigger).collect();
        hits.sort();
        assert_eq!(hits, ["A hound barked all night", "The puppy slept by the stove"], "{profile:?}");
    }
}

/// Things that happen between two recalls.
#[test]
fn what_a_person_tells_comes_before_what_the_person_says_of_the_other() {
    let sandbox = Sandbox::new(Parameters::default());
    say(&sandbox, "Mia", "You paint so well! What did you paint by the lake?");
    say(&sandbox, "Mia", "I like to paint, and I was at the lake for it.");
    say(&sandbox, "Ben", "Thanks, a boat.");
    let prompt = Prompt { gate: Some(false), ..unmarked("What did Mia paint at the lake?") };
    let found: Vec<String> = recalled(&sandbox, &prompt).hits.into_iter().map(|hit| hit.memory.text.trigger).collect();
    assert!(found[0].starts_with("I like to paint"), "{found:?}");
    assert_eq!(said_by_who_is_asked(&sandbox, &prompt, 0), 1.0);
    assert_eq!(said_by_who_is_asked(&sandbox, &prompt, 1), 1.0 - Parameters::default().fused.spoken_to_other);
}

#[test]
fn of_two_who_are_named_it_is_told_by_the_one_who_did_it() {
    let sandbox = Sandbox::new(Parameters::default());
    for (person, words) in [
        ("John", "You can recommend a museum, and I can recommend a museum to you."),
        ("Tim", "You should see the castle museum."),
        ("John", "Good morning."),
    ] {
        say(&sandbox, person, words);
    }
    let prompt = Prompt { gate: Some(false), ..unmarked("Which museum did Tim recommend to John?") };
    let hits = recalled(&sandbox, &prompt).hits;
    let castle = hits.iter().position(|hit| hit.memory.text.trigger.contains("castle")).expect("it is found");
    assert_eq!(said_by_who_is_asked(&sandbox, &prompt, castle), 1.0, "what is said of the other is asked for here");
    let other = hits.iter().position(|hit| hit.memory.origin.person == "John").expect("it is found");
    assert_eq!(said_by_who_is_asked(&sandbox, &prompt, other), 0.0);
}

#[test]
fn who_writes_a_name_is_not_who_bears_it() {
    let sandbox = Sandbox::new(Parameters::default());
    for (person, words) in [
        ("田中", "この前の小説、美咲も絶対好きだと思う。『夜の図書館』っていう本、読んでみて。"),
        ("美咲", "小説いつもたくさん読んでいてすごいですね。どうやって選んでいるんですか？"),
        ("美咲", "私は最近、料理の本ばかり読んでいます。"),
        ("田中", "来週は京都に出張です。"),
    ] {
        say(&sandbox, person, words);
    }
    let first = |prompt: &str| recalled(&sandbox, &unmarked(prompt)).hits[0].memory.text.trigger.clone();
    assert!(first("美咲は何を読んでいる？").contains("料理の本"), "{}", first("美咲は何を読んでいる？"));
    assert!(first("田中さんが美咲に勧めた本は何？").contains("夜の図書館"));
}

fn say(sandbox: &Sandbox, person: &str, words: &str) {
    let said = Observation { person: Some(person.to_owned()), ..Observation::said(words) };
    sandbox.mind().remember(said).expect("remembered");
}

fn said_by_who_is_asked(sandbox: &Sandbox, prompt: &Prompt, place: usize) -> f64 {
    match recalled(sandbox, prompt).hits[place].terms {
        omoide::Terms::Fused(terms) => terms.clues[omoide::core::formulas::ranking::clue::Clue::Speaker as usize],
        _ => panic!("the default ranking"),
    }
}

#[derive(Clone, Debug)]
enum Step {
    Say(usize, usize),
    Night,
    Erase(usize),
    Rate(usize, bool),
    Archive(usize),
}

const TOPICS: [&str; 6] =
    ["猫の散歩", "データベースの設計", "夕食のカレー", "release notes", "the flaky test", "京都の旅行"];

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        6 => (0..TOPICS.len(), 0..40_usize).prop_map(|(topic, number)| Step::Say(topic, number)),
        1 => Just(Step::Night),
        1 => (0..40_usize).prop_map(Step::Erase),
        1 => (0..40_usize, any::<bool>()).prop_map(|(place, is_up)| Step::Rate(place, is_up)),
        1 => (0..40_usize).prop_map(Step::Archive),
    ]
}

fn live(sandbox: &Sandbox, step: &Step) {
    let mind = sandbox.mind();
    let handle = |place: &usize| {
        let memories = mind.list(&Filter::default()).expect("listed");
        memories.get(place % memories.len().max(1)).map(|memory| memory.handle.clone()).unwrap_or_default()
    };
    // An unknown name and a memory that is archived already are refused, as they should be.
    match step {
        Step::Say(topic, number) => {
            let said = Observation {
                thread: Some(format!("thread {}", number % 3)),
                person: Some(["Aki", "Mika"][number % 2].to_owned()),
                ..Observation::said(format!("{} その{number}", TOPICS[*topic]))
            };
            mind.remember(said).expect("remembered");
        }
        Step::Night => {
            sandbox.clock.pass_days(1);
            mind.sleep(None, omoide::SleepMode::Real, &mut |_, _, _| {}).expect("slept");
        }
        Step::Erase(place) => drop(mind.erase(&[handle(place)], Actor::Person)),
        Step::Rate(place, is_up) => {
            drop(mind.rate(&handle(place), if *is_up { Thumb::Up } else { Thumb::Down }, Actor::Person));
        }
        Step::Archive(place) => drop(mind.archive(&handle(place), Actor::Person)),
    }
}

/// What every prompt and profile brings to mind.
fn everything_recalled(sandbox: &Sandbox) -> Vec<Recalled> {
    let mut answers = Vec::new();
    for profile in [Profile::Fused, Profile::Resonance, Profile::Intent, Profile::Activation] {
        for topic in TOPICS {
            for gate in [true, false] {
                let prompt = Prompt {
                    profile: Some(profile),
                    gate: Some(gate),
                    thread: Some("thread 1".to_owned()),
                    ..unmarked(&format!("Mika: {topic}"))
                };
                answers.push(recalled(sandbox, &prompt));
            }
        }
    }
    answers
}

proptest! {
    #![proptest_config(ProptestConfig { cases: scale::cases(12), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_cold_engine_answers_as_a_warm_one_and_every_time_the_same(
        parts in prop::collection::vec(prop::collection::vec(step(), 1..12), 1..4),
    ) {
        let mut sandbox = Sandbox::new(Parameters::default());
        for steps in &parts {
            for step in steps {
                live(&sandbox, step);
                // Warm all along: what is kept between recalls has to follow every write.
                drop(recalled(&sandbox, &unmarked("release notes")));
            }
            let warm = everything_recalled(&sandbox);
            let again = everything_recalled(&sandbox);
            sandbox.switch(Embedders::of(Arc::new(StaticEmbedder)));
            let cold = everything_recalled(&sandbox);
            for (other, answers) in [("again", again), ("cold", cold)] {
                for (a, b) in warm.iter().zip(&answers) {
                    for (a, b) in a.hits.iter().zip(&b.hits) {
                        prop_assert_eq!(a, b, "{}", other);
                    }
                    prop_assert_eq!(a, b, "{}", other);
                }
            }
        }
    }

    #[test]
    fn a_document_never_outranks_a_person_who_said_the_same(
        (retentions, recalls) in (prop::array::uniform2(0.0..=100.0_f64), prop::array::uniform2(0..50_u32)),
        (days, is_tool) in (prop::array::uniform2(0..3_000_i64), any::<bool>()),
        threads in prop::array::uniform2(any::<bool>()),
    ) {
        let now: omoide::core::Moment = START.parse().expect("a time");
        let mut memories = [said("The spare key is with Aya"), said("The spare key is with Aya")];
        for (place, memory) in memories.iter_mut().enumerate() {
            let at = now.plus_seconds(-86_400 * days[place]);
            (memory.created, memory.recorded_at) = (at, at);
            memory.life.retention().retention_score = retentions[place];
            memory.life.retention().recall_count = recalls[place];
            // Threads differ, so that they are no neighbours.
            memory.origin.thread = Some(format!("{} {place}", if threads[place] { "here" } else { "there" }));
        }
        memories[0].origin.source = if is_tool { Source::Tool } else { Source::Document };
        let sandbox = shelf(&memories);
        for thread in ["here 0", "there 0"] {
            let own_turns = OwnTurns::Gone;
            let prompt = Prompt { thread: Some(thread.to_owned()), own_turns, ..open("where is the spare key?") };
            let hits = recalled(&sandbox, &prompt).hits;
            prop_assert_eq!(hits.len(), 2);
            prop_assert_eq!(hits[0].memory.origin.source, Source::Person, "{:?}\n{:?}", hits[0].terms, hits[1].terms);
            let shown = recalled(&sandbox, &Prompt { gate: Some(true), ..prompt }).hits;
            prop_assert!(shown.len() == 1 && shown[0].memory.origin.source == Source::Person);
        }
    }
}

#[test]
fn every_hit_tells_terms_that_add_up_to_its_rank() {
    let sandbox = Sandbox::new(Parameters::default());
    for (number, topic) in TOPICS.iter().cycle().take(30).enumerate() {
        live(&sandbox, &Step::Say(number % TOPICS.len(), number));
        assert!(!LanguageLayer.content_words(topic).is_empty());
    }
    for profile in [Profile::Fused, Profile::Resonance, Profile::Intent, Profile::Activation] {
        let hits = recalled(&sandbox, &Prompt { profile: Some(profile), ..open("昨日の猫の散歩 release") }).hits;
        assert!(hits.len() > 3, "{profile:?}");
        assert!(hits.is_sorted_by(|a, b| a.terms.total() >= b.terms.total()), "{profile:?}");
        for hit in hits {
            assert_eq!(hit.terms.profile(), profile);
            let total = match hit.terms {
                Terms::Fused(terms) => terms.parts.iter().sum::<f64>() * terms.factor(),
                Terms::Resonance(terms) => terms.priority.sum() + terms.category_bonus + terms.time_bonus,
                Terms::Intent(terms) => -(terms.distance_term() + terms.arousal_term() + terms.time_term()),
                Terms::Activation(terms) => terms.similarity + terms.recency + terms.frequency + terms.spread,
            };
            assert!((total - hit.terms.total()).abs() < 1e-9, "{:?}", hit.terms);
        }
    }
}

#[test]
fn what_was_said_is_found_at_once_and_what_was_erased_never_again() {
    let sandbox = Sandbox::new(Parameters::default());
    let prompt = "where is the lighthouse keeper?";
    for round in 0..5 {
        let words = format!("The lighthouse keeper went to harbour number {round}");
        let Remembered::Anew { memory, .. } = sandbox.mind().remember(Observation::said(&words)).expect("remembered")
        else {
            panic!("it is new")
        };
        assert_eq!(found(&sandbox, prompt), [words]);
        sandbox.mind().erase(&[memory.handle], Actor::Person).expect("erased");
        assert!(found(&sandbox, prompt).is_empty());
    }
}
