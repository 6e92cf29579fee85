//! Phrases that a stranger does not understand at first reading, and the plain words for them.

use super::TextFile;
use super::source::string_literals;

/// Each with what to say instead. Those in Latin letters are looked for in any case.
const RIDDLES: &[(&str, &str)] = &[
    ("was slept", "has run"),
    ("are slept", "run"),
    ("be slept", "run"),
    ("nights slept", "nights that have run"),
    ("stumbled over", "internal error"),
    ("let go of", "release"),
    ("left alone", "not used, or not recalled"),
    ("taken back", "undone"),
    ("take it back", "undo"),
    ("taken out", "removed"),
    ("put away", "archived"),
    ("begun anew", "started again"),
    ("understood anew", "understood again"),
    ("started anew", "restarted"),
    ("to mend", "to repair"),
    ("mend it", "repair it"),
    ("mend the", "correct the"),
    ("mend that", "correct that"),
    ("mend what", "repair what"),
    ("gone for good", "erased for good"),
    ("nobody was asked", "no provider was used"),
    ("nobody is asked", "no provider is used"),
    ("nobody is there to ask", "omoide cannot ask you without a terminal"),
    ("may be asked", "can be used"),
    ("is no time", "is not a time"),
    ("is no json", "is not JSON"),
    ("not come yet", "in the future"),
    ("still to come", "in the future"),
    ("in one go", "together"),
    ("our hooks", "Omoide's hooks"),
    ("nothing of ours", "not connected"),
    ("to the letter", "exact words"),
    ("the life of a memory", "what happened to a memory"),
    ("may be taken in", "the limit is"),
    ("could be meant", "fits more than one"),
    ("cannot name a", "cannot be the name of a"),
    ("of late", "recent"),
    ("溜まった夜", "未処理の夜間処理"),
    ("夜を眠", "夜間処理を実行する"),
    ("眠るべき", "未処理の夜間処理"),
    ("眠るには", "実行するには"),
    ("眠ります", "夜間処理を実行します"),
    ("眠っています", "夜間処理を実行しています"),
    ("この機械", "このマシン"),
    ("ほかの機械", "ほかのマシン"),
    ("心「", "マインド「"),
    ("心の一覧", "マインドの一覧"),
    ("心を選", "マインドを選"),
    ("心の名前", "マインドの名前"),
    ("いつもの心", "いつものマインド"),
    ("をしまいました", "アーカイブに移しました"),
    ("手放しません", "使用中"),
    ("確かめる相手", "端末がないため確認できません"),
    ("高ぶり", "覚醒度"),
    ("結ばれ", "関連付け"),
    ("言語層", "Omoide自身の処理"),
    ("もろとも", "も含めて"),
    ("一字一句", "元の発言"),
    ("誰にも尋ね", "プロバイダを使わない"),
    ("秘密の情報", "秘密情報"),
    ("監査記録", "監査ログ"),
];

/// The crates whose texts people read: in a terminal, in the answers of a server, or as the cause of an error.
const SPEAKING: &[&str] = &["cli", "home", "server", "engine", "store", "core", "providers"];

/// The riddles in a text that people read.
pub fn riddles(text: &str) -> Vec<String> {
    let lower = text.to_lowercase();
    let found = RIDDLES.iter().filter(|(riddle, _)| lower.contains(riddle));
    found.map(|(riddle, plain)| format!("\"{riddle}\": rather \"{plain}\"")).collect()
}

/// The riddles in the messages of a source file; its tests may say what they like.
pub fn riddles_of_messages(file: &TextFile) -> Vec<String> {
    let speaks = SPEAKING.iter().any(|name| file.path.starts_with(&format!("crates/{name}/src/")));
    if !speaks || file.path.contains("tests") {
        return Vec::new();
    }
    let code = file.text.split("#[cfg(test)]").next().unwrap_or_default();
    let literals = string_literals(code);
    literals
        .iter()
        .flat_map(|(line, text)| riddles(text).into_iter().map(move |riddle| format!("line {line}: {riddle}")))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_riddle_is_found_in_a_message_and_not_in_a_comment_or_a_test() {
        let text = "// It was slept.\nfn tell() {\n    say(\"overdue nights could not \\\n         be slept\");\n}\n\
                    #[cfg(test)]\nmod tests { const OLD: &str = \"be slept\"; }\n";
        let file = |path: &str| TextFile { path: path.to_owned(), text: text.to_owned() };
        assert_eq!(riddles_of_messages(&file("crates/cli/src/context.rs")), ["line 3: \"be slept\": rather \"run\""]);
        assert!(riddles_of_messages(&file("crates/language/src/words.rs")).is_empty());
    }

    #[test]
    fn japanese_riddles_are_found() {
        assert_eq!(riddles("溜まった夜を眠る：薄れ、縮み、しまい、結ぶ").len(), 2);
        assert!(riddles("未処理の夜間処理を実行する").is_empty());
    }
}
