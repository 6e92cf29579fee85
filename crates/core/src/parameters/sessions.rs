//! The parameters of threads and sessions.

use serde::{Deserialize, Serialize};

use super::sections::{UNIT, section};
use super::table::{Limits, Parameter, Setting, Value};

section! {
    /// Where conversations are cut, and how long their sessions stay near.
    Sessions "sessions" {
        idle_minutes: u32 = 10, Limits::Between(1.0, 1440.0), "minutes", "S1 §3.2",
            "After so long a pause the next turn begins a new session; where nobody names threads, a new thread.";
        max_turns: u32 = 12, Limits::Between(2.0, 100.0), "turns", "S1 §3.1",
            "Working memory holds so many turns; a session has at most as many.";
        by_topic: bool = true, Limits::Switch, "switch", "S1 §3.2",
            "Whether a new topic begins a new session, and a new thread where nobody names threads.";
        own_threads: bool = true, Limits::Switch, "switch", "S1 §3.2",
            "Whether turns that come over HTTP or MCP without a thread are given one by the rules.";
        summary_characters: u32 = 400, Limits::Between(80.0, 4000.0), "characters", "S1 §3.2",
            "How long the summary of a session may be that is made without a model.";
        hot_hours: u32 = 24, Limits::Between(1.0, 720.0), "hours", "S1 §2",
            "So long a session is hot; then it is warm.";
        warm_days: u32 = 30, Limits::Between(1.0, 3650.0), "days", "S1 §2",
            "After so long it is decided whether a session becomes long-term memory or goes into the archive.";
        long_term_share: f64 = 0.7, UNIT, "share", "S1 §7",
            "The share of sessions that become long-term memory, the most salient first, rounded up.";
        compared_nights: u32 = 30, Limits::Between(1.0, 3650.0), "nights", "C30",
            "The sessions of so many nights are compared with each other.";
    }
}

section! {
    /// What makes a session salient.
    Salience "salience" {
        emotion: f64 = 0.4, UNIT, "share", "S1 §7", "The weight of what it felt like.";
        novelty: f64 = 0.3, UNIT, "share", "S1 §7", "The weight of how new it was.";
        relatedness: f64 = 0.2, UNIT, "share", "S1 §7", "The weight of how connected it is.";
        mentions: f64 = 0.1, UNIT, "share", "S1 §7", "The weight of how often it came up.";
        like_similarity: f64 = 0.8, UNIT, "share", "S1 §7", "From this similarity on, another memory is like it.";
        related_similarity: f64 = 0.6, UNIT, "share", "S1 §7", "From this similarity on, another memory has to do with it.";
    }
}
