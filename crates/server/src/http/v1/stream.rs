//! A stream of turns: any number of them, in memory that does not grow with it.

use std::collections::VecDeque;
use std::sync::Arc;

use http_body_util::BodyExt;
use hyper::body::{Body as _, Bytes, Incoming};
use omoide::Remembered;

use super::super::App;
use super::super::answer::{Body, TextReply};
use super::super::body::Hold;
use super::super::call::HttpCall;
use super::turns::{Heard, outcomes, take_patiently, tell};
use crate::wire::{StreamAnswer, StreamRefusal, TurnIn};
use crate::{Code, Failure};

/// Turns of one stream that may be under way at once.
const UNDER_WAY: usize = 256;
/// Refusals of a stream that are told in full.
const MOST_REFUSALS: usize = 100;

/// A line on its way to the disk.
struct UnderWay {
    line: u64,
    bytes: usize,
    pending: Result<Heard, Failure>,
}

/// A stream of turns on its way.
struct Stream {
    app: Arc<App>,
    call: HttpCall,
    under_way: VecDeque<UnderWay>,
    /// All bytes that are kept for it: those of lines under way, and of the line that is not whole yet.
    hold: Hold,
    /// The line that is not whole yet, and how much of it was looked at.
    rest: Vec<u8>,
    looked_at: usize,
    answer: StreamAnswer,
}

/// Takes a stream in, and answers when it ends.
pub async fn observe_stream(
    app: Arc<App>,
    call: HttpCall,
    mut incoming: Incoming,
) -> Result<hyper::Response<Body>, Failure> {
    call.mind_name()?;
    let patience = app.settings.limits.patience;
    let mut stream = Stream {
        hold: app.held.hold(),
        app,
        call,
        under_way: VecDeque::new(),
        rest: Vec::new(),
        looked_at: 0,
        answer: StreamAnswer::default(),
    };
    while !incoming.is_end_stream() {
        let frame = tokio::time::timeout(patience, incoming.frame()).await;
        let frame = frame.map_err(|_| Failure::new(Code::TooSlow, "no data arrived for too long"))?;
        let Some(frame) = frame else { break };
        let frame = frame.map_err(|_| Failure::new(Code::BadRequest, "the stream ended too early"))?;
        if let Ok(data) = frame.into_data() {
            // It may last for hours, in which a key can be revoked.
            stream.call.access.demand_still(&stream.app)?;
            stream.take(&data).await?;
        }
    }
    let rest = std::mem::take(&mut stream.rest);
    stream.line(&rest).await?;
    while !stream.under_way.is_empty() {
        stream.finish_one().await?;
    }
    Ok(TextReply::json(200, &stream.answer)?.into_response())
}

impl Stream {
    /// Takes a piece of the stream in, and every line that it makes whole.
    async fn take(&mut self, data: &Bytes) -> Result<(), Failure> {
        let limits = self.app.settings.limits;
        // Who sends more than there is room for waits for what was sent before.
        while !self.under_way.is_empty() && self.app.held.bytes() + data.len() > limits.held_bytes {
            self.finish_one().await?;
        }
        self.hold.take(data.len(), limits.held_bytes)?;
        self.rest.extend_from_slice(data);
        let mut begin = 0;
        let mut from = self.looked_at;
        let rest = std::mem::take(&mut self.rest);
        while let Some(length) = rest[from..].iter().position(|byte| *byte == b'\n') {
            let end = from + length + 1;
            self.line(&rest[begin..end]).await?;
            (begin, from) = (end, end);
        }
        self.rest = if begin == 0 { rest } else { rest[begin..].to_vec() };
        self.looked_at = self.rest.len();
        if self.rest.len() > limits.body_bytes {
            let most = limits.body_bytes;
            return Err(Failure::new(Code::TooLarge, format!("a line is larger than {most} bytes")));
        }
        Ok(())
    }

    async fn line(&mut self, line: &[u8]) -> Result<(), Failure> {
        if line.iter().all(u8::is_ascii_whitespace) {
            self.hold.give_back(line.len());
            return Ok(());
        }
        self.answer.lines += 1;
        let turn = serde_json::from_slice::<TurnIn>(line).map_err(|error| Failure::invalid(error.to_string()));
        self.call.mind_name()?;
        let pending = match turn.and_then(|turn| turn.observation(self.app.engine.now())) {
            Ok(observation) => match take_patiently(&self.app, &self.call, observation).await {
                Err(failure) if failure.code.is_ours() => return Err(failure),
                taken => taken,
            },
            Err(failure) => Err(failure),
        };
        self.under_way.push_back(UnderWay { line: self.answer.lines, bytes: line.len(), pending });
        if self.under_way.len() > UNDER_WAY { self.finish_one().await } else { Ok(()) }
    }

    async fn finish_one(&mut self) -> Result<(), Failure> {
        let Some(UnderWay { line, bytes, pending }) = self.under_way.pop_front() else { return Ok(()) };
        let done = match pending {
            Ok(heard) => outcomes(&self.app, &self.call, heard).await,
            Err(failure) => Err(failure),
        };
        self.hold.give_back(bytes);
        match done {
            Ok(done) => {
                tell(&self.app, &done);
                self.answer.unsaid += done.iter().map(|(_, one)| one.unsaid().len() as u64).sum::<u64>();
                match done.first() {
                    Some((_, Remembered::Anew { .. })) => self.answer.remembered += 1,
                    Some((_, Remembered::Before { .. })) => self.answer.already_remembered += 1,
                    _ => self.answer.nothing += 1,
                }
            }
            Err(failure) if failure.code.is_ours() => return Err(failure),
            Err(failure) => {
                self.answer.refused += 1;
                if self.answer.refusals.len() < MOST_REFUSALS {
                    let (code, detail) = (failure.code.name(), failure.detail);
                    self.answer.refusals.push(StreamRefusal { line, code, detail });
                }
            }
        }
        Ok(())
    }
}
