//! The sections about connections, feedback and the search of past conversations.

use serde::{Deserialize, Serialize};

use super::sections::{UNIT, section};
use super::table::{Limits, Parameter, Setting, Value};

section! {
    /// How memories are connected, and how activation spreads along it.
    Graph "graph" {
        similarity_threshold: f64 = 0.75, Limits::Between(-1.0, 1.0), "cosine", "S4 グラフ拡散", "From this similarity a night connects two memories.";
        // Ten neighbours keep a topic of a thousand memories in one piece, and a step along it short.
        most_similar: u32 = 10, Limits::Between(0.0, 1_000.0), "memories", "SPEC R6", "Most memories that one is connected with because they are alike; 0 connects none.";
        // Half as far as the threshold's neighbours: being alike is what the vectors know already, so
        // activation should rather follow what somebody said or did.
        similarity_weight: f64 = 0.5, Limits::Between(0.0, 10.0), "weight", "SPEC R6", "Weight of a similarity of 1; less similar ones weigh in proportion.";
        link_weight: f64 = 1.0, Limits::Between(0.0, 10.0), "weight", "S4 グラフ拡散", "Weight of a `[[link]]` in a text.";
        continues_weight: f64 = 1.0, Limits::Between(0.0, 10.0), "weight", "SPEC R6", "Weight of a relation of the type continues.";
        references_weight: f64 = 0.8, Limits::Between(0.0, 10.0), "weight", "SPEC R6", "Weight of a relation of the type references.";
        derived_from_weight: f64 = 0.8, Limits::Between(0.0, 10.0), "weight", "SPEC R6", "Weight of a relation of the type derived_from.";
        contradicts_weight: f64 = 0.8, Limits::Between(0.0, 10.0), "weight", "SPEC R6", "Weight of a relation of the type contradicts: who recalls the one should see the other.";
        same_topic_weight: f64 = 0.6, Limits::Between(0.0, 10.0), "weight", "SPEC R6", "Weight of a relation of the type same_topic.";
        // A pair that came to mind together four times weighs as much as a reference.
        recalled_together_weight: f64 = 0.2, Limits::Between(0.0, 10.0), "weight per recall", "SPEC R6", "Weight of each time that two memories came to mind together, up to the weight of a link.";
        damping: f64 = 0.85, Limits::Between(0.0, 0.99), "share", "S4 グラフ拡散", "Share of a memory's activation that goes on to its neighbours.";
        push_threshold: f64 = 0.0002, Limits::Between(1e-12, 1.0), "activation per connection", "SPEC R6", "Activation below this is not followed further.";
        // A look-up takes some 10 microseconds, so that a recall spends little more than a millisecond here. With ten
        // connections each, that is all that ten seeds are connected with.
        most_looked_up: u32 = 128, Limits::Between(1.0, 1e6), "memories", "SPEC R6", "Most memories whose connections one recall reads.";
    }
}

section! {
    /// What being told that a memory helped does to it.
    FeedbackWeights "feedback" {
        // S3 leaves α open; with 0.2 three decisive resonances lift an arousal of 0.3 to 0.64.
        arousal_alpha: f64 = 0.2, UNIT, "share", "S3 記憶共鳴フィードバック機構", "How far one report of resonance moves a memory's arousal.";
        neutral_resonance: f64 = 0.4, Limits::Between(0.01, 0.99), "resonance", "S3 記憶共鳴フィードバック機構", "A resonance above this counts for a memory, one below against it.";
        // A tenth up or down decides between equals and never hides an exact answer.
        strength: f64 = 0.1, UNIT, "share", "SPEC R9", "Most that feedback adds to a memory's rank, or takes from it.";
        inertia: f64 = 2.0, Limits::Between(0.01, 1_000.0), "reports", "SPEC R9", "How many reports it takes to move a memory half as far as feedback can.";
        half_life_days: f64 = 90.0, Limits::Between(0.01, 36_500.0), "days", "SPEC R9", "After this many days a report counts half.";
    }
}

section! {
    /// The search of past conversations by their words.
    Conversations "conversations" {
        newest: u32 = 2, Limits::Between(0.0, 1_000.0), "passages", "S3 キーワード検索のノイズ対策", "How many of the newest passages are shown.";
        oldest: u32 = 2, Limits::Between(0.0, 1_000.0), "passages", "S3 キーワード検索のノイズ対策", "How many of the oldest passages are shown.";
        between: u32 = 1, Limits::Between(0.0, 1_000.0), "passages", "S3 キーワード検索のノイズ対策", "How many of those between are shown.";
        same_beginning: u32 = 200, Limits::Between(1.0, 100_000.0), "characters", "S3 キーワード検索のノイズ対策", "Passages that begin with the same characters are shown once.";
        longest: u32 = 500, Limits::Between(1.0, 1e6), "characters", "S3 キーワード検索のノイズ対策", "A longer passage is cut off there.";
        shortest: u32 = 30, Limits::Between(0.0, 100_000.0), "characters", "S3 キーワード検索のノイズ対策", "A shorter passage is shown only where longer ones leave room.";
        open_turns: u32 = 12, Limits::Between(0.0, 10_000.0), "turns", "S3 最近のログ除外機能, SPEC W1", "The last turns of the open conversation, which are left out because they are still in sight.";
    }
}
