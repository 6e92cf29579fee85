//! The worker: remembers what was spooled, one at a time, and ends when nothing is left.
//!
//! It reads on in a session's transcript from where it stopped, which is kept in the store after the turns; so whenever
//! it is killed, the next one goes on without a gap and without a turn twice. A transcript that cannot be read keeps nobody
//! else from being remembered.

mod failures;
mod places;
mod reading;

use std::collections::{BTreeMap, HashMap};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use omoide_core::MindName;
use omoide_core::ports::store::StoreError;

use super::HookRun;
use super::event::HookWord;
use super::rules::Rules;
use super::spool::{self, Spool, Spooled};
use crate::config::folders::Folders;
use crate::stores::Need;
use crate::wiring::{self, Wired};
use reading::{Patience, WorkOutcome};

/// How often, and how long, a transcript is waited for that does not have the person's line yet.
const ATTEMPTS: u32 = 6;
const PAUSE: Duration = Duration::from_millis(50);

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
        let wired = told_of_streams(hook, wired);
        let mut worker = Worker { hook, wired, folders, rules: HashMap::new(), has_ended: false };
        let now = worker.wired.engine.now();
        hook.log_failure(HookWord::Worker, places::tidy(&worker.wired.engine, now));
        worker.work_off(&mut Retry::Once)?;
        hook.log_failure(HookWord::Worker, failures::carry(hook, &worker.wired.engine));
        // After an update the words are taken by other rules, and until they are, recalls are slow.
        while worker.reindex_some()? {
            worker.work_off(&mut Retry::Over)?;
        }
        spool.sweep(now, GIVEN_UP_DAYS);
        // A hook that saw the lock held has left its note to us; only now it would be seen by no one.
        drop(held);
        if !spool.has_work() {
            hook.log_failure(HookWord::Worker, worker.close_abandoned());
            return worker.improve();
        }
    }
}

/// Logs why a streamed reply could not be recovered.
fn told_of_streams(hook: &HookRun, mut wired: Wired) -> Wired {
    if let Some(failure) = wired.recovered.failure.take() {
        hook.log_error(HookWord::Worker, &failure.into());
    }
    wired
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

/// Whether notes that were set aside are tried again: once a worker, since someone may have mended their files.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Retry {
    Once,
    Over,
}

impl Worker<'_> {
    fn work_off(&mut self, retry: &mut Retry) -> anyhow::Result<()> {
        let mut attempts: HashMap<PathBuf, u32> = HashMap::new();
        loop {
            let (notes, troubles) = self.hook.spool.notes()?;
            troubles.iter().for_each(|trouble| self.hook.log(HookWord::Worker, trouble));
            let mut sessions: BTreeMap<(MindName, PathBuf), Vec<Spooled>> = BTreeMap::new();
            for spooled in notes {
                let key = (spooled.note.mind.clone(), spooled.note.transcript.clone());
                sessions.entry(key).or_default().push(spooled);
            }
            let is_retried = std::mem::replace(retry, Retry::Over) == Retry::Once;
            let is_due = |spooled: &Spooled| !spooled.is_waiting || (is_retried && spooled.is_aside);
            sessions.retain(|_, notes| notes.iter().any(is_due));
            if sessions.is_empty() {
                return Ok(());
            }
            let mut is_idle = true;
            for ((_, transcript), notes) in sessions {
                let attempt = attempts.entry(transcript.clone()).or_default();
                *attempt += 1;
                let patience = if *attempt < ATTEMPTS { Patience::Left } else { Patience::Spent };
                match self.take(&notes, patience)? {
                    WorkOutcome::Done => notes.iter().try_for_each(Spooled::remove)?,
                    WorkOutcome::Lagging if patience == Patience::Spent => spool::let_wait(&notes)?,
                    WorkOutcome::Lagging => continue,
                    WorkOutcome::HasMore => *attempt -= 1,
                    WorkOutcome::Unreadable(error) => self.set_aside(&transcript, &notes, &error)?,
                }
                is_idle = false;
            }
            if is_idle {
                thread::sleep(PAUSE);
            }
        }
    }

    /// Keeps notes whose transcript cannot be read, and names the file, once; those of other sessions go on.
    fn set_aside(&self, transcript: &Path, notes: &[Spooled], error: &std::io::Error) -> std::io::Result<()> {
        if !notes.iter().any(|spooled| spooled.is_aside) {
            let file = transcript.display();
            self.hook.log(HookWord::Worker, &format!("{file} cannot be read: {error}; its notes are set aside"));
        }
        spool::set_aside(notes)
    }

    /// Closes the threads of hosts that were killed before they could say goodbye.
    fn close_abandoned(&self) -> anyhow::Result<()> {
        let engine = &self.wired.engine;
        let minds = match engine.minds() {
            // Nothing was ever remembered.
            Err(omoide::Error::Store(StoreError::Missing { .. })) => Vec::new(),
            minds => minds?,
        };
        for mind in minds {
            engine.mind(mind).close_abandoned()?;
        }
        Ok(())
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
        self.rules.entry(folder.to_owned()).or_insert_with(|| hook.rules_in(folder, folders, &hook.home.mind))
    }

    fn mind_in(&mut self, folder: Option<&Path>, usual: &MindName) -> MindName {
        folder.and_then(|folder| self.rules(folder).mind.clone()).unwrap_or_else(|| usual.clone())
    }
}
