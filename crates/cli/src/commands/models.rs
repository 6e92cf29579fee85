//! `omoide models`: the embedding models of this machine.

mod adding;
mod list;
mod test;
mod using;

use std::path::PathBuf;

use omoide_providers::{Pooling, Wishes};

use crate::invocation::Invocation;

pub(crate) use using::role;

/// What `models` can be told.
#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(subcommand)]
    action: ModelsAction,
}

/// What can be done with models.
#[derive(clap::Subcommand, Debug)]
enum ModelsAction {
    /// List the models that are installed, and those that can be downloaded.
    List,
    /// Download a model; an interrupted download continues where it stopped.
    Pull {
        /// A known name, or a repository: OWNER/NAME or OWNER/NAME@REVISION.
        #[arg(value_name = "MODEL")]
        model: String,
        #[command(flatten)]
        wishes: WishArgs,
    },
    /// Copy a model from a folder, after a test.
    Add {
        /// The folder: config.json, tokenizer.json and model.safetensors or onnx/model.onnx.
        #[arg(value_name = "DIR")]
        folder: PathBuf,
        #[command(flatten)]
        wishes: WishArgs,
    },
    /// Remove an installed model.
    Remove {
        /// The model.
        #[arg(value_name = "NAME")]
        name: String,
    },
    /// Test a model on a few texts: how fast it is, and what it tells apart.
    Test {
        /// The model; the one in use if not given.
        #[arg(value_name = "NAME")]
        name: Option<String>,
    },
    /// Use a model from now on: an installed one, or builtin.
    Use {
        /// The model.
        #[arg(value_name = "NAME")]
        name: String,
    },
}

/// What is said of a model that comes in; the rest is read from its files.
#[derive(clap::Args, Debug)]
struct WishArgs {
    /// The name to give it; that of its folder or repository if not given.
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// How the vectors of a text's tokens become one vector.
    #[arg(long, value_name = "HOW", value_parser = ["mean", "cls", "max"])]
    pooling: Option<String>,
    /// How many tokens of a text are read at most.
    #[arg(long, value_name = "N")]
    max_tokens: Option<usize>,
    /// Text to put before a search, such as "query: ".
    #[arg(long, value_name = "TEXT")]
    query_prefix: Option<String>,
    /// Text to put before a memory, such as "passage: ".
    #[arg(long, value_name = "TEXT")]
    passage_prefix: Option<String>,
}

impl WishArgs {
    fn wishes(&self) -> Wishes {
        Wishes {
            name: self.name.clone(),
            pooling: self.pooling.as_deref().map(|how| match how {
                "cls" => Pooling::Cls,
                "max" => Pooling::Max,
                _ => Pooling::Mean,
            }),
            max_tokens: self.max_tokens,
            query_prefix: self.query_prefix.clone(),
            passage_prefix: self.passage_prefix.clone(),
        }
    }
}

/// Does it.
///
/// # Errors
/// What is wrong with the model, the folder or the network.
pub fn run(args: &Args, invocation: &Invocation) -> anyhow::Result<()> {
    match &args.action {
        ModelsAction::List => list::run(invocation),
        ModelsAction::Pull { model, wishes } => adding::pull(model, &wishes.wishes(), invocation),
        ModelsAction::Add { folder, wishes } => adding::add(folder, &wishes.wishes(), invocation),
        ModelsAction::Remove { name } => using::remove(name, invocation),
        ModelsAction::Test { name } => test::run(name.as_deref(), invocation),
        ModelsAction::Use { name } => using::run(name, invocation),
    }
}
