//! The channels of the turn block, asked beside whoever waits for them.

use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use omoide_core::ActivityLine;
use omoide_core::ports::StoreError;
use omoide_language::message::MessageType;

use super::person::KnownPerson;
use super::skills::FittingSkill;
use super::{Channel, Cue, LeftOut};
use crate::{Error, Mind, Prompt, Recalled};

/// What a channel found.
pub(super) enum Found {
    Person(Option<KnownPerson>),
    /// The oldest first.
    Activity(Vec<ActivityLine>),
    Related(Box<(Prompt, Recalled)>),
    /// The best first.
    Skills(Vec<FittingSkill>),
}

/// What all channels found in time.
#[derive(Default)]
pub(super) struct FoundInTime {
    pub person: Option<KnownPerson>,
    pub activity: Vec<ActivityLine>,
    pub related: Option<(Prompt, Recalled)>,
    pub skills: Vec<FittingSkill>,
    /// The channels that were late or failed.
    pub missing: Vec<LeftOut>,
    /// How long each of the others took.
    pub times: Vec<(Channel, Duration)>,
}

/// What one channel does.
type Ask = fn(&Mind<'_>, &Cue) -> Result<Found, Error>;

/// The channels by the thread that asks them. Those that read the store share a thread and so a connection: opening a second one
/// costs a cold process as much as they do. What takes longest of them comes last.
const HANDS: [&[(Channel, Ask)]; 2] = [
    &[
        (Channel::Person, |mind, cue| Ok(Found::Person(mind.known_person(cue)?))),
        (Channel::Activity, |mind, cue| Ok(Found::Activity(mind.happened_lately(cue)?))),
        (Channel::Related, |mind, cue| mind.related_to(cue)),
    ],
    &[(Channel::Skills, |_, cue| Ok(Found::Skills(super::skills::fitting(cue))))],
];

impl Mind<'_> {
    /// Asks all channels that the message is for, and takes what is there by the deadline. A channel that fails is left out;
    /// where there is no store, all would be.
    #[expect(clippy::disallowed_methods, reason = "a deadline is for whoever waits, whatever the engine's clock says")]
    pub(super) fn ask_channels(&self, cue: &Cue, kind: MessageType) -> Result<FoundInTime, Error> {
        let deadline = Instant::now() + Duration::from_millis(self.parameters().prime.deadline_ms.into());
        let (sender, answers) = channel();
        let cue = Arc::new(cue.clone());
        let mut waited_for: Vec<Channel> = Vec::new();
        let mut found = FoundInTime::default();
        for hand in HANDS {
            let asked: Vec<(Channel, Ask)> =
                hand.iter().filter(|(one, _)| is_asked(*one, &cue, kind)).copied().collect();
            if asked.is_empty() {
                continue;
            }
            let channels: Vec<Channel> = asked.iter().map(|(one, _)| *one).collect();
            let (engine, name, cue) = (self.engine.clone(), self.name.clone(), Arc::clone(&cue));
            let answers = Sender::clone(&sender);
            let work = move || {
                let mind = engine.mind(name);
                for (one, ask) in asked {
                    let begun = Instant::now();
                    let answer = ask(&mind, &cue);
                    // Whoever asked may have gone on without.
                    let _ = answers.send((one, answer, begun.elapsed()));
                }
            };
            match thread::Builder::new().name("priming".to_owned()).spawn(work) {
                Ok(_) => waited_for.extend(channels),
                Err(error) => {
                    let why = format!("it could not be asked: {error}");
                    found.missing.extend(channels.into_iter().map(|one| all_of(one, &why)));
                }
            }
        }
        drop(sender);
        while !waited_for.is_empty() {
            let left = deadline.saturating_duration_since(Instant::now());
            let Ok((one, answer, time)) = answers.recv_timeout(left) else { break };
            waited_for.retain(|other| *other != one);
            found.times.push((one, time));
            match answer {
                Ok(Found::Person(person)) => found.person = person,
                Ok(Found::Activity(lines)) => found.activity = lines,
                Ok(Found::Related(related)) => found.related = Some(*related),
                Ok(Found::Skills(skills)) => found.skills = skills,
                Err(error @ Error::Store(StoreError::Missing { .. })) => return Err(error),
                Err(error) => found.missing.push(all_of(one, &error.to_string())),
            }
        }
        let late = match Instant::now() < deadline {
            true => "it failed".to_owned(),
            false => format!("it took longer than {} ms", self.parameters().prime.deadline_ms),
        };
        found.missing.extend(waited_for.into_iter().map(|one| all_of(one, &late)));
        Ok(found)
    }

    fn related_to(&self, cue: &Cue) -> Result<Found, Error> {
        let prompt = cue.prompt(self.messages_referred_to(cue)?);
        let recalled = self.recall(&prompt)?;
        Ok(Found::Related(Box::new((prompt, recalled))))
    }
}

fn all_of(channel: Channel, why: &str) -> LeftOut {
    LeftOut { channel, what: "all of it".to_owned(), why: why.to_owned() }
}

/// Whether a channel has to do with the message at all.
fn is_asked(channel: Channel, cue: &Cue, kind: MessageType) -> bool {
    match channel {
        Channel::Related => !cue.text.trim().is_empty(),
        Channel::Skills => !cue.skills.is_empty() && kind != MessageType::Greeting && !cue.text.trim().is_empty(),
        _ => true,
    }
}
