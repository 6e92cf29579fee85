//! Which providers there are.

use omoide_core::parameters::AUTO;
use omoide_home::lang::say;
use omoide_home::providers;
use omoide_providers::remote::{Provider, Secret};
use serde_json::{Value, json};

use crate::context::{print, print_json};
use crate::invocation::Invocation;
use crate::table::Table;

pub(super) fn run(invocation: &Invocation) -> anyhow::Result<()> {
    let parameters = invocation.home.configuration()?.parameters;
    let (llm, embedding) = (&parameters.llm, &parameters.embedding);
    let lang = invocation.lang();
    let prices = providers::prices(&invocation.home)?;
    let has_key = |name: &str| invocation.home.environment.text(name).as_deref().and_then(Secret::new).is_some();
    let key_of = |provider: Provider| {
        let own = [
            (Provider::of_llm(llm.provider), &llm.key_env),
            (Provider::of_embedding(embedding.provider), &embedding.key_env),
        ];
        let named = own.into_iter().find(|(used, name)| *used == Some(provider) && name.as_str() != AUTO);
        named.map_or(provider.usual_key_env().to_owned(), |(_, name)| name.clone())
    };
    let is_used = |provider: Provider| {
        (Provider::of_llm(llm.provider) == Some(provider), Provider::of_embedding(embedding.provider) == Some(provider))
    };
    if invocation.json {
        let all: Vec<Value> = Provider::ALL
            .into_iter()
            .map(|provider| {
                let (understands, embeds) = is_used(provider);
                json!({
                    "provider": provider.name(), "base_url": provider.usual_url(),
                    "key_env": key_of(provider), "has_key": has_key(&key_of(provider)),
                    "needs_key": provider.needs_key(),
                    "model": provider.usual_model(), "embedding_model": provider.usual_embedding().map(|(name, _)| name),
                    "is_language_model": understands, "is_embedder": embeds,
                })
            })
            .collect();
        return print_json(&json!({
            "providers": all, "llm": {"provider": llm.provider.name(), "model": llm.model},
            "embedding": {"provider": embedding.provider.name(), "model": embedding.model},
            "prices_file": providers::prices_file(&invocation.home),
        }));
    }
    let mut table = Table::new(&[
        lang.pick("provider", "プロバイダ"),
        lang.pick("key", "鍵"),
        lang.pick("usual model", "既定のモデル"),
        lang.pick("$ a million in/out", "100万トークンの入/出（ドル）"),
        lang.pick("used for", "用途"),
    ]);
    for provider in Provider::ALL {
        let (understands, embeds) = is_used(provider);
        let variable = key_of(provider);
        let key = match (has_key(&variable), provider.needs_key()) {
            (true, _) => say!(lang, "{variable} is set", "{variable}に設定済み"),
            (false, true) => say!(lang, "{variable} is not set", "{variable}は未設定"),
            (false, false) => lang.pick("not needed", "不要").to_owned(),
        };
        let model = provider.usual_model().or(provider.usual_embedding().map(|(name, _)| name)).unwrap_or("—");
        let price = prices.of(provider.name(), model).map_or("—".to_owned(), |price| {
            format!("{} / {}", price.input_usd_per_million, price.output_usd_per_million)
        });
        let mut used = Vec::new();
        if understands {
            used.push(say!(lang, "understanding ({})", "理解（{}）", llm.model));
        }
        if embeds {
            used.push(say!(lang, "embedding ({})", "埋め込み（{}）", embedding.model));
        }
        table.push(vec![provider.name().to_owned(), key, model.to_owned(), price, used.join(", ")]);
    }
    print(&table.render(None))?;
    let none = Provider::of_llm(llm.provider).is_none() && Provider::of_embedding(embedding.provider).is_none();
    if none {
        print(lang.pick(
            "no provider is in use: everything is done on this machine. To use one: omoide provider use PROVIDER",
            "使用中のプロバイダはありません。すべてこのマシンで処理しています。使うには：omoide provider use プロバイダ",
        ))?;
    }
    let file = providers::prices_file(&invocation.home);
    let file = file.display();
    print(&say!(lang, "prices can be changed in {file}", "価格は{file}で変えられます"))
}
