//! Memories: written, found, listed, recalled, and apart by mind.

use omoide_core::change::{Action, Actor, NightStep, Reason};
use omoide_core::policy::night::Step;
use omoide_core::ports::store::{Filter, Store, StoreError, ThreadSummary, Undoing};
use omoide_core::{
    Category, Kind, Level, Life, Memory, MemoryId, Moment, Retention, Revival, Seq, Shown, Source, Turn, Valence,
    Vector,
};
use omoide_testkit::builders::{a_memory, a_turn, archived, at, fresh, id, mind};

use crate::support::{
    about, by_hand, day, end_night, insert, living, me, memory, of_night, read, showing, wanted, write, write_to,
};

fn ids(memories: &[Memory]) -> Vec<MemoryId> {
    memories.iter().map(|memory| memory.id).collect()
}

fn list(store: &dyn Store, filter: &Filter) -> Vec<MemoryId> {
    let found = ids(&read(store, |r| r.list(&me(), filter)));
    let unlimited = Filter { limit: None, ..filter.clone() };
    let all = read(store, |r| r.list(&me(), &unlimited)).len();
    assert_eq!(read(store, |r| r.count(&me(), filter)), all as u64);
    found
}

pub fn a_memory_reads_back_as_it_was_written(store: &dyn Store) {
    let given = a_memory(7)
        .saying("猫の名前はレックス — \"quoted\" \0 and odd")
        .pointing_to(9)
        .pointing_to(3)
        .vector("m", &[1.0, -0.5])
        .of_turn(a_turn("Aki", "said", "replied"))
        .with(|m| {
            m.origin.thread = Some("t1".to_owned());
            m.origin.source = Source::Document;
            m.category = Category::named("gardening");
            m.created = Moment::new(1_768_887_000_123_456, -12_600);
            m.life = Life::Episode(Retention {
                memory_days: 0.1 + 0.2,
                retention_score: 1.0 / 3.0,
                recall_count: 4,
                recalled_since_last_batch: true,
                ..fresh()
            });
            m.shown = Shown {
                protected: true,
                revival: Revival::Asked { at: Some(at("2026-01-02T03:04:05-03:30")) },
                version: 9,
                ..archived(at("2026-01-01T00:00:00+05:45"))
            };
        })
        .build();
    let placed = insert(store, &given);
    let found = memory(store, 7);
    assert_eq!(found, given.clone().into_memory(me(), placed.clone()));
    assert_eq!((found.seq, &found.handle, found.kind), (placed.seq, &placed.handle, given.kind));
    assert_eq!(found.origin, given.origin);
    assert_eq!((found.created, found.recorded_at), (given.created, given.recorded_at));
    assert_eq!(found.emotion, given.emotion);
    assert_eq!(found.category, given.category);
    assert_eq!(found.keywords, given.keywords);
    assert_eq!(found.text, given.text);
    assert_eq!((found.shown, found.life), (Shown { version: 1, ..given.shown }, given.life));
    assert_eq!(found.relations, given.relations);
    assert_eq!(read(store, |r| r.turn(&me(), id(7))), given.turn);
    assert_eq!(read(store, |r| r.memories(&me(), &[Seq(999), placed.seq])), vec![found]);
    assert_eq!(read(store, |r| r.vectors(&me(), "m", &[placed.seq])), vec![(placed.seq, vec![1.0, -0.5])]);
    let log = read(store, |r| r.log(&me(), Some(&about(7))));
    assert_eq!(log.len(), 1);
    assert_eq!((log[0].action(), log[0].by.as_str()), (Action::Remembered, "agent"));
    assert_eq!(log[0].group, placed.group);
}

pub fn a_memory_that_arrives_below_level_1_has_its_text_as_original(store: &dyn Store) {
    let placed = insert(store, &a_memory(1).shown(archived(at("2026-01-25T03:00:00+09:00"))).build());
    let versions = read(store, |r| r.versions(&me(), id(1)));
    assert_eq!((versions.len(), versions[0].version, versions[0].level), (1, 1, Level::Archived));
    let originals = read(store, |r| r.originals(&me(), &[placed.seq]));
    assert_eq!(originals, vec![(placed.seq, versions[0].text.clone(), vec!["weather".to_owned()])]);
}

pub fn labels_are_read_for_many_memories_at_once_and_only_of_the_mind(store: &dyn Store) {
    let tea = insert(store, &a_memory(1).with(|m| m.keywords = vec!["茶".to_owned(), "tea".to_owned()]).build());
    let other = insert(store, &a_memory(2).with(|m| m.keywords = Vec::new()).build());
    let elsewhere = write_to(store, &mind("elsewhere"), |w| w.insert(&mind("elsewhere"), &a_memory(3).build()));
    let seqs = [other.seq, Seq(999), elsewhere.seq, tea.seq];
    let labels = read(store, |r| r.labels(&me(), &seqs));
    assert_eq!(labels.iter().map(|one| one.seq).collect::<Vec<_>>(), [other.seq, tea.seq]);
    assert_eq!((labels[0].keywords.len(), labels[0].tags.len()), (0, 0));
    assert_eq!((labels[1].keywords.join(" "), labels[1].tags.len()), ("茶 tea".to_owned(), 0));
    assert_eq!(labels[1].person, memory(store, 1).origin.person);
}

pub fn handles_count_up_by_kind_and_local_day(store: &dyn Store) {
    let late = "2026-01-20T23:59:00+09:00";
    assert_eq!(insert(store, &a_memory(1).on(late).build()).handle, "mem_20260120_001");
    assert_eq!(insert(store, &a_memory(2).on(late).build()).handle, "mem_20260120_002");
    assert_eq!(insert(store, &a_memory(3).on(late).kind(Kind::Day).build()).handle, "day_20260120_001");
    assert_eq!(insert(store, &a_memory(4).on("2026-01-21T00:01:00+09:00").build()).handle, "mem_20260121_001");
    write(store, |w| w.insert(&me(), &a_memory(5).called("mem_20260121_999").build()));
    assert_eq!(insert(store, &a_memory(6).on("2026-01-21T00:01:00+09:00").build()).handle, "mem_20260121_1000");
}

pub fn a_handle_is_never_given_out_twice(store: &dyn Store) {
    insert(store, &a_memory(1).build());
    let last = insert(store, &a_memory(2).build());
    write(store, |w| w.erase(&me(), &[id(1), id(2)], Actor::Person, "wished", at("2026-01-21T00:00:00Z")));
    let next = insert(store, &a_memory(3).build());
    assert_eq!(next.handle, "mem_20260120_003");
    assert!(next.seq > last.seq);
}

pub fn a_memory_keeps_the_handle_that_it_brings_if_it_is_free(store: &dyn Store) {
    assert_eq!(insert(store, &a_memory(1).called("mem_20250101_007").build()).handle, "mem_20250101_007");
    assert_eq!(insert(store, &a_memory(2).called("MEM_20250101_007").build()).handle, "mem_20260120_001");
}

pub fn a_memory_is_found_by_id_and_handle_whatever_their_case(store: &dyn Store) {
    let placed = insert(store, &a_memory(0xabc).build());
    let name = (id(0xabc), placed.handle.clone());
    let id = id(0xabc).to_string();
    for reference in [id.clone(), id.to_lowercase(), placed.handle.clone(), placed.handle.to_uppercase()] {
        assert_eq!(read(store, |r| r.resolve(&me(), &reference, 5)), vec![name.clone()], "{reference}");
    }
    assert_eq!(read(store, |r| r.resolve(&me(), "nothing", 5)), vec![]);
}

pub fn a_beginning_finds_all_that_begin_with_it(store: &dyn Store) {
    insert(store, &a_memory(1).on("2026-01-21T10:00:00+09:00").build());
    insert(store, &a_memory(2).on("2026-01-20T10:00:00+09:00").build());
    insert(store, &a_memory(u128::MAX >> 2).on("2026-01-20T11:00:00+09:00").build());
    let handles = |reference: &str, limit| -> Vec<String> {
        read(store, |r| r.resolve(&me(), reference, limit)).into_iter().map(|(_, handle)| handle).collect()
    };
    assert_eq!(handles("Mem_2026", 5), ["mem_20260120_001", "mem_20260120_002", "mem_20260121_001"]);
    assert_eq!(handles("mem_2026", 2), ["mem_20260120_001", "mem_20260120_002"]);
    assert_eq!(handles("0000", 5), ["mem_20260120_001", "mem_20260121_001"]);
    assert_eq!(handles("mem_20260120_001", 5), ["mem_20260120_001"]);
}

pub fn an_underscore_is_only_itself(store: &dyn Store) {
    insert(store, &a_memory(1).called("memx20260120y001").build());
    assert_eq!(read(store, |r| r.resolve(&me(), "mem_", 5)), vec![]);
    assert_eq!(read(store, |r| r.resolve(&me(), "m%", 5)), vec![]);
    assert_eq!(list(store, &Filter { containing: Some("mem_".to_owned()), ..Filter::default() }), vec![]);
}

pub fn filters_narrow_the_list(store: &dyn Store) {
    insert(store, &a_memory(1).on("2026-01-01T00:00:00Z").build());
    insert(store, &a_memory(2).on("2026-01-02T00:00:00Z").kind(Kind::Knowledge).build());
    insert(store, &a_memory(3).on("2026-01-03T00:00:00Z").shown(archived(at("2026-01-04T00:00:00Z"))).build());
    let odd = a_memory(4).on("2026-01-04T00:00:00Z").with(|m| {
        m.category = Category::Work;
        m.emotion.feeling.valence = Valence::Negative;
        m.origin.person = "Ben".to_owned();
        m.origin.thread = Some("t".to_owned());
        m.shown.protected = true;
    });
    insert(store, &odd.build());
    let all = Filter::default;
    assert_eq!(list(store, &all()), [1, 2, 3, 4].map(id));
    assert_eq!(list(store, &Filter { kinds: vec![Kind::Knowledge, Kind::Skill], ..all() }), [id(2)]);
    assert_eq!(list(store, &Filter { levels: vec![Level::Archived], ..all() }), [id(3)]);
    assert_eq!(list(store, &Filter { category: Some(Category::Work), ..all() }), [id(4)]);
    assert_eq!(list(store, &Filter { valence: Some(Valence::Negative), ..all() }), [id(4)]);
    assert_eq!(list(store, &Filter { person: Some("Ben".to_owned()), ..all() }), [id(4)]);
    assert_eq!(list(store, &Filter { thread: Some("t".to_owned()), ..all() }), [id(4)]);
    assert_eq!(list(store, &Filter { protected: Some(false), ..all() }), [1, 2, 3].map(id));
    let range = at("2026-01-02T00:00:00Z").unix_micros()..at("2026-01-04T00:00:00Z").unix_micros();
    assert_eq!(list(store, &Filter { created: Some(range), ..all() }), [2, 3].map(id));
    assert_eq!(list(store, &Filter { limit: Some(2), ..all() }), [1, 2].map(id));
    assert_eq!(list(store, &Filter { limit: Some(0), ..all() }), vec![]);
    assert_eq!(ids(&read(store, |r| r.protected(&me()))), [id(4)]);
}

pub fn a_list_finds_words_whatever_their_case(store: &dyn Store) {
    insert(store, &a_memory(1).saying("Über den Fluß und ÉTÉ").build());
    insert(store, &a_memory(2).with(|m| m.keywords = vec!["Zürich".to_owned()]).build());
    insert(store, &a_memory(3).saying("100% sure").build());
    let containing = |words: &str| list(store, &Filter { containing: Some(words.to_owned()), ..Filter::default() });
    assert_eq!(containing("über"), [id(1)]);
    assert_eq!(containing("été"), [id(1)]);
    assert_eq!(containing("ZÜRICH"), [id(2)]);
    assert_eq!(containing("0% S"), [id(3)]);
    assert_eq!(containing("CONTENT"), [1, 2, 3].map(id));
    assert_eq!(containing("mem_20260120_002"), [id(2)]);
    assert_eq!(containing(&id(3).to_string().to_lowercase()), [id(3)]);
    assert_eq!(containing("nowhere"), vec![]);
    insert(store, &a_memory(4).saying("ＡＰＩのﾃｽﾄ").build());
    assert_eq!(containing("apiのテスト"), [id(4)]);
    assert_eq!(containing("ｔｅｓｔ"), vec![]);
    assert_eq!(containing("１００％ ＳＵＲＥ"), [id(3)]);
}

pub fn a_person_is_meant_whatever_the_case_and_width(store: &dyn Store) {
    for (number, person) in [(1, "Ben"), (2, "ben"), (3, "ﾀﾅｶ"), (4, "Benno"), (5, "Ben")] {
        insert(store, &a_memory(number).with(|m| m.origin.person = person.to_owned()).build());
    }
    let called = |name: &str| read(store, |r| r.persons_called(&me(), name));
    assert_eq!(called(" ＢＥＮ "), ["Ben", "ben"]);
    assert_eq!(called("タナカ"), ["ﾀﾅｶ"]);
    assert_eq!(called("Be"), Vec::<String>::new());
    let of = |name: &str| list(store, &Filter { person: Some(name.to_owned()), ..Filter::default() });
    assert_eq!(of("BEN"), [1, 2, 5].map(id));
    assert_eq!(of("タナカ"), [id(3)]);
    assert_eq!(of("nobody"), vec![]);
    let filter = Filter { person: Some("bEN".to_owned()), ..Filter::default() };
    assert_eq!(read(store, |r| r.count(&me(), &filter)), 3);
}

pub fn a_list_is_oldest_first_or_newest_first(store: &dyn Store) {
    insert(store, &a_memory(1).on("2026-01-02T00:00:00Z").build());
    insert(store, &a_memory(2).on("2026-01-01T00:00:00Z").build());
    insert(store, &a_memory(3).on("2026-01-02T00:00:00Z").build());
    assert_eq!(list(store, &Filter::default()), [2, 1, 3].map(id));
    assert_eq!(list(store, &Filter { newest_first: true, ..Filter::default() }), [3, 1, 2].map(id));
    let newest =
        Filter { newest_first: true, limit: Some(1), containing: Some("content".to_owned()), ..Filter::default() };
    assert_eq!(list(store, &newest), [id(3)]);
    assert_eq!(read(store, |r| r.first_created(&me())), Some(at("2026-01-01T00:00:00Z")));
}

pub fn recalls_are_merged_by_state(store: &dyn Store) {
    let active = insert(store, &a_memory(1).build()).seq;
    let asleep = insert(store, &a_memory(2).shown(archived(at("2026-01-21T00:00:00Z"))).build()).seq;
    let (first, second) = (at("2026-01-22T10:00:00+09:00"), at("2026-01-22T11:00:00+09:00"));
    for moment in [first, first, second] {
        write(store, |w| w.mark_recalled(&me(), &[active, asleep, Seq(99)], moment));
    }
    assert_eq!(memory(store, 1).life.retention(), Retention { recalled_since_last_batch: true, ..fresh() });
    let asked = Revival::Asked { at: Some(second) };
    assert_eq!(memory(store, 2).shown, Shown { revival: asked, ..archived(at("2026-01-21T00:00:00Z")) });
}

pub fn what_was_put_away_is_not_asked_back(store: &dyn Store) {
    let put_away = Shown { revival: Revival::Barred, ..archived(at("2026-01-21T00:00:00Z")) };
    let away = insert(store, &a_memory(1).shown(put_away).build()).seq;
    write(store, |w| w.mark_recalled(&me(), &[away], at("2026-01-22T10:00:00+09:00")));
    assert_eq!(memory(store, 1).shown, put_away);
    assert!(read(store, |r| r.outlines(&me(), &[]))[0].is_put_away);
    let back = archived(at("2026-01-21T00:00:00Z"));
    write(store, |w| w.apply(&by_hand(vec![showing(away, id(1), put_away, back, Reason::ByHand)])));
    assert_eq!(memory(store, 1).shown, back);
    assert!(!read(store, |r| r.outlines(&me(), &[]))[0].is_put_away);
}

pub fn sleepers_are_all_episodes_with_their_recalls_since(store: &dyn Store) {
    let first = insert(store, &a_memory(1).intensity(77).build()).seq;
    insert(store, &a_memory(2).kind(Kind::Insight).build());
    let last = insert(store, &a_memory(3).shown(archived(at("2026-01-21T00:00:00Z"))).build()).seq;
    let hours: Vec<Moment> = (1..4).map(|hour| at("2026-01-22T00:00:00Z").plus_seconds(3600 * hour)).collect();
    for hour in &hours {
        write(store, |w| w.mark_recalled(&me(), &[first], *hour));
    }
    let sleepers = read(store, |r| r.sleepers(&me(), Some(hours[0])));
    assert_eq!(sleepers.iter().map(|s| (s.seq, s.id)).collect::<Vec<_>>(), [(first, id(1)), (last, id(3))]);
    assert_eq!((sleepers[0].intensity, sleepers[0].last_version), (77, 1));
    for (sleeper, number) in [(&sleepers[0], 1), (&sleepers[1], 3)] {
        let memory = memory(store, number);
        assert_eq!((sleeper.shown, Life::Episode(sleeper.retention)), (memory.shown, memory.life));
    }
    let span = sleepers[0].recalls.expect("it was recalled");
    assert_eq!((span.first.unix_micros(), span.last.unix_micros()), (hours[1].unix_micros(), hours[2].unix_micros()));
    assert_eq!(sleepers[1].recalls, None);
    let ever = read(store, |r| r.sleepers(&me(), None))[0].recalls.expect("it was recalled");
    assert_eq!(ever.first.unix_micros(), hours[0].unix_micros());
    assert_eq!(read(store, |r| r.sleepers(&me(), Some(hours[2])))[0].recalls, None);
    let outlines = read(store, |r| r.outlines(&me(), &[Kind::Episode]));
    assert_eq!(outlines.iter().map(|o| (o.id, o.is_archived)).collect::<Vec<_>>(), [(id(1), false), (id(3), true)]);
    assert_eq!(read(store, |r| r.outlines(&me(), &[])).len(), 3);
}

pub fn one_mind_never_sees_another(store: &dyn Store) {
    let other = mind("other");
    let turn = a_turn("Aki", "hello", "hi");
    let given = a_memory(1).pointing_to(2).vector("m", &[1.0]).of_turn(turn.clone()).build();
    let seq = insert(store, &given).seq;
    let older = Retention { memory_days: 1.0, ..fresh() };
    write(store, |w| {
        w.apply(&of_night(day(1), vec![living(seq, id(1), fresh(), older, Reason::Faded)]))?;
        end_night(w, day(1), 1)?;
        w.set_state(&me(), "key", Some("value"))
    });
    // The other mind has something of its own, or it would not be looked into at all.
    write_to(store, &other, |w| w.insert(&other, &a_memory(50).build()));
    let own = read(store, |r| r.list(&other, &Filter::default()))[0].seq;
    read(store, |r| {
        assert_eq!(r.minds()?, [me(), other.clone()]);
        assert!(matches!(r.memory(&other, id(1)), Err(StoreError::NotFound { .. })));
        assert_eq!(r.memories(&other, &[seq])?, vec![]);
        assert_eq!(r.resolve(&other, &id(1).to_string(), 5)?, vec![]);
        assert_eq!(r.resolve(&other, "", 5)?.len(), 1);
        assert_eq!(r.list(&other, &Filter::default())?.len(), 1);
        assert_eq!(r.count(&other, &Filter::default())?, 1);
        assert_eq!(r.sleepers(&other, None)?.len(), 1);
        assert_eq!(r.relations(&other)?, vec![]);
        assert_eq!(r.referencing(&other, id(2))?, vec![]);
        assert_eq!(r.outlines(&other, &[])?.len(), 1);
        r.scan_vectors(&other, "m", 1, &mut |_, _| panic!("not its vector"))?;
        assert_eq!(r.vectors(&other, "m", &[seq])?, vec![]);
        assert_eq!(r.without_vector(&other, &wanted("m", 1), None, 9)?.len(), 1);
        assert_eq!(r.versions(&other, id(1))?, vec![]);
        assert_eq!(r.originals(&other, &[seq])?, vec![]);
        assert_eq!(r.turn(&other, id(1))?, None);
        assert_eq!(r.same_turn(&other, &turn)?, None);
        assert_eq!(r.protected(&other)?, vec![]);
        assert_eq!(r.log(&other, Some(&about(1)))?, vec![]);
        assert_eq!(r.log(&other, None)?.len(), 1);
        assert_eq!(r.fadings(&other, id(1))?, vec![]);
        assert_eq!(r.nights(&other)?, vec![]);
        assert_eq!(r.last_night(&other)?, None);
        assert_eq!(r.first_created(&other)?, Some(given.created));
        assert_eq!(r.first_created(&mind("nobody"))?, None);
        assert_eq!(r.first_recorded(&other)?, Some(given.recorded_at));
        assert_eq!(r.first_recorded(&mind("nobody"))?, None);
        assert_eq!(r.state(&other, "key")?, None);
        assert_eq!((r.census(&other)?.levels, r.census(&other)?.turns), ([1, 0, 0, 0], 0));
        Ok(())
    });
    let before = memory(store, 1);
    let group = read(store, |r| r.log(&me(), Some(&about(1))))[0].group;
    write_to(store, &other, |w| {
        w.mark_recalled(&other, &[seq], at("2026-02-02T00:00:00Z"))?;
        let protected = Shown { protected: true, ..Shown::NEW };
        let mut plan = by_hand(vec![showing(seq, id(1), Shown::NEW, protected, Reason::ByHand)]);
        plan.mind = other.clone();
        w.apply(&plan)?;
        w.add_vectors(&other, &[(seq, 1, Vector::new("n", vec![1.0]))])?;
        let step = NightStep { date: day(1), step: Step::Episodes };
        assert_eq!(w.undo_step(&other, step)?, None);
        assert_eq!(w.erase(&other, &[id(1)], Actor::Person, "no", at("2026-02-02T00:00:00Z"))?, 0);
        let undoing = Undoing { at: at("2026-02-02T00:00:00Z"), by: Actor::Person };
        assert_eq!(w.reverse(&other, group, undoing, &mut |_| true)?, []);
        Ok(())
    });
    assert_eq!(memory(store, 1), before);
    assert_eq!(read(store, |r| r.vectors(&me(), "n", &[seq])), vec![]);
    assert!(read(store, |r| r.log(&me(), None)).iter().all(|entry| !entry.is_undone));
    assert_eq!(memory(store, 1).life, Life::Episode(older));
    assert_eq!(read(store, |r| r.memories(&other, &[own])).len(), 1);
}

pub fn a_failed_write_leaves_nothing(store: &dyn Store) {
    let outcome = store.write(&me(), &mut |w| {
        w.insert(&me(), &a_memory(1).build())?;
        w.set_state(&me(), "key", Some("value"))?;
        assert_eq!(w.memory(&me(), id(1))?.id, id(1));
        Err(StoreError::Caller("changed my mind".into()))
    });
    assert!(matches!(outcome, Err(StoreError::Caller(_))));
    assert_eq!(read(store, |r| r.minds()), vec![]);
    assert_eq!(insert(store, &a_memory(1).build()).handle, "mem_20260120_001");
}

pub fn a_read_sees_one_moment(store: &dyn Store) {
    insert(store, &a_memory(1).build());
    let counts = read(store, |r| {
        let before = r.count(&me(), &Filter::default())?;
        insert(store, &a_memory(2).build());
        Ok((before, r.count(&me(), &Filter::default())?))
    });
    assert_eq!(counts, (1, 1));
    assert_eq!(read(store, |r| r.count(&me(), &Filter::default())), 2);
}

pub fn words_are_kept_and_forgotten(store: &dyn Store) {
    for value in ["one", "two"] {
        write(store, |w| w.set_state(&me(), "key", Some(value)));
        assert_eq!(read(store, |r| r.state(&me(), "key")).as_deref(), Some(value));
    }
    write(store, |w| w.set_state(&me(), "key", None));
    assert_eq!(read(store, |r| r.state(&me(), "key")), None);
    let keys = ["a:2", "a:1", "a", "a:", "b:1", "a:思"];
    keys.iter().for_each(|key| write(store, |w| w.set_state(&me(), key, Some(key))));
    let below: Vec<String> = read(store, |r| r.states(&me(), "a:")).into_iter().map(|(key, _)| key).collect();
    assert_eq!(below, ["a:", "a:1", "a:2", "a:思"]);
    assert_eq!(read(store, |r| r.states(&"another".parse().expect("a mind"), "a:")), []);
}

pub fn a_turn_is_known_by_uid_or_by_words(store: &dyn Store) {
    let mut turn = a_turn("Aki", "hello", "hi");
    turn.uid = Some("u1".to_owned());
    let placed = insert(store, &a_memory(1).of_turn(turn.clone()).build());
    let known = Some((id(1), placed.handle));
    let same = |turn: &Turn| read(store, |r| r.same_turn(&me(), turn));
    turn.said = "something else".to_owned();
    assert_eq!(same(&turn), known);
    turn.uid = Some("u2".to_owned());
    assert_eq!(same(&turn), None);
    assert_eq!(same(&a_turn("Aki", "hello", "hi")), known);
    assert_eq!(same(&a_turn("Ben", "hello", "hi")), None);
    assert_eq!(same(&a_turn("Aki", "helloh", "i")), None);
}

pub fn a_turn_has_an_id_of_its_own(store: &dyn Store) {
    insert(store, &a_memory(1).build());
    let placed = insert(store, &a_memory(2).of_turn(a_turn("Aki", "said", "replied")).build());
    let ids = || {
        let mut ids = Vec::new();
        read(store, |r| r.visit_turns(&me(), &mut |turn| ids.push(turn.id)));
        ids
    };
    let first = ids()[0];
    assert_ne!(first.0, placed.seq.0, "it is not the number of its memory");
    let kept = read(store, |r| r.turn_with(&me(), first)).expect("it is there");
    assert_eq!((kept.turn.said.as_str(), kept.memory), ("said", Some((id(2), placed.handle))));
    write(store, |w| w.erase(&me(), &[id(2)], Actor::Person, "wished", at("2026-02-02T00:00:00Z")));
    assert_eq!(read(store, |r| r.turn_with(&me(), first)), None);
    insert(store, &a_memory(3).of_turn(a_turn("Aki", "said", "replied")).build());
    assert!(ids()[0] > first, "and its number is not used again");
    assert_eq!(read(store, |r| r.turn_with(&mind("other"), ids()[0])), None);
}

pub fn a_turn_is_shared_and_goes_with_the_last_who_remembers_it(store: &dyn Store) {
    let turn = a_turn("Aki", "hello", "hi");
    insert(store, &a_memory(1).of_turn(turn.clone()).build());
    insert(store, &a_memory(2).of_turn(turn.clone()).build());
    assert_eq!(read(store, |r| r.census(&me())).turns, 1);
    let erase =
        |number| write(store, |w| w.erase(&me(), &[id(number)], Actor::Person, "x", at("2026-02-02T00:00:00Z")));
    erase(1);
    assert_eq!(read(store, |r| r.turn(&me(), id(2))), Some(turn.clone()));
    assert_eq!(read(store, |r| r.same_turn(&me(), &turn)).map(|(id, _)| id), Some(id(2)));
    erase(2);
    assert_eq!(read(store, |r| r.census(&me())).turns, 0);
}

pub fn threads_are_listed_by_their_last_memory_in_parts(store: &dyn Store) {
    let of = |number: u128, thread: Option<&str>, on: &str| {
        let memory = a_memory(number).on(on).with(|m| m.origin.thread = thread.map(str::to_owned));
        let memory = if number == 1 { memory.of_turn(a_turn("Aki", "said", "replied")) } else { memory };
        insert(store, &memory.build());
    };
    of(1, Some("plan"), "2026-01-01T10:00:00+09:00");
    of(2, Some("plan"), "2026-01-05T10:00:00-03:30");
    of(3, Some("庭"), "2026-01-09T10:00:00+09:00");
    // The same moment as the last of the plan.
    of(4, Some("a plan"), "2026-01-05T22:30:00+09:00");
    of(5, None, "2026-01-20T10:00:00+09:00");
    let all = read(store, |r| r.threads(&me(), None, 10));
    let names = |threads: &[ThreadSummary]| threads.iter().map(|thread| thread.name.clone()).collect::<Vec<_>>();
    assert_eq!(names(&all), ["庭", "a plan", "plan"]);
    let plan = ThreadSummary {
        name: "plan".to_owned(),
        memories: 2,
        turns: 1,
        first: at("2026-01-01T10:00:00+09:00"),
        last: at("2026-01-05T10:00:00-03:30"),
    };
    assert_eq!(all[2], plan);
    for (place, thread) in all.iter().enumerate() {
        let after = Some((thread.last.unix_micros(), thread.name.as_str()));
        assert_eq!(read(store, |r| r.threads(&me(), after, 10)), all[place + 1..]);
    }
    assert_eq!(names(&read(store, |r| r.threads(&me(), None, 2))), ["庭", "a plan"]);
    assert!(read(store, |r| r.threads(&mind("someone-else"), None, 10)).is_empty());
}
