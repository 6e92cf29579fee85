//! What earlier versions stored, by the rules of what is stored now.

use std::sync::Arc;

use omoide_core::ports::Understanding;
use omoide_core::ports::store::{Sweeper, SweptText, TextSort};
use serde_json::Value;

use super::{Redactor, TakenKinds};

/// Sweeps what earlier versions stored by the rules of what is stored now.
struct PresentRules(Arc<dyn Understanding>);

/// What takes secrets out of a store that is there already, by the rules of whoever reads texts.
pub fn sweeper(understanding: Arc<dyn Understanding>) -> impl Sweeper {
    PresentRules(understanding)
}

impl Sweeper for PresentRules {
    fn sweep(&self, sort: TextSort, text: &str) -> Option<SweptText> {
        let redactor = Redactor(&*self.0);
        let json = (sort == TextSort::Json).then(|| serde_json::from_str::<Value>(text).ok()).flatten();
        let (after, secrets) = match (sort, json) {
            (TextSort::Name, _) => (redactor.name(text, &mut TakenKinds::new()).into_owned(), redactor.secrets(text)),
            (_, Some(value @ (Value::Object(_) | Value::Array(_)))) => {
                let mut found = Vec::new();
                let after = redactor.json(value.clone(), &mut found);
                // Written as it was where nothing of it changed: numbers are told to the last digit.
                if after == value {
                    return None;
                }
                (after.to_string(), found)
            }
            _ => (redactor.kept(text, &mut TakenKinds::new()), redactor.secrets(text)),
        };
        (after != text).then_some(SweptText { text: after, secrets })
    }
}
