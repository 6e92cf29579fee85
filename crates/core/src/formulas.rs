//! The formulas, one a file: pure functions of numbers and parameters.

pub mod arousal_update;
pub mod bm25;
pub mod composite;
pub mod connection_weight;
pub mod decay_coefficient;
pub mod feedback_factor;
pub mod final_score;
pub mod fused;
pub mod gate;
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
pub mod spreading;
pub mod time_decay;
pub mod yearly_cost;
