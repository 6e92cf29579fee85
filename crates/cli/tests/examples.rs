//! The examples of the pages run as they are written, and say what the pages say, in a store that holds sixty other
//! memories.

mod server;

use std::ffi::OsStr;
use std::path::Path;
use std::process::Command;

use omoide_testkit::command::CommandSandbox;
use omoide_testkit::markdown::blocks;
use server::Serving;

/// Where the pages have the server.
const ADDRESS: &str = "127.0.0.1:8777";

/// A page at work: its blocks of shell one after another, in one folder.
struct Page {
    sandbox: CommandSandbox,
    /// The server that listens at the address of the pages; there is one at a time.
    serving: Option<Serving>,
}

/// What of a page was run. The numbers are written down with each page: a block that is lost would pass unnoticed.
#[derive(PartialEq, Eq, Debug)]
struct Ran {
    scripts: usize,
    /// How many of them have a block that says what they answer.
    compared: usize,
}

impl Page {
    fn new() -> Self {
        Self { sandbox: CommandSandbox::new(), serving: None }
    }

    /// With sixty other memories in its store.
    fn crowded() -> Self {
        let page = Self::new();
        crowd(&page.sandbox);
        page
    }

    /// Runs every block of shell that is wanted, and compares what it says with the block of text that follows it.
    fn run(&mut self, text: &str, is_wanted: impl Fn(&str) -> bool) -> Ran {
        let mut ran = Ran { scripts: 0, compared: 0 };
        // What the last script said, as long as no block has followed it.
        let mut said: Option<(&str, String)> = None;
        for block in blocks(text) {
            match block.language {
                "sh" if is_wanted(block.text) => {
                    said = Some((block.text, self.script(block.text)));
                    ran.scripts += 1;
                }
                "text" => {
                    let Some((script, said)) = said.take() else { continue };
                    for line in block.text.lines() {
                        assert!(is_said(&said, line.trim()), "{script}\n{line}\n{said}");
                    }
                    ran.compared += 1;
                }
                _ => said = None,
            }
        }
        ran
    }

    fn script(&mut self, script: &str) -> String {
        match script.trim().strip_prefix("omoide serve") {
            Some(arguments) => self.serve(arguments),
            None => self.shell(script),
        }
    }

    /// Starts a server in the place of the one before; what it says at first.
    fn serve(&mut self, arguments: &str) -> String {
        let arguments: Vec<String> = arguments.split_whitespace().map(|word| word.replace(":8777", ":0")).collect();
        let mut words = vec!["serve"];
        words.extend(arguments.iter().map(String::as_str));
        if !words.contains(&"--listen") {
            words.extend(["--listen", "127.0.0.1:0"]);
        }
        self.serving = None;
        let serving = self.serving.insert(Serving::spawned(now(self.sandbox.command(&words))));
        let (_, port) = serving.url.rsplit_once(':').expect("a port");
        format!("listening on {}", serving.url.replace(port, "8777"))
    }

    fn shell(&self, script: &str) -> String {
        let place = self.serving.as_ref().map_or(ADDRESS, Serving::address).replace("0.0.0.0", "127.0.0.1");
        let script = script.replace(ADDRESS, &place);
        let program = Path::new(env!("CARGO_BIN_EXE_omoide")).parent().expect("a folder");
        let mut command = Command::new("sh");
        for (name, value) in now(self.sandbox.command(&["serve"])).get_envs() {
            let Some(value) = value.and_then(OsStr::to_str) else { continue };
            let value = if name == "PATH" { format!("{}:{value}", program.display()) } else { value.to_owned() };
            command.env(name, value);
        }
        let output = command.args(["-euc", &script]).current_dir(self.sandbox.path()).output().expect("sh runs");
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success(), "{script}\n{said}\n{}", String::from_utf8_lossy(&output.stderr));
        said
    }
}

/// The command at the time that it is.
fn now(mut command: Command) -> Command {
    command.env_remove("OMOIDE_NOW").env_remove("OMOIDE_SEED");
    command
}

/// Whether a line of a page was said: its parts in their order in one line, and anything where it has dots.
fn is_said(said: &str, line: &str) -> bool {
    said.lines().any(|said| {
        let mut rest = Some(said);
        for part in line.split('…').map(str::trim) {
            rest = rest.and_then(|rest| rest.split_once(part)).map(|(_, after)| after);
        }
        rest.is_some()
    })
}

#[test]
fn the_page_about_the_http_api() {
    let mut page = Page::crowded();
    page.serve("--no-nights");
    let ran = page.run(include_str!("../../../docs/http-api.md"), |_| true);
    assert_eq!(ran, Ran { scripts: 12, compared: 12 });
}

#[test]
fn the_page_about_the_server() {
    let mut page = Page::new();
    let ran = page.run(include_str!("../../../docs/server.md"), |_| true);
    assert_eq!(ran, Ran { scripts: 6, compared: 5 });
}

#[test]
fn what_the_readmes_ask_of_a_server() {
    for text in [include_str!("../../../README.md"), include_str!("../../../README.ja.md")] {
        let mut page = Page::crowded();
        page.serve("--no-nights");
        let ran = page.run(text, |script| script.contains("curl") && script.contains(ADDRESS));
        assert_eq!(ran, Ran { scripts: 1, compared: 1 });
    }
}

/// Tells a sandbox sixty things over the sixty days before the tests' first.
fn crowd(sandbox: &CommandSandbox) {
    let first: jiff::civil::Date = "2025-11-20".parse().expect("a date");
    let line = |(day, said): (i64, &&str)| {
        let day = first.saturating_add(jiff::Span::new().days(day));
        format!("{}\n", serde_json::json!({ "said": said, "at": format!("{day}T12:00:00+09:00") }))
    };
    let lines: String = (0..).zip(&omoide_testkit::crowd::TOLD).map(line).collect();
    sandbox.piped(&["remember", "--jsonl"], lines.as_bytes()).ok();
}

/// What the pages tell, ask, and say is shown.
const ASKED: [(&str, &str, &str); 9] = [
    ("Mom's birthday is May 3, and she loves lilies", "When is mom's birthday?", "May 3"),
    ("Mom's birthday is May 3, and she loves lilies", "when is mom's birthday?", "May 3"),
    ("We decided to use SQLite for the store, because one file is easy to keep.", "SQLite store", "one file"),
    ("Our daughter Hina is allergic to eggs.", "What cake can I bake for Hina?", "allergic to eggs"),
    ("We chose SQLite because one file is easy to keep.", "Which database did we choose?", "SQLite"),
    ("The boiler is serviced every May.", "When is the boiler serviced?", "every May"),
    ("Rex came back from the vet yesterday.", "Rex", "vet"),
    ("I love Thai food.", "What does Alex like to eat?", "Thai food"),
    ("お母さんの誕生日は5月3日で、百合が好き。", "お母さんの誕生日はいつ？", "5月3日"),
];

#[test]
fn what_the_pages_ask_is_found_among_sixty_others() {
    let sandbox = CommandSandbox::new();
    crowd(&sandbox);
    for (told, asked, _) in ASKED {
        // mem0's examples are told by someone who has a name.
        let person = if asked.contains("Alex") { "alex" } else { "me" };
        sandbox.omoide(&["remember", told, "--person", person]).ok();
    }
    let mut missed = Vec::new();
    for (_, asked, shown) in ASKED {
        let said = sandbox.omoide(&["recall", "--no-mark", asked]).ok();
        if !said.contains(shown) {
            missed.push(format!("{asked}\n{said}"));
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

#[test]
fn dots_stand_for_anything_and_all_else_for_itself() {
    let said = "id       name\n1f0c93ab laptop  write";
    for line in ["laptop", "1f… write", "…", "id … name"] {
        assert!(is_said(said, line), "{line}");
    }
    for line in ["desktop", "write … laptop", "id … laptop"] {
        assert!(!is_said(said, line), "{line}");
    }
}
