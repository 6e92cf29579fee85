//! `omoide keys audit`: who did what, and whether the log is as it was written.

use omoide_core::Moment;
use omoide_home::errors::UserError;
use omoide_home::lang::{Lang, say};
use omoide_server::audit::{Audit, AuditLine, AuditState};
use serde_json::json;

use crate::context::{print, print_json};
use crate::invocation::Invocation;
use crate::table::Table;
use crate::telling;

/// Shows the log.
///
/// # Errors
/// When it cannot be read, or is not as it was written.
pub(super) fn show(invocation: &Invocation) -> anyhow::Result<()> {
    let lang = invocation.lang();
    let report = Audit::below(&invocation.home.data_dir).read()?;
    let state = report.state;
    if invocation.json {
        return print_json(&json!({
            "entries": report.lines,
            "state": state.name(),
            "first_wrong_line": state.line(),
            "missing_lines": state.missing(),
        }));
    }
    print(&table(&report.lines, lang).render(None))?;
    let words = in_words(state, report.lines.len(), lang);
    if state == AuditState::Whole {
        return if report.lines.is_empty() { Ok(()) } else { print(&words) };
    }
    Err(UserError::theirs("audit_broken", words)
        .hint(lang.pick(
            "compare it with a backup; to put it aside and begin anew: omoide keys audit --begin-anew",
            "バックアップと見比べてください。脇に置いて新しく始めるには：omoide keys audit --begin-anew",
        ))
        .into())
}

/// Puts the log aside and begins one anew.
///
/// # Errors
/// When a file cannot be moved or written.
pub(super) fn begin_anew(now: Moment, invocation: &Invocation) -> anyhow::Result<()> {
    let name = Audit::below(&invocation.home.data_dir).begin_anew(now)?;
    if invocation.json {
        return print_json(&json!({ "put_aside": name }));
    }
    print(&say!(
        invocation.lang(),
        "the log was begun anew; the earlier one is {name}",
        "記録を新しく始めました。前の記録は{name}です"
    ))
}

/// Whether a log of so many lines is as it was written, in words.
pub(crate) fn in_words(state: AuditState, lines: usize, lang: Lang) -> String {
    match state {
        AuditState::Whole => {
            say!(lang, "the audit log is whole: {lines} lines", "監査記録は書かれた時のままです：{lines}行")
        }
        AuditState::Changed { line } => say!(
            lang,
            "line {line} of audit.jsonl is not as it was written",
            "audit.jsonlの{line}行目が書かれた時のままではありません"
        ),
        AuditState::Gap { line, missing } => say!(
            lang,
            "{missing} lines are missing before line {line} of audit.jsonl",
            "audit.jsonlの{line}行目の前の{missing}行がありません"
        ),
        AuditState::Cut { missing } => say!(
            lang,
            "the end of audit.jsonl was cut off: {missing} lines are missing",
            "audit.jsonlの終わりが切られています：{missing}行がありません"
        ),
        AuditState::Gone { missing } => say!(
            lang,
            "audit.jsonl is missing, with its {missing} lines",
            "audit.jsonlがありません（{missing}行ありました）"
        ),
        AuditState::Unsealed => lang
            .pick(
                "log-seal.json is missing, so audit.jsonl cannot be checked",
                "log-seal.jsonがないので、audit.jsonlを確かめられません",
            )
            .to_owned(),
    }
}

fn table(lines: &[AuditLine], lang: Lang) -> Table {
    let mut table = Table::new(&[
        lang.pick("when", "日時"),
        lang.pick("key", "鍵"),
        lang.pick("mind", "心"),
        lang.pick("act", "行為"),
        lang.pick("what", "対象"),
    ]);
    for line in lines {
        table.push(vec![
            telling::minute(line.at),
            line.key.clone().unwrap_or_default(),
            line.mind.clone().unwrap_or_default(),
            line.act.clone(),
            line.what.clone(),
        ]);
    }
    table
}
