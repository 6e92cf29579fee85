//! What was paid to providers, and what a year of a language model's work would cost: told apart, so that nobody takes the
//! forecast for a bill.

use omoide_core::formulas::yearly_cost::yearly_cost;
use omoide_core::parameters::Parameters;
use omoide_core::ports::store::Spending;
use schemars::JsonSchema;
use serde::Serialize;

/// What was spent, and what a year would cost if a language model did all the work.
///
/// The fields beside `spent` and `forecast` are the forecast under its names of earlier versions. They are no money that was
/// spent, and are kept only for programs that read them.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Cost {
    /// What providers were paid so far, for all minds: there is one account. Null for a key that may see only some minds.
    pub spent: Option<CostSpent>,
    /// What a year would cost. Nobody has paid it.
    pub forecast: CostForecast,
    /// Old name of `forecast.memories_per_day`.
    pub memories_per_day: f64,
    /// Old name of `forecast.embedding_tokens`.
    pub embedding_tokens: f64,
    /// Old name of `forecast.input_tokens`.
    pub input_tokens: f64,
    /// Old name of `forecast.output_tokens`.
    pub output_tokens: f64,
    /// Old name of `forecast.usd_per_year`; not money that was spent.
    pub usd: f64,
    /// Old name of `forecast.yen_per_year`; not money that was spent.
    pub yen: f64,
}

/// What providers were paid.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct CostSpent {
    /// Today.
    pub today: SpentAmount,
    /// This month.
    pub month: SpentAmount,
    /// Since the first call.
    pub ever: SpentAmount,
}

/// What was spent in a time.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct SpentAmount {
    /// Calls that were made.
    pub calls: u64,
    /// Tokens that went in.
    pub input_tokens: u64,
    /// Tokens that came out.
    pub output_tokens: u64,
    /// US dollars; a call whose end is not known counts with the most that it can have cost.
    pub usd: f64,
    /// The same in yen, by `cost.yen_per_usd`.
    pub yen: f64,
}

/// What a year would cost if a language model did all the work, from a mind's own figures; the design's assumptions stand in
/// for what it has none of yet.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct CostForecast {
    /// Memories a day.
    pub memories_per_day: f64,
    /// Tokens to be embedded in a year.
    pub embedding_tokens: f64,
    /// Tokens to be read by a model in a year.
    pub input_tokens: f64,
    /// Tokens to be written by a model in a year.
    pub output_tokens: f64,
    /// US dollars a year.
    pub usd_per_year: f64,
    /// Yen a year.
    pub yen_per_year: f64,
}

impl Cost {
    /// As it is sent. `spent` is given to those who may see all minds.
    pub fn of(stats: &omoide::Stats, parameters: &Parameters, spent: Option<&omoide::CostReport>) -> Self {
        let usage = stats.usage();
        let terms = yearly_cost(&usage, &parameters.compression, &parameters.cost);
        let yen = parameters.cost.yen_per_usd;
        let forecast = CostForecast {
            memories_per_day: usage.memories_per_day,
            embedding_tokens: terms.embedding_tokens,
            input_tokens: terms.input_tokens,
            output_tokens: terms.output_tokens,
            usd_per_year: terms.sum_usd(),
            yen_per_year: terms.sum_usd() * yen,
        };
        let amount = |spending: &Spending| SpentAmount {
            calls: spending.calls,
            input_tokens: spending.tokens.input,
            output_tokens: spending.tokens.output,
            usd: spending.usd(),
            yen: spending.usd() * yen,
        };
        Self {
            spent: spent.map(|report| CostSpent {
                today: amount(&report.today),
                month: amount(&report.month),
                ever: amount(&report.ever),
            }),
            forecast,
            memories_per_day: forecast.memories_per_day,
            embedding_tokens: forecast.embedding_tokens,
            input_tokens: forecast.input_tokens,
            output_tokens: forecast.output_tokens,
            usd: forecast.usd_per_year,
            yen: forecast.yen_per_year,
        }
    }
}
