//! A conversation of two sessions in Japanese: what the host sent, what each hook printed, and the memories afterwards.

mod hook;

use std::fmt::Write;

use serde_json::{Value, json};

use hook::{Machine, Session};

/// What was sent and printed, line by line.
struct Story<'m> {
    machine: &'m Machine,
    text: String,
}

impl Story<'_> {
    fn tell(&mut self, session: &Session<'_>, event: &str, more: &Value) -> String {
        let sent = session.sent(event, more);
        let printed = session.hook(event, more);
        let shown = match serde_json::from_str::<Value>(&printed) {
            Ok(answer) => {
                let context = answer["hookSpecificOutput"]["additionalContext"].as_str().expect("a text").to_owned();
                format!("{printed}\n  additionalContext:\n    {}", context.replace('\n', "\n    "))
            }
            Err(_) => "(nothing)".to_owned(),
        };
        writeln!(self.text, "> {sent}\n< {shown}\n").expect("written");
        self.machine.settle();
        printed
    }

    fn turn(&mut self, session: &mut Session<'_>, said: &str, answered: &str) {
        self.tell(session, "UserPromptSubmit", &json!({ "prompt": said }));
        session.writes_prompt(said);
        session.writes_answer(answered);
        self.tell(session, "Stop", &json!({ "stop_hook_active": false, "last_assistant_message": answered }));
    }
}

#[test]
fn two_sessions_of_a_conversation() {
    let machine = Machine::new();
    let mut story = Story { machine: &machine, text: String::new() };
    let mut first = machine.session("s1", "garden");
    story.tell(&first, "SessionStart", &json!({ "source": "startup" }));
    story.turn(
        &mut first,
        "娘のさくらは卵アレルギーです。これは必ず覚えておいてください。",
        "わかりました。さくらさんの卵アレルギーを覚えておきます。",
    );
    story.turn(
        &mut first,
        "来週の土曜日に庭で誕生日会を開きます。ケーキのレシピは途中までで、粉の量がまだ決まっていません。",
        "粉の量は次回いっしょに決めましょう。",
    );
    story.tell(&first, "PreCompact", &json!({ "trigger": "manual", "custom_instructions": "" }));
    story.tell(&first, "SessionEnd", &json!({ "reason": "prompt_input_exit" }));

    let mut second = machine.session("s2", "garden");
    story.tell(&second, "SessionStart", &json!({ "source": "startup" }));
    let mut third = machine.session("s3", "kitchen");
    story.turn(&mut third, "さくらに卵の入ったケーキを焼いても大丈夫？", "いいえ、卵アレルギーなので避けてください。");
    story.turn(&mut second, "/clear", "");
    story.tell(&second, "SubagentStop", &json!({ "agent_id": "a1", "last_assistant_message": "調べました" }));
    story.turn(&mut second, "粉は二百グラムに決めました。", "では、粉は二百グラムで進めます。");
    story.tell(&second, "SessionEnd", &json!({ "reason": "other" }));
    writeln!(story.text, "$ omoide list\n{}", machine.omoide(&["list"])).expect("written");

    assert_eq!(machine.log(), "");
    let told = story.text.replace(&*machine.home().to_string_lossy(), "<home>");
    insta::assert_snapshot!(told);
}
