//! The second half of the default ranking: the best by what every memory has are looked at more closely, with what
//! would take too long to find out about all.

use std::collections::{HashMap, HashSet};

use omoide_core::formulas::ranking::clue::{Clue, Clues};
use omoide_core::formulas::ranking::fused::{Standing, fused, relevance};
use omoide_core::formulas::ranking::gate;
use omoide_core::formulas::ranking::resonance::resonance_between;
use omoide_core::formulas::similarity::{above_floor, cosine};
use omoide_core::ports::store::{Outline, Reader};
use omoide_core::{NamePrint, Seq, Source, Wording};
use omoide_language::sentences::sentences;

use super::alignment::Aligned;
use super::closer::{CloserLook, is_passage};
use super::formulas::in_order;
use super::fused::Seen;
use super::long_texts::{LongTexts, MOST_OF_A_PASSAGE};
use super::telling::spoken_to_the_other;
use crate::observe::place;
use crate::recall::{Asked, Candidate, GateTerms, HeldWording, Terms, without_label};
use crate::{Error, Mind, Place};

/// How many of the best memories activation starts from.
const SEEDS: usize = 8;

/// How many memories are looked at for each one that is wanted.
const RANKED_PER_HIT: usize = 8;

/// How many memories are weighed at last, for each one that is wanted; and how many at least.
const WEIGHED_PER_HIT: usize = 4;
const LEAST_WEIGHED: usize = 24;

/// How much less the gist by the built-in vectors counts where a model has compared the whole by its sentences.
const GIST_OF_TALKS: f64 = 0.5;

/// Where a memory is of, seen from the prompt.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Where {
    Here,
    Elsewhere,
}

impl Mind<'_> {
    /// Ranks by what every memory has, then looks closer at the best.
    pub(in crate::recall) fn rank_the_best(
        &self,
        reader: &dyn Reader,
        seen: &Seen<'_>,
        read: usize,
    ) -> Result<Vec<Candidate>, Error> {
        let p = &self.parameters().fused;
        let weights = Clue::weights(p);
        let ranked = read.max(seen.asked.wanted.saturating_mul(RANKED_PER_HIT)).max(SEEDS);
        let mut best = seen.columns.best(&weights, ranked);
        let mut closer: HashMap<usize, Clues> = best.iter().map(|place| (*place, seen.columns.clues(*place))).collect();
        let looked_at = &best[..best.len().min(read)];
        let talks = self.look_closer_at_vectors(reader, seen, looked_at, &mut closer)?;
        let held = self.add_passages(reader, seen, looked_at, &mut closer)?;
        for clues in closer.values_mut() {
            clues[Clue::Gist as usize] *= 1.0 - GIST_OF_TALKS * talks;
        }
        self.add_connections(reader, seen, &mut best, &mut closer)?;
        // Activation may reach thousands; factors are bounded, so those far behind stay there.
        let by_relevance: HashMap<usize, f64> =
            closer.iter().map(|(place, clues)| (*place, relevance(clues, p))).collect();
        let seq = |place: usize| seen.columns.view.seq(place);
        best.sort_by(|a, b| by_relevance[b].total_cmp(&by_relevance[a]).then_with(|| seq(*a).cmp(&seq(*b))));
        best.truncate(seen.asked.wanted.saturating_mul(WEIGHED_PER_HIT).max(LEAST_WEIGHED));
        let mut candidates = Vec::with_capacity(best.len());
        let mut seqs: Vec<Seq> = best.iter().map(|place| seen.columns.view.seq(*place)).collect();
        let outdated = self.outdated(reader, seen.asked, &seqs)?;
        for successor in outdated.successors() {
            if !seqs.contains(&successor) {
                seqs.push(successor);
            }
        }
        let feedback: HashMap<Seq, f64> = reader
            .feedback(&self.name, &seqs)?
            .into_iter()
            .map(|(seq, feedback)| (seq, feedback.factor(seen.asked.now, &self.parameters().feedback)))
            .collect();
        let outlines = reader.outlines_of(&self.name, &seqs)?;
        let projects = self.projects(reader, seen.asked, &outlines)?;
        for outline in outlines {
            let Some(place) = seen.columns.view.place(outline.seq) else { continue };
            let clues = closer.get(&place).copied().unwrap_or_else(|| seen.columns.clues(place));
            let standing = Standing {
                feedback: feedback.get(&outline.seq).copied().unwrap_or(1.0),
                is_superseded: outdated.has(outline.seq),
                is_of_this_project: projects.get(&place::name_of(&outline)) == Some(&Where::Here),
                is_of_another_time: seen.is_of_another_time(place),
                ..self.standing(seen.asked, &outline)
            };
            let terms = fused(clues, &standing, p);
            if terms.relevance > 0.0 || outdated.successors().any(|successor| successor == outline.seq) {
                candidates.push(Candidate {
                    outline,
                    terms: Terms::Fused(terms),
                    gate: GateTerms {
                        is_here: standing.is_of_this_project,
                        is_elsewhere: projects.get(&place::name_of(&outline)) == Some(&Where::Elsewhere),
                        ..self.gate_terms(seen, &outline, place, (&closer, &held))
                    },
                });
            }
        }
        outdated.pass_on(&mut candidates);
        candidates.sort_by(in_order);
        Ok(candidates)
    }

    /// What the gate looks at.
    fn gate_terms(
        &self,
        seen: &Seen<'_>,
        outline: &Outline,
        place: usize,
        (closer, held): (&HashMap<usize, Clues>, &HeldTexts),
    ) -> GateTerms {
        let parameters = self.parameters();
        let memories = seen.columns.view.len();
        let wording = held.wording.get(&place).map(|held| HeldWording {
            weight: if outline.is_protected { 0.0 } else { held.weight * gate::chance(memories, &parameters.gate) },
            ..*held
        });
        let talk = closer.get(&place).map_or(0.0, |clues| clues[Clue::NeuralTalk as usize]);
        let ease = gate::ease(memories, outline.is_protected, talk, parameters);
        let (Aligned { meaning, touched, answers, .. }, sentence) =
            held.aligned.get(&place).copied().unwrap_or_default();
        GateTerms { wording, ease, meaning, touched, answers, sentence, ..seen.gate_terms(place, &parameters.gate) }
    }

    fn standing(&self, asked: &Asked<'_>, outline: &Outline) -> Standing {
        let parameters = self.parameters();
        let age = asked.now.days_since(outline.created).max(0.0);
        let resonance = asked
            .feeling
            .as_ref()
            .map_or(0.0, |feeling| resonance_between(outline.feeling, feeling.into(), &parameters.resonance).sum());
        let recalls = f64::from(outline.recall_count);
        let thread = asked.prompt.thread.as_deref().map(NamePrint::of);
        Standing {
            retention: outline.retention_score / 100.0,
            recency: 0.5_f64.powf(age / parameters.activation.recency_half_life_days),
            usage: recalls / (recalls + 3.0),
            resonance,
            feedback: 1.0,
            is_superseded: false,
            is_from_outside: matches!(outline.source, Source::Document | Source::Tool),
            is_of_this_thread: thread.is_some() && outline.thread == thread,
            is_of_this_project: false,
            is_of_another_time: false,
        }
    }

    /// The similarities of the best were estimated like all others; their vectors tell exactly, and the sentences of long
    /// ones tell more. Returns how far a model compared the prompt with whole memories by their sentences, from 0 to 1.
    fn look_closer_at_vectors(
        &self,
        reader: &dyn Reader,
        seen: &Seen<'_>,
        best: &[usize],
        closer: &mut HashMap<usize, Clues>,
    ) -> Result<f64, Error> {
        let seqs: Vec<Seq> = best.iter().map(|place| seen.columns.view.seq(*place)).collect();
        let mut talks = 0.0;
        let mut put = |seq: Seq, clue: Clue, share: f64| {
            if let Some(clues) = seen.columns.view.place(seq).and_then(|place| closer.get_mut(&place)) {
                clues[clue as usize] = share;
            }
        };
        for asking in seen.asking {
            let vectors = reader.vectors(&self.name, &asking.model, &seqs)?;
            for (seq, vector) in &vectors {
                let similarity = above_floor(cosine(&asking.vector, vector), asking.floor);
                put(*seq, asking.clue, seen.columns.share(asking.clue, similarity as f32).into());
            }
            if asking.clue == Clue::Neural {
                let sentences = reader.sentence_vectors(&self.name, &asking.model, &seqs)?;
                let long = LongTexts::new(asking.vector.len(), &vectors, &sentences);
                let (clue, shares) = self.shares_of_long(&long, &seen.asked.prompt.text, &asking.vector);
                if clue == Clue::NeuralTalk && !shares.is_empty() {
                    talks = long.share();
                }
                shares.into_iter().for_each(|(seq, share)| put(seq, clue, share));
            }
        }
        Ok(talks)
    }

    /// What the sentences of long memories say for each. A prompt that is a passage is like no stretch that is shorter.
    fn shares_of_long(&self, long: &LongTexts<'_>, prompt: &str, vector: &[f32]) -> (Clue, Vec<(Seq, f64)>) {
        let p = &self.parameters().fused;
        if !is_passage(prompt, p) {
            let is_wanted = !long.is_empty() && p.neural_stretch_weight > 0.0;
            return (Clue::NeuralStretch, if is_wanted { long.stretches(vector) } else { Vec::new() });
        }
        if long.is_empty() || p.neural_talk_weight == 0.0 {
            return (Clue::NeuralTalk, Vec::new());
        }
        let passage: Vec<&str> = sentences(prompt).into_iter().map(without_label).take(MOST_OF_A_PASSAGE).collect();
        let embedded = self.engine.parts.embedders.active().embed(&passage).unwrap_or_default();
        let embedded: Vec<Vec<f32>> = embedded.into_iter().flatten().collect();
        (Clue::NeuralTalk, if embedded.is_empty() { Vec::new() } else { long.talks(&embedded) })
    }

    /// Which of these memories are of the prompt's project, and which of another that it does not name; of those that are
    /// of none, and of a prompt that is of none, nothing is told.
    fn projects(
        &self,
        reader: &dyn Reader,
        asked: &Asked<'_>,
        outlines: &[Outline],
    ) -> Result<HashMap<NamePrint, Where>, Error> {
        let mut projects = HashMap::new();
        let Some(place) = asked.prompt.place.as_ref().filter(|place| place.has_project()) else { return Ok(projects) };
        let names: HashSet<NamePrint> = outlines.iter().map(place::name_of).collect();
        for name in names {
            let Some(other) = reader.place_of(&self.name, name)?.filter(Place::has_project) else { continue };
            if other.is_same_project(place) {
                projects.insert(name, Where::Here);
            } else if !place::is_named_in(&other, &asked.prompt.text) {
                projects.insert(name, Where::Elsewhere);
            }
        }
        Ok(projects)
    }

    fn add_passages(
        &self,
        reader: &dyn Reader,
        seen: &Seen<'_>,
        best: &[usize],
        closer: &mut HashMap<usize, Clues>,
    ) -> Result<HeldTexts, Error> {
        let p = &self.parameters().fused;
        let reading = (&*self.engine.parts.understanding, &*self.engine.readings);
        let mut look = CloserLook::new(&seen.asked.gist.searched, &seen.words.weighed, reading, p);
        if look.is_empty() {
            return Ok(HeldTexts::default());
        }
        let seqs: Vec<Seq> = best.iter().map(|place| seen.columns.view.seq(*place)).collect();
        for (seq, wording) in reader.wordings(&self.name, &seqs)? {
            if let Some(place) = seen.columns.view.place(seq) {
                let has_words = seen.words.has_word(seen.columns.candidates.number(place));
                look.read(place, has_words, &wording);
                let clues = closer.get_mut(&place).filter(|_| !seen.is_about_the_other);
                if let Some(clues) = clues.filter(|clues| clues[Clue::Speaker as usize] > 0.0) {
                    clues[Clue::Speaker as usize] *= 1.0 - p.spoken_to_other * of_the_other(&wording);
                }
            }
        }
        let held = HeldTexts { wording: look.wording(), aligned: look.aligned() };
        for (clue, shares) in look.clues() {
            for (place, share) in shares {
                if let Some(clues) = closer.get_mut(&place) {
                    clues[clue as usize] = share;
                }
            }
        }
        Ok(held)
    }

    /// What the best are connected with comes nearer, and may come into view.
    fn add_connections(
        &self,
        reader: &dyn Reader,
        seen: &Seen<'_>,
        best: &mut Vec<usize>,
        closer: &mut HashMap<usize, Clues>,
    ) -> Result<(), Error> {
        let p = &self.parameters().fused;
        if p.connected_weight == 0.0 {
            return Ok(());
        }
        let mut seeds: Vec<(Seq, f64)> = best
            .iter()
            .map(|place| (seen.columns.view.seq(*place), relevance(&closer[place], p)))
            .filter(|(_, relevance)| *relevance > 0.0)
            .collect();
        seeds.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        seeds.truncate(SEEDS);
        let reached = self.spread(reader, &seeds, p.connections_read as usize)?;
        // Seeds hold most of the activation; what matters is what goes beyond them.
        let is_seed = |seq: Seq| seeds.iter().any(|(seed, _)| *seed == seq);
        let most = reached.iter().filter(|a| !is_seed(a.seq)).map(|a| a.amount).fold(0.0, f64::max);
        for activation in reached.iter().filter(|a| most > 0.0 && !is_seed(a.seq)) {
            let Some(place) = seen.columns.view.place(activation.seq) else { continue };
            if seen.columns.in_context.contains(&place) {
                continue;
            }
            if !closer.contains_key(&place) {
                best.push(place);
            }
            let clues = closer.entry(place).or_insert_with(|| seen.columns.clues(place));
            clues[Clue::Connected as usize] = activation.amount / most;
        }
        Ok(())
    }
}

/// What the texts that were read have of the prompt, by their places in view.
#[derive(Default)]
struct HeldTexts {
    wording: HashMap<usize, HeldWording>,
    aligned: HashMap<usize, (Aligned, f64)>,
}

/// How much of what was said there is about the one who is spoken to; where there is a reply, that tells something.
fn of_the_other(wording: &Wording) -> f64 {
    let replied = wording.replied.as_deref().unwrap_or(&wording.content);
    let said = wording.said.as_deref().unwrap_or(&wording.trigger);
    if replied.trim().is_empty() { spoken_to_the_other(said) } else { 0.0 }
}
