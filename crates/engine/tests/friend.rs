//! What a friend would remember: obvious questions and remarks, asked of a mind that knows one thing, and of one that has
//! twenty others to think of.

use omoide::core::parameters::Parameters;
use omoide::{Observation, Prompt, SleepMode};
use omoide_testkit::sandbox::Sandbox;

/// What was told, and what should bring it to mind the day after.
const CASES: &[(&str, [&str; 4])] = &[
    (
        "Hi! I'm Sakura",
        ["What's my name?", "do you know what I'm called?", "who am I?", "remind me, what's my name again"],
    ),
    (
        "I'm allergic to shrimp and crab",
        [
            "Can I eat prawns?",
            "want to grab some crab legs?",
            "is lobster bisque ok for me?",
            "shrimp tempura tonight?",
        ],
    ),
    (
        "My dog Rex is 5 years old",
        ["do I have any pets?", "how old is Rex?", "what's my dog's name?", "Rex ran off again this morning"],
    ),
    (
        "My flight to Paris is on December 5 at 9am",
        [
            "when do I fly?",
            "what time does my plane leave?",
            "when am I going to Paris?",
            "do I have a flight coming up?",
        ],
    ),
    (
        "I moved to Kamakura yesterday",
        ["Where do I live?", "what city do I live in now?", "where's my new place?", "which town did I move to?"],
    ),
    (
        "会議は火曜10時に変わった",
        ["会議はいつ？", "会議って何曜だっけ", "会議、何時からだった？", "次の会議の時間教えて"],
    ),
    (
        "My favourite colour is blue",
        [
            "What's my favourite colour?",
            "which colour do I like best?",
            "what color do I love the most?",
            "do you remember my favorite color?",
        ],
    ),
    (
        "I don't like coffee",
        ["Do I like coffee?", "shall we get a coffee?", "what drinks do I dislike?", "would I want an espresso?"],
    ),
    (
        "芽衣と喧嘩した。ひどいことを言ってしまった",
        ["芽衣と仲直りした！", "芽衣から連絡が来た", "芽衣に謝ろうと思う", "芽衣とは最近どうだっけ"],
    ),
    (
        "I love Thai food.",
        ["What does Alex like to eat?", "which cuisine do I love?", "let's order Thai tonight", "what food do I like?"],
    ),
];

const OTHERS: [&str; 20] = [
    "The bookshelf in the hall finally got fixed",
    "今日は雨で洗濯物が乾かない",
    "I watched a documentary about glaciers",
    "新しいヘッドホンの音がいい",
    "The neighbours are renovating their roof",
    "駅前のパン屋が閉店するらしい",
    "Traffic was terrible on the ring road",
    "図書館で植物図鑑を借りた",
    "My laptop fan makes a rattling noise",
    "夕焼けがきれいだった",
    "The tomatoes are finally ripening",
    "友達から旅行の写真が届いた",
    "I tried a new route for my run",
    "会社のエレベーターが故障した",
    "The museum has a new exhibition on maps",
    "歯ブラシを買い替えた",
    "We played cards until midnight",
    "ベランダに鳩が来る",
    "My sister sent a parcel",
    "電車が20分遅れた",
];

/// The prompts that do not bring what was told to mind, the day after.
fn missed(others: &[&str]) -> Vec<String> {
    let mut missed = Vec::new();
    for (told, prompts) in CASES {
        let sandbox = Sandbox::new(Parameters::default());
        sandbox.clock.set("2026-11-01T10:00:00+09:00");
        for said in others.iter().chain([told]) {
            sandbox.mind().remember(Observation::said(*said).replied("I see.")).expect("it is remembered");
        }
        sandbox.clock.set("2026-11-02T10:00:00+09:00");
        sandbox.mind().sleep(None, SleepMode::Real, &mut |_, _, _| {}).expect("it sleeps");
        for prompt in prompts {
            let asked = Prompt { leaves_a_mark: false, ..Prompt::new(*prompt) };
            let hits = sandbox.mind().recall(&asked).expect("recall never fails").hits;
            if !hits.iter().any(|hit| hit.memory.text.trigger == *told) {
                missed.push(format!("{told}: {prompt}"));
            }
        }
    }
    missed
}

#[test]
fn one_thing_told_comes_to_mind_when_it_is_asked_for_or_touched() {
    assert_eq!(missed(&[]), Vec::<String>::new());
}

#[test]
fn it_does_so_among_twenty_others() {
    assert_eq!(missed(&OTHERS), Vec::<String>::new());
}

#[test]
fn small_talk_brings_nothing_to_mind() {
    let sandbox = Sandbox::new(Parameters::default());
    for said in OTHERS.iter().chain(CASES.iter().map(|(told, _)| told)) {
        sandbox.mind().remember(Observation::said(*said).replied("I see.")).expect("it is remembered");
    }
    for prompt in ["lol ok", "good night!", "what's 17 times 4?", "じゃあまた明日", "へえ、そうなんだ", "be right back"]
    {
        let asked = Prompt { leaves_a_mark: false, ..Prompt::new(prompt) };
        let hits = sandbox.mind().recall(&asked).expect("recall never fails").hits;
        let shown: Vec<&str> = hits.iter().map(|hit| hit.memory.text.trigger.as_str()).collect();
        assert!(shown.is_empty(), "{prompt}: {shown:?}");
    }
}
