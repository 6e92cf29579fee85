//! A report in words for a person and as JSON for a program.

use omoide_core::{Moment, Text};
use omoide_home::lang::{Lang, say};
use omoide_language::agreement::{Agreement, SentenceRelation};
use omoide_language::tokens::PartOfSpeech;
use serde_json::{Value, json};

use super::report::{AnalysisReport, ReportedWord, Time};
use crate::style::TextStyle;
use crate::table::labelled;
use crate::telling;
use crate::vocabulary::{CATEGORIES, INTENTS, MESSAGES, PATTERNS, TOPICS};
use crate::width::{one_line, set_in, width};

/// More words than this are told as a number, unless all were asked for.
const MOST_WORDS: usize = 24;
/// The margin before the labels and the gap behind them.
const AROUND_LABELS: usize = 4;
/// How wide a line of words may be.
const WORDS_WIDTH: usize = 80;

/// The report as JSON. Fields are only ever added.
pub(super) fn in_json(report: &AnalysisReport) -> Value {
    let feeling = &report.emotion.feeling;
    let text = |text: &Text| json!({ "trigger": text.trigger, "content": text.content });
    json!({
        "text": report.text,
        "reply": report.reply,
        "stripped": report.is_stripped,
        "languages": report.languages.iter().map(|language| language.code()).collect::<Vec<_>>(),
        "sentences": report.sentences,
        "words": report.words.iter().map(word_in_json).collect::<Vec<_>>(),
        "keywords": report.keywords,
        "emotional_intensity": report.emotion.intensity,
        "emotional_valence": feeling.valence.name(),
        "emotional_arousal": feeling.arousal,
        "emotional_tags": feeling.tags.iter().map(|tag| tag.name()).collect::<Vec<_>>(),
        "category": report.category.name(),
        "topics": report.topics.iter().map(|topic| topic.name()).collect::<Vec<_>>(),
        "message_type": report.message_type.name(),
        "intent": report.intent.name(),
        "procedural": {
            "is_procedural": report.procedural.is_procedural,
            "patterns": report.procedural.patterns.iter().map(|pattern| pattern.name()).collect::<Vec<_>>(),
        },
        "correction": report.correction.as_ref().map(|correction| json!({
            "marker": correction.marker, "wrong": correction.wrong, "right": correction.right,
        })),
        "protect": report.asks_to_keep,
        "times": report.times.iter().map(|time| json!({
            "text": time.text, "from": time.from, "to": time.to, "is_recent": time.is_recent,
        })).collect::<Vec<_>>(),
        "secrets": report.secrets,
        "levels": { "2": text(&report.summary), "3": text(&report.trace) },
        "tokens": report.tokens,
        "agreement": report.agreement.as_ref().map(|agreement| json!({
            "relation": relation_name(agreement.relation),
            "contradiction": rounded(agreement.contradiction),
            "entailment": rounded(agreement.entailment),
            "because": agreement.because.iter().map(ToString::to_string).collect::<Vec<_>>(),
        })),
    })
}

fn word_in_json(word: &ReportedWord) -> Value {
    json!({ "surface": word.surface, "base": word.base, "part": part_name(word.part) })
}

/// To three places: what is beyond is noise.
fn rounded(strength: f32) -> f64 {
    (f64::from(strength) * 1_000.0).round() / 1_000.0
}

/// The report for a person: a line a subject, and only what was found.
pub(super) fn in_words(report: &AnalysisReport, lang: Lang, style: TextStyle, has_all_words: bool) -> String {
    let mut lines: Vec<(&str, String)> = Vec::new();
    let mut say_of = |english: &'static str, japanese: &'static str, said: String| {
        if !said.is_empty() {
            lines.push((lang.pick(english, japanese), said));
        }
    };
    say_of("language", "言語", language(report, lang));
    say_of("feeling", "感情", feeling(report, lang));
    say_of("category", "カテゴリ", CATEGORIES.read(report.category.name(), lang).to_owned());
    say_of("topic", "話題", TOPICS.read_all(report.topics.iter().map(|topic| topic.name()), lang));
    say_of("message", "種類", message(report, lang));
    say_of("keywords", "キーワード", one_line(&report.keywords.join(", ")));
    say_of("words", "語", words(report, lang, has_all_words));
    say_of("times", "時", report.times.iter().map(|t| time(t, lang)).collect::<Vec<_>>().join("\n"));
    say_of("correction", "訂正", correction(report, lang));
    say_of("procedure", "手順", procedure(report, lang));
    if report.asks_to_keep {
        say_of("protect", "保護", lang.pick("asks to be kept for good", "忘れないよう求めている").to_owned());
    }
    say_of("secrets", "秘密", joined(report.secrets.iter().copied()));
    say_of("agreement", "一致", report.agreement.as_ref().map(|a| agreement(a, lang)).unwrap_or_default());
    say_of("level 2", "レベル2", halves(&report.summary));
    say_of("level 3", "レベル3", halves(&report.trace));
    say_of("tokens", "トークン", say!(lang, "about {}", "約{}", report.tokens));
    let widest = lines.iter().map(|(label, _)| width(label)).max().unwrap_or(0);
    for (_, said) in &mut lines {
        *said = set_in(said, widest + AROUND_LABELS);
    }
    let text = style.bold(&set_in(&report.text, 0));
    let head = if text.is_empty() { text } else { format!("{text}\n") };
    format!("{head}{}", labelled(&lines))
}

fn joined<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names.collect::<Vec<_>>().join(", ")
}

fn language(report: &AnalysisReport, lang: Lang) -> String {
    let names = joined(report.languages.iter().map(|language| language.code()));
    let (sentences, words) = (report.sentences.len(), report.words.len());
    let counted = say!(lang, "sentences {sentences}, words {words}", "{sentences}文、{words}語");
    let counted = if names.is_empty() { counted } else { format!("{names}; {counted}") };
    if report.is_stripped {
        say!(
            lang,
            "{counted}; private parts and parts inserted by programs were left out",
            "{counted}。非公開の部分と、プログラムが差し込んだ部分は除きました"
        )
    } else {
        counted
    }
}

fn feeling(report: &AnalysisReport, lang: Lang) -> String {
    telling::emotion(&report.emotion, lang)
}

fn message(report: &AnalysisReport, lang: Lang) -> String {
    let (kind, intent) = (report.message_type.name(), report.intent.name());
    let (kind, intent) = (MESSAGES.read(kind, lang), INTENTS.read(intent, lang));
    say!(lang, "{kind}; intent {intent}", "{kind}（意図：{intent}）")
}

/// The words that carry the content, each with its base form where that is another.
fn words(report: &AnalysisReport, lang: Lang, has_all: bool) -> String {
    let content = report.words.iter().filter(|word| has_all || !word.part.is_grammar());
    let all: Vec<String> = content.map(word_in_words).collect();
    let shown = if has_all { all.len() } else { all.len().min(MOST_WORDS) };
    let mut lines = vec![String::new()];
    for word in &all[..shown] {
        let last = lines.len() - 1;
        if !lines[last].is_empty() && width(&lines[last]) + width(word) > WORDS_WIDTH {
            lines.push(word.clone());
        } else {
            let gap = if lines[last].is_empty() { "" } else { "  " };
            lines[last].push_str(&format!("{gap}{word}"));
        }
    }
    let rest = all.len() - shown;
    let told = lines.join("\n");
    if rest == 0 { told } else { say!(lang, "{told}  … and {rest} more", "{told}  …他{rest}語") }
}

fn word_in_words(word: &ReportedWord) -> String {
    let surface = one_line(&word.surface);
    if word.base == word.surface { surface } else { format!("{surface}({})", one_line(&word.base)) }
}

fn time(time: &Time, lang: Lang) -> String {
    let range = format!("{} … {}", short(time.from), short(time.to));
    let said = one_line(&time.text);
    if time.is_recent {
        say!(lang, "{said}: some time in {range}", "{said}：{range}のいつか")
    } else {
        say!(lang, "{said}: {range}", "{said}：{range}")
    }
}

/// Midnight is told without its hour.
fn short(moment: Moment) -> String {
    let text = telling::minute(moment);
    text.strip_suffix(" 00:00").map_or_else(|| text.clone(), str::to_owned)
}

fn correction(report: &AnalysisReport, lang: Lang) -> String {
    let Some(correction) = &report.correction else { return String::new() };
    let side = |side: &Option<String>| side.as_deref().map(one_line);
    match (side(&correction.wrong), side(&correction.right)) {
        (Some(wrong), Some(right)) => say!(lang, "\"{right}\", not \"{wrong}\"", "「{wrong}」ではなく「{right}」"),
        (None, Some(right)) => say!(lang, "\"{right}\"", "「{right}」"),
        (Some(wrong), None) => say!(lang, "not \"{wrong}\"", "「{wrong}」ではない"),
        (None, None) => one_line(&correction.marker),
    }
}

fn procedure(report: &AnalysisReport, lang: Lang) -> String {
    let patterns = PATTERNS.read_all(report.procedural.patterns.iter().map(|pattern| pattern.name()), lang);
    match (report.procedural.is_procedural, patterns.is_empty()) {
        (true, _) => say!(lang, "yes ({patterns})", "はい（{patterns}）"),
        (false, false) => say!(lang, "no, though there is: {patterns}", "いいえ（見られるもの：{patterns}）"),
        (false, true) => String::new(),
    }
}

fn agreement(agreement: &Agreement, lang: Lang) -> String {
    let relation = match agreement.relation {
        SentenceRelation::Contradicts => lang.pick("contradicts the older text", "前の文と矛盾する"),
        SentenceRelation::Entails => lang.pick("follows from the older text", "前の文から言える"),
        SentenceRelation::Open => {
            lang.pick("neither contradicts nor follows from the older text", "前の文とは矛盾せず、前の文からも言えない")
        }
    };
    let (against, follows) = (agreement.contradiction, agreement.entailment);
    let said = say!(
        lang,
        "{relation} (contradiction {against:.2}, entailment {follows:.2})",
        "{relation}（矛盾{against:.2}、含意{follows:.2}）"
    );
    let reasons: Vec<String> = agreement.because.iter().map(|reason| one_line(&reason.to_string())).collect();
    std::iter::once(said).chain(reasons).collect::<Vec<_>>().join("\n")
}

fn relation_name(relation: SentenceRelation) -> &'static str {
    match relation {
        SentenceRelation::Contradicts => "contradiction",
        SentenceRelation::Entails => "entailment",
        SentenceRelation::Open => "neutral",
    }
}

fn halves(text: &Text) -> String {
    let (trigger, content) = (one_line(&text.trigger), one_line(&text.content));
    match (trigger.is_empty(), content.is_empty()) {
        (false, false) => format!("{trigger} → {content}"),
        (false, true) => trigger,
        (true, _) => content,
    }
}

fn part_name(part: PartOfSpeech) -> &'static str {
    use PartOfSpeech as Part;
    match part {
        Part::Noun => "noun",
        Part::ActionNoun => "action_noun",
        Part::AdjectivalNoun => "adjectival_noun",
        Part::AdverbialNoun => "adverbial_noun",
        Part::Pronoun => "pronoun",
        Part::DependentNoun => "dependent_noun",
        Part::Counter => "counter",
        Part::Number => "number",
        Part::ProperNoun => "proper_noun",
        Part::Person => "person",
        Part::Place => "place",
        Part::Organisation => "organisation",
        Part::Verb => "verb",
        Part::AuxiliaryVerb => "auxiliary_verb",
        Part::Adjective => "adjective",
        Part::AuxiliaryAdjective => "auxiliary_adjective",
        Part::Adverb => "adverb",
        Part::Adnominal => "adnominal",
        Part::Conjunction => "conjunction",
        Part::Particle => "particle",
        Part::EndingParticle => "ending_particle",
        Part::Auxiliary => "auxiliary",
        Part::Interjection => "interjection",
        Part::Filler => "filler",
        Part::Prefix => "prefix",
        Part::Suffix => "suffix",
        Part::Symbol => "symbol",
        Part::Word => "word",
        Part::Code => "code",
        Part::Url => "url",
        Part::Email => "email",
        Part::Emoji => "emoji",
    }
}
