//! The providers: where each is, how it is spoken to, and where its key usually is.

use omoide_core::parameters::{EmbeddingProvider, LlmProvider};

use super::Secret;

/// Who runs a model.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Provider {
    /// Anthropic's Messages.
    Anthropic,
    /// OpenAI's Chat Completions, and its embeddings.
    OpenAi,
    /// OpenAI's Responses.
    OpenAiResponses,
    /// Google's Gemini.
    Gemini,
    /// Ollama.
    Ollama,
    /// Voyage, which only embeds.
    Voyage,
    /// Anything that speaks OpenAI's protocol.
    Compatible,
}

impl Provider {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Anthropic,
        Self::OpenAi,
        Self::OpenAiResponses,
        Self::Gemini,
        Self::Ollama,
        Self::Voyage,
        Self::Compatible,
    ];

    /// Its name in configurations.
    pub fn name(self) -> &'static str {
        match self {
            Self::Anthropic => "anthropic",
            Self::OpenAi => "openai",
            Self::OpenAiResponses => "openai_responses",
            Self::Gemini => "gemini",
            Self::Ollama => "ollama",
            Self::Voyage => "voyage",
            Self::Compatible => "compatible",
        }
    }

    /// The provider called `name`.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|provider| provider.name() == name)
    }

    /// Who understands texts; none where the language layer does it alone.
    pub fn of_llm(provider: LlmProvider) -> Option<Self> {
        Self::named(provider.name())
    }

    /// Who embeds texts; none where that is done here.
    pub fn of_embedding(provider: EmbeddingProvider) -> Option<Self> {
        Self::named(provider.name())
    }

    /// Whether it has language models.
    pub fn understands(self) -> bool {
        self != Self::Voyage
    }

    /// Whether it has embeddings.
    pub fn embeds(self) -> bool {
        !matches!(self, Self::Anthropic | Self::OpenAiResponses)
    }

    /// Where it is, if it has one address for all.
    pub fn usual_url(self) -> Option<&'static str> {
        match self {
            Self::Anthropic => Some("https://api.anthropic.com"),
            Self::OpenAi | Self::OpenAiResponses => Some("https://api.openai.com/v1"),
            Self::Gemini => Some("https://generativelanguage.googleapis.com/v1beta"),
            Self::Ollama => Some("http://127.0.0.1:11434"),
            Self::Voyage => Some("https://api.voyageai.com/v1"),
            Self::Compatible => None,
        }
    }

    /// The variable that usually holds its key.
    pub fn usual_key_env(self) -> &'static str {
        match self {
            Self::Anthropic => "ANTHROPIC_API_KEY",
            Self::OpenAi | Self::OpenAiResponses => "OPENAI_API_KEY",
            Self::Gemini => "GEMINI_API_KEY",
            Self::Ollama => "OLLAMA_API_KEY",
            Self::Voyage => "VOYAGE_API_KEY",
            // Not OpenAI's: its key is for nobody else.
            Self::Compatible => "OMOIDE_API_KEY",
        }
    }

    /// Whether it answers nobody without a key.
    pub fn needs_key(self) -> bool {
        !matches!(self, Self::Ollama | Self::Compatible)
    }

    /// A small model that does the work, if it has one of its own.
    pub fn usual_model(self) -> Option<&'static str> {
        match self {
            Self::Anthropic => Some("claude-haiku-4-5"),
            Self::OpenAi | Self::OpenAiResponses => Some("gpt-4.1-mini"),
            Self::Gemini => Some("gemini-2.5-flash-lite"),
            Self::Ollama => Some("qwen2.5:7b"),
            Self::Voyage | Self::Compatible => None,
        }
    }

    /// A model that embeds, and how many components its vectors have, if it has one of its own.
    pub fn usual_embedding(self) -> Option<(&'static str, u32)> {
        match self {
            Self::OpenAi => Some(("text-embedding-3-small", 1536)),
            Self::Gemini => Some(("gemini-embedding-001", 768)),
            Self::Ollama => Some(("nomic-embed-text", 768)),
            Self::Voyage => Some(("voyage-3.5-lite", 1024)),
            Self::Anthropic | Self::OpenAiResponses | Self::Compatible => None,
        }
    }
}

/// A provider at an address, with a key.
#[derive(Clone, PartialEq, Debug)]
pub struct Endpoint {
    /// Who.
    pub provider: Provider,
    /// Where, without a slash at the end.
    pub base_url: String,
    /// With what key.
    pub key: Option<Secret>,
}

/// Why a provider cannot be reached as it is configured.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EndpointError {
    /// It has no address of its own, and none was given.
    #[error("{provider} needs an address")]
    NoAddress {
        /// The provider.
        provider: &'static str,
    },
    /// The address is none.
    #[error("\"{url}\" is not an address: it must begin with http:// or https://")]
    BadAddress {
        /// As it was given.
        url: String,
    },
    /// It wants a key, and there is none.
    #[error("{provider} needs a key")]
    NoKey {
        /// The provider.
        provider: &'static str,
    },
    /// The key would be readable on the way.
    #[error("{url} is not encrypted, so no key is sent to it")]
    Unprotected {
        /// The address.
        url: String,
    },
}

impl Endpoint {
    /// A provider at its own address, or at the one given.
    ///
    /// # Errors
    /// When an address or a key is missing, or the key would be sent unprotected.
    pub fn new(provider: Provider, url: Option<&str>, key: Option<Secret>) -> Result<Self, EndpointError> {
        let name = provider.name();
        let url = url.or_else(|| provider.usual_url()).ok_or(EndpointError::NoAddress { provider: name })?;
        let base_url = url.trim_end_matches('/').to_owned();
        let rest = base_url.strip_prefix("https://").or_else(|| base_url.strip_prefix("http://"));
        if rest.is_none_or(|rest| rest.is_empty() || rest.starts_with('/') || rest.contains('@')) {
            return Err(EndpointError::BadAddress { url: url.to_owned() });
        }
        let endpoint = Self { provider, base_url, key };
        if endpoint.key.is_none() && provider.needs_key() {
            return Err(EndpointError::NoKey { provider: name });
        }
        if endpoint.key.is_some() && endpoint.base_url.starts_with("http://") && !endpoint.is_here() {
            return Err(EndpointError::Unprotected { url: endpoint.base_url });
        }
        Ok(endpoint)
    }

    /// Whether it is on this machine, and so costs no money.
    pub fn is_here(&self) -> bool {
        let rest = self.base_url.split_once("://").map_or("", |(_, rest)| rest);
        let authority = rest.split('/').next().unwrap_or_default();
        let host = match authority.strip_prefix('[') {
            Some(bracketed) => bracketed.split(']').next().unwrap_or_default(),
            None => authority.split(':').next().unwrap_or_default(),
        };
        host == "localhost" || host.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key() -> Option<Secret> {
        Secret::new("sk-0123456789")
    }

    #[test]
    fn every_provider_of_the_configuration_is_known() {
        for name in ["anthropic", "openai", "openai_responses", "gemini", "ollama", "compatible"] {
            let provider = Provider::of_llm(LlmProvider::named(name).expect("a word")).expect("a provider");
            assert!(provider.understands(), "{name}");
        }
        for name in ["openai", "gemini", "ollama", "voyage", "compatible"] {
            let provider = Provider::of_embedding(EmbeddingProvider::named(name).expect("a word"));
            assert!(provider.expect("a provider").embeds(), "{name}");
        }
        assert_eq!(Provider::of_llm(LlmProvider::None), None);
        assert_eq!(Provider::of_embedding(EmbeddingProvider::Local), None);
    }

    #[test]
    fn a_key_goes_nowhere_unprotected() {
        let far = Endpoint::new(Provider::Compatible, Some("http://models.example:8000/v1"), key());
        assert!(matches!(far, Err(EndpointError::Unprotected { .. })));
        for near in ["http://127.0.0.1:8000/v1/", "http://localhost:1234/v1", "http://[::1]:9/v1"] {
            assert!(Endpoint::new(Provider::Compatible, Some(near), key()).expect("it is here").is_here());
        }
        let trick = Endpoint::new(Provider::Compatible, Some("http://localhost@models.example/v1"), key());
        assert!(matches!(trick, Err(EndpointError::BadAddress { .. })));
    }

    #[test]
    fn a_provider_that_wants_a_key_or_an_address_says_so() {
        let none = Endpoint::new(Provider::OpenAi, None, None);
        assert_eq!(none, Err(EndpointError::NoKey { provider: "openai" }));
        let nowhere = Endpoint::new(Provider::Compatible, None, None);
        assert_eq!(nowhere, Err(EndpointError::NoAddress { provider: "compatible" }));
        assert!(Endpoint::new(Provider::Ollama, None, None).is_ok());
    }
}
