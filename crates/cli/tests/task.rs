//! `omoide task`: what is open and what was resolved.

use omoide_testkit::command::CommandSandbox;
use serde_json::json;

#[test]
fn tasks_come_from_the_talk_and_by_hand() {
    let sandbox = CommandSandbox::new();
    let told = sandbox.omoide(&["task", "add", "water", "the", "fern"]).ok();
    assert_eq!(told, "1 noted: water the fern\n");
    sandbox.omoide(&["remember", "Remind me to fix the login bug.", "--thread", "a", "-q"]).ok();
    sandbox.omoide(&["remember", "We still need to deploy.", "--thread", "a", "-q"]).ok();
    insta::assert_snapshot!("open", sandbox.omoide(&["task", "list"]).ok());
    sandbox.omoide(&["remember", "The login bug is fixed now.", "--thread", "b", "-q"]).ok();
    assert_eq!(sandbox.omoide(&["task", "done", "FERN"]).ok(), "1 done: water the fern\n");
    assert!(sandbox.omoide(&["task", "list"]).err.contains("omoide task add TEXT"));
    insta::assert_snapshot!("all_in_japanese", sandbox.omoide(&["task", "list", "--all", "--lang", "ja"]).ok());
    let listed = sandbox.omoide(&["task", "list", "--resolved", "--json"]).json();
    assert_eq!(listed["tasks"].as_array().map(Vec::len), Some(2));
    assert!(listed.to_string().contains("The login bug is fixed now."), "{listed}");
    assert_eq!(sandbox.omoide(&["task", "reopen", "1", "--json"]).json()["task"]["state"], json!("open"));
    assert_eq!(sandbox.omoide(&["task", "drop", "1"]).ok(), "1 dropped: water the fern\n");
    let told = sandbox.omoide(&["task", "done", "1"]).fails(1);
    assert!(told.contains("no task called \"1\"") && told.contains("omoide task list --all"), "{told}");
}

#[test]
fn a_secret_in_a_task_is_taken_out() {
    let sandbox = CommandSandbox::new();
    let secret = "ghp_Zk3Qf7Lw2Rt8Zk3Qf7Lw2Rt8Zk3Qf7Lw2Rt8";
    let told = sandbox.omoide(&["task", "add", &format!("rotate {secret}")]);
    assert!(told.err.contains("secrets were removed"), "{}", told.err);
    assert_eq!(sandbox.holders(secret), [""; 0]);
}
