//! One parameter set or unset in the configuration file. What it would say then is checked before it takes the file's place;
//! comments and the rest stay.

use std::path::{Path, PathBuf};

use omoide_core::Parameters;
use omoide_core::parameters::{Limits, Parameter, Value};
use toml_edit::{DocumentMut, InlineTable, Item, Table, TableLike};

use super::layers::{names_of, nearest, read_value};
use super::problem::limits;
use super::{DEFAULT_PROFILE, check_text};
use crate::errors::UserError;
use crate::lang::{Lang, say};
use crate::private;

/// Most parameters that are offered for a name that is none.
const MOST_OFFERED: usize = 5;

/// The parameter that is called that, and its default.
///
/// # Errors
/// When there is none; the error names those that may be meant.
pub fn parameter(key: &str, lang: Lang) -> Result<(Parameter, Value), UserError> {
    let mut found = None;
    Parameters::default().visit(&mut |parameter, value| {
        if parameter.path == key {
            found = Some((parameter, value));
        }
    });
    found.ok_or_else(|| unknown(key, lang))
}

fn unknown(key: &str, lang: Lang) -> UserError {
    let table = Parameters::table();
    let written = key.to_lowercase();
    let last = |path: &'static str| path.rsplit('.').next().unwrap_or_default();
    let is_like = |path: &&'static str| {
        !written.is_empty() && (path.contains(&written) || last(path).len() > 3 && written.contains(last(path)))
    };
    let mut near: Vec<String> = nearest(key, table.iter().map(|parameter| parameter.path)).into_iter().collect();
    for path in table.iter().map(|parameter| parameter.path).filter(is_like) {
        if !near.iter().any(|known| known == path) {
            near.push(path.to_owned());
        }
    }
    near.truncate(MOST_OFFERED);
    let told =
        UserError::theirs("config", say!(lang, "no parameter called {key}", "{key}というパラメータはありません"));
    if near.is_empty() {
        return told.hint(lang.pick(
            "see those that one may want: omoide config; all of them: omoide config show",
            "よく使うもの：omoide config　すべて：omoide config show",
        ));
    }
    let near = near.join(", ");
    told.hint(say!(lang, "did you mean {near}?", "もしかして：{near}"))
}

/// A value that a person wrote for a parameter: TOML, or a bare word; on, off, yes and no for a switch.
///
/// # Errors
/// When the parameter cannot have it; the error says what it may have.
pub fn value_for(parameter: Parameter, default: &Value, text: &str, lang: Lang) -> Result<toml::Value, UserError> {
    let text = text.trim();
    let read = read_value(text);
    let (value, checked) = match (default, read) {
        (_, toml::Value::Array(list)) if takes_names(parameter.limits) => {
            let list = toml::Value::Array(list);
            let names = names_of(&list).map(Value::Names);
            (list, names)
        }
        // One or several names without the signs of a list.
        (Value::Names(_), _) => listed(text),
        (Value::Switch(_), toml::Value::String(_)) if takes_names(parameter.limits) && switch_word(text).is_none() => {
            listed(text)
        }
        (Value::Switch(_), toml::Value::Boolean(switch)) => (toml::Value::Boolean(switch), Some(Value::Switch(switch))),
        (Value::Switch(_), _) => {
            let switch = switch_word(text);
            (toml::Value::Boolean(switch.unwrap_or_default()), switch.map(Value::Switch))
        }
        (Value::Number(_), toml::Value::Float(number)) => (toml::Value::Float(number), Some(Value::Number(number))),
        (Value::Number(_), toml::Value::Integer(number)) => {
            let number = number as f64;
            (toml::Value::Float(number), Some(Value::Number(number)))
        }
        (Value::Count(_), toml::Value::Integer(number)) => {
            (toml::Value::Integer(number), u32::try_from(number).ok().map(|number| Value::Count(number.into())))
        }
        (Value::Word(_), toml::Value::String(word)) => {
            let known = match parameter.limits {
                Limits::OneOf(words) => words.iter().find(|known| **known == word),
                _ => None,
            };
            (toml::Value::String(word.clone()), known.map(|word| Value::Word(word)))
        }
        (Value::Text(_), toml::Value::String(line)) => (toml::Value::String(line.clone()), Some(Value::Text(line))),
        // A name may look like a number.
        (Value::Text(_), _) => (toml::Value::String(text.to_owned()), Some(Value::Text(text.to_owned()))),
        (_, other) => (other, None),
    };
    if checked.is_some_and(|checked| parameter.limits.allow(&checked)) {
        return Ok(value);
    }
    let (key, allowed) = (parameter.path, limits(parameter.limits, lang));
    let whole = if matches!(default, Value::Count(_)) { lang.pick(", a whole number", "の整数") } else { "" };
    Err(UserError::theirs(
        "config",
        say!(
            lang,
            "{key} cannot be {text}: it must be {allowed}{whole}; nothing was changed",
            "{key}を{text}にはできません。許されるのは{allowed}{whole}です。何も変えていません"
        ),
    )
    .hint(say!(lang, "the default is {default}", "既定値は{default}です")))
}

fn takes_names(limits: Limits) -> bool {
    matches!(limits, Limits::Names(_) | Limits::SwitchOrNames(_))
}

fn switch_word(text: &str) -> Option<bool> {
    match text.to_lowercase().as_str() {
        "on" | "yes" => Some(true),
        "off" | "no" => Some(false),
        _ => None,
    }
}

/// The names in `a, b`.
fn listed(text: &str) -> (toml::Value, Option<Value>) {
    let names: Vec<String> =
        text.split([',', '、']).map(str::trim).filter(|name| !name.is_empty()).map(str::to_owned).collect();
    let list = names.iter().cloned().map(toml::Value::String).collect();
    (toml::Value::Array(list), (!names.is_empty()).then_some(Value::Names(names)))
}

/// The file in which parameters of a profile are set, and where in it.
#[derive(Clone, Copy, Debug)]
pub struct KeyPlace<'p> {
    /// The file, whether it is there or not.
    pub file: &'p Path,
    /// The profile that is in force.
    pub profile: &'p str,
}

impl KeyPlace<'_> {
    /// Sets a parameter, or takes it out for `None`; returns whether the file says something else now.
    ///
    /// # Errors
    /// When the file cannot be read or written, or would be wrong.
    pub fn put(self, key: &str, value: Option<&toml::Value>, lang: Lang) -> anyhow::Result<bool> {
        let before = read(self.file)?;
        let text = before.clone().unwrap_or_default();
        let bad = || {
            let path = self.file.display();
            UserError::theirs(
                "config",
                say!(lang, "{path} is no TOML that can be changed", "{path}は書き換えられるTOMLではありません"),
            )
            .hint(lang.pick("see what is wrong: omoide config check", "誤りを見るには：omoide config check"))
        };
        let mut document: DocumentMut = text.parse().map_err(|_| bad())?;
        let whole = match self.profile {
            DEFAULT_PROFILE => key.to_owned(),
            profile => format!("profiles.{profile}.{key}"),
        };
        let (tables, name) = whole.rsplit_once('.').ok_or_else(bad)?;
        let is_there = match value {
            Some(value) => {
                let value: toml_edit::Value = value.to_string().parse().map_err(|_| bad())?;
                set(table_at(document.as_table_mut(), tables).ok_or_else(bad)?, name, value);
                true
            }
            None => take(document.as_table_mut(), tables, name),
        };
        let after = document.to_string();
        if !is_there || after == text {
            return Ok(false);
        }
        replace(self.file, before.as_deref(), &after, lang)?;
        Ok(true)
    }
}

/// The text of a file; nothing if there is none.
///
/// # Errors
/// When it cannot be read.
pub fn read(file: &Path) -> std::io::Result<Option<String>> {
    match std::fs::read_to_string(file) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Puts a text that was made from `before` in the place of the file, if it is right and nobody changed the file meanwhile.
///
/// # Errors
/// When it is wrong, the file was changed, or it cannot be written. The file stays as it was then.
pub fn replace(file: &Path, before: Option<&str>, after: &str, lang: Lang) -> anyhow::Result<()> {
    check_text(after, file).map_err(|problems| UserError::of_config(&problems, lang))?;
    if read(file)?.as_deref() != before {
        let path = file.display();
        return Err(UserError::theirs(
            "config",
            say!(lang, "{path} was changed by someone else meanwhile", "その間に{path}が変えられました"),
        )
        .hint(lang.pick("nothing was changed; do it again", "何も変えていません。もう一度実行してください"))
        .into());
    }
    // A link stays a link: what it leads to is replaced.
    let real: PathBuf = std::fs::canonicalize(file).unwrap_or_else(|_| file.to_owned());
    if let Some(folder) = real.parent() {
        private::create_folder(folder)?;
    }
    // Written beside it and renamed, so that an interruption leaves the old file.
    let beside = real.with_extension("toml.new");
    private::write(&beside, after)?;
    Ok(std::fs::rename(beside, real)?)
}

/// The table at a dotted path, made where it is missing; nothing where something else stands there.
fn table_at<'t>(root: &'t mut Table, path: &str) -> Option<&'t mut dyn TableLike> {
    let (mut table, mut is_inline): (&mut dyn TableLike, bool) = (root, false);
    for part in path.split('.') {
        let missing = || {
            let mut new = Table::new();
            new.set_implicit(true);
            if is_inline { Item::Value(InlineTable::new().into()) } else { Item::Table(new) }
        };
        let item = table.entry(part).or_insert_with(missing);
        is_inline = item.is_inline_table();
        table = item.as_table_like_mut()?;
    }
    Some(table)
}

/// Sets a key; a comment beside its old value stays.
fn set(table: &mut dyn TableLike, name: &str, value: toml_edit::Value) {
    match table.get_mut(name).and_then(Item::as_value_mut) {
        Some(old) => {
            let decor = old.decor().clone();
            *old = value;
            *old.decor_mut() = decor;
        }
        None => {
            table.insert(name, toml_edit::value(value));
        }
    }
}

/// Takes a key out; returns whether it was there.
fn take(root: &mut Table, path: &str, name: &str) -> bool {
    let mut table: &mut dyn TableLike = root;
    for part in path.split('.') {
        let Some(next) = table.get_mut(part).and_then(Item::as_table_like_mut) else { return false };
        table = next;
    }
    table.remove(name).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(text: &str, profile: &str, key: &str, value: Option<toml::Value>) -> (String, bool) {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("omoide.toml");
        std::fs::write(&file, text).expect("written");
        let changed = KeyPlace { file: &file, profile }.put(key, value.as_ref(), Lang::English).expect("changed");
        (std::fs::read_to_string(file).expect("read"), changed)
    }

    #[test]
    fn comments_and_the_rest_stay() {
        let text = "# mine\n[retrieval] # here\n# top_k = 5\ntop_k = 4 # why\n\n[sleep]\nundo_nights = 3\n";
        let (set, _) = after(text, "prod", "retrieval.top_k", Some(8.into()));
        assert_eq!(set, text.replace("top_k = 4", "top_k = 8"));
        let (unset, changed) = after(text, "prod", "sleep.undo_nights", None);
        assert!(changed && unset == text.replace("undo_nights = 3\n", ""), "{unset}");
        assert_eq!(after(text, "prod", "sleep.catch_up", None), (text.to_owned(), false));
    }

    #[test]
    fn a_key_comes_where_it_belongs_however_the_file_is_written() {
        let eight = || Some(8.into());
        assert_eq!(after("", "prod", "retrieval.top_k", eight()).0, "[retrieval]\ntop_k = 8\n");
        assert_eq!(after("retrieval.top_k = 4\n", "prod", "retrieval.top_k", eight()).0, "retrieval.top_k = 8\n");
        let inline = after("retrieval = { top_k = 4 }\n", "prod", "retrieval.budget_tokens", Some(900.into())).0;
        assert!(inline.contains("budget_tokens = 900") && inline.lines().count() == 1, "{inline}");
        assert_eq!(after("", "late", "retrieval.top_k", eight()).0, "[profiles.late.retrieval]\ntop_k = 8\n");
        let half = after("", "prod", "retention.decay_by_category.work.min", Some(0.8.into())).0;
        assert_eq!(half, "[retention.decay_by_category.work]\nmin = 0.8\n");
    }

    #[test]
    fn values_are_read_as_the_parameter_needs_them() {
        let read = |key: &str, text: &str| {
            let (parameter, default) = parameter(key, Lang::English).expect("a parameter");
            value_for(parameter, &default, text, Lang::English).map_err(|error| error.message)
        };
        assert_eq!(read("retrieval.top_k", "8"), Ok(8.into()));
        assert_eq!(read("sleep.catch_up", "off"), Ok(false.into()));
        assert_eq!(read("levels.level1_threshold", "60"), Ok(60.0.into()));
        assert_eq!(read("retrieval.profile", "intent"), Ok("intent".into()));
        assert_eq!(read("llm.model", "4"), Ok("4".into()));
        for (key, text) in [
            ("retrieval.top_k", "0"),
            ("retrieval.top_k", "2.5"),
            ("retrieval.top_k", "-1"),
            ("retrieval.top_k", "many"),
            ("compression.schedule_hour", "24"),
            ("sleep.catch_up", "maybe"),
            ("retrieval.profile", "best"),
            ("levels.level1_threshold", "nan"),
            ("llm.model", "a\"b"),
        ] {
            let told = read(key, text).expect_err(text);
            assert!(told.contains(key) && told.contains("it must be"), "{told}");
        }
    }

    #[test]
    fn a_name_that_is_none_offers_those_that_are_like_it() {
        let near = |key: &str| parameter(key, Lang::English).expect_err("none").hint.unwrap_or_default();
        assert_eq!(near("top_k"), "did you mean retrieval.top_k?");
        assert!(near("retrieval.topk").contains("retrieval.top_k"));
        assert!(near("budget").contains("retrieval.budget_tokens"), "{}", near("budget"));
        assert!(near("colour").contains("omoide config"));
    }
}
