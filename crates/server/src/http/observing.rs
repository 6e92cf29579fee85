//! Turns of all who wait, written together: an answer is given when its turn is on the disk, and the disk is asked
//! once for many. While some are written, the next are encoded.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use omoide::{EncodedTurns, Engine, Observation, Remembered, SessionsDue};
use omoide_core::MindName;
use tokio::sync::{mpsc, oneshot};

use crate::{Code, Failure};

/// Most turns that are written at once: the first of them wait for the last.
const MOST_TOGETHER: usize = 256;

/// So long after the last turn the sessions of what is over are made.
const QUIET: Duration = Duration::from_millis(100);

/// So many stretches of talk may be over without having their sessions while turns come without a pause.
const MOST_DUE: usize = 10_000;

/// Who waits for a turn to be written.
type Asker = oneshot::Sender<Result<Remembered, Failure>>;

/// A turn on its way to the disk.
struct WaitingTurn {
    mind: MindName,
    observation: Observation,
    done: Asker,
}

/// Turns of one mind that only have to be written.
struct EncodedBatch {
    mind: MindName,
    turns: EncodedTurns,
    waiting: Vec<Asker>,
}

/// What will come of a turn.
pub type Pending = oneshot::Receiver<Result<Remembered, Failure>>;

/// Where turns are taken in.
pub struct Observing {
    queue: Mutex<Option<mpsc::Sender<WaitingTurn>>>,
    threads: Mutex<Vec<JoinHandle<()>>>,
    most: usize,
    counts: Arc<WriteCounts>,
}

/// What was written so far.
#[derive(Debug, Default)]
pub struct WriteCounts {
    /// Turns that were taken in.
    pub turns: AtomicU64,
    /// Transactions that it took.
    pub groups: AtomicU64,
    /// Turns that wait.
    pub waiting: AtomicUsize,
}

impl Observing {
    /// Takes turns in for that engine; so many may wait. `complain` is told when their sessions cannot be made.
    pub fn new(engine: Engine, most: usize, complain: impl Fn(&str) + Send + 'static) -> std::io::Result<Self> {
        let (queue, turns) = mpsc::channel(most);
        // One group is written and one waits for it; more would only wait longer.
        let (encoded, groups) = sync_channel(1);
        let counts = Arc::new(WriteCounts::default());
        let (encoding, writing) = (Arc::clone(&counts), Arc::clone(&counts));
        let writer = engine.clone();
        let spawn =
            |name: &str, work: Box<dyn FnOnce() + Send>| std::thread::Builder::new().name(name.to_owned()).spawn(work);
        let threads = vec![
            spawn("encoding", Box::new(move || encode(&engine, turns, &encoded, &encoding)))?,
            spawn("observing", Box::new(move || write(&writer, &complain, &groups, &writing)))?,
        ];
        Ok(Self { queue: Mutex::new(Some(queue)), threads: Mutex::new(threads), most, counts })
    }

    /// What was written so far.
    pub fn counts(&self) -> &WriteCounts {
        &self.counts
    }

    fn queue(&self) -> Result<mpsc::Sender<WaitingTurn>, Failure> {
        let queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
        queue.clone().ok_or_else(|| Failure::new(Code::Closing, Code::Closing.title()))
    }

    /// Takes a turn in, or says at once that too many wait.
    pub fn take(&self, mind: MindName, observation: Observation) -> Result<Pending, Failure> {
        let (done, pending) = oneshot::channel();
        let room = self.queue()?;
        let room = room
            .try_reserve()
            .map_err(|_| Failure::new(Code::Overloaded, format!("{} turns are waiting already", self.most)))?;
        self.counts.waiting.fetch_add(1, Ordering::Relaxed);
        room.send(WaitingTurn { mind, observation, done });
        Ok(pending)
    }

    /// Takes a turn in as soon as there is room: for whoever sends many and can wait.
    pub async fn take_patiently(&self, mind: MindName, observation: Observation) -> Result<Pending, Failure> {
        let (done, pending) = oneshot::channel();
        let queue = self.queue()?;
        let room = queue.reserve().await.map_err(|_| Failure::new(Code::Closing, Code::Closing.title()))?;
        self.counts.waiting.fetch_add(1, Ordering::Relaxed);
        room.send(WaitingTurn { mind, observation, done });
        Ok(pending)
    }

    /// Writes what waits, and takes nothing more.
    pub fn close(&self) {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner).take();
        let threads = std::mem::take(&mut *self.threads.lock().unwrap_or_else(PoisonError::into_inner));
        for thread in threads {
            let _ = thread.join();
        }
    }
}

/// What came of a turn.
pub async fn outcome(pending: Pending) -> Result<Remembered, Failure> {
    pending.await.unwrap_or_else(|_| Err(Failure::new(Code::Closing, Code::Closing.title())))
}

fn encode(
    engine: &Engine,
    mut turns: mpsc::Receiver<WaitingTurn>,
    encoded: &SyncSender<EncodedBatch>,
    counts: &WriteCounts,
) {
    while let Some(first) = turns.blocking_recv() {
        let mut groups: BTreeMap<MindName, Vec<WaitingTurn>> = BTreeMap::new();
        groups.entry(first.mind.clone()).or_default().push(first);
        let mut count = 1;
        while count < MOST_TOGETHER
            && let Ok(next) = turns.try_recv()
        {
            groups.entry(next.mind.clone()).or_default().push(next);
            count += 1;
        }
        counts.waiting.fetch_sub(count, Ordering::Relaxed);
        for (name, group) in groups {
            let (observations, waiting): (Vec<_>, Vec<_>) =
                group.into_iter().map(|one| (one.observation, one.done)).unzip();
            let mind = engine.mind(name.clone());
            match catch_unwind(AssertUnwindSafe(|| mind.encode_together(observations))) {
                Ok(turns) => {
                    // Whoever writes ends only after this does.
                    let _ = encoded.send(EncodedBatch { mind: name, turns, waiting });
                }
                Err(_) => answer(waiting, Err(Failure::ours(Code::Internal, "a turn could not be understood"))),
            }
        }
    }
}

fn write(engine: &Engine, complain: &dyn Fn(&str), groups: &Receiver<EncodedBatch>, counts: &WriteCounts) {
    let mut due: BTreeMap<MindName, SessionsDue> = BTreeMap::new();
    loop {
        let group = groups.recv_timeout(QUIET).or_else(|_| {
            record(engine, complain, &mut due);
            groups.recv()
        });
        let Ok(EncodedBatch { mind: name, turns, waiting }) = group else { return };
        counts.groups.fetch_add(1, Ordering::Relaxed);
        counts.turns.fetch_add(waiting.len() as u64, Ordering::Relaxed);
        let mind = engine.mind(name.clone());
        let written = match catch_unwind(AssertUnwindSafe(|| mind.write_together(turns))) {
            Ok(Ok((written, ended))) => {
                due.entry(name).or_default().add(ended);
                Ok(written)
            }
            Ok(Err(error)) => Err(Failure::from(error)),
            Err(_) => Err(Failure::ours(Code::Internal, "a turn could not be written")),
        };
        answer(waiting, written);
        if due.values().map(SessionsDue::count).sum::<usize>() > MOST_DUE {
            record(engine, complain, &mut due);
        }
    }
}

/// Makes the sessions that are due. Turns whose session could not be made wait for the end of another stretch.
fn record(engine: &Engine, complain: &dyn Fn(&str), due: &mut BTreeMap<MindName, SessionsDue>) {
    while let Some((name, due)) = due.pop_first() {
        let mind = engine.mind(name);
        match catch_unwind(AssertUnwindSafe(|| mind.record_due(&due))) {
            Ok(Ok(())) => {}
            Ok(Err(error)) => complain(&error.to_string()),
            Err(_) => complain("a session could not be made"),
        }
    }
}

/// Tells everyone what came of their turn.
fn answer(waiting: Vec<Asker>, outcomes: Result<Vec<Result<Remembered, omoide::Error>>, Failure>) {
    match outcomes {
        Ok(outcomes) => {
            for (done, outcome) in waiting.into_iter().zip(outcomes) {
                // Whoever asked may have gone.
                let _ = done.send(outcome.map_err(Failure::from));
            }
        }
        Err(failure) => {
            for done in waiting {
                let _ = done.send(Err(failure.clone()));
            }
        }
    }
}
