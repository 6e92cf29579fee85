//! A provider taken into use: tried, its cost shown, its limits set, and written into the configuration.

use std::io::Read;

use omoide_core::parameters::{AUTO, NONE, Parameters};
use omoide_home::config::edit;
use omoide_home::errors::UserError;
use omoide_home::lang::say;
use omoide_home::stores::Need;
use omoide_providers::remote::{Provider, Secret};
use serde_json::json;
use toml::Value;

use super::Who;
use super::preview::Preview;
use super::test::{self, Tried};
use crate::context;
use crate::context::{hint, print, print_json};
use crate::invocation::Invocation;

/// What may be spent when nobody says.
const DAILY_TOKENS: u32 = 500_000;
const MONTHLY_TOKENS: u32 = 10_000_000;
const DAILY_USD: f64 = 1.0;
const MONTHLY_USD: f64 = 10.0;

/// What may be spent, as far as a person says.
#[derive(Clone, Copy, Debug)]
pub(super) struct SpendingLimits {
    pub(super) daily_tokens: Option<u32>,
    pub(super) monthly_tokens: Option<u32>,
    pub(super) daily_usd: Option<f64>,
    pub(super) monthly_usd: Option<f64>,
}

/// Where the key comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum KeySource {
    AsConfigured,
    Stdin,
}

/// Whether anything is changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mode {
    Real,
    DryRun,
}

pub(super) fn run(
    who: &Who,
    limits: SpendingLimits,
    key: KeySource,
    mode: Mode,
    invocation: &Invocation,
) -> anyhow::Result<()> {
    if who.provider.as_deref() == Some(NONE) {
        return none(who, invocation);
    }
    let mut who = who.clone();
    let parameters = invocation.home.configuration()?.parameters;
    let provider = test::provider_of(&who, &parameters, invocation.lang())?;
    if key == KeySource::Stdin {
        who.key_file = Some(keep_key(provider, invocation)?);
    }
    let tried = test::attempt(&who, &parameters, invocation)?;
    let engine = context::open(invocation, Need::Existing)?.engine.clone();
    let preview = Preview::of(&engine, &parameters, tried.rates, who.embedding)?;
    let lang = invocation.lang();
    let file = &invocation.home.sources.file;
    let settings = settings(&who, &tried);
    let budget = budget(limits, &parameters);
    if mode == Mode::Real {
        let section = if who.embedding { "embedding" } else { "llm" };
        let stale: &[&str] = if who.embedding { &["dimensions"] } else { &[] };
        edit::set_values(file, section, &settings, stale, lang)?;
        edit::set_values(file, "llm", &budget, &[], lang)?;
    }
    let path = file.display();
    if invocation.json {
        let mut value = test::in_json(&tried);
        value["preview"] = preview.in_json();
        value["limits"] = budget.iter().map(|(key, value)| ((*key).to_owned(), json!(value))).collect();
        value["config"] = json!(file);
        value["dry_run"] = json!(mode == Mode::DryRun);
        return print_json(&value);
    }
    print(&test::in_words(&tried, lang))?;
    print(&preview.in_words(lang))?;
    let shown: Vec<String> = budget.iter().map(|(key, value)| format!("llm.{key} = {value}")).collect();
    print(&shown.join("\n"))?;
    match mode {
        Mode::DryRun => print(lang.pick("nothing was changed", "何も変更していません")),
        Mode::Real => {
            let (name, model) = (tried.provider.name(), &tried.model);
            print(&say!(
                lang,
                "{name} with {model} is used from now on ({path})",
                "これからは{name}の{model}を使います（{path}）"
            ))?;
            let next = if who.embedding {
                lang.pick(
                    "to compute vectors for the memories you have: omoide reembed",
                    "今ある記憶のベクトルを計算するには：omoide reembed",
                )
            } else {
                lang.pick(
                    "memories are improved with it at night and after turns; to see what it costs: omoide cost",
                    "夜間処理と会話のあとの処理で、これを使って記憶を改善します。費用を見るには：omoide cost",
                )
            };
            hint(invocation, next);
            Ok(())
        }
    }
}

/// Nobody is asked any more.
fn none(who: &Who, invocation: &Invocation) -> anyhow::Result<()> {
    let lang = invocation.lang();
    let file = &invocation.home.sources.file;
    let (section, provider) = if who.embedding { ("embedding", "builtin") } else { ("llm", NONE) };
    let stale: &[&str] = if who.embedding {
        &["model", "dimensions", "base_url", "key_env", "key_file", "key_command"]
    } else {
        &["model", "base_url", "key_env", "key_file", "key_command"]
    };
    edit::set_values(file, section, &[("provider", Value::from(provider))], stale, lang)?;
    if invocation.json {
        return print_json(&json!({ "provider": provider, "config": file }));
    }
    print(lang.pick(
        "no provider is used any more: everything is done on this machine",
        "プロバイダの使用をやめました。すべてこのマシンで処理します",
    ))
}

fn settings(who: &Who, tried: &Tried) -> Vec<(&'static str, Value)> {
    let provider = tried.provider;
    let is_usual = provider.usual_url() == Some(tried.endpoint.base_url.as_str());
    let text = |value: Option<&str>, otherwise: &str| Value::from(value.unwrap_or(otherwise));
    let mut settings = vec![
        ("provider", Value::from(provider.name())),
        ("model", Value::from(tried.model.as_str())),
        ("base_url", Value::from(if is_usual { AUTO } else { tried.endpoint.base_url.as_str() })),
        ("key_env", text(who.key_env.as_deref(), AUTO)),
        ("key_file", text(who.key_file.as_deref(), NONE)),
        ("key_command", text(who.key_command.as_deref(), NONE)),
    ];
    if let Some(dimensions) = tried.dimensions {
        settings.push(("dimensions", Value::Integer(i64::try_from(dimensions).unwrap_or(0))));
    }
    settings
}

/// The limits: as said, as they are, or as usual where nothing may be spent yet.
fn budget(limits: SpendingLimits, parameters: &Parameters) -> Vec<(&'static str, Value)> {
    let llm = &parameters.llm;
    let tokens = |said: Option<u32>, set: u32, usual: u32| {
        Value::Integer(said.unwrap_or(if set == 0 { usual } else { set }).into())
    };
    let usd =
        |said: Option<f64>, set: f64, usual: f64| Value::Float(said.unwrap_or(if set == 0.0 { usual } else { set }));
    vec![
        ("daily_tokens", tokens(limits.daily_tokens, llm.daily_tokens, DAILY_TOKENS)),
        ("monthly_tokens", tokens(limits.monthly_tokens, llm.monthly_tokens, MONTHLY_TOKENS)),
        ("daily_usd", usd(limits.daily_usd, llm.daily_usd, DAILY_USD)),
        ("monthly_usd", usd(limits.monthly_usd, llm.monthly_usd, MONTHLY_USD)),
    ]
}

/// Keeps a key from stdin in a file that only its owner can read; returns where.
fn keep_key(provider: Provider, invocation: &Invocation) -> anyhow::Result<String> {
    let lang = invocation.lang();
    let mut text = String::new();
    std::io::stdin().lock().take(16_384).read_to_string(&mut text)?;
    if Secret::new(&text).is_none() {
        return Err(UserError::usage("no_key", lang.pick("there is no key on stdin", "標準入力に鍵がありません"))
            .hint(lang.pick(
                "pipe it in: omoide provider use PROVIDER --key-stdin < FILE",
                "渡し方：omoide provider use プロバイダ --key-stdin < ファイル",
            ))
            .into());
    }
    let folder = invocation.home.data_dir.join("keys");
    omoide_home::private::create_folder(&folder)?;
    let path = std::path::absolute(folder.join(provider.name()))?;
    let beside = path.with_extension("new");
    write_private(&beside, text.trim().as_bytes())?;
    std::fs::rename(&beside, &path)?;
    path.into_os_string().into_string().map_err(|_| {
        UserError::theirs(
            "no_key",
            lang.pick("the folder's name cannot be read as text", "フォルダの名前を文字として読めません"),
        )
        .into()
    })
}

fn write_private(path: &std::path::Path, bytes: &[u8]) -> std::io::Result<()> {
    use std::io::Write;
    let _ = std::fs::remove_file(path);
    let mut options = std::fs::File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}
