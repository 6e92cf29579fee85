//! What is a task and what is not.

use super::*;

fn said(text: &str) -> Vec<&str> {
    tasks_said(text).into_iter().map(|span| &text[span]).collect()
}

#[test]
fn a_task_in_english_is_what_someone_asks_to_note() {
    for (text, task) in [
        ("todo: book the flight", "book the flight"),
        ("TODO: renew the passport before June.", "renew the passport before June"),
        ("To-do: clean the gutters", "clean the gutters"),
        ("Task: call the bank about the card", "call the bank about the card"),
        ("New task: order toner", "order toner"),
        ("Action item: Petra sends the slides", "Petra sends the slides"),
        ("- [ ] todo: feed the cat", "feed the cat"),
        ("* TODO: write the release notes", "write the release notes"),
        ("That was fun. Todo: thank Marta.", "thank Marta"),
        ("Add a task: descale the kettle", "descale the kettle"),
        ("Add a task to rotate the keys.", "rotate the keys"),
        ("Please add a task to rotate the keys", "rotate the keys"),
        ("Can you add a task to repaint the fence?", "repaint the fence"),
        ("create a task for the roof inspection", "the roof inspection"),
        ("Could you please create a task to update the wiki?", "update the wiki"),
        ("Add a todo to water the fern", "water the fern"),
        ("Add oat milk to my todo list", "oat milk"),
        ("By the way, remind me to call the dentist tomorrow.", "call the dentist tomorrow"),
        ("Thanks, and remind me to back up the laptop", "back up the laptop"),
        ("Oh, could you add a task to rotate the keys?", "rotate the keys"),
        ("Put the tax return on my to-do list, please.", "the tax return"),
        ("please add fixing the bike to the todo list", "fixing the bike"),
        ("Add \"call the vet\" to my tasks", "call the vet"),
        ("Remind me to call Aki tomorrow.", "call Aki tomorrow"),
        ("remind me to take the bins out", "take the bins out"),
        ("Can you remind me to buy stamps?", "buy stamps"),
        ("please remind us to book the hall", "book the hall"),
        ("Don't let me forget to pay the rent", "pay the rent"),
        ("Set a reminder to stretch", "stretch"),
        ("Please add to my tasks: renew the signing key.", "renew the signing key"),
        ("Thanks, could you put this on my todo list: water the fern?", "water the fern"),
        ("can you add this to my tasks please: sweep the yard", "sweep the yard"),
        ("Please add a task: descale the kettle", "descale the kettle"),
        ("ok, remind me to defrost the fish", "defrost the fish"),
    ] {
        assert_eq!(said(text), [task], "{text}");
    }
}

#[test]
fn what_has_to_be_done_in_english_is_no_task() {
    for text in [
        "We still need to deploy.",
        "I have to call my mother.",
        "There is so much to do: cooking, cleaning, everything",
        "I added a task to rotate the keys.",
        "Did you add a task to rotate the keys?",
        "The task: it was never clear to me.",
        "It reminds me to be careful.",
        "You always remind me to breathe.",
        "She reminded me to eat.",
        "Don't remind me to eat!",
        "Remind me what we decided.",
        "Remind me of the address.",
        "Do you remember to water the fern?",
        "My todo list is too long.",
        "What is on my todo list?",
        "Remove milk from my todo list",
        "The TODO list in the README is old.",
        "How do I add a task to the queue in Celery?",
        "Don't add a task to rotate the keys.",
        "This task takes forever.",
        "I forgot to pay the rent.",
        "Let's finish the importer tomorrow.",
        "He said: todo, call the bank",
        "Did you add this to my tasks: sweep the yard?",
        "Don't add this to my tasks: sweep the yard",
        "Please add to my tea: a spoon of honey, that is the task",
        "> todo: book the flight",
        "```\n// TODO: refactor this\n```",
        "todo:",
        "It is hard to do: nobody helps.",
        "Can you explain what a task is?",
        "Never forget to smile.",
        "multi-task: the art of failing twice",
    ] {
        assert_eq!(said(text), [""; 0], "{text}");
    }
}

#[test]
fn a_task_in_japanese_is_what_someone_asks_to_note() {
    for (text, task) in [
        ("保育園の遠足は28日、お弁当がいるからタスクに追加して。", "保育園の遠足は28日、お弁当がいる"),
        ("タスク：請求書を送る", "請求書を送る"),
        ("タスク: 牛乳を買う", "牛乳を買う"),
        ("TODO：部屋の掃除", "部屋の掃除"),
        ("todo: 歯医者の予約", "歯医者の予約"),
        ("やること：確定申告", "確定申告"),
        ("・タスク：窓を拭く", "窓を拭く"),
        ("新しいタスク：サーバーの更新", "サーバーの更新"),
        ("タスク追加：プリンターのインクを買う", "プリンターのインクを買う"),
        ("タスクに追加：本を返す", "本を返す"),
        ("タスクに追加してください：本棚を組み立てる", "本棚を組み立てる"),
        ("これをやることリストに入れておいて：植木鉢を買う", "植木鉢を買う"),
        ("やることリストに追加：切手を買う", "切手を買う"),
        ("請求書の送付をタスクに追加して", "請求書の送付"),
        ("洗濯機の修理をタスクに追加してください。", "洗濯機の修理"),
        ("資料の印刷をタスクに追加", "資料の印刷"),
        ("資料の印刷をタスクに入れておいて", "資料の印刷"),
        ("あと、粗大ゴミの申し込みをタスクに追加しておいて。", "粗大ゴミの申し込み"),
        ("ケーキの予約をやることに入れて", "ケーキの予約"),
        ("ケーキの予約をやることリストに入れておいて", "ケーキの予約"),
        ("家賃の振込をTODOに追加して", "家賃の振込"),
        ("家賃の振込をToDoリストに追加お願い", "家賃の振込"),
        ("写真の整理をタスク化して", "写真の整理"),
        ("母に電話するのをリマインドして", "母に電話する"),
        ("薬を飲むことをリマインドしてください", "薬を飲む"),
        ("明日の朝ゴミを出すようにリマインドして", "明日の朝ゴミを出す"),
        ("会議室の予約をタスクに追加してくれる？", "会議室の予約"),
        ("庭の草むしりをタスクに登録して", "庭の草むしり"),
        ("ビザの更新をタスクに追加お願いします！", "ビザの更新"),
    ] {
        assert_eq!(said(text), [task], "{text}");
    }
}

#[test]
fn what_has_to_be_done_in_japanese_is_no_task() {
    for text in [
        "明日送らないと。",
        "請求書をタスクに追加した。",
        "請求書をタスクに追加しましたか？",
        "請求書をタスクに追加しないで",
        "タスクが多すぎる。",
        "タスク管理アプリを探している。",
        "タスクに追加する方法を教えて",
        "やることがない。",
        "今日やることは何？",
        "やることリストを見せて",
        "これはやる事が多いね。",
        "タスク：",
        "リマインドしてくれてありがとう。",
        "リマインド機能が便利だ。",
        "彼がリマインドしてくれた。",
        "請求書をタスクから外して",
        "掃除しなきゃ。",
        "TODOリストって何？",
        "マルチタスクは苦手だ。",
        "タスクを追加したい気もする",
        "部屋の掃除をタスクに入れ忘れた",
        "部屋の掃除をタスクに入れる予定",
        "やることをやるだけ。",
        "難しいタスクだった。",
        "> タスク：請求書を送る",
        "やることに意味がある。",
        "そのタスクは終わった。",
        "誰がタスクに追加したの？",
        "来週までに準備しておかないと。",
        "忘れないようにしたい。",
    ] {
        assert_eq!(said(text), [""; 0], "{text}");
    }
}
