//! Who embeds and understands texts, how they are reached, and what they may cost.

use serde::{Deserialize, Serialize};

use super::sections::{section, words};
use super::table::{Limits, Parameter, Setting, Value};

words! {
    /// The provider that computes the vectors of texts.
    EmbeddingProvider EMBEDDING_PROVIDERS {
        /// The language layer, with no key and no network.
        Builtin = "builtin",
        /// A model of the models folder, run here.
        Local = "local",
        /// OpenAI.
        OpenAi = "openai",
        /// Google's Gemini.
        Gemini = "gemini",
        /// Ollama.
        Ollama = "ollama",
        /// Voyage.
        Voyage = "voyage",
        /// Anything that speaks OpenAI's protocol at an address of its own.
        Compatible = "compatible",
    }
}

/// The model that is built in.
pub const BUILTIN_MODEL: &str = "static-256-1";

/// A place or a variable that is left to the provider.
pub const AUTO: &str = "auto";

/// A name for nothing.
pub const NONE: &str = "none";

section! {
    /// How texts become vectors.
    Embedding "embedding" {
        provider: EmbeddingProvider = EmbeddingProvider::Builtin, Limits::OneOf(EMBEDDING_PROVIDERS), "word", "S0 設定ファイル構造, SPEC C11", "The provider that computes the vectors of texts.";
        model: String = BUILTIN_MODEL.to_owned(), Limits::Line(80), "name", "S0 設定ファイル構造", "The model that computes the vectors of texts: the built-in one, an installed one for the local provider, or the provider's.";
        dimensions: u32 = 0, Limits::Between(0.0, 65_536.0), "components", "S0 設定ファイル構造", "How many components the model's vectors must have; 0 leaves it to the model.";
        reembed_per_night: u32 = 500, Limits::Between(0.0, 1e6), "memories", "SPEC C13", "For how many memories a night computes the vector that the current model lacks; 0 leaves it to reembed.";
        hub: String = "https://huggingface.co".to_owned(), Limits::Line(200), "address", "SPEC I6", "Where models are downloaded from.";
        base_url: String = AUTO.to_owned(), Limits::Line(200), "address", "SPEC I6", "The provider's address; auto is its usual one.";
        key_env: String = AUTO.to_owned(), Limits::Line(80), "variable", "SPEC I6", "The environment variable with the key; auto is the provider's usual one.";
        key_file: String = NONE.to_owned(), Limits::Line(400), "path", "SPEC I6", "A file with the key, where the variable is not set.";
        key_command: String = NONE.to_owned(), Limits::Line(400), "command", "SPEC I6", "A command that prints the key, such as one that asks the keyring; it runs when the provider is used and neither the variable nor the file is set.";
        texts_per_call: u32 = 20, Limits::Between(1.0, 2_048.0), "texts", "S3 APIレート制限対策", "How many texts are sent to a provider at once.";
    }
}

words! {
    /// The provider of a language model that helps to understand texts; none works without one.
    LlmProvider LLM_PROVIDERS {
        /// None: the language layer does it all.
        None = "none",
        /// Anthropic's Messages.
        Anthropic = "anthropic",
        /// OpenAI's Chat Completions.
        OpenAi = "openai",
        /// OpenAI's Responses.
        OpenAiResponses = "openai_responses",
        /// Google's Gemini.
        Gemini = "gemini",
        /// Ollama.
        Ollama = "ollama",
        /// Anything that speaks OpenAI's Chat Completions at an address of its own.
        Compatible = "compatible",
    }
}

section! {
    /// The language model that understands texts, and what it may cost.
    Llm "llm" {
        provider: LlmProvider = LlmProvider::None, Limits::OneOf(LLM_PROVIDERS), "word", "S0 設定ファイル構造, SPEC C11", "The provider of a language model that helps to understand texts; none works without one.";
        model: String = NONE.to_owned(), Limits::Line(120), "name", "S0 設定ファイル構造", "The provider's model.";
        base_url: String = AUTO.to_owned(), Limits::Line(200), "address", "SPEC I6", "The provider's address; auto is its usual one.";
        key_env: String = AUTO.to_owned(), Limits::Line(80), "variable", "SPEC I6", "The environment variable with the key; auto is the provider's usual one.";
        key_file: String = NONE.to_owned(), Limits::Line(400), "path", "SPEC I6", "A file with the key, where the variable is not set.";
        key_command: String = NONE.to_owned(), Limits::Line(400), "command", "SPEC I6", "A command that prints the key, such as one that asks the keyring; it runs when the provider is used and neither the variable nor the file is set.";
        temperature: f64 = 0.0, Limits::Between(0.0, 2.0), "temperature", "S0 設定ファイル構造", "How freely a model answers; without one it has no effect.";
        max_tokens: u32 = 1024, Limits::Between(1.0, 1_000_000.0), "tokens", "S0 設定ファイル構造", "Longest answer of a model about one memory; without one it has no effect.";
        daily_tokens: u32 = 0, Limits::Between(0.0, 4e9), "tokens", "SPEC I6", "Most tokens that may be spent in a day; 0 spends nothing.";
        monthly_tokens: u32 = 0, Limits::Between(0.0, 4e9), "tokens", "SPEC I6", "Most tokens that may be spent in a month; 0 spends nothing.";
        daily_usd: f64 = 0.0, Limits::Between(0.0, 1e6), "US dollars", "SPEC I6", "Most money that may be spent in a day; 0 lets only what is free through.";
        monthly_usd: f64 = 0.0, Limits::Between(0.0, 1e6), "US dollars", "SPEC I6", "Most money that may be spent in a month; 0 lets only what is free through.";
        turns_per_call: u32 = 8, Limits::Between(1.0, 100.0), "memories", "SPEC I6", "How many memories a model is asked about at once.";
        turns_per_night: u32 = 1_000, Limits::Between(0.0, 1e6), "memories", "SPEC I6", "How many memories a night asks a model about at most.";
        lowest_share: f64 = 0.5, Limits::Between(0.0, 1.0), "share", "SPEC I6", "A model never finds a feeling weaker than this share of what the language layer finds: what is judged badly must not be forgotten at once.";
        session_summaries: bool = true, Limits::Switch, "switch", "SPEC W4", "Whether a night has a model sum up sessions that have come to rest.";
        turn_characters: u32 = 4_000, Limits::Between(100.0, 1e6), "characters", "SPEC I6", "How much of a memory a model is shown.";
        timeout_seconds: u32 = 120, Limits::Between(1.0, 3_600.0), "seconds", "SPEC I6", "How long an answer may take.";
        plan_seconds: f64 = 5.0, Limits::Between(0.1, 600.0), "seconds", "SPEC R4", "How long a search waits for the plan of a model, where one is asked for.";
        attempts: u32 = 4, Limits::Between(1.0, 20.0), "attempts", "S3 APIレート制限対策", "How many times a request is sent to a provider that is busy or failing.";
        requests_per_minute: u32 = 50, Limits::Between(1.0, 100_000.0), "requests", "S3 APIレート制限対策", "Most requests that are sent to a provider in a minute.";
        tokens_per_minute: u32 = 0, Limits::Between(0.0, 4e9), "tokens", "S3 APIレート制限対策", "Most tokens that are sent to a provider in a minute, longest answers counted in; 0 is no limit.";
        breaker_failures: u32 = 3, Limits::Between(1.0, 100.0), "failures", "SPEC I6", "After this many failures in a row, a provider is not used for a while.";
        breaker_pause_minutes: f64 = 5.0, Limits::Between(0.1, 1_440.0), "minutes", "SPEC I6", "For how long at first; every further failure doubles it, up to a day.";
    }
}

section! {
    /// How providers are reached.
    Network "network" {
        proxy: String = AUTO.to_owned(), Limits::Line(200), "address", "SPEC I6", "The proxy: http://HOST:PORT; none, or auto for that of HTTPS_PROXY, HTTP_PROXY and NO_PROXY.";
        ca_file: String = NONE.to_owned(), Limits::Line(400), "path", "SPEC I6", "A PEM file of certificates to trust instead of the usual ones.";
    }
}
