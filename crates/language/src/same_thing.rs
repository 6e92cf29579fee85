//! Whether two short texts name the same thing: "fix the login bug" and "the login bug", 「請求書を送る」 and 「請求書」.

use std::collections::HashSet;

use crate::tokens::content_words;

/// Words that say what is done to a thing or that it is one, and not which: their stems and base forms.
const GENERAL: &[&str] = &[
    "fix",
    "finish",
    "complet",
    "complete",
    "solv",
    "solve",
    "resolv",
    "resolve",
    "repair",
    "done",
    "do",
    "make",
    "get",
    "send",
    "write",
    "call",
    "clean",
    "check",
    "updat",
    "update",
    "add",
    "bug",
    "issu",
    "issue",
    "problem",
    "task",
    "todo",
    "thing",
    "error",
    "ticket",
    "work",
    "need",
    "new",
    "old",
    "remind",
    "today",
    "tomorrow",
    "yesterday",
    "week",
    "month",
    "モノ",
    "物",
    "件",
    "問題",
    "課題",
    "タスク",
    "修正",
    "対応",
    "解決",
    "直す",
    "直る",
    "終わる",
    "終える",
    "済む",
    "済ます",
    "完了",
    "する",
    "やる",
    "作る",
    "送る",
    "書く",
    "確認",
    "連絡",
    "追加",
    "今日",
    "明日",
    "昨日",
    "来週",
    "今週",
    "バグ",
    "エラー",
    "不具合",
    "作業",
    "修理",
    "掃除",
];
/// From this share of the larger text's words on, both name the same thing.
const SHARE: f64 = 0.5;

/// Returns how much of what two texts name both of them name, 0 to 1; 0 if it is less than half, if they only share what can
/// be said of many things, or if they name different numbers.
pub fn same_thing(one: &str, other: &str) -> f64 {
    let (a, b) = (words_of(one), words_of(other));
    let (numbers_a, numbers_b) = (numbers(&a), numbers(&b));
    if !numbers_a.is_empty() && !numbers_b.is_empty() && numbers_a.is_disjoint(&numbers_b) {
        return 0.0;
    }
    let specific = |words: &HashSet<String>| -> HashSet<String> {
        words.iter().filter(|word| !GENERAL.contains(&word.as_str())).cloned().collect()
    };
    let (a, b) = (specific(&a), specific(&b));
    let shared = a.intersection(&b).count();
    // Both must be about it: "the printer" is not "buy ink for the printer".
    let larger = a.len().max(b.len());
    if shared == 0 {
        return 0.0;
    }
    let share = shared as f64 / larger as f64;
    if share >= SHARE { share } else { 0.0 }
}

fn words_of(text: &str) -> HashSet<String> {
    content_words(text).into_iter().collect()
}

fn numbers(words: &HashSet<String>) -> HashSet<&str> {
    words.iter().map(String::as_str).filter(|word| word.chars().all(|c| c.is_ascii_digit())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_thing_is_known_by_the_words_that_name_it() {
        for (one, other) in [
            ("fix the login bug", "the login bug"),
            ("call the dentist about Tuesday", "the call with the dentist"),
            ("renew my passport", "the passport renewal"),
            ("water the tomatoes", "Watered the tomatoes"),
            ("請求書を送る", "請求書"),
            ("ログインのバグを直す", "ログイン画面のバグ"),
            ("歯医者の予約", "歯医者"),
        ] {
            assert!(same_thing(one, other) >= SHARE, "{one} / {other}: {:?} {:?}", words_of(one), words_of(other));
        }
    }

    #[test]
    fn other_things_are_others_though_they_are_done_alike() {
        for (one, other) in [
            ("fix the login bug", "the search bug"),
            ("pay invoice 41", "invoice 42"),
            ("send the contract to Aki", "the tax return"),
            ("clean the kitchen", "the garage"),
            ("請求書を送る", "荷物を送る"),
            ("ログインのバグを直す", "検索のバグ"),
            ("部屋の掃除", "車の掃除"),
            ("", "anything"),
            ("buy ink for the printer", "The printer"),
            ("プリンターのインクを買う", "プリンター"),
        ] {
            assert_eq!(same_thing(one, other), 0.0, "{one} / {other}: {:?} {:?}", words_of(one), words_of(other));
        }
    }
}
