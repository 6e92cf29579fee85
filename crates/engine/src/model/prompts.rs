//! What language models are asked, and how their answers are read.
//!
//! The words are files in `prompts/`, in Japanese and English; each has its input, its output, how the one is written
//! down and the other read. An answer is read strictly, repaired once, and checked against what it was made from; what
//! is not fit for use is replaced by what the language layer makes. The version of a prompt is a part of the name of
//! whatever it made: who changes the words of one counts it up.

mod answers;
mod fitness;
mod outputs;
mod repair;
mod texts;

pub use answers::{AnswerRead, read};
pub use outputs::{Analysed, Compressed, Judged, PlannedQuery, Summarised, Summed, Traced, Verdict};

use omoide_core::Text;
use omoide_core::ports::Shape;
use omoide_core::ports::store::Purpose;
use omoide_language::language::{Language, languages};

/// The language that a prompt is written in.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Tongue {
    /// Japanese.
    Japanese,
    /// English, and every other language.
    English,
}

impl Tongue {
    /// The language of a prompt about that text.
    pub fn of(text: &str) -> Self {
        match languages(text).first() {
            Some(Language::Japanese) => Self::Japanese,
            _ => Self::English,
        }
    }
}

/// What can be read of an answer about one text.
pub trait PromptOutput: Sized {
    /// What it is asked for.
    const PURPOSE: Purpose;

    /// The parts that an answer about one text has, beside its number. `longest` is how many characters a text may have
    /// that stands for it.
    fn parts(longest: u32) -> Vec<(&'static str, Shape)>;

    /// Reads it. `of` is the text that it was made from: what is not fit to stand for it is none.
    fn read(answer: &serde_json::Value, of: &Text) -> Option<AnswerRead<Self>>;
}

/// The shape of an answer about those texts.
pub fn shape<T: PromptOutput>(texts: &[Text]) -> Shape {
    let most = u32::try_from(texts.len()).unwrap_or(u32::MAX);
    let longest = texts.iter().map(fitness::longest_summary).max().unwrap_or_default();
    let mut parts = vec![("number", Shape::Whole(1, i64::from(most).max(1)))];
    parts.extend(T::parts(u32::try_from(longest).unwrap_or(u32::MAX)));
    // One for each: a small model is soon done otherwise.
    Shape::Parts(vec![("answers", Shape::List(Box::new(Shape::Parts(parts)), most..=most))])
}

/// A prompt's name and version, as it stands with what it made.
pub fn name(purpose: Purpose) -> String {
    format!("{}-{}", purpose.name(), texts::version(purpose))
}

/// What a model is told to do.
pub fn instructions(purpose: Purpose, tongue: Tongue) -> String {
    texts::of(purpose, tongue)
}

/// What a model is told to do for a plan: it is asked only for the parts that are used.
pub fn plan_instructions(tongue: Tongue, has_keywords: bool, has_intent: bool) -> String {
    let mut text = instructions(Purpose::Plan, tongue);
    for (part, is_asked) in [(outputs::PLAN_KEYWORDS, has_keywords), (outputs::PLAN_INTENT, has_intent)] {
        if !is_asked {
            text = texts::without_part(&text, part);
        }
    }
    text
}

/// Texts as a model is shown them. Nothing in a text can close its own frame or open another.
pub fn material(texts: &[Text], most_characters: usize) -> String {
    let mut material = String::new();
    for (place, text) in texts.iter().enumerate() {
        let number = place + 1;
        // What set it off is short; the rest belongs to the reaction.
        let trigger = cut(&text.trigger, most_characters);
        let left = most_characters.saturating_sub(trigger.chars().count()).max(most_characters / 4);
        let content = cut(&text.content, left);
        material.push_str(&format!(
            "<memory number=\"{number}\">\n<trigger>\n{trigger}\n</trigger>\n<content>\n{content}\n</content>\n</memory>\n"
        ));
    }
    material
}

/// Material with every text between the marks of its frames made over; marks stay as they are.
pub(crate) fn each_text(material: &str, mut make: impl FnMut(&str) -> String) -> String {
    let mut made = String::with_capacity(material.len());
    let mut text = String::new();
    let mut put = |text: &mut String, made: &mut String| {
        // The line break before a mark belongs to the frame.
        let has_break = text.ends_with('\n');
        made.push_str(&make(text.strip_suffix('\n').unwrap_or(text)));
        if has_break {
            made.push('\n');
        }
        text.clear();
    };
    for line in material.split_inclusive('\n') {
        if texts::is_mark(line.trim_end()) {
            put(&mut text, &mut made);
            made.push_str(line);
        } else {
            text.push_str(line);
        }
    }
    put(&mut text, &mut made);
    made
}

/// The beginning and the end of a text that is too long.
fn cut(text: &str, most: usize) -> String {
    let safe = texts::framed(text.trim());
    let count = safe.chars().count();
    if count <= most {
        return safe;
    }
    let head: String = safe.chars().take(most * 2 / 3).collect();
    let tail: String = safe.chars().skip(count - most / 3).collect();
    format!("{head}\n…\n{tail}")
}

#[cfg(test)]
mod tests;
