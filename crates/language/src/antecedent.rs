//! Whether a sentence speaks of someone whom only what was said before it names: "He teaches physics.", 「妊娠してたんだって。」.
//! Quoted alone, it seems to be about the one who said it.

use crate::fold::{fold, is_japanese};

/// What may stand before the first word that counts.
const OPENERS: [&str; 10] = ["and", "but", "so", "oh", "well", "also", "now", "anyway", "btw", "yes"];
const OTHERS: [&str; 6] = ["he", "she", "his", "her", "hers", "him"];
const OTHERS_OR_ANYONE: [&str; 4] = ["they", "their", "theirs", "them"];
const SPEAKERS: [&str; 9] = ["i", "me", "my", "mine", "myself", "we", "us", "our", "ours"];

const OTHERS_JA: [&str; 9] = ["彼", "あの人", "その人", "あの子", "その子", "あいつ", "そいつ", "あの方", "その方"];
/// Endings of what someone was told.
const HEARSAY: [&str; 9] =
    ["だって", "らしい", "らしいよ", "らしいです", "とのこと", "とのことです", "だそうです", "だそうだ", "だってさ"];
/// So many characters before the first comma only lead to the sentence: 「あのね、」.
const LONGEST_LEAD_IN: usize = 5;

/// Whether it does.
pub fn needs_antecedent(sentence: &str) -> bool {
    let folded = fold(&sentence.replace('’', "'"));
    if is_japanese(&folded) { japanese(&folded) } else { english(&folded) }
}

fn english(folded: &str) -> bool {
    // "She's" begins with "she".
    let mut words = folded
        .split(|c: char| !c.is_alphanumeric() && c != '\'')
        .filter_map(|word| word.split('\'').next().filter(|word| !word.is_empty()))
        .skip_while(|word| OPENERS.contains(word));
    match words.next() {
        Some(first) if OTHERS.contains(&first) => true,
        // "They found that I am allergic to bees": whoever that was.
        Some(first) if OTHERS_OR_ANYONE.contains(&first) => !words.any(|word| SPEAKERS.contains(&word)),
        _ => false,
    }
}

fn japanese(folded: &str) -> bool {
    let is_lead_in = |lead: &str| lead.chars().count() <= LONGEST_LEAD_IN;
    let text = match folded.split_once('、') {
        Some((lead, rest)) if is_lead_in(lead) => rest,
        _ => folded,
    };
    let ends = |c: char| c.is_whitespace() || "。．.！!？?〜~ーw♪…".contains(c);
    let said = text.trim().trim_end_matches(ends);
    let is_hearsay = HEARSAY.iter().any(|ending| said.ends_with(ending));
    // 彼氏 and 彼岸 name someone or something.
    let is_other = |word: &str| said.strip_prefix(word).is_some_and(|rest| !rest.starts_with(['氏', '岸']));
    OTHERS_JA.iter().any(|word| is_other(word)) || is_hearsay && !said.contains(['は', 'が', 'も'])
}

#[cfg(test)]
mod tests {
    use super::needs_antecedent;

    #[test]
    fn what_speaks_of_someone_unnamed_needs_what_was_said_before() {
        for sentence in [
            "He teaches physics.",
            "She's eleven, she's older than Zee.",
            "and her name's Farida",
            "They live in Truro.",
            "あのね、妊娠してたんだって。",
            "貧血だって。",
            "彼女は看護師なんだ。",
            "あの人52歳だけど私より胃が若い",
        ] {
            assert!(needs_antecedent(sentence), "{sentence}");
        }
        for sentence in [
            "Imran teaches physics.",
            "I teach her physics.",
            "They found that I'm allergic to bees.",
            "My sister is a nurse.",
            "Herbert lives in Lyon.",
            "娘がピアノを習い始めたんだって。",
            "彼氏は山形に住んでる。",
            "仙台で一人暮らししてる。",
            "あ、仕事言ってなかったっけ、歯科技工士。",
        ] {
            assert!(!needs_antecedent(sentence), "{sentence}");
        }
    }
}
