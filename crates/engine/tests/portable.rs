//! A mind that is written down and taken in elsewhere is the same mind.

mod carried;

use std::io::Cursor;
use std::sync::Arc;

use carried::{body, elsewhere, export, import, import_as, sleep};
use omoide::core::change::Actor;
use omoide::core::ports::store::Filter;
use omoide::core::ports::{BoxError, Embedder};
use omoide::core::{Category, Memory, MindName, Place, RelationType, Text};
use omoide::{
    Embedders, Error, ImportMode, LineFault, MarkdownLabels, Mind, Observation, Prompt, Remembered, SleepMode, Thumb,
};
use omoide_language::StaticEmbedder;
use omoide_testkit::sandbox::Sandbox;
use serde_json::{Value, json};

fn named(sandbox: &Sandbox, name: &str) -> String {
    let mind = sandbox.engine.mind(name.parse::<MindName>().expect("a name"));
    export(&mind)
}

fn said(sandbox: &Sandbox, observation: Observation) -> Memory {
    match sandbox.mind().remember(observation).expect("it is remembered") {
        Remembered::Anew { memory, .. } => *memory,
        other => panic!("not remembered anew: {other:?}"),
    }
}

/// A few days with something of everything.
fn lived() -> Sandbox {
    let sandbox = Sandbox::default();
    let mind = sandbox.mind();
    let place = Place { host: Some("claude-code".to_owned()), ..Place::in_project("garden").expect("a project") };
    let turn = |said: &str, uid: &str| Observation {
        thread: Some("t1".to_owned()),
        place: Some(place.clone()),
        uid: Some(uid.to_owned()),
        ..Observation::said(said).replied("All right, I will remember that.")
    };
    let dentist = said(&sandbox, turn("The dentist appointment is on February 19 at 9.", "u1"));
    sandbox.clock.pass_hours(2);
    said(&sandbox, turn("They moved the dentist appointment to February 26 at 14:30.", "u2"));
    let cat = sandbox.remember("猫の散歩に行った", Category::Emotional, 80);
    let note = sandbox.remember("release notes about [[the gallery]]", Category::Work, 20);
    sleep(&sandbox);
    let walk = sandbox.remember("また猫と散歩した", Category::Casual, 10);
    mind.link(&cat.handle, &walk.handle, RelationType::Continues, Actor::Person).expect("linked");
    mind.protect(&cat.handle, Actor::Person).expect("protected");
    mind.rate(&dentist.handle, Thumb::Up, Actor::Person).expect("rated");
    mind.attach(note.id, Some(r#"{"b":1,"a":[2.5]}"#)).expect("attached");
    let text = Text { trigger: "release notes, corrected".to_owned(), content: String::new() };
    mind.edit(&note.handle, &text, Actor::Person).expect("edited");
    mind.recall(&Prompt::new("When is my dentist appointment?")).expect("recalled");
    mind.change_pages(Actor::Agent, |pages| {
        pages.insert("/memories/notes.md".to_owned(), "water\nthe plants".to_owned())
    })
    .expect("written");
    for _ in 0..4 {
        sleep(&sandbox);
    }
    mind.archive(&walk.handle, Actor::Person).expect("archived");
    let gone = sandbox.remember("something to be forgotten", Category::Casual, 5);
    mind.erase(&[gone.handle], Actor::Person).expect("erased");
    sandbox
}

#[test]
fn what_is_taken_in_elsewhere_is_written_down_the_same() {
    let here = lived();
    let there = elsewhere(&here);
    let text = export(&here.mind());
    let header: Value = serde_json::from_str(text.lines().next().expect("a header")).expect("JSON");
    assert_eq!(
        (&header["format"], &header["version"], &header["mind"]),
        (&json!("omoide-export"), &json!(1), &json!("default"))
    );
    assert_eq!(header["counts"], json!({ "memories": 7, "pages": 1, "nights": 5 }));
    let taken = import(&there.mind(), &text);
    assert_eq!((taken.memories, taken.pages, taken.nights, taken.known), (7, 1, 5, 0), "{taken:?}");
    assert_eq!((taken.renamed, taken.new_ids, taken.missing, taken.without_vector), (0, 0, 0, 0), "{taken:?}");
    assert_eq!(body(&text), body(&export(&there.mind())));
    for words in ["\"type\":\"change\"", "\"superseded\":[{", "\"recalls\":[", "\"feedback\":{", "\"attachment\":"] {
        assert!(text.contains(words), "{words} is part of the export:\n{text}");
    }
    assert!(there.engine.store().upkeep().check().expect("checked").is_empty());
}

#[test]
fn what_is_taken_in_is_recalled_and_lives_on_as_it_would_have() {
    let here = lived();
    let there = elsewhere(&here);
    import(&there.mind(), &export(&here.mind()));
    for nights in 0..3 {
        for words in ["When is my dentist appointment?", "猫", "release notes", "what about the garden?"] {
            let shown = |sandbox: &Sandbox| {
                let recalled =
                    sandbox.mind().recall(&Prompt { leaves_a_mark: false, ..Prompt::new(words) }).expect("recalled");
                let hit = |hit: &omoide::Hit| {
                    (hit.memory.handle.clone(), hit.memory.text.clone(), hit.terms, hit.memory.life)
                };
                recalled.hits.iter().map(hit).collect::<Vec<_>>()
            };
            assert_eq!(shown(&here), shown(&there), "{words} after {nights} nights");
        }
        for memory in here.mind().list(&Filter::default()).expect("listed") {
            let handles = |sandbox: &Sandbox| {
                let related = sandbox.mind().related(&memory.handle, 2).expect("related");
                related.iter().map(|neighbour| neighbour.memory.handle.clone()).collect::<Vec<_>>()
            };
            assert_eq!(handles(&here), handles(&there), "{}", memory.handle);
        }
        assert_eq!(here.mind().pages().expect("pages"), there.mind().pages().expect("pages"));
        sleep(&here);
        sleep(&there);
    }
    let states = |sandbox: &Sandbox| {
        let memories = sandbox.mind().list(&Filter::default()).expect("listed");
        memories.into_iter().map(|m| (m.id, m.shown, m.life, m.text)).collect::<Vec<_>>()
    };
    assert_eq!(states(&here), states(&there));
}

#[test]
fn no_night_is_due_that_was_not_due_before() {
    let here = lived();
    let there = elsewhere(&here);
    import(&there.mind(), &export(&here.mind()));
    let due = |sandbox: &Sandbox| sandbox.mind().sleep_status().expect("status").due.len();
    assert_eq!((due(&here), due(&there)), (0, 0));
    here.clock.pass_days(2);
    there.clock.pass_days(2);
    assert_eq!((due(&here), due(&there)), (2, 2));
}

#[test]
fn a_night_that_both_have_ahead_is_not_counted_twice() {
    let here = lived();
    let there = Sandbox::default();
    there.remember("a mind of its own", Category::Work, 50);
    sleep(&there);
    there.clock.set_to(here.engine.now());
    let taken = import(&there.mind(), &export(&here.mind()));
    assert_eq!(taken.nights, 0, "the mind has nights of its own");
    there.mind().sleep(None, SleepMode::Real, &mut |_, _, _| {}).expect("sleep");
    // One that faded every night, and one that is protected and never does.
    for handle in ["mem_20260301_004", "mem_20260301_003"] {
        let before = here.mind().find(handle).expect("there");
        let after = there.mind().find(&before.id.to_string()).expect("carried over");
        let days = (before.life.retention().memory_days, after.life.retention().memory_days);
        assert!((days.0 - days.1).abs() < 1e-9, "{handle}: {days:?}");
    }
}

#[test]
fn a_second_import_adds_nothing_and_changes_nothing() {
    let here = lived();
    let there = elsewhere(&here);
    let text = export(&here.mind());
    assert!(import(&there.mind(), &text).has_added());
    let before = there.dump();
    let again = import(&there.mind(), &text);
    assert!(!again.has_added(), "{again:?}");
    assert_eq!(again.known, 7);
    assert_eq!(before, there.dump());
    let back = import(&here.mind(), &text);
    assert_eq!((back.memories, back.known), (0, 7), "its own export is nothing new to a mind");
}

#[test]
fn a_mind_can_be_copied_beside_itself() {
    let here = lived();
    let text = export(&here.mind());
    let copy = here.engine.mind("copy".parse().expect("a name"));
    let taken = import(&copy, &text);
    assert_eq!((taken.memories, taken.new_ids, taken.renamed), (7, 7, 0));
    let again = import(&copy, &text);
    assert!(!again.has_added() && again.known == 7, "{again:?}");
    // The same with other ids: links, spans, ties and the log follow.
    let ids = |mind: &Mind<'_>| {
        mind.list(&Filter::default()).expect("listed").into_iter().map(|m| (m.handle, m.id.to_string()))
    };
    let mut renamed = named(&here, "copy");
    let originals: std::collections::HashMap<String, String> = ids(&here.mind()).collect();
    for (handle, id) in ids(&copy) {
        renamed = renamed.replace(&id, &originals[&handle]);
    }
    let without_erased = |lines: Vec<&str>| {
        lines.into_iter().filter(|l| !l.contains("\"deed\":\"end\"")).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(without_erased(body(&renamed)), without_erased(body(&text)));
}

#[test]
fn a_handle_that_is_taken_is_replaced_and_links_stay_right() {
    let here = Sandbox::default();
    let a = here.remember("the first thing", Category::Work, 50);
    let b = here.remember("the second thing", Category::Work, 50);
    here.mind().link(&a.handle, &b.handle, RelationType::References, Actor::Person).expect("linked");
    let there = Sandbox::default();
    there.clock.pass_hours(1);
    let own = there.remember("something else", Category::Work, 50);
    assert_eq!(own.id.to_u128() & 0xff, a.id.to_u128() & 0xff, "the ids of tests count up");
    let taken = import(&there.mind(), &export(&here.mind()));
    assert_eq!((taken.memories, taken.renamed), (2, 1), "{taken:?}");
    let all = there.mind().list(&Filter::default()).expect("listed");
    let handles: Vec<&str> = all.iter().map(|m| m.handle.as_str()).collect();
    assert_eq!(handles, ["mem_20260301_003", "mem_20260301_002", "mem_20260301_001"]);
    let held: Vec<_> = all.iter().flat_map(|m| m.relations.iter().map(|relation| (m.id, relation.to))).collect();
    assert_eq!(held, [(all[1].id, all[0].id)], "the later one points to the earlier one");
}

#[test]
fn what_was_erased_here_stays_erased() {
    let here = lived();
    let there = elsewhere(&here);
    let text = export(&here.mind());
    import(&there.mind(), &text);
    there.mind().erase(&["mem_20260301_001".to_owned()], Actor::Person).expect("erased");
    let again = import(&there.mind(), &text);
    assert_eq!((again.memories, again.known, again.erased), (0, 5, 2), "its session went with it");
    assert!(there.mind().find("mem_20260301_001").is_err());
}

#[test]
fn a_turn_that_both_know_is_remembered_once() {
    let (here, there) = (Sandbox::default(), Sandbox::default());
    let turn = || Observation { uid: Some("u1".to_owned()), ..Observation::said("the key is under the pot") };
    said(&here, turn());
    here.remember("only here", Category::Work, 50);
    // So that the ids differ.
    there.remember("only there", Category::Work, 50);
    there.clock.pass_hours(3);
    said(&there, turn());
    let taken = import(&there.mind(), &export(&here.mind()));
    assert_eq!((taken.memories, taken.known), (1, 1), "{taken:?}");
}

#[test]
fn a_dry_run_tells_what_the_import_does_and_changes_nothing() {
    let here = lived();
    let there = elsewhere(&here);
    there.remember("something of its own", Category::Work, 50);
    let text = export(&here.mind());
    let before = there.dump();
    let told = import_as(&there.mind(), &text, ImportMode::DryRun);
    assert_eq!(before, there.dump());
    assert_eq!(told, import(&there.mind(), &text));
}

#[test]
fn a_bad_line_costs_only_itself() {
    let here = lived();
    let text = export(&here.mind());
    let lines: Vec<&str> = text.lines().collect();
    let memories: Vec<usize> = (0..lines.len()).filter(|at| lines[*at].contains("\"type\":\"memory\"")).collect();
    let mut broken: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
    broken[memories[0]] = lines[memories[0]].replace("\"kind\":\"episode\"", "\"kind\":\"dream\"");
    broken[memories[1]].truncate(100);
    broken[memories[3]] = lines[memories[2]].to_owned();
    let there = elsewhere(&here);
    let taken = import(&there.mind(), &broken.join("\n"));
    assert_eq!((taken.memories, taken.missing), (4, 0), "{taken:?}");
    let numbers: Vec<u64> = taken.bad_lines.iter().map(|bad| bad.line).collect();
    assert_eq!(numbers, [memories[0], memories[1], memories[3]].map(|at| at as u64 + 1));
    assert!(matches!(&taken.bad_lines[0].fault, LineFault::Unfit { field: "kind", value } if value == "dream"));
    assert!(matches!(taken.bad_lines[1].fault, LineFault::NotALine { .. }));
    assert!(matches!(taken.bad_lines[2].fault, LineFault::RepeatedId { .. }));
    // Mended, the rest comes.
    assert_eq!(import(&there.mind(), &text).memories, 3);
    assert!(there.engine.store().upkeep().check().expect("checked").is_empty());
}

#[test]
fn a_file_that_was_cut_off_says_so() {
    let here = lived();
    let text = export(&here.mind());
    let last = text.lines().position(|line| line.contains("\"type\":\"memory\"")).expect("a memory");
    let cut: Vec<&str> = text.lines().take(last + 1).collect();
    let taken = import(&elsewhere(&here).mind(), &cut.join("\n"));
    assert_eq!((taken.memories, taken.missing), (1, 6));
}

#[test]
fn what_is_no_export_or_a_newer_one_is_refused() {
    let sandbox = Sandbox::default();
    let before = sandbox.dump();
    let refused = |text: &str| sandbox.mind().import(&mut Cursor::new(text), ImportMode::Write, &mut |_| {});
    assert!(matches!(refused(""), Err(Error::NotAnExport)));
    assert!(matches!(refused("{\"said\": \"hello\"}\n"), Err(Error::NotAnExport)));
    let newer = r#"{"format":"omoide-export","version":2,"something":"else"}"#;
    assert!(matches!(refused(newer), Err(Error::NewerExport { found: 2, known: 1 })));
    assert_eq!(before, sandbox.dump());
}

#[test]
fn secrets_that_someone_wrote_into_an_export_are_taken_out() {
    let here = lived();
    let token = "ghp_Zk3Qf7Lw2Rt8Zk3Qf7Lw2Rt8Zk3Qf7Lw2Rt8";
    let text = export(&here.mind()).replace("I will remember that", &format!("use {token}"));
    assert!(text.contains(token));
    let there = elsewhere(&here);
    let taken = import(&there.mind(), &text);
    assert_eq!(taken.taken.iter().map(|secret| secret.kind).collect::<Vec<_>>(), ["github-token"]);
    for memory in there.mind().list(&Filter::default()).expect("listed") {
        let details = format!("{:?}", there.mind().details(&memory.handle).expect("details"));
        assert!(!details.contains(token), "{details}");
    }
    assert!(export(&there.mind()).contains("[redacted:github-token]"));
    assert!(!std::fs::read(there.path()).expect("read").windows(token.len()).any(|bytes| bytes == token.as_bytes()));
}

#[test]
fn markdown_has_the_pages_first_and_then_every_memory_by_day() {
    let here = lived();
    let said = "# not a heading\n```\n<script>";
    here.mind().remember(Observation::said(said)).expect("remembered");
    let labels = MarkdownLabels {
        title: "The mind",
        pages: "Pages",
        reply: "Reply:",
        faded_to: "Now remembered as:",
        protected: "protected",
        archived: "archived",
        thread: "in",
        outdated: "No longer so since",
    };
    let mut out = Vec::new();
    here.mind().export_markdown(&labels, &mut out, &mut |_, _| {}).expect("written");
    insta::assert_snapshot!(String::from_utf8(out).expect("text"));
}

#[test]
fn a_page_that_says_something_else_stays_as_it_is() {
    let here = lived();
    let there = elsewhere(&here);
    let path = "/memories/notes.md".to_owned();
    let write = |pages: &mut std::collections::BTreeMap<String, String>| pages.insert(path.clone(), "mine".to_owned());
    there.mind().change_pages(Actor::Agent, write).expect("written");
    let taken = import(&there.mind(), &export(&here.mind()));
    assert_eq!((taken.pages, &taken.differing_pages), (0, &vec![path.clone()]));
    assert_eq!(there.mind().pages().expect("pages")[&path], "mine");
}

#[test]
fn what_was_done_before_the_export_is_undone_after_the_import() {
    let here = lived();
    let there = elsewhere(&here);
    import(&there.mind(), &export(&here.mind()));
    // One that was linked and protected, and one that was edited.
    for handle in ["mem_20260301_003", "mem_20260301_004"] {
        let undo = |sandbox: &Sandbox| {
            let is_undone = sandbox.mind().undo(handle, Actor::Person).is_ok();
            let memory = sandbox.mind().find(handle).expect("there");
            (is_undone, memory.shown, memory.text, memory.relations)
        };
        let mut steps = 0;
        loop {
            let (one, other) = (undo(&here), undo(&there));
            assert_eq!(one, other, "{handle}, step {steps}");
            if !one.0 {
                break;
            }
            steps += 1;
        }
        assert!(steps > 0, "{handle} had something to undo");
    }
    assert!(!there.mind().find("mem_20260301_003").expect("there").shown.protected);
}

#[test]
fn nights_that_a_person_took_back_stay_taken_back() {
    let here = lived();
    here.mind().undo_nights(None).expect("undone");
    let there = elsewhere(&here);
    import(&there.mind(), &export(&here.mind()));
    for sandbox in [&here, &there] {
        sandbox.clock.pass_days(2);
        assert!(sandbox.mind().catch_up().expect("asked").is_none(), "none is run unasked");
    }
}

/// A model of a provider, which nobody may ask here.
struct Provider;

impl Embedder for Provider {
    fn model(&self) -> &'static str {
        "provider/large"
    }

    fn dimensions(&self) -> usize {
        4
    }

    fn is_remote(&self) -> bool {
        true
    }

    fn embed(&self, _: &[&str]) -> Result<Vec<Option<Vec<f32>>>, BoxError> {
        panic!("an import sends nothing to a provider")
    }
}

#[test]
fn vectors_are_made_by_this_machine_and_what_a_provider_would_have_to_make_is_told() {
    let here = lived();
    let embedders = Embedders::of(Arc::new(Provider)).and(Arc::new(StaticEmbedder));
    let there = Sandbox::with(here.engine.parameters().clone(), embedders);
    there.clock.set_to(here.engine.now());
    let taken = import(&there.mind(), &export(&here.mind()));
    assert_eq!((taken.memories, taken.without_vector), (7, 7));
    let made: Vec<u64> = there.mind().coverage().expect("coverage").models.iter().map(|model| model.memories).collect();
    assert_eq!(made, [0, 7], "none by the provider, all by the built-in model");
}
