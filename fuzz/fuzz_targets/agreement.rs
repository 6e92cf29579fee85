//! Any two texts agree, contradict or are left open, with strengths from 0 to 1.

#![no_main]

use libfuzzer_sys::fuzz_target;
use omoide_language::agreement::agreement;

fuzz_target!(|pair: (&str, &str)| {
    let (older, newer) = pair;
    let found = agreement(older, newer);
    assert!((0.0..=1.0).contains(&found.contradiction) && (0.0..=1.0).contains(&found.entailment));
});
