//! Observing and recalling.

use std::collections::VecDeque;
use std::sync::Arc;

use http_body_util::BodyExt;
use hyper::body::{Body as _, Incoming};
use omoide::Remembered;
use serde_json::json;

use super::super::App;
use super::super::answer::Reply;
use super::super::call::Call;
use super::super::observing::{Pending, outcome};
use super::super::route::{Later, Place, Route, Run, Taken, Verb, gives, schema};
use crate::keys::Right;
use crate::wire::{
    Batch, BatchAnswer, Nothing, Observed, RecallAnswer, RecallRequest, StreamAnswer, StreamRefusal, TurnIn,
};
use crate::{Code, Failure};

/// Most turns in one batch.
const MOST_IN_A_BATCH: usize = 1_000;
/// Turns of one stream that may be under way at once.
const UNDER_WAY: usize = 256;
/// Bytes that one line of a stream may have.
const LINE_BYTES: usize = 16 * 1024 * 1024;
/// Refusals of a stream that are told in full.
const MOST_REFUSALS: usize = 100;

/// The routes.
pub fn routes() -> Vec<Route> {
    let waiting = |place: Place, given, run: fn(Arc<App>, Call) -> Later| Route {
        gives: given,
        run: Run::Waiting(run),
        ..Route::new(place, Right::Write, |_, _| Ok(Nothing {}))
    };
    vec![
        waiting(
            Place(
                Verb::Post,
                "/v1/minds/{mind}/turns",
                "observe",
                "Remember a turn. It is on the disk when this answers.",
            ),
            gives::<Observed>(200),
            |app, call| Box::pin(observe(app, call)),
        )
        .taking::<TurnIn>(),
        waiting(
            Place(
                Verb::Post,
                "/v1/minds/{mind}/turns/batch",
                "observe_batch",
                "Remember up to 1000 turns, in their order.",
            ),
            gives::<BatchAnswer>(200),
            |app, call| Box::pin(observe_batch(app, call)),
        )
        .taking::<Batch>(),
        Route {
            gives: gives::<StreamAnswer>(200),
            body: Some(Taken { media_type: "application/x-ndjson", schema: schema::<String>, is_required: true }),
            run: Run::Streaming(|app, call, incoming| Box::pin(observe_stream(app, call, incoming))),
            ..Route::new(
                Place(
                    Verb::Post,
                    "/v1/minds/{mind}/turns/stream",
                    "observe_stream",
                    "Remember any number of turns, a JSON object a line; the answer comes at the end.",
                ),
                Right::Write,
                |_, _| Ok(Nothing {}),
            )
        },
        Route::new(
            Place(
                Verb::Post,
                "/v1/minds/{mind}/recall",
                "recall",
                "What comes to mind; nothing when nothing has to do with it.",
            ),
            Right::Read,
            |app, call| {
                let mind = call.mind(app)?;
                let wish: RecallRequest = call.json()?;
                let budget = wish.budget(mind.budget_tokens())?;
                let mut prompt = wish.prompt()?;
                // Who may only read leaves no marks.
                prompt.leaves_a_mark &= call.access.has(Right::Write);
                let recalled = mind.recall(&prompt)?;
                app.events.tell(mind.name(), "recall", mind.now(), json!({ "hits": recalled.hits.len() }));
                Ok(RecallAnswer::of(&recalled, budget, wish.block))
            },
        )
        .taking::<RecallRequest>(),
    ]
}

/// Takes a turn in.
fn take(app: &App, call: &Call, turn: TurnIn) -> Result<Pending, Failure> {
    app.observing.take(call.mind_name()?, turn.observation(app.engine.now())?)
}

/// Tells those who listen.
fn tell(app: &App, call: &Call, remembered: &Remembered) {
    if let (Remembered::Anew { memory, .. }, Ok(mind)) = (remembered, call.mind_name()) {
        app.events.tell(&mind, "remembered", memory.recorded_at, json!({ "id": memory.id, "handle": memory.handle }));
    }
}

async fn observe(app: Arc<App>, call: Call) -> Result<hyper::Response<super::super::answer::Body>, Failure> {
    let remembered = outcome(take(&app, &call, call.json()?)?).await?;
    tell(&app, &call, &remembered);
    Ok(Reply::json(200, &Observed::from(remembered))?.into_response())
}

async fn observe_batch(app: Arc<App>, call: Call) -> Result<hyper::Response<super::super::answer::Body>, Failure> {
    let mind = call.mind_name()?;
    let batch: Batch = call.json()?;
    if !(1..=MOST_IN_A_BATCH).contains(&batch.turns.len()) {
        return Err(Failure::invalid(format!("turns: must be 1 to {MOST_IN_A_BATCH}")));
    }
    let now = app.engine.now();
    let mut pending = Vec::with_capacity(batch.turns.len());
    for turn in batch.turns {
        pending.push(match turn.observation(now) {
            Ok(observation) => Ok(app.observing.take_patiently(mind.clone(), observation).await?),
            Err(failure) => Err(failure),
        });
    }
    let mut turns = Vec::with_capacity(pending.len());
    for one in pending {
        let done = match one {
            Ok(pending) => outcome(pending).await,
            Err(failure) => Err(failure),
        };
        turns.push(match done {
            Ok(remembered) => {
                tell(&app, &call, &remembered);
                Observed::from(remembered)
            }
            // What is our fault is no answer to a turn: none of the rest is promised either.
            Err(failure) if failure.code.is_ours() => return Err(failure),
            Err(failure) => Observed::refused(&failure),
        });
    }
    Ok(Reply::json(200, &BatchAnswer { turns })?.into_response())
}

/// A stream of turns on its way.
struct Stream {
    app: Arc<App>,
    call: Call,
    under_way: VecDeque<(u64, Result<Pending, Failure>)>,
    answer: StreamAnswer,
}

impl Stream {
    async fn line(&mut self, line: &[u8]) -> Result<(), Failure> {
        if line.iter().all(u8::is_ascii_whitespace) {
            return Ok(());
        }
        self.answer.lines += 1;
        let turn = serde_json::from_slice::<TurnIn>(line).map_err(|error| Failure::invalid(error.to_string()));
        let mind = self.call.mind_name()?;
        let pending = match turn.and_then(|turn| turn.observation(self.app.engine.now())) {
            Ok(observation) => Ok(self.app.observing.take_patiently(mind, observation).await?),
            Err(failure) => Err(failure),
        };
        self.under_way.push_back((self.answer.lines, pending));
        if self.under_way.len() > UNDER_WAY { self.finish_one().await } else { Ok(()) }
    }

    async fn finish_one(&mut self) -> Result<(), Failure> {
        let Some((line, pending)) = self.under_way.pop_front() else { return Ok(()) };
        let done = match pending {
            Ok(pending) => outcome(pending).await,
            Err(failure) => Err(failure),
        };
        match done {
            Ok(remembered) => {
                tell(&self.app, &self.call, &remembered);
                match remembered {
                    Remembered::Anew { .. } => self.answer.remembered += 1,
                    Remembered::Before { .. } => self.answer.already_remembered += 1,
                    Remembered::Command | Remembered::NothingLeft => self.answer.nothing += 1,
                }
            }
            Err(failure) if failure.code.is_ours() => return Err(failure),
            Err(failure) => {
                self.answer.refused += 1;
                if self.answer.refusals.len() < MOST_REFUSALS {
                    let (code, detail) = (failure.code.name(), failure.detail);
                    self.answer.refusals.push(StreamRefusal { line, code, detail });
                }
            }
        }
        Ok(())
    }
}

async fn observe_stream(
    app: Arc<App>,
    call: Call,
    mut incoming: Incoming,
) -> Result<hyper::Response<super::super::answer::Body>, Failure> {
    call.mind_name()?;
    let patience = app.settings.limits.patience;
    let mut stream = Stream { app, call, under_way: VecDeque::new(), answer: StreamAnswer::default() };
    let mut rest: Vec<u8> = Vec::new();
    while !incoming.is_end_stream() {
        let frame = tokio::time::timeout(patience, incoming.frame()).await;
        let frame = frame.map_err(|_| Failure::new(Code::TooSlow, "nothing has come for a while"))?;
        let Some(frame) = frame else { break };
        let frame = frame.map_err(|_| Failure::new(Code::BadRequest, "the stream ended before it was whole"))?;
        let Ok(data) = frame.into_data() else { continue };
        rest.extend_from_slice(&data);
        while let Some(end) = rest.iter().position(|byte| *byte == b'\n') {
            let line: Vec<u8> = rest.drain(..=end).collect();
            stream.line(&line).await?;
        }
        if rest.len() > LINE_BYTES {
            return Err(Failure::new(Code::TooLarge, format!("a line is larger than {LINE_BYTES} bytes")));
        }
    }
    stream.line(&rest).await?;
    while !stream.under_way.is_empty() {
        stream.finish_one().await?;
    }
    Ok(Reply::json(200, &stream.answer)?.into_response())
}
