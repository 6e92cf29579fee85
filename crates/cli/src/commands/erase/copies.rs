//! Copies of the memory that still have what is erased, or had it until now.

use std::path::{Path, PathBuf};

use omoide_core::MemoryId;
use omoide_home::errors::{self, UserError};
use omoide_home::lang::{Lang, say};
use omoide_home::stores::{self, SweepMode};
use serde_json::{Value, json};

/// What is known of the copies of a store that we made.
pub(in crate::commands) struct ErasedCopies {
    /// Those that have some of it, or had until now.
    holding: Vec<PathBuf>,
    /// Those that cannot be looked through, and why.
    unreadable: Vec<(PathBuf, String)>,
}

impl ErasedCopies {
    /// Looks through the copies of a store, and erases there what is to be erased everywhere.
    pub(in crate::commands) fn of(store: &Path, ids: &[MemoryId], mode: SweepMode, lang: Lang) -> Self {
        let mut copies = Self { holding: Vec::new(), unreadable: Vec::new() };
        for copy in omoide_home::copies::of(store) {
            match stores::purge(&copy, ids, mode) {
                Ok(found) if found.is_empty() => {}
                Ok(_) => copies.holding.push(copy),
                // A copy in the making that a killed process left goes when the next one is made.
                Err(_) if !copy.exists() => {}
                Err(error) => copies.unreadable.push((copy, errors::explain(&error.into(), lang).0.message)),
            }
        }
        copies
    }

    pub(in crate::commands) fn in_json(&self, mode: SweepMode) -> Value {
        let unreadable: Vec<Value> =
            self.unreadable.iter().map(|(file, why)| json!({ "file": file, "message": why })).collect();
        json!({ "files": self.holding, "is_erased": mode == SweepMode::Clean, "failed": unreadable })
    }

    /// The copies in words, a line each.
    pub(in crate::commands) fn files_in_words(&self, mode: SweepMode, lang: Lang) -> Vec<String> {
        let mut lines = self.held_in_words(mode, lang);
        if mode == SweepMode::Look && !self.holding.is_empty() {
            lines.push(
                lang.pick(
                    "delete those files if you do not need them; with --everywhere it would have been erased there too",
                    "不要であれば、そのファイルを削除してください（--everywhereを付けると、そこからも消します）",
                )
                .to_owned(),
            );
        }
        lines.extend(self.unreadable_in_words(lang));
        lines
    }

    fn held_in_words(&self, mode: SweepMode, lang: Lang) -> Vec<String> {
        let line = |file: &PathBuf| {
            let file = file.display();
            match mode {
                SweepMode::Clean => say!(lang, "also erased in {file}", "{file}からも消去しました"),
                SweepMode::Look => say!(lang, "{file} still contains it", "{file}にはまだ残っています"),
            }
        };
        self.holding.iter().map(line).collect()
    }

    fn unreadable_in_words(&self, lang: Lang) -> Vec<String> {
        let line = |(file, why): &(PathBuf, String)| {
            let file = file.display();
            say!(lang, "{file} could not be searched: {why}", "{file}を調べられません：{why}")
        };
        self.unreadable.iter().map(line).collect()
    }

    /// Lines for a person; none where no copy has anything of it.
    pub(in crate::commands) fn in_words(&self, ids: &[MemoryId], mode: SweepMode, lang: Lang) -> Vec<String> {
        let mut lines = self.held_in_words(mode, lang);
        if mode == SweepMode::Look && !self.holding.is_empty() {
            let ids = ids.iter().map(MemoryId::to_string).collect::<Vec<_>>().join(" ");
            lines.push(say!(
                lang,
                "to erase it there too: omoide erase --everywhere {ids}",
                "そこからも消去するには：omoide erase --everywhere {ids}"
            ));
        }
        lines.extend(self.unreadable_in_words(lang));
        lines
    }

    /// That something may be left which was to be erased.
    pub(in crate::commands) fn failure(&self, lang: Lang) -> Option<UserError> {
        if self.unreadable.is_empty() {
            return None;
        }
        let message = lang.pick("not every copy could be searched", "調べられないコピーがありました");
        let hint =
            lang.pick("delete those files if you do not need them", "不要であれば、そのファイルを削除してください");
        Some(UserError::theirs("copies_left", message).hint(hint))
    }
}
