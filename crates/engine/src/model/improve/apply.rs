//! What is made of answers: a turn is understood anew, a text waits for its night.

use omoide_core::change::{Actor, BeforeAfter, Change, Deed, Facet, NightStep, Plan, Reason};
use omoide_core::formulas::decay_coefficient::decay_coefficient;
use omoide_core::formulas::retention::retention_score;
use omoide_core::parameters::RetentionParameters;
use omoide_core::ports::store::{Made, Purpose, Reader, TaskSubject, Unread, Writer};
use omoide_core::{
    Assessment, Category, Emotion, Feeling, Level, Life, Making, Memory, Retention, Seq, Text, TextVersion,
};
use serde::{Deserialize, Serialize};

use super::Improvement;
use crate::model::prompts::{self, Analysed, AnswerRead, Compressed, PromptOutput, Summarised, Traced};
use crate::{Error, Mind};

/// A text as it waits for its night, and what was understood with it, if it was.
#[derive(Serialize, Deserialize)]
struct Waiting {
    text: Option<Text>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    understood: Option<Understood>,
}

/// What was understood of a memory, as it is kept.
#[derive(Serialize, Deserialize)]
struct Understood {
    intensity: u8,
    valence: String,
    arousal: u8,
    tags: Vec<String>,
    category: String,
    keywords: Vec<String>,
}

impl Understood {
    fn of(assessment: &Assessment) -> Self {
        let Emotion { intensity, feeling } = &assessment.emotion;
        Self {
            intensity: *intensity,
            valence: feeling.valence.name().to_owned(),
            arousal: feeling.arousal,
            tags: feeling.tags.iter().map(|tag| tag.name().to_owned()).collect(),
            category: assessment.category.name().to_owned(),
            keywords: assessment.keywords.clone(),
        }
    }

    fn assessment(self, made_by: &str) -> Option<Assessment> {
        let feeling = Feeling {
            valence: self.valence.parse().ok()?,
            arousal: self.arousal,
            tags: self.tags.iter().filter_map(|tag| tag.parse().ok()).collect(),
        };
        Some(Assessment {
            emotion: Emotion { intensity: self.intensity, feeling },
            category: Category::KNOWN.into_iter().find(|category| category.name() == self.category)?,
            keywords: self.keywords,
            tags: Vec::new(),
            made_by: Some(made_by.to_owned()),
        })
    }
}

/// What was understood of a memory, as it was kept.
pub(super) fn understood(json: &str, made_by: &str) -> Option<Assessment> {
    serde_json::from_str::<Waiting>(json).ok()?.understood?.assessment(made_by)
}

/// A memory, the text that was shown of it, and what the answer says of it, if that can be used.
type Answered<T> = (Seq, Text, Option<AnswerRead<T>>);

impl Improvement {
    pub(super) fn add(&mut self, other: &Self) {
        self.analysed += other.analysed;
        self.understood.extend(&other.understood);
        self.shortened += other.shortened;
        self.sessions += other.sessions;
        self.repaired += other.repaired;
        self.replaced += other.replaced;
    }
}

impl Mind<'_> {
    /// Makes something of every answer that is there, also of those that someone who was killed has left.
    pub(crate) fn take_up_answers(&self, step: Option<NightStep>) -> Result<Improvement, Error> {
        let mut done = Improvement::default();
        let unread = self.engine.read(|r| r.unread(&self.name))?;
        for answer in unread {
            let session = match answer.purpose {
                Purpose::Session => self.session_of_answer(&answer)?,
                _ => None,
            };
            let one = self.write(|w| match answer.purpose {
                Purpose::Analyse => self.understand(w, &answer, step),
                Purpose::Summarise => self.keep_texts::<Summarised>(w, &answer, |made| made.0.clone()),
                Purpose::Trace => self.keep_texts::<Traced>(w, &answer, |made| made.0.clone()),
                Purpose::Compress => self.write_archive_texts(w, &answer, step),
                Purpose::Session => self.keep_session(w, &answer, session.as_ref(), step),
                // Nothing is made of the others.
                _ => Ok(w.settle(&self.name, answer.call, &[]).map(|()| Improvement::default())?),
            })?;
            done.add(&one);
        }
        Ok(done)
    }

    /// The texts that a model has made of memories, and who it was.
    pub(crate) fn made_texts_of(
        &self,
        r: &dyn Reader,
        purpose: Purpose,
        seqs: &[Seq],
    ) -> Result<Vec<(Seq, Text, String)>, Error> {
        let made = r.made(&self.name, purpose, seqs)?;
        let text = |json: &str| serde_json::from_str::<Waiting>(json).ok().and_then(|waiting| waiting.text);
        Ok(made.into_iter().filter_map(|(seq, json, by)| Some((seq, text(&json)?, by))).collect())
    }

    /// What the answer says of each of its memories that is still there.
    fn answers<T: PromptOutput>(&self, r: &dyn Reader, answer: &Unread) -> Result<Vec<Answered<T>>, Error> {
        let texts = self.texts_to_show(r, &answer.memories)?;
        // A memory that was erased since still has its place in the answer.
        let of = |seq: &Seq| texts.iter().find(|(known, _)| known == seq).map(|(_, text)| text.clone());
        let shown: Vec<Text> = answer.memories.iter().map(|seq| of(seq).unwrap_or_default()).collect();
        let read = prompts::read::<T>(&answer.text, &shown);
        Ok(answer.memories.iter().copied().zip(shown).zip(read).map(|((seq, text), read)| (seq, text, read)).collect())
    }

    fn understand(&self, w: &mut dyn Writer, answer: &Unread, step: Option<NightStep>) -> Result<Improvement, Error> {
        let now = self.engine.now();
        let mut done = Improvement::default();
        let (mut made, mut changes, mut seqs) = (Vec::new(), Vec::new(), Vec::new());
        for (seq, _, read) in self.answers::<Analysed>(w, answer)? {
            let memory = w.memories(&self.name, &[seq])?.pop();
            let (Some(memory), Some(read)) = (memory, &read) else {
                done.replaced += 1;
                made.push((TaskSubject::Memory(seq), Made::Replaced));
                continue;
            };
            let analysed = read.get();
            let summary = analysed.summary.as_ref().map(|summary| self.without_secrets(summary));
            let before = w.assessments(&self.name, &[seq])?.pop().map(|(_, before)| before);
            let after = before.as_ref().map(|before| self.assessed(analysed, &answer.made_by, before));
            made.push((TaskSubject::Memory(seq), kept(read, summary, after.as_ref(), &mut done)));
            done.analysed += 1;
            let Some((before, after)) = before.zip(after) else { continue };
            seqs.push(seq);
            done.understood.push(seq);
            changes.extend(self.reassessing(&memory, before, after, Reason::Understood));
        }
        w.settle(&self.name, answer.call, &made)?;
        if !changes.is_empty() {
            let mind = self.name.clone();
            w.apply(&Plan { mind, at: now, by: Actor::Night, step, group: None, changes })?;
        }
        self.index_anew(w, &seqs)?;
        Ok(done)
    }

    /// What a model has understood, with the keywords that were there where it found none, and no weaker than may be.
    fn assessed(&self, analysed: &Analysed, made_by: &str, before: &Assessment) -> Assessment {
        let mut after = analysed.assessment(made_by);
        after.keywords = after.keywords.iter().map(|word| self.engine.parts.understanding.redact(word)).collect();
        if after.keywords.is_empty() {
            after.keywords.clone_from(&before.keywords);
        }
        // Models are asked for S0's four, and what was stored on purpose they cannot know.
        if before.category == Category::Lasting {
            after.category = Category::Lasting;
            let floor = u8::try_from(self.parameters().encode.lasting_intensity).unwrap_or(100);
            after.emotion.intensity = after.emotion.intensity.max(floor);
        }
        after.keep_set_by_hand(before);
        if before.made_by.is_none() {
            let lowest = f64::from(before.emotion.intensity) * self.parameters().llm.lowest_share;
            after.emotion.intensity = after.emotion.intensity.max(lowest.round() as u8);
        }
        after
    }

    /// The changes that make a memory understood anew: how fast it fades follows.
    pub(crate) fn reassessing(
        &self,
        memory: &Memory,
        before: Assessment,
        after: Assessment,
        reason: Reason,
    ) -> Vec<Change> {
        let change = |deed| Change { subject: memory.into(), deed, reason };
        let retention = &self.parameters().retention;
        let life = match memory.life {
            Life::Episode(now) => Life::Episode(reassessed(&now, &before, &after, retention)),
            steady @ Life::Steady { .. } => steady,
        };
        let mut changes = vec![change(Deed::Set(Facet::Assessment(Box::new(BeforeAfter { before, after }))))];
        if life != memory.life {
            changes.push(change(Deed::live(memory.life, life)));
        }
        changes
    }

    /// Keywords are searched for too.
    pub(crate) fn index_anew(&self, w: &mut dyn Writer, seqs: &[Seq]) -> Result<(), Error> {
        let understanding = &self.engine.parts.understanding;
        let wordings = w.wordings(&self.name, seqs)?;
        let words: Vec<_> = wordings.iter().map(|(seq, wording)| (*seq, understanding.words(wording))).collect();
        Ok(w.put_words(&self.name, &words)?)
    }

    fn keep_texts<T: PromptOutput>(
        &self,
        w: &mut dyn Writer,
        answer: &Unread,
        text: impl Fn(&T) -> Text,
    ) -> Result<Improvement, Error> {
        let mut done = Improvement::default();
        let mut made = Vec::new();
        for (seq, _, read) in self.answers::<T>(w, answer)? {
            let Some(read) = read else {
                done.replaced += 1;
                made.push((TaskSubject::Memory(seq), Made::Replaced));
                continue;
            };
            let text = self.without_secrets(&text(read.get()));
            made.push((TaskSubject::Memory(seq), kept(&read, Some(text), None, &mut done)));
            done.shortened += 1;
        }
        w.settle(&self.name, answer.call, &made)?;
        Ok(done)
    }

    /// Adds the short text of each archived memory to the versions of its text. What is shown of the memory stays.
    fn write_archive_texts(
        &self,
        w: &mut dyn Writer,
        answer: &Unread,
        step: Option<NightStep>,
    ) -> Result<Improvement, Error> {
        let now = self.engine.now();
        let mut done = Improvement::default();
        let (mut made, mut changes) = (Vec::new(), Vec::new());
        for (seq, _, read) in self.answers::<Compressed>(w, answer)? {
            let memory = w.memories(&self.name, &[seq])?.pop();
            let (Some(memory), Some(read)) = (memory, &read) else {
                done.replaced += 1;
                made.push((TaskSubject::Memory(seq), Made::Replaced));
                continue;
            };
            let content = read.get().0.clone();
            let versions = w.versions(&self.name, memory.id)?;
            let text = TextVersion {
                version: versions.iter().map(|version| version.version).max().unwrap_or(0) + 1,
                level: Level::Archived,
                text: self.without_secrets(&Text { content, ..Text::default() }),
                made: Making::Shortened { by: answer.made_by.clone() },
                made_at: now,
            };
            let deed = Deed::write(text, Vec::new());
            changes.push(Change { subject: (&memory).into(), deed, reason: Reason::Understood });
            let is_good = matches!(read, AnswerRead::Good(_));
            done.repaired += u64::from(!is_good);
            done.shortened += 1;
            made.push((TaskSubject::Memory(seq), if is_good { Made::Good(None) } else { Made::Repaired(None) }));
        }
        w.settle(&self.name, answer.call, &made)?;
        let (mind, by) = (self.name.clone(), Actor::Night);
        w.apply(&Plan { mind, at: now, by, step, group: None, changes })?;
        Ok(done)
    }

    /// A model may put together what was cut apart.
    fn without_secrets(&self, text: &Text) -> Text {
        let redact = |text: &str| self.engine.parts.understanding.redact(text);
        Text { trigger: redact(&text.trigger), content: redact(&text.content) }
    }
}

fn kept<T>(read: &AnswerRead<T>, text: Option<Text>, understood: Option<&Assessment>, done: &mut Improvement) -> Made {
    let waiting = Waiting { text, understood: understood.map(Understood::of) };
    let json = serde_json::to_string(&waiting).expect("texts are always JSON");
    match read {
        AnswerRead::Good(_) => Made::Good(Some(json)),
        AnswerRead::Repaired(_) => {
            done.repaired += 1;
            Made::Repaired(Some(json))
        }
    }
}

/// The retention of a memory that is understood anew: as if it had been understood so from the beginning. What recalls
/// have added to its coefficient stays, its level is the next night's business, and what does not fade keeps its score.
fn reassessed(now: &Retention, before: &Assessment, after: &Assessment, parameters: &RetentionParameters) -> Retention {
    let of = |a: &Assessment| decay_coefficient(&a.category, a.emotion.intensity, parameters);
    let added = now.decay_coefficient - of(before);
    let coefficient = (of(after) + added).clamp(0.0, parameters.max_decay_coefficient.max(of(after)));
    let intensity = after.emotion.intensity;
    // A memory that no night has seen has all of its intensity, whatever its days are.
    let is_fresh = now.retention_score == f64::from(before.emotion.intensity);
    let score = if is_fresh { f64::from(intensity) } else { retention_score(intensity, coefficient, now.memory_days) };
    Retention { decay_coefficient: coefficient, retention_score: score.clamp(0.0, 100.0), ..*now }
}

#[cfg(test)]
mod tests {
    use omoide_core::policy::episode::newborn;
    use omoide_core::{Moment, Parameters, Valence};

    use super::*;

    fn assessment(category: Category, intensity: u8) -> Assessment {
        let feeling = Feeling { valence: Valence::Neutral, arousal: 10, tags: Vec::new() };
        Assessment {
            emotion: Emotion { intensity, feeling },
            category,
            keywords: Vec::new(),
            tags: Vec::new(),
            made_by: None,
        }
    }

    #[test]
    fn a_fresh_memory_is_as_if_it_had_been_understood_so_at_once() {
        let parameters = Parameters::default();
        let created = Moment::new(0, 0);
        let (before, after) = (assessment(Category::Casual, 20), assessment(Category::Emotional, 90));
        let now = newborn(created, &before.category, 20, &parameters);
        let want = newborn(created, &after.category, 90, &parameters);
        let got = reassessed(&now, &before, &after, &parameters.retention);
        assert!((got.decay_coefficient - want.decay_coefficient).abs() < 1e-12);
        assert_eq!(got.retention_score, want.retention_score);
    }

    #[test]
    fn what_recalls_have_added_stays_and_days_count() {
        let parameters = Parameters::default();
        let (before, after) = (assessment(Category::Casual, 50), assessment(Category::Work, 50));
        let mut now = newborn(Moment::new(0, 0), &before.category, 50, &parameters);
        now.decay_coefficient += 0.02;
        now.memory_days = 3.0;
        now.retention_score = 21.0;
        let got = reassessed(&now, &before, &after, &parameters.retention);
        assert!((got.decay_coefficient - (0.885 + 0.02)).abs() < 1e-12, "{got:?}");
        assert!((got.retention_score - 50.0 * 0.905_f64.powi(3)).abs() < 1e-9, "{got:?}");
        assert_eq!(reassessed(&got, &after, &after, &parameters.retention).retention_score, got.retention_score);
    }
}
