//! Models that are known to work, by their short names.

/// A model that is known to work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KnownModel {
    /// Its short name.
    pub name: &'static str,
    /// Where it is on the hub.
    pub repository: &'static str,
    /// How many components its vectors have.
    pub dimensions: u32,
    /// How much is fetched, in millions of bytes.
    pub megabytes: u32,
    /// The languages that it knows.
    pub languages: &'static str,
}

const fn model(
    name: &'static str,
    repository: &'static str,
    dimensions: u32,
    megabytes: u32,
    languages: &'static str,
) -> KnownModel {
    KnownModel { name, repository, dimensions, megabytes, languages }
}

/// The models, those of both our languages first.
pub const KNOWN: &[KnownModel] = &[
    model("multilingual-e5-small", "intfloat/multilingual-e5-small", 384, 490, "ja, en, 100"),
    model(
        "paraphrase-multilingual-MiniLM-L12-v2",
        "sentence-transformers/paraphrase-multilingual-MiniLM-L12-v2",
        384,
        480,
        "ja, en, 50",
    ),
    model("multilingual-e5-base", "intfloat/multilingual-e5-base", 768, 1_130, "ja, en, 100"),
    model("bge-m3", "BAAI/bge-m3", 1_024, 2_290, "ja, en, 100"),
    model("all-MiniLM-L6-v2", "sentence-transformers/all-MiniLM-L6-v2", 384, 92, "en"),
    model("gte-small", "thenlper/gte-small", 384, 68, "en"),
    model("bge-small-en-v1.5", "BAAI/bge-small-en-v1.5", 384, 134, "en"),
];
