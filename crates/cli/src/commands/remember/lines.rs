//! Many turns at once: one JSON object a line. Bad lines are told by number; good ones are stored. Lines of an export that
//! are no turns are passed over.
//!
//! In JSON, every line is answered as soon as its turn is safe, one object a line, and the last line is
//! the tally: whoever feeds a long stream knows at any time what has been taken.

use std::collections::BTreeMap;
use std::io::BufRead;

use omoide::{ClockDoubt, Place, Remembered};
use omoide_core::MindName;
use omoide_core::ports::TakenCount;
use omoide_home::errors::{UserError, explain};
use omoide_home::lang::say;
use omoide_server::wire::Observed;
use serde_json::json;

use super::turn_line::TurnReader;
use super::{Args, moment};
use crate::context::CommandContext;
use crate::input::as_text;
use crate::telling;

/// How many bad lines are told in full.
const TOLD: usize = 20;

/// What came of all lines.
#[derive(Default)]
struct LineTally {
    remembered: usize,
    known: usize,
    skipped: usize,
    /// How many turns were taken back.
    unsaid: usize,
    /// How many secrets of each kind were taken out.
    taken: Vec<TakenCount>,
    bad: Vec<(usize, String)>,
}

impl LineTally {
    fn count(&mut self, outcomes: &[(MindName, Remembered)]) {
        self.unsaid += outcomes.iter().map(|(_, remembered)| remembered.unsaid().len()).sum::<usize>();
        let Some((_, remembered)) = outcomes.first() else { return };
        match remembered {
            Remembered::Anew { taken, .. } => {
                self.remembered += 1;
                taken.iter().for_each(|secret| secret.add_to(&mut self.taken));
            }
            Remembered::Before { .. } => self.known += 1,
            Remembered::Command
            | Remembered::NothingLeft
            | Remembered::Unsaid { .. }
            | Remembered::TookBack { .. }
            | Remembered::TakenBackBefore => self.skipped += 1,
        }
    }
}

/// Remembers every line that can be.
pub(super) fn run(args: &Args, context: &CommandContext) -> anyhow::Result<()> {
    let mut tally = LineTally::default();
    let bar = context.progress(0, context.lang.pick("remembering", "覚えています"));
    let mut input = std::io::stdin().lock();
    let mut bytes = Vec::new();
    let mut number = 0;
    let mut reader = TurnReader::default();
    while input.read_until(b'\n', &mut bytes)? > 0 {
        number += 1;
        bar.inc_length(1);
        if !bytes.trim_ascii().is_empty() {
            match remember(std::mem::take(&mut bytes), &mut reader, args, context) {
                Ok(None) if context.json => {
                    context.print(&json!({ "outcome": "not_a_turn", "line": number }).to_string())?;
                }
                Ok(None) => {}
                Ok(Some(outcomes)) => {
                    if context.json {
                        let mut answer = serde_json::to_value(Observed::among(&outcomes))?;
                        answer["line"] = json!(number);
                        context.print(&answer.to_string())?;
                    }
                    tally.count(&outcomes);
                }
                Err(error) => {
                    // A store that cannot be written will not take the next line either.
                    if is_of_the_store(&error) {
                        return Err(error);
                    }
                    tally.bad.push((number, explain(&error, context.lang).0.message));
                }
            }
        }
        bytes.clear();
        bar.inc(1);
    }
    bar.finish_and_clear();
    tell_of_nights(context)?;
    tell(&tally, context)
}

/// Turns from long ago have missed nights, which wait until the person says that they may age.
fn tell_of_nights(context: &CommandContext) -> anyhow::Result<()> {
    if let Some(doubt @ ClockDoubt::Imported { .. }) = context.mind().sleep_status()?.doubt {
        context.note(&telling::waiting(doubt, context.lang));
    }
    Ok(())
}

/// Remembers the turn of a line; nothing if the line has none.
fn remember(
    bytes: Vec<u8>,
    reader: &mut TurnReader,
    args: &Args,
    context: &CommandContext,
) -> anyhow::Result<Option<Vec<(MindName, Remembered)>>> {
    let lang = context.lang;
    let text = as_text(bytes, lang)?;
    let line = reader.read(text.trim()).map_err(|error| {
        UserError::theirs(
            "bad_line",
            say!(lang, "not a turn in JSON: {error}", "やりとりのJSONではありません：{error}"),
        )
    })?;
    let Some(line) = line else { return Ok(None) };
    let mut observation = args.observation(line.said);
    observation.replied = line.replied;
    let now = context.engine.now();
    observation.at = line.at.as_deref().map(|at| moment(at, context, now)).transpose()?;
    observation.person = line.person.or(observation.person);
    observation.thread = line.thread.or(observation.thread);
    observation.place = line.project.as_deref().and_then(Place::in_project).or(observation.place);
    observation.uid = line.uid;
    observation.revises = line.revises;
    observation.retracts = line.retracts;
    observation.branch_of = line.branch_of;
    observation.heard_until = line.heard_until.or(observation.heard_until);
    if let Some(witnesses) = line.witnesses {
        observation.witnesses =
            witnesses.witnesses().map_err(|failure| UserError::theirs("bad_line", failure.detail))?;
    }
    Ok(Some(context.mind().remember_among(observation, &|_| true)?))
}

fn is_of_the_store(error: &anyhow::Error) -> bool {
    matches!(error.downcast_ref::<omoide::Error>(), Some(omoide::Error::Store(_)))
}

fn tell(tally: &LineTally, context: &CommandContext) -> anyhow::Result<()> {
    let LineTally { remembered, known, skipped, unsaid, bad, taken } = tally;
    super::tell_taken(taken, None, context);
    if context.json {
        let bad: Vec<_> = bad.iter().map(|(line, message)| json!({ "line": line, "message": message })).collect();
        let tally = json!({
            "remembered": remembered, "already_remembered": known, "skipped": skipped, "unsaid": unsaid,
            "bad_lines": bad,
            "redacted_counts": taken.iter().map(|secret| (secret.kind, secret.count)).collect::<BTreeMap<_, _>>(),
        });
        context.print(&tally.to_string())?;
    } else {
        context.print(&say!(
            context.lang,
            "remembered {remembered}, already known {known}, skipped {skipped}",
            "覚えた {remembered}件、既知 {known}件、対象外 {skipped}件"
        ))?;
        if *unsaid > 0 {
            context.print(&say!(context.lang, "unsaid {unsaid} turns", "{unsaid}件の発言を撤回しました"))?;
        }
    }
    if bad.is_empty() {
        return Ok(());
    }
    let count = bad.len();
    let lang = context.lang;
    let mut details: Vec<String> = bad
        .iter()
        .take(TOLD)
        .map(|(line, message)| say!(lang, "line {line}: {message}", "{line}行目：{message}"))
        .collect();
    if count > TOLD {
        let more = count - TOLD;
        details.push(say!(lang, "and {more} more", "ほか{more}行"));
    }
    let told = UserError::theirs(
        "bad_lines",
        say!(lang, "{count} lines could not be remembered", "{count}行を覚えられませんでした"),
    );
    let form = r#"{"said": "…", "replied": "…", "at": "2026-01-20T14:30:00+09:00"}"#;
    Err(told.details(details).hint(say!(lang, "write each line like this: {form}", "1行の書き方：{form}")).into())
}
