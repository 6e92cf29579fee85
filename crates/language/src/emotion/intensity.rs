//! How much a turn matters, by S0's rubric (付録：感情強度スコアリングの例).
//!
//! intensity = base(category) + gain(category) · strength + stir · max(0, arousal − 50) + sway(category) · agitation

use std::sync::LazyLock;

use omoide_core::Category;

use super::{EmotionReading, percent};
use crate::fold::fold;
use crate::lexicon::PhraseTable;
use crate::protection;

const STIR: f32 = 0.1;
/// No text is further from most texts than this.
const MOST_SPREADS: f32 = 2.5;
/// What a plain wish to have it kept adds.
const KEPT: f32 = 8.0;
/// The rubric's 15-25 for a typo.
const CHORE_BASE: f32 = 18.0;

/// 0 to 100.
pub(super) fn intensity(said: &str, category: &Category, reading: &EmotionReading) -> u8 {
    let (base, gain, sway) = match category {
        Category::Casual | Category::Other(_) => (15.0, 9.0, 6.0),
        Category::Work if is_chore(said) => (CHORE_BASE, 3.0, 1.0),
        Category::Work => (33.0, 6.0, 2.0),
        Category::Decision | Category::Lasting => (44.0, 5.0, 2.0),
        Category::Emotional => (47.0, 8.5, 4.0),
    };
    let stir = STIR * (f32::from(reading.feeling.arousal) - 50.0).max(0.0);
    let kept = if protection::asks_to_keep(said) { KEPT } else { 0.0 };
    let agitation = reading.agitation.clamp(-MOST_SPREADS, MOST_SPREADS);
    percent(base + gain * reading.strength + stir + sway * agitation + kept)
}

/// Small repairs that nobody remembers.
fn is_chore(said: &str) -> bool {
    said.chars().take(161).count() <= 160 && !CHORES.find_all(&fold(said)).is_empty()
}

static CHORES: LazyLock<PhraseTable<()>> = LazyLock::new(|| {
    let words = "typo* タイポ 誤字 脱字 誤記 スペルミス misspell* インデント 空白 whitespace 改行 リネーム rename* \
                 フォーマット整形 formatting semicolon* セミコロン 句読点 コメントを直";
    PhraseTable::new(words.split_whitespace().map(|word| (word.to_owned(), ())))
});
