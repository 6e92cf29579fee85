//! What may be stored: no text, name or attachment that comes from outside keeps a secret (C8).
//!
//! Texts get a label in the place of each secret. Names (persons, threads, the names that sources give turns, projects, page
//! paths) are also what things are found by. Refusing them would lose the memory of whoever cannot choose another name; a
//! bare label would put everyone whose name is a token into one person. So the label of a secret in a name has a print of
//! the secret beside its kind: the same name gives the same stored name, two names stay two, and 32 bits of a hash give no
//! token back. Whatever looks something up by a name passes it through [`Engine::kept_name`] as well.

mod sweeper;

use std::borrow::Cow;

use omoide_core::NamePrint;
use omoide_core::Place;
use omoide_core::ports::store::{Filter, StoredSecret};
use omoide_core::ports::{TakenCount, TakenSecret, Understanding};
use omoide_language::{fold, strip};
use serde_json::{Map, Value};

use crate::{Engine, Mind, Prompt};

pub use sweeper::sweeper;

/// How many secrets of each kind were taken out.
pub(crate) type TakenKinds = Vec<TakenCount>;

/// Letters and digits without a sign between them that may be a token, and the digits that a card has at least.
const SHORTEST_TOKEN: usize = 8;
const FEWEST_OF_A_CARD: usize = 12;

/// The kind of what stood in `<private>`.
const PRIVATE: &str = "private";

/// What is taken out of everything that is stored.
#[derive(Clone, Copy)]
pub(crate) struct Redactor<'u>(pub(crate) &'u dyn Understanding);

impl Redactor<'_> {
    /// A text of a turn or an edit: own blocks, private parts and secrets are taken out.
    pub(crate) fn text(self, text: &str, taken: &mut TakenKinds) -> String {
        let redaction = self.0.redacted(strip::strip(text).trim());
        note(taken, redaction.counts());
        redaction.text
    }

    /// A text that an agent or another program keeps as it is, a page say: secrets are taken out, and private parts where
    /// there are some.
    pub(crate) fn kept(self, text: &str, taken: &mut TakenKinds) -> String {
        let redaction = if may_be_private(text) { self.0.redacted(&strip::strip(text)) } else { self.0.redacted(text) };
        note(taken, redaction.counts());
        redaction.text
    }

    /// A name as it is stored.
    pub(crate) fn name<'n>(self, name: &'n str, taken: &mut TakenKinds) -> Cow<'n, str> {
        if is_plain(name) {
            return Cow::Borrowed(name);
        }
        let redaction = self.0.redacted(name);
        if redaction.taken.is_empty() {
            return Cow::Borrowed(name);
        }
        note(taken, redaction.counts());
        let (mut kept, mut from) = (String::with_capacity(name.len()), 0);
        for secret in &redaction.taken {
            kept.push_str(&name[from..secret.place.start]);
            let print = NamePrint::of(&name[secret.place.clone()]).to_bits() >> 32;
            kept.push_str(&format!("[redacted:{}-{print:08x}]", secret.kind));
            from = secret.place.end;
        }
        kept.push_str(&name[from..]);
        Cow::Owned(kept)
    }

    fn name_if_any(self, name: &mut Option<String>, taken: &mut TakenKinds) {
        if let Some(text) = name
            && let Cow::Owned(kept) = self.name(text, taken)
        {
            *name = Some(kept);
        }
    }

    /// A place as it is stored.
    pub(crate) fn place(self, mut place: Place, taken: &mut TakenKinds) -> Place {
        let Place { host, project, folder, branch, repository } = &mut place;
        for part in [host, project, folder, branch, repository] {
            self.name_if_any(part, taken);
        }
        place
    }

    /// What another program attaches to a memory: JSON value by value, with the names of its fields; any other text as it
    /// stands.
    pub(crate) fn attachment(self, text: &str) -> String {
        match serde_json::from_str::<Value>(text) {
            Ok(value @ (Value::Object(_) | Value::Array(_))) => self.json(value, &mut Vec::new()).to_string(),
            _ => self.kept(text, &mut TakenKinds::new()),
        }
    }

    /// JSON without the secrets of its names and values, which are added to `found`.
    pub(crate) fn json(self, value: Value, found: &mut Vec<StoredSecret>) -> Value {
        match value {
            Value::String(text) => {
                found.extend(self.secrets(&text));
                Value::String(self.kept(&text, &mut TakenKinds::new()))
            }
            Value::Array(values) => values.into_iter().map(|value| self.json(value, found)).collect(),
            Value::Object(fields) => {
                let field = |(name, value): (String, Value)| {
                    found.extend(self.secrets(&name));
                    let value = self.json(value, found);
                    let value = self.field(&name, value, found);
                    (self.name(&name, &mut TakenKinds::new()).into_owned(), value)
                };
                Value::Object(fields.into_iter().map(field).collect::<Map<_, _>>())
            }
            other => other,
        }
    }

    /// The secrets of a text, and whether a part of it is private.
    pub(crate) fn secrets(self, text: &str) -> Vec<StoredSecret> {
        let private = || StoredSecret { kind: PRIVATE, value: String::new() };
        let stripped = if may_be_private(text) { Cow::Owned(strip::strip(text)) } else { Cow::Borrowed(text) };
        let redaction = self.0.redacted(&stripped);
        let secret =
            |taken: &TakenSecret| StoredSecret { kind: taken.kind, value: stripped[taken.place.clone()].to_owned() };
        let was_private = (*stripped != *text).then(private);
        redaction.taken.iter().map(secret).chain(was_private).collect()
    }

    /// The value of a field whose name may be what makes it a secret: `"password": "…"`, `"pin": 4921`.
    fn field(self, name: &str, value: Value, found: &mut Vec<StoredSecret>) -> Value {
        let text = match &value {
            Value::String(text) => text.clone(),
            Value::Number(number) => number.to_string(),
            _ => return value,
        };
        let said = format!("{name}: {text}");
        let redaction = self.0.redacted(&said);
        let start = said.len() - text.len();
        match redaction.taken.iter().find(|secret| secret.place.end > start) {
            Some(secret) => {
                found.push(StoredSecret { kind: secret.kind, value: text });
                Value::String(format!("[redacted:{}]", secret.kind))
            }
            None => value,
        }
    }
}

/// Adds what was taken out of one more text.
fn note(taken: &mut TakenKinds, counts: TakenKinds) {
    counts.into_iter().for_each(|count| count.add_to(taken));
}

/// Adds what was taken out of another telling of the same words: each kind counts as often as it stood in one of them.
pub(crate) fn note_repeated(taken: &mut TakenKinds, counts: TakenKinds) {
    for count in counts {
        match taken.iter_mut().find(|known| known.kind == count.kind) {
            Some(known) => known.count = known.count.max(count.count),
            None => taken.push(count),
        }
    }
}

/// Whether a name can hold no secret that anyone would know for one, so that nothing need be looked for: a UUID, or a path
/// or word without a sign that something is set to something, without a long run of letters and digits, and without the
/// digits of a card. Hooks ask for many such names, and have no time to make patterns.
fn is_plain(name: &str) -> bool {
    let is_dash = |at: usize| matches!(at, 8 | 13 | 18 | 23);
    let is_uuid = || {
        name.len() == 36
            && name.bytes().enumerate().all(|(at, b)| if is_dash(at) { b == b'-' } else { b.is_ascii_hexdigit() })
    };
    let is_joined = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'/' | b'.' | b'-' | b'_');
    let digits = |text: &str| text.bytes().filter(u8::is_ascii_digit).count();
    let is_token = |run: &str| run.len() >= SHORTEST_TOKEN && digits(run) > 0;
    let is_word = || {
        let mut runs = name.split(|sign: char| !sign.is_ascii_alphanumeric());
        name.bytes().all(is_joined) && digits(name) < FEWEST_OF_A_CARD && !runs.any(is_token)
    };
    is_uuid() || is_word()
}

impl Mind<'_> {
    /// A name as it is stored, see [`Engine::kept_name`].
    pub fn kept_name<'n>(&self, name: &'n str) -> Cow<'n, str> {
        self.engine.kept_name(name)
    }
}

impl Engine {
    pub(crate) fn redactor(&self) -> Redactor<'_> {
        Redactor(&*self.parts.understanding)
    }

    /// A name as it is stored, and as it has to be looked up: with a label and a print in the place of a secret.
    pub fn kept_name<'n>(&self, name: &'n str) -> Cow<'n, str> {
        self.redactor().name(name, &mut TakenKinds::new())
    }

    /// A place with the names that it is stored under.
    pub(crate) fn kept_place(&self, place: &Place) -> Place {
        self.redactor().place(place.clone(), &mut TakenKinds::new())
    }

    /// A prompt with the names that its thread, its place and its scope are stored under.
    pub(crate) fn kept_prompt<'p>(&self, prompt: &'p Prompt) -> Cow<'p, Prompt> {
        let Prompt { thread, place, scope, .. } = prompt;
        let names = [thread, &scope.person, &scope.thread, &scope.heard_by];
        let is_kept = |name: &&Option<String>| name.as_deref().is_none_or(|name| self.kept_name(name) == name);
        let kept_place = place.as_ref().map(|place| self.kept_place(place));
        if names.iter().all(is_kept) && kept_place == *place {
            return Cow::Borrowed(prompt);
        }
        let mut kept = Prompt { place: kept_place, ..prompt.clone() };
        for name in [&mut kept.thread, &mut kept.scope.person, &mut kept.scope.thread, &mut kept.scope.heard_by] {
            self.redactor().name_if_any(name, &mut TakenKinds::new());
        }
        Cow::Owned(kept)
    }

    /// A filter with the names that its person and its thread are stored under.
    pub(crate) fn kept_filter(&self, filter: &Filter) -> Filter {
        let mut filter = filter.clone();
        for name in [&mut filter.person, &mut filter.thread, &mut filter.heard_by] {
            self.redactor().name_if_any(name, &mut TakenKinds::new());
        }
        filter
    }
}

/// Whether a tag of a private part may stand in a text, in whatever letters.
fn may_be_private(text: &str) -> bool {
    let folded = fold(text);
    let is_tag = |at: usize| folded[..at].trim_end_matches(|c: char| c.is_whitespace() || c == '/').ends_with('<');
    folded.match_indices("private").any(|(at, _)| is_tag(at))
}

#[cfg(test)]
mod tests {
    use omoide_language::LanguageLayer;
    use serde_json::json;

    use super::*;

    const TOKEN: &str = "ghp_Zk3Qf7Lw2Rt8Zk3Qf7Lw2Rt8Zk3Qf7Lw2Rt8";
    const OTHER: &str = "ghp_Zk3Qf7Lw2Rt8Zk3Qf7Lw2Rt8Zk3Qf7Lw2Rt9";

    fn name(text: &str) -> String {
        Redactor(&LanguageLayer::new()).name(text, &mut TakenKinds::new()).into_owned()
    }

    #[test]
    fn a_name_with_a_secret_is_always_the_same_other_name_and_never_that_of_another() {
        let kept = name(&format!("bot {TOKEN} of mine"));
        assert!(kept.starts_with("bot [redacted:github-token-") && kept.ends_with("] of mine"), "{kept}");
        assert_eq!(kept, name(&format!("bot {TOKEN} of mine")));
        assert_ne!(kept, name(&format!("bot {OTHER} of mine")));
        assert_eq!(kept, name(&kept), "what is kept is found as it is kept");
    }

    #[test]
    fn usual_names_stay_as_they_are() {
        let names = [
            "me",
            "花子",
            "0b1e7c1a-7f4e-4f7e-9d58-0a6a2f6f0001",
            "/srv/me/claude-code",
            "feature/login-2",
            "garden 7",
        ];
        for text in names {
            assert_eq!(name(text), text);
        }
    }

    #[test]
    fn a_card_and_a_token_among_the_parts_of_a_path_are_no_plain_names() {
        for text in ["4111-1111-1111-1111", "/srv/AKIAIOSFODNN7EXAMPLQ/src", "x password=correct-Horse7 y"] {
            assert!(!is_plain(text), "{text}");
            assert_ne!(name(text), text);
        }
        for text in ["/srv/me/claude-code-2", "feature/login-2", "0b1e7c1a-7f4e-4f7e-9d58-0a6a2f6f0001", "me"] {
            assert!(is_plain(text), "{text}");
        }
    }

    #[test]
    fn the_secrets_of_an_attachment_go_from_names_and_values_at_every_depth() {
        let attached = json!({
            "metadata": { "a": [{ TOKEN: 1, OTHER: 2, "b": format!("use {TOKEN}") }], "n": 7, "is": true },
            "password": "correct-Horse7battery",
        });
        let kept = Redactor(&LanguageLayer::new()).attachment(&attached.to_string());
        assert!(!kept.contains(TOKEN) && !kept.contains(OTHER) && !kept.contains("Horse7"), "{kept}");
        let kept: Value = serde_json::from_str(&kept).expect("JSON");
        let inner = kept["metadata"]["a"][0].as_object().expect("an object");
        assert_eq!(inner.len(), 3, "no field is lost to another: {inner:?}");
        assert_eq!(inner["b"], "use [redacted:github-token]");
        assert_eq!((&kept["metadata"]["n"], &kept["metadata"]["is"]), (&json!(7), &json!(true)));
        let plain = Redactor(&LanguageLayer::new()).attachment(&format!("a note with {TOKEN}"));
        assert_eq!(plain, "a note with [redacted:github-token]");
    }
}
