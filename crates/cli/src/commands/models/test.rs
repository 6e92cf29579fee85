//! A model tried on a few texts of both languages.

use std::sync::Arc;
use std::time::{Duration, Instant};

use omoide_core::formulas::similarity::{above_floor, cosine};
use omoide_core::ports::{BoxError, Embedder};
use omoide_home::errors::UserError;
use omoide_home::lang::say;
use omoide_home::models::{BUILTIN, Models, shelf};
use omoide_language::StaticEmbedder;
use omoide_providers::{ModelError, PAIRS};
use serde_json::json;

use crate::context::{print, print_json};
use crate::invocation::Invocation;
use crate::table::{Table, labelled};

/// How many texts are embedded together to measure how fast it is.
const MANY: usize = 64;

/// Tries it.
pub(super) fn run(name: Option<&str>, invocation: &Invocation) -> anyhow::Result<()> {
    let lang = invocation.lang();
    let chosen = match name {
        Some(name) => name.to_owned(),
        None => {
            let models = Models::of(&invocation.home, &invocation.home.configuration()?.parameters)?;
            models.local.map_or(BUILTIN.to_owned(), |model| model.manifest().name.clone())
        }
    };
    let model: Arc<dyn Embedder> = if chosen == BUILTIN {
        Arc::new(StaticEmbedder::new())
    } else {
        let shelf = shelf(&invocation.home);
        if !shelf.is_whole(&chosen)? {
            let path = shelf.folder().join(&chosen);
            let reason = lang.pick("its weights have changed since it was added", "追加したあとに重みが変わっています");
            return Err(ModelError::File { path, reason: reason.to_owned() }.into());
        }
        Arc::new(shelf.open(&chosen)?)
    };
    let failed = |cause: BoxError| {
        UserError::theirs(
            "model_unusable",
            say!(lang, "{chosen} cannot be used: {cause}", "{chosen}を使えません：{cause}"),
        )
    };
    let (first, outcome) = timed(|| model.embed_query(PAIRS[0].query));
    outcome.map_err(failed)?;
    let (single, outcome) = timed(|| PAIRS.iter().try_for_each(|pair| model.embed_query(pair.passage).map(|_| ())));
    outcome.map_err(failed)?;
    let many: Vec<&str> = PAIRS.iter().map(|pair| pair.passage).cycle().take(MANY).collect();
    let (together, outcome) = timed(|| model.embed(&many));
    outcome.map_err(failed)?;
    let mut rows = Vec::new();
    for pair in PAIRS {
        let query = model.embed_query(pair.query).map_err(failed)?.unwrap_or_default();
        let passage = model.embed(&[pair.passage]).map_err(failed)?.pop().flatten().unwrap_or_default();
        rows.push((pair, above_floor(cosine(&query, &passage), model.floor())));
    }
    let each = |time: Duration, count: usize| time.as_secs_f64() * 1e3 / count as f64;
    let (first, single, batch) = (each(first, 1), each(single, PAIRS.len()), each(together, MANY));
    if invocation.json {
        let pairs: Vec<_> = rows
            .iter()
            .map(|(pair, similarity)| {
                json!({ "query": pair.query, "passage": pair.passage, "belongs": pair.belongs, "similarity": similarity })
            })
            .collect();
        return print_json(&json!({
            "name": chosen, "model": model.model(), "dimensions": model.dimensions(), "floor": model.floor(),
            "first_ms": first, "ms_per_text": single, "ms_per_text_in_a_batch": batch, "pairs": pairs,
        }));
    }
    print(&labelled(&[
        (lang.pick("model", "モデル"), format!("{chosen} ({})", model.model())),
        (lang.pick("dimensions", "次元"), model.dimensions().to_string()),
        (lang.pick("first text", "最初の文"), format!("{first:.1} ms")),
        (lang.pick("one text at a time", "1文ずつ"), format!("{single:.2} ms")),
        (lang.pick("many texts at once", "まとめて"), format!("{batch:.2} ms")),
    ]))?;
    let mut table = Table::new(&[
        lang.pick(">similarity", ">類似度"),
        lang.pick("related", "関連あり"),
        lang.pick("words", "言葉"),
        lang.pick("text", "文"),
    ]);
    for (pair, similarity) in rows {
        let belongs = if pair.belongs { lang.pick("yes", "はい") } else { lang.pick("no", "いいえ") };
        table.push(vec![
            format!("{similarity:.2}"),
            belongs.to_owned(),
            pair.query.to_owned(),
            pair.passage.to_owned(),
        ]);
    }
    print(&format!("\n{}", table.render(None)))
}

#[expect(clippy::disallowed_methods, reason = "how long it takes is what is asked for")]
fn timed<T>(f: impl FnOnce() -> T) -> (Duration, T) {
    let start = Instant::now();
    let answer = f();
    (start.elapsed(), answer)
}
