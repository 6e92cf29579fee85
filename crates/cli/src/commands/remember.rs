//! `omoide remember`: a turn becomes a memory.

mod lines;
mod turn_line;

use std::io::IsTerminal;

use clap::builder::TypedValueParser;
use omoide::{Observation, Place, Protection, Remembered};
use omoide_core::change::Actor;
use omoide_core::ports::TakenCount;
use omoide_core::{Memory, MindName, Moment, Source, Witnesses};
use omoide_home::errors::protection_full;
use omoide_home::lang::say;
use omoide_server::wire::Observed;

use crate::context::CommandContext;
use crate::table::labelled;
use crate::vocabulary::{CATEGORIES, SOURCES};
use crate::{input, telling};

/// What `remember` can be told.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// What was said; `-` reads it from stdin.
    #[arg(value_name = "TEXT")]
    text: Vec<String>,
    /// What was replied.
    #[arg(long, value_name = "TEXT")]
    reply: Option<String>,
    /// Who said it.
    #[arg(long, value_name = "NAME")]
    person: Option<String>,
    /// The conversation it belongs to.
    #[arg(long, value_name = "NAME")]
    thread: Option<String>,
    /// The project it is about, such as the name of its folder.
    #[arg(long, value_name = "NAME")]
    project: Option<String>,
    /// When it was said: a date, a time, or words such as yesterday, which means its noon; now if not given.
    #[arg(long, value_name = "WHEN")]
    at: Option<String>,
    /// Protect it: it never fades.
    #[arg(long, conflicts_with = "no_protect")]
    protect: bool,
    /// Do not protect it, even if its words ask for it.
    #[arg(long)]
    no_protect: bool,
    /// Where it comes from.
    #[arg(long, value_name = "SOURCE", default_value = "person", value_parser = sources())]
    source: Source,
    /// The name that its source gives it; the same turn is remembered once.
    #[arg(long, value_name = "UID", conflicts_with = "jsonl")]
    uid: Option<String>,
    /// The turn that it replaces: its uid, or the handle or id of its memory.
    #[arg(long, value_name = "TURN", conflicts_with = "jsonl")]
    revises: Option<String>,
    /// A turn to unsay, as if it had never been said.
    #[arg(long, value_name = "TURN", conflicts_with = "jsonl")]
    retracts: Option<String>,
    /// The turn that the conversation goes on from; what was said after it in the same thread is unsaid.
    #[arg(long, value_name = "TURN", conflicts_with = "jsonl")]
    branch_of: Option<String>,
    /// How many characters of the reply were heard; the rest is not remembered.
    #[arg(long, value_name = "N", conflicts_with = "jsonl")]
    heard_until: Option<u32>,
    /// A person who heard it, beside the one who said it; can be repeated.
    #[arg(long, value_name = "NAME")]
    witness: Vec<String>,
    /// A mind that heard it; can be repeated. It is written to exactly these minds.
    #[arg(long, value_name = "MIND")]
    witness_mind: Vec<MindName>,
    /// Read one JSON object a line from stdin: said, replied, at, person, thread, project, uid, revises, retracts,
    /// branch_of, heard_until, witnesses. Also reads the turns of a file that omoide export wrote.
    #[arg(long, conflicts_with_all = ["text", "reply", "at"])]
    jsonl: bool,
}

fn sources() -> impl TypedValueParser<Value = Source> {
    SOURCES.parser(Source::ALL.map(Source::name)).map(|name| Source::named(&name))
}

/// Remembers.
///
/// # Errors
/// When there is nothing to remember, or it cannot be.
pub fn run(args: &Args, context: &CommandContext) -> anyhow::Result<()> {
    if args.jsonl {
        return lines::run(args, context);
    }
    let said = said(args, context)?;
    let mut observation = args.observation(said);
    observation.is_on_purpose = true;
    observation.replied = args.reply.clone().unwrap_or_default();
    let now = context.engine.now();
    let read = |text: &String| input::past_time(text, &context.zone, now, context.lang);
    observation.at = args.at.as_ref().map(read).transpose()?;
    let outcomes = context.mind().remember_among(observation, &|_| true)?;
    if context.json {
        return context.print_json(&Observed::among(&outcomes));
    }
    for (mind, remembered) in &outcomes {
        context.print(&in_words(remembered, context))?;
        if outcomes.len() > 1 && !context.quiet {
            context.note(&say!(context.lang, "  in the mind {mind}", "  マインド：{mind}"));
        }
        tell_unsaid(remembered, context);
    }
    let Some((_, remembered)) = outcomes.into_iter().next() else { return Ok(()) };
    if let Remembered::Anew { taken, memory, .. } = &remembered {
        tell_taken(taken, Some(&memory.handle), context);
    }
    if let Remembered::Anew { memory, protection: Protection::Full { limit, oldest }, .. } = &remembered {
        let told = protection_full(*limit, oldest, Some(&memory.handle), context.lang);
        context.note(&say!(
            context.lang,
            "remembered, but not protected: {told}",
            "覚えましたが、保護はできませんでした：{told}"
        ));
        told.details.iter().for_each(|line| context.note(&format!("  {line}")));
        told.hint.iter().for_each(|hint| context.note(hint));
    }
    Ok(())
}

impl Args {
    fn observation(&self, said: String) -> Observation {
        Observation {
            person: self.person.clone(),
            thread: self.thread.clone(),
            place: self.project.as_deref().and_then(Place::in_project),
            source: self.source,
            protect: if self.protect { Some(true) } else { self.no_protect.then_some(false) },
            by: Actor::Person,
            uid: self.uid.clone(),
            revises: self.revises.clone(),
            retracts: self.retracts.clone(),
            branch_of: self.branch_of.clone(),
            heard_until: self.heard_until,
            witnesses: Witnesses { persons: self.witness.clone(), minds: self.witness_mind.clone() },
            ..Observation::said(said)
        }
    }
}

fn said(args: &Args, context: &CommandContext) -> anyhow::Result<String> {
    let is_stdin = args.text.as_slice() == ["-"];
    let is_without_words = args.retracts.is_some() || (args.revises.is_some() && args.heard_until.is_some());
    let is_piped = args.text.is_empty() && args.reply.is_none() && !is_without_words && !std::io::stdin().is_terminal();
    if !is_stdin && !is_piped {
        return Ok(args.text.join(" "));
    }
    let mut text = input::read_stdin(context.lang)?;
    // The line break at the end belongs to the pipe, not to what was said.
    while text.ends_with(['\n', '\r']) {
        text.pop();
    }
    Ok(text)
}

pub(super) fn in_words(remembered: &Remembered, context: &CommandContext) -> String {
    let lang = context.lang;
    match remembered {
        Remembered::Anew { memory, .. } if context.quiet => memory.handle.clone(),
        Remembered::Before { handle, .. } if context.quiet => handle.clone(),
        Remembered::Anew { memory, .. } => described(memory, context),
        Remembered::Before { handle, .. } => {
            let handle = context.style.bold(handle);
            say!(lang, "already remembered: {handle}", "もう覚えています：{handle}")
        }
        Remembered::TookBack { unsaid } if unsaid.is_empty() => {
            lang.pick("it is already unsaid", "すでに撤回されています").to_owned()
        }
        Remembered::TookBack { unsaid } => crate::commands::unsay::told(unsaid, context),
        Remembered::TakenBackBefore => {
            lang.pick("not remembered: it was unsaid before", "撤回された発言なので、覚えませんでした").to_owned()
        }
        Remembered::Command => lang
            .pick("a command to the program (/…) is not remembered", "プログラムへのコマンド（/…）は覚えません")
            .to_owned(),
        Remembered::NothingLeft => lang
            .pick(
                "after leaving out private parts and parts inserted by programs, nothing is left to remember",
                "非公開の部分とプログラムが差し込んだ部分を除くと、覚えるものが残りませんでした",
            )
            .to_owned(),
        Remembered::Unsaid { put_away: None } => {
            lang.pick("not remembered, as you asked", "ご希望のとおり、覚えませんでした").to_owned()
        }
        Remembered::Unsaid { put_away: Some((_, handle)) } => say!(
            lang,
            "archived what was said before, as you asked: {handle} (omoide undo {handle} brings it back)",
            "ご希望のとおり、直前の発言をアーカイブに移しました：{handle}（omoide undo {handle} で戻せます）"
        ),
    }
}

/// Says which turns went, and which could not be found, beside a turn that was remembered.
fn tell_unsaid(remembered: &Remembered, context: &CommandContext) {
    let (Remembered::Anew { unsaid, .. } | Remembered::Before { unsaid, .. }) = remembered else { return };
    if !unsaid.is_empty() {
        context.note(&crate::commands::unsay::told(unsaid, context));
    }
    if let Some(reference) = &unsaid.unknown {
        context.note(&say!(
            context.lang,
            "no turn is called \"{reference}\", so nothing was replaced",
            "「{reference}」という発言はないため、何も置き換えていません"
        ));
    }
}

/// Says what kinds of secrets were taken out, how many, and how to read what was kept: whoever wanted to keep one knows now
/// that it is not there.
pub fn tell_taken(taken: &[TakenCount], handle: Option<&str>, context: &CommandContext) {
    if taken.is_empty() {
        return;
    }
    let (lang, kinds) = (context.lang, TakenCount::listed(taken));
    context.note(&say!(
        lang,
        "secrets were removed before it was stored: {kinds}; they are kept nowhere",
        "秘密情報を取り除いてから覚えました：{kinds}（取り除いたものはどこにも残していません）"
    ));
    if let Some(handle) = handle {
        context.note(&say!(
            lang,
            "to see what was kept: omoide read {handle}",
            "覚えた内容を見るには：omoide read {handle}"
        ));
    }
}

fn described(memory: &Memory, context: &CommandContext) -> String {
    let lang = context.lang;
    let kept = memory.life.retention().decay_coefficient * 100.0;
    let category = CATEGORIES.read(memory.category.name(), lang);
    let handle = context.style.bold(&memory.handle);
    let mut lines = vec![
        (lang.pick("level", "レベル"), telling::level(memory.shown.level, lang)),
        (lang.pick("feeling", "感情"), telling::feeling(memory, lang)),
        (
            lang.pick("category", "カテゴリ"),
            say!(lang, "{category}; {kept:.1}% is left after each day", "{category}（1日ごとに{kept:.1}%が残る）"),
        ),
        (lang.pick("keywords", "キーワード"), memory.keywords.join(", ")),
    ];
    if memory.shown.protected {
        lines.push((lang.pick("protected", "保護"), lang.pick("yes, it never fades", "あり。薄れません").to_owned()));
    }
    format!("{}\n{}", say!(lang, "remembered {handle}", "覚えました：{handle}"), labelled(&lines))
}

/// The moment of a line, which must have come.
fn moment(text: &str, context: &CommandContext, now: Moment) -> anyhow::Result<Moment> {
    Ok(input::past_time(text, &context.zone, now, context.lang)?)
}
