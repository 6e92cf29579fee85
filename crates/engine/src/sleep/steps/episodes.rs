//! The step of the episodes (S0): planned, its texts written, its links found, and applied in one transaction.

use std::collections::{HashMap, HashSet};

use omoide_core::policy::episode::{Draft, Night, NightReport, Rewrite, SimilarPair};
use omoide_core::policy::night::{DueNight, Step};
use omoide_core::ports::Shortening;
use omoide_core::ports::store::{Purpose, Reader, Revision, StepRecord, Writer};
use omoide_core::{Level, Making, Moment, Seq, Text, TextVersion, Vector};

use crate::sleep::NightSummary;
use crate::upkeep::similar::{SimilarPairs, SimilarSearch, pairs_under_all};
use crate::{Error, Mind};

/// How many texts are embedded in one call.
const EMBED_BATCH: usize = 256;

/// Texts that a language model has made, and who it was, by memory and number of the level.
type MadeTexts = HashMap<(Seq, u8), (Text, String)>;

/// What was made before the night takes the store for itself.
#[derive(Default)]
pub(crate) struct Prepared<'m> {
    texts: HashMap<(Seq, u32), (TextVersion, Vec<Vector>)>,
    /// Steps down at which a shorter text would gain nothing: the memory keeps the one that it has.
    kept: HashSet<(Seq, u32)>,
    linked: Option<(Vec<Seq>, SimilarPairs)>,
    /// The draft itself, good as long as nobody has written since.
    draft: Option<(Revision, Draft<'m>, SimilarPairs)>,
}

impl Mind<'_> {
    /// Makes the texts and finds the pairs that the night will need, while others go on.
    pub(crate) fn prepare_episodes(&self, night: DueNight) -> Result<Prepared<'_>, Error> {
        let revision = self.engine.parts.store.revision()?;
        self.engine.look(|r| {
            let mut prepared = Prepared::default();
            let (draft, pairs) = self.draft(r, night, &mut prepared)?;
            prepared.draft = Some((revision, draft, pairs));
            Ok(prepared)
        })
    }

    /// Runs the step inside the transaction, with what was prepared as far as it still fits.
    pub(crate) fn apply_episodes<'m>(
        &'m self,
        writer: &mut dyn Writer,
        night: DueNight,
        prepared: &mut Prepared<'m>,
        ran_at: Moment,
    ) -> Result<NightReport, Error> {
        let found = writer.revision()?;
        let (mut draft, pairs) = match prepared.draft.take() {
            Some((revision, draft, pairs)) if revision == found => (draft, pairs),
            _ => self.draft(writer, night, prepared)?,
        };
        let texts = draft
            .rewrites()
            .iter()
            .filter_map(|rewrite| {
                let (text, vectors) = prepared.texts.remove(&(rewrite.seq, rewrite.version))?;
                Some((*rewrite, text, vectors))
            })
            .collect();
        draft.keep_texts(&prepared.kept);
        let rewritten: Vec<Seq> = draft.rewrites().iter().map(|rewrite| rewrite.seq).collect();
        let SimilarPairs { alike, near } = pairs;
        let similar: Vec<SimilarPair> = alike.iter().chain(&near).copied().collect();
        let has_ties = draft.links();
        let (mut plan, report) = draft.finish(self.name.clone(), texts, alike);
        self.erase_their_sessions(writer, &mut plan)?;
        let group = writer.apply(&plan)?;
        if has_ties {
            self.tie_similar(writer, Some(group), &rewritten, similar)?;
        }
        let summary = serde_json::to_string(&NightSummary::of(&report)).expect("numbers are always JSON");
        let step = StepRecord { step: Step::Episodes, ran_at, report: summary, can_be_undone: true };
        writer.record_step(&self.name, night.date, &step)?;
        Ok(report)
    }

    fn draft(
        &self,
        reader: &dyn Reader,
        DueNight { date, at }: DueNight,
        prepared: &mut Prepared<'_>,
    ) -> Result<(Draft<'_>, SimilarPairs), Error> {
        let last = reader.last_night(&self.name)?.map(|night| night.at);
        let night = Night { date, at, last, parameters: self.parameters() };
        let sleepers = reader.sleepers(&self.name, last)?;
        let relations = reader.relations(&self.name)?;
        let draft = Draft::new(night, sleepers, &relations);
        self.write_texts(reader, draft.rewrites(), at, prepared)?;
        let pairs = self.find_pairs(reader, &draft, prepared)?;
        Ok((draft, pairs))
    }

    fn write_texts(
        &self,
        reader: &dyn Reader,
        rewrites: &[Rewrite],
        at: Moment,
        prepared: &mut Prepared<'_>,
    ) -> Result<(), Error> {
        let parts = &self.engine.parts;
        let is_known = |key: &(Seq, u32)| prepared.texts.contains_key(key) || prepared.kept.contains(key);
        let missing: Vec<&Rewrite> = rewrites.iter().filter(|r| !is_known(&(r.seq, r.version))).collect();
        for batch in missing.chunks(EMBED_BATCH) {
            let seqs: Vec<Seq> = batch.iter().map(|r| r.seq).collect();
            let originals: HashMap<Seq, _> = reader
                .originals(&self.name, &seqs)?
                .into_iter()
                .map(|(seq, text, keywords)| (seq, (text, keywords)))
                .collect();
            let made = self.made_texts(reader, batch)?;
            let mut texts = Vec::with_capacity(batch.len());
            for rewrite in batch {
                let Some((original, keywords)) = originals.get(&rewrite.seq) else { continue };
                // Only a text that has a third version can have been edited.
                let edited = if rewrite.version > 2 { self.edited(reader, rewrite.memory)? } else { None };
                let original = edited.as_ref().map_or(original, |edited| &edited.text);
                // What a model made of it was made of the text before the edit.
                let made = made.get(&(rewrite.seq, rewrite.level.number())).filter(|_| edited.is_none());
                let written = match made {
                    Some((text, made_by)) => Some((text.clone(), made_by.clone())),
                    None => {
                        let wish = Shortening { memory: rewrite.memory, original, keywords, level: rewrite.level };
                        let text = parts.understanding.shorten(wish).map_err(Error::Understanding)?;
                        text.map(|text| (text, parts.understanding.name().to_owned()))
                    }
                };
                match written {
                    Some((text, made_by)) => texts.push((rewrite, text, made_by)),
                    None => {
                        prepared.kept.insert((rewrite.seq, rewrite.version));
                    }
                }
            }
            // A text that is passed through on the way further down is never shown, so it needs no vector.
            let written = rewrites.iter().filter(|r| !prepared.kept.contains(&(r.seq, r.version)));
            let shown: HashMap<Seq, u32> = written.map(|r| (r.seq, r.version)).collect();
            let wanted: Vec<_> = texts.iter().filter(|(r, ..)| shown.get(&r.seq) == Some(&r.version)).collect();
            let joined: Vec<String> = wanted.iter().map(|(_, text, _)| text.joined()).collect();
            let joined: Vec<&str> = joined.iter().map(String::as_str).collect();
            let embedded = parts.embedders.embed(&joined)?;
            let mut vectors: HashMap<(Seq, u32), Vec<Vector>> =
                wanted.iter().zip(embedded).map(|((r, ..), vectors)| ((r.seq, r.version), vectors)).collect();
            for (rewrite, text, made_by) in texts {
                let key = (rewrite.seq, rewrite.version);
                let version = TextVersion {
                    version: rewrite.version,
                    level: rewrite.level,
                    text,
                    made: Making::Shortened { by: made_by },
                    made_at: at,
                };
                prepared.texts.insert(key, (version, vectors.remove(&key).unwrap_or_default()));
            }
        }
        Ok(())
    }

    /// The texts that a language model has made for those steps, and who it was.
    fn made_texts(&self, reader: &dyn Reader, batch: &[&Rewrite]) -> Result<MadeTexts, Error> {
        let mut made = HashMap::new();
        if reader.first_call()?.is_none() {
            return Ok(made);
        }
        for level in [Level::Summary, Level::Trace] {
            let seqs: Vec<Seq> = batch.iter().filter(|r| r.level == level).map(|r| r.seq).collect();
            // Whoever understood a turn has summed it up as well; a summary made for itself goes before that.
            let purposes = match level {
                Level::Summary => vec![Purpose::Analyse, Purpose::Summarise],
                _ => vec![Purpose::Trace],
            };
            for purpose in purposes {
                for (seq, text, made_by) in self.made_texts_of(reader, purpose, &seqs)? {
                    made.insert((seq, level.number()), (text, made_by));
                }
            }
        }
        Ok(made)
    }

    fn find_pairs(
        &self,
        reader: &dyn Reader,
        draft: &Draft<'_>,
        prepared: &mut Prepared,
    ) -> Result<SimilarPairs, Error> {
        if !draft.links() {
            return Ok(SimilarPairs::default());
        }
        let rewritten: HashMap<Seq, &[Vector]> = draft
            .rewrites()
            .iter()
            .filter_map(|r| Some((r.seq, prepared.texts.get(&(r.seq, r.version))?.1.as_slice())))
            .collect();
        let active: Vec<Seq> = draft.active().collect();
        let fresh: Vec<Seq> = draft.fresh().collect();
        let mut touched: Vec<Seq> = fresh.iter().copied().chain(rewritten.keys().copied()).collect();
        touched.sort_unstable();
        touched.dedup();
        match prepared.linked.take() {
            Some((for_these, pairs)) if for_these == touched => return Ok(pairs),
            _ => {}
        }
        let threshold = self.parameters().relations.auto_link_similarity_threshold;
        let near = self.near_wanted();
        let search = SimilarSearch { mind: &self.name, threshold, near, active: &active, fresh, rewritten };
        let pairs = pairs_under_all(reader, &search, &self.engine.parts.embedders)?;
        prepared.linked = Some((touched, pairs.clone()));
        Ok(pairs)
    }
}
