//! What a prompt is after (S3 Intent-Aware Retrieval).

/// S3's five intents.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Intent {
    /// 「初めて会った日」「嬉しかったこと」: what was felt, however long ago.
    Emotional,
    /// 「猫の名前は？」「誕生日いつ？」: one fact.
    Factual,
    /// 「設定方法は？」「バージョン」: how a thing is done, where the newest counts.
    Technical,
    /// 「最近何した？」「昨日の話」: what happened at a time.
    Temporal,
    /// 「〇〇との関係は？」: how people stand to each other.
    Relational,
}

impl Intent {
    /// All of them, in the order in which ties are decided.
    pub const ALL: [Self; 5] = [Self::Relational, Self::Temporal, Self::Technical, Self::Emotional, Self::Factual];

    /// The name by which S3 calls it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Emotional => "emotional",
            Self::Factual => "factual",
            Self::Technical => "technical",
            Self::Temporal => "temporal",
            Self::Relational => "relational",
        }
    }

    /// The intent of that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|intent| intent.name() == name)
    }
}
