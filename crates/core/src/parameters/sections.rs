//! The sections of the configuration, each a table of its parameters.

use serde::{Deserialize, Serialize};

use super::table::{Limits, Parameter, Setting, Value};
use crate::Category;

macro_rules! section {
    ($(#[doc = $about:literal])+ $name:ident $prefix:literal {
        $( $field:ident: $type:ty = $default:expr, $limits:expr, $unit:literal, $section:literal, $summary:literal; )+
    }) => {
        $(#[doc = $about])+
        #[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
        #[serde(deny_unknown_fields, default)]
        pub struct $name { $( #[doc = $summary] pub $field: $type ),+ }

        impl Default for $name {
            fn default() -> Self {
                Self { $( $field: $default ),+ }
            }
        }

        impl $name {
            pub(super) fn visit(&self, f: &mut dyn FnMut(Parameter, Value)) {
                $( f(
                    Parameter {
                        path: concat!($prefix, ".", stringify!($field)),
                        summary: $summary,
                        unit: $unit,
                        section: $section,
                        limits: $limits,
                    },
                    self.$field.value(),
                ); )+
            }
        }
    };
}

pub(super) use section;

macro_rules! words {
    ($(#[doc = $about:literal])+ $name:ident $words:ident { $( $(#[doc = $doc:literal])+ $variant:ident = $word:literal ),+ $(,)? }) => {
        $(#[doc = $about])+
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
        pub enum $name { $( $(#[doc = $doc])+ #[serde(rename = $word)] $variant ),+ }

        const $words: &[&str] = &[$($word),+];

        impl $name {
            /// The word for it in configurations and explanations.
            pub fn name(self) -> &'static str {
                match self { $( Self::$variant => $word ),+ }
            }

            /// What goes by that word.
            pub fn named(word: &str) -> Option<Self> {
                [$( Self::$variant ),+].into_iter().find(|known| known.name() == word)
            }
        }

        impl Setting for $name {
            fn value(&self) -> Value {
                Value::Word(self.name())
            }
        }
    };
}

pub(super) use words;

pub(super) const UNIT: Limits = Limits::Between(0.0, 1.0);
const SCORE: Limits = Limits::Between(0.0, 100.0);

/// How retention falls.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct RetentionParameters {
    /// The decay coefficient of a category without a range of its own.
    pub base_decay_coefficient: f64,
    /// The highest decay coefficient that recall can lift a memory to.
    pub max_decay_coefficient: f64,
    /// The range of decay coefficients of each category.
    pub decay_by_category: DecayByCategory,
}

impl Default for RetentionParameters {
    fn default() -> Self {
        Self {
            base_decay_coefficient: 0.995,
            max_decay_coefficient: 0.999,
            decay_by_category: DecayByCategory::default(),
        }
    }
}

/// The range of decay coefficients of each category.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct DecayByCategory {
    /// Small talk.
    pub casual: DecayRange,
    /// Work.
    pub work: DecayRange,
    /// Decisions.
    pub decision: DecayRange,
    /// The felt.
    pub emotional: DecayRange,
    /// What lasts.
    pub lasting: DecayRange,
}

/// From the coefficient of a memory without intensity to that of one with all of it.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DecayRange {
    /// At intensity 0.
    pub min: f64,
    /// At intensity 100.
    pub max: f64,
}

impl Default for DecayByCategory {
    fn default() -> Self {
        Self {
            casual: DecayRange { min: 0.70, max: 0.80 },
            work: DecayRange { min: 0.85, max: 0.92 },
            decision: DecayRange { min: 0.93, max: 0.97 },
            emotional: DecayRange { min: 0.98, max: 0.999 },
            lasting: DecayRange { min: 0.995, max: 0.999 },
        }
    }
}

impl DecayByCategory {
    /// The range of a category; a category from elsewhere has none.
    pub fn range(&self, category: &Category) -> Option<DecayRange> {
        match category {
            Category::Casual => Some(self.casual),
            Category::Work => Some(self.work),
            Category::Decision => Some(self.decision),
            Category::Emotional => Some(self.emotional),
            Category::Lasting => Some(self.lasting),
            Category::Other(_) => None,
        }
    }
}

impl RetentionParameters {
    pub(super) fn visit(&self, f: &mut dyn FnMut(Parameter, Value)) {
        let by = &self.decay_by_category;
        let rows = [
            (
                "retention.base_decay_coefficient",
                "Decay coefficient of a category that has no range of its own.",
                self.base_decay_coefficient,
            ),
            (
                "retention.max_decay_coefficient",
                "Highest decay coefficient that recall can lift a memory to.",
                self.max_decay_coefficient,
            ),
            ("retention.decay_by_category.casual.min", "Coefficient of small talk of intensity 0.", by.casual.min),
            ("retention.decay_by_category.casual.max", "Coefficient of small talk of intensity 100.", by.casual.max),
            ("retention.decay_by_category.work.min", "Coefficient of work of intensity 0.", by.work.min),
            ("retention.decay_by_category.work.max", "Coefficient of work of intensity 100.", by.work.max),
            ("retention.decay_by_category.decision.min", "Coefficient of a decision of intensity 0.", by.decision.min),
            (
                "retention.decay_by_category.decision.max",
                "Coefficient of a decision of intensity 100.",
                by.decision.max,
            ),
            (
                "retention.decay_by_category.emotional.min",
                "Coefficient of an emotional memory of intensity 0.",
                by.emotional.min,
            ),
            (
                "retention.decay_by_category.emotional.max",
                "Coefficient of an emotional memory of intensity 100.",
                by.emotional.max,
            ),
        ];
        let own = [
            (
                "retention.decay_by_category.lasting.min",
                "Coefficient of something lasting of intensity 0.",
                by.lasting.min,
            ),
            (
                "retention.decay_by_category.lasting.max",
                "Coefficient of something lasting of intensity 100.",
                by.lasting.max,
            ),
        ];
        let of_s0 = rows.into_iter().map(|row| (row, "S0 減衰係数"));
        for ((path, summary, value), section) in of_s0.chain(own.into_iter().map(|row| (row, "SPEC C31"))) {
            f(Parameter { path, summary, unit: "share kept a day", section, limits: UNIT }, Value::Number(value));
        }
    }
}

section! {
    /// Where the levels begin.
    Levels "levels" {
        level1_threshold: f64 = 50.0, SCORE, "retention", "S0 三段階圧縮モデル", "Above this retention a memory is shown in full.";
        level2_threshold: f64 = 20.0, SCORE, "retention", "S0 三段階圧縮モデル", "Above this retention a memory is shown as a summary.";
        level3_threshold: f64 = 5.0, SCORE, "retention", "S0 三段階圧縮モデル", "Above this retention a memory is shown as a trace; at or below it is archived.";
    }
}

section! {
    /// What being recalled does to a memory.
    Recall "recall" {
        decay_coefficient_boost: f64 = 0.02, UNIT, "share kept a day", "S0 想起による記憶強化", "Added to the decay coefficient by a night that finds the memory recalled.";
        memory_days_reduction: f64 = 0.5, UNIT, "share", "S0 想起による記憶強化", "Share of the memory's days that such a night takes away.";
        recall_count_weight: f64 = 0.1, Limits::Between(0.0, 10.0), "share per recall", "S0 参照優先度の計算", "How much each recall adds to a memory's priority.";
    }
}

section! {
    /// How feelings answer each other.
    Resonance "resonance" {
        valence_match_bonus: f64 = 0.3, UNIT, "resonance", "S0 感情共鳴", "Resonance of two feelings with the same valence.";
        arousal_proximity_bonus: f64 = 0.2, UNIT, "resonance", "S0 感情共鳴", "Resonance of two feelings with the same arousal, less as they differ.";
        tags_overlap_weight: f64 = 0.5, UNIT, "resonance", "S0 感情共鳴", "Resonance of two feelings with the same tags, less as they differ.";
        priority_weight_alpha: f64 = 0.3, Limits::Between(0.0, 10.0), "share of retention", "S0 参照優先度の計算", "How much resonance adds to a memory's priority.";
        carry_over_minutes: u32 = 60, Limits::Between(0.0, 5_256_000.0), "minutes", "S0 現在の感情の取得", "How long the feeling of the last memory influences the next recall in the same thread.";
    }
}

words! {
    /// Who is counted when a level's share is taken.
    RatioBase RATIO_BASES {
        /// All unprotected memories, the archive included.
        All = "all",
        /// The unprotected memories that are not archived.
        Active = "active",
    }
}

words! {
    /// What happens to the fraction of a memory in a level's share.
    RatioRounding RATIO_ROUNDINGS {
        /// It is dropped: a level never exceeds its share.
        Floor = "floor",
        /// It counts as one.
        Ceil = "ceil",
    }
}

words! {
    /// What a memory's first night adds to its days.
    FirstBatch FIRST_BATCHES {
        /// A whole day, on top of the fraction that it started with.
        Literal = "literal",
        /// Nothing: the fraction is the first night's part.
        FractionOnly = "fraction_only",
    }
}

section! {
    /// The night: its hour and the room that each level has.
    Compression "compression" {
        level1_ratio: f64 = 0.15, UNIT, "share of memories", "S0 比率強制", "Most that may be shown in full.";
        level2_ratio: f64 = 0.30, UNIT, "share of memories", "S0 比率強制", "Most that may be shown as summaries.";
        level3_ratio: f64 = 0.35, UNIT, "share of memories", "S0 比率強制", "Most that may be shown as a trace.";
        delete_ratio: f64 = 0.20, UNIT, "share of memories", "S0 比率強制", "What is left for the archive; it follows from the other three and is kept for S0's files.";
        schedule_hour: u32 = 3, Limits::Between(0.0, 23.0), "hour of the day", "S0 圧縮処理のスケジューリング", "The hour at which a night is due, in local time.";
        interval_hours: u32 = 24, Limits::Between(1.0, 720.0), "hours", "S0 圧縮処理のスケジューリング", "A night is overdue when the last one ran this long ago.";
        ratio_base: RatioBase = RatioBase::All, Limits::OneOf(RATIO_BASES), "word", "SPEC C6", "Who is counted when a level's share is taken.";
        ratio_rounding: RatioRounding = RatioRounding::Floor, Limits::OneOf(RATIO_ROUNDINGS), "word", "SPEC C18", "What happens to the fraction of a memory in a level's share.";
        ratio_min_memories: u32 = 200, Limits::Between(0.0, 1e9), "memories", "SPEC C6", "Shares are not enforced below this many memories; 0 is exactly as in S0.";
        first_batch: FirstBatch = FirstBatch::Literal, Limits::OneOf(FIRST_BATCHES), "word", "SPEC C18", "What a memory's first night adds to its days.";
    }
}

section! {
    /// How memories are linked.
    Relations "relations" {
        score_proximity_threshold: f64 = 5.0, SCORE, "retention", "S0 リレーションの方向", "Below this difference the newer memory points to the older one.";
        auto_link_similarity_threshold: f64 = 0.85, Limits::Between(-1.0, 1.0), "cosine", "S0 自動関連付け", "From this similarity a night links two memories.";
        max_relations_per_memory: u32 = 10, Limits::Between(0.0, 1000.0), "relations", "S0 記憶の関連付け", "How many memories one memory links to at most.";
        relation_traversal_depth: u32 = 1, Limits::Between(0.0, 10.0), "steps", "S0 関連記憶の想起", "How many links in a row recall follows from a memory that it found.";
        enable_auto_linking: bool = true, Limits::Switch, "switch", "S0 自動関連付け", "Whether nights link memories.";
    }
}

section! {
    /// What recall returns.
    Retrieval "retrieval" {
        profile: Profile = Profile::Fused, Limits::OneOf(PROFILES), "word", "SPEC C4", "How memories are ranked.";
        top_k: u32 = 5, Limits::Between(1.0, 1000.0), "memories", "S0 設定ファイル構造", "Most memories that a recall returns.";
        budget_tokens: u32 = 1_500, Limits::Between(64.0, 1e6), "tokens", "SPEC R8", "Most that a recall shows: room for five turns of usual length, and less than a hundredth of an agent's context.";
        briefing_tokens: u32 = 800, Limits::Between(0.0, 1e6), "tokens", "SPEC R8", "Most that the stable block tells of what was left open in the project, of its rules and of what is protected.";
        block_form: BlockForm = BlockForm::Explained, Limits::OneOf(BLOCK_FORMS), "word", "SPEC R8", "How memories are written into a prompt.";
        excerpts: bool = true, Limits::Switch, "switch", "SPEC R8", "Whether a memory that is no longer whole is shown with the sentence of its original that the prompt asks for.";
        relevance_threshold: f64 = 5.0, Limits::Between(0.0, 1e6), "priority", "S0 設定ファイル構造", "S0's cut before sorting; it cannot change the result.";
        gate: bool = true, Limits::Switch, "switch", "SPEC C3", "Whether memories that have nothing to do with the prompt are left out.";
        // Calibrated by evals/gate: nine of ten prompts about other conversations are answered with silence, and one
        // in twenty-five of those that have an answer loses it.
        gate_relevance: f64 = 0.71, Limits::Between(0.0, 10.0), "share of words and similarity", "SPEC C3", "From this bearing on the prompt the best memory lets an answer through.";
        // The same thing in other words, or in another language, shares no word.
        gate_similarity: f64 = 0.75, Limits::Between(-1.0, 1.0), "cosine", "SPEC C3", "From this similarity alone a memory lets an answer through.";
        // A passage is not like another by chance, as short questions are that ask for anything's beginning.
        gate_passage_similarity: f64 = 0.65, Limits::Between(-1.0, 1.0), "cosine", "SPEC C3", "The same for a prompt of several sentences.";
        gate_floor: f64 = 0.3, Limits::Between(0.0, 10.0), "share of words and similarity", "SPEC C3", "From this bearing on the prompt a memory is shown beside a better one.";
        // Whoever has told only a few things is understood to speak of them.
        gate_few_ease: f64 = 0.25, UNIT, "share", "SPEC C3", "How much less bearing is asked for in a mind with hardly any memories; from a hundred on, nothing less.";
        gate_protected_ease: f64 = 0.2, UNIT, "share", "SPEC C3", "How much less bearing is asked of a protected memory.";
        // What is done in one project is seldom what another asks for, though both say it in the same words.
        gate_elsewhere: f64 = 1.5, Limits::Between(1.0, 10.0), "ratio", "SPEC C3", "How many times as much bearing is asked of a memory of another project than the one that the prompt is said in, unless the prompt names that project; 1 asks for no more.";
        gate_similarity_weight: f64 = 0.5, Limits::Between(0.0, 10.0), "weight", "SPEC C3", "What similarity counts for the gate beside the share of the prompt's words.";
        // Words of a Japanese question stand in many articles, in the question's own order only in the one that it is
        // about: of prompts about articles that are not stored 93 % are answered with silence, without it 76 %.
        gate_wording_weight: f64 = 1.0, Limits::Between(0.0, 10.0), "share of words and similarity", "SPEC C3", "How much more bearing is expected of a memory for a prompt in Japanese, whose own wording counts as well.";
        empty_talk: bool = false, Limits::Switch, "switch", "SPEC C3", "Whether memories that say nothing (ok, thanks, a question to which no answer came) are recalled.";
        duplicate_similarity: f64 = 0.97, Limits::Between(-1.0, 1.0), "cosine", "SPEC C3", "From this similarity the lower of two hits is left out.";
        // A twentieth for being something else decides between memories that are about equally relevant, and moves nothing
        // that is clearly more so. 1 shows by relevance alone.
        newer_first: f64 = 0.8, UNIT, "share", "SPEC C10", "In the answer to a question a newer memory comes before an older one if its score is at least this share of the other's.";
        mmr_relevance: f64 = 0.95, UNIT, "share", "SPEC C3", "How much relevance counts for what is shown next, beside being unlike what is shown already.";
        category_weight: f64 = 0.1, UNIT, "share of priority", "S0 カテゴリ参照", "Added to the priority of memories of the prompt's own category.";
        time_word_weight: f64 = 1.0, Limits::Between(0.0, 10.0), "share of priority", "S0 時系列参照", "Added to the priority of memories from the time that the prompt names.";
        recency_half_life_days: f64 = 7.0, Limits::Between(0.01, 36_500.0), "days", "S0 時系列参照", "For words such as \"last time\": after this many days half of the time weight is left.";
    }
}

words! {
    /// How memories are written into a prompt.
    BlockForm BLOCK_FORMS {
        /// What is not whole has its id, and a line tells what the levels mean and how to read on.
        Explained = "explained",
        /// As S0 has it: date, level and text; only what is cut has its id.
        S0 = "s0",
    }
}

words! {
    /// How memories are ranked.
    Profile PROFILES {
        /// By everything that speaks for a memory, weighed together.
        Fused = "fused",
        /// By S0's priority: retention, similarity, use and resonance.
        Resonance = "resonance",
        /// By S3's composite: distance, arousal and time, by what the prompt is after.
        Intent = "intent",
        /// By S4's final score: similarity, recency, use and spreading activation.
        Activation = "activation",
    }
}

words! {
    /// When in the night revival requests are served.
    RevivalPosition REVIVAL_POSITIONS {
        /// After the ratios were enforced.
        AfterRatio = "after_ratio",
        /// Before anything fades.
        BeforeDecay = "before_decay",
    }
}

words! {
    /// What a revival does to the memory's days.
    RevivalDays REVIVAL_DAYS {
        /// They are set so that the formula gives the revival score.
        Fitted = "fitted",
        /// They stay, and the next night's score is computed from them.
        Kept = "kept",
    }
}

words! {
    /// How often a recall that led to a revival counts.
    RevivalCounts REVIVAL_COUNTS {
        /// Once, by the night after.
        Once = "once",
        /// At the revival and by the night after.
        Twice = "twice",
    }
}

words! {
    /// How the conditions of erasure are joined.
    ConditionMode CONDITION_MODES {
        /// All must hold.
        And = "AND",
        /// One is enough.
        Or = "OR",
    }
}

section! {
    /// The archive: revival and erasure.
    Archive "archive" {
        enable_archive_recall: bool = true, Limits::Switch, "switch", "S0 アーカイブからの自動復活", "Whether recall searches the archive.";
        revival_decay_per_day: f64 = 0.995, UNIT, "share kept a day", "S0 アーカイブからの自動復活", "What a day in the archive leaves of the revival score.";
        revival_min_margin: f64 = 3.0, SCORE, "retention", "S0 アーカイブからの自動復活", "A revived memory starts at least this far above the archive's threshold.";
        revival_position: RevivalPosition = RevivalPosition::AfterRatio, Limits::OneOf(REVIVAL_POSITIONS), "word", "SPEC C18", "When in the night revival requests are served.";
        revival_days: RevivalDays = RevivalDays::Fitted, Limits::OneOf(REVIVAL_DAYS), "word", "SPEC C18", "What a revival does to the memory's days.";
        revival_counts: RevivalCounts = RevivalCounts::Once, Limits::OneOf(REVIVAL_COUNTS), "word", "SPEC C18", "How often a recall that led to a revival counts.";
        auto_delete_enabled: bool = false, Limits::Switch, "switch", "S0 完全消去", "Whether nights erase archived memories that meet the conditions.";
        retention_days: u32 = 365, Limits::Between(0.0, 36_500.0), "days", "S0 完全消去", "Condition: archived for more than this many days.";
        delete_require_zero_recall: bool = true, Limits::Switch, "switch", "S0 完全消去", "Condition, if on: never recalled.";
        delete_max_intensity: f64 = 20.0, SCORE, "intensity", "S0 完全消去", "Condition: intensity below this.";
        delete_condition_mode: ConditionMode = ConditionMode::And, Limits::OneOf(CONDITION_MODES), "word", "S0 完全消去", "How the conditions are joined.";
    }
}

words! {
    /// Whether protected memories fade.
    ProtectedDecay PROTECTED_DECAYS {
        /// They do not: their retention stays.
        Frozen = "frozen",
        /// They do; only their level is kept.
        Literal = "literal",
    }
}

section! {
    /// Protected memories.
    Protection "protection" {
        max_protected_memories: u32 = 50, Limits::Between(0.0, 1e6), "memories", "S0 保護記憶", "Most memories that can be protected.";
        protected_decay: ProtectedDecay = ProtectedDecay::Frozen, Limits::OneOf(PROTECTED_DECAYS), "word", "SPEC C18", "Whether protected memories fade.";
    }
}

section! {
    /// What is taken in.
    Encode "encode" {
        max_text_bytes: u32 = 4_194_304, Limits::Between(1_024.0, 1_073_741_824.0), "bytes", "SPEC §1 encode", "The longest turn that can be remembered.";
        full_text_characters: u32 = 8_000, Limits::Between(100.0, 1e7), "characters", "S0 レベル別の圧縮形式", "Most that a full memory shows; the verbatim turn is kept whole beside it.";
        unsaying: bool = true, Limits::Switch, "switch", "SPEC C26", "Whether a person can ask not to be remembered: the message is not kept, or the turn before it is archived.";
        lasting: bool = true, Limits::Switch, "switch", "SPEC C31", "Whether facts that stay true, rules that stand and what is stored on purpose are remembered as lasting; off is exactly as in S0.";
        // With the coefficient of 0.9974 that follows, such a memory is shown in full for ten weeks and as a summary for
        // well over a year, and is archived after two and a half, if it is never recalled.
        lasting_intensity: u32 = 60, Limits::Between(0.0, 100.0), "intensity", "SPEC C31", "Least intensity of what is remembered as lasting.";
        supersede: bool = true, Limits::Switch, "switch", "SPEC C10", "Whether a turn that corrects or updates what was said before makes it out of date.";
    }
}

section! {
    /// Replies that are remembered while they are streamed.
    StreamingParameters "streaming" {
        // S4 writes after a second. Half of it leaves time for a busy machine, so that a kill loses no more than a second.
        flush_milliseconds: u32 = 500, Limits::Between(10.0, 1_000.0), "milliseconds", "S4 ストリーミングジャーナル", "How long text of a streamed reply waits before it is written into its journal.";
        flush_characters: u32 = 500, Limits::Between(1.0, 1e6), "characters", "S4 ストリーミングジャーナル", "How much text waits at most before it is written.";
        idle_seconds: u32 = 600, Limits::Between(1.0, 86_400.0), "seconds", "S1 §3, SPEC W7", "After how long without a sign of its client a server remembers a streamed reply as interrupted.";
        max_streams: u32 = 256, Limits::Between(1.0, 1e5), "streams", "SPEC W7", "How many replies a server takes in at once.";
    }
}

section! {
    /// Nights that can be taken back.
    Sleep "sleep" {
        undo_nights: u32 = 14, Limits::Between(0.0, 3_650.0), "nights", "SPEC C1", "How many nights can be undone; nights that ran together count as one. What an older night erased cannot be brought back.";
        catch_up: bool = true, Limits::Switch, "switch", "S0 実行タイミング, SPEC C15", "Whether remember and recall also run the nights that are due.";
        max_catch_up_nights: u32 = 400, Limits::Between(1.0, 36_500.0), "nights", "SPEC C15", "How many missed nights run together at most.";
        plausible_nights: u32 = 30, Limits::Between(1.0, 36_500.0), "nights", "SPEC C15", "How many missed nights run by themselves at most; if more are due, or the clock is behind what was recorded, nights wait until there are turns on two dates, or until a person runs them. Nights for a time before a first import wait for a person only.";
    }
}

section! {
    /// What a language model would cost, for the yearly estimate.
    Cost "cost" {
        tokens_per_character: f64 = 1.5, Limits::Between(0.0, 100.0), "tokens", "S0 年間コスト見積もり", "Tokens that a character counts for in the estimate.";
        embedding_usd_per_million: f64 = 0.02, Limits::Between(0.0, 1e6), "US dollars", "S0 年間コスト見積もり", "Price of embedding a million tokens.";
        input_usd_per_million: f64 = 1.0, Limits::Between(0.0, 1e6), "US dollars", "S0 年間コスト見積もり", "Price of a million tokens that a model reads.";
        output_usd_per_million: f64 = 5.0, Limits::Between(0.0, 1e6), "US dollars", "S0 年間コスト見積もり", "Price of a million tokens that a model writes.";
        yen_per_usd: f64 = 150.0, Limits::Between(0.0, 1e6), "yen", "S0 年間コスト見積もり", "Exchange rate of the estimate.";
    }
}
