//! Failures of a mind, in the person's words.

use omoide::Error;
use omoide_core::Moment;

use super::{UserError, report};
use crate::lang::{Lang, say};
use crate::one_line::one_line;

/// The failure in words.
pub fn told(error: &Error, lang: Lang) -> UserError {
    match error {
        Error::Store(error) => super::store::told(error, lang),
        Error::NotFound { reference } => not_found(reference, lang),
        Error::Ambiguous { reference, candidates } => UserError::theirs(
            "ambiguous",
            say!(
                lang,
                "\"{reference}\" could be more than one memory",
                "「{reference}」に当てはまる記憶が複数あります"
            ),
        )
        .details(candidates.iter().map(|(id, handle)| format!("{handle}  {id}")).collect())
        .hint(lang.pick("write more of it", "もう少し長く書いてください")),
        Error::NoText => UserError::theirs(
            "no_text",
            lang.pick("there is no text to remember", "覚える文がありません"),
        )
        .hint(
            lang.pick("run: omoide remember \"something worth keeping\"", "例：omoide remember \"覚えておきたいこと\""),
        ),
        Error::TextTooLong { bytes, limit } => UserError::theirs(
            "text_too_long",
            say!(
                lang,
                "the text has {bytes} bytes, more than the {limit} that may be taken in",
                "文が{bytes}バイトあり、上限の{limit}バイトを超えています"
            ),
        )
        .hint(say!(
            lang,
            "raise the limit: omoide --set encode.max_text_bytes={bytes} remember …",
            "上限を上げるには：omoide --set encode.max_text_bytes={bytes} remember …"
        )),
        Error::NulInText { offset } => UserError::theirs(
            "nul_in_text",
            say!(lang, "the text holds a NUL byte at offset {offset}", "文の{offset}バイト目にNULがあります"),
        )
        .hint(lang.pick(
            "this looks like binary data; take the NULs out first: tr -d '\\000' < FILE | omoide remember -",
            "バイナリのようです。NULを除いてください：tr -d '\\000' < ファイル | omoide remember -",
        )),
        Error::ProtectionFull { limit, oldest } => protection_full(*limit, oldest, None, lang),
        Error::Protected { handle } => {
            UserError::theirs("protected", say!(lang, "{handle} is protected", "{handle}は保護されています")).hint(
                say!(
                    lang,
                    "release it first: omoide unprotect {handle}",
                    "先に保護を外してください：omoide unprotect {handle}"
                ),
            )
        }
        Error::AlreadyArchived { handle } => {
            UserError::theirs("archived", say!(lang, "{handle} is archived", "{handle}はアーカイブにあります")).hint(
                say!(
                    lang,
                    "bring it back first: omoide restore {handle}",
                    "先に戻してください：omoide restore {handle}"
                ),
            )
        }
        Error::NotArchived { handle } => UserError::theirs(
            "not_archived",
            say!(lang, "{handle} is not archived", "{handle}はアーカイブにありません"),
        )
        .hint(lang.pick("see what is: omoide list --archived", "アーカイブの一覧：omoide list --archived")),
        Error::LinkToItself => UserError::theirs(
            "link_to_itself",
            lang.pick("a memory cannot be linked to itself", "記憶を自分自身とは結べません"),
        ),
        Error::AlreadyLinked { from, to } => UserError::theirs(
            "already_linked",
            say!(lang, "{from} and {to} are linked already", "{from}と{to}はもう結ばれています"),
        )
        .hint(say!(
            lang,
            "to change how: omoide unlink {from} {to}, then link them again",
            "変えるには：omoide unlink {from} {to} のあとに結び直してください"
        )),
        Error::NotLinked { from, to } => UserError::theirs(
            "not_linked",
            say!(lang, "{from} and {to} are not linked", "{from}と{to}は結ばれていません"),
        )
        .hint(say!(lang, "see what is: omoide related {from}", "関連の一覧：omoide related {from}")),
        Error::RelationsFull { handle, limit } => UserError::theirs(
            "relations_full",
            say!(
                lang,
                "{handle} points to {limit} memories already, and that is the limit",
                "{handle}の関連は上限の{limit}件に達しています"
            ),
        )
        .hint(say!(
            lang,
            "see them: omoide related {handle}; take one away: omoide unlink {handle} ID",
            "一覧：omoide related {handle}、外すには：omoide unlink {handle} ID"
        )),
        nights => of_nights(nights, lang),
    }
}

fn of_nights(error: &Error, lang: Lang) -> UserError {
    match error {
        Error::NightToCome { date, now } => UserError::theirs(
            "night_to_come",
            say!(
                lang,
                "the night of {date} has not come yet, it is {now}",
                "{date}の夜はまだ来ていません（今は{now}）"
            ),
        )
        .hint(lang.pick("see which nights are due: omoide sleep status", "眠れる夜を見るには：omoide sleep status")),
        Error::ClockSetBack { now, last } => UserError::theirs(
            "clock_set_back",
            say!(
                lang,
                "the clock says {now}, but turns were recorded later, and the night of {last} has run",
                "時計は{now}ですが、それより後の会話が記録され、{last}の夜も実行済みです"
            ),
        )
        .hint(lang.pick(
            "set the machine's clock right; if it is right: omoide sleep --trust-clock",
            "時計を合わせてください。今の時計が正しいなら：omoide sleep --trust-clock",
        )),
        Error::NoStep { date, step } => {
            let step = step.name();
            UserError::theirs(
                "no_step",
                say!(
                    lang,
                    "the night of {date} has no step \"{step}\" to undo",
                    "{date}の夜には、取り消せる段階「{step}」がありません"
                ),
            )
            .hint("omoide sleep status")
        }
        Error::NoNight => {
            UserError::theirs("no_night", lang.pick("no night has run yet", "まだ一夜も実行されていません"))
                .hint(lang.pick("run: omoide sleep", "眠るには：omoide sleep"))
        }
        Error::NotTheLastNight { date, last } => {
            UserError::theirs(
                "not_the_last_night",
                say!(
                    lang,
                    "the night of {date} is not the last one, that of {last} is",
                    "{date}の夜は最後の夜ではありません（最後は{last}）"
                ),
            )
            .hint(lang.pick(
                "nights are undone last first: omoide sleep undo",
                "夜は新しい順に取り消します：omoide sleep undo",
            ))
        }
        Error::NightTooOld { date } => UserError::theirs(
            "night_too_old",
            say!(lang, "the night of {date} can no longer be undone", "{date}の夜はもう取り消せません"),
        )
        .hint(lang.pick(
            "sleep.undo_nights says how many can; single memories: omoide undo ID, omoide restore ID",
            "取り消せる夜の数は sleep.undo_nights で決まります。記憶ひとつずつなら：omoide undo ID、omoide restore ID",
        )),
        Error::NothingToUndo { handle } => UserError::theirs(
            "nothing_to_undo",
            say!(lang, "{handle} has no change that could be undone", "{handle}には取り消せる変更がありません"),
        )
        .hint(say!(
            lang,
            "see its life so far: omoide history {handle}",
            "これまでの経過：omoide history {handle}"
        )),
        Error::WrongDimensions { model, given, wanted } => UserError::ours(
            "wrong_dimensions",
            say!(
                lang,
                "the vector has {given} components, those of {model} have {wanted}",
                "ベクトルの成分が{given}個ですが、{model}では{wanted}個です"
            ),
        )
        .hint(report(lang)),
        Error::Embedder(_) => {
            UserError::ours("embedder", lang.pick("the text could not be embedded", "文をベクトルにできませんでした"))
                .hint(report(lang))
        }
        Error::Understanding(_) => {
            UserError::ours("understanding", lang.pick("a memory could not be shortened", "記憶を縮められませんでした"))
                .hint(report(lang))
        }
        other => of_exports(other, lang),
    }
}

fn of_exports(error: &Error, lang: Lang) -> UserError {
    match error {
        Error::NotAnExport => UserError::theirs(
            "not_an_export",
            lang.pick("the file is not an Omoide export", "Omoideが書き出したファイルではありません"),
        )
        .hint(lang.pick(
            "write one: omoide export FILE; turns in JSON are read by: omoide remember --jsonl < FILE",
            "書き出すには：omoide export ファイル、JSONの発話を読むには：omoide remember --jsonl < ファイル",
        )),
        Error::NewerExport { found, known } => UserError::theirs(
            "newer_export",
            say!(
                lang,
                "a newer Omoide wrote this export (format {found}, this one knows {known})",
                "新しい版のOmoideが書き出したものです（形式{found}、この版が読めるのは{known}まで）"
            ),
        )
        .hint(lang.pick("update Omoide, then import it", "Omoideを更新してから取り込んでください")),
        Error::File(error) => super::of_io(error, lang),
        other => UserError::ours("bug", other.to_string()).hint(report(lang)),
    }
}

/// Nothing is called that.
pub fn not_found(reference: &str, lang: Lang) -> UserError {
    UserError::theirs(
        "not_found",
        say!(lang, "no memory called \"{reference}\"", "「{reference}」という記憶はありません"),
    )
    .hint(lang.pick(
        "see what there is: omoide list, or: omoide recall WORDS",
        "一覧：omoide list、思い出すには：omoide recall 言葉",
    ))
}

/// As many are protected as may be: which to release, and how. `wanted` is the memory to protect then.
pub fn protection_full(
    limit: usize,
    oldest: &[(String, Moment, String)],
    wanted: Option<&str>,
    lang: Lang,
) -> UserError {
    let first = oldest.first().map_or("ID", |(handle, _, _)| handle.as_str());
    let wanted = wanted.unwrap_or("ID");
    UserError::theirs(
        "protection_full",
        say!(
            lang,
            "{limit} memories are protected already, and that is the limit; the oldest are:",
            "保護できる{limit}件がすべて使われています。古い順に："
        ),
    )
    .details(
        oldest
            .iter()
            .take(5)
            .map(|(handle, at, text)| format!("{handle}  {}  {}", at.date(), one_line(text)))
            .collect(),
    )
    .hint(say!(
        lang,
        "release one: omoide unprotect {first}; then: omoide protect {wanted}",
        "どれかの保護を外し（omoide unprotect {first}）、それから：omoide protect {wanted}"
    ))
}
