//! Embedders behind an address, spoken to in every protocol by a provider that this test plays.

use omoide_core::ports::Embedder;
use omoide_providers::remote::{Endpoint, Provider, ProviderConnection, ProxyChoice, RemoteEmbedder, Secret};
use omoide_testkit::fake_provider::{Behaviour, FakeProvider, KEY};

const PROVIDERS: [Provider; 5] =
    [Provider::OpenAi, Provider::Gemini, Provider::Ollama, Provider::Voyage, Provider::Compatible];

fn embedder(fake: &FakeProvider, provider: Provider, dimensions: usize) -> RemoteEmbedder {
    let endpoint = Endpoint::new(provider, Some(fake.address()), Secret::new(KEY)).expect("an endpoint");
    let reach = ProviderConnection {
        requests_per_minute: 1_000_000,
        proxy: ProxyChoice::None,
        ..ProviderConnection::default()
    };
    RemoteEmbedder::new(endpoint, "text-embedding-3-test", dimensions, 2, reach).expect("an embedder")
}

#[test]
fn texts_come_back_in_their_order_and_in_batches() {
    for provider in PROVIDERS {
        let fake = FakeProvider::start();
        let embedder = embedder(&fake, provider, 8);
        let vectors = embedder.embed(&["a", "", "b", "…", "c"]).unwrap_or_else(|e| panic!("{provider:?}: {e}"));
        assert_eq!(vectors.iter().map(Option::is_some).collect::<Vec<_>>(), [true, false, true, false, true]);
        let place = |vector: &Option<Vec<f32>>| vector.as_ref().and_then(|v| v.iter().position(|x| *x > 0.0));
        assert_eq!([0, 2, 4].map(|at| place(&vectors[at])), [Some(1), Some(2), Some(3)], "{provider:?}");
        assert_eq!(fake.asked().len(), 2, "{provider:?}: three texts, two at once");
        assert!(embedder.is_remote());
        assert_eq!(embedder.model(), format!("{}:text-embedding-3-test", provider.name()));
    }
}

#[test]
fn a_query_is_told_from_a_passage_where_the_provider_can_tell() {
    for (provider, passage, query) in
        [(Provider::Gemini, "RETRIEVAL_DOCUMENT", "RETRIEVAL_QUERY"), (Provider::Voyage, "document", "query")]
    {
        let fake = FakeProvider::start();
        let embedder = embedder(&fake, provider, 8);
        embedder.embed(&["a"]).expect("a vector");
        embedder.embed_query("a").expect("a vector");
        let asked = fake.asked();
        assert!(asked[0].body.contains(passage) && asked[1].body.contains(query), "{provider:?}");
    }
}

#[test]
fn vectors_of_a_wrong_size_or_number_are_refused() {
    for provider in PROVIDERS {
        for behaviour in [Behaviour::Dimensions(5), Behaviour::OneVectorLess, Behaviour::NotJson] {
            let fake = FakeProvider::start();
            fake.then([behaviour.clone()]);
            let outcome = embedder(&fake, provider, 8).embed(&["a", "b"]);
            assert!(outcome.is_err(), "{provider:?} {behaviour:?}");
        }
    }
}

#[test]
fn a_model_of_unknown_size_is_measured() {
    for provider in PROVIDERS {
        let fake = FakeProvider::start();
        assert_eq!(embedder(&fake, provider, 0).measure(), Ok(8), "{provider:?}");
    }
}

#[test]
fn an_empty_list_asks_nobody() {
    let fake = FakeProvider::start();
    assert_eq!(embedder(&fake, Provider::OpenAi, 8).embed(&["", "…"]).expect("nothing"), [None, None]);
    assert_eq!(fake.asked().len(), 0);
}
