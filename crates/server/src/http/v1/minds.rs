//! Minds, their nights and figures, and the configuration.

use omoide::{Consent, DueNight, SleepMode};
use omoide_core::Kind;
use omoide_core::ports::store::Filter;
use serde_json::{Value, json};

use super::super::route::{Route, RouteInfo, Verb};
use crate::rights::Operation;
use crate::wire::request::day;
use crate::wire::{Cost, MindSummary, Minds, Nights, SleepDone, SleepRequest, Stats, UndoNight, UndoneNights};
use crate::{Code, Failure};

/// The routes.
pub fn routes() -> Vec<Route> {
    vec![
        Route::new(
            RouteInfo(Verb::Get, "/v1/minds", "list_minds", "The minds that the key may see."),
            Operation::Look,
            |app, call| {
                let names = app.engine.minds()?;
                let summary = |name: omoide_core::MindName| {
                    let memories = app
                        .engine
                        .mind(name.clone())
                        .count(&Filter { kinds: Kind::listed([]), ..Filter::default() })?;
                    Ok(MindSummary { mind: name.to_string(), memories })
                };
                let seen = names.into_iter().filter(|name| call.access.may_see(name));
                Ok(Minds { minds: seen.map(summary).collect::<Result<_, omoide::Error>>()? })
            },
        ),
        Route::new(
            RouteInfo(
                Verb::Get,
                "/v1/minds/{mind}/stats",
                "stats",
                "Numbers about a mind: memories, levels, nights, size.",
            ),
            Operation::Look,
            |app, call| {
                let mind = call.mind(app)?;
                Ok(Stats::of(mind.name().as_str(), &mind.stats()?))
            },
        ),
        Route::new(
            RouteInfo(
                Verb::Get,
                "/v1/minds/{mind}/cost",
                "cost",
                "What was spent, and, apart from it, what a year would cost if a model did all the work.",
            ),
            Operation::Look,
            |app, call| {
                let stats = call.mind(app)?.stats()?;
                let spent = if call.access.may_see_all() { Some(app.engine.cost(0)?) } else { None };
                Ok(Cost::of(&stats, app.engine.parameters(), spent.as_ref()))
            },
        ),
        Route::new(
            RouteInfo(
                Verb::Get,
                "/v1/minds/{mind}/nights",
                "list_nights",
                "The nights that have run, and those that are due.",
            ),
            Operation::Look,
            |app, call| Ok(Nights::from(call.mind(app)?.sleep_status()?)),
        ),
        Route::new(
            RouteInfo(
                Verb::Post,
                "/v1/minds/{mind}/nights",
                "sleep",
                "Run the nights that are due, or show what they would do.",
            ),
            Operation::Sleep,
            |app, call| {
                let mind = call.mind(app)?;
                let wish: SleepRequest = call.json()?;
                let mode = if wish.dry_run { SleepMode::DryRun } else { SleepMode::Real };
                let consent = if wish.trust_clock { Consent::Vouched } else { Consent::Person };
                let until = wish.until.as_deref().map(|text| day("until", text, mind.now())).transpose()?;
                let outcome = mind.sleep_by(consent, until, mode, &mut |_, _, _| {})?;
                if mode == SleepMode::Real && !outcome.nights.is_empty() {
                    let dates: Vec<String> = outcome.nights.iter().map(|night| night.date.to_string()).collect();
                    call.audit(app, mind.now(), Some(mind.name()), "sleep", &dates.join(" "));
                    app.events.tell(mind.name(), "night", mind.now(), json!({ "dates": dates }));
                }
                let first = outcome.nights.first().map(|night| DueNight { date: night.date, at: night.at });
                let estimate = if wish.dry_run && first.is_some() { mind.estimate(first)? } else { None };
                Ok(SleepDone::of(&outcome, wish.dry_run, estimate.as_ref()))
            },
        )
        .taking::<SleepRequest>(),
        Route::new(
            RouteInfo(
                Verb::Post,
                "/v1/minds/{mind}/nights/undo",
                "undo_night",
                "Undo the last night, and the nights that ran together with it.",
            ),
            Operation::Sleep,
            |app, call| {
                let mind = call.mind(app)?;
                let wish: UndoNight = call.json()?;
                let date = wish.date.as_deref().map(|text| day("date", text, mind.now())).transpose()?;
                let undone = UndoneNights::of(&mind.undo_nights(date)?);
                call.audit(app, mind.now(), Some(mind.name()), "undo_night", &undone.dates.join(" "));
                Ok(undone)
            },
        )
        .taking::<UndoNight>(),
        Route::new(
            RouteInfo(Verb::Get, "/v1/config", "config", "The configuration, every parameter with its value."),
            Operation::Configure,
            |app, _| -> Result<Value, Failure> {
                serde_json::to_value(app.engine.parameters())
                    .map_err(|error| Failure::ours(Code::Internal, error.to_string()))
            },
        ),
    ]
}
