//! Work that blocks: the store and the texts. So many at once as there are workers, so many waiting, and no more.
//!
//! Workers take the next piece themselves, in the order of coming: handed out through the runtime, each answer left its
//! core idle until two threads had been woken. As many work as there are cores; more would only take turns, and all be
//! late. Where those are held up, by a night or by a model that is far away, others come to their relief.

use std::collections::VecDeque;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::oneshot;
use tokio::time::Instant;

use super::ServerLimits;
use crate::{Code, Failure};

/// How many come to the relief of workers who are held up, and how long the next piece has waited then.
const RELIEF: usize = 6;
const HELD_UP: Duration = Duration::from_millis(250);

/// Where work is done.
#[derive(Debug)]
pub struct Work {
    desk: Arc<Desk>,
    most_waiting: usize,
    wait: Duration,
}

/// What workers share.
#[derive(Debug)]
struct Desk {
    waiting: Mutex<JobQueue>,
    /// After how long workers are held up.
    held_up: Duration,
    /// Wakes workers who have nothing to do, and those who may have to relieve them.
    news: Condvar,
    alarm: Condvar,
    working: AtomicUsize,
}

#[derive(Debug, Default)]
struct JobQueue {
    /// With the time at which each was handed in.
    pieces: VecDeque<(Instant, Arc<QueuedJob>)>,
    /// Workers who have nothing to do.
    idle: usize,
    /// Whether someone looks after workers who are held up.
    is_watched: bool,
    is_over: bool,
}

type Job = Box<dyn FnOnce() + Send>;

/// A piece of work, until someone begins it or nobody wants it any more.
struct QueuedJob(Mutex<Option<Job>>);

impl std::fmt::Debug for QueuedJob {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("QueuedJob").field(&self.is_waiting()).finish()
    }
}

impl QueuedJob {
    fn take(&self) -> Option<Job> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    fn is_waiting(&self) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).is_some()
    }
}

/// Whoever wants a piece; when they go, it is not begun.
struct JobAsker(Arc<QueuedJob>);

impl Drop for JobAsker {
    fn drop(&mut self) {
        self.0.take();
    }
}

impl Desk {
    fn waiting(&self) -> MutexGuard<'_, JobQueue> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does what comes until it is over.
    fn work(&self) {
        let mut waiting = self.waiting();
        while !waiting.is_over {
            let Some((_, piece)) = waiting.pieces.pop_front() else {
                waiting.idle += 1;
                waiting = self.news.wait(waiting).unwrap_or_else(PoisonError::into_inner);
                waiting.idle -= 1;
                continue;
            };
            drop(waiting);
            self.finish(&piece);
            waiting = self.waiting();
        }
    }

    /// Does what has waited for long, until it is over. One at a time watches for that.
    fn relieve(&self) {
        let mut waiting = self.waiting();
        while !waiting.is_over {
            if waiting.is_watched || waiting.pieces.is_empty() {
                waiting = self.alarm.wait(waiting).unwrap_or_else(PoisonError::into_inner);
                continue;
            }
            let late = waiting.pieces[0].0 + self.held_up;
            let left = late.saturating_duration_since(Instant::now());
            if left.is_zero() {
                let piece = waiting.pieces.pop_front();
                drop(waiting);
                // Whoever watches next.
                self.alarm.notify_one();
                piece.into_iter().for_each(|(_, piece)| self.finish(&piece));
                waiting = self.waiting();
            } else {
                waiting.is_watched = true;
                waiting = self.alarm.wait_timeout(waiting, left).unwrap_or_else(PoisonError::into_inner).0;
                waiting.is_watched = false;
            }
        }
    }

    fn finish(&self, piece: &QueuedJob) {
        if let Some(job) = piece.take() {
            self.working.fetch_add(1, Ordering::Relaxed);
            job();
            self.working.fetch_sub(1, Ordering::Relaxed);
        }
    }
}

impl Work {
    /// Within those limits.
    pub fn new(limits: &ServerLimits) -> io::Result<Self> {
        Self::relieved_after(HELD_UP, limits)
    }

    fn relieved_after(held_up: Duration, limits: &ServerLimits) -> io::Result<Self> {
        let desk = Desk {
            waiting: Mutex::default(),
            held_up,
            news: Condvar::new(),
            alarm: Condvar::new(),
            working: AtomicUsize::new(0),
        };
        let work = Self { desk: Arc::new(desk), most_waiting: limits.waiting, wait: limits.wait };
        let spawn = |name: &str, does: fn(&Desk)| {
            let desk = Arc::clone(&work.desk);
            std::thread::Builder::new().name(name.to_owned()).spawn(move || does(&desk)).map(drop)
        };
        (0..limits.workers).try_for_each(|_| spawn("working", Desk::work))?;
        (0..RELIEF).try_for_each(|_| spawn("relieving", Desk::relieve))?;
        Ok(work)
    }

    /// How many wait, and how many are worked on.
    pub fn figures(&self) -> (usize, usize) {
        let waiting = self.desk.waiting().pieces.iter().filter(|(_, piece)| piece.is_waiting()).count();
        (waiting, self.desk.working.load(Ordering::Relaxed))
    }

    /// Does it, or says that there is too much to do.
    pub async fn run<T: Send + 'static>(
        &self,
        job: impl FnOnce() -> Result<T, Failure> + Send + 'static,
    ) -> Result<T, Failure> {
        let (done, mut outcome) = oneshot::channel();
        let asker = self.hand_in(Box::new(move || {
            // Whoever asked may have gone.
            let _ = done.send(catch_unwind(AssertUnwindSafe(job)));
        }))?;
        let outcome = match tokio::time::timeout(self.wait, &mut outcome).await {
            Ok(outcome) => outcome,
            // What has been begun is waited for.
            Err(_) if asker.0.take().is_none() => outcome.await,
            Err(_) => return Err(overloaded()),
        };
        // What panics costs one answer.
        let lost = || Failure::ours(Code::Internal, "the request could not be finished");
        outcome.map_err(|_| lost())?.map_err(|_| lost())?
    }

    fn hand_in(&self, job: Job) -> Result<JobAsker, Failure> {
        let mut waiting = self.desk.waiting();
        if waiting.pieces.len() >= self.most_waiting {
            waiting.pieces.retain(|(_, piece)| piece.is_waiting());
        }
        if waiting.pieces.len() >= self.most_waiting {
            return Err(overloaded());
        }
        let piece = Arc::new(QueuedJob(Mutex::new(Some(job))));
        waiting.pieces.push_back((Instant::now(), Arc::clone(&piece)));
        let may_be_late = waiting.pieces.len() > waiting.idle && !waiting.is_watched;
        drop(waiting);
        self.desk.news.notify_one();
        if may_be_late {
            self.desk.alarm.notify_one();
        }
        Ok(JobAsker(piece))
    }
}

impl Drop for Work {
    fn drop(&mut self) {
        self.desk.waiting().is_over = true;
        self.desk.news.notify_all();
        self.desk.alarm.notify_all();
    }
}

fn overloaded() -> Failure {
    Failure::new(Code::Overloaded, "too many requests are waiting")
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    /// One worker, whom nobody relieves.
    fn work(waiting: usize, wait: Duration) -> Work {
        Work::relieved_after(LONG, &ServerLimits { workers: 1, waiting, wait, ..ServerLimits::default() })
            .expect("threads")
    }

    fn runtime() -> tokio::runtime::Runtime {
        tokio::runtime::Builder::new_current_thread().enable_time().build().expect("a runtime")
    }

    /// A piece of work that is held up until the sender goes.
    fn held_up() -> (mpsc::Sender<()>, impl FnOnce() -> Result<(), Failure> + Send) {
        let (hold, held) = mpsc::channel::<()>();
        (hold, move || {
            let _ = held.recv();
            Ok(())
        })
    }

    const LONG: Duration = Duration::from_secs(60);

    #[test]
    fn workers_who_are_held_up_are_relieved() {
        let limits = ServerLimits { workers: 1, waiting: 8, wait: LONG, ..ServerLimits::default() };
        let work = Arc::new(Work::relieved_after(Duration::from_millis(5), &limits).expect("threads"));
        runtime().block_on(async {
            let (holds, jobs): (Vec<_>, Vec<_>) = (0..RELIEF).map(|_| held_up()).unzip();
            let run = |job| {
                let work = Arc::clone(&work);
                tokio::spawn(async move { work.run(job).await })
            };
            let held: Vec<_> = jobs.into_iter().map(run).collect();
            while work.figures() != (0, RELIEF) {
                tokio::task::yield_now().await;
            }
            assert_eq!(work.run(|| Ok(7)).await.expect("the last one does it"), 7);
            drop(holds);
            for one in held {
                assert!(one.await.expect("it ends").is_ok());
            }
        });
    }

    #[test]
    fn what_does_not_fit_is_refused_and_the_rest_is_done_in_order() {
        let work = work(2, LONG);
        runtime().block_on(async {
            let (hold, job) = held_up();
            let first = work.run(job);
            tokio::pin!(first);
            let is_begun = async {
                while work.figures() != (0, 1) {
                    tokio::task::yield_now().await;
                }
            };
            tokio::select! { _ = &mut first => panic!("it is held up"), () = is_begun => {} }
            let (order, done) = mpsc::channel();
            let note = |number: u32| {
                let order = order.clone();
                work.run(move || order.send(number).map_err(|_| overloaded()))
            };
            let (second, third, fourth) = (note(2), note(3), note(4));
            let all = async { tokio::join!(second, third, fourth, async { drop(hold) }, first) };
            let (second, third, fourth, (), first) = all.await;
            assert!(first.is_ok() && second.is_ok() && third.is_ok());
            assert_eq!(fourth.expect_err("there is no room").code, Code::Overloaded);
            drop(order);
            assert_eq!(done.iter().collect::<Vec<_>>(), [2, 3]);
        });
    }

    #[test]
    fn what_nobody_waits_for_any_more_is_not_begun() {
        let work = work(8, Duration::from_millis(20));
        runtime().block_on(async {
            let (hold, job) = held_up();
            let (begun, has_begun) = mpsc::channel();
            let late = work.run(move || begun.send(()).map_err(|_| overloaded()));
            let refused = async {
                let outcome = late.await;
                drop(hold);
                outcome
            };
            let (first, late) = tokio::join!(work.run(job), refused);
            assert!(first.is_ok(), "what has been begun is waited for");
            assert_eq!(late.expect_err("it waited too long").code, Code::Overloaded);
            assert!(work.run(|| Ok(())).await.is_ok());
            assert!(has_begun.recv().is_err());
        });
    }

    #[test]
    fn what_panics_costs_one_answer() {
        let work = work(8, LONG);
        runtime().block_on(async {
            let lost = work.run(|| -> Result<(), Failure> { panic!("on purpose") }).await;
            assert_eq!(lost.expect_err("it panicked").code, Code::Internal);
            assert_eq!(work.run(|| Ok(7)).await.expect("the worker goes on"), 7);
        });
    }
}
