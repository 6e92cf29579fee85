//! Pairs of statements, and whether the second makes the first out of date.

use super::*;

/// What of the older statement the newer one makes out of date, said in the same talk or elsewhere.
fn outdated<'o>(older: &'o str, newer: &str, steps_back: Option<usize>) -> Option<&'o str> {
    let (old, new) = (Statement::read(older), Statement::read(newer));
    let before = Older { statement: &old, text: older, steps_back, is_same_person: true, taken: &[] };
    if !new.may_supersede() {
        return None;
    }
    superseded(&new, newer, &[before]).into_iter().next().map(|found| &older[found.span])
}

#[test]
fn what_corrects_or_updates_supersedes_the_clause_that_it_corrects() {
    let pairs = [
        ("I live in Yokohama.", "I moved to Kamakura yesterday", "I live in Yokohama"),
        ("I live in Yokohama with two cats.", "We've just moved to Hayama!", "I live in Yokohama with two cats"),
        ("I'm based in Leeds these days", "I live in Bristol now", "I'm based in Leeds these days"),
        ("横浜に住んでいます", "先週鎌倉に引っ越した", "横浜に住んでいます"),
        ("会議は月曜10時", "会議は火曜10時に変わった", "会議は月曜10時"),
        ("定例会議は毎週月曜の10時から", "定例会議、水曜の15時にずれました", "定例会議は毎週月曜の10時から"),
        ("歯医者の予約は5月12日", "歯医者の予約、5月19日に変更になった", "歯医者の予約は5月12日"),
        (
            "The dentist appointment is on May 12",
            "They've moved the dentist appointment to May 19",
            "The dentist appointment is on May 12",
        ),
        ("Standup is at 9:30", "Standup has been pushed back to 10:15", "Standup is at 9:30"),
        ("The rent is $1,200 a month", "They raised the rent to $1,350", "The rent is $1,200 a month"),
        ("I work at Sony as an engineer", "I just joined Panasonic", "I work at Sony as an engineer"),
        ("My favourite colour is blue", "My favourite colour is green now", "My favourite colour is blue"),
        ("毎朝コーヒーを飲んでいます", "コーヒーやめました", "毎朝コーヒーを飲んでいます"),
        ("I smoke a pack a day", "I quit smoking", "I smoke a pack a day"),
    ];
    let wrong: Vec<_> = pairs.into_iter().filter(|(o, n, span)| outdated(o, n, None) != Some(*span)).collect();
    assert_eq!(wrong, []);
}

#[test]
fn a_remark_in_the_same_talk_corrects_what_was_just_said() {
    let pairs = [
        ("The meeting is on Monday", "Sorry, not Monday but Thursday"),
        ("The review is on Tuesday", "I meant Wednesday, not Tuesday"),
        ("会議は月曜です", "ごめん、月曜じゃなくて木曜"),
        ("6時に4人で予約をお願いします", "では7時に変更してください"),
    ];
    let wrong: Vec<_> = pairs.into_iter().filter(|(o, n)| outdated(o, n, Some(0)).is_none()).collect();
    assert_eq!(wrong, []);
}

#[test]
fn others_other_times_wishes_and_questions_supersede_nothing() {
    let pairs = [
        ("I live in Yokohama", "My sister lives in Osaka"),
        ("I live in Yokohama", "Emma moved to Nagoya last week"),
        ("I live in Yokohama", "I used to live in Kobe"),
        ("I live in Yokohama", "When I lived in Kobe we had a dog"),
        ("I live in Yokohama", "I'd love to live in Kamakura someday"),
        ("I live in Yokohama", "Do you live in Tokyo?"),
        ("I live in Yokohama", "If I moved to Paris I would learn French"),
        ("横浜に住んでいます", "妹は大阪に住んでいます"),
        ("横浜に住んでいます", "昔は神戸に住んでいた"),
        ("横浜に住んでいます", "京都に住んでみたいな"),
        ("会議は月曜10時", "歯医者は火曜10時に変わった"),
        ("会議は月曜10時", "会議は火曜だったっけ？"),
        ("I work at Sony", "My brother works at Toyota"),
        ("The rent is $1,200 a month", "Lunch was $12 today"),
        ("I ran 5 km today", "I ran 8 km today"),
        ("I paid $30 for lunch", "I paid $12 for lunch"),
        ("My dog is 5 years old", "My cat is 3 years old"),
        ("The meeting is on Monday", "The party is on Friday"),
        ("My birthday is June 3", "My wedding is on June 20"),
        ("今日は3キロ走った", "今日は5キロ走った"),
        ("毎朝コーヒーを飲んでいます", "お茶はやめました"),
        ("I smoke a pack a day", "My dad quit smoking"),
    ];
    let wrong: Vec<_> = pairs.into_iter().filter(|(o, n)| outdated(o, n, None).is_some()).collect();
    assert_eq!(wrong, []);
}

#[test]
fn a_span_answers_what_it_holds() {
    let said = "The meeting is on Monday. I had ramen with Ken.";
    let span = 0..24;
    assert!(answers("When is the meeting?", said, span.clone()));
    assert!(!answers("What did I eat with Ken?", said, span));
}

#[test]
fn what_is_written_about_the_world_or_recorded_of_a_talk_supersedes_nothing() {
    let pairs = [
        (
            "市立植物園。園内の温室は3棟で、約800種の植物が育てられている。開園時間は9時から17時までである。",
            "市立植物園。改修工事により温室は5棟に増え、約1200種の植物が育てられている。開園時間は10時から18時に変更された。入園料は無料である。",
        ),
        ("The rehearsal is on Monday at six", "Ann: The rehearsal moved to Friday.\nBob: Friday it is."),
        ("The pond has two turtles now", "Look at these! [image: three turtles on a rock in a pond now]"),
        ("I run every morning before work", "I won't quit my morning run, whatever the weather"),
    ];
    let wrong: Vec<_> = pairs.into_iter().filter(|(o, n)| outdated(o, n, None).is_some()).collect();
    assert_eq!(wrong, []);
}
