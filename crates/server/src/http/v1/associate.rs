//! What something reminds of.

use super::super::route::{Route, RouteInfo, Verb};
use crate::rights::Operation;
use crate::wire::AssociateRequest;

/// The route. It asks with a body, because a text that reminds may be as private as a memory, and addresses are logged.
pub fn routes() -> Vec<Route> {
    vec![
        Route::new(
            RouteInfo(
                Verb::Post,
                "/v1/minds/{mind}/associate",
                "associate",
                "What a text reminds of and through which memories: near concepts, and far ones that begin another subject.",
            ),
            Operation::Look,
            |app, call| {
                let wish: AssociateRequest = call.json()?;
                wish.answer(&call.mind(app)?)
            },
        )
        .taking::<AssociateRequest>(),
    ]
}
