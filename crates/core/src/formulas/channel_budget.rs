//! How many tokens each channel of priming may take, by the kind of message (S4 チャネル, メッセージタイプ別の動的バジェット配分).
//!
//! ```text
//! scale   = min(1, total / Σ channels)
//! channel = ⌊own × scale⌋, and for activity at least `least_activity`
//! ```
//!
//! All are tokens. A heartbeat keeps room for activity (S4: 400); every other kind has no least.

/// Tokens of each channel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChannelTokens {
    /// A: who is speaking.
    pub person: u32,
    /// B: what happened lately.
    pub activity: u32,
    /// C: what has to do with the message.
    pub related: u32,
    /// D: what can be done about it.
    pub skills: u32,
}

impl ChannelTokens {
    /// S4's own budgets.
    pub const S4: Self = Self { person: 500, activity: 1300, related: 700, skills: 200 };

    /// All channels together.
    pub fn sum(&self) -> u32 {
        self.person + self.activity + self.related + self.skills
    }
}

/// Tokens of all channels together, by the kind of message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MessageTokens {
    /// A greeting.
    pub greeting: u32,
    /// A question.
    pub question: u32,
    /// A request.
    pub request: u32,
    /// A heartbeat.
    pub heartbeat: u32,
    /// The least that a heartbeat leaves for activity.
    pub heartbeat_activity: u32,
}

impl MessageTokens {
    /// S4's own numbers.
    pub const S4: Self = Self { greeting: 500, question: 1500, request: 3000, heartbeat: 200, heartbeat_activity: 400 };
}

/// What is left of each channel's budget when all of them share `total`.
pub fn channel_budget(total: u32, channels: &ChannelTokens, least_activity: u32) -> ChannelTokens {
    let scale = (f64::from(total) / f64::from(channels.sum().max(1))).min(1.0);
    let share = |tokens: u32| (f64::from(tokens) * scale) as u32;
    ChannelTokens {
        person: share(channels.person),
        activity: share(channels.activity).max(least_activity),
        related: share(channels.related),
        skills: share(channels.skills),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_channel_gets_more_than_its_own_and_none_is_without_bound() {
        let channels = ChannelTokens::S4;
        assert_eq!(channel_budget(u32::MAX, &channels, 0), channels);
        assert_eq!(channel_budget(0, &channels, 0).sum(), 0);
        assert_eq!(channel_budget(0, &channels, 400).activity, 400);
        let nothing = ChannelTokens { person: 0, activity: 0, related: 0, skills: 0 };
        assert_eq!(channel_budget(500, &nothing, 0), nothing);
    }
}
