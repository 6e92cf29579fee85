//! Japanese: what a clause ends with, and what it is about. Who is meant is mostly left unsaid, so none is asked for.

use super::{Lasting, LastingKind as Kind};
use crate::tokens::{Morpheme, PartOfSpeech as Part, morphemes};
use crate::word_sets::{is_in, words};

/// Reads a sentence.
pub(super) fn read(text: &str, found: &mut Vec<Lasting>) {
    let all = morphemes(text);
    if is_idle(text) {
        return;
    }
    let asks = is_question(text);
    let mut from = 0;
    while from < all.len() {
        let end = clause_end(&all, from);
        let is_last = end == all.len();
        let words = &all[from..end];
        from = end;
        if words.is_empty() || (asks && is_last) {
            continue;
        }
        let (start, stop) = (words[0].start, words[words.len() - 1].end());
        let clause = LastingClause { text: &text[start..stop], words, follows: &text[stop..], before: &text[..start] };
        if let Some(kind) = clause.kind() {
            let text = clause.text.trim_end_matches(is_mark);
            let lead = text.len() - text.trim_start_matches(is_mark).len();
            found.push(Lasting { span: start + lead..start + text.len(), kind });
        }
    }
}

/// A clause, its words, and what stands around it in the sentence.
pub(super) struct LastingClause<'a> {
    pub text: &'a str,
    pub words: &'a [Morpheme<'a>],
    pub follows: &'a str,
    pub before: &'a str,
}

pub(super) fn is_mark(c: char) -> bool {
    c.is_whitespace() || "、，,。！!…〜~・：:".contains(c)
}

/// Stories, dreams, jokes and hearsay.
fn is_idle(text: &str) -> bool {
    words("ja_idle").iter().any(|word| text.contains(word))
}

fn is_question(text: &str) -> bool {
    let bare = text.trim_end_matches(|c: char| !c.is_alphanumeric() && c != '?' && c != '？');
    if bare.ends_with(['?', '？']) {
        return true;
    }
    words("ja_question_ends").iter().any(|end| bare.ends_with(end))
}

/// Where the clause ends: behind a comma, or behind けど, ので, し, が.
fn clause_end(all: &[Morpheme<'_>], from: usize) -> usize {
    for at in from..all.len() {
        let word = &all[at];
        let is_comma = is_in("ja_commas", word.surface);
        let joins = at > from
            && word.part == Part::Particle
            && (matches!(word.surface, "けど" | "けれど" | "けども" | "ので" | "し" | "から")
                || (word.surface == "が"
                    && matches!(all[at - 1].part, Part::Auxiliary | Part::Verb | Part::Adjective)));
        let ends_noun = word.surface == "から" && at > from && all[at - 1].part.is_noun();
        if (is_comma || (joins && !ends_noun)) && at > from {
            return at + 1;
        }
    }
    all.len()
}

impl LastingClause<'_> {
    fn kind(&self) -> Option<Kind> {
        let is_wondered = self.has_any(words("ja_question_words"));
        let is_past = words("ja_long_ago").iter().any(|word| self.text.contains(word) || self.before.contains(word));
        if is_wondered || is_past || self.text.contains("もし") {
            return None;
        }
        if let Some(rule) = self.rule() {
            return Some(rule);
        }
        let supposes = self
            .words
            .iter()
            .any(|word| matches!(word.surface, "たら" | "だら" | "なら" | "れば" | "ければ" | "ても" | "でも"));
        if supposes {
            return None;
        }
        self.name()
            .or_else(|| self.birthday())
            .or_else(|| self.health())
            .or_else(|| self.home())
            .or_else(|| self.work())
            .or_else(|| self.family())
            .or_else(|| self.age())
            .or_else(|| self.appointment())
            .or_else(|| self.taste())
            .or_else(|| self.promise())
            .or_else(|| self.habit())
    }

    pub(super) fn has_any(&self, words: &[&str]) -> bool {
        words.iter().any(|word| self.text.contains(word))
    }

    /// What stands behind the first of `words`, without marks.
    pub(super) fn behind(&self, words: &[&str]) -> Option<&str> {
        words
            .iter()
            .filter_map(|word| Some(&self.text[self.text.find(word)? + word.len()..]))
            .next()
            .map(|rest| rest.trim_matches(is_mark))
    }

    /// Whether a word in the text has one of these forms, and what stands behind it.
    pub(super) fn verb(&self, bases: &[&str]) -> Option<&str> {
        let found = self.words.iter().find(|word| bases.contains(&word.base.as_ref()))?;
        Some(&self.text[found.end() - self.words[0].start..])
    }

    pub(super) fn goes_on(&self, bases: &[&str]) -> bool {
        self.verb(bases).is_some_and(is_going_on)
    }

    /// Whether the clause ends as what is said to be so: です, だ, や, なの, or with a noun.
    pub(super) fn is_stated(rest: &str) -> bool {
        let rest = rest.trim_matches(is_mark);
        let ends = words("ja_stated");
        rest.is_empty()
            || (ends.iter().any(|end| rest.starts_with(end))
                && !rest.starts_with("だった")
                && !rest.starts_with("でした")
                && !rest.starts_with("では")
                && !rest.starts_with("でも")
                && !rest.starts_with("じゃな"))
    }

    fn name(&self) -> Option<Kind> {
        if let Some(value) = self.behind(words("ja_name_is"))
            && !value.is_empty()
            && !words("ja_no_names").iter().any(|none| value.starts_with(none))
        {
            return Some(Kind::Name);
        }
        for (at, word) in self.words.iter().enumerate() {
            let next = |step: usize| self.words.get(at + step).map_or("", |next| next.surface);
            let rest = &self.text[word.end() - self.words[0].start..];
            let could_be_name =
                word.part.is_name() || word.is_unknown || matches!(word.part, Part::Word) || is_katakana(word.surface);
            let is_called = words("ja_called").iter().any(|form| rest.starts_with(form));
            let is_creature = |text: &str| words("ja_creatures").iter().any(|animal| text.starts_with(animal));
            let named = rest
                .strip_prefix("っていう")
                .or_else(|| rest.strip_prefix("という"))
                .is_some_and(|rest| is_creature(rest) || words("ja_relatives").iter().any(|kin| rest.starts_with(kin)));
            if could_be_name && (is_called || named) {
                return Some(Kind::Name);
            }
            // 弟の健太, 猫のミケ.
            let owner = is_kin(word.surface) || is_animal(word.surface);
            let named = self.words.get(at + 2).is_some_and(|name| {
                name.part == Part::Person
                    || (name.is_unknown && name.surface.chars().count() > 1)
                    || (name.part.is_name() && is_katakana(name.surface))
            });
            if owner && next(1) == "の" && named {
                return Some(Kind::Name);
            }
        }
        let first = self.words.iter().position(|word| word.part == Part::Person)?;
        let is_self = first == 0
            || (first == 2 && is_self(self.words[0].surface) && matches!(self.words[1].surface, "は" | "、"));
        let rest = &self.text[self.words[first].end() - self.words[0].start..];
        (is_self
            && ["です", "だよ", "っす", "と申", "といい"].iter().any(|end| rest.starts_with(end))
            && rest.chars().count() <= 6)
            .then_some(Kind::Name)
    }

    fn birthday(&self) -> Option<Kind> {
        let is_dated = has_date(self.text) || has_date(self.follows);
        let has_day = self.behind(words("ja_birthdays")).is_some()
            || self.text.ends_with("が誕生日")
            || self.text.contains("が誕生日");
        let is_born = self.text.contains("生まれ")
            && has_date(self.text)
            && (self.text.contains('月') || self.text.contains('年'));
        ((has_day && is_dated) || is_born).then_some(Kind::Birthday)
    }

    fn health(&self) -> Option<Kind> {
        if let Some(rest) = self.behind(&["アレルギー", "不耐症"]) {
            let is_told = rest.is_empty() || words("ja_behind_allergy").iter().any(|next| rest.starts_with(next));
            return is_told.then_some(Kind::Health);
        }
        if self.has_any(words("ja_illnesses")) && !self.text.contains("みたい") {
            return Some(Kind::Health);
        }
        let takes = self.verb(words("ja_take")).is_some()
            || self.has_any(&["回", "錠", "日間", "食後", "食前", "寝る前"])
            || ["回", "錠", "日間"].iter().any(|unit| self.follows.contains(unit));
        let is_medicine = self.has_any(words("ja_medicines")) && !self.has_any(&["薬局", "農薬", "薬味"]);
        let is_done =
            self.text.trim_end_matches(is_mark).ends_with("飲んだ") || self.has_any(&["飲み忘れ", "飲んだら"]);
        if is_medicine && takes && !is_done {
            return Some(Kind::Health);
        }
        // 食べられない as what is so, not of a full stomach.
        let is_unable = words("ja_cannot_eat").iter().any(|form| self.text.contains(form));
        let is_of_now = self.has_any(words("ja_of_now")) || self.before.contains("今日");
        (is_unable && !is_of_now && self.has_any(&["は", "が", "も", "って"])).then_some(Kind::Health)
    }

    fn home(&self) -> Option<Kind> {
        if self.goes_on(&["住む", "すむ", "暮らす", "くらす", "住まう"]) {
            return Some(Kind::Home);
        }
        let moved = self
            .verb(words("ja_move"))
            .is_some_and(|rest| is_done(rest) || rest.starts_with("て") || rest.starts_with("して"));
        if moved && !self.has_any(&["前に引", "昔"]) {
            return Some(Kind::Home);
        }
        if self.behind(&["出身"]).is_some_and(|rest| Self::is_stated(rest) || rest.starts_with("は"))
            || self
                .behind(&["一人暮らし", "ひとり暮らし", "二人暮らし", "同棲"])
                .is_some_and(|rest| Self::is_stated(rest) || rest.starts_with("して") || rest.starts_with("中"))
        {
            return Some(Kind::Home);
        }
        let has_place = self.words.iter().any(|word| word.part == Part::Place);
        let is_home = self.behind(words("ja_home_is")).is_some_and(|value| !value.is_empty());
        let is_born = || self.behind(&["生まれ"]).is_some_and(|rest| Self::is_stated(rest) || rest.starts_with("育ち"));
        (has_place && (is_home || is_born())).then_some(Kind::Home)
    }

    fn work(&self) -> Option<Kind> {
        if self.goes_on(words("ja_work")) || self.text.contains("勤務して") || self.text.contains("専攻") {
            return (!self.has_any(&["勤務してた", "勤務していた"])).then_some(Kind::Work);
        }
        if self
            .behind(words("ja_job_is"))
            .is_some_and(|value| self.is_trade(value) || self.words.iter().any(|word| word.part == Part::Organisation))
        {
            return Some(Kind::Work);
        }
        if self.has_any(words("ja_job_changes")) {
            return Some(Kind::Work);
        }
        self.is_trade(self.text).then_some(Kind::Work)
    }

    /// 看護師です, エンジニアをしている, 大学生.
    fn is_trade(&self, text: &str) -> bool {
        let offset = self.text.len() - text.len();
        let origin = self.words[0].start;
        self.words.iter().filter(|word| word.start - origin >= offset).any(|word| {
            let surface = word.surface;
            let rest = &self.text[word.end() - origin..];
            let is_trade = (surface.chars().count() >= 2 || word.part == Part::Suffix)
                && (words("ja_trade_ends").iter().any(|end| surface.ends_with(end))
                    || words("ja_trades").contains(&surface));
            let holds = words("ja_behind_trades").iter().any(|end| rest.starts_with(end))
                || matches!(rest.trim_matches(is_mark), "だ" | "で")
                || (rest.trim_matches(is_mark).is_empty()
                    && self.words.len() <= 4
                    && !self.text.contains(['の', 'が', 'に', 'と']));
            is_trade
                && holds
                && !rest.contains("してた")
                && !matches!(surface, "先生" | "店員" | "全員" | "定員" | "満員" | "会員" | "同士" | "人員")
        })
    }

    fn family(&self) -> Option<Kind> {
        if self.has_any(&["飼い始め", "飼うことにな", "飼うことにし"])
            || self.goes_on(&["飼う", "かう"]) && self.text.contains("飼")
        {
            return Some(Kind::Pet);
        }
        let is_told =
            |rest: &str| is_done(rest) || is_going_on(rest) || rest.starts_with("して") || Self::is_stated(rest);
        if ["結婚", "離婚", "婚約", "再婚", "入籍"].iter().any(|word| {
            self.behind(&[word]).is_some_and(|rest| rest.starts_with("し") && is_told(rest.trim_start_matches('し')))
        }) || self.behind(words("ja_family_states")).is_some_and(Self::is_stated)
        {
            return Some(Kind::Family);
        }
        // 美和は高校の友達で.
        let is_kin_said = self.text.contains('は')
            && self.words.iter().any(|word| {
                is_kin(word.surface) && {
                    let rest = &self.text[word.end() - self.words[0].start..];
                    rest.starts_with("です")
                        || rest.starts_with("だよ")
                        || matches!(rest.trim_matches(is_mark), "だ" | "で" | "なの" | "なんだ")
                }
            });
        if is_kin_said {
            return Some(Kind::Family);
        }
        for (at, word) in self.words.iter().enumerate() {
            let is_pet = is_animal(word.surface);
            if !is_pet && !is_kin(word.surface) {
                continue;
            }
            let mut place = at + 1;
            if self.words.get(place).is_some_and(|next| next.part == Part::Suffix) {
                place += 1;
            }
            if !self.words.get(place).is_some_and(|next| matches!(next.surface, "が" | "は" | "も")) {
                continue;
            }
            place += 1;
            while self.words.get(place).is_some_and(|next| {
                matches!(next.part, Part::Number | Part::Counter | Part::Suffix) || is_in("ja_counters", next.surface)
            }) {
                place += 1;
            }
            let has = self.words.get(place).is_some_and(|next| {
                matches!(next.base.as_ref(), "いる" | "おる") && next.part != Part::AuxiliaryVerb
                    || next.surface == "い"
            });
            let rest = self.words.get(place).map_or("", |next| &self.text[next.end() - self.words[0].start..]);
            let is_when = words("ja_when").iter().any(|word| rest.starts_with(word));
            if has && !is_when && !rest.starts_with("な") && !rest.starts_with("た") && !rest.starts_with("まし") {
                return Some(if is_pet { Kind::Pet } else { Kind::Family });
            }
        }
        None
    }

    fn age(&self) -> Option<Kind> {
        for unit in ["歳", "才", "さい"] {
            let Some(at) = self.text.find(unit) else { continue };
            let is_counted =
                self.text[..at].ends_with(|c: char| c.is_numeric() || "一二三四五六七八九十百".contains(c));
            let rest = &self.text[at + unit.len()..];
            let of_someone = rest.strip_prefix('の').is_some_and(|rest| {
                words("ja_relatives").iter().chain(words("ja_animals")).any(|one| rest.starts_with(one))
            });
            let is_said = Self::is_stated(rest)
                || ["になる", "になった", "になり", "になっ"].iter().any(|form| rest.starts_with(form));
            if is_counted && (of_someone || is_said) {
                return Some(Kind::Age);
            }
        }
        None
    }

    fn appointment(&self) -> Option<Kind> {
        let has_event = self.has_any(words("ja_events"));
        let is_past = self.has_any(words("ja_past_days"));
        let moves = self.has_any(words("ja_moved"));
        let is_done = ends_in_past(self.text) && !moves;
        let is_planned = has_event && has_date(self.text) || has_full_date(self.text);
        let tells_past =
            !has_event && !moves && self.words.iter().any(|word| word.part == Part::Auxiliary && word.base == "た");
        (is_planned && !tells_past && !is_past && !is_done && !self.before.contains("昨日"))
            .then_some(Kind::Appointment)
    }

    fn taste(&self) -> Option<Kind> {
        if self.has_any(words("ja_at_hand")) {
            return None;
        }
        if self.behind(&["趣味は", "特技は", "好物は", "推しは", "大好物は"]).is_some_and(|value| !value.is_empty())
        {
            return Some(Kind::Taste);
        }
        if ["はまる", "ハマる"].iter().any(|base| self.verb(&[base]).is_some_and(is_going_on)) {
            return Some(Kind::Taste);
        }
        for word in words("ja_tastes") {
            let Some(at) = self.text.find(word) else { continue };
            let (before, rest) = (&self.text[..at], &self.text[at + word.len()..]);
            if let Some(rest) = rest.strip_prefix('な') {
                let is_told = rest.find(['は', 'が']).is_some_and(|at| {
                    at > 0
                        && !rest[at + 3..].trim_matches(is_mark).is_empty()
                        && !rest.starts_with("ように")
                        && !rest.starts_with("だけ")
                        && !rest.starts_with('人')
                        && rest[..at].chars().count() <= 8
                });
                return (is_told || rest.starts_with("の") || rest.starts_with("ん")).then_some(Kind::Taste);
            }
            let is_of_something = before.ends_with(['が', 'は', 'も', 'の'])
                || before.ends_with("って")
                || before.ends_with("一番")
                || before.chars().count() >= 2;
            return (is_of_something && Self::is_stated(rest)).then_some(Kind::Taste);
        }
        let sides = self.behind(&["派", "型"]).is_some_and(|rest| Self::is_stated(rest) && !rest.is_empty())
            && self.has_any(words("ja_sides"));
        sides.then_some(Kind::Taste)
    }

    fn promise(&self) -> Option<Kind> {
        let is_money = self.has_any(&["円", "万", "お金"]);
        let is_owed = |rest: &str| rest.starts_with("たまま") || is_money && is_going_on(rest);
        if ["貸す", "借りる"].iter().any(|base| self.verb(&[base]).is_some_and(is_owed)) {
            return Some(Kind::Promise);
        }
        if is_money && self.has_any(words("ja_sums")) && !ends_in_past(self.text) {
            return Some(Kind::Thing);
        }
        let is_put =
            self.has_any(words("ja_keepsakes")) && self.has_any(&["は", "が"]) && self.has_any(words("ja_put"));
        if is_put && !self.has_any(&["探", "ない", "なくし"]) {
            return Some(Kind::Thing);
        }
        self.behind(&["約束"])
            .is_some_and(|rest| words("ja_behind_promise").iter().any(|form| rest.starts_with(form)))
            .then_some(Kind::Promise)
    }

    fn habit(&self) -> Option<Kind> {
        let is_often = self.has_any(words("ja_often"));
        let last = self.words.iter().rev().find(|word| word.part == Part::Verb)?;
        let rest = &self.text[last.end() - self.words[0].start..];
        let is_plain =
            last.surface == last.base && Self::is_stated(rest) && rest.trim_matches(is_mark).chars().count() <= 3;
        (is_often
            && (is_going_on(rest) || is_plain || rest.starts_with("ます"))
            && !self.has_any(&["最近", "今週", "だるい", "つらい"]))
        .then_some(Kind::Habit)
    }
}

/// Whether a verb goes on: ている, てる, とる, ております, and not ていた.
fn is_going_on(rest: &str) -> bool {
    let Some(rest) = rest.strip_prefix("して").or_else(|| rest.strip_prefix(['て', 'で'])) else {
        return words("ja_going_on").iter().any(|form| rest.starts_with(form));
    };
    let rest = rest
        .strip_prefix('い')
        .or_else(|| rest.strip_prefix("おり"))
        .or_else(|| rest.strip_prefix("は"))
        .unwrap_or(rest);
    !rest.starts_with("まし") && words("ja_going_on_ends").iter().any(|form| rest.starts_with(form))
}

fn is_done(rest: &str) -> bool {
    words("ja_done").iter().any(|form| rest.starts_with(form))
}

pub(super) fn ends_in_past(text: &str) -> bool {
    let text = text.trim_end_matches(is_mark).trim_end_matches(['よ', 'ね', 'な', 'ー', 'わ', 'ん', 'だ', 'で', 'す']);
    text.ends_with('た') || text.ends_with("まし")
}

/// Whether a date, a day or an hour is told.
fn has_date(text: &str) -> bool {
    let digit_before = |unit: &str| {
        text.match_indices(unit)
            .any(|(at, _)| text[..at].ends_with(|c: char| c.is_numeric() || "一二三四五六七八九十".contains(c)))
    };
    words("ja_days").iter().any(|word| text.contains(word))
        || ["月", "日", "時"].iter().any(|unit| digit_before(unit))
        || text.contains('/') && text.chars().any(|c| c.is_ascii_digit())
}

/// Whether a day of a month is told, or a day with its hour: 6月24日, 31日の11時.
fn has_full_date(text: &str) -> bool {
    let numbered = |unit: &str, from: usize| {
        text[from..]
            .find(unit)
            .filter(|at| text[..from + at].ends_with(|c: char| c.is_numeric()))
            .map(|at| from + at + unit.len())
    };
    let month_and_day = numbered("月", 0).and_then(|at| numbered("日", at)).is_some()
        || numbered("月の", 0).is_some_and(|at| text[at..].starts_with(|c: char| c.is_numeric()));
    let day_and_hour = numbered("日", 0).and_then(|at| numbered("時", at)).is_some();
    let week_and_hour = text.find('曜').is_some_and(|at| numbered("時", at).is_some());
    month_and_day || day_and_hour || week_and_hour
}

fn is_self(surface: &str) -> bool {
    is_in("ja_selves", surface)
}

fn is_kin(surface: &str) -> bool {
    is_in("ja_relatives", surface)
}

fn is_animal(surface: &str) -> bool {
    is_in("ja_animals", surface)
}

fn is_katakana(surface: &str) -> bool {
    surface.chars().count() > 1 && surface.chars().all(|c| crate::fold::script(c) == crate::fold::Script::Katakana)
}
