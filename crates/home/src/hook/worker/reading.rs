//! What the notes of a session tell of: its transcript is read on, and its turns are remembered.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use omoide::transcript::{self, AgentStop, LeftTurn, SessionState, StopOutcome, TranscriptTurn};
use omoide::{Observation, TurnOutcome};
use omoide_core::change::Actor;
use omoide_core::ports::TakenCount;
use omoide_core::{MindName, Moment};

use super::super::event::HookWord;
use super::super::log::SECRETS_REMOVED;
use super::super::project;
use super::super::spool::{Note, Spooled, SpooledEvent};
use super::{Worker, places};
use crate::session_file;

/// How many turns are written at once.
const BATCH: usize = 128;

/// What became of a session's notes.
pub(super) enum WorkOutcome {
    /// All that they tell of is remembered.
    Done,
    /// The transcript does not have it yet.
    Lagging,
    /// A part is remembered, and there is more to read.
    HasMore,
    /// The transcript cannot be read.
    Unreadable(io::Error),
}

/// Whether a transcript that lags behind is waited for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Patience {
    /// It may have what is missing in a moment.
    Left,
    /// What is missing is taken from the notes.
    Spent,
}

fn stop_of(note: &Note) -> AgentStop<'_> {
    AgentStop { at: note.at, length: note.length, answer: note.answer.as_deref(), withheld: note.withheld }
}

impl Worker<'_> {
    /// Remembers what a session's notes tell of.
    pub(super) fn take(&mut self, notes: &[Spooled], patience: Patience) -> anyhow::Result<WorkOutcome> {
        let Some(last) = notes.last().map(|spooled| spooled.note.clone()) else { return Ok(WorkOutcome::Done) };
        let has = |what: SpooledEvent| notes.iter().any(|spooled| spooled.note.what == what);
        let outcome = match session_file::open(&last.transcript) {
            Ok(file) => self.read_on(file, &last, notes, patience)?,
            Err(error) if error.kind() == ErrorKind::NotFound => WorkOutcome::Lagging,
            Err(error) => WorkOutcome::Unreadable(error),
        };
        let compacted = notes.iter().map(|spooled| &spooled.note).rfind(|note| note.what == SpooledEvent::Compacting);
        if let Some(note) = compacted {
            let mind = self.mind_in(last.folder.as_deref(), &last.mind);
            self.wired.engine.mind(mind).forget_shown(&last.session, note.at)?;
        }
        self.has_ended |= has(SpooledEvent::Ended);
        if has(SpooledEvent::Ended) && !matches!(outcome, WorkOutcome::HasMore) {
            let mind = self.mind_in(last.folder.as_deref(), &last.mind);
            self.wired.engine.mind(mind).close_thread(&last.session)?;
        }
        Ok(match outcome {
            // Nothing comes after the end.
            WorkOutcome::Lagging if has(SpooledEvent::Ended) && patience == Patience::Spent => WorkOutcome::Done,
            outcome => outcome,
        })
    }

    fn read_on(
        &mut self,
        mut file: File,
        last: &Note,
        notes: &[Spooled],
        patience: Patience,
    ) -> anyhow::Result<WorkOutcome> {
        let cursor = places::place(&self.wired.engine.mind(last.mind.clone()), &last.transcript)?;
        let notes = || notes.iter().map(|spooled| &spooled.note);
        let answered = notes().filter(|note| note.what == SpooledEvent::Answered);
        let stops: Vec<AgentStop<'_>> = answered.map(|note| stop_of(note)).collect();
        let state = match stops.is_empty() {
            _ if notes().any(|note| note.what == SpooledEvent::Ended) => SessionState::Ended(&stops),
            true => SessionState::Open,
            false => SessionState::Answered(&stops),
        };
        let increment = match transcript::read_on(&mut file, &cursor, state) {
            Ok(increment) => increment,
            Err(error) => return Ok(WorkOutcome::Unreadable(error)),
        };
        let is_missing = |outcome: &StopOutcome| *outcome != StopOutcome::Written;
        if patience == Patience::Left && increment.stops.iter().any(is_missing) {
            return Ok(WorkOutcome::Lagging);
        }
        let mut turns = increment.turns;
        // Nothing that was said waits for this answer, or what was said would be remembered without it.
        let is_without = |number: u64| turns.iter().any(|turn| turn.number == number && turn.answered.is_empty());
        let is_early = match increment.stops.last() {
            Some(StopOutcome::Unasked) => true,
            Some(StopOutcome::Withheld(number)) => is_without(*number),
            _ => false,
        };
        if is_early && !matches!(state, SessionState::Ended(_)) {
            return Ok(WorkOutcome::Lagging);
        }
        for (stop, outcome) in stops.iter().zip(&increment.stops) {
            let answered = turns.iter_mut().find(|turn| *outcome == StopOutcome::Missing(turn.number));
            if let (Some(turn), Some(answer)) = (answered, stop.answer) {
                turn.add_answer(answer);
            }
        }
        self.remember(turns, last)?;
        self.unsay(&increment.left, &increment.resumed, last)?;
        if increment.cursor != cursor {
            let engine = &self.wired.engine;
            places::keep(&engine.mind(last.mind.clone()), &last.transcript, increment.cursor, engine.now())?;
        }
        Ok(if increment.has_more { WorkOutcome::HasMore } else { WorkOutcome::Done })
    }

    /// Takes back the turns that were left when the person went back, and brings back those that someone goes on from.
    fn unsay(&mut self, left: &[LeftTurn], resumed: &[LeftTurn], last: &Note) -> anyhow::Result<()> {
        for (mind, uids) in self.by_mind(left, last) {
            let unsaid = self.wired.engine.mind(mind).unsay_in(&last.session, &uids, Actor::Agent)?;
            if !unsaid.is_empty() {
                let handles: Vec<&str> = unsaid.turns.iter().map(|turn| turn.handle.as_str()).collect();
                let message = format!("the session was rewound, so these turns are unsaid: {}", handles.join(", "));
                self.hook.log(HookWord::Worker, &message);
            }
        }
        for (mind, uids) in self.by_mind(resumed, last) {
            self.wired.engine.mind(mind).say_again(&uids, Actor::Agent)?;
        }
        Ok(())
    }

    fn by_mind(&mut self, turns: &[LeftTurn], last: &Note) -> BTreeMap<MindName, Vec<String>> {
        let mut by_mind: BTreeMap<MindName, Vec<String>> = BTreeMap::new();
        for turn in turns {
            let folder = turn.folder.as_ref().map(PathBuf::from).or_else(|| last.folder.clone());
            let mind = self.mind_in(folder.as_deref(), &last.mind);
            by_mind.entry(mind).or_default().push(transcript::uid_of(&turn.uuid));
        }
        by_mind
    }

    /// Remembers turns, each in the mind of the folder that it was said in.
    fn remember(&mut self, turns: Vec<TranscriptTurn>, last: &Note) -> anyhow::Result<()> {
        let mut by_mind: BTreeMap<MindName, Vec<Observation>> = BTreeMap::new();
        for turn in turns {
            let folder = turn.folder.as_ref().map(PathBuf::from).or_else(|| last.folder.clone());
            if !folder.as_deref().is_none_or(|folder| self.rules(folder).may_remember) {
                continue;
            }
            let mind = self.mind_in(folder.as_deref(), &last.mind);
            let observation = self.observation(&turn, &mind, folder.as_deref(), last);
            by_mind.entry(mind).or_default().push(observation);
        }
        for (mind, observations) in by_mind {
            let mind = self.wired.engine.mind(mind);
            let observations: Vec<Observation> = observations.into_iter().map(|one| mind.fitted(one)).collect();
            for batch in observations.chunks(BATCH) {
                for taken in mind.remember_all(batch, &[])? {
                    match taken {
                        TurnOutcome::Refused(error) => {
                            self.hook.log(HookWord::Worker, &format!("a turn was not remembered: {error}"));
                        }
                        TurnOutcome::Anew { handle, taken, .. } if !taken.is_empty() => {
                            let kinds = TakenCount::listed(&taken);
                            let message = format!("{SECRETS_REMOVED}{handle} was stored: {kinds}");
                            self.hook.log(HookWord::Worker, &message);
                        }
                        _ => {}
                    }
                }
            }
        }
        Ok(())
    }

    fn observation(&self, turn: &TranscriptTurn, mind: &MindName, folder: Option<&Path>, last: &Note) -> Observation {
        let at = self.local(turn.at().unwrap_or(last.at));
        let mut observation = turn.observation(mind, at);
        observation.thread.get_or_insert_with(|| last.session.clone());
        if let Some(folder) = folder.filter(|folder| folder.is_absolute()) {
            let mut place = project::place(transcript::HOST, folder);
            // The branch at that time; a folder without git is on `HEAD`.
            place.branch = turn.branch.clone().filter(|branch| branch != "HEAD").or(place.branch);
            observation.place = Some(place);
        }
        observation
    }

    /// The same instant as clocks showed it where the person is, and never one that is still to come.
    fn local(&self, at: Moment) -> Moment {
        let micros = at.unix_micros().min(self.wired.engine.now().unix_micros());
        let offset = Timestamp::from_microsecond(micros).map(|at| self.wired.zone.to_offset(at).seconds());
        Moment::new(micros, offset.unwrap_or(0))
    }
}
