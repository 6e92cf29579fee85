//! What is of the time that a prompt asks for: what was said then, and what speaks of it.

use omoide_core::Moment;
use omoide_core::formulas::ranking::clue::Clue;
use omoide_core::ports::TimeHint;
use omoide_language::terms;
use omoide_language::time_words::{TimeAsk, TimeAsked, TimeWindow};

use crate::recall::Asked;
use crate::recall::constants::time::{BESIDE, FEW_DAYS, FITS, OTHER_HOURS};
use crate::recall::rank::columns::Columns;
use crate::recall::rank::evidence::{Filled, Ranking};
use crate::recall::rank::shares::Shares;

/// Fills the column of those that were made in the time that the prompt asks for, or lately where it asks for that.
pub(in crate::recall) fn fill_said(ranking: &mut Ranking<'_>) -> Filled {
    let asked = ranking.asked;
    if asked.gist.time.is_none() {
        return Ok(vec![None]);
    }
    let view = ranking.columns.view;
    let windows: Vec<&TimeWindow> = windows(asked).filter(|window| window.takes_said).collect();
    let share = |created: Moment| match asked.gist.time {
        Some(hint @ TimeHint::Recent) => ranking.mind.nearness(hint, created, asked.now) as f32,
        _ => windows.iter().map(|window| nearness(window, created)).fold(0.0, f32::max),
    };
    let column = (0..view.span()).map(|place| view.created(place).map_or(0.0, share)).collect();
    Ok(vec![Some(Shares::whole(column))])
}

/// Fills the column of those that speak of that time.
pub(in crate::recall) fn fill_spoken_of(ranking: &mut Ranking<'_>) -> Filled {
    let dates: Vec<String> = windows(ranking.asked).flat_map(|window| window.dates.clone()).collect();
    if dates.is_empty() {
        return Ok(vec![None]);
    }
    let view = ranking.columns.view;
    let found = ranking.reader.lookup(&ranking.mind.name, ranking.asked.query.version, &terms::of_dates(&dates))?;
    let mut column = vec![0.0; view.span()];
    for posting in found.lists.iter().flatten() {
        if let Some(place) = view.place(posting.seq) {
            column[place] = 1.0;
        }
    }
    Ok(vec![Some(Shares::whole(column))])
}

/// The times that a prompt asks for.
pub(in crate::recall) fn windows<'a>(asked: &'a Asked<'_>) -> impl Iterator<Item = &'a TimeWindow> {
    asked.gist.asked.iter().flat_map(|asked| &asked.windows)
}

/// How near to a time it is that a memory was made, from 0 to 1.
pub(in crate::recall) fn nearness(window: &TimeWindow, created: Moment) -> f32 {
    let is_in = |from: Moment, to: Moment| (from.unix_micros()..to.unix_micros()).contains(&created.unix_micros());
    if is_in(window.from, window.to) {
        return if window.hours.is_none_or(|(from, to)| is_in(from, to)) { 1.0 } else { OTHER_HOURS };
    }
    let is_beside = window.is_about && is_in(window.from.plus_days(-1), window.to.plus_days(1));
    if is_beside { BESIDE } else { 0.0 }
}

/// What of the time that a prompt asks for is meant.
pub(in crate::recall) struct OfTime {
    asks: TimeAsk,
    is_personal: bool,
    is_short: bool,
    /// Whether there is anything of that time.
    has_any: bool,
}

impl OfTime {
    pub(in crate::recall) fn new(asked: &TimeAsked, columns: &Columns<'_>) -> Self {
        Self {
            asks: asked.asks,
            is_personal: asked.is_personal,
            is_short: asked.windows.iter().all(|window| window.to.days_since(window.from) <= FEW_DAYS),
            has_any: (0..columns.candidates.len()).any(|number| is_of_it(columns, columns.candidates.place(number))),
        }
    }

    /// Whether a memory that has so much of the rest of the prompt is what is asked for.
    pub(in crate::recall) fn is_meant(&self, columns: &Columns<'_>, place: usize, coverage: f64) -> bool {
        is_of_it(columns, place)
            && match self.asks {
                TimeAsk::All | TimeAsk::Coming => true,
                TimeAsk::Within => self.is_personal && (self.is_short || coverage >= FITS),
            }
    }

    /// Whether a memory is of another time, where there is something of this one.
    pub(in crate::recall) fn excludes(&self, columns: &Columns<'_>, place: usize) -> bool {
        self.asks == TimeAsk::Within && self.has_any && !is_of_it(columns, place)
    }
}

fn is_of_it(columns: &Columns<'_>, place: usize) -> bool {
    columns.raw(Clue::Time, place) > 0.0 || columns.raw(Clue::Date, place) > 0.0
}
