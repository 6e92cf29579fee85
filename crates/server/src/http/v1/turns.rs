//! Observing and recalling.

use std::sync::Arc;

use omoide::Remembered;
use serde_json::json;

use super::super::App;
use super::super::answer::TextReply;
use super::super::call::HttpCall;
use super::super::observing::{Pending, outcome};
use super::super::route::{BodyKind, Later, Route, RouteHandler, RouteInfo, Verb, gives, schema};
use super::stream::observe_stream;
use crate::Failure;
use crate::rights::Operation;
use crate::wire::{Batch, BatchAnswer, Nothing, Observed, RecallAnswer, RecallRequest, StreamAnswer, TurnIn};

/// Most turns in one batch.
const MOST_IN_A_BATCH: usize = 1_000;

/// The routes.
pub fn routes() -> Vec<Route> {
    let waiting = |place: RouteInfo, given, run: fn(Arc<App>, HttpCall) -> Later| Route {
        gives: given,
        run: RouteHandler::Waiting(run),
        ..Route::new(place, Operation::Remember, |_, _| Ok(Nothing {}))
    };
    vec![
        waiting(
            RouteInfo(
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
            RouteInfo(
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
            body: Some(BodyKind { media_type: "application/x-ndjson", schema: schema::<String>, is_required: true }),
            run: RouteHandler::Streaming(|app, call, incoming| Box::pin(observe_stream(app, call, incoming))),
            ..Route::new(
                RouteInfo(
                    Verb::Post,
                    "/v1/minds/{mind}/turns/stream",
                    "observe_stream",
                    "Remember any number of turns, a JSON object a line; the answer comes at the end.",
                ),
                Operation::Remember,
                |_, _| Ok(Nothing {}),
            )
        },
        Route::new(
            RouteInfo(
                Verb::Post,
                "/v1/minds/{mind}/recall",
                "recall",
                "What comes to mind; nothing when nothing has to do with it.",
            ),
            Operation::Recall,
            |app, call| {
                let mind = call.mind(app)?;
                let wish: RecallRequest = call.json()?;
                let budget = wish.budget(mind.budget())?;
                let mut prompt = wish.prompt(&mind)?;
                // Who may only read leaves no marks; those of others are written after the answer, many together.
                let leaves_a_mark = prompt.leaves_a_mark && call.access.leaves_marks();
                prompt.leaves_a_mark = false;
                let recalled = mind.recall(&prompt)?;
                if leaves_a_mark && let Some(mark) = recalled.mark(&prompt, mind.now()) {
                    app.marking.add(mind.name().clone(), mark);
                }
                app.events.tell(mind.name(), "recall", mind.now(), json!({ "hits": recalled.hits.len() }));
                Ok(RecallAnswer::of(&recalled, budget, wish.parts()))
            },
        )
        .taking::<RecallRequest>(),
    ]
}

/// Takes a turn in.
fn take(app: &App, call: &HttpCall, turn: TurnIn) -> Result<Pending, Failure> {
    app.observing.take(call.mind_name()?, turn.observation(app.engine.now())?)
}

/// Tells those who listen.
pub fn tell(app: &App, call: &HttpCall, remembered: &Remembered) {
    if let (Remembered::Anew { memory, .. }, Ok(mind)) = (remembered, call.mind_name()) {
        app.events.tell(&mind, "remembered", memory.recorded_at, json!({ "id": memory.id, "handle": memory.handle }));
    }
}

async fn observe(app: Arc<App>, call: HttpCall) -> Result<hyper::Response<super::super::answer::Body>, Failure> {
    let remembered = outcome(take(&app, &call, call.json()?)?).await?;
    tell(&app, &call, &remembered);
    Ok(TextReply::json(200, &Observed::of(&remembered))?.into_response())
}

async fn observe_batch(app: Arc<App>, call: HttpCall) -> Result<hyper::Response<super::super::answer::Body>, Failure> {
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
                Observed::of(&remembered)
            }
            // What is our fault is no answer to a turn: none of the rest is promised either.
            Err(failure) if failure.code.is_ours() => return Err(failure),
            Err(failure) => Observed::refused(&failure),
        });
    }
    Ok(TextReply::json(200, &BatchAnswer { turns })?.into_response())
}
