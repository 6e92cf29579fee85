//! What can be done about a message: skills that fit it, a line each (S4 チャネルD).

use omoide_language::tokens::content_words;

use super::Cue;
use super::person::one_line;

/// How many skills are named at most.
const MOST: usize = 3;
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

/// The skills of a cue that fit its message, the best first.
pub(super) fn fitting(cue: &Cue) -> Vec<FittingSkill> {
    let message: std::collections::HashSet<String> = content_words(&cue.text).into_iter().collect();
    let mut scored: Vec<(f64, &Skill)> = Vec::new();
    for skill in &cue.skills {
        let words = content_words(&format!("{} {}", skill.name, skill.description));
        let shared = words.iter().filter(|word| message.contains(*word)).count();
        if shared >= 2 {
            scored.push((shared as f64 / (words.len() as f64).sqrt(), skill));
        }
    }
    scored.sort_by(|a, b| b.0.total_cmp(&a.0));
    let named = |(_, skill): (f64, &Skill)| FittingSkill { skill: skill.clone(), why: "shares words".to_owned() };
    scored.into_iter().take(MOST).map(named).collect()
}
