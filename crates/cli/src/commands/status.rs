//! `omoide status`: where our hooks are, and whether they run this program, and what they could not do.

use std::path::{Path, PathBuf};

use omoide_core::ports::Clock;
use omoide_home::clock::SystemClock;
use omoide_home::hook::allowed::AllowedMinds;
use omoide_home::hook::log::{HookLog, LogLine};
use omoide_home::lang::{Lang, say};
use serde_json::{Value, json};

use super::allow;
use super::install::folders;
use crate::context::{hint, print, print_json};
use crate::install::files;
use crate::install::hosts::{Folders, Host, InstallScope, PartFile};
use crate::install::part::{PartStanding, PartState};
use crate::install::program::{Flags, Program};
use crate::install::settings::SettingsText;
use crate::invocation::Invocation;
use crate::table::Table;
use crate::vocabulary::INSTALL_SCOPES;

/// What the plugin's switch in the settings of Claude Code begins with.
const PLUGIN: &str = "omoide@";

/// How many of the last failures of hooks are told.
const FAILURES_TOLD: usize = 3;

/// What `status` can be told.
#[derive(clap::Args, Debug)]
pub struct Args {}

/// How a host stands for a scope.
struct HostReport {
    host: Host,
    scope: InstallScope,
    state: PartState,
    programs: Vec<String>,
    missing: Vec<&'static str>,
    files: Vec<Value>,
    problem: Option<String>,
    switches: Switches,
    /// Whether every file of the project is one of the person's own: the project is the home folder.
    is_of_user: bool,
}

/// What else the settings say that matters to hooks.
#[derive(Clone, Copy, Default)]
struct Switches {
    has_plugin: bool,
    is_without_hooks: bool,
}

/// Shows it.
///
/// # Errors
/// When this program's own place is not known, or stdout cannot be written.
pub fn run(_: &Args, invocation: &Invocation) -> anyhow::Result<()> {
    let program = Program::running(invocation, Flags::Given)?;
    let folders = folders(invocation)?;
    let pairs = Host::ALL.into_iter().flat_map(|host| InstallScope::ALL.map(|scope| (host, scope)));
    let reports: Vec<HostReport> = pairs
        .map(|(host, scope)| {
            let (own, users) = own_places(&folders, host, scope);
            if own.is_empty() {
                let all = report(host, scope, &folders.places(host, scope), &program, invocation.lang());
                return HostReport { is_of_user: true, ..all };
            }
            let mut report = report(host, scope, &own, &program, invocation.lang());
            report.files.extend(users.iter().map(|file| json!({ "file": file, "state": "of user" })));
            report
        })
        .collect();
    let lang = invocation.lang();
    let now = SystemClock::new(&invocation.home.environment, lang)?.now();
    let failures = HookLog::below(&invocation.home.data_dir).last(FAILURES_TOLD, now);
    let waiting = AllowedMinds::below(&invocation.home.data_dir).waiting();
    if invocation.json {
        let waiting: Vec<Value> = waiting.iter().map(allow::in_json).collect();
        let all: Vec<Value> = reports.iter().map(|report| as_json(report, &program)).collect();
        let failures: Vec<Value> = failures.iter().map(failure_as_json).collect();
        return print_json(&json!({ "program": program.path, "hosts": all, "failures": failures, "waiting": waiting }));
    }
    let mut table = Table::new(&[
        lang.pick("program", "プログラム"),
        lang.pick("scope", "範囲"),
        lang.pick("state", "状態"),
        lang.pick("omoide", "omoide"),
    ]);
    for report in &reports {
        let programs: Vec<String> = report.programs.iter().map(|path| program_in_words(path, &program, lang)).collect();
        let state = state_in_words(report, lang);
        table.push(vec![
            report.host.name().into(),
            INSTALL_SCOPES.read(report.scope.name(), lang).into(),
            state,
            programs.join(", "),
        ]);
    }
    print(&table.render(None))?;
    for report in &reports {
        if let Some(problem) = &report.problem {
            print(problem)?;
        }
    }
    if !failures.is_empty() {
        print(lang.pick("recent failures of hooks:", "最近フックで起きたエラー："))?;
        for line in &failures {
            print(&format!("  {} {}: {}", line.at, line.hook, line.message))?;
        }
    }
    for choice in &waiting {
        print(&allow::waiting_in_words(choice, lang))?;
    }
    for report in reports.iter().filter(|report| report.state == PartState::Partly && !report.is_of_user) {
        let (host, scope) = (report.host.name(), report.scope.name());
        hint(
            invocation,
            &say!(
                lang,
                "to repair: omoide install {host} --scope {scope}",
                "修復するには：omoide install {host} --scope {scope}"
            ),
        );
    }
    if reports.iter().any(|report| report.switches.has_plugin && report.state != PartState::Absent) {
        hint(
            invocation,
            lang.pick(
                "the plugin is on as well, so every hook runs twice; keep one of them",
                "プラグインも有効なので、フックが二重に動きます。どちらか一方にしてください",
            ),
        );
    }
    if reports.iter().any(|report| report.switches.is_without_hooks) {
        hint(
            invocation,
            lang.pick(
                "\"disableAllHooks\" is on in the settings of Claude Code, so no hook runs",
                "Claude Codeの設定で \"disableAllHooks\" が有効なので、フックは動きません",
            ),
        );
    }
    Ok(())
}

/// The files of a scope, apart from those of the project that belong to the person: in the home folder both scopes have the
/// same settings, and what stands there holds for every project.
fn own_places(folders: &Folders, host: Host, scope: InstallScope) -> (Vec<PartFile>, Vec<PathBuf>) {
    let places = folders.places(host, scope);
    if scope == InstallScope::User {
        return (places, Vec::new());
    }
    let real = |file: &Path| {
        let folder = file.parent().and_then(|folder| folder.canonicalize().ok());
        folder.zip(file.file_name()).map_or_else(|| file.to_owned(), |(folder, name)| folder.join(name))
    };
    let users: Vec<PathBuf> = folders.places(host, InstallScope::User).iter().map(|place| real(&place.file)).collect();
    let (users, own): (Vec<PartFile>, Vec<PartFile>) =
        places.into_iter().partition(|place| users.contains(&real(&place.file)));
    (own, users.into_iter().map(|place| place.file).collect())
}

fn report(host: Host, scope: InstallScope, places: &[PartFile], program: &Program, lang: Lang) -> HostReport {
    let mut report = HostReport {
        host,
        scope,
        state: PartState::Absent,
        programs: Vec::new(),
        missing: Vec::new(),
        files: Vec::new(),
        problem: None,
        switches: Switches::default(),
        is_of_user: false,
    };
    let mut states = Vec::new();
    for place in places {
        match standing(place, program, lang) {
            Ok((standing, switches)) => {
                report.switches.has_plugin |= switches.has_plugin;
                report.switches.is_without_hooks |= switches.is_without_hooks;
                report.files.push(json!({ "file": place.file, "state": name(&standing.state) }));
                report.missing.extend(standing.missing);
                if place.is_wanted || !standing.programs.is_empty() {
                    states.push(standing.state);
                }
                report.programs.extend(standing.programs);
            }
            Err(problem) => {
                report.files.push(json!({ "file": place.file, "problem": problem }));
                report.problem = Some(problem);
            }
        }
    }
    report.programs.sort();
    report.programs.dedup();
    // A switch that stands alone may be the person's own.
    report.state = match () {
        () if report.programs.is_empty() => PartState::Absent,
        () if states.iter().all(|state| *state == PartState::Installed) => PartState::Installed,
        () => PartState::Partly,
    };
    report
}

/// How our part stands in a file, and what else is switched there.
fn standing(place: &PartFile, program: &Program, lang: Lang) -> Result<(PartStanding, Switches), String> {
    let file = place.file.display().to_string();
    let bytes = files::read(&place.file).map_err(|error| format!("{file}: {error}"))?;
    let text = String::from_utf8(bytes.unwrap_or_default()).map_err(|_| format!("{file}: UTF-8?"))?;
    let told = |problem: crate::install::settings::SettingsProblem| problem.told(&file, lang).message;
    let standing = place.part.standing(&text, program).map_err(told)?;
    let settings = SettingsText::read(&text).ok().map(|settings| settings.value);
    let plugins = settings.as_ref().and_then(|settings| settings.get("enabledPlugins")?.as_object());
    let has_plugin = plugins.into_iter().flatten().any(|(name, is_on)| name.starts_with(PLUGIN) && is_on == true);
    let is_without_hooks =
        settings.as_ref().is_some_and(|settings| settings.get("disableAllHooks") == Some(&true.into()));
    Ok((standing, Switches { has_plugin, is_without_hooks }))
}

fn as_json(report: &HostReport, program: &Program) -> Value {
    let programs: Vec<Value> = report
        .programs
        .iter()
        .map(|path| json!({ "path": path, "exists": Path::new(path).exists(), "is_this": program.is_same_file(path) }))
        .collect();
    json!({
        "host": report.host.name(),
        "scope": report.scope.name(),
        "state": name(&report.state),
        "programs": programs,
        "missing": report.missing,
        "files": report.files,
        "has_plugin": report.switches.has_plugin,
        "is_of_user": report.is_of_user,
        "hooks_are_disabled": report.switches.is_without_hooks,
    })
}

fn failure_as_json(line: &LogLine) -> Value {
    json!({ "at": line.at.to_string(), "hook": line.hook, "message": line.message })
}

fn name(state: &PartState) -> &'static str {
    match state {
        PartState::Installed => "installed",
        PartState::Partly => "partly",
        PartState::Absent => "not installed",
    }
}

fn state_in_words(report: &HostReport, lang: Lang) -> String {
    match (&report.state, &report.problem) {
        (_, Some(_)) => lang.pick("unreadable", "読めない").to_owned(),
        _ if report.is_of_user => lang.pick("same files as user", "userと同じファイル").to_owned(),
        (PartState::Installed, _) => lang.pick("installed", "設定済み").to_owned(),
        (PartState::Absent, _) => lang.pick("not installed", "未設定").to_owned(),
        (PartState::Partly, _) if report.missing.is_empty() => {
            lang.pick("partly installed", "一部だけ設定済み").to_owned()
        }
        (PartState::Partly, _) => {
            let missing = report.missing.join(", ");
            say!(lang, "partly installed; missing: {missing}", "一部だけ設定済み（不足：{missing}）")
        }
    }
}

fn program_in_words(path: &str, program: &Program, lang: Lang) -> String {
    let note = match () {
        () if program.is_same_file(path) => lang.pick("this one", "これ"),
        () if Path::new(path).exists() => lang.pick("another one", "別のもの"),
        () => lang.pick("not there", "存在しない"),
    };
    format!("{path} ({note})")
}
