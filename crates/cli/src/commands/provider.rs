//! `omoide provider`: who runs language models and embedders for us, and what they may cost.

mod judge;
mod list;
mod preview;
mod test;
mod using;

use std::path::PathBuf;

use crate::invocation::Invocation;

/// What `provider` can be told.
#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(subcommand)]
    action: ProviderAction,
}

/// What can be done with providers.
#[derive(clap::Subcommand, Debug)]
enum ProviderAction {
    /// List the providers, where their keys are looked for, and which one is in use.
    List,
    /// Send a provider a small request, and show its answer and its cost.
    Test {
        #[command(flatten)]
        who: Who,
    },
    /// Judge whether a statement follows from what is known; without texts, a few examples are tried.
    Judge {
        /// What is known.
        #[arg(value_name = "KNOWN", requires = "statement")]
        known: Option<String>,
        /// What is stated.
        #[arg(value_name = "STATEMENT")]
        statement: Option<String>,
        /// The folder of a cross-encoder (BERT's, XLM-R's or DeBERTa-v2's kind) that judges; the language model in use if not given.
        #[arg(long, value_name = "DIR")]
        folder: Option<PathBuf>,
    },
    /// Use a provider from now on: test it, show its cost and set limits. "none" stops using one.
    Use {
        #[command(flatten)]
        who: Who,
        /// Limit of tokens a day.
        #[arg(long, value_name = "N")]
        daily_tokens: Option<u32>,
        /// Limit of tokens a month.
        #[arg(long, value_name = "N")]
        monthly_tokens: Option<u32>,
        /// Limit of US dollars a day.
        #[arg(long, value_name = "USD")]
        daily_usd: Option<f64>,
        /// Limit of US dollars a month.
        #[arg(long, value_name = "USD")]
        monthly_usd: Option<f64>,
        /// Read the key from stdin and keep it in a file that only you can read.
        #[arg(long)]
        key_stdin: bool,
        /// Show what it would cost, and change nothing.
        #[arg(long)]
        dry_run: bool,
    },
}

/// Which provider is meant, and how it is reached; what is not said is as it is configured or usual.
#[derive(clap::Args, Debug, Clone)]
pub(super) struct Who {
    /// The provider; the one in use if not given.
    #[arg(value_name = "PROVIDER")]
    pub(super) provider: Option<String>,
    /// The model.
    #[arg(long, value_name = "MODEL")]
    pub(super) model: Option<String>,
    /// Its address, such as http://127.0.0.1:8080/v1.
    #[arg(long, value_name = "URL")]
    pub(super) base_url: Option<String>,
    /// The environment variable with the key.
    #[arg(long, value_name = "NAME")]
    pub(super) key_env: Option<String>,
    /// A file with the key.
    #[arg(long, value_name = "FILE")]
    pub(super) key_file: Option<String>,
    /// A command that prints the key, such as one that asks the keyring.
    #[arg(long, value_name = "COMMAND")]
    pub(super) key_command: Option<String>,
    /// Use its embeddings, not its language models.
    #[arg(long)]
    pub(super) embedding: bool,
}

/// Does it.
///
/// # Errors
/// When a provider cannot be reached, or the configuration cannot be written.
pub fn run(args: &Args, invocation: &Invocation) -> anyhow::Result<()> {
    match &args.action {
        ProviderAction::List => list::run(invocation),
        ProviderAction::Test { who } => test::run(who, invocation),
        ProviderAction::Judge { known, statement, folder } => {
            judge::run(known.as_deref(), statement.as_deref(), folder.as_deref(), invocation)
        }
        ProviderAction::Use { who, daily_tokens, monthly_tokens, daily_usd, monthly_usd, key_stdin, dry_run } => {
            let limits = using::SpendingLimits {
                daily_tokens: *daily_tokens,
                monthly_tokens: *monthly_tokens,
                daily_usd: *daily_usd,
                monthly_usd: *monthly_usd,
            };
            let key = if *key_stdin { using::KeySource::Stdin } else { using::KeySource::AsConfigured };
            let mode = if *dry_run { using::Mode::DryRun } else { using::Mode::Real };
            using::run(who, limits, key, mode, invocation)
        }
    }
}
