//! The streamed replies that a server holds. One whose client has gone is remembered as interrupted after a while.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use omoide::{Mind, NewStream, Streaming};
use omoide_core::{MemoryId, MindName};

use super::App;
use crate::{Code, Failure};

/// The streams that are open.
#[derive(Default)]
pub struct OpenStreams {
    open: Mutex<HashMap<MemoryId, OpenStream>>,
}

struct OpenStream {
    stream: Arc<Streaming>,
    /// When its client was last heard.
    heard: Instant,
}

impl OpenStreams {
    /// Begins one.
    pub fn begin(&self, mind: &Mind<'_>, new: NewStream) -> Result<Arc<Streaming>, Failure> {
        let most = mind.parameters().streaming.max_streams as usize;
        if self.lock().len() >= most {
            return Err(Failure::new(Code::Overloaded, format!("{most} streams are open already")));
        }
        let stream = Arc::new(mind.stream(new)?);
        let open = OpenStream { stream: Arc::clone(&stream), heard: now() };
        self.lock().insert(stream.id(), open);
        Ok(stream)
    }

    /// The stream of that mind and id, whose client was heard just now.
    pub fn find(&self, mind: &MindName, id: &str) -> Result<Arc<Streaming>, Failure> {
        let mut open = self.lock();
        let found = id.parse().ok().and_then(|id: MemoryId| open.get_mut(&id));
        match found.filter(|found| found.stream.mind() == mind) {
            Some(found) => {
                found.heard = now();
                Ok(Arc::clone(&found.stream))
            }
            None => Err(Failure::new(
                Code::UnknownStream,
                "no such stream is open; it was finished, abandoned, or remembered as interrupted",
            )),
        }
    }

    /// Lets go of one that is over.
    pub fn forget(&self, id: MemoryId) {
        self.lock().remove(&id);
    }

    /// Remembers those as interrupted whose clients were not heard for too long.
    pub fn close_idle(&self, app: &App) {
        let most = Duration::from_secs(app.engine.parameters().streaming.idle_seconds.into());
        let now = now();
        self.close_those(app, |open| now.saturating_duration_since(open.heard) > most);
    }

    /// Remembers all of them as interrupted: the server ends.
    pub fn close(&self, app: &App) {
        self.close_those(app, |_| true);
    }

    fn close_those(&self, app: &App, is_over: impl Fn(&OpenStream) -> bool) {
        let closed: Vec<OpenStream> = self.lock().extract_if(|_, open| is_over(open)).map(|(_, open)| open).collect();
        for open in closed {
            // Its journal stays where that fails, and the next start remembers it.
            if let Err(error) = open.stream.interrupt() {
                app.log.failure(app.engine.now(), "streams", &error.to_string());
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<MemoryId, OpenStream>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[expect(clippy::disallowed_methods, reason = "a measurement: how long a client was not heard")]
fn now() -> Instant {
    Instant::now()
}
