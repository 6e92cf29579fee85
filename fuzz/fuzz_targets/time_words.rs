//! Times at any present: ranges run forward, and every mention has its place in the text.

#![no_main]

use libfuzzer_sys::fuzz_target;
use omoide_core::Moment;
use omoide_language::time_words;

fuzz_target!(|asked: (i64, i32, &str)| {
    let (micros, offset, text) = asked;
    let now = Moment::new(micros, offset);
    let mut end = 0;
    for word in time_words::times(text, now) {
        assert!(word.place.start >= end && text.get(word.place.clone()).is_some());
        assert!(word.from.unix_micros() <= word.to.unix_micros());
        end = word.place.end;
    }
    let _ = time_words::time_hint(text, now);
});
