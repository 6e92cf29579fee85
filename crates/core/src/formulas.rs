//! The formulas, one a file: pure functions of numbers and parameters.

pub mod decay_coefficient;
pub mod initial_memory_days;
pub mod level;
pub mod priority;
pub mod quota;
pub mod reinforcement;
pub mod relation_direction;
pub mod resonance;
pub mod retention;
pub mod revival_score;
pub mod similarity;
pub mod yearly_cost;
