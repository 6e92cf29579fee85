//! When a stream is written: as soon as enough text waits, and else after a pause, by a thread of its own.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use omoide_core::StreamStart;
use omoide_core::ports::{JournalWriter, StoreError, Understanding};

use super::text::{HoldBack, StreamedText, TextStep, boundary};
use super::{StreamEvent, StreamProgress, pause};
use crate::redaction::Redactor;
use crate::{Engine, Error};

/// What the threads of a stream share.
pub(super) struct Shared {
    state: Mutex<StreamState>,
    changed: Condvar,
}

/// A stream as it stands.
pub(super) struct StreamState {
    pub(super) start: StreamStart,
    /// The longest turn that can be remembered, in bytes.
    pub(super) limit: usize,
    /// None when it is over.
    writer: Option<Arc<dyn JournalWriter>>,
    understanding: Arc<dyn Understanding>,
    text: StreamedText,
    /// Events of tools, each with the length of the written text at the time.
    tools: Vec<(usize, StreamEvent)>,
    /// How many characters may wait.
    most_waiting: usize,
    /// How many characters of the text were handed in, and how many are in the journal and on the disk.
    characters: usize,
    written: usize,
    synced: usize,
    /// Whether something is in the journal that may not be on the disk.
    is_dirty: bool,
    /// Why the journal could not be written when its time came.
    failure: Option<StoreError>,
}

impl Shared {
    /// A stream with a thread that writes what waits too long.
    pub(super) fn begin(
        engine: &Engine,
        start: StreamStart,
        limit: usize,
        writer: Box<dyn JournalWriter>,
    ) -> Arc<Self> {
        let state = StreamState {
            start,
            limit,
            writer: Some(writer.into()),
            understanding: Arc::clone(&engine.parts.understanding),
            text: StreamedText::default(),
            tools: Vec::new(),
            most_waiting: engine.parameters().streaming.flush_characters as usize,
            characters: 0,
            written: 0,
            synced: 0,
            is_dirty: false,
            failure: None,
        };
        // The patterns are made now, and not while the first words wait.
        let _ = state.understanding.redacted("password: ?");
        let shared = Arc::new(Self { state: Mutex::new(state), changed: Condvar::new() });
        let (own, pause) = (Arc::clone(&shared), pause(engine));
        // Without it, text is written when enough of it waits, and at the end.
        let _ = thread::Builder::new().name("streaming".to_owned()).spawn(move || own.flush_on_time(pause));
        shared
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, StreamState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends the stream: its journal is let go of.
    pub(super) fn end(&self, state: &mut StreamState) {
        state.writer = None;
        self.changed.notify_all();
    }

    /// Writes, and waits for the disk if something went into the journal. What could not be written before is tried first.
    pub(super) fn write(
        &self,
        write: impl FnOnce(&mut StreamState) -> Result<(), Error>,
    ) -> Result<StreamProgress, Error> {
        let mut state = self.lock();
        state.check_open()?;
        if state.failure.is_some() {
            state.flush(HoldBack::Unfinished)?;
            drop(self.sync(state));
            self.settled()?;
            state = self.lock();
        }
        write(&mut state)?;
        // Whoever waits for something to write looks again.
        self.changed.notify_all();
        Ok(self.sync(state).progress())
    }

    /// How far the stream has come, or why the disk did not take what was written.
    pub(super) fn settled(&self) -> Result<StreamProgress, Error> {
        let mut state = self.lock();
        match state.failure.take() {
            Some(error) => Err(error.into()),
            None => Ok(state.progress()),
        }
    }

    /// Waits for the disk, if there is something to wait for; others may write meanwhile.
    fn sync<'s>(&'s self, mut state: MutexGuard<'s, StreamState>) -> MutexGuard<'s, StreamState> {
        let Some(writer) = state.writer.clone().filter(|_| state.is_dirty) else { return state };
        let written = state.written;
        state.is_dirty = false;
        drop(state);
        let synced = writer.sync();
        let mut state = self.lock();
        match synced {
            Ok(()) => state.synced = state.synced.max(written),
            Err(error) => {
                state.is_dirty = true;
                state.failure = Some(error);
            }
        }
        state
    }

    /// Writes what waits, a pause after it came, until the stream is over.
    fn flush_on_time(&self, pause: std::time::Duration) {
        let mut state = self.lock();
        loop {
            let is_idle = |state: &mut StreamState| state.writer.is_some() && state.text.is_all_seen();
            state = self.changed.wait_while(state, is_idle).unwrap_or_else(PoisonError::into_inner);
            let is_open = |state: &mut StreamState| state.writer.is_some();
            let waited = self.changed.wait_timeout_while(state, pause, is_open);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
            if state.writer.is_none() {
                return;
            }
            match state.flush(HoldBack::Unfinished) {
                Ok(()) => state = self.sync(state),
                Err(Error::Store(error)) => state.failure = Some(error),
                Err(_) => return,
            }
        }
    }
}

impl StreamState {
    pub(super) fn check_open(&self) -> Result<(), Error> {
        if self.writer.is_some() { Ok(()) } else { Err(Error::StreamOver) }
    }

    pub(super) fn writer(&self) -> Result<&Arc<dyn JournalWriter>, Error> {
        self.writer.as_ref().ok_or(Error::StreamOver)
    }

    /// How many bytes the turn has so far.
    pub(super) fn bytes(&self) -> usize {
        self.start.said.len() + self.text.raw().len()
    }

    /// The text as it came.
    pub(super) fn raw_text(&self) -> &str {
        self.text.raw()
    }

    /// The events of tools.
    pub(super) fn tools(&self) -> Vec<StreamEvent> {
        self.tools.iter().map(|(_, event)| event.clone()).collect()
    }

    pub(super) fn progress(&self) -> StreamProgress {
        StreamProgress { characters: self.characters, synced: self.synced }
    }

    /// Takes text, and writes it if enough waits. If that fails, the text was not taken.
    pub(super) fn push(&mut self, text: &str) -> Result<(), Error> {
        let (bytes, characters) = (self.text.raw().len(), self.characters);
        self.text.push(text);
        self.characters += text.chars().count();
        if self.text.waiting() < self.text.most_waiting(self.most_waiting) {
            return Ok(());
        }
        self.flush(HoldBack::Unfinished).inspect_err(|_| {
            self.text.cut_back(bytes);
            self.characters = characters;
        })
    }

    /// Writes the text that waits.
    pub(super) fn flush(&mut self, hold: HoldBack) -> Result<(), Error> {
        let writer = Arc::clone(self.writer()?);
        let understanding = Arc::clone(&self.understanding);
        let step = self.text.step(Redactor(&*understanding), hold);
        match &step.0 {
            TextStep::Nothing => {}
            TextStep::Append(more) => {
                writer.append(&[StreamEvent::Text(more.clone())])?;
                self.is_dirty = true;
            }
            TextStep::Replace(text) => writer.replace(&self.start, &self.in_order(text))?,
        }
        self.text.accept(Redactor(&*understanding), step);
        self.failure = None;
        self.written = self.characters - self.text.waiting();
        Ok(())
    }

    /// Writes an event of a tool, or the end.
    pub(super) fn append(&mut self, event: StreamEvent) -> Result<(), Error> {
        self.writer()?.append(std::slice::from_ref(&event))?;
        self.is_dirty = true;
        if event != StreamEvent::Done {
            self.tools.push((self.text.clean().len(), event));
        }
        Ok(())
    }

    /// A text with the events of tools about where they happened.
    fn in_order(&self, text: &str) -> Vec<StreamEvent> {
        let (mut events, mut from) = (Vec::new(), 0);
        for (at, event) in &self.tools {
            let to = boundary(text, *at).max(from);
            events.extend([StreamEvent::Text(text[from..to].to_owned()), event.clone()]);
            from = to;
        }
        events.push(StreamEvent::Text(text[from..].to_owned()));
        events
    }
}
