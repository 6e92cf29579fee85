//! A language model makes memories better: within its budget, once for each, and only where its answers are fit for use.

use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use omoide::core::change::Actor;
use omoide::core::parameters::{Llm, Parameters};
use omoide::core::policy::breaker::Breaker;
use omoide::core::policy::budget::Limit;
use omoide::core::ports::store::{Ending, Purpose};
use omoide::core::ports::{Cancellation, FailureKind, LanguageModel, ModelAnswer, ModelFailure, Question, Tokens};
use omoide::core::{Category, Level, MindName};
use omoide::{Engine, MemoryEdit, ModelRates, Observation, SleepMode, Stop, TagChange};
use omoide_testkit::sandbox::Sandbox;
use serde_json::{Value, json};

const RATES: ModelRates = ModelRates { input_usd_per_million: 1.0, output_usd_per_million: 5.0 };

/// A model that answers from a script, and else sensibly.
struct Scripted {
    asked: Mutex<Vec<String>>,
    script: Mutex<Vec<Result<String, FailureKind>>>,
    calls: AtomicUsize,
}

impl Scripted {
    fn new() -> Arc<Self> {
        Arc::new(Self { asked: Mutex::default(), script: Mutex::default(), calls: AtomicUsize::new(0) })
    }

    fn then(self: &Arc<Self>, outcomes: impl IntoIterator<Item = Result<String, FailureKind>>) -> Arc<Self> {
        self.script.lock().expect("nobody failed").extend(outcomes);
        Arc::clone(self)
    }

    fn asked(&self) -> Vec<String> {
        self.asked.lock().expect("nobody failed").clone()
    }
}

impl LanguageModel for Scripted {
    fn provider(&self) -> &str {
        "scripted"
    }

    fn model(&self) -> &str {
        "small-1"
    }

    fn ask(&self, question: &Question<'_>, _: &Cancellation) -> Result<ModelAnswer, ModelFailure> {
        self.calls.fetch_add(1, Ordering::Relaxed);
        self.asked.lock().expect("nobody failed").push(format!("{}\n{}", question.instructions, question.material));
        let mut script = self.script.lock().expect("nobody failed");
        let text = if script.is_empty() { Ok(sensible(question.material)) } else { script.remove(0) };
        match text {
            Ok(text) => Ok(ModelAnswer { text, tokens: Some(Tokens { input: 900, output: 100 }), attempts: 1 }),
            Err(kind) => Err(ModelFailure::new(kind, "scripted")),
        }
    }
}

fn one(number: usize) -> Value {
    json!({"number": number, "emotional_intensity": 90, "emotional_valence": "positive", "emotional_arousal": 80,
           "emotional_tags": ["joy"], "category": "emotional", "keywords": [], "trigger": "", "content": "うれしい話"})
}

fn sensible(material: &str) -> String {
    let count = material.matches("<memory number=").count();
    json!({"answers": (1..=count).map(one).collect::<Vec<_>>()}).to_string()
}

fn parameters(llm: Llm) -> Parameters {
    Parameters { llm, ..Parameters::default() }
}

fn generous() -> Llm {
    Llm {
        daily_tokens: 1_000_000,
        monthly_tokens: 10_000_000,
        daily_usd: 10.0,
        monthly_usd: 100.0,
        turns_per_call: 4,
        ..Llm::default()
    }
}

fn with_model(sandbox: &Sandbox, model: Arc<Scripted>) -> Engine {
    sandbox.engine.clone().with_model(model, RATES, Cancellation::default())
}

fn remember(engine: &Engine, count: usize) {
    for number in 0..count {
        let said = format!("今日の天気は晴れで、{number}回目の散歩に出かけたという話をした");
        let observation = Observation::said(said).replied("それはよかったですね。気持ちのよい散歩になりましたか。");
        engine.mind(MindName::default()).remember(observation).expect("remembered");
    }
}

#[test]
fn turns_are_understood_anew_many_at_once_and_say_by_whom() {
    let sandbox = Sandbox::new(parameters(generous()));
    remember(&sandbox.engine, 10);
    let model = Scripted::new();
    let engine = with_model(&sandbox, model.clone());
    let mind = engine.mind(MindName::default());
    let done = mind.improve(1).expect("improved");
    assert_eq!((done.analysed, done.calls, done.left, &done.stop), (10, 3, 0, &None));
    assert_eq!(done.tokens, Tokens { input: 2_700, output: 300 });
    assert_eq!(done.nanodollars, 3 * (900 * 1_000 + 100 * 5_000));
    let memory = mind.list(&omoide::core::ports::store::Filter::default()).expect("a list").remove(0);
    assert_eq!((memory.emotion.intensity, memory.category.name()), (90, "emotional"));
    assert_eq!(memory.life.retention().retention_score, 90.0);
    let details = mind.details(&memory.handle).expect("details");
    assert_eq!(details.analysed_by.as_deref(), Some("scripted/small-1 analyse-1"));
    assert!(!memory.keywords.is_empty(), "the model had none, so the language layer's stay");
    assert_eq!(mind.improve(1).expect("nothing to do").calls, 0, "nobody is asked twice");
}

#[test]
fn an_improvement_can_be_taken_back_and_is_not_made_again() {
    let sandbox = Sandbox::new(parameters(generous()));
    remember(&sandbox.engine, 1);
    let plain = sandbox.mind();
    let before = plain.list(&omoide::core::ports::store::Filter::default()).expect("a list").remove(0);
    let engine = with_model(&sandbox, Scripted::new());
    let mind = engine.mind(MindName::default());
    mind.improve(1).expect("improved");
    let undone = mind.undo(&before.handle, Actor::Person).expect("undone");
    assert_eq!(undone.memory, before);
    assert_eq!(mind.details(&before.handle).expect("details").analysed_by, None);
    assert_eq!(mind.improve(1).expect("nothing to do").calls, 0);
}

#[test]
fn what_a_person_set_is_not_set_by_a_model() {
    let sandbox = Sandbox::new(parameters(generous()));
    remember(&sandbox.engine, 1);
    let engine = with_model(&sandbox, Scripted::new());
    let mind = engine.mind(MindName::default());
    let handle = mind.list(&omoide::core::ports::store::Filter::default()).expect("a list").remove(0).handle;
    let edit = MemoryEdit { category: Some(Category::Work), ..MemoryEdit::default() };
    assert!(mind.change(&handle, &edit, Actor::Person).expect("changed").has_new_category());
    let tags = TagChange { add: vec!["walks".to_owned()], ..TagChange::default() };
    mind.retag(std::slice::from_ref(&handle), &tags, Actor::Person).expect("tagged");
    assert_eq!(mind.improve(1).expect("improved").analysed, 1);
    let memory = mind.find(&handle).expect("it is there");
    assert_eq!((memory.emotion.intensity, memory.category), (90, Category::Work));
    assert_eq!(memory.tags, ["walks"]);
}

#[test]
fn what_cannot_be_used_is_replaced_and_what_can_be_repaired_is_repaired() {
    let sandbox = Sandbox::new(parameters(generous()));
    remember(&sandbox.engine, 12);
    let fenced = format!("Sure:\n```json\n{}\n```", json!({"answers": (1..=4).map(one).collect::<Vec<_>>()}));
    let model = Scripted::new().then([Ok("I would rather not.".to_owned()), Ok(fenced)]);
    let engine = with_model(&sandbox, model);
    let mind = engine.mind(MindName::default());
    let done = mind.improve(1).expect("improved");
    assert_eq!((done.analysed, done.repaired, done.replaced, done.calls), (8, 4, 4, 3));
    let report = engine.cost(9).expect("a report");
    assert_eq!((report.today.repaired, report.today.replaced, report.today.memories), (4, 4, 12));
}

#[test]
fn without_limits_set_nobody_is_asked() {
    let sandbox = Sandbox::new(Parameters::default());
    remember(&sandbox.engine, 3);
    let model = Scripted::new();
    let done = with_model(&sandbox, model.clone()).mind(MindName::default()).improve(1).expect("improved");
    assert_eq!((done.calls, done.left, done.stop), (0, 3, Some(Stop::Limit(Limit::DailyTokens))));
    assert!(model.asked().is_empty());
}

#[test]
fn a_budget_that_runs_out_in_the_middle_ends_well_and_the_rest_comes_another_day() {
    // Each call reserves some 4,000 tokens and takes 1,000.
    let sandbox = Sandbox::new(parameters(Llm { daily_tokens: 8_000, ..generous() }));
    remember(&sandbox.engine, 40);
    let engine = with_model(&sandbox, Scripted::new());
    let mind = engine.mind(MindName::default());
    let done = mind.improve(1).expect("improved");
    assert_eq!(done.stop, Some(Stop::Limit(Limit::DailyTokens)));
    assert!(done.left > 0 && done.left < 40, "{done:?}");
    let spent = engine.cost(0).expect("a report").today.tokens.sum();
    assert!(spent <= 8_000, "{spent}");
    sandbox.clock.pass_days(1);
    let later = mind.improve(1).expect("improved");
    assert!(later.analysed > 0);
    assert!(later.left < done.left);
}

#[test]
fn a_night_improves_what_it_shortens_and_the_text_says_by_whom() {
    let sandbox = Sandbox::new(parameters(generous()));
    remember(&sandbox.engine, 4);
    let model = Scripted::new();
    let engine = with_model(&sandbox, model.clone());
    let mind = engine.mind(MindName::default());
    // Understood without feeling, so that they fade fast.
    let faint = |number: usize| {
        let mut one = one(number);
        one["emotional_intensity"] = json!(45);
        one["category"] = json!("casual");
        one["content"] = json!("散歩の話");
        one
    };
    model.then([Ok(json!({"answers": (1..=4).map(faint).collect::<Vec<_>>()}).to_string())]);
    sandbox.clock.pass_days(1);
    let outcome = mind.sleep(None, SleepMode::Real, &mut |_, _, _| {}).expect("slept");
    assert_eq!(outcome.improvement.analysed, 4);
    let memory = mind.list(&omoide::core::ports::store::Filter::default()).expect("a list").remove(0);
    assert_eq!(memory.shown.level, Level::Summary);
    assert_eq!(memory.text.content, "散歩の話");
    let details = mind.details(&memory.handle).expect("details");
    assert_eq!(details.versions.last().map(|v| v.made.word()), Some("scripted/small-1 analyse-1"));
    // The same night again, after it was taken back: the same text, and nobody is paid twice.
    let calls = model.calls.load(Ordering::Relaxed);
    while mind.undo_night(None).is_ok() {}
    mind.sleep(None, SleepMode::Real, &mut |_, _, _| {}).expect("slept again");
    let again = mind.details(&memory.handle).expect("details").memory;
    assert_eq!(again.text, memory.text);
    assert_eq!(model.calls.load(Ordering::Relaxed), calls);
}

#[test]
fn a_dry_run_asks_nobody_and_tells_what_it_would_cost() {
    let sandbox = Sandbox::new(parameters(generous()));
    remember(&sandbox.engine, 9);
    let model = Scripted::new();
    let engine = with_model(&sandbox, model.clone());
    let mind = engine.mind(MindName::default());
    sandbox.clock.pass_days(1);
    let outcome = mind.sleep(None, SleepMode::DryRun, &mut |_, _, _| {}).expect("dreamt");
    let night = &outcome.nights[0];
    let estimate = mind.estimate(Some(omoide::DueNight { date: night.date, at: night.at })).expect("an estimate");
    let estimate = estimate.expect("there is a model");
    assert_eq!((estimate.turns, estimate.texts, estimate.calls), (9, 9, 6), "nine of each kind, four at a time");
    assert!(estimate.tokens.input > 1_000 && estimate.nanodollars > 0);
    assert!(model.asked().is_empty());
}

#[test]
fn a_provider_that_fails_is_left_alone_and_nothing_is_lost() {
    let sandbox = Sandbox::new(parameters(generous()));
    remember(&sandbox.engine, 4);
    let model = Scripted::new().then(vec![Err(FailureKind::Unavailable); 3]);
    let engine = with_model(&sandbox, model.clone());
    let mind = engine.mind(MindName::default());
    for _ in 0..3 {
        let done = mind.improve(1).expect("it ends well");
        assert!(matches!(done.stop, Some(Stop::Failed(_))) && done.left == 4, "{done:?}");
    }
    let done = mind.improve(1).expect("it ends well");
    assert!(matches!(done.stop, Some(Stop::Breaker { .. })) && done.calls == 0);
    assert!(matches!(engine.breaker("scripted"), Ok(Breaker::Open { failures: 3, .. })));
    assert_eq!(engine.cost(0).expect("a report").today.tokens.sum(), 0, "nothing was worked on");
    sandbox.clock.pass_days(1);
    assert_eq!(mind.improve(1).expect("improved").analysed, 4);
    assert!(matches!(engine.breaker("scripted"), Ok(Breaker::Closed)));
}

#[test]
fn an_answer_that_was_lost_counts_as_paid_and_is_not_asked_for_again() {
    let sandbox = Sandbox::new(parameters(generous()));
    remember(&sandbox.engine, 4);
    let model = Scripted::new().then([Err(FailureKind::CutOff)]);
    let engine = with_model(&sandbox, model.clone());
    let mind = engine.mind(MindName::default());
    let done = mind.improve(1).expect("it ends well");
    assert!(done.nanodollars > 0);
    assert_eq!(mind.improve(1).expect("nothing to do").calls, 0);
    let call = engine.cost(1).expect("a report").last.remove(0);
    assert_eq!((call.ending, call.is_measured), (Ending::Failed(FailureKind::CutOff), false));
    assert_eq!(model.calls.load(Ordering::Relaxed), 1);
}

#[test]
fn turns_that_a_working_provider_does_not_take_are_passed_over() {
    let sandbox = Sandbox::new(parameters(generous()));
    remember(&sandbox.engine, 12);
    let model = Scripted::new();
    let good = sensible(&"<memory number=".repeat(4));
    model.then([Ok(good.clone()), Err(FailureKind::Rejected), Ok(good)]);
    let engine = with_model(&sandbox, model.clone());
    let mind = engine.mind(MindName::default());
    let done = mind.improve(1).expect("improved");
    assert_eq!((done.analysed, done.replaced, done.left, done.stop), (8, 4, 0, None));
    // From one that has never answered nothing is taken to be about the turns.
    let fresh = Sandbox::new(parameters(generous()));
    remember(&fresh.engine, 4);
    let model = Scripted::new().then([Err(FailureKind::Rejected)]);
    let done = with_model(&fresh, model).mind(MindName::default()).improve(1).expect("it ends well");
    assert_eq!((done.left, matches!(done.stop, Some(Stop::Failed(_)))), (4, true));
}

#[test]
fn no_secret_is_sent_whatever_was_stored() {
    let sandbox = Sandbox::new(parameters(generous()));
    let secret = "AKIAIOSFODNN7EXAMPLE";
    // As an earlier version without today's rules would have stored it.
    let observation = Observation::said(format!("鍵は{secret}です")).replied("わかりました");
    let memory = match sandbox.mind().remember(observation).expect("remembered") {
        omoide::Remembered::Anew { memory, .. } => memory,
        other => panic!("{other:?}"),
    };
    let connection = rusqlite::Connection::open(sandbox.path()).expect("opens");
    let planted = format!("鍵は{secret}です");
    connection
        .execute("UPDATE texts SET \"trigger\" = ?1 WHERE memory = ?2", rusqlite::params![planted, memory.seq.0])
        .expect("planted");
    drop(connection);
    let model = Scripted::new();
    with_model(&sandbox, model.clone()).mind(MindName::default()).improve(1).expect("improved");
    let asked = model.asked();
    assert_eq!(asked.len(), 1);
    assert!(asked[0].contains("鍵は") && !asked[0].contains(secret), "{}", asked[0]);
}

#[test]
fn an_erased_memory_leaves_nothing_in_the_ledger() {
    let sandbox = Sandbox::new(parameters(generous()));
    remember(&sandbox.engine, 1);
    let engine = with_model(&sandbox, Scripted::new());
    let mind = engine.mind(MindName::default());
    mind.improve(1).expect("improved");
    let memory = mind.list(&omoide::core::ports::store::Filter::default()).expect("a list").remove(0);
    mind.erase(std::slice::from_ref(&memory.handle), Actor::Person).expect("erased");
    let connection = rusqlite::Connection::open(sandbox.path()).expect("opens");
    let count = |sql: &str| connection.query_row(sql, [], |row| row.get::<_, i64>(0)).expect("a number");
    assert_eq!(count("SELECT count(*) FROM tasks"), 0);
    assert_eq!(count("SELECT count(*) FROM calls WHERE answer IS NOT NULL"), 0);
    assert_eq!(count("SELECT count(*) FROM calls"), 1, "what was paid stays paid");
    assert_eq!(engine.cost(1).expect("a report").last[0].purpose, Purpose::Analyse);
}

#[test]
fn a_model_that_may_spend_nothing_changes_nothing_of_a_night() {
    let nights = |has_model: bool| {
        let sandbox = Sandbox::new(Parameters::default());
        remember(&sandbox.engine, 30);
        sandbox.clock.pass_days(9);
        let engine = if has_model { with_model(&sandbox, Scripted::new()) } else { sandbox.engine.clone() };
        engine.mind(MindName::default()).sleep(None, SleepMode::Real, &mut |_, _, _| {}).expect("slept");
        sandbox.dump()
    };
    assert_eq!(nights(true), nights(false));
}

#[test]
fn statements_are_judged_within_the_budget() {
    use omoide::core::ports::{Clock, Entailment, Store};
    let sandbox = Sandbox::new(parameters(generous()));
    remember(&sandbox.engine, 1);
    let verdict = json!({"answers": [{"number": 1, "verdict": "contradiction", "confidence": 90}]}).to_string();
    let model = Scripted::new().then([Ok(verdict), Ok("no idea".to_owned())]);
    let store: Arc<dyn Store> = omoide_store::open(sandbox.path(), omoide_store::Options::EXISTING).expect("opens");
    let clock: Arc<dyn Clock> = sandbox.clock.clone();
    let judge = omoide::ModelEntailment {
        model: model.clone(),
        store,
        clock,
        mind: MindName::default(),
        llm: generous(),
        rates: RATES,
        understanding: Arc::new(omoide_language::LanguageLayer),
    };
    let judged = judge.judge(&[("The shop is open on Sundays.", "The shop is closed on Sundays.")]).expect("judged");
    assert!(judged[0].contradiction > 0.85, "{judged:?}");
    let undecided = judge.judge(&[("今日は晴れ", "明日は雨")]).expect("judged");
    assert_eq!(undecided[0].neutral, 1.0);
    assert_eq!(sandbox.engine.cost(0).expect("a report").today.calls, 2);
    let poor = omoide::ModelEntailment { llm: Llm::default(), ..judge };
    assert!(poor.judge(&[("a", "b")]).is_err());
    assert_eq!(model.calls.load(Ordering::Relaxed), 2);
}

#[test]
fn embeddings_of_others_are_paid_from_the_same_budget() {
    use omoide::core::ports::{BoxError, Clock, Embedder, Store};
    struct Far(AtomicUsize);
    impl Embedder for Far {
        fn model(&self) -> &str {
            "far:embed-1"
        }
        fn dimensions(&self) -> usize {
            2
        }
        fn embed(&self, texts: &[&str]) -> Result<Vec<Option<Vec<f32>>>, BoxError> {
            self.0.fetch_add(1, Ordering::Relaxed);
            Ok(texts.iter().map(|text| Some(vec![text.len() as f32, 1.0])).collect())
        }
        fn is_remote(&self) -> bool {
            true
        }
    }
    let sandbox = Sandbox::new(parameters(generous()));
    remember(&sandbox.engine, 5);
    let far = Arc::new(Far(AtomicUsize::new(0)));
    let metered = |llm: Llm| {
        let store: Arc<dyn Store> = omoide_store::open(sandbox.path(), omoide_store::Options::EXISTING).expect("opens");
        let clock: Arc<dyn Clock> = sandbox.clock.clone();
        omoide::MeteredEmbedder {
            inner: far.clone(),
            store,
            clock,
            mind: MindName::default(),
            llm,
            rates: RATES,
            provider: "far".to_owned(),
            model: "embed-1".to_owned(),
            texts_per_call: 2,
        }
    };
    assert_eq!(metered(generous()).embed(&["one", "two", "three"]).expect("vectors").len(), 3);
    let spent = sandbox.engine.cost(0).expect("a report").today;
    assert_eq!((spent.calls, far.0.load(Ordering::Relaxed)), (2, 2));
    assert!(spent.tokens.input > 0 && spent.nanodollars > 0);
    assert!(metered(Llm::default()).embed(&["one"]).is_err());
    assert_eq!(far.0.load(Ordering::Relaxed), 2, "what may not be paid is not sent");
}
