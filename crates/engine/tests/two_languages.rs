//! Two languages are one memory: a question in one finds what was said in the other.

mod shelf;

use omoide::core::ports::store::NewMemory;
use omoide_testkit::sandbox::Sandbox;
use shelf::{found, open, recalled, said, shelf};

/// The same thing as it is told in English and in Japanese, and the questions for it.
struct Pair {
    english: &'static str,
    japanese: &'static str,
    asked_in_english: &'static str,
    asked_in_japanese: &'static str,
}

const fn pair(
    english: &'static str,
    japanese: &'static str,
    asked_in_english: &'static str,
    asked_in_japanese: &'static str,
) -> Pair {
    Pair { english, japanese, asked_in_english, asked_in_japanese }
}

const PAIRS: [Pair; 40] = [
    pair(
        "My dentist appointment is at half past nine",
        "歯医者の予約は9時半",
        "When do I go to the dentist?",
        "歯医者は何時？",
    ),
    pair(
        "Daichi broke his arm at football practice",
        "大地がサッカーの練習で腕を折った",
        "What happened to Daichi?",
        "大地に何があった？",
    ),
    pair("Misaki is allergic to eggs", "美咲は卵アレルギー", "What can't Misaki eat?", "美咲が食べられないものは？"),
    pair(
        "I quit drinking coffee because of my stomach",
        "胃のためにコーヒーをやめた",
        "Do I still drink coffee?",
        "コーヒーまだ飲んでたっけ",
    ),
    pair(
        "Grandma keeps the spare key under the flower pot",
        "おばあちゃんは合鍵を植木鉢の下に置いている",
        "Where is grandma's spare key?",
        "おばあちゃんの合鍵どこ？",
    ),
    pair(
        "Our cat sleeps in the washing basket",
        "うちの猫は洗濯かごで寝る",
        "Where does the cat sleep?",
        "猫はどこで寝る？",
    ),
    pair(
        "The train to Kanazawa was two hours late",
        "金沢行きの電車が二時間遅れた",
        "Which train was late?",
        "遅れたのはどの電車？",
    ),
    pair(
        "Dad's blood pressure medicine is the white one",
        "父の血圧の薬は白いほう",
        "Which medicine does my father take?",
        "父の薬はどれ？",
    ),
    pair(
        "The rent goes up by five thousand in spring",
        "春から家賃が五千円上がる",
        "What about the rent?",
        "家賃はどうなる？",
    ),
    pair(
        "I failed the driving test twice",
        "運転免許の試験に二回落ちた",
        "How did my driving licence exam go?",
        "免許の試験どうだった？",
    ),
    pair(
        "Haruka is getting married in a temple",
        "遥はお寺で結婚式をする",
        "Where is Haruka's wedding?",
        "遥の結婚式はどこ？",
    ),
    pair(
        "The password of the router is on the fridge",
        "ルーターのパスワードは冷蔵庫に貼ってある",
        "Where is the router password?",
        "ルーターのパスワードどこ？",
    ),
    pair(
        "My sister wants a violin for her birthday",
        "妹は誕生日にバイオリンが欲しい",
        "What does my sister want for her birthday?",
        "妹は誕生日に何が欲しい？",
    ),
    pair("The dog is afraid of thunder", "犬は雷が怖い", "What is the dog afraid of?", "犬は何が怖い？"),
    pair(
        "We planted potatoes behind the house",
        "家の裏にじゃがいもを植えた",
        "Where are the potatoes?",
        "じゃがいもはどこに植えた？",
    ),
    pair(
        "My boss moved the meeting to the big room",
        "上司が会議を大きい部屋に移した",
        "Which room is the meeting in?",
        "会議はどの部屋？",
    ),
    pair("The neighbour's baby cries every night", "隣の赤ちゃんが毎晩泣く", "Who cries at night?", "夜泣くのは誰？"),
    pair("I lost my wallet on the bus", "バスで財布をなくした", "Where did I lose my wallet?", "財布どこでなくした？"),
    pair("Kenta hates mushrooms", "健太はきのこが嫌い", "What does Kenta hate?", "健太の嫌いなものは？"),
    pair(
        "The fire alarm in the kitchen needs batteries",
        "台所の火災報知器は電池がいる",
        "What needs new batteries?",
        "電池がいるのは何？",
    ),
    pair("Nicole sings in a choir", "ニコルは合唱団で歌っている", "What does Nicole do?", "ニコルは何をしている？"),
    pair(
        "We saw fireworks from the bridge",
        "橋から花火を見た",
        "Where did we watch the fireworks?",
        "花火はどこから見た？",
    ),
    pair("My uncle grows strawberries", "叔父は苺を育てている", "What does my uncle grow?", "叔父は何を育てている？"),
    pair(
        "The library books have to go back",
        "図書館の本を返さないといけない",
        "Which books must I return?",
        "返す本は？",
    ),
    pair(
        "Takuya plays the piano in a hotel",
        "拓也はホテルでピアノを弾いている",
        "Where does Takuya play the piano?",
        "拓也はどこでピアノを弾く？",
    ),
    pair("I get seasick on ships", "船に乗ると酔う", "Can I travel by ship?", "船は大丈夫？"),
    pair(
        "Our car insurance ends soon",
        "車の保険がもうすぐ切れる",
        "When does the car insurance end?",
        "車の保険はいつまで？",
    ),
    pair(
        "The teacher praised her drawing",
        "先生が絵を褒めてくれた",
        "What did the teacher say about the picture?",
        "先生は絵を何て言った？",
    ),
    pair(
        "Somebody stole my bicycle at the station",
        "駅で自転車を盗まれた",
        "Where was the bicycle stolen?",
        "自転車はどこで盗まれた？",
    ),
    pair(
        "My throat has hurt since the concert",
        "コンサートから喉が痛い",
        "Since when does my throat hurt?",
        "喉はいつから痛い？",
    ),
    pair(
        "Ayumi moved to Sapporo for work",
        "歩美は仕事で札幌に引っ越した",
        "Where did Ayumi move?",
        "歩美はどこに引っ越した？",
    ),
    pair("We adopted two rabbits", "うさぎを二匹飼い始めた", "What pets do we have, rabbits?", "うさぎは何匹？"),
    pair(
        "The refrigerator makes a strange noise",
        "冷蔵庫から変な音がする",
        "What is wrong with the fridge?",
        "冷蔵庫どうしたの？",
    ),
    pair("The company pays no overtime", "会社は残業代を払わない", "Does the company pay overtime?", "残業代は出る？"),
    pair("My glasses broke when I fell", "転んで眼鏡が壊れた", "How did my glasses break?", "眼鏡はどうして壊れた？"),
    pair(
        "Hannah is vegetarian and eats no fish",
        "ハンナはベジタリアンで魚も食べない",
        "What does Hannah not eat?",
        "ハンナは何を食べない？",
    ),
    pair(
        "There is snow on the mountain already",
        "山にはもう雪がある",
        "Is there snow in the mountains?",
        "山の雪は？",
    ),
    pair("I owe my brother some money", "兄にお金を借りている", "Whom do I owe money?", "誰にお金を借りてる？"),
    pair("The wedding ring is at the repair shop", "結婚指輪は修理に出している", "Where is the ring?", "指輪はどこ？"),
    pair(
        "Ramen after midnight gives me nightmares",
        "夜中にラーメンを食べると悪夢を見る",
        "What gives me bad dreams?",
        "悪夢を見るのは何のせい？",
    ),
];

/// Of so many, the right memory comes first in at least so many.
const ENOUGH: usize = 38;

/// What comes to mind first, whether it is worth saying or not.
fn nearest(sandbox: &Sandbox, prompt: &str) -> Option<String> {
    recalled(sandbox, &open(prompt)).hits.into_iter().next().map(|hit| hit.memory.text.trigger)
}

/// How many of the questions have their answer first, and those that have not.
fn first(
    texts: impl Fn(&Pair) -> &'static str,
    others: impl Fn(&Pair) -> &'static str,
    asked: impl Fn(&Pair) -> &'static str,
) -> (usize, Vec<String>) {
    // Half of the memories around are in the language of the questions, about other things.
    let around =
        ["A heron stood in the pond", "池に鷺が立っていた", "The lift smells of paint", "エレベーターが塗料くさい"];
    let mut wrong = Vec::new();
    let mut right = 0;
    for half in PAIRS.chunks(PAIRS.len() / 2) {
        let rest = PAIRS.iter().filter(|pair| !half.iter().any(|own| own.english == pair.english));
        let others = rest.take(10).map(&others).chain(around);
        let memories: Vec<NewMemory> = half.iter().map(&texts).chain(others).map(said).collect();
        let sandbox = shelf(&memories);
        for pair in half {
            match nearest(&sandbox, asked(pair)) {
                Some(first) if first == texts(pair) => right += 1,
                other => wrong.push(format!("{}: {other:?}", asked(pair))),
            }
        }
    }
    (right, wrong)
}

#[test]
fn english_questions_find_what_was_said_in_japanese() {
    let (right, wrong) = first(|pair| pair.japanese, |pair| pair.english, |pair| pair.asked_in_english);
    assert!(right >= ENOUGH, "{right}: {wrong:#?}");
}

#[test]
fn japanese_questions_find_what_was_said_in_english() {
    let (right, wrong) = first(|pair| pair.english, |pair| pair.japanese, |pair| pair.asked_in_japanese);
    assert!(right >= ENOUGH, "{right}: {wrong:#?}");
}

const AROUND: [&str; 8] = [
    "The gutters have to be cleaned before winter",
    "新しい靴が届いた",
    "We walked along the canal and fed the ducks",
    "会議の資料を直した",
    "The printer is out of toner again",
    "夕食にカレーを作った",
    "Somebody painted the fence blue",
    "電車が遅れて困った",
];

/// The memory is the nearest to all of the prompts, and is worth saying for the first of them.
fn comes_first(memory: &str, prompts: &[&str]) {
    let memories: Vec<NewMemory> = AROUND.into_iter().chain([memory]).map(said).collect();
    let sandbox = shelf(&memories);
    for prompt in prompts {
        assert_eq!(nearest(&sandbox, prompt).as_deref(), Some(memory), "{prompt}");
    }
    let found = found(&sandbox, prompts[0]);
    assert_eq!(found.first().map(String::as_str), Some(memory), "{}: {found:?}", prompts[0]);
}

#[test]
fn names_meet_across_scripts() {
    comes_first(
        "大地と釣りに行った",
        &["What did Daichi do?", "Where was daichi?", "ダイチは何をした？", "ダイチくんの釣りの話"],
    );
    comes_first(
        "Misaki is learning Spanish",
        &["美咲は何を習ってる？", "みさきの習い事は？", "ミサキって何語やってた？"],
    );
    comes_first("Kaede prefers window seats", &["楓の好きな席は？", "かえではどの席が好き？", "カエデの席"]);
    comes_first(
        "ダンカンは左利き",
        &[
            "What is it with Duncan?",
            "Is Duncan left-handed?",
            "Which hand does Duncan use?",
            "What was it about Duncan's hands?",
        ],
    );
    comes_first(
        "さくらの靴のサイズは23",
        &["What size does Sakura wear?", "Sakura's shoe size?", "サクラの靴のサイズは？"],
    );
    comes_first("東京の家は狭かった", &["How was Tokyo?", "The house in Tokyo?", "とうきょうの家は？"]);
}

#[test]
fn words_meet_across_languages() {
    comes_first(
        "キウイ食べると喉が腫れる",
        &["What did I say about kiwi?", "Why not kiwi fruit?", "Is my throat swollen from something?"],
    );
    comes_first(
        "my clinic appointment is on Friday",
        &["病院の予約いつ？", "クリニックの予約は何曜日？", "次の病院の予約って？"],
    );
    comes_first("コーヒーは苦手", &["Do I like coffee?", "What about coffee?", "Should I order a coffee?"]);
}

#[test]
fn what_only_sounds_alike_is_not_brought() {
    let memories: Vec<NewMemory> = AROUND.into_iter().chain(["桜の木を植えた", "列の幅を直した"]).map(said).collect();
    let sandbox = shelf(&memories);
    for prompt in ["Where does Sakura work?", "What does Duncan think?", "Is Daichi coming?", "美咲の電話番号は？"]
    {
        assert_eq!(found(&sandbox, prompt), Vec::<String>::new(), "{prompt}");
    }
}
