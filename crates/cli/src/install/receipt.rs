//! What `install` noted of a file: how it was before and what it became, so that `uninstall` can bring it back.

use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::files::{self, FileAccess};

/// The folder of the receipts, among our own data.
const FOLDER: &str = "installed";

/// What was noted of a file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Receipt {
    /// The file.
    pub file: PathBuf,
    /// The fingerprint of what was written.
    pub written: String,
    /// What was there before; none if the file was not there.
    pub before: Option<KeptFile>,
    /// Folders that were made for the file, the outermost first.
    #[serde(default)]
    pub made_folders: Vec<PathBuf>,
}

/// A file that was kept.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct KeptFile {
    /// Where.
    pub backup: PathBuf,
    /// Its fingerprint.
    pub fingerprint: String,
}

impl Receipt {
    /// The receipt of a file; none if there is none, or it is not readable any more.
    pub fn of(file: &Path, data_dir: &Path) -> Option<Self> {
        let bytes = files::read(&place(file, data_dir)).ok()??;
        serde_json::from_slice(&bytes).ok().filter(|receipt: &Self| receipt.file == file)
    }

    /// Writes it down.
    ///
    /// # Errors
    /// When that fails.
    pub fn save(&self, data_dir: &Path) -> io::Result<()> {
        files::write(&place(&self.file, data_dir), &serde_json::to_vec_pretty(self)?, FileAccess::Owner)
    }

    /// Removes it, the backup, and the folders that were made and are empty.
    ///
    /// # Errors
    /// When the receipt cannot be removed.
    pub fn discard(&self, data_dir: &Path) -> io::Result<()> {
        if let Some(kept) = &self.before {
            files::remove(&kept.backup)?;
        }
        let receipt = place(&self.file, data_dir);
        files::remove(&receipt)?;
        // A folder that is not empty stays, which is what is wanted.
        let folders = self.made_folders.iter().rev().map(PathBuf::as_path).chain(receipt.parent());
        for folder in folders {
            let _ = std::fs::remove_dir(folder);
        }
        Ok(())
    }

    /// Whether these bytes are what was written.
    pub fn wrote(&self, bytes: &[u8]) -> bool {
        self.written == fingerprint(bytes)
    }

    /// What was there before, if it is known to the byte: `Some(None)` says that there was no file.
    pub fn original(&self) -> Option<Option<Vec<u8>>> {
        let Some(kept) = &self.before else { return Some(None) };
        let bytes = files::read(&kept.backup).ok()??;
        (fingerprint(&bytes) == kept.fingerprint).then_some(Some(bytes))
    }
}

/// Where a file is kept before it is changed: beside it.
pub fn backup_of(file: &Path) -> PathBuf {
    let mut name = file.file_name().unwrap_or_default().to_owned();
    name.push(".omoide-backup");
    file.with_file_name(name)
}

/// The fingerprint of some bytes.
pub fn fingerprint(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

fn place(file: &Path, data_dir: &Path) -> PathBuf {
    let name = fingerprint(file.as_os_str().as_encoded_bytes());
    data_dir.join(FOLDER).join(format!("{}.json", &name[..16]))
}
