//! Our lines in Codex's `config.toml`: the switch that lets hooks run, and the MCP server.

use toml_edit::{Array, DocumentMut, Item, Table, TableLike, value};

use super::program::Program;
use super::servers::{McpServer, NAME};
use super::settings::SettingsProblem;

/// The section of switches, the one that lets hooks run, and what that was called before. Codex still knows the
/// old name, but complains of it at each start, and the new one goes before it.
const FEATURES: &str = "features";
const HOOKS: &str = "hooks";
const EARLIER: &str = "codex_hooks";
/// The section of servers.
const SERVERS: &str = "mcp_servers";

/// The configuration with hooks on, and with the server if there is one; the same text if it says so.
///
/// # Errors
/// When the configuration cannot be edited.
pub fn with(file: &str, server: Option<&McpServer>) -> Result<String, SettingsProblem> {
    let mut document = read(file)?;
    let mut has_changed = false;
    if !has_hooks(&document) {
        section(&mut document, FEATURES)?.insert(HOOKS, value(true));
        has_changed = true;
    }
    if let Some(server) = server
        && !is_right(&document, server)
    {
        let servers = section(&mut document, SERVERS)?;
        let mut entry = Table::new();
        entry.insert("command", value(server.command.as_str()));
        entry.insert("args", value(server.args.iter().map(String::as_str).collect::<Array>()));
        servers.insert(NAME, Item::Table(entry));
        has_changed = true;
    }
    Ok(if has_changed { document.to_string() } else { file.to_owned() })
}

/// The configuration without what we put in; `original` is what stood there before. Without it nobody knows who
/// switched hooks on, and the switch stays.
///
/// # Errors
/// When the configuration cannot be edited.
pub fn without(file: &str, program: &Program, original: Option<&str>) -> Result<String, SettingsProblem> {
    let mut document = read(file)?;
    let original = original.and_then(|text| text.parse::<DocumentMut>().ok());
    let was_there = |path: &[&str]| {
        original
            .as_ref()
            .is_some_and(|before| path.iter().try_fold(before.as_item(), |item, key| item.get(key)).is_some())
    };
    let mut has_changed = false;
    if found(&document).is_some_and(|command| program.is(&command)) {
        has_changed |= take(&mut document, SERVERS, NAME, was_there(&[SERVERS]));
    }
    if let Some(before) = &original
        && document.get(FEATURES).and_then(|features| features.get(HOOKS)).is_some()
    {
        match before.get(FEATURES).and_then(|features| features.get(HOOKS)) {
            Some(switch) if switch.as_bool() == Some(true) => {}
            Some(switch) => {
                section(&mut document, FEATURES)?.insert(HOOKS, switch.clone());
                has_changed = true;
            }
            None => has_changed |= take(&mut document, FEATURES, HOOKS, was_there(&[FEATURES])),
        }
    }
    Ok(if has_changed { document.to_string() } else { file.to_owned() })
}

/// Whether hooks are on.
///
/// # Errors
/// When the configuration cannot be read.
pub fn is_on(file: &str) -> Result<bool, SettingsProblem> {
    Ok(has_hooks(&read(file)?))
}

fn has_hooks(document: &DocumentMut) -> bool {
    let switch = |name: &str| document.get(FEATURES)?.get(name)?.as_bool();
    switch(HOOKS).or_else(|| switch(EARLIER)) == Some(true)
}

/// Whether the configuration has this server, and the program of the server of our name.
///
/// # Errors
/// When the configuration cannot be read.
pub fn server(file: &str, wanted: &McpServer) -> Result<(bool, Option<String>), SettingsProblem> {
    let document = read(file)?;
    Ok((is_right(&document, wanted), found(&document)))
}

fn found(document: &DocumentMut) -> Option<String> {
    Some(document.get(SERVERS)?.get(NAME)?.get("command")?.as_str()?.to_owned())
}

fn is_right(document: &DocumentMut, server: &McpServer) -> bool {
    let args = document.get(SERVERS).and_then(|all| all.get(NAME)).and_then(|ours| ours.get("args")?.as_array());
    let args = args.map(|args| args.iter().filter_map(|word| word.as_str()).collect::<Vec<_>>());
    found(document).as_ref() == Some(&server.command)
        && args.is_some_and(|args| args.iter().copied().eq(server.args.iter().map(String::as_str)))
}

fn read(file: &str) -> Result<DocumentMut, SettingsProblem> {
    file.parse::<DocumentMut>().map_err(|error| {
        let at = error.span().map_or(0, |span| span.start.min(file.len()));
        let before = file.get(..at).unwrap_or_default();
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        SettingsProblem::Invalid { line, column, reason: error.message().lines().next().unwrap_or_default().to_owned() }
    })
}

/// A section, made if it is not there.
fn section<'a>(document: &'a mut DocumentMut, name: &str) -> Result<&'a mut dyn TableLike, SettingsProblem> {
    let item = document.entry(name).or_insert_with(|| {
        let mut table = Table::new();
        // The servers stand in sections of their own; the one above them needs no line.
        table.set_implicit(name == SERVERS);
        Item::Table(table)
    });
    item.as_table_like_mut().ok_or(SettingsProblem::Shape { place: name.to_owned(), wanted: "table" })
}

/// Takes a key out of a section, and the section if that is empty then and is not to be kept.
fn take(document: &mut DocumentMut, name: &str, key: &str, is_kept: bool) -> bool {
    let Some(table) = document.get_mut(name).and_then(Item::as_table_like_mut) else { return false };
    let is_taken = table.remove(key).is_some();
    if table.is_empty() && !is_kept {
        document.remove(name);
    }
    is_taken
}

#[cfg(test)]
mod tests {
    use super::*;

    const BEFORE: &str =
        "# mine\nmodel = \"o\" # why\n\n[features]\nweb = true\n\n[mcp_servers.other]\ncommand = \"x\"\n";

    fn program() -> Program {
        Program { path: "/opt/omoide".into(), flags: Vec::new() }
    }

    #[test]
    fn hooks_are_switched_on_and_the_rest_is_left() {
        let after = with(BEFORE, None).expect("editable");
        assert_eq!(after, BEFORE.replace("web = true\n", "web = true\nhooks = true\n"));
        assert_eq!(with(&after, None).as_deref(), Ok(after.as_str()), "twice is once");
        assert_eq!(without(&after, &program(), Some(BEFORE)).as_deref(), Ok(BEFORE));
        assert_eq!(without(&after, &program(), None).as_deref(), Ok(after.as_str()), "nobody knows whose it is");
        let earlier = "[features]\ncodex_hooks = true\n";
        assert_eq!(with(earlier, None).as_deref(), Ok(earlier), "it is on by its old name");
    }

    #[test]
    fn a_server_gets_a_section_of_its_own_and_loses_it_again() {
        let server = McpServer::of(&program());
        for before in [BEFORE, "", "[features]\ncodex_hooks = false\n", "[features]\nhooks = false # no\n"] {
            let after = with(before, Some(&server)).expect("editable");
            assert!(after.contains("[mcp_servers.omoide]\ncommand = \"/opt/omoide\"\nargs = [\"mcp\"]\n"), "{after}");
            assert_eq!(with(&after, Some(&server)).as_deref(), Ok(after.as_str()));
            assert_eq!(without(&after, &program(), Some(before)).as_deref(), Ok(before));
        }
    }

    #[test]
    fn a_mistake_is_told_with_its_line() {
        assert!(matches!(with("a = 1\nb = = 2\n", None), Err(SettingsProblem::Invalid { line: 2, .. })));
        let problem = with("features = 1\n", None);
        assert_eq!(problem, Err(SettingsProblem::Shape { place: "features".into(), wanted: "table" }));
    }
}
