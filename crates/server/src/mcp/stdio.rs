//! MCP over stdin and stdout: a message a line.
//!
//! What needs no store is answered at once, even while a tool is at work; tools are run one after another, in the
//! order of asking, by a thread of their own.

use std::io::{BufRead, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

use serde_json::Value;

use super::Mcp;
use super::protocol::ProtocolFault;

/// How long a line may be: a text of the longest kind, each character of it escaped.
const MOST_BYTES: u64 = 64 * 1024 * 1024;

/// How many calls may wait; whoever sends more waits too.
const MOST_WAITING: usize = 64;

/// Answers until stdin ends.
///
/// # Errors
/// When stdin or stdout fails otherwise than by being closed.
pub fn serve(mcp: &Mcp<'_>, input: impl BufRead, output: impl Write + Send) -> std::io::Result<()> {
    let output = Mutex::new(output);
    std::thread::scope(|scope| {
        let (to_do, waiting) = sync_channel::<String>(MOST_WAITING);
        let worker = scope.spawn(|| work(mcp, waiting, &output));
        let read = read_all(mcp, input, &to_do, &output);
        drop(to_do);
        let worked = worker.join().unwrap_or(Ok(()));
        read.and(worked)
    })
    .or_else(|error| if error.kind() == std::io::ErrorKind::BrokenPipe { Ok(()) } else { Err(error) })
}

fn read_all(
    mcp: &Mcp<'_>,
    mut input: impl BufRead,
    to_do: &SyncSender<String>,
    output: &Mutex<impl Write>,
) -> std::io::Result<()> {
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = input.by_ref().take(MOST_BYTES + 1).read_until(b'\n', &mut line)?;
        if read == 0 {
            return Ok(());
        }
        if read as u64 > MOST_BYTES && !line.ends_with(b"\n") {
            skip_line(&mut input)?;
            let fault = ProtocolFault::invalid_request(format!("the message is longer than {MOST_BYTES} bytes"));
            write(output, &fault.message(&Value::Null).to_string())?;
            continue;
        }
        let text = String::from_utf8_lossy(&line);
        let text = text.trim();
        if text.is_empty() {
            continue;
        }
        if needs_store(text) {
            // A worker that has gone could not write: neither can anyone else.
            if to_do.send(text.to_owned()).is_err() {
                return Ok(());
            }
        } else {
            answer(mcp, text, output)?;
        }
    }
}

/// Whether a message may take a while. What only looks like it is answered in its turn, and rightly.
fn needs_store(text: &str) -> bool {
    ["tools/call", "resources/read", "prompts/get"].iter().any(|method| text.contains(method)) || text.contains("\\u")
}

fn work(mcp: &Mcp<'_>, waiting: Receiver<String>, output: &Mutex<impl Write>) -> std::io::Result<()> {
    for text in waiting {
        answer(mcp, &text, output)?;
    }
    Ok(())
}

fn answer(mcp: &Mcp<'_>, text: &str, output: &Mutex<impl Write>) -> std::io::Result<()> {
    // A fault of ours costs one answer, not the agent's memory for the rest of the session.
    let answered = catch_unwind(AssertUnwindSafe(|| mcp.answer(text))).unwrap_or_else(|_| {
        let id = serde_json::from_str::<Value>(text).ok().and_then(|message| message.get("id").cloned());
        Some(ProtocolFault::internal("internal error in omoide").message(&id.unwrap_or(Value::Null)).to_string())
    });
    answered.map_or(Ok(()), |message| write(output, &message))
}

fn write(output: &Mutex<impl Write>, message: &str) -> std::io::Result<()> {
    let mut output = output.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    output.write_all(message.as_bytes())?;
    output.write_all(b"\n")?;
    output.flush()
}

fn skip_line(input: &mut impl BufRead) -> std::io::Result<()> {
    loop {
        let buffer = input.fill_buf()?;
        if buffer.is_empty() {
            return Ok(());
        }
        let end = buffer.iter().position(|byte| *byte == b'\n');
        let used = end.map_or(buffer.len(), |end| end + 1);
        input.consume(used);
        if end.is_some() {
            return Ok(());
        }
    }
}
