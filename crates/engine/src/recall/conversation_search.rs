//! Past conversations searched for words, to the letter, with S3's noise control (SPEC R5).

use std::collections::HashSet;

use omoide_core::policy::noise_control::{NoiseCandidate, choose, shown};
use omoide_core::ports::store::{PastTurn, Reader};
use omoide_core::{Memory, MemoryId, Moment, Source, TurnId};
use omoide_language::{fold, query_plan};

use crate::{Error, Mind, Prompt};

/// Who said a passage.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Speaker {
    /// The person.
    Person,
    /// The agent: in reply, or in what it wrote down itself.
    Agent,
    /// A document.
    Document,
    /// A tool.
    Tool,
}

impl Speaker {
    /// The word for it in wires.
    pub fn name(self) -> &'static str {
        match self {
            Self::Person => "person",
            Self::Agent => "agent",
            Self::Document => "document",
            Self::Tool => "tool",
        }
    }

    /// Who it is where the words that come first in a turn are not a person's.
    fn in_turn_of(self, source: Source) -> Self {
        match (self, source) {
            (Self::Person, Source::Agent) => Self::Agent,
            (Self::Person, Source::Document) => Self::Document,
            (Self::Person, Source::Tool) => Self::Tool,
            (speaker, _) => speaker,
        }
    }
}

/// Something that was said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Passage {
    /// The memory of the turn, if there is one.
    pub memory: Option<MemoryId>,
    /// Its readable name.
    pub handle: Option<String>,
    /// Who said it.
    pub speaker: Speaker,
    /// The person of the turn.
    pub person: String,
    /// The conversation.
    pub thread: Option<String>,
    /// When.
    pub at: Moment,
    /// The words, as far as they are shown.
    pub text: String,
    /// Whether they go on.
    pub is_cut: bool,
}

/// What was found.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct FoundPassages {
    /// Those that stand for all, the newest first.
    pub passages: Vec<Passage>,
    /// How many hold the words.
    pub matches: usize,
    /// How many turns were looked through.
    pub looked_through: usize,
    /// How many turns hold the words but are left out, because they are among the last of the open conversation.
    pub in_sight: usize,
    /// How many passages hold the words but are left out, because their memories were put away by hand.
    pub put_away: usize,
    /// Where no passage is shown: memories that a recall of the words finds, the best first.
    pub near: Vec<Memory>,
}

/// How many memories are offered where the words were not found.
const NEAR: usize = 3;

/// What a look through all turns gives.
#[derive(Default)]
struct Sighting {
    found: Vec<Match>,
    looked_through: usize,
    in_sight: usize,
}

/// A passage that holds the words.
struct Match {
    turn: TurnId,
    speaker: Speaker,
    words: usize,
    candidate: NoiseCandidate,
}

impl Mind<'_> {
    /// The passages of past conversations that hold the words; where none holds them all, those that hold
    /// the most. The last turns of `open_thread` are left out: they are still in sight; so are those that someone put
    /// away. Where nothing is left, memories are offered that are about the same. Looking is not recalling; nothing is marked.
    ///
    /// # Errors
    /// When the store fails.
    pub fn search_conversations(&self, words: &[String], open_thread: Option<&str>) -> Result<FoundPassages, Error> {
        let mut wanted: Vec<String> = words.iter().map(|word| fold(word.trim())).filter(|w| !w.is_empty()).collect();
        wanted.sort_unstable();
        wanted.dedup();
        if wanted.is_empty() {
            return Ok(FoundPassages::default());
        }
        let mut found = self.passages(&wanted, open_thread)?;
        if found.passages.is_empty() && found.looked_through > 0 {
            found.near = self.near(words, open_thread);
        }
        Ok(found)
    }

    /// What a recall of the words finds. They are an extra: that none can be found is no failure. Where a recall would send
    /// the words to another machine, there are none: whoever looks for letters has not asked for that.
    fn near(&self, words: &[String], open_thread: Option<&str>) -> Vec<Memory> {
        if self.engine.parts.embedders.active().is_remote() {
            return Vec::new();
        }
        let prompt = Prompt {
            thread: open_thread.map(str::to_owned),
            top_k: Some(NEAR),
            leaves_a_mark: false,
            ..Prompt::new(words.join(" "))
        };
        let hits = self.recall(&prompt).map(|recalled| recalled.hits).unwrap_or_default();
        hits.into_iter().map(|hit| hit.memory).collect()
    }

    fn passages(&self, wanted: &[String], open_thread: Option<&str>) -> Result<FoundPassages, Error> {
        let open_thread = open_thread.map(|thread| self.engine.kept_name(thread));
        self.engine.look(|r| {
            let Sighting { mut found, looked_through, in_sight } = self.matches(r, wanted, open_thread.as_deref())?;
            let mut put_away = 0;
            loop {
                let candidates: Vec<NoiseCandidate> = found.iter().map(|m| m.candidate.clone()).collect();
                let chosen = choose(&candidates, number_of(wanted), &self.parameters().conversations);
                let mut passages = Vec::with_capacity(chosen.len());
                let mut hidden = Vec::new();
                for place in chosen {
                    let Some(mut passage) = self.passage(r, &found[place])? else { continue };
                    let memory = passage.memory.map(|id| r.memory(&self.name, id)).transpose()?;
                    if let Some(memory) = &memory {
                        passage.speaker = passage.speaker.in_turn_of(memory.origin.source);
                    }
                    match memory.is_some_and(|memory| memory.shown.is_put_away()) {
                        true => hidden.push(found[place].turn),
                        false => passages.push(passage),
                    }
                }
                if hidden.is_empty() {
                    let (matches, near) = (found.len(), Vec::new());
                    return Ok(FoundPassages { passages, matches, looked_through, in_sight, put_away, near });
                }
                // Others stand for all then.
                let before = found.len();
                found.retain(|m| !hidden.contains(&m.turn));
                put_away += before - found.len();
            }
        })
    }

    /// Those with the most of the words, in order of insertion.
    fn matches(&self, reader: &dyn Reader, words: &[String], open_thread: Option<&str>) -> Result<Sighting, Error> {
        let parameters = &self.parameters().conversations;
        let mut sighting = Sighting::default();
        let found = &mut sighting.found;
        let mut open: Vec<(i64, TurnId)> = Vec::new();
        reader.visit_turns(&self.name, &mut |turn: PastTurn<'_>| {
            sighting.looked_through += 1;
            if open_thread.is_some() && turn.thread == open_thread {
                open.push((turn.at.unix_micros(), turn.id));
            }
            for (speaker, text) in [(Speaker::Person, turn.said), (Speaker::Agent, turn.replied)] {
                let folded = fold(text);
                let count = words.iter().filter(|word| query_plan::holds_word(&folded, word)).count();
                if count > 0 {
                    let candidate = NoiseCandidate::new(text, turn.at, parameters);
                    found.push(Match { turn: turn.id, speaker, words: count, candidate });
                }
            }
        })?;
        open.sort_unstable_by(|a, b| b.cmp(a));
        open.truncate(parameters.open_turns as usize);
        let is_open = |m: &Match| open.iter().any(|(_, turn)| *turn == m.turn);
        let in_sight: HashSet<TurnId> = found.iter().filter(|m| is_open(m)).map(|m| m.turn).collect();
        found.retain(|m| !is_open(m));
        let most = found.iter().map(|m| m.words).max().unwrap_or(0);
        found.retain(|m| m.words == most);
        sighting.in_sight = in_sight.len();
        Ok(sighting)
    }

    fn passage(&self, reader: &dyn Reader, found: &Match) -> Result<Option<Passage>, Error> {
        let Some(kept) = reader.turn_with(&self.name, found.turn)? else { return Ok(None) };
        let (turn, (memory, handle)) = (kept.turn, kept.memory.unzip());
        let said = match found.speaker {
            Speaker::Person => &turn.said,
            Speaker::Agent | Speaker::Document | Speaker::Tool => &turn.replied,
        };
        let (text, is_cut) = shown(said, &self.parameters().conversations);
        Ok(Some(Passage {
            memory,
            handle,
            speaker: found.speaker,
            text: text.to_owned(),
            is_cut,
            person: turn.person,
            thread: turn.thread,
            at: turn.at,
        }))
    }
}

/// A number that stands for the words, so that the same words always choose the same passage (FNV-1a).
fn number_of(words: &[String]) -> u64 {
    words
        .iter()
        .flat_map(|word| word.bytes().chain([0]))
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
