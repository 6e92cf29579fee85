//! `omoide stream`: a reply is remembered while it is streamed, so that a killed program loses no more than a second of it.

mod pieces;

use std::io::{BufRead, Read};

use omoide::{NewStream, Place, Remembered, Streaming};
use omoide_core::change::Actor;
use omoide_home::errors::UserError;
use omoide_home::lang::{Lang, say};
use omoide_home::stores::Need;
use omoide_home::streams;
use omoide_server::wire::{Observed, RecoveredStream, StreamJournals};
use serde_json::json;

use super::remember::{in_words, tell_taken};
use crate::context::{CommandContext, open, print, print_json};
use crate::input;
use crate::invocation::Invocation;
use pieces::{StreamLine, TextPieces};

/// What `stream` can be told.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// What the person said; the reply is read from stdin.
    #[arg(long, value_name = "TEXT", required_unless_present_any = ["status", "recover"])]
    said: Option<String>,
    /// Who said it.
    #[arg(long, value_name = "NAME")]
    person: Option<String>,
    /// The conversation it belongs to.
    #[arg(long, value_name = "NAME")]
    thread: Option<String>,
    /// The project it is about, such as the name of its folder.
    #[arg(long, value_name = "NAME")]
    project: Option<String>,
    /// A name for the turn; one that was remembered before is not remembered again.
    #[arg(long, value_name = "NAME")]
    uid: Option<String>,
    /// What set the reply off, such as message or schedule.
    #[arg(long, value_name = "WORD")]
    trigger: Option<String>,
    /// When it was said: a date, a time, or words such as yesterday, which means its noon; now if not given.
    #[arg(long, value_name = "WHEN")]
    at: Option<String>,
    /// Read one JSON object a line from stdin: text, tool_start, tool_end, done. Without done, the reply was interrupted.
    #[arg(long)]
    jsonl: bool,
    /// Show replies that are being streamed, and those that wait to be recovered.
    #[arg(long, conflicts_with_all = ["said", "recover", "jsonl"])]
    status: bool,
    /// Remember what interrupted replies have left; every command does this when it begins.
    #[arg(long, conflicts_with_all = ["said", "jsonl"])]
    recover: bool,
}

/// How the reply ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum StdinEnd {
    Whole,
    Interrupted,
}

/// Streams, or looks at streams.
///
/// # Errors
/// When stdin is no text, or the reply cannot be written down.
pub fn run(args: &Args, invocation: &Invocation) -> anyhow::Result<()> {
    if args.status {
        return status(invocation);
    }
    let context = open(invocation, Need::Created)?;
    if args.recover {
        return recovered(&context);
    }
    let stream = context.mind().stream(args.new_stream(&context)?)?;
    let fed = if args.jsonl { feed_lines(&stream, context.lang) } else { feed_text(&stream) };
    // What was taken before a failure is remembered all the same, now or at the next start.
    let ending = fed.inspect_err(|_| drop(stream.interrupt()))?;
    let remembered = match ending {
        StdinEnd::Whole => stream.finish()?,
        StdinEnd::Interrupted => stream.interrupt()?,
    };
    tell(&remembered, ending, &context)?;
    context.tell_of_models();
    context.catch_up();
    Ok(())
}

impl Args {
    fn new_stream(&self, context: &CommandContext) -> anyhow::Result<NewStream> {
        let now = context.engine.now();
        let read = |text: &String| input::past_time(text, &context.zone, now, context.lang);
        Ok(NewStream {
            at: self.at.as_ref().map(read).transpose()?,
            trigger: self.trigger.clone(),
            person: self.person.clone(),
            thread: self.thread.clone(),
            place: self.project.as_deref().and_then(Place::in_project),
            uid: self.uid.clone(),
            by: Actor::Person,
            ..NewStream::said(self.said.clone().unwrap_or_default())
        })
    }
}

/// Hands in text as it arrives. The end of stdin is the end of the reply.
fn feed_text(stream: &Streaming) -> anyhow::Result<StdinEnd> {
    let (mut input, mut pieces) = (std::io::stdin().lock(), TextPieces::default());
    loop {
        let bytes = input.fill_buf()?;
        if bytes.is_empty() {
            break;
        }
        let length = bytes.len();
        stream.write_text(&pieces.take(bytes))?;
        input.consume(length);
    }
    stream.write_text(&pieces.rest())?;
    Ok(StdinEnd::Whole)
}

/// Hands in events, a line each.
fn feed_lines(stream: &Streaming, lang: Lang) -> anyhow::Result<StdinEnd> {
    let mut input = std::io::stdin().lock();
    let (mut bytes, mut number) = (Vec::new(), 0_usize);
    while input.read_until(b'\n', &mut bytes)? > 0 {
        number += 1;
        if !bytes.trim_ascii().is_empty() {
            let line = StreamLine::read(&bytes).map_err(|error| bad_line(number, &error, lang))?;
            line.piece().write(stream)?;
            if line.done {
                // Whoever writes on is not kept waiting.
                let _ = input.read_to_end(&mut bytes);
                return Ok(StdinEnd::Whole);
            }
        }
        bytes.clear();
    }
    Ok(StdinEnd::Interrupted)
}

fn bad_line(number: usize, error: &serde_json::Error, lang: Lang) -> UserError {
    UserError::theirs(
        "bad_line",
        say!(
            lang,
            "line {number} is no event of a stream: {error}",
            "{number}行目はストリームのイベントではありません：{error}"
        ),
    )
    .hint(lang.pick(
        "write one such as {\"text\": \"Hello\"}; what came before it is remembered as interrupted",
        "{\"text\": \"こんにちは\"} のように書いてください。それまでの内容は途中までの返答として覚えました",
    ))
}

fn tell(remembered: &Remembered, ending: StdinEnd, context: &CommandContext) -> anyhow::Result<()> {
    if context.json {
        return context.print_json(&Observed::of(remembered));
    }
    context.print(&in_words(remembered, context))?;
    if ending == StdinEnd::Interrupted {
        let lang = context.lang;
        context.note(lang.pick(
            "the reply was interrupted; what came of it is remembered",
            "返答は途中で終わりました。そこまでを覚えました",
        ));
    }
    if let Remembered::Anew { taken, memory, .. } = remembered {
        tell_taken(taken, Some(&memory.handle), context);
    }
    Ok(())
}

/// What was recovered when the memory was opened. Each turn was told already, where a person reads.
fn recovered(context: &CommandContext) -> anyhow::Result<()> {
    if context.json {
        let turns: Vec<RecoveredStream> = context.recovered.iter().map(RecoveredStream::from).collect();
        return context.print_json(&json!({ "recovered": turns }));
    }
    let (lang, count) = (context.lang, context.recovered.len());
    context.print(&match count {
        0 => lang.pick("no interrupted reply waits to be remembered", "回復を待つ返答はありません").to_owned(),
        _ => say!(lang, "replies that were recovered: {count}", "{count}件の返答を回復しました"),
    })
}

fn status(invocation: &Invocation) -> anyhow::Result<()> {
    let census = streams::census(&invocation.home)?;
    if invocation.json {
        return print_json(&StreamJournals::from(census));
    }
    let lang = invocation.lang();
    let (open, orphans) = (census.open, census.orphans.len());
    print(&say!(
        lang,
        "being streamed: {open}\nwaiting to be recovered: {orphans}",
        "ストリーム中：{open}件\n回復待ち：{orphans}件"
    ))?;
    census.aside.iter().try_for_each(|file| print(&aside_in_words(file, lang)))
}

/// What is told of a file that is no journal.
pub(super) fn aside_in_words(file: &str, lang: Lang) -> String {
    say!(
        lang,
        "{file} is not the journal of a streamed reply and was set aside; delete it if you do not need it",
        "{file}は返答のジャーナルとして読めないため、別に取り分けました。不要なら削除してください"
    )
}
