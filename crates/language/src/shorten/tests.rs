//! Summaries and traces of ordinary turns.

use super::*;

fn text(trigger: &str, content: &str) -> Text {
    Text { trigger: trigger.to_owned(), content: content.to_owned() }
}

fn characters(text: &Text) -> usize {
    length(&text.trigger) + length(&text.content)
}

fn long_turn() -> Text {
    text(
        "昨日からPostgreSQLへの移行を進めているんだけど、マイグレーションのスクリプトが本番のデータで落ちてしまう。\
         ログを見ると外部キー制約のエラーが出ている。正直かなり焦っている。週末までに終わらせたい。どこから調べればいい？",
        "まず外部キー制約のエラーが出ているテーブルを特定しましょう。pg_constraintを調べると、どの制約が失敗したか分かります。\
         次に、移行の順番を親テーブルから子テーブルへ直してください。一時的に制約を無効にする方法もありますが、勧めません。\
         ステージング環境で本番のコピーを使って試すのが安全です。焦らなくて大丈夫、週末までに間に合います。",
    )
}

#[test]
fn a_summary_is_short_and_made_of_the_texts_own_sentences() {
    let original = long_turn();
    let summary = summary(&original);
    assert!((50..=200).contains(&characters(&summary)), "{} {summary:?}", characters(&summary));
    assert!(summary.trigger.contains("PostgreSQL"), "{summary:?}");
    for piece in crate::sentences::sentences(&summary.content) {
        assert!(original.content.contains(piece.trim_end_matches('…')), "{piece}");
    }
}

#[test]
fn a_short_text_stays() {
    let original = text(" Pythonのリスト内包表記について質問された ", "基本的な書き方と条件付きの例を説明した。");
    assert_eq!(
        summary(&original),
        text("Pythonのリスト内包表記について質問された", "基本的な書き方と条件付きの例を説明した。")
    );
}

#[test]
fn a_summary_of_english_is_english() {
    let sentence = "The deployment to Kubernetes failed because the readiness probe timed out after thirty seconds. ";
    let original = text(&sentence.repeat(2), &format!("{}We raised the timeout. It works now!", sentence.repeat(6)));
    let summary = summary(&original);
    assert!((50..=200).contains(&characters(&summary)), "{summary:?}");
    assert!(summary.trigger.contains("Kubernetes"));
}

#[test]
fn code_is_reduced_to_what_it_was_about() {
    let body = "let x = 1;\n".repeat(60);
    let summary = summary(&text(&format!("この関数が遅い\n```rust\nfn parse_all() {{\n{body}}}\n```"), "了解です。"));
    assert!(summary.trigger.contains("この関数が遅い") && summary.trigger.contains("parse_all"), "{summary:?}");
    assert!(characters(&summary) <= 200);
}

#[test]
fn a_trace_is_keywords_in_the_words_of_the_text() {
    let original = text("Python文法について質問を受けた", "リスト内包表記について説明した");
    assert_eq!(trace(&original, &[]), text("Python, 文法, 質問", "リスト内包表記, 説明"));
}

#[test]
fn no_half_that_was_there_becomes_empty() {
    for (trigger, content) in [("うん", "そうだね"), ("…", "！"), ("あ", ""), ("", "ok"), ("😀", "the")] {
        let original = text(trigger, content);
        for short in [summary(&original), trace(&original, &[])] {
            assert_eq!(short.trigger.is_empty(), trigger.is_empty(), "{short:?}");
            assert_eq!(short.content.is_empty(), content.is_empty(), "{short:?}");
        }
    }
}

#[test]
fn a_turn_that_fits_is_kept_verbatim() {
    assert_eq!(within(" a \n", "b\n\nc", 100), text("a", "b\n\nc"));
}

#[test]
fn a_turn_that_does_not_fit_keeps_important_sentences_in_order() {
    let long = long_turn();
    for most in [0, 1, 2, 3, 10, 40, 100, 200] {
        let cut = within(&long.trigger, &long.content, most);
        assert!(characters(&cut) <= most, "{most}: {cut:?}");
    }
    let cut = within(&long.trigger, &long.content, 200);
    assert!(cut.content.contains('…') && cut.trigger.contains('…'), "{cut:?}");
    assert!(cut.trigger.starts_with("昨日からPostgreSQL"), "{cut:?}");
}

#[test]
fn a_short_question_leaves_its_room_to_a_long_answer() {
    let cut = within("なぜ？", &"これは理由の一つです。".repeat(50), 300);
    assert_eq!(cut.trigger, "なぜ？");
    assert!(length(&cut.content) > 200);
}
