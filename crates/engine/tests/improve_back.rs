//! What a language model makes for nights and for searches, and how it is taken back.

use std::sync::Arc;
use std::sync::Mutex;
use std::time::Duration;

use omoide::core::change::Actor;
use omoide::core::formulas::ranking::clue::Clue;
use omoide::core::parameters::{Archive, Llm, Parameters, Profile};
use omoide::core::ports::store::{Ending, Filter, Purpose};
use omoide::core::ports::{Cancellation, FailureKind, LanguageModel, ModelAnswer, ModelFailure, Question, Tokens};
use omoide::core::{Category, Intent, Kind, Level, Memory, MindName, Scope};
use omoide::{DueNight, Engine, ModelRates, Observation, Planning, Prompt, SleepMode, Stop};
use omoide_testkit::sandbox::Sandbox;
use serde_json::{Value, json};

/// A model that says the same of every memory, and notes what it was asked.
struct Steady {
    says: Value,
    slowly: Duration,
    asked: Mutex<Vec<String>>,
}

impl Steady {
    fn saying(says: Value) -> Arc<Self> {
        Arc::new(Self { says, slowly: Duration::ZERO, asked: Mutex::default() })
    }

    fn asked(&self) -> Vec<String> {
        self.asked.lock().expect("nobody failed").clone()
    }
}

impl LanguageModel for Steady {
    fn provider(&self) -> &str {
        "steady"
    }

    fn model(&self) -> &str {
        "small-1"
    }

    fn ask(&self, question: &Question<'_>, _: &Cancellation) -> Result<ModelAnswer, ModelFailure> {
        self.asked.lock().expect("nobody failed").push(format!("{}\n{}", question.instructions, question.material));
        std::thread::sleep(self.slowly);
        let count = question.material.matches("<memory number=").count();
        let answers: Vec<Value> = (1..=count)
            .map(|number| {
                let mut one = self.says.clone();
                one["number"] = json!(number);
                one
            })
            .collect();
        let text = json!({ "answers": answers }).to_string();
        Ok(ModelAnswer { text, tokens: Some(Tokens { input: 90, output: 10 }), attempts: 1 })
    }
}

fn parameters() -> Parameters {
    let llm = Llm { daily_tokens: 1_000_000, monthly_tokens: 10_000_000, ..Llm::default() };
    Parameters { llm, ..Parameters::default() }
}

fn with_model(sandbox: &Sandbox, model: Arc<Steady>) -> Engine {
    sandbox.engine.clone().with_model(model, ModelRates::default(), Cancellation::default())
}

fn remember(sandbox: &Sandbox, count: usize) {
    for number in 0..count {
        let observation = Observation::said(format!("今日の天気は晴れで、{number}回目の散歩に出かけた"))
            .replied("それはよかったですね。気持ちのよい散歩になりましたか。");
        sandbox.mind().remember(observation).expect("remembered");
    }
}

fn analysis() -> Value {
    json!({"emotional_intensity": 90, "emotional_valence": "positive", "emotional_arousal": 80,
           "emotional_tags": ["joy"], "category": "emotional", "keywords": ["散歩"], "trigger": "", "content": "散歩の話"})
}

fn all(engine: &Engine) -> Vec<Memory> {
    engine.mind(MindName::default()).list(&Filter::default()).expect("a list")
}

#[test]
fn a_night_is_taken_back_with_what_a_model_understood_for_it_and_slept_again_for_nothing() {
    let sandbox = Sandbox::new(parameters());
    remember(&sandbox, 3);
    let before = all(&sandbox.engine);
    let model = Steady::saying(analysis());
    let engine = with_model(&sandbox, model.clone());
    let mind = engine.mind(MindName::default());
    sandbox.clock.pass_days(1);
    let outcome = mind.sleep(None, SleepMode::Real, &mut |_, _, _| {}).expect("slept");
    assert_eq!(outcome.improvement.analysed, 3);
    let after = all(&engine);
    assert!(after.iter().all(|memory| memory.emotion.intensity == 90 && memory.category == Category::Emotional));

    mind.undo_night(None).expect("taken back");
    assert_eq!(all(&engine), before, "everything is as if it had never been");
    assert_eq!(mind.details(&before[0].handle).expect("details").analysed_by, None);

    let calls = model.asked().len();
    mind.sleep(None, SleepMode::Real, &mut |_, _, _| {}).expect("slept again");
    assert_eq!(all(&engine), after, "the same night again");
    assert_eq!(model.asked().len(), calls, "and nobody is paid twice");
    let by = mind.details(&before[0].handle).expect("details").analysed_by;
    assert_eq!(by.as_deref(), Some("steady/small-1 analyse-1"));
    mind.undo_night(None).expect("taken back once more");
    assert_eq!(all(&engine), before);
}

#[test]
fn what_someone_put_right_by_hand_is_not_taken_back_with_the_night() {
    let sandbox = Sandbox::new(parameters());
    remember(&sandbox, 2);
    let engine = with_model(&sandbox, Steady::saying(analysis()));
    let mind = engine.mind(MindName::default());
    sandbox.clock.pass_days(1);
    mind.sleep(None, SleepMode::Real, &mut |_, _, _| {}).expect("slept");
    let memory = all(&engine).remove(0);
    mind.protect(&memory.handle, Actor::Person).expect("protected");
    mind.undo_night(None).expect("taken back");
    assert!(mind.details(&memory.handle).expect("details").memory.shown.protected);
}

#[test]
fn a_model_says_in_short_what_goes_into_the_archive() {
    let sandbox = Sandbox::new(parameters());
    remember(&sandbox, 1);
    // Understood without feeling, so that it fades fast.
    let faint = json!({"emotional_intensity": 5, "emotional_valence": "neutral", "emotional_arousal": 0,
                       "emotional_tags": [], "category": "casual", "keywords": [], "trigger": "散歩",
                       "content": "晴れた日の散歩の話"});
    let model = Steady::saying(faint);
    let engine = with_model(&sandbox, model.clone());
    let mind = engine.mind(MindName::default());
    // What a turn is understood as decides on how it fades, so nothing can be told before.
    mind.improve(1).expect("understood");
    for _ in 0..60 {
        sandbox.clock.pass_days(1);
        let night = mind.sleep(None, SleepMode::DryRun, &mut |_, _, _| {}).expect("dreamt").nights.remove(0);
        let estimate = mind.estimate(Some(DueNight { date: night.date, at: night.at })).expect("an estimate");
        let before = model.asked().len() as u64;
        mind.sleep(None, SleepMode::Real, &mut |_, _, _| {}).expect("slept");
        let calls = model.asked().len() as u64 - before;
        assert_eq!(estimate.map(|estimate| estimate.calls), Some(calls), "what it would ask is what it asks");
    }
    let memory = all(&engine).remove(0);
    assert_eq!(memory.shown.level, Level::Archived);
    let details = mind.details(&memory.handle).expect("details");
    let calls = engine.cost(100).expect("a report").last;
    let short = details.in_short.expect("it was said in short");
    assert_eq!(short, ("晴れた日の散歩の話".to_owned(), "steady/small-1 compress-1".to_owned()));
    assert_eq!(calls.iter().filter(|call| call.purpose == Purpose::Compress).count(), 1, "and once");
    mind.undo_night(None).expect("taken back");
}

#[test]
fn a_search_is_planned_by_a_model_where_someone_asks_for_it() {
    let sandbox = Sandbox::new(parameters());
    remember(&sandbox, 2);
    let plan = json!({"rag": "散歩 公園 運動", "keyword": ["散歩"]});
    let model = Steady::saying(plan);
    let engine = with_model(&sandbox, model.clone());
    let mind = engine.mind(MindName::default());
    mind.recall(&Prompt::new("散歩はどうだった？")).expect("recalled");
    assert!(model.asked().is_empty(), "a recall asks nobody by itself");

    let asked = Prompt::new("散歩はどうだった？ 鍵は AKIAIOSFODNN7EXAMPLE");
    let (prompt, planning) = mind.planned_by_model(asked).expect("planned");
    let Planning::ByModel(plan) = planning else { panic!("{planning:?}") };
    assert_eq!((plan.semantic_query.as_str(), plan.keywords.as_slice()), ("散歩 公園 運動", &["散歩".to_owned()][..]));
    assert_eq!(plan.by, "steady/small-1 plan-2");
    assert!(!model.asked()[0].contains("AKIAIOSFODNN7EXAMPLE"), "and no secret is sent");
    let recalled = mind.recall(&Prompt { tells_plan: true, ..prompt.clone() }).expect("recalled");
    assert!(!recalled.hits.is_empty());
    let used = recalled.plan.expect("told");
    assert_eq!(used.semantic_query, format!("{}\n散歩 公園 運動", prompt.text), "its vector is that of the plan");
    assert_eq!((used.phrases, used.planned_by), (vec!["散歩".to_owned()], Some(plan.by)));
    let call = engine.cost(1).expect("a report").last.remove(0);
    assert_eq!((call.purpose, call.ending), (Purpose::Plan, Ending::Answered));
}

/// What the memories score by the clue that is to be searched for to the letter.
fn letters(recalled: &omoide::Recalled) -> Vec<(String, f64)> {
    let of = |hit: &omoide::Hit| match &hit.terms {
        omoide::Terms::Fused(terms) => (hit.memory.text.trigger.clone(), terms.clues[Clue::Phrase as usize]),
        other => panic!("{other:?}"),
    };
    recalled.hits.iter().map(of).collect()
}

#[test]
fn the_keywords_of_a_model_are_searched_for_to_the_letter_and_open_no_gate() {
    let sandbox = Sandbox::new(parameters());
    for said in ["Marlowe repaired the blue bicycle", "The bicycle shop repairs every blue bicycle for free"] {
        sandbox.mind().remember(Observation::said(said)).expect("remembered");
    }
    let model = Steady::saying(json!({"rag": "bike repair", "keyword": ["Marlowe"]}));
    let engine = with_model(&sandbox, model.clone());
    let mind = engine.mind(MindName::default());
    let asked = Prompt { leaves_a_mark: false, ..Prompt::new("Who repaired the blue bicycle for Marlowe?") };
    let plain = mind.recall(&asked).expect("recalled");
    assert!(letters(&plain).iter().all(|(_, share)| *share == 0.0), "{plain:?}");
    let (planned, _) = mind.planned_by_model(asked).expect("planned");
    let recalled = mind.recall(&planned).expect("recalled");
    for (said, share) in letters(&recalled) {
        assert_eq!(share, if said.contains("Marlowe") { 1.0 } else { 0.0 }, "{said}");
    }
    assert_eq!(recalled.hits[0].memory.text.trigger, "Marlowe repaired the blue bicycle");
    assert!(recalled.hits.iter().all(|hit| !hit.gate.is_meant), "only quotes say what is meant");
    assert!(!model.asked()[0].contains("intent"), "what this ranking has no use for is not asked for");
}

#[test]
fn the_intent_of_a_model_ranks_where_the_profile_ranks_by_intent() {
    let sandbox = Sandbox::new(parameters());
    remember(&sandbox, 2);
    let model = Steady::saying(json!({"rag": "散歩 公園 運動", "intent": "emotional"}));
    let engine = with_model(&sandbox, model.clone());
    let mind = engine.mind(MindName::default());
    let asked =
        Prompt { profile: Some(Profile::Intent), tells_plan: true, ..Prompt::new("散歩はどうだった？") };
    let by_rule = mind.recall(&asked).expect("recalled");
    assert_eq!(by_rule.plan.expect("told").intent, Intent::Factual);
    let (planned, _) = mind.planned_by_model(asked).expect("planned");
    assert!(!model.asked()[0].contains("keyword"), "what this ranking has no use for is not asked for");
    let recalled = mind.recall(&planned).expect("recalled");
    assert_eq!(recalled.plan.expect("told").intent, Intent::Emotional);
    for hit in &recalled.hits {
        let omoide::Terms::Intent(terms) = &hit.terms else { panic!("{:?}", hit.terms) };
        assert_eq!(terms.intent, Intent::Emotional);
    }
    assert!(!recalled.hits.is_empty());
}

#[test]
fn a_plan_that_does_not_come_in_time_or_cannot_be_used_is_done_without() {
    let mut parameters = parameters();
    parameters.llm.plan_seconds = 0.1;
    let sandbox = Sandbox::new(parameters);
    remember(&sandbox, 1);
    let slow = Arc::new(Steady { says: json!({}), slowly: Duration::from_secs(3), asked: Mutex::default() });
    let engine = with_model(&sandbox, slow);
    let (prompt, planning) = engine.mind(MindName::default()).planned_by_model(Prompt::new("散歩")).expect("planned");
    assert!(matches!(&planning, Planning::Stopped(Stop::Failed(failure)) if failure.kind == FailureKind::TimedOut));
    assert!(prompt.planned.is_none());
    let call = engine.cost(1).expect("a report").last.remove(0);
    assert_eq!(call.ending, Ending::Failed(FailureKind::TimedOut), "it may have to be paid, and counts");

    let odd = with_model(&sandbox, Steady::saying(json!({"rag": "", "keyword": 7, "intent": "curious"})));
    let (_, planning) = odd.mind(MindName::default()).planned_by_model(Prompt::new("散歩")).expect("planned");
    assert_eq!(planning, Planning::Unusable);
    let (_, planning) = sandbox.mind().planned_by_model(Prompt::new("散歩")).expect("planned");
    assert_eq!(planning, Planning::NoModel);
    let poor = Sandbox::new(Parameters::default());
    let engine = with_model(&poor, Steady::saying(json!({})));
    let (_, planning) = engine.mind(MindName::default()).planned_by_model(Prompt::new("散歩")).expect("planned");
    assert!(matches!(planning, Planning::Stopped(Stop::Limit(_))));
}

#[test]
fn sessions_that_have_come_to_rest_are_summed_up_once_and_forgotten_with_any_of_their_turns() {
    let sandbox = Sandbox::new(parameters());
    for (thread, said) in [
        ("trip", "京都旅行の宿を予約した"),
        ("trip", "新幹線の切符はまだ買っていない"),
        ("trip", "帰りは夜行バスにする"),
        ("short", "今日は寒い"),
    ] {
        let observation = Observation { thread: Some(thread.to_owned()), ..Observation::said(said) };
        sandbox.mind().remember(observation.replied("わかりました。")).expect("remembered");
    }
    let summary = json!({"content": "京都旅行の宿を予約し、帰りは夜行バスに決めた。", "keywords": ["京都"],
                         "resolved": ["宿の予約"], "tasks": ["新幹線の切符を買う"],
                         // For what else it is asked.
                         "emotional_intensity": 50, "emotional_valence": "neutral", "emotional_arousal": 10,
                         "emotional_tags": [], "category": "casual", "trigger": "京都"});
    let model = Steady::saying(summary);
    let engine = with_model(&sandbox, model.clone());
    let mind = engine.mind(MindName::default());
    sandbox.clock.pass_days(1);
    let outcome = mind.sleep(None, SleepMode::Real, &mut |_, _, _| {}).expect("slept");
    assert_eq!(outcome.improvement.sessions, 1, "{:?}", outcome.improvement);
    let of_trip = |memory: &Memory| memory.origin.thread.as_deref() == Some("trip");
    let (sessions, turns): (Vec<Memory>, Vec<Memory>) =
        all(&engine).into_iter().filter(of_trip).partition(|memory| memory.kind == Kind::Session);
    let [session] = &sessions[..] else { panic!("{sessions:?}") };
    assert_eq!((turns.len(), session.text.content.as_str()), (3, "京都旅行の宿を予約し、帰りは夜行バスに決めた。"));
    for memory in turns.iter().chain(&sessions) {
        let (session, by) = mind.details(&memory.handle).expect("details").session.expect("it is summed up");
        assert_eq!(session.tasks, ["新幹線の切符を買う"]);
        assert_eq!(by, "steady/small-1 session-1");
    }
    sandbox.clock.pass_days(1);
    let outcome = mind.sleep(None, SleepMode::Real, &mut |_, _, _| {}).expect("slept");
    assert_eq!(outcome.improvement.sessions, 0, "once is enough");
    let found = |kinds: Vec<Kind>| {
        let scope = Scope { kinds, ..Scope::default() };
        let prompt = Prompt { scope, leaves_a_mark: false, ..Prompt::new("京都旅行の宿と夜行バス") };
        let hits = mind.recall(&prompt).expect("recalled").hits;
        hits.iter().any(|hit| hit.memory.id == session.id)
    };
    assert!(found(vec![Kind::Session]) && !found(Vec::new()), "it is found by whoever asks for sessions");
    mind.erase(std::slice::from_ref(&turns[0].handle), Actor::Person).expect("erased");
    for memory in &turns[1..] {
        assert_eq!(mind.details(&memory.handle).expect("details").session, None);
    }
    assert!(mind.details(&session.handle).is_err(), "it has words of what was erased");
}

#[test]
fn what_a_night_erases_takes_its_session_and_attachments_along_and_brings_them_back() {
    let archive =
        Archive { auto_delete_enabled: true, retention_days: 0, delete_max_intensity: 100.0, ..Archive::default() };
    let sandbox = Sandbox::new(Parameters { archive, ..parameters() });
    for said in ["京都旅行の宿を予約した", "新幹線の切符はまだ買っていない", "帰りは夜行バスにする"]
    {
        let observation = Observation { thread: Some("trip".to_owned()), ..Observation::said(said) };
        sandbox.mind().remember(observation.replied("わかりました。")).expect("remembered");
    }
    let summary = json!({"content": "京都旅行の宿を予約した。", "keywords": ["京都"], "resolved": [], "tasks": [],
                         "emotional_intensity": 50, "emotional_valence": "neutral", "emotional_arousal": 10,
                         "emotional_tags": [], "category": "casual", "trigger": "京都"});
    let engine = with_model(&sandbox, Steady::saying(summary));
    let mind = engine.mind(MindName::default());
    let sleep = || {
        sandbox.clock.pass_days(1);
        mind.sleep(None, SleepMode::Real, &mut |_, _, _| {}).expect("slept")
    };
    sleep();
    let before = all(&engine);
    let session = before.iter().find(|memory| memory.kind == Kind::Session).expect("it is summed up");
    let turn = before.iter().find(|memory| memory.kind == Kind::Episode).expect("a turn");
    mind.attach(turn.id, Some("theirs")).expect("attached");
    mind.archive(&turn.handle, Actor::Person).expect("archived");
    // A day in the archive must be over before it counts.
    while mind.details(&turn.handle).is_ok() {
        sleep();
    }
    assert!(mind.details(&session.handle).is_err(), "the session has words of it");
    assert_eq!(mind.attachment(turn.id).expect("asked"), None);
    mind.undo_night(None).expect("taken back");
    assert_eq!(mind.attachment(turn.id).expect("asked").as_deref(), Some("theirs"));
    let details = mind.details(&turn.handle).expect("it is back");
    assert_eq!(details.session.map(|(session, _)| session.content).as_deref(), Some("京都旅行の宿を予約した。"));
    assert_eq!(mind.details(&session.handle).expect("it is back too").memory.text, session.text);
}
