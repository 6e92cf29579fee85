//! Waiting between attempts, which a test does not want to live through.

use std::time::Duration;

use omoide_core::ports::Cancellation;

/// How long a cancellation may go unheard.
const SLICE: Duration = Duration::from_millis(100);

/// Lets time pass.
pub trait Pause: Send + Sync {
    /// Waits so long, or until it is cancelled.
    fn wait(&self, time: Duration, cancellation: &Cancellation);
}

/// Waits by sleeping.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sleeping;

impl Pause for Sleeping {
    fn wait(&self, time: Duration, cancellation: &Cancellation) {
        let mut left = time;
        while !left.is_zero() && !cancellation.is_cancelled() {
            let slice = left.min(SLICE);
            std::thread::sleep(slice);
            left -= slice;
        }
    }
}
