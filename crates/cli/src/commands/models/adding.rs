//! Models that come in: from the hub, or from a folder.

use std::path::Path;

use omoide_home::lang::say;
use omoide_home::models::shelf;
use omoide_providers::{Hub, Installed, Wishes};
use serde_json::json;

use crate::context::{hint, print, print_json, progress_bar};
use crate::invocation::Invocation;
use crate::table::labelled;
use crate::telling::bytes;

/// Fetches a model.
pub(super) fn pull(model: &str, wishes: &Wishes, invocation: &Invocation) -> anyhow::Result<()> {
    let hub = invocation.home.configuration()?.parameters.embedding.hub;
    let bar = progress_bar(invocation, 0, model);
    let pulled = Hub::new(&hub).pull(&shelf(&invocation.home), model, wishes, &mut |progress| {
        bar.set_length(progress.all.unwrap_or(progress.done));
        bar.set_position(progress.done);
        bar.set_message(progress.file.to_owned());
    });
    bar.finish_and_clear();
    tell(&pulled?, invocation)
}

/// Copies a model.
pub(super) fn add(folder: &Path, wishes: &Wishes, invocation: &Invocation) -> anyhow::Result<()> {
    tell(&shelf(&invocation.home).add(folder, wishes)?, invocation)
}

fn tell(model: &Installed, invocation: &Invocation) -> anyhow::Result<()> {
    let (lang, name) = (invocation.lang(), &model.name);
    let Ok(manifest) = &model.manifest else { return Ok(()) };
    if invocation.json {
        return print_json(&json!({
            "name": name, "model": manifest.vector_model(), "dimensions": manifest.dimensions, "bytes": model.bytes,
            "folder": model.folder, "source": manifest.source, "pooling": manifest.pooling,
            "max_tokens": manifest.max_tokens, "query_prefix": manifest.query_prefix,
            "passage_prefix": manifest.passage_prefix, "floor": manifest.floor,
        }));
    }
    let mut lines = vec![
        (lang.pick("model", "モデル"), name.clone()),
        (lang.pick("dimensions", "次元"), manifest.dimensions.to_string()),
        (lang.pick("size", "大きさ"), bytes(model.bytes)),
        (lang.pick("copied to", "コピー先"), model.folder.display().to_string()),
    ];
    if !manifest.query_prefix.is_empty() || !manifest.passage_prefix.is_empty() {
        let prefixes = format!("{:?} / {:?}", manifest.query_prefix, manifest.passage_prefix);
        lines.push((lang.pick("prefixes", "接頭辞"), prefixes));
    }
    print(&labelled(&lines))?;
    hint(invocation, &say!(lang, "use it: omoide models use {name}", "使うには：omoide models use {name}"));
    Ok(())
}
