//! The command line: what can be written after `omoide`.

use std::path::PathBuf;

use clap::{ArgAction, Args, Parser, Subcommand};

use crate::commands;

/// A human-like long-term memory for AI agents.
#[derive(Parser, Debug)]
#[command(name = "omoide", disable_help_flag = true, disable_help_subcommand = true, disable_version_flag = true)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: CliCommand,
    /// What holds for every command.
    #[command(flatten)]
    pub globals: Globals,
    /// Show the version and the store's format.
    #[arg(short = 'V', long, action = ArgAction::Version)]
    version: Option<bool>,
}

/// Flags of every command.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Global options")]
pub struct Globals {
    /// Answer in JSON.
    #[arg(long, global = true)]
    pub json: bool,
    /// Whose memory is meant (OMOIDE_MIND).
    #[arg(long, global = true, value_name = "NAME")]
    pub mind: Option<String>,
    /// The folder of the memory (OMOIDE_DATA_DIR).
    #[arg(long, global = true, value_name = "DIR")]
    pub data_dir: Option<PathBuf>,
    /// The configuration file (OMOIDE_CONFIG).
    #[arg(long, global = true, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// The profile: prod, dev, or one of the file (OMOIDE_PROFILE).
    #[arg(long, global = true, value_name = "NAME")]
    pub profile: Option<String>,
    /// Set a parameter for this command; can be repeated.
    #[arg(long, global = true, value_name = "KEY=VALUE")]
    pub set: Vec<String>,
    /// The language to speak (OMOIDE_LANG).
    #[arg(long, global = true, value_name = "LANG", value_parser = ["en", "ja"])]
    pub lang: Option<String>,
    /// Say only what was asked for.
    #[arg(short, long, global = true)]
    pub quiet: bool,
    /// Show this help.
    #[arg(short, long, global = true, action = ArgAction::Help)]
    help: Option<bool>,
}

/// The commands.
#[derive(Subcommand, Debug)]
pub enum CliCommand {
    /// Make the memory and its configuration file.
    Init(commands::init::Args),
    /// Remember something that was said.
    Remember(commands::remember::Args),
    /// Recall what has to do with some words.
    Recall(commands::recall::Args),
    /// Read all the words of a memory.
    Read(commands::read::Args),
    /// Say whether a memory that was recalled helped.
    Feedback(commands::feedback::Args),
    /// Find where words were said, to the letter.
    Conversations(commands::conversations::Args),
    /// Show what is understood of a text.
    Analyze(commands::analyze::Args),
    /// List memories.
    List(commands::list::Args),
    /// Show all there is of a memory.
    Show(commands::show::Args),
    /// Show the life of a memory so far.
    History(commands::history::Args),
    /// Take the last change to a memory back.
    Undo(commands::undo::Args),
    /// Protect memories: they never fade.
    Protect(commands::protect::Args),
    /// Let protected memories fade again.
    Unprotect(commands::unprotect::Args),
    /// Link two memories.
    Link(commands::link::Args),
    /// Take the link between two memories away.
    Unlink(commands::unlink::Args),
    /// Show what a memory is related to.
    Related(commands::related::Args),
    /// Put memories into the archive.
    Archive(commands::archive::Args),
    /// Bring memories back from the archive.
    Restore(commands::restore::Args),
    /// Erase memories for good.
    Erase(commands::erase::Args),
    /// Run the nights that are due: fade, compress, archive, link.
    Sleep(commands::sleep::Args),
    /// Have nights run every day by the system's scheduler.
    Schedule(commands::schedule::Args),
    /// Show how a memory will fade.
    Curve(commands::curve::Args),
    /// Live through a simulated life and show what is kept.
    Simulate(commands::simulate::Args),
    /// Show how the mind is doing, in numbers.
    Stats(commands::stats::Args),
    /// List the minds.
    Minds(commands::minds::Args),
    /// See, fetch and choose the models that embed texts.
    Models(commands::models::Args),
    /// See, try and choose who runs language models and embedders for us.
    Provider(commands::provider::Args),
    /// Show what providers were paid, for what, and what a year would cost.
    Cost(commands::cost::Args),
    /// Make the vectors that memories lack under the present model.
    Reembed(commands::reembed::Args),
    /// Have a host remember: write our hooks into its settings.
    Install(commands::install::Args),
    /// Take our hooks out of a host's settings again.
    Uninstall(commands::install::Args),
    /// Answer a host's hook; hosts run this, with JSON on stdin.
    Hook(crate::hook::Args),
    /// Be the memory of an agent, as tools over stdin and stdout (MCP).
    Mcp(commands::mcp::Args),
    /// Serve the memory to programs over HTTP, and run the nights on time.
    Serve(commands::serve::Args),
    /// Make, list and revoke the keys of the server.
    Keys(commands::keys::Args),
    /// Show which hosts have our hooks.
    Status(commands::status::Args),
    /// Let the .omoide file of a folder choose the mind that it names.
    Allow(commands::allow::Args),
    /// Show and check the configuration.
    Config(commands::config::Args),
    /// Write a whole mind to a file: to import it elsewhere, or to read it.
    Export(commands::export::Args),
    /// Copy the memory to a file, and check the copy.
    Backup(commands::backup::Args),
    /// Put a backup in the place of the memory.
    RestoreBackup(commands::restore_backup::Args),
    /// Look for damage, and mend it.
    Doctor(commands::doctor::Args),
    /// Give unused space back to the disk.
    Vacuum(commands::vacuum::Args),
    /// Take in a mind that was exported, or what other programs have kept.
    Import(commands::import::Args),
    /// Look at session files of Claude Code.
    Transcript(commands::transcript::Args),
    /// Measure the understanding of texts on a file of cases.
    Eval(commands::eval::Args),
    /// Print a completion script for a shell.
    Completions(commands::completions::Args),
}
