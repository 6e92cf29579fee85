//! The house is in order: every rule of STYLE.md that a machine can check, over the whole workspace.

use omoide_core::Parameters;
use omoide_testkit::tidy::{self, Manifest, TextFile};

/// A file this long has a second subject.
const MOST_LINES: usize = 600;

#[test]
fn every_source_file_begins_by_saying_what_it_is() {
    assert_none(findings("rs", |file| {
        if file.text.starts_with("//!") { Vec::new() } else { vec!["does not begin with //!".to_owned()] }
    }));
}

#[test]
fn no_source_file_has_more_than_one_subject() {
    assert_none(findings("rs", |file| {
        let lines = file.text.lines().count();
        if lines > MOST_LINES { vec![format!("{lines} lines")] } else { Vec::new() }
    }));
}

#[test]
fn no_source_file_speaks_of_a_plan() {
    assert_none(findings("rs", |file| tidy::plan_words(&file.text)));
}

#[test]
fn no_message_is_a_riddle() {
    assert_none(findings("rs", tidy::riddles_of_messages));
}

#[test]
fn no_time_is_taken_in_sql() {
    assert_none(findings("rs", |file| tidy::time_in_sql(&file.text)));
    assert_none(findings("sql", |file| tidy::time_in_sql(&file.text)));
}

#[test]
fn no_file_knows_the_machine_that_it_was_written_on() {
    assert_none(findings("", |file| tidy::machine_paths(&file.text)));
}

#[test]
fn every_crate_depends_only_on_those_it_may_know() {
    let manifests: Vec<Manifest> = tidy::text_files(&tidy::root())
        .iter()
        .filter(|file| file.path.ends_with("Cargo.toml"))
        .filter_map(|file| Manifest::parse(&file.text))
        .collect();
    assert!(!manifests.is_empty());
    assert_none(manifests.iter().flat_map(tidy::forbidden_dependencies).collect());
}

#[test]
fn only_home_names_the_database_and_only_front_ends_talk_to_the_person() {
    assert_none(findings("rs", tidy::out_of_layer));
}

#[test]
fn a_type_name_means_one_thing() {
    assert_none(tidy::repeated_types(&tidy::text_files(&tidy::root())));
}

/// The pages that are translated, each with its translation.
fn translations() -> Vec<(String, String)> {
    let files = tidy::text_files(&tidy::root());
    let translated = files.iter().filter_map(|file| file.path.strip_prefix("docs/ja/"));
    let mut pairs: Vec<_> = translated.map(|name| (format!("docs/{name}"), format!("docs/ja/{name}"))).collect();
    pairs.push(("README.md".to_owned(), "README.ja.md".to_owned()));
    pairs
}

#[test]
fn pages_and_their_translations_say_the_same() {
    let pairs = translations();
    for wanted in ["docs/ja/guide.md", "docs/ja/claude-code.md", "README.ja.md"] {
        assert!(pairs.iter().any(|(_, translation)| translation == wanted), "{wanted} is missing");
    }
    assert_none(
        pairs
            .iter()
            .flat_map(|(original, translation)| {
                let found = tidy::differences(&read(original), &read(translation));
                found.into_iter().map(move |what| format!("{translation}: {what}"))
            })
            .collect(),
    );
}

#[test]
fn every_link_between_pages_leads_somewhere() {
    let read = |path: &std::path::Path| {
        let path = tidy::root().join(path);
        path.exists().then(|| std::fs::read_to_string(&path).unwrap_or_default())
    };
    let is_page = |file: &TextFile| !file.path.contains('/') || file.path.starts_with("docs/");
    assert_none(findings("md", |file| if is_page(file) { tidy::dead_links(file, read) } else { Vec::new() }));
}

#[test]
fn every_page_is_in_the_index() {
    let index = read("docs/README.md");
    for file in tidy::text_files(&tidy::root()) {
        let Some(name) = file.path.strip_prefix("docs/") else { continue };
        if file.has_extension("md") && name != "README.md" {
            assert!(index.contains(&format!("]({name})")), "docs/README.md does not name {name}");
        }
    }
}

#[test]
fn the_readmes_name_the_rust_that_is_needed() {
    let manifest = read("Cargo.toml");
    let version = manifest.lines().find_map(|line| line.strip_prefix("rust-version = ")).expect("a version");
    for page in ["README.md", "README.ja.md"] {
        assert!(read(page).contains(&format!("Rust {}", version.trim_matches('"'))), "{page} names another Rust");
    }
}

#[test]
fn the_readmes_begin_with_the_two_commands() {
    for page in ["README.md", "README.ja.md"] {
        let text = read(page);
        let blocks = omoide_testkit::markdown::blocks(&text);
        assert!(blocks[0].text.starts_with("cargo install --path crates/cli --locked && omoide remember "), "{page}");
        assert_eq!(blocks[1].text, ".ci/test\n", "{page}");
        assert!(blocks[..2].iter().all(|block| block.language == "sh"), "{page}");
    }
}

#[test]
fn the_configuration_reference_is_current() {
    let path = tidy::root().join("docs/reference/configuration.md");
    let want = tidy::configuration_reference();
    if is_blessing() {
        std::fs::write(&path, &want).expect("the reference can be written");
    }
    let got = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(got == want, "docs/reference/configuration.md is out of date: run `just bless`");
    for parameter in Parameters::table() {
        assert!(got.contains(parameter.path), "{} is not in the reference", parameter.path);
    }
}

#[test]
fn every_correction_that_a_parameter_cites_is_explained() {
    let concept = read("docs/forgetting.md");
    for parameter in Parameters::table() {
        let Some(mark) = parameter.section.strip_prefix("SPEC C") else { continue };
        assert!(concept.contains(&format!("**C{mark}**")), "{}: C{mark} is not explained", parameter.path);
    }
}

fn findings(extension: &str, check: impl Fn(&TextFile) -> Vec<String>) -> Vec<String> {
    tidy::text_files(&tidy::root())
        .iter()
        .filter(|file| extension.is_empty() || file.has_extension(extension))
        .flat_map(|file| check(file).into_iter().map(|what| format!("{}: {what}", file.path)))
        .collect()
}

fn assert_none(found: Vec<String>) {
    assert!(found.is_empty(), "\n{}", found.join("\n"));
}

fn read(path: &str) -> String {
    std::fs::read_to_string(tidy::root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

#[expect(
    clippy::disallowed_methods,
    reason = "a test has no configuration; blessing is a wish of the person who runs it"
)]
fn is_blessing() -> bool {
    std::env::var("OMOIDE_BLESS").is_ok_and(|wish| wish == "1")
}
