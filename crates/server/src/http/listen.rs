//! Listening: connections within a limit, and a stop that lets those who are being answered finish.

use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use omoide::Engine;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};

#[cfg(unix)]
use super::own_socket::OwnSocket;
use super::respond::respond;
use super::watch::Watched;
use super::{
    App, ServerSettings, body, events, log, marking, metrics, nights, observing, rate, route, streaming, traces, v1,
    work,
};
use crate::audit::Audit;
use crate::keys::Keyring;
use crate::mcp::LazyEngine;

/// Bytes that the head of a request may have.
const HEAD_BYTES: usize = 64 * 1024;

/// Connections that are refused at once and still taken leave of.
const MOST_REFUSALS: usize = 256;

/// What is sent to whoever comes when there are too many.
const TOO_MANY: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/problem+json\r\nretry-after: 1\r\n\
connection: close\r\ncontent-length: 130\r\n\r\n\
{\"type\":\"urn:omoide:problem:overloaded\",\"title\":\"the server has too many requests to answer\",\"status\":503,\"code\":\"overloaded\"}    ";

/// A server that listens and does not answer yet.
pub struct Server {
    app: Arc<App>,
    listener: std::net::TcpListener,
    address: SocketAddr,
    #[cfg(unix)]
    socket: Option<OwnSocket>,
    stop: watch::Sender<bool>,
}

/// By which way a connection has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Entrance {
    /// By the address, where anyone can come from.
    Address,
    /// By the socket of the person that the server belongs to.
    OwnSocket,
}

/// Stops a server from elsewhere.
#[derive(Clone, Debug)]
pub struct Stopper(watch::Sender<bool>);

impl Stopper {
    /// Has the server stop.
    pub fn stop(&self) {
        self.0.send_replace(true);
    }
}

impl Server {
    /// A server of that engine. The log is written to `log`.
    ///
    /// # Errors
    /// When it cannot listen there; or when it would listen beyond this machine, and there is no key.
    pub fn bind(engine: Engine, mut settings: ServerSettings, log: Box<dyn io::Write + Send>) -> io::Result<Self> {
        let keys = Keyring::below(&settings.folder);
        if !settings.listen.ip().is_loopback() && !keys.has_good_ones()? {
            let why = format!("{} is not this machine alone, and there is no key", settings.listen.ip());
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, why));
        }
        let listener = std::net::TcpListener::bind(settings.listen)?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        settings.listen = address;
        #[cfg(unix)]
        let socket = if settings.has_own_socket { OwnSocket::below(&settings.folder).ok() } else { None };
        let log = Arc::new(log::ServerLog::to(log));
        if let Err(error) = keys.close_if_there_are_keys() {
            log.failure(engine.now(), "keys", &error.to_string());
        }
        let app = App {
            traces: tracing(&engine, &settings, &log)?,
            marking: marking::Marking::new(engine.clone(), complaining(&engine, &log, "marks"))?,
            observing: observing::Observing::new(
                engine.clone(),
                settings.limits.turns_waiting,
                complaining(&engine, &log, "sessions"),
            )?,
            keys,
            audit: Audit::below(&settings.folder),
            log,
            metrics: metrics::Metrics::default(),
            work: work::Work::new(&settings.limits)?,
            events: events::Events::default(),
            streams: streaming::OpenStreams::default(),
            rates: rate::RateBuckets::default(),
            held: body::HeldBytes::default(),
            routes: route::Routes::new(v1::routes()).map_err(io::Error::other)?,
            is_closing: AtomicBool::new(false),
            mcp: LazyEngine::of(engine.clone()),
            engine,
            settings,
        };
        Ok(Self {
            app: Arc::new(app),
            listener,
            address,
            #[cfg(unix)]
            socket,
            stop: watch::Sender::new(false),
        })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The name of its socket in the folder of the data, if it has one.
    pub fn socket_name(&self) -> Option<String> {
        #[cfg(unix)]
        return self.socket.as_ref().map(OwnSocket::name);
        #[cfg(not(unix))]
        None
    }

    /// What stops it.
    pub fn stopper(&self) -> Stopper {
        Stopper(self.stop.clone())
    }

    /// Answers until it is stopped, by [`Stopper`] or by a signal of the system.
    ///
    /// # Errors
    /// When the machine refuses what a server needs.
    pub fn run(self) -> io::Result<()> {
        let runtime =
            tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_io().enable_time().build()?;
        let app = Arc::clone(&self.app);
        let (stop_nights, nights_stop) = std::sync::mpsc::channel();
        let watching = Arc::clone(&app);
        let watcher = std::thread::Builder::new()
            .name("nights".to_owned())
            .spawn(move || nights::watch(&watching, &nights_stop))?;
        let served = runtime.block_on(self.serve());
        // What was taken in is written before anything else ends.
        app.streams.close(&app);
        app.observing.close();
        app.marking.close();
        let _ = stop_nights.send(());
        let _ = watcher.join();
        if let Some(traces) = &app.traces {
            traces.close();
        }
        runtime.shutdown_timeout(app.settings.limits.grace);
        served
    }

    async fn serve(self) -> io::Result<()> {
        let listener = TcpListener::from_std(self.listener)?;
        #[cfg(unix)]
        let own = self.socket.as_ref().map(OwnSocket::listener).transpose()?;
        let places = Arc::new(Semaphore::new(self.app.settings.limits.connections));
        let refusals = Arc::new(Semaphore::new(MOST_REFUSALS));
        let graceful = GracefulShutdown::new();
        let mut stop = self.stop.subscribe();
        let signals = signals()?;
        tokio::pin!(signals);
        loop {
            #[cfg(unix)]
            let from_own = own_connection(self.socket.as_ref(), own.as_ref());
            #[cfg(not(unix))]
            let from_own = std::future::pending::<io::Result<TcpStream>>();
            let accepted = tokio::select! {
                biased;
                _ = stop.wait_for(|is_meant| *is_meant) => break,
                () = &mut signals => break,
                accepted = from_own => accepted.map(|stream| {
                    // It does not count as one of the many: a hook is answered even when there are too many.
                    serve_connection(&self.app, stream, Entrance::OwnSocket, None, &graceful);
                }),
                accepted = listener.accept() => accepted.map(|(stream, _)| {
                    let Ok(place) = Arc::clone(&places).try_acquire_owned() else {
                        return refuse(&self.app, stream, &refusals);
                    };
                    let _ = stream.set_nodelay(true);
                    serve_connection(&self.app, stream, Entrance::Address, Some(place), &graceful);
                }),
            };
            if let Err(error) = accepted {
                // No more files may be open, say; whoever ends gives some back.
                self.app.log.failure(self.app.engine.now(), "accept", &error.to_string());
                tokio::time::sleep(std::time::Duration::from_millis(50)).await;
            }
        }
        drop(listener);
        self.app.is_closing.store(true, Ordering::Relaxed);
        self.app.log.event(self.app.engine.now(), "stopping", serde_json::json!({}));
        let _ = tokio::time::timeout(self.app.settings.limits.grace, graceful.shutdown()).await;
        Ok(())
    }
}

/// The next connection by the person's own socket; never, where there is none.
#[cfg(unix)]
async fn own_connection(
    socket: Option<&OwnSocket>,
    listener: Option<&tokio::net::UnixListener>,
) -> io::Result<tokio::net::UnixStream> {
    match (socket, listener) {
        (Some(socket), Some(listener)) => socket.accept(listener).await,
        _ => std::future::pending().await,
    }
}

/// Answers what comes by a connection, beside everything else.
fn serve_connection<S: AsyncRead + AsyncWrite + Unpin + Send + 'static>(
    app: &Arc<App>,
    stream: S,
    entrance: Entrance,
    place: Option<OwnedSemaphorePermit>,
    graceful: &GracefulShutdown,
) {
    let app = Arc::clone(app);
    let patience = app.settings.limits.patience;
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(patience)
        .max_buf_size(HEAD_BYTES)
        .serve_connection(
            TokioIo::new(Watched::new(stream, patience)),
            service_fn(move |request| respond(Arc::clone(&app), request, entrance)),
        );
    let connection = graceful.watch(connection);
    tokio::spawn(async move {
        // A connection that breaks is its client's affair.
        let _ = connection.await;
        drop(place);
    });
}

/// What sends traces, if someone wants them.
fn tracing(
    engine: &Engine,
    settings: &ServerSettings,
    log: &Arc<log::ServerLog>,
) -> io::Result<Option<traces::Traces>> {
    let Some(collector) = settings.collector.clone() else { return Ok(None) };
    traces::Traces::to(collector, complaining(engine, log, "traces")).map(Some)
}

/// Puts down what goes wrong beside all answers.
fn complaining(engine: &Engine, log: &Arc<log::ServerLog>, what: &'static str) -> impl Fn(&str) + Send + 'static {
    let (engine, log) = (engine.clone(), Arc::clone(log));
    move |why| log.failure(engine.now(), what, why)
}

/// Says that there are too many, without waiting for what is asked. As far as there are not too many of these too, what
/// comes is thrown away for a moment, so that the answer arrives.
fn refuse(app: &App, stream: TcpStream, refusals: &Arc<Semaphore>) {
    app.metrics.refused_connection();
    // It fits into the buffer of any connection, so nobody is waited for.
    let _ = stream.try_write(TOO_MANY);
    if let Ok(place) = Arc::clone(refusals).try_acquire_owned() {
        let mut stream = Watched::new(stream, app.settings.limits.patience);
        tokio::spawn(async move {
            let _ = std::future::poll_fn(|cx| Pin::new(&mut stream).poll_shutdown(cx)).await;
            drop(place);
        });
    }
}

/// Ends when the system asks the process to.
fn signals() -> io::Result<impl Future<Output = ()>> {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let (mut terminate, mut interrupt) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
        Ok(async move {
            tokio::select! { _ = terminate.recv() => {}, _ = interrupt.recv() => {} }
        })
    }
    #[cfg(not(unix))]
    {
        Ok(async {
            let _ = tokio::signal::ctrl_c().await;
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_to_too_many_is_a_whole_answer() {
        let text = std::str::from_utf8(TOO_MANY).expect("UTF-8");
        let (head, body) = text.split_once("\r\n\r\n").expect("a head and a body");
        let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")).expect("a length");
        assert_eq!(length.parse::<usize>().expect("a number"), body.len());
        serde_json::from_str::<serde_json::Value>(body).expect("JSON");
    }
}
