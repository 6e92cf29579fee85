//! Encoding: a turn becomes a memory. Strip → redact → dedupe → analyse → embed → write.

mod among;
mod batch;
mod cut;
pub(crate) mod feeling;
mod forecast;
mod observation;
pub(crate) mod place;
mod recut;
mod refer;
mod sessions;
pub(crate) mod state;
mod streaming;
pub(crate) mod supersede;
mod taken_back;
mod threads;
mod together;
mod topics;
mod unsay;

pub use batch::TurnOutcome;
pub use forecast::ImportForecast;
pub use observation::Observation;
use state::StateSaid;
pub use streaming::{NewStream, RecoveredTurn, StreamProgress, Streaming};
pub use taken_back::{TurnsToUnsay, UnsaidTurn, UnsaidTurns};
use together::Repeats;
pub use together::{EncodedTurns, SessionsDue};

use omoide_core::policy::episode::newborn;
use omoide_core::policy::lasting::{Claim, remembered_as};
use omoide_core::ports::store::{NewMemory, Writer};
use omoide_core::ports::{Analysis, TakenCount};
use omoide_core::{
    ActivityFields, DEFAULT_PERSON, Kind, Life, Making, Memory, MemoryId, Moment, Origin, Shown, Source, Text, Turn,
    Vector, Witnesses,
};
use omoide_language::memory_trace::{self, MemoryTrace};
use omoide_language::strip;
use omoide_language::unsaying::{Unsaying, unsaying};
use omoide_language::update::Statement;

use self::threads::Over;
use crate::activity::tool_lines;
use crate::keep::protect::beginning;
use crate::redaction::{TakenKinds, note_repeated};
use crate::{Error, Mind, Place, Protection};

/// What came of an observation.
#[derive(Clone, Debug)]
pub enum Remembered {
    /// It is a memory now.
    Anew {
        /// The memory.
        memory: Box<Memory>,
        /// What came of the wish to protect it.
        protection: Protection,
        /// How many secrets of each kind were taken out of its words and names.
        taken: Vec<TakenCount>,
        /// The turns that it took back.
        unsaid: UnsaidTurns,
    },
    /// It was remembered before, and counts as recalled now.
    Before {
        /// The memory.
        id: MemoryId,
        /// Its readable name.
        handle: String,
        /// The turns that it took back.
        unsaid: UnsaidTurns,
    },
    /// It took turns back and has nothing to remember itself.
    TookBack {
        /// The turns; none where they had been taken back before.
        unsaid: UnsaidTurns,
    },
    /// It was taken back before, and does not come back.
    TakenBackBefore,
    /// It is a command to the host, which is not remembered (S0 除外ルール).
    Command,
    /// Nothing was left after own blocks and private parts were taken out.
    NothingLeft,
    /// The person asked not to be remembered: neither turn nor memory of it is kept.
    Unsaid {
        /// The turn before it, by its id and its readable name, where that was meant: it is archived now.
        put_away: Option<(MemoryId, String)>,
    },
}

/// A turn as it was heard: own blocks, private parts and secrets are taken out.
struct Heard {
    turn: Turn,
    traces: Vec<MemoryTrace>,
    taken: TakenKinds,
}

impl Heard {
    fn is_empty(&self) -> bool {
        self.turn.said.is_empty() && self.turn.replied.is_empty()
    }
}

/// What is to be done about an observation.
enum Hearing {
    /// It is a command to the host.
    Command,
    /// Neither turn nor memory of it is kept.
    Unsaid(Turn, Unsaying),
    /// It is a turn.
    Heard(Heard),
}

/// A turn that only has to be written down.
struct Ready {
    new: NewMemory,
    traces: Vec<MemoryTrace>,
    taken: TakenKinds,
    /// Where it was said.
    place: Option<Place>,
    wants_protection: bool,
    /// Whether the turn before it is to be put away.
    takes_back: bool,
    /// What it tells, if that may make something out of date.
    telling: Option<Statement>,
    /// What the activity log says of its tools.
    tools: Vec<ActivityFields>,
    /// What it says of tasks, if anything.
    state: Option<Box<StateSaid>>,
}

/// An observation that is understood.
enum Encoded {
    /// It is to be written down.
    Ready(Box<Ready>),
    /// Neither turn nor memory of it is kept.
    Unsaid(Turn, Unsaying),
    /// It is a command to the host.
    Command,
    /// Nothing is left of it but what the agent reports of memories.
    NothingLeft(Vec<MemoryTrace>),
}

impl Mind<'_> {
    /// Remembers a turn.
    ///
    /// # Errors
    /// [`Error::NoText`], [`Error::TextTooLong`], [`Error::NulInText`], or when a part fails; nothing
    /// was stored then.
    pub fn remember(&self, observation: Observation) -> Result<Remembered, Error> {
        let now = self.engine.parts.clock.now();
        let hearing = self.hear(&observation, now)?;
        // What is known already need not be understood again.
        if let Hearing::Heard(heard) = &hearing
            && !heard.is_empty()
            && !observation.unsays()
            && let Some(seen) = self.seen_before(&heard.turn, now)?
        {
            return Ok(seen);
        }
        let encoded = self.encode(&observation, hearing, now)?;
        let mut written = self.write_encoded(&[(&observation, encoded)], Repeats::AreRecalls, &[], now)?;
        written.pop().unwrap_or(Ok(Remembered::NothingLeft))
    }

    /// What is made of an observation as it was heard, before anything is written.
    fn encode(&self, observation: &Observation, hearing: Hearing, now: Moment) -> Result<Encoded, Error> {
        Ok(match hearing {
            Hearing::Command => Encoded::Command,
            Hearing::Unsaid(turn, what) => Encoded::Unsaid(turn, what),
            Hearing::Heard(heard) if heard.is_empty() => Encoded::NothingLeft(heard.traces),
            Hearing::Heard(heard) => Encoded::Ready(Box::new(self.ready(observation, heard, now)?)),
        })
    }

    /// The turn of an observation, without what is no part of it.
    fn hear(&self, observation: &Observation, now: Moment) -> Result<Hearing, Error> {
        let before = if observation.unsays() { self.turn_before_it(observation)? } else { None };
        let (said, replied) = spoken(observation, before.as_ref());
        if !(said.is_empty() && replied.is_empty() && observation.retracts.is_some()) {
            self.check_halves(said, replied)?;
        }
        if strip::is_command(said) {
            return Ok(Hearing::Command);
        }
        let (redactor, mut taken) = (self.engine.redactor(), TakenKinds::new());
        // What a person writes is no report, but it is no memory either.
        let (said, _) = memory_trace::take(said);
        let heard = observation.heard_until.and_then(|until| {
            let mut clean = |text: &str| redactor.text(&memory_trace::take(text).0, &mut TakenKinds::new());
            Some((until, refer::heard_part(replied, until, &mut clean)?))
        });
        let (heard_until, heard) = heard.unzip();
        let (replied, traces) = memory_trace::take(heard.as_deref().unwrap_or(replied));
        let mut name = |name: &str| redactor.name(name, &mut taken).into_owned();
        let shared = before.as_ref();
        let person = observation.person.as_deref().or(shared.map(|turn| turn.person.as_str()));
        let person = name(person.unwrap_or(DEFAULT_PERSON));
        let thread = observation.thread.as_deref().or(shared.and_then(|turn| turn.thread.as_deref())).map(&mut name);
        let uid = observation.uid.as_deref().map(&mut name);
        let persons = observation.witnesses.persons.iter().map(|person| name(person)).collect();
        let witnesses = Witnesses { persons, minds: observation.witnesses.minds.clone() }.in_order();
        let revised_at = shared.filter(|_| observation.revises.is_some()).map(|turn| turn.at);
        let replied = redactor.text(&replied, &mut taken);
        let broke_off = observation.is_interrupted.then(|| u32::try_from(replied.chars().count()).unwrap_or(u32::MAX));
        let heard_until = heard_until.or(broke_off);
        let turn = Turn {
            said: redactor.text(&said, &mut taken),
            replied,
            at: observation.at.or(revised_at).unwrap_or(now),
            person,
            thread,
            uid,
            heard_until,
            witnesses,
        };
        Ok(match self.unsaid(observation, &turn) {
            Some(what) if what != Unsaying::BeforeOnly => Hearing::Unsaid(turn, what),
            _ => Hearing::Heard(Heard { turn, traces, taken }),
        })
    }

    /// What the person asks not to be remembered. Only a person can ask, and only of what is said now: who brings an
    /// analysis along has decided what to keep.
    fn unsaid(&self, observation: &Observation, turn: &Turn) -> Option<Unsaying> {
        let is_said = observation.source == Source::Person && observation.analysis.is_none();
        if is_said && self.parameters().encode.unsaying { unsaying(&turn.said) } else { None }
    }

    /// The memory of a turn, analysed and embedded.
    fn ready(&self, observation: &Observation, heard: Heard, now: Moment) -> Result<Ready, Error> {
        let parts = &self.engine.parts;
        let Heard { turn, traces, mut taken } = heard;
        let mut analysis = self.understood(observation, &turn, &mut taken);
        let claim = Claim { is_lasting: analysis.is_lasting, is_on_purpose: observation.is_on_purpose };
        let intensity = &mut analysis.emotion.intensity;
        (analysis.category, *intensity) =
            remembered_as(analysis.category, *intensity, claim, &self.parameters().encode);
        let vectors = parts.embedders.embed_one(&analysis.text.joined(), observation.embedding.clone())?;
        let wants_protection = wants_protection(observation, &analysis);
        let takes_back = self.unsaid(observation, &turn) == Some(Unsaying::BeforeOnly);
        let mut new = self.new_memory(observation, analysis, vectors, turn, now);
        new.words = Some(self.words_of(&new));
        let telling = new.turn.as_ref().and_then(|turn| self.telling(&turn.said));
        let is_said = observation.source == Source::Person;
        let state = new.turn.as_ref().filter(|_| is_said).and_then(StateSaid::of);
        let place = observation.place.clone().map(|place| self.engine.redactor().place(place, &mut taken));
        let mut of_tools = TakenKinds::new();
        let tools = tool_lines(self.engine.redactor(), &observation.tools, &mut of_tools);
        note_repeated(&mut taken, of_tools);
        Ok(Ready { new, traces, taken, place, wants_protection, takes_back, telling, tools, state })
    }

    /// What is understood of a turn: what came with it, or what the language layer makes of its words.
    fn understood(&self, observation: &Observation, turn: &Turn, taken: &mut TakenKinds) -> Analysis {
        let given = observation.analysis.clone().map(|analysis| self.clean_analysis(analysis, taken));
        given.unwrap_or_else(|| {
            let most = self.parameters().encode.full_text_characters as usize;
            self.engine.parts.understanding.analyse(&turn.said, &turn.replied, most)
        })
    }

    /// An analysis that someone else has made, without the secrets that may be in its words.
    fn clean_analysis(&self, analysis: Analysis, taken: &mut TakenKinds) -> Analysis {
        let (redactor, mut again) = (self.engine.redactor(), TakenKinds::new());
        let mut clean = |text: &str| redactor.kept(text, &mut again);
        let text = Text { trigger: clean(&analysis.text.trigger), content: clean(&analysis.text.content) };
        let keywords = analysis.keywords.iter().map(|word| clean(word)).collect();
        note_repeated(taken, again);
        Analysis { text, keywords, ..analysis }
    }

    fn write_down(
        &self,
        w: &mut dyn Writer,
        observation: &Observation,
        ready: &Ready,
        unsaid: UnsaidTurns,
        now: Moment,
        over: &mut Vec<Over>,
    ) -> Result<Remembered, Error> {
        // Asked again inside the transaction: two hooks may bring the same turn at once.
        let turn = ready.new.turn.as_ref().expect("new_memory gives it its turn");
        if let Some((id, handle)) = w.same_turn(&self.name, turn)? {
            return Ok(Remembered::Before { id, handle, unsaid });
        }
        if self.is_taken_back(w, turn.uid.as_deref())? {
            // A reply that takes the place of another may have been there before: someone goes back to it.
            if unsaid.is_empty() || observation.revises.is_none() {
                return Ok(Remembered::TakenBackBefore);
            }
            if let Some(uid) = &turn.uid {
                w.set_state(&self.name, &refer::tombstone(uid), None)?;
            }
        }
        if ready.takes_back {
            self.put_away_before(w, turn, now)?;
        }
        let mut new = ready.new.clone();
        while observation.id.is_none() && w.memory(&self.name, new.id).is_ok() {
            new.id = self.engine.parts.ids.next(new.created);
        }
        over.extend(self.speak(w, &mut new, ready.place.as_ref(), observation.finds_thread)?);
        let mut protection = Protection::NotAsked;
        if ready.wants_protection {
            let protected = w.protected(&self.name)?;
            let limit = self.parameters().protection.max_protected_memories as usize;
            new.shown.protected = protected.len() < limit;
            protection = if new.shown.protected {
                Protection::Given
            } else {
                Protection::Full { limit, oldest: protected.iter().map(beginning).collect() }
            };
        }
        let placed = w.insert(&self.name, &new)?;
        self.connect_names(w, placed.seq, &new)?;
        if let Some(telling) = &ready.telling {
            self.supersede(w, (&new, &placed), telling)?;
        }
        self.resonate_within(w, &ready.traces, Some(placed.group), now)?;
        let felt = &new.emotion.feeling;
        let thread = new.origin.thread.as_deref();
        feeling::keep(w, &self.name, thread, Some(felt), new.created)?;
        if let Some(place) = &ready.place {
            place::keep(w, &self.name, place, thread, (new.id, new.created))?;
        }
        self.log_turn(w, observation, (turn, placed.seq), &ready.tools, now)?;
        // What it resolves is logged after the words that say so.
        if let Some(state) = &ready.state {
            self.note_state(w, &new, placed.seq, state)?;
        }
        let (memory, taken) = (Box::new(new.into_memory(self.name.clone(), placed)), ready.taken.clone());
        Ok(Remembered::Anew { memory, protection, taken, unsaid })
    }

    pub(crate) fn check_halves(&self, said: &str, replied: &str) -> Result<(), Error> {
        if said.trim().is_empty() && replied.trim().is_empty() {
            return Err(Error::NoText);
        }
        let limit = self.parameters().encode.max_text_bytes as usize;
        let bytes = said.len() + replied.len();
        if bytes > limit {
            return Err(Error::TextTooLong { bytes, limit });
        }
        match [said, replied].into_iter().find_map(|text| text.find('\0')) {
            Some(offset) => Err(Error::NulInText { offset }),
            None => Ok(()),
        }
    }

    fn seen_before(&self, turn: &Turn, now: Moment) -> Result<Option<Remembered>, Error> {
        let Some((id, handle)) = self.engine.read(|r| r.same_turn(&self.name, turn))? else { return Ok(None) };
        self.write(|w| self.recall_again(w, id, turn, now))?;
        Ok(Some(Remembered::Before { id, handle, unsaid: UnsaidTurns::default() }))
    }

    fn new_memory(
        &self,
        observation: &Observation,
        analysis: Analysis,
        vectors: Vec<Vector>,
        turn: Turn,
        now: Moment,
    ) -> NewMemory {
        let parameters = self.parameters();
        let created = turn.at;
        let intensity = analysis.emotion.intensity.min(100);
        NewMemory {
            id: observation.id.unwrap_or_else(|| self.engine.parts.ids.next(created)),
            handle: observation.handle.as_deref().map(|handle| self.engine.kept_name(handle).into_owned()),
            kind: Kind::Episode,
            origin: Origin { person: turn.person.clone(), thread: turn.thread.clone(), source: observation.source },
            created,
            recorded_at: now,
            shown: Shown::NEW,
            life: Life::Episode(newborn(created, &analysis.category, intensity, parameters)),
            emotion: analysis.emotion,
            category: analysis.category,
            keywords: analysis.keywords,
            text: analysis.text,
            made: Making::Original,
            relations: Vec::new(),
            vectors,
            turn: Some(turn),
            words: None,
            by: observation.by,
        }
    }
}

/// What was said and replied: one that only tells how much of a turn was heard has that turn's words.
fn spoken<'t>(observation: &'t Observation, before: Option<&'t Turn>) -> (&'t str, &'t str) {
    let is_empty = observation.said.is_empty() && observation.replied.is_empty();
    match before {
        Some(turn) if is_empty && observation.heard_until.is_some() && observation.revises.is_some() => {
            (&turn.said, &turn.replied)
        }
        _ => (&observation.said, &observation.replied),
    }
}

/// Whether a turn is to be protected: by the word of whoever hands it in, or else by the person's words.
fn wants_protection(observation: &Observation, analysis: &Analysis) -> bool {
    observation.protect.unwrap_or(analysis.protect)
}

/// Where a mark is kept that an import leaves.
fn state_key(key: &str) -> String {
    format!("import:{key}")
}
