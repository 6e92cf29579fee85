//! Which model is used, and a model that is used no more.

use omoide_core::ports::StoreError;
use omoide_home::config::edit;
use omoide_home::errors::UserError;
use omoide_home::lang::{Lang, say};
use omoide_home::models::{BUILTIN, shelf};
use omoide_home::stores::Need;
use omoide_providers::{ModelError, Shelf};
use serde_json::json;

use crate::context;
use crate::context::{CommandContext, hint, print, print_json};
use crate::invocation::Invocation;

use omoide_core::parameters::{BUILTIN_MODEL, EmbeddingProvider};

/// Writes into the configuration which model is used, and tells what becomes of the memories.
pub(super) fn run(name: &str, invocation: &Invocation) -> anyhow::Result<()> {
    let is_builtin = name == BUILTIN || name == BUILTIN_MODEL;
    if !is_builtin {
        try_it(&shelf(&invocation.home), name)?;
    }
    let (provider, model) = if is_builtin { (BUILTIN, BUILTIN_MODEL) } else { ("local", name) };
    let file = &invocation.home.sources.file;
    edit::set(file, "embedding", &[("provider", provider), ("model", model)], &["dimensions"], invocation.lang())?;
    overruled(name, invocation)?;
    let context = context::open(invocation, Need::Existing)?;
    let (memories, missing) = standing(&context)?;
    let lang = invocation.lang();
    if invocation.json {
        return print_json(&json!({
            "provider": provider, "model": model, "config": file, "memories": memories, "without_vector": missing,
        }));
    }
    let shown = if is_builtin { lang.pick("the built-in model", "組み込みのモデル") } else { name };
    let path = file.display();
    print(&say!(lang, "{shown} is used from now on ({path})", "これからは{shown}を使います（{path}）"))?;
    if missing > 0 {
        print(&say!(
            lang,
            "{missing} of {memories} memories have no vector of this model yet; until the nights have computed \
             them, they are found by their older vectors or by their words",
            "{memories}件のうち{missing}件の記憶には、まだこのモデルのベクトルがありません。夜間処理で少しずつ計算さ\
             れ、それまでは前のベクトルか言葉で見つかります"
        ))?;
        hint(invocation, lang.pick("to compute them all now: omoide reembed", "今すべて計算するには：omoide reembed"));
    }
    Ok(())
}

/// Takes a model off the shelf, unless it is used.
pub(super) fn remove(name: &str, invocation: &Invocation) -> anyhow::Result<()> {
    let lang = invocation.lang();
    let embedding = invocation.home.configuration()?.parameters.embedding;
    if embedding.provider == EmbeddingProvider::Local && embedding.model == name {
        return Err(UserError::theirs(
            "model_in_use",
            say!(lang, "the model {name} is in use", "モデル{name}は使用中です"),
        )
        .hint(lang.pick("use another first: omoide models use builtin", "先に別のモデルに：omoide models use builtin"))
        .into());
    }
    shelf(&invocation.home).remove(name)?;
    if invocation.json {
        return print_json(&json!({ "removed": name }));
    }
    print(&say!(lang, "{name} was removed", "{name}を削除しました"))?;
    hint(
        invocation,
        lang.pick(
            "to delete its vectors too: omoide reembed --prune",
            "ベクトルも削除するには：omoide reembed --prune",
        ),
    );
    Ok(())
}

/// A model that cannot be loaded is not taken into use.
fn try_it(shelf: &Shelf, name: &str) -> Result<(), ModelError> {
    let model = shelf.open(name)?;
    match model.load() {
        Ok(()) => Ok(()),
        Err(error) => Err(ModelError::File { path: shelf.folder().join(name), reason: error.to_string() }),
    }
}

/// A variable or a flag may mean another model than the file.
fn overruled(name: &str, invocation: &Invocation) -> Result<(), UserError> {
    let loaded = invocation.home.configuration()?;
    let origin = loaded.origin("embedding.model").layer();
    let is_overruled = ["env", "flag", "profile"].contains(&origin);
    if is_overruled {
        let lang = invocation.lang();
        hint(
            invocation,
            &say!(
                lang,
                "the file now says {name}, but embedding.model is also set by {origin}, which takes precedence",
                "ファイルでは{name}になりましたが、embedding.modelは{origin}でも設定されており、そちらが優先されます"
            ),
        );
    }
    Ok(())
}

/// How many memories there are in all minds, and how many lack a vector of the model that is used.
fn standing(context: &CommandContext) -> anyhow::Result<(u64, usize)> {
    let minds = match context.engine.minds() {
        Ok(minds) => minds,
        Err(omoide::Error::Store(StoreError::Missing { .. })) => return Ok((0, 0)),
        Err(error) => return Err(error.into()),
    };
    let (mut memories, mut missing) = (0, 0);
    for name in minds {
        let mind = context.engine.mind(name);
        memories += mind.coverage()?.memories;
        missing += mind.without_active_vector()?;
    }
    Ok((memories, missing))
}

/// The word for a role of a model.
pub(crate) fn role(role: omoide::ModelRole, lang: Lang) -> &'static str {
    match role {
        omoide::ModelRole::Active => lang.pick("in use", "使用中"),
        omoide::ModelRole::Kept => lang.pick("used beside it", "併用中"),
        omoide::ModelRole::Standby => lang.pick("installed", "インストール済み"),
        omoide::ModelRole::Gone => lang.pick("not there", "見つからない"),
    }
}
