//! The providers as the configuration has them: the language model that is meant, the embedder that is meant, their keys
//! and their prices.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use omoide::{MeteredEmbedder, ModelRates};
use omoide_core::parameters::{AUTO, NONE, Network, Parameters};
use omoide_core::ports::{Clock, Embedder, ModelFailure, Store};
use omoide_providers::remote::{
    Endpoint, EndpointError, KeyCommand, Prices, Provider, ProviderConnection, ProxyChoice, RemoteEmbedder,
    RemoteModel, Secret,
};

use crate::Home;
use crate::errors::UserError;
use crate::lang::{Lang, say};

/// The file of one's own prices, beside the configuration.
const PRICES: &str = "prices.csv";

/// Where a provider and its key are, as a person says it.
#[derive(Clone, Copy, Debug)]
pub struct Address<'a> {
    /// Who.
    pub provider: Provider,
    /// Where; `auto` is its own address.
    pub base_url: &'a str,
    /// The variable with the key; `auto` is the usual one.
    pub key_env: &'a str,
    /// The file with the key; `none` is none.
    pub key_file: &'a str,
    /// The command that prints the key; `none` is none.
    pub key_command: &'a str,
}

/// The language model that is meant.
pub struct Meant {
    /// The model.
    pub model: Arc<RemoteModel>,
    /// What it costs.
    pub rates: ModelRates,
}

/// The language model that the parameters mean; none where the language layer does it alone.
///
/// # Errors
/// When it cannot be reached as it is configured.
pub fn language_model(home: &Home, parameters: &Parameters) -> Result<Option<Meant>, UserError> {
    let llm = &parameters.llm;
    let Some(provider) = Provider::of_llm(llm.provider) else { return Ok(None) };
    let address = Address {
        provider,
        base_url: &llm.base_url,
        key_env: &llm.key_env,
        key_file: &llm.key_file,
        key_command: &llm.key_command,
    };
    let endpoint = endpoint(home, address)?;
    let rates = rates(home, parameters, &endpoint, &llm.model)?;
    let model = RemoteModel::new(endpoint, &llm.model, reach(parameters))
        .map_err(|failure| told(&failure, provider.name(), home.lang))?;
    Ok(Some(Meant { model: Arc::new(model), rates }))
}

/// The embedder of a provider that the parameters mean; none where texts are embedded here.
///
/// # Errors
/// When it cannot be reached as it is configured, or nobody knows how many components its vectors have.
pub fn embedder(
    home: &Home,
    parameters: &Parameters,
    store: &Arc<dyn Store>,
    clock: &Arc<dyn Clock>,
) -> Result<Option<Arc<dyn Embedder>>, UserError> {
    let meant = &parameters.embedding;
    let Some(provider) = Provider::of_embedding(meant.provider) else { return Ok(None) };
    let address = Address {
        provider,
        base_url: &meant.base_url,
        key_env: &meant.key_env,
        key_file: &meant.key_file,
        key_command: &meant.key_command,
    };
    let endpoint = endpoint(home, address)?;
    let rates = rates(home, parameters, &endpoint, &meant.model)?;
    let usual = provider.usual_embedding().filter(|(model, _)| *model == meant.model).map_or(0, |(_, size)| size);
    let dimensions = if meant.dimensions == 0 { usual } else { meant.dimensions };
    if dimensions == 0 {
        return Err(size_unknown(&meant.model, provider, home.lang));
    }
    let at_once = meant.texts_per_call as usize;
    let inner = RemoteEmbedder::new(endpoint, &meant.model, dimensions as usize, at_once, reach(parameters))
        .map_err(|failure| told(&failure, provider.name(), home.lang))?;
    Ok(Some(Arc::new(MeteredEmbedder {
        inner: Arc::new(inner),
        store: Arc::clone(store),
        clock: Arc::clone(clock),
        mind: home.mind.clone(),
        llm: parameters.llm.clone(),
        rates,
        provider: provider.name().to_owned(),
        model: meant.model.clone(),
        texts_per_call: at_once,
    })))
}

/// A provider at its address, with its key.
///
/// # Errors
/// When the address or the key is missing or must not be used.
pub fn endpoint(home: &Home, address: Address<'_>) -> Result<Endpoint, UserError> {
    let key = key(home, address)?;
    let url = Some(address.base_url).filter(|url| *url != AUTO);
    Endpoint::new(address.provider, url, key).map_err(|error| not_reachable(&error, address, home.lang))
}

/// The key: from the variable, or else from the file, or else from the command when it is needed.
fn key(home: &Home, address: Address<'_>) -> Result<Option<Secret>, UserError> {
    let variable = if address.key_env == AUTO { address.provider.usual_key_env() } else { address.key_env };
    if let Some(key) = home.environment.text(variable).as_deref().and_then(Secret::new) {
        return Ok(Some(key));
    }
    if address.key_file == NONE {
        return command(address.key_command, home.lang);
    }
    let path = at_home(Path::new(address.key_file), home);
    let lang = home.lang;
    let text = std::fs::read_to_string(&path).map_err(|error| {
        let path = path.display();
        UserError::theirs(
            "no_key",
            say!(lang, "the key in {path} cannot be read: {error}", "{path}の鍵を読めません：{error}"),
        )
    })?;
    Ok(Secret::new(&text))
}

fn command(line: &str, lang: Lang) -> Result<Option<Secret>, UserError> {
    if line == NONE {
        return Ok(None);
    }
    // A line of the configuration has no double quotes and no backslashes.
    let command = KeyCommand::new(line).filter(|_| !line.contains(['"', '\\'])).ok_or_else(|| {
        UserError::theirs(
            "no_key",
            lang.pick("the command for the key cannot be read", "鍵を出力するコマンドを読めません"),
        )
        .hint(lang.pick(
            "put words with spaces in single quotes: --key-command \"secret-tool lookup service 'my key'\"",
            "空白を含む語は一重引用符で囲んでください：--key-command \"secret-tool lookup service 'my key'\"",
        ))
    })?;
    Ok(Some(Secret::of_command(command)))
}

/// A path that may begin at home.
fn at_home(path: &Path, home: &Home) -> PathBuf {
    match (path.strip_prefix("~"), home.environment.path("HOME")) {
        (Ok(rest), Some(home)) => home.join(rest),
        _ => path.to_owned(),
    }
}

/// How providers are reached.
pub fn reach(parameters: &Parameters) -> ProviderConnection {
    let Network { proxy, ca_file } = &parameters.network;
    let llm = &parameters.llm;
    ProviderConnection {
        timeout: Duration::from_secs(llm.timeout_seconds.into()),
        attempts: llm.attempts,
        requests_per_minute: llm.requests_per_minute,
        tokens_per_minute: llm.tokens_per_minute,
        proxy: match proxy.as_str() {
            AUTO => ProxyChoice::FromEnvironment,
            NONE => ProxyChoice::None,
            address => ProxyChoice::At(address.to_owned()),
        },
        ca_file: (ca_file != NONE).then(|| PathBuf::from(ca_file)),
        ..ProviderConnection::default()
    }
}

/// Where one's own prices are, or would be.
pub fn prices_file(home: &Home) -> PathBuf {
    home.sources.file.with_file_name(PRICES)
}

/// The prices: one's own lines before the usual ones.
///
/// # Errors
/// When one's own cannot be read.
pub fn prices(home: &Home) -> Result<Prices, UserError> {
    let file = prices_file(home);
    let own = match std::fs::read_to_string(&file) {
        Ok(text) => Prices::read(&text).map_err(|bad| {
            let (path, lang) = (file.display(), home.lang);
            UserError::theirs("prices", format!("{path}: {bad}")).hint(
                lang.pick("write: provider,model,input,output", "このように書きます：provider,model,input,output"),
            )
        })?,
        Err(_) => return Ok(Prices::usual()),
    };
    Ok(Prices::usual().under(own))
}

/// What a model costs: by the table, nothing on this machine, and what the configuration assumes otherwise.
///
/// # Errors
/// When one's own prices cannot be read.
pub fn rates(home: &Home, parameters: &Parameters, endpoint: &Endpoint, model: &str) -> Result<ModelRates, UserError> {
    let price = prices(home)?.of(endpoint.provider.name(), model);
    let cost = &parameters.cost;
    Ok(match price {
        Some(price) => ModelRates {
            input_usd_per_million: price.input_usd_per_million,
            output_usd_per_million: price.output_usd_per_million,
        },
        None if endpoint.is_here() => ModelRates::default(),
        None => ModelRates {
            input_usd_per_million: cost.input_usd_per_million,
            output_usd_per_million: cost.output_usd_per_million,
        },
    })
}

/// A provider's failure in the person's words.
pub fn told(failure: &ModelFailure, provider: &str, lang: Lang) -> UserError {
    use omoide_core::ports::FailureKind as Kind;
    let said = &failure.message;
    let (message, hint) = match failure.kind {
        Kind::Unauthorised => (
            say!(lang, "{provider} does not accept the key", "{provider}が鍵を受け付けません"),
            lang.pick(
                "set the right one, then try it: omoide provider test",
                "正しい鍵を設定し、試してください：omoide provider test",
            ),
        ),
        Kind::UnknownModel => (
            say!(
                lang,
                "{provider} has no such model at that address",
                "{provider}のそのアドレスに、そのモデルはありません"
            ),
            lang.pick(
                "name another: omoide provider use PROVIDER --model MODEL",
                "別のモデルを指定するには：omoide provider use プロバイダ --model モデル",
            ),
        ),
        Kind::RateLimited => (
            say!(
                lang,
                "{provider} refuses: too many requests, or no credit left",
                "{provider}に拒否されました：要求が多すぎるか、\
                                                                     残高が足りません"
            ),
            lang.pick("try again later", "しばらくしてからもう一度試してください"),
        ),
        Kind::Unavailable | Kind::TimedOut | Kind::CutOff => (
            say!(lang, "{provider} does not answer", "{provider}から応答がありません"),
            lang.pick(
                "check that it is running and that network.proxy is right; then: omoide provider test",
                "動いていることと、network.proxyの設定を確かめてください。試すには：omoide provider test",
            ),
        ),
        Kind::Rejected | Kind::Unreadable | Kind::Refused | Kind::TooLong | Kind::Cancelled => (
            say!(lang, "the answer of {provider} cannot be used", "{provider}の応答は使えませんでした"),
            lang.pick("try another model: omoide provider list", "別のモデルを試してください：omoide provider list"),
        ),
    };
    UserError::theirs("provider", message).details(vec![said.clone()]).hint(hint)
}

fn not_reachable(error: &EndpointError, address: Address<'_>, lang: Lang) -> UserError {
    let name = address.provider.name();
    let variable = if address.key_env == AUTO { address.provider.usual_key_env() } else { address.key_env };
    match error {
        EndpointError::NoKey { .. } => {
            UserError::theirs("no_key", say!(lang, "there is no key for {name}", "{name}の鍵がありません")).hint(say!(
                lang,
                "set {variable}, or give it once: omoide provider use {name} --key-stdin",
                "{variable}に設定するか、一度だけ渡してください：omoide provider use {name} --key-stdin"
            ))
        }
        EndpointError::NoAddress { .. } => {
            UserError::theirs("no_address", say!(lang, "{name} needs an address", "{name}にはアドレスが必要です")).hint(
                say!(
                    lang,
                    "name it: omoide provider use {name} --base-url http://127.0.0.1:8080/v1 --model MODEL",
                    "指定するには：omoide provider use {name} --base-url http://127.0.0.1:8080/v1 --model モデル"
                ),
            )
        }
        EndpointError::BadAddress { url } => UserError::theirs(
            "bad_address",
            say!(lang, "\"{url}\" is not an address", "「{url}」はアドレスではありません"),
        )
        .hint(lang.pick("it begins with http:// or https://", "http:// か https:// で始めてください")),
        EndpointError::Unprotected { url } => UserError::theirs(
            "unprotected",
            say!(
                lang,
                "{url} is not encrypted, so no key is sent to it",
                "{url}は暗号化されていないため、鍵を送りません"
            ),
        )
        .hint(lang.pick("use https, or an address on this machine", "httpsか、このマシンのアドレスを使ってください")),
    }
}

fn size_unknown(model: &str, provider: Provider, lang: Lang) -> UserError {
    let name = provider.name();
    UserError::theirs(
        "config",
        say!(
            lang,
            "it is unknown how many components the vectors of {model} have",
            "{model}のベクトルの次元数が分かりません"
        ),
    )
    .hint(say!(
        lang,
        "to find out: omoide provider use {name} --embedding --model {model}",
        "調べるには：omoide provider use {name} --embedding --model {model}"
    ))
}
