//! The commands, a file each.

pub mod activity;
pub mod allow;
pub mod analyze;
pub mod archive;
pub mod associate;
pub mod backup;
pub mod completions;
pub mod config;
pub mod conversations;
pub mod cost;
pub mod curve;
pub mod doctor;
pub mod edit;
pub mod erase;
pub mod eval;
pub mod export;
pub mod feedback;
pub mod forget;
pub mod help;
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
pub mod person;
pub mod prime;
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
pub mod stream;
pub mod tag;
pub mod task;
pub mod thread;
pub mod transcript;
pub mod undo;
pub mod uninstall;
pub mod unlink;
pub mod unprotect;
pub mod unsay;
pub mod vacuum;

use omoide_home::stores::Need;

use crate::cli::CliCommand;
use crate::context::open;
use crate::editor::TextEditor;
use crate::invocation::Invocation;

/// Runs a command.
///
/// # Errors
/// Whatever it fails with.
pub fn run(command: &CliCommand, invocation: &Invocation) -> anyhow::Result<()> {
    let on = |need| open(invocation, need);
    match command {
        CliCommand::Init(args) => init::run(args, invocation),
        CliCommand::Config(args) => config::run(args, invocation),
        CliCommand::Doctor(args) => doctor::run(args, invocation),
        CliCommand::RestoreBackup(args) => restore_backup::run(args, invocation),
        CliCommand::Thread(args) => thread::run(args, &on(Need::Existing)?),
        CliCommand::Analyze(args) => analyze::run(args, invocation),
        CliCommand::Models(args) => models::run(args, invocation),
        CliCommand::Provider(args) => provider::run(args, invocation),
        CliCommand::Cost(args) => cost::run(args, &on(Need::Existing)?),
        CliCommand::Reembed(args) => reembed::run(args, &on(Need::Existing)?),
        CliCommand::Completions(args) => completions::run(args, invocation),
        CliCommand::Help(args) => help::run(args, invocation),
        CliCommand::Eval(args) => eval::run(args, invocation),
        CliCommand::Install(args) => install::run(args, invocation),
        CliCommand::Uninstall(args) => uninstall::run(args, invocation),
        CliCommand::Hook(args) => crate::hook::run_with(args, invocation),
        CliCommand::Status(args) => status::run(args, invocation),
        CliCommand::Allow(args) => allow::run(args, invocation),
        CliCommand::Schedule(args) => schedule::run(args, invocation),
        CliCommand::Transcript(args) => transcript::run(args, invocation),
        CliCommand::Mcp(args) => mcp::run(args, invocation),
        CliCommand::Serve(args) => serve::run(args, invocation),
        CliCommand::Keys(args) => keys::run(args, invocation),
        CliCommand::Import(args) => {
            let context = on(if args.is_dry_run() { Need::Existing } else { Need::Created })?;
            import::run(args, &context, &invocation.home)?;
            context.tell_of_models();
            Ok(())
        }
        CliCommand::Remember(args) => {
            let context = on(Need::Created)?;
            remember::run(args, &context)?;
            context.tell_of_models();
            context.catch_up();
            Ok(())
        }
        CliCommand::Stream(args) => stream::run(args, invocation),
        CliCommand::Simulate(args) => simulate::run(args, &on(Need::Nothing)?),
        CliCommand::Recall(args) => {
            let context = on(Need::Existing)?;
            recall::run(args, &context)?;
            context.tell_of_models();
            if args.leaves_a_mark() {
                context.catch_up();
            }
            Ok(())
        }
        CliCommand::Prime(args) => {
            let context = on(Need::Existing)?;
            prime::run(args, &context, invocation.home.person_folder().as_deref())?;
            context.tell_of_models();
            if args.leaves_a_mark() {
                context.catch_up();
            }
            Ok(())
        }
        CliCommand::Associate(args) => {
            let context = on(Need::Existing)?;
            associate::run(args, &context)?;
            context.tell_of_models();
            Ok(())
        }
        CliCommand::Read(args) => read::run(args, &on(Need::Existing)?),
        CliCommand::Feedback(args) => feedback::run(args, &on(Need::Existing)?),
        CliCommand::Conversations(args) => conversations::run(args, &on(Need::Existing)?),
        CliCommand::Activity(args) => activity::run(args, &on(args.need())?),
        CliCommand::List(args) => list::run(args, &on(Need::Existing)?),
        CliCommand::Show(args) => show::run(args, &on(Need::Existing)?),
        CliCommand::History(args) => history::run(args, &on(Need::Existing)?),
        CliCommand::Edit(args) => {
            let editor = TextEditor::of(&invocation.home.environment);
            edit::run(args, editor.as_ref(), &on(Need::Existing)?)
        }
        CliCommand::Undo(args) => undo::run(args, &on(Need::Existing)?),
        CliCommand::Unsay(args) => unsay::run(args, &on(Need::Existing)?),
        CliCommand::Protect(args) => protect::run(args, &on(Need::Existing)?),
        CliCommand::Unprotect(args) => unprotect::run(args, &on(Need::Existing)?),
        CliCommand::Tag(args) => tag::run(args, &on(Need::Existing)?),
        CliCommand::Untag(args) => tag::run_untag(args, &on(Need::Existing)?),
        CliCommand::Person(args) => person::run(args, &on(Need::Existing)?),
        CliCommand::Task(args) => task::run(args, &on(if args.creates() { Need::Created } else { Need::Existing })?),
        CliCommand::Link(args) => link::run(args, &on(Need::Existing)?),
        CliCommand::Unlink(args) => unlink::run(args, &on(Need::Existing)?),
        CliCommand::Related(args) => related::run(args, &on(Need::Existing)?),
        CliCommand::Archive(args) => archive::run(args, &on(Need::Existing)?),
        CliCommand::Forget(args) => forget::run(args, &on(Need::Existing)?),
        CliCommand::Restore(args) => restore::run(args, &on(Need::Existing)?),
        CliCommand::Erase(args) => erase::run(args, &on(Need::Existing)?),
        CliCommand::Sleep(args) => sleep::run(args, &on(Need::Existing)?),
        CliCommand::Curve(args) => curve::run(args, &on(Need::Existing)?),
        CliCommand::Stats(args) => stats::run(args, &on(Need::Existing)?),
        CliCommand::Minds(args) => minds::run(args, &on(Need::Existing)?),
        CliCommand::Export(args) => export::run(args, &on(Need::Existing)?),
        CliCommand::Backup(args) => backup::run(args, &on(Need::Existing)?),
        CliCommand::Vacuum(args) => vacuum::run(args, &on(Need::Existing)?),
    }
}
