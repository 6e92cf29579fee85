//! What can be done about a message: skills that fit it, a line each (S4 チャネルD).

use omoide_language::how_to::{HowToIndex, HowToMatch, HowToStage, HowToText};

use super::Cue;
use super::person::one_line;

/// How many skills are named at most.
const MOST: usize = 3;
/// How much of how it is done is looked at, in characters. The beginning says what it is about; all of thirty skills would take
/// a cold process longer than everything else does.
const LONGEST_BODY: usize = 400;
/// How long the description of a skill may be in its line.
const LONGEST_DESCRIPTION: usize = 160;

/// Something that an agent knows how to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Skill {
    /// Its name.
    pub name: String,
    /// What it is for.
    pub description: String,
    /// How it is done.
    pub body: String,
    /// Where it is read.
    pub pointer: String,
}

/// A skill that fits a message.
pub(super) struct FittingSkill {
    pub skill: Skill,
    /// Why it does.
    pub why: String,
}

impl FittingSkill {
    /// It in a line, with where it is read.
    pub fn line(&self) -> String {
        let Skill { name, description, pointer, .. } = &self.skill;
        let mut short: String = one_line(description).chars().take(LONGEST_DESCRIPTION).collect();
        if short.len() < one_line(description).len() {
            short.push('…');
        }
        format!("  {}: {short} ({})", one_line(name), one_line(pointer))
    }
}

fn beginning(text: &str) -> &str {
    text.char_indices().nth(LONGEST_BODY).map_or(text, |(end, _)| &text[..end])
}

/// The skills of a cue that fit its message, the best first: those that a word in brackets names, and one that surely serves.
pub(super) fn fitting(cue: &Cue) -> Vec<FittingSkill> {
    let texts = cue.skills.iter().map(|skill| HowToText {
        title: &skill.name,
        description: &skill.description,
        body: beginning(&skill.body),
    });
    let shelf = HowToIndex::new(texts);
    // Whatever has a keyword of the message is offered too.
    let Some(offered) = shelf.offered(&cue.text) else { return Vec::new() };
    let is_named = |found: &HowToMatch| found.stage == HowToStage::Keyword || offered == found.document;
    let found = shelf.rank(&cue.text, MOST).into_iter().filter(is_named);
    let fitting = |found: HowToMatch| {
        let why = match found.stage {
            HowToStage::Keyword => "the message names it in brackets",
            HowToStage::Words => "it shares the words of the message",
            HowToStage::Meaning => "it means what the message says",
        };
        FittingSkill { skill: cue.skills[found.document].clone(), why: why.to_owned() }
    };
    found.map(fitting).collect()
}
