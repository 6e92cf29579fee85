//! Redacting twice is redacting once, stripping twice is stripping once, and a mark means that a kind was found.

#![no_main]

use libfuzzer_sys::fuzz_target;
use omoide_language::{secrets, strip};

fuzz_target!(|text: &str| {
    let redaction = secrets::redaction(text);
    assert_eq!(redaction.taken.is_empty(), redaction.text == text);
    assert_eq!(secrets::redact(&redaction.text), redaction.text);
    let stripped = strip::strip(text);
    assert_eq!(strip::strip(&stripped), stripped);
});
