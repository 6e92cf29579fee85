//! Japanese telegrams: は, が and を become a space, the first person, politeness and endings fall out.

use crate::tokens::{Morpheme, PartOfSpeech, morphemes};

/// Words that only add weight.
const EMPTY: &str = "とても すごく すごい めっちゃ めちゃくちゃ めちゃ かなり けっこう 結構 ちょっと 少し 本当に ほんとに ほんと やっぱり やっぱ なんか \
    なんだか まあ とりあえず ちなみに 実は じつは ついに とうとう もちろん さすがに まさに ほんま ほんまに えらい ごっつ むっちゃ";

/// The first person, where it is what the sentence is about.
const FIRST_PERSON: &str = "私 わたし 僕 ぼく 俺 おれ あたし わたくし ウチ うち 自分";

/// Endings that say how it is said, not what.
const ENDINGS: &str = "です だ っす よ ね ねー よー な なあ なぁ わ さ ぞ ぜ の ん けど けれど けども けれども が から し のよ もん もの \
    やで やねん ねん やわ じゃん やん";

pub(super) fn telegram(clause: &str) -> String {
    let all = morphemes(clause);
    let is_question = clause.trim_end().ends_with(['？', '?']);
    let end = end_of(&all, is_question);
    let start = start_of(&all[..end]);
    let mut short = String::new();
    let mut last_end = all.get(start).map_or(0, |m| m.start);
    for (index, morpheme) in all[..end].iter().enumerate().skip(start) {
        if is_dropped(&all[..end], index) {
            last_end = morpheme.end();
            if !short.is_empty() && !short.ends_with([' ', '、']) {
                short.push(' ');
            }
            continue;
        }
        short.push_str(&clause[last_end..morpheme.start]);
        short.push_str(morpheme.surface);
        last_end = morpheme.end();
    }
    let short = short.trim_matches([' ', '、', '，', '。', '…', '　']);
    if is_question { format!("{short}？") } else { short.to_owned() }
}

/// The phrases of a text: a word with the particles and endings behind it.
pub(super) fn phrases(text: &str) -> Vec<&str> {
    let mut starts = Vec::new();
    let mut before: Option<Morpheme<'_>> = None;
    for morpheme in morphemes(text) {
        let is_tail = morpheme.part.is_grammar()
            || matches!(
                morpheme.part,
                PartOfSpeech::Suffix | PartOfSpeech::Counter | PartOfSpeech::DependentNoun | PartOfSpeech::Symbol
            );
        let follows = before.as_ref().is_some_and(|before| {
            let is_near = before.end() == morpheme.start;
            let is_one = before.part.is_noun() && morpheme.part.is_noun();
            let is_counted = before.part == PartOfSpeech::Number;
            is_near && (is_tail || is_one || is_counted || before.part == PartOfSpeech::Prefix)
        });
        if !follows {
            starts.push(morpheme.start);
        }
        before = Some(morpheme);
    }
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    starts.iter().zip(ends).map(|(start, end)| text[*start..end].trim()).filter(|phrase| !phrase.is_empty()).collect()
}

/// Where the clause ends without the endings that only colour it.
fn end_of(all: &[Morpheme<'_>], is_question: bool) -> usize {
    let mut end = all.len();
    while end > 1 {
        let last = &all[end - 1];
        let before = &all[end - 2];
        let is_mark = matches!(last.part, PartOfSpeech::Symbol | PartOfSpeech::Emoji)
            || matches!(last.surface, "w" | "ww" | "笑");
        // 行くな forbids; 食べたの？ asks.
        let forbids = last.surface == "な" && before.part == PartOfSpeech::Verb;
        // 10時から says when, 忙しいから only why.
        let says_when = last.surface == "から" && !before.part.is_grammar() && !is_inflected(before.part);
        let is_ending = ENDINGS.split_whitespace().any(|ending| ending == last.surface)
            && (last.part.is_grammar() || last.part == PartOfSpeech::DependentNoun)
            && !forbids
            && !says_when;
        // 行くんだ: ん before a copula colours; 片づいとらん: alone it denies.
        let behind = all.get(end).map(|m| m.surface).unwrap_or_default();
        let denies = last.surface == "ん" && !matches!(behind, "だ" | "です" | "や" | "じゃ" | "っす");
        let closes_bracket = matches!(last.surface, "」" | "』" | "）" | ")" | "]" | "％" | "%");
        let is_dropped =
            (is_mark && !closes_bracket) || (is_ending && !denies && !(is_question && last.surface == "の"));
        if !is_dropped {
            break;
        }
        end -= 1;
    }
    end
}

/// Where the clause begins without what only opens it.
fn start_of(all: &[Morpheme<'_>]) -> usize {
    let mut start = 0;
    while start + 1 < all.len() {
        let first = &all[start];
        let next = &all[start + 1];
        // あの before a noun points at it.
        let stands_alone = first.end() < next.start || next.part == PartOfSpeech::Symbol;
        let opens = first.part == PartOfSpeech::Conjunction
            || (matches!(first.part, PartOfSpeech::Filler | PartOfSpeech::Interjection) && stands_alone)
            // The さ of 実はさ、 goes with what it hung on.
            || (start > 0 && first.part.is_grammar() && next.part == PartOfSpeech::Symbol)
            || (start > 0 && first.part == PartOfSpeech::Symbol && !is_bracket(first.surface));
        let is_person = FIRST_PERSON.split_whitespace().any(|person| person == first.surface);
        if is_person && matches!(next.surface, "は" | "が" | "、") && start + 2 < all.len() {
            start += 2;
        } else if opens && !is_bracket(next.surface) {
            start += 1;
        } else {
            break;
        }
    }
    start
}

fn is_inflected(part: PartOfSpeech) -> bool {
    matches!(part, PartOfSpeech::Verb | PartOfSpeech::Adjective)
}

fn is_bracket(surface: &str) -> bool {
    matches!(surface, "「" | "『" | "（" | "(" | "[" | "」" | "』" | "）" | ")" | "]")
}

fn is_dropped(all: &[Morpheme<'_>], index: usize) -> bool {
    let morpheme = &all[index];
    let follows_noun = index > 0 && all[index - 1].end() == morpheme.start && !all[index - 1].part.is_grammar();
    match morpheme.part {
        PartOfSpeech::Particle => {
            matches!(morpheme.surface, "は" | "が" | "を") && follows_noun && index + 1 < all.len()
        }
        PartOfSpeech::Adverb | PartOfSpeech::AdjectivalNoun | PartOfSpeech::AdverbialNoun | PartOfSpeech::Adjective => {
            let next_is_word = all.get(index + 1).is_some_and(|next| !next.part.is_grammar() || next.surface == "に");
            next_is_word && EMPTY.split_whitespace().any(|empty| empty == morpheme.surface)
        }
        PartOfSpeech::Emoji => true,
        _ => false,
    }
}
