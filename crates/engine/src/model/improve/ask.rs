//! Asking: some memories of one language, one call, one answer that is written down as it came.

use omoide_core::ports::store::{CallNumber, Ending, Made, Purpose, Reader, TaskSubject, Writer};
use omoide_core::ports::{FailureKind, LanguageModel, ModelAnswer, ModelFailure, Question, Shape, Tokens};
use omoide_core::{Seq, Text};

use super::{Improvement, Tutor};
use crate::model::account::{self, PlannedCall, Stop};
use crate::model::outgoing::sendable;
use crate::model::prompts::{self, Analysed, Compressed, Summarised, Tongue, Traced};
use crate::{Error, Mind};

/// How many of the last calls say whether a provider works.
const LOOKED_AT: usize = 16;

/// Tokens that each further memory of a call may take of its answer.
const FURTHER_TOKENS: u32 = 400;

/// A call that is written down and only has to be made.
pub(super) struct Begun<'a> {
    pub(super) call: CallNumber,
    pub(super) subjects: Vec<TaskSubject>,
    pub(super) memories: Vec<Seq>,
    pub(super) shown: Vec<Text>,
    pub(super) planned: PlannedCall<'a>,
    pub(super) instructions: String,
    pub(super) material: String,
}

/// What came of trying to begin a call.
pub(super) enum Beginning<'a> {
    Begun(Box<Begun<'a>>),
    Stopped(Stop),
    /// There is nothing to ask.
    Nothing,
}

impl Mind<'_> {
    /// Asks about the next turns; false when there are none.
    pub(super) fn ask_about_turns(&self, tutor: &Tutor, done: &mut Improvement) -> Result<bool, Error> {
        let at_once = self.parameters().llm.turns_per_call as usize;
        let beginning = self.write(|w| {
            // Some more than fit, so that enough of one language are among them.
            let waiting = w.never_asked(&self.name, Purpose::Analyse, at_once * 4)?;
            let texts = self.texts_to_show(w, &waiting)?;
            self.begin(w, tutor, Purpose::Analyse, &texts)
        })?;
        match beginning {
            Beginning::Nothing => Ok(false),
            Beginning::Stopped(stop) => {
                done.stop = Some(stop);
                Ok(true)
            }
            Beginning::Begun(begun) => {
                self.make(tutor, &begun, &prompts::shape::<Analysed>(&begun.shown), done)?;
                Ok(true)
            }
        }
    }

    /// Asks for texts of the first of those memories; returns those that are left.
    pub(super) fn ask_for_texts<'s>(
        &self,
        tutor: &Tutor,
        purpose: Purpose,
        wanted: &'s [Seq],
        done: &mut Improvement,
    ) -> Result<&'s [Seq], Error> {
        let at_once = self.parameters().llm.turns_per_call as usize;
        let (now, later) = wanted.split_at(at_once.min(wanted.len()));
        let beginning = self.write(|w| {
            let mut due = now.to_vec();
            let asked = w.asked(&self.name, purpose, &due)?;
            due.retain(|seq| !asked.contains(seq));
            if purpose == Purpose::Summarise {
                // Whoever understood a turn has summed it up as well.
                let made = self.made_texts_of(w, Purpose::Analyse, &due)?;
                due.retain(|seq| !made.iter().any(|(known, ..)| known == seq));
            }
            let texts = self.texts_to_show(w, &due)?;
            self.begin(w, tutor, purpose, &texts)
        })?;
        match beginning {
            Beginning::Nothing => return Ok(later),
            Beginning::Stopped(stop) => {
                done.stop = Some(stop);
                return Ok(later);
            }
            Beginning::Begun(begun) => {
                let shape = match purpose {
                    Purpose::Trace => prompts::shape::<Traced>(&begun.shown),
                    Purpose::Compress => prompts::shape::<Compressed>(&begun.shown),
                    _ => prompts::shape::<Summarised>(&begun.shown),
                };
                self.make(tutor, &begun, &shape, done)?;
            }
        }
        // Those of another language are still due.
        Ok(wanted)
    }

    /// The texts of memories as a model is shown them: originals, without private parts and secrets, whoever wrote them down.
    pub(super) fn texts_to_show(&self, r: &dyn Reader, seqs: &[Seq]) -> Result<Vec<(Seq, Text)>, Error> {
        // Answers are checked against what was sent.
        let sent = |text: &str| sendable(&*self.engine.parts.understanding, text);
        let originals = r.originals(&self.name, seqs)?;
        let clean = |text: &Text| Text { trigger: sent(&text.trigger), content: sent(&text.content) };
        Ok(originals.iter().map(|(seq, text, _)| (*seq, clean(text))).collect())
    }

    /// Writes a call about the first of those texts down, and about as many others of its language as may go with it.
    fn begin<'a>(
        &'a self,
        w: &mut dyn Writer,
        tutor: &'a Tutor,
        purpose: Purpose,
        texts: &[(Seq, Text)],
    ) -> Result<Beginning<'a>, Error> {
        let Some((_, first)) = texts.first() else { return Ok(Beginning::Nothing) };
        let llm = &self.parameters().llm;
        let tongue = Tongue::of(&first.joined());
        let alike = texts.iter().filter(|(_, text)| Tongue::of(&text.joined()) == tongue);
        let mut chosen: Vec<&(Seq, Text)> = alike.take(llm.turns_per_call as usize).collect();
        let instructions = prompts::instructions(purpose, tongue);
        loop {
            let shown: Vec<Text> = chosen.iter().map(|(_, text)| text.clone()).collect();
            let material = prompts::material(&shown, llm.turn_characters as usize);
            let tokens = Tokens {
                input: account::most_tokens(&[&instructions, &material]),
                output: u64::from(longest_answer(llm.max_tokens, chosen.len())),
            };
            let planned = self.planned(tutor, purpose, tokens);
            match account::obstacle(w, llm, &planned)? {
                // What is left of the budget may do for fewer.
                Some(Stop::Limit(_)) if chosen.len() > 1 => chosen.truncate(chosen.len() / 2),
                Some(stop) => return Ok(Beginning::Stopped(stop)),
                None => {
                    let seqs: Vec<Seq> = chosen.iter().map(|(seq, _)| *seq).collect();
                    let subjects: Vec<TaskSubject> = seqs.iter().copied().map(TaskSubject::Memory).collect();
                    let call = account::begin(w, &planned, &subjects, &[])?;
                    let begun = Begun { call, subjects, memories: seqs, shown, planned, instructions, material };
                    return Ok(Beginning::Begun(Box::new(begun)));
                }
            }
        }
    }

    pub(crate) fn planned<'a>(&'a self, tutor: &'a Tutor, purpose: Purpose, tokens: Tokens) -> PlannedCall<'a> {
        let (provider, model) = (tutor.model.provider(), tutor.model.model());
        PlannedCall {
            mind: &self.name,
            at: self.engine.now(),
            provider,
            model,
            purpose,
            made_by: format!("{provider}/{model} {}", prompts::name(purpose)),
            tokens,
            rates: tutor.rates,
        }
    }

    /// Makes the call, writes down what came of it, and then makes something of that.
    pub(super) fn make(
        &self,
        tutor: &Tutor,
        begun: &Begun<'_>,
        shape: &Shape,
        done: &mut Improvement,
    ) -> Result<(), Error> {
        let question = Question {
            instructions: &begun.instructions,
            material: &begun.material,
            shape,
            max_tokens: u32::try_from(begun.planned.tokens.output).unwrap_or(u32::MAX),
            temperature: self.parameters().llm.temperature,
        };
        let outcome = tutor.model.ask(&question, &tutor.cancellation);
        done.calls += 1;
        match outcome {
            Ok(answer) => self.take_down(begun, &answer, done),
            Err(failure) => self.give_up(begun, failure, done),
        }
    }

    fn take_down(&self, begun: &Begun<'_>, answer: &ModelAnswer, done: &mut Improvement) -> Result<(), Error> {
        let assumed = Tokens { input: begun.planned.tokens.input, output: account::most_tokens(&[&answer.text]) };
        let outcome = account::outcome(&begun.planned, answer.tokens, assumed, self.engine.now());
        self.write(|w| Ok(w.answer_call(begun.call, &outcome, Some(&answer.text))?))?;
        done.tokens.input += outcome.tokens.input;
        done.tokens.output += outcome.tokens.output;
        done.nanodollars += outcome.nanodollars;
        done.add(&self.take_up_answers(done.step)?);
        Ok(())
    }

    fn give_up(&self, begun: &Begun<'_>, failure: ModelFailure, done: &mut Improvement) -> Result<(), Error> {
        let kind = failure.kind;
        // Nobody knows whether it has to be paid, so it counts as if it had.
        let assumed = if kind.may_be_paid() { begun.planned.tokens } else { Tokens::default() };
        let outcome = account::outcome(&begun.planned, failure.tokens, assumed, self.engine.now());
        let is_about_these = self.write(|w| {
            // A provider that answers others does not take these, and will not tomorrow: nothing must wait behind them.
            let is_about_these = kind == FailureKind::Rejected && self.has_answered(w, begun.planned.provider)?;
            if is_about_these {
                let replaced: Vec<_> = begun.subjects.iter().map(|subject| (subject.clone(), Made::Replaced)).collect();
                w.settle(&self.name, begun.call, &replaced)?;
            }
            w.fail_call(begun.call, &outcome, kind)?;
            Ok(is_about_these)
        })?;
        done.tokens.input += outcome.tokens.input;
        done.tokens.output += outcome.tokens.output;
        done.nanodollars += outcome.nanodollars;
        if is_about_these || (kind.may_be_paid() && !kind.is_the_providers()) {
            done.replaced += begun.memories.len() as u64;
        } else {
            done.stop = Some(Stop::Failed(failure));
        }
        Ok(())
    }

    /// Whether a provider has answered anything of late.
    fn has_answered(&self, r: &dyn Reader, provider: &str) -> Result<bool, Error> {
        let calls = r.calls(Some(provider), LOOKED_AT)?;
        Ok(calls.iter().any(|call| call.ending == Ending::Answered && call.purpose != Purpose::Test))
    }
}

/// The longest answer about so many memories.
pub(super) fn longest_answer(of_one: u32, memories: usize) -> u32 {
    let further = u32::try_from(memories.saturating_sub(1)).unwrap_or(u32::MAX);
    of_one.saturating_add(further.saturating_mul(FURTHER_TOKENS.min(of_one)))
}
