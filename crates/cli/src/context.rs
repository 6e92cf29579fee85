//! What every command has in hand: the engine, whose memory it is, and how to talk to the person.

use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use omoide::{ClockDoubt, RecoveredTurn, SleepOutcome};
use omoide_core::MindName;
use omoide_core::ports::StoreError;
use omoide_home::errors;
use omoide_home::lang::{Lang, say};
use omoide_home::models::Models;
use omoide_home::stores::Need;
use omoide_home::wiring::{self, Wired};
use omoide_server::audit::{Act, Audit};
use serde::Serialize;

use crate::invocation::Invocation;
use crate::style::{TextStyle, printable, printable_json};
use crate::telling;

/// What every command has in hand.
pub struct CommandContext {
    /// The engine over the store.
    pub engine: omoide::Engine,
    /// The embedding models.
    pub models: Models,
    /// Whose memory is meant.
    pub mind: MindName,
    /// The language to speak.
    pub lang: Lang,
    /// Whether a program reads the answer.
    pub json: bool,
    /// Whether only what was asked for is said.
    pub quiet: bool,
    /// Whether stdout is a terminal.
    pub is_terminal: bool,
    /// How text is set off.
    pub style: TextStyle,
    /// Where the store is, or would be.
    pub store_path: PathBuf,
    /// The time zone that times without an offset are read in.
    pub zone: jiff::tz::TimeZone,
    /// Whether it is told in the end how many memories could not be read.
    pub tells_of_unreadable: bool,
    /// Turns that were recovered from streams whose process is gone.
    pub recovered: Vec<RecoveredTurn>,
}

/// The context of a command.
///
/// # Errors
/// When the configuration, the environment or the store does not allow it.
pub fn open(invocation: &Invocation, need: Need) -> anyhow::Result<CommandContext> {
    Ok(CommandContext::new(wiring::open(&invocation.home, need)?, invocation))
}

/// At the end of every command, whatever it was.
impl Drop for CommandContext {
    fn drop(&mut self) {
        if self.tells_of_unreadable && !self.quiet {
            self.tell_of_unreadable();
        }
    }
}

impl CommandContext {
    /// What is wired, in the hands of a command that was called like this.
    pub fn new(wired: Wired, invocation: &Invocation) -> Self {
        let Wired { engine, models, mind, store_path, zone, recovered } = wired;
        let context = Self {
            engine,
            models,
            mind,
            lang: invocation.lang(),
            json: invocation.json,
            quiet: invocation.quiet,
            is_terminal: invocation.is_terminal,
            style: invocation.style,
            store_path,
            zone,
            tells_of_unreadable: true,
            recovered: recovered.turns,
        };
        context.tell_of_recovered(recovered.failure);
        context
    }

    /// The mind that is meant.
    pub fn mind(&self) -> omoide::Mind<'_> {
        self.engine.mind(self.mind.clone())
    }

    /// Prints a value as JSON.
    ///
    /// # Errors
    /// When stdout cannot be written.
    pub fn print_json(&self, value: &impl Serialize) -> anyhow::Result<()> {
        print_json(value)
    }

    /// Prints a text, with a line break at its end.
    ///
    /// # Errors
    /// When stdout cannot be written.
    pub fn print(&self, text: &str) -> anyhow::Result<()> {
        print(text)
    }

    /// Says something beside the answer, on stderr; a program and a quiet person do not hear it.
    pub fn note(&self, text: &str) {
        if !self.json && !self.quiet {
            note(&TextStyle::for_stderr(self.style), text);
        }
    }

    /// Says on stderr what even a quiet person must hear; a program reads it in the answer.
    pub fn warn(&self, text: &str) {
        if !self.json {
            note(&TextStyle::for_stderr(self.style), text);
        }
    }

    /// Tells of an embedding model that was wanted and could not be used; the answer did without it.
    pub fn tell_of_models(&self) {
        if let Some(trouble) = self.models.trouble(self.lang) {
            self.note(&trouble);
        }
    }

    /// Tells of replies that were recovered, or could not be.
    fn tell_of_recovered(&self, failure: Option<omoide::Error>) {
        for turn in &self.recovered {
            let (handle, mind, lang) = (&turn.handle, &turn.mind, self.lang);
            self.note(&if turn.is_interrupted {
                say!(
                    lang,
                    "an interrupted reply was recovered: {handle} (mind {mind})",
                    "途中で終わった返答を回復しました：{handle}（マインド{mind}）"
                )
            } else {
                say!(
                    lang,
                    "a reply was recovered: {handle} (mind {mind})",
                    "返答を回復しました：{handle}（マインド{mind}）"
                )
            });
        }
        if let Some(failure) = failure {
            let why = errors::explain(&failure.into(), self.lang).0.message;
            self.note(&say!(
                self.lang,
                "interrupted replies wait to be recovered: {why}",
                "途中で終わった返答をまだ回復できていません：{why}"
            ));
        }
    }

    /// Tells of memories that could not be read; the answer did without them. Programs hear it too.
    fn tell_of_unreadable(&self) {
        let count = self.engine.store().upkeep().unreadable_memories().unwrap_or(0);
        if count > 0 {
            let text = say!(
                self.lang,
                "memories that cannot be read: {count}; to find out why: omoide doctor",
                "読めない記憶が{count}件あります。調べるには：omoide doctor"
            );
            note(&TextStyle::for_stderr(self.style), &text);
        }
    }

    /// Sleeps the nights that are overdue, after the answer was given. What goes wrong is told but is not
    /// the answer's failure: the nights stay due.
    pub fn catch_up(&self) {
        // A person waits for the command to end; what a language model could add, a night of its own adds.
        let engine = self.engine.without_model();
        match engine.mind(self.mind.clone()).catch_up() {
            // The import has said it, and would say it with every command until the person decides.
            Ok(Some(omoide::SleepOutcome { doubt: Some(ClockDoubt::Imported { .. }), .. })) => {}
            Ok(Some(omoide::SleepOutcome { doubt: Some(doubt), .. })) => self.note(&telling::waiting(doubt, self.lang)),
            Ok(Some(outcome)) => {
                if let Err(error) = self.put_down_nights(&outcome) {
                    self.note(&say!(
                        self.lang,
                        "the audit log could not be written: {error}",
                        "監査ログに書き込めませんでした：{error}"
                    ));
                }
                let nights = outcome.nights.len();
                self.note(&say!(
                    self.lang,
                    "nights that were due and have run: {nights}; see: omoide sleep status",
                    "未処理だった夜間処理を{nights}日分実行しました。結果：omoide sleep status"
                ));
            }
            Ok(None) | Err(omoide::Error::Store(StoreError::Missing { .. })) => {}
            Err(error) => self.note(&say!(
                self.lang,
                "the nights that are due could not run: {error}",
                "未処理の夜間処理を実行できませんでした：{error}"
            )),
        }
    }

    /// The log of acts of weight.
    pub fn audit(&self) -> Audit {
        Audit::below(self.store_path.parent().unwrap_or(Path::new(".")))
    }

    /// Puts an act of weight down in the log, as one of the person at the machine.
    ///
    /// # Errors
    /// When the log cannot be written.
    pub fn put_down(&self, act: &str, what: &str) -> anyhow::Result<()> {
        let act = Act { key: None, mind: Some(self.mind.as_str()), act, what };
        Ok(self.audit().add(self.engine.now(), act)?)
    }

    /// Puts nights down in the log that were run.
    ///
    /// # Errors
    /// When the log cannot be written.
    pub fn put_down_nights(&self, slept: &SleepOutcome) -> anyhow::Result<()> {
        Ok(self.audit().add_nights(self.engine.now(), None, &self.mind, slept)?)
    }

    /// A progress bar on stderr, hidden unless a person looks at it.
    pub fn progress(&self, length: u64, message: &str) -> ProgressBar {
        bar(!self.json && !self.quiet, length, message)
    }
}

/// A progress bar for a command that has no store.
pub fn progress_bar(invocation: &Invocation, length: u64, message: &str) -> ProgressBar {
    bar(!invocation.json && !invocation.quiet, length, message)
}

/// Says what can be done next, on stderr; a program and a quiet person do not hear it.
pub fn hint(invocation: &Invocation, text: &str) {
    if !invocation.json && !invocation.quiet {
        note(&TextStyle::for_stderr(invocation.style), text);
    }
}

/// Says on stderr what even a quiet person must hear; a program reads it in the answer.
pub fn warn(invocation: &Invocation, text: &str) {
    if !invocation.json {
        note(&TextStyle::for_stderr(invocation.style), text);
    }
}

fn bar(is_wanted: bool, length: u64, message: &str) -> ProgressBar {
    if !is_wanted || !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::with_draw_target(Some(length), ProgressDrawTarget::stderr());
    if let Ok(style) = ProgressStyle::with_template("{msg} [{bar:30}] {pos}/{len} {eta}") {
        bar.set_style(style.progress_chars("=> "));
    }
    bar.set_message(message.to_owned());
    bar
}

/// Prints a text on stdout, with a line break at its end; nothing is printed of nothing.
///
/// # Errors
/// When stdout cannot be written.
pub fn print(text: &str) -> anyhow::Result<()> {
    write_out(&printable(text))
}

fn write_out(text: &str) -> anyhow::Result<()> {
    if text.is_empty() {
        return Ok(());
    }
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes())?;
    if !text.ends_with('\n') {
        out.write_all(b"\n")?;
    }
    Ok(out.flush()?)
}

/// Prints a value on stdout as JSON.
///
/// # Errors
/// When stdout cannot be written.
pub fn print_json(value: &impl Serialize) -> anyhow::Result<()> {
    write_out(&printable_json(&serde_json::to_string_pretty(value)?))
}

/// Says something beside the answer, on stderr.
pub fn note(style: &TextStyle, text: &str) {
    // There is nobody to tell when stderr is closed.
    let _ = writeln!(std::io::stderr(), "{}", printable(&style.dim(text)));
}
