//! Formulas that rank memories for a prompt, and the gate that decides which of them are shown.

pub mod bm25;
pub mod clue;
pub mod composite;
pub mod connection_weight;
pub mod feedback_factor;
pub mod final_score;
pub mod fused;
pub mod gate;
pub mod priority;
pub mod resonance;
pub mod spreading;
pub mod time_decay;
