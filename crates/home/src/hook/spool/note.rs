//! A note: that a session has something new.

use std::path::PathBuf;

use omoide_core::{MindName, Moment};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// That a session has something new.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Note {
    /// What happened.
    pub what: SpooledEvent,
    /// The session.
    pub session: String,
    /// The file that the host keeps of it.
    pub transcript: PathBuf,
    /// The folder that it works in.
    pub folder: Option<PathBuf>,
    /// How long that file was, if anybody could see it.
    #[serde(default)]
    pub length: Option<u64>,
    /// What the agent said last, where the transcript may not have it yet; without private parts and secrets.
    pub answer: Option<String>,
    /// How many characters that has, where it is left to the transcript.
    #[serde(default)]
    pub withheld: Option<u64>,
    /// Whose memory it is, where the folder does not say.
    #[serde(serialize_with = "name_of", deserialize_with = "mind_named")]
    pub mind: MindName,
    /// When.
    pub at: Moment,
}

/// What happened in a session.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SpooledEvent {
    /// The agent has answered.
    Answered,
    /// The context is about to be made shorter.
    Compacting,
    /// It is over.
    Ended,
}

fn name_of<S: Serializer>(mind: &MindName, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(mind.as_str())
}

fn mind_named<'de, D: Deserializer<'de>>(deserializer: D) -> Result<MindName, D::Error> {
    String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
}
