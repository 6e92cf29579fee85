//! Failures of the store, in the person's words.

use omoide_core::ports::StoreError;
use omoide_core::ports::store::Location;

use super::{UserError, report};
use crate::lang::{Lang, say};

/// The failure in words.
pub fn told(error: &StoreError, lang: Lang) -> UserError {
    match error {
        StoreError::NotFound { reference } => super::engine::not_found(reference, lang),
        StoreError::Busy => UserError::theirs(
            "busy",
            lang.pick(
                "another process is using the memory and does not release it",
                "ほかのプロセスが記憶を使用中で、終わるのを待ちましたが使えませんでした",
            ),
        )
        .hint(lang.pick(
            "check whether another omoide is running, then try again",
            "ほかのomoideが動いていないか確かめてから、もう一度お試しください",
        )),
        StoreError::Full => disk_full(lang),
        StoreError::ReadOnly { location } => {
            UserError::theirs("read_only", say!(lang, "{location} cannot be written", "{location}に書き込めません")).hint(lang.pick(
                "check its owner and permissions, or choose another folder: omoide --data-dir DIR …",
                "所有者と権限を確かめるか、別のフォルダを選んでください：omoide --data-dir フォルダ …",
            ))
        }
        StoreError::Missing { location } => missing(location, lang),
        StoreError::Foreign { location } => {
            UserError::theirs("foreign", say!(lang, "{location} is not a memory of Omoide", "{location}はOmoideの記憶の\
                                                                                          ファイルではありません"))
                .hint(lang.pick(
                    "move that file elsewhere, or choose another folder: omoide --data-dir DIR …",
                    "そのファイルを移動するか、別のフォルダを選んでください：omoide --data-dir フォルダ …",
                ))
        }
        StoreError::UnknownScheme { location, known } => UserError::theirs(
            "unknown_store",
            say!(
                lang,
                "{location} is an unknown kind of URL; a memory can be opened with: {known}",
                "{location}は対応していない種類のURLです。使えるもの：{known}"
            ),
        ),
        StoreError::Newer { location, found, known } => {
            UserError::theirs(
                "newer_format",
                say!(
                    lang,
                    "{location} was written by a newer Omoide (format {found}; this one can read up to {known})",
                    "{location}はより新しいOmoideで書かれています（形式{found}。このバージョンで読めるのは{known}まで）"
                ),
            )
            .hint(lang.pick(
                "update omoide; to see your version: omoide --version",
                "omoideを更新してください。今のバージョン：omoide --version",
            ))
        }
        StoreError::Damaged { location, .. } => {
            UserError::theirs("damaged", say!(lang, "{location} is damaged", "{location}は壊れています")).hint(lang.pick(
                "run: omoide doctor --repair (the damaged file is kept), or: omoide restore-backup FILE",
                "omoide doctor --repair（壊れたファイルは残ります）、または omoide restore-backup ファイル をお試しください",
            ))
        }
        StoreError::Broken { .. } => {
            UserError::ours("broken", lang.pick("the memory could not be used", "記憶を使えませんでした")).hint(report(lang))
        }
        StoreError::Caller(inner) => match inner.downcast_ref::<omoide::Error>() {
            Some(error) => super::engine::told(error, lang),
            None => UserError::ours("bug", inner.to_string()).hint(report(lang)),
        },
    }
}

/// There is no store yet.
pub fn missing(location: &Location, lang: Lang) -> UserError {
    UserError::theirs(
        "no_store",
        say!(lang, "there is no memory yet at {location}", "{location}にはまだ記憶がありません"),
    )
    .hint(
        lang.pick(
            "run: omoide remember \"something worth keeping\"",
            "はじめに：omoide remember \"覚えておきたいこと\"",
        ),
    )
}

/// The disk is full.
pub fn disk_full(lang: Lang) -> UserError {
    UserError::theirs(
        "disk_full",
        lang.pick("the disk is full; nothing was changed", "ディスクがいっぱいです。何も変わっていません"),
    )
    .hint(lang.pick(
        "free some space, or choose a folder on another disk: omoide --data-dir DIR …",
        "空きを作るか、別のディスクのフォルダを選んでください：omoide --data-dir フォルダ …",
    ))
}
