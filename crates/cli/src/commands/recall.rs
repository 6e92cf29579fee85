//! `omoide recall`: what a prompt brings to mind.

use std::io::IsTerminal;

use omoide::{Hit, Prompt, Recalled, Silence};
use omoide_core::ports::StoreError;
use serde_json::json;

use crate::context::Context;
use crate::lang::Lang;
use crate::table::Table;
use crate::width::set_in;
use crate::{input, json as as_json, telling};

/// What `recall` can be told.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The words; `-` reads them from stdin.
    #[arg(value_name = "PROMPT")]
    prompt: Vec<String>,
    /// Most memories to recall.
    #[arg(short = 'k', long = "top", value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    top: Option<u32>,
    /// Show how each memory was ranked.
    #[arg(long)]
    explain: bool,
    /// Leave no mark: the memories do not count as recalled.
    #[arg(long)]
    no_mark: bool,
    /// How far to follow relations.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=10))]
    depth: Option<u32>,
    /// The conversation, whose feeling colours the recall.
    #[arg(long, value_name = "NAME")]
    thread: Option<String>,
    /// Print the block that goes into an agent's prompt.
    #[arg(long, conflicts_with = "explain")]
    block: bool,
}

/// Recalls.
///
/// # Errors
/// When the store fails.
pub fn run(args: &Args, context: &Context) -> anyhow::Result<()> {
    let prompt = Prompt {
        thread: args.thread.clone(),
        top_k: args.top.map(|top| top as usize),
        depth: args.depth,
        leaves_a_mark: args.leaves_a_mark(),
        ..Prompt::new(words(args, context)?)
    };
    let recalled = match context.mind().recall(&prompt) {
        // Where nothing was ever remembered, nothing comes to mind; that is no failure.
        Err(omoide::Error::Store(StoreError::Missing { .. })) => nothing_known(),
        recalled => recalled?,
    };
    if context.json {
        return context.print_json(&in_json(&recalled, args));
    }
    if args.block {
        let hits = recalled.hits.iter().map(|hit| &hit.memory);
        context.print(&omoide::block(hits.chain(recalled.related.iter().map(|related| &related.memory))))?;
    } else {
        context.print(&in_words(&recalled, args, context))?;
    }
    if let Some(silence) = recalled.silence {
        context.note(why_silent(silence, context.lang));
    }
    Ok(())
}

impl Args {
    /// Whether the recall may change anything.
    pub fn leaves_a_mark(&self) -> bool {
        !self.no_mark
    }
}

fn words(args: &Args, context: &Context) -> anyhow::Result<String> {
    let is_stdin = args.prompt.as_slice() == ["-"];
    let is_piped = args.prompt.is_empty() && !std::io::stdin().is_terminal();
    if is_stdin || is_piped { input::read_stdin(context.lang) } else { Ok(args.prompt.join(" ")) }
}

fn nothing_known() -> Recalled {
    Recalled { hits: Vec::new(), related: Vec::new(), feeling: None, silence: Some(Silence::NothingKnown) }
}

fn why_silent(silence: Silence, lang: Lang) -> &'static str {
    match silence {
        Silence::NothingAsked => lang.pick("nothing was asked", "何も尋ねられていません"),
        Silence::NothingKnown => lang.pick(
            "nothing is remembered yet; begin with: omoide remember \"something worth keeping\"",
            "まだ何も覚えていません。はじめに：omoide remember \"覚えておきたいこと\"",
        ),
        Silence::NothingRelevant => lang.pick("nothing comes to mind", "思い当たることがありません"),
    }
}

fn in_json(recalled: &Recalled, args: &Args) -> serde_json::Value {
    let hits: Vec<_> = recalled
        .hits
        .iter()
        .map(|hit| {
            let mut value = json!({ "memory": as_json::memory(&hit.memory), "priority": hit.terms.total() });
            if args.explain {
                value["terms"] = as_json::terms(&hit.terms);
            }
            value
        })
        .collect();
    let related: Vec<_> = recalled
        .related
        .iter()
        .map(|related| {
            json!({ "memory": as_json::memory(&related.memory), "type": related.kind.name(), "via": related.via })
        })
        .collect();
    let silence = recalled.silence.map(|silence| match silence {
        Silence::NothingAsked => "nothing_asked",
        Silence::NothingKnown => "nothing_known",
        Silence::NothingRelevant => "nothing_relevant",
    });
    let feeling = recalled.feeling.as_ref().map(|feeling| {
        json!({
            "valence": feeling.valence.name(),
            "arousal": feeling.arousal,
            "tags": feeling.tags.iter().map(|tag| tag.name()).collect::<Vec<_>>(),
        })
    });
    let mut value = json!({ "hits": hits, "related": related, "feeling": feeling, "silence": silence });
    if args.block {
        let memories = recalled.hits.iter().map(|hit| &hit.memory);
        let related = recalled.related.iter().map(|related| &related.memory);
        value["block"] = json!(omoide::block(memories.chain(related)));
    }
    value
}

fn in_words(recalled: &Recalled, args: &Args, context: &Context) -> String {
    let mut lines = Vec::new();
    for hit in &recalled.hits {
        lines.push(telling::hit_line(&hit.memory, 0));
        // What was reached over several steps belongs to the hit that the way began at.
        let mut on_the_way = vec![hit.memory.id];
        for related in &recalled.related {
            if on_the_way.contains(&related.via) {
                on_the_way.push(related.memory.id);
                let why = telling::relation(related.kind, context.lang);
                let line = format!("↳ {why}: {}", telling::hit_line(&related.memory, 2));
                lines.push(format!("  {}", context.style.dim(&line)));
            }
        }
        if args.explain {
            lines.push(format!("    {}", set_in(&reckoning(hit, context.lang), 4)));
        }
    }
    lines.join("\n")
}

/// Every term of a hit's rank, one a line.
fn reckoning(hit: &Hit, lang: Lang) -> String {
    let terms = &hit.terms;
    let priority = &terms.priority;
    let resonance = priority.resonance.unwrap_or_default();
    let rows = [
        (lang.pick("retention", "保持"), priority.retention_score, ""),
        (lang.pick("similarity", "類似度"), priority.similarity, ""),
        (lang.pick("use factor", "想起の係数"), priority.use_factor, ""),
        (
            lang.pick("base", "基本"),
            priority.base(),
            lang.pick("retention × similarity × use factor", "保持×類似度×想起の係数"),
        ),
        (lang.pick("resonance: valence", "共鳴：快不快"), resonance.valence, ""),
        (lang.pick("resonance: arousal", "共鳴：高ぶり"), resonance.arousal, ""),
        (lang.pick("resonance: tags", "共鳴：感情語"), resonance.tags, ""),
        (lang.pick("resonance bonus", "共鳴の加点"), priority.resonance_bonus, ""),
        (lang.pick("category bonus", "カテゴリの加点"), terms.category_bonus, ""),
        (lang.pick("time bonus", "時期の加点"), terms.time_bonus, ""),
        (
            lang.pick("shared words", "共通の言葉"),
            terms.shared_words,
            lang.pick("only the gate looks at it", "関門だけが見る"),
        ),
        (lang.pick("total", "合計"), terms.total(), lang.pick("base + bonuses", "基本＋加点")),
    ];
    let mut table = Table::new(&[lang.pick("term", "項"), lang.pick(">value", ">値"), ""]);
    for (name, value, note) in rows {
        table.push(vec![name.to_owned(), format!("{value:.3}"), note.to_owned()]);
    }
    table.render(None)
}
