//! The worker: remembers what was spooled, one at a time, and ends when nothing is left.
//!
//! It reads on in a session's transcript from where it stopped, which is kept in the store together with the turns; so
//! whenever it is killed, the next one goes on without a gap and without a turn twice.

use std::collections::{BTreeMap, HashMap};
use std::fs::File;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use jiff::Timestamp;
use omoide::transcript::{self, SessionState, TranscriptCursor, TranscriptTurn};
use omoide::{Observation, TurnOutcome};
use omoide_core::ports::store::StoreError;
use omoide_core::{MindName, Moment};

use super::HookRun;
use super::event::HookWord;
use super::project;
use super::rules::Rules;
use super::spool::{Note, Spool, Spooled, SpooledEvent};
use crate::config::folders::Folders;
use crate::stores::Need;
use crate::wiring::{self, Wired};

/// How often, and how long, a transcript is waited for that does not have the person's line yet.
const ATTEMPTS: u32 = 6;
const PAUSE: Duration = Duration::from_millis(50);

/// How many turns are written at once.
const BATCH: usize = 128;

/// After how many days a note that waits is given up.
const GIVEN_UP_DAYS: i64 = 7;

/// Works the spool off.
///
/// # Errors
/// When the store, the configuration or the spool fails; what is not done stays spooled.
pub fn run(hook: &HookRun) -> anyhow::Result<()> {
    let spool = &hook.spool;
    loop {
        let Some(held) = take(spool)? else { return Ok(()) };
        // Also without work: a store of an earlier format is waiting for someone with time.
        let wired = wiring::open(&hook.home, if spool.has_work() { Need::Created } else { Need::Existing })?;
        let folders = hook.configuration.as_ref().map(|loaded| loaded.folders.clone()).unwrap_or_default();
        let mut worker = Worker { hook, wired, folders, rules: HashMap::new(), has_ended: false };
        worker.work_off()?;
        // After an update the words are taken by other rules, and until they are, recalls are slow.
        while worker.reindex_some()? {
            worker.work_off()?;
        }
        spool.sweep(worker.wired.engine.now(), GIVEN_UP_DAYS);
        // A hook that saw the lock held has left its note to us; only now it would be seen by no one.
        drop(held);
        if !spool.has_work() {
            return worker.improve();
        }
    }
}

/// The spool; a hook that looks whether a worker lives is in the way for a moment only.
fn take(spool: &Spool) -> std::io::Result<Option<File>> {
    for _ in 0..3 {
        if let Some(held) = spool.take()? {
            return Ok(Some(held));
        }
        thread::sleep(Duration::from_millis(5));
    }
    Ok(None)
}

struct Worker<'h> {
    hook: &'h HookRun,
    wired: Wired,
    folders: Folders,
    rules: HashMap<PathBuf, Rules>,
    /// A session ended: what it said is whole.
    has_ended: bool,
}

/// What became of a session's notes.
enum WorkOutcome {
    /// All that they tell of is remembered.
    Done,
    /// The transcript does not have it yet.
    Lagging,
}

impl Worker<'_> {
    fn work_off(&mut self) -> anyhow::Result<()> {
        let mut attempts: HashMap<PathBuf, u32> = HashMap::new();
        loop {
            let (notes, troubles) = self.hook.spool.notes()?;
            troubles.iter().for_each(|trouble| self.hook.log(HookWord::Worker, trouble));
            let mut sessions: BTreeMap<(MindName, PathBuf), Vec<Spooled>> = BTreeMap::new();
            for spooled in notes {
                let key = (spooled.note.mind.clone(), spooled.note.transcript.clone());
                sessions.entry(key).or_default().push(spooled);
            }
            sessions.retain(|_, notes| notes.iter().any(|spooled| !spooled.is_waiting));
            if sessions.is_empty() {
                return Ok(());
            }
            let mut is_idle = true;
            for ((_, transcript), notes) in sessions {
                let attempt = attempts.entry(transcript).or_default();
                *attempt += 1;
                match self.take(&notes)? {
                    WorkOutcome::Done => notes.iter().try_for_each(Spooled::remove)?,
                    WorkOutcome::Lagging if *attempt >= ATTEMPTS => notes.iter().try_for_each(Spooled::let_wait)?,
                    WorkOutcome::Lagging => continue,
                }
                is_idle = false;
            }
            if is_idle {
                thread::sleep(PAUSE);
            }
        }
    }

    /// Remembers what a session's notes tell of.
    fn take(&mut self, notes: &[Spooled]) -> anyhow::Result<WorkOutcome> {
        let Some(last) = notes.last().map(|spooled| spooled.note.clone()) else { return Ok(WorkOutcome::Done) };
        let has = |what: SpooledEvent| notes.iter().any(|spooled| spooled.note.what == what);
        let outcome = match File::open(&last.transcript) {
            Ok(file) => self.read_on(file, &last, notes)?,
            Err(error) if error.kind() == ErrorKind::NotFound => WorkOutcome::Lagging,
            Err(error) => {
                self.hook.log(HookWord::Worker, &format!("{}: {error}", last.transcript.display()));
                WorkOutcome::Lagging
            }
        };
        let compacted = notes.iter().map(|spooled| &spooled.note).rfind(|note| note.what == SpooledEvent::Compacting);
        if let Some(note) = compacted {
            let mind = self.mind_in(last.folder.as_deref(), &last.mind);
            self.wired.engine.mind(mind).forget_shown(&last.session, note.at)?;
        }
        self.has_ended |= has(SpooledEvent::Ended);
        // Nothing comes after the end.
        Ok(if has(SpooledEvent::Ended) { WorkOutcome::Done } else { outcome })
    }

    fn read_on(&mut self, mut file: File, last: &Note, notes: &[Spooled]) -> anyhow::Result<WorkOutcome> {
        let key = format!("hook:{}", last.transcript.display());
        let usual = self.wired.engine.mind(last.mind.clone());
        // A cursor that cannot be read, from a later version say, is none.
        let cursor: TranscriptCursor =
            usual.mark(&key)?.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default();
        let answered = notes.iter().map(|spooled| &spooled.note).rev().find(|note| note.what == SpooledEvent::Answered);
        let state = match answered {
            _ if notes.iter().any(|spooled| spooled.note.what == SpooledEvent::Ended) => SessionState::Ended,
            Some(note) => SessionState::Answered(note.at),
            None => SessionState::Open,
        };
        let increment = transcript::read_on(&mut file, &cursor, state)?;
        let mut turns = increment.turns;
        if let Some((note, answer)) = answered.and_then(|note| Some((note, note.answer.as_deref()?))) {
            // What was said after the answer is not what it answers.
            let is_before =
                |turn: &&mut TranscriptTurn| turn.at().is_none_or(|at| at.unix_micros() <= note.at.unix_micros());
            match turns.iter_mut().rev().find(is_before) {
                Some(turn) => turn.add_answer(answer),
                None if state != SessionState::Ended => return Ok(WorkOutcome::Lagging),
                None => {}
            }
        }
        self.remember(turns, last)?;
        if increment.cursor != cursor {
            let text = serde_json::to_string(&increment.cursor)?;
            self.wired.engine.mind(last.mind.clone()).remember_all(&[], &[(key, text)])?;
        }
        Ok(WorkOutcome::Done)
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
            for batch in observations.chunks(BATCH) {
                for taken in mind.remember_all(batch, &[])? {
                    match taken {
                        TurnOutcome::Refused(error) => {
                            self.hook.log(HookWord::Worker, &format!("a turn was not remembered: {error}"));
                        }
                        TurnOutcome::Anew { handle, taken, .. } if !taken.is_empty() => {
                            let kinds = taken.join(", ");
                            let message = format!("secrets were taken out before {handle} was stored: {kinds}");
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

    /// Has a language model understand what was remembered, when there is enough of it for a call, or a session ended.
    /// Nobody waits for this process, and others may work the spool off meanwhile.
    fn improve(&self) -> anyhow::Result<()> {
        let engine = &self.wired.engine;
        if !engine.has_model() {
            return Ok(());
        }
        let least = if self.has_ended { 1 } else { engine.parameters().llm.turns_per_call.into() };
        for mind in engine.minds()? {
            let done = engine.mind(mind).improve(least)?;
            if let Some(omoide::Stop::Failed(failure)) = &done.stop {
                self.hook.log(HookWord::Worker, &format!("the language model did not answer: {failure}"));
            }
        }
        Ok(())
    }

    /// Indexes some memories that are not in the index over words; says whether there were any.
    fn reindex_some(&self) -> anyhow::Result<bool> {
        let engine = &self.wired.engine;
        let mut has_done = false;
        let minds = match engine.minds() {
            // Nothing was ever remembered.
            Err(omoide::Error::Store(StoreError::Missing { .. })) => return Ok(false),
            minds => minds?,
        };
        for mind in minds {
            let mind = engine.mind(mind);
            has_done |= mind.without_words()? > 0 && mind.reindex_some()? > 0;
        }
        Ok(has_done)
    }

    fn rules(&mut self, folder: &Path) -> &Rules {
        let (hook, folders) = (self.hook, &self.folders);
        self.rules.entry(folder.to_owned()).or_insert_with(|| {
            let rules = Rules::of(folder, hook.person_folder.as_deref(), folders);
            rules.trouble.iter().for_each(|trouble| hook.log(HookWord::Worker, trouble));
            rules
        })
    }

    fn mind_in(&mut self, folder: Option<&Path>, usual: &MindName) -> MindName {
        folder.and_then(|folder| self.rules(folder).mind.clone()).unwrap_or_else(|| usual.clone())
    }

    /// The same instant as clocks showed it where the person is, and never one that is still to come.
    fn local(&self, at: Moment) -> Moment {
        let micros = at.unix_micros().min(self.wired.engine.now().unix_micros());
        let offset = Timestamp::from_microsecond(micros).map(|at| self.wired.zone.to_offset(at).seconds());
        Moment::new(micros, offset.unwrap_or(0))
    }
}
