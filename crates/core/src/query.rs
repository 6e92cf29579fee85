//! What a prompt asks for, as recall searches for it (S3 検索クエリ生成, SPEC R4).

use crate::Intent;
use crate::ports::TimeHint;

/// One plan for all the ways in which memories are searched for.
#[derive(Clone, PartialEq, Debug)]
pub struct QueryPlan {
    /// The words whose meaning is searched for: the prompt without what only says when.
    pub semantic_query: String,
    /// Names and phrases that are searched for to the letter, the most distinctive first, at most three; none
    /// when the prompt has nothing but general words.
    pub keywords: Vec<String>,
    /// What the prompt is after.
    pub intent: Intent,
    /// The time that it speaks of.
    pub time: Option<TimeHint>,
    /// The people that it names, without their titles, in the order of naming.
    pub people: Vec<String>,
}
