//! The folder of installed models: each has a folder of its name, with everything that it needs.
//!
//! A model is copied onto the shelf, so that it stays when its source goes. It is put together in a
//! folder whose name begins with a dot, tried, and only then given its name.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use crate::encoder::Config;
use crate::manifest::{FILE, Family, ModelManifest, hex};
use crate::settings::{self, ModelSettings, Wishes};
use crate::{LocalEmbedder, ModelError};

/// A model on the shelf.
#[derive(Debug)]
pub struct Installed {
    /// Its name.
    pub name: String,
    /// Its folder.
    pub folder: PathBuf,
    /// What is known of it, or why nothing is.
    pub manifest: Result<ModelManifest, ModelError>,
    /// How large it is on the disk.
    pub bytes: u64,
}

/// The folder of installed models.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shelf {
    folder: PathBuf,
}

/// How long a name may be.
const LONGEST_NAME: usize = 80;

impl Shelf {
    /// The shelf at a folder, which need not be there yet.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self { folder: folder.into() }
    }

    /// Where it is.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The models, by name.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn list(&self) -> Result<Vec<Installed>, ModelError> {
        if !self.folder.is_dir() {
            return Ok(Vec::new());
        }
        let unreadable = |cause| ModelError::Unreadable { path: self.folder.clone(), cause };
        let mut models = Vec::new();
        for entry in fs::read_dir(&self.folder).map_err(unreadable)? {
            let entry = entry.map_err(unreadable)?;
            let Ok(name) = entry.file_name().into_string() else { continue };
            if is_name(&name) && entry.path().is_dir() {
                models.push(installed(name, entry.path()));
            }
        }
        models.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(models)
    }

    /// The model of that name as an embedder.
    ///
    /// # Errors
    /// [`ModelError::NotInstalled`], or when what is known of it cannot be read.
    pub fn open(&self, name: &str) -> Result<LocalEmbedder, ModelError> {
        LocalEmbedder::open(&self.place(name)?)
    }

    /// Copies a model from a folder onto the shelf, after it was tried.
    ///
    /// # Errors
    /// [`ModelError::AlreadyInstalled`], [`ModelError::BadName`], or when the folder does not hold a model that
    /// can be run; the shelf is as it was then.
    pub fn add(&self, from: &Path, wishes: &Wishes) -> Result<Installed, ModelError> {
        let from = fs::canonicalize(from).map_err(|cause| ModelError::Unreadable { path: from.to_owned(), cause })?;
        let own = from.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let name = wishes.name.clone().unwrap_or(own.clone());
        self.check_free(&name)?;
        let making = self.making(&name, "adding")?;
        let copied =
            copy_model(&from, &making).and_then(|weights| self.finish(&making, &name, weights, &[&own], None, wishes));
        if copied.is_err() {
            // What is left is no use to anybody, and is made again the next time.
            let _ = fs::remove_dir_all(&making);
        }
        copied
    }

    /// Takes a model off the shelf.
    ///
    /// # Errors
    /// [`ModelError::NotInstalled`], or when its folder cannot be removed.
    pub fn remove(&self, name: &str) -> Result<(), ModelError> {
        let folder = self.place(name)?;
        // Renamed first, so that nobody finds half a model.
        let going = self.folder.join(format!(".going-{name}"));
        let _ = fs::remove_dir_all(&going);
        let removed = fs::rename(&folder, &going).and_then(|()| fs::remove_dir_all(&going));
        removed.map_err(|cause| ModelError::Unwritable { path: folder, cause })
    }

    /// Whether the weights of a model are those that it was added with.
    ///
    /// # Errors
    /// [`ModelError::NotInstalled`], or when they cannot be read.
    pub fn is_whole(&self, name: &str) -> Result<bool, ModelError> {
        let folder = self.place(name)?;
        let manifest = ModelManifest::read(&folder)?;
        Ok(checksum(&folder.join(&manifest.weights))? == manifest.weights_sha256)
    }

    /// Where the model of that name is.
    fn place(&self, name: &str) -> Result<PathBuf, ModelError> {
        let folder = self.folder.join(name);
        if is_name(name) && folder.is_dir() {
            Ok(folder)
        } else {
            Err(ModelError::NotInstalled { name: name.to_owned() })
        }
    }

    pub(crate) fn check_free(&self, name: &str) -> Result<(), ModelError> {
        if !is_name(name) {
            return Err(ModelError::BadName { name: name.to_owned() });
        }
        if self.folder.join(name).exists() {
            return Err(ModelError::AlreadyInstalled { name: name.to_owned() });
        }
        Ok(())
    }

    /// A folder to put a model together in.
    pub(crate) fn making(&self, name: &str, doing: &str) -> Result<PathBuf, ModelError> {
        let folder = self.folder.join(format!(".{doing}-{name}"));
        fs::create_dir_all(&folder).map_err(|cause| ModelError::Unwritable { path: folder.clone(), cause })?;
        Ok(folder)
    }

    /// Tries the model that was put together and gives it its name.
    pub(crate) fn finish(
        &self,
        making: &Path,
        name: &str,
        weights: WeightsFile,
        called: &[&str],
        source: Option<String>,
        wishes: &Wishes,
    ) -> Result<Installed, ModelError> {
        let mut called = called.to_vec();
        called.push(name);
        let (settings, dimensions) = match weights.family {
            Family::Bert => {
                let config = Config::open(&making.join("config.json"))?;
                (ModelSettings::read(making, &config, &called)?, config.hidden_size)
            }
            // How many they are is seen when the model is tried.
            Family::Use => (ModelSettings::alone(), 0),
        };
        let settings = settings.with(wishes);
        let mut manifest = ModelManifest {
            name: name.to_owned(),
            source,
            family: weights.family,
            dimensions,
            weights: weights.file,
            weights_sha256: weights.sha256,
            pooling: settings.pooling,
            normalize: settings.normalize,
            max_tokens: settings.max_tokens,
            query_prefix: settings.query_prefix,
            passage_prefix: settings.passage_prefix,
            floor: 0.0,
        };
        let (dimensions, floor) = LocalEmbedder::new(making, manifest.clone()).measure()?;
        manifest.dimensions = dimensions;
        manifest.floor = floor;
        manifest.write(making)?;
        let folder = self.folder.join(name);
        fs::rename(making, &folder).map_err(|cause| ModelError::Unwritable { path: folder.clone(), cause })?;
        Ok(installed(name.to_owned(), folder))
    }
}

/// The file of weights of a model that is put together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct WeightsFile {
    pub(crate) family: Family,
    pub(crate) file: String,
    pub(crate) sha256: String,
}

/// The files that tell how a model is used; those that are not there are done without.
pub(crate) const SMALL_FILES: [&str; 5] = [
    "modules.json",
    "1_Pooling/config.json",
    "sentence_bert_config.json",
    "config_sentence_transformers.json",
    "tokenizer_config.json",
];

/// What the file of a model is called that needs no other.
const ALONE: &str = "model.onnx";

fn copy_model(from: &Path, to: &Path) -> Result<WeightsFile, ModelError> {
    if let Some(weights) = settings::standing_alone(from) {
        let sha256 = copy(&weights, &to.join(ALONE))?;
        return Ok(WeightsFile { family: Family::Use, file: ALONE.to_owned(), sha256 });
    }
    for name in ["config.json", "tokenizer.json"] {
        if !from.join(name).is_file() {
            return Err(ModelError::NoFile { folder: from.to_owned(), file: name });
        }
        copy(&from.join(name), &to.join(name))?;
    }
    for name in SMALL_FILES.iter().filter(|name| from.join(name).is_file()) {
        copy(&from.join(name), &to.join(name))?;
    }
    let weights = settings::weights(from)?;
    let file = weights.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let sha256 = copy(&weights, &to.join(&file))?;
    // The numbers of a large ONNX file lie beside it.
    for name in ["model.onnx_data", "model.onnx.data"] {
        let beside = weights.with_file_name(name);
        if file.ends_with(".onnx") && beside.is_file() {
            copy(&beside, &to.join(name))?;
        }
    }
    Ok(WeightsFile { family: Family::Bert, file, sha256 })
}

/// Copies a file and returns its checksum.
fn copy(from: &Path, to: &Path) -> Result<String, ModelError> {
    let unwritable = |cause| ModelError::Unwritable { path: to.to_owned(), cause };
    if let Some(folder) = to.parent() {
        fs::create_dir_all(folder).map_err(unwritable)?;
    }
    let mut target = File::create(to).map_err(unwritable)?;
    let sha256 = read_through(from, &mut |bytes| target.write_all(bytes).map_err(unwritable))?;
    target.sync_all().map_err(unwritable)?;
    Ok(sha256)
}

/// The checksum of a file.
pub(crate) fn checksum(path: &Path) -> Result<String, ModelError> {
    read_through(path, &mut |_| Ok(()))
}

/// Reads a file from beginning to end and returns its checksum.
fn read_through(path: &Path, each: &mut dyn FnMut(&[u8]) -> Result<(), ModelError>) -> Result<String, ModelError> {
    let unreadable = |cause| ModelError::Unreadable { path: path.to_owned(), cause };
    let mut file = File::open(path).map_err(unreadable)?;
    let mut digest = Sha256::new();
    let mut buffer = vec![0; 1 << 18];
    loop {
        let read = file.read(&mut buffer).map_err(unreadable)?;
        if read == 0 {
            return Ok(hex(&digest.finalize()));
        }
        digest.update(&buffer[..read]);
        each(&buffer[..read])?;
    }
}

fn installed(name: String, folder: PathBuf) -> Installed {
    let manifest = ModelManifest::read(&folder);
    Installed { bytes: size(&folder), name, folder, manifest }
}

/// The bytes of all files below a folder.
fn size(folder: &Path) -> u64 {
    let Ok(entries) = fs::read_dir(folder) else { return 0 };
    entries
        .flatten()
        .map(|entry| match entry.metadata() {
            Ok(metadata) if metadata.is_dir() => size(&entry.path()),
            Ok(metadata) => metadata.len(),
            Err(_) => 0,
        })
        .sum()
}

/// Whether a model can have that name: it is a folder's name as well, and stands in the configuration.
fn is_name(name: &str) -> bool {
    let is_usual = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
    let is_reserved = name == FILE || name.starts_with('.');
    !name.is_empty() && name.len() <= LONGEST_NAME && name.chars().all(is_usual) && !is_reserved
}
