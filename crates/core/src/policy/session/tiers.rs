//! The tiers of sessions in a night: a day after its end a session is warm, and after a month it becomes long-term memory
//! if it is among the salient ones, or else goes into the archive, where it can still be found (S1 §2, §7; C30).

use std::collections::HashMap;

use super::{Rounding, consolidated};
use crate::change::{BeforeAfter, Change, Deed, Facet, Reason, Subject};
use crate::parameters::Sessions;
use crate::{Level, MemoryId, Moment, Revival, Seq, SessionTier, Shown, Tier};

/// A session as a night needs it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TieredSession {
    /// Its place.
    pub seq: Seq,
    /// Its id.
    pub id: MemoryId,
    /// When its last turn was said.
    pub ended: Moment,
    /// What it shows.
    pub shown: Shown,
    /// Its tier.
    pub tier: SessionTier,
}

/// What a night did to the tiers.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TierReport {
    /// How many are warm now that were hot.
    pub warmed: usize,
    /// How many became long-term memory.
    pub kept: usize,
    /// How many went into the archive.
    pub archived: usize,
    /// How many came back because they were recalled.
    pub revived: usize,
}

/// The sessions about which the night has to decide whether they become long-term memory: their salience is needed.
pub fn candidates(sessions: &[TieredSession], at: Moment, parameters: &Sessions) -> Vec<Seq> {
    sessions.iter().filter(|session| is_candidate(session, at, parameters)).map(|session| session.seq).collect()
}

/// What the night of that hour does to the sessions; `salience` is known of every candidate.
pub fn plan_tiers(
    sessions: &[TieredSession],
    at: Moment,
    salience: &HashMap<Seq, f64>,
    parameters: &Sessions,
) -> (Vec<Change>, TierReport) {
    let (mut changes, mut report) = (Vec::new(), TierReport::default());
    let stays = staying(sessions, at, salience, parameters);
    for session in sessions {
        let became = |tier| SessionTier { tier, since: Some(at), salience: session.tier.salience };
        if session.tier.tier == Tier::Archived && session.shown.revival.is_asked() {
            let shown = Shown { level: Level::Full, archived_at: None, revival: Revival::NOT_ASKED, ..session.shown };
            changes.push(change(session, Deed::show(session.shown, shown), Reason::Revived));
            changes.push(moved(session, became(Tier::LongTerm), Reason::Revived));
            report.revived += 1;
        } else if is_candidate(session, at, parameters) {
            let after = SessionTier { salience: salience.get(&session.seq).copied(), ..became(Tier::LongTerm) };
            if session.shown.protected || stays.contains(&session.seq) {
                changes.push(moved(session, after, Reason::Salient));
                report.kept += 1;
            } else {
                let shown = Shown { level: Level::Archived, archived_at: Some(at), ..session.shown };
                changes.push(change(session, Deed::show(session.shown, shown), Reason::NotSalient));
                changes.push(moved(session, SessionTier { tier: Tier::Archived, ..after }, Reason::NotSalient));
                report.archived += 1;
            }
        } else if session.tier.tier == Tier::Hot && hours(session, at) >= f64::from(parameters.hot_hours) {
            changes.push(moved(session, became(Tier::Warm), Reason::Faded));
            report.warmed += 1;
        }
    }
    (changes, report)
}

/// Which candidates stay, compared with each other and with those that were decided about in the nights before.
fn staying(sessions: &[TieredSession], at: Moment, salience: &HashMap<Seq, f64>, parameters: &Sessions) -> Vec<Seq> {
    let nights = f64::from(parameters.compared_nights);
    let is_decided = |session: &&TieredSession| {
        matches!(session.tier.tier, Tier::LongTerm | Tier::Archived)
            && session.tier.since.is_some_and(|since| at.days_since(since) < nights)
    };
    let before = sessions.iter().filter(is_decided).filter_map(|one| Some((one.seq, one.tier.salience?)));
    let now = sessions.iter().filter(|session| is_candidate(session, at, parameters));
    let now = now.map(|one| (one.seq, salience.get(&one.seq).copied().unwrap_or(0.0)));
    let compared: Vec<(Seq, f64)> = before.chain(now).collect();
    consolidated(&compared, parameters.long_term_share, Rounding::Up)
}

fn is_candidate(session: &TieredSession, at: Moment, parameters: &Sessions) -> bool {
    matches!(session.tier.tier, Tier::Hot | Tier::Warm)
        && session.shown.is_active()
        && hours(session, at) >= f64::from(parameters.warm_days) * 24.0
}

fn hours(session: &TieredSession, at: Moment) -> f64 {
    at.days_since(session.ended) * 24.0
}

fn moved(session: &TieredSession, after: SessionTier, reason: Reason) -> Change {
    change(session, Deed::Set(Facet::Tier(BeforeAfter { before: session.tier, after })), reason)
}

fn change(session: &TieredSession, deed: Deed, reason: Reason) -> Change {
    Change { subject: Subject::memory(session.id, session.seq), deed, reason }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn night() -> Moment {
        "2026-05-01T23:00:00+09:00".parse().expect("a time")
    }

    fn session(number: i64, days_ago: i64, tier: Tier) -> TieredSession {
        TieredSession {
            seq: Seq(number),
            id: MemoryId::from_u128(u128::from(number.unsigned_abs())),
            ended: night().plus_days(-days_ago),
            shown: Shown::NEW,
            tier: SessionTier { tier, since: None, salience: None },
        }
    }

    fn report(sessions: &[TieredSession], salience: &[(i64, f64)]) -> (Vec<Change>, TierReport) {
        let salience = salience.iter().map(|(seq, value)| (Seq(*seq), *value)).collect();
        plan_tiers(sessions, night(), &salience, &Sessions::default())
    }

    #[test]
    fn a_day_after_its_end_a_session_is_warm() {
        let sessions = [session(1, 0, Tier::Hot), session(2, 1, Tier::Hot), session(3, 5, Tier::Warm)];
        assert_eq!(report(&sessions, &[]).1, TierReport { warmed: 1, ..TierReport::default() });
    }

    #[test]
    fn after_a_month_the_salient_ones_stay_and_the_others_are_archived() {
        let sessions: Vec<TieredSession> = (1..=10).map(|number| session(number, 30, Tier::Warm)).collect();
        let salience: Vec<(i64, f64)> = (1..=10).map(|number| (number, number as f64 / 10.0)).collect();
        let (changes, report) = report(&sessions, &salience);
        assert_eq!(report, TierReport { kept: 7, archived: 3, ..TierReport::default() });
        let archived: Vec<Option<Seq>> = changes
            .iter()
            .filter(|change| matches!(change.deed, Deed::Set(Facet::Shown(_))))
            .map(|change| change.subject.seq())
            .collect();
        assert_eq!(archived, [Some(Seq(1)), Some(Seq(2)), Some(Seq(3))]);
    }

    #[test]
    fn the_only_session_of_a_quiet_night_stays_unless_those_before_it_were_more_salient() {
        let only = [session(1, 31, Tier::Warm)];
        assert_eq!(report(&only, &[(1, 0.1)]).1.kept, 1);
        let decided = |number| TieredSession {
            tier: SessionTier { tier: Tier::LongTerm, since: Some(night().plus_days(-3)), salience: Some(0.9) },
            ..session(number, 40, Tier::LongTerm)
        };
        let many = [decided(2), decided(3), decided(4), only[0]];
        assert_eq!(report(&many, &[(1, 0.1)]).1.archived, 1);
    }

    #[test]
    fn what_is_protected_stays_and_what_is_asked_for_comes_back() {
        let mut sessions = [session(1, 31, Tier::Warm), session(2, 31, Tier::Warm), session(3, 90, Tier::Archived)];
        sessions[0].shown.protected = true;
        sessions[2].shown.archived_at = Some(night().plus_days(-9));
        sessions[2].shown.revival = Revival::Asked { at: None };
        let parameters = Sessions { long_term_share: 0.0, ..Sessions::default() };
        let (_, report) = plan_tiers(&sessions, night(), &HashMap::new(), &parameters);
        assert_eq!(report, TierReport { kept: 1, archived: 1, revived: 1, ..TierReport::default() });
    }
}
