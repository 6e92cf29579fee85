//! What a night would cost if the model were asked about everything that waits for it.

use omoide_core::ports::Tokens;
use omoide_core::ports::store::{Purpose, Reader};
use omoide_core::{Seq, Text};

use super::{Drafted, purpose_of};
use crate::model::account::ModelRates;
use crate::model::prompts::{self, Tongue};
use crate::{DueNight, Error, Mind};

/// How many memories are looked at in order to know how long they are.
const SAMPLE: usize = 200;

/// Tokens of an answer about one memory, by S0's estimate: 100 for an analysis with its summary of 280 characters, as
/// much for a summary, a few for keywords; and a sentence for what goes into the archive.
const ANALYSIS_TOKENS: u64 = 300;
const SUMMARY_TOKENS: u64 = 200;
const TRACE_TOKENS: u64 = 50;
const SENTENCE_TOKENS: u64 = 100;

/// What a night would cost at most.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct NightEstimate {
    /// Turns to be understood.
    pub turns: u64,
    /// Texts to be shortened.
    pub texts: u64,
    /// Calls.
    pub calls: u64,
    /// Tokens.
    pub tokens: Tokens,
    /// Money, in billionths of a dollar.
    pub nanodollars: u64,
}

impl Mind<'_> {
    /// What the night, or the next one, would ask the language model, and what that would cost; none without a model.
    ///
    /// # Errors
    /// When the store fails.
    pub fn estimate(&self, night: Option<DueNight>) -> Result<Option<NightEstimate>, Error> {
        let Some(tutor) = &self.engine.tutor else { return Ok(None) };
        let mut estimate = self.estimate_turns(tutor.rates)?;
        if let Some(night) = night {
            if self.parameters().llm.session_summaries {
                let sessions = self.engine.look(|r| self.sessions_at_rest(r))?;
                let turns: Vec<Seq> = sessions.iter().flat_map(|(_, turns)| turns).copied().collect();
                let (_, _, tokens) = self.share(Purpose::Session, &turns, turns.len() as u64, 0)?;
                let output = SUMMARY_TOKENS * sessions.len() as u64;
                estimate.add((0, sessions.len() as u64, Tokens { output, ..tokens }), tutor.rates, true);
            }
            let Drafted { rewrites, archived } = self.drafted(night.at, night.date)?;
            for purpose in [Purpose::Summarise, Purpose::Trace, Purpose::Compress] {
                let rewritten = rewrites.iter().filter(|r| purpose_of(r.level) == Some(purpose)).map(|r| r.seq);
                let mut seqs = if purpose == Purpose::Compress { archived.clone() } else { rewritten.collect() };
                let asked = self.engine.read(|r| r.asked(&self.name, purpose, &seqs))?;
                seqs.retain(|seq| !asked.contains(seq));
                if purpose == Purpose::Summarise {
                    seqs = self.without_summary(seqs)?;
                }
                let answer = match purpose {
                    Purpose::Trace => TRACE_TOKENS,
                    Purpose::Compress => SENTENCE_TOKENS,
                    _ => SUMMARY_TOKENS,
                };
                estimate.add(self.share(purpose, &seqs, seqs.len() as u64, answer)?, tutor.rates, true);
            }
        }
        Ok(Some(estimate))
    }

    /// Those of the memories that whoever understood them, or will before the night, has not summed up as well.
    fn without_summary(&self, mut seqs: Vec<Seq>) -> Result<Vec<Seq>, Error> {
        let (asked, made) = self.engine.look(|r| {
            let asked = r.asked(&self.name, Purpose::Analyse, &seqs)?;
            Ok((asked, self.made_texts_of(r, Purpose::Analyse, &seqs)?))
        })?;
        seqs.retain(|seq| asked.contains(seq) && !made.iter().any(|(known, ..)| known == seq));
        Ok(seqs)
    }

    /// What it would cost to have every turn understood that waits for it, as many as a night may ask about.
    ///
    /// # Errors
    /// When the store fails.
    pub fn estimate_turns(&self, rates: ModelRates) -> Result<NightEstimate, Error> {
        let waiting = self.waiting()?.min(self.parameters().llm.turns_per_night.into());
        let sample = self.engine.read(|r| r.never_asked(&self.name, Purpose::Analyse, SAMPLE))?;
        let mut estimate = NightEstimate::default();
        estimate.add(self.share(Purpose::Analyse, &sample, waiting, ANALYSIS_TOKENS)?, rates, false);
        Ok(estimate)
    }

    /// Memories, calls and tokens of a purpose, from some of its memories.
    fn share(&self, purpose: Purpose, sample: &[Seq], count: u64, answer: u64) -> Result<(u64, u64, Tokens), Error> {
        let sample = &sample[..sample.len().min(SAMPLE)];
        if sample.is_empty() || count == 0 {
            return Ok((0, 0, Tokens::default()));
        }
        let llm = &self.parameters().llm;
        let texts = self.engine.look(|r: &dyn Reader| self.texts_to_show(r, sample))?;
        let texts: Vec<Text> = texts.into_iter().map(|(_, text)| text).collect();
        let material = prompts::material(&texts, llm.turn_characters as usize);
        let of_one = omoide_language::token_count::estimate(&material) as f64 / texts.len().max(1) as f64;
        let instructions = prompts::instructions(purpose, Tongue::of(&material));
        let of_call = omoide_language::token_count::estimate(&instructions) as f64;
        let calls = count.div_ceil(llm.turns_per_call.into());
        let input = (of_one * count as f64 + of_call * calls as f64).ceil() as u64;
        Ok((count, calls, Tokens { input, output: answer * count }))
    }
}

impl NightEstimate {
    fn add(&mut self, (memories, calls, tokens): (u64, u64, Tokens), rates: ModelRates, are_texts: bool) {
        if are_texts {
            self.texts += memories;
        } else {
            self.turns += memories;
        }
        self.calls += calls;
        self.tokens.input += tokens.input;
        self.tokens.output += tokens.output;
        self.nanodollars += rates.nanodollars(tokens);
    }
}
