//! The lines of an input, of which none can fill the memory.

use std::io::{self, BufRead};

/// The longest line that is looked at: a prompt with several pictures is shorter.
pub(super) const LONGEST: usize = 32 * 1024 * 1024;

/// A line as it stands in the file.
#[derive(Debug)]
pub(super) struct RawLine<'l> {
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
    longest: usize,
}

impl<R: BufRead> Lines<R> {
    pub(super) fn new(input: R) -> Self {
        Self::up_to(input, LONGEST)
    }

    pub(super) fn up_to(input: R, longest: usize) -> Self {
        Self { input, buffer: Vec::new(), longest }
    }

    /// The next line; none at the end of the input.
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
        }
        if taken == 0 {
            return Ok(None);
        }
        let is_too_long = taken - u64::from(is_ended) > self.longest as u64;
        let bytes: &[u8] = if is_too_long { &[] } else { &self.buffer };
        Ok(Some(RawLine { bytes, taken, is_ended, is_too_long }))
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
        let mut lines = Lines::up_to(io::BufReader::with_capacity(7, text.as_bytes()), 10);
        let mut seen = Vec::new();
        while let Some(line) = lines.next().expect("reads") {
            let text = String::from_utf8_lossy(line.bytes).into_owned();
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
        assert!(lines.buffer.capacity() < 32);
    }
}
