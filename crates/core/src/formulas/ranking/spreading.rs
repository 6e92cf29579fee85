//! How activation spreads from what a prompt brings to mind (S4 グラフ拡散): personalised PageRank.
//!
//! ```text
//! x = d × (Pᵀx + lost(x) × s) + (1 − d) × s
//! ```
//!
//! d is the damping, s the seeds' weights divided by their sum, `P[u][v]` = weight(u, v) / Σ weight(u, ·), and
//! lost(x) the activation of nodes that lead nowhere, which returns to the seeds.
//!
//! It is found by *forward push*: every node has a residual, at first s. While a residual r(u) exceeds the
//! threshold ε, (1 − d) × r(u) of it stays at u and d × r(u) goes to the residuals of its neighbours. Nodes
//! that nothing reaches are never looked at, so the cost depends on ε and not on the size of the graph: at
//! most 1 / (ε × (1 − d)) nodes are pushed. At the end (1 − d) of every residual is credited too.
//!
//! What leads nowhere is dropped instead of sent back: x is in proportion to the solution without the
//! return, so dividing by what was not dropped gives the same x.
//!
//! The answer is never above x, and all of it together misses exactly [`Spread::unspent`]. With links that
//! go both ways and weigh the same, a node of n links misses at most ε × n.

use std::collections::{HashMap, VecDeque};

use crate::Seq;

/// A link from one node to another.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct GraphLink {
    /// The number of the node that it leads to.
    pub to: u32,
    /// How much of the activation goes that way, in proportion to the node's other links.
    pub weight: f32,
}

/// Where the links of nodes are known; nodes have small numbers.
pub trait Links {
    /// Why they could not be told.
    type Error;

    /// How many nodes there may be, as far as it is known.
    fn size(&self) -> usize;

    /// Says which nodes' links will be asked for next, in that order, so that they can be read together.
    ///
    /// # Errors
    /// When they cannot be read.
    fn expect(&mut self, _nodes: &[u32]) -> Result<(), Self::Error> {
        Ok(())
    }

    /// The links of a node, always the same and in the same order; none for one that leads nowhere.
    ///
    /// # Errors
    /// When they cannot be read.
    fn links(&mut self, node: u32) -> Result<&[GraphLink], Self::Error>;
}

/// How far activation is followed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SpreadReach {
    /// d: the share that goes on to the neighbours.
    pub damping: f64,
    /// ε: what is not followed further.
    pub threshold: f64,
    /// Most nodes that are pushed.
    pub most_pushed: usize,
}

/// Activation that has spread.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Spread {
    /// Every node that was reached, in the order of reaching, with its activation.
    pub activation: Vec<(u32, f64)>,
    /// What is missing from all of them together, 0 to 1.
    pub unspent: f64,
    /// How many nodes were pushed.
    pub pushed: usize,
}

/// Spreads activation from the seeds. Seeds without a weight above 0 do not count; the same seed given
/// twice counts twice.
///
/// # Errors
/// When the links of a node cannot be read.
pub fn spread<L: Links>(links: &mut L, seeds: &[(u32, f64)], reach: SpreadReach) -> Result<Spread, L::Error> {
    let counts = |weight: f64| weight > 0.0 && weight.is_finite();
    let whole: f64 = seeds.iter().map(|(_, weight)| *weight).filter(|weight| counts(*weight)).sum();
    let mut field = ActivationField::new(links.size(), reach.threshold);
    for (seed, weight) in seeds.iter().filter(|(_, weight)| counts(*weight)) {
        field.add(*seed, weight / whole);
    }
    let kept = 1.0 - reach.damping;
    let mut dropped = 0.0;
    let mut pushed = 0;
    let mut expected = 0;
    while pushed < reach.most_pushed {
        // Whoever waits is pushed in its turn, as long as any are.
        if expected == 0 {
            let next: Vec<u32> = field.waiting.iter().copied().take(reach.most_pushed - pushed).collect();
            links.expect(&next)?;
            expected = next.len();
        }
        expected = expected.saturating_sub(1);
        let Some(node) = field.waiting.pop_front() else { break };
        let residual = field.take(node);
        field.activation[node as usize] += kept * residual;
        let passed_on = reach.damping * residual;
        let of_node = links.links(node)?;
        let weight: f64 = of_node.iter().map(|link| f64::from(link.weight)).sum();
        if weight > 0.0 {
            for link in of_node {
                field.add(link.to, passed_on * f64::from(link.weight) / weight);
            }
        } else {
            dropped += passed_on;
        }
        pushed += 1;
    }
    Ok(field.settle(kept, 1.0 - dropped, pushed))
}

/// What is known of the nodes so far.
struct ActivationField {
    activation: Vec<f64>,
    residual: Vec<f64>,
    state: Vec<NodeState>,
    reached: Vec<u32>,
    waiting: VecDeque<u32>,
    threshold: f64,
}

#[derive(Clone, Copy, PartialEq)]
enum NodeState {
    Unseen,
    Reached,
    Waiting,
}

impl ActivationField {
    fn new(size: usize, threshold: f64) -> Self {
        Self {
            activation: vec![0.0; size],
            residual: vec![0.0; size],
            state: vec![NodeState::Unseen; size],
            reached: Vec::new(),
            waiting: VecDeque::new(),
            threshold,
        }
    }

    fn add(&mut self, node: u32, amount: f64) {
        let at = node as usize;
        if at >= self.state.len() {
            self.activation.resize(at + 1, 0.0);
            self.residual.resize(at + 1, 0.0);
            self.state.resize(at + 1, NodeState::Unseen);
        }
        if self.state[at] == NodeState::Unseen {
            self.state[at] = NodeState::Reached;
            self.reached.push(node);
        }
        self.residual[at] += amount;
        if self.state[at] == NodeState::Reached && self.residual[at] > self.threshold {
            self.state[at] = NodeState::Waiting;
            self.waiting.push_back(node);
        }
    }

    fn take(&mut self, node: u32) -> f64 {
        self.state[node as usize] = NodeState::Reached;
        std::mem::take(&mut self.residual[node as usize])
    }

    fn settle(self, kept: f64, whole: f64, pushed: usize) -> Spread {
        let mut unspent = 0.0;
        let mut activation = Vec::with_capacity(self.reached.len());
        for node in self.reached {
            let residual = self.residual[node as usize];
            unspent += (1.0 - kept) * residual;
            activation.push((node, (self.activation[node as usize] + kept * residual) / whole));
        }
        Spread { activation, unspent: unspent / whole, pushed }
    }
}

/// A whole graph in memory, compact: the links of a node lie side by side.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Adjacency {
    seqs: Vec<Seq>,
    starts: Vec<u32>,
    links: Vec<GraphLink>,
}

impl Adjacency {
    /// The graph of these nodes, of the ends of the links, and of the links, from the first to the second; the
    /// weights of the same link given again are added up.
    pub fn new(nodes: impl IntoIterator<Item = Seq>, mut links: Vec<(Seq, Seq, f64)>) -> Self {
        let mut seqs: Vec<Seq> = links.iter().flat_map(|(from, to, _)| [*from, *to]).chain(nodes).collect();
        seqs.sort_unstable();
        seqs.dedup();
        links.sort_by_key(|(from, to, _)| (*from, *to));
        let mut graph =
            Self { starts: Vec::with_capacity(seqs.len() + 1), links: Vec::with_capacity(links.len()), seqs };
        let mut rest = links.into_iter().peekable();
        for seq in &graph.seqs {
            graph.starts.push(position(graph.links.len()));
            while let Some((_, to, mut weight)) = rest.next_if(|(from, ..)| from == seq) {
                while let Some((_, _, more)) = rest.next_if(|(from, again, _)| from == seq && *again == to) {
                    weight += more;
                }
                // Every end is a node, so the search finds it.
                let to = position(graph.seqs.binary_search(&to).unwrap_or_default());
                graph.links.push(GraphLink { to, weight: weight as f32 });
            }
        }
        graph.starts.push(position(graph.links.len()));
        graph
    }

    /// The number of the node at that place; none when it is no node.
    pub fn node(&self, seq: Seq) -> Option<u32> {
        self.seqs.binary_search(&seq).ok().map(position)
    }

    /// The place of the node with that number.
    pub fn seq(&self, node: u32) -> Option<Seq> {
        self.seqs.get(node as usize).copied()
    }
}

impl Links for &Adjacency {
    type Error = std::convert::Infallible;

    fn size(&self) -> usize {
        self.seqs.len()
    }

    fn links(&mut self, node: u32) -> Result<&[GraphLink], Self::Error> {
        let node = node as usize;
        let range = self.starts.get(node).zip(self.starts.get(node + 1));
        Ok(range.map_or(&[], |(start, end)| &self.links[*start as usize..*end as usize]))
    }
}

/// A graph of which only that is read which is reached.
pub struct Discovery<F> {
    seqs: Vec<Seq>,
    nodes: HashMap<Seq, u32>,
    links: Vec<Option<Vec<GraphLink>>>,
    read: F,
}

impl<F> Discovery<F> {
    /// A graph whose links `read` tells, of many places at a time and in their order; each was not asked for before.
    pub fn new(read: F) -> Self {
        Self { seqs: Vec::new(), nodes: HashMap::new(), links: Vec::new(), read }
    }

    /// The number of the node at that place, which is given to it the first time.
    pub fn node(&mut self, seq: Seq) -> u32 {
        *self.nodes.entry(seq).or_insert_with(|| {
            self.seqs.push(seq);
            self.links.push(None);
            position(self.seqs.len() - 1)
        })
    }

    /// The place of the node with that number.
    pub fn seq(&self, node: u32) -> Option<Seq> {
        self.seqs.get(node as usize).copied()
    }
}

impl<E, F: FnMut(&[Seq]) -> Result<Vec<Vec<(Seq, f64)>>, E>> Links for Discovery<F> {
    type Error = E;

    fn size(&self) -> usize {
        self.seqs.len()
    }

    fn expect(&mut self, nodes: &[u32]) -> Result<(), E> {
        let unread = |node: &&u32| self.links.get(**node as usize).is_some_and(Option::is_none);
        let nodes: Vec<u32> = nodes.iter().filter(unread).copied().collect();
        let seqs: Vec<Seq> = nodes.iter().filter_map(|node| self.seq(*node)).collect();
        if seqs.is_empty() {
            return Ok(());
        }
        for (node, found) in nodes.into_iter().zip((self.read)(&seqs)?) {
            let links = found.into_iter().map(|(to, weight)| GraphLink { to: self.node(to), weight: weight as f32 });
            let links = links.collect();
            self.links[node as usize] = Some(links);
        }
        Ok(())
    }

    fn links(&mut self, node: u32) -> Result<&[GraphLink], E> {
        self.expect(&[node])?;
        Ok(self.links.get(node as usize).and_then(Option::as_deref).unwrap_or_default())
    }
}

/// A number of a node or link. There are fewer than four thousand million memories in a store of one file.
fn position(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const FINE: SpreadReach = SpreadReach { damping: 0.85, threshold: 1e-13, most_pushed: usize::MAX };

    fn graph(links: &[(i64, i64, f64)]) -> Adjacency {
        Adjacency::new([], links.iter().map(|(a, b, weight)| (Seq(*a), Seq(*b), *weight)).collect())
    }

    fn activation(graph: &Adjacency, seeds: &[(i64, f64)], reach: SpreadReach) -> (HashMap<i64, f64>, Spread) {
        let seeds: Vec<_> = seeds.iter().filter_map(|(seq, w)| Some((graph.node(Seq(*seq))?, *w))).collect();
        let found = spread(&mut &*graph, &seeds, reach).unwrap();
        let by_seq = found.activation.iter().map(|(n, x)| (graph.seq(*n).unwrap().0, *x)).collect();
        (by_seq, found)
    }

    #[test]
    fn what_leads_nowhere_gives_its_activation_back_to_the_seeds() {
        // x0 = 0.85 × x1 + 0.15, x1 = 0.85 × x0: the return of node 1's mass makes it a circle.
        let (x, _) = activation(&graph(&[(0, 1, 1.0)]), &[(0, 1.0)], FINE);
        assert!((x[&0] - 1.0 / 1.85).abs() < 1e-9 && (x[&1] - 0.85 / 1.85).abs() < 1e-9, "{x:?}");
    }

    #[test]
    fn activation_follows_the_weights() {
        let star = graph(&[(0, 1, 3.0), (0, 2, 1.0), (1, 0, 3.0), (2, 0, 1.0)]);
        let (x, _) = activation(&star, &[(0, 1.0)], FINE);
        assert!((x[&1] / x[&2] - 3.0).abs() < 1e-9);
    }

    #[test]
    fn without_seeds_nothing_is_active() {
        let pair = graph(&[(0, 1, 1.0), (1, 0, 1.0)]);
        for seeds in [&[][..], &[(0, 0.0)], &[(0, -1.0)], &[(0, f64::NAN)]] {
            assert_eq!(activation(&pair, seeds, FINE).1, Spread::default());
        }
    }

    #[test]
    fn a_budget_of_pushes_is_kept_and_what_is_missing_is_told() {
        let ring: Vec<_> = (0..50).flat_map(|n| [(n, (n + 1) % 50, 1.0), ((n + 1) % 50, n, 1.0)]).collect();
        let (x, found) = activation(&graph(&ring), &[(0, 1.0)], SpreadReach { most_pushed: 5, ..FINE });
        assert_eq!(found.pushed, 5);
        assert!((x.values().sum::<f64>() + found.unspent - 1.0).abs() < 1e-12);
    }

    #[test]
    fn reading_as_one_goes_finds_the_same_as_the_whole_graph() {
        let links = [(1, 2, 1.0), (2, 1, 1.0), (2, 3, 0.5), (3, 2, 0.5), (3, 1, 2.0), (9, 1, 1.0)];
        let whole = graph(&links);
        let mut asked: Vec<Seq> = Vec::new();
        let mut found = Discovery::new(|seqs: &[Seq]| {
            asked.extend(seqs);
            let of = |seq: &Seq| links.iter().filter(|l| l.0 == seq.0).map(|l| (Seq(l.1), l.2)).collect();
            Ok::<Vec<Vec<_>>, ()>(seqs.iter().map(of).collect())
        });
        let seeds = [(found.node(Seq(1)), 2.0), (found.node(Seq(3)), 1.0)];
        let spread = spread(&mut found, &seeds, FINE).unwrap();
        let (expected, _) = activation(&whole, &[(1, 2.0), (3, 1.0)], FINE);
        for (node, x) in &spread.activation {
            assert!((expected[&found.seq(*node).unwrap().0] - x).abs() < 1e-12);
        }
        asked.sort();
        assert_eq!(asked, [Seq(1), Seq(2), Seq(3)], "each is read once, and what is not reached is not");
    }

    /// Power iteration, straight from the formula.
    fn iterated(links: &[(i64, i64, f64)], seeds: &[(i64, f64)], size: usize) -> Vec<f64> {
        let whole: f64 = seeds.iter().map(|s| s.1).sum();
        let mut s = vec![0.0; size];
        seeds.iter().for_each(|(seed, weight)| s[*seed as usize] += weight / whole);
        let mut x = s.clone();
        for _ in 0..400 {
            let mut y = vec![0.0; size];
            let mut lost = 0.0;
            for (u, x) in x.iter().enumerate() {
                let of: Vec<_> = links.iter().filter(|l| l.0 == u as i64).collect();
                let weight: f64 = of.iter().map(|l| l.2).sum();
                if of.is_empty() {
                    lost += x;
                }
                of.iter().for_each(|l| y[l.1 as usize] += x * l.2 / weight);
            }
            x = y.iter().zip(&s).map(|(y, s)| 0.85 * (y + lost * s) + 0.15 * s).collect();
        }
        x
    }

    proptest! {
        #[test]
        fn pushing_finds_what_iterating_finds_within_its_bound(
            pairs in prop::collection::btree_map((0..12_i64, 0..12_i64), 1..5_u8, 1..60),
            seed_weights in prop::collection::vec(1..4_u8, 1..4),
            threshold in prop::sample::select(vec![1e-12, 1e-4, 1e-2, 0.3]),
        ) {
            let links: Vec<_> = pairs.iter().map(|((a, b), w)| (*a, *b, f64::from(*w))).collect();
            let graph = graph(&links);
            let nodes: Vec<i64> = graph.seqs.iter().map(|s| s.0).collect();
            let seeds: Vec<_> =
                seed_weights.iter().enumerate().map(|(i, w)| (nodes[i * 5 % nodes.len()], f64::from(*w))).collect();
            let (found, spread) = activation(&graph, &seeds, SpreadReach { threshold, ..FINE });
            let exact = iterated(&links, &seeds, 12);
            let missing: f64 = exact.iter().enumerate()
                .map(|(n, x)| x - found.get(&(n as i64)).copied().unwrap_or(0.0)).sum();
            prop_assert!((missing - spread.unspent).abs() < 1e-9, "{missing} {}", spread.unspent);
            for (node, x) in found {
                prop_assert!(x <= exact[node as usize] + 1e-9);
            }
            prop_assert!(spread.pushed as f64 <= 1.0 / (threshold * 0.15));
        }
    }
}
