//! What every store does; each backend runs all of it.

mod support;

use omoide_core::plan::{Actor, Change, Deed, Reason};
use omoide_core::ports::store::{Action, Filter, Store, StoreError};
use omoide_core::{
    Category, Condition, Kind, Level, Memory, MemoryId, MindName, Moment, Seq, Source, Text, TextVersion, Valence,
    Vector,
};
use omoide_testkit::builders::{a_memory, a_turn, archived, at, fresh, id, mind, relation};
use support::{becoming, by_hand, insert, night, of_night, read, sqlite, write};

macro_rules! contract {
    ($($case:ident),+ $(,)?) => {
        mod on_sqlite {
            $(#[test] fn $case() { let (_folder, store) = super::sqlite(); super::$case(&store); })+
        }
    };
}

contract!(
    a_memory_reads_back_as_it_was_written,
    a_memory_that_arrives_below_level_1_has_its_text_as_original,
    handles_count_up_by_kind_and_local_day,
    a_handle_is_never_given_out_twice,
    a_memory_keeps_the_handle_that_it_brings_if_it_is_free,
    a_memory_is_found_by_id_and_handle_whatever_their_case,
    a_beginning_finds_all_that_begin_with_it,
    an_underscore_is_only_itself,
    filters_narrow_the_list,
    a_list_finds_words_whatever_their_case,
    a_list_is_oldest_first_or_newest_first,
    recalls_are_merged_by_state,
    sleepers_are_all_episodes_with_their_recalls_since,
    a_plan_passes_over_what_is_not_there,
    only_fields_that_differ_are_written,
    everyday_changes_go_to_the_journal_and_others_to_the_log,
    a_written_version_is_shown_once_the_condition_says_so,
    relations_are_replaced_and_logged,
    one_mind_never_sees_another,
    a_failed_write_leaves_nothing,
    a_read_sees_one_moment,
    words_are_kept_and_forgotten,
    a_turn_is_known_by_uid_or_by_words,
    a_turn_is_shared_and_goes_with_the_last_who_remembers_it,
    erasing_leaves_one_entry_without_content,
    a_night_can_be_undone_only_while_it_is_the_last_and_its_journal_is_there,
    undoing_keeps_what_others_did_since,
    what_a_night_erased_comes_back,
    erasing_reaches_the_attic,
    vectors_are_those_of_the_shown_text,
    vectors_of_another_size_are_left_out,
    old_vectors_go_when_the_night_is_forgotten,
    fadings_are_told_while_the_night_can_be_undone,
    an_entry_can_be_marked_as_undone,
    several_nights_fit_in_one_transaction,
    the_census_counts,
    a_whole_store_has_nothing_to_find,
);

fn me() -> MindName {
    MindName::default()
}

fn day(day: i8) -> omoide_core::Date {
    jiff::civil::date(2026, 2, day)
}

fn memory(store: &dyn Store, number: u128) -> Memory {
    read(store, |r| r.memory(&me(), id(number)))
}

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

fn version(version: u32, text: &str) -> TextVersion {
    let text = Text { trigger: text.to_owned(), content: String::new() };
    let made_at = at("2026-02-01T03:00:00+09:00");
    TextVersion { version, level: Level::Summary, text, made_by: "extract".to_owned(), made_at }
}

fn a_memory_reads_back_as_it_was_written(store: &dyn Store) {
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
            m.condition = Condition {
                memory_days: 0.1 + 0.2,
                retention_score: 1.0 / 3.0,
                recall_count: 4,
                recalled_since_last_batch: true,
                protected: true,
                revival_requested: true,
                revival_requested_at: Some(at("2026-01-02T03:04:05-03:30")),
                version: 9,
                ..archived(at("2026-01-01T00:00:00+05:45"))
            };
        })
        .build();
    let placed = insert(store, &given);
    let found = memory(store, 7);
    assert_eq!((found.seq, &found.handle), (placed.seq, &placed.handle));
    assert_eq!(found.kind, given.kind);
    assert_eq!(found.origin, given.origin);
    assert_eq!((found.created, found.recorded_at), (given.created, given.recorded_at));
    assert_eq!(found.emotion, given.emotion);
    assert_eq!(found.category, given.category);
    assert_eq!(found.keywords, given.keywords);
    assert_eq!(found.text, given.text);
    assert_eq!(found.condition, Condition { version: 1, ..given.condition });
    assert_eq!(found.relations, given.relations);
    assert_eq!(read(store, |r| r.turn(&me(), id(7))), given.turn);
    assert_eq!(read(store, |r| r.memories(&me(), &[Seq(999), placed.seq])), vec![found]);
    assert_eq!(read(store, |r| r.vectors(&me(), "m", &[placed.seq])), vec![(placed.seq, vec![1.0, -0.5])]);
    let log = read(store, |r| r.log(&me(), Some(id(7))));
    assert_eq!(log.len(), 1);
    assert_eq!((log[0].action, log[0].by.as_str()), (Action::Remembered, "agent"));
    assert_eq!(log[0].after, Some(Condition { version: 1, ..given.condition }));
}

fn a_memory_that_arrives_below_level_1_has_its_text_as_original(store: &dyn Store) {
    let placed = insert(store, &a_memory(1).condition(archived(at("2026-01-25T03:00:00+09:00"))).build());
    let versions = read(store, |r| r.versions(&me(), id(1)));
    assert_eq!((versions.len(), versions[0].version, versions[0].level), (1, 1, Level::Archived));
    let originals = read(store, |r| r.originals(&me(), &[placed.seq]));
    assert_eq!(originals, vec![(placed.seq, versions[0].text.clone(), vec!["weather".to_owned()])]);
}

fn handles_count_up_by_kind_and_local_day(store: &dyn Store) {
    let late = "2026-01-20T23:59:00+09:00";
    assert_eq!(insert(store, &a_memory(1).on(late).build()).handle, "mem_20260120_001");
    assert_eq!(insert(store, &a_memory(2).on(late).build()).handle, "mem_20260120_002");
    assert_eq!(insert(store, &a_memory(3).on(late).kind(Kind::Day).build()).handle, "day_20260120_001");
    assert_eq!(insert(store, &a_memory(4).on("2026-01-21T00:01:00+09:00").build()).handle, "mem_20260121_001");
    write(store, |w| w.insert(&me(), &a_memory(5).called("mem_20260121_999").build()));
    assert_eq!(insert(store, &a_memory(6).on("2026-01-21T00:01:00+09:00").build()).handle, "mem_20260121_1000");
}

fn a_handle_is_never_given_out_twice(store: &dyn Store) {
    insert(store, &a_memory(1).build());
    let last = insert(store, &a_memory(2).build());
    write(store, |w| w.erase(&me(), &[id(1), id(2)], Actor::Person, "wished", at("2026-01-21T00:00:00Z")));
    let next = insert(store, &a_memory(3).build());
    assert_eq!(next.handle, "mem_20260120_003");
    assert!(next.seq > last.seq);
}

fn a_memory_keeps_the_handle_that_it_brings_if_it_is_free(store: &dyn Store) {
    assert_eq!(insert(store, &a_memory(1).called("mem_20250101_007").build()).handle, "mem_20250101_007");
    assert_eq!(insert(store, &a_memory(2).called("MEM_20250101_007").build()).handle, "mem_20260120_001");
}

fn a_memory_is_found_by_id_and_handle_whatever_their_case(store: &dyn Store) {
    let placed = insert(store, &a_memory(0xabc).build());
    let name = (id(0xabc), placed.handle.clone());
    let id = id(0xabc).to_string();
    for reference in [id.clone(), id.to_lowercase(), placed.handle.clone(), placed.handle.to_uppercase()] {
        assert_eq!(read(store, |r| r.resolve(&me(), &reference, 5)), vec![name.clone()], "{reference}");
    }
    assert_eq!(read(store, |r| r.resolve(&me(), "nothing", 5)), vec![]);
}

fn a_beginning_finds_all_that_begin_with_it(store: &dyn Store) {
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

fn an_underscore_is_only_itself(store: &dyn Store) {
    insert(store, &a_memory(1).called("memx20260120y001").build());
    assert_eq!(read(store, |r| r.resolve(&me(), "mem_", 5)), vec![]);
    assert_eq!(read(store, |r| r.resolve(&me(), "m%", 5)), vec![]);
    assert_eq!(list(store, &Filter { containing: Some("mem_".to_owned()), ..Filter::default() }), vec![]);
}

fn filters_narrow_the_list(store: &dyn Store) {
    insert(store, &a_memory(1).on("2026-01-01T00:00:00Z").build());
    insert(store, &a_memory(2).on("2026-01-02T00:00:00Z").kind(Kind::Knowledge).build());
    insert(store, &a_memory(3).on("2026-01-03T00:00:00Z").condition(archived(at("2026-01-04T00:00:00Z"))).build());
    let odd = a_memory(4).on("2026-01-04T00:00:00Z").with(|m| {
        m.category = Category::Work;
        m.emotion.feeling.valence = Valence::Negative;
        m.origin.person = "Ben".to_owned();
        m.origin.thread = Some("t".to_owned());
        m.condition.protected = true;
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

fn a_list_finds_words_whatever_their_case(store: &dyn Store) {
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
}

fn a_list_is_oldest_first_or_newest_first(store: &dyn Store) {
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

fn recalls_are_merged_by_state(store: &dyn Store) {
    let active = insert(store, &a_memory(1).build()).seq;
    let asleep = insert(store, &a_memory(2).condition(archived(at("2026-01-21T00:00:00Z"))).build()).seq;
    let (first, second) = (at("2026-01-22T10:00:00+09:00"), at("2026-01-22T11:00:00+09:00"));
    for moment in [first, first, second] {
        write(store, |w| w.mark_recalled(&me(), &[active, asleep, Seq(99)], moment));
    }
    assert_eq!(memory(store, 1).condition, Condition { recalled_since_last_batch: true, ..fresh() });
    let expected = Condition {
        revival_requested: true,
        revival_requested_at: Some(second),
        ..archived(at("2026-01-21T00:00:00Z"))
    };
    assert_eq!(memory(store, 2).condition, expected);
}

fn sleepers_are_all_episodes_with_their_recalls_since(store: &dyn Store) {
    let first = insert(store, &a_memory(1).intensity(77).build()).seq;
    insert(store, &a_memory(2).kind(Kind::Insight).build());
    let last = insert(store, &a_memory(3).condition(archived(at("2026-01-21T00:00:00Z"))).build()).seq;
    let hours: Vec<Moment> = (1..4).map(|hour| at("2026-01-22T00:00:00Z").plus_seconds(3600 * hour)).collect();
    for hour in &hours {
        write(store, |w| w.mark_recalled(&me(), &[first], *hour));
    }
    let sleepers = read(store, |r| r.sleepers(&me(), Some(hours[0])));
    assert_eq!(sleepers.iter().map(|s| (s.seq, s.id)).collect::<Vec<_>>(), [(first, id(1)), (last, id(3))]);
    assert_eq!((sleepers[0].intensity, sleepers[0].last_version), (77, 1));
    assert_eq!(sleepers[0].condition, memory(store, 1).condition);
    assert_eq!(sleepers[1].condition, memory(store, 3).condition);
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

fn a_plan_passes_over_what_is_not_there(store: &dyn Store) {
    let seq = insert(store, &a_memory(1).build()).seq;
    let older = Condition { memory_days: 1.0, retention_score: 49.0, ..fresh() };
    let lower = Condition { current_level: Level::Summary, ..fresh() };
    let gone = Seq(seq.0 + 100);
    let change = |deed, reason| Change { seq: gone, memory: id(2), deed, reason };
    let changes = vec![
        change(Deed::Write { text: version(2, "x"), vector: None }, Reason::Threshold),
        becoming(gone, id(2), fresh(), older, Reason::Faded),
        becoming(gone, id(2), fresh(), lower, Reason::Threshold),
        change(Deed::Relate { before: vec![], after: vec![relation(1)] }, Reason::Similar),
        change(Deed::Erase, Reason::Expired),
        becoming(seq, id(1), fresh(), older, Reason::Faded),
    ];
    write(store, |w| {
        w.apply(&of_night(day(1), changes.clone()))?;
        w.record_night(&me(), &night(day(1)), 1)
    });
    assert_eq!(memory(store, 1).condition, older);
    assert_eq!(read(store, |r| r.log(&me(), Some(id(2)))), vec![]);
}

fn only_fields_that_differ_are_written(store: &dyn Store) {
    let seq = insert(store, &a_memory(1).build()).seq;
    write(store, |w| w.mark_recalled(&me(), &[seq], at("2026-01-22T00:00:00Z")));
    let protected = Condition { protected: true, ..fresh() };
    write(store, |w| w.apply(&by_hand(vec![becoming(seq, id(1), fresh(), protected, Reason::ByHand)])));
    let expected = Condition { protected: true, recalled_since_last_batch: true, ..fresh() };
    assert_eq!(memory(store, 1).condition, expected);
    let log = read(store, |r| r.log(&me(), Some(id(1))));
    assert_eq!((log[1].action, log[1].by.as_str(), log[1].reason.as_str()), (Action::Protected, "person", "by_hand"));
}

fn everyday_changes_go_to_the_journal_and_others_to_the_log(store: &dyn Store) {
    let seq = insert(store, &a_memory(1).build()).seq;
    let older = Condition { memory_days: 1.0, retention_score: 4.0 + 1.0 / 3.0, ..fresh() };
    let gone =
        Condition { current_level: Level::Archived, archived_at: Some(at("2026-02-01T03:00:00+09:00")), ..older };
    let changes =
        vec![becoming(seq, id(1), fresh(), older, Reason::Faded), becoming(seq, id(1), older, gone, Reason::Threshold)];
    write(store, |w| {
        w.apply(&of_night(day(1), changes.clone()))?;
        w.record_night(&me(), &night(day(1)), 1)
    });
    assert_eq!(memory(store, 1).condition, gone);
    let log = read(store, |r| r.log(&me(), None));
    assert_eq!(log.iter().map(|e| e.action).collect::<Vec<_>>(), [Action::Remembered, Action::Archived]);
    assert_eq!((log[1].before, log[1].after, log[1].night), (Some(older), Some(gone), Some(day(1))));
    assert!(log[0].number < log[1].number);
}

fn a_written_version_is_shown_once_the_condition_says_so(store: &dyn Store) {
    let seq = insert(store, &a_memory(1).build()).seq;
    let vector = Vector { model: "m".into(), values: vec![2.0] };
    let write_it = Change {
        seq,
        memory: id(1),
        deed: Deed::Write { text: version(2, "short"), vector: Some(vector) },
        reason: Reason::ByHand,
    };
    write(store, |w| w.apply(&by_hand(vec![write_it.clone()])));
    assert_eq!(memory(store, 1).text.trigger, "trigger 1");
    let shown = Condition { version: 2, current_level: Level::Summary, ..fresh() };
    write(store, |w| w.apply(&by_hand(vec![becoming(seq, id(1), fresh(), shown, Reason::ByHand)])));
    assert_eq!(memory(store, 1).text.trigger, "short");
    assert_eq!(read(store, |r| r.versions(&me(), id(1)))[1], version(2, "short"));
    assert_eq!(read(store, |r| r.sleepers(&me(), None))[0].last_version, 2);
    assert_eq!(read(store, |r| r.vectors(&me(), "m", &[seq])), vec![(seq, vec![2.0])]);
    assert_eq!(read(store, |r| r.originals(&me(), &[seq]))[0].1.trigger, "trigger 1");
    let inverse = by_hand(vec![write_it.clone(), becoming(seq, id(1), fresh(), shown, Reason::ByHand)]).inverse();
    write(store, |w| w.apply(&inverse));
    assert_eq!(memory(store, 1).text.trigger, "trigger 1");
    assert_eq!(read(store, |r| r.versions(&me(), id(1))).len(), 1);
    assert_eq!(read(store, |r| r.sleepers(&me(), None))[0].last_version, 1);
}

fn relations_are_replaced_and_logged(store: &dyn Store) {
    let seq = insert(store, &a_memory(1).pointing_to(2).build()).seq;
    let (before, after) = (vec![relation(2)], vec![relation(3), relation(2)]);
    let deed = Deed::Relate { before: before.clone(), after: after.clone() };
    write(store, |w| {
        w.apply(&by_hand(vec![Change { seq, memory: id(1), deed: deed.clone(), reason: Reason::ByHand }]))
    });
    assert_eq!(memory(store, 1).relations, after);
    assert_eq!(read(store, |r| r.relations(&me())), vec![(seq, relation(3)), (seq, relation(2))]);
    assert_eq!(read(store, |r| r.referencing(&me(), id(3))), vec![(id(1), relation(3))]);
    let log = read(store, |r| r.log(&me(), Some(id(1))));
    assert_eq!((log[1].action, log[1].relations.clone()), (Action::Linked, Some((before, after))));
}

fn one_mind_never_sees_another(store: &dyn Store) {
    let other = mind("other");
    let turn = a_turn("Aki", "hello", "hi");
    let given = a_memory(1).pointing_to(2).vector("m", &[1.0]).of_turn(turn.clone()).build();
    let seq = insert(store, &given).seq;
    let older = Condition { memory_days: 1.0, ..fresh() };
    write(store, |w| {
        w.apply(&of_night(day(1), vec![becoming(seq, id(1), fresh(), older, Reason::Faded)]))?;
        w.record_night(&me(), &night(day(1)), 1)?;
        w.set_state(&me(), "key", Some("value"))?;
        // The other mind has something of its own, or it would not be looked into at all.
        w.insert(&other, &a_memory(50).build()).map(|_| ())
    });
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
        assert_eq!(r.without_vector(&other, "m")?.len(), 1);
        assert_eq!(r.versions(&other, id(1))?, vec![]);
        assert_eq!(r.originals(&other, &[seq])?, vec![]);
        assert_eq!(r.turn(&other, id(1))?, None);
        assert_eq!(r.same_turn(&other, &turn)?, None);
        assert_eq!(r.protected(&other)?, vec![]);
        assert_eq!(r.log(&other, Some(id(1)))?, vec![]);
        assert_eq!(r.log(&other, None)?.len(), 1);
        assert_eq!(r.fadings(&other, id(1))?, vec![]);
        assert_eq!(r.nights(&other)?, vec![]);
        assert_eq!(r.last_night(&other)?, None);
        assert_eq!(r.first_created(&other)?, Some(given.created));
        assert_eq!(r.first_created(&mind("nobody"))?, None);
        assert_eq!(r.state(&other, "key")?, None);
        assert_eq!((r.census(&other)?.levels, r.census(&other)?.turns), ([1, 0, 0, 0], 0));
        Ok(())
    });
    let before = memory(store, 1);
    write(store, |w| {
        w.mark_recalled(&other, &[seq], at("2026-02-02T00:00:00Z"))?;
        let mut plan =
            by_hand(vec![becoming(seq, id(1), fresh(), Condition { protected: true, ..fresh() }, Reason::ByHand)]);
        plan.mind = other.clone();
        w.apply(&plan)?;
        w.add_vectors(&other, &[(seq, 1, Vector { model: "n".into(), values: vec![1.0] })])?;
        assert!(!w.undo_night(&other, day(1))?);
        assert_eq!(w.erase(&other, &[id(1)], Actor::Person, "no", at("2026-02-02T00:00:00Z"))?, 0);
        w.mark_undone(&other, 1)
    });
    assert_eq!(memory(store, 1), before);
    assert_eq!(read(store, |r| r.vectors(&me(), "n", &[seq])), vec![]);
    assert!(read(store, |r| r.log(&me(), None)).iter().all(|entry| !entry.is_undone));
    assert_eq!(memory(store, 1).condition, older);
    assert_eq!(read(store, |r| r.memories(&other, &[own])).len(), 1);
}

fn a_failed_write_leaves_nothing(store: &dyn Store) {
    let outcome = store.write(&mut |w| {
        w.insert(&me(), &a_memory(1).build())?;
        w.set_state(&me(), "key", Some("value"))?;
        assert_eq!(w.memory(&me(), id(1))?.id, id(1));
        Err(StoreError::Caller("changed my mind".into()))
    });
    assert!(matches!(outcome, Err(StoreError::Caller(_))));
    assert_eq!(read(store, |r| r.minds()), vec![]);
    assert_eq!(insert(store, &a_memory(1).build()).handle, "mem_20260120_001");
}

fn a_read_sees_one_moment(store: &dyn Store) {
    insert(store, &a_memory(1).build());
    let counts = read(store, |r| {
        let before = r.count(&me(), &Filter::default())?;
        insert(store, &a_memory(2).build());
        Ok((before, r.count(&me(), &Filter::default())?))
    });
    assert_eq!(counts, (1, 1));
    assert_eq!(read(store, |r| r.count(&me(), &Filter::default())), 2);
}

fn words_are_kept_and_forgotten(store: &dyn Store) {
    for value in ["one", "two"] {
        write(store, |w| w.set_state(&me(), "key", Some(value)));
        assert_eq!(read(store, |r| r.state(&me(), "key")).as_deref(), Some(value));
    }
    write(store, |w| w.set_state(&me(), "key", None));
    assert_eq!(read(store, |r| r.state(&me(), "key")), None);
}

fn a_turn_is_known_by_uid_or_by_words(store: &dyn Store) {
    let mut turn = a_turn("Aki", "hello", "hi");
    turn.uid = Some("u1".to_owned());
    let placed = insert(store, &a_memory(1).of_turn(turn.clone()).build());
    let known = Some((id(1), placed.handle));
    let same = |turn: &omoide_core::Turn| read(store, |r| r.same_turn(&me(), turn));
    turn.said = "something else".to_owned();
    assert_eq!(same(&turn), known);
    turn.uid = Some("u2".to_owned());
    assert_eq!(same(&turn), None);
    assert_eq!(same(&a_turn("Aki", "hello", "hi")), known);
    assert_eq!(same(&a_turn("Ben", "hello", "hi")), None);
    assert_eq!(same(&a_turn("Aki", "helloh", "i")), None);
}

fn a_turn_is_shared_and_goes_with_the_last_who_remembers_it(store: &dyn Store) {
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

fn erasing_leaves_one_entry_without_content(store: &dyn Store) {
    let given = a_memory(1).pointing_to(2).vector("m", &[1.0]).of_turn(a_turn("Aki", "a", "b")).build();
    let seq = insert(store, &given).seq;
    insert(store, &a_memory(2).pointing_to(1).build());
    let older = Condition { memory_days: 1.0, ..fresh() };
    write(store, |w| {
        w.mark_recalled(&me(), &[seq], at("2026-02-01T00:00:00Z"))?;
        w.apply(&of_night(day(1), vec![becoming(seq, id(1), fresh(), older, Reason::Faded)]))?;
        w.record_night(&me(), &night(day(1)), 1)
    });
    let when = at("2026-02-02T00:00:00+09:00");
    assert_eq!(write(store, |w| w.erase(&me(), &[id(1), id(77)], Actor::Agent, "wished", when)), 1);
    let log = read(store, |r| r.log(&me(), Some(id(1))));
    assert_eq!(log.len(), 1);
    assert_eq!((log[0].action, log[0].reason.as_str(), log[0].at), (Action::Erased, "wished", when));
    assert_eq!((log[0].before, log[0].after), (None, None));
    assert_eq!(memory(store, 2).relations, [relation(1)]);
    let census = read(store, |r| r.census(&me()));
    assert_eq!((census.texts, census.turns, census.relations, census.vectors.len()), (1, 0, 1, 0));
    assert!(write(store, |w| w.undo_night(&me(), day(1))));
    assert_eq!(store.check().expect("checks"), vec![]);
    assert_eq!(read(store, |r| r.count(&me(), &Filter::default())), 1);
}

fn fade(store: &dyn Store, number: u128, date: omoide_core::Date, undo_nights: u32) {
    let now = memory(store, number);
    let older = Condition {
        memory_days: now.condition.memory_days + 1.0,
        retention_score: now.condition.retention_score * 0.9,
        ..now.condition
    };
    write(store, |w| {
        w.apply(&of_night(date, vec![becoming(now.seq, now.id, now.condition, older, Reason::Faded)]))?;
        w.record_night(&me(), &night(date), undo_nights)
    });
}

fn a_night_can_be_undone_only_while_it_is_the_last_and_its_journal_is_there(store: &dyn Store) {
    insert(store, &a_memory(1).build());
    for date in [day(1), day(2), day(3)] {
        fade(store, 1, date, 2);
    }
    let nights = read(store, |r| r.nights(&me()));
    assert_eq!(nights.iter().map(|n| n.can_be_undone).collect::<Vec<_>>(), [false, true, true]);
    assert_eq!(read(store, |r| r.last_night(&me())), nights.last().cloned());
    let undo = |date| write(store, |w| w.undo_night(&me(), date));
    assert!(!undo(day(2)));
    assert!(undo(day(3)));
    assert!(undo(day(2)));
    assert!(!undo(day(1)));
    assert_eq!(memory(store, 1).condition.memory_days, 1.0);
    fade(store, 1, day(2), 0);
    assert!(!undo(day(2)));
}

fn undoing_keeps_what_others_did_since(store: &dyn Store) {
    let seq = insert(store, &a_memory(1).build()).seq;
    fade(store, 1, day(1), 3);
    let faded = memory(store, 1).condition;
    write(store, |w| {
        w.mark_recalled(&me(), &[seq], at("2026-02-01T12:00:00Z"))?;
        let protected = Condition { protected: true, ..faded };
        w.apply(&by_hand(vec![becoming(seq, id(1), faded, protected, Reason::ByHand)]))
    });
    insert(store, &a_memory(2).build());
    assert!(write(store, |w| w.undo_night(&me(), day(1))));
    let expected = Condition { protected: true, recalled_since_last_batch: true, ..fresh() };
    assert_eq!(memory(store, 1).condition, expected);
    assert_eq!(read(store, |r| r.count(&me(), &Filter::default())), 2);
    assert_eq!(read(store, |r| r.log(&me(), Some(id(1)))).len(), 2);
}

fn erase_by_night(store: &dyn Store, number: u128, date: omoide_core::Date, undo_nights: u32) {
    let found = memory(store, number);
    let change = Change { seq: found.seq, memory: found.id, deed: Deed::Erase, reason: Reason::Expired };
    write(store, |w| {
        w.apply(&of_night(date, vec![change.clone()]))?;
        w.record_night(&me(), &night(date), undo_nights)
    });
}

fn what_a_night_erased_comes_back(store: &dyn Store) {
    insert(store, &a_memory(1).build());
    let given = a_memory(2).pointing_to(1).vector("m", &[1.5]).of_turn(a_turn("Aki", "a", "b")).build();
    let seq = insert(store, &given).seq;
    write(store, |w| w.mark_recalled(&me(), &[seq], at("2026-01-30T00:00:00Z")));
    let (before, log) = (memory(store, 2), read(store, |r| r.log(&me(), Some(id(2)))));
    erase_by_night(store, 2, day(1), 2);
    assert!(matches!(store.read(&mut |r| r.memory(&me(), id(2)).map(|_| ())), Err(StoreError::NotFound { .. })));
    assert_eq!(read(store, |r| r.log(&me(), Some(id(2)))).len(), 1);
    // Whoever comes meanwhile takes no place, number or name that would be needed again.
    let next = insert(store, &a_memory(3).vector("m", &[2.5]).build());
    assert_ne!((next.seq, &next.handle), (before.seq, &before.handle));
    assert!(write(store, |w| w.undo_night(&me(), day(1))));
    assert_eq!(memory(store, 2), before);
    assert_eq!(read(store, |r| r.log(&me(), Some(id(2)))), log);
    assert_eq!(read(store, |r| r.turn(&me(), id(2))), given.turn);
    assert_eq!(read(store, |r| r.vectors(&me(), "m", &[seq, next.seq])), [(seq, vec![1.5]), (next.seq, vec![2.5])]);
    assert!(read(store, |r| r.sleepers(&me(), None))[1].recalls.is_some());
    assert_eq!(store.check().expect("checks"), vec![]);
}

fn erasing_reaches_the_attic(store: &dyn Store) {
    insert(store, &a_memory(1).build());
    erase_by_night(store, 1, day(1), 2);
    assert_eq!(write(store, |w| w.erase(&me(), &[id(1)], Actor::Person, "now", at("2026-02-02T00:00:00Z"))), 1);
    assert!(write(store, |w| w.undo_night(&me(), day(1))));
    assert_eq!(read(store, |r| r.count(&me(), &Filter::default())), 0);
    let log = read(store, |r| r.log(&me(), Some(id(1))));
    assert_eq!((log.len(), log[0].reason.as_str()), (1, "now"));
}

fn scan(store: &dyn Store, dimensions: usize) -> Vec<(Seq, Vec<f32>)> {
    read(store, |r| {
        let mut seen = Vec::new();
        r.scan_vectors(&me(), "m", dimensions, &mut |seq, vector| seen.push((seq, vector.to_vec())))?;
        Ok(seen)
    })
}

fn rewrite(store: &dyn Store, number: u128, date: omoide_core::Date, undo_nights: u32) {
    let now = memory(store, number);
    let next = now.condition.version + 1;
    let vector = Vector { model: "m".into(), values: vec![next as f32, 0.0] };
    let deed = Deed::Write { text: version(next, "short"), vector: Some(vector) };
    let after = Condition { version: next, current_level: Level::Summary, ..now.condition };
    let changes = vec![
        Change { seq: now.seq, memory: now.id, deed, reason: Reason::Threshold },
        becoming(now.seq, now.id, now.condition, after, Reason::Threshold),
    ];
    write(store, |w| {
        w.apply(&of_night(date, changes.clone()))?;
        w.record_night(&me(), &night(date), undo_nights)
    });
}

fn vectors_are_those_of_the_shown_text(store: &dyn Store) {
    let first = insert(store, &a_memory(1).vector("m", &[1.0, 0.0]).vector("n", &[9.0]).build()).seq;
    let second = insert(store, &a_memory(2).vector("m", &[5.0, 0.0]).build()).seq;
    let third = insert(store, &a_memory(3).build()).seq;
    rewrite(store, 1, day(1), 3);
    let mut seen = scan(store, 2);
    seen.sort_by_key(|(seq, _)| *seq);
    assert_eq!(seen, [(first, vec![2.0, 0.0]), (second, vec![5.0, 0.0])]);
    assert_eq!(
        read(store, |r| r.vectors(&me(), "m", &[second, third, first])),
        [(second, vec![5.0, 0.0]), (first, vec![2.0, 0.0])]
    );
    let missing = read(store, |r| r.without_vector(&me(), "m"));
    assert_eq!(missing, [(third, 1, Text { trigger: "trigger 3".to_owned(), content: "content 3".to_owned() })]);
    assert_eq!(read(store, |r| r.without_vector(&me(), "n")).len(), 3);
    let vector = Vector { model: "m".into(), values: vec![7.0, 0.0] };
    write(store, |w| w.add_vectors(&me(), &[(third, 1, vector.clone()), (Seq(99), 1, vector.clone())]));
    assert_eq!(read(store, |r| r.without_vector(&me(), "m")), vec![]);
    assert!(write(store, |w| w.undo_night(&me(), day(1))));
    assert_eq!(scan(store, 2).len(), 3);
    assert!(scan(store, 2).contains(&(first, vec![1.0, 0.0])));
}

fn vectors_of_another_size_are_left_out(store: &dyn Store) {
    let seq = insert(store, &a_memory(1).vector("m", &[1.0, 0.0]).build()).seq;
    assert_eq!(scan(store, 3), vec![]);
    let longer = Vector { model: "m".into(), values: vec![1.0, 2.0, 3.0] };
    write(store, |w| w.add_vectors(&me(), &[(seq, 1, longer.clone())]));
    assert_eq!(scan(store, 3), [(seq, vec![1.0, 2.0, 3.0])]);
    assert_eq!(scan(store, 2), vec![]);
    assert_eq!(read(store, |r| r.vectors(&me(), "m", &[seq])), [(seq, vec![1.0, 2.0, 3.0])]);
}

fn old_vectors_go_when_the_night_is_forgotten(store: &dyn Store) {
    insert(store, &a_memory(1).vector("m", &[1.0, 0.0]).build());
    let vectors = || read(store, |r| r.census(&me())).vectors.iter().map(|(_, _, count)| *count).sum::<u64>();
    rewrite(store, 1, day(1), 2);
    rewrite(store, 1, day(2), 2);
    assert_eq!(vectors(), 3);
    fade(store, 1, day(3), 2);
    assert_eq!(vectors(), 2, "the second night can still be undone to version 2");
    fade(store, 1, day(4), 2);
    assert_eq!(vectors(), 1);
    rewrite(store, 1, day(5), 0);
    assert_eq!(vectors(), 1);
    assert_eq!(scan(store, 2).len(), 1);
    assert_eq!(read(store, |r| r.versions(&me(), id(1))).len(), 4);
}

fn fadings_are_told_while_the_night_can_be_undone(store: &dyn Store) {
    insert(store, &a_memory(1).build());
    insert(store, &a_memory(2).build());
    for date in [day(1), day(2), day(3)] {
        fade(store, 1, date, 2);
    }
    let fadings = read(store, |r| r.fadings(&me(), id(1)));
    assert_eq!(fadings.iter().map(|f| (f.date, f.memory_days)).collect::<Vec<_>>(), [(day(2), 1.0), (day(3), 2.0)]);
    assert_eq!(fadings[0].retention_score, 45.0);
    assert!(fadings.iter().all(|fading| !fading.was_recalled));
    assert_eq!(read(store, |r| r.fadings(&me(), id(2))), vec![]);
}

fn an_entry_can_be_marked_as_undone(store: &dyn Store) {
    insert(store, &a_memory(1).build());
    let number = read(store, |r| r.log(&me(), None))[0].number;
    write(store, |w| w.mark_undone(&me(), number));
    assert!(read(store, |r| r.log(&me(), None))[0].is_undone);
}

fn several_nights_fit_in_one_transaction(store: &dyn Store) {
    let seq = insert(store, &a_memory(1).build()).seq;
    let days = |days: f64| Condition { memory_days: days, retention_score: 50.0 - days, ..fresh() };
    write(store, |w| {
        for (date, from) in [(day(1), 0.0), (day(2), 1.0)] {
            let change = becoming(seq, id(1), days(from), days(from + 1.0), Reason::Faded);
            w.apply(&of_night(date, vec![change]))?;
            w.record_night(&me(), &night(date), 2)?;
        }
        Ok(())
    });
    assert_eq!(read(store, |r| r.fadings(&me(), id(1))).len(), 2);
    assert!(write(store, |w| Ok(w.undo_night(&me(), day(2))? && w.undo_night(&me(), day(1))?)));
    assert_eq!(memory(store, 1).condition, fresh());
}

fn the_census_counts(store: &dyn Store) {
    insert(store, &a_memory(1).on("2026-01-02T00:00:00Z").pointing_to(2).vector("m", &[1.0]).build());
    insert(store, &a_memory(2).on("2026-01-01T00:00:00Z").condition(archived(at("2026-01-04T00:00:00Z"))).build());
    let protected = Condition { protected: true, ..fresh() };
    insert(store, &a_memory(3).on("2026-01-03T00:00:00Z").kind(Kind::Day).condition(protected).build());
    fade(store, 1, day(1), 1);
    let census = read(store, |r| r.census(&me()));
    assert_eq!(census.levels, [2, 0, 0, 1]);
    assert_eq!(census.kinds, [("day".to_owned(), 1), ("episode".to_owned(), 2)]);
    assert_eq!(census.categories, [("casual".to_owned(), 3)]);
    assert_eq!(census.valences, [("positive".to_owned(), 3)]);
    assert_eq!((census.protected, census.relations, census.texts), (1, 1, 3));
    assert_eq!(census.vectors, [("m".to_owned(), 1, 1)]);
    assert_eq!((census.log, census.nights, census.turns), (3, 1, 0));
    assert_eq!(census.span, Some((at("2026-01-01T00:00:00Z"), at("2026-01-03T00:00:00Z"))));
}

fn a_whole_store_has_nothing_to_find(store: &dyn Store) {
    insert(store, &a_memory(1).pointing_to(2).vector("m", &[1.0]).of_turn(a_turn("Aki", "a", "b")).build());
    fade(store, 1, day(1), 1);
    assert_eq!(store.check().expect("checks"), vec![]);
    assert_eq!(store.repair().expect("repairs"), vec![]);
    store.vacuum().expect("vacuums");
    let size = store.size().expect("has a size");
    assert!(size.bytes > size.free_bytes);
    assert_eq!(memory(store, 1).text.trigger, "trigger 1");
}
