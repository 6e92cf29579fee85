//! Prompts as models get them, and answers as models give them.

use proptest::prelude::*;
use serde_json::json;

use super::*;

fn turn() -> Text {
    Text {
        trigger: "明日の14時に田中さんとRustの勉強会があるんだ。楽しみ！".to_owned(),
        content: "それは楽しみですね。所有権の話をすると伺いました。3人で集まるそうですね。".to_owned(),
    }
}

fn good() -> serde_json::Value {
    json!({"number": 1, "emotional_intensity": 60, "emotional_valence": "positive", "emotional_arousal": 55,
           "emotional_tags": ["joy", "excitement"], "category": "work", "keywords": ["田中", "Rust"],
           "trigger": "田中さんとのRust勉強会が楽しみだと話した", "content": "所有権の話をすると聞いて応じた"})
}

#[test]
fn a_plan_is_asked_only_for_what_is_used() {
    for (tongue, code) in [(Tongue::Japanese, "ja"), (Tongue::English, "en")] {
        for (has_keywords, has_intent, name) in
            [(true, false, "keywords"), (false, true, "intent"), (false, false, "meaning")]
        {
            let text = plan_instructions(tongue, has_keywords, has_intent);
            assert_eq!(text.contains("keyword"), has_keywords, "{text}");
            assert_eq!(text.contains("intent"), has_intent, "{text}");
            insta::assert_snapshot!(format!("plan-{name}-{code}"), text);
        }
        assert_eq!(plan_instructions(tongue, true, true), instructions(Purpose::Plan, tongue));
    }
}

fn analysed(answer: &str) -> Option<AnswerRead<Analysed>> {
    read::<Analysed>(answer, &[turn()]).pop().flatten()
}

#[test]
fn every_prompt_is_written_in_both_languages_and_names_its_parts() {
    for purpose in [
        Purpose::Analyse,
        Purpose::Summarise,
        Purpose::Trace,
        Purpose::Session,
        Purpose::Plan,
        Purpose::Compress,
        Purpose::Judge,
    ] {
        let parts = match purpose {
            Purpose::Analyse => Analysed::parts(500),
            Purpose::Summarise => Summarised::parts(500),
            Purpose::Trace => Traced::parts(500),
            Purpose::Session => Summed::parts(500),
            Purpose::Plan => PlannedQuery::<true, true>::parts(500),
            Purpose::Compress => Compressed::parts(500),
            _ => Judged::parts(500),
        };
        for tongue in [Tongue::Japanese, Tongue::English] {
            let text = instructions(purpose, tongue);
            assert_eq!(Tongue::of(&text), tongue, "{purpose:?}");
            assert!(!text.contains("{tags}"));
            for (part, _) in &parts {
                assert!(text.contains(&format!("\"{part}\"")), "{purpose:?} {tongue:?}: {part}");
            }
            let code = if tongue == Tongue::Japanese { "ja" } else { "en" };
            insta::assert_snapshot!(
                format!("{}-{code}", name(purpose)),
                format!("{text}\n---\n{}", material(&[turn()], 400))
            );
        }
    }
}

#[test]
fn a_good_answer_is_read_as_it_is() {
    let answer = json!({"answers": [good()]}).to_string();
    let Some(AnswerRead::Good(read)) = analysed(&answer) else { panic!("{:?}", analysed(&answer)) };
    assert_eq!((read.emotion.intensity, read.emotion.feeling.arousal), (60, 55));
    assert_eq!(read.category.name(), "work");
    assert_eq!(read.keywords, ["田中", "Rust"]);
    assert!(read.summary.is_some());
}

#[test]
fn an_answer_that_is_almost_right_is_repaired() {
    let one = good();
    let mut written = one.clone();
    written["emotional_intensity"] = json!("60");
    written["emotional_valence"] = json!("Positive");
    written["emotional_tags"] = json!("joy, surprise");
    for answer in [
        one.to_string(),
        json!([one]).to_string(),
        format!("Here you are:\n```json\n{}\n```", json!({"answers": [one]})),
        json!({"answers": [written]}).to_string(),
        json!({"answers": one}).to_string(),
        json!({"answers": [one], "note": "done"}).to_string(),
    ] {
        assert!(matches!(analysed(&answer), Some(AnswerRead::Repaired(_))), "{answer}");
    }
}

#[test]
fn what_is_out_of_range_or_not_there_is_replaced() {
    for (part, value) in [
        ("emotional_intensity", json!(101)),
        ("emotional_intensity", json!(-1)),
        ("emotional_arousal", json!(null)),
        ("emotional_valence", json!("mixed")),
        ("category", json!("travel")),
        ("keywords", json!(7)),
    ] {
        let mut one = good();
        one[part] = value.clone();
        assert_eq!(analysed(&json!({"answers": [one]}).to_string()), None, "{part} {value}");
    }
    for answer in
        ["", "null", "I'm sorry, I can't help with that.", "{\"answers\": []}", "{\"answers\":[{\"number\":2}]}"]
    {
        assert_eq!(analysed(answer), None, "{answer}");
    }
}

#[test]
fn keywords_that_do_not_stand_in_the_turn_are_dropped() {
    let mut one = good();
    one["keywords"] = json!(["田中", "Kubernetes"]);
    let Some(AnswerRead::Repaired(read)) = analysed(&json!({"answers": [one]}).to_string()) else { panic!("repaired") };
    assert_eq!(read.keywords, ["田中"]);
}

#[test]
fn a_summary_that_makes_things_up_is_not_used() {
    let summary = |trigger: &str, content: &str| {
        let answer = json!({"answers": [{"number": 1, "trigger": trigger, "content": content}]}).to_string();
        read::<Summarised>(&answer, &[turn()]).pop().flatten()
    };
    assert!(summary("14時の勉強会の話", "3人で集まると聞いた").is_some());
    assert_eq!(summary("15時の勉強会の話", "3人で集まると聞いた"), None, "another hour");
    assert_eq!(summary("A study meeting about Rust", "They will talk about ownership"), None, "another language");
    assert_eq!(summary("", ""), None);
    assert_eq!(summary(&"勉強会の話をした。".repeat(30), "同じ"), None, "longer than what it sums up");
}

#[test]
fn a_trace_has_only_words_of_its_memory() {
    let trace = |trigger: serde_json::Value, content: serde_json::Value| {
        let answer = json!({"answers": [{"number": 1, "trigger": trigger, "content": content}]}).to_string();
        read::<Traced>(&answer, &[turn()]).pop().flatten()
    };
    let Some(AnswerRead::Good(Traced(text))) = trace(json!("田中, Rust, 勉強会"), json!("所有権")) else {
        panic!("good")
    };
    assert_eq!(text, Text { trigger: "田中, Rust, 勉強会".to_owned(), content: "所有権".to_owned() });
    let Some(AnswerRead::Repaired(Traced(text))) = trace(json!(["田中", "佐藤"]), json!("所有権")) else {
        panic!("repaired")
    };
    assert_eq!(text.trigger, "田中");
    assert_eq!(trace(json!("佐藤"), json!("Go")), None);
}

#[test]
fn answers_are_told_apart_by_their_numbers() {
    let texts = [turn(), turn(), turn()];
    let one = |number: usize, trigger: &str| json!({"number": number, "trigger": trigger, "content": ""});
    let answer = json!({"answers": [one(3, "Rust"), one(1, "田中")]}).to_string();
    let read = read::<Traced>(&answer, &texts);
    assert_eq!(read[0].as_ref().map(|r| r.get().0.trigger.as_str()), Some("田中"));
    assert_eq!(read[1], None);
    assert_eq!(read[2].as_ref().map(|r| r.get().0.trigger.as_str()), Some("Rust"));
    // Two answers for one, or answers without numbers where some are missing, are for nobody.
    let twice = json!({"answers": [one(1, "田中"), one(1, "Rust")]}).to_string();
    assert!(super::read::<Traced>(&twice, &texts).iter().all(Option::is_none));
    let bare = json!([{"trigger": "田中", "content": ""}, {"trigger": "Rust", "content": ""}]).to_string();
    assert!(super::read::<Traced>(&bare, &texts).iter().all(Option::is_none));
}

#[test]
fn the_other_prompts_are_read_too() {
    let of = turn();
    let one = |value: serde_json::Value| json!({"answers": [value]}).to_string();
    let plan = one(json!({"number": 1, "rag": "田中さん 友人", "keyword": ["田中"], "intent": "relational"}));
    let Some(Some(AnswerRead::Good(plan))) = read::<PlannedQuery<true, true>>(&plan, std::slice::from_ref(&of)).pop()
    else {
        panic!("good")
    };
    assert_eq!(plan.keywords, ["田中"]);
    let session = one(
        json!({"number": 1, "content": "勉強会の話をした", "keywords": ["Rust"], "resolved": [], "tasks": ["勉強会"]}),
    );
    assert!(matches!(read::<Summed>(&session, std::slice::from_ref(&of)).pop(), Some(Some(AnswerRead::Good(_)))));
    let short = one(json!({"number": 1, "content": "田中さんとの勉強会"}));
    assert!(matches!(read::<Compressed>(&short, std::slice::from_ref(&of)).pop(), Some(Some(AnswerRead::Good(_)))));
    let judged = one(json!({"number": 1, "verdict": "contradiction", "confidence": 80}));
    let Some(Some(AnswerRead::Good(judged))) = read::<Judged>(&judged, &[of]).pop() else { panic!("good") };
    let judgement = judged.judgement();
    assert!((judgement.contradiction - 0.8).abs() < 1e-12);
    assert!((judgement.entailment + judgement.neutral + judgement.contradiction - 1.0).abs() < 1e-12);
}

proptest! {
    #[test]
    fn no_text_leaves_its_frame(trigger in ".{0,80}", content in "(<[/ ]{0,2}(memory|MEMORY|trigger|content)|>|.){0,30}") {
        let shown = material(&[Text { trigger, content }], 500);
        prop_assert_eq!(shown.matches("<memory").count(), 1);
        prop_assert_eq!(shown.matches("</memory>").count(), 1);
        prop_assert_eq!(shown.to_lowercase().matches("</content").count(), 1);
        prop_assert_eq!(shown.to_lowercase().matches("<trigger").count(), 1);
    }

    #[test]
    fn no_answer_is_a_reason_to_stumble(answer in "(\\{|\\}|\\[|\\]|\"|answers|number|:|,|1|2|\\\\|é|あ| |\n){0,60}") {
        prop_assert_eq!(read::<Analysed>(&answer, &[turn(), turn()]).len(), 2);
    }

    #[test]
    fn no_answer_puts_a_value_out_of_range(intensity in -200_i64..300, arousal in -200_i64..300) {
        let mut one = good();
        one["emotional_intensity"] = json!(intensity);
        one["emotional_arousal"] = json!(arousal);
        let is_fine = (0..=100).contains(&intensity) && (0..=100).contains(&arousal);
        prop_assert_eq!(analysed(&json!({"answers": [one]}).to_string()).is_some(), is_fine);
    }
}
