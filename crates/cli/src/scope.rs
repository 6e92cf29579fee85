//! Which memories may be found, as flags of a command (SPEC R7).

use clap::builder::TypedValueParser;
use omoide_core::{Category, Kind, Level, Scope, Source, Tag, Valence};
use omoide_home::errors::UserError;

use crate::context::CommandContext;
use crate::input;
use crate::vocabulary::{CATEGORIES, FEELINGS, KINDS, SOURCES, VALENCES};

/// The flags.
#[derive(clap::Args, Clone, Debug, Default)]
pub struct ScopeArgs {
    /// Only of this kind; can be repeated.
    #[arg(long, value_name = "KIND", value_parser = kinds(), value_delimiter = ',')]
    kind: Vec<Kind>,
    /// Only at this level: 1 full, 2 summary, 3 trace, 4 archived; can be repeated.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=4), value_delimiter = ',')]
    level: Vec<u8>,
    /// Only of this person; case and width of letters do not count.
    #[arg(long, value_name = "NAME")]
    person: Option<String>,
    /// Only of this conversation.
    #[arg(long, value_name = "NAME")]
    in_thread: Option<String>,
    /// Only of this category: casual, work, decision, emotional, lasting, or a word of your own.
    #[arg(long, value_name = "CATEGORY")]
    category: Option<String>,
    /// Only pleasant (positive), unpleasant (negative) or neutral ones.
    #[arg(long, value_name = "VALENCE", value_parser = valences())]
    valence: Option<Valence>,
    /// Only with this feeling.
    #[arg(long, value_name = "TAG", value_parser = tags())]
    tag: Option<Tag>,
    /// Only from sources trusted at least as much as this one.
    #[arg(long, value_name = "SOURCE", value_parser = sources())]
    trust: Option<Source>,
    /// Only from then on: a date, a time, or words such as "last week".
    #[arg(long, value_name = "WHEN")]
    since: Option<String>,
    /// Only up to then: a date, a time, or words; a day or week is meant as a whole.
    #[arg(long, value_name = "WHEN")]
    until: Option<String>,
    /// Only what was known by then: a date, a time, or words such as "last March".
    #[arg(long, value_name = "WHEN")]
    as_of: Option<String>,
}

impl ScopeArgs {
    /// The scope that they mean.
    ///
    /// # Errors
    /// When a time is none, or the times leave nothing between them.
    pub fn scope(&self, context: &CommandContext) -> Result<Scope, UserError> {
        let now = context.engine.now();
        let (since, until) =
            input::span(self.since.as_deref(), self.until.as_deref(), &context.zone, now, context.lang)?;
        let as_of =
            self.as_of.as_ref().map(|text| input::stretch(text, &context.zone, now, context.lang)).transpose()?;
        Ok(Scope {
            kinds: self.kind.clone(),
            levels: self.level.iter().copied().filter_map(Level::from_number).collect(),
            person: self.person.clone(),
            thread: self.in_thread.clone(),
            category: self.category.as_deref().map(|word| Category::named(CATEGORIES.stored(word))),
            valence: self.valence,
            tag: self.tag,
            trusted: self.trust,
            since,
            until,
            as_of: as_of.map(|stretch| stretch.last),
            ..Scope::default()
        })
    }
}

/// Kinds, by name.
pub fn kinds() -> impl TypedValueParser<Value = Kind> {
    KINDS.parser(Kind::OFFERED.map(Kind::name)).try_map(|name| Kind::offered(&name))
}

/// Valences, by name.
pub fn valences() -> impl TypedValueParser<Value = Valence> {
    VALENCES.parser(Valence::ALL.map(Valence::name)).try_map(|name| name.parse::<Valence>())
}

fn tags() -> impl TypedValueParser<Value = Tag> {
    FEELINGS.parser(Tag::ALL.map(Tag::name)).try_map(|name| name.parse::<Tag>())
}

fn sources() -> impl TypedValueParser<Value = Source> {
    SOURCES.parser(Source::ALL.map(Source::name)).map(|name| Source::named(&name))
}
