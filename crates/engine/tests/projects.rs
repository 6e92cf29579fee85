//! Projects: what belongs to another one stays there, and what a session is told when it begins.

use omoide::core::MemoryId;
use omoide::core::parameters::Parameters;
use omoide::{Observation, Place, Prompt, Remembered};
use omoide_testkit::sandbox::Sandbox;

fn place(project: &str) -> Option<Place> {
    Place::in_project(project)
}

/// Remembers a turn, of a thread in a project where they are named.
fn turn(sandbox: &Sandbox, project: &str, thread: &str, said: &str, replied: &str) -> MemoryId {
    let thread = (!thread.is_empty()).then(|| thread.to_owned());
    let observation = Observation { thread, place: place(project), ..Observation::said(said).replied(replied) };
    match sandbox.mind().remember(observation).expect("remembered") {
        Remembered::Anew { memory, .. } => memory.id,
        other => panic!("{other:?}"),
    }
}

fn recalled(sandbox: &Sandbox, project: &str, words: &str) -> Vec<MemoryId> {
    let prompt = Prompt { place: place(project), leaves_a_mark: false, ..Prompt::new(words) };
    sandbox.mind().recall(&prompt).expect("recalled").hits.iter().map(|hit| hit.memory.id).collect()
}

fn told(sandbox: &Sandbox, project: &str, thread: &str) -> Vec<MemoryId> {
    let place = place(project).unwrap_or_default();
    sandbox.mind().briefing(&place, Some(thread), None).expect("told").memories().map(|memory| memory.id).collect()
}

#[test]
fn a_command_brings_only_what_is_of_its_own_project() {
    let stories = [
        (
            ["The failing tests of the shop need redis to run; fix them by starting it first.", "started"],
            ["Failing tests of the blog are fixed by running make seed before them.", "seeded"],
            [
                "Fix the failing tests",
                "please fix failing tests",
                "get the failing tests fixed",
                "The tests are failing, fix them",
            ],
            "Fix the failing tests of the blog",
        ),
        (
            ["デプロイは火曜だけ、ケイコの承認のあとで行う。", "はい。"],
            ["デプロイは金曜の夜に自動で行う。", "はい。"],
            ["デプロイして", "デプロイをお願い", "デプロイを行って", "デプロイ進めといて"],
            "blogのデプロイはいつ自動で行う？",
        ),
    ];
    for (shop, blog, prompts, named) in stories {
        for has_thread in [true, false] {
            let sandbox = Sandbox::new(Parameters::default());
            let thread = |name: &'static str| if has_thread { name } else { "" };
            let here = turn(&sandbox, "shop", thread("s1"), shop[0], shop[1]);
            let there = turn(&sandbox, "blog", thread("b1"), blog[0], blog[1]);
            for words in prompts {
                assert!(!recalled(&sandbox, "shop", words).contains(&there), "{words}");
                assert!(!recalled(&sandbox, "blog", words).contains(&here), "{words}");
            }
            assert_eq!(recalled(&sandbox, "shop", prompts[0]), [here], "{}", prompts[0]);
            assert_eq!(recalled(&sandbox, "blog", prompts[0]), [there], "{}", prompts[0]);
            assert!(recalled(&sandbox, "shop", named).contains(&there), "{named}");
        }
    }
}

#[test]
fn a_clear_question_finds_what_was_said_elsewhere_where_nothing_here_answers() {
    let sandbox = Sandbox::new(Parameters::default());
    let dog = turn(&sandbox, "house", "h1", "My dog Rex is five years old.", "He is in his best years.");
    let key = turn(&sandbox, "", "", "The spare key of the shed hangs behind the blue door.", "Noted.");
    turn(&sandbox, "shop", "s1", "The shop's database runs on port 5433.", "OK.");
    for words in ["How old is my dog Rex?", "Is my dog Rex five years old?", "How many years old is Rex, my dog?"] {
        assert_eq!(recalled(&sandbox, "shop", words), [dog], "{words}");
    }
    for words in
        ["Where does the spare key of the shed hang?", "Which door does the spare key of the shed hang behind?"]
    {
        assert_eq!(recalled(&sandbox, "shop", words), [key], "{words}");
    }
    for words in ["Rewrite the years column of the old table.", "Add a dog to the seed data.", "Run it again."] {
        assert!(!recalled(&sandbox, "shop", words).contains(&dog), "{words}");
    }
    // Without a project nothing is elsewhere.
    assert_eq!(recalled(&sandbox, "", "Rex is getting old"), [dog]);
}

#[test]
fn a_session_begins_with_what_is_open_the_rules_of_its_project_and_what_is_protected() {
    let sandbox = Sandbox::new(Parameters::default());
    let mind = sandbox.mind();
    assert_eq!(told(&sandbox, "shop", "new"), []);
    let rule = turn(
        &sandbox,
        "shop",
        "s0",
        "We decided to deploy the shop only on Tuesdays, after Keiko approves.",
        "Agreed.",
    );
    let other = turn(&sandbox, "blog", "b0", "We decided to publish the blog every Friday.", "Agreed.");
    turn(&sandbox, "shop", "s1", "Rename the cart module.", "I renamed it.");
    let open =
        turn(&sandbox, "shop", "s1", "The login test is still failing.", "It times out; let's look at it tomorrow.");
    turn(&sandbox, "shop", "s1", "Thanks, that's all.", "You're welcome.");
    turn(&sandbox, "", "", "My sister's birthday is on June 3.", "Noted.");
    let first = told(&sandbox, "shop", "s2");
    assert_eq!(first, [open, rule], "what was said last is no news, and what is personal does not open a session");
    assert_eq!(told(&sandbox, "shop", "s1"), [rule], "a session is not told what it said itself");
    assert_eq!(told(&sandbox, "blog", "b1"), [other]);

    turn(&sandbox, "shop", "s2", "Is the login test still failing?", "No: fixed, all tests pass now.");
    assert_eq!(told(&sandbox, "shop", "s3"), [rule], "what was open is settled");

    let protect = |project: &str, words: &str| {
        let observation = Observation { place: place(project), protect: Some(true), ..Observation::said(words) };
        match mind.remember(observation).expect("remembered") {
            Remembered::Anew { memory, .. } => memory.id,
            other => panic!("{other:?}"),
        }
    };
    let here = protect("shop", "The staging password rotates every Monday.");
    let there = protect("blog", "The blog's drafts are private.");
    let personal = protect("", "I am allergic to peanuts.");
    let in_shop = told(&sandbox, "shop", "s3");
    assert!(in_shop.contains(&here) && !in_shop.contains(&there) && !in_shop.contains(&personal));
    let outside = told(&sandbox, "", "t");
    assert!(
        [here, there, personal].iter().all(|id| outside.contains(id)),
        "outside of a project all that is protected"
    );
}

#[test]
fn a_session_is_told_nothing_when_nothing_is_open() {
    let lasts = [
        ("Can you deploy the site today?", "Understood."),
        ("What's the capital of Norway?", "Oslo."),
        ("Format the file.", "Formatted."),
        ("thx", "np"),
        ("この関数の名前を変えて。", "変えました。"),
        ("ありがとう！", "どういたしまして。"),
    ];
    for (said, replied) in lasts {
        let sandbox = Sandbox::new(Parameters::default());
        turn(&sandbox, "shop", "s1", said, replied);
        assert_eq!(told(&sandbox, "shop", "s2"), [], "{said}");
    }
}

#[test]
fn a_question_that_both_projects_answer_is_answered_by_this_one() {
    let sandbox = Sandbox::new(Parameters::default());
    let here = turn(&sandbox, "shop", "s1", "Run the tests with make check in the shop folder.", "OK.");
    let there = turn(&sandbox, "blog", "b1", "Run the tests with npm test.", "OK.");
    for words in ["How do I run the tests?", "How are the tests run?", "What do I type to run the tests?"] {
        let found = recalled(&sandbox, "shop", words);
        assert!(found.contains(&here) && !found.contains(&there), "{words}");
    }
}

#[test]
fn what_concerns_the_person_is_found_from_every_project() {
    let sandbox = Sandbox::new(Parameters::default());
    let egg =
        turn(&sandbox, "garden", "g1", "娘のさくらは卵アレルギーなので、ケーキは卵なしで作る。", "わかりました。");
    for words in
        ["さくらのケーキに卵を使ってもいい？", "娘のケーキに卵は入れていい？", "さくらのケーキ、卵なしだっけ？"]
    {
        assert_eq!(recalled(&sandbox, "kitchen", words), [egg], "{words}");
    }
}
