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
            Self::Mended => lang.pick("mended", "修復"),
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
    ("texts of memories that are not there", "記憶のない本文"),
    ("keywords of memories that are not there", "記憶のないキーワード"),
    ("memories whose texts are lost, but not their turns", "本文が失われ、会話は残っている記憶"),
    ("memories whose texts are all lost", "本文がすべて失われた記憶"),
    ("memories that show a text that is not there", "ない本文を指している記憶"),
    ("memories that do not know their last text", "最後の本文が分からない記憶"),
    ("turns that no memory remembers", "どの記憶のものでもない会話"),
    ("memories of turns that are not there", "会話のない記憶"),
    ("vectors of texts that are not there", "本文のないベクトル"),
    ("vectors that do not have the size of their model", "大きさがモデルと合わないベクトル"),
    ("sentences that do not have the size of their model", "大きさがモデルと合わない文のベクトル"),
    ("references of memories that are not there", "記憶のない関連"),
    ("recalls of memories that are not there", "記憶のない想起の記録"),
    ("memories without a known valence", "感情価の分からない記憶"),
    ("archived memories at the level of active ones", "レベルの合わないアーカイブ"),
    ("memories at the archive's level without a date", "日付のないアーカイブ"),
    ("rows in the attic of nights that cannot be undone", "取り消せない夜の控え"),
    ("parts of the index over words that cannot be read", "読めない語の索引"),
    ("words of memories that are not there", "記憶のない語"),
    ("memories that the index over words has lost", "語の索引から漏れた記憶"),
    ("minds without a name", "名前のない心"),
    ("packed changes that cannot be read", "読めない夜の記録"),
    ("threads of memories that are not there", "会話の控えのない記憶"),
    ("entries of the index over vectors that are not as their memories are", "記憶と合わないベクトルの索引"),
    ("files that others may read", "他人が読めるファイル"),
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
        "words" => "語の索引",
        "relations" => "関連",
        "permissions" => "権限",
        "nights" => "夜",
        "hooks" => "フック",
        "audit" => "監査記録",
        "secrets" => "秘密の情報",
        other => other,
    };
    lang.pick(area, japanese)
}
