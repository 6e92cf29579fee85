//! What the best are connected with comes nearer, and may come into view.

use omoide_core::Seq;
use omoide_core::formulas::ranking::fused::relevance;

use super::best::Best;
use super::evidence::{FilledOfBest, Ranking};
use crate::recall::constants::best::SEEDS;

/// Spreads activation from the best, and adds the memories that it reaches to them.
pub(super) fn fill(ranking: &Ranking<'_>, best: &mut Best) -> FilledOfBest {
    let p = &ranking.mind.parameters().fused;
    if p.connected_weight == 0.0 {
        return Ok(Vec::new());
    }
    let columns = &ranking.columns;
    let mut seeds: Vec<(Seq, f64)> = best
        .places
        .iter()
        .map(|place| (columns.view.seq(*place), relevance(&best.clues[place], p)))
        .filter(|(_, relevance)| *relevance > 0.0)
        .collect();
    seeds.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    seeds.truncate(SEEDS);
    let reached = ranking.mind.spread(ranking.reader, &seeds, p.connections_read as usize)?;
    // Seeds hold most of the activation; what matters is what goes beyond them.
    let is_seed = |seq: Seq| seeds.iter().any(|(seed, _)| *seed == seq);
    let most = reached.iter().filter(|a| !is_seed(a.seq)).map(|a| a.amount).fold(0.0, f64::max);
    let mut column = Vec::new();
    for activation in reached.iter().filter(|a| most > 0.0 && !is_seed(a.seq)) {
        let Some(place) = columns.view.place(activation.seq) else { continue };
        if columns.in_context.contains(&place) {
            continue;
        }
        if !best.clues.contains_key(&place) {
            best.places.push(place);
        }
        best.clues.entry(place).or_insert_with(|| columns.clues(place));
        column.push((place, activation.amount / most));
    }
    Ok(vec![column])
}
