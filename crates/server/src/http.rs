//! The HTTP server: one engine for all who ask, with limits on what each of them may take.

mod access;
mod answer;
mod body;
mod call;
mod events;
mod figures;
mod guard;
mod hooks;
mod listen;
mod log;
mod marking;
mod mcp;
mod mem0;
mod memory_tool;
mod metrics;
mod nights;
mod observing;
mod openapi;
#[cfg(unix)]
mod own_socket;
mod rate;
mod respond;
mod route;
mod streaming;
mod traces;
mod v1;
mod watch;
mod work;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use omoide::Engine;
use omoide_core::MindName;

use crate::audit::Audit;
use crate::keys::{Keyring, Right};
use crate::mcp::{LazyEngine, ToolSet};

pub use access::{NONCE, PROOF, hook_proof};
pub use hooks::{HookRoutes, ProvenAnswer, ServerProof, answer_proof, server_proof};
pub use listen::{Server, Stopper};
pub use openapi::{document as openapi_document, table_of_errors};
pub use traces::Collector;

/// How the server is to be.
#[derive(Clone, Debug)]
pub struct ServerSettings {
    /// Where it listens.
    pub listen: SocketAddr,
    /// Where keys and the audit log are.
    pub folder: PathBuf,
    /// The mind that is meant where a request names none.
    pub mind: MindName,
    /// Names of this machine, beside those of the loopback, that requests may be meant for.
    pub hosts: Vec<String>,
    /// Pages of other origins that may ask.
    pub origins: Vec<String>,
    /// Whether a key is needed on the loopback even where there is none yet.
    pub needs_key: bool,
    /// Whether nights are run at their hour.
    pub runs_nights: bool,
    /// Which tools MCP offers.
    pub tools: ToolSet,
    /// What may be taken.
    pub limits: ServerLimits,
    /// Whether each request is logged, or only what fails here.
    pub logs_requests: bool,
    /// How hooks of hosts are answered, if they are.
    pub hooks: Option<HookRoutes>,
    /// Whether it also listens on a socket in its folder, for programs of the same person.
    pub has_own_socket: bool,
    /// A key by which programs of the same person prove themselves on the loopback, without ever sending it; it is good
    /// as long as the server runs.
    pub local_key: Option<String>,
    /// Who gets traces of requests, if anyone.
    pub collector: Option<Collector>,
}

impl ServerSettings {
    /// The usual ones: on the loopback, with data in that folder, at a port that is free.
    pub fn on_loopback(folder: PathBuf) -> Self {
        Self {
            listen: SocketAddr::from(([127, 0, 0, 1], 0)),
            folder,
            mind: MindName::default(),
            hosts: Vec::new(),
            origins: Vec::new(),
            needs_key: false,
            runs_nights: true,
            tools: ToolSet::Usual,
            limits: ServerLimits::default(),
            logs_requests: true,
            hooks: None,
            has_own_socket: false,
            local_key: None,
            collector: None,
        }
    }
}

/// What may be taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ServerLimits {
    /// Connections at once.
    pub connections: usize,
    /// Bytes of one body.
    pub body_bytes: usize,
    /// Bytes of all bodies that are held at once.
    pub held_bytes: usize,
    /// Requests that are worked on at once, unless they take long.
    pub workers: usize,
    /// Requests that may wait for that.
    pub waiting: usize,
    /// Turns that may wait to be written.
    pub turns_waiting: usize,
    /// How long the head of a request, and then its body, may take to arrive; and an answer to be taken.
    pub patience: Duration,
    /// How long a request may wait to be worked on.
    pub wait: Duration,
    /// How long a stop waits for requests that are being answered.
    pub grace: Duration,
}

impl Default for ServerLimits {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(2, std::num::NonZero::get);
        Self {
            connections: 1_024,
            body_bytes: 16 * 1024 * 1024,
            held_bytes: 256 * 1024 * 1024,
            workers: cores.max(2),
            waiting: 512,
            turns_waiting: 4_096,
            patience: Duration::from_secs(20),
            wait: Duration::from_secs(10),
            grace: Duration::from_secs(20),
        }
    }
}

/// All that requests share.
pub(crate) struct App {
    pub settings: ServerSettings,
    pub engine: Engine,
    /// The same engine, as MCP wants it.
    pub mcp: LazyEngine,
    pub keys: Keyring,
    pub audit: Audit,
    pub log: Arc<log::ServerLog>,
    pub metrics: metrics::Metrics,
    pub traces: Option<traces::Traces>,
    pub work: work::Work,
    pub observing: observing::Observing,
    pub marking: marking::Marking,
    pub events: events::Events,
    pub streams: streaming::OpenStreams,
    pub rates: rate::RateBuckets,
    pub held: body::HeldBytes,
    pub routes: route::Routes,
    pub is_closing: AtomicBool,
}

/// Every route: its method, its path with its places, and the right that it needs; none where anyone may ask.
pub fn route_table() -> Vec<(String, &'static str, Option<Right>)> {
    let one = |route: &route::Route| {
        (route.method.to_string(), route.path, route.operation.map(crate::rights::Operation::right))
    };
    v1::routes().iter().map(one).collect()
}

/// What every route does.
#[cfg(test)]
pub(crate) fn route_operations() -> Vec<(&'static str, Option<crate::rights::Operation>)> {
    v1::routes().iter().map(|route| (route.name, route.operation)).collect()
}
