//! One file from the hub: in parts if the connection breaks, checked, and then given its name.

use std::fs::{self, File, OpenOptions};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use ureq::http::HeaderMap;

use super::{DownloadProgress, no_network, refused};
use crate::ModelError;
use crate::shelf::checksum;

/// How often in a row a hub may send nothing at all before it counts as gone.
const PATIENCE: u32 = 4;

/// How long to wait after the first answer with nothing in it; longer after the next.
const PAUSE: Duration = Duration::from_millis(250);

/// What a hub says of a file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Remote {
    pub(super) size: Option<u64>,
    /// The checksum, which the hub has of large files.
    pub(super) sha256: Option<String>,
    /// The hub's own mark of this version of the file.
    tag: Option<String>,
    /// The commit that the revision stands for.
    pub(super) commit: Option<String>,
}

impl Remote {
    pub(super) fn of(headers: &HeaderMap) -> Self {
        let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).map(str::to_owned);
        let tag = text("x-linked-etag").or_else(|| text("etag"));
        let tag = tag.map(|tag| tag.trim_start_matches("W/").trim_matches('"').to_owned());
        let is_sha256 = |tag: &&String| tag.len() == 64 && tag.bytes().all(|byte| byte.is_ascii_hexdigit());
        // Where the answer only points elsewhere, its own length says nothing.
        let is_elsewhere = headers.contains_key("location");
        let length = text("content-length").filter(|_| !is_elsewhere);
        Self {
            size: text("x-linked-size").or(length).and_then(|size| size.parse().ok()).filter(|size| *size > 0),
            sha256: tag.as_ref().filter(is_sha256).map(|tag| tag.to_lowercase()),
            tag,
            commit: text("x-repo-commit").filter(|commit| commit.bytes().all(|byte| byte.is_ascii_alphanumeric())),
        }
    }
}

/// A file to be fetched.
pub(super) struct Download<'d> {
    pub(super) agent: &'d ureq::Agent,
    pub(super) hub: &'d str,
    pub(super) url: &'d str,
    pub(super) file: &'d str,
    pub(super) path: &'d Path,
}

impl Download<'_> {
    /// Fetches what is missing of the file and returns its checksum.
    pub(super) fn run(
        &self,
        remote: &Remote,
        progress: &mut dyn FnMut(DownloadProgress<'_>),
    ) -> Result<String, ModelError> {
        let part = self.beside(".part");
        self.forget_other_version(&part, remote)?;
        let mut failures = 0;
        loop {
            let before = length(&part);
            if remote.size.is_some_and(|size| before == size) {
                break;
            }
            match self.append(&part, before, remote, progress) {
                Ok(()) if remote.size.is_none_or(|size| length(&part) >= size) => break,
                Err(error @ (ModelError::NotThere { .. } | ModelError::Hub { .. } | ModelError::Unwritable { .. })) => {
                    return Err(error);
                }
                outcome => {
                    failures = if length(&part) > before { 0 } else { failures + 1 };
                    if failures >= PATIENCE {
                        outcome?;
                        return Err(self.odd("it ends before its end"));
                    }
                    std::thread::sleep(PAUSE * failures);
                }
            }
        }
        self.accept(&part, remote)
    }

    /// One request, from where the part ends.
    fn append(
        &self,
        part: &Path,
        have: u64,
        remote: &Remote,
        progress: &mut dyn FnMut(DownloadProgress<'_>),
    ) -> Result<(), ModelError> {
        let mut request = self.agent.get(self.url);
        if have > 0 {
            request = request.header("Range", format!("bytes={have}-"));
        }
        let answer = request.call().map_err(|error| no_network(self.hub, error))?;
        let (mut done, mut file) = match answer.status().as_u16() {
            206 => (have, self.writer(part, false)?),
            200 => (0, self.writer(part, true)?),
            // The part is longer than the file: it is not a part of it.
            416 => {
                self.writer(part, true)?;
                return Ok(());
            }
            status => return Err(refused(self.url, status)),
        };
        let mut body = answer.into_body().into_reader();
        let mut buffer = vec![0; 1 << 16];
        loop {
            let lost = |cause| ModelError::NoNetwork { hub: self.hub.to_owned(), cause: Box::new(cause) };
            let read = body.read(&mut buffer).map_err(lost)?;
            if read == 0 {
                break;
            }
            file.write_all(&buffer[..read]).map_err(|cause| self.unwritable(cause))?;
            done += read as u64;
            progress(DownloadProgress { file: self.file, done, all: remote.size });
        }
        file.sync_all().map_err(|cause| self.unwritable(cause))
    }

    fn writer(&self, part: &Path, afresh: bool) -> Result<File, ModelError> {
        let mut options = OpenOptions::new();
        let options = options.create(true).write(true);
        let opened = if afresh { options.truncate(true).open(part) } else { options.append(true).open(part) };
        opened.map_err(|cause| self.unwritable(cause))
    }

    /// A part is only good for the version of the file that it is of.
    fn forget_other_version(&self, part: &Path, remote: &Remote) -> Result<(), ModelError> {
        if let Some(folder) = part.parent() {
            fs::create_dir_all(folder).map_err(|cause| self.unwritable(cause))?;
        }
        let note = self.beside(".part.version");
        let now = remote.tag.clone().unwrap_or_default();
        if now.is_empty() || fs::read_to_string(&note).ok().as_ref() != Some(&now) {
            let _ = fs::remove_file(part);
        }
        fs::write(note, now).map_err(|cause| self.unwritable(cause))
    }

    fn accept(&self, part: &Path, remote: &Remote) -> Result<String, ModelError> {
        let found = checksum(part)?;
        let _ = fs::remove_file(self.beside(".part.version"));
        if let Some(wanted) = remote.sha256.as_ref().filter(|wanted| **wanted != found) {
            let _ = fs::remove_file(part);
            return Err(ModelError::Checksum { file: self.file.to_owned(), found, wanted: wanted.clone() });
        }
        fs::rename(part, self.path).map_err(|cause| self.unwritable(cause))?;
        Ok(found)
    }

    fn beside(&self, ending: &str) -> PathBuf {
        let mut path = self.path.as_os_str().to_owned();
        path.push(ending);
        path.into()
    }

    fn unwritable(&self, cause: std::io::Error) -> ModelError {
        ModelError::Unwritable { path: self.path.to_owned(), cause }
    }

    fn odd(&self, reason: &str) -> ModelError {
        ModelError::Hub { url: self.url.to_owned(), reason: reason.to_owned() }
    }
}

fn length(path: &Path) -> u64 {
    fs::metadata(path).map_or(0, |metadata| metadata.len())
}
