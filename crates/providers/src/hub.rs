//! Where models come from: a hub that has them as files at `HUB/REPOSITORY/resolve/REVISION/FILE`.

mod download;
mod known;

use std::fs;
use std::path::Path;
use std::time::Duration;

use download::{Download, Remote};
pub use known::{KNOWN, KnownModel};

use crate::manifest::Family;
use crate::shelf::{SMALL_FILES, WeightsFile, checksum};
use crate::{Installed, ModelError, Shelf, Wishes};

/// How long a hub may take to answer at all, and to begin with an answer.
const TO_CONNECT: Duration = Duration::from_secs(15);
const TO_ANSWER: Duration = Duration::from_secs(60);
/// How long one answer may last; a longer one is asked for again from where it stopped.
const TO_SEND: Duration = Duration::from_secs(600);

/// The revision when none is named.
const REVISION: &str = "main";

/// Which revision the files of an unfinished download are of.
const NOTE: &str = ".revision";

/// How far a download is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DownloadProgress<'f> {
    /// The file.
    pub file: &'f str,
    /// How many bytes of it are here.
    pub done: u64,
    /// How many it has, if the hub says so.
    pub all: Option<u64>,
}

/// Where models come from.
pub struct Hub {
    base: String,
    agent: ureq::Agent,
}

/// A model on the hub.
struct HubModel {
    repository: String,
    revision: String,
    name: String,
}

impl Hub {
    /// The hub at an address such as `https://huggingface.co`.
    pub fn new(base: &str) -> Self {
        let agent = ureq::Agent::config_builder()
            .timeout_connect(Some(TO_CONNECT))
            .timeout_recv_response(Some(TO_ANSWER))
            .timeout_recv_body(Some(TO_SEND))
            .http_status_as_error(false)
            .max_redirects_will_error(false)
            .user_agent(concat!("omoide/", env!("CARGO_PKG_VERSION")))
            .build()
            .into();
        Self { base: base.trim_end_matches('/').to_owned(), agent }
    }

    /// Fetches a model and puts it onto the shelf. It is named as [`KNOWN`] names it, or by its
    /// repository, `OWNER/NAME` or `OWNER/NAME@REVISION`. What was fetched before an interruption is
    /// kept, and the same call goes on from there.
    ///
    /// # Errors
    /// [`ModelError::Unknown`], [`ModelError::NoNetwork`], [`ModelError::NotThere`], [`ModelError::Checksum`], and as
    /// [`Shelf::add`].
    pub fn pull(
        &self,
        shelf: &Shelf,
        model: &str,
        wishes: &Wishes,
        progress: &mut dyn FnMut(DownloadProgress<'_>),
    ) -> Result<Installed, ModelError> {
        let wanted = HubModel::named(model)?;
        let name = wishes.name.clone().unwrap_or_else(|| wanted.name.clone());
        shelf.check_free(&name)?;
        let config = self.ask(&wanted.url(&self.base, "config.json"))?;
        // The rest comes from the same commit, whatever is pushed meanwhile.
        let revision = config.commit.clone().unwrap_or_else(|| wanted.revision.clone());
        let pinned = HubModel { revision, ..wanted };
        let making = shelf.making(&name, "pulling")?;
        begin(&making, &pinned)?;
        for file in ["config.json", "tokenizer.json"] {
            self.fetch(&pinned, file, &making, progress)?;
        }
        for file in SMALL_FILES {
            optional(self.fetch(&pinned, file, &making, progress))?;
        }
        let weights = self.fetch_weights(&pinned, &making, progress)?;
        let source = Some(format!("{}@{}", pinned.repository, pinned.revision));
        let _ = fs::remove_file(making.join(NOTE));
        let finished = shelf.finish(&making, &name, weights, &[&pinned.repository], source, wishes);
        if finished.is_err() {
            // It is whole, and not a model that can be run: fetching the rest would not help.
            let _ = fs::remove_dir_all(&making);
        }
        finished
    }

    fn fetch_weights(
        &self,
        wanted: &HubModel,
        making: &Path,
        progress: &mut dyn FnMut(DownloadProgress<'_>),
    ) -> Result<WeightsFile, ModelError> {
        if let Some(weights) = optional(self.fetch(wanted, "model.safetensors", making, progress))? {
            return Ok(weights);
        }
        let weights = self.fetch(wanted, "onnx/model.onnx", making, progress)?;
        optional(self.fetch(wanted, "onnx/model.onnx_data", making, progress))?;
        Ok(weights)
    }

    /// Fetches one file, unless it is here already.
    fn fetch(
        &self,
        wanted: &HubModel,
        file: &'static str,
        making: &Path,
        progress: &mut dyn FnMut(DownloadProgress<'_>),
    ) -> Result<WeightsFile, ModelError> {
        // Weights lie in the folder itself, wherever the hub has them.
        let local = file.strip_prefix("onnx/").unwrap_or(file);
        let path = making.join(local);
        let url = wanted.url(&self.base, file);
        let download = Download { agent: &self.agent, hub: &self.base, url: &url, file: local, path: &path };
        let sha256 = if path.is_file() { checksum(&path)? } else { download.run(&self.ask(&url)?, progress)? };
        Ok(WeightsFile { family: Family::Bert, file: local.to_owned(), sha256 })
    }

    /// What the hub says of a file, without fetching it.
    fn ask(&self, url: &str) -> Result<Remote, ModelError> {
        let request = self.agent.head(url).config().max_redirects(0).build();
        let answer = request.call().map_err(|error| no_network(&self.base, error))?;
        match answer.status().as_u16() {
            200..=399 => Ok(Remote::of(answer.headers())),
            status => Err(refused(url, status)),
        }
    }
}

impl HubModel {
    fn named(model: &str) -> Result<Self, ModelError> {
        let (repository, revision) = model.split_once('@').unwrap_or((model, REVISION));
        let repository =
            KNOWN.iter().find(|known| known.name == repository).map_or(repository, |known| known.repository);
        let is_usual = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '/');
        let is_repository = repository.split('/').count() == 2
            && repository.split('/').all(|part| !part.is_empty() && part != "." && part != "..")
            && repository.chars().chain(revision.chars()).all(is_usual)
            && !revision.is_empty();
        if !is_repository {
            return Err(ModelError::Unknown { name: model.to_owned() });
        }
        let name = repository.rsplit('/').next().unwrap_or(repository).to_owned();
        Ok(Self { repository: repository.to_owned(), revision: revision.to_owned(), name })
    }

    fn url(&self, base: &str, file: &str) -> String {
        format!("{base}/{}/resolve/{}/{file}", self.repository, self.revision)
    }
}

/// Empties the folder if what is in it is of another revision.
fn begin(making: &Path, wanted: &HubModel) -> Result<(), ModelError> {
    let unwritable = |cause| ModelError::Unwritable { path: making.to_owned(), cause };
    let now = format!("{}@{}", wanted.repository, wanted.revision);
    if fs::read_to_string(making.join(NOTE)).is_ok_and(|before| before == now) {
        return Ok(());
    }
    fs::remove_dir_all(making).and_then(|()| fs::create_dir_all(making)).map_err(unwritable)?;
    fs::write(making.join(NOTE), now).map_err(unwritable)
}

/// A file that a model may do without.
fn optional<T>(fetched: Result<T, ModelError>) -> Result<Option<T>, ModelError> {
    match fetched {
        Ok(file) => Ok(Some(file)),
        Err(ModelError::NotThere { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}

fn refused(url: &str, status: u16) -> ModelError {
    match status {
        // A hub does not tell strangers which repositories it hides from them.
        401 | 403 | 404 | 410 => ModelError::NotThere { url: url.to_owned(), status },
        status => ModelError::Hub { url: url.to_owned(), reason: format!("the hub answered {status}") },
    }
}

fn no_network(hub: &str, error: ureq::Error) -> ModelError {
    ModelError::NoNetwork { hub: hub.to_owned(), cause: Box::new(error) }
}
