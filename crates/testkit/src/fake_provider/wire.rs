//! HTTP as far as a provider needs it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use serde_json::Value;

use super::ProviderRequest;

pub(super) struct HttpRequest {
    pub(super) asked: ProviderRequest,
}

impl HttpRequest {
    pub(super) fn read(stream: &TcpStream) -> Option<Self> {
        let mut reader = BufReader::new(stream.try_clone().ok()?);
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        let path = line.split(' ').nth(1)?.to_owned();
        let mut headers = Vec::new();
        loop {
            let mut line = String::new();
            reader.read_line(&mut line).ok()?;
            let Some((name, value)) = line.trim_end().split_once(':') else { break };
            headers.push((name.to_lowercase(), value.trim().to_owned()));
        }
        let length = headers.iter().find(|(name, _)| name == "content-length").and_then(|(_, n)| n.parse().ok());
        let mut body = vec![0; length.unwrap_or(0)];
        reader.read_exact(&mut body).ok()?;
        Some(Self { asked: ProviderRequest { path, headers, body: String::from_utf8_lossy(&body).into_owned() } })
    }
}

/// JSON, with every character above ASCII escaped if that is wished.
pub(super) fn json_text(value: &Value, is_escaped: bool) -> String {
    let text = value.to_string();
    if !is_escaped {
        return text;
    }
    let mut escaped = String::new();
    for c in text.chars() {
        if c.is_ascii() {
            escaped.push(c);
        } else {
            let mut units = [0; 2];
            c.encode_utf16(&mut units).iter().for_each(|unit| escaped.push_str(&format!("\\u{unit:04x}")));
        }
    }
    escaped
}

/// Sends an answer, or as much of it as is wished.
pub(super) fn send(
    stream: &mut TcpStream,
    status: u16,
    headers: &[(&str, &str)],
    body: &str,
    cut_after: Option<usize>,
    pause_ms: u64,
) {
    let mut head = format!(
        "HTTP/1.1 {status} Whatever\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n",
        body.len()
    );
    headers.iter().for_each(|(name, value)| head.push_str(&format!("{name}: {value}\r\n")));
    head.push_str("\r\n");
    // Who asked may have gone away, which is what some tests are about.
    if stream.write_all(head.as_bytes()).is_err() {
        return;
    }
    let bytes = body.as_bytes();
    let sent = &bytes[..cut_after.unwrap_or(bytes.len()).min(bytes.len())];
    if pause_ms == 0 {
        let _ = stream.write_all(sent);
        return;
    }
    for byte in sent {
        if stream.write_all(&[*byte]).and_then(|()| stream.flush()).is_err() {
            return;
        }
        std::thread::sleep(Duration::from_millis(pause_ms));
    }
}
