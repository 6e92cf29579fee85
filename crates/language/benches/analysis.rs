//! How long it takes to understand a turn, and how that grows with its length.
//!
//! `cargo bench -p omoide-language --bench analysis`. A turn of 200 characters is to stay under a
//! millisecond; ten times the text is to take about ten times as long.

use std::hint::black_box;
use std::time::Duration;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use omoide_core::ports::{Embedder, Shortening, Understanding};
use omoide_core::{Level, MemoryId, Moment, Text};
use omoide_language::agreement::agreement;
use omoide_language::correction::correction;
use omoide_language::intent::intent;
use omoide_language::language::languages;
use omoide_language::message::message_type;
use omoide_language::procedure::procedural;
use omoide_language::time_words::times;
use omoide_language::topic::topics;
use omoide_language::topics::{TalkRole, Utterance, begins};
use omoide_language::{LanguageLayer, StaticEmbedder, secrets, strip, token_count};

/// 200 characters each.
const JAPANESE: &str = "昨日からデータベースの移行を進めているんだけど、スクリプトが本番のデータで落ちてしまう。ログを見ると外部キー制約のエラーが出ている。正直かなり焦っている。先週の金曜に田中さんと決めた手順では、まずバックアップを取り、次に子のテーブルから移すことになっていた。でも実際は親から移すのが正しいと思う。どこから調べればいいか教えて。週末までに終わらせたいので、忘れないで覚えておいてほしい。よろしくお願いします。";
const ENGLISH: &str = "Yesterday the migration failed again on production data, and honestly I am getting nervous. We decided last Friday to move child tables first, but actually parents must go first. Where should I look?";
const MIXED: &str = "cargo test で src/recall.rs:142 の assertion が落ちます。先週 main にマージした #231 の RecallScore の変更が原因だと思う。I already tried git bisect, and the first bad commit is 9fceb02. とりあえず golden を更新して PR を出すので、明日の朝までに review をお願いします。CI は macos だけ green で、少し気になる。";

fn now() -> Moment {
    "2026-03-18T14:30:00+09:00".parse().expect("a time")
}

/// All that `omoide analyze` shows.
fn full(text: &str) {
    let layer = LanguageLayer::new();
    let text = secrets::redact(&strip::strip(black_box(text)));
    let analysis = layer.analyse(&text, "", usize::MAX);
    let original = Text { trigger: text.clone(), content: String::new() };
    for level in [Level::Summary, Level::Trace] {
        let wish =
            Shortening { memory: MemoryId::from_u128(1), original: &original, keywords: &analysis.keywords, level };
        let _ = black_box(layer.shorten(wish));
    }
    black_box((languages(&text), topics(&text), message_type(&text), intent(&text), procedural(&text)));
    black_box((correction(&text), times(&text, now()), token_count::estimate(&text)));
    black_box(analysis);
}

fn turns(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("turn of 200 characters");
    for (name, text) in [("ja", JAPANESE), ("en", ENGLISH), ("mixed", MIXED)] {
        let text: String = text.chars().take(200).collect();
        group.bench_with_input(BenchmarkId::new("full", name), &text, |bench, text| bench.iter(|| full(text)));
        let embedder = StaticEmbedder::new();
        group.bench_with_input(BenchmarkId::new("embedding", name), &text, |bench, text| {
            bench.iter(|| embedder.embed(&[black_box(text.as_str())]));
        });
    }
    group.finish();
}

fn parts(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("parts of a turn");
    let text: String = JAPANESE.chars().take(200).collect();
    let text = text.as_str();
    let layer = LanguageLayer::new();
    group.bench_function("analyse", |bench| bench.iter(|| layer.analyse(black_box(text), "", usize::MAX)));
    group.bench_function("redact", |bench| bench.iter(|| secrets::redact(black_box(text))));
    group.bench_function("times", |bench| bench.iter(|| times(black_box(text), now())));
    group.bench_function("topics", |bench| bench.iter(|| topics(black_box(text))));
    group.bench_function("message type", |bench| bench.iter(|| message_type(black_box(text))));
    group.bench_function("intent", |bench| bench.iter(|| intent(black_box(text))));
    group.bench_function("procedural", |bench| bench.iter(|| procedural(black_box(text))));
    group.bench_function("correction", |bench| bench.iter(|| correction(black_box(text))));
    group.bench_function("tokens", |bench| bench.iter(|| token_count::estimate(black_box(text))));
    group.bench_function("agreement", |bench| bench.iter(|| agreement(black_box(text), black_box(ENGLISH))));
    group.finish();
}

/// A turn in a talk of which the last utterances are kept: the new one is read, then compared.
fn talk(criterion: &mut Criterion) {
    let read = |text: &str| Utterance::new(TalkRole::Person, text);
    for (name, text) in [("ja", JAPANESE), ("en", ENGLISH)] {
        let kept: Vec<Utterance> = [JAPANESE, ENGLISH, MIXED, JAPANESE, ENGLISH, MIXED].map(read).into();
        criterion.bench_function(&format!("whether a topic begins, {name}"), |bench| {
            bench.iter(|| {
                let mut talk = kept.clone();
                talk.push(read(black_box(text)));
                begins(&talk)
            });
        });
    }
}

fn scaling(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("scaling");
    for kilobytes in [1_usize, 10, 100] {
        let paragraph = format!("{JAPANESE}\n{ENGLISH}\n{MIXED}\n");
        let repeats = (kilobytes * 1024).div_ceil(paragraph.len());
        let text = paragraph.repeat(repeats);
        let end = (0..=kilobytes * 1024).rev().find(|end| text.is_char_boundary(*end)).unwrap_or(0);
        group.throughput(Throughput::Bytes(end as u64));
        group.bench_with_input(BenchmarkId::new("full", format!("{kilobytes} kB")), &text[..end], |bench, text| {
            bench.iter(|| full(text));
        });
    }
    group.finish();
}

fn short() -> Criterion {
    Criterion::default()
        .sample_size(20)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(2))
}

criterion_group! { name = analysis; config = short(); targets = turns, parts, talk, scaling }
criterion_main!(analysis);
