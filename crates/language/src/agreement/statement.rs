//! One side of a pair, read: its words with their part in the sentence, its numbers, its negations.

use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::Range;
use std::sync::LazyLock;

use super::figures::{Figure, figures};
use super::opposites::{self, Membership};
use super::polarity::{self, CueAt, PolarityCue};
use crate::embedding::{self, DIMENSIONS};
use crate::fold::{Script, fold, script};
use crate::sentences::{sentences, spans};
use crate::tokens::{Morpheme, PartOfSpeech, morphemes};

/// No more of a text than this is read, in characters: a statement is short, and a page is none.
const READ: usize = 600;
/// No more words than this are compared.
const WORDS: usize = 48;
/// No more morphemes than this are looked through for words that only hold a sentence together.
const TOKENS: usize = 100;
/// No more sentences than this are compared one by one.
const SENTENCES: usize = 6;
/// A word is no longer than this many rows of the table of vectors.
const PIECES: usize = 6;
/// The length of the vector of a word that says neither much nor little.
const USUAL_LENGTH: f32 = 2.5;
/// So many words behind an English negation are denied, unless the clause ends before.
const REACH: usize = 5;

/// A direction in the space of the table of vectors.
pub(super) type Meaning = Box<[f32; DIMENSIONS]>;

/// A text read as a statement.
#[derive(Debug)]
pub(super) struct ComparedStatement {
    pub(super) folded: String,
    pub(super) words: Vec<ContentWord>,
    pub(super) figures: Vec<Figure>,
    pub(super) sentences: Vec<StatementSentence>,
    /// What the whole means, as a vector of length one.
    pub(super) meaning: Option<Meaning>,
    pub(super) negations: usize,
    /// Whether something stopped being so, or took another's place.
    pub(super) is_no_longer: bool,
    pub(super) is_replacement: bool,
    /// Whether the speaker speaks of themselves or to somebody.
    pub(super) is_personal: bool,
    /// Whether it asks and says nothing.
    pub(super) is_question: bool,
    /// Whether it describes a scene: nobody speaks, and somebody is introduced or something goes on.
    pub(super) is_scene: bool,
    /// Whether it points at something known: "the man", その男性.
    pub(super) is_definite: bool,
}

/// A sentence of a statement.
#[derive(Debug)]
pub(super) struct StatementSentence {
    /// What it means, as a vector of length one.
    pub(super) meaning: Meaning,
    pub(super) is_negated: bool,
}

/// A word that carries content.
#[derive(Debug)]
pub(super) struct ContentWord {
    /// The form that words are compared by.
    pub(super) key: String,
    /// As it stands in the folded text.
    pub(super) surface: String,
    pub(super) memberships: &'static [Membership],
    /// What it means, as a vector of length one.
    pub(super) meaning: Option<Meaning>,
    /// The length that the vector had: how much the word counts in what its sentence means.
    pub(super) length: f32,
    /// How much it says: less for a person, a place or a light verb.
    pub(super) weight: f32,
    pub(super) is_negated: bool,
    pub(super) is_name: bool,
    pub(super) part: WordRole,
}

/// The part of a word in its sentence, as far as it can be told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum WordRole {
    Subject,
    Predicate,
    Rest,
}

impl ComparedStatement {
    /// Reads a text, of which only the beginning counts.
    pub(super) fn read(text: &str) -> Self {
        let end = text.char_indices().nth(READ).map_or(text.len(), |(at, _)| at);
        let (text, is_question) = without_questions(&text[..end]);
        let text = text.as_ref();
        let folded = fold(text);
        let names = names(text);
        let cues = polarity::cues(&folded);
        let tokens = morphemes(&folded);
        let breaks = clause_breaks(&folded, &tokens);
        let (figures, used) = figures(&tokens);
        let (mut words, places) = words_of(&tokens, &used, &names);
        let starts: Vec<usize> = places.iter().map(|place| tokens[*place].start).collect();
        mark_negated(&mut words, &starts, &cues, &breaks);
        mark_parts(&folded, &tokens, &mut words, &places);
        let negations = cues.iter().filter(|c| is_denial(c)).count();
        let has = |wanted: PolarityCue| cues.iter().any(|c| c.cue == wanted);
        let sentences = sentences_of(&folded, &cues, &words, &starts);
        let meaning = whole_meaning(&words, &tokens);
        let is_no_longer = has(PolarityCue::NoLonger) || says_no_more(&cues);
        let is_definite = points_back(&folded);
        let is_personal = has(PolarityCue::Self_);
        let has_person = !names.is_empty() || tokens.iter().any(is_honorific);
        let is_japanese = crate::fold::is_japanese(&folded);
        let is_scene =
            !is_personal && ((!is_japanese && introduces(&tokens)) || (!has_person && goes_on(&folded, &tokens)));
        Self {
            words,
            figures,
            sentences,
            meaning,
            negations,
            is_no_longer,
            is_replacement: has(PolarityCue::Replaced),
            is_personal,
            is_scene,
            is_question,
            is_definite,
            folded,
        }
    }

    /// The share of the words' weight that a test holds for.
    pub(super) fn share(&self, is_meant: impl Fn(usize) -> f32) -> f32 {
        let total: f32 = self.words.iter().map(|w| w.weight).sum();
        if total <= 0.0 {
            return 0.0;
        }
        self.words.iter().enumerate().map(|(at, w)| w.weight * is_meant(at)).sum::<f32>() / total
    }

    /// The words of a part of the sentence, by their place.
    pub(super) fn part(&self, part: WordRole) -> impl Iterator<Item = usize> + '_ {
        self.words.iter().enumerate().filter(move |(_, w)| w.part == part).map(|(at, _)| at)
    }
}

/// The text without its questions, which state nothing; the whole text and true when nothing else is left.
fn without_questions(text: &str) -> (Cow<'_, str>, bool) {
    let is_question = |sentence: &&str| {
        let end =
            sentence.trim_end_matches(|c: char| c.is_whitespace() || matches!(c, '。' | '.' | '!' | '！' | '"' | '」'));
        end.ends_with(['?', '？']) || end.ends_with("ですか") || end.ends_with("ますか") || end.ends_with("でしょうか")
    };
    let all = sentences(text);
    let stated: Vec<&str> = all.iter().copied().filter(|sentence| !is_question(sentence)).collect();
    if stated.len() == all.len() {
        (Cow::Borrowed(text), false)
    } else if stated.is_empty() {
        (Cow::Borrowed(text), true)
    } else {
        (Cow::Owned(stated.join("\n")), false)
    }
}

fn sentences_of(folded: &str, cues: &[CueAt], words: &[ContentWord], starts: &[usize]) -> Vec<StatementSentence> {
    let read = |span: Range<usize>| {
        let within = starts.partition_point(|at| *at < span.start)..starts.partition_point(|at| *at < span.end);
        let (meaning, _) = to_length_one(sum_of(words[within].iter()))?;
        let denials = cues.iter().filter(|c| span.contains(&c.start) && is_denial(c)).count();
        Some(StatementSentence { meaning, is_negated: denials % 2 == 1 })
    };
    spans(folded).into_iter().take(SENTENCES).filter_map(read).collect()
}

/// The meaning of the whole. The words that hold an English sentence together have their part in it: who
/// speaks, and of whom.
fn whole_meaning(words: &[ContentWord], tokens: &[Morpheme<'_>]) -> Option<Meaning> {
    let mut total = sum_of(words.iter());
    for token in tokens.iter().take(TOKENS).filter(|t| is_function_word(t.surface)) {
        for piece in embedding::word_vectors(token.surface, 1) {
            total.iter_mut().zip(&piece.vector).for_each(|(sum, x)| *sum += piece.weight * x);
        }
    }
    to_length_one(total).map(|(meaning, _)| meaning)
}

/// The sum of what words mean. Taken from the words, which are known already, and not from the text: to cut
/// the text a second time took longer than all the rest.
fn sum_of<'a>(words: impl Iterator<Item = &'a ContentWord>) -> Meaning {
    let mut total = Box::new([0.0_f32; DIMENSIONS]);
    for word in words {
        if let Some(meaning) = &word.meaning {
            total.iter_mut().zip(meaning.iter()).for_each(|(sum, x)| *sum += word.length * x);
        }
    }
    total
}

/// With the length that it had.
fn to_length_one(mut vector: Meaning) -> Option<(Meaning, f32)> {
    let length = vector.iter().map(|x| x * x).sum::<f32>().sqrt();
    if length <= f32::EPSILON {
        return None;
    }
    vector.iter_mut().for_each(|x| *x /= length);
    Some((vector, length))
}

fn is_denial(cue: &CueAt) -> bool {
    matches!(cue.cue, PolarityCue::DeniesBefore | PolarityCue::DeniesAfter)
}

/// もう with a negation within the next dozen characters.
fn says_no_more(cues: &[CueAt]) -> bool {
    cues.windows(2).any(|pair| {
        pair[0].cue == PolarityCue::Already
            && pair[1].cue == PolarityCue::DeniesBefore
            && pair[1].start - pair[0].end <= 48
    })
}

/// Words that begin with a capital where no sentence begins.
fn names(text: &str) -> HashSet<String> {
    let mut names = HashSet::new();
    let mut opens_sentence = true;
    for word in text.split_whitespace() {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        let is_capital = bare.chars().next().is_some_and(char::is_uppercase);
        if is_capital && !opens_sentence && bare != "I" && !bare.starts_with("I'") && !bare.starts_with("I’") {
            names.insert(fold(bare));
        }
        opens_sentence = word.ends_with(['.', '!', '?', ':', '"']);
    }
    names
}

/// Where clauses end: at marks, and at the English words that open another one.
fn clause_breaks(folded: &str, tokens: &[Morpheme<'_>]) -> Vec<usize> {
    let mut breaks: Vec<usize> = folded
        .char_indices()
        .filter(|(_, c)| matches!(c, ',' | '.' | ';' | '!' | '?' | '、' | '。' | '\n' | '(' | ')'))
        .map(|(at, _)| at)
        .collect();
    breaks.extend(tokens.iter().filter(|t| OPENS_CLAUSE.contains(&t.surface)).map(|t| t.start));
    breaks.sort_unstable();
    breaks
}

const OPENS_CLAUSE: [&str; 8] = ["but", "because", "although", "though", "while", "so", "however", "and"];

/// The words that carry content, and which morpheme each is.
fn words_of(tokens: &[Morpheme<'_>], used: &[bool], names: &HashSet<String>) -> (Vec<ContentWord>, Vec<usize>) {
    let mut words = Vec::new();
    let mut places = Vec::new();
    for (place, token) in tokens.iter().enumerate() {
        if words.len() == WORDS {
            break;
        }
        let Some(weight) = weight(token).filter(|_| !used[place]) else { continue };
        let key = opposites::key(&token.base);
        if key.is_empty() {
            continue;
        }
        let memberships = opposites::memberships(&key);
        let surface = token.surface.to_owned();
        let is_name = token.part.is_name() || names.contains(token.surface);
        let (meaning, length) = meaning(&token.base).map_or((None, USUAL_LENGTH), |(m, length)| (Some(m), length));
        let weight = weight * (length / USUAL_LENGTH).clamp(0.3, 1.6);
        words.push(ContentWord {
            key,
            surface,
            memberships,
            meaning,
            length,
            weight,
            is_negated: false,
            is_name,
            part: WordRole::Rest,
        });
        places.push(place);
    }
    (words, places)
}

/// The direction of a word's meaning, and how much the word counts: little for "man", much for a name.
fn meaning(word: &str) -> Option<(Meaning, f32)> {
    let mut total = Box::new([0.0_f32; DIMENSIONS]);
    for piece in embedding::word_vectors(word, PIECES) {
        total.iter_mut().zip(&piece.vector).for_each(|(sum, x)| *sum += piece.weight * x);
    }
    to_length_one(total)
}

/// How much a morpheme says; nothing when it only holds the sentence together.
fn weight(token: &Morpheme<'_>) -> Option<f32> {
    use PartOfSpeech as P;
    let is_word = match token.part {
        P::Word => !FUNCTION_WORDS.contains(token.surface),
        P::Adnominal => !matches!(token.surface, "この" | "その" | "あの" | "どの" | "ある" | "こんな" | "そんな"),
        P::Verb => token.base != "する",
        P::Pronoun => token.surface.starts_with('彼'),
        part => part.is_noun() || matches!(part, P::Adjective | P::Adverb | P::Code | P::Url | P::Email),
    };
    let is_light = token.part == P::Adverb || LIGHT_WORDS.contains(token.base.as_ref());
    is_word.then_some(if is_light { 0.4 } else { 1.0 })
}

/// Marks what the negations deny: behind them up to the end of the clause in English, the nearest word
/// before them in Japanese.
fn mark_negated(words: &mut [ContentWord], places: &[usize], cues: &[CueAt], breaks: &[usize]) {
    for cue in cues {
        match cue.cue {
            PolarityCue::DeniesAfter => {
                let end = breaks.iter().copied().find(|at| *at >= cue.end).unwrap_or(usize::MAX);
                let denied = places.iter().enumerate().filter(|(_, at)| **at >= cue.end && **at < end).take(REACH);
                for (at, _) in denied {
                    words[at].is_negated = !words[at].is_negated;
                }
            }
            PolarityCue::DeniesBefore => {
                if let Some(at) = places.iter().rposition(|at| *at <= cue.start) {
                    words[at].is_negated = !words[at].is_negated;
                }
            }
            _ => {}
        }
    }
}

fn mark_parts(folded: &str, tokens: &[Morpheme<'_>], words: &mut [ContentWord], places: &[usize]) {
    if words.is_empty() {
        return;
    }
    if crate::fold::is_japanese(folded) {
        mark_japanese_parts(tokens, words, places);
    } else {
        mark_english_parts(tokens, words, &places.iter().map(|place| tokens[*place].start).collect::<Vec<_>>());
    }
}

/// The first word with は or が behind it is the subject, the last word of all the predicate.
fn mark_japanese_parts(tokens: &[Morpheme<'_>], words: &mut [ContentWord], places: &[usize]) {
    let last = words.len() - 1;
    words[last].part = WordRole::Predicate;
    let is_marked = |place: usize| {
        let behind = tokens[place + 1..].iter().find(|t| t.part != PartOfSpeech::Suffix);
        behind.is_some_and(|t| t.part == PartOfSpeech::Particle && matches!(t.surface, "は" | "が"))
    };
    if let Some(at) = (0..last).find(|at| is_marked(places[*at])) {
        words[at].part = WordRole::Subject;
    }
}

/// The head of what stands before the first verb is the subject; the word behind the first auxiliary, or
/// else the first in -ing, the predicate.
fn mark_english_parts(tokens: &[Morpheme<'_>], words: &mut [ContentWord], places: &[usize]) {
    let auxiliary = tokens.iter().find(|t| AUXILIARIES.contains(&t.surface)).map(|t| t.start);
    let stop = tokens
        .iter()
        .skip(1)
        .find(|t| AUXILIARIES.contains(&t.surface) || PREPOSITIONS.contains(&t.surface) || t.surface.ends_with("ing"))
        .map_or(usize::MAX, |t| t.start);
    let head = if stop == usize::MAX { Some(0) } else { places.iter().rposition(|at| *at < stop) };
    if let Some(at) = head {
        words[at].part = WordRole::Subject;
    }
    let by_auxiliary = auxiliary.and_then(|start| places.iter().position(|at| *at > start));
    let predicate = by_auxiliary
        .or_else(|| words.iter().position(|w| w.surface.ends_with("ing")))
        .or_else(|| head.map(|at| at + 1))
        .filter(|at| *at < words.len());
    if let Some(at) = predicate {
        words[at].part = WordRole::Predicate;
    }
}

const AUXILIARIES: [&str; 26] = [
    "is", "are", "was", "were", "am", "be", "been", "has", "have", "had", "can", "could", "will", "would", "i'm",
    "i've", "don't", "doesn't", "didn't", "isn't", "aren't", "wasn't", "can't", "won't", "it's", "he's",
];

const PREPOSITIONS: [&str; 14] =
    ["in", "on", "at", "with", "of", "from", "by", "to", "for", "near", "under", "over", "who", "that"];

/// English words that only hold a sentence together. Unlike the stop words they leave in what two
/// statements can differ by: like, want, good, up, in.
static FUNCTION_WORDS: LazyLock<HashSet<&'static str>> = LazyLock::new(|| {
    "a an the this that these those of to at for from by with as is are was were am be been being do does did done \
     has have had having will would shall should can could may might must i i'm i've i'd i'll im ive you you're you've \
     your yours we we're we've our ours us he's she's it it's its they they're them their theirs my me mine myself \
     himself herself itself themselves and or but so if then than because while although though not no never none nor \
     neither don't doesn't didn't isn't aren't wasn't weren't won't wouldn't can't cannot couldn't shouldn't hasn't \
     haven't hadn't ain't dont doesnt didnt cant isnt there here there's what which who whom whose when where why how \
     too very just really quite also even still already some any about into onto through during between among upon \
     s t d ll m re ve oh yeah ok okay well lol haha um uh hmm hi hey hello that's let's get gets got getting \
     such own other another each both either one ones thing things something anything everything nothing anyone someone \
     yes no sure please thanks thank think know guess mean maybe actually basically"
        .split_whitespace()
        .collect()
});

/// Keys of words that say little about which scene or fact is meant.
static LIGHT_WORDS: LazyLock<HashSet<&'static str>> = LazyLock::new(|| {
    "person people someone man woman men women go come make take give put say tell want need use try kind lot bit way \
     time day year many much up down in out on off he she his her him new good nice 人 人々 男性 女性 男 女 中 上 下 前 \
     横 隣 時 日 事 物 方 様子 場所 近 何 見 いる ある する なる 何人 誰 私 僕 俺 自分 彼 彼女 今 先 側 辺 間"
        .split_whitespace()
        .collect()
});

/// Whether a folded English word only holds a sentence together.
pub(super) fn is_function_word(folded: &str) -> bool {
    FUNCTION_WORDS.contains(folded)
}

/// Whether a word is written with kanji or katakana, where a shared character is a shared meaning.
pub(super) fn is_kanji(key: &str) -> bool {
    key.chars().next().is_some_and(|c| script(c) == Script::Kanji)
}

/// Whether it begins by pointing at something known: "the man", "they", その男性.
fn points_back(folded: &str) -> bool {
    const ENGLISH: [&str; 11] = ["the", "this", "that", "these", "those", "they", "he", "she", "it", "his", "their"];
    let first = folded.split(|c: char| !c.is_alphanumeric()).next().unwrap_or("");
    ENGLISH.contains(&first) || ["その", "この", "それ", "彼"].iter().any(|word| folded.starts_with(word))
}

/// Whether it begins by introducing somebody or something: "a man".
fn introduces(tokens: &[Morpheme<'_>]) -> bool {
    tokens.first().is_some_and(|first| INTRODUCES.contains(&first.surface))
}

/// Whether it tells what is going on: "are playing", 走っている.
fn goes_on(folded: &str, tokens: &[Morpheme<'_>]) -> bool {
    // "The meeting is on Friday" is a fact, "men waiting for a bus" a scene.
    let is_progressive = tokens.windows(2).any(|pair| {
        let (before, word) = (pair[0].surface, pair[1].surface);
        word.len() > 5 && word.ends_with("ing") && !DETERMINERS.contains(&before)
    });
    is_progressive || (crate::fold::is_japanese(folded) && (lasts(folded) || !(has_topic(tokens) || judges(tokens))))
}

/// Whether it ends as what lasts ends in Japanese.
fn lasts(folded: &str) -> bool {
    let end = folded.trim_end_matches(|c: char| !c.is_alphanumeric());
    let endings = ["いる", "います", "ある", "あります", "いない", "いません", "てます", "でます", "見えます"];
    endings.iter().any(|ending| end.ends_with(ending))
}

/// Whether the last word is an adjective: 好き, 高い. Pictures do not judge.
fn judges(tokens: &[Morpheme<'_>]) -> bool {
    let last = tokens.iter().rfind(|t| weight(t).is_some());
    last.is_some_and(|t| matches!(t.part, PartOfSpeech::Adjective | PartOfSpeech::AdjectivalNoun))
}

/// A Japanese fact is told of something, which は marks; a picture has no topic.
fn has_topic(tokens: &[Morpheme<'_>]) -> bool {
    tokens.iter().any(|t| t.part == PartOfSpeech::Particle && matches!(t.surface, "は" | "って"))
}

fn is_honorific(token: &Morpheme<'_>) -> bool {
    token.part == PartOfSpeech::Suffix && matches!(token.surface, "さん" | "くん" | "ちゃん" | "氏" | "様" | "君")
}

const DETERMINERS: [&str; 12] = ["the", "a", "an", "this", "that", "any", "every", "each", "no", "in", "at", "of"];

const INTRODUCES: [&str; 28] = [
    "a", "an", "one", "two", "three", "four", "five", "six", "some", "several", "many", "few", "people", "there",
    "man", "woman", "men", "women", "boy", "girl", "boys", "girls", "kids", "children", "young", "old", "group",
    "someone",
];
