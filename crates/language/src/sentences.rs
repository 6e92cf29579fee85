//! Where sentences end, in Japanese and English.

use std::ops::Range;

/// The sentences of a text in their order, trimmed, none empty.
///
/// A line break ends a sentence. What is quoted in 「」 stays within its sentence.
pub fn sentences(text: &str) -> Vec<&str> {
    spans(text).into_iter().map(|span| &text[span]).collect()
}

/// The places of the sentences, in bytes, without the white space around them.
pub(crate) fn spans(text: &str) -> Vec<Range<usize>> {
    let mut spans = Vec::new();
    let mut start = 0;
    let mut quote_depth = 0_usize;
    let mut characters = text.char_indices().peekable();
    let mut before = ' ';
    while let Some((at, c)) = characters.next() {
        match c {
            '「' | '『' => quote_depth += 1,
            '」' | '』' => quote_depth = quote_depth.saturating_sub(1),
            '\n' | '\r' | '\u{2028}' | '\u{2029}' => quote_depth = 0,
            _ => {}
        }
        let next = characters.peek().map(|(_, n)| *n);
        if quote_depth == 0 && ends_sentence(text, at, c, before, next) {
            push(&mut spans, text, start..at + c.len_utf8());
            start = at + c.len_utf8();
        }
        before = c;
    }
    push(&mut spans, text, start..text.len());
    spans
}

fn ends_sentence(text: &str, at: usize, c: char, before: char, next: Option<char>) -> bool {
    let closes_next = next.is_some_and(|n| is_ender(n) || is_closer(n));
    match c {
        '\n' | '\r' | '\u{2028}' | '\u{2029}' => true,
        '。' | '！' | '？' | '｡' | '‼' | '⁉' => !closes_next,
        '!' | '?' => !closes_next && next.is_none_or(|n| n.is_whitespace() || !n.is_ascii()),
        '.' | '．' => !closes_next && next.is_none_or(char::is_whitespace) && !is_abbreviation(&text[..at]),
        closer if is_closer(closer) => {
            is_ender(before) && !closes_next && next.is_none_or(|n| n.is_whitespace() || n.is_uppercase())
        }
        _ => false,
    }
}

fn is_ender(c: char) -> bool {
    matches!(c, '。' | '！' | '？' | '!' | '?' | '.' | '．' | '｡' | '‼' | '⁉')
}

fn is_closer(c: char) -> bool {
    matches!(c, '」' | '』' | '）' | ')' | '"' | '”' | '’' | '】' | ']')
}

fn is_abbreviation(before: &str) -> bool {
    let tail =
        before.len() - before.bytes().rev().take(6).take_while(|b| b.is_ascii_alphanumeric() || *b == b'.').count();
    let word = before[tail..].to_ascii_lowercase();
    let is_initial = word.len() == 1 && word != "i" && word.bytes().all(|b| b.is_ascii_alphabetic());
    is_initial
        || matches!(word.as_str(), "mr" | "mrs" | "ms" | "dr" | "prof" | "vs" | "e.g" | "i.e" | "cf" | "no" | "st")
}

fn push(spans: &mut Vec<Range<usize>>, text: &str, span: Range<usize>) {
    let piece = &text[span.clone()];
    let trimmed = piece.trim();
    if !trimmed.is_empty() {
        let start = span.start + (piece.len() - piece.trim_start().len());
        spans.push(start..start + trimmed.len());
    }
}

#[cfg(test)]
mod tests {
    use super::sentences;

    #[test]
    fn japanese_sentences_end_with_their_marks() {
        assert_eq!(sentences("やった！できた。次は？\n設計の話"), ["やった！", "できた。", "次は？", "設計の話"]);
        assert_eq!(sentences("「行こう。」と言った。帰る。"), ["「行こう。」と言った。", "帰る。"]);
    }

    #[test]
    fn english_sentences_end_before_a_space() {
        assert_eq!(
            sentences("Dr. Smith uses v1.2. It works! \"Really?\" Yes."),
            ["Dr. Smith uses v1.2.", "It works!", "\"Really?\"", "Yes."]
        );
        assert_eq!(sentences("open foo.rs and a != b"), ["open foo.rs and a != b"]);
    }

    #[test]
    fn an_ellipsis_does_not_end_a_sentence() {
        assert_eq!(sentences("……そう、仕方ないね"), ["……そう、仕方ないね"]);
    }
}
