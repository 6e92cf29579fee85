//! The names and terms of a text, the most telling first, as they are written.
//!
//! weight = √count · informativeness · position; the reply's words count less than the person's.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use crate::fold::fold;
use crate::lexicon::data_lines;
use crate::prose::{Part, parts};
use crate::tokens::{Token, TokenKind, is_stop_word, scan, stem};

/// The most keywords that a memory has.
pub const MOST: usize = 8;
/// How much a word of the reply counts beside one of the person's.
const REPLY_WEIGHT: f32 = 0.6;
/// How much a name within code counts beside one in prose.
const CODE_WEIGHT: f32 = 0.5;
/// Words among the first of a text set its topic.
const OPENING_WORDS: usize = 10;
const OPENING_WEIGHT: f32 = 1.25;
/// Less than this is no keyword.
const LEAST: f32 = 0.4;
/// No keyword is longer than this, in characters.
const LONGEST: usize = 40;

/// Up to eight keywords of a turn.
pub fn keywords(said: &str, replied: &str) -> Vec<String> {
    let mut table = Table::default();
    table.add_text(said, 1.0);
    table.add_text(replied, REPLY_WEIGHT);
    table.ranked().into_iter().filter(Keyword::is_telling).take(MOST).map(|keyword| keyword.surface).collect()
}

/// A keyword with its weight and its place among the words of the text.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Keyword {
    pub(crate) surface: String,
    pub(crate) key: String,
    pub(crate) weight: f32,
    pub(crate) place: usize,
}

impl Keyword {
    /// Whether it tells enough to be a keyword of a memory.
    pub(crate) fn is_telling(&self) -> bool {
        self.weight >= LEAST
    }
}

/// All words of one text that could be keywords, the heaviest first.
pub(crate) fn ranked(text: &str) -> Vec<Keyword> {
    let mut table = Table::default();
    table.add_text(text, 1.0);
    table.ranked()
}

#[derive(Default)]
struct Table {
    entries: HashMap<String, Entry>,
    places: usize,
}

struct Entry {
    surface: String,
    information: f32,
    count: f32,
    position: f32,
    place: usize,
}

impl Table {
    fn add_text(&mut self, text: &str, share: f32) {
        let opening_until = self.places + OPENING_WORDS;
        for part in parts(text) {
            match part {
                Part::Prose(line) => self.add_prose(line, share, opening_until),
                Part::Code(language, body) => {
                    let named = language.split_whitespace().next().filter(|l| l.chars().all(char::is_alphanumeric));
                    if let Some(language) = named {
                        self.add(language, 1.2, share, opening_until);
                    }
                    self.add_code(body, share * CODE_WEIGHT, opening_until);
                }
                Part::Trace(lines) => self.add_code(lines, share * CODE_WEIGHT, opening_until),
            }
        }
    }

    fn add_prose(&mut self, line: &str, share: f32, opening_until: usize) {
        let tokens = scan(line);
        let mut index = 0;
        while index < tokens.len() {
            let length = compound_length(line, &tokens[index..]);
            let last = tokens[index + length - 1];
            let surface = &line[tokens[index].start..last.end()];
            let information = if length > 1 {
                if tokens[index].kind == TokenKind::Word { 2.2 } else { 1.9 }
            } else {
                information(line, tokens[index])
            };
            self.add(surface, information, share, opening_until);
            index += length;
        }
    }

    fn add_code(&mut self, body: &str, share: f32, opening_until: usize) {
        for token in scan(body).into_iter().filter(|t| t.kind == TokenKind::Code) {
            self.add(token.surface, information(body, token), share, opening_until);
        }
    }

    fn add(&mut self, surface: &str, information: f32, share: f32, opening_until: usize) {
        self.places += 1;
        if information <= 0.0 || surface.chars().nth(LONGEST).is_some() {
            return;
        }
        let key = stem(&fold(surface));
        let place = self.places;
        let position = if place <= opening_until { OPENING_WEIGHT } else { 1.0 };
        let entry = self.entries.entry(key).or_insert_with(|| Entry {
            surface: surface.to_owned(),
            information: 0.0,
            count: 0.0,
            position: 0.0,
            place,
        });
        entry.information = entry.information.max(information);
        entry.position = entry.position.max(position * share);
        entry.count += 1.0;
    }

    fn ranked(self) -> Vec<Keyword> {
        let mut keywords: Vec<Keyword> = self
            .entries
            .into_iter()
            .map(|(key, e)| {
                let weight = e.count.sqrt().min(4.0) * e.information * e.position;
                Keyword { surface: e.surface, key, weight, place: e.place }
            })
            .collect();
        keywords.sort_by(|a, b| b.weight.total_cmp(&a.weight).then(a.place.cmp(&b.place)));
        keywords
    }
}

/// How many tokens make one term: リスト + 内包表記, New + York.
fn compound_length(line: &str, tokens: &[Token<'_>]) -> usize {
    let joins = |a: &Token<'_>, b: &Token<'_>| {
        let is_japanese = |t: &Token<'_>| matches!(t.kind, TokenKind::Kanji | TokenKind::Katakana) && !t.is_stop_word();
        let is_name = |t: &Token<'_>| t.kind == TokenKind::Word && is_capitalised(t.surface) && !t.is_stop_word();
        (is_japanese(a) && is_japanese(b) && a.end() == b.start)
            || (is_name(a) && is_name(b) && &line[a.end()..b.start] == " ")
    };
    let pairs = tokens.windows(2).take(3).take_while(|pair| joins(&pair[0], &pair[1])).count();
    pairs + 1
}

fn information(line: &str, token: Token<'_>) -> f32 {
    let folded = fold(token.root);
    if is_stop_word(&folded, token.kind) {
        return 0.0;
    }
    let length = folded.chars().count();
    let honoured = HONORIFICS.iter().any(|suffix| line[token.end()..].starts_with(suffix));
    let base = match token.kind {
        TokenKind::Code => 2.0,
        TokenKind::Katakana if length >= 3 => 1.8,
        TokenKind::Katakana => 1.3,
        TokenKind::Kanji if GENERIC.contains(folded.as_str()) => 0.8,
        TokenKind::Kanji if length >= 2 => 1.6,
        TokenKind::Kanji => 1.0,
        // Too little for a keyword when it stands once; a trace takes it when there is nothing better.
        TokenKind::Inflected | TokenKind::Hiragana => 0.3,
        TokenKind::Word => word_information(line, token, &folded, length),
        TokenKind::Number | TokenKind::Url | TokenKind::Email => 0.0,
    };
    if honoured { base.max(1.0) * 1.5 } else { base }
}

fn word_information(line: &str, token: Token<'_>, folded: &str, length: usize) -> f32 {
    let opens = line[..token.start].trim_end().chars().next_back().is_none_or(|c| matches!(c, '.' | '!' | '?' | '"'));
    let is_acronym = length >= 2 && token.surface.chars().all(char::is_uppercase);
    let is_name = is_capitalised(token.surface) && !opens;
    let is_among_japanese = line.chars().take(100).any(|c| crate::fold::script(c) == crate::fold::Script::Hiragana);
    if COMMON.contains(folded) || COMMON.contains(stem(folded).as_str()) {
        0.3
    } else if is_acronym || is_name || is_among_japanese {
        2.0
    } else {
        0.7 + 0.07 * length.min(10) as f32
    }
}

fn is_capitalised(surface: &str) -> bool {
    let mut characters = surface.chars();
    characters.next().is_some_and(char::is_uppercase) && characters.next().is_some_and(char::is_lowercase)
}

const HONORIFICS: [&str; 8] = ["さん", "くん", "ちゃん", "様", "さま", "氏", "先生", "先輩"];

static COMMON: LazyLock<HashSet<&'static str>> =
    LazyLock::new(|| data_lines(include_str!("../data/common_words_en.txt")).flat_map(str::split_whitespace).collect());

static GENERIC: LazyLock<HashSet<&'static str>> = LazyLock::new(|| {
    "説明 質問 確認 対応 方法 部分 内容 理由 結果 意味 状態 状況 関係 変更 追加 修正 使用 利用 実行 作業 作成 話 例 件 案 側 形 点 \
     提案 紹介 相談 回答 返事 報告 連絡 準備 予定 開始 終了 完了 理解 検討 想定 基本 基本的 具体的 全体 最初 最後 途中 現在 今後 以上 以下 以外 \
     注意 重要 大事 大切 簡単 便利 複雑 同様 同じ 種類 程度 目的 全員 人間 名前 言葉 気持ち"
        .split_whitespace()
        .collect()
});

#[cfg(test)]
mod tests {
    use super::*;

    fn of(said: &str) -> Vec<String> {
        keywords(said, "")
    }

    #[test]
    fn names_and_terms_come_first_as_they_are_written() {
        let found = keywords("Pythonのリスト内包表記について質問", "基本的な書き方を説明した");
        assert_eq!(found[0], "Python");
        assert!(found.contains(&"リスト内包表記".to_owned()), "{found:?}");
        assert!(found.contains(&"質問".to_owned()), "{found:?}");
    }

    #[test]
    fn people_are_names() {
        assert_eq!(of("田中さんが最近よく話してくれる")[0], "田中");
        assert!(of("yesterday I met Alice Cooper in New York").starts_with(&["Alice Cooper".to_owned()]));
    }

    #[test]
    fn identifiers_are_terms() {
        assert!(of("the bug is in parse_config and src/main.rs").contains(&"parse_config".to_owned()));
        assert!(of("```rust\nlet x = load_settings();\n```").contains(&"load_settings".to_owned()));
    }

    #[test]
    fn small_talk_has_few_and_nothing_has_none() {
        assert!(of("うん、そうだね").is_empty());
        assert!(of("").is_empty());
        assert!(of("yes, I think so").is_empty());
    }

    #[test]
    fn there_are_never_more_than_eight() {
        let many = "りんご アップル バナナ チェリー ドリアン エルダー フィグ グレープ ハニー アイス ジャム";
        assert_eq!(of(many).len(), MOST);
    }
}
