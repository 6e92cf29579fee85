//! The index over words follows what is remembered, and is made up for where it lags behind.

use omoide::Observation;
use omoide::core::change::Actor;
use omoide::core::parameters::Parameters;
use omoide::core::ports::{Clock, Understanding};
use omoide::core::{MindName, Seq};
use omoide_language::LanguageLayer;
use omoide_store::Options;
use omoide_testkit::sandbox::Sandbox;

/// The memories that have a word of the query.
fn found(sandbox: &Sandbox, query: &str) -> Vec<Seq> {
    let words = LanguageLayer.query_words(query);
    let terms: Vec<_> = words.terms.into_iter().map(|asked| asked.term).collect();
    let store = omoide_store::open(sandbox.path(), Options::EXISTING).expect("the store is there");
    let mut seqs = Vec::new();
    store
        .read(&mut |r| {
            let looked = r.lookup(&MindName::default(), words.version, &terms)?;
            seqs = looked.lists.into_iter().flatten().map(|posting| posting.seq).collect();
            Ok(())
        })
        .expect("the store answers");
    seqs.sort();
    seqs.dedup();
    seqs
}

fn remember(sandbox: &Sandbox, said: &str) {
    sandbox.mind().remember(Observation::said(said).replied("了解")).expect("remembered");
}

/// As a store of an earlier format is.
fn forget_words(sandbox: &Sandbox) {
    let store = omoide_store::open(sandbox.path(), Options::EXISTING).expect("the store is there");
    store.write(&MindName::default(), &mut |w| w.drop_words(&MindName::default())).expect("dropped");
}

#[test]
fn what_was_just_said_is_found_by_its_words() {
    let sandbox = Sandbox::new(Parameters::default());
    remember(&sandbox, "黒猫のクロを飼い始めた");
    remember(&sandbox, "We moved to Kyoto in spring");
    assert_eq!(found(&sandbox, "猫"), [Seq(1)]);
    assert_eq!(found(&sandbox, "moving to kyoto"), [Seq(2)]);
    assert_eq!(found(&sandbox, "犬"), []);
    assert_eq!(sandbox.mind().without_words().expect("counted"), 0);
}

#[test]
fn all_that_is_missing_is_indexed_at_once() {
    let sandbox = Sandbox::new(Parameters::default());
    (0..300).for_each(|number| remember(&sandbox, &format!("the secret of room {number}x")));
    forget_words(&sandbox);
    assert_eq!((sandbox.mind().without_words().expect("counted"), found(&sandbox, "secret")), (300, vec![]));
    let mut steps = Vec::new();
    let done = sandbox.mind().reindex(&mut |done, all| steps.push((done, all))).expect("indexed");
    assert_eq!((done, steps), (300, vec![(0, 300), (256, 300)]));
    assert_eq!(found(&sandbox, "secret").len(), 300);
    assert_eq!(sandbox.mind().reindex(&mut |_, _| {}).expect("again"), 0);
}

#[test]
fn turns_and_nights_make_up_for_some() {
    let sandbox = Sandbox::new(Parameters::default());
    (0..40).for_each(|number| remember(&sandbox, &format!("the secret of room {number}x")));
    forget_words(&sandbox);
    remember(&sandbox, "one more secret");
    assert_eq!(sandbox.mind().without_words().expect("counted"), 8);
    assert_eq!(found(&sandbox, "secret").len(), 33);
    let at = sandbox.clock.now().plus_seconds(3_600);
    let night = omoide::DueNight { date: at.date(), at };
    sandbox.mind().run_night(night, &mut omoide::Improvement::default()).expect("slept");
    assert_eq!((sandbox.mind().without_words().expect("counted"), found(&sandbox, "secret").len()), (0, 41));
}

#[test]
fn an_erased_memory_is_not_found_by_its_words() {
    let sandbox = Sandbox::new(Parameters::default());
    remember(&sandbox, "the code is zanzibar");
    let memory = sandbox.mind().list(&omoide::core::ports::store::Filter::default()).expect("listed").remove(0);
    assert_eq!(found(&sandbox, "zanzibar"), [memory.seq]);
    sandbox.mind().erase(&[memory.handle], Actor::Person).expect("erased");
    assert_eq!(found(&sandbox, "zanzibar"), []);
}
