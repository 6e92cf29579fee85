//! Which memories may be found, as flags of a command (SPEC R7).

use std::collections::HashSet;

use clap::builder::TypedValueParser;
use omoide_core::{Category, Kind, Level, NamePrint, Scope, Source, Tag, Valence};
use omoide_home::errors::UserError;
use omoide_home::lang::{Lang, say};

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
    /// Only what this person heard: what they said, and what names them as a witness.
    #[arg(long, value_name = "NAME")]
    heard_by: Option<String>,
    /// Only of this conversation.
    #[arg(long, value_name = "NAME")]
    in_thread: Option<String>,
    /// Only of this project: its name, or the path of its folder.
    #[arg(long, value_name = "PROJECT")]
    in_project: Option<String>,
    /// Only of this category: casual, work, decision, emotional, lasting, or a word of your own.
    #[arg(long, value_name = "CATEGORY")]
    category: Option<String>,
    /// Only pleasant (positive), unpleasant (negative) or neutral ones.
    #[arg(long, value_name = "VALENCE", value_parser = valences())]
    valence: Option<Valence>,
    /// Only with this tag of yours, or with this feeling; can be repeated, and then all are meant.
    #[arg(long, value_name = "TAG")]
    tag: Vec<String>,
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
    /// The tags that are asked for.
    pub fn tags(&self) -> &[String] {
        &self.tag
    }

    /// The scope that they mean.
    ///
    /// # Errors
    /// When a time is none, the times leave nothing between them, or there is no such project.
    pub fn scope(&self, context: &CommandContext) -> anyhow::Result<Scope> {
        let now = context.engine.now();
        let (since, until) =
            input::span(self.since.as_deref(), self.until.as_deref(), &context.zone, now, context.lang)?;
        let as_of =
            self.as_of.as_ref().map(|text| input::stretch(text, &context.zone, now, context.lang)).transpose()?;
        let tags = context.mind().wanted_tags(&in_english(&self.tag))?;
        Ok(Scope {
            kinds: self.kind.clone(),
            levels: self.level.iter().copied().filter_map(Level::from_number).collect(),
            person: self.person.clone(),
            heard_by: self.heard_by.clone(),
            thread: self.in_thread.clone(),
            places: self.in_project.as_deref().map(|name| places(name, context)).transpose()?,
            category: self.category.as_deref().map(|word| Category::named(CATEGORIES.stored(word))),
            valence: self.valence,
            tags: tags.own,
            only: None,
            tag: one_feeling(&tags.feelings, context.lang)?,
            trusted: self.trust,
            since,
            until,
            as_of: as_of.map(|stretch| stretch.last),
            ..Scope::default()
        })
    }
}

/// The conversations of a project: by its name, or by a folder of this machine.
///
/// # Errors
/// When no memory is of such a project; the error names those that there are.
pub fn places(name: &str, context: &CommandContext) -> Result<HashSet<NamePrint>, omoide::Error> {
    let mind = context.mind();
    let found = mind.places_in_project(name);
    if !matches!(found, Err(omoide::Error::UnknownProject { .. })) {
        return found;
    }
    let Some(folder) = std::fs::canonicalize(name).ok().filter(|path| path.is_dir()) else { return found };
    // A folder of the project that nothing was said in belongs to the same repository.
    let project = omoide_home::hook::project::place("", &folder);
    let names = [Some(folder.to_string_lossy().into_owned()), project.repository, project.project];
    names.into_iter().flatten().find_map(|name| mind.places_in_project(&name).ok()).map_or(found, Ok)
}

/// Kinds, by name.
pub fn kinds() -> impl TypedValueParser<Value = Kind> {
    KINDS.parser(Kind::OFFERED.map(Kind::name)).try_map(|name| Kind::offered(&name))
}

/// Valences, by name.
pub fn valences() -> impl TypedValueParser<Value = Valence> {
    VALENCES.parser(Valence::ALL.map(Valence::name)).try_map(|name| name.parse::<Valence>())
}

/// Tags as they are kept: a feeling may be named in Japanese.
pub fn in_english(tags: &[String]) -> Vec<&str> {
    tags.iter().map(|tag| FEELINGS.stored(tag)).collect()
}

/// Says which tags there are where memories were asked for by one that none has.
pub fn tell_of_unknown_tags(wanted: &[String], context: &CommandContext) -> anyhow::Result<()> {
    if wanted.is_empty() {
        return Ok(());
    }
    let (lang, known) = (context.lang, context.mind().tags()?);
    let known: Vec<&str> = known.iter().map(|(tag, _)| tag.as_str()).collect();
    for tag in context.mind().wanted_tags(&in_english(wanted))?.own {
        if known.contains(&tag.as_str()) {
            continue;
        }
        context.note(&match known.is_empty() {
            true => say!(
                lang,
                "no memory has the tag \"{tag}\"; there are no tags yet",
                "「{tag}」というタグの記憶はありません。タグはまだありません"
            ),
            false => {
                let known = known.join(lang.pick(", ", "、"));
                say!(
                    lang,
                    "no memory has the tag \"{tag}\"; the tags that there are: {known}",
                    "「{tag}」というタグの記憶はありません。あるタグ：{known}"
                )
            }
        });
    }
    Ok(())
}

fn one_feeling(feelings: &[Tag], lang: Lang) -> Result<Option<Tag>, UserError> {
    if let [one, another, ..] = feelings {
        let (one, another) = (one.name(), another.name());
        return Err(UserError::usage(
            "two_feelings",
            say!(
                lang,
                "a recall is about one feeling, and \"{one}\" and \"{another}\" are two",
                "想起で指定できる感情はひとつです（「{one}」と「{another}」）"
            ),
        )
        .hint(lang.pick("leave one of them out", "どちらかを外してください")));
    }
    Ok(feelings.first().copied())
}

fn sources() -> impl TypedValueParser<Value = Source> {
    SOURCES.parser(Source::ALL.map(Source::name)).map(|name| Source::named(&name))
}
