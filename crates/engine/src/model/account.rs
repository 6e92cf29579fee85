//! What may be spent: every call is begun here and nowhere else, so that no limit is broken and nothing is forgotten.

use omoide_core::parameters::Llm;
use omoide_core::policy::breaker::{Breaker, breaker};
use omoide_core::policy::budget::{self, Limit};
use omoide_core::ports::store::{
    CallIntent, CallNumber, CallOutcome, Ending, Purpose, Reader, Spending, TaskSubject, Writer,
};
use omoide_core::ports::{FailureKind, ModelFailure, StoreError, Tokens};
use omoide_core::{MindName, Moment, Seq};

/// How many of the last calls are looked at for failures in a row.
const LOOKED_AT: usize = 64;

/// An answer that is this much longer than the estimate was not foreseen: estimates are within 15 %, and other
/// vocabularies cut finer than the one they were fitted on.
const MARGIN: f64 = 1.4;

/// What a model costs.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct ModelRates {
    /// Dollars a million tokens that go in.
    pub input_usd_per_million: f64,
    /// Dollars a million tokens that come out.
    pub output_usd_per_million: f64,
}

impl ModelRates {
    /// What that many tokens cost, in billionths of a dollar, rounded up.
    pub fn nanodollars(&self, tokens: Tokens) -> u64 {
        let cost =
            tokens.input as f64 * self.input_usd_per_million + tokens.output as f64 * self.output_usd_per_million;
        (cost * 1_000.0).ceil() as u64
    }
}

/// Why nothing more is asked for now.
#[derive(Clone, PartialEq, Debug)]
pub enum Stop {
    /// A limit would be broken.
    Limit(Limit),
    /// The provider has failed too often.
    Breaker {
        /// Until when it is left alone.
        until: Moment,
        /// How it failed last.
        kind: FailureKind,
    },
    /// The provider failed just now.
    Failed(ModelFailure),
    /// As much was asked as may be in one night.
    Enough,
}

/// A call as it is about to be made.
pub(crate) struct PlannedCall<'a> {
    pub(crate) mind: &'a MindName,
    pub(crate) at: Moment,
    pub(crate) provider: &'a str,
    pub(crate) model: &'a str,
    pub(crate) purpose: Purpose,
    pub(crate) made_by: String,
    /// The most that it can take.
    pub(crate) tokens: Tokens,
    pub(crate) rates: ModelRates,
}

/// The tokens that a text takes at most.
pub(crate) fn most_tokens(texts: &[&str]) -> u64 {
    let estimate: usize = texts.iter().map(|text| omoide_language::token_count::estimate(text)).sum();
    (estimate as f64 * MARGIN).ceil() as u64 + 64
}

/// Why a call must not be made, if it must not.
pub(crate) fn obstacle(r: &dyn Reader, llm: &Llm, planned: &PlannedCall<'_>) -> Result<Option<Stop>, StoreError> {
    if let Breaker::Open { until, kind, .. } = breaker_of(r, llm, planned.provider, planned.at)? {
        return Ok(Some(Stop::Breaker { until, kind }));
    }
    let (today, month) = spent(r, planned.at)?;
    let nanodollars = planned.rates.nanodollars(planned.tokens);
    Ok(budget::limit(llm, &today, &month, planned.tokens, nanodollars).map(Stop::Limit))
}

/// Writes a call down before it is made, with its tasks and the memories that it is shown beside those.
pub(crate) fn begin(
    w: &mut dyn Writer,
    planned: &PlannedCall<'_>,
    subjects: &[TaskSubject],
    sources: &[Seq],
) -> Result<CallNumber, StoreError> {
    let intent = CallIntent {
        at: planned.at,
        provider: planned.provider.to_owned(),
        model: planned.model.to_owned(),
        purpose: planned.purpose,
        made_by: planned.made_by.clone(),
        tokens: planned.tokens,
        nanodollars: planned.rates.nanodollars(planned.tokens),
    };
    w.begin_call(planned.mind, &intent, subjects, sources)
}

/// How a call came out: what the provider says that it took, or else what it can have taken.
pub(crate) fn outcome(planned: &PlannedCall<'_>, told: Option<Tokens>, assumed: Tokens, until: Moment) -> CallOutcome {
    let tokens = told.unwrap_or(assumed);
    let micros = until.unix_micros().saturating_sub(planned.at.unix_micros());
    CallOutcome {
        tokens,
        nanodollars: planned.rates.nanodollars(tokens),
        is_measured: told.is_some(),
        duration_ms: u64::try_from(micros / 1_000).unwrap_or(0),
    }
}

/// Whether a provider may be asked.
pub(crate) fn breaker_of(r: &dyn Reader, llm: &Llm, provider: &str, now: Moment) -> Result<Breaker, StoreError> {
    let calls: Vec<(Moment, Option<FailureKind>)> = r
        .calls(Some(provider), LOOKED_AT)?
        .into_iter()
        .filter_map(|call| match call.ending {
            Ending::Open => None,
            Ending::Answered => Some((call.at, None)),
            Ending::Failed(kind) => Some((call.at, Some(kind))),
        })
        .collect();
    Ok(breaker(&calls, llm.breaker_failures, llm.breaker_pause_minutes, now))
}

/// What was spent today and this month.
pub(crate) fn spent(r: &dyn Reader, now: Moment) -> Result<(Spending, Spending), StoreError> {
    let (day, month) = budget::beginnings(now);
    Ok((r.spent(day..i64::MAX)?, r.spent(month..i64::MAX)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn money_is_counted_to_the_billionth_and_rounded_up() {
        let rates = ModelRates { input_usd_per_million: 1.0, output_usd_per_million: 5.0 };
        assert_eq!(rates.nanodollars(Tokens { input: 1_000_000, output: 0 }), 1_000_000_000);
        assert_eq!(rates.nanodollars(Tokens { input: 1, output: 1 }), 6_000);
        assert_eq!(
            ModelRates { input_usd_per_million: 0.0001, ..rates }.nanodollars(Tokens { input: 1, output: 0 }),
            1
        );
        assert_eq!(ModelRates::default().nanodollars(Tokens { input: 9, output: 9 }), 0);
    }
}
