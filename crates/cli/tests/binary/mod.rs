//! The binary over a folder of the test's own, at one moment.

#![allow(dead_code, reason = "each test uses its own part of it")]

use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

pub const NOW: &str = "2026-11-15T21:00:00+09:00";

pub fn omoide(folder: &Path, arguments: &[&str]) -> Output {
    omoide_at(folder, NOW, arguments)
}

pub fn omoide_at(folder: &Path, now: &str, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_omoide"))
        .args(arguments)
        .env_clear()
        .env("HOME", folder)
        .env("OMOIDE_DATA_DIR", folder)
        .env("OMOIDE_NOW", now)
        .env("OMOIDE_SEED", "1")
        .env("LANG", "C")
        .output()
        .expect("the command runs")
}

/// Stdout of a command that went well.
pub fn text(output: &Output) -> String {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

/// Stdout of a command that went well, as JSON.
pub fn json(output: &Output) -> Value {
    serde_json::from_str(&text(output)).expect("JSON")
}
