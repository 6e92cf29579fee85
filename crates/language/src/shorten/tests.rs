//! Summaries and traces of ordinary turns.

use proptest::prelude::*;

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
    assert!((50..=LATIN_SUMMARY.both).contains(&characters(&summary)), "{summary:?}");
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
fn a_trace_is_a_telegram_that_still_says_it() {
    for (said, replied, kept) in [
        (
            "My favourite colour is blue, by the way, it always has been since I was little and painted my room with my dad.",
            "Blue is a lovely choice! It is said to be calming.",
            &["favourite colour", "blue"][..],
        ),
        (
            "I went to the new café with Lena today and the cake was nice, but honestly I don't like coffee.",
            "Then tea it is next time!",
            &["don't like coffee"],
        ),
        (
            "For the record I am not allergic to peanuts, only to almonds. My mother keeps telling everybody the wrong thing.",
            "Understood, I will keep that in mind.",
            &["not allergic to peanuts", "only to almonds"],
        ),
        (
            "Just so you know how this works here: our team deploys only on Tuesdays after Keiko approves. It was decided last year.",
            "Got it, thanks for telling me!",
            &["deploys only", "Tuesdays", "Keiko"],
        ),
        (
            "昨日はエスニックの店に行ってきた。おいしかったけど、パクチーは食べられないんだよね。友達が全部食べてくれた。",
            "それは助かったね。",
            &["パクチー", "食べられない"],
        ),
        (
            "病院に行ってきた。ただの風邪だって。薬を1日2回、10日間飲むようにって言われた。早く治したいなあ。",
            "お大事に。ゆっくり休んでくださいね。",
            &["1日2回", "10日間"],
        ),
        (
            "実はさ、コーヒーは苦手なんだよね。会社でみんな飲んでるから言いにくいけど。",
            "わかります。",
            &["コーヒー", "苦手"],
        ),
    ] {
        let original = text(said, replied);
        let short = trace(&original);
        let all = format!("{} {}", short.trigger, short.content);
        assert!(kept.iter().all(|word| all.contains(word)), "{short:?}");
        assert!(characters(&short) * 100 <= characters(&original) * 70, "{short:?}");
        assert!(!all.contains("lovely") && !all.contains("お大事に"), "{short:?}");
    }
}

#[test]
fn a_short_fact_stays_whole() {
    for said in [
        "I don't like coffee",
        "パクチーは食べられない",
        "薬を1日2回、10日間",
        "not allergic to peanuts, only to almonds",
    ] {
        assert_eq!(summary(&text(said, "")), text(said, ""));
        assert_eq!(trace(&text(said, "")), text(said, ""));
    }
}

#[test]
fn numbers_of_the_kept_clause_survive() {
    for (said, kept) in [
        (
            "Bought 2.5 kg of flour and 12 eggs at the market, which was crowded as always on weekends, and then went home.",
            &["2.5 kg", "12 eggs"][..],
        ),
        ("先週の健康診断で、血圧が上が142、下が91だったので、塩分を1日6g以下にするように言われた。", &["1日6g"]),
        (
            "The invoice is $1,240.50 and it is due on 3 March, they told me on the phone after a long wait with terrible music.",
            &["$1,240.50", "3 March"],
        ),
    ] {
        let short = trace(&text(said, ""));
        assert!(kept.iter().all(|word| short.trigger.contains(word)), "{short:?}");
    }
}

#[test]
fn what_was_said_never_becomes_empty() {
    for (trigger, content) in [("うん", "そうだね"), ("…", "！"), ("あ", ""), ("", "ok"), ("😀", "the")] {
        let original = text(trigger, content);
        for short in [summary(&original), trace(&original)] {
            assert_eq!(short.trigger.is_empty(), trigger.is_empty(), "{short:?}");
            assert!(!short.joined().is_empty() && (short.content.is_empty() || !content.is_empty()), "{short:?}");
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

#[test]
fn what_matters_stays_and_what_fills_goes() {
    for (said, replied, kept, gone) in [
        (
            "お疲れ様です。えーと、すみません、明日の定例会議の件なんですけど、10時からじゃなくて14時からに変更してもいいですか？よろしくお願いします。",
            "了解しました！明日の定例会議を14時からに変更しました。参加者の田中さんと佐藤さんにも連絡しておきます。他に何かあればお気軽にお知らせください。",
            &["定例会議", "14時", "田中さん", "佐藤さん"][..],
            &["お疲れ様", "えーと", "よろしく", "了解しました", "お気軽に"][..],
        ),
        (
            "コンペ落ちた。3ヶ月準備したのに、最終選考で負けた。本当に悔しい。審査員のコメントは「技術は良いが物語がない」だった。次は絶対に勝ちたい。",
            "3ヶ月の準備は無駄ではありません。次回は導入で利用者の困りごとを見せて、技術がどう解決するかを順に語る構成にしましょう。",
            &["悔しい", "3ヶ月", "最終選考"],
            &[],
        ),
        (
            "Hi there! Um, I was wondering, could you please tell me how to resize a photo in GIMP? Thanks in advance!",
            "Sure, happy to help! Open the image in GIMP, then choose Image > Scale Image, set the width to 1200 pixels and click Scale. Finally, export it with File > Export As. Let me know if you have any other questions!",
            &["resize a photo in GIMP", "1200 pixels", "Export As"],
            &["Hi there", "Um", "Thanks in advance", "happy to help", "Let me know"],
        ),
        (
            "My grandmother passed away on Sunday. I am heartbroken. She raised me in Osaka until I was 12, and I never told her how much she meant to me. The funeral is on Thursday at 10am and I have to give a speech.",
            "I'm so sorry for your loss.",
            &["grandmother", "Sunday", "heartbroken"],
            &[],
        ),
        (
            "We decided to move the release from March 3 to March 17 because QA found 14 blocking bugs. Tell Priya.",
            "Noted. I'll let Priya know.",
            &["March 3 to March 17", "14 blocking bugs", "Priya"],
            &[],
        ),
        (
            "The quarterly numbers are in: revenue was 4.2 million, up 12% from last quarter, but churn rose to 3.1%. Honestly I'm pretty worried about churn. What should we look at first?",
            "A rise to 3.1% churn alongside 12% revenue growth usually means that new sales are hiding losses among existing customers. I would first segment churn by plan and by signup month, because a spike in one cohort points to onboarding while an even rise points to pricing or product.",
            &["4.2 million", "worried"],
            &[],
        ),
        (
            "ログインで落ちるんだけど\n```\nTraceback (most recent call last):\n  File \"/srv/app/views.py\", line 42, in login\n    user = session[\"user\"]\nKeyError: 'user'\n```\nなんでだろう？",
            "セッションに値が入っていないためです。\n```python\ndef login():\n    return session.get(\"user\")\n```\nこれで例外になりません。",
            &["ログインで落ちる", "[エラー: KeyError: 'user' (app/views.py:42)]", "[コード: Python, def login]"],
            &["Traceback", "return"],
        ),
    ] {
        let short = summary(&text(said, replied));
        let all = format!("{} {}", short.trigger, short.content);
        assert!(characters(&short) <= LATIN_SUMMARY.both, "{short:?}");
        assert!(kept.iter().all(|word| all.contains(word)), "{short:?}");
        assert!(!gone.iter().any(|word| all.contains(word)), "{short:?}");
        assert!(crate::sentences::sentences(&short.trigger).len() <= SENTENCES_OF_TRIGGER, "{short:?}");
        assert!(crate::sentences::sentences(&short.content).len() <= SENTENCES_OF_CONTENT, "{short:?}");
    }
}

/// Turns of the kinds that a memory archives: chat, work, code, feelings, plans.
const ARCHIVED: [(&str, &str); 12] = [
    (
        "今日のランチは駅前のラーメン屋に行った。味噌ラーメンが美味しかった。次回は塩ラーメンを試したい。",
        "いいですね！味噌ラーメン、美味しそうです。塩ラーメンもぜひ試してみてください。",
    ),
    (
        "「記憶システムのストレージ、MongoDBにしたらどう思う？」と聞かれた",
        "技術選定について意見を求められた。JSONで十分という結論になり、設計の妥当性が確認できて少し安心した",
    ),
    (
        "うちの猫のミケが、昨日の夜からご飯を全然食べないんだよね。元気もなくて、ずっと押し入れにいる。ちょっと心配。",
        "それは心配ですね。猫が24時間以上食べないと、肝臓に負担がかかることがあります。今日中に動物病院で診てもらうことをおすすめします。",
    ),
    (
        "最近なんだか眠れなくて、夜中の3時くらいまでスマホを見てしまう。上司の山本さんに注意されて恥ずかしかった。",
        "まずは就寝1時間前からスマホを別の部屋に置くことを試してみてください。カフェインは14時以降控えましょう。",
    ),
    (
        "来月の京都旅行、二泊三日で五万円以内に収めたい。宿は四条河原町の近くがいい。",
        "四条河原町なら一泊八千円ほどのビジネスホテルがあります。交通費を夜行バスにすれば全体で四万五千円くらいです。",
    ),
    (
        "この関数が遅いので見てほしい。\n```rust\nfn parse_all(lines: &[&str]) -> Vec<Date> {\n    let mut found = Vec::new();\n    for line in lines {\n        found.push(parse(line));\n    }\n    found\n}\n```",
        "行ごとに正規表現をコンパイルしているのが原因です。LazyLockで一度だけ作るようにしてください。",
    ),
    (
        "How do I center a div in CSS? I've tried margin: auto but nothing happens.",
        "Use flexbox on the parent: set display: flex, justify-content: center and align-items: center. `margin: auto` only works when the element has a width and its display is block.",
    ),
    (
        "We decided to move the release from March 3 to March 17 because QA found 14 blocking bugs. Tell Priya.",
        "Noted. I'll let Priya know that the release moves to March 17 because of 14 blocking bugs found by QA.",
    ),
    (
        "My daughter Emma took her first steps today! She walked from the sofa to the kitchen table all by herself.",
        "What a wonderful moment! First steps are a big milestone. Did you manage to take a video of Emma walking?",
    ),
    (
        "I have a job interview at Siemens in Munich next Tuesday and I'm quite nervous about the technical part.",
        "That's understandable. Let's prepare: review the basics of control theory, prepare two stories about your projects, and write down three questions about the team.",
    ),
    (
        "Can you recommend a good book about the history of Portugal? I liked Crowley's Conquerors a lot.",
        "If you enjoyed Conquerors, try The First Global Village by Martin Page, which is shorter and lighter, or Disney's A History of Portugal for a thorough account.",
    ),
    (
        "docker compose up fails with this:\nERROR: for web  Cannot start service web: driver failed programming external connectivity on endpoint app_web_1: Bind for 0.0.0.0:8080 failed: port is already allocated",
        "Another process already uses port 8080. Find it with lsof -i :8080 and stop it, or map the service to another port, for example 8081:8080.",
    ),
];

#[test]
fn what_is_archived_is_seventy_per_cent_smaller() {
    let (mut before, mut after) = (0, 0);
    for (said, replied) in ARCHIVED {
        let original = text(said, replied);
        let short = trace(&original);
        before += said.len() + replied.len();
        after += short.trigger.len() + short.content.len();
        assert!(characters(&short) * 2 <= characters(&original), "{short:?}");
    }
    assert!(after * 100 < before * 30, "{after} of {before}");
}

const DIALOGUE: &str = "Ana: Hi Ben! How are you?\n\
    Ben: Hey Ana! I'm fine, thanks. I just got back from Lisbon.\n\
    Ana: Wow! What did you do there?\n\
    Ben: I visited my brother Rui. He opened a bakery on 12 May and I helped him paint the walls.\n\
    Ana: That's great! I want to go to Portugal in September. Can you give me his address?\n\
    Ben: Sure, I'll send it to you tonight. You should try his custard tarts.\n\
    Ana: Thanks, Ben. My sister and I love pastry. We booked a flight yesterday.\n\
    Ben: Cool. Don't forget to call him before you go.\n\
    Ana: Okay, see you!";

#[test]
fn a_dialogue_is_told_with_who_did_what() {
    let told = summarise(DIALOGUE, 260);
    assert!(length(&told) <= 260, "{told}");
    for right in ["Lisbon", "Rui", "12 May", "Ana wants to go to Portugal in September."] {
        assert!(told.contains(right), "{right}: {told}");
    }
    for wrong in ["Ben wants to go", "Ana visited", "Hi Ben", "see you"] {
        assert!(!told.contains(wrong), "{wrong}: {told}");
    }
}

#[test]
fn telling_adds_only_words_of_a_closed_list() {
    let said: Vec<String> = words_of(DIALOGUE);
    for most in (40..600).step_by(20) {
        for word in words_of(&summarise(DIALOGUE, most)) {
            let is_form = |base: &String| {
                [Some(base.clone()), verbs::third_person(base), verbs::past(base)].contains(&Some(word.clone()))
            };
            assert!(said.iter().any(is_form) || report::ADDED.contains(&word.as_str()), "{word}");
        }
    }
}

fn words_of(text: &str) -> Vec<String> {
    text.split(|c: char| !c.is_alphanumeric() && c != '\'')
        .filter(|word| !word.is_empty())
        .map(|word| word.trim_end_matches("'s").to_lowercase())
        .collect()
}

#[test]
fn a_summary_of_a_document_keeps_its_names_and_numbers() {
    let document = "The Tokyo office opens on 4 April. There are many things that one could say about offices in general. \
        Kenji Mori will lead a team of 25 people. Offices are places where people work. \
        The rent is 3.2 million yen a month. It is what it is.";
    let short = summarise(document, 130);
    assert!(length(&short) <= 130, "{short}");
    for word in ["Tokyo", "4 April", "Kenji Mori", "25", "3.2 million"] {
        assert!(short.contains(word), "{word}: {short}");
    }
}

/// What is superlinear would take minutes here.
#[test]
fn giants_are_summarised_to_their_end() {
    let size = 1 << 16;
    let log = "2026-01-20T14:30:00Z ERROR worker-7 request 12345 failed: timeout\n".repeat(1_000);
    let talk = "Ana: I went to Paris, and you?\nBen: Me too.\n".repeat(size / 44);
    for giant in [
        "a".repeat(size),
        "あ".repeat(size / 3),
        "、".repeat(size / 3),
        "}\n".repeat(size / 2),
        "|a|\n".repeat(size / 4),
        log,
        talk,
    ] {
        assert!(length(&summarise(&giant, 500)) <= 500);
        assert!(length(&session(&[(&giant, ""), ("", &giant)], 300)) <= 300);
    }
}

fn sentence() -> impl Strategy<Value = String> {
    prop::sample::select(vec![
        "Ana: ",
        "Ben: ",
        "#Person1#: ",
        "I ",
        "you ",
        "don't ",
        "my ",
        "we're ",
        "read ",
        "why ",
        "do ",
        "and ",
        "please ",
        "if ",
        "猫が",
        "悔しい",
        "、",
        "。",
        "? ",
        ". ",
        ", ",
        "\n",
        "```\n",
        "fn f() {\n",
        "| a | b |\n",
        "KeyError: 'x'\n",
        "2026-01-20 10:00:00 ERROR bad\n",
        "…",
        "[",
        "]",
        "'",
        "\u{301}",
        "えーと、",
        "12",
        "Thanks, Bob. ",
    ])
    .prop_map(str::to_owned)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn nothing_is_ever_longer_than_asked(
        pieces in prop::collection::vec(sentence(), 0..60), other in any::<String>(), most in 0_usize..200,
    ) {
        let mixed = pieces.concat();
        for given in [mixed.as_str(), other.as_str()] {
            prop_assert!(length(&summarise(given, most)) <= most);
            prop_assert!(length(&session(&[(given, &other), (&mixed, given)], most)) <= most);
            prop_assert!(characters(&within(given, &mixed, most)) <= most);
            let original = text(given, &mixed);
            let (short, least) = (summary(&original), trace(&original));
            prop_assert!(characters(&short) * WORTH_SUMMING_UP <= LATIN_SUMMARY.both * 100);
            prop_assert_eq!(short.trigger.is_empty(), given.trim().is_empty());
            prop_assert!(characters(&short) <= characters(&original), "{:?}", short);
            prop_assert!(characters(&least) <= characters(&short), "{:?}", least);
        }
    }

    #[test]
    fn every_word_of_a_document_s_summary_is_its_own(
        sentences in prop::collection::vec("[A-Z][a-z]{2,8}( [a-z]{1,9}| [0-9]{1,4}){1,9}[.!?] ", 1..12), most in 20_usize..200,
    ) {
        let document = sentences.concat();
        let folded = document.to_lowercase();
        for word in words_of(&summarise(&document, most)) {
            prop_assert!(folded.contains(&word), "{} in {}", word, document);
        }
    }
}
