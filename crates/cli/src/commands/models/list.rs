//! The models that are installed, and those that can be fetched.

use omoide_core::ports::Embedder;
use omoide_home::models::{BUILTIN, Models};
use omoide_language::StaticEmbedder;
use omoide_providers::{Installed, KNOWN};
use serde_json::json;

use crate::context::{print, print_json};
use crate::invocation::Invocation;
use crate::table::Table;
use crate::telling::bytes;

/// Lists them.
pub(super) fn run(invocation: &Invocation) -> anyhow::Result<()> {
    let models = Models::of(&invocation.home, &invocation.home.configuration()?.parameters)?;
    let installed = models.shelf.list()?;
    let active = models.local.as_ref().map(|model| model.manifest().name.clone());
    if invocation.json {
        return in_json(&installed, active.as_deref(), invocation);
    }
    let lang = invocation.lang();
    let mark = |is_active: bool| if is_active { "*" } else { "" }.to_owned();
    let mut table = Table::new(&[
        "",
        lang.pick("model", "モデル"),
        lang.pick(">dimensions", ">次元"),
        lang.pick(">size", ">大きさ"),
        lang.pick("where", "場所"),
    ]);
    let dimensions = StaticEmbedder::new().dimensions().to_string();
    let inside = lang.pick("built in", "組み込み").to_owned();
    table.push(vec![mark(active.is_none()), BUILTIN.to_owned(), dimensions, String::new(), inside]);
    for model in &installed {
        let (dimensions, place) = match &model.manifest {
            Ok(manifest) => (manifest.dimensions.to_string(), model.folder.display().to_string()),
            Err(error) => ("?".to_owned(), error.to_string()),
        };
        let is_active = active.as_deref() == Some(&model.name);
        table.push(vec![mark(is_active), model.name.clone(), dimensions, bytes(model.bytes), place]);
    }
    print(&table.render(None))?;
    let left: Vec<_> = KNOWN.iter().filter(|known| !installed.iter().any(|model| model.name == known.name)).collect();
    if !left.is_empty() && !invocation.quiet {
        let mut table = Table::new(&[
            lang.pick("can be downloaded", "ダウンロードできるモデル"),
            lang.pick(">dimensions", ">次元"),
            lang.pick(">size", ">大きさ"),
            lang.pick("languages", "言語"),
        ]);
        for known in left {
            let size = bytes(u64::from(known.megabytes) * 1_000_000);
            table.push(vec![known.name.to_owned(), known.dimensions.to_string(), size, known.languages.to_owned()]);
        }
        print(&format!("\n{}", table.render(None)))?;
        print(lang.pick("to download one: omoide models pull NAME", "ダウンロードするには：omoide models pull 名前"))?;
    }
    if let Some(trouble) = models.trouble(lang) {
        crate::context::hint(invocation, &trouble);
    }
    Ok(())
}

fn in_json(installed: &[Installed], active: Option<&str>, invocation: &Invocation) -> anyhow::Result<()> {
    let builtin = StaticEmbedder::new();
    let mut all = vec![json!({
        "name": BUILTIN, "model": builtin.model(), "dimensions": builtin.dimensions(), "is_active": active.is_none(),
    })];
    all.extend(installed.iter().map(|model| {
        let known = model.manifest.as_ref();
        json!({
            "name": model.name,
            "model": known.ok().map(omoide_providers::ModelManifest::vector_model),
            "dimensions": known.ok().map(|manifest| manifest.dimensions),
            "source": known.ok().and_then(|manifest| manifest.source.clone()),
            "floor": known.ok().map(|manifest| manifest.floor),
            "problem": known.err().map(ToString::to_string),
            "bytes": model.bytes,
            "folder": model.folder,
            "is_active": active == Some(&model.name),
        })
    }));
    let known: Vec<_> = KNOWN
        .iter()
        .map(|model| {
            json!({
                "name": model.name, "repository": model.repository, "dimensions": model.dimensions,
                "bytes": u64::from(model.megabytes) * 1_000_000, "languages": model.languages,
            })
        })
        .collect();
    let folder = omoide_home::models::shelf(&invocation.home).folder().to_owned();
    print_json(&json!({ "folder": folder, "installed": all, "known": known }))
}
