//! `omoide tag` and `omoide untag`: words of one's own for memories, by which they are listed and recalled.

use omoide::TagChange;
use omoide_core::Memory;
use omoide_core::change::Actor;
use omoide_home::errors::UserError;
use omoide_home::lang::{Lang, say};
use omoide_server::wire;
use serde_json::json;

use crate::context::CommandContext;
use crate::table::Table;

/// What `tag` can be told.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The tag, or several with commas between them; without any, all tags are listed.
    #[arg(value_name = "TAG")]
    tags: Option<String>,
    /// The memories: handles, ids, or the beginning of either.
    #[arg(value_name = "ID")]
    ids: Vec<String>,
}

/// What `untag` can be told.
#[derive(clap::Args, Debug)]
pub struct UntagArgs {
    /// The tag, or several with commas between them.
    #[arg(value_name = "TAG")]
    tags: String,
    /// The memories: handles, ids, or the beginning of either.
    #[arg(value_name = "ID", required = true)]
    ids: Vec<String>,
}

/// Tags.
///
/// # Errors
/// When a word cannot be a tag, a memory is not there, or has too many.
pub fn run(args: &Args, context: &CommandContext) -> anyhow::Result<()> {
    let Some(tags) = &args.tags else { return list(context) };
    refuse_swapped("tag", tags, &args.ids, context.lang)?;
    change(TagChange { add: split(tags), remove: Vec::new() }, &args.ids, context)
}

/// Takes tags away.
///
/// # Errors
/// As [`run`].
pub fn run_untag(args: &UntagArgs, context: &CommandContext) -> anyhow::Result<()> {
    refuse_swapped("untag", &args.tags, &args.ids, context.lang)?;
    change(TagChange { add: Vec::new(), remove: split(&args.tags) }, &args.ids, context)
}

fn split(tags: &str) -> Vec<String> {
    let parts: Vec<String> =
        tags.split([',', '、']).map(str::trim).filter(|tag| !tag.is_empty()).map(str::to_owned).collect();
    // An empty word is refused as a tag, with what a tag is.
    if parts.is_empty() { vec![tags.to_owned()] } else { parts }
}

/// The tag comes first: whoever writes a memory there is told the command that was meant.
fn refuse_swapped(command: &str, tags: &str, ids: &[String], lang: Lang) -> Result<(), UserError> {
    if tags.to_lowercase().starts_with("mem_") {
        let tag = ids.first().map_or("garden", String::as_str);
        return Err(UserError::usage(
            "tag_first",
            say!(lang, "\"{tags}\" is a memory; the tag comes first", "「{tags}」は記憶です。タグを先に書いてください"),
        )
        .hint(format!("omoide {command} {tag} {tags}")));
    }
    if ids.is_empty() {
        return Err(UserError::usage(
            "no_memory",
            say!(
                lang,
                "which memories are meant by \"{tags}\"?",
                "どの記憶に「{tags}」を付けますか？ 記憶を指定してください"
            ),
        )
        .hint(say!(
            lang,
            "name them: omoide {command} {tags} ID; those that have it: omoide list --tag {tags}",
            "例：omoide {command} {tags} ID、このタグの記憶を見るには：omoide list --tag {tags}"
        )));
    }
    Ok(())
}

fn change(change: TagChange, ids: &[String], context: &CommandContext) -> anyhow::Result<()> {
    let done = context.mind().retag(ids, &change, Actor::Person)?;
    if context.json {
        let memories: Vec<_> = done.memories.iter().map(wire::Memory::of).collect();
        let redacted: Vec<&str> = done.taken.iter().map(|secret| secret.kind).collect();
        return context.print_json(&json!({ "memories": memories, "redacted": redacted }));
    }
    let lines: Vec<String> = done.memories.iter().map(|memory| line(memory, context)).collect();
    context.print(&lines.join("\n"))?;
    super::remember::tell_taken(&done.taken, None, context);
    Ok(())
}

fn line(memory: &Memory, context: &CommandContext) -> String {
    let (lang, handle) = (context.lang, context.style.bold(&memory.handle));
    if memory.tags.is_empty() {
        return say!(lang, "{handle} has no tags", "{handle}にタグはありません");
    }
    let tags = memory.tags.join(lang.pick(", ", "、"));
    say!(lang, "{handle} is tagged: {tags}", "{handle}のタグ：{tags}")
}

fn list(context: &CommandContext) -> anyhow::Result<()> {
    let lang = context.lang;
    let tags = context.mind().tags()?;
    if context.json {
        let list: Vec<_> = tags.iter().map(|(tag, count)| json!({ "tag": tag, "memories": count })).collect();
        return context.print_json(&json!({ "tags": list }));
    }
    if tags.is_empty() {
        context.note(lang.pick(
            "no memory has a tag yet; give one with: omoide tag garden ID",
            "タグはまだありません。付けるには：omoide tag 庭 ID",
        ));
        return Ok(());
    }
    let mut table = Table::new(&[lang.pick("tag", "タグ"), lang.pick(">memories", ">記憶")]);
    for (tag, count) in tags {
        table.push(vec![tag, count.to_string()]);
    }
    context.print(&table.render(None))
}
