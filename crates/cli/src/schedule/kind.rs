//! The schedulers, and which one this machine has.

use std::path::Path;

use clap::ValueEnum;
use clap::builder::PossibleValue;

/// A scheduler.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SchedulerKind {
    /// A line in the person's crontab.
    Cron,
    /// A timer of the person's systemd.
    Systemd,
    /// An agent of macOS's launchd.
    Launchd,
    /// A task of Windows' scheduler.
    Windows,
}

impl SchedulerKind {
    /// Every scheduler.
    pub const ALL: [Self; 4] = [Self::Cron, Self::Systemd, Self::Launchd, Self::Windows];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Cron => "cron",
            Self::Systemd => "systemd",
            Self::Launchd => "launchd",
            Self::Windows => "windows",
        }
    }

    /// Those that a machine of this system may have, the first choice first.
    pub fn of_system(system: &str, has_systemd: bool) -> Vec<Self> {
        match system {
            "windows" => vec![Self::Windows],
            "macos" => vec![Self::Launchd, Self::Cron],
            _ if has_systemd => vec![Self::Systemd, Self::Cron],
            _ => vec![Self::Cron, Self::Systemd],
        }
    }

    /// Those that this machine may have, the first choice first.
    pub fn of_this_machine() -> Vec<Self> {
        Self::of_system(std::env::consts::OS, Path::new("/run/systemd/system").is_dir())
    }
}

impl ValueEnum for SchedulerKind {
    fn value_variants<'a>() -> &'a [Self] {
        &Self::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.name()))
    }
}
