//! `omoide reembed`: vectors of the present model for all memories of all minds.

use omoide::{ModelRole, VectorCoverage};
use omoide_home::errors::UserError;
use omoide_home::lang::say;
use serde_json::json;

use crate::commands::models;
use crate::context::CommandContext;
use crate::table::Table;

/// What `reembed` can be told.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Show what would be done, and change nothing.
    #[arg(long)]
    dry_run: bool,
    /// Then delete the vectors of models that are no longer used.
    #[arg(long)]
    prune: bool,
}

/// Makes the vectors that are missing, and drops those that nobody uses.
///
/// # Errors
/// When the model or the store fails; what was done is kept, and the next call goes on from there.
pub fn run(args: &Args, context: &CommandContext) -> anyhow::Result<()> {
    let lang = context.lang;
    if let (Some(model), false) = (&context.models.local, args.dry_run) {
        // Only trying shows whether it can be read; what is wrong with it is told below.
        let _ = model.load();
    }
    if let (Some(trouble), false) = (context.models.trouble(lang), args.dry_run) {
        return Err(UserError::theirs("model_unusable", trouble)
            .hint(lang.pick(
                "to see the models: omoide models list; to use the built-in one: omoide models use builtin",
                "一覧：omoide models list、組み込みのモデルに戻すには：omoide models use builtin",
            ))
            .into());
    }
    let (mut missing, mut made, mut dropped) = (0, 0, 0);
    let mut coverages = Vec::new();
    for name in context.engine.minds()? {
        let mind = context.engine.mind(name.clone());
        missing += mind.missing_vectors()?;
        if !args.dry_run {
            let bar = context.progress(0, name.as_str());
            made += mind.reembed(&mut |done, all| {
                bar.set_length(all as u64);
                bar.set_position(done as u64);
            })?;
            bar.finish_and_clear();
            dropped += if args.prune { mind.prune_vectors()? } else { 0 };
        }
        coverages.push((name, mind.coverage()?));
    }
    if context.json {
        let minds: Vec<_> = coverages.iter().map(|(name, coverage)| in_json(name.as_str(), coverage)).collect();
        return context.print_json(&json!({
            "dry_run": args.dry_run, "missing": missing, "embedded": made, "dropped": dropped, "minds": minds,
        }));
    }
    context.print(&table(&coverages, context))?;
    if args.dry_run {
        return context.print(&say!(
            lang,
            "{missing} vectors would be computed; nothing was changed",
            "{missing}個のベクトルを計算することになります。何も変更していません"
        ));
    }
    context.print(&say!(lang, "{made} vectors were computed", "{made}個のベクトルを計算しました"))?;
    if args.prune {
        context.print(&say!(lang, "{dropped} old ones were deleted", "古いベクトルを{dropped}個削除しました"))?;
    } else if coverages.iter().any(|(_, coverage)| has_old(coverage)) {
        context.note(lang.pick(
            "to delete the vectors of models that are no longer used: omoide reembed --prune",
            "使わなくなったモデルのベクトルを削除するには：omoide reembed --prune",
        ));
    }
    Ok(())
}

fn has_old(coverage: &VectorCoverage) -> bool {
    let is_old = |role| matches!(role, ModelRole::Standby | ModelRole::Gone);
    coverage.models.iter().any(|model| is_old(model.role) && model.memories > 0)
}

fn table(coverages: &[(omoide_core::MindName, VectorCoverage)], context: &CommandContext) -> String {
    let lang = context.lang;
    let mut table = Table::new(&[
        lang.pick("mind", "マインド"),
        lang.pick("model", "モデル"),
        lang.pick("", ""),
        lang.pick(">memories", ">記憶"),
        lang.pick(">of", ">全体"),
    ]);
    for (name, coverage) in coverages {
        let shown = |role| role == ModelRole::Active || role == ModelRole::Kept;
        for model in coverage.models.iter().filter(|model| shown(model.role) || model.memories > 0) {
            table.push(vec![
                name.to_string(),
                model.model.clone(),
                models::role(model.role, lang).to_owned(),
                model.memories.to_string(),
                coverage.memories.to_string(),
            ]);
        }
    }
    table.render(None)
}

fn in_json(name: &str, coverage: &VectorCoverage) -> serde_json::Value {
    let models: Vec<_> = coverage
        .models
        .iter()
        .map(|model| {
            let role = match model.role {
                ModelRole::Active => "active",
                ModelRole::Kept => "kept",
                ModelRole::Standby => "standby",
                ModelRole::Gone => "gone",
            };
            json!({ "model": model.model, "dimensions": model.dimensions, "role": role, "memories": model.memories })
        })
        .collect();
    json!({ "mind": name, "memories": coverage.memories, "models": models })
}
