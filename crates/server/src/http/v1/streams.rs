//! Replies that are remembered while they are streamed.

use super::super::App;
use super::super::call::HttpCall;
use super::super::route::{Route, RouteInfo, Verb};
use super::turns::tell;
use crate::Failure;
use crate::rights::Operation;
use crate::wire::{Nothing, Observed, StreamEnd, StreamIn, StreamPiece, StreamStanding};

/// The routes.
pub fn routes() -> Vec<Route> {
    vec![
        Route::new(
            RouteInfo(
                Verb::Post,
                "/v1/minds/{mind}/streams",
                "begin_stream",
                "Begin to stream a reply. What was said is on the disk when this answers.",
            ),
            Operation::Remember,
            begin,
        )
        .taking::<StreamIn>(),
        Route::new(
            RouteInfo(
                Verb::Post,
                "/v1/minds/{mind}/streams/{id}",
                "append_stream",
                "Add text or tools to a streamed reply. It is on the disk within a second of the answer, and before it where \
                 500 characters wait, a tool is named, or sync is set.",
            ),
            Operation::Remember,
            append,
        )
        .taking::<StreamPiece>(),
        Route::new(
            RouteInfo(
                Verb::Get,
                "/v1/minds/{mind}/streams/{id}",
                "get_stream",
                "How far a streamed reply has come.",
            ),
            Operation::Look,
            |app, call| {
                let stream = app.streams.find(&call.mind_name()?, call.param("id"))?;
                Ok(StreamStanding::of(&stream, stream.progress()))
            },
        ),
        Route::new(
            RouteInfo(
                Verb::Post,
                "/v1/minds/{mind}/streams/{id}/done",
                "finish_stream",
                "Remember a streamed reply, whole or interrupted. The turn is on the disk when this answers.",
            ),
            Operation::Remember,
            finish,
        )
        .taking::<StreamEnd>(),
        Route::new(
            RouteInfo(
                Verb::Delete,
                "/v1/minds/{mind}/streams/{id}",
                "abandon_stream",
                "Abandon a streamed reply: nothing of it is remembered.",
            ),
            Operation::Remember,
            |app, call| {
                let stream = app.streams.find(&call.mind_name()?, call.param("id"))?;
                stream.abandon()?;
                app.streams.forget(stream.id());
                Ok(Nothing {})
            },
        ),
    ]
}

fn begin(app: &App, call: &HttpCall) -> Result<StreamStanding, Failure> {
    let mind = call.mind(app)?;
    let wish: StreamIn = call.json()?;
    app.streams.close_idle(app);
    let stream = app.streams.begin(&mind, wish.stream(mind.now())?)?;
    Ok(StreamStanding::of(&stream, stream.progress()))
}

fn append(app: &App, call: &HttpCall) -> Result<StreamStanding, Failure> {
    let mind = call.mind_name()?;
    let piece: StreamPiece = call.json()?;
    let stream = app.streams.find(&mind, call.param("id"))?;
    let progress = piece.write(&stream)?;
    Ok(StreamStanding::of(&stream, progress))
}

fn finish(app: &App, call: &HttpCall) -> Result<Observed, Failure> {
    let mind = call.mind_name()?;
    let wish: StreamEnd = call.json()?;
    let stream = app.streams.find(&mind, call.param("id"))?;
    let remembered = if wish.interrupted { stream.interrupt()? } else { stream.finish()? };
    app.streams.forget(stream.id());
    let observed = Observed::of(&remembered);
    tell(app, &[(mind, remembered)]);
    Ok(observed)
}
