//! Several embedding models side by side: a switch never makes a memory unfindable.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use omoide::core::formulas::ranking::clue::Clue;
use omoide::core::parameters::Parameters;
use omoide::core::ports::{BoxError, Embedder};
use omoide::core::{Category, Memory};
use omoide::{Embedders, Error, ModelRole, Observation, Prompt, Silence, SleepMode, Terms};
use omoide_testkit::sandbox::Sandbox;

/// A model that knows two topics, each under several words, and counts what it is asked.
struct Topics {
    model: &'static str,
    dimensions: usize,
    is_broken: bool,
    asked: AtomicUsize,
    /// Whose vectors point the other way, so that comparing across models would show.
    sign: f32,
    reads_sentences: bool,
}

impl Topics {
    fn new(model: &'static str, dimensions: usize) -> Self {
        Self { model, dimensions, is_broken: false, asked: AtomicUsize::new(0), sign: 1.0, reads_sentences: false }
    }

    fn asked(&self) -> usize {
        self.asked.load(Ordering::SeqCst)
    }
}

impl Embedder for Topics {
    fn model(&self) -> &str {
        self.model
    }

    fn dimensions(&self) -> usize {
        self.dimensions
    }

    fn reads_sentences(&self) -> bool {
        self.reads_sentences
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Option<Vec<f32>>>, BoxError> {
        self.asked.fetch_add(texts.len(), Ordering::SeqCst);
        if self.is_broken {
            return Err("the model is broken".into());
        }
        let topics = [["dog", "puppy", "hound"], ["tea", "coffee", "kettle"]];
        Ok(texts
            .iter()
            .map(|text| {
                let text = text.to_lowercase();
                let mut values = vec![0.0; self.dimensions];
                for (place, words) in topics.iter().enumerate() {
                    values[place] = self.sign * words.iter().filter(|word| text.contains(*word)).count() as f32;
                }
                values[2] = 0.01;
                Some(values)
            })
            .collect())
    }
}

fn topics(model: &'static str, dimensions: usize) -> Arc<Topics> {
    Arc::new(Topics::new(model, dimensions))
}

fn remember(sandbox: &Sandbox, words: &str) -> Memory {
    sandbox.remember(words, Category::Emotional, 80)
}

fn recall(sandbox: &Sandbox, prompt: &str) -> Vec<String> {
    let prompt = Prompt { leaves_a_mark: false, ..Prompt::new(prompt) };
    let recalled = sandbox.mind().recall(&prompt).expect("recall");
    let mut found: Vec<String> = recalled.hits.into_iter().map(|hit| hit.memory.text.trigger).collect();
    found.sort();
    found
}

fn coverage(sandbox: &Sandbox) -> Vec<(String, ModelRole, u64)> {
    let coverage = sandbox.mind().coverage().expect("coverage");
    coverage.models.into_iter().map(|m| (m.model, m.role, m.memories)).collect()
}

fn role(model: &str, role: ModelRole, memories: u64) -> (String, ModelRole, u64) {
    (model.to_owned(), role, memories)
}

#[test]
fn after_a_switch_old_memories_are_found_through_their_own_model() {
    let mut sandbox = Sandbox::with(Parameters::default(), Embedders::of(topics("old", 4)));
    remember(&sandbox, "The puppy slept by the kettle");
    let old = topics("old", 4);
    let new = Arc::new(Topics { sign: -1.0, ..Topics::new("new", 4) });
    sandbox.switch(Embedders::of(new.clone()).and_on_standby(old.clone()));
    remember(&sandbox, "A hound barked all night");
    remember(&sandbox, "The kettle is broken");
    // Were vectors of the two models compared, their signs would part what belongs together.
    assert_eq!(recall(&sandbox, "dog"), ["A hound barked all night", "The puppy slept by the kettle"]);
    assert_eq!(old.asked(), 1, "the prompt, and nothing to write");
    assert_eq!(coverage(&sandbox), [role("new", ModelRole::Active, 2), role("old", ModelRole::Standby, 1)],);

    assert_eq!(sandbox.mind().without_active_vector().expect("a count"), 1);
    let mut steps = Vec::new();
    let made = sandbox.mind().reembed(&mut |done, all| steps.push((done, all))).expect("it is embedded again");
    assert_eq!((made, steps.as_slice()), (1, [(0, 1)].as_slice()));
    assert_eq!(recall(&sandbox, "dog").len(), 2);
    assert_eq!(old.asked(), 1, "nobody is found through it alone any more");
    assert_eq!(sandbox.mind().reembed(&mut |_, _| {}).expect("again"), 0);
    assert_eq!(sandbox.mind().prune_vectors().expect("pruned"), 1);
    assert_eq!(coverage(&sandbox), [role("new", ModelRole::Active, 3), role("old", ModelRole::Standby, 0)]);
}

#[test]
fn memories_of_a_model_that_is_gone_are_found_by_their_words_until_a_night_has_embedded_them() {
    let mut sandbox = Sandbox::with(Parameters::default(), Embedders::of(topics("gone", 4)));
    for words in ["The puppy slept in the garden", "Grandmother's garden has roses", "The kettle is broken"] {
        remember(&sandbox, words);
    }
    sandbox.switch(Embedders::of(topics("new", 5)));
    assert_eq!(coverage(&sandbox), [role("new", ModelRole::Active, 0), role("gone", ModelRole::Gone, 3)]);
    assert_eq!(recall(&sandbox, "garden"), ["Grandmother's garden has roses", "The puppy slept in the garden"]);
    assert_eq!(recall(&sandbox, "dog"), Vec::<String>::new(), "no word of it is the same");

    sandbox.clock.pass_days(1);
    let dream = sandbox.mind().sleep(None, SleepMode::DryRun, &mut |_, _, _| {}).expect("a dream");
    assert_eq!(dream.nights.len(), 1);
    assert_eq!(coverage(&sandbox)[0], role("new", ModelRole::Active, 0), "a dream changes nothing");
    sandbox.mind().sleep(None, SleepMode::Real, &mut |_, _, _| {}).expect("sleep");
    assert_eq!(coverage(&sandbox)[0], role("new", ModelRole::Active, 3));
    assert_eq!(recall(&sandbox, "dog"), ["The puppy slept in the garden"]);
}

#[test]
fn a_night_embeds_only_so_many_and_the_newest_first() {
    let mut parameters = Parameters::default();
    parameters.embedding.reembed_per_night = 2;
    let mut sandbox = Sandbox::with(parameters, Embedders::of(topics("gone", 4)));
    for number in 0..5 {
        remember(&sandbox, &format!("puppy number {number}"));
    }
    sandbox.switch(Embedders::of(topics("new", 4)));
    let mut found = Vec::new();
    for _ in 0..3 {
        sandbox.clock.pass_days(1);
        sandbox.mind().sleep(None, SleepMode::Real, &mut |_, _, _| {}).expect("sleep");
        found.push(coverage(&sandbox)[0].2);
    }
    assert_eq!(found, [2, 4, 5]);
}

#[test]
fn every_memory_has_the_kept_models_vectors_as_well() {
    let mut sandbox = Sandbox::with(Parameters::default(), Embedders::of(topics("built in", 3)));
    remember(&sandbox, "The puppy slept in the garden");
    sandbox.switch(Embedders::of(topics("neural", 6)).and(topics("built in", 3)));
    let memory = remember(&sandbox, "A hound barked all night");
    sandbox.mind().archive(&memory.handle, omoide::core::change::Actor::Person).expect("archived");
    assert_eq!(
        coverage(&sandbox),
        [role("neural", ModelRole::Active, 1), role("built in", ModelRole::Kept, 2)],
        "a shortened text has both as well"
    );
    assert_eq!(recall(&sandbox, "dog"), ["The puppy slept in the garden"], "the other one was put away");
    sandbox.mind().reembed(&mut |_, _| {}).expect("embedded");
    assert_eq!(coverage(&sandbox), [role("neural", ModelRole::Active, 2), role("built in", ModelRole::Kept, 2)]);
    assert_eq!(sandbox.mind().prune_vectors().expect("pruned"), 0, "both are kept");
}

#[test]
fn a_model_that_fails_loses_no_turn_and_no_recall_while_another_works() {
    let broken = || Arc::new(Topics { is_broken: true, ..Topics::new("neural", 6) });
    let mut sandbox = Sandbox::with(Parameters::default(), Embedders::of(broken()).and(topics("built in", 3)));
    remember(&sandbox, "The puppy slept in the garden");
    assert_eq!(recall(&sandbox, "dog"), ["The puppy slept in the garden"]);
    assert!(matches!(sandbox.mind().reembed(&mut |_, _| {}), Err(Error::Embedder(_))));
    sandbox.clock.pass_days(1);
    sandbox.mind().sleep(None, SleepMode::Real, &mut |_, _, _| {}).expect("the night does without");
    sandbox.switch(Embedders::of(broken()));
    let refused = sandbox.mind().remember(omoide::Observation::said("The kettle is broken"));
    assert!(matches!(refused, Err(Error::Embedder(_))), "nothing works at all");
    assert_eq!(recall(&sandbox, "puppy garden"), ["The puppy slept in the garden"], "but words do");
}

#[test]
fn a_night_links_memories_under_a_model_that_both_have() {
    let mut parameters = Parameters::default();
    parameters.embedding.reembed_per_night = 0;
    let mut sandbox = Sandbox::with(parameters, Embedders::of(topics("built in", 3)));
    let puppy = remember(&sandbox, "The puppy slept in the garden");
    let kettle = remember(&sandbox, "The kettle is broken");
    let neural = Arc::new(Topics { sign: -1.0, ..Topics::new("neural", 3) });
    sandbox.switch(Embedders::of(neural).and(topics("built in", 3)));
    let hound = remember(&sandbox, "A hound barked all night");
    let other = remember(&sandbox, "My dog is a good dog");
    sandbox.clock.pass_days(1);
    let night = sandbox.mind().sleep(None, SleepMode::Real, &mut |_, _, _| {}).expect("sleep").nights.remove(0);
    let mut linked: Vec<_> =
        night.report.links_added.iter().map(|link| (link.from.min(link.to), link.from.max(link.to))).collect();
    linked.sort();
    let pair = |a: &Memory, b: &Memory| (a.id.min(b.id), a.id.max(b.id));
    let mut expected = vec![pair(&puppy, &hound), pair(&puppy, &other), pair(&hound, &other)];
    expected.sort();
    assert_eq!(linked, expected, "each pair once");
    assert!(sandbox.mind().find(&kettle.handle).expect("it is there").relations.is_empty());
}

#[test]
fn the_one_memory_like_the_prompt_is_found_among_many_without_a_word_in_common() {
    let embedders = || Embedders::of(topics("neural", 6)).and(topics("built in", 3));
    let sandbox = Sandbox::with(Parameters::default(), embedders());
    for number in 0..60 {
        remember(&sandbox, &format!("Note {number}: the weather was mild"));
    }
    remember(&sandbox, "The puppy slept in the garden");
    let prompt = Prompt { leaves_a_mark: false, ..Prompt::new("Where was my hound?") };
    let recalled = sandbox.mind().recall(&prompt).expect("recall");
    assert_eq!(recalled.hits[0].memory.text.trigger, "The puppy slept in the garden");
    let Terms::Fused(terms) = &recalled.hits[0].terms else { panic!("the default ranking") };
    assert!(terms.clues[Clue::Sense as usize] > 0.0, "{terms:?}");
    assert!(recalled.hits[0].gate.is_meant);
}

#[test]
fn what_has_no_words_does_not_count_as_missing() {
    let sandbox = Sandbox::new(Parameters::default());
    sandbox.mind().remember(omoide::Observation::said("！？ …")).expect("it is remembered");
    assert_eq!(sandbox.mind().missing_vectors().expect("a count"), 0);
    assert_eq!(sandbox.mind().recall(&Prompt::new("？")).expect("recall").silence, Some(Silence::NothingRelevant));
}

#[test]
fn of_long_memories_the_one_with_a_stretch_about_the_prompt_is_first_and_older_ones_are_read_again() {
    // The words of the prompt are in none of them, and as a whole the first is about as much as the second.
    let rest = "We ate. It rained. They left. She sang. He read. I slept.";
    let stretch = format!("{rest} The hound ran. A hound swam. The hound ate. A hound barked. The hound slept. {rest}");
    let spread = format!("The hound ran. {rest} A hound swam. {rest} The hound ate. {rest} A hound barked. {rest}");
    let clue = |sandbox: &Sandbox, prompt: &str, clue: Clue, text: &str| {
        let prompt = Prompt { leaves_a_mark: false, gate: Some(false), ..Prompt::new(prompt) };
        let recalled = sandbox.mind().recall(&prompt).expect("recall");
        let hit = recalled.hits.iter().find(|hit| hit.memory.text.joined().contains(text)).expect("it is among them");
        match hit.terms {
            Terms::Fused(terms) => terms.clues[clue as usize],
            _ => panic!("the default ranking"),
        }
    };
    let share = |sandbox: &Sandbox, text: &str| clue(sandbox, "What of the puppy?", Clue::NeuralStretch, text);
    let reads = Arc::new(Topics { reads_sentences: true, ..Topics::new("reads", 4) });
    let builtin = || Arc::new(omoide_language::embedding::StaticEmbedder);
    let does_not = topics("reads", 4);
    let mut sandbox = Sandbox::with(Parameters::default(), Embedders::of(does_not).and(builtin()));
    for text in [&stretch, &spread] {
        remember(&sandbox, text);
    }
    assert_eq!(share(&sandbox, &stretch), 0.0, "nobody has looked at their sentences");
    sandbox.switch(Embedders::of(reads).and(builtin()));
    assert_eq!(sandbox.mind().without_active_vector().expect("a count"), 2);
    assert_eq!(sandbox.mind().reembed(&mut |_, _| {}).expect("they are read"), 2);
    assert_eq!(sandbox.mind().without_active_vector().expect("a count"), 0);
    assert_eq!((share(&sandbox, &stretch), share(&sandbox, &spread)), (1.0, 0.0));
    // A passage is held against the ends, and no stretch is looked for.
    let passage = "The puppy came to the big door. A puppy sat down beside the warm stove. The puppy yawned for a \
                   while. We laughed about it until it was late.";
    let talk = |text: &str| clue(&sandbox, passage, Clue::NeuralTalk, text);
    assert_eq!((talk(&stretch), talk(&spread)), (1.0, 0.0));
    assert_eq!(clue(&sandbox, passage, Clue::NeuralStretch, &stretch), 0.0);
}

/// A model that knows who speaks: "I" and "my" are one thing, the name of anybody another.
struct Speakers;

impl Embedder for Speakers {
    fn model(&self) -> &str {
        "speakers"
    }

    fn dimensions(&self) -> usize {
        3
    }

    fn reads_sentences(&self) -> bool {
        true
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Option<Vec<f32>>>, BoxError> {
        let vector = |text: &&str| {
            let has = |words: &[&str]| text.split(|c: char| !c.is_alphanumeric()).any(|word| words.contains(&word));
            let [own, name] = [has(&["I", "my"]), has(&["Mia", "Ben"])].map(|has| f32::from(u8::from(has)));
            Some(vec![own, name, 0.1])
        };
        Ok(texts.iter().map(vector).collect())
    }
}

#[test]
fn a_model_is_asked_about_a_speaker_as_that_person_would_put_it() {
    let builtin = Arc::new(omoide_language::embedding::StaticEmbedder);
    let sandbox = Sandbox::with(Parameters::default(), Embedders::of(Arc::new(Speakers)).and(builtin));
    let say = |person: &str, words: &str| {
        let said = Observation { person: Some(person.to_owned()), ..Observation::said(words) };
        sandbox.mind().remember(said).expect("remembered");
    };
    say("Mia", "I took up the cello.");
    say("Ben", "Good morning, Mia. Rain again.");
    for number in 0..40 {
        say(["Mia", "Ben"][number % 2], &format!("Item {number} stands on the shelf."));
    }
    let neural = |prompt: &str, words: &str| {
        let prompt = Prompt { leaves_a_mark: false, gate: Some(false), top_k: Some(50), ..Prompt::new(prompt) };
        let recalled = sandbox.mind().recall(&prompt).expect("recall");
        let hit = recalled.hits.iter().find(|hit| hit.memory.text.joined().contains(words));
        hit.map_or(0.0, |hit| match hit.terms {
            Terms::Fused(terms) => terms.clues[Clue::Neural as usize],
            _ => panic!("the default ranking"),
        })
    };
    let prompt = "Which instrument does Mia play?";
    assert!(neural(prompt, "cello") > 0.5, "{}", neural(prompt, "cello"));
    assert_eq!(neural(prompt, "Rain again"), 0.0, "those who write the name speak to her");
}
