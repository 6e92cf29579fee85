//! How long a whole recall takes: words, vectors, connections, ranking, gate and reading the hits.
//!
//! `cargo bench -p omoide --bench recall`. 36,500 memories over a year, half of them Japanese, in threads of
//! twenty turns, with relations and ties, under the built-in vectors. The median of a warm recall by the
//! default ranking is to stay under 10 ms. Beside it: recalls that leave their mark, the other rankings, the
//! first recall of a process that has just opened the store, and what the parts of a recall take when each
//! is called by itself.
//!
//! With `-- warm` only warm recalls by the default ranking, for a profiler to watch.
//!
//! The store takes a while to build; with `OMOIDE_BENCH_STORE` it is kept in that file and used again.

use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use omoide::core::parameters::{Parameters, Profile};
use omoide::core::ports::store::{NewMemory, Reader, VectorQuery};
use omoide::core::ports::{Embedder, Understanding};
use omoide::core::{MemoryId, MindName, Moment, Seq, Tie, TieKind, Vector};
use omoide::{Embedders, Engine, Mind, Parts, Prompt};
use omoide_language::{LanguageLayer, StaticEmbedder, query_plan};
use omoide_store::Options;
use omoide_testkit::builders::{a_memory, a_turn};
use omoide_testkit::clock::HandClock;
use omoide_testkit::ids::CountedIds;
use omoide_testkit::texts::{Dice, text};

const MEMORIES: usize = 36_500;
const TURNS_OF_A_THREAD: usize = 20;
const PROMPTS: usize = 200;
const PAGE: usize = 500;
const FRESH_OPENS: usize = 30;
const PERSONS: [&str; 5] = ["Aki", "Mika", "Ken", "Yui", "Tom"];
const END: i64 = 1_800_000_000_000_000;

fn me() -> MindName {
    MindName::default()
}

fn engine(path: &Path) -> Engine {
    Engine::new(Parts {
        store: omoide_store::open(path, Options::EXISTING).expect("the store opens"),
        understanding: Arc::new(LanguageLayer),
        embedders: Embedders::of(Arc::new(StaticEmbedder)),
        // What comes to mind at one moment counts as recalled together.
        clock: Arc::new(HandClock::from(Moment::new(END, 9 * 3600)).ticking()),
        ids: Arc::new(CountedIds::default()),
        parameters: Parameters::default(),
    })
}

/// The memory with that number, which continues the one before it in its thread and may take up an older one.
fn memory(dice: &mut Dice, number: usize) -> NewMemory {
    let thread = number / TURNS_OF_A_THREAD;
    let (said, replied) = (6 + dice.below(24), 10 + dice.below(50));
    let is_japanese = thread % 2 == 1;
    let (said, replied) = (text(dice, is_japanese, said), text(dice, is_japanese, replied));
    let person = PERSONS[(thread + number) % PERSONS.len()];
    let age = (MEMORIES - number) as i64 * (365 * 86_400 / MEMORIES as i64) * 1_000_000;
    let at = Moment::new(END - age, 9 * 3600);
    let mut turn = a_turn(person, &said, &replied);
    (turn.at, turn.thread) = (at, Some(format!("thread {thread}")));
    let mut builder = a_memory(number as u128 + 1).with(|memory| {
        memory.text.trigger.clone_from(&said);
        memory.text.content.clone_from(&replied);
        memory.keywords = vec![said.split(' ').next().unwrap_or_default().chars().take(6).collect()];
        (memory.created, memory.recorded_at) = (at, at);
        memory.origin.person = person.to_owned();
        memory.origin.thread.clone_from(&turn.thread);
        memory.life.retention().retention_score = 1.0 + 60.0 * dice.roll();
        memory.life.retention().recall_count = dice.below(4) as u32;
        let values = StaticEmbedder.embed(&[&memory.text.joined()]).expect("it never fails").pop().flatten();
        memory.vectors = values.map(|values| Vector::new(StaticEmbedder.model(), values)).into_iter().collect();
    });
    if !number.is_multiple_of(TURNS_OF_A_THREAD) && dice.below(2) == 0 {
        builder = builder.pointing_to(number as u128);
    }
    if number > 0 && dice.below(5) == 0 {
        builder = builder.pointing_to(dice.below(number) as u128 + 1);
    }
    builder.of_turn(turn).build()
}

fn settle(path: &Path) {
    omoide_store::open(path, Options::CREATE).expect("a new store");
    let engine = engine(path);
    let mut dice = Dice(7);
    for from in (0..MEMORIES).step_by(PAGE) {
        let memories: Vec<NewMemory> =
            (from..(from + PAGE).min(MEMORIES)).map(|number| memory(&mut dice, number)).collect();
        omoide_testkit::settling::settle(&engine, &me(), &memories, None);
    }
    let mut seqs: Vec<Seq> = Vec::new();
    engine.store().read(&mut |r| r.visit_outlines(&me(), &mut |outline| seqs.push(outline.seq))).expect("outlines");
    seqs.sort_unstable();
    let mut ties = Vec::new();
    for (place, seq) in seqs.iter().enumerate() {
        for _ in 0..2 {
            let other = seqs[(place + 1 + dice.below(4_000)) % seqs.len()];
            ties.push(Tie { a: *seq, b: other, kind: TieKind::Similarity, strength: Some(0.8) });
        }
    }
    engine.store().write(&me(), &mut |w| w.tie(&me(), None, &ties).map(|_| ())).expect("ties");
}

fn prompts() -> Vec<String> {
    let mut dice = Dice(11);
    (0..PROMPTS)
        .map(|number| {
            let words = 3 + dice.below(9);
            text(&mut dice, number % 2 == 1, words)
        })
        .collect()
}

#[expect(clippy::disallowed_methods, reason = "a measurement")]
fn timed<T>(f: impl FnOnce() -> T) -> Duration {
    let start = Instant::now();
    black_box(f());
    start.elapsed()
}

/// The processor time of the whole process so far, in ticks of a hundredth of a second; 0 where nobody tells. On a
/// machine that has other work too it says more than a clock.
fn processor_ticks() -> u64 {
    let told = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // User and system time are the 12th and 13th after the name, which may have spaces.
    let after_name = told.rsplit(')').next().unwrap_or_default();
    after_name.split_whitespace().skip(11).take(2).filter_map(|ticks| ticks.parse::<u64>().ok()).sum()
}

/// Prints the median, the slowest twentieth and the best of what was measured.
fn tell(what: &str, mut times: Vec<Duration>) {
    times.sort_unstable();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize].as_secs_f64() * 1e3;
    println!("{what:<58} median {:>8.3} ms   95 % {:>8.3} ms   best {:>8.3} ms", at(0.5), at(0.95), at(0.0));
}

fn recalls(mind: &Mind<'_>, prompts: &[String], as_asked: impl Fn(&mut Prompt)) -> Vec<Duration> {
    let ask = |words: &String| {
        let mut prompt = Prompt { leaves_a_mark: false, ..Prompt::new(words) };
        as_asked(&mut prompt);
        timed(|| mind.recall(&prompt).expect("recall never fails"))
    };
    prompts.iter().map(ask).collect()
}

/// What a part takes for each prompt, inside one read transaction each, as in a recall.
fn part(engine: &Engine, prompts: &[String], step: impl Fn(&dyn Reader, &str) -> Duration) -> Vec<Duration> {
    let ask = |words: &String| {
        let mut time = Duration::ZERO;
        let mut read = |r: &dyn Reader| {
            time = step(r, words);
            Ok(())
        };
        engine.store().read(&mut read).expect("the store answers");
        time
    };
    prompts.iter().map(ask).collect()
}

fn tell_parts(engine: &Engine, prompts: &[String]) {
    let layer = LanguageLayer;
    let now = engine.now();
    tell("  plan of the prompt", prompts.iter().map(|words| timed(|| query_plan::gist(words, now))).collect());
    tell("  vector of the prompt", prompts.iter().map(|words| timed(|| StaticEmbedder.embed_query(words))).collect());
    tell("  words of the prompt", prompts.iter().map(|words| timed(|| layer.query_words(words))).collect());
    let similarities = part(engine, prompts, |r, words| {
        let vector = StaticEmbedder.embed_query(words).ok().flatten().unwrap_or_default();
        let query =
            VectorQuery { model: StaticEmbedder.model(), vector: &vector, floor: Embedder::floor(&StaticEmbedder) };
        let mut sum = 0.0;
        timed(|| {
            r.similarities(&me(), &query, &mut |_, similarity| sum += similarity.unwrap_or(0.0)).expect("similarities");
            sum
        })
    });
    tell("  all outlines with their similarities", similarities);
    let terms =
        |words: &str| -> Vec<_> { layer.query_words(words).terms.into_iter().map(|asked| asked.term).collect() };
    let lookups = part(engine, prompts, |r, words| {
        let terms = terms(words);
        timed(|| r.lookup(&me(), layer.words_version(), &terms).expect("a lookup"))
    });
    tell("  lookup of the words", lookups);
    let missing = part(engine, prompts, |r, _| timed(|| r.without_words_count(&me(), layer.words_version())));
    tell("  count of those without words", missing);
    let seqs = |words: &str| -> Vec<Seq> {
        let mut dice = Dice(words.len() as u64);
        (0..40).map(|_| Seq(1 + dice.below(MEMORIES) as i64)).collect()
    };
    tell("  texts of 40 memories", part(engine, prompts, |r, words| timed(|| r.wordings(&me(), &seqs(words)))));
    let understood = part(engine, prompts, |r, words| {
        let wordings = r.wordings(&me(), &seqs(words)).expect("texts");
        timed(|| {
            wordings
                .iter()
                .map(|(_, w)| {
                    let texts = [w.said.as_deref(), w.replied.as_deref()].into_iter().flatten();
                    texts.map(|text| layer.content_words(text).len()).sum::<usize>()
                })
                .sum::<usize>()
        })
    });
    tell("  words of 40 texts", understood);
    tell("  5 memories", part(engine, prompts, |r, words| timed(|| r.memories(&me(), &seqs(words)[..5]))));
    let reminded = prompts.iter().map(|words| {
        let number = 1 + Dice(words.len() as u64).below(MEMORIES) as u128;
        let id = MemoryId::from_u128(number).to_string();
        timed(|| engine.mind(me()).reminds_of(&id, 0).expect("it is there"))
    });
    tell("  activation from one memory", reminded.collect());
}

fn main() {
    let folder = tempfile::tempdir().expect("a folder");
    let kept = std::env::var_os("OMOIDE_BENCH_STORE").map(PathBuf::from);
    let path = kept.unwrap_or_else(|| folder.path().join("omoide.db"));
    if !path.exists() {
        let time = timed(|| settle(&path));
        println!("{MEMORIES} memories settled in {:.1} s", time.as_secs_f64());
    }
    let prompts = prompts();
    let warm = engine(&path);
    let mind = warm.mind(me());
    let found = prompts.iter().filter(|words| {
        let prompt = Prompt { leaves_a_mark: false, ..Prompt::new(*words) };
        !mind.recall(&prompt).expect("recall").hits.is_empty()
    });
    println!("{} of {PROMPTS} prompts bring something to mind", found.count());
    let is_only_warm = std::env::args().any(|argument| argument == "warm");
    let rounds = if is_only_warm { 20 } else { 4 };
    let before = processor_ticks();
    for _ in 0..rounds {
        tell("warm recall, fused", recalls(&mind, &prompts, |_| {}));
    }
    let ticks = processor_ticks() - before;
    println!("  processor time of one {:>8.3} ms", ticks as f64 * 10.0 / (rounds * PROMPTS) as f64);
    if is_only_warm {
        return;
    }
    let (english, japanese): (Vec<_>, Vec<_>) =
        prompts.iter().cloned().enumerate().partition(|(place, _)| place % 2 == 0);
    for (language, prompts) in [("English", english), ("Japanese", japanese)] {
        let prompts: Vec<String> = prompts.into_iter().map(|(_, words)| words).collect();
        tell(&format!("  of {language} prompts"), recalls(&mind, &prompts, |_| {}));
    }
    tell("warm recall, fused, without the gate", recalls(&mind, &prompts, |prompt| prompt.gate = Some(false)));
    for profile in [Profile::Resonance, Profile::Intent, Profile::Activation] {
        let times = recalls(&mind, &prompts, |prompt| prompt.profile = Some(profile));
        tell(&format!("warm recall, {}", profile.name()), times);
    }
    tell_parts(&warm, &prompts);
    let (mut opens, mut firsts) = (Vec::new(), Vec::new());
    for words in prompts.iter().take(FRESH_OPENS) {
        let mut fresh = None;
        opens.push(timed(|| fresh = Some(engine(&path))));
        let fresh = fresh.expect("it was just opened");
        firsts.extend(recalls(&fresh.mind(me()), std::slice::from_ref(words), |_| {}));
    }
    tell("fresh open", opens.clone());
    tell("first recall after it", firsts.clone());
    tell("fresh open and first recall", opens.into_iter().zip(firsts).map(|(open, first)| open + first).collect());
    // Last, and on a copy: marks are there to change what comes after them.
    let marked = folder.path().join("marked.db");
    std::fs::copy(&path, &marked).expect("the store is copied");
    let marked = engine(&marked);
    let leave_marks = |prompt: &mut Prompt| prompt.leaves_a_mark = true;
    recalls(&marked.mind(me()), &prompts[..20], leave_marks);
    tell("warm recall, fused, leaving a mark", recalls(&marked.mind(me()), &prompts, leave_marks));
    tell("warm recall, fused, after 220 marks", recalls(&marked.mind(me()), &prompts, |_| {}));
}
