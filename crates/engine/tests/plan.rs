//! The plan that a recall tells is the plan that ranked.

use omoide::core::ports::TimeHint;
use omoide::core::{Intent, JudgedAs, Parameters, QueryPlan, Valence};
use omoide::{Observation, Place, Prompt};
use omoide_testkit::sandbox::Sandbox;

fn told(sandbox: &Sandbox, prompt: Prompt) -> QueryPlan {
    let prompt = Prompt { tells_plan: true, leaves_a_mark: false, ..prompt };
    sandbox.mind().recall(&prompt).expect("recalled").plan.expect("told")
}

fn sandbox() -> Sandbox {
    let sandbox = Sandbox::new(Parameters::default());
    for said in ["We visited New York and saw the harbour", "I was so happy when Rex came back", "The linter is green"]
    {
        sandbox.mind().remember(Observation::said(said)).expect("remembered");
    }
    sandbox
}

#[test]
fn what_is_searched_for_is_told_as_it_was_searched_for() {
    let sandbox = sandbox();
    // A year that is part of what is asked stays part of the meaning; a plan made for showing had cut it out.
    let plan = told(&sandbox, Prompt::new("Did we visit New York in 2022?"));
    assert_eq!(plan.semantic_query, "Did we visit New York in 2022?");
    assert!(plan.words.iter().any(|word| word == "visit") && plan.words.iter().any(|word| word == "2022"), "{plan:?}");
    // Where all of a time is asked for, neither meaning nor words are searched for.
    let plan = told(&sandbox, Prompt::new("What happened yesterday?"));
    assert_eq!((plan.semantic_query.as_str(), plan.words.as_slice()), ("", &[][..]));
    assert!(matches!(plan.time, Some(TimeHint::Within(..))), "{plan:?}");
}

#[test]
fn quotes_people_feelings_and_the_project_are_told() {
    let sandbox = sandbox();
    let plan = told(&sandbox, Prompt::new("Who said \"the linter is green\" to Rex?"));
    assert_eq!((plan.phrases, plan.people), (vec!["the linter is green".to_owned()], vec!["Rex".to_owned()]));
    let plan = told(&sandbox, Prompt::new("When was I happiest?"));
    assert_eq!(plan.feeling.map(|feeling| feeling.valence), Some(Valence::Positive));
    let prompt = Prompt { place: Place::in_project("aurora"), ..Prompt::new("Is the linter green?") };
    let plan = told(&sandbox, prompt);
    assert_eq!((plan.project.as_deref(), plan.planned_by), (Some("aurora"), None));
}

#[test]
fn what_the_gate_took_the_prompt_for_is_told() {
    let sandbox = sandbox();
    let judged = |text: &str| told(&sandbox, Prompt::new(text)).judged_as;
    assert_eq!(judged("Is the linter green?"), Some(JudgedAs::Question));
    assert_eq!(judged("The linter is red today"), Some(JudgedAs::Statement));
    let open = Prompt { gate: Some(false), ..Prompt::new("Is the linter green?") };
    let plan = told(&sandbox, open);
    assert_eq!((plan.judged_as, plan.intent), (None, Intent::Factual));
}
