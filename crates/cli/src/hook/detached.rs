//! Programs that go on when the hook and its host are gone.

use std::io;
use std::process::{Command, Stdio};

use omoide_home::Home;
use omoide_home::hook::HookWord;

/// Starts a hidden command of ours on the same memory and leaves it alone: it is in a group of its own, has nothing of
/// the host's open, and is nobody's child once the hook has ended.
///
/// # Errors
/// When it cannot be started.
pub fn start(word: HookWord, home: &Home) -> io::Result<()> {
    let mut command = Command::new(std::env::current_exe()?);
    command.args(["hook", word.name(), "--mind", home.mind.as_str()]);
    command.args(["--profile", &home.sources.profile]);
    command.arg("--data-dir").arg(std::path::absolute(&home.data_dir)?);
    // Naming the folder would otherwise mean the file in it.
    if home.sources.file.is_file() {
        command.arg("--config").arg(std::path::absolute(&home.sources.file)?);
    }
    for setting in &home.sources.flags {
        command.args(["--set", setting]);
    }
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    // A project's folder can be removed while it runs.
    if home.data_dir.is_dir() {
        command.current_dir(&home.data_dir);
    }
    apart(&mut command);
    command.spawn().map(drop)
}

#[cfg(unix)]
fn apart(command: &mut Command) {
    std::os::unix::process::CommandExt::process_group(command, 0);
}

#[cfg(windows)]
fn apart(command: &mut Command) {
    // A process without a console, in a group of its own.
    const DETACHED_PROCESS: u32 = 0x8;
    const CREATE_NEW_PROCESS_GROUP: u32 = 0x200;
    std::os::windows::process::CommandExt::creation_flags(command, DETACHED_PROCESS | CREATE_NEW_PROCESS_GROUP);
}

#[cfg(not(any(unix, windows)))]
fn apart(_: &mut Command) {}
