//! Tasks that someone names in so many words (C23): "todo: book the flight", "remind me to call Aki", 「牛乳をタスクに追加して」.
//!
//! What merely has to be done ("we still need to deploy", 「明日送らないと」) is no task: nobody asked for it to be noted.

#[cfg(test)]
mod tests;

use std::ops::Range;

use crate::fold::is_japanese;
use crate::resolution::LONGEST_SENTENCE;
use crate::sentences::{each_said, said_part};

/// Parts without which nothing is noted.
const SIGNS: [&str; 12] = [
    "todo",
    "to-do",
    "to do",
    "task",
    "action item",
    "remind",
    "forget to",
    "タスク",
    "やること",
    "リマインド",
    "ｔｏｄｏ",
    "やる事",
];
const MOST_CHARACTERS: usize = 200;

/// What a line may begin with that names a task behind a colon.
const HEADS: [&str; 12] = [
    "todo",
    "to-do",
    "to do",
    "todos",
    "task",
    "new task",
    "next task",
    "action item",
    "add a task",
    "add task",
    "add to my todo list",
    "add to the todo list",
];
const HEADS_JA: [&str; 10] = [
    "タスク",
    "やること",
    "やる事",
    "新しいタスク",
    "タスク追加",
    "タスクに追加",
    "タスクを追加",
    "やることリストに追加",
    "ｔｏｄｏ",
    "todoに追加",
];
const REQUESTS: [&str; 12] = [
    "",
    "please ",
    "pls ",
    "can you ",
    "could you ",
    "can you please ",
    "could you please ",
    "would you ",
    "will you ",
    "hey, ",
    "ok, ",
    "also ",
];
const ADDS: [&str; 16] = [
    "add a task to ",
    "add a task for ",
    "add a todo to ",
    "add a to-do to ",
    "add a new task to ",
    "create a task to ",
    "create a task for ",
    "create a todo to ",
    "make a task to ",
    "open a task to ",
    "open a task for ",
    "note a task to ",
    "set a task to ",
    "add a reminder to ",
    "set a reminder to ",
    "make a todo to ",
];
const REMINDS: [&str; 6] = [
    "remind me to ",
    "remind us to ",
    "remind me later to ",
    "remind me tomorrow to ",
    "don't let me forget to ",
    "do not let me forget to ",
];
/// So few words before a comma lead to a request.
const MOST_WORDS_OF_AN_OPENER: usize = 4;
/// Behind these, someone else's words are told.
const REPORTS: [&str; 6] = ["said", "says", "asked", "told", "wrote", "like"];
/// What may stand for the task where it comes behind a colon: "add this to my tasks: …".
const STAND_INS: [&str; 5] = ["", "this ", "these ", "it ", "the following "];
/// Pairs of what stands before and behind the task.
const LISTS: [(&str, &str); 4] = [("add ", "to"), ("put ", "on"), ("put ", "onto"), ("write ", "on")];
const LIST_NAMES: [&str; 12] = [
    "my todo list",
    "my to-do list",
    "the todo list",
    "the to-do list",
    "our todo list",
    "my tasks",
    "the task list",
    "my task list",
    "our task list",
    "our to-do list",
    "the tasks",
    "my todos",
];

/// Returns where the tasks stand in `said` that it asks to note, in bytes.
pub fn tasks_said(said: &str) -> Vec<Range<usize>> {
    let lower = said_part(said).to_ascii_lowercase();
    if !SIGNS.iter().any(|sign| lower.contains(sign)) {
        return Vec::new();
    }
    let mut found = Vec::new();
    each_said(said, LONGEST_SENTENCE, |sentence, start| {
        let lower = sentence.to_ascii_lowercase();
        let task = if is_japanese(sentence) { japanese(&lower) } else { english(&lower) };
        let task = task.or_else(|| headed(&lower)).and_then(|task| trimmed(sentence, task));
        found.extend(task.map(|task| start + task.start..start + task.end));
    });
    found
}

/// The task without marks around it; none if nothing or far too much is left.
fn trimmed(text: &str, task: Range<usize>) -> Option<Range<usize>> {
    let is_mark = |c: char| c.is_whitespace() || "。．.！!、,：:-–—*・「」\"”“；;".contains(c);
    let words = &text[task.clone()];
    let start = task.start + (words.len() - words.trim_start_matches(is_mark).len());
    let named = words.trim_matches(is_mark);
    let is_fit = named.chars().count() >= 2
        && named.chars().count() <= MOST_CHARACTERS
        && named.chars().any(char::is_alphabetic);
    is_fit.then_some(start..start + named.len())
}

/// "Todo: book the flight", 「タスク：請求書を送る」; a list's own signs may stand before it.
fn headed(lower: &str) -> Option<Range<usize>> {
    let bare = lower.trim_start_matches(|c: char| c.is_whitespace() || "-*・•☐□".contains(c));
    let bare = bare.strip_prefix("[ ]").unwrap_or(bare).trim_start();
    let lead = lower.len() - bare.len();
    let (head, rest) = bare.split_once([':', '：'])?;
    let head = head.trim();
    let is_head = HEADS.contains(&head) || HEADS_JA.contains(&head) || asks_to_note(head) || asks_to_note_ja(head);
    let end = lower.trim_end_matches(['?', '？']).len();
    (is_head && !rest.trim().is_empty()).then(|| lead + (bare.len() - rest.len())..end)
}

/// "Please add a task", "could you put this on my todo list".
fn asks_to_note(head: &str) -> bool {
    let asked = &head[behind_opener(head)..];
    REQUESTS.iter().filter_map(|words| asked.strip_prefix(words)).any(|rest| {
        let rest = rest.strip_suffix("please").map_or(rest, |rest| rest.trim_end_matches([',', ' ']));
        let is_list = |(verb, link): &(&str, &str)| {
            let Some(named) = rest.strip_prefix(verb) else { return false };
            let lists = STAND_INS.iter().filter_map(|words| named.strip_prefix(words)?.strip_prefix(link));
            lists.filter_map(|list| list.strip_prefix(' ')).any(|list| LIST_NAMES.contains(&list))
        };
        HEADS.contains(&rest) && rest.starts_with("add") || LISTS.iter().any(is_list)
    })
}

/// 「タスクに追加して」, 「これをやることリストに入れておいて」.
fn asks_to_note_ja(head: &str) -> bool {
    let rest = ["これを", "以下を", "次を", "これも"].iter().find_map(|words| head.strip_prefix(words)).unwrap_or(head);
    let places = PLACES.iter().filter_map(|place| place.strip_prefix('を'));
    places.filter_map(|place| rest.strip_prefix(place)).any(|asks| ASKS.contains(&asks))
}

fn english(lower: &str) -> Option<Range<usize>> {
    let text = lower.replace('’', "'");
    // The sign takes as many bytes as its replacement only where there is none; spans are then of the same text.
    let lower = if text.len() == lower.len() { text.as_str() } else { lower };
    let request = &lower[behind_opener(lower)..];
    let beginnings = |openings: &[&str]| -> Option<Range<usize>> {
        let asked = REQUESTS.iter().filter_map(|words| request.strip_prefix(words));
        let mut rests = asked.flat_map(|rest| openings.iter().filter_map(|opening| rest.strip_prefix(opening)));
        rests.next().map(|rest| lower.len() - rest.len()..lower.trim_end_matches('?').len())
    };
    if let Some(task) = beginnings(&ADDS).or_else(|| beginnings(&REMINDS)) {
        return (task.start < task.end).then_some(task);
    }
    let listed = |(before, link): &(&str, &str)| -> Option<Range<usize>> {
        let task = beginnings(&[before])?;
        let ends = LIST_NAMES.iter().filter_map(|list| lower.find(&format!(" {link} {list}")));
        let end = ends.filter(|end| *end > task.start).min()?;
        let rest = lower[end..].trim_end_matches(['.', '!', '?', ' ']);
        let is_last = LIST_NAMES.iter().any(|list| {
            rest.ends_with(list)
                || rest.ends_with(&format!("{list} please"))
                || rest.ends_with(&format!("{list}, please"))
        });
        is_last.then_some(task.start..end)
    };
    LISTS.iter().find_map(listed)
}

/// Where the sentence begins behind a few words that only lead to it: "By the way, ", "Thanks, and ".
fn behind_opener(lower: &str) -> usize {
    let Some((opener, _)) = lower.split_once(", ") else { return 0 };
    let words = opener.split_whitespace();
    if words.clone().count() > MOST_WORDS_OF_AN_OPENER || words.last().is_some_and(|last| REPORTS.contains(&last)) {
        return 0;
    }
    let behind = opener.len() + 2;
    let link = ["and ", "but ", "so ", "then "].iter().find(|link| lower[behind..].starts_with(**link));
    behind + link.map_or(0, |link| link.len())
}

/// Endings of a request, behind the words that say where the task goes.
const ASKS: [&str; 28] = [
    "",
    "して",
    "してください",
    "して下さい",
    "しておいて",
    "しておいてください",
    "しといて",
    "してくれる",
    "してくれますか",
    "してもらえる",
    "してもらえますか",
    "お願い",
    "お願いします",
    "をお願い",
    "をお願いします",
    "して欲しい",
    "してほしい",
    "よろしく",
    "しよう",
    "しましょう",
    "入れて",
    "入れておいて",
    "入れといて",
    "入れてください",
    "加えて",
    "加えておいて",
    "書いておいて",
    "書いて",
];
const PLACES: [&str; 22] = [
    "をタスクに追加",
    "をタスクに登録",
    "をタスクリストに追加",
    "をtodoに追加",
    "をtodoリストに追加",
    "をtodoに登録",
    "をやることに追加",
    "をやることリストに追加",
    "をタスク化",
    "をタスクに",
    "をtodoに",
    "をtodoリストに",
    "をやることに",
    "をやることリストに",
    "をやる事に",
    "ってタスクに追加",
    "からタスクに追加",
    "のでタスクに追加",
    "からtodoに追加",
    "のでtodoに追加",
    "からやることに追加",
    "のでやることに追加",
];
const REMINDS_JA: [&str; 6] =
    ["のをリマインド", "ことをリマインド", "をリマインド", "ようにリマインド", "ようリマインド", "のリマインド"];

fn japanese(lower: &str) -> Option<Range<usize>> {
    let asked = |places: &[&str]| -> Option<Range<usize>> {
        let found = places.iter().filter_map(|place| lower.find(place).map(|at| (at, at + place.len())));
        let (at, end) = found.max_by_key(|(at, end)| (std::cmp::Reverse(*at), *end))?;
        let rest = lower[end..].trim_matches(|c: char| c.is_whitespace() || "。！!？?ね〜ー♪".contains(c));
        // Whoever asks whether it was added, or says that it was, asks for nothing.
        (at > 0 && ASKS.contains(&rest)).then(|| beginning(lower, at)..at)
    };
    asked(&PLACES).or_else(|| asked(&REMINDS_JA))
}

/// Where the task begins that ends at `end`: behind the last comma, unless the comma is within the task.
fn beginning(text: &str, end: usize) -> usize {
    let leads = [
        "あと",
        "じゃあ",
        "では",
        "ちなみに",
        "それから",
        "ごめん",
        "すみません",
        "えっと",
        "そうだ",
        "あ",
        "はい",
        "うん",
        "ねえ",
        "よし",
    ];
    match text[..end].split_once('、') {
        Some((lead, _)) if leads.contains(&lead.trim()) => lead.len() + '、'.len_utf8(),
        _ => 0,
    }
}
