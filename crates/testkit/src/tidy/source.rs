//! What must not stand in a source file.

/// The words of a plan in the code and comments of a Rust file; strings may hold what they like.
pub fn plan_words(source: &str) -> Vec<String> {
    let code = without_strings(source);
    let mut found = Vec::new();
    for (number, line) in code.lines().enumerate() {
        let words: Vec<&str> = line.split(|c: char| !(c.is_alphanumeric() || c == '#')).collect();
        for (place, word) in words.iter().enumerate() {
            let next = words.get(place + 1).copied().unwrap_or_default();
            if is_plan_word(word, next) {
                found.push(format!("line {}: {word}", number + 1));
            }
        }
    }
    found
}

/// Times that a database would take from the machine's clock.
pub fn time_in_sql(source: &str) -> Vec<String> {
    const TAKEN: [&str; 4] = [
        concat!("current_", "timestamp"),
        concat!("'no", "w'"),
        concat!("unixepoch", "()"),
        concat!("julianday", "()"),
    ];
    lines_with(source, |line| TAKEN.into_iter().find(|taken| line.to_ascii_lowercase().contains(taken)))
}

/// Paths of the machine that a file was written on.
pub fn machine_paths(text: &str) -> Vec<String> {
    const ROOTS: [&str; 2] = [concat!("/ro", "ot/"), concat!("/wo", "rk/")];
    const HOMES: [&str; 2] = [concat!("/ho", "me/"), concat!("/Us", "ers/")];
    lines_with(text, |line| {
        // A path inside the project may have a folder of that name; the machine's begins with it.
        let rooted = |root: &&str, then: fn(Option<char>) -> bool| {
            line.match_indices(root).any(|(at, _)| {
                let is_inside = line[..at].ends_with(|c: char| c.is_alphanumeric() || c == '.');
                !is_inside && then(line[at + root.len()..].chars().next())
            })
        };
        let root = ROOTS.into_iter().find(|root| rooted(root, |_| true));
        root.or_else(|| HOMES.into_iter().find(|home| rooted(home, |c| c.is_some_and(char::is_alphanumeric))))
    })
}

fn is_plan_word(word: &str, next: &str) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    match word.to_ascii_lowercase().as_str() {
        "sprint" | "milestone" => true,
        "phase" => is_number(next),
        "issue" => next.strip_prefix('#').is_some_and(is_number),
        _ => matches!(word, "TODO" | "FIXME" | "XXX"),
    }
}

fn lines_with(text: &str, find: impl Fn(&str) -> Option<&'static str>) -> Vec<String> {
    text.lines()
        .enumerate()
        .filter_map(|(number, line)| find(line).map(|what| format!("line {}: {what}", number + 1)))
        .collect()
}

/// The string literals of a source, each with the number of its line, without its quotes and with its continued lines
/// joined.
pub(super) fn string_literals(source: &str) -> Vec<(usize, String)> {
    let (mut literals, mut rest, mut line, mut before) = (Vec::new(), source, 1, None);
    while let Some(c) = rest.chars().next() {
        let (taken, is_string) = token(rest, before);
        let (now, later) = rest.split_at(taken.max(c.len_utf8()));
        if is_string {
            let joined: Vec<&str> =
                now.split("\\\n").enumerate().map(|(n, part)| if n == 0 { part } else { part.trim_start() }).collect();
            literals.push((line, joined.concat()));
        }
        line += now.matches('\n').count();
        before = now.chars().next_back();
        rest = later;
    }
    literals
}

/// The source with the contents of its string literals left out; line numbers stay.
fn without_strings(source: &str) -> String {
    let mut kept = String::with_capacity(source.len());
    let mut rest = source;
    while let Some(c) = rest.chars().next() {
        let (taken, is_string) = token(rest, kept.chars().next_back());
        if is_string {
            kept.extend(rest[..taken].chars().filter(|c| *c == '\n'));
            kept.push('"');
        } else {
            kept.push_str(&rest[..taken.max(c.len_utf8())]);
        }
        rest = &rest[taken.max(c.len_utf8())..];
    }
    kept
}

/// How many bytes belong to the comment, literal or character that `rest` begins with, and whether it
/// is a string.
fn token(rest: &str, before: Option<char>) -> (usize, bool) {
    let ends_with = |end: &str, from: usize| rest[from..].find(end).map_or(rest.len(), |at| from + at + end.len());
    if rest.starts_with("//") {
        return (rest.find('\n').unwrap_or(rest.len()), false);
    }
    if rest.starts_with("/*") {
        return (ends_with("*/", 2), false);
    }
    if rest.starts_with('"') {
        return (quoted(rest), true);
    }
    let is_in_word = before.is_some_and(|c| c.is_alphanumeric() || c == '_');
    let hashes = rest.strip_prefix('r').map_or(0, |tail| tail.len() - tail.trim_start_matches('#').len());
    if !is_in_word && rest.starts_with('r') && rest[1 + hashes..].starts_with('"') {
        return (ends_with(&format!("\"{}", "#".repeat(hashes)), hashes + 2), true);
    }
    // A quote character in quotes would open a string that never ends.
    for quote in ["'\"'", "'\\\"'", "'\\''", "'\\\\'"] {
        if rest.starts_with(quote) {
            return (quote.len(), false);
        }
    }
    (0, false)
}

/// How many bytes the string literal at the beginning of `rest` takes.
fn quoted(rest: &str) -> usize {
    let mut is_escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '"' => return at + 1,
            _ => {}
        }
    }
    rest.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plan_words_are_found_in_comments_and_names_but_not_in_strings() {
        assert_eq!(plan_words("// TODO later\nfn sprint() {}\n"), ["line 1: TODO", "line 2: sprint"]);
        assert_eq!(plan_words("//! Phase 2, see issue #7."), ["line 1: Phase", "line 1: issue"]);
        assert!(plan_words("const WORDS: &[&str] = &[\"sprint\", r#\"a \"milestone\"\"#, \"\\\"TODO\"];").is_empty());
        assert!(plan_words("// a phase of the moon, an issue of taste\n").is_empty());
        assert_eq!(plan_words("let c = '\"'; // FIXME\n\"multi\nline\"; // XXX\n"), ["line 1: FIXME", "line 3: XXX"]);
    }

    #[test]
    fn a_clock_in_sql_is_found_in_any_case() {
        let taken = concat!("created TEXT DEFAULT CURRENT_", "TIMESTAMP");
        assert_eq!(time_in_sql(taken).len(), 1);
        assert_eq!(time_in_sql(concat!("strftime('%s', 'no", "w')")).len(), 1);
        assert!(time_in_sql("let now = clock.now();").is_empty());
    }

    #[test]
    fn a_machines_paths_are_found_and_a_projects_are_not() {
        assert_eq!(machine_paths(concat!("see /ho", "me/rex/notes")).len(), 1);
        assert_eq!(machine_paths(concat!("\"/ro", "ot/.cache\"")).len(), 1);
        assert!(machine_paths("docs/work/flow.md, crates/home/src and $HOME/.local").is_empty());
    }
}
