//! A statement, read clause by clause: its words, its values, whom it is about, and what it says of its standing.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::{Arc, LazyLock, OnceLock};

use super::cues::{Cues, cues};
use super::positions::is_no_name;
use super::slots::{Slot, slots};
use super::values::{StatedValue, values};
use crate::agreement::opposites::{self, Membership};
use crate::embedding;
use crate::fold::{Script, fold, script};
use crate::prose::{ProsePart, parts};
use crate::sentences::spans;
use crate::tokens::{Morpheme, PartOfSpeech, morphemes};

/// No more of a text than this is read, in bytes: who corrects something says so soon.
const READ: usize = 2_400;
/// No more clauses than this are read.
const CLAUSES: usize = 40;
/// The length of the vector of a word that says neither much nor little.
const USUAL_LENGTH: f32 = 2.5;
/// How rare everyday words are, and how much rarer a word is that says which thing is meant: of what is rare, a code
/// or a name, vectors know little.
const EVERYDAY: f32 = 6.5;
const RARE: f32 = 6.5;

/// A text read as a statement.
#[derive(Debug)]
pub struct Statement {
    pub(super) clauses: Vec<UpdateClause>,
    /// Everyone whom it mentions.
    pub(super) persons: HashSet<String>,
    /// Names of persons, as far as capitals tell.
    pub(super) names: Vec<Name>,
    /// Whether the speaker speaks of themselves anywhere.
    pub(super) is_personal: bool,
    /// How many bytes of the text were said as prose.
    pub(super) length: usize,
    /// Whether it is written, and not said: an article, or the record of a talk.
    is_report: bool,
}

/// A name: two capitalised words, or one that may be a surname.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Name {
    pub(super) first: Option<String>,
    pub(super) last: String,
    /// Where it stands, in bytes.
    pub(super) at: usize,
}

/// A clause.
#[derive(Debug)]
pub(super) struct UpdateClause {
    pub(super) place: Range<usize>,
    /// Which sentence it is of, by its number.
    pub(super) sentence: usize,
    pub(super) words: Vec<PlainWord>,
    pub(super) values: Vec<StatedValue>,
    /// Its text and that of its sentence, from which the rest is read when it is asked for.
    text: String,
    whole: Arc<str>,
    cues: OnceLock<Cues>,
    slots: OnceLock<Vec<Slot>>,
    /// Whom it is about beside the speaker.
    pub(super) whose: HashSet<String>,
    /// Whether it is about the speaker.
    pub(super) is_own: bool,
    /// Names that stand in it, folded: those of persons, places, groups.
    pub(super) names: HashSet<String>,
}

/// A word that carries content and is no value.
#[derive(Clone, Debug)]
pub(super) struct PlainWord {
    pub(super) key: String,
    pub(super) weight: f32,
    pub(super) is_noun: bool,
    pub(super) is_name: bool,
    pub(super) memberships: &'static [Membership],
    /// Whether a particle or a colon makes it a label: 色は, "port:".
    pub(super) is_label: bool,
}

impl UpdateClause {
    /// What it says of its own standing.
    pub(super) fn cues(&self) -> &Cues {
        self.cues.get_or_init(|| cues(&self.text, &self.whole))
    }

    /// The slots that it fills.
    pub(super) fn slots(&self) -> &[Slot] {
        self.slots.get_or_init(|| slots(&self.text))
    }
}

impl Statement {
    /// Reads a text, of which only the beginning counts.
    pub fn read(text: &str) -> Self {
        let end = (0..=READ.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
        let mut statement = Self {
            clauses: Vec::new(),
            persons: HashSet::new(),
            names: names_of(&text[..end]),
            is_personal: false,
            length: 0,
            is_report: is_report(&text[..end]),
        };
        let mut number = 0;
        for part in parts(&text[..end]) {
            let ProsePart::Prose(prose) = part else { continue };
            // The part is a slice of the text, so that its place is the distance between the two.
            let start = prose.as_ptr() as usize - text.as_ptr() as usize;
            statement.length += prose.trim().len();
            for span in spans(prose) {
                if statement.clauses.len() >= CLAUSES {
                    return statement;
                }
                statement.read_sentence(&prose[span.clone()], start + span.start, number);
                number += 1;
            }
        }
        statement
    }

    /// Whether it could make anything out of date. An article or the record of a talk does not say how things stand for
    /// the person.
    pub fn may_supersede(&self) -> bool {
        if self.is_report {
            return false;
        }
        let tells = |clause: &UpdateClause| {
            let cues = clause.cues();
            !cues.is_past && (!clause.values.is_empty() || cues.changes || cues.ends || !clause.slots().is_empty())
        };
        self.names.iter().any(|name| name.first.is_some()) || self.clauses.iter().any(tells)
    }

    /// The words by which older statements of the same thing can be found.
    pub fn search_words(&self) -> String {
        let mut words: Vec<&str> = Vec::new();
        for clause in &self.clauses {
            words.extend(clause.words.iter().filter(|word| word.weight >= 0.3).map(|word| word.key.as_str()));
            words.extend(clause.names.iter().map(String::as_str));
            words.extend(clause.slots().iter().flat_map(|slot| slot.kind.search_words().split_whitespace()));
        }
        let mut seen = HashSet::new();
        words.retain(|word| seen.insert(*word));
        words.join(" ")
    }

    fn read_sentence(&mut self, sentence: &str, start: usize, number: usize) {
        let found = values(sentence);
        let tokens = morphemes(sentence);
        let mut from = 0;
        let whole: Arc<str> = sentence.into();
        let breaks = clause_breaks(sentence, &tokens, &found);
        for end in breaks.into_iter().chain([sentence.len()]) {
            let place = from..end;
            from = end;
            // What stands in brackets is a caption or an aside of a program.
            let is_bracketed = sentence[..place.start].rfind('[') > sentence[..place.start].rfind(']');
            if sentence[place.clone()].trim().is_empty() || is_bracketed {
                continue;
            }
            let clause = self.read_clause((sentence, &whole), &place, &tokens, &found, number);
            self.persons.extend(clause.whose.iter().cloned());
            self.is_personal |= clause.is_own;
            let place = start + place.start..start + place.end;
            self.clauses.push(UpdateClause { place, ..clause });
        }
    }

    fn read_clause(
        &self,
        (sentence, whole): (&str, &Arc<str>),
        place: &Range<usize>,
        tokens: &[Morpheme<'_>],
        found: &[StatedValue],
        number: usize,
    ) -> UpdateClause {
        let text = &sentence[place.clone()];
        let within: Vec<StatedValue> =
            found.iter().filter(|value| place.contains(&value.place.start)).cloned().collect();
        let is_value = |token: &Morpheme<'_>| {
            found.iter().any(|value| token.start < value.place.end && value.place.start < token.end())
        };
        let here: Vec<&Morpheme<'_>> = tokens.iter().filter(|token| place.contains(&token.start)).collect();
        let mut clause = UpdateClause {
            place: place.clone(),
            sentence: number,
            words: Vec::new(),
            values: within,
            text: text.to_owned(),
            whole: Arc::clone(whole),
            cues: OnceLock::new(),
            slots: OnceLock::new(),
            whose: HashSet::new(),
            is_own: false,
            names: HashSet::new(),
        };
        for (at, token) in here.iter().enumerate() {
            let folded = fold(token.surface);
            clause.is_own |= SELF.contains(folded.as_str());
            let before = at.checked_sub(1).map(|at| fold(here[at].surface)).unwrap_or_default();
            let before_that = at.checked_sub(2).map(|at| fold(here[at].surface)).unwrap_or_default();
            let is_beside = BESIDE.contains(&before.as_str()) || BESIDE.contains(&before_that.as_str());
            let next = here.get(at + 1);
            let is_named = is_name(token, at == 0 && place.start == 0);
            let is_person = PERSONS.contains(folded.as_str())
                || token.part == PartOfSpeech::Person
                || next.is_some_and(|next| HONORIFICS.contains(&next.surface) && next.start == token.end());
            if is_named {
                clause.names.insert(folded.clone());
            }
            let is_owner = is_name(token, false)
                && (folded.ends_with("'s")
                    || folded.ends_with("’s")
                    || next.is_some_and(|next| OWNS.contains(&next.surface)));
            // "My brother Tom".
            let is_called = is_name(token, false) && PERSONS.contains(before.as_str());
            if (is_person || is_owner || is_called) && !is_beside {
                clause.whose.insert(person_key(folded.trim_end_matches("'s").trim_end_matches("’s")));
            } else if THIRD.contains(&folded.as_str()) && !is_beside && clause.whose.is_empty() {
                // Who was spoken of last.
                let last = self.clauses.iter().rev().find(|clause| !clause.whose.is_empty());
                clause
                    .whose
                    .extend(last.map_or_else(|| HashSet::from(["?".to_owned()]), |clause| clause.whose.clone()));
            }
            // 健と話して: who is only there beside it is not what is spoken of.
            let is_companion = next.is_some_and(|next| next.surface == "と")
                && here.get(at + 2).is_some_and(|verb| verb.part == PartOfSpeech::Verb);
            if is_value(token) || is_person || is_companion {
                continue;
            }
            if let Some(mut word) = word(token) {
                word.is_label =
                    next.is_some_and(|next| matches!(next.surface, "は" | "が" | "を" | "って" | ":" | "：" | "も"));
                word.is_noun |= is_named;
                word.is_name = is_named || is_name(token, false);
                clause.words.push(word);
            }
        }
        clause
    }
}

/// A Japanese text of so many sentences or characters without any mark of speech is an article. A text with so many lines
/// that begin with a name is the record of a talk.
const WRITTEN_SENTENCES: usize = 3;
const WRITTEN_CHARACTERS: usize = 80;
const LABELLED_LINES: usize = 2;
/// The longest name before what somebody says, in characters.
const LONGEST_LABEL: usize = 24;

fn is_report(text: &str) -> bool {
    let is_labelled = |line: &&str| {
        line.trim().split_once([':', '：']).is_some_and(|(label, said)| {
            (1..=LONGEST_LABEL).contains(&label.chars().count())
                && !label.contains(char::is_whitespace)
                && said.starts_with(char::is_whitespace)
        })
    };
    if text.lines().filter(is_labelled).count() >= LABELLED_LINES {
        return true;
    }
    let is_japanese = crate::fold::is_japanese(text);
    let sentences = spans(text).len();
    let is_long = sentences >= WRITTEN_SENTENCES || text.chars().count() >= WRITTEN_CHARACTERS;
    is_japanese && is_long && !is_spoken(text)
}

/// Whether a Japanese text has a mark of speech outside of what it quotes.
fn is_spoken(text: &str) -> bool {
    let mut depth = 0_usize;
    let mut own = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '「' | '『' | '（' | '(' => depth += 1,
            '」' | '』' | '）' | ')' => depth = depth.saturating_sub(1),
            _ if depth == 0 => own.push(c),
            _ => {}
        }
    }
    SPEECH.iter().any(|mark| own.contains(mark))
}

/// What Japanese has where someone speaks: politeness, endings of talk, who speaks.
const SPEECH: [&str; 39] = [
    "です",
    "ます。",
    "ますが",
    "ますね",
    "ますよ",
    "ません",
    "でした",
    "ました",
    "ください",
    "よ。",
    "ね。",
    "よね",
    "だよ",
    "るんだ",
    "たんだ",
    "なんだ",
    "かな。",
    "かなあ",
    "かな？",
    "けど、",
    "けど。",
    "っけ",
    "ってさ",
    "じゃん",
    "私は",
    "私の",
    "私も",
    "私が",
    "僕は",
    "僕の",
    "俺",
    "わたし",
    "ぼく",
    "あたし",
    "！",
    "!",
    "笑",
    "ww",
    "っちゃ",
];

/// Where clauses end: at marks, and at the words that open another one, but never within a value.
fn clause_breaks(sentence: &str, tokens: &[Morpheme<'_>], values: &[StatedValue]) -> Vec<usize> {
    let mut breaks: Vec<usize> = sentence
        .char_indices()
        .filter(|(_, c)| matches!(c, ',' | ';' | '、' | '，' | '(' | ')' | '（' | '）' | '—' | '…' | ':' | '：'))
        .map(|(at, c)| at + c.len_utf8())
        .collect();
    let opens = |token: &&Morpheme<'_>| OPENS_CLAUSE.contains(&token.surface);
    breaks.extend(tokens.iter().filter(opens).map(|token| token.start).filter(|at| *at > 0));
    breaks.retain(|at| values.iter().all(|value| *at <= value.place.start || value.place.end <= *at));
    breaks.sort_unstable();
    breaks.dedup();
    breaks
}

const OPENS_CLAUSE: [&str; 9] = ["but", "because", "although", "though", "while", "so", "however", "since", "which"];

fn word(token: &Morpheme<'_>) -> Option<PlainWord> {
    use PartOfSpeech as P;
    let folded = fold(&token.base);
    let is_word = match token.part {
        P::Word => folded.len() > 1 && !FUNCTION_WORDS.contains(folded.as_str()),
        P::Verb => !matches!(folded.as_str(), "する" | "ある" | "いる" | "なる" | "くれる" | "もらう" | "できる"),
        P::Pronoun | P::DependentNoun | P::Number | P::Counter | P::Adverb => false,
        part => part.is_noun() || matches!(part, P::Adjective | P::Code | P::Url | P::Email | P::Suffix),
    };
    if !is_word || CHANGE_WORDS.contains(folded.as_str()) || crate::tokens::is_empty_word(token, &folded) {
        return None;
    }
    let key = opposites::key(&folded);
    if key.is_empty() {
        return None;
    }
    let length = vector_length(&folded);
    let is_light = LIGHT_WORDS.contains(key.as_str()) || LIGHT_WORDS.contains(folded.as_str());
    let by_rarity = (embedding::rarity(&folded) - EVERYDAY) / RARE;
    let weight = (length / USUAL_LENGTH).max(by_rarity).clamp(0.3, 1.6) * if is_light { 0.25 } else { 1.0 };
    let is_noun = token.part.is_noun() || token.part == P::Code;
    Some(PlainWord { memberships: opposites::memberships(&key), key, weight, is_noun, is_name: false, is_label: false })
}

fn vector_length(word: &str) -> f32 {
    let pieces = embedding::word_vectors(word, 4);
    if pieces.is_empty() { USUAL_LENGTH } else { pieces.iter().map(|p| p.weight).fold(0.0, f32::max) }
}

/// Whether a token is a name: by the dictionary, or by a capital where no sentence begins.
fn is_name(token: &Morpheme<'_>, opens: bool) -> bool {
    if token.part.is_name() {
        return true;
    }
    let mut characters = token.surface.chars();
    let is_capital = characters.next().is_some_and(char::is_uppercase);
    let folded = fold(token.surface);
    token.part == PartOfSpeech::Word
        && is_capital
        && characters.next().is_some()
        && !(opens && FUNCTION_WORDS.contains(folded.as_str()))
        && !FUNCTION_WORDS.contains(folded.as_str())
        && !SELF.contains(folded.as_str())
        && !opens
}

/// The names that capitals show: each two neighbours of a run of capitalised words, and words that stand alone.
fn names_of(text: &str) -> Vec<Name> {
    let mut names: Vec<Name> = Vec::new();
    let mut run: Vec<(String, usize)> = Vec::new();
    let mut close = |run: &mut Vec<(String, usize)>| {
        let is_good = |word: &str| word.chars().count() > 1 && !is_no_name(word);
        for pair in run.windows(2) {
            let [(first, at), (last, _)] = pair else { continue };
            if is_good(first) && is_good(last) {
                names.push(Name { first: Some(first.clone()), last: last.clone(), at: *at });
            }
        }
        for (word, at) in run.iter().filter(|(word, _)| word.chars().count() >= 4 && is_good(word)) {
            names.push(Name { first: None, last: word.clone(), at: *at });
        }
        run.clear();
    };
    for word in text.split_whitespace() {
        let at = word.as_ptr() as usize - text.as_ptr() as usize;
        if word.starts_with(|c: char| !c.is_alphanumeric()) {
            close(&mut run);
        }
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        let stem = bare.strip_suffix("'s").or_else(|| bare.strip_suffix("’s")).unwrap_or(bare);
        let is_initial = stem.len() == 1 && stem.chars().all(char::is_uppercase);
        if is_initial && !run.is_empty() {
            continue;
        }
        let is_capital = stem.chars().next().is_some_and(|c| c.is_uppercase() && script(c) == Script::Letter)
            && stem.chars().all(|c| c.is_alphabetic() || matches!(c, '-' | '\'' | '’'));
        let folded = fold(stem);
        if is_capital && !TITLES.contains(&folded.as_str()) && !FUNCTION_WORDS.contains(folded.as_str()) {
            run.push((folded, at));
        } else {
            close(&mut run);
        }
        if stem.len() < bare.len() || word.ends_with([',', '.', ';', ':', '!', '?', ')', '"', '”']) {
            close(&mut run);
        }
    }
    close(&mut run);
    names
}

fn person_key(folded: &str) -> String {
    match folded {
        "mom" | "mum" | "mama" | "母" | "お母さん" | "母親" | "ママ" => "mother",
        "dad" | "papa" | "父" | "お父さん" | "父親" | "パパ" => "father",
        "姉" | "妹" | "お姉ちゃん" | "お姉さん" => "sister",
        "兄" | "弟" | "お兄ちゃん" | "お兄さん" => "brother",
        "husband" | "夫" | "旦那" | "主人" => "husband",
        "wife" | "妻" | "嫁" | "奥さん" => "wife",
        "息子" => "son",
        "娘" => "daughter",
        other => return other.to_owned(),
    }
    .to_owned()
}

fn set(words: &'static str) -> HashSet<&'static str> {
    words.split_whitespace().collect()
}

static SELF: LazyLock<HashSet<&'static str>> = LazyLock::new(|| {
    set(
        "i i'm i've i'd i'll im ive my me mine we we're we've our ours us myself 私 僕 俺 わたし ぼく おれ あたし うち 自分 我が家 わたくし ウチ",
    )
});

/// Persons by what they are to someone.
static PERSONS: LazyLock<HashSet<&'static str>> = LazyLock::new(|| {
    set(
        "mother mom mum mama father dad papa sister brother son daughter wife husband boyfriend girlfriend fiance fiancee partner \
         friend friends boss manager colleague coworker neighbour neighbor aunt uncle cousin niece nephew grandma grandpa \
         grandmother grandfather roommate flatmate landlord landlady client teacher tutor parents kid kids baby ex supervisor \
         母 父 お母さん お父さん 母親 父親 ママ パパ 姉 妹 兄 弟 お姉ちゃん お兄ちゃん お姉さん お兄さん 夫 妻 旦那 嫁 奥さん 主人 友達 友人 \
         上司 部長 課長 社長 同僚 先輩 後輩 息子 娘 祖母 祖父 おばあちゃん おじいちゃん 叔父 叔母 彼氏 彼女 恋人 両親 義母 義父 親友 従兄弟 いとこ 大家",
    )
});

const THIRD: [&str; 9] = ["he", "she", "his", "her", "him", "he's", "she's", "彼", "あの人"];
/// Behind a name these make it the one whom a clause is about.
const OWNS: [&str; 16] = [
    "'s", "’s", "is", "has", "was", "will", "lives", "works", "moved", "likes", "loves", "hates", "wants", "joined",
    "got", "had",
];
const HONORIFICS: [&str; 7] = ["さん", "くん", "ちゃん", "氏", "様", "君", "先生"];
/// Behind these a person is not the one whom a clause is about.
const BESIDE: [&str; 11] = ["with", "for", "from", "by", "to", "and", "like", "than", "at", "about", "says"];
pub(super) const TITLES: [&str; 14] =
    ["mr", "mrs", "ms", "miss", "dr", "prof", "professor", "sir", "dame", "lord", "lady", "sen", "gen", "rep"];

static FUNCTION_WORDS: LazyLock<HashSet<&'static str>> = LazyLock::new(|| {
    set("they've they'd they'll we'll we'd he'd he'll she'd she'll it'd it'll you'll you'd who's that'll \
         a an the this that these those of to at for from by with as in on into onto over under up down out off about around \
         is are was were am be been being do does did done doing has have had having will would shall should can could may might \
         must i i'm i've i'd i'll im ive you you're you've your yours we we're we've our ours us he's she's it it's its they \
         they're them their theirs my me mine myself himself herself itself themselves and or but so if then than because while \
         although though not no never none nor neither don't doesn't didn't isn't aren't wasn't weren't won't wouldn't can't \
         cannot couldn't shouldn't hasn't haven't hadn't ain't there here there's what which who whom whose when where why how \
         too very just really quite also even still already some any all both each every other another such own same more most \
         less least much many few lot lots he she his her him yes yeah ok okay well oh hi hey hello please thanks thank sorry \
         now actually instead currently anymore again soon later today tonight tomorrow yesterday kinda kind sort bit going go \
         goes went get gets got getting let let's make makes made making know think guess mean maybe want wants need needs \
         help trying try been one ones thing things something anything everything nothing s t d ll m re ve only yet ever \
         pushed push bumped bump brought forward rebooked delayed lowered shortened expanded renamed replaced corrected revised \
         quit stopped stop cancelled canceled cancel gave moves pushing \
         moved move moving changed change changing switched switch shifted rescheduled postponed updated update adjusted \
         increased increase decreased reduced raised extended new said says say told tell wondering curious worried sure \
         able like out how's what's it'll that's can you could since after before until till during per via between am pm")
});

/// Words that only say that something changes.
static CHANGE_WORDS: LazyLock<HashSet<&'static str>> = LazyLock::new(|| {
    set(
        "変更 変わる 変える 変る 替える 換える ずれる ずらす 移る 移す 移動 延期 延びる 延ばす 延長 早まる 早める 前倒し 切り替える 乗り換える \
         増える 増やす 減る 減らす 上がる 上げる 下がる 下げる 直す 訂正 修正 やめる 辞める 止める 中止 解約 キャンセル 退会 引っ越す 引っ越し 引越し 転職 決まる 決める",
    )
});

/// Words that say little about which thing is meant.
static LIGHT_WORDS: LazyLock<HashSet<&'static str>> = LazyLock::new(|| {
    set(
        "person people man woman time day week month year way place good nice great big small old long first last next right \
         start begin come take give put use work look feel see find keep best better enough include \
         人 時 日 事 物 方 場所 時間 今日 明日 昨日 今 先 間 前 後 的 変更 お願い 希望 利用 探す 教える 思う 言う 行く 来る 見る 連絡 電話 \
         可能 大丈夫 条件 場合 他 予定 変わる 変える 決まる 決める さん 様 ところ 所",
    )
});
