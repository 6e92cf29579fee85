//! The one rule of undoing.
//!
//! A change is taken back from what is there now: what it set and nobody has set since becomes what it was before, and
//! what someone else set in the meantime stays. Fields that mean something only together are taken back together or not
//! at all: a level without its text, or an archive date without its level, would be a state that nobody made.
//!
//! Undoing a group reverses its changes from the last to the first, each against the state that the reversals before it
//! left.

use super::{BeforeAfter, Deed, Facet, Start, TieStrength, Writing};
use crate::{Assessment, Feedback, Life, Relation, Retention, SessionTier, Shown, SupersededSpan};

/// What is there now of that which a deed changed.
#[derive(Clone, PartialEq, Debug)]
pub enum Present {
    /// The subject is not there.
    Gone,
    /// The subject is there; nothing more is asked of it.
    There,
    /// What a memory shows, and how it lives.
    Memory {
        /// What it shows.
        shown: Shown,
        /// How it lives.
        life: Life,
    },
    /// The references that a memory holds.
    Relations(Vec<Relation>),
    /// What of a memory is out of date.
    Superseded(Vec<SupersededSpan>),
    /// What was said of a memory.
    Feedback(Feedback),
    /// How a memory is understood.
    Assessment(Box<Assessment>),
    /// How strongly two memories are tied.
    Tie(Option<f64>),
    /// The tier of a session.
    Tier(SessionTier),
    /// The version of a page that is shown.
    PageVersion(Option<u32>),
}

/// The deeds that take `deed` back from what is there `now`, in the order in which they are to be done; none where there
/// is nothing left to take back.
pub fn reverse(deed: &Deed, now: &Present) -> Vec<Deed> {
    match (deed, now) {
        (Deed::End, Present::Gone) => vec![Deed::Begin(Start::Kept)],
        (_, Present::Gone) => Vec::new(),
        (Deed::Begin(_), _) => vec![Deed::End],
        (Deed::Set(Facet::Shown(step)), Present::Memory { shown, life }) => unshow(step, shown, life),
        (Deed::Set(Facet::Life(step)), Present::Memory { life, .. }) => {
            if_changed(*life, unlive(step, life), |step| Deed::Set(Facet::Life(step)))
        }
        (Deed::Set(Facet::Superseded(step)), Present::Superseded(spans)) => {
            let after = merge(spans, &step.after, &step.before);
            if_changed(spans.clone(), after, |step| Deed::Set(Facet::Superseded(step)))
        }
        (Deed::Set(Facet::Feedback(step)), Present::Feedback(now)) => {
            unset(step, now, |step| Deed::Set(Facet::Feedback(step)))
        }
        (Deed::Set(Facet::Assessment(step)), Present::Assessment(now)) => {
            if_changed((**now).clone(), reassessed_back(step, now), |step| Deed::Set(Facet::Assessment(Box::new(step))))
        }
        (Deed::Set(Facet::Tie(tie)), Present::Tie(now)) => {
            unset(&tie.strength, now, |strength| Deed::Set(Facet::Tie(TieStrength { strength, ..*tie })))
        }
        (Deed::Set(Facet::Tier(step)), Present::Tier(now)) => unset(step, now, |step| Deed::Set(Facet::Tier(step))),
        (Deed::Set(Facet::PageVersion(step)), Present::PageVersion(now)) => {
            unset(step, now, |step| Deed::Set(Facet::PageVersion(step)))
        }
        // A text that someone made the memory show again stays.
        (Deed::Write { version, .. }, Present::Memory { shown, .. }) if shown.version != *version => {
            vec![Deed::Write { version: *version, text: Writing::Gone }]
        }
        (Deed::Relate(step), Present::Relations(held)) => {
            if_changed(held.clone(), merge(held, &step.after, &step.before), Deed::Relate)
        }
        _ => Vec::new(),
    }
}

fn if_changed<T: PartialEq>(now: T, then: T, deed: impl FnOnce(BeforeAfter<T>) -> Deed) -> Vec<Deed> {
    if now == then { Vec::new() } else { vec![deed(BeforeAfter { before: now, after: then })] }
}

/// A value that counts as a whole: taken back unless someone set it since.
fn unset<T: PartialEq + Clone>(step: &BeforeAfter<T>, now: &T, deed: impl FnOnce(BeforeAfter<T>) -> Deed) -> Vec<Deed> {
    if step.after == *now { if_changed(now.clone(), step.before.clone(), deed) } else { Vec::new() }
}

/// Takes fields back together, or, where one of those that the change set was set since, none of them.
macro_rules! together {
    ($then:ident, $now:expr, $before:expr, $after:expr; $($field:ident),+) => {
        if $(($before.$field == $after.$field || $now.$field == $after.$field))&&+ {
            $(if $before.$field != $after.$field { $then.$field = $before.$field; })+
        }
    };
}

fn unshow(step: &BeforeAfter<Shown>, now: &Shown, life: &Life) -> Vec<Deed> {
    let BeforeAfter { before, after } = step;
    let mut then = *now;
    if before.is_put_away() == after.is_put_away() {
        together!(then, now, before, after; level, archived_at, version);
        together!(then, now, before, after; revival);
    } else {
        // Whether a recall may bring it back belongs to how it came into the archive.
        together!(then, now, before, after; level, archived_at, version, revival);
    }
    together!(then, now, before, after; protected);
    let mut deeds = Vec::new();
    // Asked for while it was in the archive: now that it never was there, it was simply recalled.
    if then.is_active() && !now.is_active() && now.revival.is_asked() && !before.revival.is_asked() {
        then.revival = before.revival;
        if let Life::Episode(retention) = life {
            let recalled = Life::Episode(Retention { recalled_since_last_batch: true, ..*retention });
            deeds.extend(if_changed(*life, recalled, |step| Deed::Set(Facet::Life(step))));
        }
    }
    deeds.extend(if_changed(*now, then, |step| Deed::Set(Facet::Shown(step))));
    deeds
}

fn unlive(step: &BeforeAfter<Life>, now: &Life) -> Life {
    let (Life::Episode(before), Life::Episode(after), Life::Episode(now)) = (step.before, step.after, *now) else {
        return if step.after == *now { step.before } else { *now };
    };
    let mut then = now;
    together!(then, now, before, after; memory_days, decay_coefficient, retention_score, recall_count);
    together!(then, now, before, after; recalled_since_last_batch);
    Life::Episode(then)
}

/// Tags are taken back one by one, and all else together: a tag that someone gave later does not keep a model's understanding
/// from being taken back.
fn reassessed_back(step: &BeforeAfter<Assessment>, now: &Assessment) -> Assessment {
    let tags = merge(&now.tags, &step.after.tags, &step.before.tags);
    let untagged = |assessment: &Assessment| Assessment { tags: Vec::new(), ..assessment.clone() };
    let then = if untagged(&step.after) == untagged(now) { &step.before } else { now };
    Assessment { tags, ..then.clone() }
}

/// The step from `before` to `after`, made from what is held now: what others added since stays, and what they took away
/// stays away.
pub fn merge<T: PartialEq + Clone>(held: &[T], before: &[T], after: &[T]) -> Vec<T> {
    if held == before {
        return after.to_vec();
    }
    let taken_by_others: Vec<&T> = before.iter().filter(|one| !held.contains(one)).collect();
    let mut merged: Vec<T> = after.iter().filter(|one| !taken_by_others.contains(one)).cloned().collect();
    for added_by_others in held.iter().filter(|one| !before.contains(one)) {
        if !merged.contains(added_by_others) {
            merged.push(added_by_others.clone());
        }
    }
    merged
}

#[cfg(test)]
mod tests;
