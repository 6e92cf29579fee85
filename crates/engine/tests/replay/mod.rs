//! Replays one golden scenario and says where the outcome differs.

mod diff;
mod parts;

use std::collections::BTreeSet;
use std::sync::Arc;

use omoide::core::change::Actor;
use omoide::core::parameters::BlockForm;
use omoide::core::policy::episode::{LinkChange, NightReport};
use omoide::core::ports::store::{Filter, NewMemory};
use omoide::core::ports::{Analysis, Store};
use omoide::core::{
    Category, Emotion, Feeling, Kind, Level, Life, Making, Memory, MemoryId, MindName, Moment, Origin, Relation,
    Retention, Revival, Shown, Source, Text, Vector,
};
use omoide::{
    Budget, DueNight, Embedders, Engine, Error, Hit, Improvement, Mind, Observation, Parts, Prompt, Protection,
    Recalled, Remembered, Silence, Terms, block_within,
};
use omoide_store::Options;
use omoide_testkit::clock::HandClock;
use omoide_testkit::ids::CountedIds;
use omoide_testkit::settling::{begin_anew, settle};
use serde_json::{Value, json};

use parts::StandIn;

/// The block as S0 writes it.
const S0_FORM: Budget = Budget { tokens: usize::MAX, form: BlockForm::S0 };

/// Where the outcome differs from what the scenario expects.
pub fn differences(golden: &Value) -> Vec<String> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let store = omoide_store::open(folder.path().join("omoide.db"), Options::CREATE).expect("a new store");
    let stage = Stage::new(golden, store);
    let actual = stage.play();
    diff::differences(&golden["expected"], &actual, &golden["tolerance"])
}

/// A scenario with an engine to play it on.
struct Stage<'g> {
    golden: &'g Value,
    engine: Engine,
    clock: Arc<HandClock>,
    names: Names,
}

/// The scenario's ids in their own order, as ids of ours.
#[derive(Clone)]
pub struct Names(Arc<Vec<String>>);

impl Names {
    fn of(golden: &Value) -> Self {
        let mut names = BTreeSet::new();
        let mut add = |memory: &Value| {
            names.insert(text(&memory["id"]));
            names.extend(list(&memory["relations"]).iter().map(|r| text(&r["id"])));
        };
        list(&golden["memories"]).iter().for_each(&mut add);
        for day in list(&golden["days"]) {
            list(&day["events"]).iter().filter(|e| e["op"] == "add").for_each(|e| add(&e["memory"]));
        }
        Self(Arc::new(names.into_iter().collect()))
    }

    pub fn id(&self, name: &str) -> MemoryId {
        let place = self.0.binary_search_by(|n| n.as_str().cmp(name)).expect("every name was collected");
        MemoryId::from_u128(place as u128 + 1)
    }

    pub fn name(&self, id: MemoryId) -> &str {
        &self.0[usize::try_from(id.to_u128()).expect("a small number") - 1]
    }
}

impl<'g> Stage<'g> {
    fn new(golden: &'g Value, store: Arc<dyn Store>) -> Self {
        let names = Names::of(golden);
        let clock = Arc::new(HandClock::default());
        let stand_in = Arc::new(StandIn::new(golden, names.clone()));
        let engine = Engine::new(Parts {
            store,
            understanding: stand_in.clone(),
            embedders: Embedders::of(stand_in),
            clock: clock.clone(),
            ids: Arc::new(CountedIds::default()),
            parameters: parts::parameters(golden),
        });
        Self { golden, engine, clock, names }
    }

    fn mind(&self) -> Mind<'_> {
        self.engine.mind(MindName::default())
    }

    fn play(&self) -> Value {
        let memories: Vec<NewMemory> = list(&self.golden["memories"]).iter().map(|m| self.adopted(m)).collect();
        let last_run = self.golden["last_compression_run"].as_str().map(moment);
        settle(&self.engine, &MindName::default(), &memories, last_run);
        let mut days = Vec::new();
        let mut checkpoints = serde_json::Map::new();
        let mut last_run = self.golden["last_compression_run"].clone();
        for (number, day) in list(&self.golden["days"]).iter().enumerate() {
            let events: Vec<Value> = list(&day["events"]).iter().map(|event| self.event(event)).collect();
            let mut batch = Value::Null;
            if let Some(at) = day["batch_at"].as_str() {
                self.clock.set_to(moment(at));
                let night = DueNight { date: moment(at).date(), at: moment(at) };
                let night = self.mind().run_night(night, &mut Improvement::default()).expect("the night is run");
                batch = self.report(&night.expect("it was not slept before").report);
                last_run = json!(at);
            }
            days.push(json!({"events": events, "batch": batch}));
            if list(&self.golden["checkpoint_days"]).contains(&json!(number)) {
                checkpoints.insert(number.to_string(), self.state());
            }
        }
        json!({"days": days, "checkpoints": checkpoints, "final": self.state(), "last_compression_run": last_run})
    }

    fn event(&self, event: &Value) -> Value {
        if let Some(at) = event["at"].as_str() {
            self.clock.set_to(moment(at));
        }
        match event["op"].as_str().expect("an event has an op") {
            "add" => self.add(&event["memory"]),
            "session_start" => {
                begin_anew(&self.engine, &MindName::default());
                json!({})
            }
            "retrieve" => self.retrieve(event),
            "protect" => match self.mind().protect(&text(&event["id"]), Actor::Person) {
                Ok(_) => json!({"over_limit": []}),
                Err(Error::ProtectionFull { oldest, .. }) => {
                    json!({"over_limit": oldest.into_iter().map(|(handle, _, _)| handle).collect::<Vec<_>>()})
                }
                Err(Error::NotFound { .. }) => json!({"missing": true}),
                Err(error) => panic!("protect: {error}"),
            },
            "unprotect" => match self.mind().unprotect(&text(&event["id"]), Actor::Person) {
                Ok(_) | Err(Error::NotFound { .. }) => json!({}),
                Err(error) => panic!("unprotect: {error}"),
            },
            "delete" => match self.mind().erase(&[text(&event["id"])], Actor::Person) {
                Ok(_) => json!({"deleted": true}),
                Err(Error::NotFound { .. } | Error::Protected { .. }) => json!({"deleted": false}),
                Err(error) => panic!("delete: {error}"),
            },
            other => panic!("no event called {other}"),
        }
    }

    fn add(&self, memory: &Value) -> Value {
        let name = text(&memory["id"]);
        let words = Text { trigger: text(&memory["trigger"]), content: text(&memory["content"]) };
        let observation = Observation {
            at: Some(moment(&text(&memory["created"]))),
            uid: Some(name.clone()),
            id: Some(self.names.id(&name)),
            handle: Some(name),
            embedding: vector(&memory["embedding"]),
            analysis: Some(Analysis {
                emotion: emotion(memory),
                category: Category::named(&text(&memory["category"])),
                keywords: list(&memory["keywords"]).iter().map(text).collect(),
                text: words.clone(),
                protect: memory["protected"] == true,
                is_lasting: false,
            }),
            ..Observation::said(words.trigger).replied(words.content)
        };
        match self.mind().remember(observation).expect("it is remembered") {
            Remembered::Anew { memory, protection, .. } => {
                assert_eq!(memory.shown.protected, protection == Protection::Given);
                json!({
                    "id": self.names.name(memory.id),
                    "memory_days": memory.life.retention().memory_days,
                    "decay_coefficient": memory.life.retention().decay_coefficient,
                    "retention_score": memory.life.retention().retention_score,
                    "current_level": memory.shown.level.number(),
                    "protected": memory.shown.protected,
                })
            }
            other => panic!("not remembered anew: {other:?}"),
        }
    }

    fn retrieve(&self, event: &Value) -> Value {
        let prompt = Prompt {
            embedding: vector(&event["query_embedding"]),
            with_feeling: event["use_emotion"] != false,
            depth: Some(0),
            ..Prompt::new(text(&event["prompt"]))
        };
        let recalled = self.mind().recall(&prompt).expect("it is recalled");
        if recalled.silence == Some(Silence::NothingAsked) {
            return json!({"skipped": true});
        }
        let next = self.mind().feeling(None).expect("the feeling is known");
        self.recalled(&recalled, next)
    }

    fn recalled(&self, recalled: &Recalled, next: Option<Feeling>) -> Value {
        let name = |memory: &Memory| self.names.name(memory.id).to_owned();
        let hits = &recalled.hits;
        let results: Vec<Value> = hits
            .iter()
            .map(|hit| {
                json!({
                    "id": name(&hit.memory),
                    "priority": hit.terms.total(),
                    "similarity": similarity(hit),
                    "level": hit.memory.shown.level.number(),
                    "archived": !hit.memory.shown.is_active(),
                })
            })
            .collect();
        let (active, archived): (Vec<&Memory>, Vec<&Memory>) =
            hits.iter().map(|hit| &hit.memory).partition(|memory| memory.shown.is_active());
        json!({
            "results": results,
            "injection_doc": block_within(hits.iter().map(|hit| &hit.memory), S0_FORM),
            "recalled": active.into_iter().map(name).collect::<Vec<_>>(),
            "revival_requested": archived.into_iter().map(name).collect::<Vec<_>>(),
            "next_emotion": feeling(next.as_ref()),
            "current_emotion": feeling(recalled.feeling.as_ref()),
        })
    }

    fn report(&self, report: &NightReport) -> Value {
        let names = |ids: &[MemoryId]| ids.iter().map(|id| self.names.name(*id).to_owned()).collect::<Vec<_>>();
        let links = |links: &[LinkChange]| {
            links
                .iter()
                .map(|link| json!({"from": self.names.name(link.from), "to": self.names.name(link.to)}))
                .collect::<Vec<_>>()
        };
        let transitions: Vec<Value> = report
            .transitions
            .iter()
            .map(|t| {
                let (from, to) = (t.from.number(), t.to.number());
                json!({"id": self.names.name(t.memory), "from": from, "to": to, "reason": t.reason.name()})
            })
            .collect();
        let [one, two, three, four] = report.counts;
        json!({
            "transitions": transitions,
            "revived": names(&report.revived),
            "revival_postponed": names(&report.revival_postponed),
            "links_removed": links(&report.links_removed),
            "links_flipped": links(&report.links_flipped),
            "links_added": links(&report.links_added),
            "deleted": names(&report.erased),
            "counts": {"1": one, "2": two, "3": three, "4": four},
        })
    }

    fn state(&self) -> Value {
        let mut memories = self.mind().list(&Filter::default()).expect("the memories can be listed");
        memories.sort_by_key(|memory| memory.seq);
        memories.iter().map(|memory| self.state_of(memory)).collect()
    }

    fn state_of(&self, memory: &Memory) -> Value {
        let (shown, c) = (&memory.shown, memory.life.retention());
        let relations: Vec<Value> =
            memory.relations.iter().map(|r| json!({"id": self.names.name(r.to), "type": r.kind.name()})).collect();
        json!({
            "id": self.names.name(memory.id),
            "memory_days": c.memory_days,
            "recalled_since_last_batch": c.recalled_since_last_batch,
            "recall_count": c.recall_count,
            "decay_coefficient": c.decay_coefficient,
            "current_level": shown.level.number(),
            "trigger": memory.text.trigger,
            "content": memory.text.content,
            "relations": relations,
            "retention_score": c.retention_score,
            "archived_at": shown.archived_at,
            "protected": shown.protected,
            "revival_requested": shown.revival.is_asked(),
            "revival_requested_at": shown.revival.at(),
        })
    }

    /// A memory of the scenario's beginning, as it is.
    fn adopted(&self, memory: &Value) -> NewMemory {
        let name = text(&memory["id"]);
        let created = moment(&text(&memory["created"]));
        let level = memory["current_level"].as_u64().unwrap_or(1);
        NewMemory {
            id: self.names.id(&name),
            handle: Some(name),
            kind: Kind::Episode,
            origin: Origin { person: "me".to_owned(), thread: None, source: Source::Person },
            created,
            recorded_at: created,
            emotion: emotion(memory),
            category: Category::named(&text(&memory["category"])),
            keywords: list(&memory["keywords"]).iter().map(text).collect(),
            text: Text { trigger: text(&memory["trigger"]), content: text(&memory["content"]) },
            made: Making::Original,
            life: Life::Episode(Retention {
                memory_days: memory["memory_days"].as_f64().unwrap_or(0.0),
                decay_coefficient: memory["decay_coefficient"].as_f64().expect("a coefficient"),
                retention_score: memory["retention_score"].as_f64().unwrap_or(0.0),
                recall_count: u32::try_from(memory["recall_count"].as_u64().unwrap_or(0)).expect("a small count"),
                recalled_since_last_batch: memory["recalled_since_last_batch"] == true,
            }),
            shown: Shown {
                level: Level::from_number(u8::try_from(level).expect("1 to 4")).expect("1 to 4"),
                archived_at: memory["archived_at"].as_str().map(moment),
                protected: memory["protected"] == true,
                revival: match (
                    memory["revival_requested"] == true,
                    memory["revival_requested_at"].as_str().map(moment),
                ) {
                    (true, at) => Revival::Asked { at },
                    (false, last_at) => Revival::NotAsked { last_at },
                },
                version: 1,
            },
            relations: list(&memory["relations"])
                .iter()
                .map(|r| Relation {
                    to: self.names.id(&text(&r["id"])),
                    kind: text(&r["type"]).parse().expect("one of the five"),
                })
                .collect(),
            vectors: vector(&memory["embedding"]).map(|values| Vector::new(parts::MODEL, values)).into_iter().collect(),
            turn: None,
            words: None,
            by: Actor::Person,
        }
    }
}

fn similarity(hit: &Hit) -> f64 {
    match hit.terms {
        Terms::Resonance(terms) => terms.priority.similarity,
        other => panic!("a scenario is ranked by the priority, not by {other:?}"),
    }
}

fn emotion(memory: &Value) -> Emotion {
    let number = |value: &Value| u8::try_from(value.as_u64().expect("0 to 100")).expect("0 to 100");
    Emotion {
        intensity: number(&memory["emotional_intensity"]),
        feeling: Feeling {
            valence: text(&memory["emotional_valence"]).parse().expect("one of the three"),
            arousal: number(&memory["emotional_arousal"]),
            tags: list(&memory["emotional_tags"]).iter().map(|t| text(t).parse().expect("one of the 23")).collect(),
        },
    }
}

fn feeling(feeling: Option<&Feeling>) -> Value {
    feeling.map_or(Value::Null, |f| {
        let tags: Vec<&str> = f.tags.iter().map(|t| t.name()).collect();
        json!({"valence": f.valence.name(), "arousal": f.arousal, "tags": tags})
    })
}

pub fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

pub fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

pub fn vector(value: &Value) -> Option<Vec<f32>> {
    let numbers = value.as_array().filter(|numbers| !numbers.is_empty())?;
    Some(numbers.iter().map(|n| n.as_f64().expect("a number") as f32).collect())
}

fn moment(text: &str) -> Moment {
    text.parse().expect("a time")
}
