//! Lists in parts, and turns remembered together.

use omoide::core::ports::store::Filter;
use omoide::{Error, Observation, Remembered};
use omoide_testkit::sandbox::Sandbox;
use omoide_testkit::scale;
use proptest::prelude::*;

fn all(sandbox: &Sandbox, filter: &Filter, size: usize) -> Vec<String> {
    let (mut handles, mut after) = (Vec::new(), None);
    loop {
        let part = sandbox.mind().list_from(filter, after, size).expect("a part");
        assert!(part.memories.len() <= size);
        handles.extend(part.memories.into_iter().map(|memory| memory.handle));
        let Some(next) = part.next else { return handles };
        after = Some(next.to_string().parse().expect("a cursor reads back"));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(scale::cases(12)))]

    #[test]
    fn parts_together_are_the_list(minutes in proptest::collection::vec(0_u8..4, 1..60), size in 1_usize..9) {
        let sandbox = Sandbox::new(Default::default());
        let turns: Vec<Observation> = minutes
            .iter()
            .enumerate()
            .map(|(number, minute)| {
                let at = format!("2026-02-01T10:0{minute}:00+09:00").parse().expect("a time");
                Observation { at: Some(at), ..Observation::said(format!("Turn number {number} of many.")) }
            })
            .collect();
        let mind = sandbox.mind();
        let (_, due) = mind.write_together(mind.encode_together(turns)).expect("remembered");
        mind.record_due(&due).expect("recorded");
        for newest_first in [false, true] {
            let filter = Filter { newest_first, ..Filter::default() };
            let listed = sandbox.mind().list(&filter).expect("a list");
            let listed: Vec<String> = listed.into_iter().map(|memory| memory.handle).collect();
            prop_assert_eq!(listed.len(), minutes.len());
            prop_assert_eq!(all(&sandbox, &filter, size), listed);
        }
    }
}

#[test]
fn what_is_remembered_together_is_as_if_it_were_remembered_one_by_one() {
    let turns = || {
        vec![
            Observation::said("Ken moved to Sapporo in April.").replied("Noted."),
            Observation::said("/clear"),
            Observation::said("Ken moved to Sapporo in April.").replied("Noted."),
            Observation::said("<private>nothing of this</private>"),
            Observation::said("  "),
            Observation::said("The rent is due on the first."),
        ]
    };
    let (together, apart) = (Sandbox::new(Default::default()), Sandbox::new(Default::default()));
    let mind = together.mind();
    let (outcomes, due) = mind.write_together(mind.encode_together(turns())).expect("remembered");
    mind.record_due(&due).expect("recorded");
    let kinds: Vec<&str> = outcomes
        .iter()
        .map(|outcome| match outcome {
            Ok(Remembered::Anew { .. }) => "anew",
            Ok(Remembered::Before { .. }) => "before",
            Ok(Remembered::Command) => "command",
            Ok(Remembered::NothingLeft) => "nothing",
            Ok(Remembered::Unsaid { .. } | Remembered::TookBack { .. } | Remembered::TakenBackBefore) => "unsaid",
            Err(Error::NoText) => "no text",
            Err(other) => panic!("{other}"),
        })
        .collect();
    assert_eq!(kinds, ["anew", "command", "before", "nothing", "no text", "anew"]);
    for turn in turns() {
        let _ = apart.mind().remember(turn);
    }
    let shown = |sandbox: &Sandbox| -> Vec<_> {
        let memories = sandbox.mind().list(&Filter::default()).expect("a list");
        memories.into_iter().map(|memory| (memory.handle, memory.text, memory.shown, memory.life)).collect()
    };
    assert_eq!(shown(&together), shown(&apart));
}
