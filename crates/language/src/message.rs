//! What kind of message a text is, by which the room for memories is given out (S4 メッセージタイプ, SPEC P2).

mod kind;

use std::sync::LazyLock;

use crate::fold::{fold, is_japanese};
use crate::lexicon::{PhraseTable, data_lines};
use crate::prose::{has_code, prose};
pub use kind::message_kind;

/// A greeting is short; what is longer has something to say besides.
const LONGEST_GREETING: usize = 40;
/// What a question mark at the end says.
const MARK_WEIGHT: f32 = 2.5;
/// Only the beginning and the end of a long text say what is wanted.
const LOOKED_AT: usize = 2_000;

/// The kind of a message.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum MessageType {
    /// 挨拶: small talk that needs little memory.
    Greeting,
    /// 質問: something is to be known.
    Question,
    /// 依頼・指示: something is to be done.
    Request,
    /// 定期巡回: nobody spoke; a clock did.
    Heartbeat,
    /// None of S4's four: something is told.
    Statement,
}

impl MessageType {
    /// The name by which it is shown.
    pub fn name(self) -> &'static str {
        match self {
            Self::Greeting => "greeting",
            Self::Question => "question",
            Self::Request => "request",
            Self::Heartbeat => "heartbeat",
            Self::Statement => "statement",
        }
    }

    fn named(name: &str) -> Option<Self> {
        [Self::Greeting, Self::Question, Self::Request].into_iter().find(|kind| kind.name() == name)
    }
}

/// The kind of the message; one without any text is a heartbeat.
pub fn message_type(text: &str) -> MessageType {
    let ends = ends_of(text);
    let written = prose(&ends);
    let folded = fold(&written);
    let said = folded.trim();
    if said.is_empty() {
        return if has_code(text) { MessageType::Statement } else { MessageType::Heartbeat };
    }
    if is_heartbeat(said) {
        return MessageType::Heartbeat;
    }
    let mut weights = MessageWeights::of(said);
    if asks(said) {
        weights.question += MARK_WEIGHT;
    }
    // "Could you …?" and 〜してくれますか ask for a deed, and "can I …" for an answer.
    let is_short = said.chars().count() <= LONGEST_GREETING;
    if is_short && weights.greeting > 0.0 && weights.greeting + 1.0 >= weights.request.max(weights.asking()) {
        return MessageType::Greeting;
    }
    match (weights.request > 0.0, weights.asking() > 0.0) {
        (true, _) if weights.request >= weights.question => MessageType::Request,
        (_, true) => MessageType::Question,
        (true, false) => MessageType::Request,
        (false, false) => MessageType::Statement,
    }
}

#[derive(Default)]
struct MessageWeights {
    greeting: f32,
    question: f32,
    request: f32,
}

impl MessageWeights {
    fn of(folded: &str) -> Self {
        let mut weights = Self::default();
        for found in LEXICON.find_all(folded) {
            let (kind, weight) = *found.value;
            match kind {
                MessageType::Greeting => weights.greeting += weight,
                MessageType::Question => weights.question += weight,
                _ => weights.request += weight,
            }
        }
        weights
    }

    /// 教えて is a question more than a request.
    fn asking(&self) -> f32 {
        self.question
    }
}

/// Whether a sentence ends with a question mark.
fn asks(folded: &str) -> bool {
    let is_end =
        |rest: &str| rest.is_empty() || rest.starts_with([' ', '\n', '!', '?', '」', ')', '"']) || is_japanese(rest);
    folded.match_indices('?').any(|(at, _)| is_end(&folded[at + 1..]))
}

/// What a scheduler writes: a tick, and nothing to answer.
fn is_heartbeat(folded: &str) -> bool {
    const TICKS: [&str; 14] = [
        "heartbeat",
        "heart beat",
        "ハートビート",
        "定期巡回",
        "定期チェック",
        "定期実行",
        "cron]",
        "cron:",
        "scheduled check",
        "periodic check",
        "health check",
        "ping",
        "tick",
        "keepalive",
    ];
    let bare = folded.trim_matches(|c: char| !c.is_alphanumeric());
    let is_short = folded.chars().count() <= 200;
    is_short
        && TICKS.iter().any(|tick| {
            bare.strip_prefix(tick).is_some_and(|rest| {
                rest.is_empty()
                    || (tick.len() >= 5 && !rest.starts_with(|c: char| c.is_ascii_alphanumeric()) && !asks(folded))
            })
        })
}

fn ends_of(text: &str) -> std::borrow::Cow<'_, str> {
    let Some((head, _)) = text.char_indices().nth(LOOKED_AT) else { return text.into() };
    let Some((tail, _)) = text.char_indices().rev().nth(LOOKED_AT) else { return text.into() };
    if tail <= head { text.into() } else { format!("{}\n{}", &text[..head], &text[tail..]).into() }
}

static LEXICON: LazyLock<PhraseTable<(MessageType, f32)>> = LazyLock::new(|| {
    let lines = data_lines(include_str!("../data/message.tsv")).filter_map(line);
    PhraseTable::new(lines.flat_map(|(kind, weight, words)| words.map(move |word| (word.to_owned(), (kind, weight)))))
});

fn line(line: &'static str) -> Option<(MessageType, f32, impl Iterator<Item = &'static str>)> {
    let mut fields = line.splitn(3, '\t');
    let kind = MessageType::named(fields.next()?)?;
    let weight = fields.next()?.parse().ok()?;
    Some((kind, weight, fields.next()?.split(',').map(str::trim).filter(|word| !word.is_empty())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_sorted_as_a_reader_would() {
        use MessageType::{Greeting, Heartbeat, Question, Request, Statement};
        let mut wrong = Vec::new();
        for (text, expected) in [
            ("おはよう！", Greeting),
            ("おはよう、いい天気だね", Greeting),
            ("お疲れ様です", Greeting),
            ("こんにちは、元気？", Greeting),
            ("hello!", Greeting),
            ("hey, how are you?", Greeting),
            ("Thanks!", Greeting),
            ("good morning", Greeting),
            ("猫の名前は？", Question),
            ("誕生日いつ？", Question),
            ("Pythonのリスト内包表記について教えて", Question),
            ("なぜこのテストは落ちるのですか", Question),
            ("これ、どう思う", Question),
            ("おはよう。昨日話した設計書の件、どこに置いたか覚えてる？", Question),
            ("What is the capital of France?", Question),
            ("why does this fail", Question),
            ("is there a way to speed this up", Question),
            ("Do you know my dog's name?", Question),
            ("このバグを直して", Request),
            ("READMEを更新してください", Request),
            ("議事録を要約してくれますか？", Request),
            ("テストを追加しておいて", Request),
            ("Fix the failing test", Request),
            ("Could you write a poem about spring?", Request),
            ("please summarize this", Request),
            ("Add a column to the table and run the migration", Request),
            ("hello! please fix the login bug in the server when you have time, it is urgent", Request),
            ("昨日は楽しかった", Statement),
            ("I moved to Kyoto last week.", Statement),
            ("SQLiteを採用することに決めた", Statement),
            ("", Heartbeat),
            ("  \n", Heartbeat),
            ("[heartbeat]", Heartbeat),
            ("HEARTBEAT", Heartbeat),
            ("定期巡回", Heartbeat),
            ("Heartbeat: check your tasks and memory", Heartbeat),
            ("ping", Heartbeat),
            ("pingpong is fun", Statement),
            ("ハートビートとは何ですか？", Question),
        ] {
            if message_type(text) != expected {
                wrong.push(format!("{text}: {:?}", message_type(text)));
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    #[test]
    fn code_is_told_and_not_asked() {
        assert_eq!(message_type("```\nwhat? please\n```"), MessageType::Statement);
    }

    #[test]
    fn every_line_of_the_table_can_be_read() {
        for text in data_lines(include_str!("../data/message.tsv")) {
            assert!(line(text).is_some(), "{text}");
        }
    }
}
