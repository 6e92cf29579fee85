//! What a scheduler is told, as data.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use super::kind::SchedulerKind;
use super::{cron, launchd, systemd, windows};

/// What every file and line of ours says, before the time; so it is known as ours.
pub const MARK: &str = "Omoide: nights at ";

/// A time of the day.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct At {
    /// The hour, 0 to 23.
    pub hour: u32,
    /// The minute, 0 to 59.
    pub minute: u32,
}

/// What is run, and when.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Job {
    /// What it is called: letters, digits and `-` alone.
    pub name: String,
    /// The program and its arguments.
    pub words: Vec<String>,
    /// When.
    pub at: At,
}

/// What has to be known of the machine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Machine {
    /// The person's home.
    pub home: PathBuf,
    /// The folder of the person's configuration.
    pub config_home: PathBuf,
    /// The folder of our own data.
    pub data_dir: PathBuf,
    /// The person's number, where the system has numbers.
    pub user_id: u32,
}

/// A file as it should be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlannedFile {
    /// Where.
    pub path: PathBuf,
    /// What it says.
    pub text: String,
    /// How it is written.
    pub encoding: Encoding,
}

/// How a file is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Encoding {
    /// As usual.
    Utf8,
    /// In two bytes a unit, with a mark at the beginning, as Windows' scheduler wants it.
    Utf16,
}

/// A command that tells the scheduler.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SchedulerCall {
    /// The program and its arguments.
    pub words: Vec<String>,
    /// Whether it is enough to have tried.
    pub may_fail: bool,
}

/// What a scheduler is told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SchedulePlan {
    /// Which scheduler.
    pub kind: SchedulerKind,
    /// The files.
    pub files: Vec<PlannedFile>,
    /// The line of the crontab.
    pub line: Option<String>,
    /// What is called once the files are there.
    pub on: Vec<SchedulerCall>,
    /// What is called before they go.
    pub off: Vec<SchedulerCall>,
    /// What is called after they are gone.
    pub after_off: Vec<SchedulerCall>,
}

impl SchedulePlan {
    /// The plan for a job.
    pub fn of(kind: SchedulerKind, job: &Job, machine: &Machine) -> Self {
        match kind {
            SchedulerKind::Cron => cron::plan(job),
            SchedulerKind::Systemd => systemd::plan(job, machine),
            SchedulerKind::Launchd => launchd::plan(job, machine),
            SchedulerKind::Windows => windows::plan(job, machine),
        }
    }
}

impl SchedulerCall {
    /// A command that must succeed.
    pub fn must(words: &[&str]) -> Self {
        Self { words: words.iter().map(|word| (*word).to_owned()).collect(), may_fail: false }
    }

    /// A command that may fail, since what it does may be done already.
    pub fn may(words: &[&str]) -> Self {
        Self { may_fail: true, ..Self::must(words) }
    }
}

impl PlannedFile {
    /// Its bytes.
    pub fn bytes(&self) -> Vec<u8> {
        match self.encoding {
            Encoding::Utf8 => self.text.clone().into_bytes(),
            Encoding::Utf16 => {
                let marked = format!("\u{feff}{}", self.text);
                marked.encode_utf16().flat_map(u16::to_le_bytes).collect()
            }
        }
    }

    /// What some bytes say that were written this way.
    pub fn read(&self, bytes: &[u8]) -> String {
        match self.encoding {
            Encoding::Utf8 => String::from_utf8_lossy(bytes).into_owned(),
            Encoding::Utf16 => {
                let units: Vec<u16> = bytes.chunks_exact(2).map(|two| u16::from_le_bytes([two[0], two[1]])).collect();
                String::from_utf16_lossy(&units).trim_start_matches('\u{feff}').to_owned()
            }
        }
    }
}

/// The time that a text of ours names.
pub fn time_in(text: &str) -> Option<At> {
    let after = text.split_once(MARK)?.1;
    after.get(..5)?.parse().ok()
}

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}:{:02}", self.hour, self.minute)
    }
}

impl FromStr for At {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let number = |part: &str, below: u32| {
            let is_short = (1..=2).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit());
            part.parse().ok().filter(|number: &u32| is_short && *number < below)
        };
        let (hour, minute) = text.split_once(':').ok_or("HH:MM")?;
        let (Some(hour), Some(minute)) = (number(hour, 24), number(minute, 60)) else { return Err("HH:MM".into()) };
        Ok(Self { hour, minute })
    }
}
