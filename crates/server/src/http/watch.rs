//! A connection that gives up on whoever does not take the answer, and ends so that the answer arrives.
//!
//! Where a connection is closed while its client still sends, the system resets it, and the client loses the answer that
//! says why. So what comes after the end is taken for a while, and thrown away.

use std::future::Future;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep};

/// How long, and how many bytes, are thrown away after the end.
const LINGER: (Duration, usize) = (Duration::from_secs(1), 16 * 1024 * 1024);

/// A stream whose writing fails when nothing could be written for a while.
pub struct Watched<S> {
    stream: S,
    patience: Duration,
    until: Option<Pin<Box<Sleep>>>,
    /// Since the end: until when what comes is thrown away, and how much was.
    ending: Option<(Pin<Box<Sleep>>, usize)>,
}

impl<S> Watched<S> {
    /// The stream, with that patience.
    pub fn new(stream: S, patience: Duration) -> Self {
        Self { stream, patience, until: None, ending: None }
    }

    /// What came of an attempt to write, unless it has lasted too long.
    fn judge<T>(&mut self, cx: &mut Context<'_>, attempt: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if attempt.is_ready() {
            self.until = None;
            return attempt;
        }
        let patience = self.patience;
        let until = self.until.get_or_insert_with(|| Box::pin(sleep(patience)));
        match until.as_mut().poll(cx) {
            Poll::Ready(()) => Poll::Ready(Err(io::ErrorKind::TimedOut.into())),
            Poll::Pending => Poll::Pending,
        }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Watched<S> {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buf)
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for Watched<S> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        let attempt = Pin::new(&mut self.stream).poll_write(cx, buf);
        self.judge(cx, attempt)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let attempt = Pin::new(&mut self.stream).poll_flush(cx);
        self.judge(cx, attempt)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = &mut *self;
        if this.ending.is_none() {
            ready!(Pin::new(&mut this.stream).poll_shutdown(cx))?;
        }
        let (until, thrown_away) = this.ending.get_or_insert_with(|| (Box::pin(sleep(LINGER.0)), 0));
        let mut bytes = [0; 16 * 1024];
        while *thrown_away < LINGER.1 && until.as_mut().poll(cx).is_pending() {
            let mut buffer = ReadBuf::new(&mut bytes);
            match ready!(Pin::new(&mut this.stream).poll_read(cx, &mut buffer)) {
                Ok(()) if !buffer.filled().is_empty() => *thrown_away += buffer.filled().len(),
                // The client has ended as well.
                _ => break,
            }
        }
        Poll::Ready(Ok(()))
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bufs: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let attempt = Pin::new(&mut self.stream).poll_write_vectored(cx, bufs);
        self.judge(cx, attempt)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}
