//! How far an import has come, and what came of it.

use std::collections::BTreeMap;

use indicatif::ProgressBar;
use omoide::TurnOutcome;
use omoide::transcript::Tally;
use omoide_core::ports::TakenCount;
use omoide_home::lang::{Lang, say};
use serde_json::{Value, json};

use crate::commands::transcript::tally_in_json;
use crate::context::CommandContext;
use crate::table::labelled;
use crate::telling;

/// What came of an import.
#[derive(Default)]
pub(super) struct ImportOutcome {
    /// Session files that were read.
    pub(super) read: u64,
    /// Session files that had not changed since the last time.
    pub(super) unchanged: u64,
    /// Files from before the time that was asked for.
    pub(super) older: u64,
    /// Notes that were read.
    pub(super) notes: u64,
    /// Turns that were found, each once.
    pub(super) turns: u64,
    /// Turns that stood in another file as well.
    pub(super) repeated: u64,
    /// Turns that may still be answered.
    pub(super) waiting: u64,
    pub(super) remembered: u64,
    pub(super) known: u64,
    pub(super) erased: u64,
    pub(super) nothing: u64,
    pub(super) refused: u64,
    pub(super) unprotected: u64,
    /// Turns and notes from folders in which nothing is to be remembered.
    pub(super) private: u64,
    /// Turns of which secrets were taken out.
    pub(super) redacted: u64,
    /// How many secrets of each kind were taken out.
    pub(super) secrets: Vec<TakenCount>,
    pub(super) tally: Tally,
    /// Files that could not be read, and why.
    pub(super) failures: Vec<(String, String)>,
}

impl ImportOutcome {
    /// One more turn that was dealt with.
    pub(super) fn count(&mut self, taken: &TurnOutcome) {
        match taken {
            TurnOutcome::Anew { is_left_unprotected, taken, .. } => {
                self.remembered += 1;
                self.redacted += u64::from(!taken.is_empty());
                taken.iter().for_each(|secret| secret.add_to(&mut self.secrets));
                self.unprotected += u64::from(*is_left_unprotected);
            }
            TurnOutcome::Before => self.known += 1,
            TurnOutcome::Erased => self.erased += 1,
            TurnOutcome::Nothing | TurnOutcome::TookBack(_) => self.nothing += 1,
            TurnOutcome::Refused(_) => self.refused += 1,
        }
    }

    /// As JSON.
    pub(super) fn in_json(&self, is_dry_run: bool) -> Value {
        let failures: Vec<Value> =
            self.failures.iter().map(|(file, why)| json!({ "file": file, "message": why })).collect();
        json!({
            "is_dry_run": is_dry_run,
            "files": { "read": self.read, "unchanged": self.unchanged, "older": self.older, "failed": failures },
            "notes": self.notes, "turns": self.turns, "repeated": self.repeated, "waiting": self.waiting,
            "remembered": self.remembered, "already_remembered": self.known, "erased_before": self.erased,
            "skipped": self.nothing, "refused": self.refused, "left_unprotected": self.unprotected,
            "redacted": self.redacted, "private": self.private,
            "redacted_counts": self.secrets.iter().map(|secret| (secret.kind, secret.count)).collect::<BTreeMap<_, _>>(),
            "tally": tally_in_json(&self.tally),
        })
    }

    /// For a person.
    pub(super) fn in_words(&self, is_dry_run: bool, lang: Lang) -> String {
        let Self { read, unchanged, older, notes, turns, remembered, known, .. } = self;
        let size = telling::bytes(self.tally.bytes);
        let mut lines = vec![
            (
                lang.pick("sessions", "セッション"),
                say!(
                    lang,
                    "{read} read ({size}), {unchanged} unchanged, {older} older",
                    "読み込み{read}件（{size}）、変更なし{unchanged}件、期間外{older}件"
                ),
            ),
            (lang.pick("notes", "メモ"), notes.to_string()),
            (lang.pick("turns", "やりとり"), turns.to_string()),
            (
                if is_dry_run {
                    lang.pick("to remember", "覚えるもの")
                } else {
                    lang.pick("remembered", "覚えた")
                },
                remembered.to_string(),
            ),
            (lang.pick("already known", "登録済み"), known.to_string()),
        ];
        for (label, count) in [
            (lang.pick("in several files", "重複"), self.repeated),
            (lang.pick("still open", "進行中"), self.waiting),
            (lang.pick("erased before", "消去済み"), self.erased),
            (lang.pick("nothing worth keeping", "対象外"), self.nothing),
            (lang.pick("too long", "長すぎる"), self.refused),
            (lang.pick("not protected", "保護できず"), self.unprotected),
            (lang.pick("in private folders", "非公開フォルダ"), self.private),
        ] {
            if count > 0 {
                lines.push((label, count.to_string()));
            }
        }
        if self.redacted > 0 {
            let (turns, secrets) = (self.redacted, TakenCount::listed(&self.secrets));
            let told = say!(lang, "in {turns} turns: {secrets}", "{turns}件：{secrets}");
            lines.push((lang.pick("secrets removed", "秘密情報を除去"), told));
        }
        let head = if is_dry_run {
            lang.pick(
                "nothing was changed; an import would do the following:",
                "何も変更していません。取り込むと次のようになります：",
            )
        } else {
            lang.pick("imported from Claude Code", "Claude Codeから取り込みました")
        };
        format!("{head}\n{}", labelled(&lines))
    }
}

/// A bar over the bytes of all files.
pub(super) fn bar(context: &CommandContext, bytes: u64) -> ProgressBar {
    context.progress(bytes, context.lang.pick("importing", "取り込んでいます"))
}
