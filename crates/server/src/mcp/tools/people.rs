//! Persons: `person` and `person_names`.

use omoide_core::MindName;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use super::{LOOKS, SETS, Tool, ToolCall, ToolName};
use crate::audit::Act;
use crate::mcp::told;
use crate::rights::Operation;
use crate::wire::{PersonNames, PersonPage, PersonsListed};
use crate::{Code, Failure};

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct PersonArguments {
    /// The person, by any name; "me" is who speaks when nobody is named. Without it, all persons are listed.
    name: Option<String>,
}

/// The tool that tells what is known of a person.
pub fn person() -> Tool {
    let named = ToolName(
        "person",
        "What is known of a person",
        "Show what is known of a person: names, first and last contact, topics, how deep the relationship is, and what lasts \
         about them in their own words, each with its memory. Without a name, list all persons.",
    );
    super::further(super::tool(named, Operation::Look, LOOKS, |call, args: PersonArguments| match args.name {
        None => Ok(told::as_value(&PersonsListed::from(call.persons(&|mind| may_see(call, mind))?))),
        Some(name) => {
            let may_see = |mind: &MindName| may_see(call, mind);
            let mut told = told::as_value(&PersonPage::from(call.profile(Some(&name), &may_see)?));
            // A vector says nothing to who reads it.
            if let Value::Object(fields) = &mut told {
                fields.remove("preference");
            }
            Ok(told)
        }
    }))
}

/// Whether whoever calls may see a mind: the one that is meant, or all.
fn may_see(call: &ToolCall<'_>, mind: &MindName) -> bool {
    call.caller.sees_all_minds || mind == call.name()
}

/// What becomes of two names.
#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum NameChange {
    Join,
    Part,
    Rename,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct NamesArguments {
    /// "join": both names are one person; "part": take that back; "rename": show the person by the other name.
    change: NameChange,
    /// A name of the person.
    name: String,
    /// The other name.
    other: String,
}

/// The tool that joins, parts and renames.
pub fn person_names() -> Tool {
    let named = ToolName(
        "person_names",
        "Join or part names of a person",
        "Say that two names are the same person, take that back, or have a person shown by another name. It holds for all \
         minds, so do it only when the person asked for exactly that.",
    );
    super::further(super::tool(named, Operation::Change, SETS, |call, args: NamesArguments| {
        if !call.caller.sees_all_minds {
            return Err(Failure::new(
                Code::Forbidden,
                "the key does not allow all minds, and names are common to them",
            ));
        }
        let (act, names) = change(call, &args)?;
        let told = told::as_value(&names);
        Ok(call.audited(told, |audit, key| {
            let what = names.persons.iter().map(|person| person.name.as_str()).collect::<Vec<_>>().join(", ");
            audit.add(call.now(), Act { key, mind: Some(call.name().as_str()), act, what: &what })
        }))
    }))
}

fn change(call: &ToolCall<'_>, args: &NamesArguments) -> Result<(&'static str, PersonNames), Failure> {
    let NamesArguments { name, other, .. } = args;
    Ok(match args.change {
        NameChange::Join => ("join_persons", PersonNames::of([call.join_persons(name, other)?])),
        NameChange::Part => ("part_persons", PersonNames::of(call.part_persons(name, other)?)),
        NameChange::Rename => ("rename_person", PersonNames::of([call.rename_person(name, other)?])),
    })
}
