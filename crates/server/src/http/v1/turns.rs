//! Observing and recalling.

use std::sync::Arc;

use omoide::{Observation, Remembered, UnsaidTurn};
use omoide_core::MindName;
use omoide_core::change::Actor;
use serde_json::json;

use super::super::App;
use super::super::answer::TextReply;
use super::super::call::HttpCall;
use super::super::observing::{Pending, outcome};
use super::super::route::{BodyKind, Later, Route, RouteHandler, RouteInfo, Verb, gives, schema};
use super::stream::observe_stream;
use crate::Failure;
use crate::rights::Operation;
use crate::wire::{
    Batch, BatchAnswer, Nothing, Observed, RecallAnswer, RecallRequest, StreamAnswer, TurnIn, UnsaidAnswer,
    UnsayRequest,
};

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
                "/v1/minds/{mind}/unsay",
                "unsay",
                "Take turns back, as if they had never been said. Undo with the handle of one brings it back.",
            ),
            Operation::Change,
            unsay,
        )
        .taking::<UnsayRequest>(),
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

/// A turn on its way to the minds that hear it.
pub type Heard = Vec<(MindName, Pending)>;

/// The minds that hear a turn. Whoever may not write to all of them writes to none.
fn hearing(call: &HttpCall, observation: &Observation) -> Result<Vec<MindName>, Failure> {
    let minds = observation.hearing(&call.mind_name()?);
    for mind in &minds {
        call.access.demand_mind(mind)?;
    }
    Ok(minds)
}

/// Takes a turn in, or says at once that too many wait.
fn take(app: &App, call: &HttpCall, turn: TurnIn) -> Result<Heard, Failure> {
    let observation = turn.observation(app.engine.now())?;
    let minds = hearing(call, &observation)?;
    minds.into_iter().map(|mind| Ok((mind.clone(), app.observing.take(mind, observation.clone())?))).collect()
}

/// Takes a turn in as soon as there is room.
pub async fn take_patiently(app: &App, call: &HttpCall, observation: Observation) -> Result<Heard, Failure> {
    let mut heard = Vec::new();
    for mind in hearing(call, &observation)? {
        let pending = app.observing.take_patiently(mind.clone(), observation.clone()).await?;
        heard.push((mind, pending));
    }
    Ok(heard)
}

/// What came of a turn in each mind. What it took back is taken back in all minds that heard that, where the caller may.
pub async fn outcomes(app: &Arc<App>, call: &HttpCall, heard: Heard) -> Result<Vec<(MindName, Remembered)>, Failure> {
    let mut all = Vec::with_capacity(heard.len());
    for (mind, pending) in heard {
        let remembered = outcome(pending).await?;
        let names_others = |turn: &UnsaidTurn| turn.turn.witnesses.minds.iter().any(|name| *name != mind);
        if remembered.unsaid().iter().any(names_others) {
            let (app_there, access) = (Arc::clone(app), call.access.clone());
            let (name, turns) = (mind.clone(), remembered.unsaid().to_vec());
            let unsay = move || {
                let mind = app_there.engine.mind(name);
                Ok(mind.unsay_elsewhere(&turns, &|other| access.may_see(other), Actor::Agent)?)
            };
            app.work.run(unsay).await?;
        }
        all.push((mind, remembered));
    }
    // Of a turn that several minds hear, none of them may know what it takes back.
    match all.first() {
        Some((_, Remembered::TookBack { unsaid })) if unsaid.unknown.is_some() => {
            let is_unknown = |(_, one): &(_, Remembered)| matches!(one, Remembered::TookBack { unsaid } if unsaid.unknown.is_some() && unsaid.is_empty());
            if all.iter().all(is_unknown) {
                let reference = unsaid.unknown.clone().unwrap_or_default();
                return Err(omoide::Error::UnknownTurn { reference }.into());
            }
        }
        _ => {}
    }
    Ok(all)
}

/// Tells those who listen.
pub fn tell(app: &App, outcomes: &[(MindName, Remembered)]) {
    for (mind, remembered) in outcomes {
        if let Remembered::Anew { memory, .. } = remembered {
            let told = json!({ "id": memory.id, "handle": memory.handle });
            app.events.tell(mind, "remembered", memory.recorded_at, told);
        }
        let handles: Vec<&str> = remembered.unsaid().iter().map(|turn| turn.handle.as_str()).collect();
        if !handles.is_empty() {
            app.events.tell(mind, "unsaid", app.engine.now(), json!({ "handles": handles }));
        }
    }
}

async fn observe(app: Arc<App>, call: HttpCall) -> Result<hyper::Response<super::super::answer::Body>, Failure> {
    let heard = take(&app, &call, call.json()?)?;
    let done = outcomes(&app, &call, heard).await?;
    tell(&app, &done);
    Ok(TextReply::json(200, &Observed::among(&done))?.into_response())
}

async fn observe_batch(app: Arc<App>, call: HttpCall) -> Result<hyper::Response<super::super::answer::Body>, Failure> {
    call.mind_name()?;
    let batch: Batch = call.json()?;
    if !(1..=MOST_IN_A_BATCH).contains(&batch.turns.len()) {
        return Err(Failure::invalid(format!("turns: must be 1 to {MOST_IN_A_BATCH}")));
    }
    let now = app.engine.now();
    let mut pending = Vec::with_capacity(batch.turns.len());
    for turn in batch.turns {
        pending.push(match turn.observation(now) {
            Ok(observation) => match take_patiently(&app, &call, observation).await {
                Err(failure) if failure.code.is_ours() => return Err(failure),
                taken => taken,
            },
            Err(failure) => Err(failure),
        });
    }
    let mut turns = Vec::with_capacity(pending.len());
    for one in pending {
        let done = match one {
            Ok(heard) => outcomes(&app, &call, heard).await,
            Err(failure) => Err(failure),
        };
        turns.push(match done {
            Ok(done) => {
                tell(&app, &done);
                Observed::among(&done)
            }
            // What is our fault is no answer to a turn: none of the rest is promised either.
            Err(failure) if failure.code.is_ours() => return Err(failure),
            Err(failure) => Observed::refused(&failure),
        });
    }
    Ok(TextReply::json(200, &BatchAnswer { turns })?.into_response())
}

fn unsay(app: &App, call: &HttpCall) -> Result<UnsaidAnswer, Failure> {
    let mind = call.mind(app)?;
    let unsaid = mind.unsay(&call.json::<UnsayRequest>()?.wish()?, Actor::Agent)?;
    let others = mind.unsay_elsewhere(&unsaid.turns, &|other| call.access.may_see(other), Actor::Agent)?;
    let handles: Vec<&str> = unsaid.turns.iter().map(|turn| turn.handle.as_str()).collect();
    if !handles.is_empty() {
        app.events.tell(mind.name(), "unsaid", mind.now(), json!({ "handles": handles }));
    }
    Ok(UnsaidAnswer::of(&unsaid, &others))
}
