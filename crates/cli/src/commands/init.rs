//! `omoide init`: the folder, the store and a commented configuration file.

use std::io::Write;
use std::path::{Path, PathBuf};

use omoide_home::config::text::default_file;
use omoide_home::lang::Lang;
use omoide_home::private;
use omoide_home::stores::{self, Need};
use serde_json::json;

use crate::context::{print, print_json};
use crate::invocation::Invocation;
use crate::table::labelled;

/// What `init` can be told.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Write a fresh configuration file and keep the old one beside it; memories stay as they are.
    #[arg(long)]
    force: bool,
}

/// Makes what is not there yet.
///
/// # Errors
/// When it cannot be made.
pub fn run(args: &Args, invocation: &Invocation) -> anyhow::Result<()> {
    let lang = invocation.lang();
    let store_path = invocation.home.store_path();
    let had_store = store_path.exists();
    stores::store(&store_path, Need::Created)?;
    let file = &invocation.home.sources.file;
    let had_file = file.exists();
    if had_file && args.force {
        std::fs::rename(file, free_name(file))?;
    }
    if !had_file || args.force {
        write_config(file, lang)?;
    }
    if invocation.json {
        return print_json(&json!({
            "store": store_path, "store_is_new": !had_store,
            "config": file, "config_is_new": !had_file || args.force,
        }));
    }
    let state =
        |was_there: bool| if was_there { lang.pick("existed", "既存") } else { lang.pick("created", "作成") };
    print(&labelled(&[
        (lang.pick("memory", "記憶"), format!("{} ({})", store_path.display(), state(had_store))),
        (lang.pick("configuration", "設定"), format!("{} ({})", file.display(), state(had_file && !args.force))),
    ]))?;
    if !invocation.quiet {
        print(lang.pick(
            "next: omoide remember \"something worth keeping\"",
            "次は：omoide remember \"覚えておきたいこと\"",
        ))?;
    }
    Ok(())
}

/// A name beside the file that nothing has yet.
fn free_name(file: &Path) -> PathBuf {
    let first = file.with_extension("toml.old");
    let others = (2..).map(|number| file.with_extension(format!("toml.old-{number}")));
    std::iter::once(first).chain(others).find(|name| !name.exists()).unwrap_or_else(|| file.with_extension("toml.old"))
}

fn write_config(file: &Path, lang: Lang) -> anyhow::Result<()> {
    if let Some(folder) = file.parent() {
        private::create_folder(folder)?;
    }
    // A file that came to be in the meantime is someone's work.
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    let mut out = private::owners(options).open(file)?;
    Ok(out.write_all(default_file(lang).as_bytes())?)
}
