//! The text of a reply as it goes into its journal: secrets are taken out though it comes in pieces (C8).
//!
//! A secret can be cut anywhere, so no piece is looked at alone. What is written is always what the redactor makes of all
//! the text so far, as far as that was not written before. Two rules make that safe:
//!
//! - A run of letters, digits and signs at the end that may be half a token is held back until it ends: 8 characters with
//!   a digit, or 20 without one, and 4096 at most.
//! - Where later words show that earlier ones are secret or private, so that what was written is no longer what would be
//!   written, the journal is written anew without them ([`TextStep::Replace`]).
//!
//! Text that lies far enough back is settled, so that a long reply is not looked through from its beginning each time.

use omoide_core::fold;
use omoide_language::strip;

use crate::redaction::Redactor;

/// From how many characters on a run at the end may be half a secret: with a digit, and without one.
const SHORTEST_TOKEN: usize = 8;
const SHORTEST_WITHOUT_DIGIT: usize = 20;
/// How long a run is held back at most, in bytes.
const LONGEST_TOKEN: usize = 4_096;

/// How much text is looked through before some of it is settled, and how much stays unsettled, in bytes.
const UNSETTLED: usize = 16_384;
const NEVER_SETTLED: usize = 4_096;

/// How much of the text before is looked at again for a word that was cut, in bytes.
const OVERLAP: usize = 32;

/// Of how many parts one must be new before it is looked at again, where much has to be looked at each time.
const SHARE: usize = 64;

/// What of the end of a text is not written yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum HoldBack {
    /// Nothing: no more text will be joined to it.
    Nothing,
    /// A word that may be half a secret.
    Unfinished,
}

/// What is to be written next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum TextStep {
    /// Nothing.
    Nothing,
    /// More text.
    Append(String),
    /// All of it anew.
    Replace(String),
}

/// The text of a reply, as it came and as it was written.
#[derive(Debug, Default)]
pub(super) struct StreamedText {
    raw: String,
    /// How many bytes of `raw` were looked at for what is written.
    seen: usize,
    /// What is written.
    clean: String,
    /// How many bytes of `raw` and of `clean` are settled.
    settled: (usize, usize),
    /// How much there has to be before it is tried again to settle some of it.
    next_try: usize,
    /// Whether a part of it may be private.
    may_be_private: bool,
}

impl StreamedText {
    pub(super) fn raw(&self) -> &str {
        &self.raw
    }

    pub(super) fn push(&mut self, text: &str) {
        self.raw.push_str(text);
    }

    /// Takes back what was pushed after so many bytes; none of it may have been written.
    pub(super) fn cut_back(&mut self, bytes: usize) {
        self.raw.truncate(bytes.max(self.seen));
    }

    /// The characters that are not written yet.
    pub(super) fn waiting(&self) -> usize {
        self.raw[self.seen..].chars().count()
    }

    pub(super) fn is_all_seen(&self) -> bool {
        self.seen == self.raw.len()
    }

    /// How many characters may wait before they are written, if usually it is `usual`: more where much has to be looked
    /// through for it.
    pub(super) fn most_waiting(&self, usual: usize) -> usize {
        let looked_through = if self.may_be_private { self.raw.len() } else { self.raw.len() - self.settled.0 };
        usual.max(looked_through / SHARE)
    }

    /// The text as it is written.
    pub(super) fn clean(&self) -> &str {
        &self.clean
    }

    /// What is to be written next; [`StreamedText::accept`] says that it was.
    pub(super) fn step(&mut self, redactor: Redactor<'_>, hold: HoldBack) -> (TextStep, usize) {
        let end = if hold == HoldBack::Nothing { self.raw.len() } else { self.raw.len() - held_back(&self.raw) };
        if end <= self.seen {
            return (TextStep::Nothing, self.seen);
        }
        let from = boundary(&self.raw, self.seen.saturating_sub(OVERLAP));
        self.may_be_private |= fold(&self.raw[from..end]).contains("private");
        let stripped = if self.may_be_private { strip::strip(&self.raw[..end]) } else { String::new() };
        if self.may_be_private && stripped != self.raw[..end] {
            self.settled = (0, 0);
            let text = redactor.0.redact(&stripped);
            return (self.compared(&text, 0), end);
        }
        let (raw, clean) = self.settled;
        let text = redactor.0.redact(&self.raw[raw..end]);
        (self.compared(&text, clean), end)
    }

    /// What has to be written so that `text` stands after the first bytes of what was written.
    fn compared(&self, text: &str, after: usize) -> TextStep {
        match text.strip_prefix(&self.clean[after..]) {
            Some("") => TextStep::Nothing,
            Some(more) => TextStep::Append(more.to_owned()),
            None => TextStep::Replace(format!("{}{text}", &self.clean[..after])),
        }
    }

    /// Notes that a step was written.
    pub(super) fn accept(&mut self, redactor: Redactor<'_>, (step, seen): (TextStep, usize)) {
        match step {
            TextStep::Nothing => {}
            TextStep::Append(more) => self.clean.push_str(&more),
            TextStep::Replace(text) => self.clean = text,
        }
        self.seen = seen;
        self.settle(redactor);
    }

    /// Settles text that lies far back, where it makes no difference to what stands after it.
    fn settle(&mut self, redactor: Redactor<'_>) {
        let (raw, clean) = self.settled;
        let length = self.seen - raw;
        if self.may_be_private || length < UNSETTLED.max(self.next_try) {
            return;
        }
        let early = boundary(&self.raw, self.seen - NEVER_SETTLED);
        let is_end = |text: &str| text.rfind('\n').or_else(|| text.rfind(char::is_whitespace));
        self.next_try = length * 2;
        let Some(cut) = is_end(&self.raw[raw..early]).map(|at| raw + at) else { return };
        let (before, after) = (redactor.0.redact(&self.raw[raw..cut]), redactor.0.redact(&self.raw[cut..self.seen]));
        if self.clean[clean..].strip_prefix(&before) == Some(&after) {
            self.settled = (cut, clean + before.len());
            self.next_try = 0;
        }
    }
}

/// The last place up to `most` where no character is cut.
pub(super) fn boundary(text: &str, most: usize) -> usize {
    (0..=most.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

/// How many bytes at the end may be half a secret.
fn held_back(text: &str) -> usize {
    let run = text.bytes().rev().take(LONGEST_TOKEN + 1).take_while(u8::is_ascii_graphic).count();
    let has_digit = text.as_bytes()[text.len() - run..].iter().any(u8::is_ascii_digit);
    let least = if has_digit { SHORTEST_TOKEN } else { SHORTEST_WITHOUT_DIGIT };
    if (least..=LONGEST_TOKEN).contains(&run) { run } else { 0 }
}

#[cfg(test)]
mod tests {
    use omoide_core::ports::Understanding;
    use omoide_language::LanguageLayer;
    use proptest::prelude::*;

    use super::*;

    const TOKEN: &str = "ghp_Zk3Qf7Lw2Rt8Zk3Qf7Lw2Rt8Zk3Qf7Lw2Rt8";

    /// What stands in the journal after each piece, and in the end.
    fn written(pieces: &[&str]) -> Vec<String> {
        let layer = LanguageLayer::new();
        let mut text = StreamedText::default();
        let mut states = Vec::new();
        let mut step = |text: &mut StreamedText, hold| {
            let step = text.step(Redactor(&layer), hold);
            text.accept(Redactor(&layer), step);
            states.push(text.clean().to_owned());
        };
        for piece in pieces {
            text.push(piece);
            step(&mut text, HoldBack::Unfinished);
        }
        step(&mut text, HoldBack::Nothing);
        states
    }

    #[test]
    fn words_are_written_at_once_and_half_a_token_is_not() {
        assert_eq!(written(&["It is do", "ne. "]), ["It is do", "It is done. ", "It is done. "]);
        let (half, rest) = TOKEN.split_at(14);
        let states = written(&[&format!("Use {half}"), rest, " now."]);
        assert_eq!(states[..2], ["Use ", "Use "]);
        assert_eq!(states[2], "Use [redacted:github-token] now.");
    }

    #[test]
    fn what_turns_out_to_be_secret_or_private_does_not_stay() {
        for pieces in [
            vec!["I set the password to ", "corr", "ect-horse", "-battery", " for you."],
            vec!["Well. <priv", "ate>he is my horse", " and more</private> So."],
            vec!["he is my horse ", "and more", "</private>", " So."],
        ] {
            let states = written(&pieces);
            assert!(!states.last().expect("states").contains("horse"), "{states:?}");
        }
    }

    #[test]
    fn a_private_key_is_never_written_line_by_line() {
        let lines: Vec<String> = (0..20).map(|n| format!("MIIEpAIBAAKCAQEA7bq8{n:02}Zk3Qf7Lw2Rt8\n")).collect();
        let mut pieces = vec!["Here:\n-----BEGIN RSA PRIVATE KEY-----\n"];
        pieces.extend(lines.iter().map(String::as_str));
        pieces.push("-----END RSA PRIVATE KEY-----\nThat was it.");
        let states = written(&pieces);
        assert!(states.iter().all(|state| !state.contains("MIIE")), "{states:?}");
        assert!(states.last().expect("states").ends_with("That was it."));
    }

    #[test]
    fn a_long_reply_is_settled_and_comes_out_as_a_whole() {
        let layer = LanguageLayer::new();
        let line = format!("The beans are up, and the key is {TOKEN} today.\n");
        let whole = line.repeat(2_000);
        let mut text = StreamedText::default();
        for piece in whole.as_bytes().chunks(700) {
            text.push(std::str::from_utf8(piece).expect("ASCII"));
            let step = text.step(Redactor(&layer), HoldBack::Unfinished);
            text.accept(Redactor(&layer), step);
        }
        assert!(text.settled.0 > whole.len() - 3 * UNSETTLED, "{:?}", text.settled);
        let step = text.step(Redactor(&layer), HoldBack::Nothing);
        text.accept(Redactor(&layer), step);
        assert_eq!(text.clean(), layer.redact(&whole));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]

        /// However a text with secrets is cut, what is written in the end is what a memory would hold, and no token ever
        /// stands in the journal.
        #[test]
        fn however_it_is_cut_it_comes_out_as_if_it_were_whole(
            words in proptest::collection::vec(0_usize..8, 1..40), cuts in proptest::collection::vec(1_usize..23, 1..80)
        ) {
            let token = format!("{TOKEN} ");
            let of = ["so ", "今日は、", "password: ", "hunter22x\n", &token, " ", "AKIAIOSFODNN7EXAMPLQ ", "done.\n\n"];
            let whole: String = words.into_iter().map(|word| of[word]).collect();
            let (mut pieces, mut from) = (Vec::new(), 0);
            for cut in cuts.into_iter().cycle() {
                if from == whole.len() {
                    break;
                }
                let to = boundary(&whole, from + cut);
                let to = if to > from { to } else { boundary(&whole, from + 4).min(whole.len()) };
                pieces.push(&whole[from..to]);
                from = to;
            }
            let states = written(&pieces);
            prop_assert_eq!(states.last().expect("states"), &LanguageLayer::new().redact(&whole));
            prop_assert!(states.iter().all(|state| !state.contains(&TOKEN[4..20])));
        }
    }
}
