//! A table in a text: a key, a tab and a value a line, sorted by the bytes of the keys. It is looked up as it lies, so it
//! costs nothing until something is asked for.

/// The text of such a table.
pub(crate) struct SortedLines(pub(crate) &'static str);

impl SortedLines {
    /// The value of a key.
    pub(crate) fn find(&self, key: &str) -> Option<&'static str> {
        let (mut low, mut high) = (0, self.0.len());
        while low < high {
            let (start, end) = self.line_at(usize::midpoint(low, high));
            let (other, value) = self.0[start..end].split_once('\t')?;
            match other.as_bytes().cmp(key.as_bytes()) {
                std::cmp::Ordering::Equal => return Some(value),
                std::cmp::Ordering::Less => low = end + 1,
                std::cmp::Ordering::Greater => high = start,
            }
        }
        None
    }

    /// Where the line begins and ends that a byte is in.
    fn line_at(&self, at: usize) -> (usize, usize) {
        let bytes = self.0.as_bytes();
        let start = bytes[..at].iter().rposition(|byte| *byte == b'\n').map_or(0, |newline| newline + 1);
        let end = bytes[at..].iter().position(|byte| *byte == b'\n').map_or(bytes.len(), |newline| at + newline);
        (start, end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_found_and_nothing_else() {
        let table = SortedLines("a\t1\nab\t2 3\nb\t4\n犬\t5\n");
        for line in table.0.lines() {
            let (key, value) = line.split_once('\t').expect("a key and a value");
            assert_eq!(table.find(key), Some(value));
        }
        for key in ["", "aa", "c", "猫", "a\t1"] {
            assert_eq!(table.find(key), None, "{key}");
        }
        assert_eq!(SortedLines("").find("a"), None);
    }
}
