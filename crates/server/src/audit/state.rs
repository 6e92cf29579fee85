//! Whether the audit log is as it was written.

use super::line::AuditLine;
use super::seal::Seal;

/// Whether a log is as it was written; the first thing that is wrong with it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AuditState {
    /// It is.
    Whole,
    /// This line was changed, or does not belong there.
    Changed {
        /// Its place, counted from 1.
        line: usize,
    },
    /// Lines are missing before this one.
    Gap {
        /// Its place, counted from 1.
        line: usize,
        /// How many.
        missing: u64,
    },
    /// The end was cut off.
    Cut {
        /// How many lines are missing.
        missing: u64,
    },
    /// The file is missing.
    Gone {
        /// How many lines it had.
        missing: u64,
    },
    /// The seal is missing, so that nothing can be checked.
    Unsealed,
}

impl AuditState {
    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Whole => "whole",
            Self::Changed { .. } => "changed",
            Self::Gap { .. } => "gap",
            Self::Cut { .. } => "cut",
            Self::Gone { .. } => "gone",
            Self::Unsealed => "unsealed",
        }
    }

    /// The line where it is wrong, if it is one.
    pub fn line(self) -> Option<usize> {
        match self {
            Self::Changed { line } | Self::Gap { line, .. } => Some(line),
            _ => None,
        }
    }

    /// How many lines are missing.
    pub fn missing(self) -> u64 {
        match self {
            Self::Gap { missing, .. } | Self::Cut { missing } | Self::Gone { missing } => missing,
            _ => 0,
        }
    }
}

/// What stands in a log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AuditReport {
    /// Every line that can be read.
    pub lines: Vec<AuditLine>,
    /// Whether they are as they were written.
    pub state: AuditState,
}

impl AuditReport {
    /// What a log and its seal say together.
    pub(super) fn of(text: Option<&str>, seal: Option<&Seal>) -> Self {
        let raw: Vec<&str> = text.unwrap_or_default().lines().collect();
        let Some(seal) = seal else { return Self::without_seal(&raw) };
        let mut chain = Chain { seal, number: 0, before: String::new() };
        let (mut lines, mut state) = (Vec::new(), AuditState::Whole);
        for (place, raw_line) in raw.iter().enumerate() {
            let parsed = AuditLine::parse(raw_line);
            let is_torn = parsed.is_none() && place + 1 == raw.len() && chain.is_torn_last(raw_line);
            if !is_torn && state == AuditState::Whole {
                state = chain.judge(place + 1, parsed.as_ref());
            }
            lines.extend(parsed);
        }
        if state == AuditState::Whole && chain.number < seal.count {
            let missing = seal.count - chain.number;
            // The seal is written first, with the line: one that is not in the log yet is not lost.
            match seal.line.as_deref().and_then(AuditLine::parse).filter(|last| last.before == chain.before) {
                Some(last) if missing == 1 => lines.push(last),
                _ if text.is_none() => state = AuditState::Gone { missing },
                _ => state = AuditState::Cut { missing },
            }
        }
        Self { lines, state }
    }

    /// A log of an earlier version, or one whose seal is missing.
    fn without_seal(raw: &[&str]) -> Self {
        let lines: Vec<AuditLine> = raw.iter().filter_map(|line| AuditLine::parse(line)).collect();
        if lines.iter().any(|line| line.number.is_some()) {
            return Self { lines, state: AuditState::Unsealed };
        }
        let mut before = "";
        for (place, line) in raw.iter().enumerate() {
            match lines.get(place).filter(|known| AuditLine::parse(line).as_ref() == Some(*known)) {
                Some(line) if line.before == before && line.is_as_written(&[]) => before = &line.print,
                _ => return Self { state: AuditState::Changed { line: place + 1 }, lines },
            }
        }
        Self { lines, state: AuditState::Whole }
    }
}

/// How far a log was followed.
struct Chain<'s> {
    seal: &'s Seal,
    number: u64,
    before: String,
}

impl Chain<'_> {
    fn judge(&mut self, place: usize, line: Option<&AuditLine>) -> AuditState {
        let changed = AuditState::Changed { line: place };
        let Some(line) = line.filter(|line| line.is_as_written(self.seal.key())) else { return changed };
        // Only as many lines without a number as there were when the log was sealed.
        let number = line.number.unwrap_or(self.number + 1);
        if line.number.is_none() && number > self.seal.unnumbered || number <= self.number {
            return changed;
        }
        if number > self.number + 1 {
            return AuditState::Gap { line: place, missing: number - self.number - 1 };
        }
        if line.before != self.before {
            return changed;
        }
        (self.number, self.before) = (number, line.print.clone());
        AuditState::Whole
    }

    /// Whether that is the beginning of the last line, which someone who was killed did not write to its end.
    fn is_torn_last(&self, raw: &str) -> bool {
        self.number + 1 == self.seal.count && self.seal.line.as_ref().is_some_and(|last| last.starts_with(raw))
    }
}
