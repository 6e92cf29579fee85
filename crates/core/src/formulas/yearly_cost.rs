//! What a year of S0's design costs with a language model (S0 付録：年間コスト見積もり).
//!
//! ```text
//! memories    = memories_per_day × 365
//! compressed  = memories × (1 − level1_ratio), reduced = memories × (1 − level1_ratio − level2_ratio)
//! embedding   = new memories + prompts + summaries + traces, in tokens × price
//! model       = analysis + summaries + traces, tokens in × price in + tokens out × price out
//! ```
//!
//! Tokens are characters × `tokens_per_character`. Fed with a mind's real figures it says what that
//! mind would cost a year; Omoide itself needs no model.

use crate::parameters::{Compression, Cost};

/// What the estimate starts from: S0's assumptions by default.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Usage {
    /// New memories a day.
    pub memories_per_day: f64,
    /// Characters of a full memory.
    pub full_characters: f64,
    /// Characters of a summary.
    pub summary_characters: f64,
    /// Characters of a trace.
    pub trace_characters: f64,
    /// Characters of a prompt.
    pub prompt_characters: f64,
}

impl Default for Usage {
    fn default() -> Self {
        Self {
            memories_per_day: 100.0,
            full_characters: 2200.0,
            summary_characters: 280.0,
            trace_characters: 50.0,
            prompt_characters: 150.0,
        }
    }
}

/// The parts of a year's cost.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CostTerms {
    /// Tokens embedded.
    pub embedding_tokens: f64,
    /// Tokens that the model reads.
    pub input_tokens: f64,
    /// Tokens that the model writes.
    pub output_tokens: f64,
    /// Dollars for embedding.
    pub embedding_usd: f64,
    /// Dollars for the model.
    pub model_usd: f64,
}

impl CostTerms {
    /// Dollars a year.
    pub fn sum_usd(&self) -> f64 {
        self.embedding_usd + self.model_usd
    }
}

/// Tokens that the answer to one analysis takes: S0's 3.7M for 36,500.
const ANALYSIS_TOKENS: f64 = 100.0;

/// What a year costs.
pub fn yearly_cost(usage: &Usage, compression: &Compression, cost: &Cost) -> CostTerms {
    let tokens = |count: f64, characters: f64| count * characters * cost.tokens_per_character;
    let memories = usage.memories_per_day * 365.0;
    let summaries = memories * (1.0 - compression.level1_ratio);
    let traces = memories * (1.0 - compression.level1_ratio - compression.level2_ratio);
    let embedding_tokens = tokens(memories, usage.full_characters)
        + tokens(memories, usage.prompt_characters)
        + tokens(summaries, usage.summary_characters)
        + tokens(traces, usage.trace_characters);
    let input_tokens = tokens(memories, usage.full_characters)
        + tokens(summaries, usage.full_characters)
        + tokens(traces, usage.summary_characters);
    let output_tokens = memories * ANALYSIS_TOKENS
        + tokens(summaries, usage.summary_characters)
        + tokens(traces, usage.trace_characters);
    let millions = 1e-6;
    CostTerms {
        embedding_tokens,
        input_tokens,
        output_tokens,
        embedding_usd: embedding_tokens * millions * cost.embedding_usd_per_million,
        model_usd: (input_tokens * cost.input_usd_per_million + output_tokens * cost.output_usd_per_million) * millions,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_seeds_year_costs_what_the_seed_says() {
        let terms = yearly_cost(&Usage::default(), &Compression::default(), &Cost::default());
        // S0 rounds each row to 0.1M tokens before it multiplies.
        assert!((terms.embedding_tokens / 1e6 - 143.2).abs() < 0.2, "{terms:?}");
        assert!((terms.input_tokens / 1e6 - 231.3).abs() < 0.2, "{terms:?}");
        assert!((terms.output_tokens / 1e6 - 18.2).abs() < 0.2, "{terms:?}");
        assert!((terms.sum_usd() - 325.16).abs() < 1.0, "{terms:?}");
    }
}
