//! `omoide config`: what is in force, where it came from, how to change it, and what is wrong with a file.

mod editor;
mod keys;
mod usual;

use std::path::PathBuf;

use omoide_core::Parameters;
use omoide_core::parameters::Value;
use omoide_home::config::{self, ValueOrigin, schema, text};
use omoide_home::errors::UserError;
use omoide_home::lang::{Lang, say};
use serde_json::{Map, json};

use crate::context::{print, print_json};
use crate::invocation::Invocation;
use crate::table::Table;

/// What `config` can be told.
#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(subcommand)]
    action: Option<ConfigAction>,
}

/// What can be done with the configuration.
#[derive(clap::Subcommand, Debug)]
enum ConfigAction {
    /// Show the value of one parameter, and where it comes from.
    Get {
        /// The parameter, such as retrieval.top_k.
        #[arg(value_name = "KEY")]
        key: String,
    },
    /// Set a parameter in the file; with --profile, for that profile.
    Set {
        /// The parameter, such as retrieval.top_k.
        #[arg(value_name = "KEY")]
        key: String,
        /// Its value.
        #[arg(value_name = "VALUE", allow_hyphen_values = true)]
        value: String,
    },
    /// Take a parameter out of the file, so that its default holds.
    Unset {
        /// The parameter, such as retrieval.top_k.
        #[arg(value_name = "KEY")]
        key: String,
    },
    /// Open the file in your editor (VISUAL, EDITOR); it is checked before it holds.
    Edit,
    /// Show what is in force, and where each value came from.
    Show {
        /// Print a configuration file with all defaults and comments instead.
        #[arg(long)]
        defaults: bool,
    },
    /// Name every mistake in the configuration file.
    Check {
        /// The file; the one in use if not given.
        #[arg(value_name = "FILE")]
        file: Option<PathBuf>,
    },
    /// Print a JSON schema of the configuration file.
    Schema,
    /// Print where the configuration file and the memory are.
    Path,
}

/// Shows, changes or checks.
///
/// # Errors
/// What is wrong with the configuration.
pub fn run(args: &Args, invocation: &Invocation) -> anyhow::Result<()> {
    match &args.action {
        None => usual::list(invocation),
        Some(ConfigAction::Get { key }) => keys::get(key, invocation),
        Some(ConfigAction::Set { key, value }) => keys::set(key, value, invocation),
        Some(ConfigAction::Unset { key }) => keys::unset(key, invocation),
        Some(ConfigAction::Edit) => editor::edit(invocation),
        Some(ConfigAction::Show { defaults: true }) => print(&text::default_file(invocation.lang())),
        Some(ConfigAction::Show { defaults: false }) => show(invocation),
        Some(ConfigAction::Check { file }) => check(file.as_ref(), invocation),
        Some(ConfigAction::Schema) => print_json(&schema::schema()),
        Some(ConfigAction::Path) => path(invocation),
    }
}

fn show(invocation: &Invocation) -> anyhow::Result<()> {
    let loaded = invocation.home.configuration()?;
    if invocation.json {
        let mut parameters = Map::new();
        loaded.parameters.visit(&mut |parameter, value| {
            let origin = loaded.origin(parameter.path).layer();
            parameters.insert(parameter.path.to_owned(), json!({ "value": plain(value), "origin": origin }));
        });
        return print_json(&json!({ "profile": loaded.profile, "file": loaded.file, "parameters": parameters }));
    }
    let lang = invocation.lang();
    let mut table = Table::new(&[
        lang.pick("parameter", "パラメータ"),
        lang.pick(">value", ">値"),
        lang.pick("comes from", "設定元"),
    ]);
    loaded.parameters.visit(&mut |parameter, value| {
        let origin = described(loaded.origin(parameter.path), lang);
        table.push(vec![parameter.path.to_owned(), value.to_string(), origin]);
    });
    print(&table.render(None))
}

fn described(origin: &ValueOrigin, lang: Lang) -> String {
    match origin {
        ValueOrigin::Default => lang.pick("default", "既定").to_owned(),
        ValueOrigin::File { .. } => lang.pick("file", "ファイル").to_owned(),
        ValueOrigin::Profile { name } | ValueOrigin::FileProfile { name, .. } => {
            say!(lang, "profile {name}", "プロファイル {name}")
        }
        ValueOrigin::Environment { variable } => say!(lang, "env {variable}", "環境変数 {variable}"),
        ValueOrigin::Flag => "--set".to_owned(),
    }
}

fn plain(value: Value) -> serde_json::Value {
    match value {
        Value::Number(number) => json!(number),
        Value::Count(number) => json!(number),
        Value::Switch(switch) => json!(switch),
        Value::Word(word) => json!(word),
        Value::Text(text) => json!(text),
        Value::Names(names) => json!(names),
    }
}

fn check(file: Option<&PathBuf>, invocation: &Invocation) -> anyhow::Result<()> {
    let lang = invocation.lang();
    let path = file.unwrap_or(&invocation.home.sources.file);
    let shown = path.display().to_string();
    let count = Parameters::table().len();
    if file.is_none() {
        invocation.home.configuration()?;
    }
    let has_file = file.is_some() || path.exists();
    let profiles = if has_file {
        config::check_file(path).map_err(|problems| UserError::of_config(&problems, lang))?
    } else {
        Vec::new()
    };
    if invocation.json {
        return print_json(&json!({ "file": path, "has_file": has_file, "is_valid": true, "profiles": profiles }));
    }
    if !has_file {
        return print(&say!(
            lang,
            "{shown} does not exist; all {count} parameters have their default values",
            "{shown}はありません。{count}個のパラメータはすべて既定値です"
        ));
    }
    print(&say!(lang, "{shown} has no mistakes", "{shown}に誤りはありません"))
}

fn path(invocation: &Invocation) -> anyhow::Result<()> {
    let (file, store) = (&invocation.home.sources.file, invocation.home.store_path());
    if invocation.json {
        return print_json(&json!({ "config": file, "data_dir": invocation.home.data_dir, "store": store }));
    }
    let lang = invocation.lang();
    print(&crate::table::labelled(&[
        (lang.pick("configuration", "設定"), file.display().to_string()),
        (lang.pick("memory", "記憶"), store.display().to_string()),
    ]))
}
