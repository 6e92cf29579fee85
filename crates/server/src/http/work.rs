//! Work that blocks: the store and the texts. So many at once as there are workers, so many waiting, and no more.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tokio::sync::Semaphore;

use super::Limits;
use crate::{Code, Failure};

/// Where work is done.
#[derive(Debug)]
pub struct Work {
    places: Arc<Semaphore>,
    workers: usize,
    waiting: Arc<AtomicUsize>,
    most_waiting: usize,
    wait: Duration,
}

/// Someone who waits, as long as they do.
struct Waiting(Arc<AtomicUsize>);

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Work {
    /// Within those limits.
    pub fn new(limits: &Limits) -> Self {
        Self {
            places: Arc::new(Semaphore::new(limits.workers)),
            workers: limits.workers,
            waiting: Arc::new(AtomicUsize::new(0)),
            most_waiting: limits.waiting,
            wait: limits.wait,
        }
    }

    /// How many wait, and how many are worked on.
    pub fn figures(&self) -> (usize, usize) {
        (self.waiting.load(Ordering::Relaxed), self.workers - self.places.available_permits().min(self.workers))
    }

    /// Does it, or says that there is too much to do.
    pub async fn run<T: Send + 'static>(
        &self,
        job: impl FnOnce() -> Result<T, Failure> + Send + 'static,
    ) -> Result<T, Failure> {
        let overloaded = || Failure::new(Code::Overloaded, "too many requests are waiting");
        if self.waiting.fetch_add(1, Ordering::Relaxed) >= self.most_waiting {
            self.waiting.fetch_sub(1, Ordering::Relaxed);
            return Err(overloaded());
        }
        let waiting = Waiting(Arc::clone(&self.waiting));
        let place = tokio::time::timeout(self.wait, Arc::clone(&self.places).acquire_owned()).await;
        drop(waiting);
        let place = place.map_err(|_| overloaded())?.map_err(|_| Failure::new(Code::Closing, Code::Closing.title()))?;
        let done = tokio::task::spawn_blocking(move || {
            let done = job();
            // Whoever asked may have gone; the place is taken until the work is really over.
            drop(place);
            done
        });
        // What panics costs one answer.
        done.await.unwrap_or_else(|panic| Err(Failure::ours(Code::Internal, panic.to_string())))
    }
}
