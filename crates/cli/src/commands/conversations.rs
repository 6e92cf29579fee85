//! `omoide conversations`: where words were said, to the letter. Looking is not recalling; nothing is marked.

use omoide::{FoundPassages, Passage, Speaker};
use omoide_core::ports::StoreError;
use omoide_home::lang::say;
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
        return context.print_json(&json!({ "passages": passages, "matches": found.matches }));
    }
    let lang = context.lang;
    let lines: Vec<String> = found.passages.iter().map(|passage| in_words(passage, context)).collect();
    context.print(&lines.join("\n"))?;
    let left = found.matches - found.passages.len().min(found.matches);
    if found.passages.is_empty() {
        context.note(lang.pick("nobody said that", "そのような発言はありません"));
    } else if left > 0 {
        context.note(&say!(lang, "{left} more matches", "ほかに{left}件見つかりました"));
    }
    Ok(())
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
