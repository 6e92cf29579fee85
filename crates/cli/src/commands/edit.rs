//! `omoide edit`: another text or category for a memory, from the command line or from the person's editor.

use std::io::IsTerminal;

use omoide::{Edited, MemoryEdit};
use omoide_core::change::Actor;
use omoide_core::{Category, Level, Memory, Text};
use omoide_home::errors::UserError;
use omoide_home::lang::{Lang, say};
use omoide_server::wire::EditedMemory;
use serde_json::json;

use crate::context::CommandContext;
use crate::editor::TextEditor;
use crate::width::set_in;
use crate::{input, telling};

/// What `edit` can be told.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The memory: its handle, its id, or the beginning of either.
    #[arg(value_name = "ID")]
    id: String,
    /// The words that are right; `-` reads them from stdin. Without them your editor opens (VISUAL, EDITOR).
    #[arg(value_name = "TEXT")]
    text: Vec<String>,
    /// The reply that is right; "" takes it away. Without it the reply stays.
    #[arg(long, value_name = "TEXT")]
    reply: Option<String>,
    /// What it is about: casual, work, decision, emotional, lasting, or a word of your own.
    #[arg(long, value_name = "CATEGORY")]
    category: Option<String>,
}

/// Edits.
///
/// # Errors
/// When there is no such memory, it is archived, there is nothing to change it to, or the editor fails.
pub fn run(args: &Args, editor: Option<&TextEditor>, context: &CommandContext) -> anyhow::Result<()> {
    let mut edit = MemoryEdit {
        trigger: said(args, context)?,
        content: args.reply.clone(),
        category: args.category.as_deref().map(Category::named),
    };
    if edit == MemoryEdit::default() {
        let memory = context.mind().find(&args.id)?;
        if !memory.shown.is_active() {
            return Err(omoide::Error::AlreadyArchived { handle: memory.handle }.into());
        }
        let editor = usable(editor, context.lang)?;
        match written(&memory, editor, context)? {
            Some(text) => {
                edit.trigger = Some(text.trigger);
                edit.content = Some(text.content);
            }
            None => return unchanged(&memory, context),
        }
    }
    let edited = context.mind().change(&args.id, &edit, Actor::Person)?;
    if context.json {
        return context.print_json(&EditedMemory::from(edited));
    }
    tell(&edited, context)
}

fn said(args: &Args, context: &CommandContext) -> anyhow::Result<Option<String>> {
    if args.text.as_slice() == ["-"] {
        return Ok(Some(input::read_stdin(context.lang)?));
    }
    Ok((!args.text.is_empty()).then(|| args.text.join(" ")))
}

/// The editor, where there is one and a person who can use it.
fn usable(editor: Option<&TextEditor>, lang: Lang) -> Result<&TextEditor, UserError> {
    let hint = lang.pick(
        "give the words: omoide edit ID \"the words that are right\"",
        "新しい文を付けてください：omoide edit ID \"正しい文\"",
    );
    if !std::io::stdin().is_terminal() {
        let message = lang.pick(
            "there are no words to change it to, and no terminal to open an editor in",
            "新しい文がなく、エディタを開く端末もありません",
        );
        return Err(UserError::usage("no_text", message).hint(hint));
    }
    let message = lang.pick(
        "there are no words to change it to, and neither VISUAL nor EDITOR names an editor",
        "新しい文がなく、VISUALにもEDITORにもエディタの指定がありません",
    );
    editor.ok_or_else(|| UserError::usage("no_editor", message).hint(hint))
}

/// What the person made of the text; none where it was left as it was, or empty.
fn written(memory: &Memory, editor: &TextEditor, context: &CommandContext) -> anyhow::Result<Option<Text>> {
    let marker = marker(context.lang);
    let folder = context.store_path.parent().unwrap_or(std::path::Path::new("."));
    let shown = in_a_file(&memory.text, marker);
    let after = editor.edit(&shown, folder, context.lang)?;
    let text = from_a_file(&after, marker);
    let is_same = text == from_a_file(&shown, marker);
    let is_empty = text.trigger.is_empty() && text.content.is_empty();
    Ok((!is_same && !is_empty).then_some(text))
}

/// The line between what was said and what was replied.
fn marker(lang: Lang) -> &'static str {
    lang.pick("--- below this line: the reply ---", "--- この行より下は返答 ---")
}

fn in_a_file(text: &Text, marker: &str) -> String {
    match text.content.is_empty() {
        true => format!("{}\n", text.trigger),
        false => format!("{}\n{marker}\n{}\n", text.trigger, text.content),
    }
}

fn from_a_file(text: &str, marker: &str) -> Text {
    let lines: Vec<&str> = text.lines().collect();
    let at = lines.iter().position(|line| line.trim() == marker);
    let (trigger, content) = at.map_or((lines.as_slice(), [].as_slice()), |at| (&lines[..at], &lines[at + 1..]));
    let joined = |lines: &[&str]| lines.join("\n").trim().to_owned();
    Text { trigger: joined(trigger), content: joined(content) }
}

fn unchanged(memory: &Memory, context: &CommandContext) -> anyhow::Result<()> {
    if context.json {
        return context.print_json(&json!({
            "memory": omoide_server::wire::Memory::of(memory), "changed": [], "redacted": [],
        }));
    }
    let handle = context.style.bold(&memory.handle);
    context.print(&say!(context.lang, "{handle} stays as it was", "{handle}は変えていません"))
}

fn tell(edited: &Edited, context: &CommandContext) -> anyhow::Result<()> {
    let (lang, Edited { before, memory, taken }) = (context.lang, edited);
    let mut lines = Vec::new();
    if edited.has_new_text() {
        let (was, is) = (set_in(&telling::halves(before), 2), set_in(&telling::halves(memory), 2));
        lines.push(say!(lang, "- {was}", "- {was}"));
        lines.push(say!(lang, "+ {is}", "+ {is}"));
    }
    if edited.has_new_category() {
        let (was, is) = (before.category.name(), memory.category.name());
        lines.push(say!(lang, "category {was} → {is}", "カテゴリ {was} → {is}"));
    }
    if lines.is_empty() {
        return unchanged(memory, context);
    }
    let handle = context.style.bold(&memory.handle);
    let head = say!(lang, "changed {handle}", "{handle}を書き換えました");
    context.print(&format!("{head}\n{}", lines.join("\n")))?;
    super::remember::tell_taken(taken, None, context);
    let handle = &memory.handle;
    if edited.has_new_text() && before.shown.level > Level::Full {
        context.note(&say!(
            lang,
            "what you changed is its short form; all that was said first: omoide history {handle} --texts",
            "書き換えたのは短くなった文です。最初の文をすべて見るには：omoide history {handle} --texts"
        ));
    }
    context.note(&say!(
        lang,
        "the old words are kept; to bring them back: omoide undo {handle}",
        "前の内容は残っています。戻すには：omoide undo {handle}"
    ));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_halves_come_back_from_a_file_as_they_went_in() {
        let text = |trigger: &str, content: &str| Text { trigger: trigger.into(), content: content.into() };
        for lang in [Lang::English, Lang::Japanese] {
            for text in [text("one\n\ntwo", ""), text("問い", "答え\n二行目"), text("", "only a reply")] {
                assert_eq!(from_a_file(&in_a_file(&text, marker(lang)), marker(lang)), text);
            }
            let without = in_a_file(&text("said", "replied"), marker(lang)).replace(marker(lang), "");
            assert_eq!(from_a_file(&without, marker(lang)), text("said\n\nreplied", ""));
        }
    }
}
