//! Spreading activation: what the memories that came to mind bring to mind in their turn (S4 グラフ拡散).
//!
//! Connections are read as activation reaches them, each memory's once, so that a cold process reads a few
//! hundred rows of the store and no more.

use std::cell::RefCell;
use std::collections::HashMap;

use omoide_core::formulas::ranking::connection_weight::connection_weight;
use omoide_core::formulas::ranking::spreading::{Discovery, SpreadReach, spread};
use omoide_core::ports::store::Reader;
use omoide_core::{Connection, ConnectionKind, Memory, MemoryId, Seq};

use crate::{Error, Mind};

/// The activation that reached a memory, and by which way first.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Activation {
    /// The memory.
    pub seq: Seq,
    /// How much of all activation reached it, 0 to 1: its personalised PageRank, from below.
    pub amount: f64,
    /// The memory that it was first reached from, and the connection that weighs most between the two; none
    /// for one that activation began with.
    pub via: Option<(Seq, ConnectionKind)>,
}

/// A memory that others bring to mind.
#[derive(Clone, PartialEq, Debug)]
pub struct Reminded {
    /// The memory.
    pub memory: Memory,
    /// How much of all activation reached it, 0 to 1.
    pub activation: f64,
    /// The memory that it was first reached from.
    pub via: MemoryId,
    /// Why the two are connected.
    pub kind: ConnectionKind,
}

impl Mind<'_> {
    /// What a memory brings to mind along its connections, the most active first; archived memories
    /// included, unless someone put them away, and itself not.
    ///
    /// # Errors
    /// As [`Mind::find`].
    pub fn reminds_of(&self, reference: &str, limit: usize) -> Result<Vec<Reminded>, Error> {
        self.engine.look(|r| {
            let seed = crate::engine::find(r, &self.name, reference)?;
            let activations = self.spread(r, &[(seed.seq, 1.0)], self.parameters().graph.most_looked_up as usize)?;
            let mut reached = activations.into_iter().filter_map(|a| Some((a.seq, a.amount, a.via?)));
            let mut reminded = Vec::new();
            while reminded.len() < limit {
                let page: Vec<_> = reached.by_ref().take(limit - reminded.len()).collect();
                if page.is_empty() {
                    break;
                }
                let seqs: Vec<Seq> = page.iter().map(|(seq, ..)| *seq).collect();
                let via: Vec<Seq> = page.iter().map(|(_, _, (via, _))| *via).collect();
                let ids: HashMap<Seq, MemoryId> =
                    r.outlines_of(&self.name, &via)?.into_iter().map(|outline| (outline.seq, outline.id)).collect();
                for memory in r.memories(&self.name, &seqs)?.into_iter().filter(|memory| !memory.shown.is_put_away()) {
                    let Some((_, amount, (via, kind))) = page.iter().find(|(seq, ..)| *seq == memory.seq) else {
                        continue;
                    };
                    let Some(via) = ids.get(via).copied() else { continue };
                    reminded.push(Reminded { memory, activation: *amount, via, kind: *kind });
                }
            }
            Ok(reminded)
        })
    }

    /// Spreads activation from memories, by their weights, along the connections of at most so many. All that
    /// it reaches, the seeds included, the most active first, the older of equals first.
    pub(crate) fn spread(
        &self,
        reader: &dyn Reader,
        seeds: &[(Seq, f64)],
        most_pushed: usize,
    ) -> Result<Vec<Activation>, Error> {
        let parameters = &self.parameters().graph;
        let ways: RefCell<HashMap<Seq, (Seq, ConnectionKind)>> = RefCell::default();
        let mut discovery = Discovery::new(|seqs: &[Seq]| -> Result<Vec<Vec<(Seq, f64)>>, Error> {
            let mut ways = ways.borrow_mut();
            let mut of_one = |(seq, connections): (&Seq, Vec<Connection>)| {
                let joined = joined(&connections, |connection| connection_weight(connection, parameters));
                for (to, _, kind) in &joined {
                    ways.entry(*to).or_insert((*seq, *kind));
                }
                joined.into_iter().map(|(to, weight, _)| (to, weight)).collect()
            };
            Ok(seqs.iter().zip(reader.connections(&self.name, seqs)?).map(&mut of_one).collect())
        });
        let seeds: Vec<(u32, f64)> = seeds.iter().map(|(seq, weight)| (discovery.node(*seq), *weight)).collect();
        let reach = SpreadReach { damping: parameters.damping, threshold: parameters.push_threshold, most_pushed };
        let found = spread(&mut discovery, &seeds, reach)?;
        let is_seed = |node: u32| seeds.iter().any(|(seed, _)| *seed == node);
        let ways = ways.borrow();
        let mut activations: Vec<Activation> = found
            .activation
            .into_iter()
            .filter_map(|(node, amount)| {
                let seq = discovery.seq(node)?;
                let via = if is_seed(node) { None } else { ways.get(&seq).copied() };
                Some(Activation { seq, amount, via })
            })
            .collect();
        activations.sort_by(|a, b| b.amount.total_cmp(&a.amount).then(a.seq.cmp(&b.seq)));
        Ok(activations)
    }
}

/// One link for each neighbour: the weights of all connections with it together, and the kind of the
/// heaviest. The connections come by neighbour.
fn joined(connections: &[Connection], weight: impl Fn(&Connection) -> f64) -> Vec<(Seq, f64, ConnectionKind)> {
    connections
        .chunk_by(|a, b| a.to == b.to)
        .filter_map(|of_one| {
            let weights: Vec<f64> = of_one.iter().map(&weight).collect();
            let sum: f64 = weights.iter().sum();
            let heaviest = weights.iter().zip(of_one).rev().max_by(|a, b| a.0.total_cmp(b.0))?;
            (sum > 0.0).then_some((heaviest.1.to, sum, heaviest.1.kind))
        })
        .collect()
}
