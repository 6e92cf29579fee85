//! `omoide keys`: who may ask a server.

mod audit;

pub(crate) use audit::in_words as audit_in_words;

use clap::Subcommand;
use omoide_core::MindName;
use omoide_core::ports::{Clock, Understanding};
use omoide_home::clock::SystemClock;
use omoide_home::errors::UserError;
use omoide_home::lang::{Lang, say};
use omoide_language::LanguageLayer;
use omoide_server::audit::{Act, Audit};
use omoide_server::keys::{Keyring, NewKey, Right, StoredKey};
use serde_json::{Value, json};

use crate::context::{hint, print, print_json, warn};
use crate::invocation::Invocation;
use crate::table::Table;
use crate::telling;
use crate::vocabulary::RIGHTS;

/// What `keys` can be told.
#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(subcommand)]
    what: KeysCommand,
}

#[derive(Subcommand, Debug)]
enum KeysCommand {
    /// Create a key; it is shown once and stored nowhere.
    Create {
        /// A name for it, such as the program that will use it.
        #[arg(value_name = "NAME")]
        name: String,
        /// What it allows.
        #[arg(long, value_name = "RIGHT", default_value = "write", value_parser = RIGHTS.parser(["read", "write", "admin"]))]
        right: String,
        /// A mind it may use; can be repeated; all minds if not given.
        #[arg(long = "for", value_name = "MIND")]
        minds: Vec<String>,
        /// Limit of requests a minute.
        #[arg(long, value_name = "N")]
        per_minute: Option<u32>,
    },
    /// List the keys by id and name; the keys themselves are never shown.
    List {},
    /// Revoke a key: it is refused from now on.
    Revoke {
        /// Its id or its name.
        #[arg(value_name = "ID")]
        key: String,
    },
    /// After all keys were revoked, let everyone on this machine in without a key again.
    Open {},
    /// Show who did what, and whether anyone has altered the log.
    Audit {
        /// Set this log aside and start a new one.
        #[arg(long)]
        begin_anew: bool,
    },
}

/// Does it.
///
/// # Errors
/// When the file of keys cannot be read or written, or there is no such key.
pub fn run(args: &Args, invocation: &Invocation) -> anyhow::Result<()> {
    let ring = Keyring::below(&invocation.home.data_dir);
    let now = SystemClock::new(&invocation.home.environment, invocation.lang())?.now();
    let put_down = |act: &str, what: &str| {
        let act = Act { key: None, mind: None, act, what };
        Audit::below(&invocation.home.data_dir).add(now, act)
    };
    match &args.what {
        KeysCommand::Create { name, right, minds, per_minute } => {
            refuse_secret(name, invocation.lang())?;
            let minds = minds.iter().map(|name| mind(name, invocation)).collect::<Result<_, _>>()?;
            let right = Right::named(right).unwrap_or(Right::Read);
            let new = NewKey { name: name.clone(), right, minds, requests_per_minute: per_minute.filter(|n| *n > 0) };
            let (key, text) = ring.create(new, now)?;
            put_down("create_key", &key.id)?;
            if invocation.json {
                let mut value = in_json(&key);
                value["key"] = json!(text);
                return print_json(&value);
            }
            print(&text)?;
            hint(
                invocation,
                invocation.lang().pick(
                    "the key is shown only this once; send it as: Authorization: Bearer KEY",
                    "鍵が表示されるのは今だけです。Authorization: Bearer 鍵 の形で送ってください",
                ),
            );
            Ok(())
        }
        KeysCommand::List {} => list(&ring.all()?, invocation),
        KeysCommand::Revoke { key } => {
            let Some(revoked) = ring.revoke(key, now)? else { return Err(no_key(key, invocation).into()) };
            put_down("revoke_key", &revoked.id)?;
            let is_last = !ring.has_good_ones()?;
            if invocation.json {
                let mut value = in_json(&revoked);
                value["is_last"] = json!(is_last);
                return print_json(&value);
            }
            let name = &revoked.name;
            print(&say!(invocation.lang(), "{name} is revoked", "{name}を無効にしました"))?;
            if is_last {
                tell_of_no_keys(invocation);
            }
            Ok(())
        }
        KeysCommand::Open {} => {
            if !ring.open()? {
                return Err(still_good(invocation).into());
            }
            put_down("open_server", "")?;
            if invocation.json {
                return print_json(&json!({ "is_open": true }));
            }
            print(invocation.lang().pick(
                "from the next start of the server, everyone on this machine can use it without a key",
                "次に起動するサーバーからは、このマシンの誰もが鍵なしで使えます",
            ))?;
            hint(
                invocation,
                invocation.lang().pick(
                    "a server that is running now keeps asking for keys until it is restarted; to require keys \
                     again: omoide keys create NAME",
                    "起動中のサーバーは、再起動するまで鍵を求めます。再び鍵を必須にするには：omoide keys create 名前",
                ),
            );
            Ok(())
        }
        KeysCommand::Audit { begin_anew: false } => audit::show(invocation),
        KeysCommand::Audit { begin_anew: true } => audit::begin_anew(now, invocation),
    }
}

/// Says that nobody can ask any more, and the two ways out. A quiet person hears it too: the server is closed now.
fn tell_of_no_keys(invocation: &Invocation) {
    let told = invocation.lang().pick(
        "that was the last key: the server answers nobody until there is one\n  \
         to make a new key: omoide keys create NAME\n  \
         to let everyone on this machine ask without a key: omoide keys open",
        "最後の鍵でした。鍵を作るまで、サーバーは誰にも応えません\n  \
         新しい鍵を作るには：omoide keys create 名前\n  \
         このマシンの誰もが鍵なしで問い合わせられるようにするには：omoide keys open",
    );
    warn(invocation, told);
}

/// A key's name stands in the list of keys and in answers. Nothing is found by it alone, so another can be chosen.
fn refuse_secret(name: &str, lang: Lang) -> Result<(), UserError> {
    let kinds = LanguageLayer::new().redacted(name).kinds().join(", ");
    if kinds.is_empty() {
        return Ok(());
    }
    let message =
        say!(lang, "the name of the key contains a secret ({kinds})", "鍵の名前に秘密情報（{kinds}）が含まれています");
    let hint =
        lang.pick("choose another name: omoide keys create NAME", "別の名前にしてください：omoide keys create 名前");
    Err(UserError::theirs("secret_in_name", message).hint(hint))
}

fn mind(name: &str, invocation: &Invocation) -> Result<MindName, UserError> {
    let lang = invocation.lang();
    name.parse().map_err(|_| {
        UserError::usage(
            "bad_mind",
            say!(
                lang,
                "\"{name}\" cannot be the name of a mind",
                "「{name}」はマインドの名前に使えま\
                                                                                  せん"
            ),
        )
        .hint(lang.pick(
            "use 1 to 64 letters, digits, '-', '_' or '.'",
            "1〜64文字の文字・数字・「-」「_」「.」を使ってください",
        ))
    })
}

fn no_key(reference: &str, invocation: &Invocation) -> UserError {
    let lang = invocation.lang();
    let message = say!(lang, "no active key called \"{reference}\"", "「{reference}」という有効な鍵はありません");
    UserError::theirs("no_such_key", message)
        .hint(lang.pick("to see the keys: omoide keys list", "鍵の一覧：omoide keys list"))
}

fn still_good(invocation: &Invocation) -> UserError {
    let lang = invocation.lang();
    UserError::theirs("keys_are_good", lang.pick("there are still active keys", "まだ有効な鍵があります"))
        .hint(lang.pick("revoke them first: omoide keys list", "先に無効にしてください：omoide keys list"))
}

fn in_json(key: &StoredKey) -> Value {
    json!({
        "id": key.id,
        "name": key.name,
        "right": key.right.name(),
        "minds": key.minds,
        "requests_per_minute": key.requests_per_minute,
        "created_at": key.created_at,
        "revoked_at": key.revoked_at,
    })
}

fn list(keys: &[StoredKey], invocation: &Invocation) -> anyhow::Result<()> {
    let lang = invocation.lang();
    if invocation.json {
        return print_json(&json!({ "keys": keys.iter().map(in_json).collect::<Vec<_>>() }));
    }
    if keys.is_empty() {
        hint(
            invocation,
            lang.pick(
                "there are no keys yet; to create one: omoide keys create NAME",
                "鍵はまだありません。作るには：\
                                                                     omoide keys create 名前",
            ),
        );
        return Ok(());
    }
    let mut table = Table::new(&[
        lang.pick("id", "ID"),
        lang.pick("name", "名前"),
        lang.pick("right", "権限"),
        lang.pick("minds", "マインド"),
        lang.pick("created", "作成"),
        lang.pick("revoked", "無効"),
    ]);
    for key in keys {
        let minds = if key.minds.is_empty() { lang.pick("all", "すべて").to_owned() } else { key.minds.join(" ") };
        table.push(vec![
            key.id.clone(),
            key.name.clone(),
            RIGHTS.read(key.right.name(), lang).to_owned(),
            minds,
            telling::minute(key.created_at),
            key.revoked_at.map(telling::minute).unwrap_or_default(),
        ]);
    }
    print(&table.render(None))
}
