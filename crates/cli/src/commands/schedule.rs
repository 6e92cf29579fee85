//! `omoide schedule`: nights run by the system's own scheduler.

use std::path::PathBuf;

use omoide_home::errors::UserError;
use omoide_home::lang::{Lang, say};
use serde_json::{Value, json};

use crate::context::{hint, print, print_json};
use crate::install::diff::unified;
use crate::install::hooks::quoted;
use crate::install::program::{Flags, Program};
use crate::invocation::Invocation;
use crate::schedule::carry_out::{CarryOut, FileEdit, ScheduleStanding, ScheduleTask};
use crate::schedule::kind::SchedulerKind;
use crate::schedule::plan::{At, Job, Machine, SchedulePlan};
use crate::table::Table;

/// What the job is called; that of a mind with a name has it at its end.
const NAME: &str = "omoide-sleep";

/// What `schedule` can be told.
#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(subcommand)]
    action: ScheduleAction,
}

/// What can be done with the schedule.
#[derive(clap::Subcommand, Debug)]
enum ScheduleAction {
    /// Run the nights every day from now on.
    Install {
        /// The time of day; compression.schedule_hour if not given.
        #[arg(long, value_name = "HH:MM")]
        at: Option<At>,
        #[command(flatten)]
        which: SchedulerChoice,
    },
    /// Stop running the nights every day.
    Remove {
        #[command(flatten)]
        which: SchedulerChoice,
    },
    /// Show when the nights run, and what starts them.
    Status {
        /// The scheduler; all that this machine can have if not given.
        #[arg(long, value_name = "KIND")]
        kind: Option<SchedulerKind>,
    },
}

/// Which scheduler, and whether it is told.
#[derive(clap::Args, Debug)]
struct SchedulerChoice {
    /// The scheduler; the one of this machine if not given.
    #[arg(long, value_name = "KIND")]
    kind: Option<SchedulerKind>,
    /// Show what would change, and change nothing.
    #[arg(long)]
    dry_run: bool,
}

/// Does it.
///
/// # Errors
/// When the scheduler is not there, or does not take it.
pub fn run(args: &Args, invocation: &Invocation) -> anyhow::Result<()> {
    match &args.action {
        ScheduleAction::Install { at, which } => {
            let hour = invocation.home.configuration()?.parameters.compression.schedule_hour;
            let night = At { hour, minute: 0 };
            let at = at.unwrap_or(night);
            change(ScheduleTask::Install, at, which, invocation)?;
            if at < night {
                hint(
                    invocation,
                    &say!(
                        invocation.lang(),
                        "a night is due at {night}, so the run at {at} is for the day before",
                        "夜間処理の時刻は{night}なので、{at}には前日分を実行します"
                    ),
                );
            }
            Ok(())
        }
        ScheduleAction::Remove { which } => change(ScheduleTask::Remove, At { hour: 0, minute: 0 }, which, invocation),
        ScheduleAction::Status { kind } => status(*kind, invocation),
    }
}

fn change(task: ScheduleTask, at: At, which: &SchedulerChoice, invocation: &Invocation) -> anyhow::Result<()> {
    let kind = which.kind.unwrap_or(SchedulerKind::of_this_machine()[0]);
    let job = job(at, invocation)?;
    let machine = machine(invocation)?;
    let plan = SchedulePlan::of(kind, &job, &machine);
    let carry_out = CarryOut { plan: &plan, name: &job.name, machine: &machine, lang: invocation.lang() };
    let edits = if which.dry_run { carry_out.edits(task)? } else { carry_out.run(task)? };
    let has_changed = edits.iter().any(|edit| edit.before != edit.after);
    if invocation.json {
        let files: Vec<Value> = edits
            .iter()
            .map(|edit| json!({ "file": edit.title, "changed": edit.before != edit.after, "after": edit.after }))
            .collect();
        let at = (task == ScheduleTask::Install).then(|| at.to_string());
        return print_json(&json!({
            "kind": kind.name(), "at": at, "dry_run": which.dry_run, "changed": has_changed, "files": files,
        }));
    }
    if which.dry_run {
        return show(task, &plan, &edits, invocation.lang());
    }
    print(&in_words(task, kind, at, has_changed, invocation.lang()))
}

fn in_words(task: ScheduleTask, kind: SchedulerKind, at: At, has_changed: bool, lang: Lang) -> String {
    let kind = kind.name();
    match (task, has_changed) {
        (ScheduleTask::Install, true) => {
            say!(lang, "{kind} runs the nights every day at {at}", "{kind}が毎日{at}に夜間処理を実行します")
        }
        (ScheduleTask::Install, false) => say!(
            lang,
            "{kind} already runs the nights every day at {at}; nothing to change",
            "{kind}がすでに毎日{at}に夜間処理を実行しています。変更はありません"
        ),
        (ScheduleTask::Remove, true) => say!(
            lang,
            "{kind} no longer runs the nights",
            "{kind}による夜間処理の実行をやめま\
                                                                                  した"
        ),
        (ScheduleTask::Remove, false) => {
            say!(
                lang,
                "{kind} does not run the nights; nothing to change",
                "{kind}には登録されていません。変更はありません"
            )
        }
    }
}

/// The edits as diffs, and the commands in their order.
fn show(task: ScheduleTask, plan: &SchedulePlan, edits: &[FileEdit], lang: Lang) -> anyhow::Result<()> {
    let has_changed = edits.iter().any(|edit| edit.before != edit.after);
    let (first, last) = match task {
        ScheduleTask::Install => ([].as_slice(), &plan.on),
        ScheduleTask::Remove if has_changed => (plan.off.as_slice(), &plan.after_off),
        ScheduleTask::Remove => ([].as_slice(), &Vec::new()),
    };
    let line = |call: &crate::schedule::plan::SchedulerCall| {
        format!("$ {}", call.words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" "))
    };
    for call in first {
        print(&line(call))?;
    }
    for edit in edits {
        print(&unified(&edit.title, edit.before.as_deref(), edit.after.as_deref()))?;
    }
    for call in last {
        print(&line(call))?;
    }
    print(lang.pick("nothing was changed", "何も変更していません"))
}

fn status(kind: Option<SchedulerKind>, invocation: &Invocation) -> anyhow::Result<()> {
    let lang = invocation.lang();
    let kinds = kind.map_or_else(SchedulerKind::of_this_machine, |kind| vec![kind]);
    let machine = machine(invocation)?;
    let midnight = job(At { hour: 0, minute: 0 }, invocation)?;
    let mut rows = Vec::new();
    for kind in kinds {
        let plan_at = |at: At| SchedulePlan::of(kind, &Job { at, ..midnight.clone() }, &machine);
        let plan = plan_at(midnight.at);
        let standing = CarryOut { plan: &plan, name: &midnight.name, machine: &machine, lang }.standing(plan_at);
        rows.push((kind, standing));
    }
    if invocation.json {
        let all: Vec<Value> = rows.iter().map(|(kind, standing)| as_json(*kind, standing)).collect();
        return print_json(&json!({ "schedulers": all }));
    }
    let mut table = Table::new(&[lang.pick("scheduler", "スケジューラ"), lang.pick("nights", "夜間処理")]);
    for (kind, standing) in &rows {
        table.push(vec![kind.name().to_owned(), standing_in_words(standing, lang)]);
    }
    print(&table.render(None))?;
    if rows.iter().any(|(_, standing)| matches!(standing, Ok(ScheduleStanding::Other(_)))) {
        hint(invocation, lang.pick("to correct this: omoide schedule install", "直すには：omoide schedule install"));
    }
    Ok(())
}

fn as_json(kind: SchedulerKind, standing: &Result<ScheduleStanding, UserError>) -> Value {
    let (state, at) = match standing {
        Ok(ScheduleStanding::Off) => ("off", None),
        Ok(ScheduleStanding::On(at)) => ("on", Some(*at)),
        Ok(ScheduleStanding::Other(at)) => ("other", *at),
        Err(_) => ("unavailable", None),
    };
    let problem = standing.as_ref().err().map(|told| told.message.clone());
    json!({ "kind": kind.name(), "state": state, "at": at.map(|at| at.to_string()), "problem": problem })
}

fn standing_in_words(standing: &Result<ScheduleStanding, UserError>, lang: Lang) -> String {
    match standing {
        Ok(ScheduleStanding::Off) => lang.pick("not run", "実行しない").to_owned(),
        Ok(ScheduleStanding::On(at)) => say!(lang, "at {at}", "毎日{at}"),
        Ok(ScheduleStanding::Other(Some(at))) => {
            say!(
                lang,
                "at {at}, by another omoide program or with other settings",
                "毎日{at}（別のomoide、または別の設定）"
            )
        }
        Ok(ScheduleStanding::Other(None)) => lang.pick("with other settings", "別の設定").to_owned(),
        Err(told) => told.message.clone(),
    }
}

fn job(at: At, invocation: &Invocation) -> Result<Job, UserError> {
    let program = Program::running(invocation, Flags::Effective)?;
    let mut words = vec![program.path];
    words.extend(["sleep", "--quiet"].map(str::to_owned));
    words.extend(program.flags);
    Ok(Job { name: name_of(invocation), words, at })
}

/// The job's name. A mind's name may hold what a scheduler's may not.
fn name_of(invocation: &Invocation) -> String {
    let mind = invocation.home.mind.as_str();
    if invocation.home.mind == omoide_core::MindName::default() {
        return NAME.to_owned();
    }
    let is_plain = mind.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
    let end =
        if is_plain { mind.to_owned() } else { crate::install::receipt::fingerprint(mind.as_bytes())[..12].to_owned() };
    format!("{NAME}-{end}")
}

fn machine(invocation: &Invocation) -> Result<Machine, UserError> {
    let base = directories::BaseDirs::new();
    let home = invocation.home.environment.path("HOME").or_else(|| base.map(|base| base.home_dir().to_owned()));
    let home: PathBuf = home.ok_or_else(|| {
        UserError::theirs("no_home", invocation.lang().pick("there is no home folder", "ホームフォルダがありません"))
            .hint(invocation.lang().pick("set HOME", "HOMEを設定してください"))
    })?;
    let config_home = invocation.home.environment.path("XDG_CONFIG_HOME").filter(|path| path.is_absolute());
    let data_dir = std::path::absolute(&invocation.home.data_dir).unwrap_or_else(|_| invocation.home.data_dir.clone());
    Ok(Machine {
        user_id: owner(&home),
        config_home: config_home.unwrap_or_else(|| home.join(".config")),
        data_dir,
        home,
    })
}

/// Whose home it is, as a number.
#[cfg(unix)]
fn owner(home: &std::path::Path) -> u32 {
    use std::os::unix::fs::MetadataExt;
    std::fs::metadata(home).map_or(0, |metadata| metadata.uid())
}

#[cfg(not(unix))]
fn owner(_: &std::path::Path) -> u32 {
    0
}
