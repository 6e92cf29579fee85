//! `omoide allow`: lets the `.omoide` file of a folder choose the mind that it names.

use std::path::{Path, PathBuf};

use omoide_home::errors::UserError;
use omoide_home::hook::allowed::{AllowedMinds, MindChoice};
use omoide_home::hook::nearest_choice;
use omoide_home::lang::{Lang, say};
use serde_json::{Value, json};

use crate::context::{hint, print, print_json};
use crate::install::hooks::quoted;
use crate::invocation::Invocation;
use crate::table::Table;
use crate::width::one_line;

/// What `allow` can be told.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The folder, or one inside it; the current one if not given.
    #[arg(value_name = "FOLDER")]
    folder: Option<PathBuf>,
    /// Withdraw what was allowed to the folder.
    #[arg(long, conflicts_with = "list")]
    revoke: bool,
    /// List the folders that are allowed, and those that wait for it.
    #[arg(long, conflicts_with = "folder")]
    list: bool,
}

/// Allows, takes back, or lists.
///
/// # Errors
/// When no file names a mind there, or what is allowed cannot be read or written.
pub fn run(args: &Args, invocation: &Invocation) -> anyhow::Result<()> {
    let allowed = AllowedMinds::below(&invocation.home.data_dir);
    if args.list {
        return list(&allowed, invocation);
    }
    let given = args.folder.clone().map_or_else(std::env::current_dir, Ok)?;
    let folder = std::fs::canonicalize(&given);
    if args.revoke {
        // A folder that is gone is told by its path.
        return revoke(&allowed, &folder.or_else(|_| std::path::absolute(&given))?, invocation);
    }
    allow(&allowed, &folder.map_err(|error| no_folder(&given, &error, invocation.lang()))?, invocation)
}

/// A choice that waits to be allowed, with the command for it, for a person.
pub fn waiting_in_words(choice: &MindChoice, lang: Lang) -> String {
    let (folder, mind) = (one_line(&choice.folder.display().to_string()), &choice.mind);
    let command = one_line(&quoted(&choice.folder.display().to_string()));
    say!(
        lang,
        "{folder} wants to use the mind \"{mind}\", but you have not allowed it; the usual mind is used. To allow \
         it: omoide allow {command}",
        "{folder}はマインド「{mind}」を使おうとしていますが、まだ許可されていないため、いつものマインドを使っていま\
         す。許可するには：omoide allow {command}"
    )
}

/// A choice, for programs.
pub fn in_json(choice: &MindChoice) -> Value {
    json!({ "folder": choice.folder.display().to_string(), "mind": choice.mind })
}

fn allow(allowed: &AllowedMinds, folder: &Path, invocation: &Invocation) -> anyhow::Result<()> {
    let lang = invocation.lang();
    let home = invocation.home.person_folder();
    let home = home.as_deref().map(|home| std::fs::canonicalize(home).unwrap_or_else(|_| home.to_owned()));
    let choice = nearest_choice(folder, home.as_deref()).map_err(|why| bad_file(&why, lang))?;
    let Some(choice) = choice else { return Err(no_choice(folder, lang).into()) };
    let is_new = allowed.allow(&choice)?;
    if invocation.json {
        let mut value = in_json(&choice);
        value["is_new"] = json!(is_new);
        return print_json(&value);
    }
    let (folder, mind) = (one_line(&choice.folder.display().to_string()), &choice.mind);
    print(&say!(
        lang,
        "in {folder} and the folders inside it, hooks now use the mind \"{mind}\"",
        "{folder}とその中のフォルダでは、フックがマインド「{mind}」を使います"
    ))?;
    let command = one_line(&quoted(&choice.folder.display().to_string()));
    hint(
        invocation,
        &say!(lang, "to undo this: omoide allow --revoke {command}", "取り消すには：omoide allow --revoke {command}"),
    );
    Ok(())
}

fn revoke(allowed: &AllowedMinds, folder: &Path, invocation: &Invocation) -> anyhow::Result<()> {
    let lang = invocation.lang();
    for above in folder.ancestors() {
        let Some(choice) = allowed.take_back(above)? else { continue };
        if invocation.json {
            return print_json(&in_json(&choice));
        }
        let (folder, mind) = (one_line(&choice.folder.display().to_string()), &choice.mind);
        return print(&say!(
            lang,
            "{folder} may no longer choose the mind \"{mind}\"",
            "{folder}はマインド「{mind}」を選べなくなりました"
        ));
    }
    let folder = one_line(&folder.display().to_string());
    Err(UserError::theirs(
        "not_allowed",
        say!(lang, "{folder} was never allowed to choose a mind", "{folder}には何も許可していません"),
    )
    .hint(lang.pick("to see the allowed folders: omoide allow --list", "許可したフォルダの一覧：omoide allow --list"))
    .into())
}

fn list(allowed: &AllowedMinds, invocation: &Invocation) -> anyhow::Result<()> {
    let lang = invocation.lang();
    let (all, waiting) = (allowed.all()?, allowed.waiting());
    if invocation.json {
        let told = |choices: &[MindChoice]| choices.iter().map(in_json).collect::<Vec<_>>();
        return print_json(&json!({ "allowed": told(&all), "waiting": told(&waiting) }));
    }
    if all.is_empty() && waiting.is_empty() {
        return print(lang.pick("no folder chooses a mind", "マインドを選ぶフォルダはありません"));
    }
    let mut table =
        Table::new(&[lang.pick("folder", "フォルダ"), lang.pick("mind", "マインド"), lang.pick("state", "状態")]);
    let states = [(&all, lang.pick("allowed", "許可済み")), (&waiting, lang.pick("waits for you", "許可待ち"))];
    for (choices, state) in states {
        for choice in choices {
            let folder = one_line(&choice.folder.display().to_string());
            table.push(vec![folder, choice.mind.clone(), state.to_owned()]);
        }
    }
    print(&table.render(None))
}

fn no_folder(folder: &Path, error: &std::io::Error, lang: Lang) -> UserError {
    let folder = one_line(&folder.display().to_string());
    UserError::theirs("folder", say!(lang, "{folder} cannot be read: {error}", "{folder}を読めません：{error}")).hint(
        lang.pick(
            "name a folder that exists: omoide allow FOLDER",
            "存在するフォルダを指定してください：omoide allow フォルダ",
        ),
    )
}

fn bad_file(why: &str, lang: Lang) -> UserError {
    let why = one_line(why);
    UserError::theirs("folder", say!(lang, "the file cannot be read: {why}", "ファイルを読めません：{why}"))
        .hint(lang.pick("correct the file, then run the command again", "ファイルを直して、もう一度実行してください"))
}

fn no_choice(folder: &Path, lang: Lang) -> UserError {
    let folder = one_line(&folder.display().to_string());
    UserError::theirs(
        "no_choice",
        say!(
            lang,
            "no .omoide file in {folder} or a folder above it names a mind",
            "{folder}にもその上のフォルダにも、マインドを指定した.omoideファイルがありません"
        ),
    )
    .hint(lang.pick("write one: echo 'mind = \"work\"' > .omoide", "書くには：echo 'mind = \"work\"' > .omoide"))
}
