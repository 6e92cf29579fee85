//! What a block of code was about: its language and the names it defines, or the files of a diff.

use std::sync::LazyLock;

use regex::Regex;

use super::{MarkLanguage, head, log, short};
use crate::pattern::regex;

const MOST_NAMES: usize = 3;
/// How much of a block is read for its language and names, in bytes.
const LOOKED_AT: usize = 20_000;

/// The mark of a block whose fence names `language`, or names none.
pub(super) fn mark(language: &str, body: &str, tongue: MarkLanguage) -> String {
    let named = language.split(|c: char| !c.is_alphanumeric() && c != '+' && c != '#').next().unwrap_or_default();
    let body = head(body, LOOKED_AT);
    let found = if named.is_empty() || named.eq_ignore_ascii_case("text") { detected(body) } else { spelled(named) };
    match found.as_str() {
        "diff" => diff(body, tongue),
        "JSON" => data(body),
        "shell" => command(body, tongue),
        // Output of a program is often pasted into a fence that names nothing.
        "" if log::is_log_or_trace(body) => log::mark(body, tongue),
        _ => code(&found, body, tongue),
    }
}

fn code(language: &str, body: &str, tongue: MarkLanguage) -> String {
    let mut told: Vec<String> = Vec::new();
    if !language.is_empty() {
        told.push(language.to_owned());
    }
    let defined = DEFINED.captures_iter(body).filter_map(|found| {
        let whole = found.name("name").or_else(|| found.name("file")).or_else(|| found.name("table"))?;
        Some(whole.as_str().split_whitespace().collect::<Vec<_>>().join(" "))
    });
    let mut names: Vec<String> = Vec::new();
    for name in defined {
        if names.len() == MOST_NAMES {
            break;
        }
        if !names.contains(&name) {
            names.push(name);
        }
    }
    if names.is_empty() {
        let called = CALLED.captures_iter(body).filter_map(|found| found.get(1)).map(|name| name.as_str().to_owned());
        for name in called.filter(|name| !NO_CALLS.contains(&name.as_str())) {
            if names.len() < 2 && !names.contains(&name) {
                names.push(name);
            }
        }
    }
    told.extend(names);
    let word = tongue.pick("code", "コード");
    if told.is_empty() { format!("[{word}]") } else { format!("[{word}: {}]", told.join(", ")) }
}

fn diff(body: &str, tongue: MarkLanguage) -> String {
    let (mut added, mut removed) = (0, 0);
    let mut files: Vec<&str> = Vec::new();
    for line in body.lines() {
        if let Some(path) = line.strip_prefix("+++ ").or_else(|| line.strip_prefix("--- ")) {
            let path = path.trim_start_matches("a/").trim_start_matches("b/").trim();
            if path != "/dev/null" && !files.contains(&path) && files.len() < MOST_NAMES {
                files.push(path);
            }
        } else if line.starts_with('+') {
            added += 1;
        } else if line.starts_with('-') {
            removed += 1;
        }
    }
    if files.is_empty() {
        files
            .extend(GIT_FILE.captures_iter(body).filter_map(|found| found.get(1)).map(|m| m.as_str()).take(MOST_NAMES));
    }
    let files: Vec<String> = files.iter().map(|file| short(file, 60) + ", ").collect();
    format!("[{}: {}+{added} -{removed}]", tongue.pick("diff", "差分"), files.concat())
}

fn data(body: &str) -> String {
    let mut keys: Vec<&str> = Vec::new();
    for key in KEY.captures_iter(body).filter_map(|found| found.get(1)).map(|m| m.as_str()) {
        if keys.len() == 5 {
            break;
        }
        if !keys.contains(&key) {
            keys.push(key);
        }
    }
    if keys.is_empty() { "[JSON]".to_owned() } else { format!("[JSON: {}]", keys.join(", ")) }
}

fn command(body: &str, tongue: MarkLanguage) -> String {
    let is_command = |line: &&str| !line.is_empty() && !line.starts_with('#');
    let first = body.lines().map(|line| line.trim().trim_start_matches("$ ")).find(is_command);
    let word = tongue.pick("command", "コマンド");
    first.map_or_else(|| format!("[{word}]"), |line| format!("[{word}: {}]", short(line, 60)))
}

/// The usual name of a language that a fence names.
fn spelled(named: &str) -> String {
    let lower = named.to_ascii_lowercase();
    let usual = match lower.as_str() {
        "rs" | "rust" => "Rust",
        "py" | "python" | "python3" => "Python",
        "js" | "javascript" | "jsx" | "mjs" => "JavaScript",
        "ts" | "typescript" | "tsx" => "TypeScript",
        "go" | "golang" => "Go",
        "rb" | "ruby" => "Ruby",
        "java" => "Java",
        "kt" | "kotlin" => "Kotlin",
        "cpp" | "c++" | "cc" | "hpp" => "C++",
        "c" | "h" => "C",
        "cs" | "csharp" | "c#" => "C#",
        "php" => "PHP",
        "swift" => "Swift",
        "sql" | "postgres" | "mysql" => "SQL",
        "sh" | "bash" | "zsh" | "shell" | "console" | "powershell" | "ps1" | "cmd" => "shell",
        "json" | "jsonc" | "json5" => "JSON",
        "yml" | "yaml" => "YAML",
        "toml" => "TOML",
        "html" => "HTML",
        "css" | "scss" => "CSS",
        "dockerfile" | "docker" => "Dockerfile",
        "diff" | "patch" => "diff",
        "log" | "logs" | "plaintext" | "txt" | "output" => "",
        _ => return named.chars().take(16).collect(),
    };
    usual.to_owned()
}

/// The language whose cues a block shows most of, or nothing.
fn detected(body: &str) -> String {
    if body.starts_with("diff --git") || body.starts_with("@@ -") || body.starts_with("--- a/") {
        return "diff".to_owned();
    }
    let trimmed = body.trim();
    if trimmed.starts_with(['{', '[']) && KEY.is_match(trimmed) {
        return "JSON".to_owned();
    }
    let count = |cues: &[&str]| cues.iter().filter(|cue| body.contains(**cue)).count();
    let best = CUES.iter().map(|(language, cues)| (*language, count(cues))).max_by(|a, b| a.1.cmp(&b.1));
    best.filter(|(_, found)| *found >= 2).map_or_else(String::new, |(language, _)| language.to_owned())
}

const CUES: [(&str, &[&str]); 17] = [
    ("CSS", &["px;", "color:", "margin:", "padding:", "display:"]),
    ("HTML", &["<div", "<html", "</div>", "<p>", "<a href", "<!DOCTYPE"]),
    ("Dockerfile", &["FROM ", "RUN ", "COPY ", "ENTRYPOINT", "WORKDIR "]),
    ("shell", &["#!/bin/", "\nsudo ", "$ cd ", "\necho ", "apt install", "npm install", "git commit", "$ cargo "]),
    ("SQL", &["SELECT ", "FROM ", "INSERT INTO", "CREATE TABLE", "WHERE ", "JOIN ", "UPDATE "]),
    ("PHP", &["<?php", "$this->", "echo $", "function "]),
    ("Ruby", &["puts ", "do |", "\nend", "require '", "attr_accessor"]),
    ("Swift", &["guard let", "func ", "import Foundation", "-> String", "var "]),
    ("Kotlin", &["fun ", "val ", "println(", "data class", "override fun"]),
    ("C#", &["using System", "namespace ", "Console.", "public class", "string "]),
    ("C++", &["std::", "cout <<", "template<", "#include <iostream>", "nullptr", "#include <vector>"]),
    ("C", &["#include <stdio.h>", "int main(", "printf(", "malloc(", "#define ", "#include"]),
    ("Java", &["public class", "System.out", "public static void", "private ", "@Override", "import java"]),
    ("Go", &["func ", "package ", ":= ", "fmt.", "err != nil"]),
    ("TypeScript", &[": string", ": number", "interface ", "export type", "const ", "=> ", ": boolean"]),
    ("JavaScript", &["const ", "=> ", "function ", "console.log", "===", "require(", "await ", "document."]),
    ("Python", &["def ", "import ", "self.", "elif ", "print(", "None", "__init__", "):\n", "lambda "]),
];

/// Words before a bracket that are no calls.
const NO_CALLS: [&str; 8] = ["if", "for", "while", "switch", "return", "match", "catch", "and"];

static DEFINED: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"\b(?P<name>(?:fn|def|class|struct|enum|trait|impl|function|interface|module|func|fun)[ \t]+[A-Za-z_]\w{0,40})|\b(?P<table>(?:FROM|INTO|TABLE|UPDATE)[ \t]+[A-Za-z_][\w.]{1,40})|(?P<file>\b[\w-]{1,40}\.(?:rs|py|js|ts|tsx|jsx|go|rb|java|kt|cpp|hpp|cs|swift|toml|json|ya?ml|md|sql|sh|html|css)\b)",
    )
});

static CALLED: LazyLock<Regex> = LazyLock::new(|| regex(r"\b([A-Za-z_][\w.]{2,40})\("));

static KEY: LazyLock<Regex> = LazyLock::new(|| regex(r#""([^"\\\n]{1,40})"\s*:"#));

static GIT_FILE: LazyLock<Regex> = LazyLock::new(|| regex(r"(?m)^diff --git a/(\S+)"));

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_language_of_code_shows_in_its_cues() {
        for (body, language) in [
            ("import os\ndef f(self):\n    print(self.x)\n", "Python"),
            ("const f = (x) => {\n  console.log(x);\n};", "JavaScript"),
            ("package main\nfunc main() {\n  fmt.Println(1)\n}", "Go"),
            ("SELECT a FROM b WHERE c = 1", "SQL"),
            ("{\"a\": 1}", "JSON"),
            ("hello", ""),
        ] {
            assert_eq!(detected(body), language, "{body}");
        }
    }

    #[test]
    fn code_that_defines_nothing_is_known_by_what_it_calls() {
        assert_eq!(
            mark("rust", "let x = load_settings();\nif (x) {}", MarkLanguage::English),
            "[code: Rust, load_settings]"
        );
    }
}
