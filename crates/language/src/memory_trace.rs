//! What a reply tells of the memories that it came from: `<memory_trace id="…" resonance="0.7"/>` (S3
//! 記憶共鳴フィードバック機構).

use std::sync::LazyLock;

use regex::Regex;

use crate::strip::Mentions;

/// How many reports of one reply count.
const MOST: usize = 64;

/// How much a memory had to do with a reply, by the agent's own word.
#[derive(Clone, PartialEq, Debug)]
pub struct MemoryTrace {
    /// The id or handle, as it was given.
    pub id: String,
    /// 0 to 1.
    pub resonance: f64,
}

/// The text without the tags, and what they tell, in order; of several about one memory the last counts. A
/// tag that cannot be read tells nothing and is taken out all the same; one in backticks is a mention of it
/// and stays.
pub fn take(text: &str) -> (String, Vec<MemoryTrace>) {
    if !TAG.is_match(text) {
        return (text.to_owned(), Vec::new());
    }
    let mut kept = String::with_capacity(text.len());
    let mut traces: Vec<MemoryTrace> = Vec::new();
    let mut from = 0;
    let mut mentions = Mentions::new(text);
    for found in TAG.find_iter(text) {
        if mentions.covers(found.start(), found.end()) {
            continue;
        }
        kept.push_str(&text[from..found.start()]);
        from = found.end();
        if let Some(trace) = read(found.as_str()).filter(|_| traces.len() < MOST) {
            traces.retain(|known| known.id != trace.id);
            traces.push(trace);
        }
        // A tag on a line of its own takes the line with it.
        let begins_line = kept.is_empty() || kept.ends_with('\n');
        if begins_line && text[from..].starts_with('\n') {
            from += 1;
        }
    }
    kept.push_str(&text[from..]);
    (kept, traces)
}

fn read(tag: &str) -> Option<MemoryTrace> {
    let value = |pattern: &Regex| {
        let found = pattern.captures(tag)?;
        found.iter().skip(1).flatten().next().map(|value| value.as_str().trim().to_owned())
    };
    let id = value(&ID).filter(|id| !id.is_empty() && id.chars().count() <= 80)?;
    let resonance: f64 = value(&RESONANCE)?.parse().ok()?;
    resonance.is_finite().then(|| MemoryTrace { id, resonance: resonance.clamp(0.0, 1.0) })
}

static TAG: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)<\s*memory_trace(?:[\s/][^<>]*)?>(?:\s*<\s*/\s*memory_trace\s*>)?|<\s*/\s*memory_trace\s*>")
        .expect("the pattern is well formed")
});

static ID: LazyLock<Regex> = LazyLock::new(|| attribute("id"));
static RESONANCE: LazyLock<Regex> = LazyLock::new(|| attribute("resonance"));

fn attribute(name: &str) -> Regex {
    Regex::new(&format!(r#"(?i)\s{name}\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>/]+))"#)).expect("a plain name")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn traces(text: &str) -> Vec<(String, f64)> {
        take(text).1.into_iter().map(|trace| (trace.id, trace.resonance)).collect()
    }

    fn trace(id: &str, resonance: f64) -> (String, f64) {
        (id.to_owned(), resonance)
    }

    #[test]
    fn tags_are_taken_out_and_read() {
        let text = "もちろん覚えています。\n<memory_trace id=\"episode_2026-01-15_001\" resonance=\"0.7\"/>\n楽しかったですね。";
        let (kept, _) = take(text);
        assert_eq!(kept, "もちろん覚えています。\n楽しかったですね。");
        assert_eq!(traces(text), [trace("episode_2026-01-15_001", 0.7)]);
    }

    #[test]
    fn however_a_tag_is_spelt_it_is_read() {
        for tag in [
            "<memory_trace resonance='1.0' id='a' />",
            "<Memory_Trace id=a resonance=1></memory_trace>",
            "< memory_trace\n id = \"a\"  resonance = \"7\" >",
        ] {
            assert_eq!(traces(tag), [trace("a", 1.0)], "{tag}");
            assert_eq!(take(&format!("x {tag}y")).0, "x y", "{tag}");
        }
        assert_eq!(traces("<memory_trace id=\"a\" resonance=\"-3\"/>"), [trace("a", 0.0)]);
    }

    #[test]
    fn what_cannot_be_read_tells_nothing_and_goes() {
        for tag in [
            "<memory_trace/>",
            "<memory_trace id=\"a\"/>",
            "<memory_trace id=\"\" resonance=\"1\"/>",
            "<memory_trace id=\"a\" resonance=\"NaN\"/>",
            "<memory_trace id=\"a\" resonance=\"much\"/>",
            "</memory_trace>",
        ] {
            assert_eq!(take(&format!("a{tag}b")), ("ab".to_owned(), vec![]), "{tag}");
        }
    }

    #[test]
    fn the_last_report_about_a_memory_counts() {
        let text = "<memory_trace id=\"a\" resonance=\"1\"/><memory_trace id=\"b\" resonance=\"0.4\"/>\
                    <memory_trace id=\"a\" resonance=\"0\"/>";
        assert_eq!(traces(text), [trace("b", 0.4), trace("a", 0.0)]);
    }

    #[test]
    fn a_mention_and_other_text_stay_as_they_are() {
        for text in
            ["the tag `<memory_trace id=\"a\" resonance=\"1\"/>` reports", "memory_trace", "a < b", "<memory_traces>"]
        {
            assert_eq!(take(text), (text.to_owned(), vec![]));
        }
    }
}
