//! The last lines of the activity log as they are written into a prompt, within a budget of tokens (S4 チャネルB).

use omoide_core::formulas::channel_budget::ChannelTokens;
use omoide_core::ports::store::ActivityPart;
use omoide_core::{ActivityGroup, ActivityLine, Date, groups};
use omoide_language::token_count;

use crate::{Error, Mind, harmless};

/// The fewest tokens that a line takes: more lines than the budget divided by this do not fit.
const LEAST_TOKENS: usize = 4;

impl Mind<'_> {
    /// What happened lately, in at most so many tokens, oldest first, in S4's form: groups of lines under their dates. As
    /// many of the last groups are told as fit. Lines whose words are gone are left out.
    ///
    /// # Errors
    /// When the store fails.
    pub fn recent_activity(&self, budget: usize) -> Result<String, Error> {
        let most = (budget / LEAST_TOKENS).max(1);
        let lines = self.engine.read(|r| r.latest_activity(&self.name, &ActivityPart::default(), most))?;
        Ok(activity_text(&lines, budget))
    }

    /// The tokens that S4 gives what happened lately, where nothing else is known.
    pub fn activity_tokens(&self) -> usize {
        ChannelTokens::S4.activity as usize
    }
}

/// The last groups of lines that fit into so many tokens, under their dates.
pub fn activity_text(lines: &[ActivityLine], budget: usize) -> String {
    let lines: Vec<ActivityLine> = lines.iter().filter(|line| !line.is_bare()).cloned().collect();
    let (mut told, mut tokens): (Vec<(Date, String)>, usize) = (Vec::new(), 0);
    for group in groups(&lines).iter().rev() {
        let (date, text) = (group.lines[0].date, tamed(group));
        let is_under_its_date = told.last().is_some_and(|(after, _)| *after == date);
        let heading = if is_under_its_date { String::new() } else { format!("{date}\n") };
        tokens += token_count::estimate(&format!("{heading}{text}\n"));
        if tokens > budget {
            break;
        }
        told.push((date, text));
    }
    told.reverse();
    under_dates(&told)
}

fn under_dates(told: &[(Date, String)]) -> String {
    let days = told.chunk_by(|(one, _), (other, _)| one == other);
    let day = |groups: &[(Date, String)]| {
        let lines: Vec<&str> = groups.iter().map(|(_, text)| text.as_str()).collect();
        format!("{}\n{}", groups[0].0, lines.join("\n"))
    };
    days.map(day).collect::<Vec<_>>().join("\n")
}

/// A group without power over whoever reads it.
fn tamed(group: &ActivityGroup<'_>) -> String {
    group.shown().lines().map(harmless).collect::<Vec<_>>().join("\n")
}
