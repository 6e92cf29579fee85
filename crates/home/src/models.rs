//! The embedding models of this machine: which is meant, and which are there.

use std::sync::Arc;

use omoide::Embedders;
use omoide_core::Parameters;
use omoide_core::parameters::{BUILTIN_MODEL, EmbeddingProvider};
use omoide_core::ports::Embedder;
use omoide_language::StaticEmbedder;
use omoide_providers::{LocalEmbedder, ModelError, Shelf};

use crate::Home;
use crate::errors::UserError;
use crate::lang::{Lang, say};

/// What the built-in model is called on the command line.
pub const BUILTIN: &str = "builtin";

/// Names that the built-in model had; a file that still has one means the present one.
const FORMER: [&str; 1] = ["ngram-256-1"];

/// The models as a command has them.
#[derive(Clone)]
pub struct Models {
    /// The folder of installed models.
    pub shelf: Shelf,
    /// The embedders, the one that is meant first.
    pub embedders: Embedders,
    /// The local model that is meant, if one is and it is there.
    pub local: Option<Arc<LocalEmbedder>>,
    /// The name of the local model that is meant and why it is not there.
    pub missing: Option<(String, Arc<ModelError>)>,
    /// What is wrong with the provider that is meant.
    pub provider_trouble: Option<UserError>,
}

impl Models {
    /// The models that the parameters mean. A local model that is not there is done without: the
    /// built-in one takes its place.
    ///
    /// # Errors
    /// When the parameters contradict each other.
    pub fn of(home: &Home, parameters: &Parameters) -> Result<Self, UserError> {
        let shelf = shelf(home);
        let meant = &parameters.embedding;
        let builtin: Arc<dyn Embedder> = Arc::new(StaticEmbedder::new());
        let (mut local, mut missing) = (None, None);
        match meant.provider {
            EmbeddingProvider::Builtin if meant.model != BUILTIN_MODEL && !is_former(&meant.model) => {
                return Err(not_built_in(&meant.model, home.lang));
            }
            EmbeddingProvider::Builtin => {}
            EmbeddingProvider::Local => match shelf.open(&meant.model) {
                Ok(model) => local = Some(Arc::new(model)),
                Err(error) => missing = Some((meant.model.clone(), Arc::new(error))),
            },
            // They are joined to the others where there is a ledger to pay them from.
            EmbeddingProvider::OpenAi
            | EmbeddingProvider::Gemini
            | EmbeddingProvider::Ollama
            | EmbeddingProvider::Voyage
            | EmbeddingProvider::Compatible => {}
        }
        let mut embedders = match &local {
            Some(model) => Embedders::of(model.clone()).and(builtin),
            None => Embedders::of(builtin),
        };
        let is_here = matches!(meant.provider, EmbeddingProvider::Builtin | EmbeddingProvider::Local);
        check_size(&embedders, meant.dimensions, missing.is_some() || !is_here, home.lang)?;
        for other in shelf.list().unwrap_or_default() {
            if let Ok(model) = shelf.open(&other.name) {
                embedders = embedders.and_on_standby(Arc::new(model));
            }
        }
        Ok(Self { shelf, embedders, local, missing, provider_trouble: None })
    }

    /// What is wrong with the local model that is meant, in words; nothing as long as nobody has used it.
    pub fn trouble(&self, lang: Lang) -> Option<String> {
        if let Some(told) = &self.provider_trouble {
            let hint = told.hint.as_deref().unwrap_or_default();
            return Some(say!(
                lang,
                "going on without the provider: {told}; {hint}",
                "プロバイダを使わずに続けます：{told}。{hint}"
            ));
        }
        let (name, error) = match (&self.missing, &self.local) {
            (Some((name, error)), _) => (name.as_str(), &**error),
            (None, Some(model)) => (model.manifest().name.as_str(), model.trouble()?),
            (None, None) => return None,
        };
        Some(say!(
            lang,
            "the model {name} cannot be used, so the built-in one is used instead: {error}",
            "モデル{name}を使えないため、組み込みのモデルを使います：{error}"
        ))
    }
}

/// The folder of installed models, beside the memory.
pub fn shelf(home: &Home) -> Shelf {
    Shelf::new(home.data_dir.join("models"))
}

fn is_former(name: &str) -> bool {
    FORMER.contains(&name)
}

fn not_built_in(name: &str, lang: Lang) -> UserError {
    UserError::theirs(
        "config",
        say!(
            lang,
            "embedding.model is \"{name}\", but embedding.provider is \"builtin\", whose model is {BUILTIN_MODEL}",
            "embedding.modelは「{name}」ですが、embedding.providerの「builtin」のモデルは{BUILTIN_MODEL}です"
        ),
    )
    .hint(say!(lang, "use it: omoide models use {name}", "使うには：omoide models use {name}"))
}

fn check_size(embedders: &Embedders, wanted: u32, is_stand_in: bool, lang: Lang) -> Result<(), UserError> {
    let (model, found) = (embedders.active().model(), embedders.active().dimensions());
    if wanted == 0 || is_stand_in || wanted as usize == found {
        return Ok(());
    }
    Err(UserError::theirs(
        "config",
        say!(
            lang,
            "embedding.dimensions is {wanted}, but the vectors of {model} have {found} components",
            "embedding.dimensionsは{wanted}ですが、{model}のベクトルの成分は{found}個です"
        ),
    )
    .hint(lang.pick("set it to 0 to let the model decide", "0にすると、モデルに合わせます")))
}
