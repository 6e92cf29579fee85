//! The marks of recalls, written after their answers and many together: nobody waits for them, and whoever reads is not
//! held up by a write for each.

use std::collections::BTreeMap;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use omoide::{Engine, Mark};
use omoide_core::MindName;
use tokio::time::Instant;

/// Marks that may wait; what comes when there are more is dropped, because an answer is worth more than its mark.
const MOST_WAITING: usize = 8_192;
/// Most marks that are written at once.
const MOST_TOGETHER: usize = 1_024;
/// How long a mark waits for others. After each write all who read have to map the file anew: six writes a second cost a
/// tenth of all recalls.
const PAUSE: Duration = Duration::from_secs(1);

/// Where marks are handed in.
pub struct Marking {
    queue: Mutex<Option<SyncSender<(MindName, Mark)>>>,
    writer: Mutex<Option<JoinHandle<()>>>,
}

impl Marking {
    /// Writes marks with that engine; `complain` is told when they cannot be.
    pub fn new(engine: Engine, complain: impl Fn(&str) + Send + 'static) -> io::Result<Self> {
        let (queue, marks) = sync_channel(MOST_WAITING);
        let writer =
            std::thread::Builder::new().name("marking".to_owned()).spawn(move || write(&engine, &marks, &complain))?;
        Ok(Self { queue: Mutex::new(Some(queue)), writer: Mutex::new(Some(writer)) })
    }

    /// Hands a mark in, and never waits.
    pub fn add(&self, mind: MindName, mark: Mark) {
        if let Some(queue) = &*self.queue.lock().unwrap_or_else(PoisonError::into_inner) {
            let _ = queue.try_send((mind, mark));
        }
    }

    /// Writes what waits, and takes nothing more.
    pub fn close(&self) {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner).take();
        let writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(writer) = writer {
            let _ = writer.join();
        }
    }
}

fn write(engine: &Engine, marks: &Receiver<(MindName, Mark)>, complain: &dyn Fn(&str)) {
    while let Ok((mind, mark)) = marks.recv() {
        let mut groups = BTreeMap::from([(mind, vec![mark])]);
        let until = Instant::now() + PAUSE;
        let mut count = 1;
        while count < MOST_TOGETHER
            && let Ok((mind, mark)) = marks.recv_timeout(until.saturating_duration_since(Instant::now()))
        {
            groups.entry(mind).or_default().push(mark);
            count += 1;
        }
        for (name, marks) in groups {
            let mind = engine.mind(name);
            match catch_unwind(AssertUnwindSafe(|| mind.leave_marks(&marks))) {
                Ok(Ok(())) => {}
                Ok(Err(error)) => complain(&error.to_string()),
                Err(_) => complain("marks could not be left"),
            }
        }
    }
}
