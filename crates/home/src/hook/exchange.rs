//! A request to a server on this machine and its answer, over a connection of any kind, within a time and a size.

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// How long a server on this machine may take to be reached.
pub const TO_CONNECT: Duration = Duration::from_millis(100);

/// How long all answers may take together: less than the host waits, so that there is time for the other way.
const TO_ANSWER: Duration = Duration::from_millis(1_200);

/// How long an answer may be: the longest block, each of its characters escaped, and what stands around it.
const MOST_BYTES: usize = 256 * 1024;

/// A connection that can be given up.
pub trait LocalConnection: Read + Write {
    /// Waits no longer than that for the next byte, or for room for it.
    ///
    /// # Errors
    /// When the connection cannot.
    fn wait_at_most(&self, time: Duration) -> io::Result<()>;
}

impl LocalConnection for TcpStream {
    fn wait_at_most(&self, time: Duration) -> io::Result<()> {
        self.set_read_timeout(Some(time))?;
        self.set_write_timeout(Some(time))
    }
}

#[cfg(unix)]
impl LocalConnection for std::os::unix::net::UnixStream {
    fn wait_at_most(&self, time: Duration) -> io::Result<()> {
        self.set_read_timeout(Some(time))?;
        self.set_write_timeout(Some(time))
    }
}

/// Requests one after another over one connection.
pub struct Exchange<C> {
    connection: C,
    until: Instant,
}

impl<C: LocalConnection> Exchange<C> {
    /// Over that connection, from now on.
    pub fn over(connection: C) -> Self {
        Self { connection, until: moment() + TO_ANSWER }
    }

    /// What a GET of that path is answered, if it goes well.
    pub fn get(&mut self, path: &str, headers: &[(&str, &str)]) -> Option<String> {
        self.ask("GET", path, headers, b"")
    }

    /// What a POST of that JSON to that path is answered, if it goes well.
    pub fn post(&mut self, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Option<String> {
        self.ask("POST", path, headers, body)
    }

    fn ask(&mut self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Option<String> {
        let mut head = format!("{method} {path} HTTP/1.1\r\nhost: localhost\r\n");
        headers.iter().for_each(|(name, value)| head.push_str(&format!("{name}: {value}\r\n")));
        head.push_str(&format!("content-type: application/json\r\ncontent-length: {}\r\n\r\n", body.len()));
        self.keep_time()?;
        self.connection.write_all(head.as_bytes()).ok()?;
        self.connection.write_all(body).ok()?;
        let (head, body) = self.read()?;
        head.starts_with("HTTP/1.1 200 ").then_some(body)
    }

    /// The head of an answer and its body, whole.
    fn read(&mut self) -> Option<(String, String)> {
        let (mut bytes, mut piece) = (Vec::new(), [0; 8 * 1024]);
        loop {
            if let Some(place) = bytes.windows(4).position(|four| four == b"\r\n\r\n") {
                let head = std::str::from_utf8(&bytes[..place]).ok()?;
                let length =
                    head.lines().find_map(|line| line.strip_prefix("content-length: ")?.parse::<usize>().ok())?;
                if bytes.len() - place - 4 >= length.min(MOST_BYTES) {
                    let body = bytes.get(place + 4..place + 4 + length)?.to_vec();
                    return Some((head.to_owned(), String::from_utf8(body).ok()?));
                }
            }
            self.keep_time()?;
            let count = self.connection.read(&mut piece).ok()?;
            if count == 0 || bytes.len() + count > MOST_BYTES {
                return None;
            }
            bytes.extend_from_slice(&piece[..count]);
        }
    }

    /// Gives up when the time is over, else waits no longer than what is left of it.
    fn keep_time(&self) -> Option<()> {
        let left = self.until.checked_duration_since(moment()).filter(|left| !left.is_zero())?;
        self.connection.wait_at_most(left).ok()
    }
}

#[expect(clippy::disallowed_methods, reason = "it is measured how long a server takes, whatever the clock says")]
fn moment() -> Instant {
    Instant::now()
}
