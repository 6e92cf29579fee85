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
    /// Print JSON.
    #[arg(long, global = true)]
    pub json: bool,
    /// The mind to use: one agent's whole memory (OMOIDE_MIND).
    #[arg(long, global = true, value_name = "NAME")]
    pub mind: Option<String>,
    /// The folder that holds the memory (OMOIDE_DATA_DIR).
    #[arg(long, global = true, value_name = "DIR")]
    pub data_dir: Option<PathBuf>,
    /// The configuration file (OMOIDE_CONFIG).
    #[arg(long, global = true, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// A parameter set: prod, dev or yours (OMOIDE_PROFILE).
    #[arg(long, global = true, value_name = "NAME")]
    pub profile: Option<String>,
    /// Set a parameter for this command only; can be repeated.
    #[arg(long, global = true, value_name = "KEY=VALUE")]
    pub set: Vec<String>,
    /// The language of messages: en or ja (OMOIDE_LANG).
    #[arg(long, global = true, value_name = "LANG", value_parser = ["en", "ja"])]
    pub lang: Option<String>,
    /// Print only the result, without remarks.
    #[arg(short, long, global = true)]
    pub quiet: bool,
    /// Show this help.
    #[arg(short, long, global = true, action = ArgAction::Help)]
    help: Option<bool>,
}

/// The commands.
#[derive(Subcommand, Debug)]
pub enum CliCommand {
    /// Create the memory and its configuration file.
    Init(commands::init::Args),
    /// Remember something that was said.
    Remember(commands::remember::Args),
    /// Remember a reply while it is streamed.
    Stream(commands::stream::Args),
    /// Recall the memories that fit a question or some words.
    Recall(commands::recall::Args),
    /// Show what an agent has in mind before it reads a message.
    Prime(commands::prime::Args),
    /// Show what a word or a message reminds of.
    Associate(commands::associate::Args),
    /// Print the full text of a memory.
    Read(commands::read::Args),
    /// Say whether a recalled memory helped.
    Feedback(commands::feedback::Args),
    /// Search past conversations for exact words.
    Conversations(commands::conversations::Args),
    /// List conversations, show one as it stands, or close it.
    Thread(commands::thread::Args),
    /// Show what happened lately: messages, tools, nights, errors.
    Activity(commands::activity::Args),
    /// Show what Omoide understands of a text.
    Analyze(commands::analyze::Args),
    /// List memories.
    List(commands::list::Args),
    /// Show everything about a memory.
    Show(commands::show::Args),
    /// Show what happened to a memory so far.
    History(commands::history::Args),
    /// Change the words or the category of a memory.
    Edit(commands::edit::Args),
    /// Undo the last change to a memory.
    Undo(commands::undo::Args),
    /// Take back a turn of conversation, as if it had never been said.
    Unsay(commands::unsay::Args),
    /// Protect memories, so that they never fade.
    Protect(commands::protect::Args),
    /// Let protected memories fade again.
    Unprotect(commands::unprotect::Args),
    /// Give memories tags of your own, or list the tags.
    Tag(commands::tag::Args),
    /// Take tags of your own away from memories.
    Untag(commands::tag::UntagArgs),
    /// Show what is known of persons, and join their names.
    Person(commands::person::Args),
    /// List, note and finish tasks.
    Task(commands::task::Args),
    /// Link two memories.
    Link(commands::link::Args),
    /// Remove the link between two memories.
    Unlink(commands::unlink::Args),
    /// Show what a memory is related to.
    Related(commands::related::Args),
    /// Move memories to the archive.
    Archive(commands::archive::Args),
    /// Find memories by words, and archive them.
    Forget(commands::forget::Args),
    /// Bring memories back from the archive.
    Restore(commands::restore::Args),
    /// Erase memories for good.
    Erase(commands::erase::Args),
    /// Run the nights that are due: fade, shorten, archive, link.
    Sleep(commands::sleep::Args),
    /// Run the nights every day with the system's scheduler.
    Schedule(commands::schedule::Args),
    /// Show how a memory will fade over the coming nights.
    Curve(commands::curve::Args),
    /// Simulate a life and show which memories would be kept.
    Simulate(commands::simulate::Args),
    /// Count the memories, nights and disk space of the mind.
    Stats(commands::stats::Args),
    /// List, rename and erase minds (an agent's whole memory).
    Minds(commands::minds::Args),
    /// List, download and choose embedding models.
    Models(commands::models::Args),
    /// List, test and choose providers of language models.
    Provider(commands::provider::Args),
    /// Show what providers have cost, and what a year would cost.
    Cost(commands::cost::Args),
    /// Compute the vectors that the current model still lacks.
    Reembed(commands::reembed::Args),
    /// Connect Claude Code or Codex: add hooks to its settings.
    Install(commands::install::Args),
    /// Disconnect a program: remove the hooks from its settings.
    Uninstall(commands::install::Args),
    /// Answer a hook; the connected program runs this itself.
    Hook(crate::hook::Args),
    /// Offer the memory as MCP tools over stdin and stdout.
    Mcp(commands::mcp::Args),
    /// Serve the memory over HTTP, and run the nights on time.
    Serve(commands::serve::Args),
    /// Create, list and revoke the keys of the server.
    Keys(commands::keys::Args),
    /// Show which programs are connected.
    Status(commands::status::Args),
    /// Let a folder's .omoide file choose the mind.
    Allow(commands::allow::Args),
    /// Show, change and check the settings.
    Config(commands::config::Args),
    /// Write a whole mind to a file, to import or to read.
    Export(commands::export::Args),
    /// Copy the memory to a file and check the copy.
    Backup(commands::backup::Args),
    /// Replace the memory with a backup.
    RestoreBackup(commands::restore_backup::Args),
    /// Look for damage and repair it.
    Doctor(commands::doctor::Args),
    /// Give unused space back to the disk.
    Vacuum(commands::vacuum::Args),
    /// Import an exported mind, or what other programs kept.
    Import(commands::import::Args),
    /// Show what is read from Claude Code's session files.
    Transcript(commands::transcript::Args),
    /// Measure how well Omoide understands a file of test cases.
    Eval(commands::eval::Args),
    /// Print a completion script for a shell.
    Completions(commands::completions::Args),
    /// Show what can be done, or how a command is used.
    Help(commands::help::Args),
}
