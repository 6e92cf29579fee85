//! Newer over older: what a turn corrects is out of date from then on, both are kept, and it can be taken back.

use omoide::core::Memory;
use omoide::core::change::{Action, Actor};
use omoide::core::ports::store::Filter;
use omoide::{Observation, Prompt, block};
use omoide_testkit::sandbox::Sandbox;

/// A mind that was told these, a day apart, in talks of their own.
fn told(said: &[&str]) -> Sandbox {
    let sandbox = Sandbox::new(Default::default());
    for words in said {
        sandbox.mind().remember(Observation::said(*words)).expect("remembered");
        sandbox.clock.pass_days(1);
    }
    sandbox
}

fn all(sandbox: &Sandbox) -> Vec<Memory> {
    sandbox.mind().list(&Filter::default()).expect("a list")
}

/// What of the first thing that was said is out of date.
fn outdated(said: &[&str]) -> Vec<String> {
    let sandbox = told(said);
    all(&sandbox)
        .first()
        .map(|memory| memory.superseded.iter().map(|span| span.words.clone()).collect())
        .unwrap_or_default()
}

fn first_hits(sandbox: &Sandbox, words: &str) -> Vec<Memory> {
    let prompt = Prompt { leaves_a_mark: false, gate: Some(false), ..Prompt::new(words) };
    sandbox.mind().recall(&prompt).expect("a recall").hits.into_iter().map(|hit| hit.memory).collect()
}

#[test]
fn what_holds_now_comes_first_and_what_held_before_shows_its_end() {
    for (older, newer, prompts) in [
        (
            "I live in Yokohama, near the harbour.",
            "I moved to Kamakura yesterday",
            [
                "Where do I live?",
                "Which town do I live in these days?",
                "where am I living now",
                "Do I live by the harbour?",
            ],
        ),
        (
            "会議は月曜10時",
            "会議は火曜10時に変わった",
            ["会議はいつ？", "会議って何曜だっけ", "会議の日時を教えて", "会議は何時から？"],
        ),
        (
            "The dentist appointment is on May 12",
            "They've moved the dentist appointment to May 19",
            [
                "When is my dentist appointment?",
                "what day am I at the dentist",
                "dentist date?",
                "When do I see the dentist?",
            ],
        ),
    ] {
        let sandbox = told(&[older, newer, "The cat sleeps on the sofa", "昨日はカレーを作った"]);
        let end = all(&sandbox)[1].created.date();
        for prompt in prompts {
            let hits = first_hits(&sandbox, prompt);
            let place = |words: &str| hits.iter().position(|memory| memory.text.trigger == words);
            let (new, old) = (place(newer), place(older));
            assert!(new.is_some() && new < old.or(Some(usize::MAX)), "{prompt}: {new:?} {old:?}");
            let shown = block(&hits);
            assert!(old.is_none() || shown.contains(&format!("until {end}]")), "{shown}");
        }
    }
}

#[test]
fn a_remark_right_behind_corrects_what_was_just_said() {
    for (older, newer) in [
        ("The meeting with Keiko is on Monday", "Sorry, not Monday but Thursday"),
        ("The review is on Tuesday", "I meant Wednesday, not Tuesday"),
        ("Dinner is at 7 pm", "Actually it's not 7 pm, it's 8 pm"),
        ("飲み会は金曜です", "ごめん、金曜じゃなくて土曜"),
    ] {
        assert_eq!(outdated(&[older, newer]), [older], "{older} / {newer}");
    }
}

#[test]
fn others_and_other_times_supersede_nothing() {
    for newer in [
        "My sister lives in Osaka",
        "My sister just moved to Osaka",
        "I used to live in Kobe",
        "When I lived in Kobe I had a dog",
        "Back then we lived in Nara",
        "妹は大阪に住んでいる",
        "昔は神戸に住んでいた",
        "I would love to live in Kamakura",
        "Would you live in Kamakura?",
    ] {
        assert_eq!(outdated(&["I live in Yokohama", newer]), Vec::<String>::new(), "{newer}");
    }
}

#[test]
fn only_the_span_that_is_out_of_date_ranks_behind() {
    let sandbox = told(&[
        "I live in Yokohama. My dentist is called Sato and speaks German.",
        "I moved to Kamakura",
        "The dentist in the film was funny",
    ]);
    assert_eq!(all(&sandbox)[0].superseded[0].words, "I live in Yokohama");
    let hits = first_hits(&sandbox, "Which dentist speaks German?");
    assert!(hits[0].text.trigger.contains("Sato"), "{:?}", hits[0].text);
    assert!(first_hits(&sandbox, "Where do I live?")[0].text.trigger.contains("Kamakura"));
    assert!(first_hits(&sandbox, "Where did I live before?")[0].text.trigger.contains("Yokohama"));
}

#[test]
fn a_chain_of_changes_leads_to_the_last() {
    let sandbox = told(&["I live in Yokohama", "I moved to Kamakura", "I live in Hayama now"]);
    let memories = all(&sandbox);
    assert_eq!(memories[0].superseded[0].by, memories[1].id);
    assert_eq!(memories[1].superseded[0].by, memories[2].id);
    assert!(first_hits(&sandbox, "Where do I live?")[0].text.trigger.contains("Hayama"));
}

#[test]
fn a_correction_is_taken_back_from_either_end() {
    for of_the_newer in [false, true] {
        let sandbox = told(&["会議は月曜10時", "会議は火曜10時に変わった"]);
        let memories = all(&sandbox);
        assert_eq!(memories[0].superseded.len(), 1);
        let found = sandbox.mind().supersessions(&memories[1].handle).expect("found");
        assert_eq!(found.of[0].id, memories[0].id);
        let reference = &memories[usize::from(of_the_newer)].handle;
        let undone = sandbox.mind().undo(reference, Actor::Person).expect("undone");
        assert_eq!(undone.actions, [Action::Superseded]);
        assert_eq!(all(&sandbox)[0].superseded, []);
        assert!(sandbox.mind().undo(reference, Actor::Person).is_err(), "there is nothing left to undo");
    }
}

/// Every row of every table but the log.
fn tables(sandbox: &Sandbox) -> Vec<String> {
    let database = rusqlite::Connection::open(sandbox.path()).expect("opens");
    let sql = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT GLOB 'change*' ORDER BY name";
    let mut names = database.prepare(sql).expect("prepares");
    let names: Vec<String> =
        names.query_map([], |row| row.get(0)).expect("reads").map(|n| n.expect("a name")).collect();
    let mut rows = Vec::new();
    for name in names {
        let mut statement = database.prepare(&format!("SELECT * FROM \"{name}\"")).expect("prepares");
        let width = statement.column_count();
        let mut found = statement.query([]).expect("reads");
        while let Some(row) = found.next().expect("reads") {
            let values: Vec<_> = (0..width).map(|at| format!("{:?}", row.get_ref(at).expect("a value"))).collect();
            rows.push(format!("{name}: {}", values.join("|")));
        }
    }
    rows.sort();
    rows
}

#[test]
fn a_correction_undone_leaves_all_tables_but_the_log_as_before_it() {
    let talk = ["I live in Yokohama", "I moved to Kamakura", "The cat sleeps"];
    let plain = || {
        let mut parameters = omoide::core::parameters::Parameters::default();
        parameters.encode.supersede = false;
        Sandbox::new(parameters)
    };
    let [with, without] = [Sandbox::new(Default::default()), plain()].map(|sandbox| {
        for words in talk {
            sandbox.mind().remember(Observation::said(words)).expect("remembered");
        }
        sandbox
    });
    assert_ne!(tables(&with), tables(&without));
    let handle = all(&with)[0].handle.clone();
    with.mind().undo(&handle, Actor::Person).expect("undone");
    assert_eq!(tables(&with), tables(&without));
}

#[test]
fn batches_supersede_in_their_order_and_an_older_turn_supersedes_nothing() {
    let sandbox = Sandbox::new(Default::default());
    let at = |day: u32| format!("2026-02-{day:02}T10:00:00+09:00").parse().ok();
    let turns = [("会議は月曜10時", 3), ("会議は火曜10時に変わった", 5)];
    let observations: Vec<Observation> = turns
        .iter()
        .map(|(said, day)| Observation { at: at(*day), uid: Some(format!("turn-{day}")), ..Observation::said(*said) })
        .collect();
    sandbox.mind().remember_all(&observations, &[]).expect("remembered");
    assert_eq!(all(&sandbox)[0].superseded.len(), 1);
    let late = Observation { at: at(1), ..Observation::said("会議は水曜10時に変わった") };
    sandbox.mind().remember(late).expect("remembered");
    let changed = all(&sandbox).into_iter().find(|memory| memory.text.trigger.contains("火曜")).expect("it is there");
    assert_eq!(changed.superseded, []);
}

#[test]
fn who_switches_it_off_has_nothing_superseded() {
    let mut parameters = omoide::core::parameters::Parameters::default();
    parameters.encode.supersede = false;
    let sandbox = Sandbox::new(parameters);
    for words in ["I live in Yokohama", "I moved to Kamakura"] {
        sandbox.mind().remember(Observation::said(words)).expect("remembered");
    }
    assert!(all(&sandbox).iter().all(|memory| memory.superseded.is_empty()));
}
