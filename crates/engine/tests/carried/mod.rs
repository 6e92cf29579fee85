//! A mind that is carried from one sandbox to another.
#![allow(dead_code, reason = "each test file uses its own part")]

use std::io::Cursor;

use omoide::{ImportMode, Mind, MindImport, SleepMode};
use omoide_testkit::sandbox::Sandbox;

/// What a mind is written down as.
pub fn export(mind: &Mind<'_>) -> String {
    let mut out = Vec::new();
    mind.export(&mut out, &mut |_, _| {}).expect("it is written down");
    String::from_utf8(out).expect("text")
}

/// What came of taking that in.
pub fn import_as(mind: &Mind<'_>, text: &str, mode: ImportMode) -> MindImport {
    mind.import(&mut Cursor::new(text), mode, &mut |_| {}).expect("it is taken in")
}

/// The same, for good.
pub fn import(mind: &Mind<'_>, text: &str) -> MindImport {
    import_as(mind, text, ImportMode::Write)
}

/// All lines but the header.
pub fn body(export: &str) -> Vec<&str> {
    export.lines().skip(1).collect()
}

/// A day passes, and its nights are run.
pub fn sleep(sandbox: &Sandbox) {
    sandbox.clock.pass_days(1);
    sandbox.mind().sleep(None, SleepMode::Real, &mut |_, _, _| {}).expect("sleep");
}

/// Another store whose clock shows the same.
pub fn elsewhere(sandbox: &Sandbox) -> Sandbox {
    let other = Sandbox::new(sandbox.engine.parameters().clone());
    other.clock.set_to(sandbox.engine.now());
    other
}
