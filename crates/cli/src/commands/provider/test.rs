//! A provider tried out: one small question, its answer, and what it took.

use omoide::ModelRates;
use omoide::prompts::{self, Analysed, Tongue};
use omoide_core::parameters::{Embedding, NONE, Parameters};
use omoide_core::ports::store::{CallIntent, CallOutcome, Purpose, Writer};
use omoide_core::ports::{Cancellation, Clock, LanguageModel, ModelFailure, Question, StoreError, Tokens};
use omoide_core::{Emotion, Text, Valence};
use omoide_home::clock::SystemClock;
use omoide_home::errors::UserError;
use omoide_home::lang::{Lang, say};
use omoide_home::providers::{self, Address};
use omoide_home::stores;
use omoide_providers::remote::{Endpoint, Provider, RemoteEmbedder, RemoteModel};
use serde_json::json;

use super::Who;
use crate::context::{print, print_json};
use crate::invocation::Invocation;
use crate::table::labelled;
use crate::telling;

/// The turn that a model is tried with: what was said and replied.
const JAPANESE: [&str; 2] =
    ["やっと試験に合格した！支えてくれた家族に感謝してる。", "合格おめでとうございます。ご家族の支えが実りましたね。"];
const ENGLISH: [&str; 2] = [
    "I passed the exam at last! I am grateful to my family, who stood by me.",
    "Congratulations on the exam. Your family's support has paid off.",
];

/// What is tried.
pub(super) struct Tried {
    pub(super) provider: Provider,
    pub(super) model: String,
    pub(super) endpoint: Endpoint,
    pub(super) rates: ModelRates,
    pub(super) outcome: CallOutcome,
    /// The answer of a language model, and whether it can be used.
    pub(super) answer: Option<(String, Grade)>,
    /// What it felt in a turn that everyone finds glad.
    pub(super) emotion: Option<Emotion>,
    /// How many components the vectors of an embedder have.
    pub(super) dimensions: Option<usize>,
}

/// A turn of joy that is found weaker than this was not understood.
const GLAD: u8 = 30;

fn is_glad(emotion: &Emotion) -> bool {
    emotion.feeling.valence == Valence::Positive && emotion.intensity >= GLAD
}

/// How good an answer is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Grade {
    Good,
    Repaired,
    Unusable,
}

impl Grade {
    fn name(self) -> &'static str {
        match self {
            Self::Good => "good",
            Self::Repaired => "repaired",
            Self::Unusable => "unusable",
        }
    }

    fn word(self, lang: Lang) -> &'static str {
        match self {
            Self::Good => lang.pick("good", "問題ありません"),
            Self::Repaired => lang.pick("usable after a correction", "補正すれば使えます"),
            Self::Unusable => lang.pick(
                "unusable: Omoide would do the work without it",
                "使えません（Omoideがプロバイダなしで\
                                                                                処理します）",
            ),
        }
    }
}

pub(super) fn run(who: &Who, invocation: &Invocation) -> anyhow::Result<()> {
    let parameters = invocation.home.configuration()?.parameters;
    let tried = attempt(who, &parameters, invocation)?;
    if invocation.json {
        return print_json(&in_json(&tried));
    }
    print(&in_words(&tried, invocation.lang()))
}

/// Asks, and writes it into the ledger. A person who tries something out is not held back by limits.
pub(super) fn attempt(who: &Who, parameters: &Parameters, invocation: &Invocation) -> anyhow::Result<Tried> {
    let lang = invocation.lang();
    let provider = provider_of(who, parameters, lang)?;
    let (llm, embedding) = (&parameters.llm, &parameters.embedding);
    let is_llm = Provider::of_llm(llm.provider) == Some(provider) && !who.embedding;
    let is_embedder = Provider::of_embedding(embedding.provider) == Some(provider) && who.embedding;
    let (base_url, key_env, key_file, key_command, used) = if is_llm {
        (&llm.base_url, &llm.key_env, &llm.key_file, &llm.key_command, Some(llm.model.as_str()))
    } else if is_embedder {
        let Embedding { base_url, key_env, key_file, key_command, model, .. } = embedding;
        (base_url, key_env, key_file, key_command, Some(model.as_str()))
    } else {
        (&AUTO_TEXT.0, &AUTO_TEXT.0, &AUTO_TEXT.1, &AUTO_TEXT.1, None)
    };
    let usual = if who.embedding { provider.usual_embedding().map(|(name, _)| name) } else { provider.usual_model() };
    let model =
        who.model.as_deref().or(used.filter(|name| *name != NONE)).or(usual).ok_or_else(|| no_model(provider, lang))?;
    let address = Address {
        provider,
        base_url: who.base_url.as_deref().unwrap_or(base_url),
        key_env: who.key_env.as_deref().unwrap_or(key_env),
        key_file: who.key_file.as_deref().unwrap_or(key_file),
        key_command: who.key_command.as_deref().unwrap_or(key_command),
    };
    let endpoint = providers::endpoint(&invocation.home, address)?;
    let rates = providers::rates(&invocation.home, parameters, &endpoint, model)?;
    let clock = SystemClock::new(&invocation.home.environment, lang)?;
    let at = clock.now();
    let asked =
        if who.embedding { embed(&endpoint, model, parameters) } else { ask(&endpoint, model, parameters, lang) };
    let micros = clock.now().unix_micros().saturating_sub(at.unix_micros());
    let duration_ms = u64::try_from(micros / 1_000).unwrap_or(0);
    let (tokens, is_measured) = match &asked {
        Ok(asked) => asked.tokens.map_or((asked.assumed, false), |tokens| (tokens, true)),
        Err(failure) => (failure.tokens.unwrap_or_default(), failure.tokens.is_some()),
    };
    let outcome = CallOutcome { tokens, nanodollars: rates.nanodollars(tokens), is_measured, duration_ms };
    let intent = CallIntent {
        at,
        provider: provider.name().to_owned(),
        model: model.to_owned(),
        purpose: Purpose::Test,
        made_by: "test".to_owned(),
        tokens,
        nanodollars: outcome.nanodollars,
    };
    note(invocation, &intent, &outcome, asked.as_ref().err())?;
    let asked = asked.map_err(|failure| providers::told(&failure, provider.name(), lang))?;
    Ok(Tried {
        provider,
        model: model.to_owned(),
        endpoint,
        rates,
        outcome,
        answer: asked.answer,
        emotion: asked.emotion,
        dimensions: asked.dimensions,
    })
}

/// What stands for nothing said.
static AUTO_TEXT: std::sync::LazyLock<(String, String)> =
    std::sync::LazyLock::new(|| (omoide_core::parameters::AUTO.to_owned(), NONE.to_owned()));

/// The provider that is named, or the one in use.
pub(super) fn provider_of(who: &Who, parameters: &Parameters, lang: Lang) -> Result<Provider, UserError> {
    if let Some(name) = &who.provider {
        let known: Vec<&str> = Provider::ALL.into_iter().map(Provider::name).collect();
        return Provider::named(name).ok_or_else(|| {
            UserError::usage(
                "unknown_provider",
                say!(lang, "no provider is called \"{name}\"", "「{name}」というプロバイダはありません"),
            )
            .hint(say!(lang, "there are: {}", "あるのは：{}", known.join(", ")))
        });
    }
    let used = if who.embedding {
        Provider::of_embedding(parameters.embedding.provider)
    } else {
        Provider::of_llm(parameters.llm.provider)
    };
    used.ok_or_else(|| {
        UserError::theirs("no_provider", lang.pick("no provider is in use", "使用中のプロバイダはありません"))
            .hint(lang.pick("name one: omoide provider test PROVIDER", "指定するには：omoide provider test プロバイダ"))
    })
}

struct AskedOnce {
    tokens: Option<Tokens>,
    assumed: Tokens,
    answer: Option<(String, Grade)>,
    emotion: Option<Emotion>,
    dimensions: Option<usize>,
}

fn ask(endpoint: &Endpoint, model: &str, parameters: &Parameters, lang: Lang) -> Result<AskedOnce, ModelFailure> {
    let remote = RemoteModel::new(endpoint.clone(), model, providers::reach(parameters))?;
    let ([said, replied], tongue) = match lang {
        Lang::Japanese => (JAPANESE, Tongue::Japanese),
        Lang::English => (ENGLISH, Tongue::English),
    };
    let turn = Text { trigger: said.to_owned(), content: replied.to_owned() };
    let (instructions, material) =
        (prompts::instructions(Purpose::Analyse, tongue), prompts::material(std::slice::from_ref(&turn), 400));
    let shape = prompts::shape::<Analysed>(std::slice::from_ref(&turn));
    let question = Question {
        instructions: &instructions,
        material: &material,
        shape: &shape,
        max_tokens: parameters.llm.max_tokens,
        temperature: parameters.llm.temperature,
    };
    let answer = remote.ask(&question, &Cancellation::default())?;
    let read = prompts::read::<Analysed>(&answer.text, &[turn]).pop().flatten();
    let emotion = read.as_ref().map(|read| read.get().emotion.clone());
    let grade = match read {
        Some(prompts::AnswerRead::Good(_)) => Grade::Good,
        Some(prompts::AnswerRead::Repaired(_)) => Grade::Repaired,
        None => Grade::Unusable,
    };
    let count = |text: &str| omoide_language::token_count::estimate(text) as u64;
    let assumed = Tokens { input: count(&instructions) + count(&material), output: count(&answer.text) };
    Ok(AskedOnce { tokens: answer.tokens, assumed, answer: Some((answer.text, grade)), emotion, dimensions: None })
}

fn embed(endpoint: &Endpoint, model: &str, parameters: &Parameters) -> Result<AskedOnce, ModelFailure> {
    let size = match parameters.embedding.dimensions {
        0 => endpoint.provider.usual_embedding().filter(|(name, _)| *name == model).map_or(0, |(_, size)| size),
        set if parameters.embedding.model == model => set,
        _ => 0,
    };
    let remote = RemoteEmbedder::new(endpoint.clone(), model, size as usize, 1, providers::reach(parameters))?;
    let dimensions = remote.measure()?;
    let assumed = Tokens { input: 3, output: 0 };
    Ok(AskedOnce { tokens: None, assumed, answer: None, emotion: None, dimensions: Some(dimensions) })
}

/// Writes it into the ledger, if there is one.
fn note(
    invocation: &Invocation,
    intent: &CallIntent,
    outcome: &CallOutcome,
    failure: Option<&ModelFailure>,
) -> anyhow::Result<()> {
    let store = match stores::open(&invocation.home.store_path()) {
        Ok(store) => store,
        Err(StoreError::Missing { .. }) => return Ok(()),
        Err(error) => return Err(error.into()),
    };
    store.write(&invocation.home.mind, &mut |w: &mut dyn Writer| {
        let call = w.begin_call(&invocation.home.mind, intent, &[], &[])?;
        match failure {
            None => w.answer_call(call, outcome, None),
            Some(failure) => w.fail_call(call, outcome, failure.kind),
        }
    })?;
    Ok(())
}

pub(super) fn in_json(tried: &Tried) -> serde_json::Value {
    json!({
        "provider": tried.provider.name(), "model": tried.model, "base_url": tried.endpoint.base_url,
        "answer": tried.answer.as_ref().map(|(text, _)| text),
        "grade": tried.answer.as_ref().map(|(_, grade)| grade.name()),
        "feeling_understood": tried.emotion.as_ref().map(is_glad),
        "dimensions": tried.dimensions,
        "input_tokens": tried.outcome.tokens.input, "output_tokens": tried.outcome.tokens.output,
        "is_measured": tried.outcome.is_measured,
        "usd": tried.outcome.nanodollars as f64 / 1e9, "duration_ms": tried.outcome.duration_ms,
    })
}

pub(super) fn in_words(tried: &Tried, lang: Lang) -> String {
    let tokens = tried.outcome.tokens;
    let usd = tried.outcome.nanodollars as f64 / 1e9;
    let (input, output, ms) = (tokens.input, tokens.output, tried.outcome.duration_ms);
    let mut rows = vec![
        (lang.pick("provider", "プロバイダ"), format!("{} ({})", tried.provider.name(), tried.endpoint.base_url)),
        (lang.pick("model", "モデル"), tried.model.clone()),
        (
            lang.pick("needed", "使用量"),
            say!(
                lang,
                "{input} tokens in, {output} out, ${usd:.6}, {ms} ms",
                "入力{input}トークン、出力{output}トークン、{usd:.6}ドル、{ms}ミリ秒"
            ),
        ),
    ];
    if let Some((text, grade)) = &tried.answer {
        rows.push((lang.pick("answer", "答え"), crate::width::one_line(text).chars().take(400).collect()));
        rows.push((lang.pick("assessment", "評価"), grade.word(lang).to_owned()));
    }
    if let Some(emotion) = &tried.emotion {
        let (valence, intensity) = (telling::valence(emotion.feeling.valence, lang), emotion.intensity);
        let told = if is_glad(emotion) {
            lang.pick("right: this turn is a happy one", "正しく理解しています：喜びの発言です")
        } else {
            lang.pick(
                "wrong: this turn is a happy one; another model may do better",
                "正しく理解できていません：喜びの発言です。別のモデルのほうがよいでしょう",
            )
        };
        rows.push((lang.pick("feeling", "感情"), format!("{valence} {intensity}: {told}")));
    }
    if let Some(dimensions) = tried.dimensions {
        rows.push((lang.pick("vectors", "ベクトル"), say!(lang, "{dimensions} components", "{dimensions}成分")));
    }
    labelled(&rows)
}

fn no_model(provider: Provider, lang: Lang) -> UserError {
    let name = provider.name();
    UserError::theirs("no_model", say!(lang, "{name} needs the name of a model", "{name}にはモデルの名前が必要です"))
        .hint(lang.pick("name it: --model MODEL", "指定するには：--model モデル"))
}
