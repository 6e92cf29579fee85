//! What a Japanese message wants, sentence by sentence; its end says most.

use super::{MessageType, most_demanding, phrases};
use crate::fold::{Script, fold, script};
use crate::tokens::morphemes;
use MessageType::{Greeting, Question, Request, Statement};

/// Whoever is greeted is named in so many characters at most: 「やあ、賢いチャットボットさん」.
const LONGEST_NAME: usize = 14;

pub(super) fn kind(text: &str) -> MessageType {
    let parts: Vec<Option<MessageType>> = sentences(text).iter().map(JapaneseClause::kind).collect();
    most_demanding(&parts)
}

/// A sentence, without the marks at its end.
struct JapaneseClause {
    said: String,
    is_asked: bool,
}

impl JapaneseClause {
    fn kind(&self) -> Option<MessageType> {
        let said = self.said.as_str();
        if phrases("ja_opener").contains(&said) {
            return None;
        }
        if self.greets() {
            return Some(Greeting);
        }
        Some(if self.requests() {
            Request
        } else if self.asks() {
            Question
        } else {
            Statement
        })
    }

    /// A greeting and whom it is for, and nothing more.
    fn greets(&self) -> bool {
        let said = self.said.as_str();
        if self.has("ja_meet") || said.contains("会えて") && self.has("ja_glad") {
            return true;
        }
        let mut rest = said.trim_end_matches(['ね', '〜', '~']);
        let mut is_greeted = false;
        while let Some(greeting) = longest(rest, "ja_hello", str::starts_with) {
            (rest, is_greeted) = (rest[greeting.len()..].trim_start_matches(is_mark), true);
        }
        // 「ボットさん、こんばんは」.
        while let Some(greeting) = longest(rest, "ja_hello", str::ends_with) {
            (rest, is_greeted) = (rest[..rest.len() - greeting.len()].trim_end_matches(is_mark), true);
        }
        if is_greeted && is_name(rest) {
            return true;
        }
        // ねえ, よう and どうも call someone by name, and begin all kinds of sentences besides.
        longest(said, "ja_call", str::starts_with).is_some_and(|call| {
            let rest = said[call.len()..].trim_start_matches(is_mark);
            rest.is_empty() && call.chars().count() > 1
                || !rest.is_empty() && is_name(rest) && !rest.starts_with("こそ")
        })
    }

    fn requests(&self) -> bool {
        let said = self.said.as_str();
        if self.has("ja_quiet") || self.has("ja_fun") && (self.has("ja_fun_ask") || self.is_asked) {
            return true;
        }
        if self.has("ja_done") || self.tells_what_it_asks() || is_reported(bare(said)) {
            return false;
        }
        if self.has("ja_ask") {
            return !self.has("ja_tell") || self.has("ja_fun");
        }
        if self.count("ja_slot") >= 2 && !self.is_asked {
            return true;
        }
        if self.has("ja_favour") {
            return !self.only_chooses();
        }
        let end = bare(said);
        if self.has("ja_want") {
            return !self.has("ja_learn");
        }
        if self.has("ja_tell") {
            return false;
        }
        gives_order(end) || is_set_down(end)
    }

    /// 「この条件でお願いします」 chooses what was offered; with a date or a number of people it books.
    fn only_chooses(&self) -> bool {
        let said = self.said.as_str();
        let has_parts = self.count("ja_slot") > 0
            || said.contains(['、', '・', '/', ':'])
            || said.contains("予約")
            || said.contains("までお願い");
        said.contains("でお願い") && !has_parts || longest(said, "ja_courtesy", str::starts_with).is_some()
    }

    /// 「お願いするとどうなりますか」.
    fn tells_what_it_asks(&self) -> bool {
        ["お願いすると", "お願いしたら", "お願いした場合", "お願いする場合"]
            .iter()
            .any(|asked| self.said.contains(asked))
    }

    fn asks(&self) -> bool {
        let end = bare(&self.said);
        let ends = longest(end, "ja_question_end", str::ends_with).is_some();
        ends || self.is_asked
            || self.has("ja_tell")
            || self.has("ja_learn")
            || self.has_question_word() && wants_answer(end)
    }

    /// 何, but not 何か.
    fn has_question_word(&self) -> bool {
        let mut said = self.said.clone();
        for word in phrases("ja_no_wh") {
            said = said.replace(word, "");
        }
        phrases("ja_wh").iter().any(|word| said.contains(word))
    }

    fn count(&self, kind: &str) -> usize {
        phrases(kind).iter().filter(|phrase| self.said.contains(**phrase)).count()
    }

    fn has(&self, kind: &str) -> bool {
        phrases(kind).iter().any(|phrase| self.said.contains(phrase))
    }
}

/// The longest phrase of the kind that the text begins or ends with.
fn longest<'t>(text: &str, kind: &str, is_at: impl Fn(&str, &'t str) -> bool) -> Option<&'t str> {
    phrases(kind).iter().copied().filter(|phrase| is_at(text, phrase)).max_by_key(|phrase| phrase.len())
}

fn is_mark(c: char) -> bool {
    script(c) == Script::Mark || matches!(c, 'ー' | '〜' | '~')
}

/// Whether it can be a name: short, and without the kana that make a sentence.
fn is_name(text: &str) -> bool {
    if text.chars().count() > LONGEST_NAME || text.ends_with(['か', 'た', 'る', 'だ', 'ね', 'て']) {
        return false;
    }
    !["は", "が", "を", "です", "ます", "して", "って", "ない", "だよ"].iter().any(|particle| text.contains(particle))
}

/// Without the particles at the end that only colour what is said.
fn bare(said: &str) -> &str {
    let mut end = said;
    for tail in ["ってば", "んですけど", "んですが", "んだけど", "のですが", "ですけど", "ですが", "けど"]
    {
        end = end.strip_suffix(tail).unwrap_or(end);
    }
    end.trim_end_matches(['よ', 'ね', 'な', 'ぁ', 'ぇ', 'っ', 'ー', '〜', '~', '笑', 'w'])
}

/// 「窓を開けて」「喋らないで」「黙れ」: an order by the form of its verb.
fn gives_order(end: &str) -> bool {
    if longest(end, "ja_order_end", str::ends_with).is_some() {
        return true;
    }
    let is_reason = [
        "くて",
        "なくて",
        "がって",
        "ちゃって",
        "じゃって",
        "たって",
        "だって",
        "について",
        "にとって",
        "によって",
        "として",
        "そして",
        "初めて",
        "はじめて",
        "すべて",
        "全て",
        "せめて",
        "いて",
        "思って",
        "なって",
        "られて",
    ];
    end.ends_with('て') && !is_reason.iter().any(|reason| end.ends_with(reason)) || end.ends_with("ないで")
}

/// Whether it ends with what others said: 「来月から転勤なんだって」, but not 「待って」, nor 「言うとって」, which asks in western Japan.
fn is_reported(end: &str) -> bool {
    !end.ends_with("とって") && morphemes(end).last().is_some_and(|last| last.surface == "って")
}

/// 「アラームを7時に設定する」「照明をオフ」: a deed named by its verb alone, as one speaks to a device.
fn is_set_down(end: &str) -> bool {
    let Some(at) = end.rfind('を') else {
        return longest(end, "ja_switch", str::ends_with).is_some();
    };
    let is_about_someone = ["は", "が", "も", "私", "僕", "俺"].iter().any(|subject| end[..at].contains(subject));
    let verb = &end[at + 'を'.len_utf8()..];
    let verb = verb.rsplit('に').next().unwrap_or(verb);
    let is_noun = !verb.is_empty() && verb.chars().all(|c| matches!(script(c), Script::Kanji | Script::Katakana));
    let is_plain = verb.ends_with("する") || longest(verb, "ja_plain_verb", str::ends_with).is_some();
    !is_about_someone && (is_noun || is_plain)
}

/// Whether a sentence with a question word is left open: it tells nothing of its own.
fn wants_answer(end: &str) -> bool {
    !["です", "ます", "でした", "ました", "だ", "た", "ません", "ない"].iter().any(|told| end.ends_with(told))
}

fn sentences(text: &str) -> Vec<JapaneseClause> {
    let mut sentences = Vec::new();
    for part in fold(text).split_inclusive(['。', '!', '?', '\n', '.']) {
        let is_asked = part.ends_with('?');
        let said = part.trim_matches(|c: char| script(c) == Script::Mark);
        if !said.is_empty() {
            sentences.push(JapaneseClause { said: said.to_owned(), is_asked });
        } else if let (true, Some(last)) = (is_asked, sentences.last_mut()) {
            last.is_asked = true;
        }
    }
    sentences
}
