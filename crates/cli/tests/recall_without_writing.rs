//! Recall where nothing can be written: on a full disk and on a file system that may only be read, the answer is the same in
//! every interface, without its mark.

#![cfg(target_os = "linux")]

use std::fs;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

const QUESTION: &str = "Where does the spare key of the shed hang?";

/// Runs a script with a small file system of its own at `$OMOIDE_DATA_DIR`, on which one thing is remembered.
fn on_a_small_disk(then: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let disk = folder.path().join("disk");
    fs::create_dir(&disk).expect("made");
    let prompt = json!({
        "session_id": "s1", "transcript_path": folder.path().join("none.jsonl"), "cwd": folder.path(),
        "hook_event_name": "UserPromptSubmit", "prompt": QUESTION,
    });
    let call = |id: u64, method: &str, parameters: Value| {
        json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": parameters }).to_string()
    };
    let hello =
        json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": { "name": "t", "version": "1" } });
    let asked = json!({ "name": "recall", "arguments": { "query": QUESTION } });
    let lines = [call(1, "initialize", hello), call(2, "tools/call", asked)].join("\n") + "\n";
    fs::write(folder.path().join("prompt"), prompt.to_string()).expect("written");
    fs::write(folder.path().join("mcp"), lines).expect("written");
    let script = format!(
        "set -e; mount -t tmpfs -o size=4m tmpfs \"$OMOIDE_DATA_DIR\"; \
         program='{omoide}'; omoide() {{ \"$program\" \"$@\"; }}; question='{QUESTION}'; \
         omoide remember 'The spare key of the shed hangs behind the blue door.' >/dev/null; {then}",
        omoide = env!("CARGO_BIN_EXE_omoide"),
    );
    let mut command = Command::new("unshare");
    command.args(["--user", "--map-root-user", "--mount", "bash", "-c", &script]).stdin(Stdio::null());
    command.env_clear().env("PATH", "/usr/bin:/bin:/usr/sbin:/sbin").env("LANG", "C").env("HOME", folder.path());
    command.env("OMOIDE_DATA_DIR", &disk).current_dir(folder.path());
    let output = command.output().expect("it runs");
    let said = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{said}");
    said
}

/// Every way to recall from a process of its own, each followed by a line that it ended well.
const EVERY_WAY: &str = "omoide recall \"$question\"; echo '== recall'; \
     omoide recall --json \"$question\"; echo '== json'; \
     omoide prime --thread t \"$question\"; echo '== prime'; \
     omoide hook user-prompt-submit <prompt; echo; echo '== hook'; \
     omoide mcp <mcp; echo '== mcp'; ";

fn assert_all_answered(said: &str) {
    for (way, answer) in ["recall", "json", "prime", "hook", "mcp"].into_iter().zip(said.split("== ")) {
        assert!(answer.contains("behind the blue door"), "{way} answered {answer}\nof {said}");
    }
    assert!(said.contains("these memories could not be marked as recalled"), "{said}");
}

#[test]
fn on_a_full_disk_every_way_answers() {
    let said = on_a_small_disk(&format!(
        "dd if=/dev/zero of=\"$OMOIDE_DATA_DIR/filling\" bs=1k >/dev/null 2>&1 || true; {EVERY_WAY}"
    ));
    assert_all_answered(&said);
}

#[test]
fn on_a_full_disk_what_lies_in_the_journal_is_read_too() {
    let said = on_a_small_disk(
        "omoide hook user-prompt-submit <prompt; test -s \"$OMOIDE_DATA_DIR/omoide.db-wal\"; rm \"$OMOIDE_DATA_DIR/omoide.db-shm\"; \
         dd if=/dev/zero of=\"$OMOIDE_DATA_DIR/filling\" bs=1k >/dev/null 2>&1 || true; echo; \
         omoide list --json; test -s \"$OMOIDE_DATA_DIR/omoide.db-wal\"; \
         omoide remember 'There is no room for this.' && exit 1; rm \"$OMOIDE_DATA_DIR/filling\"; omoide doctor",
    );
    // The mark that the hook left lies in the journal.
    assert!(said.contains("\"recalled_since_last_batch\": true"), "{said}");
    assert!(said.contains("the disk is full") && said.contains("the memory is not damaged"), "{said}");
}

#[test]
fn where_nothing_may_be_written_every_way_answers() {
    let said = on_a_small_disk(&format!("mount -o remount,ro \"$OMOIDE_DATA_DIR\"; {EVERY_WAY}"));
    assert_all_answered(&said);
}

#[test]
fn a_server_whose_disk_is_full_answers_and_logs_the_mark() {
    let said = on_a_small_disk(
        "\"$program\" serve --listen 127.0.0.1:0 >out 2>log & server=$!; trap 'kill $server' EXIT; \
         for n in $(seq 200); do grep -q 127.0.0.1 out log && break; sleep 0.05; done; \
         port=$(grep -oh '127.0.0.1:[0-9]*' out log | head -1 | cut -d: -f2); \
         dd if=/dev/zero of=\"$OMOIDE_DATA_DIR/filling\" bs=1k >/dev/null 2>&1 || true; \
         body='{\"query\": \"'$question'\"}'; exec 3<>/dev/tcp/127.0.0.1/$port; \
         printf 'POST /v1/minds/default/recall HTTP/1.1\\r\\nhost: localhost\\r\\nconnection: close\\r\\ncontent-type: application/json\\r\\ncontent-length: %d\\r\\n\\r\\n%s' ${#body} \"$body\" >&3; \
         cat <&3; for n in $(seq 200); do grep -q marks log && break; sleep 0.05; done; cat log",
    );
    assert!(said.contains("200 OK") && said.contains("behind the blue door"), "{said}");
    assert!(said.contains("the disk is full"), "{said}");
}
