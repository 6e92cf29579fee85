//! Fetching models, from a hub that this test plays: with cuts, wrong checksums, and nobody at home.

mod support;

use std::collections::HashMap;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

use omoide_core::ports::Embedder;
use omoide_providers::{Hub, ModelError, Shelf, Wishes};
use support::{Written, write_model};

/// What a test's hub has and how it misbehaves.
#[derive(Default)]
struct Stock {
    /// Files by their path below the repository's `resolve/REVISION/`.
    files: HashMap<String, Vec<u8>>,
    /// Checksums that are told instead of the right ones.
    lies: HashMap<String, String>,
    /// Answers with a body are cut after so many bytes, so often.
    cut_after: Option<usize>,
    cuts_left: usize,
    ignores_ranges: bool,
    /// Every request: method, path, where it begins.
    asked: Vec<(String, String, Option<usize>)>,
}

struct TestHub {
    address: String,
    stock: Arc<Mutex<Stock>>,
}

impl TestHub {
    /// A hub with the tiny model as `someone/tiny`.
    fn new() -> Self {
        let source = tempfile::tempdir().expect("a temporary folder");
        write_model(source.path(), Written::F16);
        let mut stock = Stock::default();
        for file in ["config.json", "tokenizer.json", "model.safetensors"] {
            stock.files.insert(file.to_owned(), fs::read(source.path().join(file)).expect("it is there"));
        }
        let pooling = br#"{"pooling_mode_cls_token": true}"#.to_vec();
        stock.files.insert("1_Pooling/config.json".to_owned(), pooling);
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = format!("http://{}", listener.local_addr().expect("an address"));
        let stock = Arc::new(Mutex::new(stock));
        let served = Arc::clone(&stock);
        // The thread ends with the process: a test has no other way to stop waiting for callers.
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let served = Arc::clone(&served);
                std::thread::spawn(move || serve(stream, &served));
            }
        });
        Self { address, stock }
    }

    fn change(&self, change: impl FnOnce(&mut Stock)) {
        change(&mut self.stock.lock().expect("nobody failed"));
    }

    fn asked(&self, method: &str, file: &str) -> Vec<Option<usize>> {
        let stock = self.stock.lock().expect("nobody failed");
        let is_meant = |(m, path, _): &&(String, String, Option<usize>)| m == method && path.ends_with(file);
        stock.asked.iter().filter(is_meant).map(|(_, _, from)| *from).collect()
    }

    fn pull(&self, shelf: &Shelf, name: &str) -> Result<omoide_providers::Installed, ModelError> {
        Hub::new(&self.address).pull(shelf, name, &Wishes::default(), &mut |_| {})
    }
}

/// One request: large files are elsewhere and have a checksum, as on the real hub.
fn serve(mut stream: TcpStream, stock: &Mutex<Stock>) {
    let mut lines = BufReader::new(stream.try_clone().expect("a stream")).lines().map_while(Result::ok);
    let Some(request) = lines.next() else { return };
    let head: Vec<String> = lines.by_ref().take_while(|line| !line.is_empty()).collect();
    let mut parts = request.split(' ').map(str::to_owned);
    let (method, path) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    let from = head.iter().find_map(|line| {
        let (name, value) = line.split_once(": ")?;
        name.eq_ignore_ascii_case("range")
            .then(|| value.trim_start_matches("bytes=").trim_end_matches('-').parse().ok())?
    });
    let answer = answer(&mut stock.lock().expect("nobody failed"), &method, &path, from);
    // Who asked may have gone away, which is what some tests are about.
    let _ = stream.write_all(&answer);
}

fn answer(stock: &mut Stock, method: &str, path: &str, from: Option<usize>) -> Vec<u8> {
    stock.asked.push((method.to_owned(), path.to_owned(), from));
    let nothing =
        |status: &str| format!("HTTP/1.1 {status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n").into_bytes();
    let is_elsewhere = path.starts_with("/elsewhere/");
    let file = match path.split_once("/resolve/").and_then(|(_, rest)| rest.split_once('/')) {
        Some((_, file)) if path.starts_with("/someone/tiny/") => file.to_owned(),
        _ if is_elsewhere => path.trim_start_matches("/elsewhere/").to_owned(),
        _ => return nothing("401 Unauthorized"),
    };
    let Some(data) = stock.files.get(&file) else { return nothing("404 Not Found") };
    if file.contains("model.") && !is_elsewhere {
        let sha256 = stock.lies.get(&file).cloned().unwrap_or_else(|| sha256(data));
        return format!(
            "HTTP/1.1 302 Found\r\nLocation: /elsewhere/{file}\r\nX-Repo-Commit: c0ffee\r\nX-Linked-Etag: \"{sha256}\"\r\n\
             X-Linked-Size: {}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
            data.len()
        )
        .into_bytes();
    }
    let from = from.filter(|_| !stock.ignores_ranges);
    let rest = data.get(from.unwrap_or(0)..).unwrap_or_default();
    let status = if from.is_some() { "206 Partial Content" } else { "200 OK" };
    let mut answer = format!(
        "HTTP/1.1 {status}\r\nX-Repo-Commit: c0ffee\r\nEtag: \"blob-{file}\"\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        rest.len()
    )
    .into_bytes();
    if method == "HEAD" {
        return answer;
    }
    match stock.cut_after {
        Some(bytes) if is_elsewhere && stock.cuts_left > 0 && bytes < rest.len() => {
            stock.cuts_left -= 1;
            answer.extend(&rest[..bytes]);
        }
        _ => answer.extend(rest),
    }
    answer
}

fn sha256(data: &[u8]) -> String {
    use sha2::Digest;
    sha2::Sha256::digest(data).iter().map(|byte| format!("{byte:02x}")).collect()
}

fn shelf() -> (tempfile::TempDir, Shelf) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let shelf = Shelf::new(folder.path().join("models"));
    (folder, shelf)
}

#[test]
fn a_model_is_fetched_checked_and_ready() {
    let hub = TestHub::new();
    let (_folder, shelf) = shelf();
    let mut told: Vec<(String, u64, Option<u64>)> = Vec::new();
    let pulled = Hub::new(&format!("{}/", hub.address)).pull(&shelf, "someone/tiny", &Wishes::default(), &mut |p| {
        told.push((p.file.to_owned(), p.done, p.all));
    });
    let manifest = pulled.expect("it is fetched").manifest.expect("it is known");
    assert_eq!(manifest.source.as_deref(), Some("someone/tiny@c0ffee"), "the commit that was current");
    assert_eq!(manifest.pooling, omoide_providers::Pooling::Cls, "as its files say");
    let (_, done, all) = told.iter().rfind(|(file, _, _)| file == "model.safetensors").expect("it was told");
    assert_eq!(Some(*done), *all);
    let model = shelf.open("tiny").expect("it is there");
    assert!(model.embed(&["words"]).expect("it embeds")[0].is_some());
    assert_eq!(hub.asked("GET", "/someone/tiny/resolve/c0ffee/tokenizer.json").len(), 1, "from that commit");
    assert!(matches!(hub.pull(&shelf, "someone/tiny"), Err(ModelError::AlreadyInstalled { .. })));
    let files: Vec<_> = fs::read_dir(shelf.folder()).expect("a folder").flatten().map(|e| e.file_name()).collect();
    assert_eq!(files, ["tiny"], "nothing else is left on the shelf");
}

#[test]
fn a_connection_that_breaks_is_taken_up_where_it_broke() {
    let hub = TestHub::new();
    hub.change(|stock| (stock.cut_after, stock.cuts_left) = (Some(10_000), 3));
    let (_folder, shelf) = shelf();
    hub.pull(&shelf, "someone/tiny").expect("it is fetched in the end");
    assert_eq!(hub.asked("GET", "/elsewhere/model.safetensors"), [None, Some(10_000), Some(20_000), Some(30_000)]);
}

#[test]
fn a_download_that_was_given_up_goes_on_in_the_next_call() {
    let hub = TestHub::new();
    // After the first part the hub sends nothing any more.
    hub.change(|stock| (stock.cut_after, stock.cuts_left) = (Some(10_000), 1));
    let weights = hub.stock.lock().expect("nobody failed").files["model.safetensors"].clone();
    let (_folder, shelf) = shelf();
    let mut calls = 0;
    let refused = Hub::new(&hub.address).pull(&shelf, "someone/tiny", &Wishes::default(), &mut |p| {
        calls += 1;
        if p.file == "model.safetensors" {
            hub.change(|stock| (stock.cut_after, stock.cuts_left) = (Some(0), usize::MAX));
        }
    });
    assert!(matches!(refused, Err(ModelError::NoNetwork { .. } | ModelError::Hub { .. })), "{refused:?}");
    assert_eq!(shelf.list().expect("a list").len(), 0);
    hub.change(|stock| (stock.cut_after, stock.asked) = (None, Vec::new()));
    hub.pull(&shelf, "someone/tiny").expect("it is fetched");
    let asked = hub.asked("GET", "/elsewhere/model.safetensors");
    assert!(matches!(asked[..], [Some(from)] if from > 0 && from < weights.len()), "{asked:?}");
    assert_eq!(hub.asked("GET", "tokenizer.json").len(), 0, "what was whole is not fetched again");
}

#[test]
fn a_hub_that_knows_no_ranges_starts_over() {
    let hub = TestHub::new();
    hub.change(|stock| {
        (stock.cut_after, stock.cuts_left, stock.ignores_ranges) = (Some(10_000), 2, true);
    });
    let (_folder, shelf) = shelf();
    hub.pull(&shelf, "someone/tiny").expect("it is fetched in the end");
}

#[test]
fn what_has_another_checksum_is_not_kept() {
    let hub = TestHub::new();
    hub.change(|stock| {
        stock.lies.insert("model.safetensors".to_owned(), "0".repeat(64));
    });
    let (_folder, shelf) = shelf();
    let refused = hub.pull(&shelf, "someone/tiny").expect_err("it is refused");
    assert!(matches!(&refused, ModelError::Checksum { file, .. } if file == "model.safetensors"), "{refused}");
    assert_eq!(shelf.list().expect("a list").len(), 0);
    hub.change(|stock| stock.lies.clear());
    hub.pull(&shelf, "someone/tiny").expect("the right one is fetched from the beginning");
}

#[test]
fn a_file_that_changed_meanwhile_is_fetched_from_the_beginning() {
    let hub = TestHub::new();
    let (_folder, shelf) = shelf();
    let making = shelf.folder().join(".pulling-tiny");
    fs::create_dir_all(&making).expect("a folder");
    fs::write(making.join(".revision"), "someone/tiny@c0ffee").expect("it is written");
    fs::write(making.join("model.safetensors.part"), vec![7; 500]).expect("it is written");
    fs::write(making.join("model.safetensors.part.version"), "another").expect("it is written");
    hub.pull(&shelf, "someone/tiny").expect("it is fetched");
    assert_eq!(hub.asked("GET", "/elsewhere/model.safetensors"), [None]);
}

#[test]
fn weights_are_taken_from_onnx_when_there_are_no_others() {
    let hub = TestHub::new();
    hub.change(|stock| {
        let weights = stock.files.remove("model.safetensors").expect("it was there");
        stock.files.insert("onnx/model.onnx".to_owned(), weights);
    });
    let (_folder, shelf) = shelf();
    let refused = hub.pull(&shelf, "someone/tiny").expect_err("these are no weights");
    assert!(matches!(&refused, ModelError::Weights { path, .. } if path.ends_with("model.onnx")), "{refused}");
    assert_eq!(fs::read_dir(shelf.folder()).expect("a folder").count(), 0, "what is no use is not kept");
}

#[test]
fn what_is_not_there_is_told_apart_from_nobody_at_home() {
    let hub = TestHub::new();
    let (_folder, shelf) = shelf();
    assert!(matches!(hub.pull(&shelf, "someone/other"), Err(ModelError::NotThere { status: 401, .. })));
    hub.change(|stock| {
        stock.files.remove("tokenizer.json");
    });
    let refused = hub.pull(&shelf, "someone/tiny").expect_err("it has no tokenizer");
    assert!(
        matches!(&refused, ModelError::NotThere { url, status: 404 } if url.ends_with("tokenizer.json")),
        "{refused}"
    );
    for name in ["nothing", "a/b/c", "../x", "a/..", "a/b@", "a b/c", "a/b?c"] {
        assert!(matches!(hub.pull(&shelf, name), Err(ModelError::Unknown { .. })), "{name}");
    }
    // A port that was just free has nobody behind it.
    let nobody = TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("an address");
    let refused = Hub::new(&format!("http://{nobody}")).pull(&shelf, "gte-small", &Wishes::default(), &mut |_| {});
    assert!(matches!(refused, Err(ModelError::NoNetwork { .. })), "{refused:?}");
}
