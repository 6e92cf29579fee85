//! A line of the audit log, and its print.

use omoide_core::Moment;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::keys::hex;
use crate::proof::proof;

/// A line of the log.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AuditLine {
    /// When.
    pub at: Moment,
    /// Which key; none for a person at the machine.
    pub key: Option<String>,
    /// The mind, if it was one's.
    pub mind: Option<String>,
    /// What was done.
    pub act: String,
    /// To what: ids, never texts.
    pub what: String,
    /// Its number, counted from 1; lines of earlier versions have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<u64>,
    /// The print of the line before.
    pub(super) before: String,
    /// The print of this one.
    pub(super) print: String,
}

/// What was done, for the log.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Act<'a> {
    /// Which key.
    pub key: Option<&'a str>,
    /// The mind.
    pub mind: Option<&'a str>,
    /// What was done.
    pub act: &'a str,
    /// To what.
    pub what: &'a str,
}

impl AuditLine {
    /// The line about an act that stands behind the line with the print `before`.
    pub(super) fn made(at: Moment, act: Act<'_>, number: u64, before: String, key: &[u8]) -> Self {
        let mut line = Self {
            at,
            key: act.key.map(str::to_owned),
            mind: act.mind.map(str::to_owned),
            act: act.act.to_owned(),
            what: act.what.to_owned(),
            number: Some(number),
            before,
            print: String::new(),
        };
        line.print = line.computed(key);
        line
    }

    pub(super) fn parse(text: &str) -> Option<Self> {
        serde_json::from_str(text).ok()
    }

    /// Whether its print is its own.
    pub(super) fn is_as_written(&self, key: &[u8]) -> bool {
        self.print == self.computed(key)
    }

    /// Its print. Earlier versions had no key and no number.
    fn computed(&self, key: &[u8]) -> String {
        let parts = (&self.at, &self.key, &self.mind, &self.act, &self.what, &self.before);
        let text = serde_json::to_string(&parts).expect("strings and times are always JSON");
        match self.number {
            Some(number) => proof(key, "audit", &[&number.to_be_bytes(), text.as_bytes()]),
            None => hex(&Sha256::digest(text.as_bytes())),
        }
    }
}
