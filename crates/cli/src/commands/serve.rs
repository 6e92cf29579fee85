//! `omoide serve`: the memory for programs, over HTTP, with nights on time.

use std::io::ErrorKind;
use std::net::SocketAddr;

use omoide_home::errors::UserError;
use omoide_home::hook::through::{self, ServerWay, Whereabouts};
use omoide_home::lang::{Lang, say};
use omoide_home::stores::Need;
use omoide_server::http::{Collector, Server, ServerLimits, ServerSettings};
use omoide_server::mcp::ToolSet;
use serde_json::json;

use crate::context;
use crate::context::{print, print_json};
use crate::invocation::Invocation;

/// What `serve` can be told.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The address to listen on; one that other machines can reach needs a key first.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8777")]
    listen: SocketAddr,
    /// Another name of this machine that requests may use; can be repeated.
    #[arg(long, value_name = "NAME")]
    allow_host: Vec<String>,
    /// A web origin whose pages may send requests, such as https://notes.example; can be repeated.
    #[arg(long, value_name = "ORIGIN")]
    allow_origin: Vec<String>,
    /// Require a key even if none has been made yet.
    #[arg(long)]
    require_key: bool,
    /// Do not run nights.
    #[arg(long)]
    no_nights: bool,
    /// Which tools to offer over MCP: the ten usual ones, or all.
    #[arg(long, value_name = "SET", default_value = "usual", value_parser = ["usual", "full"])]
    tools: String,
    /// Limit of connections at the same time.
    #[arg(long, value_name = "N", default_value_t = 1024)]
    max_connections: usize,
    /// Limit of bytes in one request.
    #[arg(long, value_name = "N", default_value_t = 16_777_216)]
    max_body_bytes: usize,
    /// Send traces of requests to this collector (OTLP over HTTP), such as http://localhost:4318.
    #[arg(long, value_name = "URL")]
    otlp_endpoint: Option<String>,
}

/// Serves until it is told to stop.
///
/// # Errors
/// When it cannot listen there, or the store cannot be opened.
pub fn run(args: &Args, invocation: &Invocation) -> anyhow::Result<()> {
    let context = context::open(invocation, Need::Served)?;
    let local_key = random_key();
    let settings = ServerSettings {
        listen: args.listen,
        mind: invocation.home.mind.clone(),
        hosts: args.allow_host.clone(),
        origins: args.allow_origin.clone(),
        needs_key: args.require_key,
        runs_nights: !args.no_nights,
        tools: if args.tools == "full" { ToolSet::Full } else { ToolSet::Usual },
        limits: ServerLimits {
            connections: args.max_connections.max(1),
            body_bytes: args.max_body_bytes.max(1_024),
            ..ServerLimits::default()
        },
        logs_requests: !invocation.quiet,
        hooks: Some(through::hooks(&invocation.home, &context.engine, crate::hook::start)),
        has_own_socket: true,
        local_key: Some(local_key.clone()),
        collector: Collector::meant(args.otlp_endpoint.as_deref(), &|name| invocation.home.environment.text(name)),
        ..ServerSettings::on_loopback(invocation.home.data_dir.clone())
    };
    let server = Server::bind(context.engine.clone(), settings, Box::new(std::io::stderr()))
        .map_err(|error| refused(args.listen, &error, invocation.lang()))?;
    // Hooks do without the server where it cannot be told.
    let _told = way(&server, local_key)
        .and_then(|way| Whereabouts { store: invocation.home.store_path(), way }.tell(&invocation.home.data_dir).ok());
    let url = format!("http://{}", server.address());
    if invocation.json {
        print_json(&json!({ "url": url, "mcp": format!("{url}/mcp") }))?;
    } else {
        print(&say!(invocation.lang(), "listening on {url}", "{url} で待ち受けています"))?;
    }
    Ok(server.run()?)
}

/// How hooks reach the server.
fn way(server: &Server, key: String) -> Option<ServerWay> {
    let address = server.address();
    let by_loopback = || address.ip().is_loopback().then_some(ServerWay::Loopback { address, key });
    server.socket_name().map(ServerWay::Socket).or_else(by_loopback)
}

/// A key that nobody can guess.
fn random_key() -> String {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).expect("the machine has a source of chance");
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn refused(listen: SocketAddr, error: &std::io::Error, lang: Lang) -> anyhow::Error {
    let told = match error.kind() {
        ErrorKind::PermissionDenied if listen.port() >= 1024 || !listen.ip().is_loopback() => UserError::theirs(
            "no_key",
            say!(
                lang,
                "{listen} can be reached from other machines, and there is no key yet",
                "{listen}はほかのマシンからも届きますが、鍵がまだありません"
            ),
        )
        .hint(
            lang.pick("create a key first: omoide keys create NAME", "先に鍵を作ってください：omoide keys create 名前"),
        ),
        ErrorKind::AddrInUse => {
            UserError::theirs("address_in_use", say!(lang, "{listen} is in use", "{listen}はすでに使われています"))
                .hint(lang.pick(
                    "stop the other program, or choose another address: omoide serve --listen 127.0.0.1:8778",
                    "ほかのプログラムを止めるか、別のアドレスを選んでください：omoide serve --listen 127.0.0.1:8778",
                ))
        }
        _ => UserError::theirs(
            "cannot_listen",
            say!(lang, "the server cannot listen on {listen}: {error}", "{listen}で待ち受けられません：{error}"),
        )
        .hint(lang.pick(
            "choose an address of this machine: omoide serve --listen 127.0.0.1:8777",
            "このマシンのアドレスを選んでください：omoide serve --listen 127.0.0.1:8777",
        )),
    };
    told.into()
}
