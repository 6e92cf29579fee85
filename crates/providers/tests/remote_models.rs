//! Language models behind an address, spoken to in every protocol by a provider that this test plays.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use omoide_core::ports::{Cancellation, FailureKind, LanguageModel, ModelAnswer, ModelFailure, Question, Shape};
use omoide_providers::remote::{Endpoint, Pause, Provider, ProviderConnection, ProxyChoice, RemoteModel, Secret};
use omoide_testkit::fake_provider::{Behaviour, FakeProvider, KEY};

const PROVIDERS: [Provider; 6] = [
    Provider::Anthropic,
    Provider::OpenAi,
    Provider::OpenAiResponses,
    Provider::Gemini,
    Provider::Ollama,
    Provider::Compatible,
];

/// Notes how long it would have waited.
#[derive(Default)]
struct Noting(Mutex<Vec<f64>>);

impl Pause for Noting {
    fn wait(&self, time: Duration, _: &Cancellation) {
        self.0.lock().expect("nobody failed").push(time.as_secs_f64());
    }
}

fn shape() -> Shape {
    let one = Shape::Parts(vec![("number", Shape::Whole(1, 100)), ("trigger", Shape::Text(500))]);
    Shape::Parts(vec![("answers", Shape::List(Box::new(one), 1..=1))])
}

fn model(fake: &FakeProvider, provider: Provider, reach: ProviderConnection) -> RemoteModel {
    let endpoint = Endpoint::new(provider, Some(fake.address()), Secret::new(KEY)).expect("an endpoint");
    RemoteModel::new(endpoint, "small-1", reach).expect("a model")
}

fn hasty() -> (ProviderConnection, Arc<Noting>) {
    let noting = Arc::new(Noting::default());
    let reach = ProviderConnection {
        timeout: Duration::from_secs(5),
        requests_per_minute: 1_000_000,
        proxy: ProxyChoice::None,
        waiting: noting.clone(),
        ..ProviderConnection::default()
    };
    (reach, noting)
}

fn ask(model: &RemoteModel) -> Result<ModelAnswer, ModelFailure> {
    let shape = shape();
    let question = Question {
        instructions: "Answer in JSON.",
        material: "<memory number=\"1\">今日は晴れ</memory>",
        shape: &shape,
        max_tokens: 200,
        temperature: 0.0,
    };
    model.ask(&question, &Cancellation::default())
}

/// How each protocol fails when a provider misbehaves so.
fn kinds(behaviour: &Behaviour) -> Vec<(Provider, Result<ModelAnswer, FailureKind>)> {
    PROVIDERS
        .into_iter()
        .map(|provider| {
            let fake = FakeProvider::start();
            fake.then([behaviour.clone()]);
            (provider, ask(&model(&fake, provider, hasty().0)).map_err(|failure| failure.kind))
        })
        .collect()
}

fn all_fail(behaviour: Behaviour, kind: FailureKind) {
    for (provider, outcome) in kinds(&behaviour) {
        assert_eq!(outcome.as_ref().err(), Some(&kind), "{provider:?} {behaviour:?}: {outcome:?}");
    }
}

#[test]
fn every_protocol_is_spoken_with_a_shape_and_answers_with_what_it_took() {
    for provider in PROVIDERS {
        let fake = FakeProvider::start();
        let model = model(&fake, provider, hasty().0);
        let answer = ask(&model).unwrap_or_else(|failure| panic!("{provider:?}: {failure}"));
        let json: serde_json::Value = serde_json::from_str(&answer.text).expect("JSON");
        assert_eq!(json["answers"][0]["trigger"], "モデルの言葉1", "{provider:?}");
        let tokens = answer.tokens.unwrap_or_else(|| panic!("{provider:?} does not say what it took"));
        assert!(tokens.input > 0 && tokens.output > 0);
        assert_eq!(answer.attempts, 1);
        let asked = fake.asked();
        assert_eq!(asked.len(), 1);
        assert!(asked[0].body.contains("今日は晴れ") && !asked[0].body.contains(KEY));
        assert!(!asked[0].path.contains(KEY), "a key does not belong into an address");
        let at = |name: &str| asked[0].body.find(&format!("\"{name}\":{{")).expect("it is in the schema");
        assert!(at("number") < at("trigger"), "{provider:?} answers in the order of the schema");
        // OpenAI and others refuse a schema with it.
        let is_by_grammar = matches!(provider, Provider::Ollama | Provider::Compatible);
        assert_eq!(asked[0].body.contains("maxLength"), is_by_grammar, "{provider:?}");
    }
}

#[test]
fn escapes_of_unicode_are_read() {
    for (provider, outcome) in kinds(&Behaviour::Escaped) {
        let text = outcome.unwrap_or_else(|kind| panic!("{provider:?}: {kind:?}")).text;
        assert!(serde_json::from_str::<serde_json::Value>(&text).expect("JSON").to_string().contains("モデルの言葉"));
    }
}

#[test]
fn a_provider_that_does_not_take_a_shape_is_asked_in_words_and_remembered() {
    for provider in PROVIDERS {
        let fake = FakeProvider::start();
        fake.always(Some(Behaviour::OnlyPlain));
        let model = model(&fake, provider, hasty().0);
        for _ in 0..2 {
            assert!(ask(&model).is_ok(), "{provider:?}");
        }
        // Refused, in words, in words.
        assert_eq!(fake.asked().len(), 3, "{provider:?}");
        assert_eq!(fake.answered(), 2, "{provider:?}");
    }
}

#[test]
fn a_wrong_key_is_the_persons_to_mend_and_is_not_repeated() {
    for provider in PROVIDERS.into_iter().filter(|provider| *provider != Provider::Ollama) {
        let fake = FakeProvider::start();
        let wrong = "sk-wrong-key-9876543210";
        let endpoint = Endpoint::new(provider, Some(fake.address()), Secret::new(wrong)).expect("an endpoint");
        let model = RemoteModel::new(endpoint, "small-1", hasty().0).expect("a model");
        let failure = ask(&model).expect_err("the key is wrong");
        assert_eq!(failure.kind, FailureKind::Unauthorised, "{provider:?}");
        assert!(!failure.to_string().contains("9876543210") && !format!("{failure:?}").contains("9876543210"));
        assert_eq!(fake.asked().len(), 1, "{provider:?}");
    }
}

#[test]
fn too_many_requests_are_waited_for_as_long_as_the_provider_says() {
    for provider in PROVIDERS {
        let fake = FakeProvider::start();
        let busy = |headers| Behaviour::Status(429, headers, "{\"error\":{\"message\":\"slow down\"}}");
        fake.then([busy(vec![("Retry-After", "7")]), busy(vec![("retry-after-ms", "250")]), busy(Vec::new())]);
        let (reach, noting) = hasty();
        let answer = ask(&model(&fake, provider, reach)).expect("the fourth attempt");
        assert_eq!(answer.attempts, 4);
        let waited = noting.0.lock().expect("nobody failed").clone();
        let pauses: Vec<f64> = waited.into_iter().filter(|pause| *pause > 0.1).collect();
        assert_eq!(pauses, [7.0, 0.25, 4.0], "{provider:?}");
    }
}

#[test]
fn a_pause_that_nobody_would_wait_for_is_told_instead() {
    let fake = FakeProvider::start();
    fake.then([Behaviour::Status(429, vec![("Retry-After", "3600")], "{}")]);
    let failure = ask(&model(&fake, Provider::OpenAi, hasty().0)).expect_err("not now");
    assert_eq!((failure.kind, failure.retry_after), (FailureKind::RateLimited, Some(Duration::from_secs(3600))));
    assert_eq!(fake.asked().len(), 1);
}

#[test]
fn an_account_without_money_is_not_asked_again() {
    let fake = FakeProvider::start();
    let body = "{\"error\":{\"message\":\"You exceeded your current quota\",\"code\":\"insufficient_quota\"}}";
    fake.always(Some(Behaviour::Status(429, Vec::new(), body)));
    let failure = ask(&model(&fake, Provider::OpenAi, hasty().0)).expect_err("no money");
    assert_eq!(failure.kind, FailureKind::RateLimited);
    assert_eq!(fake.asked().len(), 1);
}

#[test]
fn a_provider_in_trouble_is_tried_again_and_then_left() {
    for status in [500, 502, 503, 504, 529] {
        let fake = FakeProvider::start();
        fake.then([Behaviour::Status(status, Vec::new(), "oops")]);
        assert_eq!(ask(&model(&fake, Provider::Anthropic, hasty().0)).expect("the second attempt").attempts, 2);
        fake.always(Some(Behaviour::Status(status, Vec::new(), "oops")));
        let failure = ask(&model(&fake, Provider::Anthropic, hasty().0)).expect_err("it stays so");
        assert_eq!(failure.kind, FailureKind::Unavailable);
        assert_eq!(fake.asked().len(), 2 + 4);
    }
}

#[test]
fn an_answer_that_may_have_been_paid_is_not_asked_for_again() {
    for behaviour in [Behaviour::CutAfter(40), Behaviour::HangUp] {
        for provider in PROVIDERS {
            let fake = FakeProvider::start();
            fake.then([behaviour.clone()]);
            let failure = ask(&model(&fake, provider, hasty().0)).expect_err("it broke off");
            assert_eq!(failure.kind, FailureKind::CutOff, "{provider:?} {behaviour:?}");
            assert!(failure.kind.may_be_paid());
            assert_eq!(fake.asked().len(), 1);
        }
    }
}

#[test]
fn slow_drips_and_silence_end_in_time() {
    for behaviour in [Behaviour::Drip(20), Behaviour::Silent(3_000)] {
        let fake = FakeProvider::start();
        fake.then([behaviour]);
        let reach = ProviderConnection { timeout: Duration::from_millis(400), ..hasty().0 };
        let failure = ask(&model(&fake, Provider::OpenAi, reach)).expect_err("too slow");
        assert_eq!(failure.kind, FailureKind::TimedOut);
        assert_eq!(fake.asked().len(), 1);
    }
}

#[test]
fn what_is_not_the_protocol_is_told_from_what_is_no_answer() {
    all_fail(Behaviour::NotJson, FailureKind::Unavailable);
    all_fail(Behaviour::TooLong, FailureKind::TooLong);
    for (provider, outcome) in kinds(&Behaviour::Refuse) {
        match provider {
            // It has no word for it; the words are for whoever reads them.
            Provider::Ollama => assert!(outcome.is_ok()),
            _ => assert_eq!(outcome.err(), Some(FailureKind::Refused), "{provider:?}"),
        }
    }
    for (provider, outcome) in kinds(&Behaviour::NoUsage) {
        assert_eq!(outcome.expect("an answer").tokens, None, "{provider:?}");
    }
}

#[test]
fn a_refusal_or_a_cut_says_what_it_took() {
    for behaviour in [Behaviour::TooLong, Behaviour::Refuse] {
        let fake = FakeProvider::start();
        fake.then([behaviour]);
        let failure = ask(&model(&fake, Provider::Anthropic, hasty().0)).expect_err("no answer");
        assert!(failure.tokens.is_some_and(|tokens| tokens.input > 0));
    }
}

#[test]
fn nobody_at_home_is_tried_again_and_told() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = format!("http://{}", listener.local_addr().expect("an address"));
    drop(listener);
    let endpoint = Endpoint::new(Provider::Ollama, Some(&address), None).expect("an endpoint");
    let (reach, noting) = hasty();
    let failure = ask(&RemoteModel::new(endpoint, "small-1", reach).expect("a model")).expect_err("nobody is there");
    assert_eq!(failure.kind, FailureKind::Unavailable);
    let waited = noting.0.lock().expect("nobody failed").iter().filter(|pause| **pause > 0.1).count();
    assert_eq!(waited, 3);
}

#[test]
fn who_cancels_is_not_waited_for() {
    let fake = FakeProvider::start();
    let cancellation = Cancellation::default();
    cancellation.cancel();
    let shape = shape();
    let question = Question { instructions: "x", material: "y", shape: &shape, max_tokens: 9, temperature: 0.0 };
    let outcome = model(&fake, Provider::OpenAi, hasty().0).ask(&question, &cancellation);
    assert_eq!(outcome.map_err(|failure| failure.kind).err(), Some(FailureKind::Cancelled));
    assert_eq!(fake.asked().len(), 0);
}

#[test]
fn requests_keep_their_pace() {
    let fake = FakeProvider::start();
    let (reach, noting) = hasty();
    let model = model(&fake, Provider::OpenAi, ProviderConnection { requests_per_minute: 30, ..reach });
    for _ in 0..3 {
        ask(&model).expect("an answer");
    }
    let waited = noting.0.lock().expect("nobody failed").clone();
    // The first goes at once; time did not pass for the others.
    assert_eq!(waited.len(), 2);
    assert!(waited[0] > 0.5 && waited[0] <= 2.0 && waited[1] > waited[0] && waited[1] <= 4.0, "{waited:?}");
}

#[test]
fn tokens_keep_their_pace() {
    let fake = FakeProvider::start();
    let (reach, noting) = hasty();
    let model = model(&fake, Provider::OpenAi, ProviderConnection { tokens_per_minute: 2_000, ..reach });
    for _ in 0..2 {
        ask(&model).expect("an answer");
    }
    let waited = noting.0.lock().expect("nobody failed").clone();
    // An answer of 200 tokens and a question of some hundred bytes are more than a tenth of a minute's 2,000 tokens.
    assert_eq!(waited.len(), 1);
    assert!(waited[0] > 5.0 && waited[0] < 30.0, "{waited:?}");
}

#[test]
fn a_proxy_is_gone_through() {
    let fake = FakeProvider::start();
    let proxy = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = format!("http://{}", proxy.local_addr().expect("an address"));
    let seen = std::thread::spawn(move || {
        use std::io::{BufRead, BufReader, Write};
        let (mut stream, _) = proxy.accept().expect("a caller");
        let mut line = String::new();
        BufReader::new(stream.try_clone().expect("a stream")).read_line(&mut line).expect("a line");
        let _ = stream.write_all(b"HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n");
        line
    });
    let reach = ProviderConnection { proxy: ProxyChoice::At(address), attempts: 1, ..hasty().0 };
    assert!(ask(&model(&fake, Provider::OpenAi, reach)).is_err());
    let line = seen.join().expect("the proxy lives");
    assert!(line.starts_with("CONNECT 127.0.0.1:"), "{line}");
    assert_eq!(fake.asked().len(), 0);
}

#[test]
fn certificates_that_cannot_be_read_are_told_before_anything_is_sent() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("ca.pem");
    let endpoint = || Endpoint::new(Provider::OpenAi, None, Secret::new(KEY)).expect("an endpoint");
    let with =
        |file: &std::path::Path| ProviderConnection { ca_file: Some(file.to_owned()), ..ProviderConnection::default() };
    assert!(RemoteModel::new(endpoint(), "x", with(&file)).is_err());
    std::fs::write(&file, "not a certificate").expect("written");
    assert!(RemoteModel::new(endpoint(), "x", with(&file)).is_err());
}
