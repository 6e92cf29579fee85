//! `recall --in-project` and `list --project`: nothing but what was said in one project.

mod claude;

use claude::Session;
use omoide_testkit::command::CommandSandbox;

const SHOP: &str = "mem_20260120_001";
const BLOG: &str = "mem_20260120_002";

/// One turn in the project `shop`, one in `Blog`, one in none.
fn sandbox() -> CommandSandbox {
    let sandbox = CommandSandbox::new();
    sandbox.omoide(&["remember", "The shop is deployed on Tuesdays only.", "--project", "shop"]).ok();
    let words = ["remember", "The blog is deployed on Fridays by a script.", "--project", "Blog", "--thread", "talk"];
    sandbox.omoide(&words).ok();
    sandbox.omoide(&["remember", "Deployed code is no longer mine, Keiko says."]).ok();
    sandbox
}

fn handles(answer: &serde_json::Value, field: &str) -> Vec<String> {
    let list = answer[field].as_array().expect("a list").iter();
    list.map(|one| if field == "hits" { &one["memory"] } else { one })
        .map(|memory| memory["handle"].as_str().expect("a handle").to_owned())
        .collect()
}

#[test]
fn a_list_has_only_the_memories_of_the_project() {
    let sandbox = sandbox();
    for (name, wanted) in [("shop", SHOP), ("blog", BLOG), ("BLOG", BLOG)] {
        let listed = sandbox.omoide(&["list", "--project", name, "--json"]).json();
        assert_eq!(handles(&listed, "memories"), [wanted], "{name}");
        assert_eq!(listed["total"], 1);
    }
}

#[test]
fn a_recall_has_only_the_memories_of_the_project() {
    let sandbox = sandbox();
    let recall = |more: &[&str]| {
        let words = ["recall", "When is the code deployed?", "--no-mark", "--no-gate", "--json"];
        handles(&sandbox.omoide(&[&words, more].concat()).json(), "hits")
    };
    assert_eq!(recall(&[]).len(), 3);
    assert_eq!(recall(&["--in-project", "shop"]), [SHOP]);
    assert_eq!(recall(&["--in-project", "Blog"]), [BLOG]);
    assert_eq!(recall(&["--in-project", "Blog", "--in-thread", "other"]), [] as [String; 0]);
}

#[test]
fn an_unknown_project_says_which_there_are() {
    let sandbox = sandbox();
    let told = sandbox.omoide(&["list", "--project", "gardn"]).fails(1);
    assert_eq!(
        told,
        "error: no memory is of a project called \"gardn\"\nhint: the projects that there are: Blog, shop\n"
    );
    let told = sandbox.omoide(&["recall", "code", "--in-project", "gardn", "--lang", "ja"]).fails(1);
    assert!(told.contains("「gardn」というプロジェクトの記憶はありません") && told.contains("Blog、shop"), "{told}");
    let open = sandbox.omoide(&["recall", "deployed", "--project", "gardn", "--no-mark"]);
    assert_eq!(open.code, 0, "the open project may be a new one");
    assert!(open.err.contains("the projects that there are: Blog, shop"), "{}", open.err);
    let empty = CommandSandbox::with_memories();
    assert!(empty.omoide(&["list", "--project", "x"]).fails(1).contains("omoide remember TEXT --project NAME"));
}

#[test]
fn a_project_is_found_by_the_folder_that_it_was_said_in() {
    let sandbox = CommandSandbox::new();
    let shelf = sandbox.file(".claude/projects");
    let garden = sandbox.file("work/garden");
    std::fs::create_dir_all(garden.join("src")).expect("folders");
    let garden = std::fs::canonicalize(&garden).expect("a folder");
    let talk = Session::new("s1", &garden.to_string_lossy()).turn("Tomatoes need more light", "Moved them.");
    talk.write(&shelf.join("-garden"), 100);
    Session::new("s2", "/w/aquarium").turn("The pump is too loud", "Lowered.").write(&shelf.join("-aquarium"), 100);
    sandbox.omoide(&["import", "claude-code"]).ok();
    let above = garden.parent().expect("a folder").to_owned();
    for name in [garden.as_path(), &above, std::path::Path::new("garden")] {
        let listed = sandbox.omoide(&["list", "--project", &name.to_string_lossy(), "--json"]).json();
        assert_eq!(listed["total"], 1, "{name:?}");
        assert_eq!(listed["memories"][0]["trigger"], "Tomatoes need more light", "{name:?}");
    }
    // As a person types it who stands in the folder.
    let mut here = sandbox.command(&["list", "--project", ".", "--json"]);
    here.current_dir(&garden);
    assert_eq!(sandbox.run(here, None).json()["total"], 1);
    sandbox.omoide(&["list", "--project", "/w/other"]).fails(1);
}
