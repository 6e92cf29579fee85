//! `tokenizer.json` as it is written.

use std::collections::HashMap;

use regex::Regex;
use serde::Deserialize;
use serde_json::Value;

use super::added::{AddedToken, AddedTokens};
use super::normalize::Normalizer;
use super::precompiled::Precompiled;
use super::split::Splitter;
use super::template::Template;
use super::unigram::Unigram;
use super::wordpiece::WordPiece;
use super::{Model, Tokenizer};

#[derive(Deserialize)]
struct TokenizerFile {
    #[serde(default)]
    added_tokens: Vec<AddedToken>,
    normalizer: Option<Value>,
    pre_tokenizer: Option<Value>,
    post_processor: Option<Value>,
    model: Value,
}

/// The tokenizer that a file describes.
pub(super) fn read(text: &str) -> Result<Tokenizer, String> {
    let file: TokenizerFile = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let mut normalizers = Vec::new();
    if let Some(value) = &file.normalizer {
        normalizer(value, &mut normalizers)?;
    }
    let mut splitters = Vec::new();
    if let Some(value) = &file.pre_tokenizer {
        splitter(value, &mut splitters)?;
    }
    let template = file.post_processor.as_ref().map(template).transpose()?.unwrap_or_default();
    let model = model(file.model)?;
    let (mut late, early): (Vec<_>, Vec<_>) = file.added_tokens.into_iter().partition(|token| token.normalized);
    for token in &mut late {
        token.content = super::normal(&normalizers, &token.content);
    }
    let (early, late) = (AddedTokens::new(early), AddedTokens::new(late));
    Ok(Tokenizer { early, late, normalizers, splitters, model, template })
}

fn kind(value: &Value) -> &str {
    value["type"].as_str().unwrap_or("nameless")
}

fn is_on(value: &Value, name: &str, otherwise: bool) -> bool {
    value[name].as_bool().unwrap_or(otherwise)
}

fn normalizer(value: &Value, steps: &mut Vec<Normalizer>) -> Result<(), String> {
    steps.push(match kind(value) {
        "Sequence" => {
            let all = value["normalizers"].as_array().ok_or("a sequence of normalizers has none")?;
            return all.iter().try_for_each(|one| normalizer(one, steps));
        }
        "BertNormalizer" => {
            let lowers = is_on(value, "lowercase", true);
            Normalizer::Bert {
                cleans: is_on(value, "clean_text", true),
                spaces_chinese: is_on(value, "handle_chinese_chars", true),
                strips_accents: is_on(value, "strip_accents", lowers),
                lowers,
            }
        }
        "Precompiled" => {
            let table = value["precompiled_charsmap"].as_str().and_then(Precompiled::decode);
            Normalizer::Precompiled(table.ok_or("its precompiled table cannot be read")?)
        }
        "Replace" => {
            let pattern = &value["pattern"];
            let pattern = match (pattern["String"].as_str(), pattern["Regex"].as_str()) {
                (Some(text), _) => regex::escape(text),
                (_, Some(pattern)) => pattern.to_owned(),
                _ => return Err("a replacement has no pattern".to_owned()),
            };
            let with = value["content"].as_str().ok_or("a replacement has no content")?;
            Normalizer::Replace(Regex::new(&pattern).map_err(|error| error.to_string())?, with.to_owned())
        }
        "Strip" => {
            Normalizer::Strip { left: is_on(value, "strip_left", true), right: is_on(value, "strip_right", true) }
        }
        "Prepend" => Normalizer::Prepend(value["prepend"].as_str().unwrap_or_default().to_owned()),
        "Lowercase" => Normalizer::Lowercase,
        "StripAccents" => Normalizer::StripAccents,
        "NFC" => Normalizer::Nfc,
        "NFD" => Normalizer::Nfd,
        "NFKC" => Normalizer::Nfkc,
        "NFKD" => Normalizer::Nfkd,
        "Nmt" => Normalizer::Nmt,
        other => return Err(format!("the normalizer {other} is not known here")),
    });
    Ok(())
}

fn splitter(value: &Value, steps: &mut Vec<Splitter>) -> Result<(), String> {
    steps.push(match kind(value) {
        "Sequence" => {
            let all = value["pretokenizers"].as_array().ok_or("a sequence of pre-tokenizers has none")?;
            return all.iter().try_for_each(|one| splitter(one, steps));
        }
        "BertPreTokenizer" => Splitter::Bert,
        "WhitespaceSplit" => Splitter::Whitespace,
        "Metaspace" => {
            let mark = value["replacement"].as_str().and_then(|mark| mark.chars().next()).unwrap_or('\u{2581}');
            let prepends = match value["prepend_scheme"].as_str() {
                None => is_on(value, "add_prefix_space", true),
                Some("always") => true,
                Some("never") => false,
                Some(other) => return Err(format!("the prefix scheme {other} is not known here")),
            };
            Splitter::Metaspace { mark, prepends, splits: is_on(value, "split", true) }
        }
        other => return Err(format!("the pre-tokenizer {other} is not known here")),
    });
    Ok(())
}

fn template(value: &Value) -> Result<Template, String> {
    let pair = |name: &str| value[name][1].as_u64().and_then(|id| u32::try_from(id).ok());
    match kind(value) {
        "BertProcessing" | "RobertaProcessing" => {
            let (Some(begin), Some(end)) = (pair("cls"), pair("sep")) else {
                return Err("the post-processor lacks its tokens".to_owned());
            };
            Ok(Template { before: vec![begin], after: vec![end] })
        }
        "TemplateProcessing" => {
            let mut template = Template::default();
            let mut is_after = false;
            for part in value["single"].as_array().ok_or("the post-processor has no template")? {
                if part["Sequence"].is_object() {
                    is_after = true;
                    continue;
                }
                let name = part["SpecialToken"]["id"].as_str().ok_or("the template has an unknown part")?;
                let ids = value["special_tokens"][name]["ids"].as_array().ok_or("the template lacks a token")?;
                let ids = ids.iter().filter_map(|id| id.as_u64().and_then(|id| u32::try_from(id).ok()));
                if is_after { &mut template.after } else { &mut template.before }.extend(ids);
            }
            Ok(template)
        }
        other => Err(format!("the post-processor {other} is not known here")),
    }
}

fn model(value: Value) -> Result<Model, String> {
    // Older files do not say which model they have.
    let kind = value["type"].as_str().unwrap_or(if value["vocab"].is_array() { "Unigram" } else { "WordPiece" });
    match kind {
        "WordPiece" => wordpiece(value).map(Model::WordPiece),
        "Unigram" => unigram(value).map(Model::Unigram),
        other => Err(format!("its model is {other}, and only WordPiece and Unigram are known here")),
    }
}

fn wordpiece(value: Value) -> Result<WordPiece, String> {
    #[derive(Deserialize)]
    struct WordPieceFile {
        vocab: HashMap<String, u32>,
        #[serde(default = "WordPieceFile::unknown")]
        unk_token: String,
        #[serde(default = "WordPieceFile::prefix")]
        continuing_subword_prefix: String,
        #[serde(default = "WordPieceFile::longest")]
        max_input_chars_per_word: usize,
    }
    impl WordPieceFile {
        fn unknown() -> String {
            "[UNK]".to_owned()
        }
        fn prefix() -> String {
            "##".to_owned()
        }
        fn longest() -> usize {
            100
        }
    }
    let written: WordPieceFile = serde_json::from_value(value).map_err(|error| error.to_string())?;
    let unknown = *written.vocab.get(&written.unk_token).ok_or("the vocabulary has no unknown token")?;
    Ok(WordPiece {
        vocabulary: written.vocab,
        unknown,
        prefix: written.continuing_subword_prefix,
        longest: written.max_input_chars_per_word,
    })
}

fn unigram(value: Value) -> Result<Unigram, String> {
    #[derive(Deserialize)]
    struct UnigramFile {
        vocab: Vec<(String, f64)>,
        unk_id: Option<u32>,
        #[serde(default)]
        byte_fallback: bool,
    }
    let written: UnigramFile = serde_json::from_value(value).map_err(|error| error.to_string())?;
    if written.byte_fallback {
        return Err("it falls back to bytes, which is not known here".to_owned());
    }
    let unknown = written.unk_id.ok_or("the vocabulary has no unknown token")?;
    Ok(Unigram::new(written.vocab, unknown))
}
