//! Why a model could not be used, by what the caller can do about it.

use std::path::PathBuf;

/// Why a model could not be used, fetched or kept.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ModelError {
    /// A file could not be read.
    #[error("{} cannot be read", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        #[source]
        cause: std::io::Error,
    },
    /// A file could not be written.
    #[error("{} cannot be written", path.display())]
    Unwritable {
        /// The file.
        path: PathBuf,
        /// Why.
        #[source]
        cause: std::io::Error,
    },
    /// A file that was open could not be read on.
    #[error("the weights could not be read")]
    Reading(#[source] std::io::Error),
    /// A folder lacks a file that every model has.
    #[error("there is no {file} in {}", folder.display())]
    NoFile {
        /// The folder.
        folder: PathBuf,
        /// The file, or the files of which one is needed.
        file: &'static str,
    },
    /// A file does not say what it should.
    #[error("{} cannot be understood: {reason}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// The file of weights cannot be used.
    #[error("the weights {} cannot be used: {reason}", path.display())]
    Weights {
        /// The file.
        path: PathBuf,
        /// Why.
        reason: String,
    },
    /// The weights lack a part of the model, or it has another size than the model says.
    #[error("the weights have no tensor {name} that fits the model")]
    NoTensor {
        /// The tensor.
        name: String,
    },
    /// The model is of a family that cannot be run.
    #[error("the model is a {what}, and only encoders like BERT, XLM-R, MPNet and DeBERTa-v2 can be run")]
    Family {
        /// What it is.
        what: String,
    },
    /// No model of that name is installed.
    #[error("no model called \"{name}\" is installed")]
    NotInstalled {
        /// The name.
        name: String,
    },
    /// A model of that name is installed already.
    #[error("a model called \"{name}\" is already installed")]
    AlreadyInstalled {
        /// The name.
        name: String,
    },
    /// A model cannot have that name.
    #[error("\"{name}\" cannot be the name of a model")]
    BadName {
        /// The name.
        name: String,
    },
    /// Nothing that can be fetched has that name.
    #[error("there is no known model called \"{name}\", and it is not a repository either")]
    Unknown {
        /// The name.
        name: String,
    },
    /// The hub could not be reached.
    #[error("{hub} cannot be reached")]
    NoNetwork {
        /// Where it was looked for.
        hub: String,
        /// Why.
        #[source]
        cause: omoide_core::ports::BoxError,
    },
    /// The hub has no such file.
    #[error("{url} does not exist ({status})")]
    NotThere {
        /// The address.
        url: String,
        /// What the hub said.
        status: u16,
    },
    /// The hub answered with something else than the file.
    #[error("{url} could not be downloaded: {reason}")]
    Hub {
        /// The address.
        url: String,
        /// What was wrong with the answer.
        reason: String,
    },
    /// What came is not what the hub says it has.
    #[error("{file} was damaged on the way: its checksum is {found}, but should be {wanted}")]
    Checksum {
        /// The file.
        file: String,
        /// As it came.
        found: String,
        /// As it should be.
        wanted: String,
    },
}
