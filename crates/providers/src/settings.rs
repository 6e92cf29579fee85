//! How a model wants to be used, read from the files beside it, and what the person says instead.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::encoder::Config;
use crate::{ModelError, Pooling};

/// More tokens than this are not read of a text: the time that a text takes grows with their square.
const MOST_TOKENS: usize = 512;

/// Where weights can be, the best first.
pub(crate) const WEIGHTS: [&str; 3] = ["model.safetensors", "onnx/model.onnx", "model.onnx"];

/// What the person who adds a model says about it; what is not said is read from its files.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Wishes {
    /// The name that it gets.
    pub name: Option<String>,
    /// How the rows of a text become one vector.
    pub pooling: Option<Pooling>,
    /// How many tokens of a text are read.
    pub max_tokens: Option<usize>,
    /// What is put before words that are searched with.
    pub query_prefix: Option<String>,
    /// What is put before texts that are found.
    pub passage_prefix: Option<String>,
}

/// How a model is used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ModelSettings {
    pub(crate) pooling: Pooling,
    pub(crate) normalize: bool,
    pub(crate) max_tokens: usize,
    pub(crate) query_prefix: String,
    pub(crate) passage_prefix: String,
}

impl ModelSettings {
    /// What the files of a folder say. `called` is by what names the model is known.
    pub(crate) fn read(folder: &Path, config: &Config, called: &[&str]) -> Result<Self, ModelError> {
        let modules = json(folder, "modules.json")?;
        check_modules(folder, &modules)?;
        let (query_prefix, passage_prefix) = prefixes(folder, config, called)?;
        Ok(Self {
            pooling: pooling(folder, &modules, called)?,
            // Without a word about it vectors are brought to length one; cosines are the same either way.
            normalize: !modules.is_array() || has_module(&modules, "Normalize").is_some(),
            max_tokens: max_tokens(folder)?,
            query_prefix,
            passage_prefix,
        })
    }

    /// What holds for a model that is one file with nothing beside it.
    pub(crate) fn alone() -> Self {
        Self {
            pooling: Pooling::Mean,
            normalize: true,
            max_tokens: MOST_TOKENS,
            query_prefix: String::new(),
            passage_prefix: String::new(),
        }
    }

    /// As the person says.
    #[must_use]
    pub(crate) fn with(self, wishes: &Wishes) -> Self {
        Self {
            pooling: wishes.pooling.unwrap_or(self.pooling),
            max_tokens: wishes.max_tokens.unwrap_or(self.max_tokens).clamp(8, 8_192),
            query_prefix: wishes.query_prefix.clone().unwrap_or(self.query_prefix),
            passage_prefix: wishes.passage_prefix.clone().unwrap_or(self.passage_prefix),
            ..self
        }
    }
}

/// The file of weights in a folder, or what is wrong with those that are there.
pub(crate) fn weights(folder: &Path) -> Result<PathBuf, ModelError> {
    if let Some(found) = WEIGHTS.iter().map(|name| folder.join(name)).find(|path| path.is_file()) {
        return Ok(found);
    }
    let others = [
        ("onnx/model_quantized.onnx", "it is quantised: put model.safetensors or onnx/model.onnx beside it"),
        ("model_quantized.onnx", "it is quantised: put model.safetensors or onnx/model.onnx beside it"),
        ("model.safetensors.index.json", "the weights are in several files, and only one can be read"),
        ("pytorch_model.bin", "it is a program's own format: put model.safetensors or onnx/model.onnx beside it"),
    ];
    for (name, reason) in others {
        let path = folder.join(name);
        if path.is_file() {
            return Err(ModelError::Weights { path, reason: reason.to_owned() });
        }
    }
    Err(ModelError::NoFile { folder: folder.to_owned(), file: "model.safetensors or onnx/model.onnx" })
}

/// The only ONNX file of a folder without a `config.json`: a model that says all about itself.
pub(crate) fn standing_alone(folder: &Path) -> Option<PathBuf> {
    if folder.join("config.json").is_file() {
        return None;
    }
    let entries = fs::read_dir(folder).ok()?.flatten().map(|entry| entry.path());
    let mut files = entries.filter(|path| path.extension().is_some_and(|ending| ending == "onnx") && path.is_file());
    files.next().filter(|_| files.next().is_none())
}

/// What a JSON file of the folder says; nothing if it is not there.
fn json(folder: &Path, name: &str) -> Result<Value, ModelError> {
    let path = folder.join(name);
    if !path.is_file() {
        return Ok(Value::Null);
    }
    let text = fs::read_to_string(&path).map_err(|cause| ModelError::Unreadable { path: path.clone(), cause })?;
    serde_json::from_str(&text).map_err(|error| ModelError::File { path, reason: error.to_string() })
}

fn modules_of(modules: &Value) -> impl Iterator<Item = (&str, &str)> {
    let all = modules.as_array().into_iter().flatten();
    all.filter_map(|module| Some((module["type"].as_str()?, module["path"].as_str().unwrap_or_default())))
}

/// The folder of a module, by the last word of its type.
fn has_module<'m>(modules: &'m Value, kind: &str) -> Option<&'m str> {
    modules_of(modules).find(|(name, _)| name.rsplit('.').next() == Some(kind)).map(|(_, path)| path)
}

fn check_modules(folder: &Path, modules: &Value) -> Result<(), ModelError> {
    let known = ["Transformer", "Pooling", "Normalize"];
    let unknown = modules_of(modules).find(|(name, _)| !known.iter().any(|known| name.ends_with(known)));
    match unknown {
        Some((name, _)) => Err(ModelError::File {
            path: folder.join("modules.json"),
            reason: format!("the model has a part {name}, which is not known here"),
        }),
        None => Ok(()),
    }
}

fn pooling(folder: &Path, modules: &Value, called: &[&str]) -> Result<Pooling, ModelError> {
    let name = format!("{}/config.json", has_module(modules, "Pooling").unwrap_or("1_Pooling"));
    let written = json(folder, &name)?;
    if written.is_null() {
        let is_bge = called.iter().any(|name| words(name).any(|word| word == "bge"));
        return Ok(if is_bge { Pooling::Cls } else { Pooling::Mean });
    }
    let modes = [("mean_tokens", Pooling::Mean), ("cls_token", Pooling::Cls), ("max_tokens", Pooling::Max)];
    let named = written["pooling_mode"].as_str();
    let mut chosen = modes.into_iter().filter(|(mode, pooling)| {
        let is_named = named.is_some_and(|name| format!("{pooling:?}").eq_ignore_ascii_case(name));
        is_named || written[format!("pooling_mode_{mode}")].as_bool() == Some(true)
    });
    match (chosen.next(), chosen.next()) {
        (Some((_, pooling)), None) => Ok(pooling),
        _ => Err(ModelError::File {
            path: folder.join(name),
            reason: "only mean, cls or max pooling alone is known here".to_owned(),
        }),
    }
}

fn max_tokens(folder: &Path) -> Result<usize, ModelError> {
    let written = [("sentence_bert_config.json", "max_seq_length"), ("tokenizer_config.json", "model_max_length")];
    for (file, key) in written {
        if let Some(most) = json(folder, file)?[key].as_u64() {
            return Ok(usize::try_from(most).unwrap_or(MOST_TOKENS).clamp(8, MOST_TOKENS));
        }
    }
    Ok(MOST_TOKENS)
}

fn prefixes(folder: &Path, config: &Config, called: &[&str]) -> Result<(String, String), ModelError> {
    let prompts = &json(folder, "config_sentence_transformers.json")?["prompts"];
    let prompt = |names: [&str; 2]| names.iter().find_map(|name| prompts[*name].as_str()).map(str::to_owned);
    let (query, passage) = (prompt(["query", "query"]), prompt(["passage", "document"]));
    if query.is_some() || passage.is_some() {
        return Ok((query.unwrap_or_default(), passage.unwrap_or_default()));
    }
    let is_called = |name: &str| words(name).any(|word| word == "e5") && !words(name).any(|word| word == "instruct");
    if called.iter().copied().chain(config.origin.as_deref()).any(is_called) {
        return Ok(("query: ".to_owned(), "passage: ".to_owned()));
    }
    Ok((String::new(), String::new()))
}

fn words(name: &str) -> impl Iterator<Item = String> {
    name.split(|c: char| !c.is_alphanumeric()).map(str::to_lowercase)
}
