//! Our MCP server in a host's JSON: one member of `mcpServers`.

use serde::Serialize;
use serde_json::Value;

use super::json_text::{JsonStep, append_member, parse, remove};
use super::program::Program;
use super::settings::{SettingsProblem, SettingsText};

/// The member that servers stand in.
const SERVERS: &str = "mcpServers";
/// Our server's name.
pub const NAME: &str = "omoide";
/// The command that is the server.
pub const COMMAND: &str = "mcp";

/// An MCP server that a host starts and talks to over stdin and stdout.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct McpServer {
    r#type: &'static str,
    /// The program.
    pub command: String,
    /// Its arguments.
    pub args: Vec<String>,
}

impl McpServer {
    /// The server of this program.
    pub fn of(program: &Program) -> Self {
        let args = std::iter::once(COMMAND.to_owned()).chain(program.flags.iter().cloned()).collect();
        Self { r#type: "stdio", command: program.path.clone(), args }
    }

    /// The program that is the server of the settings, if there is one of our name.
    pub fn found(settings: &Value) -> Option<String> {
        Some(settings.get(SERVERS)?.get(NAME)?.get("command")?.as_str()?.to_owned())
    }

    /// Whether the settings have this server. What the person added to it, such as variables, is theirs.
    pub fn is_right(&self, settings: &Value) -> bool {
        let found = settings.get(SERVERS).and_then(|servers| servers.get(NAME));
        let args = found.and_then(|server| server.get("args")).and_then(Value::as_array);
        Self::found(settings).as_ref() == Some(&self.command)
            && args
                .is_some_and(|args| args.iter().map(Value::as_str).eq(self.args.iter().map(|word| Some(word.as_str()))))
    }

    /// The settings with this server; the same text if it is there.
    ///
    /// # Errors
    /// When the settings cannot be edited.
    pub fn with(&self, file: &str) -> Result<String, SettingsProblem> {
        let settings = SettingsText::read(file)?;
        if self.is_right(&settings.value) {
            return Ok(file.to_owned());
        }
        let mut text = settings.text.clone();
        match settings.value.get(SERVERS) {
            None => {
                text = append_member(&text, &[], SERVERS, &serde_json::Map::new()).ok_or(SettingsProblem::Unsafe)?
            }
            Some(Value::Object(servers)) if servers.contains_key(NAME) => {
                text = remove(&text, &[JsonStep::Key(SERVERS), JsonStep::Key(NAME)]).ok_or(SettingsProblem::Unsafe)?;
            }
            Some(Value::Object(_)) => {}
            Some(_) => return Err(SettingsProblem::Shape { place: SERVERS.to_owned(), wanted: "object" }),
        }
        text = append_member(&text, &[JsonStep::Key(SERVERS)], NAME, self).ok_or(SettingsProblem::Unsafe)?;
        checked(&settings, &text)
    }

    /// The settings without our server, and without `mcpServers` if that was not there before us.
    ///
    /// # Errors
    /// When the settings cannot be edited.
    pub fn without(file: &str, program: &Program, original: Option<&str>) -> Result<String, SettingsProblem> {
        let settings = SettingsText::read(file)?;
        // A server of our name that runs something else is somebody else's.
        if !Self::found(&settings.value).is_some_and(|command| program.is(&command)) {
            return Ok(file.to_owned());
        }
        let original = original.and_then(|text| Some(SettingsText::read(text).ok()?.value));
        let is_kept = original.is_some_and(|value| value.get(SERVERS).is_some());
        let mut text =
            remove(&settings.text, &[JsonStep::Key(SERVERS), JsonStep::Key(NAME)]).ok_or(SettingsProblem::Unsafe)?;
        let is_alone = settings.value[SERVERS].as_object().is_some_and(|servers| servers.len() == 1);
        if is_alone && !is_kept {
            text = remove(&text, &[JsonStep::Key(SERVERS)]).ok_or(SettingsProblem::Unsafe)?;
        }
        checked(&settings, &text)
    }
}

/// The file's new text, if all that is not ours says what it said before.
fn checked(before: &SettingsText<'_>, text: &str) -> Result<String, SettingsProblem> {
    let after = parse(text).map_err(|_| SettingsProblem::Unsafe)?;
    if others(&before.value) == others(&after) { Ok(before.file_with(text)) } else { Err(SettingsProblem::Unsafe) }
}

fn others(settings: &Value) -> Value {
    let mut settings = settings.clone();
    let Some(servers) = settings.get_mut(SERVERS).and_then(Value::as_object_mut) else { return settings };
    servers.remove(NAME);
    if servers.is_empty()
        && let Some(members) = settings.as_object_mut()
    {
        members.remove(SERVERS);
    }
    settings
}

#[cfg(test)]
mod tests {
    use super::*;

    fn program() -> Program {
        Program { path: "/opt/omoide".into(), flags: vec!["--mind".into(), "rex".into()] }
    }

    #[test]
    fn a_server_is_put_in_mended_and_taken_out() {
        let before = "{\n  \"mcpServers\": {\n    \"other\": { \"command\": \"x\" }\n  },\n  \"z\": 1\n}\n";
        let server = McpServer::of(&program());
        let after = server.with(before).expect("editable");
        let value: Value = serde_json::from_str(&after).expect("JSON");
        assert_eq!(value["mcpServers"]["omoide"]["args"], serde_json::json!(["mcp", "--mind", "rex"]));
        assert_eq!(server.with(&after).as_deref(), Ok(after.as_str()), "twice is once");
        let moved = after.replace("/opt/omoide", "/old/omoide");
        assert_eq!(server.with(&moved).as_deref(), Ok(after.as_str()));
        assert_eq!(McpServer::without(&after, &program(), None).as_deref(), Ok(before));
    }

    #[test]
    fn a_server_of_our_name_that_is_not_ours_stays() {
        let text = "{\"mcpServers\": {\"omoide\": {\"command\": \"/usr/bin/other\"}}}";
        assert_eq!(McpServer::without(text, &program(), None).as_deref(), Ok(text));
    }

    #[test]
    fn servers_that_are_no_object_are_refused() {
        let problem = McpServer::of(&program()).with("{\"mcpServers\": []}");
        assert_eq!(problem, Err(SettingsProblem::Shape { place: "mcpServers".into(), wanted: "object" }));
    }
}
