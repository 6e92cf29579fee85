//! `omoide history`: the life of one memory so far.

use omoide::{Event, History, Logged};
use omoide_core::change::{Action, Deed, Facet};
use omoide_home::lang::{Lang, say};
use omoide_server::wire;

use crate::context::CommandContext;
use crate::table::Table;
use crate::telling;
use crate::width::set_in;

/// What `history` can be told.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The memory: its handle such as mem_20260120_001, its id, or the beginning of either; an erased one by its whole id.
    #[arg(value_name = "ID")]
    id: String,
    /// Show every version of its text, and the original turn word for word.
    #[arg(long)]
    texts: bool,
}

/// Tells.
///
/// # Errors
/// When there is no such memory, or the store fails.
pub fn run(args: &Args, context: &CommandContext) -> anyhow::Result<()> {
    let history = context.mind().history(&args.id)?;
    if context.json {
        return context.print_json(&wire::History::of(&history));
    }
    context.print(&in_words(&history, args, context))
}

fn in_words(history: &History, args: &Args, context: &CommandContext) -> String {
    let lang = context.lang;
    let name = history.memory.as_ref().map_or_else(|| history.id.to_string(), |memory| memory.handle.clone());
    let mut text = context.style.bold(&name);
    text.push('\n');
    let mut table = Table::new(&[
        lang.pick("when", "日時"),
        lang.pick("event", "出来事"),
        lang.pick("by", "誰が"),
        lang.pick("details", "詳細"),
    ]);
    for event in &history.events {
        table.push(match event {
            Event::Logged(one) => logged(one, lang),
            Event::Faded(faded, at) => {
                let what = if faded.was_recalled {
                    lang.pick("strengthened", "強まった")
                } else {
                    lang.pick("faded", "薄れた")
                };
                let from = faded.retention_score;
                vec![
                    telling::minute(*at),
                    what.to_owned(),
                    actor("night", lang).to_owned(),
                    say!(lang, "retention was {from:.1}", "保持スコアは{from:.1}でした"),
                ]
            }
        });
    }
    text.push_str(&table.render(None));
    if args.texts {
        text.push_str(&texts(history, lang));
    }
    text
}

fn logged(logged: &Logged, lang: Lang) -> Vec<String> {
    let entry = &logged.entry;
    let mut details = Vec::new();
    match &entry.deed {
        Deed::Set(Facet::Shown(step)) if step.before.level != step.after.level => {
            details.push(say!(lang, "level {} → {}", "レベル {} → {}", step.before.level, step.after.level));
        }
        Deed::Relate(step) => {
            details.push(say!(lang, "relations {} → {}", "関連 {} → {}", step.before.len(), step.after.len()));
        }
        Deed::Set(Facet::Superseded(step)) => {
            let changed = step.after.iter().filter(|span| !step.before.contains(span));
            details.extend(changed.map(|span| telling::superseded(span, &span.by.to_string(), lang)));
        }
        Deed::Set(Facet::Assessment(step)) if step.before.tags != step.after.tags => {
            let given =
                step.after.tags.iter().filter(|tag| !step.before.tags.contains(tag)).map(|tag| format!("+{tag}"));
            let taken =
                step.before.tags.iter().filter(|tag| !step.after.tags.contains(tag)).map(|tag| format!("-{tag}"));
            details.push(given.chain(taken).collect::<Vec<_>>().join(" "));
        }
        Deed::Set(Facet::Feedback(step)) => {
            let (was, is) = (step.before.ups - step.before.downs, step.after.ups - step.after.downs);
            details.push(say!(lang, "usefulness {was:+.1} → {is:+.1}", "役立ち度 {was:+.1} → {is:+.1}"));
        }
        _ => {}
    }
    if let Some(life) = &logged.life {
        let (was, is) = (life.before.strength(), life.after.strength());
        if (was - is).abs() > 0.05 {
            details.push(say!(lang, "retention {was:.1} → {is:.1}", "保持スコア {was:.1} → {is:.1}"));
        }
    }
    if let Some(why) = reason(&entry.reason, lang) {
        details.push(why.to_owned());
    }
    if entry.is_undone {
        details.push(lang.pick("undone later", "あとで取り消し").to_owned());
    }
    vec![
        telling::minute(entry.at),
        action(entry.action(), lang).to_owned(),
        actor(&entry.by, lang).to_owned(),
        details.join(lang.pick("; ", "、")),
    ]
}

fn texts(history: &History, lang: Lang) -> String {
    let mut text = String::new();
    for version in &history.versions {
        let (number, level) = (version.version, telling::level(version.level, lang));
        let by = version.made.word();
        text.push_str(&say!(
            lang,
            "\n\nversion {number}, level {level}, by {by}",
            "\n\n第{number}版、レベル{level}、作成：{by}"
        ));
        for half in [&version.text.trigger, &version.text.content] {
            if !half.is_empty() {
                text.push_str(&format!("\n  {}", set_in(half, 2)));
            }
        }
    }
    if let Some(turn) = &history.turn {
        let (said, replied) = (set_in(&turn.said, 2), set_in(&turn.replied, 2));
        text.push_str(&say!(lang, "\n\noriginal words\n  {said}", "\n\n元の発言\n  {said}"));
        if !replied.is_empty() {
            text.push_str(&format!("\n  → {replied}"));
        }
    }
    text
}

/// What was done, in a word.
pub fn action(action: Action, lang: Lang) -> &'static str {
    match action {
        Action::Remembered => lang.pick("remembered", "覚えた"),
        Action::Compressed => lang.pick("shortened", "要約"),
        Action::Archived => lang.pick("archived", "アーカイブ"),
        Action::Revived => lang.pick("came back", "復活"),
        Action::RevivalPostponed => lang.pick("return postponed", "復活を延期"),
        Action::Restored => lang.pick("restored", "復元"),
        Action::Protected => lang.pick("protected", "保護"),
        Action::Unprotected => lang.pick("unprotected", "保護を解除"),
        Action::Linked => lang.pick("relations changed", "関連の変化"),
        Action::Superseded => lang.pick("superseded", "更新"),
        Action::Rated => lang.pick("feedback", "評価"),
        Action::Reassessed => lang.pick("understood again", "再解釈"),
        Action::Tagged => lang.pick("tagged", "タグの変更"),
        Action::Edited => lang.pick("edited", "書き換え"),
        Action::Erased => lang.pick("erased", "消去"),
        Action::Unsaid => lang.pick("unsaid", "発言の撤回"),
        Action::Undone => lang.pick("undone", "取り消し"),
        Action::Changed => lang.pick("changed", "変更"),
    }
}

fn actor(name: &str, lang: Lang) -> &str {
    match name {
        "night" => lang.pick("night", "夜間処理"),
        "person" => lang.pick("person", "人"),
        "agent" => lang.pick("agent", "エージェント"),
        other => other,
    }
}

fn reason(name: &str, lang: Lang) -> Option<&'static str> {
    match name {
        "threshold" => Some(lang.pick("its retention fell", "保持スコアの低下")),
        "ratio" => Some(lang.pick("its level was full", "レベルの定員超過")),
        "similar" => Some(lang.pick("similar texts", "内容の類似")),
        "target_gone" => Some(lang.pick("the linked memory is gone", "関連先の消失")),
        "redirected" => Some(lang.pick("direction reversed", "向きの反転")),
        "resonated" => Some(lang.pick("the reply said so", "返答での申告")),
        "understood" => Some(lang.pick("by a language model", "言語モデルによる")),
        "expired" => Some(lang.pick("met the conditions for erasure", "消去の条件に一致")),
        "conditions" => Some(lang.pick("met the given conditions", "指定した条件に一致")),
        _ => None,
    }
}
