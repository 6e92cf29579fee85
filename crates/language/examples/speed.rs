//! How fast the language layer is: `cargo run --release -p omoide-language --example speed`.

use std::time::Instant;

use omoide_core::ports::{Embedder, Understanding};
use omoide_language::{LanguageLayer, StaticEmbedder};

const SAID: &str = "昨日からPostgreSQLへの移行を進めているんだけど、マイグレーションのスクリプトが本番のデータで落ちてしまう。ログを見ると外部キー制約のエラーが出ている。正直かなり焦っている。どこから調べればいい？";
const REPLIED: &str = "まず外部キー制約のエラーが出ているテーブルを特定しましょう。pg_constraintを調べると、どの制約が失敗したか分かります。次に、移行の順番を親テーブルから子テーブルへ直してください。週末までに間に合います。";
const ROUNDS: u32 = 5_000;

#[expect(clippy::disallowed_methods, reason = "a measurement")]
fn main() {
    let layer = LanguageLayer::new();
    let embedder = StaticEmbedder::new();
    println!("{:?}", layer.analyse(SAID, REPLIED, 2_000));
    let _ = embedder.embed(&[SAID]);

    let start = Instant::now();
    for _ in 0..ROUNDS {
        std::hint::black_box(layer.analyse(SAID, REPLIED, 2_000));
    }
    let characters = SAID.chars().count() + REPLIED.chars().count();
    println!("analyse of {characters} characters: {:?}", start.elapsed() / ROUNDS);

    let start = Instant::now();
    for _ in 0..ROUNDS {
        std::hint::black_box(omoide_language::tokens::morphemes(SAID));
    }
    let megabytes = SAID.len() as f64 * f64::from(ROUNDS) / 1e6;
    println!("morphemes: {:.1} MB/s", megabytes / start.elapsed().as_secs_f64());

    let texts = [
        "速度改善の最適化をした",
        "my dog likes the new puppy",
        "会議は明日の午後です",
        "We chose SQLite over Postgres",
    ];
    let start = Instant::now();
    for _ in 0..ROUNDS {
        let _ = std::hint::black_box(embedder.embed(&texts));
    }
    let each = f64::from(ROUNDS) * texts.len() as f64 / start.elapsed().as_secs_f64();
    println!("embeds a second: {each:.0}");
}
