//! Who asks: a key, or a person at the machine.
//!
//! A program of the person comes by the person's own socket. Where there is none, it proves on the loopback that it knows
//! the key that the server wrote down for it, and never sends it.

use hyper::header::{self, HeaderMap};
use omoide_core::MindName;
use tokio::time::Instant;

use super::App;
use super::listen::Entrance;
use crate::keys::{Right, StoredKey};
use crate::proof::{is_proof, proof};
use crate::rights::Operation;
use crate::{Code, Failure};

/// The header with what a proof is made over, which whoever asks chooses at random.
pub const NONCE: &str = "omoide-nonce";

/// The header with the proof of whoever asks.
pub const PROOF: &str = "omoide-proof";

/// The proof by which a program of the person asks for a path.
pub fn hook_proof(key: &str, nonce: &str, path: &str) -> String {
    proof(key.as_bytes(), "hook", &[nonce.as_bytes(), path.as_bytes()])
}

/// What whoever asks may do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Caller(Identity);

#[derive(Clone, PartialEq, Eq, Debug)]
enum Identity {
    /// Someone on this machine, where nobody needs a key.
    Anyone,
    /// A program of the person that the server belongs to.
    Own,
    /// Whoever has this key.
    Holder(StoredKey),
}

impl Caller {
    /// Before it is known who asks.
    pub fn of_anyone() -> Self {
        Self(Identity::Anyone)
    }

    fn key(&self) -> Option<&StoredKey> {
        match &self.0 {
            Identity::Holder(key) => Some(key),
            Identity::Anyone | Identity::Own => None,
        }
    }

    /// The id of the key; none for a person at the machine.
    pub fn key_id(&self) -> Option<&str> {
        self.key().map(|key| key.id.as_str())
    }

    /// Refuses who was let in before and would not be now: their key is revoked, or keys are needed since.
    pub fn demand_still(&self, app: &App) -> Result<(), Failure> {
        let is_still = match &self.0 {
            Identity::Own => true,
            Identity::Anyone => is_open(app)?,
            Identity::Holder(key) => {
                app.keys.all().map_err(unreadable)?.iter().any(|known| known.id == key.id && known.is_good())
            }
        };
        if is_still { Ok(()) } else { Err(unauthorized(app, "the key was revoked")) }
    }

    /// What they have; a person at the machine has everything.
    pub fn right(&self) -> Right {
        self.key().map_or(Right::Admin, |key| key.right)
    }

    /// Refuses who has less than what the operation needs.
    pub fn demand(&self, operation: Operation) -> Result<(), Failure> {
        let right = operation.right();
        match self.key() {
            Some(key) if key.right < right => {
                let detail = format!("this needs the right \"{}\", the key has \"{}\"", right.name(), key.right.name());
                Err(Failure::new(Code::Forbidden, detail))
            }
            _ => Ok(()),
        }
    }

    /// Whether their recalls leave marks: a mark is a change.
    pub fn leaves_marks(&self) -> bool {
        self.right() >= Operation::Change.right()
    }

    /// The names of the minds that they may see; none means all.
    pub fn minds(&self) -> &[String] {
        self.key().map(|key| key.minds.as_slice()).unwrap_or_default()
    }

    /// Whether they may see all minds.
    pub fn may_see_all(&self) -> bool {
        self.key().is_none_or(|key| key.minds.is_empty())
    }

    /// Whether the mind is among those that they may see.
    pub fn may_see(&self, mind: &MindName) -> bool {
        self.key().is_none_or(|key| key.is_for(mind))
    }

    /// Refuses who may not see all minds.
    pub fn demand_all_minds(&self) -> Result<(), Failure> {
        if self.may_see_all() { Ok(()) } else { Err(Failure::new(Code::Forbidden, "the key does not allow all minds")) }
    }

    /// Refuses a mind that they may not see. Whether it exists is not told.
    pub fn demand_mind(&self, mind: &MindName) -> Result<(), Failure> {
        if self.may_see(mind) {
            return Ok(());
        }
        Err(Failure::new(Code::Forbidden, format!("the key does not allow the mind \"{mind}\"")))
    }

    /// The mind that is meant where none is named: the only one of the key, or the usual one.
    pub fn usual_mind(&self, usual: &MindName) -> Result<MindName, Failure> {
        let minds = self.minds();
        if minds.is_empty() || minds.iter().any(|name| name == usual.as_str()) {
            return Ok(usual.clone());
        }
        match minds {
            [only] => only.parse().map_err(|_| Failure::ours(Code::Internal, "the key names an invalid mind")),
            _ => Err(Failure::new(Code::BadRequest, "the key allows several minds: name one")),
        }
    }
}

/// Who sent a request.
pub fn of(app: &App, entrance: Entrance, path: &str, headers: &HeaderMap) -> Result<Caller, Failure> {
    if entrance == Entrance::OwnSocket || has_proof(app, path, headers) {
        return Ok(Caller(Identity::Own));
    }
    // Where nobody has a key, one that is sent means nothing: some clients cannot do without.
    if is_open(app)? {
        return Ok(Caller(Identity::Anyone));
    }
    let Some(text) = presented(headers) else {
        return Err(unauthorized(app, "send a key: Authorization: Bearer omo_…"));
    };
    let Some(key) = app.keys.check(text).map_err(unreadable)? else {
        return Err(unauthorized(app, "the key is unknown or was revoked"));
    };
    if let Some(most) = key.requests_per_minute
        && !app.rates.allows(&key.id, most, Instant::now())
    {
        return Err(Failure::new(Code::RateLimited, format!("the key may send {most} requests a minute")));
    }
    Ok(Caller(Identity::Holder(key)))
}

fn has_proof(app: &App, path: &str, headers: &HeaderMap) -> bool {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let (Some(key), Some(nonce), Some(given)) = (&app.settings.local_key, text(NONCE), text(PROOF)) else {
        return false;
    };
    is_proof(given, key.as_bytes(), "hook", &[nonce.as_bytes(), path.as_bytes()])
}

/// Whether everyone on this machine may ask.
fn is_open(app: &App) -> Result<bool, Failure> {
    let may_be = app.settings.listen.ip().is_loopback() && !app.settings.needs_key;
    Ok(may_be && app.keys.is_open().map_err(unreadable)?)
}

fn unreadable(error: std::io::Error) -> Failure {
    Failure::ours(Code::Internal, format!("the keys cannot be read: {error}"))
}

/// The refusal of who has no good key, which says what to do where nobody has one.
fn unauthorized(app: &App, detail: &str) -> Failure {
    let has_keys = app.keys.has_good_ones().unwrap_or(true);
    let nobody = "all keys were revoked, so the server answers nobody; on its machine, run: omoide keys create NAME";
    Failure::new(Code::Unauthorized, if has_keys { detail } else { nobody })
}

/// The key in a request: as most programs send it, as mem0's client does, or in a header of its own.
fn presented(headers: &HeaderMap) -> Option<&str> {
    if let Some(given) = headers.get("x-api-key") {
        return Some(given.to_str().unwrap_or_default().trim());
    }
    let given = headers.get(header::AUTHORIZATION)?.to_str().unwrap_or_default();
    let (scheme, key) = given.trim().split_once(' ').unwrap_or(("", given));
    ["bearer", "token"].contains(&scheme.to_ascii_lowercase().as_str()).then(|| key.trim()).or(Some(""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_found_in_every_header_that_is_used_for_it() {
        let find = |name: &'static str, value: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(name, value.parse().expect("a value"));
            presented(&headers).map(str::to_owned)
        };
        assert_eq!(find("authorization", "Bearer omo_1").as_deref(), Some("omo_1"));
        assert_eq!(find("authorization", "token omo_1").as_deref(), Some("omo_1"));
        assert_eq!(find("x-api-key", " omo_1 ").as_deref(), Some("omo_1"));
        // What is given but cannot be read is a wrong key, not none.
        assert_eq!(find("authorization", "Basic abc").as_deref(), Some(""));
        assert_eq!(presented(&HeaderMap::new()), None);
    }
}
