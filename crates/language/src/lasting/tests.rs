//! What is taken for lasting, and what is not.

use super::{LastingKind as Kind, lasting};

fn kinds(text: &str) -> Vec<Kind> {
    lasting(text).into_iter().map(|one| one.kind).collect()
}

fn check(cases: &[(&str, Kind)]) {
    let wrong: Vec<String> = cases
        .iter()
        .filter(|(text, kind)| !kinds(text).contains(kind))
        .map(|(text, kind)| format!("{text}: {kind:?}, got {:?}", kinds(text)))
        .collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn facts_of_people_pets_and_things_are_heard_in_english() {
    use Kind::{Age, Appointment, Birthday, Family, Habit, Health, Home, Name, Pet, Promise, Taste, Thing, Work};
    check(&[
        ("Hi! I'm Sakura", Name),
        ("hi, a friend told me to try this. I'm Petra. I mend clocks for a living", Name),
        ("hi, a friend told me to try this. I'm Petra. I mend clocks for a living", Work),
        ("oh and call me Bex, everyone does", Name),
        ("my name's Priya btw", Name),
        ("We finally named her, our cat is called Pudding", Name),
        ("My dog Rex is 5 years old", Age),
        ("im 34 and still can't parallel park", Age),
        ("my daughter turns 7 next week", Age),
        ("She's 41, I think it suits her", Age),
        ("my brother Tom lives in Leeds", Home),
        ("I moved to Kamakura yesterday", Home),
        ("ok so I'm from a tiny village, well, I'm from Ohio originally", Home),
        ("we're based in Lisbon these days", Home),
        ("I work as a night nurse so mornings are rough", Work),
        ("my sister's a vet", Work),
        ("I'm a freelance translator", Work),
        ("he teaches chemistry at the high school", Work),
        ("I have two kids", Family),
        ("we've got a baby on the way and I'm married to a saint", Family),
        ("I've got three sisters, it's loud at home", Family),
        ("we adopted a kitten from the shelter", Pet),
        ("I have a dog, he eats everything", Pet),
        ("My birthday is March 3rd", Birthday),
        ("mum's birthday's on the 9th... my mum's birthday is on the 9th", Birthday),
        ("our anniversary is in June", Birthday),
        ("I'm allergic to shrimp and crab", Health),
        ("not allergic to peanuts, I'm allergic to almonds", Health),
        ("the doctor says I'm allergic to penicillin", Health),
        ("I take 20mg of it every morning", Health),
        ("I can't eat gluten", Health),
        ("my son has asthma", Health),
        ("I'm vegetarian", Health),
        ("My favourite colour is blue", Taste),
        ("I don't like coffee", Taste),
        ("I love Thai food.", Taste),
        ("turns out my wife hates cilantro", Taste),
        ("I can't stand jazz", Taste),
        ("I prefer tabs over spaces", Taste),
        ("I'm a huge fan of old westerns", Taste),
        ("I never drink coffee after noon", Habit),
        ("I play the cello", Habit),
        ("My flight to Paris is on December 5 at 9am", Appointment),
        ("I have a dentist appointment on Thursday", Appointment),
        ("the surgery is on the 20th", Appointment),
        ("we have our wedding in May, I mean my wedding is on May 4", Appointment),
        ("I promised Lena I'd come to her recital", Promise),
        ("I owe Sam 40 quid", Promise),
        ("my car is a 2015 Civic", Thing),
        ("the project is called Heron", Thing),
        ("the spare key is under the third flowerpot", Thing),
        ("ok so we open on May 9, so nervous", Appointment),
        ("pottery is Mondays at half past six", Appointment),
        ("her name's Ottoline", Name),
        ("Bo is my oldest friend", Family),
        ("Theo's afraid of dogs", Taste),
        ("I lent Marcus 50 euros", Promise),
        ("our backend runs on Postgres 16", Thing),
    ]);
}

#[test]
fn rules_that_stand_are_heard_in_english() {
    let mut missed = Vec::new();
    for text in [
        "never deploy on Fridays",
        "we use pnpm here",
        "prices are whole cents everywhere",
        "always run the migrations before the tests",
        "don't touch the legacy folder",
        "ok. also, never commit straight to main please",
        "all commits must be signed",
        "every PR needs two approvals",
        "no deploys after 4pm",
        "no emoji in commit messages",
        "use tabs, not spaces",
        "we don't mock the database in tests",
        "we only release on Tuesdays, after Keiko signs off",
        "IMPORTANT: never log customer emails",
        "from now on keep the changelog in alphabetical order",
        "direct pushes to main are forbidden",
        "timestamps are UTC everywhere",
        "You must never restart prod by hand",
        "deploys only on Tuesdays",
        "the vendor directory is off-limits",
        "run the linter before each push please",
        "every endpoint gets a timeout",
        "everything stored is in metric units",
        "we never skip hooks",
        "I don't want squashed merges",
    ] {
        if !kinds(text).contains(&Kind::Rule) {
            missed.push(text);
        }
    }
    assert!(missed.is_empty(), "{missed:#?}");
}

#[test]
fn facts_are_heard_in_japanese() {
    use Kind::{Age, Appointment, Birthday, Family, Habit, Health, Home, Name, Pet, Promise, Taste, Work};
    check(&[
        ("はじめまして、佐藤です", Name),
        ("猫の名前はミケです", Name),
        ("うちにはモカっていう犬がいるんだけどさ", Name),
        ("弟の健太が遊びに来た", Name),
        ("山本といいます。よろしく", Name),
        ("娘は来月で6歳になる", Age),
        ("わたし今年で42歳です", Age),
        ("弟は札幌で働いてる", Work),
        ("姉は大阪に住んでいます", Home),
        ("先月、鎌倉に引っ越しました", Home),
        ("出身は青森です", Home),
        ("実家は長野やねん", Home),
        ("看護師をしてます", Work),
        ("旦那はエンジニアです", Work),
        ("市役所に勤めてる", Work),
        ("妹が二人います", Family),
        ("去年結婚しました", Family),
        ("一人っ子です", Family),
        ("柴犬を飼ってる", Pet),
        ("うち猫が3匹いるから毛だらけ", Pet),
        ("誕生日は3月5日", Birthday),
        ("母の命日は11月2日です", Birthday),
        ("えびアレルギーなんだよね", Health),
        ("パクチーは食べられない", Health),
        ("牛乳が飲めへん", Health),
        ("薬を1日2回、10日間", Health),
        ("血圧の薬を毎朝飲んでる", Health),
        ("花粉症で春はつらい", Health),
        ("コーヒーは苦手", Taste),
        ("辛いものが大好きです", Taste),
        ("好きな色は青", Taste),
        ("納豆きらいやねん", Taste),
        ("趣味は山登り", Taste),
        ("毎朝5時に起きてる", Habit),
        ("歯医者の予約は木曜の10時", Appointment),
        ("会議は火曜10時に変わった", Appointment),
        ("20日に手術することになった", Appointment),
        ("美咲と約束したんだ", Promise),
        ("予備日は10月2日", Appointment),
        ("打ち合わせは9日の15時になった", Appointment),
        ("健太は高校の同級生で、いま新潟", Family),
        ("仕事は言ったっけ、消防士。", Work),
        ("妹に漫画を貸したままなの", Promise),
        ("合鍵は植木鉢の下です", Kind::Thing),
    ]);
}

#[test]
fn rules_are_heard_in_japanese() {
    let mut missed = Vec::new();
    for text in [
        "必ずレビューを通す",
        "金曜のデプロイは禁止",
        "mainに直接コミットしないで",
        "コミット前にlintを通すこと",
        "本番のDBは絶対に触らないこと",
        "うちはpnpmを使ってる",
        "金額は整数の円で統一",
        "今後はPRを小さく分けて出す",
        "legacyフォルダは触っちゃだめ",
        "テストは毎回必ず流してください",
        "原則として残業はしない",
        "個人情報をログに書いてはいけない",
        "夜九時以降は電話しないでほしい",
    ] {
        if !kinds(text).contains(&Kind::Rule) {
            missed.push(text);
        }
    }
    assert!(missed.is_empty(), "{missed:#?}");
}

#[test]
fn what_is_no_fact_is_not_taken_for_one() {
    let mut wrong = Vec::new();
    for text in [
        "Where do I live?",
        "do i have any pets",
        "What's my name?",
        "am I allergic to anything?",
        "if I lived in Tokyo I'd eat ramen every day",
        "I wish I had a dog",
        "imagine I'm a pirate",
        "never again lol",
        "never mind",
        "I'm so tired",
        "I'm a bit late",
        "I'm a mess today",
        "I'm Fine",
        "I'm 5 minutes away",
        "I'm 90% sure",
        "the build is so slow, I hate it",
        "ugh this build is slow again",
        "I hate this build",
        "I love it!",
        "I love you",
        "I'd like a coffee",
        "I like the new layout",
        "don't worry about it",
        "don't do that yet",
        "I don't know",
        "no problem",
        "no idea what happened",
        "I've never been to Spain",
        "omg I never once thought of that.",
        "I always thought so",
        "my mom is driving me crazy",
        "my head hurts",
        "the app is broken everywhere",
        "he said he lives in Leeds",
        "The sign says \"no dogs allowed\"",
        "can you fix the failing tests",
        "run the tests again",
        "fix the login bug in auth.rs",
        "did you see the game last night?",
        "I had ramen for lunch",
        "we had a meeting yesterday",
        "I have to go",
        "I have a question",
        "I got it",
        "my code is broken",
        "Everything is fine",
        "it works for me",
        "どこに住んでたっけ",
        "弟の名前なんだっけ？",
        "もし東京に住んでたら毎日ラーメン食べる",
        "猫を飼いたいなあ",
        "もうお腹いっぱいで食べられない",
        "昨日の会議は長かった",
        "ビルドが遅すぎてつらい",
        "今日は疲れた",
        "絶対面白いよ",
        "二度と行かないw",
        "心配しないで",
        "この曲好き",
        "ありがとう！",
        "テストを直して",
        "電車が混んでた",
        "続けて",
        "昔は京都に住んでた",
        "田中さんがそう言ってた",
        "お昼何食べた？",
        "猫がソファーで寝ている",
        "明日は雨らしいよ",
        "Never give up!",
        "they brighten my day and always make me smile",
        "that must be really exciting",
        "everyone has their own story",
        "discovering new places is always awesome",
        "I owe you one",
        "Sounds like parenting has been fun",
        "We don't go often",
        "everything is broken",
        "every time I try it fails",
        "the demo went fine on June 3",
        "[2026-01-05] ERROR worker died",
        "昔は犬を飼っていて楽しかった",
        "名前が出てこない",
        "子供がいる時は大変",
        "6月3日に行った店、よかった",
    ] {
        let found = lasting(text);
        if !found.is_empty() {
            wrong.push(format!("{text}: {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn a_clause_is_told_with_its_place() {
    let text = "hey. so anyway I'm Petra, nice to meet you";
    let found = lasting(text);
    assert_eq!(found.len(), 1);
    assert_eq!(&text[found[0].span.clone()], "I'm Petra");
    let text = "久しぶり！弟は札幌で働いてる。元気？";
    let found = lasting(text);
    assert_eq!(&text[found[0].span.clone()], "弟は札幌で働いてる");
}

#[test]
fn code_and_quotations_tell_nothing() {
    assert!(lasting("```\n// never deploy on Fridays\n```").is_empty());
    assert!(lasting("> I'm allergic to nuts\nwho wrote that?").is_empty());
}
