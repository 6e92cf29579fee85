//! The lines of an input, of which none can fill the memory.

use std::io::{self, BufRead};

/// The longest line that is looked at: a prompt with several pictures is shorter.
pub(super) const LONGEST: usize = 32 * 1024 * 1024;

/// The longest line that is passed over. What goes on for longer without a line break is no session file.
const LONGEST_PASSED_OVER: u64 = 256 * 1024 * 1024;

/// A line as it stands in the file.
#[derive(Debug)]
pub(super) struct RawLine<'l> {
    /// Where it begins in the file.
    pub(super) start: u64,
    /// Its bytes without the line break; empty when it was too long.
    pub(super) bytes: &'l [u8],
    /// How many bytes it takes up, line break included.
    pub(super) taken: u64,
    /// Whether it ended with a line break.
    pub(super) is_ended: bool,
    /// Whether it was too long to be looked at.
    pub(super) is_too_long: bool,
}

/// Reads lines one by one into one buffer.
pub(super) struct Lines<R> {
    input: R,
    buffer: Vec<u8>,
    /// Where the next line begins.
    start: u64,
    longest: usize,
    longest_passed_over: u64,
}

impl<R: BufRead> Lines<R> {
    pub(super) fn new(input: R) -> Self {
        Self::from(input, 0)
    }

    /// The lines of an input that begins at that byte of its file.
    pub(super) fn from(input: R, start: u64) -> Self {
        Self { input, buffer: Vec::new(), start, longest: LONGEST, longest_passed_over: LONGEST_PASSED_OVER }
    }

    /// The next line; none at the end of the input.
    ///
    /// # Errors
    /// When the input cannot be read, or a line never ends.
    pub(super) fn next(&mut self) -> io::Result<Option<RawLine<'_>>> {
        self.buffer.clear();
        let mut taken = 0;
        let mut is_ended = false;
        while !is_ended {
            let available = match self.input.fill_buf() {
                Ok(available) => available,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if available.is_empty() {
                break;
            }
            let end = memchr(available);
            let piece = &available[..end.unwrap_or(available.len())];
            // What is too long is passed over, byte by byte of the buffer, and never collected.
            if taken as usize + piece.len() <= self.longest {
                self.buffer.extend_from_slice(piece);
            }
            is_ended = end.is_some();
            let used = piece.len() + usize::from(is_ended);
            self.input.consume(used);
            taken += used as u64;
            if taken > self.longest_passed_over {
                let why = format!("a line is longer than {} bytes", self.longest_passed_over);
                return Err(io::Error::new(io::ErrorKind::InvalidData, why));
            }
        }
        if taken == 0 {
            return Ok(None);
        }
        let start = self.start;
        self.start += taken;
        let is_too_long = taken - u64::from(is_ended) > self.longest as u64;
        let bytes: &[u8] = if is_too_long { &[] } else { &self.buffer };
        Ok(Some(RawLine { start, bytes, taken, is_ended, is_too_long }))
    }
}

fn memchr(bytes: &[u8]) -> Option<usize> {
    memchr::memchr(b'\n', bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_is_too_long_is_passed_over_and_the_next_one_is_read() {
        let text = format!("a\n{}\nb\r\n{}", "x".repeat(50), "y".repeat(20));
        let mut lines = Lines { longest: 10, ..Lines::from(io::BufReader::with_capacity(7, text.as_bytes()), 100) };
        let mut seen = Vec::new();
        let mut starts = Vec::new();
        while let Some(line) = lines.next().expect("reads") {
            let text = String::from_utf8_lossy(line.bytes).into_owned();
            starts.push(line.start);
            seen.push((text, line.taken, line.is_ended, line.is_too_long));
        }
        let line = |text: &str, taken, is_ended, is_too_long| (text.to_owned(), taken, is_ended, is_too_long);
        assert_eq!(
            seen,
            [
                line("a", 2, true, false),
                line("", 51, true, true),
                line("b\r", 3, true, false),
                line("", 20, false, true)
            ]
        );
        assert_eq!(starts, [100, 102, 153, 156]);
        assert!(lines.buffer.capacity() < 32);
    }

    #[test]
    fn a_line_that_never_ends_is_given_up() {
        let endless = io::BufReader::with_capacity(64, io::repeat(0));
        let mut lines = Lines { longest: 10, longest_passed_over: 1_000, ..Lines::new(endless) };
        assert_eq!(lines.next().expect_err("no end").kind(), io::ErrorKind::InvalidData);
    }
}
