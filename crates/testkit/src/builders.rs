//! Builders: say what matters to a test, and the rest is filled in.
//!
//! ```
//! use omoide_testkit::builders::{a_memory, at};
//!
//! let memory = a_memory(7).saying("the cat is called Rex").on("2026-01-20T14:30:00+09:00").build();
//! assert_eq!(memory.created, at("2026-01-20T14:30:00+09:00"));
//! ```

use omoide_core::change::Actor;
use omoide_core::ports::store::NewMemory;
use omoide_core::{
    Category, Emotion, Feeling, Kind, Level, Life, Making, MemoryId, MindName, Moment, Origin, Relation, RelationType,
    Retention, Shown, Source, Tag, Text, Turn, Valence, Vector, Witnesses, Words,
};

/// The moment that the text names.
///
/// # Panics
/// When it names none.
pub fn at(text: &str) -> Moment {
    text.parse().expect("a time")
}

/// The mind called `name`.
///
/// # Panics
/// When no mind can be called that.
pub fn mind(name: &str) -> MindName {
    name.parse().expect("a name for a mind")
}

/// The id with that number.
pub fn id(number: u128) -> MemoryId {
    MemoryId::from_u128(number)
}

/// A reference to the memory with that number.
pub fn relation(to: u128) -> Relation {
    Relation { to: id(to), kind: RelationType::SameTopic }
}

/// How an episode lives that was just written down.
pub fn fresh() -> Retention {
    Retention {
        memory_days: 0.0,
        decay_coefficient: 0.99,
        retention_score: 50.0,
        recall_count: 0,
        recalled_since_last_batch: false,
    }
}

/// What a memory shows that has been in the archive since `since`.
pub fn archived(since: Moment) -> Shown {
    Shown { level: Level::Archived, archived_at: Some(since), ..Shown::NEW }
}

/// A turn in which `person` said something and was answered.
pub fn a_turn(person: &str, said: &str, replied: &str) -> Turn {
    Turn {
        said: said.to_owned(),
        replied: replied.to_owned(),
        at: at("2026-01-20T14:30:00+09:00"),
        person: person.to_owned(),
        thread: None,
        uid: None,
        heard_until: None,
        witnesses: Witnesses::default(),
    }
}

/// The episode with that number, about nothing in particular.
pub fn a_memory(number: u128) -> MemoryBuilder {
    let created = at("2026-01-20T14:30:00+09:00");
    MemoryBuilder {
        memory: NewMemory {
            id: id(number),
            handle: None,
            kind: Kind::Episode,
            origin: Origin { person: "Aki".to_owned(), thread: None, source: Source::Person },
            created,
            recorded_at: created,
            emotion: Emotion {
                intensity: 50,
                feeling: Feeling { valence: Valence::Positive, arousal: 40, tags: vec![Tag::Joy, Tag::Curiosity] },
            },
            category: Category::Casual,
            keywords: vec!["weather".to_owned()],
            text: Text { trigger: format!("trigger {number}"), content: format!("content {number}") },
            made: Making::Original,
            shown: Shown::NEW,
            life: Life::Episode(fresh()),
            relations: Vec::new(),
            vectors: Vec::new(),
            turn: None,
            words: None,
            by: Actor::Agent,
        },
    }
}

/// A memory in the making.
#[derive(Clone, Debug)]
pub struct MemoryBuilder {
    memory: NewMemory,
}

impl MemoryBuilder {
    /// The memory.
    pub fn build(self) -> NewMemory {
        self.memory
    }

    /// With another change that has no name here.
    pub fn with(mut self, change: impl FnOnce(&mut NewMemory)) -> Self {
        change(&mut self.memory);
        self
    }

    /// What set it off.
    pub fn saying(self, trigger: &str) -> Self {
        self.with(|memory| memory.text.trigger = trigger.to_owned())
    }

    /// When it happened and was written down.
    pub fn on(self, moment: &str) -> Self {
        let moment = at(moment);
        self.with(|memory| (memory.created, memory.recorded_at) = (moment, moment))
    }

    /// How much it mattered.
    pub fn intensity(self, intensity: u8) -> Self {
        self.with(|memory| memory.emotion.intensity = intensity)
    }

    /// Its kind.
    pub fn kind(self, kind: Kind) -> Self {
        self.with(|memory| (memory.kind, memory.life) = (kind, Life::of(kind, memory.life.retention())))
    }

    /// What it shows of itself.
    pub fn shown(self, shown: Shown) -> Self {
        self.with(|memory| memory.shown = shown)
    }

    /// How it lives.
    pub fn living(self, retention: Retention) -> Self {
        self.with(|memory| memory.life = Life::Episode(retention))
    }

    /// A memory that it points to; may be called again.
    pub fn pointing_to(self, number: u128) -> Self {
        self.with(|memory| memory.relations.push(relation(number)))
    }

    /// A vector under a model; may be called again.
    pub fn vector(self, model: &str, values: &[f32]) -> Self {
        self.with(|memory| memory.vectors.push(Vector::new(model, values.to_vec())))
    }

    /// The turn that it remembers.
    pub fn of_turn(self, turn: Turn) -> Self {
        self.with(|memory| memory.turn = Some(turn))
    }

    /// Its words.
    pub fn words(self, words: Words) -> Self {
        self.with(|memory| memory.words = Some(words))
    }

    /// The handle that it comes with.
    pub fn called(self, handle: &str) -> Self {
        self.with(|memory| memory.handle = Some(handle.to_owned()))
    }
}
