//! What a night may not take away: how much of it a clause carries.
//!
//! Numbers and names are weighed by the vocabulary. Here is what turns a statement round or makes it stand: negations,
//! "no longer", "only", "always", likes and dislikes, colours, decisions.

use std::collections::HashSet;
use std::sync::LazyLock;

use regex::Regex;

use crate::agreement::cues_in;
use crate::fold::fold;
use crate::pattern::regex;
use crate::tokens::{Morpheme, PartOfSpeech, morphemes, stem};

/// What a negation or a change adds to a clause.
const TURNED: f32 = 0.8;
/// What a word adds that makes a statement stand.
const STANDING: f32 = 0.35;
/// What it adds that a clause says what someone or something is.
const SAYS_WHAT: f32 = 0.35;
/// What a number adds.
const NUMBER: f32 = 0.3;
/// More than this no clause gets: ten numbers are a table.
const MOST: f32 = 1.5;

/// How much more a clause counts for what it carries, 0 for nothing.
pub(crate) fn value(clause: &str) -> f32 {
    let folded = fold(clause);
    let turned = cues_in(&folded) as f32;
    let mut standing = 0.0_f32;
    let mut numbers = 0.0_f32;
    let found = morphemes(&folded);
    let what = if says_what(&folded, &found) { SAYS_WHAT } else { 0.0 };
    for morpheme in &found {
        match morpheme.part {
            PartOfSpeech::Number => numbers += 1.0,
            PartOfSpeech::Word if STANDING_WORDS.contains(stem(morpheme.surface).as_str()) => standing += 1.0,
            PartOfSpeech::Word if NUMBER_WORDS.contains(morpheme.surface) => numbers += 1.0,
            _ if STANDING_WORDS.contains(&*morpheme.base) => standing += 1.0,
            _ => {}
        }
    }
    (TURNED * turned.min(2.0) + STANDING * standing.min(3.0) + NUMBER * numbers.min(3.0) + what).min(MOST)
}

/// Whether a clause says what someone or something is: "Ben is a baker", 田辺さんは時計屋さんで.
fn says_what(folded: &str, found: &[Morpheme<'_>]) -> bool {
    if SAYS_WHAT_IN_ENGLISH.is_match(folded) {
        return true;
    }
    let has_topic = found.iter().any(|m| m.part == PartOfSpeech::Particle && matches!(m.surface, "は" | "って"));
    let coloured = |m: &&Morpheme<'_>| {
        m.part == PartOfSpeech::Symbol
            || m.part == PartOfSpeech::EndingParticle
            || matches!(m.surface, "だ" | "です" | "で" | "なん" | "な" | "ん" | "や" | "さん")
    };
    let last = found.iter().rev().find(|m| !coloured(m));
    has_topic && last.is_some_and(|m| m.part.is_noun() || m.part == PartOfSpeech::Counter)
}

static SAYS_WHAT_IN_ENGLISH: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?:\b(?:is|am|are|was|were)|['’](?:s|m|re)) (?:an?|my|our|his|her|their|from|called|named|on|at|in|due) |\bmy (?:\w+ ){1,4}is\b|\bi(?:['’]m| am) [a-z]+|\b(?:i|we) (?:do not|don['’]?t|can['’]?t|cannot|never|always|only|hate|love|like|prefer|live|work|own|take|use|need|eat|drink|play|speak|study)\b",
    )
});

/// Whether a word turns what is said round, or limits it.
pub(super) fn is_turned(word: &str) -> bool {
    let folded = fold(word);
    let is_limit = |limit: &str| folded.trim_matches(|c: char| !c.is_alphanumeric()) == limit;
    cues_in(&folded) > 0
        || ["only", "until", "except", "unless", "longer", "anymore"].into_iter().any(is_limit)
        || ["だけ", "しか", "まで", "以外"].into_iter().any(|limit| folded.contains(limit))
}

static STANDING_WORDS: LazyLock<HashSet<String>> = LazyLock::new(|| {
    let english = ENGLISH.split_whitespace().map(stem);
    let japanese = JAPANESE.split_whitespace().map(str::to_owned);
    english.chain(japanese).collect()
});

static NUMBER_WORDS: LazyLock<HashSet<&'static str>> = LazyLock::new(|| {
    "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen \
     nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million dozen twice half noon midnight"
        .split_whitespace()
        .collect()
});

const ENGLISH: &str = "always never only must every each until except favourite favorite prefer hate love like dislike adore \
    allergic allergy vegetarian vegan intolerant diabetic pregnant live lives work works born birthday anniversary named called \
    name nickname married engaged divorced moved moving decided decide agreed agree promised promise banned forbidden allowed \
    rule deadline due appointment booked surgery meeting flight dose tablet pill password address costs cost price paid owe \
    prescribed diagnosed fixed solved caused because root released deployed merged renamed switched replaced use uses using \
    scared afraid hired fired quit retired graduated passed failed won lost died red orange yellow green blue purple violet \
    pink brown black white grey gray beige turquoise navy crimson teal";

const JAPANESE: &str = "好き 大好き 嫌い 大嫌い 苦手 得意 無理 アレルギー 住む 暮らす 働く 勤める 通う 決める 決まる 決定 約束 必ず 絶対 禁止 だけ しか \
    いつも 毎日 毎週 毎月 毎朝 毎晩 以外 まで 予定 予約 締切 締め切り 期限 誕生日 記念日 名前 本名 あだ名 生まれる 生まれ 引っ越す 引越す 引っ越し 辞める \
    やめる 変わる 変える 変更 結婚 離婚 婚約 入院 手術 退院 診断 処方 錠 薬 治る 買う 払う 値段 原因 直る 直す 修正 解決 採用 内定 合格 卒業 退職 転職 \
    担当 色 赤 青 緑 黄色 黒 白 紫 茶色 灰色 水色 紺 橙 桃色 金色 銀色 赤い 青い 黒い 白い";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_carry_more_than_talk() {
        for (fact, talk) in [
            ("I don't eat pork", "I had a nice day"),
            ("the meeting moved to Thursday at 3", "we had a long talk about things"),
            ("she takes two tablets a day", "she told me about her garden"),
            ("薬は1日2回、10日間", "今日はいい天気だった"),
            ("もう肉は食べない", "駅まで歩いた"),
            ("苗字は必ずカタカナで書く", "昨日はのんびりしていた"),
        ] {
            assert!(value(fact) > value(talk), "{fact} {} | {talk} {}", value(fact), value(talk));
        }
    }

    #[test]
    fn it_is_bounded() {
        assert!(value(&"never 10 not blue ".repeat(50)) <= MOST);
        assert_eq!(value(""), 0.0);
    }
}
