//! Connections, as they come about and as activation follows them.

use omoide::core::change::Actor;
use omoide::core::parameters::Parameters;
use omoide::core::ports::store::{NewMemory, Reader, StoreError};
use omoide::core::{Category, ConnectionKind, Kind, Memory, MindName, RelationType, Seq, TieKind};
use omoide::{Observation, Remembered, SleepMode, Thumb};
use omoide_testkit::builders::a_memory;
use omoide_testkit::sandbox::Sandbox;
use omoide_testkit::settling::settle;

fn read<T>(sandbox: &Sandbox, mut f: impl FnMut(&dyn Reader) -> Result<T, StoreError>) -> T {
    let mut answer = None;
    let store = sandbox.engine.store();
    store.read(&mut |r| f(r).map(|found| answer = Some(found))).expect("the store answers");
    answer.expect("it was asked")
}

fn ties(sandbox: &Sandbox, memory: &Memory, kind: TieKind) -> Vec<Seq> {
    let connections =
        read(sandbox, |r| r.connections(&MindName::default(), &[memory.seq]).map(|mut all| all.remove(0)));
    connections.iter().filter(|c| c.kind == ConnectionKind::Tie(kind)).map(|c| c.to).collect()
}

fn sleep(sandbox: &Sandbox) {
    sandbox.clock.pass_days(1);
    sandbox.mind().sleep(None, SleepMode::Real, &mut |_, _, _| {}).expect("it sleeps");
}

fn said(sandbox: &Sandbox, text: &str, reply: &str) -> Memory {
    match sandbox.mind().remember(Observation::said(text).replied(reply)).expect("it is remembered") {
        Remembered::Anew { memory, .. } => *memory,
        other => panic!("not remembered anew: {other:?}"),
    }
}

#[test]
fn a_night_ties_what_is_alike_and_undoing_it_lets_go() {
    let sandbox = Sandbox::new(Parameters::default());
    let a = sandbox.remember("The cat Rex likes salmon from the market", Category::Casual, 60);
    let b = sandbox.remember("The cat Rex likes salmon from the market hall", Category::Casual, 60);
    let c = sandbox.remember("ベルリンの天気予報では明日は雪", Category::Casual, 60);
    assert_eq!(ties(&sandbox, &a, TieKind::Similarity), []);
    let before = sandbox.dump();
    sleep(&sandbox);
    assert_eq!(ties(&sandbox, &a, TieKind::Similarity), [b.seq]);
    assert_eq!(ties(&sandbox, &b, TieKind::Similarity), [a.seq]);
    assert_eq!(ties(&sandbox, &c, TieKind::Similarity), []);
    sandbox.mind().undo_night(None).expect("it is undone");
    assert_eq!(sandbox.dump(), before);
}

#[test]
fn no_memory_is_tied_to_more_than_it_may() {
    let mut parameters = Parameters::default();
    parameters.graph.most_similar = 3;
    parameters.relations.auto_link_similarity_threshold = 0.999;
    let sandbox = Sandbox::new(parameters);
    let mut all = Vec::new();
    for night in 0..3 {
        for number in 0..8 {
            let words = format!("good morning, day {night} and cup of coffee number {number}");
            all.push(sandbox.remember(&words, Category::Casual, 90));
        }
        sleep(&sandbox);
    }
    let counts: Vec<usize> = all.iter().map(|memory| ties(&sandbox, memory, TieKind::Similarity).len()).collect();
    assert!(counts.iter().all(|count| *count <= 3), "{counts:?}");
    assert!(counts.iter().filter(|count| **count > 0).count() > 20, "{counts:?}");
}

#[test]
fn a_link_leads_to_what_bears_the_name_whenever_it_comes() {
    let sandbox = Sandbox::new(Parameters::default());
    let a = said(&sandbox, "会議の前に[[田中さん]]と話した。来週また会う予定", "");
    let b = said(&sandbox, "Lunch with [[田中さん]] near the station was good", "");
    assert_eq!(ties(&sandbox, &b, TieKind::Link), [a.seq], "nobody bears it, so those who name it are tied");
    let page: NewMemory = a_memory(9).saying("田中さん").kind(Kind::Entity).build();
    settle(&sandbox.engine, &MindName::default(), &[page], None);
    sandbox.mind().reconnect(&mut |_, _| {}).expect("names are connected");
    let page = sandbox.mind().find("entity_20260120_001").expect("it is there");
    assert_eq!(ties(&sandbox, &page, TieKind::Link), [a.seq, b.seq]);
    let c = said(&sandbox, "[[ 田中さん | 彼 ]]から電話があった", &format!("前にも[[{}]]で話しましたね", b.handle));
    assert_eq!(ties(&sandbox, &c, TieKind::Link), [b.seq, page.seq]);
    sandbox.mind().erase(std::slice::from_ref(&page.handle), Actor::Person).expect("it is erased");
    assert_eq!(ties(&sandbox, &c, TieKind::Link), [b.seq]);
}

#[test]
fn a_mind_that_lost_its_ties_is_connected_anew() {
    let sandbox = Sandbox::new(Parameters::default());
    let a = said(&sandbox, "The cat Rex likes salmon from the market", "");
    let b = said(&sandbox, "The cat Rex likes salmon from the market hall", "");
    let c = said(&sandbox, &format!("quarterly report numbers, as in [[{}]]", a.handle), "");
    sleep(&sandbox);
    let before = (ties(&sandbox, &a, TieKind::Similarity), ties(&sandbox, &a, TieKind::Link));
    assert_eq!(before, (vec![b.seq], vec![c.seq]));
    let connection = rusqlite::Connection::open(sandbox.path()).expect("opens");
    connection.execute_batch("DELETE FROM ties; DELETE FROM names").expect("they are lost");
    assert_eq!(ties(&sandbox, &a, TieKind::Similarity), []);
    assert_eq!(sandbox.mind().reconnect(&mut |_, _| {}).expect("connected"), 2);
    assert_eq!((ties(&sandbox, &a, TieKind::Similarity), ties(&sandbox, &a, TieKind::Link)), before);
    assert_eq!(sandbox.mind().reconnect(&mut |_, _| {}).expect("connected"), 0, "twice is once");
}

#[test]
fn activation_follows_connections_and_says_which() {
    let sandbox = Sandbox::new(Parameters::default());
    let a = sandbox.remember("The cat Rex likes salmon", Category::Casual, 60);
    let b = sandbox.remember("ベルリンの天気予報では明日は雪", Category::Casual, 60);
    let c = sandbox.remember("quarterly report numbers", Category::Work, 60);
    let lonely = sandbox.remember("a song on the radio", Category::Casual, 60);
    sandbox.mind().link(&a.handle, &b.handle, RelationType::Continues, Actor::Person).expect("linked");
    sandbox.mind().link(&b.handle, &c.handle, RelationType::References, Actor::Person).expect("linked");
    let reminded = sandbox.mind().reminds_of(&a.handle, 9).expect("it is there");
    let found: Vec<_> = reminded.iter().map(|r| (r.memory.seq, r.via, r.kind)).collect();
    assert_eq!(
        found,
        [
            (b.seq, a.id, ConnectionKind::Relation(RelationType::Continues)),
            (c.seq, b.id, ConnectionKind::Relation(RelationType::References)),
        ]
    );
    assert!(reminded[0].activation > reminded[1].activation);
    assert_eq!(sandbox.mind().reminds_of(&lonely.handle, 9).expect("it is there"), []);
    assert_eq!(sandbox.mind().reminds_of(&a.handle, 1).expect("it is there").len(), 1);
}

#[test]
fn a_thumb_moves_arousal_and_rank_and_can_be_taken_back() {
    let sandbox = Sandbox::new(Parameters::default());
    let memory = sandbox.remember("The cat Rex likes salmon", Category::Casual, 60);
    let up = sandbox.mind().rate(&memory.handle, Thumb::Up, Actor::Person).expect("rated");
    assert!(up.factor > 1.0 && up.memory.life.retention().recalled_since_last_batch);
    assert!((up.feedback.arousal.expect("moved") - 0.44).abs() < 1e-12, "from 0.3 towards 1");
    assert_eq!(up.memory.emotion, memory.emotion, "what it felt like at first stays");
    sandbox.clock.pass_hours(1);
    let down = sandbox.mind().rate(&memory.handle, Thumb::Down, Actor::Person).expect("rated");
    assert!(down.factor < up.factor);
    sandbox.clock.pass_hours(1);
    sandbox.mind().undo(&memory.handle, Actor::Person).expect("undone");
    assert_eq!(sandbox.mind().feedback(&memory.handle).expect("there"), up.feedback);
    sandbox.clock.pass_hours(1);
    sandbox.mind().undo(&memory.handle, Actor::Person).expect("undone");
    assert_eq!(sandbox.mind().feedback(&memory.handle).expect("there"), Default::default());
}

#[test]
fn a_reply_tells_what_it_came_from_and_the_tags_are_not_remembered() {
    let sandbox = Sandbox::new(Parameters::default());
    let a = sandbox.remember("The cat Rex likes salmon", Category::Casual, 60);
    let b = sandbox.remember("quarterly report numbers", Category::Work, 60);
    let trace = |id: &str, resonance: &str| format!("<memory_trace id=\"{id}\" resonance=\"{resonance}\"/>");
    let reply = format!(
        "Salmon, of course.\n{}{}{}",
        trace(&a.handle, "1.0"),
        trace(&b.id.to_string(), "0.0"),
        trace("mem_2026", "1.0"),
    );
    let asked = format!("What does Rex like? {}", trace(&b.handle, "1.0"));
    let turn = said(&sandbox, &asked, &reply);
    let history = sandbox.mind().history(&turn.handle).expect("it is there");
    let verbatim = history.turn.expect("the turn is kept");
    assert_eq!((verbatim.said.trim(), verbatim.replied.trim()), ("What does Rex like?", "Salmon, of course."));
    let feedback = |memory: &Memory| sandbox.mind().feedback(&memory.handle).expect("it is there");
    assert_eq!((feedback(&a).ups, feedback(&a).downs), (1.0, 0.0));
    assert_eq!((feedback(&b).ups, feedback(&b).downs), (0.0, 1.0), "what a person writes is no report");
    assert!(sandbox.mind().find(&a.handle).expect("there").life.retention().recalled_since_last_batch);
    assert!(!sandbox.mind().find(&b.handle).expect("there").life.retention().recalled_since_last_batch);
    // The same turn again is no further report.
    sandbox.mind().remember(Observation::said(asked).replied(reply)).expect("it is known");
    assert_eq!(feedback(&a).ups, 1.0);
}
