//! `omoide thread`: conversations as they stand.

use clap::Subcommand;
use omoide::ThreadView;
use omoide_core::ports::StoreError;
use omoide_home::lang::{Lang, say};
use omoide_server::wire;

use crate::context::CommandContext;
use crate::table::{Table, labelled};
use crate::telling;

/// How many threads are listed.
const LISTED: usize = 50;

/// What `thread` can be told.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// What to do; without it the conversations are listed.
    #[command(subcommand)]
    what: Option<ThreadCommand>,
}

/// What can be done with a conversation.
#[derive(Subcommand, Debug)]
enum ThreadCommand {
    /// List the conversations, the latest first.
    List,
    /// Show a conversation: its last turns, who spoke, and its sessions.
    Show(NameArgs),
    /// Close a conversation, so that its last turns become a session.
    Close(NameArgs),
}

/// Which conversation is meant.
#[derive(clap::Args, Debug)]
struct NameArgs {
    /// Its name.
    #[arg(value_name = "NAME")]
    name: String,
}

/// Lists them, or does something with one.
///
/// # Errors
/// When there is no such conversation, or the store fails.
pub fn run(args: &Args, context: &CommandContext) -> anyhow::Result<()> {
    match &args.what {
        None | Some(ThreadCommand::List) => list(context),
        Some(ThreadCommand::Show(args)) => shown(context.mind().thread(&args.name)?, context),
        Some(ThreadCommand::Close(args)) => {
            let view = context.mind().end_thread(&args.name)?;
            if !context.json {
                let (name, sessions) = (&view.name, sessions(view.sessions.len(), context.lang));
                let lang = context.lang;
                context.note(&say!(lang, "{name} is closed; it has {sessions}", "{name}を閉じました（{sessions}）"));
            }
            shown(view, context)
        }
    }
}

fn list(context: &CommandContext) -> anyhow::Result<()> {
    let lang = context.lang;
    let part = match context.mind().threads(None, LISTED) {
        // Where nothing was ever remembered, nothing was said; that is no failure.
        Err(omoide::Error::Store(StoreError::Missing { .. })) => omoide::ThreadList { threads: Vec::new(), next: None },
        part => part?,
    };
    if context.json {
        return context.print_json(&wire::ThreadsListed::from(part));
    }
    if part.threads.is_empty() {
        context.note(lang.pick("there are no conversations yet", "まだ会話がありません"));
        return Ok(());
    }
    let mut table = Table::new(&[
        lang.pick("thread", "スレッド"),
        lang.pick(">turns", ">発言"),
        lang.pick("first", "最初"),
        lang.pick("last", "最後"),
        lang.pick("state", "状態"),
    ]);
    for thread in &part.threads {
        let view = context.mind().thread(&thread.name)?;
        table.push(vec![
            thread.name.clone(),
            thread.turns.to_string(),
            telling::minute(thread.first),
            telling::minute(thread.last),
            state(&view, lang),
        ]);
    }
    context.print(&table.render(None))?;
    if part.next.is_some() {
        context.note(&say!(lang, "only the last {LISTED} are shown", "最近の{LISTED}件だけを表示しています"));
    }
    Ok(())
}

fn state(view: &ThreadView, lang: Lang) -> String {
    let sessions = sessions(view.sessions.len(), lang);
    if view.waiting > 0 {
        let waiting = turns(view.waiting, lang);
        say!(lang, "open, {waiting} in no session yet; {sessions}", "進行中（未記録の{waiting}、{sessions}）")
    } else {
        sessions
    }
}

fn sessions(count: usize, lang: Lang) -> String {
    let word = if count == 1 { "session" } else { "sessions" };
    say!(lang, "{count} {word}", "セッション{count}件")
}

fn turns(count: usize, lang: Lang) -> String {
    let word = if count == 1 { "turn" } else { "turns" };
    say!(lang, "{count} {word}", "発言{count}件")
}

fn shown(view: ThreadView, context: &CommandContext) -> anyhow::Result<()> {
    let lang = context.lang;
    if context.json {
        return context.print_json(&wire::ThreadStands::from(view));
    }
    let speakers: Vec<String> = view.speakers.iter().map(|(name, count)| format!("{name} {count}")).collect();
    let mut lines = vec![
        (lang.pick("thread", "スレッド"), view.name.clone()),
        (lang.pick("state", "状態"), state(&view, lang)),
        (lang.pick("last turn", "最後の発言"), telling::minute(view.last_at)),
        (lang.pick("speakers", "話した人"), speakers.join(", ")),
    ];
    if let Some(topic) = view.topic {
        lines.push((lang.pick("about", "話題"), topic.to_owned()));
    }
    let mut text = labelled(&lines);
    text.push_str(lang.pick("\n\nlast turns\n", "\n\n最近の発言\n"));
    for (handle, turn) in &view.working {
        let at = telling::minute(turn.at);
        text.push_str(&format!("  {at}  {handle}  {}: {}\n", turn.person, first_line(&turn.said)));
        if !turn.replied.is_empty() {
            text.push_str(&format!("      → {}\n", first_line(&turn.replied)));
        }
    }
    if !view.sessions.is_empty() {
        text.push_str(lang.pick("\nsessions\n", "\nセッション\n"));
    }
    for session in &view.sessions {
        let (at, turns) = (telling::minute(session.memory.created), turns(session.turns, lang));
        let (handle, tier) = (&session.memory.handle, tier(session.tier.tier, lang));
        text.push_str(&format!("  {at}  {handle}  {tier}, {turns}\n      {}\n", session.memory.text.content));
    }
    context.print(text.trim_end())
}

fn tier(tier: omoide_core::Tier, lang: Lang) -> &'static str {
    match tier {
        omoide_core::Tier::Hot => lang.pick("hot", "直近"),
        omoide_core::Tier::Warm => lang.pick("warm", "最近"),
        omoide_core::Tier::LongTerm => lang.pick("long-term", "長期"),
        omoide_core::Tier::Archived => lang.pick("archived", "アーカイブ"),
    }
}

fn first_line(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default();
    let mut short: String = line.chars().take(120).collect();
    if short.len() < text.trim_end().len() {
        short.push('…');
    }
    short
}
