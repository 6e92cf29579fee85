//! Which memories may be found, as flags of a command (SPEC R7).

use clap::builder::TypedValueParser;
use omoide_core::{Category, Kind, Level, Moment, Scope, Source, Tag, Valence};
use omoide_home::errors::UserError;
use omoide_home::lang::say;

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
    /// Only of this person.
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
    /// Only up to then; a day or a week counts to its end.
    #[arg(long, value_name = "WHEN")]
    until: Option<String>,
    /// Only what was known by then.
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
        let stretch = |text: &String| input::stretch(text, &context.zone, now, context.lang);
        let read = |text: &Option<String>| text.as_ref().map(stretch).transpose();
        let since = read(&self.since)?.map(|stretch| stretch.from);
        let until = read(&self.until)?.map(|stretch| stretch.to);
        if let (Some(since), Some(until)) = (since, until)
            && since.unix_micros() >= until.unix_micros()
        {
            return Err(empty(since, until, context));
        }
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
            as_of: read(&self.as_of)?.map(|stretch| stretch.last),
        })
    }
}

fn empty(since: Moment, until: Moment, context: &CommandContext) -> UserError {
    let lang = context.lang;
    UserError::usage(
        "empty_time",
        say!(
            lang,
            "nothing lies between --since {since} and --until {until}",
            "--since {since} と --until {until} の間には何もありません"
        ),
    )
    .hint(lang.pick("--since comes before --until", "--sinceは--untilより前にしてください"))
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
