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
        Error::NoThread { name } => UserError::theirs(
            "no_thread",
            say!(
                lang,
                "nothing was said in a thread called \"{name}\"",
                "「{name}」というスレッドでの会話はありません"
            ),
        )
        .hint(lang.pick("see which there are: omoide thread list", "一覧を見るには：omoide thread list")),
        Error::Ambiguous { reference, candidates } => UserError::theirs(
            "ambiguous",
            say!(lang, "\"{reference}\" fits more than one memory", "「{reference}」に当てはまる記憶が複数あります"),
        )
        .details(candidates.iter().map(|(id, handle)| format!("{handle}  {id}")).collect())
        .hint(lang.pick("write more characters of it", "もう少し長く書いてください")),
        Error::UnknownTurn { reference } => UserError::theirs(
            "unknown_turn",
            say!(lang, "there is no turn called \"{reference}\"", "「{reference}」という発言はありません"),
        )
        .hint(lang.pick(
            "give its uid, or the whole handle or id of its memory: omoide list",
            "uid、または記憶の名前かIDの全体を書いてください：omoide list",
        )),
        Error::NotATurn { handle } => UserError::theirs(
            "not_a_turn",
            say!(lang, "{handle} is no turn of a conversation", "{handle}は会話の発言ではありません"),
        )
        .hint(say!(lang, "to let it go: omoide archive {handle}", "手放すには：omoide archive {handle}")),
        Error::TurnWithoutThread { handle } => UserError::theirs(
            "turn_without_thread",
            say!(
                lang,
                "{handle} belongs to no thread, so nothing is known to come after it",
                "{handle}は会話に属していないため、そのあとの発言が分かりません"
            ),
        )
        .hint(lang.pick("take turns back one by one: omoide unsay TURN", "1つずつ撤回してください：omoide unsay TURN")),
        Error::EmptyThread { name } => UserError::theirs(
            "empty_thread",
            say!(lang, "there is no turn in a thread called \"{name}\"", "「{name}」という会話に発言はありません"),
        )
        .hint(lang.pick("to find the thread of a memory: omoide show ID", "記憶の会話を調べるには：omoide show ID")),
        Error::NoText => UserError::theirs(
            "no_text",
            lang.pick("there is no text to remember", "覚える内容がありません"),
        )
        .hint(
            lang.pick("run: omoide remember \"something worth keeping\"", "例：omoide remember \"覚えておきたいこと\""),
        ),
        Error::TextTooLong { bytes, limit } => UserError::theirs(
            "text_too_long",
            say!(
                lang,
                "the text has {bytes} bytes; the limit is {limit}",
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
            say!(lang, "the text contains a NUL byte at offset {offset}", "文の{offset}バイト目にNUL文字があります"),
        )
        .hint(lang.pick(
            "this looks like binary data; remove the NUL bytes first: tr -d '\\000' < FILE | omoide remember -",
            "バイナリデータのようです。先にNUL文字を除いてください：tr -d '\\000' < ファイル | omoide remember -",
        )),
        Error::CategoryTooLong { name, limit } => UserError::theirs(
            "bad_category",
            say!(
                lang,
                "\"{name}\" cannot be a category: it has 1 to {limit} characters",
                "「{name}」はカテゴリにできません（1〜{limit}文字）"
            ),
        )
        .hint(lang.pick(
            "one of casual, work, decision, emotional, lasting, or a short word of your own",
            "casual, work, decision, emotional, lasting のどれか、または短い言葉にしてください",
        )),
        Error::UnknownTask { reference } => {
            UserError::theirs(
                "unknown_task",
                say!(lang, "no task called \"{reference}\"", "「{reference}」というタスクはありません"),
            )
            .hint(lang.pick(
                "see the tasks with their numbers: omoide task list --all",
                "番号を見るには：omoide task list --all",
            ))
        }
        Error::SeveralTasks { reference, numbers } => {
            let numbers = numbers.join(", ");
            UserError::theirs(
                "several_tasks",
                say!(
                    lang,
                    "\"{reference}\" fits tasks {numbers}",
                    "「{reference}」に当てはまるタスクが複数あります：{numbers}"
                ),
            )
            .hint(lang.pick("name one by its number: omoide task done 3", "番号で指定してください：omoide task done 3"))
        }
        Error::BadPersonName { name, limit } => UserError::theirs(
            "bad_person_name",
            say!(
                lang,
                "\"{name}\" cannot be a person's name: it has 1 to {limit} characters on one line, and no secret",
                "「{name}」は人の名前にできません（1〜{limit}文字、1行、秘密を含まない）"
            ),
        ),
        Error::UnknownPerson { name } => UserError::theirs(
            "unknown_person",
            say!(lang, "nobody called \"{name}\" is known here", "「{name}」という人はまだ知りません"),
        )
        .hint(lang.pick("see who is known: omoide person list", "知っている人を見るには：omoide person list")),
        Error::SamePerson { one, other } => UserError::theirs(
            "same_person",
            say!(
                lang,
                "\"{one}\" and \"{other}\" are the same person already",
                "「{one}」と「{other}」はすでに同じ人です"
            ),
        ),
        Error::NotJoined { one, other } => UserError::theirs(
            "not_joined",
            say!(
                lang,
                "\"{one}\" and \"{other}\" are not the same person",
                "「{one}」と「{other}」は同じ人ではありません"
            ),
        )
        .hint(lang.pick("see all names: omoide person list", "すべての名前を見るには：omoide person list")),
        Error::PersonTaken { name } => UserError::theirs(
            "person_taken",
            say!(lang, "\"{name}\" is another person", "「{name}」は別の人の名前です"),
        )
        .hint(say!(
            lang,
            "if they are the same: omoide person join NAME {name}",
            "同じ人なら：omoide person join 名前 {name}"
        )),
        Error::BadTag { name, limit } => UserError::theirs(
            "bad_tag",
            say!(
                lang,
                "\"{name}\" cannot be a tag: it has 1 to {limit} characters and no comma",
                "「{name}」はタグにできません（1〜{limit}文字、コンマなし）"
            ),
        )
        .hint(lang.pick("for example: omoide tag garden ID", "例：omoide tag 庭 ID")),
        Error::FeelingAsTag { name } => UserError::theirs(
            "feeling_as_tag",
            say!(
                lang,
                "\"{name}\" is the name of a feeling, which Omoide finds by itself",
                "「{name}」は感情の名前で、Omoideが自分で付けるものです"
            ),
        )
        .hint(say!(
            lang,
            "choose another word, such as my-{name}; see what has the feeling: omoide list --tag {name}",
            "my-{name} のような別の言葉にしてください。この感情の記憶を見るには：omoide list --tag {name}"
        )),
        Error::TagsFull { handle, limit } => UserError::theirs(
            "tags_full",
            say!(
                lang,
                "{handle} would have more than {limit} tags, and that is the limit",
                "{handle}のタグが上限の{limit}個を超えます"
            ),
        )
        .hint(say!(
            lang,
            "take one away first: omoide untag TAG {handle}",
            "先にひとつ外してください：omoide untag タグ {handle}"
        )),
        Error::UnknownMind { name, known } => {
            let all = if known.is_empty() {
                lang.pick("none", "なし").to_owned()
            } else {
                known.join(lang.pick(", ", "、"))
            };
            UserError::theirs(
                "unknown_mind",
                say!(lang, "there is no mind called \"{name}\"", "「{name}」という心はありません"),
            )
            .hint(say!(lang, "the minds that there are: {all}", "ある心：{all}"))
        }
        Error::MindTaken { name } => {
            UserError::theirs(
                "mind_taken",
                say!(lang, "there is a mind called \"{name}\" already", "「{name}」という心はもうあります"),
            )
            .hint(lang.pick(
                "choose another name; see what there is: omoide minds",
                "別の名前にしてください。一覧：omoide minds",
            ))
        }
        Error::UnknownProject { name, known } => {
            let told = UserError::theirs(
                "unknown_project",
                say!(
                    lang,
                    "no memory is of a project called \"{name}\"",
                    "「{name}」というプロジェクトの記憶はありません"
                ),
            );
            let all = known.join(lang.pick(", ", "、"));
            told.hint(match known.is_empty() {
                true => lang
                    .pick(
                        "no memory is of any project yet; one begins with: omoide remember TEXT --project NAME",
                        "プロジェクトの記憶はまだありません。始めるには：omoide remember 文 --project 名前",
                    )
                    .to_owned(),
                false => say!(lang, "the projects that there are: {all}", "あるプロジェクト：{all}"),
            })
        }
        Error::ProtectionFull { limit, oldest } => protection_full(*limit, oldest, None, lang),
        Error::Protected { handle } => {
            UserError::theirs("protected", say!(lang, "{handle} is protected", "{handle}は保護されています")).hint(
                say!(
                    lang,
                    "remove the protection first: omoide unprotect {handle}",
                    "先に保護を解除してください：omoide unprotect {handle}"
                ),
            )
        }
        Error::AlreadyArchived { handle } => {
            UserError::theirs("archived", say!(lang, "{handle} is archived", "{handle}はアーカイブにあります")).hint(
                say!(
                    lang,
                    "restore it first: omoide restore {handle}",
                    "先に復元してください：omoide restore {handle}"
                ),
            )
        }
        Error::NotArchived { handle } => UserError::theirs(
            "not_archived",
            say!(lang, "{handle} is not archived", "{handle}はアーカイブにありません"),
        )
        .hint(lang.pick("to see what is archived: omoide list --archived", "アーカイブの一覧：omoide list --archived")),
        Error::LinkToItself => UserError::theirs(
            "link_to_itself",
            lang.pick("a memory cannot be linked to itself", "記憶をそれ自身に関連付けることはできません"),
        ),
        Error::AlreadyLinked { from, to } => UserError::theirs(
            "already_linked",
            say!(lang, "{from} and {to} are already linked", "{from}と{to}はすでに関連付けられています"),
        )
        .hint(say!(
            lang,
            "to change the kind of link: omoide unlink {from} {to}, then link them again",
            "関連の種類を変えるには、omoide unlink {from} {to} のあとに関連付け直してください"
        )),
        Error::NotLinked { from, to } => UserError::theirs(
            "not_linked",
            say!(lang, "{from} and {to} are not linked", "{from}と{to}は関連付けられていません"),
        )
        .hint(say!(lang, "to see what is linked: omoide related {from}", "関連の一覧：omoide related {from}")),
        Error::RelationsFull { handle, limit } => UserError::theirs(
            "relations_full",
            say!(
                lang,
                "{handle} already links to {limit} memories, which is the limit",
                "{handle}の関連は上限の{limit}件に達しています"
            ),
        )
        .hint(say!(
            lang,
            "to see them: omoide related {handle}; to remove one: omoide unlink {handle} ID",
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
                "the night of {date} is in the future; it is now {now}",
                "{date}の夜間処理はまだ実行できません（現在は{now}）"
            ),
        )
        .hint(lang.pick(
            "to see which nights are due: omoide sleep status",
            "未処理の夜間処理を見るには：\
                                                                          omoide sleep status",
        )),
        Error::ClockSetBack { now, last } => UserError::theirs(
            "clock_set_back",
            say!(
                lang,
                "the clock says {now}, but turns were recorded at later times, and the night of {last} has already run",
                "時計は{now}ですが、それより後の会話が記録されており、{last}の夜間処理も実行済みです"
            ),
        )
        .hint(lang.pick(
            "correct the machine's clock; if it is right: omoide sleep --trust-clock",
            "時計を合わせてください。今の時計が正しいなら：omoide sleep --trust-clock",
        )),
        Error::NoStep { date, step } => {
            let step = step.name();
            UserError::theirs(
                "no_step",
                say!(
                    lang,
                    "the night of {date} has no step \"{step}\" to undo",
                    "{date}の夜間処理には、取り消せる段階「{step}」がありません"
                ),
            )
            .hint("omoide sleep status")
        }
        Error::NoNight => {
            UserError::theirs("no_night", lang.pick("no night has run yet", "夜間処理はまだ一度も実行されていません"))
                .hint(lang.pick("run: omoide sleep", "実行するには：omoide sleep"))
        }
        Error::NotTheLastNight { date, last } => UserError::theirs(
            "not_the_last_night",
            say!(
                lang,
                "the night of {date} is not the last one; the last one is {last}",
                "{date}の夜間処理は最後のものではありません（最後は{last}）"
            ),
        )
        .hint(lang.pick(
            "nights are undone one by one from the last: omoide sleep undo",
            "夜間処理は新しいものから順に取り消します：omoide sleep undo",
        )),
        Error::NightTooOld { date } => UserError::theirs(
            "night_too_old",
            say!(lang, "the night of {date} can no longer be undone", "{date}の夜間処理はもう取り消せません"),
        )
        .hint(lang.pick(
            "sleep.undo_nights sets how many nights can be undone; for single memories: omoide undo ID, omoide \
             restore ID",
            "取り消せる夜間処理の数は sleep.undo_nights で決まります。記憶を1件ずつ戻すには：omoide undo ID、\
             omoide restore ID",
        )),
        Error::NothingToUndo { handle } => UserError::theirs(
            "nothing_to_undo",
            say!(lang, "{handle} has no change to undo", "{handle}には取り消せる変更がありません"),
        )
        .hint(say!(
            lang,
            "to see what happened to it: omoide history {handle}",
            "これまでの変更を見るには：omoide history {handle}"
        )),
        Error::WrongDimensions { model, given, wanted } => UserError::ours(
            "wrong_dimensions",
            say!(
                lang,
                "the vector has {given} components, but vectors of {model} have {wanted}",
                "ベクトルの成分が{given}個ですが、{model}では{wanted}個です"
            ),
        )
        .hint(report(lang)),
        Error::Embedder(_) => UserError::ours(
            "embedder",
            lang.pick("no vector could be computed for the text", "文のベクトルを計算できませんでした"),
        )
        .hint(report(lang)),
        Error::Understanding(_) => {
            UserError::ours("understanding", lang.pick("a memory could not be shortened", "記憶を要約できませんでした"))
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
        other => of_activity(other, lang),
    }
}

fn of_activity(error: &Error, lang: Lang) -> UserError {
    let list = lang.pick("to see what there is: omoide activity", "一覧を見るには：omoide activity");
    match error {
        Error::BareActivity { what } => {
            let what = what.name();
            UserError::theirs(
                "bare_activity",
                say!(lang, "a line of the type {what} has to say something", "種類 {what} の行には内容が必要です"),
            )
            .hint(say!(
                lang,
                "for example: omoide activity add {what} \"what happened\"",
                "例：omoide activity add {what} \"起きたこと\""
            ))
        }
        Error::ActivityTime { at, now } => UserError::theirs(
            "activity_time",
            say!(
                lang,
                "{at} is before 1970 or in the future; it is now {now}",
                "{at}は1970年より前か、未来の時刻です（現在は{now}）"
            ),
        )
        .hint(lang.pick("leave --at out to mean now", "今のことなら --at を省いてください")),
        Error::NotAPointer(wrong) => {
            let text = &wrong.text;
            UserError::theirs(
                "not_a_pointer",
                say!(
                    lang,
                    "\"{text}\" points to no line of the activity log",
                    "「{text}」はアクティビティログの行を指していません"
                ),
            )
            .hint(lang.pick(
                "write a day, a line or some lines: activity_log/2026-02-17.jsonl#L12-18",
                "日付や行をこのように書いてください：activity_log/2026-02-17.jsonl#L12-18",
            ))
        }
        Error::NoActivityDay { date, before, after } => {
            let days: Vec<String> = [before, after].into_iter().flatten().map(ToString::to_string).collect();
            let days = days.join(lang.pick(", ", "、"));
            let told = UserError::theirs(
                "no_activity",
                say!(lang, "the activity log has no lines of {date}", "アクティビティログに{date}の行はありません"),
            );
            if days.is_empty() {
                return told.hint(list);
            }
            told.hint(say!(lang, "the nearest days with lines: {days}", "行のある近い日：{days}"))
        }
        Error::NoActivityLine { date, line, last } => UserError::theirs(
            "no_activity",
            say!(
                lang,
                "the activity log of {date} has no line {line}; the last one is {last}",
                "{date}のアクティビティログに{line}行目はありません（最後は{last}行目）"
            ),
        )
        .hint(list),
        other => UserError::ours("bug", other.to_string()).hint(report(lang)),
    }
}

/// Nothing is called that.
pub fn not_found(reference: &str, lang: Lang) -> UserError {
    UserError::theirs(
        "not_found",
        say!(lang, "there is no memory called \"{reference}\"", "「{reference}」という記憶はありません"),
    )
    .hint(
        lang.pick(
            "to find it: omoide list, or: omoide recall WORDS",
            "探すには：omoide list、または omoide recall 言葉",
        ),
    )
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
            "{limit} memories are already protected, which is the limit; the oldest are:",
            "保護できるのは{limit}件までで、すでに上限に達しています。古い順に："
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
        "remove the protection of one: omoide unprotect {first}; then: omoide protect {wanted}",
        "どれかの保護を解除してから（omoide unprotect {first}）、もう一度：omoide protect {wanted}"
    ))
}
