//! A page of the documentation at work: its examples one after another, on a machine of their own.

use std::ffi::OsStr;
use std::fmt::Write as _;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Stdio};

use omoide_testkit::command::CommandSandbox;
use omoide_testkit::fake_provider::{FakeProvider, KEY};
use omoide_testkit::markdown::{FencedBlock, PagePiece, pieces};
use omoide_testkit::tidy;

use crate::server::Serving;

/// Where the pages have the server.
const ADDRESS: &str = "127.0.0.1:8777";

/// A session file of Claude Code.
const SESSION: &str = include_str!("../fixtures/session.jsonl");

/// The program is built already, so that cargo has nothing to do; it must be called as cargo could be.
const CARGO: &str = "#!/bin/sh
case \"$*\" in
'install --path crates/cli --locked' | 'uninstall omoide-cli') ;;
*) echo \"cargo was called with: $*\" >&2; exit 1 ;;
esac
";

/// A crontab program over a file.
const CRONTAB: &str = "#!/bin/sh
case \"$1\" in
-l) if [ -f \"$HOME/crontab\" ]; then cat \"$HOME/crontab\"; else echo 'no crontab for tester' >&2; exit 1; fi ;;
-r) rm \"$HOME/crontab\" ;;
-) cat > \"$HOME/crontab\" ;;
esac
";

/// Where a page's memory lies, and what time it is there.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Machine {
    /// In the folders that a person's memory has by default, on the tests' first day, with nothing in it.
    Fresh,
    /// The same, with one memory of the day before yesterday and the nights since.
    Lived,
    /// At the time that it is, with sixty other memories: servers look at the clock.
    Clocked,
}

/// A page at work.
pub struct Page {
    sandbox: CommandSandbox,
    machine: Machine,
    path: String,
    lang: &'static str,
    /// The server that listens at the address of the pages; there is one at a time.
    serving: Option<Serving>,
    /// Who answers instead of a provider on the network.
    provider: FakeProvider,
}

/// What of a page was run. The numbers are written down with each page: a block that is lost would pass unnoticed.
#[derive(PartialEq, Eq, Debug, Default)]
pub struct Ran {
    /// How many blocks were run or parsed.
    pub blocks: usize,
    /// How many of them have a block that says what they answer.
    pub compared: usize,
}

impl Page {
    /// A machine for a page: with Claude Code's sessions, a project and the files that examples name.
    pub fn new(path: &str, machine: Machine) -> Self {
        let sandbox = CommandSandbox::new();
        let lang = if path.contains(".ja.") || path.contains("/ja/") { "ja" } else { "en" };
        let page =
            Self { sandbox, machine, path: path.to_owned(), lang, serving: None, provider: FakeProvider::start() };
        page.furnish();
        match machine {
            Machine::Fresh => {}
            Machine::Lived => {
                page.tell(
                    "{\"said\": \"The printer jams when it is humid.\", \"at\": \"2026-01-18T12:00:00+09:00\"}\n",
                );
                page.shell("omoide sleep");
            }
            Machine::Clocked => page.tell(&crowd_lines()),
        }
        page
    }

    fn furnish(&self) {
        let folder = self.sandbox.path();
        for below in ["bin", "home/.claude/projects/-w-garden", "home/backup/.claude/projects/-w-garden", "home/garden"]
        {
            std::fs::create_dir_all(folder.join(below)).expect("a folder");
        }
        symlink(env!("CARGO_BIN_EXE_omoide"), folder.join("bin/omoide")).expect("a link");
        for (name, text) in [("cargo", CARGO), ("crontab", CRONTAB)] {
            let path = folder.join("bin").join(name);
            std::fs::write(&path, text).expect("written");
            std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).expect("set");
        }
        let turn = "{\"said\": \"The boiler is serviced every May.\", \"replied\": \"Noted.\", \"uid\": \"turn-1\"}\n";
        for (name, text) in [
            ("home/.claude/projects/-w-garden/session.jsonl", SESSION),
            ("home/backup/.claude/projects/-w-garden/session.jsonl", SESSION),
            ("home/garden/session.jsonl", SESSION),
            ("home/garden/turns.jsonl", turn),
            ("home/garden/key.txt", KEY),
        ] {
            std::fs::write(folder.join(name), text).expect("written");
        }
        if self.path.contains("claude-code") {
            std::fs::write(folder.join("home/garden/.omoide"), "mind = \"work\"\n").expect("written");
        }
        let project = "git init -q . && git -c user.name=a -c user.email=a@example.org commit -q --allow-empty -m 'We ship on Friday'";
        self.shell(project);
    }

    /// Runs the blocks of a page, and compares what they say with what the page says; the first lines of those in
    /// `left` are left out.
    pub fn run(&mut self, text: &str, left: &[&str]) -> Ran {
        if text.contains("./my-encoder") {
            self.bring_encoder();
        }
        let mut ran = Ran::default();
        // What the last script said, as long as nothing has followed it.
        let mut said: Option<(&str, String)> = None;
        for piece in pieces(text) {
            let block = match piece {
                PagePiece::Block(block) => block,
                PagePiece::Line("") => continue,
                PagePiece::Line(_) => {
                    said = None;
                    continue;
                }
            };
            let is_left = left.contains(&block.text.lines().next().unwrap_or_default());
            if is_left && block.language != "text" {
                said = None;
                continue;
            }
            if block.language == "text" {
                let Some((script, said)) = said.take() else { continue };
                for line in block.text.lines() {
                    assert!(is_said(&said, line.trim()), "{script}\n{line}\n{said}");
                }
                ran.compared += 1;
                continue;
            }
            said = None;
            match block.language {
                "sh" => said = Some((block.text, self.script(block.text))),
                "console" => {
                    let seen = self.session(block.text);
                    if seen != block.text && is_blessing() {
                        self.bless(block.text, &seen);
                    } else {
                        assert_eq!(seen, block.text, "the page and the program differ");
                    }
                    ran.compared += 1;
                }
                "json" => self.json(block),
                "toml" => drop(block.text.parse::<toml::Table>().expect("TOML")),
                "python" => self.python(block.text),
                // The documentation tests of the engine run it; see the test below.
                "rust" => {}
                other => panic!("nobody runs a block of {other:?}:\n{}", block.text),
            }
            ran.blocks += 1;
        }
        ran
    }

    /// A sentence encoder in the folder that pages call `my-encoder`.
    fn bring_encoder(&self) {
        let folder = self.sandbox.file("home/garden/my-encoder");
        std::fs::create_dir_all(&folder).expect("a folder");
        let encoder = omoide_testkit::models::real_model("all-MiniLM-L6-v2");
        for file in std::fs::read_dir(encoder).expect("a folder").flatten() {
            symlink(file.path(), folder.join(file.file_name())).expect("a link");
        }
    }

    fn script(&mut self, script: &str) -> String {
        if let Some(arguments) = script.trim().strip_prefix("omoide serve") {
            return self.serve(arguments);
        }
        if script.contains(ADDRESS) && self.serving.is_none() {
            self.serve("--no-nights");
        }
        self.shell(script)
    }

    /// Starts a server in the place of the one before; what it says at first.
    pub fn serve(&mut self, arguments: &str) -> String {
        let arguments: Vec<String> = arguments.split_whitespace().map(|word| word.replace(":8777", ":0")).collect();
        let mut words = vec!["serve"];
        words.extend(arguments.iter().map(String::as_str));
        if !words.contains(&"--listen") {
            words.extend(["--listen", "127.0.0.1:0"]);
        }
        self.serving = None;
        let mut command = Command::new(env!("CARGO_BIN_EXE_omoide"));
        command.args(words);
        let mut command = self.at_home(command);
        command.env("OMOIDE_LANG", "en");
        let serving = self.serving.insert(Serving::spawned(command));
        let (_, port) = serving.url.rsplit_once(':').expect("a port");
        format!("listening on {}", serving.url.replace(port, "8777"))
    }

    /// Stops the server, if one runs.
    pub fn stop(&mut self) {
        self.serving = None;
    }

    /// A command in the person's project, with nothing of this machine in its environment.
    fn at_home(&self, mut command: Command) -> Command {
        let folder = self.sandbox.path();
        for (name, value) in self.sandbox.command(&["serve"]).get_envs() {
            let Some(value) = value.and_then(OsStr::to_str) else { continue };
            command.env(name, value);
        }
        command
            .env("HOME", folder.join("home"))
            .env("PATH", format!("{}:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", folder.join("bin").display()))
            .env("OMOIDE_LANG", self.lang)
            .envs(["ANTHROPIC_API_KEY", "OPENAI_API_KEY", "OLLAMA_API_KEY", "OMOIDE_API_KEY"].map(|name| (name, KEY)))
            // A bench measures this program, here, and not for long.
            .env("OMOIDE", env!("CARGO_BIN_EXE_omoide"))
            .env("WORK", folder.join("bench"))
            .env("RUNS", "4")
            .env_remove("OMOIDE_DATA_DIR")
            .env_remove("OMOIDE_SEED")
            .current_dir(folder.join("home/garden"));
        if self.machine == Machine::Clocked {
            command.env_remove("OMOIDE_NOW");
        }
        command
    }

    /// What a script of a page is on this machine: the same, with the addresses of the test's own servers.
    fn placed(&self, script: &str) -> String {
        let server = self.serving.as_ref().map_or(ADDRESS, Serving::address).replace("0.0.0.0", "127.0.0.1");
        let provider = self.provider.address();
        let root = tidy::root();
        script
            .replace(ADDRESS, &server)
            .replace("http://127.0.0.1:8080", provider)
            .replace("_API_KEY=…", &format!("_API_KEY={KEY}"))
            .replace("provider test anthropic", &format!("provider test anthropic --base-url {provider}"))
            .replace("provider use anthropic", &format!("provider use anthropic --base-url {provider}"))
            .replace("provider use openai", &format!("provider use openai --base-url {provider}/v1"))
            .replace("provider use ollama", &format!("provider use ollama --base-url {provider}"))
            .replace("secret-tool lookup service openai", &format!("echo {KEY}"))
            .replace("security find-generic-password -s openai -w", &format!("echo {KEY}"))
            .replace("benches/", &format!("{}/benches/", root.display()))
    }

    fn shell(&self, script: &str) -> String {
        let mut command = Command::new("sh");
        command.args(["-euc", &self.placed(script)]).stdin(Stdio::null());
        let output = self.at_home(command).output().expect("sh runs");
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success(), "{script}\n{said}\n{}", String::from_utf8_lossy(&output.stderr));
        said
    }

    /// A session at a terminal: each command with all that it says.
    fn session(&self, session: &str) -> String {
        let mut seen = String::new();
        for line in session.lines() {
            let Some(script) = line.strip_prefix("$ ") else { continue };
            writeln!(seen, "{line}").expect("a string takes it");
            seen += &self.shell(&format!("{{ {script}\n}} 2>&1")).replace(&*self.home(), "~");
        }
        seen
    }

    /// Writes into the page what the program says today.
    fn bless(&self, before: &str, seen: &str) {
        let path = tidy::root().join(&self.path);
        let text = std::fs::read_to_string(&path).expect("a page");
        std::fs::write(path, text.replace(before, seen)).expect("written");
    }

    fn home(&self) -> String {
        self.sandbox.file("home").to_string_lossy().into_owned()
    }

    /// A server of MCP that is named to an agent answers as one.
    fn json(&self, block: FencedBlock<'_>) {
        let value: serde_json::Value = serde_json::from_str(block.text).expect("JSON");
        let server = &value["mcpServers"]["omoide"];
        let Some(program) = server["command"].as_str() else { return };
        let hello = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-06-18\",\
                     \"capabilities\":{},\"clientInfo\":{\"name\":\"test\",\"version\":\"1\"}}}";
        let arguments: Vec<&str> =
            server["args"].as_array().into_iter().flatten().filter_map(|word| word.as_str()).collect();
        let said = self.shell(&format!("echo '{hello}' | {program} {}", arguments.join(" ")));
        assert!(said.contains("\"serverInfo\""), "{said}");
    }

    /// Runs a script with the client library that it imports, against a server with a key.
    fn python(&self, script: &str) {
        let sandbox = CommandSandbox::new();
        let key = sandbox.omoide(&["keys", "create", "page", "--right", "admin"]).ok();
        let serving = Serving::start(&sandbox, &["--no-nights"]);
        let script = script.replace("omo_…", key.trim()).replace(ADDRESS, serving.address());
        let mut command = Command::new(omoide_testkit::clients::python());
        let output = command.args(["-c", &script]).env("MEM0_TELEMETRY", "false").output().expect("python runs");
        assert!(output.status.success(), "{script}\n{}", String::from_utf8_lossy(&output.stderr));
        assert!(sandbox.count() > 0, "it remembered nothing: {script}");
    }

    fn tell(&self, lines: &str) {
        std::fs::write(self.sandbox.file("home/told.jsonl"), lines).expect("written");
        self.shell("omoide remember --jsonl < ~/told.jsonl && rm ~/told.jsonl");
    }

    /// The files below the person's home whose path has this in it.
    pub fn files_named(&self, part: &str) -> Vec<String> {
        let found = self.shell("find ~ -type f -o -type d -o -type l");
        found.lines().filter(|path| path.contains(part)).map(str::to_owned).collect()
    }
}

/// Sixty things that were told over the sixty days before the tests' first, a line each.
pub fn crowd_lines() -> String {
    let first: jiff::civil::Date = "2025-11-20".parse().expect("a date");
    let line = |(day, said): (i64, &&str)| {
        let day = first.saturating_add(jiff::Span::new().days(day));
        format!("{}\n", serde_json::json!({ "said": said, "at": format!("{day}T12:00:00+09:00") }))
    };
    (0..).zip(&omoide_testkit::crowd::TOLD).map(line).collect()
}

#[expect(clippy::disallowed_methods, reason = "blessing is a wish of the person who runs the test")]
fn is_blessing() -> bool {
    std::env::var("OMOIDE_BLESS").is_ok_and(|wish| wish == "1")
}

/// Whether a program of the repository is there and can be run.
pub fn is_program(path: &str) -> bool {
    let path = tidy::root().join(path);
    path.metadata().is_ok_and(|file| file.is_file() && file.permissions().mode() & 0o111 != 0)
}

/// Whether a line of a page was said: its parts in their order in one line, and anything where it has dots.
pub fn is_said(said: &str, line: &str) -> bool {
    said.lines().any(|said| {
        let mut rest = Some(said);
        for part in line.split('…').map(str::trim) {
            rest = rest.and_then(|rest| rest.split_once(part)).map(|(_, after)| after);
        }
        rest.is_some()
    })
}

/// The pages of the repository that people read, by path.
pub fn pages() -> Vec<tidy::TextFile> {
    let mut pages: Vec<_> = tidy::text_files(&tidy::root());
    let is_page = |path: &str| {
        let is_readme = !path.contains('/') && path.starts_with("README");
        Path::new(path).extension().is_some_and(|kind| kind == "md") && (is_readme || path.starts_with("docs/"))
    };
    pages.retain(|file| is_page(&file.path));
    pages
}
