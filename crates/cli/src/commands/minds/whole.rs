//! `omoide minds rename` and `omoide minds erase`: a mind as a whole.

use omoide_core::MindName;
use omoide_core::change::Actor;
use omoide_core::ports::store::Filter;
use omoide_home::errors::UserError;
use omoide_home::hook::allowed::AllowedMinds;
use omoide_home::lang::{Lang, say};
use omoide_home::stores::SweepMode;
use omoide_server::audit::Act;
use omoide_server::keys::Keyring;
use serde_json::json;

use super::{EraseArgs, RenameArgs};
use crate::commands::erase::copies::ErasedCopies;
use crate::context::CommandContext;
use crate::terminal;

/// Gives a mind another name.
///
/// # Errors
/// When there is no such mind, the new name is taken or none, or a file cannot be written.
pub(super) fn rename(args: &RenameArgs, context: &CommandContext) -> anyhow::Result<()> {
    let lang = context.lang;
    let (old, new) = (name(&args.old, lang)?, name(&args.new, lang)?);
    context.engine.rename_mind(&old, &new)?;
    put_down(context, &new, "rename_mind", &format!("{old} -> {new}"))?;
    let keys = Keyring::below(folder(context)).rename_mind(&old, &new)?;
    let folders = folders_of(&old, context)?;
    if context.json {
        return context.print_json(&json!({
            "mind": new.as_str(), "was": old.as_str(), "keys": keys, "folders": folders,
        }));
    }
    context.print(&say!(lang, "{old} is now called {new}", "{old}の名前を{new}に変えました"))?;
    if !keys.is_empty() {
        let keys = keys.join(", ");
        context.note(&say!(lang, "these keys are for {new} now: {keys}", "次の鍵は{new}用になりました：{keys}"));
    }
    for folder in folders {
        context.note(&say!(
            lang,
            "{folder}/.omoide still names {old}; write {new} there, and run omoide allow in that folder",
            "{folder}/.omoideはまだ{old}を指しています。{new}に書き換え、そのフォルダで omoide allow を実行してください"
        ));
    }
    context.note(&say!(
        lang,
        "where omoide.toml, OMOIDE_MIND, --mind or another .omoide file says {old}, write {new}; otherwise a new {old} begins",
        "omoide.toml、OMOIDE_MIND、--mind、ほかの.omoideに{old}とあれば{new}にしてください。そのままだと新しい{old}ができます"
    ));
    Ok(())
}

/// Erases a mind, after its name was typed again.
///
/// # Errors
/// When there is no such mind, nobody agreed, or the store fails.
pub(super) fn erase(args: &EraseArgs, context: &CommandContext) -> anyhow::Result<()> {
    let lang = context.lang;
    let mind = name(&args.name, lang)?;
    let memories = context.engine.mind(mind.clone()).count(&Filter::default())?;
    if !args.yes && context.engine.minds()?.contains(&mind) {
        agree(&mind, memories, lang)?;
    }
    let ids = context.engine.erase_mind(&mind, Actor::Person)?;
    put_down(context, &mind, "erase_mind", &format!("{memories} memories"))?;
    let mode = if args.everywhere { SweepMode::Clean } else { SweepMode::Look };
    let copies = ErasedCopies::of(&context.store_path, &ids, mode, lang);
    let keys = Keyring::below(folder(context)).only_for(&mind)?;
    let folders = folders_of(&mind, context)?;
    if context.json {
        context.print_json(&json!({
            "erased": mind.as_str(), "memories": memories, "copies": copies.in_json(mode), "keys": keys,
            "folders": folders,
        }))?;
    } else {
        let mut lines = vec![say!(
            lang,
            "the mind {mind} was erased for good, with {memories} memories",
            "マインド「{mind}」を、{memories}件の記憶とともに完全に消しました"
        )];
        lines.extend(copies.files_in_words(mode, lang));
        context.print(&lines.join("\n"))?;
        for key in &keys {
            context.note(&say!(
                lang,
                "the key {key} is for {mind} alone; to revoke it: omoide keys revoke {key}",
                "鍵{key}は{mind}専用です。取り消すには：omoide keys revoke {key}"
            ));
        }
        for folder in &folders {
            context.note(&say!(
                lang,
                "{folder}/.omoide names {mind}; as long as it does, what is said there begins a new one",
                "{folder}/.omoideが{mind}を指しています。そのままだと、そこでの会話から新しい{mind}ができます"
            ));
        }
    }
    copies.failure(lang).map_or(Ok(()), |told| if args.everywhere { Err(told.into()) } else { Ok(()) })
}

/// Has the person type the name again; without a terminal nobody can be asked.
fn agree(mind: &MindName, memories: u64, lang: Lang) -> anyhow::Result<()> {
    let question = say!(
        lang,
        "{memories} memories of {mind}, its pages and its history go for good. Type its name to erase it:",
        "{mind}の記憶{memories}件とページ、履歴が完全に消えます。消すには名前をもう一度入力してください："
    );
    match terminal::ask(&question)? {
        Some(typed) if typed.trim() == mind.as_str() => Ok(()),
        Some(_) => Err(UserError::theirs("not_agreed", lang.pick("nothing was erased", "何も消していません")).into()),
        None => Err(UserError::theirs(
            "not_agreed",
            say!(
                lang,
                "{memories} memories of {mind} would be erased for good, but omoide cannot ask you without a terminal",
                "{mind}の記憶{memories}件が完全に消去されますが、端末がないため確認できません"
            ),
        )
        .hint(lang.pick("if that is meant, say so: --yes", "よければ --yes を付けてください"))
        .into()),
    }
}

fn name(text: &str, lang: Lang) -> Result<MindName, UserError> {
    text.parse::<MindName>().map_err(|error| {
        let name = error.name;
        UserError::usage(
            "bad_mind",
            say!(lang, "\"{name}\" cannot be the name of a mind", "「{name}」はマインドの名前にできません"),
        )
        .hint(lang.pick(
            "use 1 to 64 letters, digits, '-', '_' or '.'",
            "1〜64文字の文字、数字、「-」「_」「.」で書いてください",
        ))
    })
}

fn folder(context: &CommandContext) -> &std::path::Path {
    context.store_path.parent().unwrap_or(std::path::Path::new("."))
}

/// The folders whose `.omoide` file was allowed to choose the mind.
fn folders_of(mind: &MindName, context: &CommandContext) -> anyhow::Result<Vec<String>> {
    let all = AllowedMinds::below(folder(context)).all()?;
    let of_it = all.into_iter().filter(|choice| choice.mind == mind.as_str());
    Ok(of_it.map(|choice| choice.folder.display().to_string()).collect())
}

fn put_down(context: &CommandContext, mind: &MindName, act: &str, what: &str) -> anyhow::Result<()> {
    let act = Act { key: None, mind: Some(mind.as_str()), act, what };
    Ok(context.audit().add(context.engine.now(), act)?)
}
