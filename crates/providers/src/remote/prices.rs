//! What models cost, from a table that a person can edit.
//!
//! Lines of `provider,model,input,output` in US dollars a million tokens. A model is meant by the beginning of its
//! name, and the longest beginning that fits counts; `*` stands for every provider, or every model.

/// The table that comes with the program.
const USUAL: &str = include_str!("prices.csv");

/// What a million tokens cost.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Price {
    /// Dollars for what goes in.
    pub input_usd_per_million: f64,
    /// Dollars for what comes out.
    pub output_usd_per_million: f64,
}

/// A table of prices.
#[derive(Clone, PartialEq, Debug)]
pub struct Prices {
    rows: Vec<(String, String, Price)>,
}

/// A line of a table that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line} is not provider,model,input,output: \"{text}\"")]
pub struct BadPrices {
    /// Which line, from 1.
    pub line: usize,
    /// What it says.
    pub text: String,
}

impl Prices {
    /// The table that comes with the program.
    pub fn usual() -> Self {
        Self::read(USUAL).unwrap_or(Self { rows: Vec::new() })
    }

    /// Reads a table; lines that begin with `#` and empty ones say nothing.
    ///
    /// # Errors
    /// The first line that cannot be read.
    pub fn read(text: &str) -> Result<Self, BadPrices> {
        let mut rows = Vec::new();
        for (number, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let row = row(line).ok_or_else(|| BadPrices { line: number + 1, text: line.chars().take(80).collect() })?;
            rows.push(row);
        }
        Ok(Self { rows })
    }

    /// With the lines of another table before one's own.
    #[must_use]
    pub fn under(self, own: Self) -> Self {
        Self { rows: own.rows.into_iter().chain(self.rows).collect() }
    }

    /// What a model costs; none when no line means it.
    pub fn of(&self, provider: &str, model: &str) -> Option<Price> {
        let fits = |(of, beginning, _): &&(String, String, Price)| {
            (of == "*" || of == provider) && (beginning == "*" || model.starts_with(beginning.as_str()))
        };
        let weight = |beginning: &str| if beginning == "*" { 0 } else { beginning.len() };
        let mut best: Option<&(String, String, Price)> = None;
        for row in self.rows.iter().filter(fits) {
            // Of two that fit as well the first counts, so that one's own line goes before the usual one.
            if best.is_none_or(|before| weight(&row.1) > weight(&before.1)) {
                best = Some(row);
            }
        }
        best.map(|(_, _, price)| *price)
    }

    /// The lines, as they are looked through.
    pub fn rows(&self) -> impl Iterator<Item = (&str, &str, Price)> {
        self.rows.iter().map(|(provider, model, price)| (provider.as_str(), model.as_str(), *price))
    }
}

fn row(line: &str) -> Option<(String, String, Price)> {
    let fields: Vec<&str> = line.split(',').map(str::trim).collect();
    let [provider, model, input, output] = fields.as_slice() else { return None };
    let dollars = |text: &str| text.parse::<f64>().ok().filter(|usd| usd.is_finite() && *usd >= 0.0);
    let price = Price { input_usd_per_million: dollars(input)?, output_usd_per_million: dollars(output)? };
    (!provider.is_empty() && !model.is_empty()).then(|| ((*provider).to_owned(), (*model).to_owned(), price))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_table_can_be_read_and_knows_the_usual_models() {
        let prices = Prices::read(USUAL).expect("it can be read");
        for provider in super::super::Provider::ALL {
            let models = [provider.usual_model(), provider.usual_embedding().map(|(name, _)| name)];
            for model in models.into_iter().flatten() {
                assert!(prices.of(provider.name(), model).is_some(), "{} {model}", provider.name());
            }
        }
        assert_eq!(prices.of("compatible", "something"), None);
    }

    #[test]
    fn the_longest_beginning_counts_and_ones_own_goes_first() {
        let own = Prices::read("# mine\nopenai, gpt-4.1-mini, 9, 10\n").expect("it can be read");
        let prices = Prices::usual().under(own);
        let price = prices.of("openai", "gpt-4.1-mini-2025-04-14").expect("a price");
        assert_eq!(price.input_usd_per_million, 9.0);
        assert_eq!(prices.of("openai", "gpt-4.1-nano").map(|p| p.input_usd_per_million), Some(0.1));
    }

    #[test]
    fn a_line_that_cannot_be_read_is_named() {
        for bad in ["openai,gpt", "openai,gpt,cheap,1", "openai,gpt,-1,1", "openai,gpt,NaN,1", ",gpt,1,1"] {
            let error = Prices::read(&format!("# x\n{bad}\n")).expect_err("it cannot be read");
            assert_eq!(error.line, 2, "{bad}");
        }
    }
}
