//! `omoide-model.toml`: what we know of an installed model, beside its files.

use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::{ModelError, Pooling};

/// The name of the file.
pub(crate) const FILE: &str = "omoide-model.toml";

const HEAD: &str =
    "# How Omoide uses this model. A change here makes another model of it: its memories are embedded again.\n";

/// How a model is built, which says what runs it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Family {
    /// Layers of attention, as BERT and XLM-R have them.
    #[default]
    Bert,
    /// Convolutions over a few words, as universal-sentence-encoder has them; its tokenizer is in its weights.
    Use,
}

impl Family {
    fn is_usual(&self) -> bool {
        *self == Self::default()
    }
}

/// What we know of an installed model.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModelManifest {
    /// Its name.
    pub name: String,
    /// Where it came from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// How it is built.
    #[serde(default, skip_serializing_if = "Family::is_usual")]
    pub family: Family,
    /// How many components its vectors have.
    pub dimensions: usize,
    /// The file of its weights.
    pub weights: String,
    /// The checksum of that file.
    pub weights_sha256: String,
    /// How the rows of a text become one vector.
    pub pooling: Pooling,
    /// Whether vectors are brought to length one.
    pub normalize: bool,
    /// How many tokens of a text are read.
    pub max_tokens: usize,
    /// What is put before words that are searched with.
    #[serde(default)]
    pub query_prefix: String,
    /// What is put before texts that are found.
    #[serde(default)]
    pub passage_prefix: String,
    /// The cosine of texts that have nothing to do with each other, as it was measured.
    #[serde(default)]
    pub floor: f64,
}

impl ModelManifest {
    /// The name that its vectors are stored under: whatever gives other vectors has another.
    pub fn vector_model(&self) -> String {
        let mut digest = Sha256::new();
        let pooling = format!("{:?} {} {}", self.pooling, self.normalize, self.max_tokens);
        for part in [&self.weights_sha256, &pooling, &self.query_prefix, &self.passage_prefix] {
            digest.update(part.as_bytes());
            digest.update([0]);
        }
        format!("{}#{}", self.name, &hex(&digest.finalize())[..8])
    }

    /// Reads the file of a model's folder.
    pub(crate) fn read(folder: &Path) -> Result<Self, ModelError> {
        let path = folder.join(FILE);
        let text = fs::read_to_string(&path).map_err(|cause| ModelError::Unreadable { path: path.clone(), cause })?;
        let manifest: Self = toml::from_str(&text)
            .map_err(|error| ModelError::File { path: path.clone(), reason: error.message().to_owned() })?;
        // The file may be edited: a path out of the folder, or a floor that turns similarity over, is refused.
        let wrong = if manifest.weights.contains(['/', '\\']) {
            Some("the weights are not in its folder")
        } else if !(-1.0..1.0).contains(&manifest.floor) {
            Some("the floor is not a cosine below 1")
        } else {
            None
        };
        match wrong {
            Some(reason) => Err(ModelError::File { path, reason: reason.to_owned() }),
            None => Ok(manifest),
        }
    }

    /// Writes the file into a model's folder.
    pub(crate) fn write(&self, folder: &Path) -> Result<(), ModelError> {
        let path = folder.join(FILE);
        let text = toml::to_string(self)
            .map_err(|error| ModelError::File { path: path.clone(), reason: error.to_string() })?;
        fs::write(&path, format!("{HEAD}{text}")).map_err(|cause| ModelError::Unwritable { path, cause })
    }
}

/// Bytes as letters and digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
