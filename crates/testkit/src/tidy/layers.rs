//! What only some crates may do in their code: naming the database, and talking to the person.

use super::TextFile;

/// The crates that may name the database: who is one, who wires it up, and what tests share.
const KNOW_THE_DATABASE: [&str; 3] = ["store", "home", "testkit"];

/// What names the database.
const DATABASE: [&str; 2] = ["SqliteStore", "omoide_store::"];

/// What prints, or reads what was written on the command line; a front end's work.
const FRONT_END: [&str; 8] =
    ["println!", "print!", "eprintln!", "eprint!", "stdout()", "stderr()", "env::args", "clap::"];

/// What a source file does that its crate must leave to another, in words.
pub fn out_of_layer(file: &TextFile) -> Vec<String> {
    let Some((name, _)) = file.path.strip_prefix("crates/").and_then(|below| below.split_once("/src/")) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    if !KNOW_THE_DATABASE.contains(&name) {
        found.extend(lines_with(file, &DATABASE, "names the database"));
    }
    if name == "home" {
        found.extend(lines_with(file, &FRONT_END, "is a front end's work"));
    }
    found
}

fn lines_with(file: &TextFile, words: &[&str], what: &str) -> Vec<String> {
    let lines = file.text.lines().enumerate().filter(|(_, line)| !line.trim_start().starts_with("//"));
    lines
        .filter_map(|(number, line)| {
            let word = words.iter().find(|word| line.contains(**word))?;
            Some(format!("line {}: {word} {what}", number + 1))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(path: &str, text: &str) -> Vec<String> {
        out_of_layer(&TextFile { path: path.to_owned(), text: text.to_owned() })
    }

    #[test]
    fn only_the_store_and_its_wiring_name_the_database() {
        assert_eq!(found("crates/cli/src/commands/init.rs", "use omoide_store::X;\n").len(), 1);
        assert!(found("crates/home/src/stores.rs", "use omoide_store::SqliteStore;\n").is_empty());
        assert!(found("crates/cli/tests/list.rs", "use omoide_store::SqliteStore;\n").is_empty());
    }

    #[test]
    fn the_home_does_not_print_and_reads_no_flags() {
        let text = "fn f() {\n    println!(\"hello\");\n    // clap:: in a comment\n}\n";
        assert_eq!(found("crates/home/src/hook.rs", text), ["line 2: println! is a front end's work"]);
        assert!(found("crates/cli/src/hook.rs", text).is_empty());
    }
}
