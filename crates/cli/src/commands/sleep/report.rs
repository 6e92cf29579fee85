//! What nights did, for a person.

use std::collections::HashMap;

use omoide::{NightOutcome, SleepOutcome};
use omoide_core::MemoryId;
use omoide_core::policy::episode::{LinkChange, NightReport};
use omoide_home::lang::{Lang, say};

use crate::context::CommandContext;

/// Up to so many memories are named of each sort.
const NAMED: usize = 10;

/// So many quiet nights in a row are told together.
const MANY: usize = 3;

/// What the nights did, one by one; quiet ones in a row are told together.
pub(super) fn in_words(outcome: &SleepOutcome, context: &CommandContext) -> String {
    let lang = context.lang;
    if outcome.nights.is_empty() {
        return lang.pick("no night is due", "未処理の夜間処理はありません").to_owned();
    }
    let names = HandleNames::of(outcome, context);
    let is_quiet = |night: &NightOutcome| changes(&night.report, &names, lang).is_empty();
    let mut parts = Vec::new();
    for run in outcome.nights.chunk_by(|a, b| is_quiet(a) && is_quiet(b)) {
        match run {
            [first, .., last] if run.len() >= MANY => parts.push(told_together(first, last, run.len(), context)),
            _ => parts.extend(run.iter().map(|night| told(night, &names, context))),
        }
    }
    parts.join("\n")
}

fn told_together(first: &NightOutcome, last: &NightOutcome, count: usize, context: &CommandContext) -> String {
    let lang = context.lang;
    let (from, to) = (context.style.bold(&first.date.to_string()), context.style.bold(&last.date.to_string()));
    let said = say!(
        lang,
        "nights of {from} to {to}: {count} nights with nothing but fading and recalled memories",
        "{from}〜{to}の夜間処理：{count}日分。減衰と想起の反映だけでした"
    );
    format!("{said}\n{}", counts(last, lang))
}

/// How many there are at each level afterwards.
fn counts(night: &NightOutcome, lang: Lang) -> String {
    let [full, summary, trace, archived] = night.report.counts;
    say!(
        lang,
        "  now full {full}, summary {summary}, trace {trace}, archived {archived}",
        "  現在：全文{full}件、要約{summary}件、痕跡{trace}件、アーカイブ{archived}件"
    )
}

fn told(night: &NightOutcome, names: &HandleNames, context: &CommandContext) -> String {
    let lang = context.lang;
    let date = context.style.bold(&night.date.to_string());
    let report = &night.report;
    let (faded, recalled) = (report.faded, report.recalled);
    let mut lines = vec![say!(
        lang,
        "night of {date}: {faded} faded, {recalled} strengthened by recall",
        "{date}の夜間処理：{faded}件が薄れ、{recalled}件が思い出されて強まりました"
    )];
    lines.extend(changes(report, names, lang));
    lines.push(counts(night, lang));
    lines.join("\n")
}

fn changes(report: &NightReport, names: &HandleNames, lang: Lang) -> Vec<String> {
    let steps: Vec<String> = ways_down(report)
        .into_iter()
        .map(|(memory, levels)| format!("{} {}", names.name(memory), levels.join("→")))
        .collect();
    let link = |link: &LinkChange| format!("{} → {}", names.name(link.from), names.name(link.to));
    let links = |links: &[LinkChange]| links.iter().map(link).collect::<Vec<_>>();
    let all = |ids: &[MemoryId]| ids.iter().map(|id| names.name(*id)).collect::<Vec<_>>();
    let sorts = [
        (lang.pick("moved down a level", "レベルが下がった"), steps),
        (lang.pick("came back", "復活した"), all(&report.revived)),
        (lang.pick("could not come back yet, no room", "定員のため復活を延期"), all(&report.revival_postponed)),
        (lang.pick("linked", "関連付け"), links(&report.links_added)),
        (lang.pick("links reversed", "関連の向きが変わった"), links(&report.links_flipped)),
        (lang.pick("links removed", "関連を外した"), links(&report.links_removed)),
        (lang.pick("erased", "消去した"), all(&report.erased)),
    ];
    sorts.into_iter().filter(|(_, what)| !what.is_empty()).map(|(sort, what)| listed(sort, &what, lang)).collect()
}

/// Every memory that went down, once, with the levels on its way.
fn ways_down(report: &NightReport) -> Vec<(MemoryId, Vec<String>)> {
    let mut ways: Vec<(MemoryId, Vec<String>)> = Vec::new();
    let mut places: HashMap<MemoryId, usize> = HashMap::new();
    for step in &report.transitions {
        let place = *places.entry(step.memory).or_insert_with(|| {
            ways.push((step.memory, vec![step.from.to_string()]));
            ways.len() - 1
        });
        ways[place].1.push(step.to.to_string());
    }
    ways
}

fn listed(sort: &str, what: &[String], lang: Lang) -> String {
    let count = what.len();
    let named = what.iter().take(NAMED).cloned().collect::<Vec<_>>().join(", ");
    if count <= NAMED {
        return say!(lang, "  {count} {sort}: {named}", "  {sort} {count}件：{named}");
    }
    let more = count - NAMED;
    say!(lang, "  {count} {sort}: {named} and {more} more", "  {sort} {count}件：{named} ほか{more}件")
}

/// The handles of memories that a night touched, as far as they are told.
struct HandleNames(HashMap<MemoryId, String>);

impl HandleNames {
    fn of(outcome: &SleepOutcome, context: &CommandContext) -> Self {
        let mind = context.mind();
        let mut names = HashMap::new();
        for report in outcome.nights.iter().map(|night| &night.report) {
            let links = [&report.links_added, &report.links_flipped, &report.links_removed];
            let steps = ways_down(report).into_iter().take(NAMED).map(|(memory, _)| memory);
            let ids = [&report.revived, &report.revival_postponed, &report.erased];
            let ids = ids.into_iter().flat_map(|ids| ids.iter().take(NAMED).copied());
            let ends =
                links.into_iter().flat_map(|links| links.iter().take(NAMED).flat_map(|link| [link.from, link.to]));
            for id in steps.chain(ids).chain(ends) {
                // What was erased has no handle any more, and is told by its id.
                names
                    .entry(id)
                    .or_insert_with(|| mind.find(&id.to_string()).map_or_else(|_| id.to_string(), |m| m.handle));
            }
        }
        Self(names)
    }

    fn name(&self, id: MemoryId) -> String {
        self.0.get(&id).cloned().unwrap_or_else(|| id.to_string())
    }
}
