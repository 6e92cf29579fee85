//! The formulas, one a file: pure functions of numbers and parameters.

pub mod arousal_update;
pub mod association;
pub mod channel_budget;
pub mod decay_coefficient;
pub mod initial_memory_days;
pub mod level;
pub mod preferences;
pub mod quota;
pub mod ranking;
pub mod reinforcement;
pub mod relation_direction;
pub mod relationship_depth;
pub mod retention;
pub mod revival_score;
pub mod salience;
pub mod similarity;
pub mod yearly_cost;
