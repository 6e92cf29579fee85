//! The conversations that a mind has memories of, in parts.

use omoide_core::ports::store::ThreadSummary;

use crate::{Error, Mind};

/// Where a list of threads goes on: after the one whose last memory happened then and that has that name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ThreadCursor {
    last: i64,
    name: String,
}

/// A part of a list of threads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ThreadList {
    /// The threads, by their last memory, the newest first.
    pub threads: Vec<ThreadSummary>,
    /// Where it goes on, if it does.
    pub next: Option<ThreadCursor>,
}

/// As it is handed out, for whoever asks to hand it back: a name can hold anything, so its bytes are written in digits.
impl std::fmt::Display for ThreadCursor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:016x}", self.last)?;
        self.name.bytes().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl std::str::FromStr for ThreadCursor {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let (last, name) = text.split_at_checked(16).ok_or(())?;
        let last = u64::from_str_radix(last, 16).map_err(|_| ())?.cast_signed();
        let (pairs, rest) = name.as_bytes().as_chunks::<2>();
        let byte = |pair: &[u8; 2]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
        let bytes: Vec<u8> = pairs.iter().map(byte).collect::<Option<_>>().ok_or(())?;
        let name = String::from_utf8(bytes).map_err(|_| ())?;
        if rest.is_empty() { Ok(Self { last, name }) } else { Err(()) }
    }
}

impl Mind<'_> {
    /// The next `size` threads after the cursor, by their last memory, the newest first. A thread that gets a memory while
    /// someone goes through the list comes to its beginning, and is not given twice to whoever goes on.
    ///
    /// # Errors
    /// When the store fails.
    pub fn threads(&self, after: Option<&ThreadCursor>, size: usize) -> Result<ThreadList, Error> {
        let after = after.map(|cursor| (cursor.last, cursor.name.as_str()));
        // One more than wanted tells whether it goes on.
        let mut threads = self.engine.read(|r| r.threads(&self.name, after, size.saturating_add(1)))?;
        let goes_on = threads.len() > size;
        threads.truncate(size);
        let cursor_of =
            |thread: &ThreadSummary| ThreadCursor { last: thread.last.unix_micros(), name: thread.name.clone() };
        let next = threads.last().filter(|_| goes_on).map(cursor_of);
        Ok(ThreadList { threads, next })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_reads_back_and_anything_else_does_not() {
        for (last, name) in [(-5, ""), (i64::MAX, "session 1/2"), (0, "会話\0")] {
            let cursor = ThreadCursor { last, name: name.to_owned() };
            assert_eq!(cursor.to_string().parse(), Ok(cursor));
        }
        for text in
            ["", "x", "00000000000000007", "0000000000000000zz", "0000000000000000ff", "日本語の文字が十六バイト"]
        {
            assert_eq!(text.parse::<ThreadCursor>(), Err(()), "{text}");
        }
    }
}
