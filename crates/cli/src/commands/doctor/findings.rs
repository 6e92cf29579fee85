//! What the doctor found, line by line.

use omoide_core::ports::store::Finding;
use omoide_home::lang::{Lang, say};

/// How it stands with a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum FindingState {
    /// It is well.
    Well,
    /// It is worth knowing.
    Note,
    /// It was wrong, and was mended.
    Mended,
    /// It is wrong.
    Wrong,
}

impl FindingState {
    /// The word for it in JSON.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Well => "well",
            Self::Note => "note",
            Self::Mended => "mended",
            Self::Wrong => "wrong",
        }
    }

    /// The word for it on the screen, as wide as the others.
    pub(super) fn word(self, lang: Lang) -> &'static str {
        match self {
            Self::Well => lang.pick("ok    ", "正常"),
            Self::Note => lang.pick("note  ", "注意"),
            Self::Mended => lang.pick("fixed ", "修復"),
            Self::Wrong => lang.pick("wrong ", "異常"),
        }
    }
}

/// One thing that was looked at.
pub(super) struct FindingLine {
    pub(super) area: &'static str,
    pub(super) state: FindingState,
    pub(super) message: String,
}

/// Everything that was looked at.
#[derive(Default)]
pub(super) struct DoctorReport {
    pub(super) lines: Vec<FindingLine>,
}

impl DoctorReport {
    pub(super) fn well(&mut self, area: &'static str, message: impl Into<String>) {
        self.push(area, FindingState::Well, message.into());
    }

    pub(super) fn note(&mut self, area: &'static str, message: impl Into<String>) {
        self.push(area, FindingState::Note, message.into());
    }

    pub(super) fn mended(&mut self, area: &'static str, message: impl Into<String>) {
        self.push(area, FindingState::Mended, message.into());
    }

    pub(super) fn wrong(&mut self, area: &'static str, message: impl Into<String>) {
        self.push(area, FindingState::Wrong, message.into());
    }

    /// Whether nothing is wrong any more.
    pub(super) fn is_well(&self) -> bool {
        self.lines.iter().all(|line| line.state != FindingState::Wrong)
    }

    fn push(&mut self, area: &'static str, state: FindingState, message: String) {
        self.lines.push(FindingLine { area, state, message });
    }
}

/// What the store's checks say, in Japanese.
const JAPANESE: &[(&str, &str)] = &[
    ("texts of memories that no longer exist", "記憶のない本文"),
    ("keywords of memories that no longer exist", "記憶のないキーワード"),
    ("memories whose texts are lost, but not their turns", "本文が失われ、会話は残っている記憶"),
    ("memories whose texts are all lost", "本文がすべて失われた記憶"),
    ("memories that show a text that no longer exists", "ない本文を指している記憶"),
    ("memories whose last text is unknown", "最後の本文が分からない記憶"),
    ("turns that no memory remembers", "どの記憶のものでもない会話"),
    ("memories of turns that no longer exist", "会話のない記憶"),
    ("vectors of texts that no longer exist", "本文のないベクトル"),
    ("vectors that do not have the size of their model", "大きさがモデルと合わないベクトル"),
    ("sentence vectors that do not have the size of their model", "大きさがモデルと合わない文のベクトル"),
    ("references of memories that no longer exist", "記憶のない関連"),
    ("recalls of memories that no longer exist", "記憶のない想起の記録"),
    ("replacements of memories that no longer exist", "記憶のない置き換え"),
    ("connections of memories that no longer exist", "記憶のないつながり"),
    ("names of memories that no longer exist", "記憶のない名前"),
    ("feedback on memories that no longer exist", "記憶のない評価"),
    ("calls about memories that no longer exist", "記憶のないモデルの呼び出し"),
    ("calls that were shown memories that no longer exist", "なくなった記憶を示したモデルの呼び出し"),
    ("notes of sessions that no longer exist", "セッションのない控え"),
    ("sessions of memories that no longer exist", "記憶のないセッション"),
    ("attachments of memories that no longer exist", "記憶のない添付"),
    ("pages that show a version that no longer exists", "ない版を指しているページ"),
    ("memories without a known valence", "感情価の分からない記憶"),
    ("archived memories at the level of active ones", "レベルの合わないアーカイブ"),
    ("memories at the archive's level without a date", "日付のないアーカイブ"),
    ("undo data of nights that can no longer be undone", "取り消せない夜間処理の控え"),
    ("parts of the word index that cannot be read", "読めない単語の索引"),
    ("words of memories that no longer exist", "記憶のない単語"),
    ("memories that are missing from the word index", "単語の索引から漏れた記憶"),
    ("minds without a name", "名前のないマインド"),
    ("changes of nights that cannot be read", "読めない夜間処理の記録"),
    ("threads of memories that no longer exist", "会話の控えのない記憶"),
    ("entries of the vector index that do not match their memories", "記憶と合わないベクトルの索引"),
    ("files that other users can read", "ほかのユーザーが読めるファイル"),
];

/// How the store begins to say how many memories a repair took out; that is told also of one.
const MISSING: &str = "memories that are missing now and kept in ";

/// The same where the name of a table or a file follows.
const BEGINNINGS: &[(&str, &str)] = &[
    ("memories that cannot be read", "読めない記憶"),
    ("values that cannot be read:", "読めない値："),
    ("rows that could not be read are kept as they were in ", "読めなかった行を元のまま残したファイル："),
    (MISSING, "なくなった記憶。残したファイル："),
];

/// What a check of the store found.
pub(super) fn in_words(finding: &Finding, lang: Lang) -> String {
    let known = JAPANESE.iter().find(|(english, _)| *english == finding.problem).map(|(_, japanese)| *japanese);
    let begun = BEGINNINGS.iter().find_map(|(english, japanese)| {
        let rest = finding.problem.strip_prefix(english)?;
        Some(format!("{japanese}{rest}"))
    });
    let japanese = known.map(str::to_owned).or(begun).unwrap_or_else(|| finding.problem.clone());
    let (problem, rows) = (lang.pick(&finding.problem, &japanese), finding.rows);
    if finding.problem.starts_with(MISSING) {
        return say!(lang, "{problem}: {rows}", "{problem}、{rows}件");
    }
    if rows <= 1 { problem.to_owned() } else { say!(lang, "{problem} ({rows} rows)", "{problem}（{rows}行）") }
}

/// What a line is about.
pub(super) fn area(area: &str, lang: Lang) -> &str {
    let japanese = match area {
        "config" => "設定",
        "database" => "データベース",
        "texts" => "本文",
        "vectors" => "ベクトル",
        "models" => "モデル",
        "words" => "単語の索引",
        "relations" => "関連",
        "permissions" => "権限",
        "nights" => "夜間処理",
        "hooks" => "フック",
        "audit" => "監査ログ",
        "secrets" => "秘密情報",
        other => other,
    };
    lang.pick(area, japanese)
}
