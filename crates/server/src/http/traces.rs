//! Traces of requests for a collector (OpenTelemetry), where one was named. No request waits for it, and no text of a
//! memory is in it.

mod collector;
mod span;

use std::io;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use tokio::time::Instant;

pub use collector::Collector;
pub use span::{Span, SpanKind, TraceContext};

/// Spans that may wait to be sent; what comes when there are more is dropped and counted.
const MOST_WAITING: usize = 4_096;
/// Most spans that are sent at once.
const MOST_TOGETHER: usize = 512;
/// How long a span waits for others.
const PAUSE: Duration = Duration::from_secs(1);

/// Where finished spans are handed in.
pub struct Traces {
    queue: Mutex<Option<SyncSender<Span>>>,
    sender: Mutex<Option<JoinHandle<()>>>,
    counts: Arc<SpanCounts>,
}

/// What came of the spans so far.
#[derive(Debug, Default)]
pub struct SpanCounts {
    /// Those that the collector took.
    pub sent: AtomicU64,
    /// Those that were dropped: there were too many, or the collector did not take them.
    pub dropped: AtomicU64,
    is_closing: AtomicBool,
}

impl Traces {
    /// Sends spans to that collector; `complain` is told when it begins to refuse them.
    pub fn to(collector: Collector, complain: impl Fn(&str) + Send + 'static) -> io::Result<Self> {
        let (queue, spans) = sync_channel(MOST_WAITING);
        let counts = Arc::new(SpanCounts::default());
        let counted = Arc::clone(&counts);
        let sender = std::thread::Builder::new()
            .name("traces".to_owned())
            .spawn(move || send_all(&collector, &spans, &counted, &complain))?;
        Ok(Self { queue: Mutex::new(Some(queue)), sender: Mutex::new(Some(sender)), counts })
    }

    /// Hands a span in, and never waits.
    pub fn add(&self, span: Span) {
        let queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
        if queue.as_ref().is_none_or(|queue| queue.try_send(span).is_err()) {
            self.counts.dropped.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// What came of the spans so far.
    pub fn counts(&self) -> &SpanCounts {
        &self.counts
    }

    /// Sends what waits, and takes nothing more.
    pub fn close(&self) {
        self.counts.is_closing.store(true, Ordering::Relaxed);
        self.queue.lock().unwrap_or_else(PoisonError::into_inner).take();
        let sender = self.sender.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(sender) = sender {
            let _ = sender.join();
        }
    }
}

fn send_all(collector: &Collector, spans: &Receiver<Span>, counts: &SpanCounts, complain: &dyn Fn(&str)) {
    let agent = collector.agent();
    let mut was_refused = false;
    while let Some(batch) = next_batch(spans) {
        let outcome = collector.send(&agent, &batch);
        let counter = if outcome.is_ok() { &counts.sent } else { &counts.dropped };
        counter.fetch_add(batch.len() as u64, Ordering::Relaxed);
        // Said when it begins, not with each batch.
        if let (Err(why), false) = (&outcome, was_refused) {
            complain(why);
        }
        was_refused = outcome.is_err();
        if was_refused && counts.is_closing.load(Ordering::Relaxed) {
            // Whoever stops the server is not kept waiting for a collector that is not there.
            counts.dropped.fetch_add(spans.try_iter().count() as u64, Ordering::Relaxed);
            return;
        }
    }
}

/// Waits for a span, and then a little for more; none when no more will come.
fn next_batch(spans: &Receiver<Span>) -> Option<Vec<Span>> {
    let mut batch = vec![spans.recv().ok()?];
    let until = Instant::now() + PAUSE;
    while batch.len() < MOST_TOGETHER
        && let Ok(span) = spans.recv_timeout(until.saturating_duration_since(Instant::now()))
    {
        batch.push(span);
    }
    Some(batch)
}
