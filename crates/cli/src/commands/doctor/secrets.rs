//! `omoide doctor --secrets`: what earlier versions stored in clear, in the store, in its copies and in notes of hooks.

use std::path::Path;
use std::sync::Arc;

use omoide_core::ports::StoreError;
use omoide_core::ports::store::{SecretPlace, Sweeper};
use omoide_home::lang::{Lang, say};
use omoide_home::stores::{self, SweepMode};
use omoide_home::{copies, errors};
use omoide_language::LanguageLayer;

use super::findings::DoctorReport;
use crate::invocation::Invocation;

/// How many places of one file are told one by one.
const TOLD: usize = 20;

/// Looks for secrets, and takes them out where that is wanted. What is told says where and what kind, never what.
pub(super) fn look(mode: SweepMode, invocation: &Invocation, report: &mut DoctorReport) -> anyhow::Result<()> {
    let (lang, store) = (invocation.lang(), invocation.home.store_path());
    let sweeper = omoide::sweeper(Arc::new(LanguageLayer::new()));
    let before = report.lines.len();
    if store.exists() {
        tell(&store, stores::sweep(&store, &sweeper, mode), mode, lang, report);
    }
    for copy in copies::of(&store) {
        tell(&copy, stores::sweep_copy(&copy, &sweeper, mode), mode, lang, report);
    }
    notes(&invocation.home.data_dir, &sweeper, mode, report)?;
    if report.lines.len() == before {
        report.well("secrets", lang.pick("no secrets found", "秘密情報は見つかりませんでした"));
    }
    Ok(())
}

fn notes(folder: &Path, sweeper: &dyn Sweeper, mode: SweepMode, report: &mut DoctorReport) -> anyhow::Result<()> {
    for (file, kinds) in copies::sweep_notes(folder, sweeper, mode)? {
        push(report, mode, format!("{}: {}", name(&file), kinds.join(", ")));
    }
    Ok(())
}

fn tell(
    file: &Path,
    found: Result<Vec<SecretPlace>, StoreError>,
    mode: SweepMode,
    lang: Lang,
    report: &mut DoctorReport,
) {
    let name = name(file);
    let places = match found {
        Ok(places) => places,
        // A copy in the making that a killed process left goes when the next one is made.
        Err(_) if !file.exists() => return,
        Err(error) => {
            let why = errors::explain(&error.into(), lang).0.message;
            let message = say!(lang, "{name} could not be searched: {why}", "{name}を調べられません：{why}");
            return report.wrong("secrets", message);
        }
    };
    for SecretPlace { table, subject, kinds } in places.iter().take(TOLD) {
        push(report, mode, format!("{name}: {table} {subject} ({})", kinds.join(", ")));
    }
    if let Some(more) = places.len().checked_sub(TOLD).filter(|more| *more > 0) {
        push(report, mode, say!(lang, "{name}: {more} more places", "{name}：ほかに{more}か所"));
    }
}

fn push(report: &mut DoctorReport, mode: SweepMode, message: String) {
    match mode {
        SweepMode::Look => report.wrong("secrets", message),
        SweepMode::Clean => report.mended("secrets", message),
    }
}

fn name(file: &Path) -> String {
    file.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
