//! `omoide config`: the ten parameters that a person may want to change, out of hundreds.

use omoide_core::Parameters;
use omoide_core::parameters::Value;
use omoide_home::lang::{Lang, say};
use serde_json::json;

use super::{described, plain};
use crate::context::{print, print_json};
use crate::invocation::Invocation;

/// A parameter, what it does in English and in Japanese, and a value to try.
struct UsualParameter {
    path: &'static str,
    english: &'static str,
    japanese: &'static str,
    example: &'static str,
}

const fn usual(
    path: &'static str,
    example: &'static str,
    english: &'static str,
    japanese: &'static str,
) -> UsualParameter {
    UsualParameter { path, english, japanese, example }
}

const USUAL: [UsualParameter; 10] = [
    usual("retrieval.top_k", "8", "How many memories one recall shows at most.", "一度に思い出す記憶の最大数。"),
    usual(
        "retrieval.budget_tokens",
        "3000",
        "How many tokens the memories for a prompt may have; longer ones are cut.",
        "プロンプトに添える記憶の最大トークン数。長い記憶は途中で切られる。",
    ),
    usual(
        "retrieval.gate",
        "false",
        "Whether a recall stays silent when nothing has to do with the words.",
        "関係のある記憶がないときに、何も思い出さないかどうか。",
    ),
    usual(
        "levels.level1_threshold",
        "40",
        "A memory is shortened to a summary when its score falls below this; lower keeps the full text longer.",
        "点数がこれを下回ると記憶は要約になる。小さくすると全文が長く残る。",
    ),
    usual(
        "encode.lasting",
        "false",
        "Whether facts that stay true (names, allergies, where one lives) and what is stored on purpose fade much more slowly.",
        "変わらない事実（名前、アレルギー、住まいなど）と、わざわざ覚えさせたことを、ずっとゆっくり薄れさせるかどうか。",
    ),
    usual(
        "compression.schedule_hour",
        "4",
        "The hour of the night at which memories fade and are shortened.",
        "記憶が薄れ、要約される夜の処理の時刻（時）。",
    ),
    usual(
        "sleep.catch_up",
        "false",
        "Whether nights that were missed are run without being asked, after something is remembered or recalled.",
        "過ぎてしまった夜の処理を、覚えたり思い出したりした後に自動で行うかどうか。",
    ),
    usual(
        "archive.auto_delete_enabled",
        "true",
        "Whether old archived memories are erased for good; otherwise they stay and can come back.",
        "古い保管済みの記憶を完全に消すかどうか。消さなければ残り、また思い出せる。",
    ),
    usual(
        "protection.max_protected_memories",
        "100",
        "How many memories can be protected from fading.",
        "薄れないように保護できる記憶の数。",
    ),
    usual(
        "llm.monthly_usd",
        "5",
        "The most dollars that language models may cost in a month; 0 allows only free ones. None is used unless you choose one.",
        "言語モデルにひと月に使ってよい最大額（ドル）。0なら無料のものだけ。選ばないかぎり言語モデルは使われない。",
    ),
];

/// Lists them.
///
/// # Errors
/// What is wrong with the configuration.
pub(super) fn list(invocation: &Invocation) -> anyhow::Result<()> {
    let loaded = invocation.home.configuration()?;
    let lang = invocation.lang();
    let (mut defaults, mut present) = (Vec::new(), Vec::new());
    Parameters::default().visit(&mut |parameter, value| defaults.push((parameter.path, value)));
    loaded.parameters.visit(&mut |parameter, value| present.push((parameter.path, value)));
    let of = |values: &[(&str, Value)], path: &str| {
        let found = values.iter().find(|(known, _)| *known == path);
        found.map(|(_, value)| value.clone()).expect("a test looks each of them up")
    };
    if invocation.json {
        let told: Vec<_> = USUAL
            .iter()
            .map(|usual| {
                json!({
                    "key": usual.path,
                    "value": plain(of(&present, usual.path)),
                    "default": plain(of(&defaults, usual.path)),
                    "origin": loaded.origin(usual.path).layer(),
                    "summary": lang.pick(usual.english, usual.japanese),
                })
            })
            .collect();
        return print_json(&json!({ "file": loaded.file, "profile": loaded.profile, "parameters": told }));
    }
    let mut text = String::new();
    for usual in &USUAL {
        let (path, value, default) = (usual.path, of(&present, usual.path), of(&defaults, usual.path));
        let origin = described(loaded.origin(path), lang);
        let beside = if value == default && origin == lang.pick("default", "既定") {
            origin
        } else {
            say!(lang, "{origin}; default {default}", "{origin}、既定は{default}")
        };
        text.push_str(&format!("{} = {value}  ({beside})\n", invocation.style.bold(path)));
        text.push_str(&format!("    {}\n", lang.pick(usual.english, usual.japanese)));
        text.push_str(&format!("    omoide config set {path} {}\n", usual.example));
    }
    text.push_str(&ending(lang));
    print(&text)
}

fn ending(lang: Lang) -> String {
    let count = Parameters::table().len();
    say!(
        lang,
        "\nback to the default: omoide config unset KEY; all {count}: omoide config show; in an editor: omoide config edit\n\
         language and mind are no parameters: --lang en or OMOIDE_LANG=en, --mind NAME or OMOIDE_MIND=NAME\n",
        "\n既定に戻すには：omoide config unset キー　全{count}個：omoide config show　エディタで開くには：omoide config edit\n\
         言語と心は別に選びます：--lang ja または OMOIDE_LANG=ja、--mind 名前 または OMOIDE_MIND=名前\n"
    )
}

#[cfg(test)]
mod tests {
    use omoide_home::config::change;

    use super::*;

    #[test]
    fn each_is_a_parameter_and_its_example_can_be_set_and_differs() {
        for usual in &USUAL {
            let (parameter, default) = change::parameter(usual.path, Lang::English).expect("a parameter");
            let value = change::value_for(parameter, &default, usual.example, Lang::English).expect("a value");
            assert_ne!(value.to_string(), default.to_string(), "{}", usual.path);
        }
    }
}
