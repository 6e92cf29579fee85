//! Who felt as a prompt asks for: "When was I happiest lately?".
//!
//! ```text
//! felt = (0.5 × tags + 0.3 × valence + 0.2 × arousal) × (0.4 + 0.6 × intensity) × recency
//! ```

use omoide_core::ports::store::{Outline, Reader};
use omoide_core::{Seq, Valence};
use omoide_language::emotion::FeelingAsked;

use super::evidence::{Filled, Ranking};
use super::shares::Shares;
use crate::recall::Asked;
use crate::recall::constants::feeling::{
    AROUSAL, LATELY, LATELY_DAYS, LEAST_INTENSITY, MEANT, MOST_MEANT, MOST_READ, TAGS, UNTAGGED, VALENCE,
};
use crate::recall::search::time::{nearness, windows};
use crate::recall::search::view::View;
use crate::{Error, Mind};

/// The memories that felt as the prompt asks for.
#[derive(Default)]
pub(in crate::recall) struct Felt {
    /// By their places, the most felt first.
    best: Vec<(usize, f32)>,
}

/// Fills the column of feelings.
pub(super) fn fill(ranking: &mut Ranking<'_>) -> Filled {
    let view = ranking.columns.view;
    let felt = ranking.mind.felt(ranking.reader, ranking.asked, view)?;
    let column = felt.column(view);
    ranking.felt = felt;
    Ok(vec![column])
}

impl Felt {
    fn column(&self, view: &View) -> Option<Shares> {
        let mut column = vec![0.0; if self.best.is_empty() { 0 } else { view.span() }];
        self.best.iter().for_each(|(place, felt)| column[*place] = *felt);
        Shares::of_the_best(column)
    }

    /// Whether it is among those that are asked for, whatever its words are.
    pub(super) fn is_meant(&self, place: usize) -> bool {
        let most = self.best.first().map_or(0.0, |(_, felt)| *felt);
        self.best.iter().take(MOST_MEANT).any(|(other, felt)| *other == place && *felt >= MEANT * most)
    }
}

impl Mind<'_> {
    /// Who felt as the prompt asks for; nobody where it asks for no feeling.
    fn felt(&self, reader: &dyn Reader, asked: &Asked<'_>, view: &View) -> Result<Felt, Error> {
        let Some(wanted) = asked.gist.feeling else { return Ok(Felt::default()) };
        let windows: Vec<_> = windows(asked).filter(|window| window.takes_said).collect();
        let mut found: Vec<(usize, Seq, f64)> = Vec::new();
        reader.visit_outlines(&self.name, &mut |outline| {
            let Some(place) = view.place(outline.seq) else { return };
            let is_of_time = windows.is_empty() || windows.iter().any(|window| nearness(window, outline.created) > 0.0);
            let felt = likeness(outline, wanted) * self.lately(asked, outline);
            if is_of_time && felt > 0.0 {
                found.push((place, outline.seq, felt));
            }
        })?;
        found.sort_by(|a, b| b.2.total_cmp(&a.2).then(a.1.cmp(&b.1)));
        found.truncate(MOST_READ);
        let seqs: Vec<Seq> = found.iter().map(|(_, seq, _)| *seq).collect();
        let mut best: Vec<(usize, f32)> = Vec::with_capacity(found.len());
        for memory in reader.memories(&self.name, &seqs)? {
            let Some((place, _, felt)) = found.iter().find(|(_, seq, _)| *seq == memory.seq) else { continue };
            let intensity = f64::from(memory.emotion.intensity) / 100.0;
            best.push((*place, (felt * (LEAST_INTENSITY + (1.0 - LEAST_INTENSITY) * intensity)) as f32));
        }
        best.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        Ok(Felt { best })
    }

    fn lately(&self, asked: &Asked<'_>, outline: &Outline) -> f64 {
        if !asked.gist.is_recent {
            return 1.0;
        }
        let age = asked.now.days_since(outline.created).max(0.0);
        1.0 - LATELY + LATELY * 0.5_f64.powf(age / LATELY_DAYS)
    }
}

/// How like the feeling that is asked for a memory's is, from 0 to 1; nothing where it felt otherwise.
fn likeness(outline: &Outline, wanted: FeelingAsked) -> f64 {
    let mood = outline.feeling;
    let common = wanted.tags.common(mood.tags);
    let is_opposite = mood.valence != Valence::Neutral && mood.valence != wanted.valence;
    if common == 0 && (is_opposite || mood.valence == Valence::Neutral) {
        return 0.0;
    }
    let tags = f64::from(common) / f64::from(wanted.tags.size().clamp(1, 2));
    let valence = if mood.valence == wanted.valence { 1.0 } else { 0.0 };
    let arousal = f64::from(mood.arousal) / 100.0;
    if wanted.tags.size() == 0 {
        return (TAGS + VALENCE) * valence + AROUSAL * arousal;
    }
    let felt = TAGS * tags.min(1.0) + VALENCE * valence + AROUSAL * arousal;
    if common == 0 { UNTAGGED * felt } else { felt }
}
