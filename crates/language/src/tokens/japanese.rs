//! Kanji, okurigana and hiragana: where a Japanese word ends.

use std::sync::LazyLock;

use super::{Token, TokenKind};
use crate::fold::{Script, script};
use crate::lexicon::{PhraseTable, data_lines};

/// A place in a text where a run of one script begins.
#[derive(Clone, Copy)]
pub(super) struct Run<'a> {
    pub(super) text: &'a str,
    pub(super) start: usize,
}

/// Where the run of `own` that begins at `start` ends.
pub(super) fn run_end(text: &str, start: usize, own: Script) -> usize {
    start
        + text[start..]
            .chars()
            .take_while(|c| script(*c) == own || (own == Script::Hiragana && *c == 'ー'))
            .map(char::len_utf8)
            .sum::<usize>()
}

/// Takes the word or words that begin with a kanji; gives back where to go on.
pub(super) fn kanji<'a>(run: Run<'a>, tokens: &mut Vec<Token<'a>>) -> usize {
    let Run { text, start } = run;
    if let Some(end) = known_word(text, start) {
        push(tokens, text, start, (end, end), TokenKind::Kanji);
        return end;
    }
    let end = kanji_end(text, start);
    let okurigana = okurigana_length(&text[end..], text[start..end].chars().count());
    if okurigana == 0 {
        push(tokens, text, start, (end, end), TokenKind::Kanji);
        return end;
    }
    // 会議始まる: a run of three or more is a noun with the verb's one kanji behind it.
    let verb = match text[start..end].char_indices().next_back() {
        Some((last, _)) if text[start..end].chars().count() >= 3 => start + last,
        _ => start,
    };
    if verb > start {
        push(tokens, text, start, (verb, verb), TokenKind::Kanji);
    }
    push(tokens, text, verb, (end, end + okurigana), TokenKind::Inflected);
    end + okurigana
}

/// Takes what is left of a run of hiragana when function words are dropped.
pub(super) fn hiragana<'a>(run: Run<'a>, tokens: &mut Vec<Token<'a>>) -> usize {
    let Run { text, start } = run;
    let end = run_end(text, start, Script::Hiragana);
    let mut word = start;
    let mut at = start;
    while at < end {
        if let Some(known_end) = known_word(text, at) {
            flush(tokens, text, word, at);
            push(tokens, text, at, (known_end, known_end), known_kind(&text[at..known_end]));
            at = known_end;
            word = at;
            if known_end > end {
                return known_end;
            }
        } else if let Some(found) = FUNCTION_WORDS.find_at(text, at, None).filter(|f| f.end <= end) {
            flush(tokens, text, word, at);
            at = found.end;
            word = at;
        } else {
            at += text[at..].chars().next().map_or(1, char::len_utf8);
        }
    }
    flush(tokens, text, word, end);
    end
}

fn known_kind(word: &str) -> TokenKind {
    if word.chars().all(|c| script(c) == Script::Hiragana || c == 'ー') {
        TokenKind::Hiragana
    } else {
        TokenKind::Kanji
    }
}

fn flush<'a>(tokens: &mut Vec<Token<'a>>, text: &'a str, start: usize, end: usize) {
    if text[start..end].chars().take(3).count() >= 3 {
        push(tokens, text, start, (end, end), TokenKind::Hiragana);
    }
}

fn push<'a>(tokens: &mut Vec<Token<'a>>, text: &'a str, start: usize, (root, end): (usize, usize), kind: TokenKind) {
    tokens.push(Token { surface: &text[start..end], root: &text[start..root], start, kind });
}

fn known_word(text: &str, start: usize) -> Option<usize> {
    KNOWN_WORDS.find_at(text, start, None).map(|found| found.end)
}

/// The end of a kanji run; ヶ and ケ between kanji belong to it, as does okurigana within a compound
/// (読み込み), of which the first part is one kanji and the joint one syllable of a verb's stem.
fn kanji_end(text: &str, start: usize) -> usize {
    let mut end = run_end(text, start, Script::Kanji);
    loop {
        let mut rest = text[end..].chars();
        let (Some(joint), Some(next)) = (rest.next(), rest.next()) else { return end };
        let is_small_ke = matches!(joint, 'ヶ' | 'ケ' | 'ヵ') && script(next) == Script::Kanji;
        let is_compound = end - start <= 4
            && text[start..end].chars().count() == 1
            && "きぎちびみりえけげせべめれ".contains(joint)
            && script(next) == Script::Kanji;
        if !is_small_ke && !is_compound {
            return end;
        }
        end = run_end(text, end + joint.len_utf8(), Script::Kanji);
        if is_compound {
            return compound_tail(text, end);
        }
    }
}

/// 打ち合わせ, 取り組み: the second half's own okurigana, when it is short and a noun's.
fn compound_tail(text: &str, end: usize) -> usize {
    let tail: String = text[end..].chars().take(2).collect();
    if tail == "わせ" {
        return end + tail.len();
    }
    match tail.chars().next() {
        Some(c) if "みきりけえいちげせれめ".contains(c) => end + c.len_utf8(),
        _ => end,
    }
}

/// How many bytes of the hiragana behind a kanji run belong to it as a verb or an adjective; 0 for a noun.
fn okurigana_length(rest: &str, kanji_count: usize) -> usize {
    let mut length = 0;
    let mut characters = rest.chars();
    let Some(first) = characters.next().filter(|c| script(*c) == Script::Hiragana) else { return 0 };
    let second = characters.next();
    if is_nominal(rest, (first, second), kanji_count) {
        return 0;
    }
    for c in rest.chars().take(4) {
        if script(c) != Script::Hiragana || (length > 0 && FUNCTION_WORDS.find_at(rest, length, None).is_some()) {
            break;
        }
        length += c.len_utf8();
    }
    length
}

fn is_nominal(rest: &str, (first, second): (char, Option<char>), kanji_count: usize) -> bool {
    let ends = second.is_none_or(|c| script(c) != Script::Hiragana);
    if [
        "です", "でし", "でも", "では", "だっ", "だけ", "など", "なら", "なの", "から", "まで", "より", "とか", "さん",
        "くん",
    ]
    .iter()
    .chain(&["ちゃん", "たち", "ごと", "くらい", "ぐらい", "らしい", "みたい", "ほど", "こそ", "しか", "じゃ", "って"])
    .any(|follower| rest.starts_with(follower))
    {
        return kanji_count > 1 || !rest.starts_with("って");
    }
    if "はがをにでともへやの".contains(first)
        || (first == 'だ' && (ends || kanji_count > 1))
        || (first == 'な' && kanji_count > 1)
    {
        return true;
    }
    kanji_count > 1 && "しすさせっかよねそと".contains(first)
}

static KNOWN_WORDS: LazyLock<PhraseTable<()>> = LazyLock::new(|| table(include_str!("../../data/words_ja.txt")));

static FUNCTION_WORDS: LazyLock<PhraseTable<()>> =
    LazyLock::new(|| table(include_str!("../../data/function_words_ja.txt")));

fn table(data: &str) -> PhraseTable<()> {
    PhraseTable::new(data_lines(data).flat_map(str::split_whitespace).map(|word| (word.to_owned(), ())))
}
