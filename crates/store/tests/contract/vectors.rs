//! Finding memories by their vectors: exact, and always as current as the transaction that looks.

use omoide_core::change::{Actor, Change, Deed, Reason, Subject};
use omoide_core::formulas::ranking::priority::{priority, priority_ceiling};
use omoide_core::formulas::ranking::resonance::{highest_resonance, resonance_between};
use omoide_core::formulas::similarity::{above_floor, cosine};
use omoide_core::ports::store::{
    NewMemory, Outline, Reader, Scoring, Store, StoreError, VectorMatch, VectorQuery, WantedVector,
};
use omoide_core::{
    Category, Kind, Level, MindName, Mood, NamePrint, Parameters, Retention, Revival, Sentences, Seq, Shown, Source,
    Tag, Valence, Vector,
};
use omoide_testkit::builders::{a_memory, archived, at, fresh, id, mind};

use crate::support::{
    by_hand, day, end_night, insert, living, me, of_night, read, showing, undo_night, version, wanted, write, write_to,
};

/// S0's priority, with or without a feeling.
pub struct Resonant {
    pub feeling: Option<Mood>,
    pub parameters: Parameters,
}

impl Resonant {
    pub fn plain() -> Self {
        Self { feeling: None, parameters: Parameters::default() }
    }
}

impl Scoring for Resonant {
    fn score(&self, outline: &Outline, similarity: f64) -> Option<f64> {
        let parameters = &self.parameters;
        let terms = self.feeling.map(|current| resonance_between(outline.feeling, current, &parameters.resonance));
        let score = priority(outline.strength, similarity, outline.uses, terms, parameters).sum();
        (score > 0.0).then_some(score)
    }

    fn ceiling(&self, retention_score: f64, recall_count: u32, similarity: f64) -> f64 {
        let highest = self.feeling.map(|_| highest_resonance(&self.parameters.resonance));
        priority_ceiling(retention_score, similarity, recall_count, highest, &self.parameters).sum()
    }
}

/// What a scan of everything finds.
pub fn scan(
    reader: &dyn Reader,
    mind: &MindName,
    query: &VectorQuery<'_>,
    wanted: usize,
    scoring: &dyn Scoring,
) -> Result<Vec<VectorMatch>, StoreError> {
    let mut similarities = std::collections::HashMap::new();
    reader.scan_vectors(mind, query.model, query.vector.len(), &mut |seq, vector| {
        // A vector without a direction says as little as none.
        if vector.iter().any(|x| *x != 0.0) {
            similarities.insert(seq, above_floor(cosine(query.vector, vector), query.floor));
        }
    })?;
    let mut found: Vec<VectorMatch> = Vec::new();
    for outline in reader.outlines(mind, &[])? {
        let similarity = similarities.get(&outline.seq).copied().unwrap_or(0.0);
        found.extend(scoring.score(&outline, similarity).map(|score| VectorMatch { outline, similarity, score }));
    }
    found.sort_by(|a, b| {
        let by_rank = b.score.total_cmp(&a.score);
        by_rank.then_with(|| (a.outline.is_archived, a.outline.seq).cmp(&(b.outline.is_archived, b.outline.seq)))
    });
    found.truncate(wanted);
    Ok(found)
}

fn asked(vector: &[f32]) -> VectorQuery<'_> {
    VectorQuery { model: "m", vector, floor: 0.0 }
}

fn best(store: &dyn Store, mind: &MindName, vector: &[f32], wanted: usize) -> Vec<i64> {
    let query = asked(vector);
    let found = read(store, |r| {
        let found = r.best(mind, &query, wanted, &Resonant::plain())?;
        assert_eq!(found, scan(r, mind, &query, wanted, &Resonant::plain())?);
        Ok(found)
    });
    found.iter().map(|found| found.outline.seq.0).collect()
}

fn with_vector(number: u128, values: &[f32]) -> NewMemory {
    a_memory(number).vector("m", values).build()
}

fn retention(store: &dyn Store, number: u128, retention_score: f64) {
    let now = read(store, |r| r.memory(&me(), id(number)));
    let before = now.life.retention();
    let after = Retention { retention_score, ..before };
    write(store, |w| w.apply(&by_hand(vec![living(now.seq, now.id, before, after, Reason::Faded)])));
}

pub fn the_best_are_found_in_order(store: &dyn Store) {
    for (number, x) in [(1, 0.1), (2, 0.9), (3, -0.5), (4, 0.5), (5, 0.9)] {
        insert(store, &with_vector(number, &[x, 0.3, 0.1]));
    }
    insert(store, &a_memory(6).build());
    assert_eq!(best(store, &me(), &[1.0, 0.0, 0.0], 3), [2, 5, 4]);
    assert_eq!(best(store, &me(), &[1.0, 0.0, 0.0], 9), [2, 5, 4, 1]);
    assert_eq!(best(store, &me(), &[-1.0, 0.0, 0.0], 3), [3]);
    assert_eq!(best(store, &me(), &[1.0, 0.0, 0.0], 0), Vec::<i64>::new());
    // A vector of another size, or without a direction, is like nothing.
    assert_eq!(best(store, &me(), &[1.0, 0.0], 3), Vec::<i64>::new());
    assert_eq!(best(store, &me(), &[0.0, 0.0, 0.0], 3), Vec::<i64>::new());
    retention(store, 4, 99.0);
    assert_eq!(best(store, &me(), &[1.0, 0.0, 0.0], 3), [4, 2, 5]);
}

pub fn of_equals_the_active_and_the_older_come_first(store: &dyn Store) {
    let asleep = archived(at("2026-01-21T00:00:00Z"));
    insert(store, &a_memory(1).vector("m", &[1.0, 0.0]).shown(asleep).build());
    insert(store, &with_vector(2, &[2.0, 0.0]));
    insert(store, &with_vector(3, &[1.0, 0.0]));
    assert_eq!(best(store, &me(), &[3.0, 0.0], 3), [2, 3, 1]);
    assert_eq!(best(store, &me(), &[3.0, 0.0], 2), [2, 3]);
}

pub fn similarities_are_estimated_and_counted_from_the_floor(store: &dyn Store) {
    insert(store, &with_vector(1, &[1.0, 0.0, 0.2]));
    insert(store, &with_vector(2, &[0.3, 0.9, -0.2]));
    insert(store, &a_memory(3).build());
    let vector = [0.8_f32, 0.6, 0.0];
    for floor in [0.0, 0.5] {
        let query = VectorQuery { model: "m", vector: &vector, floor };
        let mut seen = Vec::new();
        read(store, |r| {
            r.similarities(&me(), &query, &mut |outline, similarity| seen.push((outline.seq.0, similarity)))
        });
        seen.sort_by_key(|(seq, _)| *seq);
        assert_eq!(seen.len(), 3);
        for (seen, values) in seen.iter().zip([[1.0_f32, 0.0, 0.2], [0.3, 0.9, -0.2]]) {
            let truth = above_floor(cosine(&vector, &values), floor);
            assert!(seen.1.is_some_and(|similarity| (similarity - truth).abs() < 0.04), "{seen:?} {truth}");
        }
        assert_eq!(seen[2], (3, None));
        let mut known = Vec::new();
        read(store, |r| {
            r.similarities_of_known(&me(), &query, &mut |seqs, similarities| {
                assert_eq!(seqs.len(), similarities.len());
                let told = seqs.iter().zip(similarities).filter(|(_, similarity)| !similarity.is_nan());
                known.extend(told.map(|(seq, similarity)| (seq.0, Some(*similarity))));
            })
        });
        known.sort_by_key(|(seq, _)| *seq);
        assert_eq!(known, seen[..2]);
    }
}

pub fn outlines_say_what_the_rows_say(store: &dyn Store) {
    let given = a_memory(1).living(Retention { retention_score: 1.0 / 3.0, recall_count: 7, ..fresh() });
    let given =
        given.shown(Shown { protected: true, revival: Revival::Barred, ..archived(at("2026-01-21T00:00:00Z")) });
    let given = given.with(|m| {
        m.origin.person = "Ben".to_owned();
        m.origin.thread = Some("t".to_owned());
        m.origin.source = Source::Document;
        m.category = Category::named("gardening");
        m.recorded_at = at("2026-02-03T04:05:06-03:30");
        m.emotion.feeling.tags = vec![Tag::Anger, Tag::Joy, Tag::Anger];
        m.emotion.feeling.valence = Valence::Negative;
    });
    let given = given.build();
    let seq = insert(store, &given).seq;
    insert(store, &a_memory(2).kind(Kind::Session).build());
    let expected = Outline {
        seq,
        id: id(1),
        kind: Kind::Episode,
        level: Level::Archived,
        source: Source::Document,
        person: NamePrint::of("Ben"),
        thread: Some(NamePrint::of("t")),
        created: given.created,
        recorded_at: given.recorded_at,
        feeling: Mood { valence: Valence::Negative, arousal: 40, tags: [Tag::Joy, Tag::Anger].into_iter().collect() },
        category: NamePrint::of("gardening"),
        strength: 1.0 / 3.0,
        uses: 7,
        is_archived: true,
        is_put_away: true,
        is_protected: true,
    };
    assert_eq!(read(store, |r| r.outlines(&me(), &[Kind::Episode])), [expected]);
    assert_eq!(read(store, |r| r.outlines_of(&me(), &[Seq(99), seq])), [expected]);
    let mut seen = Vec::new();
    read(store, |r| r.visit_outlines(&me(), &mut |outline| seen.push(outline.id)));
    seen.sort();
    assert_eq!(seen, [id(1), id(2)]);
    assert_eq!(read(store, |r| r.outlines(&me(), &[]))[1].thread, None);
    assert_eq!(read(store, |r| r.outlines_of(&mind("other"), &[seq])), []);
}

pub fn all_memories_are_between_the_bounds(store: &dyn Store) {
    assert_eq!(read(store, |r| r.outline_bounds()), None);
    let first = insert(store, &a_memory(1).build()).seq;
    assert_eq!(read(store, |r| r.outline_bounds()), Some((first, first)));
    write_to(store, &mind("other"), |w| w.insert(&mind("other"), &a_memory(2).build()));
    let last = insert(store, &a_memory(3).build()).seq;
    assert_eq!(read(store, |r| r.outline_bounds()), Some((first, last)));
    let inside = write(store, |w| {
        w.insert(&me(), &a_memory(4).build())?;
        w.outline_bounds()
    });
    assert!(inside.is_some_and(|(least, most)| least == first && most > last), "{inside:?}");
}

pub fn minds_and_models_are_searched_apart(store: &dyn Store) {
    let other = mind("other");
    insert(store, &a_memory(1).vector("m", &[1.0, 0.0]).vector("n", &[0.0, 1.0]).build());
    write_to(store, &other, |w| w.insert(&other, &with_vector(2, &[1.0, 0.0])));
    assert_eq!(best(store, &me(), &[1.0, 0.0], 5), [1]);
    assert_eq!(best(store, &other, &[1.0, 0.0], 5), [2]);
    let query = VectorQuery { model: "n", vector: &[1.0, 0.0], floor: 0.0 };
    assert_eq!(read(store, |r| r.best(&me(), &query, 5, &Resonant::plain())), []);
    assert_eq!(best(store, &mind("nobody"), &[1.0, 0.0], 5), Vec::<i64>::new());
}

pub fn the_index_follows_the_shown_text(store: &dyn Store) {
    let seq = insert(store, &with_vector(1, &[1.0, 0.0])).seq;
    let after = Shown { version: 2, level: Level::Summary, ..Shown::NEW };
    let vectors = vec![Vector::new("m", vec![0.0, 1.0])];
    let text = Change {
        subject: Subject::memory(id(1), seq),
        deed: Deed::write(version(2, "short"), vectors),
        reason: Reason::Faded,
    };
    write(store, |w| {
        w.apply(&of_night(day(1), vec![text.clone(), showing(seq, id(1), Shown::NEW, after, Reason::Faded)]))?;
        // Who looks inside the transaction sees what it did.
        assert_eq!(w.best(&me(), &asked(&[0.0, 1.0]), 1, &Resonant::plain())?.len(), 1);
        end_night(w, day(1), 5)
    });
    assert_eq!(best(store, &me(), &[0.0, 1.0], 5), [1]);
    assert_eq!(best(store, &me(), &[1.0, 0.0], 5), Vec::<i64>::new());
    assert!(write(store, |w| undo_night(w, day(1))));
    assert_eq!(best(store, &me(), &[1.0, 0.0], 5), [1]);
    assert_eq!(best(store, &me(), &[0.0, 1.0], 5), Vec::<i64>::new());
    write(store, |w| w.add_vectors(&me(), &[(seq, 1, Vector::new("n", vec![0.5, 0.5]))]));
    write(store, |w| w.drop_vectors(&me(), &["n"]));
    assert_eq!(best(store, &me(), &[1.0, 0.0], 5), Vec::<i64>::new());
    assert_eq!(store.upkeep().check().expect("checks"), vec![]);
}

pub fn sentences_lie_beside_the_vector_of_the_shown_text(store: &dyn Store) {
    let all: Vec<Seq> = (1..=3).map(|number| insert(store, &with_vector(number, &[1.0, 0.0])).seq).collect();
    let unread = || {
        let wanted = WantedVector { with_sentences: true, ..wanted("m", 2) };
        read(store, |r| r.without_vector(&me(), &wanted, None, 9)).into_iter().map(|found| found.0).collect::<Vec<_>>()
    };
    assert_eq!(unread(), [all[2], all[1], all[0]], "nobody has looked at them");
    assert_eq!(read(store, |r| r.without_vector(&me(), &wanted("m", 2), None, 9)), vec![]);
    let long = Sentences::of(&[vec![1.0, 0.0], vec![0.0, 1.0]]);
    let with =
        |sentences: &Sentences| Vector { sentences: Some(sentences.clone()), ..Vector::new("m", vec![1.0, 0.0]) };
    let short = Sentences::default();
    write(store, |w| w.add_vectors(&me(), &[(all[0], 1, with(&long)), (all[1], 1, with(&short))]));
    assert_eq!(unread(), [all[2]], "a short text has none, and that is known");
    let found = || read(store, |r| r.sentence_vectors(&me(), "m", &[all[2], all[1], all[0]]));
    assert_eq!(found(), [(all[0], long.clone())]);
    assert_eq!(read(store, |r| r.sentence_vectors(&me(), "other", &all)), []);
    assert_eq!(read(store, |r| r.sentence_vectors(&mind("other"), "m", &all)), []);
    // Another version has none; when it is taken back, they are there again.
    let after = Shown { version: 2, level: Level::Summary, ..Shown::NEW };
    let vectors = vec![Vector::new("m", vec![0.0, 1.0])];
    let text = Change {
        subject: Subject::memory(id(1), all[0]),
        deed: Deed::write(version(2, "short"), vectors),
        reason: Reason::Faded,
    };
    write(store, |w| {
        w.apply(&of_night(day(1), vec![text.clone(), showing(all[0], id(1), Shown::NEW, after, Reason::Faded)]))?;
        end_night(w, day(1), 5)
    });
    assert_eq!(found(), []);
    assert!(write(store, |w| undo_night(w, day(1))));
    assert_eq!(found(), [(all[0], long)]);
    assert_eq!(store.upkeep().check().expect("checks"), vec![]);
}

pub fn an_erased_memory_leaves_the_index_and_its_place_is_used_again(store: &dyn Store) {
    for number in 1..=300 {
        insert(store, &with_vector(number, &[number as f32, 1.0]));
    }
    write(store, |w| w.erase(&me(), &[id(7), id(300)], Actor::Person, "wished", at("2026-01-21T00:00:00Z")));
    assert_eq!(best(store, &me(), &[1.0, 0.0], 2), [299, 298]);
    assert_eq!(store.upkeep().check().expect("checks"), vec![]);
    insert(store, &with_vector(301, &[1.0, 0.0]));
    assert_eq!(best(store, &me(), &[1.0, 0.0], 2), [301, 299]);
    assert_eq!(store.upkeep().check().expect("checks"), vec![]);
}

pub fn a_failed_write_leaves_the_index_as_it_was(store: &dyn Store) {
    insert(store, &with_vector(1, &[1.0, 0.0]));
    let failed = store.write(&me(), &mut |w| {
        w.insert(&me(), &with_vector(2, &[1.0, 0.1]))?;
        assert_eq!(w.best(&me(), &asked(&[1.0, 0.1]), 5, &Resonant::plain())?.len(), 2);
        Err(StoreError::Busy)
    });
    assert!(failed.is_err());
    assert_eq!(best(store, &me(), &[1.0, 0.1], 5), [1]);
    insert(store, &with_vector(3, &[0.0, 1.0]));
    assert_eq!(best(store, &me(), &[1.0, 0.1], 5), [1, 2]);
    assert_eq!(store.upkeep().check().expect("checks"), vec![]);
}
