//! How fast session files are read: a whole one, and the last turn of one of fifty megabytes.

use std::io::Cursor as File;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use omoide::transcript::{self, SessionState, TranscriptCursor};
use serde_json::json;

/// A session of so many bytes; most of them are what tools returned.
fn session(bytes: usize) -> String {
    let mut text = String::new();
    let mut count = 0;
    let mut add = |text: &mut String, kind: &str, content: serde_json::Value| {
        let (uuid, parent) = (format!("uuid-{count}"), format!("uuid-{}", count - 1));
        count += 1;
        let output = "fn main() {\n\tprintln!(\"思い出\");\n}\n".repeat(60);
        let line = json!({
            "parentUuid": parent, "isSidechain": false, "cwd": "/w", "sessionId": "s", "gitBranch": "main",
            "type": kind, "message": { "role": kind, "content": content }, "uuid": uuid,
            "timestamp": format!("2026-01-27T{:02}:{:02}:{:02}.000Z", count / 3600 % 24, count / 60 % 60, count % 60), "toolUseResult": { "stdout": output },
        });
        text.push_str(&line.to_string());
        text.push('\n');
    };
    while text.len() < bytes {
        add(&mut text, "user", json!("次は何をすればいい？ what comes next?"));
        for _ in 0..10 {
            add(&mut text, "assistant", json!([{ "type": "text", "text": "Let me see what is there." }]));
            let result = "Finished `dev` profile\n".repeat(40);
            add(&mut text, "user", json!([{ "type": "tool_result", "tool_use_id": "t", "content": result }]));
        }
    }
    text
}

fn whole(criterion: &mut Criterion) {
    let text = session(20_000_000);
    let mut group = criterion.benchmark_group("transcript");
    group.sample_size(10).throughput(Throughput::Bytes(text.len() as u64));
    group.bench_function("a whole session", |bencher| {
        bencher.iter(|| transcript::read(text.as_bytes()).expect("reads").turns.len());
    });
    group.finish();
}

fn tail(criterion: &mut Criterion) {
    let text = session(50_000_000);
    let before = text.len() - session(1).len();
    let begun = transcript::read_on(
        &mut File::new(&text.as_bytes()[..before]),
        &TranscriptCursor::default(),
        SessionState::Open,
    );
    let cursor = serde_json::to_string(&begun.expect("reads").cursor).expect("JSON");
    criterion.bench_function("the last turn of 50 MB, cursor read and written", |bencher| {
        bencher.iter(|| {
            let cursor: TranscriptCursor = serde_json::from_str(&cursor).expect("a cursor");
            let read = transcript::read_on(&mut File::new(text.as_bytes()), &cursor, SessionState::Ended(&[]));
            serde_json::to_string(&read.expect("reads").cursor).expect("JSON").len()
        });
    });
}

criterion_group!(benches, whole, tail);
criterion_main!(benches);
