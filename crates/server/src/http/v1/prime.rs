//! What an agent has in mind before it reads a message.

use super::super::route::{Route, RouteInfo, Verb};
use crate::rights::Operation;
use crate::wire::PrimeRequest;

/// The route.
pub fn routes() -> Vec<Route> {
    vec![
        Route::new(
            RouteInfo(
                Verb::Post,
                "/v1/minds/{mind}/prime",
                "prime",
                "What an agent has in mind before it reads a message: a stable block and one for the turn.",
            ),
            Operation::Recall,
            |app, call| {
                let wish: PrimeRequest = call.json()?;
                wish.answer(&call.mind(app)?, call.access.leaves_marks())
            },
        )
        .taking::<PrimeRequest>(),
    ]
}
