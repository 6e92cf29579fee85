//! What a session was about, from its turns in the order of time.

use std::collections::HashSet;
use std::sync::LazyLock;

use regex::Regex;

use super::choose::{Choosable, choose};
use super::clauses;
use super::condense::condense;
use super::essence::join;
use super::prune::{is_empty_talk, pruned};
use super::vocabulary::Vocabulary;
use crate::fold::fold;
use crate::pattern::regex;
use crate::sentences::sentences;

/// How much a sentence of the reply counts beside one of the person's.
const REPLY: f32 = 0.75;
/// What was decided, done or left open counts more than how it came to that.
const RESULT: f32 = 1.6;
/// The first thing said is what the session was about.
const TOPIC: f32 = 1.8;
/// A single sentence takes at most this share of the room.
const SHARE: usize = 2;

struct SessionLine {
    text: String,
    turn: usize,
    is_reply: bool,
}

/// The turns, each what was said and what was replied, in at most `max_characters` characters: their own
/// sentences in order, decisions, outcomes and open points before the rest. `→` stands before a reply.
pub fn session(turns: &[(&str, &str)], max_characters: usize) -> String {
    let mut lines: Vec<SessionLine> = Vec::new();
    let mut seen = HashSet::new();
    for (turn, (said, replied)) in turns.iter().enumerate() {
        for (text, is_reply) in [(said, false), (replied, true)] {
            for sentence in sentences(&condense(text)) {
                if !seen.insert(fold(sentence)) {
                    continue;
                }
                let clean = pruned(sentence);
                if !is_empty_talk(sentence) && !is_empty_talk(&clean) {
                    let text = clauses::within(&clean, (max_characters / SHARE).max(40));
                    lines.push(SessionLine { text, turn, is_reply });
                }
            }
        }
    }
    let mut vocabulary = Vocabulary::default();
    let last = turns.len().saturating_sub(1);
    let pieces: Vec<Choosable> = lines
        .iter()
        .enumerate()
        .map(|(index, line)| {
            let side = if line.is_reply { REPLY } else { 1.0 };
            let topic = if index == 0 { TOPIC } else { 1.0 };
            let result = if is_result(&line.text, line.turn == last) { RESULT } else { 1.0 };
            let arrow = if line.is_reply { 2 } else { 0 };
            let length = line.text.chars().count() + arrow + 1;
            Choosable { length, words: vocabulary.read(&line.text), prior: side * topic * result }
        })
        .collect();
    let chosen = choose(&pieces, &vocabulary.weights(), max_characters + 1);
    let told = told(&lines, &chosen);
    if told.is_empty() {
        let first =
            turns.iter().flat_map(|(said, replied)| [said.trim(), replied.trim()]).find(|half| !half.is_empty());
        return clauses::within(first.unwrap_or_default(), max_characters);
    }
    told
}

fn told(lines: &[SessionLine], chosen: &[usize]) -> String {
    let mut replying: Option<usize> = None;
    let pieces: Vec<String> = chosen
        .iter()
        .map(|index| {
            let line = &lines[*index];
            let is_first_of_reply = line.is_reply && replying != Some(line.turn);
            if line.is_reply {
                replying = Some(line.turn);
            }
            if is_first_of_reply { format!("→ {}", line.text) } else { line.text.clone() }
        })
        .collect();
    join(pieces.iter().map(String::as_str))
}

/// Whether a sentence tells what was decided, what came out, or what is still open.
fn is_result(sentence: &str, is_last: bool) -> bool {
    let folded = fold(sentence);
    RESULTS.is_match(&folded) || (is_last && (folded.ends_with('?') || folded.ends_with('？')))
}

static RESULTS: LazyLock<Regex> = LazyLock::new(|| {
    regex(concat!(
        r"\b(?:decided?|decision|agreed?|we(?:'ll| will)|i(?:'ll| will)|let's (?:go with|use|do)|going with|chose|settled|switch(?:ed)? to|",
        r"fixed|solved|resolved|works now|it works|working now|passed|done|finished|shipped|deployed|merged|released|failed|broke|turned out|the cause|root cause|",
        r"todo|to do|next (?:step|time)|still (?:need|open|missing|fails)|not yet|remaining|pending|later|follow up|deadline|by (?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|tomorrow))\b",
        r"|決め|決定|結論|採用|方針|ことにし|にしよう|で行こう|でいこう|合意|",
        r"解決|直っ|直し|動い|動くように|できた|完了|終わっ|成功|失敗|通っ|原因|リリース|デプロイ|マージ|わかった|分かった|判明|",
        r"次回|次は|あとで|後で|まだ|未対応|未解決|残り|課題|締め切り|締切|期限|までに|保留|要確認|宿題",
    ))
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decisions_outcomes_and_open_points_are_kept_in_order() {
        let turns = [
            (
                "記憶のストレージをMongoDBにしたらどう思う？",
                "なるほど、いい質問ですね。規模を考えるとJSONで十分です。いろいろな選択肢があります。",
            ),
            ("そうだね。最近は天気もいいし散歩にも行きたいね。", "いいですね。散歩は気分転換になります。"),
            ("じゃあJSONで行くことに決めた。", "了解です。では設計を進めます。"),
            ("バックアップの方法はまだ未解決だから次回話そう。", "わかりました。"),
        ];
        let told = session(&turns, 120);
        assert!(told.chars().count() <= 120, "{told}");
        let places: Vec<Option<usize>> = ["MongoDB", "決めた", "未解決"].iter().map(|word| told.find(word)).collect();
        assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{told}");
        assert!(!told.contains("了解です") && !told.contains("いい質問"), "{told}");
    }

    #[test]
    fn an_english_session_is_told_in_english() {
        let turns = [
            (
                "Hi! The login page of Shopfront times out since Monday.",
                "Hello! Let me look. The session table has no index on user_id, so every login scans 4 million rows.",
            ),
            ("Oh wow. Can you add one?", "Sure. I added the index and deployed it at 14:30. Login now takes 80 ms."),
            ("Great, thanks! The report page is still slow, let's do that on Friday.", "You're welcome!"),
        ];
        let told = session(&turns, 260);
        assert!(told.chars().count() <= 260, "{told}");
        for word in ["Shopfront", "user_id", "80 ms", "Friday", "→ "] {
            assert!(told.contains(word), "{word}: {told}");
        }
    }

    #[test]
    fn nothing_gives_nothing_and_any_room_is_enough() {
        assert_eq!(session(&[], 100), "");
        assert_eq!(session(&[("", " ")], 100), "");
        for room in 0..80 {
            let told = session(
                &[("うん。", "そうですね。"), ("A long sentence, with a clause, and another clause.", "ok")],
                room,
            );
            assert!(told.chars().count() <= room, "{room}: {told}");
        }
    }
}
