//! Keys: who may ask, for what, of which minds. Only prints of them are kept.
//!
//! They are a file of their own beside the store, readable by its owner only. A server notices when it changes, so a
//! key that was revoked is refused from the next request on.
//!
//! A server without keys answers everyone on its machine. That holds only where there never was a key: the first one
//! leaves a mark in another file, so neither a revocation nor a lost file of keys opens the server.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::SystemTime;

use omoide_core::{MindName, Moment};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use crate::replace::replace;

/// What every key begins with.
const MARK: &str = "omo";

/// The file that says that there was a key. Its name begins otherwise than that of the keys: whoever deletes those by a
/// pattern does not take it with them.
const CLOSED: &str = "server.needs-key";

/// What stands in it, for whoever looks.
const CLOSED_TEXT: &str = "There was a key for this memory, so its server answers nobody who has none.\n\
                           To let everyone on this machine ask again: omoide keys open\n";

/// What a key allows; each allows what those before it do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Right {
    /// To look and to recall.
    Read,
    /// To remember, change and erase memories too.
    Write,
    /// To run nights and to see the configuration too.
    Admin,
}

impl Right {
    /// All rights, the least first.
    pub const ALL: [Self; 3] = [Self::Read, Self::Write, Self::Admin];

    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Write => "write",
            Self::Admin => "admin",
        }
    }

    /// The right called `name`.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|right| right.name() == name)
    }
}

/// A key, as it is kept.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StoredKey {
    /// Its public part, by which it is listed and revoked.
    pub id: String,
    /// What a person calls it.
    pub name: String,
    /// What it allows.
    pub right: Right,
    /// Of which minds; none named means all.
    pub minds: Vec<String>,
    /// How many requests it may make a minute; as many as it likes if not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub requests_per_minute: Option<u32>,
    /// When it was made.
    pub created_at: Moment,
    /// Since when it is no longer good.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub revoked_at: Option<Moment>,
    /// The print of the whole key.
    sha256: String,
}

impl StoredKey {
    /// Whether it is still good.
    pub fn is_good(&self) -> bool {
        self.revoked_at.is_none()
    }

    /// Whether it is for that mind.
    pub fn is_for(&self, mind: &MindName) -> bool {
        self.minds.is_empty() || self.minds.iter().any(|name| name == mind.as_str())
    }
}

/// A key to be made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewKey {
    /// What a person calls it.
    pub name: String,
    /// What it allows.
    pub right: Right,
    /// Of which minds; none named means all.
    pub minds: Vec<MindName>,
    /// How many requests it may make a minute.
    pub requests_per_minute: Option<u32>,
}

/// The keys of an installation.
#[derive(Debug)]
pub struct Keyring {
    path: PathBuf,
    closed: PathBuf,
    /// Whether there was a key at any time since this was made.
    has_seen_keys: AtomicBool,
    read: Mutex<Option<(Stamp, Vec<StoredKey>)>>,
}

/// By what it is known that a file has not changed.
type Stamp = (Option<SystemTime>, u64);

#[derive(Default, Serialize, Deserialize)]
struct KeyFile {
    keys: Vec<StoredKey>,
}

impl Keyring {
    /// The keys of the installation whose data are in that folder.
    pub fn below(folder: &Path) -> Self {
        Self {
            path: folder.join("keys.json"),
            closed: folder.join(CLOSED),
            has_seen_keys: AtomicBool::new(false),
            read: Mutex::new(None),
        }
    }

    /// All keys, revoked ones too, in the order in which they were made.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn all(&self) -> io::Result<Vec<StoredKey>> {
        let stamp = match fs::metadata(&self.path) {
            Ok(found) => (found.modified().ok(), found.len()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => (None, 0),
            Err(error) => return Err(error),
        };
        let mut read = self.read.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some((seen, keys)) = &*read
            && *seen == stamp
        {
            return Ok(keys.clone());
        }
        let keys = self.load()?.keys;
        *read = Some((stamp, keys.clone()));
        Ok(keys)
    }

    /// Whether there is a key that is good.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn has_good_ones(&self) -> io::Result<bool> {
        Ok(self.all()?.iter().any(StoredKey::is_good))
    }

    /// Whether everyone on this machine may ask, because there never was a key. Who has seen a key once says no for good.
    ///
    /// # Errors
    /// When a file cannot be read.
    pub fn is_open(&self) -> io::Result<bool> {
        if self.has_seen_keys.load(Ordering::Relaxed) {
            return Ok(false);
        }
        let has_keys = !self.all()?.is_empty() || self.closed.try_exists()?;
        if has_keys {
            self.has_seen_keys.store(true, Ordering::Relaxed);
        }
        Ok(!has_keys)
    }

    /// Leaves the mark where there are keys and none yet: an earlier version left none.
    ///
    /// # Errors
    /// When a file cannot be read or written.
    pub fn close_if_there_are_keys(&self) -> io::Result<()> {
        if self.is_open()? { Ok(()) } else { self.close() }
    }

    /// Forgets the revoked keys and that there were any: a server that is started from now on answers everyone on this
    /// machine. False, and nothing is done, while a key is good.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn open(&self) -> io::Result<bool> {
        let has_opened = self.change(|keys| {
            let can_open = keys.iter().all(|key| !key.is_good());
            if can_open {
                keys.clear();
            }
            Ok(can_open)
        })?;
        if has_opened {
            match fs::remove_file(&self.closed) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
        Ok(has_opened)
    }

    fn close(&self) -> io::Result<()> {
        if self.closed.try_exists()? {
            return Ok(());
        }
        let mut file = owners_file(&self.closed)?;
        file.write_all(CLOSED_TEXT.as_bytes())?;
        file.sync_all()
    }

    /// Makes a key. The second is what is handed out, and is kept nowhere.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn create(&self, new: NewKey, now: Moment) -> io::Result<(StoredKey, String)> {
        self.change(|keys| {
            // Before the key: between the two, the server answers nobody rather than everyone.
            self.close()?;
            let id = loop {
                let id = random_hex::<4>();
                if keys.iter().all(|key| key.id != id) {
                    break id;
                }
            };
            let text = format!("{MARK}_{id}_{}", random_hex::<32>());
            let key = StoredKey {
                id,
                name: new.name.clone(),
                right: new.right,
                minds: new.minds.iter().map(ToString::to_string).collect(),
                requests_per_minute: new.requests_per_minute,
                created_at: now,
                revoked_at: None,
                sha256: print(&text),
            };
            keys.push(key.clone());
            Ok((key, text))
        })
    }

    /// Revokes the key with that id or name; none when there is none that is good.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn revoke(&self, reference: &str, now: Moment) -> io::Result<Option<StoredKey>> {
        self.change(|keys| {
            let is_meant = |key: &&mut StoredKey| key.is_good() && (key.id == reference || key.name == reference);
            let Some(key) = keys.iter_mut().find(is_meant) else { return Ok(None) };
            key.revoked_at = Some(now);
            Ok(Some(key.clone()))
        })
    }

    /// Lets keys for a mind follow it to another name; returns the ids of those that do.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn rename_mind(&self, old: &MindName, new: &MindName) -> io::Result<Vec<String>> {
        let names_it = |key: &StoredKey| key.minds.iter().any(|name| name == old.as_str());
        if !self.all()?.iter().any(names_it) {
            return Ok(Vec::new());
        }
        self.change(|keys| {
            let mut followed = Vec::new();
            for key in keys.iter_mut().filter(|key| names_it(key)) {
                key.minds.iter_mut().filter(|name| *name == old.as_str()).for_each(|name| *name = new.to_string());
                followed.push(key.id.clone());
            }
            Ok(followed)
        })
    }

    /// The ids of the good keys that are for that mind and no other.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn only_for(&self, mind: &MindName) -> io::Result<Vec<String>> {
        let is_for_it = |key: &StoredKey| key.is_good() && key.minds.as_slice() == [mind.as_str()];
        Ok(self.all()?.into_iter().filter(is_for_it).map(|key| key.id).collect())
    }

    /// The key that was presented, if it is one of ours and good.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn check(&self, presented: &str) -> io::Result<Option<StoredKey>> {
        let keys = self.all()?;
        let given = print(presented);
        // All prints are compared, each to its end, so that the time tells nothing of how near a guess was.
        let mut found = None;
        for key in keys.iter().filter(|key| key.is_good()) {
            if bool::from(key.sha256.as_bytes().ct_eq(given.as_bytes())) {
                found = Some(key.clone());
            }
        }
        Ok(found)
    }

    fn load(&self) -> io::Result<KeyFile> {
        match fs::read_to_string(&self.path) {
            Ok(text) => serde_json::from_str(&text).map_err(io::Error::other),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(KeyFile::default()),
            Err(error) => Err(error),
        }
    }

    /// Changes the keys as a whole, while others who want to wait.
    fn change<T>(&self, change: impl FnOnce(&mut Vec<StoredKey>) -> io::Result<T>) -> io::Result<T> {
        let folder = self.path.parent().unwrap_or(Path::new("."));
        create_folder(folder)?;
        let lock = owners_file(&self.path.with_extension("lock"))?;
        lock.lock()?;
        let mut kept = self.load()?;
        let changed = change(&mut kept.keys)?;
        replace(&self.path, serde_json::to_string_pretty(&kept).map_err(io::Error::other)?.as_bytes())?;
        *self.read.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = None;
        Ok(changed)
    }
}

/// Makes a folder that only its owner may look into.
fn create_folder(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// A file that only its owner may read, made if it is not there, to be appended to.
pub(crate) fn owners_file(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.create(true).append(true).read(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// As many random bytes, in hexadecimal.
pub(crate) fn random_hex<const BYTES: usize>() -> String {
    let mut bytes = [0; BYTES];
    getrandom::fill(&mut bytes).expect("the machine has a source of chance");
    hex(&bytes)
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn print(text: &str) -> String {
    hex(&Sha256::digest(text.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn now() -> Moment {
        "2026-03-01T12:00:00+09:00".parse().expect("a time")
    }

    fn new(name: &str, right: Right, minds: &[&str]) -> NewKey {
        let minds = minds.iter().map(|name| name.parse().expect("a name")).collect();
        NewKey { name: name.to_owned(), right, minds, requests_per_minute: None }
    }

    #[test]
    fn a_key_is_known_until_it_is_revoked_and_is_kept_nowhere() {
        let folder = tempfile::tempdir().expect("a folder");
        let ring = Keyring::below(folder.path());
        assert!(!ring.has_good_ones().expect("read"));
        let (key, text) = ring.create(new("laptop", Right::Write, &["rex"]), now()).expect("made");
        let (_, other) = ring.create(new("phone", Right::Read, &[]), now()).expect("made");
        let kept = fs::read_to_string(folder.path().join("keys.json")).expect("the file");
        assert!(!kept.contains(&text) && !kept.contains(text.rsplit('_').next().expect("a secret")));
        // Another process, with a ring of its own.
        let server = Keyring::below(folder.path());
        assert_eq!(server.check(&text).expect("read").map(|key| key.id), Some(key.id.clone()));
        assert!(key.is_for(&"rex".parse().expect("a name")) && !key.is_for(&MindName::default()));
        for wrong in ["", "omo_", &text[..text.len() - 1], &text.to_uppercase(), &format!("{text} ")] {
            assert_eq!(server.check(wrong).expect("read"), None, "{wrong}");
        }
        assert!(ring.revoke("laptop", now()).expect("revoked").is_some());
        assert_eq!(server.check(&text).expect("read"), None);
        assert!(server.check(&other).expect("read").is_some());
        assert!(ring.revoke("laptop", now()).expect("asked").is_none());
    }

    #[cfg(unix)]
    #[test]
    fn only_the_owner_may_read_the_file() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().expect("a folder");
        Keyring::below(folder.path()).create(new("x", Right::Admin, &[]), now()).expect("made");
        for name in ["keys.json", "keys.lock", CLOSED] {
            let mode = fs::metadata(folder.path().join(name)).expect("a file").permissions().mode();
            assert_eq!(mode & 0o077, 0, "{name}");
        }
    }

    #[test]
    fn keys_made_at_once_are_all_there() {
        let folder = tempfile::tempdir().expect("a folder");
        std::thread::scope(|scope| {
            for number in 0..8 {
                let ring = Keyring::below(folder.path());
                scope.spawn(move || ring.create(new(&number.to_string(), Right::Read, &[]), now()).expect("made"));
            }
        });
        assert_eq!(Keyring::below(folder.path()).all().expect("read").len(), 8);
    }

    #[test]
    fn rights_contain_those_before_them() {
        assert!(Right::Admin > Right::Write && Right::Write > Right::Read);
        assert!(Right::ALL.iter().all(|right| Right::named(right.name()) == Some(*right)));
    }
}
