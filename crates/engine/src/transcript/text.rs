//! What a text in a person's line is: words of the person, or something that the host put there.

use super::Dropped;

/// Blocks that the host or recall put into what a person said, wherever they stand.
const INJECTED: [&str; 2] = ["system-reminder", "memories"];

/// What a text is that opens with one of these. People quote these strings, so only the opening counts.
const OPENINGS: [(&str, Dropped); 20] = [
    ("<command-name>", Dropped::Command),
    ("<command-message>", Dropped::Command),
    ("<command-args>", Dropped::Command),
    ("<command-contents>", Dropped::Command),
    ("<user-memory-input>", Dropped::Command),
    ("<local-command-", Dropped::CommandOutput),
    ("caveat: the messages below", Dropped::CommandOutput),
    ("<bash-input>", Dropped::Shell),
    ("<bash-stdout>", Dropped::Shell),
    ("<bash-stderr>", Dropped::Shell),
    ("<task-notification>", Dropped::Notice),
    ("<agent-notification>", Dropped::Notice),
    ("<teammate-message", Dropped::Notice),
    ("<hook_prompt", Dropped::Notice),
    ("<user-prompt-submit-hook>", Dropped::Notice),
    ("<post-tool-use-hook>", Dropped::Notice),
    ("<new-diagnostics>", Dropped::Notice),
    ("<tool_use_error>", Dropped::ToolResult),
    ("[request interrupted by user", Dropped::Interruption),
    ("this session is being continued from a previous conversation that ran out of context", Dropped::Recap),
];

/// The words of a person in a text, without what was injected.
///
/// # Errors
/// What the text is instead.
pub(super) fn said(text: &str) -> Result<String, Dropped> {
    let own = INJECTED.iter().fold(clean(text), |text, tag| without_blocks(&text, tag));
    let own = own.trim();
    if own.is_empty() {
        return Err(if text.trim().is_empty() { Dropped::Empty } else { Dropped::Injected });
    }
    let opens_with = |(opening, _): &&(&str, Dropped)| {
        own.get(..opening.len()).is_some_and(|start| start.eq_ignore_ascii_case(opening))
    };
    match OPENINGS.iter().find(opens_with) {
        Some((_, what)) => Err(*what),
        None => Ok(own.to_owned()),
    }
}

/// A text without the characters that no text has.
pub(super) fn clean(text: &str) -> String {
    text.replace('\0', "")
}

/// The text without the blocks of a tag. A tag in backticks is a mention of it; one that is never closed stays.
fn without_blocks(text: &str, tag: &str) -> String {
    let (open, close) = (format!("<{tag}"), format!("</{tag}>"));
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(&open) {
        let (before, block) = rest.split_at(start);
        kept.push_str(before);
        let is_tag = block[open.len()..].starts_with(['>', ' ', '\n', '\t']);
        let end = block.find(&close).filter(|_| is_tag && !before.ends_with('`'));
        match end {
            Some(end) => rest = &block[end + close.len()..],
            None => {
                kept.push_str(&open);
                rest = &block[open.len()..];
            }
        }
    }
    kept.push_str(rest);
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_opens_with_a_tag_of_the_host_was_not_said() {
        assert_eq!(said("<command-name>/clear</command-name>\n<command-message>clear"), Err(Dropped::Command));
        assert_eq!(said("  <Command-Message>init…"), Err(Dropped::Command));
        assert_eq!(said("<local-command-stdout>x</local-command-stdout>"), Err(Dropped::CommandOutput));
        assert_eq!(said("<bash-input>ls</bash-input>"), Err(Dropped::Shell));
        assert_eq!(said("[Request interrupted by user for tool use]"), Err(Dropped::Interruption));
        assert_eq!(said("<task-notification>\n<task-id>b"), Err(Dropped::Notice));
        assert_eq!(said(" \n "), Err(Dropped::Empty));
    }

    #[test]
    fn who_quotes_a_tag_is_heard() {
        for quote in [
            "why does the log say <command-name>/clear</command-name>?",
            "the line [Request interrupted by user] is odd",
            "`<memories>` stays here, and `<memories>` there",
            "what is <memories> for",
            "<memoriesque> is no tag",
        ] {
            assert_eq!(said(quote).as_deref(), Ok(quote));
        }
    }

    #[test]
    fn what_was_injected_is_taken_out_and_the_rest_is_checked_again() {
        assert_eq!(said("<system-reminder>a\nb</system-reminder>\n続けて").as_deref(), Ok("続けて"));
        assert_eq!(said("<memories>\n- x\n</memories> go on <memories n=\"1\">y</memories>").as_deref(), Ok("go on"));
        assert_eq!(said("<memories>only</memories>"), Err(Dropped::Injected));
        let hidden = "<system-reminder>x</system-reminder><command-name>/x</command-name>";
        assert_eq!(said(hidden), Err(Dropped::Command));
        assert_eq!(said("a\0b").as_deref(), Ok("ab"));
    }
}
