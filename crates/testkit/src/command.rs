//! The command `omoide` in a folder of its own, with a clock that stands still and ids from a seed: the real program, the
//! same each time. For the tests of the package that builds it.

use std::cell::Cell;
use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;
use tempfile::TempDir;

/// When the tests' first day is.
pub const DAY: &str = "2026-01-20T14:30:00+09:00";

/// The program `omoide` that cargo has built for the test that runs.
///
/// # Panics
/// When the test is not where cargo puts tests.
pub fn program() -> PathBuf {
    // `target/debug/deps/TEST` runs beside `target/debug/omoide`.
    let test = std::env::current_exe().expect("a test knows its own file");
    let folder = test.ancestors().nth(2).expect("cargo puts tests two folders deep");
    folder.join(format!("omoide{}", std::env::consts::EXE_SUFFIX))
}

/// The program with nothing in its environment but where it is at home, where its memory is, and the time.
pub fn command(home: &Path, data: &Path, now: &str) -> Command {
    let mut command = Command::new(program());
    command
        .env_clear()
        .env("HOME", home)
        .env("PATH", "/usr/bin:/bin:/usr/sbin:/sbin")
        .env("OMOIDE_DATA_DIR", data)
        .env("OMOIDE_NOW", now)
        .env("LANG", "C")
        .env(PATIENCE.0, PATIENCE.1);
    command
}

/// A machine that runs tests is busier than one that waits for a person: nothing is left out because it is late.
pub const PATIENCE: (&str, &str) = ("OMOIDE__PRIME__DEADLINE_MS", "60000");

/// A folder of its own to run commands in, which goes with the test.
pub struct CommandSandbox {
    folder: TempDir,
    day: String,
    seed: Cell<u64>,
}

/// What a command said.
#[derive(Debug)]
pub struct CommandAnswer {
    /// Stdout.
    pub out: String,
    /// Stderr.
    pub err: String,
    /// The exit code.
    pub code: i32,
}

impl CommandAnswer {
    /// Stdout of a command that went well.
    ///
    /// # Panics
    /// When it failed.
    #[track_caller]
    pub fn ok(self) -> String {
        assert_eq!(self.code, 0, "{}\n{}", self.out, self.err);
        self.out
    }

    /// Stdout of a command that went well, as JSON.
    ///
    /// # Panics
    /// When it failed, or said something else.
    #[track_caller]
    pub fn json(self) -> Value {
        serde_json::from_str(&self.ok()).expect("JSON")
    }

    /// Stderr of a command that failed with this code.
    ///
    /// # Panics
    /// When it did not.
    #[track_caller]
    pub fn fails(self, code: i32) -> String {
        assert_eq!(self.code, code, "{}\n{}", self.out, self.err);
        self.err
    }

    /// Everything that was said, for a snapshot.
    pub fn all(&self) -> String {
        format!("exit {}\n--- stdout\n{}--- stderr\n{}", self.code, self.out, self.err)
    }
}

impl Default for CommandSandbox {
    fn default() -> Self {
        Self::new()
    }
}

impl CommandSandbox {
    /// An empty folder on the first day.
    pub fn new() -> Self {
        Self::on(DAY)
    }

    /// An empty folder at that time.
    ///
    /// # Panics
    /// When no folder can be made.
    pub fn on(day: &str) -> Self {
        let mut builder = tempfile::Builder::new();
        // As the program makes the folder of a memory; others may look into what tests are given otherwise.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
        let folder = builder.tempdir().expect("a temporary folder");
        Self { folder, day: day.to_owned(), seed: Cell::new(0) }
    }

    /// With three memories of the first day.
    pub fn with_memories() -> Self {
        let sandbox = Self::new();
        for (minute, text) in [
            (0, "We decided to use SQLite for the store, because one file is easy to keep."),
            (1, "今日は娘の誕生日。公園でケーキを食べて、本当にうれしかった！"),
            (2, "The weather is nice today."),
        ] {
            // As they would be understood in talk: what is stored on purpose does not fade within a test.
            let words = ["remember", text, "--set", "encode.lasting=false"];
            sandbox.at(&format!("2026-01-20T14:3{minute}:00+09:00"), &words).ok();
        }
        sandbox
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// A file in the folder.
    pub fn file(&self, name: &str) -> PathBuf {
        self.path().join(name)
    }

    /// The store's file.
    pub fn store(&self) -> PathBuf {
        self.file("omoide.db")
    }

    /// The command on the sandbox's day.
    pub fn omoide<S: AsRef<OsStr>>(&self, arguments: &[S]) -> CommandAnswer {
        self.run(self.command(arguments), None)
    }

    /// The command at that time.
    pub fn at(&self, now: &str, arguments: &[&str]) -> CommandAnswer {
        let mut command = self.command(arguments);
        command.env("OMOIDE_NOW", now);
        self.run(command, None)
    }

    /// The command with something on stdin.
    pub fn piped(&self, arguments: &[&str], stdin: &[u8]) -> CommandAnswer {
        self.run(self.command(arguments), Some(stdin))
    }

    /// The command with more in its environment.
    pub fn with(&self, environment: &[(&str, &str)], arguments: &[&str]) -> CommandAnswer {
        let mut command = self.command(arguments);
        command.envs(environment.iter().copied());
        self.run(command, None)
    }

    /// The command on a terminal, with what a person types there; what it says comes together, as on a screen.
    ///
    /// # Panics
    /// Where there is no `script` (util-linux) to make a terminal.
    #[cfg(target_os = "linux")]
    pub fn on_a_terminal(&self, environment: &[(&str, &str)], arguments: &[&str], typed: &str) -> CommandAnswer {
        let inner = self.command(arguments);
        let quoted = |word: &OsStr| format!("'{}'", word.to_string_lossy().replace('\'', "'\\''"));
        let words: Vec<String> = std::iter::once(inner.get_program()).chain(inner.get_args()).map(quoted).collect();
        let mut command = Command::new("script");
        command.env_clear().args(["-q", "-e", "-E", "never", "-c", &words.join(" "), "/dev/null"]);
        command.envs(inner.get_envs().filter_map(|(name, value)| Some((name, value?))));
        command.env("SHELL", "/bin/sh").env("NO_COLOR", "1").envs(environment.iter().copied());
        let answer = self.run(command, Some(typed.as_bytes()));
        CommandAnswer { out: answer.out.replace("\r\n", "\n"), ..answer }
    }

    /// The command, not run yet.
    pub fn command<S: AsRef<OsStr>>(&self, arguments: &[S]) -> Command {
        // Commands of one moment must not give the same ids.
        self.seed.set(self.seed.get() + 1);
        let mut command = command(self.path(), self.path(), &self.day);
        command.args(arguments).env("OMOIDE_SEED", self.seed.get().to_string());
        command
    }

    /// Runs a command to its end; the folder's name is left out of what it says.
    ///
    /// # Panics
    /// When it cannot be run, is killed, or says what is not UTF-8.
    pub fn run(&self, mut command: Command, stdin: Option<&[u8]>) -> CommandAnswer {
        command.stdin(if stdin.is_some() { Stdio::piped() } else { Stdio::null() });
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the command runs");
        let pipe = child.stdin.take();
        let output = std::thread::scope(|scope| {
            if let (Some(mut pipe), Some(bytes)) = (pipe, stdin) {
                // A command that needs no more closes the pipe early.
                scope.spawn(move || pipe.write_all(bytes));
            }
            child.wait_with_output().expect("the command ends")
        });
        let text =
            |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8").replace(&*self.path().to_string_lossy(), "<dir>");
        CommandAnswer {
            out: text(output.stdout),
            err: text(output.stderr),
            code: output.status.code().expect("an exit code"),
        }
    }

    /// The only backup.
    ///
    /// # Panics
    /// When there is none.
    pub fn backup_file(&self) -> PathBuf {
        let mut files = std::fs::read_dir(self.file("backups")).expect("a folder");
        files.next().expect("a backup").expect("a file").path()
    }

    /// The names of the files in the folder, and in those below it, that hold a text.
    pub fn holders(&self, text: &str) -> Vec<String> {
        holders_below(self.path(), text)
    }

    /// How many memories there are.
    ///
    /// # Panics
    /// When they cannot be listed.
    pub fn count(&self) -> u64 {
        self.omoide(&["list", "--json"]).json()["total"].as_u64().expect("a number")
    }
}

fn holders_below(folder: &Path, text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(holders_below(&path, text));
        } else if std::fs::read(&path).is_ok_and(|bytes| bytes.windows(text.len()).any(|part| part == text.as_bytes()))
        {
            found.push(path.file_name().expect("a name").to_string_lossy().into_owned());
        }
    }
    found
}
