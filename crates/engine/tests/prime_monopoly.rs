//! No conversation and no project gives more than half of the related memories where others have something to say.

use std::collections::HashMap;

use omoide::core::change::Actor;
use omoide::core::parameters::Parameters;
use omoide::core::{Memory, RelationType, Text};
use omoide::{Channel, Cue, InCommon, Mind, Observation, Place, Prompt, Recalled, Related, Remembered};
use omoide_testkit::sandbox::Sandbox;
use proptest::prelude::*;

/// Things that were said about one subject, each in its own words.
const SAID: [&str; 12] = [
    "Ludmilla wants water twice a week.",
    "I put Ludmilla on the north window.",
    "My aunt gave me Ludmilla for the housewarming.",
    "Ludmilla got new soil from the market.",
    "The pot broke, so Ludmilla stands in a bucket.",
    "The cat keeps biting Ludmilla.",
    "There were aphids on Ludmilla in June.",
    "Ludmilla lost three fronds after the frost.",
    "A neighbour asks for a cutting of Ludmilla.",
    "I painted Ludmilla in watercolours.",
    "Ludmilla is a Boston fern, says the label.",
    "We took Ludmilla along on the move.",
];

fn say(mind: &Mind<'_>, thread: Option<&str>, project: Option<&str>, said: &str) -> String {
    let observation = Observation {
        thread: thread.map(str::to_owned),
        place: project.and_then(Place::in_project),
        replied: "I see.".to_owned(),
        ..Observation::said(said)
    };
    match mind.remember(observation).expect("remembered") {
        Remembered::Anew { memory, .. } => memory.handle,
        other => panic!("{other:?}"),
    }
}

fn prompt(has_no_monopoly: bool) -> Prompt {
    Prompt { has_no_monopoly, leaves_a_mark: false, ..Prompt::new("Ludmilla is ill.") }
}

fn shown(recalled: &Recalled) -> Vec<&Memory> {
    let hits = recalled.hits.iter().map(|hit| &hit.memory);
    hits.chain(recalled.related.iter().map(|Related { memory, .. }| memory)).collect()
}

/// How many memories the conversation with the most has.
fn most_of_a_thread(recalled: &Recalled) -> usize {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for thread in shown(recalled).iter().filter_map(|memory| memory.origin.thread.as_deref()) {
        *counts.entry(thread).or_default() += 1;
    }
    counts.into_values().max().unwrap_or_default()
}

#[test]
fn the_weakest_of_a_conversation_give_way_to_those_of_others() {
    let sandbox = Sandbox::default();
    let mind = sandbox.mind();
    SAID[..8].iter().for_each(|said| drop(say(&mind, Some("a"), None, said)));
    say(&mind, Some("b"), None, SAID[8]);
    say(&mind, Some("c"), None, SAID[9]);
    let with = mind.recall(&prompt(false)).expect("recalled");
    let without = mind.recall(&prompt(true)).expect("recalled");
    assert!(most_of_a_thread(&with) > 3 && with.gave_way.is_empty(), "{}", most_of_a_thread(&with));
    assert_eq!((most_of_a_thread(&without), shown(&without).len()), (3, shown(&with).len()));
    assert_eq!(without.hits[0].memory.id, with.hits[0].memory.id, "the best stays the first");
    assert!(!without.gave_way.is_empty());
    for gone in &without.gave_way {
        assert_eq!(gone.in_common, InCommon::Thread);
        assert!(with.hits.iter().any(|hit| hit.memory.id == gone.id && hit.memory.handle == gone.handle));
        assert!(shown(&without).iter().all(|memory| memory.id != gone.id));
    }
}

#[test]
fn the_weakest_of_a_project_give_way_too() {
    let sandbox = Sandbox::default();
    let mind = sandbox.mind();
    for (number, said) in SAID[..8].iter().enumerate() {
        say(&mind, Some(&format!("t{number}")), Some("greenhouse"), said);
    }
    SAID[8..].iter().for_each(|said| drop(say(&mind, Some("private"), None, said)));
    let of_project = |recalled: &Recalled| {
        let is_its = |memory: &&&Memory| memory.origin.thread.as_deref() != Some("private");
        shown(recalled).iter().filter(is_its).count()
    };
    let without = mind.recall(&prompt(true)).expect("recalled");
    assert!(of_project(&without) <= 3, "{}", of_project(&without));
    assert_eq!(shown(&without).len(), 5);
}

#[test]
fn where_the_others_have_nothing_to_say_nothing_changes() {
    let sandbox = Sandbox::default();
    let mind = sandbox.mind();
    SAID.iter().for_each(|said| drop(say(&mind, Some("a"), None, said)));
    say(&mind, Some("b"), None, "The tax office wrote again about the missing form.");
    say(&mind, Some("c"), None, "I ran ten kilometres along the river.");
    let with = mind.recall(&prompt(false)).expect("recalled");
    assert_eq!(mind.recall(&prompt(true)).expect("recalled"), with);
}

/// A mind in which each thing was said in a conversation of its own, the one at `holder` after so many others in its
/// conversation, with which it is connected.
fn connected(holder: usize, others: &[&str]) -> Sandbox {
    let mut parameters = Parameters::default();
    parameters.prime.deadline_ms = 60_000;
    // The later one leads to the earlier, whichever is the stronger.
    parameters.relations.score_proximity_threshold = 100.0;
    let sandbox = Sandbox::new(parameters);
    let mind = sandbox.mind();
    let thread = |number: usize| format!("t{number}");
    let others: Vec<String> = others.iter().map(|said| say(&mind, Some(&thread(holder)), None, said)).collect();
    sandbox.clock.pass_days(1);
    for (number, said) in SAID.iter().enumerate() {
        let handle = say(&mind, Some(&thread(number)), None, said);
        for other in others.iter().filter(|_| number == holder) {
            mind.link(&handle, other, RelationType::References, Actor::Person).expect("linked");
        }
    }
    sandbox
}

#[test]
fn what_is_only_connected_with_a_memory_counts_to_its_conversation_and_gives_way_first() {
    let others =
        ["The bus was late.", "My bank has an app.", "It snowed in Oslo.", "I lost a glove.", "A bee sat there."];
    let best = connected(0, &[]).mind().recall(&prompt(false)).expect("recalled").hits.remove(0).memory.text.trigger;
    let holder = SAID.iter().position(|said| *said == best).expect("it was said");
    let recalled = |others: &[&str], has_no_monopoly: bool| {
        connected(holder, others).mind().recall(&prompt(has_no_monopoly)).expect("recalled")
    };
    let figures = |recalled: &Recalled| (recalled.hits.len(), recalled.related.len(), most_of_a_thread(recalled));
    assert_eq!(figures(&recalled(&others[..4], true)), (5, 4, 5), "five of nine are half, rounded up");
    assert_eq!(figures(&recalled(&others, false)), (5, 5, 6));
    let without = recalled(&others, true);
    assert_eq!(figures(&without), (6, 4, 5));
    assert_eq!(without.hits[0].memory.text.trigger, best);
}

#[test]
fn priming_names_what_gave_way_and_why() {
    let sandbox = Sandbox::default();
    let mind = sandbox.mind();
    SAID[..8].iter().for_each(|said| drop(say(&mind, Some("a"), None, said)));
    SAID[8..].iter().for_each(|said| drop(say(&mind, Some("b"), None, said)));
    let cue = Cue { has_stable: true, ..Cue::said("Ludmilla is ill.") };
    let primed = mind.prime_turn(&cue).expect("primed");
    let gone = primed.turn.left_out.iter().find(|left| left.why.contains("its conversation")).expect("one gave way");
    assert_eq!(gone.channel, Channel::Related);
    assert!(mind.details(&gone.what).is_ok(), "{}", gone.what);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, max_shrink_iters: 40, ..ProptestConfig::default() })]

    #[test]
    fn an_answer_gets_no_shorter_and_no_conversation_has_more_of_it_than_half_where_others_passed(
        threads in proptest::collection::vec(proptest::option::weighted(0.9, 0..4_usize), 4..12),
        projects in proptest::collection::vec(proptest::option::of(0..2_usize), 4),
        text in proptest::sample::select(&["Ludmilla is ill.", "Ludmilla", "How is Ludmilla?"][..]),
    ) {
        let sandbox = Sandbox::default();
        let mind = sandbox.mind();
        for (said, thread) in SAID.iter().zip(&threads) {
            let name = thread.map(|thread| format!("t{thread}"));
            let project = thread.and_then(|thread| projects[thread]).map(|project| format!("p{project}"));
            let text = Text { trigger: (*said).to_owned(), content: String::new() };
            say(&mind, name.as_deref(), project.as_deref(), &text.trigger);
        }
        let asked = |has_no_monopoly: bool, top_k: Option<usize>| {
            let prompt = Prompt { top_k, text: text.to_owned(), ..prompt(has_no_monopoly) };
            mind.recall(&prompt).expect("recalled")
        };
        let (with, without) = (asked(false, None), asked(true, None));
        prop_assert_eq!(shown(&without).len(), shown(&with).len());
        let mut ids: Vec<_> = shown(&without).iter().map(|memory| memory.id).collect();
        ids.sort_unstable();
        ids.dedup();
        prop_assert_eq!(ids.len(), shown(&without).len(), "each is shown once");
        prop_assert!(most_of_a_thread(&without) <= most_of_a_thread(&with).max(shown(&with).len().div_ceil(2)));
        // Without projects in the way, enough others always help.
        let others = threads.iter().filter(|thread| thread.is_none()).count();
        if with.hits.len() == 5 && others >= 2 {
            prop_assert!(most_of_a_thread(&without) <= shown(&without).len().div_ceil(2));
        }
    }
}
