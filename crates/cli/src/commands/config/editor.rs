//! `omoide config edit`: the file in the person's own editor. What they wrote is checked before it takes the file's place.

use std::path::{Path, PathBuf};
use std::process::Command;

use omoide_home::config::{change, text};
use omoide_home::errors::UserError;
use omoide_home::lang::say;
use omoide_home::private;
use serde_json::json;

use crate::context::{print, print_json};
use crate::invocation::Invocation;

/// Lets the person edit a copy, and puts it in the place of the file if it is right.
///
/// # Errors
/// When there is no editor, it fails, or what was written is wrong: the file stays as it was, and the copy is kept.
pub(super) fn edit(invocation: &Invocation) -> anyhow::Result<()> {
    let lang = invocation.lang();
    let file = &invocation.home.sources.file;
    let editor = editor(invocation)?;
    let before = change::read(file)?;
    let copy = copy_beside(file);
    match change::read(&copy)? {
        Some(_) => invocation
            .note(lang.pick("going on with what was not right the last time", "前回、誤りのあった内容から続けます")),
        None => {
            if let Some(folder) = copy.parent() {
                private::create_folder(folder)?;
            }
            private::write(&copy, before.clone().unwrap_or_else(|| text::default_file(lang)))?;
        }
    }
    let status = run(&editor, &copy);
    if !status.as_ref().is_ok_and(std::process::ExitStatus::success) {
        std::fs::remove_file(&copy)?;
        return Err(UserError::theirs(
            "editor",
            say!(lang, "{editor} failed; nothing was changed", "{editor}が失敗しました。何も変えていません"),
        )
        .hint(lang.pick(
            "choose another: EDITOR=nano omoide config edit",
            "別のエディタを選ぶには：EDITOR=nano omoide config edit",
        ))
        .into());
    }
    let after = change::read(&copy)?.unwrap_or_default();
    let changed = before.as_deref() != Some(after.as_str());
    if changed {
        change::replace(file, before.as_deref(), &after, lang).inspect_err(|_| {
            let kept = copy.display();
            invocation.note(&say!(
                lang,
                "nothing was changed; what you wrote is kept in {kept}: omoide config edit goes on with it",
                "何も変えていません。書いた内容は{kept}にあります。omoide config edit で続けられます"
            ));
        })?;
    }
    std::fs::remove_file(&copy)?;
    if invocation.json {
        return print_json(&json!({ "file": file, "changed": changed }));
    }
    let path = file.display();
    print(&if changed {
        say!(lang, "{path} is right and in force", "{path}に誤りはありません。有効になりました")
    } else {
        say!(lang, "{path} was not changed", "{path}は変わっていません")
    })
}

/// The copy that is edited, in the same folder, so that an editor knows what it is by its ending.
fn copy_beside(file: &Path) -> PathBuf {
    file.with_extension("edit.toml")
}

fn editor(invocation: &Invocation) -> Result<String, UserError> {
    let lang = invocation.lang();
    let environment = &invocation.home.environment;
    let named = ["VISUAL", "EDITOR"].into_iter().find_map(|name| environment.text(name));
    named.filter(|name| !name.trim().is_empty()).ok_or_else(|| {
        let file = invocation.home.sources.file.display();
        UserError::theirs("editor", lang.pick("no editor is chosen", "エディタが選ばれていません")).hint(say!(
            lang,
            "set EDITOR: EDITOR=nano omoide config edit; or open {file} yourself",
            "EDITORを指定してください：EDITOR=nano omoide config edit　または {file} を直接開いてください"
        ))
    })
}

/// Runs the editor, which may be a command with flags, on a file.
fn run(editor: &str, file: &Path) -> std::io::Result<std::process::ExitStatus> {
    #[cfg(unix)]
    let mut command = {
        let mut command = Command::new("sh");
        command.arg("-c").arg(format!("{editor} \"$1\"")).arg("sh");
        command
    };
    #[cfg(not(unix))]
    let mut command = {
        let mut words = editor.split_whitespace();
        let mut command = Command::new(words.next().unwrap_or_default());
        command.args(words);
        command
    };
    command.arg(file).status()
}
