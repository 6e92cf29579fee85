//! Compares two outcomes as the oracle does: numbers within a tolerance, everything else exactly.

use serde_json::Value;

/// As S0's code prints the block; the product prints the form of S0's document, `injection_doc`.
const NOT_OURS: &str = "injection";

const ENOUGH: usize = 12;

/// Where `got` is not what was wanted; what is not wanted is not looked at.
pub fn differences(want: &Value, got: &Value, tolerance: &Value) -> Vec<String> {
    let mut found = Vec::new();
    let number = |key: &str| tolerance[key].as_f64().expect("a tolerance");
    let limits = (number("abs"), number("rel"));
    compare(want, got, limits, "$", &mut found);
    found
}

fn compare(want: &Value, got: &Value, limits: (f64, f64), path: &str, found: &mut Vec<String>) {
    if found.len() >= ENOUGH {
        return;
    }
    match (want, got) {
        (Value::Number(a), Value::Number(b)) => {
            let (a, b) = (a.as_f64().unwrap_or(f64::NAN), b.as_f64().unwrap_or(f64::NAN));
            if (a - b).abs() > limits.0.max(limits.1 * a.abs().max(b.abs())) {
                found.push(format!("{path}: want {a}, got {b}"));
            }
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            for (place, (a, b)) in a.iter().zip(b).enumerate() {
                compare(a, b, limits, &format!("{path}[{place}]"), found);
            }
        }
        (Value::Array(a), Value::Array(b)) => {
            found.push(format!("{path}: want {} items, got {}: {want} / {got}", a.len(), b.len()));
        }
        (Value::Object(a), Value::Object(b)) => {
            for (key, a) in a.iter().filter(|(key, _)| *key != NOT_OURS) {
                match b.get(key) {
                    Some(b) => compare(a, b, limits, &format!("{path}.{key}"), found),
                    None => found.push(format!("{path}.{key}: missing")),
                }
            }
        }
        (a, b) if a == b => {}
        (a, b) => found.push(format!("{path}: want {a}, got {b}")),
    }
}
