//! `omoide serve` as a process of its own, at a port that is free.

#![allow(dead_code, reason = "each test uses its own part of it")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use serde_json::Value;

use omoide_testkit::command::CommandSandbox;

/// A server that runs until it is stopped.
pub struct Serving {
    pub url: String,
    pub child: Child,
}

impl Serving {
    pub fn start(sandbox: &CommandSandbox, arguments: &[&str]) -> Self {
        let all: Vec<&str> = ["serve", "--listen", "127.0.0.1:0"].iter().chain(arguments).copied().collect();
        let mut command = sandbox.command(&all);
        // Time goes on while a server runs.
        command.env_remove("OMOIDE_NOW").env_remove("OMOIDE_SEED");
        Self::spawned(command)
    }

    /// At a time that stands still.
    pub fn start_at(sandbox: &CommandSandbox, now: &str) -> Self {
        let mut command = sandbox.command(&["serve", "--listen", "127.0.0.1:0"]);
        command.env("OMOIDE_NOW", now);
        Self::spawned(command)
    }

    /// As the command says.
    pub fn spawned(mut command: Command) -> Self {
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("the command runs");
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().expect("a pipe")).read_line(&mut line).expect("a line");
        let url = line.trim().strip_prefix("listening on ").unwrap_or_else(|| panic!("{line}")).to_owned();
        Self { url, child }
    }

    pub fn address(&self) -> &str {
        self.url.strip_prefix("http://").expect("a URL")
    }

    /// The status and the body of an answer; none when the connection breaks.
    pub fn ask(&self, method: &str, path: &str, body: Option<&Value>) -> Option<(u16, String)> {
        let mut stream = TcpStream::connect(self.address()).ok()?;
        stream.set_read_timeout(Some(Duration::from_secs(300))).ok()?;
        let body = body.map(Value::to_string).unwrap_or_default();
        let head = format!(
            "{method} {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-type: application/json\r\n\
             content-length: {}\r\n\r\n",
            body.len()
        );
        stream.write_all(head.as_bytes()).ok()?;
        stream.write_all(body.as_bytes()).ok()?;
        let mut text = String::new();
        stream.read_to_string(&mut text).ok()?;
        let (head, body) = text.split_once("\r\n\r\n")?;
        Some((head.split(' ').nth(1)?.parse().ok()?, body.to_owned()))
    }

    /// The body of an answer that went well, as JSON.
    pub fn json(&self, method: &str, path: &str, body: Option<&Value>) -> Value {
        let (status, text) = self.ask(method, path, body).expect("an answer");
        assert_eq!(status, 200, "{text}");
        serde_json::from_str(&text).expect("JSON")
    }

    /// Asks the process to stop, as a system does, and waits until it has.
    pub fn terminate(mut self) -> std::process::ExitStatus {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &id]).status().expect("kill runs").success());
        self.child.wait().expect("it ends")
    }

    pub fn kill(mut self) {
        self.child.kill().expect("killed");
        self.child.wait().expect("it ends");
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Runs a script of a client library.
pub fn client(script: &str, arguments: &[&str]) -> Output {
    let script = format!("{}/tests/clients/{script}", env!("CARGO_MANIFEST_DIR"));
    Command::new(omoide_testkit::clients::python())
        .arg(script)
        .args(arguments)
        .env("MEM0_TELEMETRY", "false")
        .output()
        .expect("python runs")
}

/// What a script said, which must have gone well.
#[track_caller]
pub fn well(output: &Output) -> String {
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{out}\n{err}");
    out.into_owned()
}
