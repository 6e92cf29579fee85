//! The parameters of priming.

use serde::{Deserialize, Serialize};

use super::sections::section;
use super::table::{Limits, Parameter, Setting, Value};
use crate::formulas::channel_budget::{ChannelTokens, MessageTokens};

const TOKENS: Limits = Limits::Between(0.0, 100_000.0);

section! {
    /// What an agent has in mind before it reads a message.
    Prime "prime" {
        // S4 has 250 to 500 ms in mind. A hook is a process that begins cold, perhaps on a machine that compiles something, and
        // hosts wait for seconds: what was left out for a few milliseconds more would be missed.
        deadline_ms: u32 = 1_000, Limits::Between(1.0, 60_000.0), "milliseconds", "S4, P5",
            "What has not come to mind by then is left out of the turn block, and named.";
        stable_tokens: u32 = 900, TOKENS, "tokens", "C25",
            "Most of the stable block: pages, the person, what is open, and what can be asked for.";
        person_tokens: u32 = 500, TOKENS, "tokens", "S4", "The share of who is speaking, where all have their own.";
        activity_tokens: u32 = 1_300, TOKENS, "tokens", "S4", "The share of what happened lately.";
        related_tokens: u32 = 700, TOKENS, "tokens", "S4", "The share of memories that have to do with the message.";
        skills_tokens: u32 = 200, TOKENS, "tokens", "S4", "The share of procedures and skills.";
        greeting_tokens: u32 = 500, TOKENS, "tokens", "S4", "Most of the turn block for a greeting.";
        question_tokens: u32 = 1_500, TOKENS, "tokens", "S4",
            "Most of the turn block for a question, and for whatever is neither of the others.";
        request_tokens: u32 = 3_000, TOKENS, "tokens", "S4", "Most of the turn block for a request.";
        heartbeat_tokens: u32 = 200, TOKENS, "tokens", "S4", "Most of the turn block for a heartbeat, beside what happened lately.";
        heartbeat_activity_tokens: u32 = 400, TOKENS, "tokens", "S4",
            "The least share of what happened lately for a heartbeat.";
    }
}

section! {
    /// What hooks of hosts show.
    Hooks "hooks" {
        tell: bool = true, Limits::Switch, "switch", "P5",
            "Whether a host that can show a line to the person is told how much was recalled.";
    }
}

impl Prime {
    /// The shares of the channels, where the message leaves room for all of them.
    pub fn channels(&self) -> ChannelTokens {
        ChannelTokens {
            person: self.person_tokens,
            activity: self.activity_tokens,
            related: self.related_tokens,
            skills: self.skills_tokens,
        }
    }

    /// The tokens of the turn block, by the kind of message.
    pub fn messages(&self) -> MessageTokens {
        MessageTokens {
            greeting: self.greeting_tokens,
            question: self.question_tokens,
            request: self.request_tokens,
            heartbeat: self.heartbeat_tokens,
            heartbeat_activity: self.heartbeat_activity_tokens,
        }
    }
}
