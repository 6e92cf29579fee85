//! A life that is played by `omoide eval lived`, and the same life through the hooks of a host: an agent is shown the same.

mod hook;

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use hook::{Machine, append};
use serde_json::{Value, json};

/// When, in which sitting and project, what was said and what was replied.
const TURNS: [[&str; 5]; 14] = [
    ["2026-02-02T09:00:00+00:00", "a", "garden", "Hi, I'm Petra, and this is my garden site.", "Welcome, Petra."],
    ["2026-02-02T09:04:00+00:00", "a", "garden", "We never publish on Sundays, the editor is off.", "Understood."],
    [
        "2026-02-02T09:09:00+00:00",
        "a",
        "garden",
        "The photo gallery loads slowly. It loads all 40 pictures at once.",
        "I made it load them as they come into view. The first paint takes 0.8 seconds now instead of 6.",
    ],
    [
        "2026-02-03T20:00:00+00:00",
        "b",
        "",
        "弟の健太が来週遊びに来る。そばアレルギーだから気をつけないと。",
        "わかりました。そば粉にも注意ですね。",
    ],
    ["2026-02-03T20:05:00+00:00", "b", "", "うん", "はい。"],
    [
        "2026-02-04T08:30:00+00:00",
        "c",
        "",
        "The dentist appointment is on February 19 at 9.",
        "I'll keep that in mind.",
    ],
    ["2026-02-06T10:00:00+00:00", "d", "garden", "Add a page about compost.", "Done, with three photographs."],
    [
        "2026-02-09T18:00:00+00:00",
        "e",
        "",
        "I cried all evening, grandma's old cat Momo died.",
        "I'm so sorry about Momo.",
    ],
    ["2026-02-10T08:00:00+00:00", "f", "", "They moved the dentist appointment to February 26 at 14:30.", "Noted."],
    ["2026-02-12T09:00:00+00:00", "g", "shop", "The till speaks to the printer over port 9100.", "Good to know."],
    ["2026-02-14T12:00:00+00:00", "h", "", "The tulips are out already, what a mild winter.", "Lovely."],
    ["2026-02-15T21:00:00+00:00", "i", "", "健太とラーメンを食べた。すごく楽しかった！", "よかったですね。"],
    [
        "2026-02-18T09:00:00+00:00",
        "j",
        "garden",
        "The contact form sends mail through a queue now.",
        "Good, that is sturdier.",
    ],
    ["2026-02-19T19:00:00+00:00", "k", "", "Long day, nothing special.", "Rest well."],
];

/// When, after which turn, in which sitting and project, and what is asked.
const PROBES: [(&str, usize, &str, &str, &str); 9] = [
    ("2026-02-03T08:00:00+00:00", 2, "p1", "garden", "What's my name?"),
    ("2026-02-06T10:30:00+00:00", 6, "p2", "garden", "Publish the new page on Sunday please"),
    ("2026-02-10T09:00:00+00:00", 8, "p3", "", "When is my dentist appointment?"),
    ("2026-02-16T09:00:00+00:00", 11, "p4", "", "今夜は健太とそばでも食べに行こうかな"),
    ("2026-02-16T09:30:00+00:00", 11, "p5", "", "What made me sad lately?"),
    ("2026-02-16T10:00:00+00:00", 11, "p6", "", "先週の日曜は何をしてた？"),
    ("2026-02-19T20:00:00+00:00", 13, "p7", "garden", "How long did the gallery take to load before?"),
    ("2026-02-19T20:10:00+00:00", 13, "p8", "garden", "Which port does the printer use?"),
    ("2026-02-19T20:20:00+00:00", 13, "p9", "", "good night!"),
];

/// The nights between two moments, each at ten past three; the life's first is the one after its first day.
fn nights(from: &str, to: &str) -> Vec<String> {
    let day = |at: &str| at[8..10].parse::<u32>().expect("a day");
    (day(from) + 1..=day(to)).map(|day| format!("2026-02-{day:02}T03:10:00+00:00")).collect()
}

/// What `eval lived` says that an agent is shown, by probe.
fn by_eval(folder: &Path) -> HashMap<String, String> {
    let machine = Machine::new();
    let turn = |(number, [at, thread, project, said, replied]): (usize, &[&str; 5])| json!({ "id": format!("t{number}"), "at": at, "thread": thread, "project": project, "said": said, "replied": replied });
    let probe = |(at, after, thread, project, prompt): &(&str, usize, &str, &str, &str)| json!({ "id": thread, "at": at, "after": format!("t{after}"), "thread": thread, "project": project, "prompt": prompt });
    let lines = |rows: Vec<Value>| rows.iter().map(|row| format!("{row}\n")).collect::<String>();
    fs::write(folder.join("turns.jsonl"), lines(TURNS.iter().enumerate().map(turn).collect())).expect("written");
    fs::write(folder.join("probes.jsonl"), lines(PROBES.iter().map(probe).collect())).expect("written");
    let (input, output) = (folder.display().to_string(), folder.join("out.jsonl"));
    machine.omoide(&["eval", "lived", "--explain", "--in", &input, "--out", &output.display().to_string()]);
    let told = fs::read_to_string(output).expect("answers");
    let answers = told.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    answers.map(|answer| (text(&answer["id"]), text(&answer["block"]))).collect()
}

/// What the prompt hook adds to the context of a session.
fn shown(machine: &Machine, at: &str, (thread, project, prompt): (&str, &str, &str), data: &Path) -> String {
    let session = machine.session(thread, if project.is_empty() { "." } else { project });
    let mut command = machine.command(&["hook", "user-prompt-submit"]);
    command.env("OMOIDE_NOW", at).env("OMOIDE_DATA_DIR", data);
    let sent = session.sent("UserPromptSubmit", &json!({ "prompt": prompt })).to_string();
    let printed = machine.run(command, sent.as_bytes()).out;
    if printed.is_empty() {
        return String::new();
    }
    let answer: Value = serde_json::from_str(&printed).expect("JSON");
    answer["hookSpecificOutput"]["additionalContext"].as_str().expect("a text").to_owned()
}

/// A turn as the host has it in its transcript, and the hook behind it.
fn stop(machine: &mut Machine, number: usize, [at, thread, project, said, replied]: &[&str; 5]) {
    (*at).clone_into(&mut machine.now);
    let session = machine.session(thread, if project.is_empty() { "." } else { project });
    let line = |kind: &str, id: String, parent: Option<String>, message: Value| {
        json!({
            "type": kind, "uuid": id, "parentUuid": parent, "sessionId": thread, "timestamp": at.replace("+00:00", ".000Z"),
            "cwd": session.folder, "isSidechain": false, "version": "2.1.197", "message": message,
        })
    };
    let before =
        number.checked_sub(1).filter(|before| TURNS[*before][1] == *thread).map(|before| format!("{before}-a"));
    let asked = line("user", format!("{number}-u"), before, json!({ "role": "user", "content": said }));
    let content = json!([{ "type": "text", "text": replied }]);
    let message = json!({ "id": format!("msg_{number}"), "role": "assistant", "content": content });
    let answered = line("assistant", format!("{number}-a"), Some(format!("{number}-u")), message);
    append(&session.transcript, &format!("{asked}\n{answered}\n"));
    session.stops(replied);
    machine.settle();
}

fn copied(data: &Path) -> tempfile::TempDir {
    let copy = tempfile::tempdir().expect("a folder");
    for file in fs::read_dir(data).expect("files").filter_map(Result::ok).filter(|file| file.path().is_file()) {
        fs::copy(file.path(), copy.path().join(file.file_name())).expect("copied");
    }
    copy
}

/// The same life through the hooks; a probe asks a copy of the memory, so that it leaves no mark.
fn by_hooks() -> HashMap<String, String> {
    let mut machine = Machine::new();
    machine.omoide(&["init"]);
    let mut told = HashMap::new();
    let mut last = TURNS[0][0];
    let sleep = |machine: &mut Machine, last: &mut &'static str, at: &'static str| {
        for night in nights(last, at) {
            machine.now = night;
            machine.omoide(&["sleep"]);
        }
        *last = at;
    };
    for (number, turn) in TURNS.iter().enumerate() {
        let [at, thread, project, said, _] = turn;
        sleep(&mut machine, &mut last, at);
        shown(&machine, at, (thread, project, said), &machine.data());
        stop(&mut machine, number, turn);
        for (at, _, thread, project, prompt) in PROBES.iter().filter(|probe| probe.1 == number) {
            sleep(&mut machine, &mut last, at);
            let copy = copied(&machine.data());
            told.insert((*thread).to_owned(), shown(&machine, at, (thread, project, prompt), copy.path()));
        }
    }
    assert_eq!(machine.log(), "", "no hook failed");
    told
}

#[test]
fn a_life_played_by_eval_and_through_the_hooks_shows_the_same() {
    let folder = tempfile::tempdir().expect("a folder");
    let (eval, hooks) = (by_eval(folder.path()), by_hooks());
    // A life names no folder where there is no project, so what happened lately differs; the memories do not.
    let memories =
        |block: &str| block.lines().filter(|line| line.starts_with("- [")).map(str::to_owned).collect::<Vec<_>>();
    for (_, _, probe, _, prompt) in PROBES {
        assert_eq!(memories(&eval[probe]), memories(&hooks[probe]), "{prompt}");
    }
    let holds = |probe: &str, words: &str| assert!(hooks[probe].contains(words), "{probe}: {}", hooks[probe]);
    holds("p1", "Petra");
    holds("p2", "Sundays");
    holds("p3", "February 26");
    holds("p4", "そばアレルギー");
    holds("p5", "Momo");
    holds("p6", "ラーメン");
    holds("p7", "gallery");
    assert_eq!(memories(&hooks["p9"]), Vec::<String>::new());
}
