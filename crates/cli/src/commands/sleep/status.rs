//! `omoide sleep status`: the nights so far, and those that are due.

use omoide_home::lang::say;
use omoide_server::wire::Nights;

use crate::context::CommandContext;
use crate::table::Table;
use crate::telling;

/// So many of the last nights are shown.
const SHOWN: usize = 14;

/// Shows them.
pub(super) fn run(context: &CommandContext) -> anyhow::Result<()> {
    let status = context.mind().sleep_status()?;
    if context.json {
        return context.print_json(&Nights::from(status));
    }
    let lang = context.lang;
    if !status.nights.is_empty() {
        let mut table = Table::new(&[
            lang.pick("night", "日付"),
            lang.pick(">faded", ">薄れた"),
            lang.pick(">recalled", ">想起"),
            lang.pick(">shortened", ">要約"),
            lang.pick(">archived", ">アーカイブ"),
            lang.pick(">came back", ">復活"),
            lang.pick(">linked", ">関連付け"),
            lang.pick(">erased", ">消去"),
            lang.pick("undo", "取り消し"),
        ]);
        let skipped = status.nights.len().saturating_sub(SHOWN);
        for (night, did) in status.nights.iter().skip(skipped) {
            let numbers =
                [did.faded, did.recalled, did.compressed, did.archived, did.revived, did.links_added, did.erased];
            let can = if night.can_be_undone() { lang.pick("possible", "できる") } else { "-" };
            let mut row = vec![night.date.to_string()];
            row.extend(numbers.iter().map(ToString::to_string));
            row.push(can.to_owned());
            table.push(row);
        }
        context.print(&table.render(None))?;
    }
    let due = status.due.len();
    match (status.due.first(), status.due.last()) {
        (Some(first), Some(last)) => {
            let (first, last) = (first.date, last.date);
            context.print(&say!(
                lang,
                "{due} nights are due, {first} to {last}; run: omoide sleep",
                "未処理の夜間処理：{due}日分（{first}〜{last}）。実行するには：omoide sleep"
            ))?;
        }
        _ => context.print(lang.pick("no night is due", "未処理の夜間処理はありません"))?,
    }
    if let Some(doubt) = status.doubt {
        context.print(&telling::waiting(doubt, lang))?;
    }
    if let Some(next) = status.next {
        let at = telling::minute(next.at);
        context.print(&say!(lang, "next night: {at}", "次の夜間処理：{at}"))?;
    }
    Ok(())
}
