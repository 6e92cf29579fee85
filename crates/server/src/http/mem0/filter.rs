//! mem0's filters: equalities, operators, and their joining, tried on a memory as mem0 shows it.

use std::cmp::Ordering;

use serde_json::Value;

use crate::Failure;

/// How deep filters may be joined.
const DEEPEST: usize = 16;

/// Whether a memory is meant.
pub fn admits(filter: &Value, record: &Value) -> Result<bool, Failure> {
    within(filter, record, 0)
}

/// Makes over every text that a filter compares one of those ids with.
pub fn with_ids(filter: &mut Value, ids: &[&str], kept: &dyn Fn(&str) -> String) {
    match filter {
        Value::Array(parts) => parts.iter_mut().for_each(|part| with_ids(part, ids, kept)),
        Value::Object(fields) => {
            for (name, value) in fields {
                if ids.contains(&name.as_str()) { each_text(value, kept) } else { with_ids(value, ids, kept) }
            }
        }
        _ => {}
    }
}

fn each_text(value: &mut Value, kept: &dyn Fn(&str) -> String) {
    match value {
        Value::String(text) => *text = kept(text),
        Value::Array(values) => values.iter_mut().for_each(|value| each_text(value, kept)),
        Value::Object(fields) => fields.values_mut().for_each(|value| each_text(value, kept)),
        _ => {}
    }
}

fn within(filter: &Value, record: &Value, depth: usize) -> Result<bool, Failure> {
    if depth > DEEPEST {
        return Err(Failure::invalid("filters: nested too deeply"));
    }
    let fields = match filter {
        Value::Null => return Ok(true),
        Value::Object(fields) => fields,
        _ => return Err(Failure::invalid("filters: must be an object")),
    };
    for (name, wanted) in fields {
        let holds = match name.as_str() {
            "AND" => all(wanted, record, depth)?,
            "OR" => any(wanted, record, depth)?,
            "NOT" => !any(wanted, record, depth)?,
            "metadata" if wanted.is_object() => {
                let fields = wanted.as_object().into_iter().flatten();
                let mut holds = true;
                for (name, wanted) in fields {
                    holds &= compare(&record["metadata"][name], wanted)?;
                }
                holds
            }
            name => compare(found(record, name), wanted)?,
        };
        if !holds {
            return Ok(false);
        }
    }
    Ok(true)
}

fn parts(joined: &Value) -> Result<Vec<&Value>, Failure> {
    match joined {
        Value::Array(parts) => Ok(parts.iter().collect()),
        one @ Value::Object(_) => Ok(vec![one]),
        _ => Err(Failure::invalid("filters: AND, OR and NOT take a list")),
    }
}

fn all(joined: &Value, record: &Value, depth: usize) -> Result<bool, Failure> {
    for part in parts(joined)? {
        if !within(part, record, depth + 1)? {
            return Ok(false);
        }
    }
    Ok(true)
}

fn any(joined: &Value, record: &Value, depth: usize) -> Result<bool, Failure> {
    for part in parts(joined)? {
        if within(part, record, depth + 1)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// A field of the record itself, or else of its metadata.
fn found<'r>(record: &'r Value, name: &str) -> &'r Value {
    match &record[name] {
        Value::Null => &record["metadata"][name],
        value => value,
    }
}

fn compare(found: &Value, wanted: &Value) -> Result<bool, Failure> {
    let Value::Object(operators) = wanted else {
        return Ok(if wanted == "*" { !found.is_null() } else { equals(found, wanted) });
    };
    for (name, value) in operators {
        let ordered = |wanted: &[Ordering]| order(found, value).is_some_and(|order| wanted.contains(&order));
        let list = || value.as_array().ok_or_else(|| Failure::invalid(format!("filters: {name} takes a list")));
        let holds = match name.as_str() {
            "eq" => equals(found, value),
            "ne" => !equals(found, value),
            "in" => list()?.iter().any(|one| equals(found, one)),
            "nin" => !list()?.iter().any(|one| equals(found, one)),
            "gt" => ordered(&[Ordering::Greater]),
            "gte" => ordered(&[Ordering::Greater, Ordering::Equal]),
            "lt" => ordered(&[Ordering::Less]),
            "lte" => ordered(&[Ordering::Less, Ordering::Equal]),
            "contains" => contains(found, value, str::to_owned),
            "icontains" => contains(found, value, |text| text.to_lowercase()),
            other => return Err(Failure::invalid(format!("filters: there is no operator \"{other}\""))),
        };
        if !holds {
            return Ok(false);
        }
    }
    Ok(true)
}

/// A list has what is one of its members.
fn equals(found: &Value, wanted: &Value) -> bool {
    match (found, wanted) {
        (Value::Array(members), Value::Array(_)) => found == wanted || members.contains(wanted),
        (Value::Array(members), one) => members.contains(one),
        (Value::Number(a), Value::Number(b)) => a.as_f64() == b.as_f64(),
        _ => found == wanted,
    }
}

fn order(found: &Value, wanted: &Value) -> Option<Ordering> {
    match (found, wanted) {
        (Value::Number(a), Value::Number(b)) => a.as_f64()?.partial_cmp(&b.as_f64()?),
        (Value::String(a), Value::String(b)) => {
            // Times with other offsets are compared as times.
            let moments = a.parse::<omoide_core::Moment>().ok().zip(b.parse::<omoide_core::Moment>().ok());
            Some(moments.map_or_else(|| a.cmp(b), |(a, b)| a.unix_micros().cmp(&b.unix_micros())))
        }
        _ => None,
    }
}

fn contains(found: &Value, wanted: &Value, folded: fn(&str) -> String) -> bool {
    let Some(wanted) = wanted.as_str() else { return false };
    match found {
        Value::String(text) => folded(text).contains(&folded(wanted)),
        Value::Array(members) => members.iter().any(|member| contains(member, &Value::from(wanted), folded)),
        _ => false,
    }
}

/// The value that a filter demands of a field, whatever else it says; none when it leaves it open.
pub fn demanded<'f>(filter: &'f Value, name: &str) -> Option<&'f str> {
    let direct = |value: &'f Value| value.as_str().or_else(|| value.get("eq")?.as_str()).filter(|text| *text != "*");
    let here = filter.get(name).and_then(direct);
    here.or_else(|| filter.get("AND")?.as_array()?.iter().find_map(|part| demanded(part, name)))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn operators_mean_what_mem0_means_by_them() {
        let record = json!({
            "user_id": "alex",
            "agent_id": null,
            "created_at": "2026-03-01T12:00:00+09:00",
            "metadata": { "topic": "Food", "stars": 4, "tags": ["sushi", "ramen"] },
        });
        for (filter, wanted) in [
            (json!({}), true),
            (json!({ "user_id": "alex" }), true),
            (json!({ "user_id": "sam" }), false),
            (json!({ "user_id": "*" }), true),
            (json!({ "agent_id": "*" }), false),
            (json!({ "user_id": { "in": ["sam", "alex"] } }), true),
            (json!({ "user_id": { "ne": "alex" } }), false),
            (json!({ "topic": "Food" }), true),
            (json!({ "metadata": { "topic": { "icontains": "FOO" } } }), true),
            (json!({ "topic": { "contains": "FOO" } }), false),
            (json!({ "tags": "ramen" }), true),
            (json!({ "tags": { "contains": "ram" } }), true),
            (json!({ "stars": { "gte": 4, "lt": 5 } }), true),
            (json!({ "stars": { "gt": 4 } }), false),
            (json!({ "created_at": { "gte": "2026-03-01T03:00:00Z" } }), true),
            (json!({ "created_at": { "lt": "2026-03-01" } }), false),
            (json!({ "AND": [{ "user_id": "alex" }, { "stars": { "nin": [1, 2] } }] }), true),
            (json!({ "OR": [{ "user_id": "sam" }, { "stars": 4 }] }), true),
            (json!({ "NOT": [{ "user_id": "alex" }] }), false),
        ] {
            assert_eq!(admits(&filter, &record), Ok(wanted), "{filter}");
        }
        assert!(admits(&json!({ "stars": { "near": 4 } }), &record).is_err());
        assert!(admits(&json!([]), &record).is_err());
        let deep = (0..99).fold(json!({}), |inner, _| json!({ "AND": [inner] }));
        assert!(admits(&deep, &record).is_err());
    }

    #[test]
    fn what_a_filter_demands_is_found_where_it_cannot_be_avoided() {
        assert_eq!(demanded(&json!({ "user_id": "alex" }), "user_id"), Some("alex"));
        assert_eq!(demanded(&json!({ "AND": [{}, { "user_id": { "eq": "alex" } }] }), "user_id"), Some("alex"));
        assert_eq!(demanded(&json!({ "OR": [{ "user_id": "alex" }] }), "user_id"), None);
        assert_eq!(demanded(&json!({ "user_id": "*" }), "user_id"), None);
    }
}
