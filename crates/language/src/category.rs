//! What a turn was about, as far as forgetting is concerned (S0 減衰係数): casual, work, decision, emotional.

use std::sync::LazyLock;

use omoide_core::Category;

use crate::emotion;
use crate::fold::fold;
use crate::lexicon::{PhraseTable, data_lines};
use crate::prose::{has_code, prose};
use crate::tokens::{TokenKind, scan};

/// How much the reply counts beside what the person said.
const REPLY_WEIGHT: f32 = 0.3;
/// What a block of code, and each identifier, says for work.
const CODE_WEIGHT: f32 = 3.0;
const IDENTIFIER_WEIGHT: f32 = 0.6;
const MOST_IDENTIFIERS: usize = 3;
/// A feeling stronger than this begins to make a turn personal by itself.
const FELT_FROM: f32 = 1.9;

/// The category of a turn.
pub fn category(said: &str, replied: &str) -> Category {
    let own = Weights::of(said);
    let other = Weights::of(replied);
    let felt = emotion::read_turn(said, "").strength;
    let sum = |pick: fn(&Weights) -> f32| pick(&own) + REPLY_WEIGHT * pick(&other);
    let work = sum(|w| w.work);
    let personal = sum(|w| w.emotional);
    // A feeling counts for more where something personal is named: "I was happy" about a test is work.
    let felt_weight = if personal > 0.0 { felt * 0.7 } else { (felt - FELT_FROM).max(0.0) * 1.6 };
    // Work decided on is a decision, so that its vocabulary does not stand against it.
    let decision = sum(|w| w.decision);
    let decision = if decision >= 1.6 { decision + 0.5 * work } else { decision };
    // Ties go to what is forgotten more slowly.
    let ranked = [
        (Category::Emotional, personal + felt_weight),
        (Category::Decision, decision),
        (Category::Work, work),
        (Category::Casual, sum(|w| w.casual) + 0.3),
    ];
    let mut best = (Category::Casual, 0.0);
    for (category, weight) in ranked {
        if weight > best.1 {
            best = (category, weight);
        }
    }
    best.0
}

#[derive(Default)]
struct Weights {
    work: f32,
    decision: f32,
    emotional: f32,
    casual: f32,
}

impl Weights {
    fn of(text: &str) -> Self {
        let mut weights = Self::default();
        let prose = prose(text);
        for found in LEXICON.find_all(&fold(&prose)) {
            let (category, weight) = found.value;
            match category {
                Category::Work => weights.work += weight,
                Category::Decision => weights.decision += weight,
                Category::Emotional => weights.emotional += weight,
                _ => weights.casual += weight,
            }
        }
        let identifiers = scan(text).into_iter().filter(|t| t.kind == TokenKind::Code && is_identifier(t.surface));
        weights.work += IDENTIFIER_WEIGHT * identifiers.take(MOST_IDENTIFIERS).count() as f32;
        if has_code(text) {
            weights.work += CODE_WEIGHT;
        }
        weights
    }
}

/// `foo_bar`, `main.rs`, `camelCase`, `a::b`; not `3rd` or `e.g`.
fn is_identifier(surface: &str) -> bool {
    surface.len() > 3
        && (surface.contains(['_', '.', ':', '+']) || surface.chars().any(char::is_lowercase))
        && surface.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

static LEXICON: LazyLock<PhraseTable<(Category, f32)>> =
    LazyLock::new(|| PhraseTable::new(data_lines(include_str!("../data/category.tsv")).filter_map(entry)));

fn entry(line: &str) -> Option<(String, (Category, f32))> {
    let mut fields = line.split('\t');
    let phrase = fields.next()?.to_owned();
    let category = Category::named(fields.next()?);
    Some((phrase, (category, fields.next()?.parse().ok()?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_are_sorted_as_a_reader_would() {
        for (text, expected) in [
            ("おはよう、いい天気だね", Category::Casual),
            ("昨日の夕食はカレーだった", Category::Casual),
            ("hey, how are you?", Category::Casual),
            ("うん", Category::Casual),
            ("", Category::Casual),
            ("このバグを直して", Category::Work),
            ("Pythonのリスト内包表記について教えて", Category::Work),
            ("```rust\nfn main() {}\n```", Category::Work),
            ("parse_config で落ちる", Category::Work),
            ("SQLiteを採用することに決めた", Category::Decision),
            ("この方針でいこう", Category::Decision),
            ("Let's go with Rust for the backend", Category::Decision),
            ("We chose Postgres over MySQL", Category::Decision),
            ("祖母が亡くなって悲しい", Category::Emotional),
            ("I feel so lonely since my divorce", Category::Emotional),
            ("ふざけんな！", Category::Emotional),
            ("娘が生まれた！", Category::Emotional),
        ] {
            assert_eq!(category(text, ""), expected, "{text}");
        }
    }

    #[test]
    fn every_line_of_the_lexicon_is_one_of_the_four() {
        for line in data_lines(include_str!("../data/category.tsv")) {
            let (_, (category, weight)) = entry(line).unwrap_or_else(|| panic!("{line}"));
            assert!(Category::KNOWN.contains(&category) && weight > 0.0, "{line}");
        }
    }
}
