//! `omoide conversations`: where words were said, to the letter. Looking is not recalling; nothing is marked.

use omoide::{FoundPassages, Passage, Speaker};
use omoide_core::ports::StoreError;
use omoide_home::lang::{Lang, say};
use omoide_server::wire;
use serde_json::json;

use crate::context::CommandContext;
use crate::telling;
use crate::width::set_in;

/// What `conversations` can be told.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Words that were said; passages with all of them come first.
    #[arg(value_name = "WORD", required = true)]
    words: Vec<String>,
    /// The current conversation; its last turns are left out.
    #[arg(long, value_name = "NAME")]
    thread: Option<String>,
}

/// Shows them.
///
/// # Errors
/// When the store fails.
pub fn run(args: &Args, context: &CommandContext) -> anyhow::Result<()> {
    let found = match context.mind().search_conversations(&args.words, args.thread.as_deref()) {
        // Where nothing was ever remembered, nothing was said; that is no failure.
        Err(omoide::Error::Store(StoreError::Missing { .. })) => FoundPassages::default(),
        found => found?,
    };
    if context.json {
        let passages: Vec<_> = found.passages.iter().map(in_json).collect();
        return context.print_json(&json!({
            "passages": passages,
            "matches": found.matches,
            "looked_through": found.looked_through,
            "in_sight": found.in_sight,
            "put_away": found.put_away,
            "near": found.near.iter().map(wire::Memory::of).collect::<Vec<_>>(),
        }));
    }
    let lang = context.lang;
    let lines: Vec<String> = found.passages.iter().map(|passage| in_words(passage, context)).collect();
    context.print(&lines.join("\n"))?;
    let left = found.matches - found.passages.len().min(found.matches);
    if found.passages.is_empty() {
        context.note(&not_found(&found, args, lang));
    } else if left > 0 {
        context.note(&say!(lang, "{left} more matches", "ほかに{left}件見つかりました"));
    }
    Ok(())
}

/// Where the words were looked for, and what may be meant instead.
fn not_found(found: &FoundPassages, args: &Args, lang: Lang) -> String {
    let (turns, words) = (found.looked_through, args.words.join(" "));
    if turns == 0 {
        return lang
            .pick(
                "nothing is remembered yet, so there is nothing to look through",
                "まだ何も覚えていないので、探すものがありません",
            )
            .to_owned();
    }
    let mut lines = vec![say!(
        lang,
        "these exact words are in none of the {turns} turns that were looked through",
        "{turns}件の発言を調べましたが、この言葉そのものは見つかりません"
    )];
    if found.in_sight > 0 {
        let (count, thread) = (found.in_sight, args.thread.as_deref().unwrap_or_default());
        lines.push(say!(
            lang,
            "left out: {count} of the last turns of \"{thread}\" have them; see them without --thread",
            "「{thread}」の最後の発言のうち{count}件にはありますが、除いています。見るには --thread を付けないでください"
        ));
    }
    if found.put_away > 0 {
        let count = found.put_away;
        lines.push(say!(
            lang,
            "left out: {count} with them were archived by hand; see them: omoide list --archived --contains \"{words}\"",
            "手で保管した{count}件にはありますが、除いています。見るには：omoide list --archived --contains \"{words}\""
        ));
    }
    if found.near.is_empty() {
        lines.push(say!(
            lang,
            "to search by meaning: omoide recall \"{words}\"",
            "意味で探すには：omoide recall \"{words}\""
        ));
    } else {
        lines.push(lang.pick("these memories are about the same:", "近い内容の記憶：").to_owned());
        lines.extend(found.near.iter().map(|memory| format!("  {}", telling::hit_line(memory, 2, lang))));
    }
    lines.join("\n")
}

fn in_json(passage: &Passage) -> serde_json::Value {
    json!({
        "memory": passage.memory,
        "handle": passage.handle,
        "speaker": passage.speaker.name(),
        "person": passage.person,
        "thread": passage.thread,
        "at": passage.at,
        "text": passage.text,
        "is_cut": passage.is_cut,
    })
}

fn in_words(passage: &Passage, context: &CommandContext) -> String {
    let lang = context.lang;
    let who = match passage.speaker {
        Speaker::Person => passage.person.as_str(),
        Speaker::Agent => lang.pick("agent", "エージェント"),
        Speaker::Document => lang.pick("document", "文書"),
        Speaker::Tool => lang.pick("tool", "ツール"),
    };
    let mark = if passage.is_cut { lang.pick(" … (continued)", "…（続きがあります）") } else { "" };
    let (at, handle) = (telling::minute(passage.at), passage.handle.as_deref().unwrap_or("-"));
    format!("[{at}] {handle} {who}: {}{mark}", set_in(&passage.text, 4))
}
