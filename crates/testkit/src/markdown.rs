//! Markdown, as far as tests look into it: its fenced blocks and the lines around them.

/// A fenced block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FencedBlock<'t> {
    /// What stands behind the fence that opens it: `sh`, `text`, `json`, or nothing.
    pub language: &'t str,
    /// Its lines.
    pub text: &'t str,
}

/// A piece of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PagePiece<'t> {
    /// A line outside of all fences.
    Line(&'t str),
    /// A fenced block.
    Block(FencedBlock<'t>),
}

/// The pieces of a page, in their order.
///
/// # Panics
/// When a fence is never closed, is indented, or is opened inside another block.
pub fn pieces(page: &str) -> Vec<PagePiece<'_>> {
    let mut pieces = Vec::new();
    let mut rest = page;
    while let Some((line, after)) = next_line(rest) {
        rest = after;
        assert!(line.starts_with("```") || !line.trim_start().starts_with("```"), "an indented fence: {line}");
        let Some(language) = line.strip_prefix("```") else {
            pieces.push(PagePiece::Line(line));
            continue;
        };
        let body = rest;
        let mut length = 0;
        loop {
            let Some((line, after)) = next_line(rest) else {
                panic!("a block that is never closed: {language}\n{body}")
            };
            rest = after;
            if line == "```" {
                break;
            }
            assert!(!line.starts_with("```"), "a fence inside a block: {line}");
            length = body.len() - rest.len();
        }
        pieces.push(PagePiece::Block(FencedBlock { language, text: &body[..length] }));
    }
    pieces
}

/// The fenced blocks of a page, in their order.
pub fn blocks(page: &str) -> Vec<FencedBlock<'_>> {
    let block = |piece| if let PagePiece::Block(block) = piece { Some(block) } else { None };
    pieces(page).into_iter().filter_map(block).collect()
}

fn next_line(text: &str) -> Option<(&str, &str)> {
    if text.is_empty() { None } else { Some(text.split_once('\n').unwrap_or((text, ""))) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_have_their_language_and_their_lines() {
        let page = "# a\n```sh\n# no heading\nls\n```\n\n```text\n```\nb";
        let block = |language, text| PagePiece::Block(FencedBlock { language, text });
        let want = [
            PagePiece::Line("# a"),
            block("sh", "# no heading\nls\n"),
            PagePiece::Line(""),
            block("text", ""),
            PagePiece::Line("b"),
        ];
        assert_eq!(pieces(page), want);
        assert_eq!(blocks(page).len(), 2);
    }

    #[test]
    #[should_panic(expected = "never closed")]
    fn a_block_that_is_never_closed_is_found() {
        blocks("```sh\nls\n");
    }

    #[test]
    #[should_panic(expected = "a fence inside a block")]
    fn a_fence_that_was_left_open_is_found_at_the_next_one() {
        blocks("```sh\nls\n\n```text\nx\n```\n");
    }
}
