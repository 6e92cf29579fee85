//! `omoide recall`: what a prompt brings to mind.

use std::collections::HashMap;
use std::io::IsTerminal;

use omoide::{Budget, MemoryBlock, OwnTurns, Place, Planning, Portion, Prompt, Recalled, Related, Silence};
use omoide_core::parameters::{Profile, Retrieval};
use omoide_core::ports::StoreError;
use omoide_core::ports::store::Filter;
use omoide_core::{Intent, MemoryId};
use omoide_home::lang::{Lang, say};
use omoide_server::wire::{RecallAnswer, RecallParts, stop_name};
use serde_json::{Value, json};

use crate::commands::sleep::stopped;
use crate::context::CommandContext;
use crate::scope::{ScopeArgs, places, tell_of_unknown_tags};
use crate::width::set_in;
use crate::{input, reckoning, telling};

/// What `recall` can be told.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The words; `-` reads them from stdin.
    #[arg(value_name = "PROMPT")]
    prompt: Vec<String>,
    /// How many memories to show at most.
    #[arg(short = 'k', long = "top", value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    top: Option<u32>,
    /// How many tokens to show at most; longer memories are cut and say how to read on.
    #[arg(long, value_name = "TOKENS", value_parser = clap::value_parser!(u32).range(64..=1_000_000))]
    budget: Option<u32>,
    /// How to rank: fused, resonance, intent, activation; any other name is a profile of the configuration.
    // The name is also that of a flag of every command; `Args::take_profiles` tells the two apart.
    #[arg(long, value_name = "NAME")]
    profile: Option<String>,
    /// Show how each memory was ranked.
    #[arg(long)]
    explain: bool,
    /// Also show memories that have little to do with the words.
    #[arg(long)]
    no_gate: bool,
    /// Let the language model plan the search first; it gets llm.plan_seconds to answer.
    #[arg(long)]
    plan: bool,
    /// Also search the archive, including what you archived by hand.
    #[arg(long)]
    archived: bool,
    /// Do not count these memories as recalled.
    #[arg(long)]
    no_mark: bool,
    /// How many links in a row to follow from a memory.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=10))]
    depth: Option<u32>,
    /// The current conversation: its mood counts, and its own turns are left out.
    #[arg(long, value_name = "NAME")]
    thread: Option<String>,
    /// Also recall turns of the current conversation.
    #[arg(long, requires = "thread")]
    own_turns: bool,
    /// The current project: memories of other projects come only if you name them or clearly ask for them. For nothing but
    /// a project's own, use --in-project.
    #[arg(long, value_name = "NAME")]
    project: Option<String>,
    /// Print the text that goes into an agent's prompt.
    #[arg(long, conflicts_with = "explain")]
    block: bool,
    #[command(flatten)]
    scope: ScopeArgs,
}

/// Recalls.
///
/// # Errors
/// When a time is none, or the store fails.
pub fn run(args: &Args, context: &CommandContext) -> anyhow::Result<()> {
    let prompt = Prompt {
        thread: args.thread.clone(),
        own_turns: if args.own_turns { OwnTurns::Gone } else { OwnTurns::InContext },
        place: args.project.as_deref().and_then(Place::in_project),
        scope: args.scope.scope(context)?,
        with_archived: args.archived,
        profile: args.profile.as_deref().and_then(Profile::named),
        gate: args.no_gate.then_some(false),
        top_k: args.top.map(|top| top as usize),
        depth: args.depth,
        leaves_a_mark: args.leaves_a_mark(),
        tells_plan: args.explain || context.json,
        ..Prompt::new(words(args, context)?)
    };
    let (prompt, planning) = plan(prompt, args, context)?;
    let recalled = match context.mind().recall(&prompt) {
        // Where nothing was ever remembered, nothing comes to mind; that is no failure.
        Err(omoide::Error::Store(StoreError::Missing { .. })) => Recalled::nothing(Silence::NothingKnown),
        recalled => recalled?,
    };
    let budget = args.room(&context.engine.parameters().retrieval);
    if context.json {
        let parts = RecallParts { block: args.block, explain: args.explain };
        let mut value = serde_json::to_value(RecallAnswer::of(&recalled, budget, parts))?;
        if let Some(planning) = &planning {
            value["planned"] = planning_in_json(planning);
        }
        return context.print_json(&value);
    }
    if let Some(planning) = &planning {
        context.note(&planning_in_words(planning, context.lang));
    }
    if args.block {
        let block = MemoryBlock::within(recalled.shown(), budget);
        context.print(&block.text)?;
        tell_left_out(recalled.shown().count() - block.portions.len(), context);
    } else {
        tell(&recalled, args, budget, context)?;
    }
    tell_why_fewer(&recalled, &prompt, args, context)?;
    if let Some(cause) = &recalled.unmarked {
        context.note(&telling::unmarked(cause, context.lang));
    }
    if let Some(name) = &args.project {
        tell_of_unknown(name, context);
    }
    tell_of_unknown_tags(args.scope.tags(), context)?;
    if let Some(silence) = recalled.silence {
        context.note(why_silent(silence, context.lang));
    }
    Ok(())
}

/// Says which projects there are where the open one has no memories: its name may be mistyped.
fn tell_of_unknown(project: &str, context: &CommandContext) {
    let lang = context.lang;
    if let Err(omoide::Error::UnknownProject { name, known }) = places(project, context)
        && !known.is_empty()
    {
        let known = known.join(lang.pick(", ", "、"));
        context.note(&say!(
            lang,
            "no memory is of a project called \"{name}\" yet; the projects that there are: {known}",
            "「{name}」というプロジェクトの記憶はまだありません。あるプロジェクト：{known}"
        ));
    }
}

impl Args {
    /// Whether the recall may change anything.
    pub fn leaves_a_mark(&self) -> bool {
        !self.no_mark
    }

    /// How much may be shown. Whoever says how many memories they want gets as much more room for a list, unless they say how
    /// much; a block for a prompt keeps to its size.
    fn room(&self, retrieval: &Retrieval) -> Budget {
        let usual = Budget::of(retrieval);
        match (self.budget, self.top) {
            (Some(tokens), _) => usual.with_tokens(tokens as usize),
            (None, Some(top)) if !self.block => {
                let times = (top as usize).div_ceil((retrieval.top_k as usize).max(1)).max(1);
                usual.with_tokens(usual.tokens.saturating_mul(times))
            }
            (None, _) => usual,
        }
    }

    /// Of all names given as a profile, takes the last that is a way to rank, and returns the last that is none: it
    /// is meant for the configuration.
    pub fn take_profiles(&mut self, names: Vec<String>) -> Option<String> {
        let (rankings, others): (Vec<_>, Vec<_>) = names.into_iter().partition(|name| Profile::named(name).is_some());
        self.profile = rankings.into_iter().next_back();
        others.into_iter().next_back()
    }
}

/// The prompt with the plan of a language model, where one is asked for.
fn plan(prompt: Prompt, args: &Args, context: &CommandContext) -> anyhow::Result<(Prompt, Option<Planning>)> {
    if !args.plan {
        return Ok((prompt, None));
    }
    match context.mind().planned_by_model(prompt.clone()) {
        // A call that cannot be written into the ledger is not made.
        Err(omoide::Error::Store(
            StoreError::Missing { .. } | StoreError::Full | StoreError::ReadOnly { .. } | StoreError::Busy,
        )) => Ok((prompt, None)),
        planned => planned.map(|(prompt, planning)| (prompt, Some(planning))).map_err(Into::into),
    }
}

fn planning_in_words(planning: &Planning, lang: Lang) -> String {
    match planning {
        Planning::ByModel(plan) => {
            let (by, words) = (&plan.by, &plan.semantic_query);
            let more: Vec<&str> =
                plan.keywords.iter().map(String::as_str).chain(plan.intent.map(Intent::name)).collect();
            let more = more.join(lang.pick(", ", "、"));
            if more.is_empty() {
                say!(lang, "planned by {by}: {words}", "{by}による検索計画：{words}")
            } else {
                say!(lang, "planned by {by}: {words} ({more})", "{by}による検索計画：{words}（{more}）")
            }
        }
        Planning::NoModel => lang
            .pick(
                "no language model is in use, so fixed rules planned the search; to use one: omoide provider use \
                 PROVIDER",
                "言語モデルを使っていないため、決まった規則で検索を計画しました。使うには：omoide provider use プロ\
                 バイダ",
            )
            .to_owned(),
        Planning::Stopped(stop) => {
            let why = stopped(stop, lang);
            say!(lang, "fixed rules planned the search: {why}", "決まった規則で検索を計画しました：{why}")
        }
        Planning::Unusable => lang
            .pick(
                "fixed rules planned the search: the plan of the language model is unusable",
                "決まった規則で検索を計画しました：言語モデル\
                                                                       の計画は使えませんでした",
            )
            .to_owned(),
    }
}

fn planning_in_json(planning: &Planning) -> Value {
    match planning {
        Planning::ByModel(plan) => json!({
            "by": plan.by, "semantic_query": plan.semantic_query, "keywords": plan.keywords,
            "intent": plan.intent.map(Intent::name),
        }),
        Planning::NoModel => json!({ "by": "rules", "because": "no_model" }),
        Planning::Stopped(stop) => json!({ "by": "rules", "because": stop_name(stop) }),
        Planning::Unusable => json!({ "by": "rules", "because": "unusable" }),
    }
}

fn words(args: &Args, context: &CommandContext) -> anyhow::Result<String> {
    let is_stdin = args.prompt.as_slice() == ["-"];
    let is_piped = args.prompt.is_empty() && !std::io::stdin().is_terminal();
    if is_stdin || is_piped { input::read_stdin(context.lang) } else { Ok(args.prompt.join(" ")) }
}

fn why_silent(silence: Silence, lang: Lang) -> &'static str {
    match silence {
        Silence::NothingAsked => lang.pick("nothing was asked", "何も尋ねられていません"),
        Silence::NothingKnown => telling::nothing_known(lang),
        Silence::NothingRelevant => lang.pick("nothing comes to mind", "思い当たることがありません"),
    }
}

/// What is shown of each memory.
type Shown<'m> = HashMap<MemoryId, Portion<'m>>;

fn shown(recalled: &Recalled, budget: Budget) -> Shown<'_> {
    let block = MemoryBlock::within(recalled.shown(), budget);
    block.portions.into_iter().map(|portion| (portion.memory.id, portion)).collect()
}

fn tell(recalled: &Recalled, args: &Args, budget: Budget, context: &CommandContext) -> anyhow::Result<()> {
    let lang = context.lang;
    let shown = shown(recalled, budget);
    let mut lines = Vec::new();
    if let (true, Some(plan)) = (args.explain, &recalled.plan) {
        lines.push(context.style.dim(&reckoning::plan(plan, lang)));
    }
    for hit in &recalled.hits {
        let Some(portion) = shown.get(&hit.memory.id) else { continue };
        lines.push(telling::portion_line(portion, 0, lang));
        lines.extend(beneath(hit.memory.id, &recalled.related, &shown, context));
        if args.explain {
            lines.push(format!("    {}", set_in(&reckoning::table(hit, lang), 4)));
        }
    }
    context.print(&lines.join("\n"))?;
    tell_left_out(recalled.shown().count() - shown.len(), context);
    Ok(())
}

/// Says how many of what came to mind there was no room for.
fn tell_left_out(left_out: usize, context: &CommandContext) {
    let lang = context.lang;
    if left_out > 0 {
        context.note(&say!(
            lang,
            "{left_out} more were recalled; a larger --budget shows them",
            "ほかに{left_out}件を思い出しました。--budgetを大きくすると表示されます"
        ));
    }
}

/// Where everything may be shown, says why there is less than was asked for.
fn tell_why_fewer(recalled: &Recalled, prompt: &Prompt, args: &Args, context: &CommandContext) -> anyhow::Result<()> {
    let shown = recalled.hits.len();
    let is_fewer = args.no_gate && args.top.is_some_and(|top| shown < top as usize);
    if shown == 0 || !is_fewer || !prompt.scope.is_everything() || prompt.thread.is_some() {
        return Ok(());
    }
    let total = context.mind().count(&Filter::default())?;
    if total > shown as u64 {
        context.note(&say!(
            context.lang,
            "these {shown} of {total} memories are all that can be recalled; archived ones (--archived shows them) and small talk \
             such as \"thanks\" are left out",
            "思い出せるのは{total}件のうちこの{shown}件です。保管した記憶（--archivedで表示）と、「ありがとう」のような挨拶は除いています"
        ));
    }
    Ok(())
}

/// What a hit leads to, a line each; what was reached over several steps belongs to the hit that the way began at.
fn beneath(hit: MemoryId, related: &[Related], shown: &Shown<'_>, context: &CommandContext) -> Vec<String> {
    let mut on_the_way = vec![hit];
    let mut lines = Vec::new();
    for related in related {
        if !on_the_way.contains(&related.via) {
            continue;
        }
        on_the_way.push(related.memory.id);
        if let Some(portion) = shown.get(&related.memory.id) {
            let why = telling::relation(related.kind, context.lang);
            let line = format!("↳ {why}: {}", telling::portion_line(portion, 2, context.lang));
            lines.push(format!("  {}", context.style.dim(&line)));
        }
    }
    lines
}
