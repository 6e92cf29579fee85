//! The commands, a file each.

pub mod analyze;
pub mod archive;
pub mod backup;
pub mod completions;
pub mod config;
pub mod conversations;
pub mod cost;
pub mod curve;
pub mod doctor;
pub mod erase;
pub mod eval;
pub mod feedback;
pub mod history;
pub mod import;
pub mod init;
pub mod install;
pub mod keys;
pub mod link;
pub mod list;
pub mod mcp;
pub mod minds;
pub mod models;
pub mod protect;
pub mod provider;
pub mod read;
pub mod recall;
pub mod reembed;
pub mod related;
pub mod remember;
pub mod restore;
pub mod restore_backup;
pub mod schedule;
pub mod serve;
pub mod several;
pub mod show;
pub mod simulate;
pub mod sleep;
pub mod stats;
pub mod status;
pub mod transcript;
pub mod undo;
pub mod uninstall;
pub mod unlink;
pub mod unprotect;
pub mod vacuum;

use omoide_home::stores::Need;

use crate::cli::Command;
use crate::context::open;
use crate::invocation::Invocation;

/// Runs a command.
///
/// # Errors
/// Whatever it fails with.
pub fn run(command: &Command, invocation: &Invocation) -> anyhow::Result<()> {
    let on = |need| open(invocation, need);
    match command {
        Command::Init(args) => init::run(args, invocation),
        Command::Config(args) => config::run(args, invocation),
        Command::Doctor(args) => doctor::run(args, invocation),
        Command::RestoreBackup(args) => restore_backup::run(args, invocation),
        Command::Analyze(args) => analyze::run(args, invocation),
        Command::Models(args) => models::run(args, invocation),
        Command::Provider(args) => provider::run(args, invocation),
        Command::Cost(args) => cost::run(args, &on(Need::Existing)?),
        Command::Reembed(args) => reembed::run(args, &on(Need::Existing)?),
        Command::Completions(args) => completions::run(args, invocation),
        Command::Eval(args) => eval::run(args, invocation),
        Command::Install(args) => install::run(args, invocation),
        Command::Uninstall(args) => uninstall::run(args, invocation),
        Command::Hook(args) => crate::hook::run_with(args, invocation),
        Command::Status(args) => status::run(args, invocation),
        Command::Schedule(args) => schedule::run(args, invocation),
        Command::Transcript(args) => transcript::run(args, invocation),
        Command::Mcp(args) => mcp::run(args, invocation),
        Command::Serve(args) => serve::run(args, invocation),
        Command::Keys(args) => keys::run(args, invocation),
        Command::Import(args) => {
            let context = on(if args.is_dry_run() { Need::Existing } else { Need::Created })?;
            import::run(args, &context, invocation.home.claude_folder())?;
            context.tell_of_models();
            Ok(())
        }
        Command::Remember(args) => {
            let context = on(Need::Created)?;
            remember::run(args, &context)?;
            context.tell_of_models();
            context.catch_up();
            Ok(())
        }
        Command::Simulate(args) => simulate::run(args, &on(Need::Nothing)?),
        Command::Recall(args) => {
            let context = on(Need::Existing)?;
            recall::run(args, &context)?;
            context.tell_of_models();
            if args.leaves_a_mark() {
                context.catch_up();
            }
            Ok(())
        }
        Command::Read(args) => read::run(args, &on(Need::Existing)?),
        Command::Feedback(args) => feedback::run(args, &on(Need::Existing)?),
        Command::Conversations(args) => conversations::run(args, &on(Need::Existing)?),
        Command::List(args) => list::run(args, &on(Need::Existing)?),
        Command::Show(args) => show::run(args, &on(Need::Existing)?),
        Command::History(args) => history::run(args, &on(Need::Existing)?),
        Command::Undo(args) => undo::run(args, &on(Need::Existing)?),
        Command::Protect(args) => protect::run(args, &on(Need::Existing)?),
        Command::Unprotect(args) => unprotect::run(args, &on(Need::Existing)?),
        Command::Link(args) => link::run(args, &on(Need::Existing)?),
        Command::Unlink(args) => unlink::run(args, &on(Need::Existing)?),
        Command::Related(args) => related::run(args, &on(Need::Existing)?),
        Command::Archive(args) => archive::run(args, &on(Need::Existing)?),
        Command::Restore(args) => restore::run(args, &on(Need::Existing)?),
        Command::Erase(args) => erase::run(args, &on(Need::Existing)?),
        Command::Sleep(args) => sleep::run(args, &on(Need::Existing)?),
        Command::Curve(args) => curve::run(args, &on(Need::Existing)?),
        Command::Stats(args) => stats::run(args, &on(Need::Existing)?),
        Command::Minds(args) => minds::run(args, &on(Need::Existing)?),
        Command::Backup(args) => backup::run(args, &on(Need::Existing)?),
        Command::Vacuum(args) => vacuum::run(args, &on(Need::Existing)?),
    }
}
