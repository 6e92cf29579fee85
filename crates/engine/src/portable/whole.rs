//! A memory of a store as a line of an export, and back.

use omoide_core::ports::store::{EarlierTie, Names, WholeMemory, WholeSession};
use omoide_core::{
    Category, Emotion, Feedback, Feeling, Kind, Level, Life, Making, Memory, MindName, Origin, Relation, RelationType,
    Seq, Source, Tag, Text, TextVersion, TieKind, Turn, Valence, Witnesses,
};

use super::line::{
    ExportedSession, ExportedTurn, ExportedWitnesses, MemoryLine, RelationLine, SpanLine, TieLine, VersionLine,
};
use super::plan::LineFault;

type Fit<T> = Result<T, LineFault>;

impl From<Turn> for ExportedTurn {
    fn from(turn: Turn) -> Self {
        let Turn { said, replied, at, person, thread, uid, heard_until, witnesses } = turn;
        let Witnesses { persons, minds } = witnesses;
        let witnesses = ExportedWitnesses { persons, minds: minds.iter().map(ToString::to_string).collect() };
        Self { said, replied, at, person, thread, uid, heard_until, witnesses }
    }
}

impl From<ExportedTurn> for Turn {
    fn from(line: ExportedTurn) -> Self {
        let ExportedTurn { said, replied, at, person, thread, uid, heard_until, witnesses } = line;
        let minds = witnesses.minds.iter().filter_map(|name| name.parse().ok()).collect();
        let witnesses = Witnesses { persons: witnesses.persons, minds }.in_order();
        Self { said, replied, at, person, thread, uid, heard_until, witnesses }
    }
}

impl From<TextVersion> for VersionLine {
    fn from(version: TextVersion) -> Self {
        let made_by = version.made.word().to_owned();
        let TextVersion { version, level, text: Text { trigger, content }, made_at, .. } = version;
        Self { version, level: level.number(), trigger, content, made_by, made_at }
    }
}

impl From<WholeMemory> for MemoryLine {
    fn from(whole: WholeMemory) -> Self {
        let WholeMemory { memory, versions, last_version, analysed_by, turn, recalls, feedback, .. } = whole;
        let Emotion { intensity, feeling } = memory.emotion;
        let relation = |relation: Relation| RelationLine { to: relation.to, kind: relation.kind.name().to_owned() };
        let tie = |tie: EarlierTie| TieLine { to: tie.to, kind: tie.kind.name().to_owned(), strength: tie.strength };
        let spans = memory.superseded.iter().map(|span| SpanLine { start: span.start, end: span.end, by: span.by });
        Self {
            id: memory.id,
            handle: memory.handle,
            kind: memory.kind.name().to_owned(),
            created: memory.created,
            recorded_at: memory.recorded_at,
            person: memory.origin.person,
            thread: memory.origin.thread,
            source: memory.origin.source.name().to_owned(),
            intensity,
            valence: feeling.valence.name().to_owned(),
            arousal: feeling.arousal,
            tags: feeling.tags.iter().map(|tag| tag.name().to_owned()).collect(),
            category: memory.category.name().to_owned(),
            keywords: memory.keywords,
            own_tags: memory.tags,
            analysed_by,
            shown: memory.shown,
            strength: memory.life.retention(),
            turn: turn.map(ExportedTurn::from),
            versions: versions.into_iter().map(VersionLine::from).collect(),
            last_version,
            recalls,
            feedback: (feedback != Feedback::default()).then_some(feedback),
            relations: memory.relations.into_iter().map(relation).collect(),
            superseded: spans.collect(),
            ties: whole.ties.into_iter().map(tie).collect(),
            name: whole.names.borne,
            named: whole.names.named,
            attachment: whole.attachment,
            session: whole.session.map(|session| {
                let WholeSession { resolved, tasks, memories, tier } = session;
                ExportedSession { resolved, tasks, memories, tier }
            }),
        }
    }
}

impl MemoryLine {
    /// The memory that the line means. Its superseded spans are left out: they need the other memories.
    ///
    /// # Errors
    /// When a field holds what no memory can have.
    pub(super) fn whole(&self, mind: &MindName) -> Fit<WholeMemory> {
        let kind: Kind = self.kind.parse().map_err(|_| LineFault::unfit("kind", &self.kind))?;
        self.check()?;
        let versions: Vec<TextVersion> = self.versions.iter().map(VersionLine::version).collect::<Fit<_>>()?;
        let shown = versions.iter().find(|version| version.version == self.shown.version);
        let text = shown.ok_or_else(|| LineFault::unfit("shown.version", self.shown.version))?.text.clone();
        let memory = Memory {
            seq: Seq(0),
            id: self.id,
            handle: self.handle.clone(),
            mind: mind.clone(),
            kind,
            origin: Origin {
                person: self.person.clone(),
                thread: self.thread.clone(),
                source: Source::ALL
                    .into_iter()
                    .find(|source| source.name() == self.source)
                    .ok_or_else(|| LineFault::unfit("source", &self.source))?,
            },
            created: self.created,
            recorded_at: self.recorded_at,
            emotion: Emotion { intensity: self.intensity, feeling: feeling(&self.valence, self.arousal, &self.tags)? },
            category: Category::named(&self.category),
            keywords: self.keywords.clone(),
            tags: self.own_tags.clone(),
            text,
            shown: self.shown,
            life: Life::of(kind, self.strength),
            relations: self.relations.iter().map(RelationLine::relation).collect::<Fit<_>>()?,
            superseded: Vec::new(),
        };
        Ok(WholeMemory {
            memory,
            versions,
            last_version: self.last_version,
            analysed_by: self.analysed_by.clone(),
            turn: self.turn.clone().map(Turn::from),
            recalls: self.recalls.clone(),
            feedback: self.feedback.unwrap_or_default(),
            names: Names { borne: self.name.clone(), named: self.named.clone() },
            ties: self.ties.iter().map(TieLine::tie).collect::<Fit<_>>()?,
            attachment: self.attachment.clone(),
            session: self.session.as_ref().map(|session| WholeSession {
                resolved: session.resolved.clone(),
                tasks: session.tasks.clone(),
                memories: session.memories.clone(),
                tier: session.tier,
            }),
        })
    }

    /// Whether all numbers are such as a memory can have.
    fn check(&self) -> Fit<()> {
        let strength = &self.strength;
        let in_range = |name: &'static str, value: f64, most: f64| {
            if (0.0..=most).contains(&value) { Ok(()) } else { Err(LineFault::unfit(name, value)) }
        };
        in_range("intensity", self.intensity.into(), 100.0)?;
        in_range("arousal", self.arousal.into(), 100.0)?;
        in_range("strength.retention_score", strength.retention_score, 100.0)?;
        in_range("strength.decay_coefficient", strength.decay_coefficient, 1.0)?;
        if !strength.memory_days.is_finite() {
            return Err(LineFault::unfit("strength.memory_days", strength.memory_days));
        }
        let numbers: Vec<u32> = self.versions.iter().map(|version| version.version).collect();
        let is_rising = numbers.windows(2).all(|pair| pair[0] < pair[1]);
        match numbers.last() {
            Some(last) if is_rising && numbers[0] > 0 && *last <= self.last_version => {}
            _ => return Err(LineFault::unfit("versions", format!("{numbers:?}"))),
        }
        let said = self.turn.as_ref().map_or("", |turn| turn.said.as_str());
        let is_stretch =
            |span: &&SpanLine| span.start < span.end && said.get(span.start as usize..span.end as usize).is_some();
        match self.superseded.iter().find(|span| !is_stretch(span)) {
            Some(span) => Err(LineFault::unfit("superseded", format!("{}..{}", span.start, span.end))),
            None => Ok(()),
        }
    }
}

impl VersionLine {
    fn version(&self) -> Fit<TextVersion> {
        Ok(TextVersion {
            version: self.version,
            level: Level::from_number(self.level).ok_or_else(|| LineFault::unfit("versions.level", self.level))?,
            text: Text { trigger: self.trigger.clone(), content: self.content.clone() },
            made: Making::of_word(&self.made_by),
            made_at: self.made_at,
        })
    }
}

impl RelationLine {
    fn relation(&self) -> Fit<Relation> {
        let kind: RelationType = self.kind.parse().map_err(|_| LineFault::unfit("relations.kind", &self.kind))?;
        Ok(Relation { to: self.to, kind })
    }
}

impl TieLine {
    fn tie(&self) -> Fit<EarlierTie> {
        let kind = TieKind::named(&self.kind).ok_or_else(|| LineFault::unfit("ties.kind", &self.kind))?;
        Ok(EarlierTie { to: self.to, kind, strength: self.strength })
    }
}

/// A feeling by its words.
pub(super) fn feeling(valence: &str, arousal: u8, tags: &[String]) -> Fit<Feeling> {
    let valence: Valence = valence.parse().map_err(|_| LineFault::unfit("valence", valence))?;
    let tag = |name: &String| name.parse::<Tag>().map_err(|_| LineFault::unfit("tags", name));
    Ok(Feeling { valence, arousal: arousal.min(100), tags: tags.iter().map(tag).collect::<Fit<_>>()? })
}
