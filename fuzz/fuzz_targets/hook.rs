//! What a host sends to a hook, whatever it is: it is an event or it is none, and a session has its name.

#![no_main]

#[path = "../../crates/home/src/hook/event.rs"]
mod event;
#[path = "../../crates/home/src/half_characters.rs"]
mod half_characters;
#[path = "../../crates/home/src/hook/wire.rs"]
#[allow(dead_code, reason = "only what is read is looked at")]
mod wire;

use event::{EventKind, HookWord, SessionEvent};
use libfuzzer_sys::fuzz_target;
use wire::{Sent, answer, characters};

const WORDS: [HookWord; 6] =
    [HookWord::SessionStart, HookWord::UserPromptSubmit, HookWord::Stop, HookWord::SubagentStop, HookWord::PreCompact, HookWord::SessionEnd];

fuzz_target!(|bytes: &[u8]| {
    let Ok(sent) = Sent::read(bytes) else { return };
    for word in WORDS {
        let Some(event) = SessionEvent::of(word, sent.clone()) else { continue };
        assert!(!event.session.is_empty() && word != HookWord::SubagentStop);
        assert!(event.folder.iter().chain(&event.transcript).all(|path| path.is_absolute()));
        if let EventKind::Asked { prompt } = &event.what {
            let answered: serde_json::Value = serde_json::from_str(&answer(word.name(), prompt)).expect("JSON");
            assert_eq!(answered["hookSpecificOutput"]["additionalContext"], prompt.as_str());
            assert!(characters(prompt) >= prompt.chars().count());
        }
    }
});
