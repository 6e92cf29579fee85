//! What other programs call the things that Omoide does: `search` is `recall` here, `--user-id` is `--person`.
//!
//! The parser only knows which names are spelt alike. Whoever comes from another program uses a word that means the same.

use clap::Command;
use omoide_home::lang::Lang;

/// Words that other programs have for a command, and what to run here, in English and in Japanese.
const COMMANDS: &[(&[&str], &str, &str)] = &[
    (
        &["search", "find", "query", "ask", "lookup", "retrieve", "fetch", "remind", "検索", "探す", "思い出す"],
        "to find memories by meaning: omoide recall \"WORDS\"; by exact words: omoide list --contains \"WORDS\"",
        "意味で探すには：omoide recall \"言葉\"　文字で探すには：omoide list --contains \"言葉\"",
    ),
    (
        &["grep", "quote", "said"],
        "to find where words were said: omoide conversations WORD; in memories: omoide list --contains \"WORDS\"",
        "発言を文字で探すには：omoide conversations 言葉　記憶から探すには：omoide list --contains \"言葉\"",
    ),
    (
        &["delete", "del", "rm", "remove", "destroy", "drop", "purge", "unlearn", "削除", "消す", "消去"],
        "to remove a memory for good: omoide erase HANDLE; to put memories away so that they can come back: \
         omoide forget \"WORDS\"",
        "記憶を完全に消すには：omoide erase 名前　戻せるようにしまうには：omoide forget \"言葉\"",
    ),
    (
        &["reset", "clear", "wipe", "truncate"],
        "to remove one memory for good: omoide erase HANDLE; all of a mind: omoide minds erase NAME",
        "一件を完全に消すには：omoide erase 名前　マインド全体を消すには：omoide minds erase マインドの名前",
    ),
    (
        &["update", "change", "modify", "correct", "amend", "replace", "rewrite", "更新", "変更", "編集", "修正"],
        "to change a memory's text: omoide edit HANDLE",
        "記憶の文を直すには：omoide edit 名前",
    ),
    (
        &[
            "add",
            "save",
            "store",
            "note",
            "write",
            "insert",
            "record",
            "memorize",
            "memorise",
            "learn",
            "put",
            "new",
            "追加",
            "保存",
            "記録",
            "覚える",
        ],
        "to remember something: omoide remember \"TEXT\"",
        "覚えさせるには：omoide remember \"文\"",
    ),
    (&["ls", "dir", "all", "recent", "memories", "一覧"], "to list memories: omoide list", "記憶の一覧：omoide list"),
    (
        &["cat", "view", "open", "get", "print", "details", "info", "表示"],
        "to see all there is of a memory: omoide show HANDLE; all of its words: omoide read HANDLE",
        "記憶の詳細：omoide show 名前　全文：omoide read 名前",
    ),
    (
        &["log", "timeline", "changes", "versions", "履歴"],
        "to see what happened to a memory: omoide history HANDLE; the nights so far: omoide sleep status",
        "記憶のこれまで：omoide history 名前　これまでの夜：omoide sleep status",
    ),
    (
        &["dump", "save-all", "extract", "書き出し"],
        "to write a whole mind to a file: omoide export; to copy the store: omoide backup",
        "マインド全体を書き出すには：omoide export　保存先を複製するには：omoide backup",
    ),
    (&["snapshot", "checkpoint"], "to copy the store: omoide backup", "保存先を複製するには：omoide backup"),
    (
        &["load", "ingest", "sync", "migrate"],
        "to remember what other programs have kept: omoide import --help",
        "ほかのプログラムの記録を覚えさせるには：omoide import --help",
    ),
    (
        &["revert", "rollback", "recover"],
        "to take the last change to a memory back: omoide undo HANDLE; to go back to a backup: omoide restore-backup FILE",
        "記憶の最後の変更を取り消すには：omoide undo 名前　バックアップに戻すには：omoide restore-backup ファイル",
    ),
    (
        &["settings", "setting", "preferences", "prefs", "options", "configure", "conf", "set", "設定"],
        "to see and change settings: omoide config",
        "設定を見る・変えるには：omoide config",
    ),
    (
        &["login", "logout", "signin", "signup", "auth", "account", "whoami"],
        "there is no account: everything stays on this machine; see whose memory is used: omoide minds",
        "アカウントはありません。すべてこのマシンの中にあります。マインドの一覧：omoide minds",
    ),
    (
        &["users", "user", "agents", "spaces", "workspace", "workspaces", "namespaces", "collections", "databases"],
        "each mind has its own memory; list them: omoide minds; choose one: --mind NAME",
        "記憶は心ごとに分かれています。一覧：omoide minds　選ぶには：--mind 名前",
    ),
    (
        &["setup", "connect", "integrate", "enable", "hooks", "plugin"],
        "to have Claude Code or another host remember: omoide install",
        "Claude Codeなどのホストに覚えさせるには：omoide install",
    ),
    (
        &["disconnect", "disable", "unhook"],
        "to take the hooks out of a host: omoide uninstall",
        "ホストからフックを外すには：omoide uninstall",
    ),
    (
        &["start", "run", "server", "daemon", "up", "api"],
        "to serve the memory over HTTP: omoide serve; to an agent over MCP: omoide mcp",
        "HTTPで使うには：omoide serve　エージェントからMCPで使うには：omoide mcp",
    ),
    (
        &["check", "health", "verify", "fsck", "diagnose", "repair"],
        "to look for damage and repair it: omoide doctor",
        "異常を調べて直すには：omoide doctor",
    ),
    (
        &["clean", "gc", "prune", "compact", "optimize"],
        "to run the nights that are due: omoide sleep; to give space back to the disk: omoide vacuum",
        "予定の夜の処理をするには：omoide sleep　空きをディスクに返すには：omoide vacuum",
    ),
    (
        &["consolidate", "reflect", "dream", "night", "decay"],
        "to run the nights that are due: omoide sleep",
        "予定の夜の処理をするには：omoide sleep",
    ),
    (
        &["pin", "star", "favorite", "favourite", "lock", "保護"],
        "to keep a memory from fading: omoide protect HANDLE",
        "薄れないようにするには：omoide protect 名前",
    ),
    (
        &["unpin", "unstar", "unlock"],
        "to let a memory fade again: omoide unprotect HANDLE",
        "また薄れるようにするには：omoide unprotect 名前",
    ),
    (
        &["relate", "join", "connect-memories"],
        "to link two memories: omoide link HANDLE OTHER",
        "二つの記憶を結ぶには：omoide link 名前 名前",
    ),
    (
        &["label", "tags", "labels"],
        "to give a memory a tag: omoide tag HANDLE TAG",
        "記憶に札を付けるには：omoide tag 名前 札",
    ),
    (
        &["context", "inject", "prompt"],
        "to print memories for an agent's prompt: omoide recall \"WORDS\" --block",
        "エージェントに渡す形で出すには：omoide recall \"言葉\" --block",
    ),
    (
        &["sessions", "threads", "chats", "chat", "messages"],
        "to find where words were said: omoide conversations WORD",
        "発言を文字で探すには：omoide conversations 言葉",
    ),
    (
        &["price", "usage", "billing", "spend"],
        "to see what providers were paid: omoide cost",
        "プロバイダへの支払い：omoide cost",
    ),
    (&["version", "about"], "to see the version: omoide --version", "版を見るには：omoide --version"),
    (
        &["man", "manual", "docs", "tutorial", "ヘルプ", "使い方"],
        "to see the help: omoide help, or: omoide help COMMAND",
        "使い方：omoide help、または omoide help コマンド",
    ),
];

/// Flags of other programs, and those that mean the same here. The first that the command has is named.
const FLAGS: &[(&[&str], &[&str])] = &[
    (&["limit", "top-k", "topk", "k", "n", "num", "count", "max", "max-results", "size"], &["top", "limit"]),
    (&["user", "user-id", "user_id", "who", "speaker", "author"], &["person"]),
    (
        &["session", "session-id", "conversation", "conversation-id", "run-id", "run_id", "chat"],
        &["in_thread", "thread"],
    ),
    (
        &["namespace", "space", "workspace", "collection", "agent", "agent-id", "agent_id", "brain", "database"],
        &["mind"],
    ),
    (&["format", "output", "o", "output-format"], &["json"]),
    (&["from", "after", "start-date", "since-date", "begin"], &["since"]),
    (&["to", "before", "end-date", "end"], &["until"]),
    (&["date", "time", "when", "timestamp", "created", "created-at"], &["at", "since"]),
    (&["search", "text", "match", "filter", "query", "grep", "containing"], &["contains"]),
    (&["force", "f", "y", "confirm", "no-confirm"], &["yes"]),
    (&["all", "everything", "no-limit"], &["all", "no_gate"]),
    (&["threshold", "min-score", "no-filter"], &["no_gate"]),
    (&["verbose", "v", "debug", "why", "scores"], &["explain"]),
    (&["silent", "s"], &["quiet"]),
    (&["db", "db-path", "path", "dir", "home", "store", "data"], &["data_dir"]),
    (&["language", "locale"], &["lang"]),
    (&["settings", "conf", "config-file"], &["config"]),
    (&["tokens", "max-tokens", "token-limit"], &["budget"]),
    (&["pin", "keep", "permanent", "important"], &["protect"]),
    (&["preview", "simulate", "plan-only", "whatif", "what-if"], &["dry_run"]),
];

/// What to run for a command that another program has.
pub fn command(word: &str, lang: Lang) -> Option<&'static str> {
    let word = word.to_lowercase();
    let (_, english, japanese) = COMMANDS.iter().find(|(words, ..)| words.contains(&word.as_str()))?;
    Some(lang.pick(english, japanese))
}

/// How a command, or the whole, writes a flag that another program has, such as `-k, --top N`; nothing where it has none like it.
pub fn flag(given: &str, command: &Command, whole: &Command) -> Option<String> {
    let name = given.trim_start_matches('-').split(['=', ' ']).next()?.to_lowercase();
    let (_, meant) = FLAGS.iter().find(|(names, _)| names.contains(&name.as_str()))?;
    let globals = || whole.get_arguments().filter(|arg| arg.is_global_set());
    let known =
        |id: &&str| command.get_arguments().chain(globals()).find(|arg| arg.get_id() == *id && !arg.is_positional());
    let found = meant.iter().find_map(known)?;
    let long = found.get_long().map(|long| format!("--{long}"));
    let short = found.get_short().map(|short| format!("-{short}"));
    let value = found.get_action().takes_values().then(|| found.get_value_names()?.first().cloned()).flatten();
    let value = value.map(|value| format!(" {value}")).unwrap_or_default();
    let names: Vec<String> = short.into_iter().chain(long).filter(|written| *written != given).collect();
    (!names.is_empty()).then(|| format!("{}{value}", names.join(", ")))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::help;

    #[test]
    fn no_word_stands_twice_and_none_is_a_command_that_is_there() {
        let whole = help::command(Lang::English);
        let names: BTreeSet<&str> = whole.get_subcommands().map(Command::get_name).collect();
        let mut seen = BTreeSet::new();
        for word in COMMANDS.iter().flat_map(|(words, ..)| *words) {
            assert!(seen.insert(word), "{word} stands twice");
            assert!(!names.contains(word), "{word} is a command");
        }
    }

    #[test]
    fn a_hint_names_commands() {
        let whole = help::command(Lang::English);
        let is_there = |name: &str| whole.get_subcommands().any(|command| command.get_name() == name);
        let is_behind = |c: char| !c.is_ascii_lowercase() && c != '-';
        for (words, english, japanese) in COMMANDS {
            for hint in [english, japanese] {
                for name in hint.split("omoide ").skip(1).filter_map(|rest| rest.split(is_behind).next()) {
                    assert!(is_there(name) || name.starts_with("--"), "{words:?}: {name}");
                }
            }
        }
    }

    #[test]
    fn flags_are_those_of_the_command() {
        let whole = help::command(Lang::English);
        let of = |name: &str, given: &str| flag(given, whole.find_subcommand(name).expect("a command"), &whole);
        assert_eq!(of("recall", "--limit").as_deref(), Some("-k, --top N"));
        assert_eq!(of("list", "--top-k").as_deref(), Some("--limit N"));
        assert_eq!(of("recall", "--session").as_deref(), Some("--in-thread NAME"));
        assert_eq!(of("remember", "--user-id").as_deref(), Some("--person NAME"));
        assert_eq!(of("doctor", "--user-id"), None, "it has no such thing");
        assert_eq!(of("list", "--colour"), None);
    }
}
