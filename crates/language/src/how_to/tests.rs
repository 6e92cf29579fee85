//! The three stages, what is offered, and what is not.

use super::reading::bracketed;
use super::*;

fn skills() -> HowToIndex {
    let skill = |title, description, body| HowToText { title, description, body };
    HowToIndex::new([
        skill(
            "release",
            "Publish a new version of the program. [ship it, リリース]",
            "Run the tests.\nWrite the changelog.\nTag the commit and push the tag.",
        ),
        skill(
            "invoices",
            "Write an invoice for a customer and send it as PDF.",
            "Look up the customer's address.\nFill in the hours and the hourly rate.\nExport the invoice to {{path/to/file.pdf}}.",
        ),
        skill(
            "議事録",
            "会議の議事録をまとめて共有する。",
            "録音を文字に起こす。\n決まったことと宿題を書き出す。\n参加者にメールで送る。",
        ),
        skill(
            "backup",
            "Restore or back up the database.",
            "Stop the server.\nCopy the database file to the backup disk.",
        ),
    ])
}

#[test]
fn a_keyword_in_brackets_goes_before_everything_else() {
    let skills = skills();
    for message in ["Ok, ship it: invoice of the customer and all", "リリースして"] {
        let found = skills.rank(message, 10)[0];
        assert_eq!((found.document, found.stage), (0, HowToStage::Keyword), "{message}");
        assert_eq!(skills.offered(message), Some(0), "{message}");
    }
    // The person's own brackets mean what a description only mentions.
    let meant = skills.rank("do the [database] thing", 10)[0];
    assert_eq!((meant.document, meant.stage), (3, HowToStage::Keyword));
    assert_ne!(skills.rank("we ship items to Japan", 10).first().map(|found| found.stage), Some(HowToStage::Keyword));
}

#[test]
fn keywords_are_read_from_all_kinds_of_brackets() {
    assert_eq!(bracketed("For bills. [Invoice, 請求書] and 【領収書】"), ["invoice", "請求書", "領収書"]);
    assert_eq!(bracketed("See [the guide](guide.md), [] and [open"), [""; 0]);
}

#[test]
fn shared_words_find_a_document_by_its_head_and_by_one_of_its_lines() {
    let skills = skills();
    for (message, document) in [
        ("please send the customer an invoice", 1),
        ("what is the hourly rate of that customer's invoice", 1),
        ("copy the database to the backup disk", 3),
        ("昨日の会議の議事録をまとめて", 2),
        ("録音を文字に起こしてほしい", 2),
    ] {
        let found = skills.rank(message, 10)[0];
        assert_eq!((found.document, found.stage), (document, HowToStage::Words), "{message}");
        assert_eq!(skills.offered(message), Some(document), "{message}");
    }
}

#[test]
fn meaning_finds_what_shares_no_word() {
    let found = skills().rank("請求額を顧客に知らせる", 1)[0];
    assert_eq!((found.document, found.stage), (1, HowToStage::Meaning));
}

#[test]
fn nothing_is_offered_for_talk() {
    let skills = skills();
    for message in [
        "hello there",
        "what a lovely evening it was",
        "I like dogs",
        "今日はいい天気ですね",
        "鳥は好き？",
        "",
        "???",
        "run",
        "new",
    ] {
        assert_eq!(skills.offered(message), None, "{message}");
    }
    assert_eq!(HowToIndex::new([]).offered("send an invoice"), None);
    assert!(HowToIndex::default().rank("send an invoice", 5).is_empty());
}

#[test]
fn no_more_are_ranked_than_asked_for_and_always_the_same() {
    let skills = skills();
    assert_eq!(skills.rank("send the invoice to the server", 2).len(), 2);
    assert_eq!(skills.rank("copy the invoice", 10), skills.rank("copy the invoice", 10));
}

#[test]
fn documents_without_words_are_never_found() {
    let empty = HowToText { title: "", description: "", body: "\n\n{{" };
    let index = HowToIndex::new([empty, HowToText { title: "invoices", ..empty }]);
    assert_eq!(index.rank("write invoices", 10).iter().map(|found| found.document).collect::<Vec<_>>(), [1]);
}
