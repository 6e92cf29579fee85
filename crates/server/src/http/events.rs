//! What happens, told to those who listen: names and numbers, never texts.

use serde_json::{Value, json};
use tokio::sync::broadcast;

use omoide_core::{MindName, Moment};

/// How many events a listener may be behind before it misses some.
const KEPT: usize = 1_024;

/// Something that happened to a mind.
#[derive(Clone, PartialEq, Debug)]
pub struct Happening {
    pub mind: MindName,
    pub what: &'static str,
    pub data: Value,
}

/// Where events are told.
#[derive(Debug)]
pub struct Events(broadcast::Sender<Happening>);

impl Default for Events {
    fn default() -> Self {
        Self(broadcast::channel(KEPT).0)
    }
}

impl Events {
    /// Tells everyone who listens.
    pub fn tell(&self, mind: &MindName, what: &'static str, at: Moment, mut data: Value) {
        if self.0.receiver_count() == 0 {
            return;
        }
        data["at"] = json!(at);
        data["mind"] = json!(mind.as_str());
        // Nobody may be listening any more.
        let _ = self.0.send(Happening { mind: mind.clone(), what, data });
    }

    /// Listens from now on.
    pub fn listen(&self) -> broadcast::Receiver<Happening> {
        self.0.subscribe()
    }

    /// How many listen.
    pub fn listeners(&self) -> usize {
        self.0.receiver_count()
    }
}

impl Happening {
    /// As it is sent.
    pub fn line(&self) -> String {
        format!("event: {}\ndata: {}\n\n", self.what, self.data)
    }
}
