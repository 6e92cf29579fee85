//! One example below the help of a command, where its flags alone do not show how it is used.

/// What a person would type, by the command's path.
pub(super) const EXAMPLES: &[(&str, &str)] = &[
    ("edit", "omoide edit mem_20260120_001 \"The meeting is on Friday\""),
    ("tag", "omoide tag garden,todo mem_20260120_001 mem_20260120_002"),
    ("untag", "omoide untag todo mem_20260120_001"),
    ("forget", "omoide forget \"the old phone number\""),
];

/// The example of a command.
pub(super) fn example(path: &str) -> Option<&'static str> {
    EXAMPLES.iter().find(|(known, _)| *known == path).map(|(_, text)| *text)
}
