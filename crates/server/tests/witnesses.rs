//! Whatever is said to whom, taken back and asked for: a mind shows only what it witnessed, and a person is shown only what
//! they heard.

mod client;

use std::collections::BTreeMap;

use client::Running;
use omoide_server::keys::Right;
use omoide_testkit::scale;
use proptest::prelude::*;
use serde_json::{Value, json};

const MINDS: [&str; 3] = ["apple", "birch", "cedar"];
const PERSONS: [&str; 3] = ["Aki", "Ben", "Cleo"];

/// One call.
#[derive(Clone, Debug)]
enum Call {
    /// The addressed mind, who speaks, and which of the persons and minds hear it, by bits.
    Say { mind: usize, person: usize, persons: u8, minds: u8 },
    /// A turn is taken back by its number, through a mind.
    Unsay { mind: usize, turn: usize },
    /// A mind is asked, for a person or for all.
    Ask { mind: usize, person: Option<usize>, how: u8 },
}

fn call() -> impl Strategy<Value = Call> {
    prop_oneof![
        4 => (0..3_usize, 0..3_usize, 0..8_u8, 0..8_u8)
            .prop_map(|(mind, person, persons, minds)| Call::Say { mind, person, persons, minds }),
        1 => (0..3_usize, 0..64_usize).prop_map(|(mind, turn)| Call::Unsay { mind, turn }),
        4 => (0..3_usize, prop::option::of(0..3_usize), 0..10_u8)
            .prop_map(|(mind, person, how)| Call::Ask { mind, person, how }),
    ]
}

/// Who heard a turn.
struct Heard {
    minds: Vec<usize>,
    persons: Vec<usize>,
}

/// What was said and is not taken back, by number.
struct Talk {
    server: Running,
    heard: BTreeMap<usize, Heard>,
    said: usize,
}

fn chosen(bits: u8) -> Vec<usize> {
    (0..3).filter(|place| bits & (1 << place) != 0).collect()
}

/// A word that stands in one turn only.
fn token(number: usize) -> String {
    format!("zq{number}x")
}

impl Talk {
    fn make(&mut self, call: &Call) -> Result<(), TestCaseError> {
        match call {
            Call::Say { mind, person, persons, minds } => {
                let (number, names) = (self.said, chosen(*persons));
                let (mut heard_by, hearing) = (chosen(*minds), chosen(*minds));
                let turn = json!({
                    "said": format!("The garden has the word {} in it.", token(number)),
                    "person": PERSONS[*person],
                    "uid": format!("turn-{number}"),
                    "witnesses": {
                        "persons": names.iter().map(|place| PERSONS[*place]).collect::<Vec<_>>(),
                        "minds": hearing.iter().map(|place| MINDS[*place]).collect::<Vec<_>>(),
                    },
                });
                let observed = self.server.post(&format!("/v1/minds/{}/turns", MINDS[*mind]), &turn).ok();
                prop_assert_eq!(&observed["outcome"], "remembered");
                if heard_by.is_empty() {
                    heard_by.push(*mind);
                }
                let persons = names.into_iter().chain([*person]).collect();
                self.heard.insert(number, Heard { minds: heard_by, persons });
                self.said += 1;
            }
            Call::Unsay { mind, turn } => {
                let Some(number) = self.heard.keys().nth(turn % self.heard.len().max(1)).copied() else {
                    return Ok(());
                };
                let wish = json!({ "turn": format!("turn-{number}") });
                let answer = self.server.post(&format!("/v1/minds/{}/unsay", MINDS[*mind]), &wish);
                let is_there = self.heard[&number].minds.contains(mind);
                prop_assert_eq!(answer.status, if is_there { 200 } else { 404 }, "{:?}", answer);
                if is_there {
                    self.heard.remove(&number);
                }
            }
            Call::Ask { mind, person, how } => self.ask(*mind, *person, *how)?,
        }
        Ok(())
    }

    fn tool(&self, mind: usize, name: &str, arguments: Value) -> Value {
        let message = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call",
                              "params": { "name": name, "arguments": arguments } });
        self.server.ask("POST", "/mcp", &[("omoide-mind", MINDS[mind])], Some(&message)).ok()
    }

    /// The threads of a mind, each with its turns and sessions.
    fn threads(&self, mind: usize) -> Value {
        let path = format!("/v1/minds/{}/threads", MINDS[mind]);
        let listed = self.server.get(&path).ok();
        let names = listed["threads"].as_array().into_iter().flatten().filter_map(|one| one["thread"].as_str());
        names.map(|name| self.server.get(&format!("{path}/{name}")).ok()).collect()
    }

    /// Asks, and holds the answer against who heard what.
    fn ask(&self, mind: usize, person: Option<usize>, how: u8) -> Result<(), TestCaseError> {
        let person_name = person.map(|place| PERSONS[place]);
        let path = format!("/v1/minds/{}", MINDS[mind]);
        let answer = match how {
            0 => {
                let query = person_name.map_or(String::new(), |name| format!("&heard_by={name}"));
                self.server.get(&format!("{path}/memories?limit=200{query}")).ok()
            }
            1 => {
                let wish = json!({ "query": "Which word does the garden have?", "gate": self.said.is_multiple_of(2), "limit": 100,
                                   "heard_by": person_name, "mark": false, "block": true });
                self.server.post(&format!("{path}/recall"), &wish).ok()
            }
            2 => {
                self.tool(mind, "list_recent", json!({ "limit": 100, "heard_by": person_name, "budget_tokens": 8000 }))
            }
            3 => {
                let query = person_name.map_or(String::new(), |name| format!("&heard_by={name}"));
                self.server.get(&format!("{path}/activity?limit=200{query}")).ok()
            }
            4 => self.tool(mind, "activity", json!({ "heard_by": person_name, "limit": 200, "budget_tokens": 8000 })),
            5 => {
                let message =
                    if self.said.is_multiple_of(2) { "Which word does the garden have?" } else { "where were we?" };
                let wish = json!({ "message": message, "heard_by": person_name,
                                   "person": person_name, "mark": false, "turn_only": true });
                self.server.post(&format!("{path}/prime"), &wish).ok()
            }
            6 | 7 => {
                let text = if self.said.is_multiple_of(2) { "Which word does the garden have?" } else { PERSONS[mind] };
                let wish = json!({ "text": text, "heard_by": person_name, "far": true, "limit": 50 });
                if how == 6 {
                    self.server.post(&format!("{path}/associate"), &wish).ok()
                } else {
                    self.tool(mind, "associate", wish)
                }
            }
            // Whole threads and pages of persons are the mind's: nobody in particular is shown them.
            8 => self.threads(mind),
            _ => self.server.get(&format!("{path}/persons")).ok(),
        };
        let person = person.filter(|_| how < 8);
        let text = answer.to_string();
        let mut wanted = 0;
        for number in 0..self.said {
            let may = self.heard.get(&number).is_some_and(|heard| {
                heard.minds.contains(&mind) && person.is_none_or(|person| heard.persons.contains(&person))
            });
            wanted += usize::from(may);
            prop_assert!(
                may || !text.contains(&token(number)),
                "{} {person_name:?} {how}: {number} in {text}",
                MINDS[mind]
            );
        }
        if how == 5 {
            // How much there is must not be told either.
            let related = answer["sample"]["related"].as_u64().unwrap_or(0);
            prop_assert!(related <= wanted as u64, "{} {person_name:?}: {related} of {wanted}", MINDS[mind]);
        }
        if how == 0 {
            let listed = answer["memories"].as_array().map_or(0, Vec::len);
            prop_assert_eq!(listed, wanted.min(200));
        }
        Ok(())
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: scale::cases(4), max_shrink_iters: 20, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_mind_shows_only_what_it_witnessed_and_a_person_only_what_they_heard(
        calls in proptest::collection::vec(call(), 250),
    ) {
        let server = Running::with(|settings| settings.tools = omoide_server::mcp::ToolSet::Full);
        let mut talk = Talk { server, heard: BTreeMap::new(), said: 0 };
        for call in &calls {
            talk.make(call)?;
        }
        prop_assert!(talk.said > 50, "too little was said to show anything");
    }
}

#[test]
fn a_key_that_is_not_for_all_minds_writes_to_none_and_takes_back_only_in_its_own() {
    let server = Running::new();
    let all = server.key(Right::Write, &[]);
    let own = server.key(Right::Write, &["apple"]);
    let ask = |key: &str, path: &str, body: Value| {
        let token = format!("Bearer {key}");
        server.ask("POST", path, &[("authorization", token.as_str())], Some(&body))
    };
    let shared = json!({ "said": "The hedge is high.", "uid": "h", "witnesses": { "minds": ["apple", "birch"] } });
    assert_eq!(ask(&own, "/v1/minds/apple/turns", shared.clone()).problem(403), "forbidden");
    let tool =
        json!({ "name": "remember", "arguments": { "text": "x", "witnesses": { "minds": ["apple", "birch"] } } });
    let message = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": tool });
    assert!(ask(&own, "/mcp", message).body.contains("does not allow the mind"));
    let count = |mind: &str| {
        let mind = server.sandbox.engine.mind(mind.parse().expect("a name"));
        mind.count(&Default::default()).expect("counted")
    };
    assert_eq!((count("apple"), count("birch")), (0, 0), "nothing was written anywhere");
    let told = ask(&all, "/v1/minds/apple/turns", shared).ok();
    assert_eq!((told["minds"].as_array().map_or(0, Vec::len), count("apple"), count("birch")), (2, 1, 1));
    ask(&own, "/v1/minds/apple/unsay", json!({ "turn": "h" })).ok();
    assert_eq!((count("apple"), count("birch")), (0, 1));
    // Whoever may do both takes it back in the other too, also if it is gone from the first.
    ask(&all, "/v1/minds/birch/turns", json!({ "retracts": "h" })).ok();
    assert_eq!(count("birch"), 0);
    let batch = json!({ "turns": [{ "retracts": "nobody" }, { "said": "And yet it is kept." }] });
    let told = ask(&all, "/v1/minds/birch/turns/batch", batch).ok();
    assert_eq!(
        (&told["turns"][0]["code"], &told["turns"][1]["outcome"]),
        (&json!("unknown_turn"), &json!("remembered"))
    );
}
