//! Who holds what the prompt has in quotes, or what a language model looks for to the letter.

use std::collections::HashSet;

use omoide_core::formulas::ranking::clue::Clue;
use omoide_core::{Phrase, Seq, Wording};

use super::evidence::{Filled, Ranking};
use super::shares::Shares;
use crate::Error;
use crate::recall::constants::phrase::MOST_PHRASE_READ;

/// Fills the column of phrases; only memories with all words of a phrase are read.
pub(super) fn fill(ranking: &mut Ranking<'_>) -> Filled {
    let view = ranking.columns.view;
    let (mut holders, mut meant) = (HashSet::new(), HashSet::new());
    let quoted = ranking.asked.query.phrases.iter().map(|phrase| (phrase, true));
    // A model's keyword lifts a memory, but only what the person puts in quotes opens the gate.
    for (phrase, is_quoted) in quoted.chain(ranking.asked.letters.iter().map(|phrase| (phrase, false))) {
        let with_words = with_all_words(ranking, phrase)?;
        for (seq, wording) in ranking.reader.wordings(&ranking.mind.name, &with_words)? {
            if let (true, Some(place)) = (holds(ranking, &wording, phrase), view.place(seq)) {
                holders.insert(place);
                if is_quoted {
                    meant.insert(place);
                }
            }
        }
    }
    let held = |place: usize| f32::from(u8::from(holders.contains(&place)));
    let column = (!holders.is_empty()).then(|| Shares::whole((0..view.span()).map(held).collect()));
    ranking.phrases = meant;
    Ok(vec![column])
}

/// The memories in view that have all words of a phrase, the best by words first: one of common words may stand in
/// thousands.
fn with_all_words(ranking: &Ranking<'_>, phrase: &Phrase) -> Result<Vec<Seq>, Error> {
    let columns = &ranking.columns;
    let found = ranking.reader.lookup(&ranking.mind.name, ranking.asked.query.version, &phrase.terms)?;
    let mut lists = found.lists.iter();
    let Some(first) = lists.next() else { return Ok(Vec::new()) };
    let mut common: Vec<Seq> = first.iter().map(|posting| posting.seq).collect();
    for list in lists {
        common.retain(|seq| list.binary_search_by_key(seq, |posting| posting.seq).is_ok());
    }
    common.retain(|seq| columns.view.place(*seq).is_some());
    let rank = |seq: &Seq| columns.view.place(*seq).map_or(0.0, |place| columns.raw(Clue::Words, place));
    common.sort_by(|a, b| rank(b).total_cmp(&rank(a)).then(a.cmp(b)));
    common.truncate(MOST_PHRASE_READ);
    Ok(common)
}

fn holds(ranking: &Ranking<'_>, wording: &Wording, phrase: &Phrase) -> bool {
    let understanding = &ranking.mind.engine.parts.understanding;
    let texts = [Some(&wording.trigger), Some(&wording.content), wording.said.as_ref(), wording.replied.as_ref()];
    texts.into_iter().flatten().any(|text| understanding.contains_phrase(text, &phrase.text))
}
