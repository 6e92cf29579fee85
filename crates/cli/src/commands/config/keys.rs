//! `omoide config get`, `set` and `unset`: one parameter.

use omoide_core::parameters::Value;
use omoide_home::config::change::{self, KeyPlace};
use omoide_home::config::{DEFAULT_PROFILE, ValueOrigin, limits};
use omoide_home::lang::{Lang, say};
use serde_json::json;

use super::{described, plain};
use crate::context::{print, print_json};
use crate::invocation::Invocation;

/// Shows the value that is in force.
///
/// # Errors
/// When there is no such parameter, or the configuration is wrong.
pub(super) fn get(key: &str, invocation: &Invocation) -> anyhow::Result<()> {
    let lang = invocation.lang();
    let (parameter, default) = change::parameter(key, lang)?;
    let (value, origin) = in_force(key, invocation)?;
    if invocation.json {
        return print_json(&json!({
            "key": key,
            "value": plain(value),
            "default": plain(default),
            "origin": origin.layer(),
            "from": place(&origin, lang),
            "summary": parameter.summary,
            "unit": parameter.unit,
            "allowed": limits(parameter.limits, lang),
        }));
    }
    print(&bare(&value))?;
    let (place, allowed) = (place(&origin, lang), limits(parameter.limits, lang));
    invocation.note(&say!(
        lang,
        "from {place}; default {default}; allowed: {allowed}",
        "由来：{place}　既定：{default}　許される値：{allowed}"
    ));
    Ok(())
}

/// Sets a value in the file.
///
/// # Errors
/// When the parameter cannot have it, or the file cannot be changed.
pub(super) fn set(key: &str, text: &str, invocation: &Invocation) -> anyhow::Result<()> {
    let lang = invocation.lang();
    let (parameter, default) = change::parameter(key, lang)?;
    let value = change::value_for(parameter, &default, text, lang)?;
    let place = place_of(invocation);
    let changed = place.put(key, Some(&value), lang)?;
    if invocation.json {
        return print_json(&json!({ "key": key, "value": value, "file": place.file, "changed": changed }));
    }
    let file = in_file(place, lang);
    print(&say!(lang, "{key} is {value} now, in {file}", "{key}を{value}にしました：{file}"))?;
    tell_of_others(key, &value.to_string(), invocation)
}

/// Takes a value out of the file, so that the default holds again.
///
/// # Errors
/// When there is no such parameter, or the file cannot be changed.
pub(super) fn unset(key: &str, invocation: &Invocation) -> anyhow::Result<()> {
    let lang = invocation.lang();
    let (_, default) = change::parameter(key, lang)?;
    let place = place_of(invocation);
    let changed = place.put(key, None, lang)?;
    if invocation.json {
        return print_json(&json!({ "key": key, "file": place.file, "changed": changed }));
    }
    let file = in_file(place, lang);
    if !changed {
        print(&say!(lang, "{key} was not set in {file}", "{key}は{file}にありませんでした"))?;
    } else {
        print(&say!(
            lang,
            "{key} is no longer set in {file}; the default is {default}",
            "{key}を{file}から除きました。既定値は{default}です"
        ))?;
    }
    let (value, origin) = in_force(key, invocation)?;
    if origin != ValueOrigin::Default {
        let from = self::place(&origin, lang);
        invocation.note(&say!(lang, "{value} is in force, from {from}", "今の値は{value}です（由来：{from}）"));
    }
    Ok(())
}

/// Says when another layer goes before what was just written.
fn tell_of_others(key: &str, written: &str, invocation: &Invocation) -> anyhow::Result<()> {
    let lang = invocation.lang();
    let (value, origin) = in_force(key, invocation)?;
    if !matches!(origin, ValueOrigin::File { .. } | ValueOrigin::FileProfile { .. }) && value.to_string() != written {
        let from = place(&origin, lang);
        invocation.note(&say!(
            lang,
            "but {value} is in force here, from {from}, which goes before the file",
            "ただし、ここでは{value}が有効です。{from}がファイルより優先されます"
        ));
    }
    Ok(())
}

fn place_of(invocation: &Invocation) -> KeyPlace<'_> {
    let sources = &invocation.home.sources;
    KeyPlace { file: &sources.file, profile: &sources.profile }
}

fn in_file(place: KeyPlace<'_>, lang: Lang) -> String {
    let file = place.file.display();
    match place.profile {
        DEFAULT_PROFILE => file.to_string(),
        profile => say!(lang, "{file} for profile {profile}", "{file}（プロファイル {profile}）"),
    }
}

fn in_force(key: &str, invocation: &Invocation) -> anyhow::Result<(Value, ValueOrigin)> {
    let loaded = invocation.home.configuration()?;
    let mut value = None;
    loaded.parameters.visit(&mut |parameter, present| {
        if parameter.path == key {
            value = Some(present);
        }
    });
    Ok((value.expect("the caller has looked the parameter up"), loaded.origin(key).clone()))
}

/// A value as a script wants it: a text without quotes.
fn bare(value: &Value) -> String {
    match value {
        Value::Word(word) => (*word).to_owned(),
        Value::Text(text) => text.clone(),
        other => other.to_string(),
    }
}

/// Where a value comes from, with the file.
fn place(origin: &ValueOrigin, lang: Lang) -> String {
    match origin {
        ValueOrigin::File { path } => path.display().to_string(),
        ValueOrigin::FileProfile { path, name } => {
            let path = path.display();
            say!(lang, "profile {name} of {path}", "{path}のプロファイル {name}")
        }
        other => described(other, lang),
    }
}
