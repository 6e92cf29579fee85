//! `omoide doctor`: looks for damage, and mends what can be mended.

mod findings;
mod folder;
mod secrets;

use std::path::Path;
use std::sync::Arc;

use omoide::ModelRole;
use omoide_core::policy::breaker::Breaker;
use omoide_core::ports::store::Finding;
use omoide_core::ports::{Clock, Store, StoreError};
use omoide_home::clock::SystemClock;
use omoide_home::errors::{self, UserError};
use omoide_home::hook::allowed::AllowedMinds;
use omoide_home::hook::log::HookLog;
use omoide_home::lang::{Lang, say};
use omoide_home::stores::{self, SweepMode, salvage};
use omoide_home::{config, wiring};
use omoide_server::audit::{Audit, AuditState};
use serde_json::json;

use crate::commands::keys::audit_in_words;
use crate::context::{CommandContext, print, print_json};
use crate::invocation::Invocation;
use crate::telling;
use crate::vocabulary::FAILURES;

use findings::{DoctorReport, FindingState};

/// How many of the last failures of hooks are told.
const HOOKS_TOLD: usize = 3;

/// What `doctor` can be told.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Repair what can be repaired. A damaged file is kept beside the repaired one.
    #[arg(long)]
    repair: bool,
    /// Look for secrets that earlier versions stored, in the memory, its backups and the notes of hooks; with --repair,
    /// remove them.
    #[arg(long)]
    secrets: bool,
}

/// Looks, and mends.
///
/// # Errors
/// When something is wrong and was not mended.
pub fn run(args: &Args, invocation: &Invocation) -> anyhow::Result<()> {
    let lang = invocation.lang();
    let mut report = DoctorReport::default();
    let loaded = match config::load(&invocation.home.sources) {
        Ok(loaded) => {
            report.well("config", lang.pick("the configuration has no mistakes", "設定に誤りはありません"));
            Some(loaded)
        }
        Err(problems) => {
            problems.iter().for_each(|problem| report.wrong("config", problem.message(lang)));
            None
        }
    };
    if let Some(store) = open(args, invocation, &mut report)? {
        check(&*store, args, &mut report, lang)?;
        if args.secrets {
            let mode = if args.repair { SweepMode::Clean } else { SweepMode::Look };
            secrets::look(mode, invocation, &mut report)?;
        }
        if let Some(config) = loaded {
            let mut context = CommandContext::new(wiring::over(&invocation.home, config, store)?, invocation);
            // The findings say more.
            context.tells_of_unreadable = false;
            models(&context, &mut report);
            provider(&context, &mut report)?;
            vectors(&context, args, &mut report)?;
            words(&context, args, &mut report)?;
            nights(&context, &mut report)?;
        }
    }
    folder::look(args.repair, invocation, &mut report);
    hooks(invocation, &mut report)?;
    streams(invocation, &mut report)?;
    audit(invocation, &mut report)?;
    tell(&report, args, invocation)
}

/// Whether the log of acts of weight is as it was written.
fn audit(invocation: &Invocation, report: &mut DoctorReport) -> anyhow::Result<()> {
    let found = Audit::below(&invocation.home.data_dir).read()?;
    let words = audit_in_words(found.state, found.lines.len(), invocation.lang());
    match found.state {
        AuditState::Whole if found.lines.is_empty() => {}
        AuditState::Whole => report.well("audit", words),
        _ => report.wrong("audit", words),
    }
    Ok(())
}

/// Streamed replies that wait to be recovered, and files that are no journals of any.
fn streams(invocation: &Invocation, report: &mut DoctorReport) -> anyhow::Result<()> {
    let (lang, census) = (invocation.lang(), omoide_home::streams::census(&invocation.home)?);
    let waiting = census.orphans.len();
    if waiting > 0 {
        report.note(
            "streams",
            say!(
                lang,
                "interrupted replies that wait to be recovered: {waiting}; to recover them: omoide stream --recover",
                "途中で終わった返答が{waiting}件あります。回復するには：omoide stream --recover"
            ),
        );
    }
    census.aside.iter().for_each(|file| report.note("streams", super::stream::aside_in_words(file, lang)));
    Ok(())
}

/// What hooks could not do of late; they tell nobody else.
fn hooks(invocation: &Invocation, report: &mut DoctorReport) -> anyhow::Result<()> {
    let now = SystemClock::new(&invocation.home.environment, invocation.lang())?.now();
    for line in HookLog::below(&invocation.home.data_dir).last(HOOKS_TOLD, now) {
        report.note("hooks", format!("{} {}: {}", line.at, line.hook, line.message));
    }
    for choice in AllowedMinds::below(&invocation.home.data_dir).waiting() {
        report.note("hooks", super::allow::waiting_in_words(&choice, invocation.lang()));
    }
    Ok(())
}

/// The store with what is wrong with it, mended first where it has to be and may be.
fn open(args: &Args, invocation: &Invocation, report: &mut DoctorReport) -> anyhow::Result<Option<Arc<dyn Store>>> {
    let lang = invocation.lang();
    let path = invocation.home.store_path();
    match open_whole(&path) {
        Ok(store) => Ok(Some(store)),
        Err(StoreError::Missing { .. }) => {
            let path = path.display();
            report.well("database", say!(lang, "there is no memory yet at {path}", "{path}にはまだ記憶がありません"));
            Ok(None)
        }
        // Others that do not let go of it are no damage, and no repair helps.
        Err(StoreError::Busy) => Err(StoreError::Busy.into()),
        Err(StoreError::Damaged { .. }) if args.repair => {
            Ok(if mend(invocation, report)? { Some(stores::open(&path)?) } else { None })
        }
        Err(error) => {
            let (told, causes) = errors::explain(&error.into(), lang);
            let because = causes.first().map(|cause| format!(" ({cause})")).unwrap_or_default();
            report.wrong("database", format!("{}{because}", told.message));
            Ok(None)
        }
    }
}

/// The store, unless it is so damaged that only salvage can help.
fn open_whole(path: &Path) -> Result<Arc<dyn Store>, StoreError> {
    let store = stores::open(path)?;
    let is_lost = |finding: &&Finding| finding.area == "database" && !finding.can_be_repaired;
    match store.upkeep().check()?.iter().find(is_lost) {
        None => Ok(store),
        Some(finding) => Err(StoreError::Damaged { location: path.into(), cause: finding.problem.clone().into() }),
    }
}

/// Saves what can be read of a damaged file into a fresh one; says whether that was possible.
fn mend(invocation: &Invocation, report: &mut DoctorReport) -> anyhow::Result<bool> {
    let lang = invocation.lang();
    let saved = match salvage(invocation.home.store_path()) {
        Err(StoreError::Damaged { .. } | StoreError::Foreign { .. }) => {
            let message = lang.pick(
                "too damaged to read anything; the file was left as it is",
                "損傷がひどく、何も読み出せません。ファイルは変更していません",
            );
            report.wrong("database", message);
            return Ok(false);
        }
        saved => saved?,
    };
    let rows: u64 = saved.tables.iter().map(|table| table.rows).sum();
    let lost: Vec<&str> = saved.tables.iter().filter(|table| table.has_losses).map(|table| table.table).collect();
    let aside = saved.damaged_file.map(|file| file.display().to_string()).unwrap_or_default();
    report.mended(
        "database",
        say!(
            lang,
            "it was damaged; {rows} rows were saved, and the damaged file is kept as {aside}",
            "壊れていました。{rows}行を取り出し、壊れたファイルは{aside}として残しました"
        ),
    );
    for finding in &saved.mended {
        report.mended(finding.area, findings::in_words(finding, lang));
    }
    if !lost.is_empty() {
        let lost = lost.join(", ");
        report.note("database", say!(lang, "parts could not be read: {lost}", "読めない部分がありました：{lost}"));
    }
    Ok(true)
}

fn check(store: &dyn Store, args: &Args, report: &mut DoctorReport, lang: Lang) -> anyhow::Result<()> {
    if args.repair {
        for finding in store.upkeep().repair()? {
            report.mended(finding.area, findings::in_words(&finding, lang));
        }
    }
    let left = store.upkeep().check()?;
    for finding in &left {
        report.wrong(finding.area, findings::in_words(finding, lang));
    }
    if left.is_empty() {
        report.well("database", lang.pick("the memory is not damaged", "記憶に損傷はありません"));
    }
    Ok(())
}

/// Memories of all minds that no vector finds.
fn vectors(context: &CommandContext, args: &Args, report: &mut DoctorReport) -> anyhow::Result<()> {
    let lang = context.lang;
    let (mut missing, mut tied, mut has_others) = (0, 0, false);
    for name in context.engine.minds()? {
        let mind = context.engine.mind(name.clone());
        if args.repair {
            let bar = context.progress(0, lang.pick("embedding", "ベクトルを作っています"));
            missing += mind.reembed(&mut |done, all| {
                bar.set_length(all as u64);
                bar.set_position(done as u64);
            })?;
            bar.finish_and_clear();
            let bar = context.progress(0, lang.pick("connecting memories", "記憶どうしをつないでいます"));
            tied += mind.reconnect(&mut |done, all| {
                bar.set_length(all as u64);
                bar.set_position(done as u64);
            })?;
            bar.finish_and_clear();
        } else {
            missing += mind.without_active_vector()?;
            let others = mind.coverage()?.models;
            has_others |= others.iter().any(|model| model.role != ModelRole::Active && model.memories > 0);
        }
    }
    if tied > 0 {
        report.mended(
            "relations",
            say!(lang, "{tied} connections between memories were made", "記憶どうしのつながりを{tied}件作りました"),
        );
    }
    if missing == 0 {
        return Ok(());
    }
    if args.repair {
        report.mended(
            "vectors",
            say!(lang, "{missing} vectors were computed", "{missing}件の文のベクトルを計算しました"),
        );
    } else if has_others {
        // The model was changed: that is being made up for, and nothing is broken.
        let model = context.models.embedders.active().model();
        report.note(
            "vectors",
            say!(
                lang,
                "{missing} memories have no vector of {model} yet; each night computes some. To compute all now: \
                 omoide reembed",
                "{missing}件の記憶に{model}のベクトルがまだありません。夜間処理のたびに少しずつ作られます。今すべて\
                 作るには：omoide reembed"
            ),
        );
    } else {
        report.wrong("vectors", say!(lang, "{missing} texts have no vector", "{missing}件の文にベクトルがありません"));
    }
    Ok(())
}

/// Memories of all minds that are not in the index over words.
fn words(context: &CommandContext, args: &Args, report: &mut DoctorReport) -> anyhow::Result<()> {
    let lang = context.lang;
    let mut missing = 0;
    for name in context.engine.minds()? {
        let mind = context.engine.mind(name);
        if args.repair {
            let bar = context.progress(0, lang.pick("indexing words", "単語の索引を作っています"));
            missing += mind.reindex(&mut |done, all| {
                bar.set_length(all as u64);
                bar.set_position(done as u64);
            })? as u64;
            bar.finish_and_clear();
        } else {
            missing += mind.without_words()?;
        }
    }
    if missing == 0 {
        return Ok(());
    }
    if args.repair {
        report.mended(
            "words",
            say!(lang, "the words of {missing} memories were indexed", "{missing}件の記憶を単語の索引に加えました"),
        );
    } else {
        report.note(
            "words",
            say!(
                lang,
                "the words of {missing} memories are not indexed yet; each turn and each night indexes some. To \
                 index all now: omoide doctor --repair",
                "{missing}件の記憶がまだ単語の索引にありません。会話や夜間処理のたびに少しずつ加わります。今すべて加\
                 えるには：omoide doctor --repair"
            ),
        );
    }
    Ok(())
}

/// The embedding model that is meant.
fn models(context: &CommandContext, report: &mut DoctorReport) {
    if let Some(model) = &context.models.local {
        // Only trying shows whether it can be read.
        let _ = model.load();
    }
    if let Some(trouble) = context.models.trouble(context.lang) {
        report.wrong("models", trouble);
    }
}

/// Whether the provider that is meant may be asked.
fn provider(context: &CommandContext, report: &mut DoctorReport) -> anyhow::Result<()> {
    let lang = context.lang;
    let parameters = context.engine.parameters();
    let used = [parameters.llm.provider.name(), parameters.embedding.provider.name()];
    let mut told: Vec<&str> = Vec::new();
    for name in used.into_iter().filter(|name| omoide_providers::remote::Provider::named(name).is_some()) {
        if told.contains(&name) {
            continue;
        }
        told.push(name);
        match context.engine.breaker(name)? {
            Breaker::Closed => report.well("models", say!(lang, "{name} can be used", "{name}を使えます")),
            Breaker::Open { until, failures, kind } => {
                let (until, kind) = (telling::minute(until), FAILURES.read(kind.name(), lang));
                report.note(
                    "models",
                    say!(
                        lang,
                        "{name} failed {failures} times in a row ({kind}) and is not used until {until}. \
                         To try it now: omoide provider test",
                        "{name}が{failures}回続けて失敗したため（{kind}）、{until}まで使用を休止しています。今すぐ試すには：omoide provider test"
                    ),
                );
            }
        }
    }
    Ok(())
}

/// Nights that are due, of every mind.
fn nights(context: &CommandContext, report: &mut DoctorReport) -> anyhow::Result<()> {
    let lang = context.lang;
    for mind in context.engine.minds()? {
        let status = context.engine.mind(mind.clone()).sleep_status()?;
        if let Some(doubt) = status.doubt {
            report.note("clock", format!("{mind}: {}", telling::waiting(doubt, lang)));
            continue;
        }
        let due = status.due.len();
        if due > 0 && mind == context.mind {
            report.note(
                "nights",
                say!(
                    lang,
                    "{due} nights are due; run: omoide sleep",
                    "未処理の夜間処理が{due}日分あります。実行するには：omoide sleep"
                ),
            );
        } else if due > 0 {
            report.note(
                "nights",
                say!(
                    lang,
                    "{due} nights of {mind} are due; run: omoide sleep --mind {mind}",
                    "マインド「{mind}」の未処理の夜間処理が{due}日分あります。実行するには：omoide sleep --mind {mind}"
                ),
            );
        }
    }
    Ok(())
}

fn tell(report: &DoctorReport, args: &Args, invocation: &Invocation) -> anyhow::Result<()> {
    let lang = invocation.lang();
    if invocation.json {
        let lines: Vec<_> = report
            .lines
            .iter()
            .map(|line| json!({ "area": line.area, "state": line.state.name(), "message": line.message }))
            .collect();
        print_json(&json!({ "is_well": report.is_well(), "findings": lines }))?;
    } else {
        let lines: Vec<String> = report
            .lines
            .iter()
            .map(|line| {
                let state = line.state.word(lang);
                let state =
                    if line.state == FindingState::Wrong { invocation.style.bold(state) } else { state.to_owned() };
                format!("{state}  {}: {}", findings::area(line.area, lang), line.message)
            })
            .collect();
        print(&lines.join("\n"))?;
    }
    if report.is_well() {
        return Ok(());
    }
    let told = UserError::theirs("not_well", lang.pick("something is wrong", "問題があります"));
    let hint = if args.repair {
        lang.pick(
            "replace it with a backup: omoide restore-backup FILE",
            "バックアップで置き換えるには：omoide restore-backup ファイル",
        )
    } else if args.secrets {
        lang.pick(
            "remove the secrets and repair what can be repaired: omoide doctor --secrets --repair",
            "秘密情報を取り除き、修復できるものを修復するには：omoide doctor --secrets --repair",
        )
    } else {
        lang.pick("repair what can be repaired: omoide doctor --repair", "修復するには：omoide doctor --repair")
    };
    let is_alone = |area| report.lines.iter().all(|line| line.state != FindingState::Wrong || line.area == area);
    let hint = if is_alone("config") {
        lang.pick(
            "correct the configuration file; to see its mistakes: omoide config check",
            "設定ファイルを直してください。誤りを見るには：\
                                                              omoide config check",
        )
    } else if is_alone("audit") {
        lang.pick(
            "to see who did what: omoide keys audit; to start a new log: omoide keys audit --begin-anew",
            "誰が何をしたかを見るには：omoide keys audit。新しいログを始めるには：omoide keys audit --begin-anew",
        )
    } else {
        hint
    };
    Err(told.hint(hint).into())
}
