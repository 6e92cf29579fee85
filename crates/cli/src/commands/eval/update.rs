//! `omoide eval update`: statements in, what they made out of date and rankings out, through the engine.
//!
//! Each case is a mind. Statements are written in their order, without nights; what the assistant says is the reply to
//! the statement before it. Statements that follow each other within an hour are one talk. Queries leave no mark, and
//! nothing is left out by the gate.

use std::collections::HashMap;
use std::fs::File;
use std::io::{BufWriter, Write};

use omoide::{Mind, Observation, Prompt, Remembered};
use omoide_core::ports::store::Filter;
use omoide_core::{MemoryId, MindName, Moment};
use omoide_home::errors::UserError;
use omoide_home::stores::{self, Need};
use omoide_home::wiring;
use serde_json::{Map, Value, json};

use super::{Case, Cases, EvalFiles, cannot_open};
use crate::invocation::Invocation;

/// The speaker whose words are replies.
const ASSISTANT: &str = "assistant";

/// How many seconds may lie between two statements of one talk.
const TALK_SECONDS: i64 = 3_600;

/// Runs over all cases.
///
/// # Errors
/// When a file cannot be read or written, a line is no case, or the engine fails.
pub fn run(files: &EvalFiles, invocation: &Invocation) -> anyhow::Result<()> {
    let lang = invocation.lang();
    let folder = tempfile::tempdir()?;
    let config = invocation.home.configuration()?;
    let store = stores::store(&folder.path().join("omoide.db"), Need::Created)?;
    let wired = wiring::over(&invocation.home, config, store)?;
    let output = File::create(&files.output).map_err(|error| cannot_open(&files.output, &error, lang))?;
    let mut output = BufWriter::new(output);
    for (place, case) in Cases::open(&files.input, lang)?.enumerate() {
        let (number, case) = case?;
        let part = |case| Case { case, path: &files.input, number, lang };
        let mind = wired.engine.mind(format!("case-{}", place + 1).parse::<MindName>()?);
        let mut names = HashMap::new();
        for turn in turns(&case, &part)? {
            match mind.remember(turn.observation) {
                Ok(Remembered::Anew { memory, .. }) => drop(names.insert(memory.id, turn.name)),
                // What is no memory to the engine cannot be found; the evaluation shows it.
                Ok(_) | Err(omoide::Error::NoText) => {}
                Err(error) => return Err(error.into()),
            }
        }
        let mut answers = Vec::new();
        for query in objects(&case, "queries") {
            let query = part(query);
            let prompt = Prompt {
                at: Some(query.moment("timestamp")?),
                top_k: Some(names.len().max(1)),
                gate: Some(false),
                with_feeling: false,
                leaves_a_mark: false,
                depth: Some(0),
                ..Prompt::new(query.text("text")?)
            };
            let hits = mind.recall(&prompt)?.hits;
            let ranked: Vec<&String> = hits.iter().filter_map(|hit| names.get(&hit.memory.id)).collect();
            answers.push(json!({ "qid": query.text("qid")?, "ranked": ranked }));
        }
        let answer = json!({ "id": part(&case).text("id")?, "links": links(&mind, &names)?, "answers": answers });
        serde_json::to_writer(&mut output, &answer)?;
        output.write_all(b"\n")?;
    }
    output.flush()?;
    Ok(())
}

/// A statement with the reply to it.
struct NamedTurn {
    name: String,
    observation: Observation,
}

fn turns<'c>(
    case: &'c Map<String, Value>,
    part: &impl Fn(&'c Map<String, Value>) -> Case<'c>,
) -> Result<Vec<NamedTurn>, UserError> {
    let mut turns: Vec<NamedTurn> = Vec::new();
    let mut last: Option<Moment> = None;
    let mut talk = 0;
    for statement in objects(case, "statements") {
        let statement = part(statement);
        let speaker = statement.case.get("speaker").and_then(Value::as_str).unwrap_or_default();
        let at = statement.moment("timestamp")?;
        let text = statement.text("text")?;
        let is_far = |last: Moment| at.unix_micros() - last.unix_micros() > TALK_SECONDS * 1_000_000;
        talk += u32::from(last.is_none_or(is_far));
        last = Some(at);
        match turns.last_mut().filter(|_| speaker == ASSISTANT) {
            Some(turn) if turn.observation.replied.is_empty() => text.clone_into(&mut turn.observation.replied),
            _ => turns.push(NamedTurn {
                name: statement.text("id")?.to_owned(),
                observation: Observation {
                    at: Some(at),
                    person: (!speaker.is_empty()).then(|| speaker.to_owned()),
                    thread: Some(format!("talk-{talk}")),
                    protect: Some(false),
                    ..Observation::said(text)
                },
            }),
        }
    }
    Ok(turns)
}

/// What writing made out of date.
fn links(mind: &Mind<'_>, names: &HashMap<MemoryId, String>) -> anyhow::Result<Vec<Value>> {
    let mut links = Vec::new();
    for memory in mind.list(&Filter::default())? {
        let Some(old) = names.get(&memory.id) else { continue };
        for new in memory.superseded.iter().filter_map(|span| names.get(&span.by)) {
            let link = json!({ "new": new, "old": old });
            if !links.contains(&link) {
                links.push(link);
            }
        }
    }
    Ok(links)
}

fn objects<'c>(case: &'c Map<String, Value>, name: &str) -> impl Iterator<Item = &'c Map<String, Value>> {
    case.get(name).and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_object)
}
