//! One thread as it stands: its working memory, who speaks, what it is about, and its sessions (S1 §3).

use omoide_core::ports::store::Reader;
use omoide_core::{Memory, MemoryId, Moment, Seq, SessionTier, Turn};
use omoide_language::topic::{self, Topic};

use crate::{Error, Mind};

/// A thread as it stands.
#[derive(Clone, PartialEq, Debug)]
pub struct ThreadView {
    /// Its name.
    pub name: String,
    /// Whether a rule began it, since nobody named one.
    pub is_ruled: bool,
    /// When something was said in it last.
    pub last_at: Moment,
    /// When it was closed; `None` while it is open.
    pub closed_at: Option<Moment>,
    /// What the turns in working memory are about.
    pub topic: Option<&'static str>,
    /// Who spoke how often in working memory: the persons by their names, and the mind. The first to speak comes first.
    pub speakers: Vec<(String, usize)>,
    /// Working memory: the last turns, each with the readable name of its memory, in the order in which they were said.
    pub working: Vec<(String, Turn)>,
    /// How many turns are in no session yet.
    pub waiting: usize,
    /// Its sessions, oldest first.
    pub sessions: Vec<ThreadSession>,
}

/// A session of a thread.
#[derive(Clone, PartialEq, Debug)]
pub struct ThreadSession {
    /// The session.
    pub memory: Memory,
    /// Its tier.
    pub tier: SessionTier,
    /// How many turns it has.
    pub turns: usize,
}

impl Mind<'_> {
    /// A thread as it stands.
    ///
    /// # Errors
    /// [`Error::NoThread`] when nothing was said under that name, or when the store fails.
    pub fn thread(&self, name: &str) -> Result<ThreadView, Error> {
        let kept = self.engine.kept_name(name);
        self.engine.look(|r| self.view_thread(r, &kept)?.ok_or_else(|| Error::NoThread { name: name.to_owned() }))
    }

    /// Closes a thread as [`Mind::close_thread`] does, and refuses one that is not there.
    ///
    /// # Errors
    /// As [`Mind::thread`], or when an embedder fails.
    pub fn end_thread(&self, name: &str) -> Result<ThreadView, Error> {
        self.thread(name)?;
        self.close_thread(name)?;
        self.thread(name)
    }

    /// The memories of the turns that a session sums up; none of what is no session.
    ///
    /// # Errors
    /// When the store fails.
    pub fn turns_of_session(&self, session: MemoryId) -> Result<Vec<MemoryId>, Error> {
        self.engine.look(|r| {
            let Ok(memory) = r.memory(&self.name, session) else { return Ok(Vec::new()) };
            let turns = r.session(&self.name, memory.seq)?.map(|notes| notes.memories).unwrap_or_default();
            Ok(r.memories(&self.name, &turns)?.into_iter().map(|turn| turn.id).collect())
        })
    }

    fn view_thread(&self, r: &dyn Reader, name: &str) -> Result<Option<ThreadView>, Error> {
        let most = self.parameters().sessions.max_turns as usize;
        let turns = r.last_turns(&self.name, name, most)?;
        let standing = r.thread_standing(&self.name, name)?;
        let Some(last_at) = standing.as_ref().map(|one| one.last_at).or(turns.last().map(|(_, turn)| turn.at)) else {
            return Ok(None);
        };
        let seqs: Vec<Seq> = turns.iter().map(|(seq, _)| *seq).collect();
        let memories = r.memories(&self.name, &seqs)?;
        let handle = |seq: Seq| memories.iter().find(|memory| memory.seq == seq).map(|memory| memory.handle.clone());
        let words: Vec<&str> = turns.iter().flat_map(|(_, turn)| [turn.said.as_str(), turn.replied.as_str()]).collect();
        Ok(Some(ThreadView {
            name: name.to_owned(),
            is_ruled: standing.as_ref().is_some_and(|one| one.is_ruled),
            last_at,
            closed_at: standing.as_ref().and_then(|one| one.closed_at),
            topic: topic::topic(&words.join("\n")).map(Topic::name),
            speakers: self.speaker_counts(turns.iter().map(|(_, turn)| turn)),
            waiting: standing.map_or(0, |one| one.waiting),
            working: turns.into_iter().map(|(seq, turn)| (handle(seq).unwrap_or_default(), turn)).collect(),
            sessions: self.sessions_of_thread(r, name)?,
        }))
    }

    fn sessions_of_thread(&self, r: &dyn Reader, name: &str) -> Result<Vec<ThreadSession>, Error> {
        let seqs = r.sessions_in(&self.name, name)?;
        let mut sessions = Vec::with_capacity(seqs.len());
        for memory in r.memories(&self.name, &seqs)? {
            let tier = r.tier(&self.name, memory.seq)?.unwrap_or_default();
            let turns = r.session(&self.name, memory.seq)?.map_or(0, |notes| notes.memories.len());
            sessions.push(ThreadSession { memory, tier, turns });
        }
        sessions.sort_by_key(|session| (session.memory.created.unix_micros(), session.memory.seq));
        Ok(sessions)
    }

    fn speaker_counts<'t>(&self, turns: impl Iterator<Item = &'t Turn>) -> Vec<(String, usize)> {
        let mut speakers: Vec<(String, usize)> = Vec::new();
        let mut count = |name: &str| match speakers.iter_mut().find(|(known, _)| known == name) {
            Some((_, times)) => *times += 1,
            None => speakers.push((name.to_owned(), 1)),
        };
        for turn in turns {
            if !turn.said.is_empty() {
                count(&turn.person);
            }
            if !turn.replied.is_empty() {
                count(self.name.as_str());
            }
        }
        speakers
    }
}
