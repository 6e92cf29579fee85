//! The examples of the pages run as they are written, and say what the pages say.

#![cfg(unix)]

mod pages;
mod server;

use omoide_testkit::command::CommandSandbox;
use omoide_testkit::markdown::blocks;
use omoide_testkit::tidy;
use pages::{Machine, Page, Ran, is_program, is_said};

/// A block that no test runs: the page, its first line, and why.
const LEFT: &[(&str, &str, &str)] = &[
    ("README.md", ".ci/test", "it would run this test again"),
    ("README.ja.md", ".ci/test", "it would run this test again"),
    ("docs/models.md", "omoide models pull multilingual-e5-small", "the network: it fetches 467 MB"),
    ("docs/models.md", "pip download --no-deps chatmemorydb-lmdb-onnx==1.2", "the network: it fetches a package"),
    ("docs/providers.md", "evals/small_model --episodes 500 --a-night 100", "the network: it fetches a model of 93 MB"),
    ("docs/benchmarks.md", "benches/import", "it makes and reads a gigabyte"),
    ("docs/benchmarks.md", "benches/night PEERS", "it builds for release, and its peers are not here"),
    (
        "docs/benchmarks.md",
        "benches/vectors              # data and peers are made and installed under target/bench",
        "it builds for release and installs its peers",
    ),
    (
        "docs/benchmarks.md",
        "AGAINST=/path/to/omoide-before benches/hooks 36500    # UserPromptSubmit, SessionStart, Stop and its worker",
        "it needs another build of the program",
    ),
    ("docs/recall.md", "evals/run --data DIR --suites locomo,lihua,jsquad,rpc", "its data may not be handed on"),
    ("docs/recall.md", "evals/gate --data DIR", "its data may not be handed on"),
    ("docs/recall.md", "evals/lived --data DIR --misses", "its data may not be handed on"),
    ("docs/understanding.md", "evals/run --data DIR", "its data may not be handed on"),
];

/// Every page with examples: a test each, with the machine that it is run on, how many blocks are run, and how many
/// of those have a block beside them that says what they answer.
macro_rules! examples {
    ($($name:ident: $path:literal, $machine:ident, $blocks:literal, $compared:literal;)*) => {
        $(
            #[test]
            fn $name() {
                run($path, Machine::$machine, &Ran { blocks: $blocks, compared: $compared });
            }
        )*

        const PAGES: &[&str] = &[$($path),*];
    };
}

examples! {
    the_readme: "README.md", Fresh, 7, 2;
    the_readme_in_japanese: "README.ja.md", Fresh, 7, 2;
    the_guide: "docs/guide.md", Lived, 25, 6;
    the_guide_in_japanese: "docs/ja/guide.md", Lived, 25, 6;
    the_page_about_claude_code: "docs/claude-code.md", Lived, 7, 0;
    the_page_about_claude_code_in_japanese: "docs/ja/claude-code.md", Lived, 7, 0;
    the_page_about_the_http_api: "docs/http-api.md", Clocked, 15, 14;
    the_page_about_activity: "docs/activity.md", Fresh, 2, 2;
    the_page_about_unsaying: "docs/unsaying.md", Lived, 4, 1;
    the_page_about_threads: "docs/threads.md", Fresh, 2, 0;
    the_page_about_people: "docs/people.md", Fresh, 3, 0;
    the_page_about_priming: "docs/priming.md", Fresh, 1, 1;
    the_page_about_association: "docs/association.md", Fresh, 1, 1;
    the_page_about_mcp: "docs/mcp.md", Fresh, 2, 0;
    the_page_about_models: "docs/models.md", Lived, 1, 0;
    the_page_about_providers: "docs/providers.md", Lived, 5, 0;
    the_page_about_schedules: "docs/schedule.md", Lived, 1, 0;
    the_page_about_transcripts: "docs/transcripts.md", Lived, 2, 0;
    the_page_about_analysis: "docs/reference/analysis.md", Fresh, 1, 0;
    the_page_about_benchmarks: "docs/benchmarks.md", Fresh, 1, 0;
    the_page_about_recall: "docs/recall.md", Fresh, 0, 0;
    the_page_about_understanding: "docs/understanding.md", Fresh, 0, 0;
    the_page_about_streaming: "docs/streaming.md", Fresh, 5, 4;
    the_page_about_the_server: "docs/server.md", Clocked, 7, 5;
}

fn run(path: &str, machine: Machine, want: &Ran) {
    let text = std::fs::read_to_string(tidy::root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
    let mut page = Page::new(path, machine);
    let left: Vec<&str> = LEFT.iter().filter(|(page, _, _)| *page == path).map(|(_, first, _)| *first).collect();
    let ran = page.run(&text, &left);
    assert_eq!(ran, *want, "{path}: write down how many blocks it has");
    if path.starts_with("README") {
        page.stop();
        assert_eq!(page.files_named("omoide"), Vec::<String>::new(), "{path}: what is to remove everything left this");
    }
}

#[test]
fn no_block_of_any_page_is_forgotten() {
    let mut unused: Vec<_> = LEFT.to_vec();
    for page in pages::pages() {
        for block in blocks(&page.text) {
            assert_ne!(block.language, "", "{}: what language is this?\n{}", page.path, block.text);
            if block.language == "text" {
                continue;
            }
            let first = block.text.lines().next().unwrap_or_default();
            assert!(PAGES.contains(&page.path.as_str()), "{}: nobody runs its examples\n{first}", page.path);
            unused.retain(|(path, line, _)| (*path, *line) != (page.path.as_str(), first));
        }
    }
    assert!(unused.is_empty(), "these blocks are on no page: {unused:?}");
}

#[test]
fn what_is_not_run_is_a_program_of_the_repository_or_needs_the_network() {
    for (page, line, why) in LEFT {
        let program = line.split_whitespace().find(|word| !word.contains('=')).unwrap_or_default();
        assert!(is_program(program) || why.contains("network"), "{page}: {line}");
    }
}

#[test]
fn the_examples_in_rust_are_documentation_tests() {
    let engine = std::fs::read_to_string(tidy::root().join("crates/engine/src/lib.rs")).expect("a file");
    for page in pages::pages() {
        if blocks(&page.text).iter().any(|block| block.language == "rust") {
            assert!(engine.contains(&format!("include_str!(\"../../../{}\")", page.path)), "{}", page.path);
        }
    }
}

/// What the pages tell, ask, and say is shown.
const ASKED: [(&str, &str, &str); 10] = [
    ("Mom's birthday is May 3, and she loves lilies", "When is mom's birthday?", "May 3"),
    ("Mom's birthday is May 3, and she loves lilies", "when is mom's birthday?", "May 3"),
    ("Mom's birthday is May 3, and she loves lilies", "What could I give mom in spring?", "lilies"),
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

/// Tells a sandbox sixty things over the sixty days before the tests' first.
fn crowd(sandbox: &CommandSandbox) {
    let lines = pages::crowd_lines();
    sandbox.piped(&["remember", "--jsonl"], lines.as_bytes()).ok();
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
