//! Nights without a daemon: the system's own scheduler runs `omoide sleep` every day.
//!
//! What a scheduler is told is a [`Plan`](plan::Plan): files, a line of a crontab, and commands. It is made without
//! looking at the machine, and done by [`carry_out`].

pub mod carry_out;
pub mod cron;
pub mod kind;
pub mod launchd;
pub mod plan;
pub mod systemd;
#[cfg(test)]
mod tests;
pub mod windows;
