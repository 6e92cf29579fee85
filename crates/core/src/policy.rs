//! Policies: memories and a date in, a plan out.

pub mod episode;
