//! A prompt, and all that is known of it before memories are searched.

use omoide_core::parameters::{Parameters, Profile};
use omoide_core::{Feeling, Intent, MemoryId, Moment, Phrase, QueryWords, Scope};
use omoide_language::query_plan::Gist;

use super::planning::PlannedSearch;
use super::shown::{Context, OwnTurns};
use crate::Place;

/// What someone says, and how recall should answer.
#[derive(Clone, Debug)]
pub struct Prompt {
    /// The words.
    pub text: String,
    /// Their vector under the engine's model, if the caller has it.
    pub embedding: Option<Vec<f32>>,
    /// When; now if not given.
    pub at: Option<Moment>,
    /// The conversation, whose last feeling colours the recall, and whose own turns are left out.
    pub thread: Option<String>,
    /// Whether its feeling does.
    pub with_feeling: bool,
    /// Where it is said; what was said in the same project comes to mind a little sooner, and what was said in another
    /// one only when the prompt names it or clearly asks for it.
    pub place: Option<Place>,
    /// Memories that are not to be shown, because whoever asks has them before them.
    pub without: Vec<MemoryId>,
    /// Which turns of the thread itself they have before them as well.
    pub own_turns: OwnTurns,
    /// Which memories may be found.
    pub scope: Scope,
    /// Whether all archived memories may be found, those that someone put away among them.
    pub with_archived: bool,
    /// How they are ranked; by the parameters if not given.
    pub profile: Option<Profile>,
    /// Whether what has nothing to do with the prompt is left out; by the parameters if not given.
    pub gate: Option<bool>,
    /// Most memories to return; by the parameters if not given.
    pub top_k: Option<usize>,
    /// How far to follow relations from a hit; by the parameters if not given.
    pub depth: Option<u32>,
    /// Whether the hits count as recalled. Without it nothing changes.
    pub leaves_a_mark: bool,
    /// Whether the answer tells how the prompt was understood.
    pub tells_plan: bool,
    /// Whether the answer tells how many memories have to do with the prompt, shown or not.
    pub counts_related: bool,
    /// Whether no conversation and no project gives more than half of the answer where others have something to say.
    pub has_no_monopoly: bool,
    /// How a language model would search for it, where one was asked.
    pub planned: Option<PlannedSearch>,
    /// What the same person said before, the oldest first, where the prompt refers back to it. The last five messages are
    /// searched for with the prompt, the newest counting most.
    pub earlier: Vec<String>,
}

impl Prompt {
    /// A prompt that recalls as usual.
    pub fn new(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            embedding: None,
            at: None,
            thread: None,
            with_feeling: true,
            place: None,
            without: Vec::new(),
            own_turns: OwnTurns::default(),
            scope: Scope::default(),
            with_archived: false,
            profile: None,
            gate: None,
            top_k: None,
            depth: None,
            leaves_a_mark: true,
            tells_plan: false,
            counts_related: false,
            has_no_monopoly: false,
            planned: None,
            earlier: Vec::new(),
        }
    }
}

/// A prompt, ready to be searched for. Whatever ranks reads it, and so does the plan that is shown.
pub(crate) struct Asked<'p> {
    pub prompt: &'p Prompt,
    pub profile: Profile,
    /// What it says of time and people, and what is left of it to search for.
    pub gist: Gist,
    /// What is left of it to search for, with the last messages that it refers back to.
    pub searched: String,
    /// The words whose meaning is searched for.
    pub meaning: String,
    /// Their vector under the active model.
    pub embedding: Option<Vec<f32>>,
    /// The words that are looked up; none where the profile looks none up.
    pub query: QueryWords,
    /// The keywords of a language model, which are looked for to the letter.
    pub letters: Vec<Phrase>,
    /// What the prompt is after.
    pub intent: Intent,
    pub feeling: Option<Feeling>,
    /// What is in the context of whoever asks.
    pub context: Option<Context>,
    pub now: Moment,
    pub wanted: usize,
    pub has_gate: bool,
}

impl Asked<'_> {
    /// The prompt's words, with those of the last messages that it refers back to.
    pub(crate) fn text(&self) -> &str {
        if self.searched == self.gist.searched { &self.prompt.text } else { &self.searched }
    }

    /// Whether archived memories may be found: those that faded, and those that someone put away.
    pub(crate) fn archive(&self, parameters: &Parameters) -> (bool, bool) {
        let with_archived = self.prompt.with_archived;
        (with_archived || parameters.archive.enable_archive_recall, with_archived)
    }
}
