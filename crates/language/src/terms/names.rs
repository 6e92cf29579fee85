//! Names and identifiers, to the letter and in parts.

use omoide_core::TermKind;

use crate::fold::{fold, fold_word};
use crate::tokens::{Morpheme, PartOfSpeech, stem};

/// The most parts of an address that count as words.
const MOST_PARTS: usize = 16;

/// The names that a morpheme gives, and the words that only an address has in it.
pub(super) fn of_morpheme(morpheme: &Morpheme<'_>, names: &mut Vec<(TermKind, String)>) {
    match morpheme.part {
        PartOfSpeech::Code => of_code(&fold(morpheme.surface), names),
        PartOfSpeech::Url => of_url(&fold(morpheme.surface), names),
        PartOfSpeech::Email => of_email(&fold(morpheme.surface), names),
        PartOfSpeech::Number => {
            let folded = fold(morpheme.surface);
            if is_whole_identifier(&folded) {
                names.push((TermKind::Name, folded));
            }
        }
        PartOfSpeech::Word if morpheme.surface.chars().next().is_some_and(char::is_uppercase) => {
            names.push((TermKind::Name, of_word(morpheme.surface)));
        }
        part if part.is_name() => names.push((TermKind::Name, fold_word(morpheme.surface))),
        _ => {}
    }
}

/// A word as the name that it may be: Caroline's is caroline.
pub(super) fn of_word(surface: &str) -> String {
    let folded = fold(surface);
    folded.strip_suffix("'s").unwrap_or(&folded).to_owned()
}

/// Whether a folded word has joints, so that as a whole it is a name and only its parts are words.
pub(super) fn is_whole_identifier(folded: &str) -> bool {
    folded.contains(['_', '.', ':', '/', '+', '#', '@'])
}

fn of_code(folded: &str, names: &mut Vec<(TermKind, String)>) {
    names.push((TermKind::Name, folded.to_owned()));
    if let Some((_, file)) = folded.rsplit_once('/') {
        names.push((TermKind::Name, file.to_owned()));
    }
    if let Some(number) = folded.strip_prefix('v')
        && number.starts_with(|c: char| c.is_ascii_digit())
    {
        names.push((TermKind::Name, number.to_owned()));
    }
}

fn of_url(folded: &str, names: &mut Vec<(TermKind, String)>) {
    names.push((TermKind::Name, folded.to_owned()));
    let rest = folded.split_once("://").map_or(folded, |(_, rest)| rest);
    let (host, path) = rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len()));
    of_host(host, names);
    of_parts(path, names);
}

fn of_email(folded: &str, names: &mut Vec<(TermKind, String)>) {
    names.push((TermKind::Name, folded.to_owned()));
    let Some((person, host)) = folded.split_once('@') else { return };
    names.push((TermKind::Name, person.to_owned()));
    of_parts(person, names);
    of_host(host, names);
}

fn of_host(host: &str, names: &mut Vec<(TermKind, String)>) {
    let host = host.strip_prefix("www.").unwrap_or(host);
    names.push((TermKind::Name, host.to_owned()));
    // The ending says only where the host is registered.
    of_parts(host.rsplit_once('.').map_or(host, |(name, _)| name), names);
}

fn of_parts(text: &str, names: &mut Vec<(TermKind, String)>) {
    let parts = text.split(|c: char| !c.is_alphanumeric()).filter(|part| part.chars().nth(2).is_some());
    names.extend(parts.take(MOST_PARTS).map(|part| (TermKind::Word, stem(part))));
}
