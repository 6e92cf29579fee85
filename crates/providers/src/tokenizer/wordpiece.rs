//! WordPiece: a word is the longest known piece at its beginning, then the longest at what is left.

use std::collections::HashMap;

#[derive(Debug)]
pub(super) struct WordPiece {
    pub(super) vocabulary: HashMap<String, u32>,
    pub(super) unknown: u32,
    /// What stands before a piece that does not begin a word.
    pub(super) prefix: String,
    /// Longer words are unknown, in characters.
    pub(super) longest: usize,
}

impl WordPiece {
    pub(super) fn encode(&self, word: &str, ids: &mut Vec<u32>) {
        if word.chars().nth(self.longest).is_some() {
            ids.push(self.unknown);
            return;
        }
        let known = ids.len();
        let mut from = 0;
        while from < word.len() {
            let Some((end, id)) = self.longest_piece(word, from) else {
                ids.truncate(known);
                ids.push(self.unknown);
                return;
            };
            ids.push(id);
            from = end;
        }
    }

    fn longest_piece(&self, word: &str, from: usize) -> Option<(usize, u32)> {
        let mut piece = if from > 0 { self.prefix.clone() } else { String::new() };
        let prefix = piece.len();
        piece.push_str(&word[from..]);
        loop {
            if let Some(id) = self.vocabulary.get(&piece) {
                return Some((from + piece.len() - prefix, *id));
            }
            piece.pop();
            if piece.len() <= prefix {
                return None;
            }
        }
    }
}
