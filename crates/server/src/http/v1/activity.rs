//! The activity log of a mind: listed, added to, and read by pointers.

use super::super::App;
use super::super::call::HttpCall;
use super::super::route::{Route, RouteInfo, Verb};
use crate::Failure;
use crate::rights::Operation;
use crate::wire::{ActivityAdded, ActivityIn, ActivityListQuery, ActivityListed, ActivityPointed, PointerQuery};

/// The routes.
pub fn routes() -> Vec<Route> {
    let place = |verb, path, name, summary| RouteInfo(verb, path, name, summary);
    vec![
        Route::new(
            place(Verb::Get, "/v1/minds/{mind}/activity", "list_activity", "What happened: the last lines of the log."),
            Operation::Look,
            list,
        )
        .asking::<ActivityListQuery>(),
        Route::new(
            place(Verb::Post, "/v1/minds/{mind}/activity", "log_activity", "Add a line to the activity log."),
            Operation::Remember,
            add,
        )
        .taking::<ActivityIn>(),
        Route::new(
            place(
                Verb::Get,
                "/v1/minds/{mind}/activity/read",
                "read_activity",
                "The lines of the activity log that a pointer points to.",
            ),
            Operation::Look,
            read,
        )
        .asking::<PointerQuery>(),
    ]
}

fn list(app: &App, call: &HttpCall) -> Result<ActivityListed, Failure> {
    let mind = call.mind(app)?;
    let query: ActivityListQuery = call.query()?;
    Ok(ActivityListed::of(&mind.activity(&query.query(mind.now())?)?))
}

fn add(app: &App, call: &HttpCall) -> Result<ActivityAdded, Failure> {
    let mind = call.mind(app)?;
    let line: ActivityIn = call.json()?;
    Ok(ActivityAdded::of(&mind.log_activity(line.line(mind.now())?)?))
}

fn read(app: &App, call: &HttpCall) -> Result<ActivityPointed, Failure> {
    let mind = call.mind(app)?;
    let query: PointerQuery = call.query()?;
    Ok(ActivityPointed::of(&mind.read_pointer(&query.pointer)?))
}
