//! A hook through the server that runs for the same store: warm, and at once given up where anything is odd.

use std::fs;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::time::Duration;

use omoide_server::http::HookRoutes;
use serde::{Deserialize, Serialize};

use super::event::HookWord;
use super::wire::Sent;
use super::{HookRun, Start};
use crate::Home;

/// The file in which a server tells where it is.
const FILE: &str = "server.json";

/// How long a server on this machine may take to be reached.
const TO_CONNECT: Duration = Duration::from_millis(100);

/// How long it may take to answer: less than the host waits, so that there is time for the other way.
const TO_ANSWER: Duration = Duration::from_millis(1_200);

/// Where a server is.
#[derive(Serialize, Deserialize)]
pub struct Whereabouts {
    /// Where it listens.
    pub address: SocketAddr,
    /// A key that is good as long as the server runs.
    pub key: String,
    /// The store that it serves.
    pub store: PathBuf,
}

impl Whereabouts {
    /// Tells it to those who may read the folder; when the value is dropped, it is forgotten again.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn tell(&self, folder: &Path) -> std::io::Result<Announced> {
        let mut file = tempfile::NamedTempFile::new_in(folder)?;
        file.write_all(&serde_json::to_vec(self)?)?;
        let path = folder.join(FILE);
        file.persist(&path).map_err(|error| error.error)?;
        Ok(Announced { path, key: self.key.clone() })
    }

    fn read(folder: &Path) -> Option<Self> {
        serde_json::from_slice(&fs::read(folder.join(FILE)).ok()?).ok()
    }
}

/// A server's whereabouts, as long as it runs.
pub struct Announced {
    path: PathBuf,
    key: String,
}

impl Drop for Announced {
    fn drop(&mut self) {
        // Another server may have come since.
        let is_ours = self.path.parent().and_then(Whereabouts::read).is_some_and(|here| here.key == self.key);
        if is_ours {
            let _ = fs::remove_file(&self.path);
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
    if server.store != home.store_path() {
        return None;
    }
    let mut stream = TcpStream::connect_timeout(&server.address, TO_CONNECT).ok()?;
    let Some(answer) = post(&mut stream, &server, word, home.mind.as_str(), sent) else {
        // It may have noted as shown what never arrived.
        hook.is_unsure_of_shown.set(true);
        return None;
    };
    Some(Some(answer).filter(|text| text != "{}"))
}

fn post(stream: &mut TcpStream, server: &Whereabouts, word: HookWord, mind: &str, sent: &[u8]) -> Option<String> {
    stream.set_read_timeout(Some(TO_ANSWER)).ok()?;
    stream.set_write_timeout(Some(TO_ANSWER)).ok()?;
    let head = format!(
        "POST /hooks/{} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\nauthorization: Bearer {}\r\n\
         omoide-mind: {mind}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n",
        word.name(),
        server.key,
        sent.len()
    );
    stream.write_all(head.as_bytes()).ok()?;
    stream.write_all(sent).ok()?;
    let mut text = String::new();
    stream.read_to_string(&mut text).ok()?;
    let (head, body) = text.split_once("\r\n\r\n")?;
    let length: usize = head.lines().find_map(|line| line.strip_prefix("content-length: ")?.parse().ok())?;
    (head.starts_with("HTTP/1.1 200") && body.len() == length).then(|| body.to_owned())
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
