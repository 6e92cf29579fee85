//! JSON as programs send it: any shape, made of the names and words that our own schemas know.

#![allow(dead_code, reason = "each target uses its own part of it")]

use libfuzzer_sys::arbitrary::{Result, Unstructured};
use serde_json::{Map, Value};

/// How deep a value may be.
const DEEPEST: usize = 5;

/// The names and the words that something is told in.
#[derive(Default)]
pub struct Vocabulary {
    names: Vec<String>,
    words: Vec<String>,
}

impl Vocabulary {
    /// What a document of schemas knows, and what is known besides.
    pub fn of(document: &Value, names: &[&str], words: &[&str]) -> Self {
        let mut known = Self { names: owned(names), words: owned(words) };
        known.learn(document);
        for list in [&mut known.names, &mut known.words] {
            list.sort_unstable();
            list.dedup();
        }
        known
    }

    fn learn(&mut self, value: &Value) {
        match value {
            Value::Object(fields) => {
                for (key, inner) in fields {
                    match (key.as_str(), inner) {
                        ("properties", Value::Object(properties)) => self.names.extend(properties.keys().cloned()),
                        ("name", Value::String(name)) => self.names.push(name.clone()),
                        ("enum", Value::Array(words)) => {
                            self.words.extend(words.iter().filter_map(Value::as_str).map(str::to_owned));
                        }
                        ("const", Value::String(word)) => self.words.push(word.clone()),
                        _ => {}
                    }
                    self.learn(inner);
                }
            }
            Value::Array(values) => values.iter().for_each(|inner| self.learn(inner)),
            _ => {}
        }
    }

    /// A name: mostly one that is known.
    pub fn name(&self, bytes: &mut Unstructured<'_>) -> Result<String> {
        if bytes.ratio(1, 16)? { bytes.arbitrary() } else { bytes.choose(&self.names).cloned() }
    }

    /// A word: one that is known, or any.
    pub fn word(&self, bytes: &mut Unstructured<'_>) -> Result<String> {
        if bytes.ratio(1, 2)? { bytes.arbitrary() } else { bytes.choose(&self.words).cloned() }
    }

    /// A value.
    pub fn value(&self, bytes: &mut Unstructured<'_>) -> Result<Value> {
        self.value_within(bytes, DEEPEST)
    }

    /// An object.
    pub fn object(&self, bytes: &mut Unstructured<'_>) -> Result<Map<String, Value>> {
        self.object_within(bytes, DEEPEST)
    }

    fn value_within(&self, bytes: &mut Unstructured<'_>, depth: usize) -> Result<Value> {
        Ok(match bytes.int_in_range(0..=if depth == 0 { 6 } else { 9 })? {
            0 => Value::Null,
            1 => Value::from(bytes.arbitrary::<bool>()?),
            2 => Value::from(bytes.arbitrary::<i64>()?),
            3 => Value::from(bytes.arbitrary::<f64>()?),
            4 => Value::from(bytes.int_in_range(-2..=20)?),
            5 | 6 => Value::from(self.word(bytes)?),
            7 => {
                let count = bytes.int_in_range(0..=4)?;
                Value::Array((0..count).map(|_| self.value_within(bytes, depth - 1)).collect::<Result<_>>()?)
            }
            _ => Value::Object(self.object_within(bytes, depth - 1)?),
        })
    }

    fn object_within(&self, bytes: &mut Unstructured<'_>, depth: usize) -> Result<Map<String, Value>> {
        let count = bytes.int_in_range(0..=7)?;
        (0..count).map(|_| Ok((self.name(bytes)?, self.value_within(bytes, depth)?))).collect()
    }
}

fn owned(words: &[&str]) -> Vec<String> {
    words.iter().map(|&word| word.to_owned()).collect()
}
