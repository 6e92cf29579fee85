//! A hook through the server that runs for the same store: warm, and at once given up where anything is odd.
//!
//! A server that was killed leaves its file behind, and another program may listen at its address by then. So a hook
//! goes by the socket in the folder of the data, which is the person's alone. Where the server has none, the hook
//! goes by the loopback, lets the server prove that it knows the key in the file, and only then says what was asked. The
//! key itself is never sent. Whatever comes back is printed only if it is what a hook may print.

use std::fs;
use std::io::Write;
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};

use omoide_server::http::{
    HookRoutes, NONCE, PROOF, ProvenAnswer, ServerProof, answer_proof, hook_proof, server_proof,
};
use serde::{Deserialize, Serialize};

use super::event::HookWord;
use super::exchange::{Exchange, TO_CONNECT};
use super::wire::Sent;
use super::{HookRun, Start, server_answer};
use crate::{Home, ownership};

/// The file in which a server tells where it is.
const FILE: &str = "server.json";

/// Where a server is.
#[derive(PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Whereabouts {
    /// The store that it serves.
    pub store: PathBuf,
    /// How it is reached.
    pub way: ServerWay,
}

/// How a server is reached.
#[derive(PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ServerWay {
    /// By a socket in the folder of the data, which has this name.
    Socket(String),
    /// By the loopback, with a key that both sides prove to know.
    Loopback {
        /// Where it listens.
        address: SocketAddr,
        /// A key that is good as long as the server runs.
        key: String,
    },
}

impl Whereabouts {
    /// Tells it to those who may read the folder; when the value is dropped, it is forgotten again.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn tell(self, folder: &Path) -> std::io::Result<Announced> {
        // Files made by tempfile are readable by their owner only.
        let mut file = tempfile::NamedTempFile::new_in(folder)?;
        file.write_all(&serde_json::to_vec(&self)?)?;
        file.persist(folder.join(FILE)).map_err(|error| error.error)?;
        Ok(Announced { folder: folder.to_owned(), told: self })
    }

    fn read(folder: &Path) -> Option<Self> {
        serde_json::from_slice(&fs::read(folder.join(FILE)).ok()?).ok()
    }
}

/// A server's whereabouts, as long as it runs.
pub struct Announced {
    folder: PathBuf,
    told: Whereabouts,
}

impl Drop for Announced {
    fn drop(&mut self) {
        // Another server may have come since.
        if Whereabouts::read(&self.folder).is_some_and(|here| here == self.told) {
            let _ = fs::remove_file(self.folder.join(FILE));
        }
    }
}

/// What the server answers; none when it is to be done without one.
pub(super) fn ask(hook: &HookRun, word: HookWord, sent: &[u8]) -> Option<Option<String>> {
    let home = &hook.home;
    let is_plain = home.sources.flags.is_empty() && home.environment.text("OMOIDE_NOW").is_none();
    if !is_plain || !matches!(word, HookWord::SessionStart | HookWord::UserPromptSubmit) {
        return None;
    }
    let server = Whereabouts::read(&home.data_dir)?;
    // Who can write into the folder can be any server.
    let is_trusted = ownership::is_ours_alone(&home.data_dir.join(FILE)) && ownership::is_not_writable(&home.data_dir);
    if server.store != home.store_path() || !is_trusted {
        return None;
    }
    let answer = match &server.way {
        ServerWay::Socket(name) => by_socket(hook, name, word, sent)?,
        ServerWay::Loopback { address, key } => by_loopback(hook, *address, key, word, sent)?,
    };
    let printed = answer.and_then(|answer| server_answer::printed(word, &answer));
    if printed.is_none() {
        // It may have noted as shown what never arrived.
        hook.is_unsure_of_shown.set(true);
    }
    printed
}

/// The answer by the person's own socket; the outer none when nobody was asked, the inner one when no answer came.
#[cfg(unix)]
fn by_socket(hook: &HookRun, name: &str, word: HookWord, sent: &[u8]) -> Option<Option<String>> {
    let path = hook.home.data_dir.join(name);
    let is_plain = Path::new(name).file_name().is_some_and(|file| file == name);
    if !is_plain || !ownership::is_own_socket(&path) {
        return None;
    }
    let mut exchange = Exchange::over(std::os::unix::net::UnixStream::connect(path).ok()?);
    Some(exchange.post(&path_of(word), &[("omoide-mind", hook.home.mind.as_str())], sent))
}

#[cfg(not(unix))]
fn by_socket(_: &HookRun, _: &str, _: HookWord, _: &[u8]) -> Option<Option<String>> {
    None
}

/// The same by the loopback, from a server that has proved itself.
fn by_loopback(hook: &HookRun, address: SocketAddr, key: &str, word: HookWord, sent: &[u8]) -> Option<Option<String>> {
    let nonce = random_nonce()?;
    let mut exchange = Exchange::over(TcpStream::connect_timeout(&address, TO_CONNECT).ok()?);
    let shown: ServerProof = serde_json::from_str(&exchange.get("/hooks/proof", &[(NONCE, &nonce)])?).ok()?;
    if shown.proof != server_proof(key, &nonce) {
        return None;
    }
    let (path, mind) = (path_of(word), hook.home.mind.as_str());
    let proof = hook_proof(key, &nonce, &path);
    let headers = [("omoide-mind", mind), (NONCE, nonce.as_str()), (PROOF, proof.as_str())];
    let proven = exchange.post(&path, &headers, sent).and_then(|text| serde_json::from_str::<ProvenAnswer>(&text).ok());
    Some(proven.filter(|given| given.proof == answer_proof(key, &nonce, &given.answer)).map(|given| given.answer))
}

fn path_of(word: HookWord) -> String {
    format!("/hooks/{}", word.name())
}

/// What proofs are made over, different each time.
fn random_nonce() -> Option<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).ok()?;
    Some(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// How a server answers hooks with an engine of its own.
pub fn hooks(home: &Home, engine: &omoide::Engine, starts: Start) -> HookRoutes {
    let (home, engine) = (home.clone(), engine.clone());
    HookRoutes::new(move |word, mind, sent| {
        let word = match word {
            "session-start" => HookWord::SessionStart,
            "user-prompt-submit" => HookWord::UserPromptSubmit,
            other => {
                return Err(format!(
                    "no hook called \"{}\" is answered here",
                    other.chars().take(40).collect::<String>()
                ));
            }
        };
        let mut home = home.clone();
        if let Some(name) = mind {
            home.mind = name.parse().map_err(|error: omoide_core::BadName| error.to_string())?;
        }
        let hook =
            HookRun { engine: Some(engine.clone()), ..HookRun::new(home, starts).map_err(|error| error.to_string())? };
        let sent = Sent::read(sent)?;
        hook.respond_to(word, sent).map_err(|error| {
            hook.log_error(word, &error);
            "the hook failed; see the log of hooks".to_owned()
        })
    })
}
