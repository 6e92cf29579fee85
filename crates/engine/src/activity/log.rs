//! A line that someone adds: checked, and without secrets.

use omoide_core::ports::TakenCount;
use omoide_core::{ActivityFields, ActivityPointer, ActivityType, Moment, NewActivity};

use crate::redaction::{Redactor, TakenKinds};
use crate::{Error, Mind};

/// The most bytes of a name: of a person, a channel, a tool or a task.
const LONGEST_NAME: usize = 1024;

/// How many days a line may be ahead of the clock: two machines do not have the same time.
const MOST_DAYS_AHEAD: f64 = 1.0;

/// What became of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoggedActivity {
    /// Where it is.
    pub pointer: ActivityPointer,
    /// How many secrets of each kind were taken out of its texts and names.
    pub taken: Vec<TakenCount>,
}

impl Mind<'_> {
    /// Adds a line to the activity log. Secrets, own blocks and private parts are taken out first.
    ///
    /// # Errors
    /// [`Error::BareActivity`], [`Error::ActivityTime`], [`Error::TextTooLong`], [`Error::NulInText`], or when the store
    /// fails; nothing was added then.
    pub fn log_activity(&self, line: NewActivity) -> Result<LoggedActivity, Error> {
        self.check_activity(&line)?;
        let mut taken = TakenKinds::new();
        let fields = clean(self.engine.redactor(), line.fields, &mut taken);
        let line = NewActivity { fields, ..line };
        check_words(&line)?;
        let (date, number) = self.write(|w| Ok(w.log_activity(&self.name, &line, None)?))?;
        Ok(LoggedActivity { pointer: ActivityPointer { date, lines: Some(number..=number) }, taken })
    }

    /// Adds lines about what failed, each with its time, and keeps a mark with them, see [`Mind::mark`].
    ///
    /// # Errors
    /// When the store fails; nothing was added then.
    pub fn log_errors(&self, failures: &[(Moment, String)], mark: (&str, &str)) -> Result<(), Error> {
        let redactor = self.engine.redactor();
        let line = |(at, message): &(Moment, String)| NewActivity {
            at: *at,
            what: ActivityType::Error,
            fields: ActivityFields {
                content: redactor.text(message, &mut TakenKinds::new()),
                ..ActivityFields::default()
            },
        };
        let lines: Vec<NewActivity> = failures.iter().map(line).collect();
        self.write(|w| {
            for line in &lines {
                w.log_activity(&self.name, line, None)?;
            }
            self.keep_mark_within(w, mark.0, mark.1)
        })
    }

    fn check_activity(&self, line: &NewActivity) -> Result<(), Error> {
        let now = self.now();
        if line.at.unix_micros() < 0 || line.at.days_since(now) > MOST_DAYS_AHEAD {
            return Err(Error::ActivityTime { at: line.at, now });
        }
        let ActivityFields { content, summary, from, to, channel, tool, via, task_name, exit_code: _ } = &line.fields;
        let limit = self.parameters().encode.max_text_bytes as usize;
        let lengths = [(content.len() + summary.len(), limit)];
        let names = [from, to, channel, tool, via, task_name].map(|name| (name.len(), LONGEST_NAME));
        if let Some((bytes, limit)) = lengths.into_iter().chain(names).find(|(bytes, limit)| bytes > limit) {
            return Err(Error::TextTooLong { bytes, limit });
        }
        let mut texts = [content, summary, from, to, channel, tool, via, task_name].into_iter();
        match texts.find_map(|text| text.find('\0')) {
            Some(offset) => Err(Error::NulInText { offset }),
            None => Ok(()),
        }
    }
}

/// A round may begin and end without a word; everything else says something.
fn check_words(line: &NewActivity) -> Result<(), Error> {
    let may_be_bare = matches!(line.what, ActivityType::HeartbeatStart | ActivityType::HeartbeatEnd);
    if line.fields == ActivityFields::default() && !may_be_bare {
        return Err(Error::BareActivity { what: line.what });
    }
    Ok(())
}

fn clean(redactor: Redactor<'_>, fields: ActivityFields, taken: &mut TakenKinds) -> ActivityFields {
    let mut name = |name: &str| redactor.name(name.trim(), taken).into_owned();
    let [from, to, channel] = [&fields.from, &fields.to, &fields.channel].map(|text| name(text));
    let [tool, via, task_name] = [&fields.tool, &fields.via, &fields.task_name].map(|text| name(text));
    let [content, summary] = [&fields.content, &fields.summary].map(|text| redactor.text(text, taken));
    ActivityFields { content, from, to, channel, tool, via, summary, task_name, exit_code: fields.exit_code }
}
