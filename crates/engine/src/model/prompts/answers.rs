//! Answers about any number of texts, read strictly or after one repair.

use omoide_core::Text;
use serde_json::Value;

use super::PromptOutput;
use super::repair::mended;

/// What could be read of an answer.
#[derive(Clone, PartialEq, Debug)]
pub enum AnswerRead<T> {
    /// As it should be.
    Good(T),
    /// After a repair.
    Repaired(T),
}

impl<T> AnswerRead<T> {
    /// What was read.
    pub fn get(&self) -> &T {
        match self {
            Self::Good(read) | Self::Repaired(read) => read,
        }
    }
}

/// What a model answered about each of the texts, in their order; none where it cannot be used.
pub fn read<T: PromptOutput>(answer: &str, texts: &[Text]) -> Vec<Option<AnswerRead<T>>> {
    let strict = serde_json::from_str::<Value>(answer).ok().and_then(|value| numbered(&value, texts.len()));
    let (answers, is_repaired) = match strict {
        Some(answers) => (answers, false),
        None => (mended(answer).and_then(|text| loosely(&text, texts.len())).unwrap_or_default(), true),
    };
    let mut read: Vec<Option<AnswerRead<T>>> = texts.iter().map(|_| None).collect();
    for (place, value) in answers {
        let one = T::read(&value, &texts[place]);
        read[place] = match one {
            Some(AnswerRead::Good(read)) if is_repaired => Some(AnswerRead::Repaired(read)),
            other => other,
        };
    }
    read
}

/// The answers of `{"answers": [{"number": 1, …}, …]}`, each number once; none if it is anything else.
fn numbered(value: &Value, count: usize) -> Option<Vec<(usize, Value)>> {
    let object = value.as_object().filter(|object| object.len() == 1)?;
    let list = object.get("answers")?.as_array()?;
    let mut answers: Vec<(usize, Value)> = Vec::with_capacity(list.len());
    for answer in list {
        let number = usize::try_from(answer["number"].as_u64()?).ok()?;
        let place = number.checked_sub(1).filter(|place| *place < count)?;
        if answers.iter().any(|(known, _)| *known == place) {
            return None;
        }
        answers.push((place, answer.clone()));
    }
    Some(answers)
}

/// The answers in whatever a model has made of that: a bare list, a bare answer, numbers left out or written as text.
/// Answers that cannot be told apart are none.
fn loosely(text: &str, count: usize) -> Option<Vec<(usize, Value)>> {
    let value: Value = serde_json::from_str(text).ok()?;
    let list = match &value {
        Value::Array(list) => list.clone(),
        Value::Object(object) => match object.get("answers").or_else(|| object.values().find(|v| v.is_array())) {
            Some(Value::Array(list)) if list.iter().any(Value::is_object) => list.clone(),
            Some(Value::Object(one)) => vec![Value::Object(one.clone())],
            _ => vec![value.clone()],
        },
        _ => return None,
    };
    let number = |answer: &Value| {
        let number = &answer["number"];
        number.as_u64().or_else(|| number.as_str()?.trim().parse().ok()).and_then(|n| usize::try_from(n).ok())
    };
    let has_all = list.len() == count;
    let mut answers: Vec<(usize, Value)> = Vec::new();
    for (at, answer) in list.iter().enumerate() {
        // Without a number only the place tells, and only where nothing is missing.
        let place = match number(answer) {
            Some(number) => number.checked_sub(1),
            None => has_all.then_some(at),
        };
        let Some(place) = place.filter(|place| *place < count) else { continue };
        if answers.iter().any(|(known, _)| *known == place) {
            return None;
        }
        answers.push((place, answer.clone()));
    }
    Some(answers)
}
