//! What is said by marks alone: cries, questions, trailing off, drawn-out words, capitals.

/// The marks of a text.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub(super) struct Marks {
    pub(super) exclamations: usize,
    pub(super) questions: usize,
    pub(super) ellipses: usize,
    pub(super) has_repetition: bool,
    pub(super) characters: usize,
    /// The share of capitals among the Latin letters, 0 for less than four of them.
    pub(super) capitals: f32,
}

impl Marks {
    pub(super) fn of(prose: &str) -> Self {
        let mut marks = Self::default();
        let (mut last, mut run) = ('\0', 0_usize);
        let (mut latin, mut upper) = (0_usize, 0_usize);
        for c in prose.chars() {
            run = if c == last { run + 1 } else { 1 };
            last = c;
            marks.characters += 1;
            latin += usize::from(c.is_ascii_alphabetic());
            upper += usize::from(c.is_ascii_uppercase());
            match c {
                '!' | '！' | '❗' | '‼' => marks.exclamations += 1,
                '?' | '？' | '❓' => marks.questions += 1,
                '.' if run == 3 => marks.ellipses += 1,
                '…' if run == 1 => marks.ellipses += 1,
                '。' | '・' | '､' | '、' if run == 2 => marks.ellipses += 1,
                c if run == 3 && (c == 'ー' || c == '〜' || c == '~' || c.is_alphabetic()) => {
                    marks.has_repetition = true;
                }
                _ => {}
            }
        }
        if latin >= 4 {
            marks.capitals = upper as f32 / latin as f32;
        }
        marks
    }

    pub(super) fn trails_off(self) -> bool {
        self.ellipses > 0
    }

    /// How far the marks move the arousal.
    pub(super) fn arousal(self) -> f32 {
        let cries = match self.exclamations {
            0 => 0.0,
            1 => 10.0,
            2 => 14.0,
            _ => 18.0,
        };
        let trailing = if self.ellipses == 0 { 0.0 } else { -10.0 };
        let drawn_out = if self.has_repetition { 4.0 } else { 0.0 };
        let length = if self.characters > 400 { -5.0 } else { 0.0 };
        let shouting = if self.capitals > 0.7 { 10.0 } else { 0.0 };
        cries + trailing + drawn_out + length + shouting
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_counted_in_both_widths() {
        let marks = Marks::of("えっ！？ まじで…… STOP");
        assert_eq!((marks.exclamations, marks.questions, marks.ellipses), (1, 1, 1));
        assert!(marks.capitals > 0.9 && !marks.has_repetition);
        assert!(Marks::of("うれしーーー").has_repetition);
    }
}
