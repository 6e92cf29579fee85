//! Answers over HTTP, read from a connection that stays open.

use std::io::{self, BufRead, Read};

/// Reads an answer to its end, and returns its status.
///
/// # Panics
/// When the connection ends before the answer does, or what comes is none.
pub fn status(stream: &mut impl BufRead) -> u16 {
    let (mut status, mut length) = (0, 0);
    loop {
        let mut line = String::new();
        stream.read_line(&mut line).expect("a line");
        if let Some(rest) = line.strip_prefix("HTTP/1.1 ") {
            status = rest[..3].parse().expect("a status");
        } else if let Some(rest) = line.to_ascii_lowercase().strip_prefix("content-length: ") {
            length = rest.trim().parse().expect("a length");
        } else if line == "\r\n" {
            break;
        }
        assert!(!line.is_empty(), "the connection ended in the middle of an answer");
    }
    io::copy(&mut stream.by_ref().take(length), &mut io::sink()).expect("a body");
    status
}
