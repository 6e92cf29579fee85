//! The lines that are written by themselves, in the transaction of what they tell of.

use omoide_core::policy::night::DueNight;
use omoide_core::ports::store::Writer;
use omoide_core::{ActivityFields, ActivityType, Moment, NewActivity, Seq, Source, Turn};

use crate::redaction::{Redactor, TakenKinds};
use crate::{Error, Mind, Observation};

/// The task that nights are.
const NIGHT_TASK: &str = "sleep";

/// The most tools of one turn that have a line.
const MOST_TOOLS: usize = 100;

/// A tool that the agent used in a turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ToolUse {
    /// The tool's name.
    pub tool: String,
    /// What it was asked to do, in short: `Edit src/main.rs`.
    pub summary: String,
    /// When; at the time of the turn if that is not known.
    pub at: Option<Moment>,
}

/// The lines about the tools of a turn, without secrets.
pub(crate) fn tool_lines(redactor: Redactor<'_>, tools: &[ToolUse], taken: &mut TakenKinds) -> Vec<ActivityFields> {
    let fields = |used: &ToolUse| ActivityFields {
        tool: redactor.name(&used.tool, taken).into_owned(),
        summary: redactor.text(&used.summary, taken),
        ..ActivityFields::default()
    };
    tools.iter().take(MOST_TOOLS).map(fields).collect()
}

impl Mind<'_> {
    /// Writes the lines of a turn: what was said, the tools that were used, and the reply. What someone stores on purpose,
    /// or what nobody said, is a memory that was written.
    pub(crate) fn log_turn(
        &self,
        w: &mut dyn Writer,
        observation: &Observation,
        (turn, memory): (&Turn, Seq),
        tools: &[ActivityFields],
        now: Moment,
    ) -> Result<(), Error> {
        let latest = if now.unix_micros() < turn.at.unix_micros() { turn.at } else { now };
        // A transcript's clock may be another one: nothing of a turn happened before it was said, or is still to come.
        let within = |at: Option<Moment>| {
            let micros = at.unwrap_or(turn.at).unix_micros().clamp(turn.at.unix_micros(), latest.unix_micros());
            Moment::new(micros, turn.at.offset_seconds())
        };
        let mut add = |at, what, fields| w.log_activity(&self.name, &NewActivity { at, what, fields }, Some(memory));
        if observation.source != Source::Person || observation.is_on_purpose {
            add(turn.at, ActivityType::MemoryWrite, ActivityFields::default())?;
            return Ok(());
        }
        if !turn.said.is_empty() {
            add(turn.at, ActivityType::MessageReceived, ActivityFields::default())?;
        }
        for (used, fields) in observation.tools.iter().zip(tools) {
            add(within(used.at), ActivityType::ToolUse, fields.clone())?;
        }
        if !turn.replied.is_empty() {
            add(within(observation.replied_at), ActivityType::ResponseSent, ActivityFields::default())?;
        }
        Ok(())
    }

    /// Notes that something was written on purpose, by its name.
    pub(crate) fn log_memory_write(&self, w: &mut dyn Writer, at: Moment, summary: String) -> Result<(), Error> {
        let fields = ActivityFields { summary, ..ActivityFields::default() };
        w.log_activity(&self.name, &NewActivity { at, what: ActivityType::MemoryWrite, fields }, None)?;
        Ok(())
    }

    /// Notes that a night came to its end.
    pub(crate) fn log_night(&self, w: &mut dyn Writer, night: DueNight, now: Moment) -> Result<(), Error> {
        w.log_activity(&self.name, &run_of(night, now, 0, String::new()), None)?;
        Ok(())
    }

    /// Notes that a night failed, and why. If that cannot be noted either, there is nobody left to tell.
    pub(crate) fn log_failed_night(&self, night: DueNight, now: Moment, error: &Error) {
        let why = self.engine.redactor().text(&error.to_string(), &mut TakenKinds::new());
        let line = run_of(night, now, 1, why);
        let _ = self.write(|w| Ok(w.log_activity(&self.name, &line, None)?));
    }
}

fn run_of(night: DueNight, at: Moment, exit_code: i32, why: String) -> NewActivity {
    let fields = ActivityFields {
        content: why,
        summary: format!("night of {}", night.date),
        task_name: NIGHT_TASK.to_owned(),
        exit_code: Some(exit_code),
        ..ActivityFields::default()
    };
    NewActivity { at, what: ActivityType::CronExecuted, fields }
}
