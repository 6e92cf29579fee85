//! What spoke for the outcome, in words that a person can be told.

use std::fmt;

use super::alignment::{Clash, Counterpart, MATCHED};
use super::features::{Comparison, is_denied_once};
use super::opposites::WordTie;
use super::statement::ContentWord;

/// No more reasons of one sort than this are given.
const MOST: usize = 3;

/// Something that spoke for or against an agreement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AgreementReason {
    /// One of the two denies what the other says.
    Negation {
        /// The word that is denied, when both have it.
        word: Option<String>,
    },
    /// Two words that exclude one another.
    Antonym {
        /// In the older sentence.
        older: String,
        /// In the newer one.
        newer: String,
    },
    /// Two words of one kind of which only one can hold: two colours, two jobs, two towns.
    Alternative {
        /// In the older sentence.
        older: String,
        /// In the newer one.
        newer: String,
    },
    /// The same thing is counted differently.
    Number {
        /// In the older sentence.
        older: String,
        /// In the newer one.
        newer: String,
    },
    /// Another date or time of day.
    Date {
        /// In the older sentence.
        older: String,
        /// In the newer one.
        newer: String,
    },
    /// Another name in the same place.
    Name {
        /// In the older sentence.
        older: String,
        /// In the newer one.
        newer: String,
    },
    /// The newer sentence says that something is no longer so.
    NoLonger,
    /// The newer sentence says that something took another's place.
    Replacement,
    /// The same sentence with another word in it.
    Changed {
        /// What only the older sentence has.
        older: String,
        /// What only the newer one has.
        newer: String,
    },
    /// One of the two asks, and a question says nothing.
    Question,
    /// All that the newer sentence says is in the older one.
    Covered,
    /// The two speak of different things.
    Unrelated,
}

impl AgreementReason {
    /// Whether it speaks for a contradiction.
    pub fn is_conflict(&self) -> bool {
        !matches!(self, Self::Question | Self::Covered | Self::Unrelated)
    }
}

impl fmt::Display for AgreementReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Negation { word: Some(word) } => write!(f, "only one of them denies \"{word}\""),
            Self::Negation { word: None } => write!(f, "only one of them is a denial"),
            Self::Antonym { older, newer } => write!(f, "\"{older}\" is the opposite of \"{newer}\""),
            Self::Alternative { older, newer } => write!(f, "\"{older}\" excludes \"{newer}\""),
            Self::Number { older, newer } => write!(f, "the number was {older} and is {newer}"),
            Self::Date { older, newer } => write!(f, "the date was {older} and is {newer}"),
            Self::Name { older, newer } => write!(f, "the name was \"{older}\" and is \"{newer}\""),
            Self::NoLonger => write!(f, "the newer one says that it is no longer so"),
            Self::Replacement => write!(f, "the newer one says that something took its place"),
            Self::Changed { older, newer } => write!(f, "\"{newer}\" stands where \"{older}\" stood"),
            Self::Question => write!(f, "a question says nothing"),
            Self::Covered => write!(f, "the older one says all of it"),
            Self::Unrelated => write!(f, "they speak of different things"),
        }
    }
}

/// The reasons that a comparison gives, the strongest sorts first.
pub(super) fn reasons(comparison: &Comparison) -> Vec<AgreementReason> {
    let mut reasons = Vec::new();
    reasons.extend(negation(comparison));
    reasons.extend(comparison.alignment.clashes.iter().take(MOST).map(|clash| of_clash(comparison, clash)));
    reasons.extend(comparison.figure_clashes.iter().take(MOST).map(|places| of_figures(comparison, *places)));
    let is_about_it = comparison.covered >= 0.3;
    if is_about_it && comparison.newer.is_no_longer && !comparison.older.is_no_longer {
        reasons.push(AgreementReason::NoLonger);
    }
    if is_about_it && comparison.newer.is_replacement && !comparison.older.is_replacement {
        reasons.push(AgreementReason::Replacement);
    }
    reasons.extend(other_name(comparison).or_else(|| changed(comparison)));
    if comparison.older.is_question || comparison.newer.is_question {
        reasons.push(AgreementReason::Question);
    }
    if reasons.is_empty() {
        reasons.extend(coverage(comparison));
    }
    reasons
}

fn coverage(comparison: &Comparison) -> Option<AgreementReason> {
    if comparison.covered >= MATCHED {
        Some(AgreementReason::Covered)
    } else if comparison.covered < 0.35 && comparison.frame < 0.5 {
        Some(AgreementReason::Unrelated)
    } else {
        None
    }
}

fn negation(comparison: &Comparison) -> Option<AgreementReason> {
    if comparison.alignment.reconciled > 0 {
        return None;
    }
    let denied = comparison.newer.words.iter().zip(&comparison.alignment.newer).find(|(word, counterpart)| {
        counterpart.similarity >= 0.6 && comparison.older.words[counterpart.place].is_negated != word.is_negated
    });
    if let Some((word, _)) = denied {
        return Some(AgreementReason::Negation { word: Some(word.surface.clone()) });
    }
    let is_odd = is_denied_once(&comparison.older, &comparison.newer, &comparison.alignment);
    (is_odd && comparison.covered >= 0.5).then_some(AgreementReason::Negation { word: None })
}

fn of_clash(comparison: &Comparison, clash: &Clash) -> AgreementReason {
    let older = comparison.older.words[clash.older].surface.clone();
    let newer = comparison.newer.words[clash.newer].surface.clone();
    match clash.tie {
        WordTie::Opposite => AgreementReason::Antonym { older, newer },
        _ => AgreementReason::Alternative { older, newer },
    }
}

fn of_figures(comparison: &Comparison, (older, newer): (usize, usize)) -> AgreementReason {
    let (a, b) = (&comparison.older.figures[older], &comparison.newer.figures[newer]);
    let (older, newer) = (a.value.clone(), b.value.clone());
    if a.is_date() || b.is_date() {
        AgreementReason::Date { older, newer }
    } else {
        AgreementReason::Number { older, newer }
    }
}

fn other_name(comparison: &Comparison) -> Option<AgreementReason> {
    let open = |words: &[ContentWord], list: &[Counterpart]| {
        let mut names = words.iter().zip(list).filter(|(w, c)| w.is_name && c.similarity < MATCHED);
        names.next().map(|(w, _)| w.surface.clone())
    };
    let older = open(&comparison.older.words, &comparison.alignment.older)?;
    let newer = open(&comparison.newer.words, &comparison.alignment.newer)?;
    (comparison.framed >= 0.4).then_some(AgreementReason::Name { older, newer })
}

/// The first words that each side has for itself, when nearly all else is shared.
fn changed(comparison: &Comparison) -> Option<AgreementReason> {
    if comparison.framed.max(comparison.frame) < 0.6 || !comparison.alignment.clashes.is_empty() {
        return None;
    }
    let open = |words: &[ContentWord], list: &[Counterpart]| {
        words.iter().zip(list).find(|(_, c)| c.similarity < 0.6).map(|(w, _)| w.surface.clone())
    };
    let older = open(&comparison.older.words, &comparison.alignment.older)?;
    let newer = open(&comparison.newer.words, &comparison.alignment.newer)?;
    Some(AgreementReason::Changed { older, newer })
}
