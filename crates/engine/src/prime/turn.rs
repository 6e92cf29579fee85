//! The turn block: what stands last in a prompt.
//!
//! All channels stand in one block, so that whatever they hold stays inside it and is taken out again as a whole.

use omoide_core::MemoryId;
use omoide_core::formulas::channel_budget::ChannelTokens;
use omoide_language::refers_back::refers_back;
use omoide_language::token_count;

use super::channels::FoundInTime;
use super::draft::{BlockDraft, FRAME, lines_of};
use super::person::KnownPerson;
use super::sample::{MemorySample, query_of};
use super::{Channel, Cue, PrimedBlock, PrimedPart, activity};
use crate::{Error, InCommon, MemoryBlock, Mind, Prompt, Recalled, Silence, activity_text};

/// The tokens of a heading.
const HEADING: usize = 4;

impl Mind<'_> {
    /// Writes down what the channels found, within their shares.
    pub(super) fn turn_block(
        &self,
        cue: &Cue,
        found: FoundInTime,
        (most, shares): (usize, ChannelTokens),
    ) -> Result<(PrimedBlock, Option<MemorySample>), Error> {
        let mut draft = BlockDraft::of(most);
        for (channel, why) in &found.missing {
            draft.leave_out(*channel, "all of it", why.as_str());
        }
        let mut spare = 0;
        let share = shares.person as usize;
        spare += share - self.add_person(&mut draft, found.person.as_ref(), share).min(share);
        let share = shares.skills as usize;
        let skills = found.skills.iter().map(|one| (one.line(), one.skill.pointer.clone(), one.why.clone()));
        spare += share - draft.add_list(Channel::Skills, "how:", skills, share).min(share);
        // Memories come before what happened lately is chosen, since they may take what others leave.
        let own = shares.activity as usize;
        let room = (shares.related as usize + spare).min(draft.left());
        let mut related = BlockDraft::of(draft.left() + FRAME);
        let sample = self.add_related(&mut related, cue, found.related.as_ref(), room)?;
        let used = related.used - FRAME;
        let room = (own + (room - used.min(room))).min(draft.left().saturating_sub(used));
        self.add_activity(&mut draft, cue, &found, room);
        draft.used += used;
        draft.lines.extend(related.lines);
        draft.parts.extend(related.parts);
        draft.left_out.extend(related.left_out);
        Ok((draft.finished(), sample))
    }

    fn add_person(&self, draft: &mut BlockDraft, person: Option<&KnownPerson>, room: usize) -> usize {
        let Some(person) = person else { return 0 };
        let heading = format!("who: {}", person.heading_with_counts());
        let Some(used) = draft.add(Channel::Person, &heading, &person.name, "is speaking", room) else {
            draft.leave_out(Channel::Person, person.name.as_str(), "no room");
            return 0;
        };
        let mut used = used;
        let mut count = 0;
        for quote in &person.lasting {
            match draft.add(
                Channel::Person,
                &KnownPerson::quote(quote),
                &quote.2,
                "lasts about the person",
                room - used,
            ) {
                Some(tokens) => used += tokens,
                None => count += 1,
            }
        }
        if count > 0 {
            draft.leave_out(Channel::Person, count.to_string(), "no room");
        }
        used
    }

    /// What happened lately, but for what the memories tell.
    fn add_activity(&self, draft: &mut BlockDraft, cue: &Cue, found: &FoundInTime, room: usize) {
        let told: Vec<MemoryId> = match &found.related {
            Some((_, recalled)) => recalled.shown().map(|shown| shown.memory.id).collect(),
            None => Vec::new(),
        };
        let is_new = |id: MemoryId| !told.contains(&id);
        let lines: Vec<_> = found.activity.iter().filter(|line| line.memory.is_none_or(is_new)).cloned().collect();
        let mut room = room.saturating_sub(HEADING);
        let mut chosen = activity::chosen(&lines, cue.person.as_deref(), room);
        // Dates and groups take tokens beside the lines.
        while !chosen.is_empty() {
            let text = activity_text(&chosen, room);
            let heading = format!("lately:\n{text}");
            let what = format!("{} lines", chosen.len());
            if !text.is_empty()
                && draft.add(Channel::Activity, &heading, &what, "happened lately", room + HEADING).is_some()
            {
                break;
            }
            room = room * 3 / 4;
            chosen = activity::chosen(&lines, cue.person.as_deref(), room);
        }
        if chosen.len() < lines.len() {
            draft.leave_out(Channel::Activity, format!("{} lines", lines.len() - chosen.len()), "no room");
        }
    }

    /// The memories that have to do with the message, and the line that says what they are a sample of.
    fn add_related(
        &self,
        draft: &mut BlockDraft,
        cue: &Cue,
        related: Option<&(Prompt, Recalled)>,
        room: usize,
    ) -> Result<Option<MemorySample>, Error> {
        let Some((prompt, recalled)) = related else { return Ok(None) };
        let now = cue.at.unwrap_or_else(|| self.engine.now());
        // What only refers back names nothing, and nothing more is found by it.
        let asked_with = prompt.earlier.last().unwrap_or(&cue.text);
        let unknown =
            if refers_back(&cue.text) { Vec::new() } else { self.engine.look(|r| self.unknown_words(r, &cue.text))? };
        let count = recalled.related_count.max(recalled.hits.len());
        let mut sample =
            MemorySample { shown: 0, related: count, span: recalled.span, unknown, query: query_of(asked_with) };
        // As long as the line can become.
        let line_tokens =
            token_count::estimate(&format!("({})", MemorySample { shown: count, ..sample.clone() }.line(now))) + 4;
        let budget = self.budget().with_tokens(room.saturating_sub(line_tokens));
        let MemoryBlock { portions, text } = MemoryBlock::within(recalled.shown(), budget);
        let inner = lines_of(&text);
        let mut ids = Vec::new();
        if !inner.is_empty() && draft.add(Channel::Related, inner, "", "", room).is_some() {
            let whole = draft.parts.pop().map_or(0, |part| part.tokens);
            let share = whole / portions.len().max(1);
            for portion in &portions {
                let why = if recalled.hits.iter().any(|hit| hit.memory.id == portion.memory.id) {
                    why_hit(prompt)
                } else {
                    "is connected with one that has"
                };
                let (channel, what) = (Channel::Related, portion.memory.handle.clone());
                draft.parts.push(PrimedPart { channel, what, why: why.to_owned(), tokens: share });
                ids.push(portion.memory.id);
            }
        }
        sample.shown = ids.len();
        let line = sample.line(now);
        if !line.is_empty() && (sample.shown > 0 || !sample.unknown.is_empty()) {
            draft.add(Channel::Related, &format!("({line})"), "sample", "says what is not shown", line_tokens);
        }
        if recalled.shown().count() > ids.len() {
            draft.leave_out(Channel::Related, (recalled.shown().count() - ids.len()).to_string(), "no room");
        }
        for gone in &recalled.gave_way {
            draft.leave_out(Channel::Related, gone.handle.as_str(), why_gone(gone.in_common));
        }
        if let Some(silence) = recalled.silence {
            draft.leave_out(Channel::Related, "all of it", why_silent(silence));
        }
        if cue.leaves_a_mark && !ids.is_empty() {
            self.note_recalled(prompt, recalled, &ids)?;
        }
        Ok((sample.related > 0 || !sample.unknown.is_empty()).then_some(sample))
    }
}

fn why_hit(prompt: &Prompt) -> &'static str {
    if prompt.earlier.is_empty() {
        "has to do with the message"
    } else {
        "has to do with the message and those before it, to which it refers back"
    }
}

fn why_gone(in_common: InCommon) -> &'static str {
    match in_common {
        InCommon::Thread => "half of what is shown is of its conversation",
        InCommon::Project => "half of what is shown is of its project",
    }
}

fn why_silent(silence: Silence) -> &'static str {
    match silence {
        Silence::NothingAsked => "nothing was asked",
        Silence::NothingKnown => "nothing is known yet",
        Silence::NothingRelevant => "nothing known has to do with the message",
    }
}
