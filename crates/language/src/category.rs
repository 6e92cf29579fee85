//! What a turn was about, as far as forgetting is concerned (S0 減衰係数): casual, work, decision, emotional.

use std::sync::LazyLock;

use omoide_core::Category;

use crate::emotion;
use crate::fold::fold;
use crate::lexicon::{PhraseTable, data_lines};
use crate::prose::{has_code, prose};

/// How much the reply counts beside what the person said.
const REPLY_WEIGHT: f32 = 0.3;
/// What a block of code, and each identifier, says for work.
const CODE_WEIGHT: f32 = 3.0;
const IDENTIFIER_WEIGHT: f32 = 0.6;
const MOST_IDENTIFIERS: usize = 3;
const LOOKED_AT: usize = 2_000;
/// A feeling stronger than this begins to make a turn personal by itself.
const FELT_FROM: f32 = 1.9;

/// The category of a turn.
pub fn category(said: &str, replied: &str) -> Category {
    by_feeling(said, replied, emotion::strength(said))
}

/// The same where it is known how strong the feeling is that the person had ([`emotion::strength`]).
pub(crate) fn by_feeling(said: &str, replied: &str, felt: f32) -> Category {
    let own = CategoryWeights::of(said);
    let other = CategoryWeights::of(replied);
    let sum = |pick: fn(&CategoryWeights) -> f32| pick(&own) + REPLY_WEIGHT * pick(&other);
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
struct CategoryWeights {
    work: f32,
    decision: f32,
    emotional: f32,
    casual: f32,
}

impl CategoryWeights {
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
        weights.work += IDENTIFIER_WEIGHT * identifiers(text, MOST_IDENTIFIERS) as f32;
        if has_code(text) {
            weights.work += CODE_WEIGHT;
        }
        weights
    }
}

/// How many names of programs are near the start of a text, `most` at most: `foo_bar`, `main.rs`, `camelCase`,
/// `a::b`; not `3rd` or `e.g`. By their shape alone, since this is asked of every text.
pub(crate) fn identifiers(text: &str, most: usize) -> usize {
    let end = text.char_indices().nth(LOOKED_AT).map_or(text.len(), |(end, _)| end);
    let is_within = |c: char| c.is_ascii_alphanumeric() || "_.:+#-@/".contains(c);
    text[..end].split(|c: char| !is_within(c)).filter(|piece| is_identifier(piece)).take(most).count()
}

fn is_identifier(piece: &str) -> bool {
    let name = piece.trim_matches(|c: char| "_.:+#-@/".contains(c) && c != '_');
    // Addresses and paths are no names.
    if name.len() <= 3 || name.contains(['@', '/']) || !name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
    {
        return false;
    }
    let has_joint = name.bytes().zip(name.bytes().skip(2)).zip(name.bytes().skip(1)).any(|((before, after), joint)| {
        matches!(joint, b'_' | b'.' | b'+') && before.is_ascii_alphanumeric() && after.is_ascii_alphanumeric()
    });
    let has_hump =
        name.bytes().zip(name.bytes().skip(1)).any(|(a, b)| a.is_ascii_lowercase() && b.is_ascii_uppercase());
    has_joint || has_hump || name.contains("::") || name.starts_with('_')
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
    fn turns_of_every_day_are_sorted_as_a_reader_would() {
        use Category::{Casual, Decision, Emotional, Work};
        let mut wrong = Vec::new();
        for (text, expected) in [
            ("今日のお昼は何食べた？", Casual),
            ("明日は雨らしいよ", Casual),
            ("昨日見た映画、まあまあだったな", Casual),
            ("電車が混んでた", Casual),
            ("コーヒー飲みながら休憩中", Casual),
            ("猫がソファーで寝ている", Casual),
            ("ただいま", Casual),
            ("what's your favorite color?", Casual),
            ("I had ramen for lunch", Casual),
            ("nice weather today, isn't it", Casual),
            ("watching the game tonight", Casual),
            ("thanks!", Casual),
            ("会議の議事録をまとめておいて", Work),
            ("テストが三つ落ちている", Work),
            ("この関数の計算量は？", Work),
            ("サーバーのログを見て原因を調べて", Work),
            ("プレゼン資料の締切は金曜です", Work),
            ("ER図を更新した", Work),
            ("クエリが遅いのでインデックスを張った", Work),
            ("正規表現でメールアドレスを検証したい", Work),
            ("顧客への見積もりを出した", Work),
            ("How do I mock a trait in Rust?", Work),
            ("The deploy failed with exit code 137", Work),
            ("please review my pull request", Work),
            ("add pagination to the users endpoint", Work),
            ("the client meeting is at 3pm, prepare the slides", Work),
            ("refactor the parser into two modules", Work),
            ("フレームワークはNext.jsに決まりました", Decision),
            ("やっぱりPostgreSQLを使うことにします", Decision),
            ("会社を辞めることにした", Decision),
            ("マイクロサービス化は見送ることで合意した", Decision),
            ("今後はレビュー必須というルールにしよう", Decision),
            ("結論として、案Bを採用する", Decision),
            ("来年から京都に引っ越すと決めました", Decision),
            ("We agreed to drop support for Python 3.8", Decision),
            ("I've decided to quit smoking", Decision),
            ("Let's go with option B", Decision),
            ("we settled on weekly releases from now on", Decision),
            ("our policy is to never log personal data", Decision),
            ("父が入院して、不安で眠れない", Emotional),
            ("彼女と別れた。つらい", Emotional),
            ("合格した！本当に嬉しい！！", Emotional),
            ("もう消えてしまいたい", Emotional),
            ("子供の頃、母に言われた一言がずっと忘れられない", Emotional),
            ("結婚することになりました！", Emotional),
            ("友達に裏切られて悔しい", Emotional),
            ("愛犬が死んでしまった", Emotional),
            ("私、実は人と話すのが怖いんだ", Emotional),
            ("I'm so proud of my daughter, she graduated today", Emotional),
            ("My grandmother passed away last night", Emotional),
            ("I feel like nobody understands me", Emotional),
            ("I'm scared about the surgery", Emotional),
            ("he broke my heart", Emotional),
            ("I'm getting married!", Emotional),
        ] {
            let found = category(text, "");
            if found != expected {
                wrong.push(format!("{text}: {found:?}"));
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    #[test]
    fn names_of_programs_are_told_by_their_shape() {
        assert_eq!(identifiers("foo_bar と main.rs、camelCase, std::mem::swap", 9), 4);
        assert_eq!(
            identifiers(
                "e.g. 3rd U.S. https://a.b/c me@example.org a / b. End-to-end 1.2.3 GPT-4 [redacted:password]",
                9
            ),
            0
        );
        assert_eq!(identifiers("a_b_c a_b_c a_b_c", 2), 2);
    }

    #[test]
    fn every_line_of_the_lexicon_is_one_of_the_four() {
        for line in data_lines(include_str!("../data/category.tsv")) {
            let (_, (category, weight)) = entry(line).unwrap_or_else(|| panic!("{line}"));
            assert!(Category::KNOWN.contains(&category) && weight > 0.0, "{line}");
        }
    }
}
