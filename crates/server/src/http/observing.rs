//! Turns of all who wait, written together: an answer is given when its turn is on the disk, and the disk is asked
//! once for many.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread::JoinHandle;

use omoide::{Engine, Observation, Remembered};
use omoide_core::MindName;
use tokio::sync::{mpsc, oneshot};

use crate::{Code, Failure};

/// Most turns that are written at once: the first of them wait for the last.
const MOST_TOGETHER: usize = 256;

/// A turn on its way to the disk.
struct Waiting {
    mind: MindName,
    observation: Observation,
    done: oneshot::Sender<Result<Remembered, Failure>>,
}

/// What will come of a turn.
pub type Pending = oneshot::Receiver<Result<Remembered, Failure>>;

/// Where turns are taken in.
pub struct Observing {
    queue: Mutex<Option<mpsc::Sender<Waiting>>>,
    writer: Mutex<Option<JoinHandle<()>>>,
    most: usize,
    counts: std::sync::Arc<Counts>,
}

/// What was written so far.
#[derive(Debug, Default)]
pub struct Counts {
    /// Turns that were taken in.
    pub turns: AtomicU64,
    /// Transactions that it took.
    pub groups: AtomicU64,
    /// Turns that wait.
    pub waiting: AtomicUsize,
}

impl Observing {
    /// Takes turns in for that engine; so many may wait.
    pub fn new(engine: Engine, most: usize) -> std::io::Result<Self> {
        let (queue, turns) = mpsc::channel(most);
        let counts = std::sync::Arc::new(Counts::default());
        let counted = std::sync::Arc::clone(&counts);
        let writer =
            std::thread::Builder::new().name("observing".to_owned()).spawn(move || write(&engine, turns, &counted))?;
        Ok(Self { queue: Mutex::new(Some(queue)), writer: Mutex::new(Some(writer)), most, counts })
    }

    /// What was written so far.
    pub fn counts(&self) -> &Counts {
        &self.counts
    }

    fn queue(&self) -> Result<mpsc::Sender<Waiting>, Failure> {
        let queue = self.queue.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        queue.clone().ok_or_else(|| Failure::new(Code::Closing, Code::Closing.title()))
    }

    /// Takes a turn in, or says at once that too many wait.
    pub fn take(&self, mind: MindName, observation: Observation) -> Result<Pending, Failure> {
        let (done, pending) = oneshot::channel();
        self.counts.waiting.fetch_add(1, Ordering::Relaxed);
        self.queue()?.try_send(Waiting { mind, observation, done }).map_err(|_| {
            self.counts.waiting.fetch_sub(1, Ordering::Relaxed);
            Failure::new(Code::Overloaded, format!("{} turns are waiting already", self.most))
        })?;
        Ok(pending)
    }

    /// Takes a turn in as soon as there is room: for whoever sends many and can wait.
    pub async fn take_patiently(&self, mind: MindName, observation: Observation) -> Result<Pending, Failure> {
        let (done, pending) = oneshot::channel();
        self.counts.waiting.fetch_add(1, Ordering::Relaxed);
        let closing = |_| Failure::new(Code::Closing, Code::Closing.title());
        self.queue()?.send(Waiting { mind, observation, done }).await.map_err(closing)?;
        Ok(pending)
    }

    /// Writes what waits, and takes nothing more.
    pub fn close(&self) {
        self.queue.lock().unwrap_or_else(std::sync::PoisonError::into_inner).take();
        let writer = self.writer.lock().unwrap_or_else(std::sync::PoisonError::into_inner).take();
        if let Some(writer) = writer {
            let _ = writer.join();
        }
    }
}

/// What came of a turn.
pub async fn outcome(pending: Pending) -> Result<Remembered, Failure> {
    pending.await.unwrap_or_else(|_| Err(Failure::new(Code::Closing, Code::Closing.title())))
}

fn write(engine: &Engine, mut turns: mpsc::Receiver<Waiting>, counts: &Counts) {
    while let Some(first) = turns.blocking_recv() {
        let mut groups: BTreeMap<MindName, Vec<Waiting>> = BTreeMap::new();
        groups.entry(first.mind.clone()).or_default().push(first);
        let mut count = 1;
        while count < MOST_TOGETHER
            && let Ok(next) = turns.try_recv()
        {
            groups.entry(next.mind.clone()).or_default().push(next);
            count += 1;
        }
        counts.waiting.fetch_sub(count, Ordering::Relaxed);
        for (mind, group) in groups {
            counts.groups.fetch_add(1, Ordering::Relaxed);
            counts.turns.fetch_add(group.len() as u64, Ordering::Relaxed);
            write_group(engine, mind, group);
        }
    }
}

fn write_group(engine: &Engine, mind: MindName, group: Vec<Waiting>) {
    let (observations, waiting): (Vec<Observation>, Vec<_>) =
        group.into_iter().map(|one| (one.observation, one.done)).unzip();
    let mind = engine.mind(mind);
    let written = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| mind.remember_together(&observations)));
    let outcomes: Vec<Result<Remembered, Failure>> = match written {
        Ok(Ok(outcomes)) => outcomes.into_iter().map(|outcome| outcome.map_err(Failure::from)).collect(),
        Ok(Err(error)) => {
            let failure = Failure::from(error);
            waiting.iter().map(|_| Err(failure.clone())).collect()
        }
        Err(_) => waiting.iter().map(|_| Err(Failure::ours(Code::Internal, "a turn could not be written"))).collect(),
    };
    for (done, outcome) in waiting.into_iter().zip(outcomes) {
        // Whoever asked may have gone.
        let _ = done.send(outcome);
    }
}
