//! The outputs: what each prompt makes, what its parts may be, and what is fit to stand for the text it was made from.

use omoide_core::ports::store::Purpose;
use omoide_core::ports::{Judgement, Shape};
use omoide_core::{Assessment, Category, Emotion, Feeling, Intent, Tag, Text, Valence};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::fitness::{is_cut, is_fit, longest_summary};
use super::{AnswerRead, PromptOutput};

/// Most keywords and tags that are kept.
const MOST_KEYWORDS: u32 = 8;
const MOST_TAGS: u32 = 4;

/// How long a keyword, a point of a session and the words of a search may be.
const WORD_CHARACTERS: u32 = 60;
const POINT_CHARACTERS: u32 = 200;
const QUERY_CHARACTERS: u32 = 400;

/// What was understood of a turn (S0 記憶生成).
#[derive(Clone, PartialEq, Debug)]
pub struct Analysed {
    /// What it felt like.
    pub emotion: Emotion,
    /// What it was about.
    pub category: Category,
    /// Names and terms that stand in it.
    pub keywords: Vec<String>,
    /// Its summary, where that is fit for use.
    pub summary: Option<Text>,
}

impl Analysed {
    /// As an assessment by whoever made it.
    pub fn assessment(&self, made_by: &str) -> Assessment {
        Assessment {
            emotion: self.emotion.clone(),
            category: self.category.clone(),
            keywords: self.keywords.clone(),
            tags: Vec::new(),
            made_by: Some(made_by.to_owned()),
        }
    }
}

/// A summary: level 1 to 2 (S0 要約生成).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Summarised(pub Text);

/// Keywords: level 2 to 3 (S0 キーワード抽出).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Traced(pub Text);

/// A session in short (S4 finalize_session).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Summed {
    /// What was spoken of.
    pub content: String,
    /// Names and terms.
    pub keywords: Vec<String>,
    /// What was settled.
    pub resolved: Vec<String>,
    /// What is to be done from now on.
    pub tasks: Vec<String>,
}

/// How a prompt is searched for (S3 検索クエリ生成).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlannedQuery<const KEYWORDS: bool, const INTENT: bool> {
    /// Words to search by meaning.
    pub semantic_query: String,
    /// Names and phrases to search for to the letter, at most three; none where they are not asked for.
    pub keywords: Vec<String>,
    /// What it is after, where that is asked for.
    pub intent: Option<Intent>,
}

/// The parts of a plan that are asked for where they are used.
pub(super) const PLAN_KEYWORDS: &str = "keyword";
pub(super) const PLAN_INTENT: &str = "intent";

/// A short text for the archive (S2 圧縮).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Compressed(pub String);

/// Whether a statement follows (S4 LLM判定).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It does.
    Entailment,
    /// It cannot be true.
    Contradiction,
    /// Neither.
    Neutral,
}

/// A verdict and how sure it is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Judged {
    /// The verdict.
    pub verdict: Verdict,
    /// 0 to 1.
    pub confidence: f64,
}

impl Judged {
    /// As likelihoods: what is left is shared by the other two.
    pub fn judgement(&self) -> Judgement {
        let sure = self.confidence.max(1.0 / 3.0);
        let rest = (1.0 - sure) / 2.0;
        let of = |verdict| if self.verdict == verdict { sure } else { rest };
        Judgement {
            entailment: of(Verdict::Entailment),
            neutral: of(Verdict::Neutral),
            contradiction: of(Verdict::Contradiction),
        }
    }
}

fn words(names: &[&'static str]) -> Shape {
    Shape::OneOf(names.to_vec())
}

fn list_of_texts(longest: u32) -> Shape {
    Shape::List(Box::new(Shape::Text(longest)), 0..=MOST_KEYWORDS)
}

/// A value, and whether it was as it should be.
type Seen<T> = (T, bool);

fn read_as<T>(value: T, is_good: bool) -> Option<AnswerRead<T>> {
    Some(if is_good { AnswerRead::Good(value) } else { AnswerRead::Repaired(value) })
}

/// A whole number from 0 to 100, also written as text; what is out of range is none.
fn percentage(value: &Value) -> Option<Seen<u8>> {
    let (number, is_good) = match value {
        Value::Number(number) => (number.as_f64()?, number.is_u64()),
        Value::String(text) => (text.trim().parse().ok()?, false),
        _ => return None,
    };
    let is_in_range = (0.0..=100.0).contains(&number);
    is_in_range.then(|| (number.round() as u8, is_good))
}

/// One of the words, whatever its case.
fn one_of<T>(value: &Value, of: impl Fn(&str) -> Option<T>) -> Option<Seen<T>> {
    let text = value.as_str()?;
    if let Some(found) = of(text) {
        return Some((found, true));
    }
    of(&text.trim().to_lowercase()).map(|found| (found, false))
}

/// A list of texts, also as one text with commas.
fn texts(value: &Value) -> Option<Seen<Vec<String>>> {
    let clean = |text: &str| text.trim().to_owned();
    match value {
        Value::Array(list) => {
            let found: Vec<String> =
                list.iter().filter_map(Value::as_str).map(clean).filter(|t| !t.is_empty()).collect();
            let is_good = found.len() == list.len();
            Some((found, is_good))
        }
        Value::String(text) => {
            Some((text.split([',', '、', '，']).map(clean).filter(|t| !t.is_empty()).collect(), false))
        }
        Value::Null => Some((Vec::new(), false)),
        _ => None,
    }
}

/// A text that says something.
fn wordy(value: &Value) -> Option<String> {
    let text = value.as_str()?.trim();
    text.chars().any(char::is_alphanumeric).then(|| text.to_owned())
}

/// Both halves of a text that stands for another.
fn halves(answer: &Value, of: &Text) -> Option<Text> {
    let longest = longest_summary(of) / 2;
    let half = |name: &str| answer[name].as_str().map(str::trim).filter(|text| !is_cut(text, longest));
    let text = Text { trigger: half("trigger")?.to_owned(), content: half("content")?.to_owned() };
    text.joined().chars().any(char::is_alphanumeric).then_some(text)
}

/// Those that stand in the text, each once.
fn standing_in(words: Vec<String>, text: &str, most: usize) -> Seen<Vec<String>> {
    let folded = omoide_language::fold(text);
    let count = words.len();
    let mut kept: Vec<String> = Vec::new();
    for word in words {
        let is_there = folded.contains(&omoide_language::fold(&word));
        if is_there && word.chars().count() <= WORD_CHARACTERS as usize && !kept.contains(&word) && kept.len() < most {
            kept.push(word);
        }
    }
    let is_good = kept.len() == count;
    (kept, is_good)
}

impl PromptOutput for Analysed {
    const PURPOSE: Purpose = Purpose::Analyse;

    fn parts(longest: u32) -> Vec<(&'static str, Shape)> {
        let tags: Vec<&'static str> = Tag::ALL.iter().map(|tag| tag.name()).collect();
        vec![
            ("emotional_intensity", Shape::Whole(0, 100)),
            ("emotional_valence", words(&["positive", "negative", "neutral"])),
            ("emotional_arousal", Shape::Whole(0, 100)),
            ("emotional_tags", Shape::List(Box::new(Shape::OneOf(tags)), 0..=MOST_TAGS)),
            ("category", words(&["casual", "work", "decision", "emotional"])),
            ("keywords", list_of_texts(WORD_CHARACTERS)),
            ("trigger", Shape::Text(longest / 2)),
            ("content", Shape::Text(longest / 2)),
        ]
    }

    fn read(answer: &Value, of: &Text) -> Option<AnswerRead<Self>> {
        let (intensity, is_intensity) = percentage(&answer["emotional_intensity"])?;
        let (arousal, is_arousal) = percentage(&answer["emotional_arousal"])?;
        let (valence, is_valence) = one_of(&answer["emotional_valence"], |word| word.parse::<Valence>().ok())?;
        let known = |word: &str| Category::KNOWN.into_iter().find(|category| category.name() == word);
        let (category, is_category) = one_of(&answer["category"], known)?;
        let (names, are_names) = texts(&answer["emotional_tags"])?;
        let mut tags: Vec<Tag> = names.iter().filter_map(|name| name.to_lowercase().parse().ok()).collect();
        let are_tags = are_names && tags.len() == names.len();
        tags.truncate(MOST_TAGS as usize);
        let (found, are_texts) = texts(&answer["keywords"])?;
        let original = of.joined();
        let (keywords, are_there) = standing_in(found, &original, MOST_KEYWORDS as usize);
        let summary = halves(answer, of).filter(|summary| is_fit(&summary.joined(), &original));
        let is_good = is_intensity && is_arousal && is_valence && is_category && are_tags && are_texts && are_there;
        let emotion = Emotion { intensity, feeling: Feeling { valence, arousal, tags } };
        read_as(Self { emotion, category, keywords, summary }, is_good)
    }
}

impl PromptOutput for Summarised {
    const PURPOSE: Purpose = Purpose::Summarise;

    fn parts(longest: u32) -> Vec<(&'static str, Shape)> {
        vec![("trigger", Shape::Text(longest / 2)), ("content", Shape::Text(longest / 2))]
    }

    fn read(answer: &Value, of: &Text) -> Option<AnswerRead<Self>> {
        let text = halves(answer, of)?;
        is_fit(&text.joined(), &of.joined()).then_some(AnswerRead::Good(Self(text)))
    }
}

impl PromptOutput for Traced {
    const PURPOSE: Purpose = Purpose::Trace;

    fn parts(longest: u32) -> Vec<(&'static str, Shape)> {
        vec![("trigger", Shape::Text(longest / 2)), ("content", Shape::Text(longest / 2))]
    }

    fn read(answer: &Value, of: &Text) -> Option<AnswerRead<Self>> {
        let whole = of.joined();
        let half = |name: &str| -> Option<Seen<String>> {
            let value = &answer[name];
            let (found, _) = texts(value)?;
            let (kept, is_good) = standing_in(found, &whole, 3);
            Some((kept.join(", "), is_good && value.is_string()))
        };
        let ((trigger, is_trigger), (content, is_content)) = (half("trigger")?, half("content")?);
        let text = Text { trigger, content };
        let has_words = text.joined().chars().any(char::is_alphanumeric);
        if has_words { read_as(Self(text), is_trigger && is_content) } else { None }
    }
}

impl PromptOutput for Summed {
    const PURPOSE: Purpose = Purpose::Session;

    fn parts(longest: u32) -> Vec<(&'static str, Shape)> {
        vec![
            ("content", Shape::Text(longest)),
            ("keywords", list_of_texts(WORD_CHARACTERS)),
            ("resolved", list_of_texts(POINT_CHARACTERS)),
            ("tasks", list_of_texts(POINT_CHARACTERS)),
        ]
    }

    fn read(answer: &Value, of: &Text) -> Option<AnswerRead<Self>> {
        let original = of.joined();
        let is_whole = |content: &String| is_fit(content, &original) && !is_cut(content, longest_summary(of));
        let content = wordy(&answer["content"]).filter(is_whole)?;
        let (found, are_texts) = texts(&answer["keywords"])?;
        let (keywords, are_there) = standing_in(found, &original, MOST_KEYWORDS as usize);
        let (resolved, is_resolved) = texts(&answer["resolved"])?;
        let (tasks, are_tasks) = texts(&answer["tasks"])?;
        let is_good = are_texts && are_there && is_resolved && are_tasks;
        read_as(Self { content, keywords, resolved, tasks }, is_good)
    }
}

impl<const KEYWORDS: bool, const INTENT: bool> PromptOutput for PlannedQuery<KEYWORDS, INTENT> {
    const PURPOSE: Purpose = Purpose::Plan;

    fn parts(_: u32) -> Vec<(&'static str, Shape)> {
        let intents = ["emotional", "factual", "technical", "temporal", "relational"];
        let mut parts = vec![("rag", Shape::Text(QUERY_CHARACTERS))];
        parts.extend(KEYWORDS.then(|| (PLAN_KEYWORDS, list_of_texts(WORD_CHARACTERS))));
        parts.extend(INTENT.then(|| (PLAN_INTENT, words(&intents))));
        parts
    }

    fn read(answer: &Value, of: &Text) -> Option<AnswerRead<Self>> {
        let semantic_query =
            wordy(&answer["rag"]).filter(|words| words.chars().count() <= QUERY_CHARACTERS as usize)?;
        let (mut keywords, mut intent, mut is_good) = (Vec::new(), None, true);
        if KEYWORDS {
            let (found, are_texts) = texts(&answer[PLAN_KEYWORDS])?;
            let (standing, are_there) = standing_in(found, &of.joined(), 3);
            (keywords, is_good) = (standing, are_texts && are_there);
        }
        if INTENT {
            let (named, is_intent) = one_of(&answer[PLAN_INTENT], Intent::named)?;
            (intent, is_good) = (Some(named), is_good && is_intent);
        }
        read_as(Self { semantic_query, keywords, intent }, is_good)
    }
}

impl PromptOutput for Compressed {
    const PURPOSE: Purpose = Purpose::Compress;

    fn parts(longest: u32) -> Vec<(&'static str, Shape)> {
        vec![("content", Shape::Text(longest))]
    }

    fn read(answer: &Value, of: &Text) -> Option<AnswerRead<Self>> {
        let content = wordy(&answer["content"]).filter(|text| !is_cut(text, longest_summary(of)))?;
        is_fit(&content, &of.joined()).then_some(AnswerRead::Good(Self(content)))
    }
}

impl PromptOutput for Judged {
    const PURPOSE: Purpose = Purpose::Judge;

    fn parts(_: u32) -> Vec<(&'static str, Shape)> {
        vec![("verdict", words(&["entailment", "contradiction", "neutral"])), ("confidence", Shape::Whole(0, 100))]
    }

    fn read(answer: &Value, _: &Text) -> Option<AnswerRead<Self>> {
        let named = |word: &str| match word {
            "entailment" => Some(Verdict::Entailment),
            "contradiction" => Some(Verdict::Contradiction),
            "neutral" => Some(Verdict::Neutral),
            _ => None,
        };
        let (verdict, is_verdict) = one_of(&answer["verdict"], named)?;
        let (percent, is_confidence) = percentage(&answer["confidence"])?;
        read_as(Self { verdict, confidence: f64::from(percent) / 100.0 }, is_verdict && is_confidence)
    }
}
