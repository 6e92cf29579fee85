//! Whether a text says how a thing is done, which makes it a procedure and not knowledge (S4 手続きコンテンツ分類).
//!
//! S4 sorts by twelve patterns: nine of words (`data/procedure.tsv`) and three of form, a numbered list, lines
//! for a shell, and a sequence (まず…次に…最後に). Each that is found adds its weight once; a text is procedural
//! from a sum of 2 on. Asking how to do a thing is not telling it.

use std::sync::LazyLock;

use crate::fold::fold;
use crate::lexicon::{PhraseTable, data_lines};
use crate::message::{MessageType, message_type};
use crate::prose::{ProsePart, parts, prose};

/// The sum of weights from which a text is procedural.
const PROCEDURAL_FROM: f32 = 2.0;
const LIST_WEIGHT: f32 = 2.0;
const SHELL_WEIGHT: f32 = 1.2;
const SEQUENCE_WEIGHT: f32 = 2.0;
/// How many items make a list, and how many words of order a sequence.
const FEWEST_ITEMS: usize = 2;
const FEWEST_IN_ORDER: usize = 2;

/// What makes a text procedural.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Pattern {
    /// 手順, "steps".
    Steps,
    /// やり方, "how to".
    HowTo,
    /// 設定方法, "install".
    Setup,
    /// コマンド, "run the following".
    Command,
    /// ワークフロー, "release process".
    Workflow,
    /// 必ず, してから, "make sure".
    Rule,
    /// 対処法, "workaround".
    Recovery,
    /// 毎回, "every time".
    Routine,
    /// チェックリスト, `- [ ]`.
    Checklist,
    /// Two numbered items or more.
    NumberedList,
    /// Lines for a shell.
    Shell,
    /// まず…次に…最後に, "first … then … finally".
    Sequence,
}

impl Pattern {
    /// All twelve.
    pub const ALL: [Self; 12] = [
        Self::Steps,
        Self::HowTo,
        Self::Setup,
        Self::Command,
        Self::Workflow,
        Self::Rule,
        Self::Recovery,
        Self::Routine,
        Self::Checklist,
        Self::NumberedList,
        Self::Shell,
        Self::Sequence,
    ];

    /// The name by which it is shown.
    pub fn name(self) -> &'static str {
        match self {
            Self::Steps => "steps",
            Self::HowTo => "how_to",
            Self::Setup => "setup",
            Self::Command => "command",
            Self::Workflow => "workflow",
            Self::Rule => "rule",
            Self::Recovery => "recovery",
            Self::Routine => "routine",
            Self::Checklist => "checklist",
            Self::NumberedList => "numbered_list",
            Self::Shell => "shell",
            Self::Sequence => "sequence",
        }
    }

    fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|pattern| pattern.name() == name)
    }
}

/// Whether a text is procedural, and what speaks for it.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Procedural {
    /// Whether there is enough to call it so.
    pub is_procedural: bool,
    /// The patterns that were found, whether they are enough or not.
    pub patterns: Vec<Pattern>,
}

/// What in the text says how a thing is done.
pub fn procedural(text: &str) -> Procedural {
    let mut weights = [0.0_f32; Pattern::ALL.len()];
    let mut note = |pattern: Pattern, weight: f32| {
        let slot = &mut weights[pattern as usize];
        *slot = slot.max(weight);
    };
    let folded = fold(&prose(text));
    for found in LEXICON.find_all(&folded) {
        note(found.value.0, found.value.1);
    }
    if numbered_items(text) >= FEWEST_ITEMS {
        note(Pattern::NumberedList, LIST_WEIGHT);
    }
    if has_boxes(text) {
        note(Pattern::Checklist, LIST_WEIGHT);
    }
    if has_shell(text) {
        note(Pattern::Shell, SHELL_WEIGHT);
    }
    if words_of_order(&folded) >= FEWEST_IN_ORDER {
        note(Pattern::Sequence, SEQUENCE_WEIGHT);
    }
    let patterns: Vec<Pattern> = Pattern::ALL.into_iter().filter(|p| weights[*p as usize] > 0.0).collect();
    let is_told = patterns.contains(&Pattern::NumberedList)
        || patterns.contains(&Pattern::Sequence)
        || message_type(text) != MessageType::Question;
    let is_procedural = is_told && weights.iter().sum::<f32>() >= PROCEDURAL_FROM;
    Procedural { is_procedural, patterns }
}

/// Lines that begin with 1. 2) ③ 手順4.
fn numbered_items(text: &str) -> usize {
    text.lines().filter(|line| is_numbered(line.trim_start())).count()
}

fn is_numbered(line: &str) -> bool {
    let line = ["手順", "ステップ", "step ", "Step "].iter().find_map(|p| line.strip_prefix(p)).unwrap_or(line);
    if line.starts_with(|c: char| ('①'..='⑳').contains(&c)) {
        return true;
    }
    let digits = line.bytes().take(3).take_while(u8::is_ascii_digit).count();
    (1..=2).contains(&digits)
        && line[digits..].starts_with(['.', ')', ':', '．', '）', '：', '、'])
        && !line[digits + 1..].starts_with(|c: char| c.is_ascii_digit())
}

fn has_boxes(text: &str) -> bool {
    text.lines().any(|line| ["- [ ]", "- [x]", "* [ ]", "□", "☐", "☑"].iter().any(|b| line.trim_start().starts_with(b)))
}

fn has_shell(text: &str) -> bool {
    const SHELLS: [&str; 6] = ["sh", "bash", "shell", "zsh", "console", "powershell"];
    let is_prompt = |line: &str| line.trim_start().starts_with("$ ");
    text.lines().any(is_prompt)
        || parts(text)
            .into_iter()
            .any(|part| matches!(part, ProsePart::Code(language, _) if SHELLS.contains(&language)))
}

/// How many different words of order open a clause.
fn words_of_order(folded: &str) -> usize {
    let mut seen = [false; 4];
    for found in ORDER.find_all(folded) {
        seen[*found.value] = true;
    }
    seen.into_iter().filter(|is_there| *is_there).count()
}

static ORDER: LazyLock<PhraseTable<usize>> = LazyLock::new(|| {
    const WORDS: [(&str, usize); 24] = [
        ("^まず", 0),
        ("^最初に", 0),
        ("^はじめに", 0),
        ("^始めに", 0),
        ("^次に", 1),
        ("^続いて", 1),
        ("^その後", 2),
        ("^それから", 2),
        ("^その次に", 2),
        ("^最後に", 3),
        ("^仕上げに", 3),
        ("^first", 0),
        ("^firstly", 0),
        ("^to begin", 0),
        ("^next", 1),
        ("^second", 1),
        ("^secondly", 1),
        ("^then", 2),
        ("and then", 2),
        ("^after that", 2),
        ("^afterwards", 2),
        ("^finally", 3),
        ("^lastly", 3),
        ("^in the end", 3),
    ];
    PhraseTable::new(WORDS.map(|(word, place)| (word.to_owned(), place)))
});

static LEXICON: LazyLock<PhraseTable<(Pattern, f32)>> = LazyLock::new(|| {
    let lines = data_lines(include_str!("../data/procedure.tsv")).filter_map(line);
    PhraseTable::new(lines.flat_map(|(pattern, weight, words)| words.map(move |w| (w.to_owned(), (pattern, weight)))))
});

fn line(line: &'static str) -> Option<(Pattern, f32, impl Iterator<Item = &'static str>)> {
    let mut fields = line.splitn(3, '\t');
    let pattern = Pattern::named(fields.next()?)?;
    let weight = fields.next()?.parse().ok()?;
    Some((pattern, weight, fields.next()?.split(',').map(str::trim).filter(|word| !word.is_empty())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instructions_are_procedural() {
        for text in [
            "リリース手順：1. テストを流す 2. タグを打つ",
            "まずブランチを切る。次にテストを書く。最後にPRを出す。",
            "設定方法は config.toml に key を書くだけ",
            "ワークフロー：設計→実装→レビュー",
            "サーバーの復旧は、コマンドを実行してから再起動する",
            "1. Open the settings\n2. Click on Export\n3. Save the file",
            "First install the package, then run the migration, finally restart the server.",
            "To deploy, run the following command:\n```bash\nmake deploy\n```",
            "Our release process: tag, build, publish",
            "- [ ] run the tests\n- [ ] update the changelog",
            "Make sure the tests pass before you merge; if it fails, roll back.",
            "毎朝、必ずバックアップを確認してから作業を始めるルーチン",
        ] {
            let found = procedural(text);
            assert!(found.is_procedural, "{text}: {found:?}");
        }
    }

    #[test]
    fn talk_and_questions_are_not() {
        for text in [
            "",
            "昨日の夕食はカレーだった",
            "SQLiteを採用することに決めた",
            "どうやって設定するの？",
            "how do I set up the linter?",
            "インストールの手順を教えて？",
            "The meeting went well and I was happy",
            "猫が好きだ",
            "It always rains here",
            "version 1.2.3 was released in 2024",
        ] {
            let found = procedural(text);
            assert!(!found.is_procedural, "{text}: {found:?}");
        }
    }

    #[test]
    fn what_speaks_for_it_is_told() {
        let found = procedural("手順は次の通り。\n1. `make`\n2. `make install`\n$ make check");
        assert_eq!(found.patterns, [Pattern::Steps, Pattern::NumberedList, Pattern::Shell]);
    }

    #[test]
    fn every_line_of_the_table_can_be_read() {
        for text in data_lines(include_str!("../data/procedure.tsv")) {
            assert!(line(text).is_some(), "{text}");
        }
    }
}
