//! Bodies of requests: read whole, within limits of size and time, for each and for all together.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use http_body_util::BodyExt;
use hyper::body::{Body, Bytes, Incoming};
use hyper::header::{self, HeaderMap};

use super::ServerLimits;
use crate::{Code, Failure};

/// How many bytes of bodies are held at present.
#[derive(Clone, Debug, Default)]
pub struct HeldBytes(Arc<AtomicUsize>);

/// Bytes that are given back when the body is done with.
#[derive(Debug)]
pub struct Hold {
    held: HeldBytes,
    bytes: usize,
}

impl HeldBytes {
    /// How many there are.
    pub fn bytes(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }

    /// A hold of none so far.
    pub fn hold(&self) -> Hold {
        Hold { held: self.clone(), bytes: 0 }
    }
}

impl Hold {
    /// Holds more, unless all together would be too many.
    pub fn take(&mut self, bytes: usize, most: usize) -> Result<(), Failure> {
        let before = self.held.0.fetch_add(bytes, Ordering::Relaxed);
        self.bytes += bytes;
        if before + bytes > most {
            return Err(Failure::new(Code::Overloaded, "too many large requests are being read"));
        }
        Ok(())
    }

    /// Gives some back.
    pub fn give_back(&mut self, bytes: usize) {
        let bytes = bytes.min(self.bytes);
        self.bytes -= bytes;
        self.held.0.fetch_sub(bytes, Ordering::Relaxed);
    }
}

impl Drop for Hold {
    fn drop(&mut self) {
        self.held.0.fetch_sub(self.bytes, Ordering::Relaxed);
    }
}

/// Reads a body whole.
pub async fn read(body: Incoming, held: &HeldBytes, limits: &ServerLimits) -> Result<(Bytes, Hold), Failure> {
    let most = limits.body_bytes;
    let too_large = || Failure::new(Code::TooLarge, format!("the body is larger than {most} bytes"));
    // What says that it is too large is not read at all.
    if body.size_hint().lower() > most as u64 {
        return Err(too_large());
    }
    let mut hold = held.hold();
    let read = async {
        let mut body = body;
        let mut pieces: Vec<u8> = Vec::new();
        while let Some(frame) = body.frame().await {
            let frame = frame.map_err(|_| Failure::new(Code::BadRequest, "the body ended too early"))?;
            let Ok(data) = frame.into_data() else { continue };
            if pieces.len() + data.len() > most {
                return Err(too_large());
            }
            hold.take(data.len(), limits.held_bytes)?;
            pieces.extend_from_slice(&data);
        }
        Ok(Bytes::from(pieces))
    };
    match tokio::time::timeout(limits.patience, read).await {
        Ok(bytes) => Ok((bytes?, hold)),
        Err(_) => Err(Failure::new(Code::TooSlow, "the body did not arrive in time")),
    }
}

/// Whether what was sent is JSON, as its type says.
pub fn is_json(headers: &HeaderMap) -> bool {
    let Some(given) = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()) else { return false };
    let kind = given.split(';').next().unwrap_or_default().trim();
    kind.eq_ignore_ascii_case("application/json") || kind.to_ascii_lowercase().ends_with("+json")
}
