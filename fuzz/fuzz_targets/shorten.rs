//! Shortening keeps its limits, and says nothing of nothing.

#![no_main]

use libfuzzer_sys::fuzz_target;
use omoide_core::Text;
use omoide_language::shorten;

fuzz_target!(|turn: (&str, &str, u8)| {
    let (said, replied, most) = turn;
    let original = Text { trigger: said.to_owned(), content: replied.to_owned() };
    let summary = shorten::summary(&original);
    assert_eq!(summary.trigger.is_empty(), said.trim().is_empty());
    let trace = shorten::trace(&original);
    let length = |text: &Text| text.trigger.chars().count() + text.content.chars().count();
    assert!(length(&trace) <= length(&summary) && length(&summary) <= length(&original));
    let most = usize::from(most);
    let within = shorten::within(said, replied, most);
    assert!(within.trigger.chars().count() + within.content.chars().count() <= most);
    assert!(shorten::summarise(said, most).chars().count() <= most);
    let _ = shorten::session(&[(said, replied)], most);
});
