//! Whether the person asked for something never to be forgotten (S0 保護記憶).
//!
//! What is meant counts, not the word: "remember this" asks for it, "remember to buy milk" is an errand, "I remember this" a report,
//! and "Don't You Forget About Me" a song.

use crate::english_words::EnglishSentence;
use crate::fold::{fold, is_japanese};
use crate::prose::{ProsePart, parts};
use crate::sentences;
use crate::word_sets::{is_in, words};

/// Longer lines are no talk.
const LONGEST_LINE: usize = 2_000;

/// Whether `said` asks to keep this for good: "覚えておいて", "don't forget this", "note to self".
///
/// A question about remembering ("覚えてる？", "remember when…?"), its denial and an errand are no such wish.
pub fn asks_to_keep(said: &str) -> bool {
    let asks = |line: &str| {
        sentences::sentences(line).into_iter().any(|sentence| {
            if is_japanese(sentence) { japanese(sentence) } else { is_labelled(sentence) || english(sentence) }
        })
    };
    parts(said)
        .into_iter()
        .any(|part| matches!(part, ProsePart::Prose(line) if line.len() <= LONGEST_LINE && asks(line)))
}

/// "IMPORTANT: …", "Note to self - …".
fn is_labelled(sentence: &str) -> bool {
    let folded = fold(sentence);
    let mut rest = folded.trim_start_matches(|c: char| !c.is_alphanumeric());
    for adverb in ["very ", "super ", "really ", "extremely ", "most "] {
        rest = rest.strip_prefix(adverb).unwrap_or(rest);
    }
    if rest.starts_with("note to self") || rest.starts_with("remember:") {
        return true;
    }
    let Some(rest) =
        rest.strip_prefix("important").or_else(|| rest.strip_prefix("nb")).or_else(|| rest.strip_prefix("n.b."))
    else {
        return false;
    };
    let rest = [" note", " rule", " reminder", " info"].iter().find_map(|noun| rest.strip_prefix(noun)).unwrap_or(rest);
    let rest = rest.trim_start_matches(['*', '_', '!']);
    // "Important!" alone points at nothing.
    [":", "：", " -", " —", " –", "—"].iter().any(|mark| rest.starts_with(mark)) && rest.contains(char::is_alphanumeric)
}

fn english(text: &str) -> bool {
    let sentence = EnglishSentence::of(text);
    (0..sentence.words.len()).any(|at| wishes_at(&sentence, at))
}

fn wishes_at(sentence: &EnglishSentence, at: usize) -> bool {
    let word = |place: usize| sentence.word(place);
    let is_this = matches!(word(at + 1), "this" | "that" | "it" | "these");
    match word(at) {
        "remember" if is_asked(sentence, at) => is_content(sentence, at + 1),
        "forget" if is_denied(sentence, at) => is_content(sentence, at + 1) || is_end(sentence, at + 1),
        "memorize" | "memorise" if is_asked(sentence, at) => is_this,
        "keep" | "bear" if is_asked(sentence, at) => {
            sentence.has(at + 1..at + 4, |word| word == "mind") && sentence.has(at + 1..at + 3, |word| word == "in")
        }
        "commit" | "save" | "store" | "add" | "put" if is_this && is_asked(sentence, at) => {
            sentence.has(at + 2..at + 6, |word| word == "memory")
                || (matches!(word(at), "save" | "store")
                    && word(at + 1) != "it"
                    && (is_end(sentence, at + 2) || is_for_later(sentence, at + 2)))
        }
        "write" | "jot" | "note" if is_this && is_asked(sentence, at) => {
            word(at + 2) == "down" || (word(at) == "note" && is_end(sentence, at + 2))
        }
        "make" | "take" if is_asked(sentence, at) => {
            word(at + 1) == "note" || (word(at + 1) == "a" && word(at + 2) == "note")
        }
        "future" => at > 0 && word(at - 1) == "for" && word(at + 1) == "reference",
        _ => false,
    }
}

/// What is to be kept is told or pointed at; an errand is not: "to buy milk", "the milk".
fn is_content(sentence: &EnglishSentence, at: usize) -> bool {
    let word = |place: usize| sentence.word(place);
    let Some(next) = sentence.words.get(at) else { return false };
    if next.opens {
        return !sentence.is_question;
    }
    let tells = || sentence.has(at + 1..at + 9, is_verb);
    match next.text.as_str() {
        "this" | "these" => !matches!(word(at + 1), "time" | "when" | "song" | "day" | "place") || tells(),
        "it" => is_end(sentence, at + 1) || matches!(word(at + 1), "well" | "forever" | "always"),
        "that" => is_end(sentence, at + 1) || tells() && !matches!(word(at + 1), "time" | "day" | "one" | "song"),
        "about" => matches!(word(at + 1), "this" | "that" | "it"),
        "the" | "my" | "your" | "our" | "his" | "her" | "a" | "an" => tells(),
        "i" | "we" | "he" | "she" | "they" | "how" | "what" | "who" | "where" | "which" => true,
        _ => next.is_capital && tells(),
    }
}

fn is_verb(word: &str) -> bool {
    is_in("finite_verbs", word)
}

fn is_end(sentence: &EnglishSentence, at: usize) -> bool {
    (at..sentence.words.len()).all(|place| is_in("closing_fillers", sentence.word(place)))
        || sentence.words.get(at).is_some_and(|word| word.opens)
}

fn is_for_later(sentence: &EnglishSentence, at: usize) -> bool {
    let is_for = sentence.word(at) == "for"
        && matches!(sentence.word(at + 1), "later" | "me" | "next" | "future" | "tomorrow" | "the");
    is_for && !matches!(sentence.word(at + 2), "build" | "file" | "release")
}

/// Whether the deed is asked of the one who listens and not denied: it opens its clause, or "please", "you must", "I want you to"
/// stands before it. "Don't You Forget" in capitals is a title.
fn is_asked(sentence: &EnglishSentence, at: usize) -> bool {
    let denied = sentence.has(at.saturating_sub(5)..at, |word| matches!(word, "not" | "never"));
    !denied && is_called_for(sentence, at)
}

fn is_called_for(sentence: &EnglishSentence, at: usize) -> bool {
    let word = |back: usize| at.checked_sub(back).map_or("", |place| sentence.word(place));
    if is_title(sentence, at) {
        return false;
    }
    if at == 0 || sentence.words[at].opens {
        return !sentence.is_question;
    }
    let to_you = word(1) == "to" && (word(2) == "you" || matches!(word(2), "sure"));
    let you_must = matches!(word(1), "must" | "should") && word(2) == "you";
    let sure_you = word(1) == "you" && word(2) == "sure";
    let could_you = (word(1) == "you" && matches!(word(2), "can" | "could" | "would" | "will"))
        && matches!(sentence.word(at), "save" | "make" | "write" | "take" | "keep");
    let leads = is_in("before_wishes", word(1));
    let is_other = leads && word(2) == "i" || sentence.is_question && !could_you;
    could_you || (to_you || you_must || sure_you || leads) && !is_other
}

/// "don't forget", "never ever forget", "you mustn't forget"; not "I never forget".
fn is_denied(sentence: &EnglishSentence, at: usize) -> bool {
    let from = at.saturating_sub(3);
    let Some(not) = (from..at).rev().find(|place| matches!(sentence.word(*place), "not" | "never")) else {
        return false;
    };
    let between = (not + 1..at).all(|place| matches!(sentence.word(place), "ever" | "you" | "please"));
    let start = if sentence.word(not) == "not" { not.saturating_sub(1) } else { not };
    let asked = start == 0 || sentence.words[start].opens || is_in("before_denied_wishes", sentence.word(start - 1));
    between && asked && !sentence.is_question && !is_title(sentence, at)
}

/// Capitals within a phrase that is no beginning of a sentence.
fn is_title(sentence: &EnglishSentence, at: usize) -> bool {
    let is_capital = |place: usize| sentence.words.get(place).is_some_and(|word| word.is_capital);
    let follows = is_capital(at + 1) && sentence.word(at + 1) != "i";
    is_capital(at) && follows && at > 0 || is_capital(at) && is_capital(at + 1) && is_capital(at + 2)
}

fn japanese(sentence: &str) -> bool {
    let text = without_quotations(&fold(sentence));
    let start = text.trim_start_matches(|c: char| !c.is_alphanumeric() && c != '【');
    let is_labelled = [
        "【重要】",
        "重要:",
        "重要!",
        "最重要",
        "大事:",
        "大切:",
        "要注意:",
        "備忘:",
        "備忘録",
        "覚書:",
        "メモ:",
        "自分用メモ",
        "自分へのメモ",
        "覚え書き:",
        "忘れないように:",
        "重要事項",
        "重要 ",
    ]
    .iter()
    .any(|label| start.starts_with(label));
    is_labelled || text.split(['、', ',', '。', '!', '…', '～']).any(keeps)
}

/// The text without what is quoted.
fn without_quotations(text: &str) -> String {
    let mut depth = 0_usize;
    let keep = |c: &char| {
        match c {
            '「' | '『' => depth += 1,
            '」' | '』' => {
                depth = depth.saturating_sub(1);
                return false;
            }
            _ => {}
        }
        depth == 0
    };
    text.chars().filter(keep).collect()
}

fn keeps(clause: &str) -> bool {
    let is_question = clause.trim_end().ends_with('?');
    if is_question {
        return false;
    }
    // What stands behind the wish may only be please.
    let closes = |rest: &str| {
        let rest = rest.trim_matches(|c: char| !c.is_alphanumeric());
        [
            "",
            "ね",
            "よ",
            "な",
            "くれ",
            "や",
            "ねー",
            "よー",
            "ください",
            "下さい",
            "くださいね",
            "ほしい",
            "欲しい",
            "ほしいです",
            "ほしいな",
            "ほしいんだけど",
            "くださいませ",
            "もらえると助かる",
            "お願い",
            "お願いします",
            "わ",
            "w",
            "笑",
        ]
        .contains(&rest)
            || words("ja_polite").iter().any(|polite| rest.starts_with(polite))
    };
    let behind =
        |forms: &[&str]| forms.iter().filter_map(|form| Some(&clause[clause.find(form)? + form.len()..])).any(closes);
    let is_denied = ["ないで", "なくて", "んといて", "んで"].iter().any(|form| {
        ["覚え", "記憶し", "記録し", "メモし"].iter().any(|verb| clause.contains(&format!("{verb}{form}")))
    });
    if is_denied {
        return false;
    }
    if behind(words("ja_remember")) {
        return true;
    }
    if behind(words("ja_note")) {
        return true;
    }
    let points = ["これ", "この", "今の", "それ", "以下"].iter().any(|word| clause.contains(word));
    let is_of_a_file = words("ja_files").iter().any(|word| clause.contains(word));
    if points && !is_of_a_file && behind(words("ja_save")) {
        return true;
    }
    let is_grave = words("ja_grave").iter().any(|word| clause.contains(word));
    if is_grave && ["覚え", "記憶", "忘れ"].iter().any(|word| clause.contains(word)) {
        return true;
    }
    words("ja_not_forget")
        .iter()
        .filter_map(|form| Some((&clause[..clause.find(form)?], &clause[clause.find(form)? + form.len()..])))
        .any(|(before, rest)| !is_errand(before) && (closes(rest) || rest.starts_with('に') || rest.starts_with("ぞ")))
}

/// 牛乳買うの忘れないで, 傘忘れないで: something to do or to take along, not something to know.
fn is_errand(before: &str) -> bool {
    let before = before.trim_end_matches(|c: char| !c.is_alphanumeric());
    let before = words("ja_by_all_means").iter().fold(before, |text, adverb| text.trim_end_matches(adverb));
    let before = before.trim_end_matches(|c: char| !c.is_alphanumeric());
    if before.is_empty() {
        return false;
    }
    let is_known = words("ja_known");
    let object = before.strip_suffix(['を', 'は', 'も', 'だ']).unwrap_or(before);
    !is_known.iter().any(|known| object.ends_with(known))
}

#[cfg(test)]
mod tests {
    use super::asks_to_keep;

    fn check(expected: bool, cases: &[&str]) {
        let wrong: Vec<&&str> = cases.iter().filter(|said| asks_to_keep(said) != expected).collect();
        assert!(wrong.is_empty(), "{wrong:#?}");
    }

    #[test]
    fn wishes_to_keep_are_heard() {
        check(
            true,
            &[
                "これは覚えておいて",
                "この番号、覚えといてね",
                "忘れないで！",
                "絶対に忘れないでほしい",
                "重要だから記憶して",
                "このことを記憶しておいて。",
                "Remember this: the key is under the mat.",
                "Please remember that my sister is allergic to nuts",
                "Don't forget that we ship on Friday.",
                "don’t forget!",
                "Never forget this.",
                "Keep in mind I prefer tabs",
                "keep that in mind",
                "I like tea. Remember that I never drink coffee.",
            ],
        );
    }

    #[test]
    fn what_is_marked_as_worth_keeping_is_kept() {
        check(
            true,
            &[
                "IMPORTANT: never restart the database on a weekday",
                "Important - the invoice number changes in March",
                "**Very important:** Aya has the spare key",
                "NB: the landlord wants cash",
                "重要：本番のDBは触らないこと",
                "【重要】鍵は大家さんに預けた",
                "※大事：母は青魚がだめ",
                "最重要、請求書は25日締め",
                "メモして。来週から出社は火曜だけ",
                "大家さんの番号は3番、メモっといて",
                "これメモお願い",
                "暗証は別の紙、書き留めておいてください",
                "Note to self, the blue key opens the shed",
                "note to self: oat milk gives me hives",
                "NOTE TO SELF — ask for the window seat",
                "Save this: gate code is by the mailbox",
                "save this for later please",
                "Can you save this?",
                "write this down, the boiler man is called Ivo",
                "make a note that I'm out on Fridays",
                "I need you to remember that I can't have ibuprofen",
                "for future reference, I take the aisle seat",
                "don't forget the meeting is in room 4 now",
                "よく聞いて、これだけは忘れないで",
                "約束、忘れんといてな",
                "覚えててね",
            ],
        );
    }

    #[test]
    fn questions_and_denials_are_not_wishes() {
        check(
            false,
            &[
                "I don't remember",
                "I don't remember this function at all",
                "Remember when we fixed the parser?",
                "Do you remember that day?",
                "覚えてる？",
                "前に話したこと覚えていますか",
                "忘れちゃった",
                "忘れてた、ごめん",
                "I remember that day well",
                "Can you remember my name?",
                "I never forget a face",
                "I don't want you to remember this",
                "please don't remember this",
                "you don't need to remember that",
                "これは覚えないで",
                "覚えなくていいよ",
                "メモしてた紙をなくした",
                "覚えておいてって言ったのに、って怒られた",
                "",
            ],
        );
    }

    #[test]
    fn songs_and_errands_are_not_wishes() {
        check(
            false,
            &[
                "Don't You Forget About Me was on the radio",
                "they played \"Remember This\" twice",
                "we danced to Never Forget You all night",
                "『忘れないで』って曲が流れてた",
                "remember to buy milk on the way home",
                "don't forget the milk",
                "please remember to call the plumber",
                "Don't forget to water the plants",
                "don't forget your umbrella",
                "牛乳買うの忘れないでね",
                "傘忘れないで",
                "帰りにパンを買うのを忘れないように",
                "save this file as notes.txt",
                "save it and run the tests",
                "ファイルを保存して",
                "it is important to sleep",
                "The important thing is that we tried",
                "重要な会議だった",
            ],
        );
    }

    #[test]
    fn code_does_not_ask() {
        check(false, &["```\n// don't forget this\n```"]);
    }
}
