//! What may leave the machine: the one place between the engine and every embedder or language model of others (C8).
//!
//! Private parts are stripped and secrets redacted here, whoever asks and whatever for. The engine hands out no model of
//! others but behind one of these wrappers, so no caller can forget it. What was stored by an earlier version, or under
//! weaker rules, passes through here like everything else.

use std::borrow::Cow;
use std::sync::Arc;

use omoide_core::ports::{
    BoxError, Cancellation, Embedder, LanguageModel, ModelAnswer, ModelFailure, Question, Understanding,
};
use omoide_language::strip;

use crate::Engine;
use crate::model::prompts;

/// The text as it may be sent.
pub(crate) fn sendable(understanding: &dyn Understanding, text: &str) -> String {
    understanding.redact(&strip::strip(text))
}

/// A language model that is shown nothing private or secret.
pub(crate) struct DiscreetModel {
    inner: Arc<dyn LanguageModel>,
    understanding: Arc<dyn Understanding>,
}

impl DiscreetModel {
    pub(crate) fn new(inner: Arc<dyn LanguageModel>, understanding: &Arc<dyn Understanding>) -> Self {
        Self { inner, understanding: Arc::clone(understanding) }
    }
}

impl LanguageModel for DiscreetModel {
    fn provider(&self) -> &str {
        self.inner.provider()
    }

    fn model(&self) -> &str {
        self.inner.model()
    }

    fn ask(&self, question: &Question<'_>, cancellation: &Cancellation) -> Result<ModelAnswer, ModelFailure> {
        // Text by text: a private part that is never closed hides the rest of its own text, not the texts behind it.
        let material = prompts::each_text(question.material, |text| sendable(&*self.understanding, text));
        self.inner.ask(&Question { material: &material, ..*question }, cancellation)
    }
}

/// An embedder that is shown nothing private or secret.
pub(crate) struct DiscreetEmbedder {
    inner: Arc<dyn Embedder>,
    understanding: Arc<dyn Understanding>,
}

impl DiscreetEmbedder {
    pub(crate) fn new(inner: Arc<dyn Embedder>, understanding: &Arc<dyn Understanding>) -> Self {
        Self { inner, understanding: Arc::clone(understanding) }
    }
}

impl Embedder for DiscreetEmbedder {
    fn model(&self) -> &str {
        self.inner.model()
    }

    fn dimensions(&self) -> usize {
        self.inner.dimensions()
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Option<Vec<f32>>>, BoxError> {
        let texts: Vec<String> = texts.iter().map(|text| sendable(&*self.understanding, text)).collect();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        self.inner.embed(&texts)
    }

    fn embed_query(&self, text: &str) -> Result<Option<Vec<f32>>, BoxError> {
        let text = sendable(&*self.understanding, text);
        // A query that was private as a whole is no query.
        if text.trim().is_empty() { Ok(None) } else { self.inner.embed_query(&text) }
    }

    fn floor(&self) -> f64 {
        self.inner.floor()
    }

    /// Never: nobody can tell from a sentence alone whether it stood in a private part, or belongs to a secret that
    /// begins in the sentence before it.
    fn reads_sentences(&self) -> bool {
        false
    }

    fn is_remote(&self) -> bool {
        self.inner.is_remote()
    }
}

impl Engine {
    /// A prompt as it may be searched for: without private parts and secrets where an embedder of others would see it, and
    /// unchanged where none would. For whoever cuts a prompt before it is searched for; recall does it by itself.
    pub fn sendable<'t>(&self, prompt: &'t str) -> Cow<'t, str> {
        let parts = &self.parts;
        if parts.embedders.all().any(Embedder::is_remote) {
            Cow::Owned(sendable(&*parts.understanding, prompt))
        } else {
            Cow::Borrowed(prompt)
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use omoide_core::Text;
    use omoide_core::ports::Shape;
    use omoide_language::LanguageLayer;

    use super::*;

    /// A model and an embedder that keep what they are shown.
    #[derive(Default)]
    struct Eavesdropper {
        heard: Mutex<Vec<String>>,
    }

    impl Eavesdropper {
        fn heard(&self) -> Vec<String> {
            self.heard.lock().expect("a lock").clone()
        }

        fn hear(&self, text: &str) {
            self.heard.lock().expect("a lock").push(text.to_owned());
        }
    }

    impl LanguageModel for Eavesdropper {
        fn provider(&self) -> &str {
            "ear"
        }

        fn model(&self) -> &str {
            "ear-1"
        }

        fn ask(&self, question: &Question<'_>, _: &Cancellation) -> Result<ModelAnswer, ModelFailure> {
            self.hear(question.material);
            Ok(ModelAnswer { text: String::new(), tokens: None, attempts: 1 })
        }
    }

    impl Embedder for Eavesdropper {
        fn model(&self) -> &str {
            "ear:1"
        }

        fn dimensions(&self) -> usize {
            1
        }

        fn embed(&self, texts: &[&str]) -> Result<Vec<Option<Vec<f32>>>, BoxError> {
            texts.iter().for_each(|text| self.hear(text));
            Ok(texts.iter().map(|_| Some(vec![1.0])).collect())
        }

        fn reads_sentences(&self) -> bool {
            true
        }

        fn is_remote(&self) -> bool {
            true
        }
    }

    fn understanding() -> Arc<dyn Understanding> {
        Arc::new(LanguageLayer::new())
    }

    const TOKEN: &str = "ghp_Zk3Qf7Lw2Rt8Zk3Qf7Lw2Rt8Zk3Qf7Lw2Rt8";

    #[test]
    fn a_private_part_that_is_never_closed_hides_its_own_text_and_no_other() {
        let ear = Arc::new(Eavesdropper::default());
        let model = DiscreetModel::new(ear.clone(), &understanding());
        let texts = [
            Text { trigger: "one <private>hidden".to_owned(), content: "two".to_owned() },
            Text { trigger: format!("three {TOKEN}"), content: "four\n\nfive".to_owned() },
        ];
        let material = prompts::material(&texts, 1_000);
        let shape = Shape::Text(9);
        let question =
            Question { instructions: "", material: &material, shape: &shape, max_tokens: 9, temperature: 0.0 };
        model.ask(&question, &Cancellation::default()).expect("an answer");
        let heard = ear.heard().concat();
        assert!(!heard.contains("hidden") && !heard.contains(TOKEN), "{heard}");
        let clean = [
            Text { trigger: "one".to_owned(), content: "two".to_owned() },
            Text { trigger: "three [redacted:github-token]".to_owned(), content: "four\n\nfive".to_owned() },
        ];
        assert_eq!(heard, prompts::material(&clean, 1_000));
    }

    #[test]
    fn an_embedder_of_others_gets_whole_clean_texts_only() {
        let ear = Arc::new(Eavesdropper::default());
        let embedder = DiscreetEmbedder::new(ear.clone(), &understanding());
        assert!(!embedder.reads_sentences());
        embedder.embed(&[&format!("key {TOKEN}"), "a <private>b. c.</private> d"]).expect("vectors");
        assert_eq!(ear.heard(), ["key [redacted:github-token]", "a d"]);
        assert_eq!(embedder.embed_query("<private>all of it").expect("an answer"), None);
        assert_eq!(ear.heard().len(), 2, "nothing was asked for it");
    }
}
