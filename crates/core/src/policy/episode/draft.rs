//! A night in the making.

use std::collections::{HashMap, HashSet};

use super::report::NightReport;
use crate::change::{Actor, Change, Deed, Facet, NightStep, Plan, Reason, Subject};
use crate::formulas::relation_direction::End;
use crate::parameters::{Parameters, RatioBase, RevivalPosition};
use crate::policy::night::Step;
use crate::{Date, Level, Life, MemoryId, MindName, Moment, Relation, Retention, Seq, Shown, TextVersion, Vector};

/// The night to be planned.
#[derive(Clone, Copy, Debug)]
pub struct Night<'a> {
    /// The date that it belongs to.
    pub date: Date,
    /// Its hour: what happened later is left to the next night.
    pub at: Moment,
    /// The hour of the night before, if there was one.
    pub last: Option<Moment>,
    /// The parameters.
    pub parameters: &'a Parameters,
}

/// What a night needs to know of a memory.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sleeper {
    /// Its place in the order of insertion.
    pub seq: Seq,
    /// Its id.
    pub id: MemoryId,
    /// When it happened.
    pub created: Moment,
    /// When it was written down: a turn of long ago can be new to the mind.
    pub recorded_at: Moment,
    /// How much it mattered.
    pub intensity: u8,
    /// What it shows of itself.
    pub shown: Shown,
    /// What S0 counts of it.
    pub retention: Retention,
    /// The highest version of its text, shown or not.
    pub last_version: u32,
    /// The first and last recall since the night before, where they were noted.
    pub recalls: Option<TimeSpan>,
}

/// A stretch of time.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TimeSpan {
    /// Its beginning.
    pub first: Moment,
    /// Its end.
    pub last: Moment,
}

/// A text that the night needs: the memory's original, made short enough for the level.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rewrite {
    /// The memory's place in the store.
    pub seq: Seq,
    /// The memory.
    pub memory: MemoryId,
    /// The level that the text is for.
    pub level: Level,
    /// The version that it becomes.
    pub version: u32,
    /// Why the memory goes down.
    pub reason: Reason,
}

/// Two memories that are alike.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SimilarPair {
    /// The one.
    pub a: Seq,
    /// The other.
    pub b: Seq,
    /// Their cosine.
    pub similarity: f64,
}

/// Steps 1 to 6 of a night, waiting for texts and pairs.
#[derive(Debug)]
pub struct Draft<'a> {
    pub(super) night: Night<'a>,
    /// Those who were there at the night's hour, in order of insertion, as far as the night has come.
    pub(super) sleepers: Vec<Sleeper>,
    /// Which of them were active when it began.
    pub(super) was_active: Vec<bool>,
    /// The references held, by the holder's index; archived holders keep theirs.
    pub(super) held: HashMap<usize, Vec<Relation>>,
    /// Who is where, for the steps that follow references.
    pub(super) index: HashMap<MemoryId, usize>,
    /// Memories that came after the night's hour: alive, but no business of this night.
    pub(super) unborn: Vec<MemoryId>,
    pub(super) changes: Vec<Change>,
    pub(super) rewrites: Vec<Rewrite>,
    /// The versions that texts become where others are not written, by the version that was planned.
    renumbered: HashMap<(Seq, u32), u32>,
    pub(super) report: NightReport,
}

impl<'a> Draft<'a> {
    /// Plans steps 1 to 6 over all of a mind's episodes, archived ones included, given in order of
    /// insertion, with the references that they hold, each holder's in order.
    pub fn new(night: Night<'a>, mut sleepers: Vec<Sleeper>, relations: &[(Seq, Relation)]) -> Self {
        let mut unborn = Vec::new();
        sleepers.retain(|sleeper| {
            let is_born = sleeper.created.unix_micros() <= night.at.unix_micros();
            if !is_born {
                unborn.push(sleeper.id);
            }
            is_born
        });
        let was_active: Vec<bool> = sleepers.iter().map(|s| s.shown.is_active()).collect();
        let active = was_active.iter().filter(|is_active| **is_active).count();
        let mut draft = Self {
            night,
            was_active,
            held: HashMap::new(),
            index: HashMap::new(),
            unborn,
            changes: Vec::with_capacity(active),
            rewrites: Vec::new(),
            renumbered: HashMap::new(),
            report: NightReport::default(),
            sleepers,
        };
        draft.take_relations(relations);
        draft.run();
        draft
    }

    fn take_relations(&mut self, relations: &[(Seq, Relation)]) {
        for (holder, relation) in relations {
            if let Some(index) = self.index_of(*holder) {
                self.held.entry(index).or_default().push(*relation);
            }
        }
        if !self.held.is_empty() {
            self.index = self.sleepers.iter().enumerate().map(|(i, s)| (s.id, i)).collect();
        }
    }

    fn run(&mut self) {
        let position = self.night.parameters.archive.revival_position;
        if position == RevivalPosition::BeforeDecay {
            self.revive();
        }
        self.fade();
        self.apply_thresholds();
        self.enforce_ratios();
        if position == RevivalPosition::AfterRatio {
            self.revive();
        }
        self.drop_lost_relations();
        self.redirect_relations();
    }

    /// The texts that the night needs, in the order in which memories go down.
    pub fn rewrites(&self) -> &[Rewrite] {
        &self.rewrites
    }

    /// The memories that were active when the night began and that it puts into the archive.
    pub fn archived(&self) -> impl Iterator<Item = Seq> + '_ {
        let all = self.sleepers.iter().zip(&self.was_active);
        all.filter(|(sleeper, was_active)| **was_active && !sleeper.shown.is_active()).map(|(sleeper, _)| sleeper.seq)
    }

    /// The active memories, which step 7 may link.
    pub fn active(&self) -> impl Iterator<Item = Seq> + '_ {
        self.sleepers.iter().filter(|s| s.shown.is_active()).map(|s| s.seq)
    }

    /// Of the active memories, those that step 7 compares with all others: the new ones. The
    /// rewritten ones are known from [`Draft::rewrites`].
    pub fn fresh(&self) -> impl Iterator<Item = Seq> + '_ {
        // What was in the archive when the night began is not new, even if it came back.
        self.sleepers
            .iter()
            .zip(&self.was_active)
            .filter(|(sleeper, was_active)| **was_active && sleeper.shown.is_active() && self.is_fresh(sleeper))
            .map(|(sleeper, _)| sleeper.seq)
    }

    /// Whether any memory is to be linked at all.
    pub fn links(&self) -> bool {
        self.night.parameters.relations.enable_auto_linking
    }

    /// Leaves memories the text that they have where one of these rewrites would gain nothing. Their levels fall all the
    /// same; the versions that are written count on without a gap.
    pub fn keep_texts(&mut self, kept: &HashSet<(Seq, u32)>) {
        if kept.is_empty() {
            return;
        }
        let shown_before: HashMap<(Seq, u32), u32> = self
            .changes
            .iter()
            .filter_map(|change| match (&change.deed, change.subject.seq()) {
                (Deed::Set(Facet::Shown(step)), Some(seq)) if step.before.version != step.after.version => {
                    Some(((seq, step.after.version), step.before.version))
                }
                _ => None,
            })
            .collect();
        // The version that a memory shows so far, and the next one to be written.
        let mut standing: HashMap<Seq, (u32, u32)> = HashMap::new();
        for rewrite in &self.rewrites {
            let planned = (rewrite.seq, rewrite.version);
            let first = || (shown_before.get(&planned).copied().unwrap_or(1), rewrite.version);
            let (shown, next) = standing.get(&rewrite.seq).copied().unwrap_or_else(first);
            let (version, next) = if kept.contains(&planned) { (shown, next) } else { (next, next + 1) };
            self.renumbered.insert(planned, version);
            standing.insert(rewrite.seq, (version, next));
        }
        for change in &mut self.changes {
            if let (Deed::Set(Facet::Shown(step)), Some(seq)) = (&mut change.deed, change.subject.seq()) {
                for shown in [&mut step.before, &mut step.after] {
                    if let Some(version) = self.renumbered.get(&(seq, shown.version)) {
                        shown.version = *version;
                    }
                }
            }
        }
        self.rewrites.retain(|rewrite| !kept.contains(&(rewrite.seq, rewrite.version)));
    }

    /// Adds the texts that were asked for and steps 7 and 8.
    ///
    /// `pairs` are those of [`Draft::fresh`] or rewritten memories with active ones whose similarity
    /// reaches the threshold, in any order, each pair once.
    pub fn finish(
        mut self,
        mind: MindName,
        texts: Vec<(Rewrite, TextVersion, Vec<Vector>)>,
        pairs: Vec<SimilarPair>,
    ) -> (Plan, NightReport) {
        self.link(pairs);
        self.erase_expired();
        self.count_levels();
        let renumbered = std::mem::take(&mut self.renumbered);
        let number = |rewrite: &Rewrite| renumbered.get(&(rewrite.seq, rewrite.version)).copied();
        let numbered = |(rewrite, text, vectors): (Rewrite, TextVersion, Vec<Vector>)| {
            let version = number(&rewrite).unwrap_or(text.version);
            (rewrite, TextVersion { version, ..text }, vectors)
        };
        let writes = texts.into_iter().map(numbered).map(|(rewrite, text, vectors)| Change {
            subject: Subject::memory(rewrite.memory, rewrite.seq),
            deed: Deed::write(text, vectors),
            reason: rewrite.reason,
        });
        // Texts come first: no memory must show a version that is not there yet.
        let changes = writes.chain(self.changes).collect();
        let step = NightStep { date: self.night.date, step: Step::Episodes };
        let plan = Plan { mind, at: self.night.at, by: Actor::Night, step: Some(step), group: None, changes };
        (plan, self.report)
    }

    /// Lets a memory show something else from now on.
    pub(super) fn show(&mut self, index: usize, after: Shown, reason: Reason) {
        let sleeper = &mut self.sleepers[index];
        if after != sleeper.shown {
            let (subject, deed) = (Subject::memory(sleeper.id, sleeper.seq), Deed::show(sleeper.shown, after));
            self.changes.push(Change { subject, deed, reason });
            sleeper.shown = after;
        }
    }

    /// Lets a memory be stronger or weaker from now on.
    pub(super) fn live(&mut self, index: usize, after: Retention, reason: Reason) {
        let sleeper = &mut self.sleepers[index];
        if after != sleeper.retention {
            let deed = Deed::live(Life::Episode(sleeper.retention), Life::Episode(after));
            self.changes.push(Change { subject: Subject::memory(sleeper.id, sleeper.seq), deed, reason });
            sleeper.retention = after;
        }
    }

    pub(super) fn is_fresh(&self, sleeper: &Sleeper) -> bool {
        let newest = sleeper.created.unix_micros().max(sleeper.recorded_at.unix_micros());
        self.night.last.is_none_or(|last| newest > last.unix_micros())
    }

    /// How many memories the shares are taken of.
    pub(super) fn ratio_base(&self) -> usize {
        let all = self.night.parameters.compression.ratio_base == RatioBase::All;
        self.sleepers
            .iter()
            .map(|sleeper| &sleeper.shown)
            .filter(|now| !now.protected && (all || now.is_active()))
            .count()
    }

    pub(super) fn has_crowd(&self, base: usize) -> bool {
        base >= self.night.parameters.compression.ratio_min_memories as usize
    }

    pub(super) fn end(&self, index: usize) -> End {
        let sleeper = &self.sleepers[index];
        End { id: sleeper.id, created: sleeper.created, retention_score: sleeper.retention.retention_score }
    }

    /// Where the memory is, by its place in the store; they stand in that order.
    pub(super) fn index_of(&self, seq: Seq) -> Option<usize> {
        self.sleepers.binary_search_by_key(&seq, |s| s.seq).ok()
    }

    fn count_levels(&mut self) {
        let erased: HashSet<MemoryId> = self.report.erased.iter().copied().collect();
        for sleeper in &self.sleepers {
            if !erased.contains(&sleeper.id) {
                self.report.counts[usize::from(sleeper.shown.level.number() - 1)] += 1;
            }
        }
    }
}
