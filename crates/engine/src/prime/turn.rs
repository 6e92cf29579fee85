//! The turn block: what stands last in a prompt.
//!
//! All channels stand in one block, so that whatever they hold stays inside it and is taken out again as a whole.

use omoide_core::formulas::channel_budget::ChannelTokens;
use omoide_core::{MemoryId, fold};
use omoide_language::message::MessageType;
use omoide_language::{embedding, people, token_count};

use super::activity::RankedLines;
use super::channels::FoundInTime;
use super::draft::{BlockDraft, FRAME};
use super::person::KnownPerson;
use super::sample::{MemorySample, query_of};
use super::{Channel, Cue, PrimedBlock};
use crate::{InCommon, MemoryBlock, Mind, Prompt, Recalled, Silence, activity_text};

/// The tokens of a heading.
const HEADING: usize = 4;
/// Words with this cosine are of like meaning: "doctor" and "hospital" have 0.47, "dog" and "garden" -0.02. So many words of a
/// memory are compared.
const LIKE_MEANING: f32 = 0.36;
const WORDS_LIKENED: usize = 200;

impl Mind<'_> {
    /// Writes down what the channels found, within their shares.
    pub(super) fn turn_block(
        &self,
        (cue, kind): (&Cue, MessageType),
        found: &FoundInTime,
        unknown: &[String],
        (most, shares): (usize, ChannelTokens),
    ) -> (PrimedBlock, Option<MemorySample>) {
        let mut draft = BlockDraft::of(most);
        add_missing(&mut draft, found);
        let mut spare = 0;
        let share = shares.person as usize;
        spare += share - add_person(&mut draft, found.person.as_ref(), share).min(share);
        let share = shares.skills as usize;
        let skills = found.skills.iter().map(|one| (one.line(), one.skill.pointer.clone(), one.why.clone()));
        spare += share - draft.add_list(Channel::Skills, "how:", skills, share).min(share);
        // Memories come before what happened lately is chosen, since they may take what others leave.
        let own = shares.activity as usize;
        let room = (shares.related as usize + spare).min(draft.left());
        let mut related = BlockDraft::of(draft.left() + FRAME);
        let sample = self.add_related(&mut related, (cue, kind), found, unknown, room);
        let used = related.used_inside();
        let room = (own + (room - used.min(room))).min(draft.left().saturating_sub(used));
        let told: Vec<MemoryId> = related.memories.iter().map(|memory| memory.id).collect();
        add_activity(&mut draft, cue, found, &told, room);
        draft.append(related);
        (draft.finished(), sample)
    }

    /// The memories that have to do with the message, and the line that says what they are a sample of.
    fn add_related(
        &self,
        draft: &mut BlockDraft,
        (cue, kind): (&Cue, MessageType),
        found: &FoundInTime,
        unknown: &[String],
        room: usize,
    ) -> Option<MemorySample> {
        let (prompt, recalled) = found.related.as_ref()?;
        let now = cue.at.unwrap_or_else(|| self.engine.now());
        // What only refers back names nothing more to ask with.
        let asked_with = prompt.earlier.last().unwrap_or(&cue.text);
        let count = recalled.related_count.max(recalled.hits.len());
        let mut sample = MemorySample {
            shown: 0,
            related: count,
            span: recalled.span,
            unknown: not_told(unknown, asked_with, recalled),
            query: query_of(asked_with),
        };
        // As long as the line can become: where some are not shown, it says how to ask for them.
        let tokens_with = |shown: usize| {
            let line = MemorySample { shown, ..sample.clone() }.line(now);
            token_count::estimate(&format!("({line})"))
        };
        let line_tokens = tokens_with(0).max(tokens_with(count)) + 4;
        let most = room.saturating_sub(line_tokens).min(self.budget().tokens);
        let block = MemoryBlock::within(recalled.shown(), self.budget().with_tokens(most));
        sample.shown = draft.add_memories(&block, room, |memory| {
            let is_hit = recalled.hits.iter().any(|hit| hit.memory.id == memory.id);
            (Channel::Related, if is_hit { why_hit(prompt) } else { "is connected with one that has" })
        });
        let line = sample.line(now);
        // Of an order nobody expects that it is about something known, and what was shown before may tell of it in other words.
        let is_asked = kind == MessageType::Question && !sample.unknown.is_empty() && !recalled.has_shown_before;
        if !line.is_empty() && (sample.shown > 0 || is_asked) {
            draft.add(Channel::Related, &format!("({line})"), "sample", "says what is not shown", line_tokens);
        }
        let left = recalled.shown().count() - sample.shown;
        if left > 0 {
            draft.leave_out(Channel::Related, left.to_string(), "no room");
        }
        for gone in &recalled.gave_way {
            draft.leave_out(Channel::Related, gone.handle.as_str(), why_gone(gone.in_common));
        }
        if let Some(silence) = recalled.silence {
            draft.leave_out(Channel::Related, "all of it", why_silent(silence));
        }
        (sample.related > 0 || !sample.unknown.is_empty()).then_some(sample)
    }
}

/// Those of the words of a message of which no memory tells that is shown: perhaps in another script, as Riko may be there as
/// 莉子, or in a word of like meaning, as who is told of SQLite is told of a database. One name is like another and tells nothing of it.
fn not_told(unknown: &[String], message: &str, recalled: &Recalled) -> Vec<String> {
    let names: Vec<String> = people::names(message).iter().map(|name| fold(name)).collect();
    let has_kana_or_kanji = |text: &str| text.chars().any(|c| c >= '\u{3040}');
    let may_tell = |word: &String| {
        let is_name = names.iter().any(|name| name.contains(&fold(word)));
        recalled.shown().any(|shown| {
            let text = shown.memory.text.joined();
            let is_near = || embedding::nearest(word, &text, WORDS_LIKENED) >= LIKE_MEANING;
            has_kana_or_kanji(&text) != has_kana_or_kanji(word) || !is_name && is_near()
        })
    };
    unknown.iter().filter(|word| !may_tell(word)).cloned().collect()
}

/// Names the channels that are missing, also to the agent: it can still ask for what they would have said.
fn add_missing(draft: &mut BlockDraft, found: &FoundInTime) {
    draft.left_out.extend(found.missing.iter().cloned());
    let Some(first) = found.missing.first() else { return };
    let names: Vec<&str> = found.missing.iter().map(|left| left.channel.name()).collect();
    let line = format!("(left out this time: {})", names.join(", "));
    draft.add(first.channel, &line, "missing", "was not ready", usize::MAX);
}

fn add_person(draft: &mut BlockDraft, person: Option<&KnownPerson>, room: usize) -> usize {
    let Some(person) = person else { return 0 };
    let before = draft.used;
    let quotes = person
        .lasting
        .iter()
        .map(|quote| (KnownPerson::quote(quote), quote.2.clone(), "lasts about the person".to_owned()));
    let title = format!("who: {}", person.heading_with_counts());
    draft.add_titled_list(Channel::Person, &title, &person.name, quotes, room);
    draft.used - before
}

/// What happened lately, but for what the memories tell.
fn add_activity(draft: &mut BlockDraft, cue: &Cue, found: &FoundInTime, told: &[MemoryId], room: usize) {
    let is_new = |id: MemoryId| !told.contains(&id);
    let lines: Vec<_> = found.activity.iter().filter(|line| line.memory.is_none_or(is_new)).cloned().collect();
    let mut room = room.saturating_sub(HEADING);
    let ranked = RankedLines::of(&lines, cue.person.as_deref());
    let mut chosen = ranked.within(room);
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
        chosen = ranked.within(room);
    }
    if chosen.len() < lines.len() {
        draft.leave_out(Channel::Activity, format!("{} lines", lines.len() - chosen.len()), "no room");
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
