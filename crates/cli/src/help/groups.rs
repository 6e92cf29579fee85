//! The commands of the first screen, in groups. A command that is added gets its place in one of them.

use omoide_home::lang::Lang;

/// Some commands that serve one purpose.
pub(super) struct CommandGroup {
    english: &'static str,
    japanese: &'static str,
    /// The commands by name, in the order in which they are shown.
    pub(super) commands: &'static [&'static str],
}

impl CommandGroup {
    /// What the group is for.
    pub(super) fn title(&self, lang: Lang) -> &'static str {
        lang.pick(self.english, self.japanese)
    }
}

/// All groups, in the order in which they are shown.
pub(super) const GROUPS: &[CommandGroup] = &[
    CommandGroup {
        english: "Every day",
        japanese: "毎日使う",
        commands: &[
            "remember",
            "stream",
            "recall",
            "prime",
            "associate",
            "conversations",
            "thread",
            "read",
            "activity",
            "task",
            "feedback",
        ],
    },
    CommandGroup {
        english: "Look at memories",
        japanese: "記憶を見る",
        commands: &["list", "show", "history", "related", "person", "stats", "analyze"],
    },
    CommandGroup {
        english: "Change your mind",
        japanese: "あとから変える",
        commands: &[
            "edit",
            "undo",
            "unsay",
            "tag",
            "untag",
            "protect",
            "unprotect",
            "link",
            "unlink",
            "forget",
            "archive",
            "restore",
            "erase",
        ],
    },
    CommandGroup {
        english: "Nights and fading",
        japanese: "夜間処理と忘却",
        commands: &["sleep", "schedule", "curve", "simulate"],
    },
    CommandGroup {
        english: "Connect programs and models",
        japanese: "プログラムやモデルとつなぐ",
        commands: &[
            "install",
            "uninstall",
            "status",
            "allow",
            "mcp",
            "serve",
            "keys",
            "hook",
            "models",
            "provider",
            "cost",
        ],
    },
    CommandGroup {
        english: "Keep it safe and in order",
        japanese: "守る・整える",
        commands: &[
            "init",
            "config",
            "minds",
            "export",
            "import",
            "backup",
            "restore-backup",
            "doctor",
            "vacuum",
            "reembed",
            "transcript",
            "eval",
            "completions",
            "help",
        ],
    },
];
