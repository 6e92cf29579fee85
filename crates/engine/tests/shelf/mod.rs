//! Minds that begin with the memories of a test's choice, and prompts that change nothing.

#![allow(dead_code, reason = "each test uses its own part of it")]

use std::sync::atomic::{AtomicU64, Ordering};

use omoide::core::Vector;
use omoide::core::parameters::Parameters;
use omoide::core::ports::Embedder;
use omoide::core::ports::store::NewMemory;
use omoide::{Prompt, Recalled};
use omoide_language::StaticEmbedder;
use omoide_testkit::builders::{a_memory, a_turn};
use omoide_testkit::settling::settle;

use omoide_testkit::sandbox::Sandbox;

static NUMBERS: AtomicU64 = AtomicU64::new(1_000);

/// A memory of someone saying that, with its built-in vector; all of them are equal but for the text.
pub fn said(text: &str) -> NewMemory {
    let number = NUMBERS.fetch_add(1, Ordering::SeqCst);
    let values = StaticEmbedder.embed(&[text]).expect("it never fails").pop().flatten();
    a_memory(u128::from(number))
        .saying(text)
        .of_turn(a_turn("Aki", text, ""))
        .with(|memory| {
            memory.text.content = String::new();
            memory.keywords = Vec::new();
            memory.vectors = values.map(|values| Vector::new(StaticEmbedder.model(), values)).into_iter().collect();
        })
        .build()
}

/// A mind that has those memories.
pub fn shelf(memories: &[NewMemory]) -> Sandbox {
    let sandbox = Sandbox::new(Parameters::default());
    settle(&sandbox.engine, sandbox.mind().name(), memories, None);
    sandbox
}

/// A prompt that leaves no mark.
pub fn unmarked(words: &str) -> Prompt {
    Prompt { leaves_a_mark: false, ..Prompt::new(words) }
}

/// A prompt to which everything may come to mind, and as much as there is.
pub fn open(words: &str) -> Prompt {
    Prompt { gate: Some(false), top_k: Some(1_000), depth: Some(0), ..unmarked(words) }
}

pub fn recalled(sandbox: &Sandbox, prompt: &Prompt) -> Recalled {
    sandbox.mind().recall(prompt).expect("recall never fails")
}

/// What was said in the memories that come to mind.
pub fn found(sandbox: &Sandbox, words: &str) -> Vec<String> {
    recalled(sandbox, &unmarked(words)).hits.into_iter().map(|hit| hit.memory.text.trigger).collect()
}
