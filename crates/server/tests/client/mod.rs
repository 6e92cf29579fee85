//! A server in the test's own process, and a client of nothing but a socket: what is sent is what stands here.

#![allow(dead_code, reason = "each test uses its own part of it")]

pub mod routes;

use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpStream};
use std::thread::JoinHandle;
use std::time::Duration;

use omoide_server::http::{Server, ServerSettings, Stopper};
use omoide_server::keys::{Keyring, NewKey, Right};
use serde_json::Value;

use omoide_testkit::sandbox::Sandbox;

/// How long a test waits for an answer before it fails.
const PATIENCE: Duration = Duration::from_secs(300);

/// A server that runs as long as the test.
pub struct Running {
    pub sandbox: Sandbox,
    pub address: SocketAddr,
    stopper: Stopper,
    thread: Option<JoinHandle<()>>,
}

/// An answer.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Answer {
    /// The body as JSON.
    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// The body of an answer that went well.
    #[track_caller]
    pub fn ok(&self) -> Value {
        assert_eq!(self.status, 200, "{self:?}");
        self.json()
    }

    /// The word of a problem with that status.
    #[track_caller]
    pub fn problem(&self, status: u16) -> String {
        assert_eq!(self.status, status, "{self:?}");
        assert!(self.head.contains("application/problem+json"), "{self:?}");
        self.json()["code"].as_str().expect("a code").to_owned()
    }
}

impl Running {
    pub fn new() -> Self {
        Self::with(|_| {})
    }

    pub fn with(change: impl FnOnce(&mut ServerSettings)) -> Self {
        Self::over(Sandbox::default(), change)
    }

    /// A further server over the same store.
    pub fn beside(other: &Self) -> Self {
        Self::over(Sandbox::reopened(&other.sandbox), |_| {})
    }

    fn over(sandbox: Sandbox, change: impl FnOnce(&mut ServerSettings)) -> Self {
        let mut settings = ServerSettings::on_loopback(sandbox.folder().to_owned());
        settings.logs_requests = false;
        settings.runs_nights = false;
        change(&mut settings);
        let server = Server::bind(sandbox.engine.clone(), settings, Box::new(std::io::sink())).expect("it listens");
        let (address, stopper) = (server.address(), server.stopper());
        let thread = std::thread::spawn(move || server.run().expect("it serves"));
        Self { sandbox, address, stopper, thread: Some(thread) }
    }

    pub fn key(&self, right: Right, minds: &[&str]) -> String {
        let minds = minds.iter().map(|name| name.parse().expect("a name")).collect();
        let new = NewKey { name: "test".to_owned(), right, minds, requests_per_minute: None };
        Keyring::below(self.sandbox.folder()).create(new, self.sandbox.engine.now()).expect("a key").1
    }

    pub fn stop(mut self) -> Sandbox {
        self.stopper.stop();
        self.thread.take().expect("it runs").join().expect("it ends well");
        Sandbox::reopened(&self.sandbox)
    }

    pub fn get(&self, path: &str) -> Answer {
        self.ask("GET", path, &[], None)
    }

    pub fn post(&self, path: &str, body: &Value) -> Answer {
        self.ask("POST", path, &[], Some(body))
    }

    pub fn ask(&self, method: &str, path: &str, headers: &[(&str, &str)], body: Option<&Value>) -> Answer {
        let mut text = format!("{method} {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n", self.address);
        for (name, value) in headers {
            text.push_str(&format!("{name}: {value}\r\n"));
        }
        let body = body.map(Value::to_string);
        if let Some(body) = &body {
            text.push_str(&format!("content-type: application/json\r\ncontent-length: {}\r\n", body.len()));
        }
        text.push_str("\r\n");
        text.push_str(&body.unwrap_or_default());
        self.raw(text.as_bytes())
    }

    pub fn with_key(&self, key: &str, method: &str, path: &str, body: Option<&Value>) -> Answer {
        self.ask(method, path, &[("authorization", &format!("Bearer {key}"))], body)
    }

    /// Sends bytes as they are and reads an answer.
    pub fn raw(&self, bytes: &[u8]) -> Answer {
        let mut stream = self.connect();
        // A server that has heard enough may close early.
        let _ = stream.write_all(bytes);
        read(&mut BufReader::new(stream))
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).expect("a connection");
        stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
        stream.set_write_timeout(Some(PATIENCE)).expect("a timeout");
        stream
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stopper.stop();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Reads one answer.
pub fn read(reader: &mut impl BufRead) -> Answer {
    let mut head = String::new();
    loop {
        let mut line = String::new();
        let count = reader.read_line(&mut line).expect("a line");
        if count == 0 || line == "\r\n" {
            break;
        }
        head.push_str(&line.to_ascii_lowercase());
    }
    let status = head.split(' ').nth(1).and_then(|word| word.parse().ok()).unwrap_or(0);
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")?.trim().parse::<usize>().ok());
    let mut body = vec![0; length.unwrap_or(0)];
    reader.read_exact(&mut body).expect("a body");
    Answer { status, head, body: String::from_utf8(body).expect("UTF-8") }
}
