//! `omoide eval lived`: a stretch of someone's life is played turn by turn, nights pass, and probes ask what an agent
//! would be shown.
//!
//! Each turn first runs what the prompt hook runs, with its marks, and is then remembered. A probe runs the same and
//! leaves no mark. Every date that passes has its night.

use std::collections::{BTreeMap, HashMap};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use omoide::{Cue, Engine, Mind, Observation, Parts, Place, Primed, Prompt, Remembered, SleepMode};
use omoide_core::ports::Clock;
use omoide_core::{MemoryId, Moment};
use omoide_home::hook::asked::cue_of;
use omoide_home::lang::Lang;
use omoide_home::models::Models;
use omoide_home::stores::{self, Need};
use omoide_home::wiring;
use omoide_language::LanguageLayer;
use omoide_language::asked_value;
use omoide_server::reckoning::hit_terms;
use serde_json::{Map, Value, json};

use super::{Case, Cases, cannot_open};
use crate::invocation::Invocation;

/// Minutes after the night's hour at which it is run.
const MINUTES_LATE: i64 = 10;

/// How many memories are told of a probe that is explained.
const EXPLAINED: usize = 30;

/// Where the life is, and where the answers go.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The folder with `turns.jsonl` and `probes.jsonl`.
    #[arg(long = "in", value_name = "FOLDER")]
    input: PathBuf,
    /// Also write which other memories came close, and how each rank was computed.
    #[arg(long)]
    explain: bool,
    /// The file for the answers, one line of JSON each.
    #[arg(long = "out", value_name = "FILE")]
    output: PathBuf,
    /// Also write there what each turn and each probe takes in tokens, by channel.
    #[arg(long, value_name = "FILE")]
    tokens: Option<PathBuf>,
}

/// Plays the life and answers its probes.
///
/// # Errors
/// When a file cannot be read or written, a line is no case, or the engine fails.
pub fn run(args: &Args, invocation: &Invocation) -> anyhow::Result<()> {
    let lang = invocation.lang();
    let turns = all_of(&args.input.join("turns.jsonl"), lang)?;
    let probes = all_of(&args.input.join("probes.jsonl"), lang)?;
    let created = |path: &PathBuf| File::create(path).map_err(|error| cannot_open(path, &error, lang));
    let output = created(&args.output)?;
    let tokens = args.tokens.as_ref().map(created).transpose()?;
    let Some(first) = turns.first() else { return Ok(()) };
    let first = first.case(lang).moment("at")?;
    let config = invocation.home.configuration()?;
    let folder = tempfile::tempdir()?;
    let clock = Arc::new(LifeClock(Mutex::new(first)));
    let engine = Engine::new(Parts {
        store: stores::store(&folder.path().join("omoide.db"), Need::Created)?,
        understanding: Arc::new(LanguageLayer::new()),
        embedders: Models::of(&invocation.home, &config.parameters)?.embedders,
        clock: Arc::clone(&clock) as Arc<dyn Clock>,
        ids: wiring::ids(&invocation.home)?,
        parameters: config.parameters,
    });
    let hour = engine.parameters().compression.schedule_hour as u8;
    let night = first.at_hour(first.date(), hour).plus_days(1).plus_seconds(MINUTES_LATE * 60);
    let mind = engine.mind(invocation.home.mind.clone());
    let mut life = PlayedLife {
        mind,
        clock,
        night,
        sources: HashMap::new(),
        output: BufWriter::new(output),
        tokens: tokens.map(BufWriter::new),
        explains: args.explain,
    };
    for (number, turn) in turns.iter().enumerate() {
        let turn = turn.case(lang);
        life.live(&turn)?;
        let next = turns.get(number + 1).map(|turn| turn.case(lang).moment("at")).transpose()?;
        let mut asked = Vec::new();
        for probe in &probes {
            let probe = probe.case(lang);
            if probe.text("after")? == turn.text("id")? {
                asked.push((probe.moment("at")?, probe));
            }
        }
        asked.sort_by_key(|(at, _)| at.unix_micros());
        for (at, probe) in asked {
            // A probe from after the next turn must not let that turn's nights pass before it.
            if next.is_none_or(|next| at.unix_micros() <= next.unix_micros()) {
                life.sleep_until(at)?;
            }
            life.answer(&probe, at)?;
        }
    }
    life.output.flush()?;
    life.tokens.map_or(Ok(()), |mut file| file.flush())?;
    Ok(())
}

/// A line of a life's file.
struct LifeLine {
    path: PathBuf,
    number: u64,
    fields: Map<String, Value>,
}

impl LifeLine {
    fn case(&self, lang: Lang) -> Case<'_> {
        Case { case: &self.fields, path: &self.path, number: self.number, lang }
    }
}

fn all_of(path: &std::path::Path, lang: Lang) -> anyhow::Result<Vec<LifeLine>> {
    let read = |case: anyhow::Result<(u64, Map<String, Value>)>| {
        case.map(|(number, fields)| LifeLine { path: path.to_owned(), number, fields })
    };
    Cases::open(path, lang)?.map(read).collect()
}

/// The time of the life that is played.
struct LifeClock(Mutex<Moment>);

impl LifeClock {
    fn set(&self, now: Moment) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = now;
    }
}

impl Clock for LifeClock {
    fn now(&self) -> Moment {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A life at some point of it.
struct PlayedLife<'e> {
    mind: Mind<'e>,
    clock: Arc<LifeClock>,
    /// When the next night is run.
    night: Moment,
    /// The turns that each memory was made of.
    sources: HashMap<MemoryId, Vec<String>>,
    output: BufWriter<File>,
    tokens: Option<BufWriter<File>>,
    explains: bool,
}

impl PlayedLife<'_> {
    /// Lets the nights up to then pass.
    fn sleep_until(&mut self, at: Moment) -> anyhow::Result<()> {
        while self.night.unix_micros() <= at.unix_micros() {
            self.clock.set(self.night);
            self.mind.sleep(None, SleepMode::Real, &mut |_, _, _| {})?;
            self.night = self.night.plus_days(1);
        }
        Ok(())
    }

    /// A turn: the agent is shown what its prompt brings to mind, answers, and the turn is remembered.
    fn live(&mut self, turn: &Case<'_>) -> anyhow::Result<()> {
        let at = turn.moment("at")?;
        self.sleep_until(at)?;
        let primed = self.prime(turn, at)?;
        self.mind.note_primed(&primed)?;
        let observation = Observation {
            at: Some(at),
            person: turn.named("person"),
            thread: turn.named("thread"),
            place: place(turn),
            uid: turn.named("id"),
            ..Observation::said(turn.text("said")?).replied(turn.named("replied").unwrap_or_default())
        };
        let id = match self.mind.remember(observation)? {
            Remembered::Anew { memory, .. } => memory.id,
            Remembered::Before { id, .. } => id,
            Remembered::Command
            | Remembered::NothingLeft
            | Remembered::Unsaid { .. }
            | Remembered::TookBack { .. }
            | Remembered::TakenBackBefore => return Ok(()),
        };
        self.sources.entry(id).or_default().push(turn.text("id")?.to_owned());
        Ok(())
    }

    /// What the hook would show for a turn's or a probe's prompt.
    fn prime(&mut self, case: &Case<'_>, at: Moment) -> anyhow::Result<Primed> {
        self.clock.set(at);
        let primed = self.mind.prime_turn(&cue(case))?;
        if let Some(file) = &mut self.tokens {
            let mut channels: BTreeMap<&str, usize> = BTreeMap::new();
            primed.turn.parts.iter().for_each(|part| *channels.entry(part.channel.name()).or_default() += part.tokens);
            let line = json!({
                "id": case.text("id")?,
                "kind": primed.kind.name(),
                "tokens": primed.turn.tokens,
                "channels": channels,
            });
            writeln!(file, "{line}")?;
        }
        Ok(primed)
    }

    fn answer(&mut self, probe: &Case<'_>, at: Moment) -> anyhow::Result<()> {
        let said = self.prime(probe, at)?;
        let turns = |id: &MemoryId| self.mind.turns_of_session(*id).unwrap_or_default();
        let source = |id: &MemoryId| match self.sources.get(id) {
            Some(own) => own.clone(),
            // What is made of several turns has the words of all of them.
            None => turns(id).iter().filter_map(|turn| self.sources.get(turn)).flatten().cloned().collect::<Vec<_>>(),
        };
        let shown = said.turn.memories.iter();
        let shown = shown.map(|memory| json!({ "sources": source(&memory.id), "text": memory.text }));
        let mut answer = json!({ "id": probe.text("id")?, "shown": shown.collect::<Vec<_>>() });
        if self.explains {
            let cue = cue(probe);
            let ungated = Prompt {
                thread: cue.thread.clone(),
                place: cue.place,
                without: self.mind.shown(&cue.thread.unwrap_or_default())?,
                gate: Some(false),
                top_k: Some(EXPLAINED),
                leaves_a_mark: false,
                ..Prompt::new(cue.text)
            };
            let near = self.mind.recall(&ungated)?.hits.into_iter().map(|hit| {
                let mut terms = hit_terms(&hit);
                terms["sources"] = json!(source(&hit.memory.id));
                terms["category"] = json!(hit.memory.category.name());
                terms["level"] = json!(hit.memory.shown.level.number());
                terms
            });
            answer["near"] = near.collect();
            answer["block"] = json!(said.turn.text);
            answer["stable"] = json!(self.mind.stable_block(&self::cue(probe))?.text);
            let left_out =
                said.turn.left_out.iter().map(|left| format!("{}: {} ({})", left.channel.name(), left.what, left.why));
            answer["left_out"] = left_out.collect();
            let times = said.times.iter().map(|(channel, time)| (channel.name(), json!(time.as_secs_f64() * 1000.0)));
            answer["times_ms"] = Value::Object(times.map(|(name, time)| (name.to_owned(), time)).collect());
            answer["asks"] = json!(asked_value::asks(probe.text("prompt")?));
        }
        serde_json::to_writer(&mut self.output, &answer)?;
        Ok(self.output.write_all(b"\n")?)
    }
}

/// What the hook would ask priming for a turn's or a probe's prompt.
fn cue(case: &Case<'_>) -> Cue {
    let text = case.named("prompt").or_else(|| case.named("said")).unwrap_or_default();
    cue_of(&text, &case.named("thread").unwrap_or_default(), place(case))
}

/// The project that the line names, as a host would tell it.
fn place(case: &Case<'_>) -> Option<Place> {
    case.named("project").map(|project| Place { project: Some(project), ..Place::default() })
}
