//! Persons and their names. Names are common to all minds, so only who may see all of them may change them.

use super::super::App;
use super::super::call::HttpCall;
use super::super::route::{Route, RouteInfo, Verb};
use crate::Failure;
use crate::rights::Operation;
use crate::wire::{OtherName, PersonNames, PersonPage, PersonsListed};

/// The routes.
pub fn routes() -> Vec<Route> {
    let change = |path, name, summary, run| {
        Route::new(RouteInfo(Verb::Post, path, name, summary), Operation::Change, move |app, call| {
            changed(app, call, name, run)
        })
        .taking::<OtherName>()
    };
    vec![
        Route::new(
            RouteInfo(Verb::Get, "/v1/minds/{mind}/persons", "list_persons", "The persons whom a mind knows."),
            Operation::Look,
            |app, call| Ok(PersonsListed::from(call.mind(app)?.persons(&|mind| call.access.may_see(mind))?)),
        ),
        Route::new(
            RouteInfo(
                Verb::Get,
                "/v1/minds/{mind}/persons/{name}",
                "get_person",
                "What a mind knows of a person: contact, topics, depth, and what lasts.",
            ),
            Operation::Look,
            |app, call| {
                let known = call.mind(app)?.profile(Some(call.param("name")), &|mind| call.access.may_see(mind))?;
                Ok(PersonPage::from(known))
            },
        ),
        change(
            "/v1/minds/{mind}/persons/{name}/join",
            "join_persons",
            "Say that another name is the same person, in all minds.",
            NamingAct::Join,
        ),
        change(
            "/v1/minds/{mind}/persons/{name}/part",
            "part_persons",
            "Take back the join of two names, in all minds.",
            NamingAct::Part,
        ),
        change(
            "/v1/minds/{mind}/persons/{name}/rename",
            "rename_person",
            "Have a person shown by another name, in all minds; the name before stays an alias.",
            NamingAct::Rename,
        ),
    ]
}

/// What is done to two names.
#[derive(Clone, Copy)]
enum NamingAct {
    Join,
    Part,
    Rename,
}

fn changed(app: &App, call: &HttpCall, act: &str, naming: NamingAct) -> Result<PersonNames, Failure> {
    let mind = call.mind(app)?;
    call.access.demand_all_minds()?;
    let (name, other) = (call.param("name"), call.json::<OtherName>()?.name);
    let names = match naming {
        NamingAct::Join => PersonNames::of([mind.join_persons(name, &other)?]),
        NamingAct::Part => PersonNames::of(mind.part_persons(name, &other)?),
        NamingAct::Rename => PersonNames::of([mind.rename_person(name, &other)?]),
    };
    let told: Vec<&str> = names.persons.iter().map(|person| person.name.as_str()).collect();
    call.audit(app, mind.now(), Some(mind.name()), act, &told.join(", "));
    Ok(names)
}
