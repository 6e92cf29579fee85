//! What was spent, on what, and what a year of it would cost.

use omoide_core::Moment;
use omoide_core::policy::breaker::Breaker;
use omoide_core::policy::budget;
use omoide_core::ports::store::{Ending, ModelCall, Purpose, Spending};

use crate::model::account;
use crate::{Engine, Error};

/// Days of a year.
const YEAR: f64 = 365.0;

/// Days that a year is projected from at most.
const LOOKED_BACK: f64 = 30.0;

/// A call that is open for longer than this was interrupted.
const INTERRUPTED_MINUTES: f64 = 60.0;

/// What was spent.
#[derive(Clone, PartialEq, Debug)]
pub struct CostReport {
    /// Today.
    pub today: Spending,
    /// This month.
    pub month: Spending,
    /// Ever.
    pub ever: Spending,
    /// This month by provider, model and purpose.
    pub by_purpose: Vec<(String, String, Purpose, Spending)>,
    /// What a year would cost if it went on as in the last thirty days, or since the first call.
    pub year: Option<Projection>,
    /// Calls that nobody knows the end of: whoever made them was killed.
    pub interrupted: u64,
    /// The last calls, the last first.
    pub last: Vec<ModelCall>,
}

/// What a year would cost.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Projection {
    /// From how many days.
    pub days: f64,
    /// Tokens that go in.
    pub input_tokens: f64,
    /// Tokens that come out.
    pub output_tokens: f64,
    /// Dollars.
    pub usd: f64,
}

impl Engine {
    /// What was spent, of all minds: there is one account.
    ///
    /// # Errors
    /// When the store fails.
    pub fn cost(&self, last_calls: usize) -> Result<CostReport, Error> {
        let now = self.now();
        self.read(|r| {
            let (today, month) = account::spent(r, now)?;
            let ever = r.spent(i64::MIN..i64::MAX)?;
            let (_, month_began) = budget::beginnings(now);
            let open = r
                .calls(None, 1_000)?
                .into_iter()
                .filter(|call| call.ending == Ending::Open && now.days_since(call.at) * 1_440.0 > INTERRUPTED_MINUTES);
            let interrupted = open.count() as u64;
            let year = match r.first_call()? {
                None => None,
                Some(first) => {
                    // A day at least: an hour says nothing about a year.
                    let days = now.days_since(first).clamp(1.0, LOOKED_BACK);
                    let since = now.plus_micros(-((days * 86_400e6) as i64));
                    Some(projection(&r.spent(since.unix_micros()..i64::MAX)?, days))
                }
            };
            Ok(CostReport {
                today,
                month,
                ever,
                by_purpose: r.spent_by_purpose(month_began..i64::MAX)?,
                year,
                interrupted,
                last: r.calls(None, last_calls)?,
            })
        })
    }

    /// Whether a provider may be asked.
    ///
    /// # Errors
    /// When the store fails.
    pub fn breaker(&self, provider: &str) -> Result<Breaker, Error> {
        let now: Moment = self.now();
        self.read(|r| account::breaker_of(r, &self.parts.parameters.llm, provider, now))
    }
}

fn projection(spent: &Spending, days: f64) -> Projection {
    let share = YEAR / days;
    Projection {
        days,
        input_tokens: spent.tokens.input as f64 * share,
        output_tokens: spent.tokens.output as f64 * share,
        usd: spent.usd() * share,
    }
}
