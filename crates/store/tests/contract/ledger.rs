//! The ledger: calls before and after they are made, what came of them, and what was understood anew.

use omoide_core::change::{Action, Actor, BeforeAfter, Change, Deed, Facet, Reason, Subject};
use omoide_core::ports::store::{
    CallIntent, CallNumber, CallOutcome, Ending, Filter, Made, Purpose, Store, TaskSubject, Undoing,
};
use omoide_core::ports::{FailureKind, Tokens};
use omoide_core::{Assessment, Category, Emotion, Feeling, Seq, Tag, Valence};
use omoide_testkit::builders::{a_memory, a_turn, archived, at, id, mind};

use crate::support::{about, by_hand, day, end_night, insert, me, of_night, read, undo_night, write};

const WHEN: &str = "2026-01-21T03:00:00+09:00";

fn intent(purpose: Purpose) -> CallIntent {
    CallIntent {
        at: at(WHEN),
        provider: "someone".to_owned(),
        model: "small-1".to_owned(),
        purpose,
        made_by: "someone/small-1 analyse-1".to_owned(),
        tokens: Tokens { input: 100, output: 50 },
        nanodollars: 7_000,
    }
}

fn outcome(input: u64, output: u64) -> CallOutcome {
    CallOutcome { tokens: Tokens { input, output }, nanodollars: 900, is_measured: true, duration_ms: 12 }
}

fn turn(store: &dyn Store, number: u128) -> Seq {
    let said = format!("turn {number}");
    insert(store, &a_memory(number).of_turn(a_turn("me", &said, "yes")).build()).seq
}

fn begin(store: &dyn Store, purpose: Purpose, seqs: &[Seq]) -> CallNumber {
    write(store, |w| w.begin_call(&me(), &intent(purpose), &memories(seqs), &[]))
}

fn memories(seqs: &[Seq]) -> Vec<TaskSubject> {
    seqs.iter().copied().map(TaskSubject::Memory).collect()
}

fn waiting(store: &dyn Store) -> Vec<Seq> {
    read(store, |r| r.never_asked(&me(), Purpose::Analyse, 9))
}

pub fn a_call_counts_with_the_most_it_can_cost_until_it_ends(store: &dyn Store) {
    let before = read(store, |r| r.spent(i64::MIN..i64::MAX));
    assert_eq!((before.calls, before.tokens.sum()), (0, 0));
    let call = begin(store, Purpose::Analyse, &[]);
    let open = read(store, |r| r.spent(i64::MIN..i64::MAX));
    assert_eq!((open.calls, open.tokens.sum(), open.nanodollars), (1, 150, 7_000));
    write(store, |w| w.answer_call(call, &outcome(30, 4), None));
    let ended = read(store, |r| r.spent(i64::MIN..i64::MAX));
    assert_eq!((ended.calls, ended.failed, ended.tokens.sum(), ended.nanodollars), (1, 0, 34, 900));
    let instant = at(WHEN).unix_micros();
    assert_eq!(read(store, |r| r.spent(instant..instant + 1)).calls, 1);
    assert_eq!(read(store, |r| r.spent(instant + 1..i64::MAX)).calls, 0);
    assert_eq!(read(store, |r| r.first_call()), Some(at(WHEN)));
}

pub fn calls_are_told_last_first_and_by_purpose(store: &dyn Store) {
    let first = begin(store, Purpose::Analyse, &[]);
    let second = begin(store, Purpose::Embed, &[]);
    write(store, |w| w.fail_call(first, &outcome(0, 0), FailureKind::RateLimited));
    let calls = read(store, |r| r.calls(None, 9));
    assert_eq!(calls.iter().map(|call| call.number).collect::<Vec<_>>(), [second, first]);
    assert_eq!(calls[0].ending, Ending::Open);
    assert_eq!(calls[1].ending, Ending::Failed(FailureKind::RateLimited));
    assert_eq!(read(store, |r| r.calls(Some("nobody"), 9)), []);
    let by = read(store, |r| r.spent_by_purpose(i64::MIN..i64::MAX));
    assert_eq!(
        by.iter().map(|(_, _, purpose, s)| (*purpose, s.failed)).collect::<Vec<_>>(),
        [(Purpose::Analyse, 1), (Purpose::Embed, 0)]
    );
}

pub fn a_memory_is_asked_about_once_for_each_purpose(store: &dyn Store) {
    let (a, b) = (turn(store, 1), turn(store, 2));
    insert(store, &a_memory(3).build());
    let old = a_memory(4).of_turn(a_turn("me", "old", "")).shown(archived(at(WHEN)));
    insert(store, &old.build());
    assert_eq!(waiting(store), [b, a], "active ones with a turn, the last first");
    let call = begin(store, Purpose::Analyse, &[b]);
    assert_eq!(waiting(store), [a]);
    assert_eq!(read(store, |r| r.count_never_asked(&me(), Purpose::Analyse)), 1);
    assert_eq!(read(store, |r| r.asked(&me(), Purpose::Analyse, &[a, b])), [b]);
    assert_eq!(read(store, |r| r.asked(&me(), Purpose::Trace, &[a, b])), []);
    let mut again = Ok(CallNumber(0));
    let _ = store.write(&me(), &mut |w| {
        again = w.begin_call(&me(), &intent(Purpose::Analyse), &memories(&[b]), &[]);
        again.as_ref().map(|_| ()).map_err(|_| omoide_core::ports::StoreError::Busy)
    });
    assert!(again.is_err(), "nobody begins the same twice");
    // What was not worked on may be asked again; what may have to be paid may not.
    write(store, |w| w.fail_call(call, &outcome(0, 0), FailureKind::Unavailable));
    assert_eq!(waiting(store), [b, a]);
    let call = begin(store, Purpose::Analyse, &[b]);
    write(store, |w| w.fail_call(call, &outcome(0, 0), FailureKind::CutOff));
    assert_eq!(waiting(store), [a]);
    assert_eq!(read(store, |r| r.never_asked(&mind("other"), Purpose::Analyse, 9)), []);
    // One that never ended is given back only when someone says so, and not while it may still be made.
    begin(store, Purpose::Analyse, &[a]);
    let when = at(WHEN).unix_micros();
    assert_eq!(write(store, |w| w.give_back(&me(), when)), 0);
    assert_eq!(write(store, |w| w.give_back(&me(), when + 1)), 1);
    assert_eq!(waiting(store), [a]);
}

pub fn an_answer_is_kept_until_something_was_made_of_it(store: &dyn Store) {
    let (a, b) = (turn(store, 1), turn(store, 2));
    let call = begin(store, Purpose::Summarise, &[b, a]);
    assert_eq!(read(store, |r| r.unread(&me())), []);
    write(store, |w| w.answer_call(call, &outcome(1, 1), Some("both")));
    let unread = read(store, |r| r.unread(&me())).remove(0);
    assert_eq!((unread.call, unread.memories.as_slice(), unread.text.as_str()), (call, [b, a].as_slice(), "both"));
    assert_eq!(read(store, |r| r.unread(&mind("other"))), []);
    let made = [
        (TaskSubject::Memory(b), Made::Repaired(Some("text of b".to_owned()))),
        (TaskSubject::Memory(a), Made::Replaced),
    ];
    write(store, |w| w.settle(&me(), call, &made));
    assert_eq!(read(store, |r| r.unread(&me())), []);
    let kept = read(store, |r| r.made(&me(), Purpose::Summarise, &[a, b]));
    assert_eq!(kept, [(b, "text of b".to_owned(), "someone/small-1 analyse-1".to_owned())]);
    let spent = read(store, |r| r.spent(i64::MIN..i64::MAX));
    assert_eq!((spent.memories, spent.repaired, spent.replaced), (2, 1, 1));
}

fn assessment(intensity: u8, made_by: Option<&str>) -> Assessment {
    let feeling = Feeling { valence: Valence::Negative, arousal: 9, tags: vec![Tag::Anger] };
    Assessment {
        emotion: Emotion { intensity, feeling },
        category: Category::Decision,
        keywords: vec!["鍵".to_owned()],
        tags: Vec::new(),
        made_by: made_by.map(str::to_owned),
    }
}

pub fn tags_are_kept_apart_from_keywords_and_taken_back_one_by_one(store: &dyn Store) {
    let (one, two) = (turn(store, 1), turn(store, 2));
    let of = |seq| read(store, |r| r.assessments(&me(), &[seq])).remove(0).1;
    let retag = |number: u128, seq, tags: &[&str], reason| {
        let before = of(seq);
        let after = Assessment { tags: tags.iter().map(|tag| (*tag).to_owned()).collect(), ..before.clone() };
        let deed = Deed::Set(Facet::Assessment(Box::new(BeforeAfter { before, after })));
        let change = Change { subject: Subject::memory(id(number), seq), deed, reason };
        write(store, |w| w.apply(&by_hand(vec![change.clone()])));
        read(store, |r| r.log(&me(), Some(&about(number)))).pop().expect("an entry")
    };
    let before = of(one);
    let first = retag(1, one, &["garden", "庭 \"x\""], Reason::ByHand);
    assert_eq!(first.action(), Action::Tagged);
    retag(2, two, &["garden"], Reason::ByHand);
    let memory = read(store, |r| r.memory(&me(), id(1)));
    assert_eq!((memory.keywords, memory.tags), (before.keywords.clone(), vec!["garden".into(), "庭 \"x\"".into()]));
    let labels = read(store, |r| r.labels(&me(), &[one])).remove(0);
    assert_eq!((labels.keywords, labels.tags), (before.keywords.clone(), vec!["garden".into(), "庭 \"x\"".into()]));
    assert_eq!(read(store, |r| r.tags(&me())), [("garden".to_owned(), 2), ("庭 \"x\"".to_owned(), 1)]);
    let listed = |tags: &[&str]| {
        let filter = Filter { tags: tags.iter().map(|tag| (*tag).to_owned()).collect(), ..Filter::default() };
        let found: Vec<_> = read(store, |r| r.list(&me(), &filter)).into_iter().map(|memory| memory.id).collect();
        assert_eq!(read(store, |r| r.count(&me(), &filter)), found.len() as u64);
        found
    };
    assert_eq!(listed(&["garden"]), [id(1), id(2)]);
    assert_eq!(listed(&["garden", "庭 \"x\""]), [id(1)]);
    for other in ["gard", "garden\"", "x", ""] {
        assert!(listed(&[other]).is_empty(), "{other:?}");
    }
    let wording = read(store, |r| r.wordings(&me(), &[two])).remove(0).1;
    assert_eq!(wording.keywords.last().map(String::as_str), Some("garden"), "it is found by its tags");
    retag(1, one, &["garden", "庭 \"x\"", "later"], Reason::ByHand);
    let undoing = Undoing { at: at(WHEN), by: Actor::Person };
    write(store, |w| w.reverse(&me(), first.group, undoing, &mut |_| true));
    assert_eq!(of(one).tags, ["later"], "what was given since stays");
    assert_eq!(of(one).keywords, before.keywords);
}

pub fn what_is_understood_anew_is_logged_with_what_was_before(store: &dyn Store) {
    let seq = turn(store, 1);
    let before = read(store, |r| r.assessments(&me(), &[seq])).remove(0).1;
    assert_eq!(before.made_by, None);
    let after = assessment(88, Some("someone/small-1 analyse-1"));
    let deed = Deed::Set(Facet::Assessment(Box::new(BeforeAfter { before: before.clone(), after: after.clone() })));
    let change = Change { subject: Subject::memory(id(1), seq), deed, reason: Reason::Understood };
    write(store, |w| w.apply(&by_hand(vec![change.clone()])));
    assert_eq!(read(store, |r| r.assessments(&me(), &[seq])), [(seq, after.clone())]);
    let memory = read(store, |r| r.memory(&me(), id(1)));
    assert_eq!(
        (memory.emotion, memory.category, memory.keywords),
        (after.emotion.clone(), after.category.clone(), after.keywords.clone())
    );
    let entry = read(store, |r| r.log(&me(), Some(&about(1)))).pop().expect("an entry");
    assert_eq!((entry.action(), &entry.deed), (Action::Reassessed, &change.deed));
    let undoing = Undoing { at: at(WHEN), by: Actor::Person };
    write(store, |w| w.reverse(&me(), entry.group, undoing, &mut |_| true));
    assert_eq!(read(store, |r| r.assessments(&me(), &[seq])), [(seq, before)]);
    let gone = Change { subject: Subject::memory(id(77), Seq(77)), ..change };
    write(store, |w| w.apply(&by_hand(vec![gone.clone()])));
}

pub fn what_was_made_of_a_memory_goes_and_comes_with_it(store: &dyn Store) {
    let (a, b) = (turn(store, 1), turn(store, 2));
    let call = begin(store, Purpose::Trace, &[a]);
    write(store, |w| w.settle(&me(), call, &[(TaskSubject::Memory(a), Made::Good(Some("words".to_owned())))]));
    let erase = Change { subject: Subject::memory(id(1), a), deed: Deed::End, reason: Reason::Expired };
    write(store, |w| {
        w.apply(&of_night(day(21), vec![erase.clone()]))?;
        end_night(w, day(21), 3)
    });
    assert_eq!(read(store, |r| r.made(&me(), Purpose::Trace, &[a])), []);
    assert!(write(store, |w| undo_night(w, day(21))));
    assert_eq!(read(store, |r| r.made(&me(), Purpose::Trace, &[a])).len(), 1);
    // An answer may hold the words of all that it is about.
    let both = begin(store, Purpose::Summarise, &[a, b]);
    write(store, |w| w.answer_call(both, &outcome(1, 1), Some("words of both")));
    write(store, |w| w.erase(&me(), &[id(1)], Actor::Person, "by_hand", at(WHEN)));
    assert_eq!(read(store, |r| r.unread(&me())), []);
    assert_eq!(read(store, |r| r.made(&me(), Purpose::Trace, &[a])), []);
    assert_eq!(read(store, |r| r.calls(None, 9)).len(), 2, "what was paid stays paid");
}

pub fn a_task_may_be_about_a_pair_a_thread_or_a_date(store: &dyn Store) {
    let (a, b) = (turn(store, 1), turn(store, 2));
    let subjects = [TaskSubject::Pair(b, a), TaskSubject::Thread("t".to_owned()), TaskSubject::Date(day(21))];
    let ask = |subjects: &[TaskSubject], sources: &[Seq]| {
        write(store, |w| w.begin_call(&me(), &intent(Purpose::Session), subjects, sources))
    };
    let call = ask(&subjects, &[b, a]);
    write(store, |w| w.answer_call(call, &outcome(1, 1), Some("of all")));
    let unread = read(store, |r| r.unread(&me())).remove(0);
    let in_order = [TaskSubject::Pair(a, b), subjects[1].clone(), subjects[2].clone()];
    assert_eq!((unread.subjects.as_slice(), unread.memories.as_slice()), (in_order.as_slice(), [b, a].as_slice()));
    assert_eq!(read(store, |r| r.asked(&me(), Purpose::Session, &[a, b])), [a, b], "their words were shown");
    assert_eq!(read(store, |r| r.never_asked(&me(), Purpose::Session, 9)), []);
    assert_eq!(read(store, |r| r.made(&me(), Purpose::Session, &[a, b])), [], "but the task is not theirs");
    write(store, |w| w.settle(&me(), call, &[(subjects[1].clone(), Made::Replaced)]));
    assert_eq!(read(store, |r| r.spent(i64::MIN..i64::MAX)).replaced, 2, "counted are memories");
    for (subject, may_be) in subjects.iter().zip([false, true, false]) {
        let mut again = Ok(CallNumber(0));
        let _ = store.write(&me(), &mut |w| {
            again = w.begin_call(&me(), &intent(Purpose::Session), std::slice::from_ref(subject), &[]);
            again.as_ref().map(|_| ()).map_err(|_| omoide_core::ports::StoreError::Busy)
        });
        assert_eq!(again.is_ok(), may_be, "{subject:?}: only a thread goes on");
    }
    // What was not worked on may be asked again.
    let c = turn(store, 3);
    let call = ask(&subjects[1..2], &[c]);
    assert_eq!(read(store, |r| r.asked(&me(), Purpose::Session, &[c])), [c]);
    write(store, |w| w.fail_call(call, &outcome(0, 0), FailureKind::Unavailable));
    assert_eq!(read(store, |r| r.asked(&me(), Purpose::Session, &[c])), []);
    ask(&subjects[1..2], &[c]);
    assert_eq!(write(store, |w| w.give_back(&me(), at(WHEN).unix_micros() + 1)), 1);
    assert_eq!(read(store, |r| r.asked(&me(), Purpose::Session, &[c])), []);
    // An answer may hold the words of all that it was shown.
    let call = ask(&subjects[1..2], &[c]);
    write(store, |w| w.answer_call(call, &outcome(1, 1), Some("words of it")));
    write(store, |w| w.erase(&me(), &[id(3)], Actor::Person, "by_hand", at(WHEN)));
    assert_eq!(read(store, |r| r.unread(&me())), []);
}
