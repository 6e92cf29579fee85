//! How much room a text takes on a terminal, and how to make it fit.
//!
//! East Asian wide and full-width characters take two columns, combining ones none.

use omoide_home::one_line::is_format;
pub use omoide_home::one_line::one_line;

/// How many columns the text takes.
pub fn width(text: &str) -> usize {
    text.chars().map(columns).sum()
}

/// The text with its lines, without anything else that a terminal would act on; every further line is
/// set in.
pub fn set_in(text: &str, by: usize) -> String {
    let pad = format!("\n{}", " ".repeat(by));
    let clean = |line: &str| -> String {
        line.chars().map(|c| if c == '\t' { ' ' } else { c }).filter(|c| !c.is_control() && !is_format(*c)).collect()
    };
    text.trim_end().split('\n').map(clean).collect::<Vec<_>>().join(&pad)
}

/// The text in at most `room` columns, with a mark where something was left out.
pub fn cut(text: &str, room: usize) -> String {
    if width(text) <= room {
        return text.to_owned();
    }
    let mut taken = 0;
    let mut kept = String::new();
    for c in text.chars() {
        taken += columns(c);
        // The mark takes a column too.
        if taken + 1 > room {
            break;
        }
        kept.push(c);
    }
    if room > 0 {
        kept.push('…');
    }
    kept
}

/// The text with blanks behind it, up to `room` columns.
pub fn pad(text: &str, room: usize) -> String {
    format!("{text}{}", " ".repeat(room.saturating_sub(width(text))))
}

/// The text with blanks before it, up to `room` columns.
pub fn pad_left(text: &str, room: usize) -> String {
    format!("{}{text}", " ".repeat(room.saturating_sub(width(text))))
}

fn columns(c: char) -> usize {
    let code = u32::from(c);
    if c.is_control() || is_format(c) || is_combining(code) {
        0
    } else if is_wide(code) {
        2
    } else {
        1
    }
}

fn is_combining(code: u32) -> bool {
    matches!(code, 0x300..=0x36f | 0x1ab0..=0x1aff | 0x1dc0..=0x1dff | 0x20d0..=0x20ff | 0x3099..=0x309a | 0xfe00..=0xfe0f | 0xfe20..=0xfe2f)
}

fn is_wide(code: u32) -> bool {
    matches!(
        code,
        0x1100..=0x115f
            | 0x231a..=0x231b
            | 0x23e9..=0x23ec
            | 0x2614..=0x2615
            | 0x26a1
            | 0x2705
            | 0x274c
            | 0x2728
            | 0x2e80..=0x303e
            | 0x3041..=0x33ff
            | 0x3400..=0x4dbf
            | 0x4e00..=0x9fff
            | 0xa000..=0xa4cf
            | 0xa960..=0xa97f
            | 0xac00..=0xd7a3
            | 0xf900..=0xfaff
            | 0xfe30..=0xfe6f
            | 0xff00..=0xff60
            | 0xffe0..=0xffe6
            | 0x1f300..=0x1f64f
            | 0x1f680..=0x1f6ff
            | 0x1f900..=0x1f9ff
            | 0x1fa70..=0x1faff
            | 0x20000..=0x3fffd
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn japanese_takes_two_columns_a_character() {
        assert_eq!(width("思い出"), 6);
        assert_eq!(width("ｱｲｳ abc"), 7);
        assert_eq!(width("か\u{3099}"), 2);
        assert_eq!(width("🎉!"), 3);
    }

    #[test]
    fn a_cut_never_takes_more_room_than_there_is() {
        for room in 0..12 {
            assert!(width(&cut("今日は公園でRexと", room)) <= room, "{room}");
        }
        assert_eq!(cut("今日は公園", 7), "今日は…");
        assert_eq!(cut("short", 5), "short");
    }

    #[test]
    fn a_terminal_never_sees_what_it_would_act_on() {
        assert_eq!(one_line("a\x1b[31mb\r\nc\u{202e}d"), "a [31mb cd");
        assert_eq!(set_in("a\x1b[2J\nb", 2), "a[2J\n  b");
    }
}
