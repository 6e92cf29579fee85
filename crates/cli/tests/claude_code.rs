//! Sessions with Claude Code itself, against an API that answers one sentence: what reaches the agent is read in the
//! requests that the host sends.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use omoide_testkit::command::PATIENCE;
use omoide_testkit::hosts::{FakeMessages, claude_code};
use serde_json::Value;
use tempfile::TempDir;

/// A machine where Claude Code and Omoide are installed.
struct Machine {
    folder: TempDir,
    api: FakeMessages,
}

impl Machine {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        for below in ["home", "home/garden", "home/checkout", "data"] {
            fs::create_dir_all(folder.path().join(below)).expect("made");
        }
        let machine = Self { folder, api: FakeMessages::start() };
        let installed = machine.omoide(&["install", "claude-code"]);
        assert!(installed.contains(".claude/settings.json: created"), "{installed}");
        machine
    }

    fn home(&self) -> PathBuf {
        self.folder.path().join("home")
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    /// Nothing of this machine, and nothing that leaves it.
    fn alone(&self, mut command: Command) -> Command {
        let programs = Path::new(env!("CARGO_BIN_EXE_omoide")).parent().expect("a folder");
        command
            .env_clear()
            .env("HOME", self.home())
            .env("PATH", format!("{}:/usr/local/bin:/usr/bin:/bin", programs.display()))
            .env("LANG", "C.UTF-8")
            .env("OMOIDE_DATA_DIR", self.data())
            .env("ANTHROPIC_BASE_URL", self.api.url())
            .env("ANTHROPIC_API_KEY", "sk-ant-none")
            .env("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1")
            .env("DISABLE_TELEMETRY", "1")
            .env("DISABLE_AUTOUPDATER", "1")
            .env(PATIENCE.0, PATIENCE.1)
            .stdin(Stdio::null());
        command
    }

    #[track_caller]
    fn omoide(&self, arguments: &[&str]) -> String {
        let mut command = Command::new(env!("CARGO_BIN_EXE_omoide"));
        command.args(arguments);
        well(self.alone(command))
    }

    /// A session of one turn in a project; what the agent was sent, the system prompt and the tools left out.
    #[track_caller]
    fn session(&self, project: &str, said: &str) -> String {
        self.claude(project, &["-p", said]);
        self.sent_with(said)
    }

    /// The same in the session before, which is resumed.
    #[track_caller]
    fn resumed(&self, project: &str, said: &str) -> String {
        self.claude(project, &["-p", "--continue", said]);
        self.sent_with(said)
    }

    #[track_caller]
    fn claude(&self, project: &str, arguments: &[&str]) -> String {
        let mut command = Command::new(claude_code());
        command.args(arguments).current_dir(self.home().join(project));
        let said = well(self.alone(command));
        self.settle();
        said
    }

    /// What the agent was last sent with those words.
    #[track_caller]
    fn sent_with(&self, said: &str) -> String {
        let sent = self.api.take();
        let of_the_turn = |body: &&Value| body["messages"].to_string().contains(said);
        let body = sent.iter().rfind(of_the_turn).unwrap_or_else(|| panic!("nothing of the turn was sent: {sent:?}"));
        body["messages"].to_string()
    }

    /// Waits until everything that the hooks noted is remembered.
    fn settle(&self) {
        for _ in 0..600 {
            self.omoide(&["hook", "worker"]);
            let notes = fs::read_dir(self.data().join("spool")).into_iter().flatten().flatten();
            let is_held = fs::File::open(self.data().join("spool.lock")).is_ok_and(|lock| lock.try_lock().is_err());
            if !is_held && !notes.into_iter().any(|note| note.path().extension().is_some_and(|kind| kind == "json")) {
                return;
            }
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
        panic!("the spool is never worked off");
    }
}

/// What a command says that goes well.
#[track_caller]
fn well(mut command: Command) -> String {
    let output = command.output().expect("it runs");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{command:?}: {said}\n{}", String::from_utf8_lossy(&output.stderr));
    said
}

#[test]
fn three_sessions_with_the_real_host() {
    let machine = Machine::new();
    let told = "The staging server of the garden site is called hortensia. My dog Rex is five years old.";
    let first = machine.session("garden", told);
    assert!(!first.contains("<memories>"), "there is nothing to remember yet: {first}");

    let second = machine.session("garden", "What is the staging server of the garden site called?");
    assert!(second.contains("<memories>") && second.contains("hortensia"), "{second}");
    assert!(second.contains("SessionStart hook additional context: <memories>\\nwho: me"), "{second}");

    let elsewhere = machine.session("checkout", "Please restart the staging server.");
    assert!(!elsewhere.contains("hortensia"), "{elsewhere}");
    assert_eq!(fs::read_to_string(machine.data().join("hooks.log")).unwrap_or_default(), "", "no hook failed");
}

#[test]
fn both_blocks_stand_where_they_belong_also_when_a_session_is_resumed_and_compacted() {
    const STABLE: &str = "SessionStart hook additional context: <memories>\\nwho: me";
    const TURN: &str = "UserPromptSubmit hook additional context: <memories>";
    let machine = Machine::new();
    machine.session("garden", "We decided to deploy only on Tuesdays after Keiko approves. My dog Rex is ill.");
    let count = |sent: &str, words: &str| sent.matches(words).count();
    let second = machine.session("garden", "How is Rex doing?");
    assert_eq!((count(&second, STABLE), count(&second, TURN)), (1, 1), "{second}");
    assert!(second.find(STABLE) < second.find(TURN), "{second}");
    assert_eq!(count(&second, "Keiko approves"), 1, "{second}");

    // What goes on has both before it, and is told nothing twice.
    // The host compacts nothing before there is enough to be compacted.
    let is_compacted = (1..=12).any(|number| {
        let resumed = machine.resumed("garden", &format!("Number {number} is {}", "only a word ".repeat(100)));
        assert_eq!((count(&resumed, STABLE), count(&resumed, "Keiko approves")), (1, 1), "{resumed}");
        !machine.claude("garden", &["-p", "--continue", "/compact"]).contains("Not enough messages")
    });
    assert!(is_compacted);
    let compacted = machine.resumed("garden", "How is Rex, really?");
    assert_eq!(count(&compacted, "How is Rex doing?"), 0, "it was compacted away: {compacted}");
    assert_eq!((count(&compacted, STABLE), count(&compacted, TURN)), (1, 1), "{compacted}");
    assert!(compacted.find("/compact") < compacted.find(STABLE), "{compacted}");
    assert!(compacted.find("How is Rex, really?") < compacted.find(TURN), "{compacted}");
    assert_eq!(count(&compacted, "Keiko approves"), 1, "what counts as shown begins anew: {compacted}");
    assert_eq!(fs::read_to_string(machine.data().join("hooks.log")).unwrap_or_default(), "", "no hook failed");
}

#[test]
fn a_session_that_is_resumed_and_copied_unsays_and_doubles_nothing() {
    let machine = Machine::new();
    machine.session("garden", "My dog Rex is five years old.");
    for (flags, said) in [(&[][..], "Rex likes cheese."), (&["--fork-session"][..], "Rex is a brown dog.")] {
        let mut command = Command::new(claude_code());
        command.args(["-p", "--continue"]).args(flags).arg(said).current_dir(machine.home().join("garden"));
        assert_eq!(well(machine.alone(command)).trim(), "Understood.");
        machine.settle();
    }
    let listed: Value = serde_json::from_str(&machine.omoide(&["list", "--json", "--oldest-first"])).expect("JSON");
    let said: Vec<&str> =
        listed["memories"].as_array().expect("a list").iter().filter_map(|m| m["trigger"].as_str()).collect();
    assert_eq!(said, ["My dog Rex is five years old.", "Rex likes cheese.", "Rex is a brown dog."]);
}

#[test]
fn the_host_finds_no_fault_with_the_plugin_and_its_marketplace() {
    let machine = Machine::new();
    let root = omoide_testkit::tidy::root();
    for manifest in [root.join("plugin"), root] {
        let mut command = Command::new(claude_code());
        command.args(["plugin", "validate"]).arg(&manifest).current_dir(machine.home());
        let said = well(machine.alone(command));
        assert!(said.contains("Validation passed"), "{said}");
    }
}
