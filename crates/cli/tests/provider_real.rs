//! A real language model on this machine, end to end: turns in, memories out, and every answer in the ledger.

mod sandbox;

use omoide_testkit::models::RealLanguageModel;
use sandbox::Sandbox;

#[test]
fn a_real_small_model_understands_turns_of_a_night() {
    let model = RealLanguageModel::start();
    let sandbox = Sandbox::new();
    for said in [
        "I finally passed the driving test after three attempts! I am so happy and grateful to my teacher.",
        "We decided to move the database to PostgreSQL next month.",
    ] {
        sandbox.omoide(&["remember", said, "--reply", "Congratulations, that is good to hear."]).ok();
    }
    // Set by hand: so small a model may fail the trial of `provider use`.
    let url = format!("llm.base_url={}", model.base_url());
    let settings = [
        "llm.provider=compatible",
        "llm.model=smollm2-135m",
        url.as_str(),
        "llm.turns_per_call=1",
        "llm.max_tokens=500",
        "llm.timeout_seconds=170",
        "llm.daily_tokens=100000",
        "llm.monthly_tokens=100000",
    ];
    let mut words = vec!["sleep", "--json"];
    for setting in &settings {
        words.extend(["--set", *setting]);
    }
    let night = sandbox.at("2026-01-21T09:00:00+09:00", &words).json();
    let done = &night["improvement"];
    // Texts that the night shortens may be asked for beside the two turns.
    assert!(done["calls"].as_u64() >= Some(2), "{night}");
    assert_eq!(done["left"], 0, "{night}");
    assert!(done["input_tokens"].as_u64() > Some(200) && done["output_tokens"].as_u64() > Some(0), "{night}");
    let answered = done["analysed"].as_u64().unwrap_or(0) + done["replaced"].as_u64().unwrap_or(0);
    // So small a model is wrong as often as right: what cannot be used is the language layer's, and every memory says so.
    assert!(answered >= 2, "{night}");
    let list = sandbox.omoide(&["list", "--json"]).json();
    let by: Vec<String> = list["memories"]
        .as_array()
        .expect("memories")
        .iter()
        .map(|memory| {
            let handle = memory["handle"].as_str().expect("a handle");
            let shown = sandbox.omoide(&["show", handle, "--json"]).json();
            shown["analysed_by"].as_str().unwrap_or("language layer").to_owned()
        })
        .collect();
    let by_model = by.iter().filter(|by| *by == "compatible/smollm2-135m analyse-1").count();
    assert_eq!(Some(by_model as u64), done["analysed"].as_u64(), "{by:?}");
    let cost = sandbox.at("2026-01-21T09:00:00+09:00", &["cost", "--json"]).json();
    // What runs here costs tokens and no money.
    assert_eq!(cost["month"]["usd"], 0.0, "{cost}");
}
