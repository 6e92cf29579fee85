//! Which way a text leans, good or bad, and whether far enough to say so.

use omoide_core::Valence;

use super::cues::FeelingCue;
use super::heads::{Common, English};
use super::marks::Marks;

/// From here on a sum of cues is good, or bad. People say good things out of politeness, so that more of them
/// is asked for.
const GOOD_FROM: f32 = 0.95;
const BAD_FROM: f32 = 0.6;
/// How much the heads of every language lean on the cues' sum; never so much that they decide alone.
const HEAD_SHARE: f32 = 0.35;
const MOST_SPREADS: f32 = 1.5;
/// What marks add to the sum: who cries out is glad rather than not, who trails off is not.
const CRY: f32 = 0.4;
const TRAILING_OFF: f32 = -0.45;
/// What is asked is only half felt.
const ASKED: f32 = 0.7;
/// The English score from which a text is good, to which it is bad, and from which a cry is a glad one.
const GOOD_SCORE: f32 = 0.35;
const BAD_SCORE: f32 = -0.3;
const GLAD_FROM: f32 = -0.1;
const SCORE_SCALE: f32 = 1.5;
/// To this sum of cues a text is bad even where the heads do not know.
const PLAINLY_BAD: f32 = -2.5;
/// From this sum on a text is good whose bad words are denied.
const GLAD_SUM: f32 = 1.0;
/// The sum of cues at which the score has gone most of its way.
const SUM_SCALE: f32 = 3.0;

/// How far a text is beyond what makes it good, or bad; both below zero for a neutral one.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Lean {
    good: f32,
    bad: f32,
    /// How good or bad, −1 to 1.
    pub(super) score: f32,
}

impl Lean {
    pub(super) fn by_heads(english: &English, cues: &[FeelingCue], is_cry: bool) -> Self {
        let (mut good, mut bad, mut score) = (english.good, english.bad, english.score);
        let said: f32 = cues.iter().map(|cue| cue.valence).sum();
        // The heads count words; that "not bad" is praise is known to the cues.
        if bad > good && cues.iter().any(|cue| cue.is_litotes) && cues.iter().all(|cue| cue.valence >= 0.0) {
            std::mem::swap(&mut good, &mut bad);
            score = score.abs();
        }
        // Nor do they know who is denied to be sad, or why someone cries.
        let is_denied = cues.iter().any(|cue| !cue.denied.is_empty()) && cues.iter().all(|cue| cue.valence >= 0.0);
        if bad > good && is_denied {
            (good, bad) = (said - GLAD_SUM, bad.min(-f32::EPSILON));
            score = 0.5 * score.abs();
        }
        if good.max(bad) < 0.0 {
            // What is said in talk is shorter than the comments that good and bad were fitted on: where these
            // do not know, the score decides, and a cry that nothing speaks against is a glad one.
            let is_glad_cry = is_cry && score > GLAD_FROM && said >= 0.0;
            good = good.max(score - GOOD_SCORE).max(if is_glad_cry { 0.0 } else { good });
            bad = bad.max(BAD_SCORE - score).max(PLAINLY_BAD - said);
        }
        Self { good, bad, score: (SCORE_SCALE * score).tanh() }
    }

    pub(super) fn by_cues(cues: &[FeelingCue], marks: Marks, common: Common) -> Self {
        let said: f32 = cues.iter().map(|cue| cue.valence).sum();
        let leaning = HEAD_SHARE * (0.5 * (common.side + common.score)).clamp(-MOST_SPREADS, MOST_SPREADS);
        let cry = if marks.exclamations > 0 { CRY } else { 0.0 };
        let trailing = if marks.trails_off() { TRAILING_OFF } else { 0.0 };
        let asked = if marks.questions > 0 { ASKED } else { 1.0 };
        let sum = asked * (said + leaning + cry + trailing);
        Self { good: sum - GOOD_FROM, bad: -sum - BAD_FROM, score: (sum / SUM_SCALE).tanh() }
    }

    /// The lean of a turn, of whose reply only so much counts.
    pub(super) fn with_reply(self, reply: &Self, share: f32) -> Self {
        Self {
            good: self.good + share * reply.good.max(0.0),
            bad: self.bad + share * reply.bad.max(0.0),
            score: (self.score + share * reply.score).clamp(-1.0, 1.0),
        }
    }

    pub(super) fn valence(&self) -> Valence {
        if self.good.max(self.bad) < 0.0 {
            Valence::Neutral
        } else if self.good >= self.bad {
            Valence::Positive
        } else {
            Valence::Negative
        }
    }
}
