//! `omoide read`: all that is known of a memory's words, however much of it recall shows.

use omoide::Details;
use omoide_core::{ActivityPointer, Source, Text};
use omoide_home::lang::say;
use omoide_server::wire;

use crate::context::CommandContext;
use crate::telling;
use crate::width::set_in;

/// What `read` can be told.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The memory: its handle such as mem_20260120_001, its id, or the beginning of either; or a pointer such as
    /// activity_log/2026-02-17.jsonl#L12-18.
    #[arg(value_name = "ID")]
    id: String,
}

/// Reads. Reading is not recalling; nothing is marked.
///
/// # Errors
/// When there is no such memory or line, or the store fails.
pub fn run(args: &Args, context: &CommandContext) -> anyhow::Result<()> {
    if ActivityPointer::is_meant(&args.id) {
        return pointed(&args.id, context);
    }
    let details = context.mind().details(&args.id)?;
    if context.json {
        context.print_json(&wire::MemoryWords::of(&details))
    } else {
        context.print(&in_words(&details, context))
    }
}

/// Prints lines of the activity log.
fn pointed(pointer: &str, context: &CommandContext) -> anyhow::Result<()> {
    let pointed = context.mind().read_pointer(pointer)?;
    if context.json {
        return context.print_json(&wire::ActivityPointed::of(&pointed));
    }
    context.print(pointed.jsonl().trim_end_matches('\n'))
}

fn original(details: &Details) -> &Text {
    details.versions.first().map_or(&details.memory.text, |version| &version.text)
}

fn in_words(details: &Details, context: &CommandContext) -> String {
    let (lang, memory) = (context.lang, &details.memory);
    let (person, at) = (&memory.origin.person, telling::minute(memory.created));
    let who = match memory.origin.source {
        Source::Person => person.clone(),
        Source::Agent => say!(lang, "written down by the agent for {person}", "エージェントが{person}のために記録"),
        Source::Document => say!(lang, "{person}, from a document", "{person}、文書から"),
        Source::Tool => say!(lang, "{person}, from a tool", "{person}、ツールから"),
    };
    let level = telling::level(memory.shown.level, lang);
    let mut texts: Vec<(String, Text)> = vec![(lang.pick("original", "原文").to_owned(), original(details).clone())];
    if let Some(turn) = &details.turn {
        let text = Text { trigger: turn.said.clone(), content: turn.replied.clone() };
        texts.push((lang.pick("original words", "元の発言").to_owned(), text));
    }
    texts.push((say!(lang, "shown at level {level}", "レベル{level}での表示"), memory.text.clone()));
    let head = context.style.bold(&memory.handle);
    let mut parts = vec![say!(lang, "{head}  {at}, {who}", "{head}　{at}、{who}")];
    let hearing = details.turn.iter().flat_map(|turn| telling::hearing(turn, lang));
    parts.extend(hearing.map(|(name, told)| format!("{name}: {told}")));
    parts.extend(each_once(texts, lang.pick(", ", "、")).into_iter().map(|(titles, text)| {
        let title = context.style.bold(&titles);
        format!("{title}\n{}", halves(&text))
    }));
    if details.turn.as_ref().is_some_and(|turn| turn.heard_until.is_some()) {
        parts.push(lang.pick("the reply was interrupted", "返答は途中で終わっています").to_owned());
    }
    parts.join("\n\n")
}

/// Texts that are the same are told once, under all their titles.
fn each_once(texts: Vec<(String, Text)>, between: &str) -> Vec<(String, Text)> {
    let is_same = |a: &Text, b: &Text| a.trigger.trim() == b.trigger.trim() && a.content.trim() == b.content.trim();
    let mut told: Vec<(String, Text)> = Vec::new();
    for (title, text) in texts {
        match told.iter_mut().find(|(_, known)| is_same(known, &text)) {
            Some((titles, _)) => titles.push_str(&format!("{between}{title}")),
            None => told.push((title, text)),
        }
    }
    told
}

fn halves(text: &Text) -> String {
    let halves = [("  ", &text.trigger), ("  → ", &text.content)];
    let halves = halves.into_iter().filter(|(_, half)| !half.trim().is_empty());
    halves.map(|(mark, half)| format!("{mark}{}", set_in(half.trim(), 2))).collect::<Vec<_>>().join("\n")
}
