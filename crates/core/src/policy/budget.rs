//! Whether a call may still be made: hard limits a day and a month, in tokens and in money.
//!
//! What is spent and what a call can cost at most must fit under every limit. A limit of 0 lets nothing through.

use crate::Moment;
use crate::parameters::Llm;
use crate::ports::Tokens;
use crate::ports::store::Spending;

/// A limit that a call would break.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Limit {
    /// Tokens a day.
    DailyTokens,
    /// Tokens a month.
    MonthlyTokens,
    /// Money a day.
    DailyMoney,
    /// Money a month.
    MonthlyMoney,
}

impl Limit {
    /// The parameter that sets it.
    pub fn parameter(self) -> &'static str {
        match self {
            Self::DailyTokens => "llm.daily_tokens",
            Self::MonthlyTokens => "llm.monthly_tokens",
            Self::DailyMoney => "llm.daily_usd",
            Self::MonthlyMoney => "llm.monthly_usd",
        }
    }
}

/// When the day and the month of a moment begin where it was noted, in microseconds since 1970.
pub fn beginnings(now: Moment) -> (i64, i64) {
    let date = now.date();
    let day = now.at_hour(date, 0);
    (day.unix_micros(), now.at_hour(date.first_of_month(), 0).unix_micros())
}

/// The first limit that a call of that size would break.
pub fn limit(llm: &Llm, today: &Spending, month: &Spending, tokens: Tokens, nanodollars: u64) -> Option<Limit> {
    let has_room = |spent: u64, more: u64, limit: u64| spent.saturating_add(more) <= limit;
    let has_money = |spent: u64, limit_usd: f64| {
        // What costs nothing needs no money, also where none may be spent.
        nanodollars == 0 || spent.saturating_add(nanodollars) as f64 <= limit_usd * 1e9
    };
    if !has_room(today.tokens.sum(), tokens.sum(), llm.daily_tokens.into()) {
        Some(Limit::DailyTokens)
    } else if !has_room(month.tokens.sum(), tokens.sum(), llm.monthly_tokens.into()) {
        Some(Limit::MonthlyTokens)
    } else if !has_money(today.nanodollars, llm.daily_usd) {
        Some(Limit::DailyMoney)
    } else if !has_money(month.nanodollars, llm.monthly_usd) {
        Some(Limit::MonthlyMoney)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn llm() -> Llm {
        Llm { daily_tokens: 1_000, monthly_tokens: 3_000, daily_usd: 0.01, monthly_usd: 0.02, ..Llm::default() }
    }

    fn spent(tokens: u64, usd: f64) -> Spending {
        Spending { tokens: Tokens { input: tokens, output: 0 }, nanodollars: (usd * 1e9) as u64, ..Spending::default() }
    }

    const CALL: Tokens = Tokens { input: 300, output: 200 };

    #[test]
    fn by_default_nothing_may_be_spent() {
        let nothing = Spending::default();
        let least = Tokens { input: 1, output: 0 };
        assert_eq!(limit(&Llm::default(), &nothing, &nothing, least, 0), Some(Limit::DailyTokens));
    }

    #[test]
    fn a_call_fits_to_the_last_token_and_no_further() {
        assert_eq!(limit(&llm(), &spent(500, 0.0), &spent(500, 0.0), CALL, 0), None);
        assert_eq!(limit(&llm(), &spent(501, 0.0), &spent(501, 0.0), CALL, 0), Some(Limit::DailyTokens));
        assert_eq!(limit(&llm(), &spent(0, 0.0), &spent(2_501, 0.0), CALL, 0), Some(Limit::MonthlyTokens));
    }

    #[test]
    fn money_is_a_limit_of_its_own() {
        let cent = 10_000_000;
        assert_eq!(limit(&llm(), &spent(0, 0.0), &spent(0, 0.01), CALL, cent), None);
        assert_eq!(limit(&llm(), &spent(0, 0.001), &spent(0, 0.001), CALL, cent), Some(Limit::DailyMoney));
        assert_eq!(limit(&llm(), &spent(0, 0.0), &spent(0, 0.011), CALL, cent), Some(Limit::MonthlyMoney));
    }

    #[test]
    fn what_costs_nothing_needs_no_money() {
        let free = Llm { daily_usd: 0.0, monthly_usd: 0.0, ..llm() };
        assert_eq!(limit(&free, &spent(0, 0.0), &spent(0, 0.0), CALL, 0), None);
    }

    #[test]
    fn a_day_begins_where_the_person_is() {
        let now: Moment = "2026-03-05T01:30:00+09:00".parse().expect("a moment");
        let (day, month) = beginnings(now);
        let instant = |text: &str| text.parse::<Moment>().expect("a moment").unix_micros();
        assert_eq!(day, instant("2026-03-05T00:00:00+09:00"));
        assert_eq!(month, instant("2026-03-01T00:00:00+09:00"));
    }
}
