//! Nights that are due and wait: by an implausible clock until it is believed (C15), and for a time before an import until
//! a person asks for them.

use omoide_core::Moment;
use omoide_core::policy::clock::{ClockDoubt, TurnDates, is_to_come};
use omoide_core::policy::night::{DueNight, Progress};
use omoide_core::ports::store::Reader;

use crate::{Error, Mind};

/// How many turns are looked at together.
const PAGE: usize = 512;

/// Whose wish it is that nights are run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Consent {
    /// Nobody's: a hook, a schedule or a server found that they are due. In doubt they wait.
    Unasked,
    /// A person asked for them, and so means them however many there are.
    Person,
    /// A person asked, and says that the clock is right whatever was recorded.
    Vouched,
}

/// Where a mind stands with its nights, and whether the clock is believed.
pub(super) struct NightStanding {
    pub(super) progress: Progress,
    pub(super) due: Vec<DueNight>,
    pub(super) doubt: Option<ClockDoubt>,
}

impl Mind<'_> {
    pub(super) fn night_standing(&self, reader: &dyn Reader, now: Moment) -> Result<NightStanding, Error> {
        let progress = self.progress(reader, now)?;
        let due = progress.due(self.hour(), now);
        // Without anything to do there is nothing to doubt, and nothing is read for it.
        let is_asked = !due.is_empty() || progress.to_come > 0;
        let plausible_nights = self.parameters().sleep.plausible_nights;
        let doubt = match () {
            () if !is_asked => None,
            () if progress.is_of_imports(&due, plausible_nights) => Some(ClockDoubt::Imported { nights: due.len() }),
            () => self.turn_dates(reader, &progress, now)?.doubt(due.len(), progress.to_come),
        };
        Ok(NightStanding { progress, due, doubt })
    }

    fn turn_dates(&self, reader: &dyn Reader, progress: &Progress, now: Moment) -> Result<TurnDates, Error> {
        let mut dates = TurnDates::new(now, self.parameters().sleep.plausible_nights);
        let mut before = None;
        loop {
            let page = reader.recorded_times(&self.name, before, PAGE)?;
            page.iter().for_each(|(_, recorded_at)| dates.add(*recorded_at));
            // Where nights are to come, every date counts that speaks for them.
            if page.is_empty() || (progress.to_come == 0 && dates.are_enough()) {
                return Ok(dates);
            }
            before = page.last().map(|(seq, _)| *seq);
        }
    }

    /// The doubt that is left when nights are wanted by that consent.
    pub(super) fn doubt_left(
        &self,
        doubt: Option<ClockDoubt>,
        consent: Consent,
        now: Moment,
    ) -> Result<Option<ClockDoubt>, Error> {
        match (consent, doubt) {
            (Consent::Person, Some(doubt)) if !doubt.is_settled_by_asking() => {
                let last = self.engine.read(|r| r.last_night(&self.name))?;
                Err(Error::ClockSetBack { now, last: last.map_or(now, |night| night.at).date() })
            }
            (Consent::Unasked, doubt) => Ok(doubt),
            (Consent::Person | Consent::Vouched, _) => Ok(None),
        }
    }

    /// Takes back the nights that were run for dates that have not come; how many there were. What one of them did stays
    /// if it can no longer be undone, but its date is free again.
    pub(super) fn take_back_nights_to_come(&self, now: Moment) -> Result<usize, Error> {
        let mut taken_back = 0;
        loop {
            let is_done = self.write(|w| {
                let Some(last) = w.last_night(&self.name)?.filter(|night| is_to_come(night.at, now)) else {
                    return Ok(true);
                };
                self.take_night_back(w, &last)?;
                Ok(false)
            })?;
            if is_done {
                return Ok(taken_back);
            }
            taken_back += 1;
        }
    }
}
