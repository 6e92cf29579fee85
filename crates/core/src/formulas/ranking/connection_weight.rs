//! How much a connection counts when activation spreads (SPEC R6).
//!
//! ```text
//! relation          the weight of its type
//! link              link_weight
//! similarity        similarity_weight × max(0, cosine)
//! recalled together min(link_weight, recalled_together_weight × times)
//! ```

use crate::parameters::Graph;
use crate::{Connection, ConnectionKind, RelationType, TieKind};

/// The weight of a connection.
pub fn connection_weight(connection: &Connection, parameters: &Graph) -> f64 {
    match connection.kind {
        ConnectionKind::Relation(kind) => match kind {
            RelationType::Continues => parameters.continues_weight,
            RelationType::References => parameters.references_weight,
            RelationType::DerivedFrom => parameters.derived_from_weight,
            RelationType::Contradicts => parameters.contradicts_weight,
            RelationType::SameTopic => parameters.same_topic_weight,
        },
        ConnectionKind::Tie(TieKind::Link) => parameters.link_weight,
        ConnectionKind::Tie(TieKind::Similarity) => parameters.similarity_weight * connection.strength.max(0.0),
        ConnectionKind::RecalledTogether => {
            (parameters.recalled_together_weight * connection.strength).min(parameters.link_weight)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seq;

    #[test]
    fn coming_to_mind_together_never_outweighs_a_link() {
        let parameters = Graph::default();
        let together = |strength| Connection { to: Seq(1), kind: ConnectionKind::RecalledTogether, strength };
        assert_eq!(connection_weight(&together(1.0), &parameters), parameters.recalled_together_weight);
        assert_eq!(connection_weight(&together(1e9), &parameters), parameters.link_weight);
    }
}
