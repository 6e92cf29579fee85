//! `remember`: something that was said or concluded becomes a memory.

use omoide::{Observation, Place, Protection, Remembered};
use omoide_core::MindName;
use omoide_core::change::Actor;
use omoide_core::ports::TakenCount;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{ADDS, Tool, ToolName};
use crate::mcp::told;
use crate::rights::Operation;
use crate::wire::request::past;
use crate::{Code, Failure, wire};

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Args {
    /// What to remember, as a sentence that stands on its own, in the language of the conversation.
    text: String,
    /// What was replied to it, if it is a turn of conversation.
    reply: Option<String>,
    /// The person that you talk to; "me" is the usual one.
    person: Option<String>,
    /// The conversation that it belongs to.
    thread: Option<String>,
    /// The project that it is about, such as the name of its folder; leave it out for what concerns the person.
    project: Option<String>,
    /// When it happened: 2026-01-20T14:30:00+09:00, or words such as yesterday, which means its noon; now if not given.
    at: Option<String>,
    /// The turn that it takes the place of, which is taken back: its uid or handle.
    revises: Option<String>,
    /// The turn that the conversation goes on from: what was said after it is taken back.
    branch_of: Option<String>,
    /// How many characters of the reply were heard.
    heard_until: Option<u32>,
    /// Who heard it beside the person: "persons", and "minds" that remember it instead of yours.
    witnesses: Option<wire::WitnessNames>,
    /// Protect it, so that it never fades. Only if the person asked for it.
    protect: Option<bool>,
    /// Whose words `text` is: "person" only where it quotes the person; "agent" (the default) for what you concluded or put
    /// into your own words; "document"; "tool".
    #[serde(default)]
    source: RememberSource,
}

#[derive(Deserialize, JsonSchema, Default, Clone, Copy)]
#[serde(rename_all = "snake_case")]
enum RememberSource {
    Person,
    #[default]
    Agent,
    Document,
    Tool,
}

impl From<RememberSource> for omoide_core::Source {
    fn from(source: RememberSource) -> Self {
        match source {
            RememberSource::Person => Self::Person,
            RememberSource::Agent => Self::Agent,
            RememberSource::Document => Self::Document,
            RememberSource::Tool => Self::Tool,
        }
    }
}

/// The tool.
pub fn tool() -> Tool {
    let named = ToolName(
        "remember",
        "Remember",
        "Store something worth keeping for later conversations: a fact, preference, decision, or event. The same words \
         are stored once. Secrets are redacted.",
    );
    super::tool(named, Operation::Remember, ADDS, |mind, args: Args| {
        let observation = Observation {
            // With its reply it is talk, and without it a note.
            finds_thread: args.reply.is_some(),
            replied: args.reply.unwrap_or_default(),
            at: args.at.as_deref().map(|text| past("at", text, mind.now())).transpose()?,
            person: args.person,
            thread: args.thread,
            place: args.project.as_deref().and_then(Place::in_project),
            protect: args.protect,
            revises: args.revises,
            branch_of: args.branch_of,
            heard_until: args.heard_until,
            witnesses: args.witnesses.map(wire::WitnessNames::witnesses).transpose()?.unwrap_or_default(),
            is_on_purpose: true,
            source: args.source.into(),
            by: Actor::Agent,
            ..Observation::said(args.text)
        };
        for name in observation.hearing(mind.name()) {
            if name != *mind.name() && !mind.caller.may_reach(&name) {
                let detail = format!("the key does not allow the mind \"{name}\"");
                return Err(Failure::new(Code::Forbidden, detail));
            }
        }
        let outcomes = mind.remember_among(observation, &|other| mind.caller.may_reach(other))?;
        Ok(outcome(&outcomes))
    })
}

/// What came of it: the form that HTTP sends, without what an agent has no use for, and with a word of explanation.
fn outcome(outcomes: &[(MindName, Remembered)]) -> Value {
    let observed = wire::Observed::among(outcomes);
    let mut told = json!({ "outcome": observed.outcome });
    if !observed.unsaid.is_empty() {
        told["unsaid"] = json!(observed.unsaid);
    }
    if let Some(unknown) = &observed.unknown_turn {
        told["unknown_turn"] = json!(unknown);
    }
    if !observed.minds.is_empty() {
        told["minds"] = json!(observed.minds);
    }
    let Some((_, remembered)) = outcomes.first() else { return told };
    if let Some(handle) = &observed.handle {
        told["handle"] = json!(handle);
    }
    if let Some(memory) = &observed.memory {
        let mut brief = told::brief(memory);
        brief["category"] = json!(memory.category);
        brief["emotional_valence"] = json!(memory.emotional_valence);
        brief["emotional_intensity"] = json!(memory.emotional_intensity);
        told["memory"] = brief;
    }
    let note = match remembered {
        Remembered::Anew { protection, taken, memory, .. } => {
            let notes: Vec<String> =
                [left_unprotected(protection), taken_out(taken, &memory.handle)].into_iter().flatten().collect();
            if notes.is_empty() {
                return told;
            }
            notes.join(" ")
        }
        Remembered::Before { .. } | Remembered::TookBack { .. } => return told,
        Remembered::TakenBackBefore => "not stored: it was unsaid before".to_owned(),
        Remembered::Command => "not stored: a slash command is not remembered".to_owned(),
        Remembered::NothingLeft => {
            "not stored: nothing is left after removing private parts and parts inserted by programs".to_owned()
        }
        Remembered::Unsaid { put_away: None } => "not stored: the person asked not to remember it".to_owned(),
        Remembered::Unsaid { put_away: Some((_, handle)) } => {
            format!("not stored: the person asked to forget the turn before: {handle} is archived")
        }
    };
    told["note"] = json!(note);
    told
}

fn left_unprotected(protection: &Protection) -> Option<String> {
    let Protection::Full { limit, oldest } = protection else { return None };
    let oldest: Vec<&str> = oldest.iter().take(5).map(|(handle, _, _)| handle.as_str()).collect();
    let oldest = oldest.join(", ");
    Some(format!(
        "stored, but not protected: {limit} memories are already protected, which is the limit. Ask which one to unprotect; oldest: {oldest}"
    ))
}

/// Says which secrets were taken out, if any were.
pub(super) fn taken_out(taken: &[TakenCount], handle: &str) -> Option<String> {
    let kinds = Some(TakenCount::listed(taken)).filter(|kinds| !kinds.is_empty())?;
    Some(format!(
        "Secrets were removed before it was stored: {kinds}. They are kept nowhere and cannot be recalled: tell the person. \
         read {handle} shows what was kept."
    ))
}
