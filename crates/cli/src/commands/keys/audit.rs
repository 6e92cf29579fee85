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
            "compare it with a backup; to set it aside and start a new log: omoide keys audit --begin-anew",
            "バックアップと見比べてください。今のログを脇に置いて新しく始めるには：omoide keys audit --begin-anew",
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
        "a new log was started; the earlier one is {name}",
        "新しいログを始めました。前のログは{name}です"
    ))
}

/// Whether a log of so many lines is as it was written, in words.
pub(crate) fn in_words(state: AuditState, lines: usize, lang: Lang) -> String {
    match state {
        AuditState::Whole => {
            say!(
                lang,
                "the audit log is complete and unaltered: {lines} lines",
                "監査ログは書き換えられていません：{lines}行"
            )
        }
        AuditState::Changed { line } => {
            say!(lang, "line {line} of audit.jsonl was altered", "audit.jsonlの{line}行目が書き換えられています")
        }
        AuditState::Gap { line, missing } => say!(
            lang,
            "{missing} lines are missing before line {line} of audit.jsonl",
            "audit.jsonlの{line}行目の前の{missing}行がありません"
        ),
        AuditState::Cut { missing } => say!(
            lang,
            "the end of audit.jsonl was cut off: {missing} lines are missing",
            "audit.jsonlの末尾が失われています：{missing}行がありません"
        ),
        AuditState::Gone { missing } => say!(
            lang,
            "audit.jsonl is missing; it had {missing} lines",
            "audit.jsonlがありません（{missing}行ありました）"
        ),
        AuditState::Unsealed => lang
            .pick(
                "log-seal.json is missing, so audit.jsonl cannot be checked",
                "log-seal.jsonがないため、audit.jsonlを検査できません",
            )
            .to_owned(),
    }
}

fn table(lines: &[AuditLine], lang: Lang) -> Table {
    let mut table = Table::new(&[
        lang.pick("when", "日時"),
        lang.pick("key", "鍵"),
        lang.pick("mind", "マインド"),
        lang.pick("action", "操作"),
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
