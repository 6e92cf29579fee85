//! The server under load: recall and observe over HTTP, and how soon `omoide mcp` answers.
//!
//! `cargo bench -p omoide-server --bench load -- [MEMORIES [SECONDS]]` runs `omoide serve` of the release profile (or the
//! program that OMOIDE names) on a store of its own, with the clients on the same machine. The last column is the
//! processor's time that the server takes for each request, which is steadier than the rest where others use the machine.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use omoide_testkit::answers;
use omoide_testkit::texts::{Dice, text};

/// Words of a turn.
const WORDS: usize = 24;

#[expect(clippy::disallowed_methods, reason = "this measures time")]
fn now() -> Instant {
    Instant::now()
}

#[expect(clippy::disallowed_methods, reason = "a bench has no configuration")]
fn wish(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

fn main() {
    let numbers: Vec<usize> = std::env::args().filter_map(|word| word.parse().ok()).collect();
    let memories = numbers.first().copied().unwrap_or(36_500);
    let seconds = numbers.get(1).copied().unwrap_or(10) as u64;
    let program = wish("OMOIDE").map_or_else(usual_program, PathBuf::from);
    let folder = tempfile::tempdir().expect("a folder");
    println!("| what | clients | a second | p50 ms | p99 ms | longest ms | refused | CPU ms |");
    println!("|---|---|---|---|---|---|---|---|");
    initialize(&program, folder.path());
    let server = Serving::start(&program, folder.path());
    fill(&server, memories);
    for clients in [1, 16] {
        let ask = |dice: &mut Dice| ("recall", serde_json::json!({ "query": words(dice, 6) }).to_string());
        load(&server, &format!("recall on {memories}"), clients, seconds, &ask);
    }
    for clients in [1, 16, 64, 256] {
        let said = |dice: &mut Dice| ("turns", serde_json::json!({ "said": words(dice, WORDS) }).to_string());
        load(&server, "observe", clients, seconds, &said);
    }
    let said = |dice: &mut Dice| {
        let turns: Vec<_> = (0..50).map(|_| serde_json::json!({ "said": words(dice, WORDS) })).collect();
        ("turns/batch", serde_json::json!({ "turns": turns }).to_string())
    };
    load(&server, "observe, batches of 50", 16, seconds, &said);
}

/// Words that nobody said, half of them Japanese.
fn words(dice: &mut Dice, count: usize) -> String {
    let is_japanese = dice.below(2) == 0;
    text(dice, is_japanese, count)
}

fn usual_program() -> PathBuf {
    let bench = std::env::current_exe().expect("a bench has a file");
    bench.ancestors().nth(2).expect("a bench is below the profile's folder").join("omoide")
}

/// A server that runs until it is dropped.
struct Serving {
    child: Child,
    address: String,
}

impl Serving {
    fn start(program: &Path, folder: &Path) -> Self {
        let mut child = Command::new(program)
            .args(["serve", "--listen", "127.0.0.1:0", "--quiet", "--no-nights"])
            .env("OMOIDE_DATA_DIR", folder)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap_or_else(|error| panic!("{}: {error}", program.display()));
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().expect("a pipe")).read_line(&mut line).expect("a line");
        let address = line.trim().rsplit('/').next().expect("an address").to_owned();
        Self { child, address }
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The seconds of the processor's time that a process has taken; none where the system does not tell.
fn processor_seconds(process: u32) -> Option<f64> {
    let text = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let fields: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = |place: usize| fields.get(place)?.parse::<f64>().ok();
    // A hundredth of a second each, on every machine that Linux runs on today.
    Some((ticks(11)? + ticks(12)?) / 100.0)
}

/// How long a cold `omoide mcp` takes to answer `initialize`.
fn initialize(program: &Path, folder: &Path) {
    let mut times = Vec::new();
    for _ in 0..30 {
        let began = now();
        let mut child = Command::new(program)
            .arg("mcp")
            .env("OMOIDE_DATA_DIR", folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the command runs");
        let message = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}"#;
        writeln!(child.stdin.as_mut().expect("a pipe"), "{message}").expect("sent");
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().expect("a pipe")).read_line(&mut line).expect("an answer");
        times.push(began.elapsed());
        drop(child.stdin.take());
        child.wait().expect("it ends");
    }
    row("MCP initialize, cold", 1, times, &Around { took: None, refused: 0, processor: None });
}

fn fill(server: &Serving, memories: usize) {
    let mut stream = TcpStream::connect(&server.address).expect("a connection");
    let head = "POST /v1/minds/default/turns/stream HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\
                transfer-encoding: chunked\r\n\r\n";
    stream.write_all(head.as_bytes()).expect("sent");
    let mut dice = Dice(1);
    let began = now();
    for number in 0..memories {
        let turn = serde_json::json!({ "said": text(&mut dice, number % 2 == 0, WORDS), "thread": format!("t{}", number / 20) });
        let line = format!("{turn}\n");
        stream.write_all(format!("{:x}\r\n{line}\r\n", line.len()).as_bytes()).expect("sent");
    }
    stream.write_all(b"0\r\n\r\n").expect("sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    let rate = memories as f64 / began.elapsed().as_secs_f64();
    println!("| observe, one stream of {memories} | 1 | {rate:.0} | | | | | |");
}

fn load(
    server: &Serving,
    what: &str,
    clients: usize,
    seconds: u64,
    request: &(dyn Fn(&mut Dice) -> (&'static str, String) + Sync),
) {
    let (is_over, refused) = (AtomicBool::new(false), AtomicU64::new(0));
    let processor_before = processor_seconds(server.child.id());
    let began = now();
    let times: Vec<Duration> = std::thread::scope(|scope| {
        let running: Vec<_> = (0..clients)
            .map(|client| {
                let (is_over, refused) = (&is_over, &refused);
                scope.spawn(move || {
                    let mut dice = Dice((1_000_003 * (client as u64 + 1)) ^ began.elapsed().as_nanos() as u64);
                    let mut stream = BufReader::new(TcpStream::connect(&server.address).expect("a connection"));
                    stream.get_ref().set_nodelay(true).expect("a socket");
                    let mut times = Vec::new();
                    while !is_over.load(Ordering::Relaxed) {
                        let (path, body) = request(&mut dice);
                        let sent = now();
                        if ask(&mut stream, path, &body) == 200 {
                            times.push(sent.elapsed());
                        } else {
                            refused.fetch_add(1, Ordering::Relaxed);
                        }
                    }
                    times
                })
            })
            .collect();
        std::thread::sleep(Duration::from_secs(seconds));
        is_over.store(true, Ordering::Relaxed);
        running.into_iter().flat_map(|client| client.join().expect("it ends")).collect()
    });
    let took = Some(began.elapsed());
    let processor = processor_seconds(server.child.id()).zip(processor_before).map(|(after, before)| after - before);
    row(what, clients, times, &Around { took, refused: refused.into_inner(), processor });
}

fn ask(stream: &mut BufReader<TcpStream>, path: &str, body: &str) -> u16 {
    let head = format!(
        "POST /v1/minds/default/{path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
         content-length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.get_mut().write_all(head.as_bytes()).expect("sent");
    answers::status(stream)
}

/// What is known of many requests beside their times.
struct Around {
    took: Option<Duration>,
    refused: u64,
    processor: Option<f64>,
}

fn row(what: &str, clients: usize, mut times: Vec<Duration>, around: &Around) {
    times.sort_unstable();
    let at =
        |share: f64| times.get((times.len() as f64 * share) as usize).or(times.last()).copied().unwrap_or_default();
    let ms = |time: Duration| time.as_secs_f64() * 1e3;
    let rate = around.took.map(|took| format!("{:.0}", times.len() as f64 / took.as_secs_f64())).unwrap_or_default();
    let answered = times.len() as f64 + around.refused as f64;
    let processor = around.processor.map(|seconds| format!("{:.2}", seconds * 1e3 / answered)).unwrap_or_default();
    println!(
        "| {what} | {clients} | {rate} | {:.1} | {:.1} | {:.1} | {} | {processor} |",
        ms(at(0.5)),
        ms(at(0.99)),
        ms(at(1.0)),
        around.refused
    );
}
