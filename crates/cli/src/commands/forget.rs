//! `omoide forget`: shows what words mean, asks, and puts it away. To remove for good is `erase`.

use omoide::ForgetMatches;
use omoide_core::Memory;
use omoide_core::change::Actor;
use omoide_home::errors::UserError;
use omoide_home::lang::{Lang, say};
use omoide_server::wire;
use serde_json::json;

use crate::context::CommandContext;
use crate::table::Table;
use crate::{telling, terminal};

/// What `forget` can be told.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// What to forget: words of it, or handles and ids.
    #[arg(value_name = "WORDS", required = true)]
    words: Vec<String>,
    /// Most memories to archive at once.
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u16).range(1..=1000))]
    limit: u16,
    /// Only show what would be archived.
    #[arg(long)]
    dry_run: bool,
    /// Do not ask: archive everything that is shown.
    #[arg(long, short)]
    yes: bool,
}

/// Puts away.
///
/// # Errors
/// When a handle means nothing, nobody said yes, or the store fails.
pub fn run(args: &Args, context: &CommandContext) -> anyhow::Result<()> {
    let lang = context.lang;
    let found = context.mind().to_forget(&args.words, args.limit.into())?;
    if found.memories.is_empty() {
        return nothing(&found, context);
    }
    if !context.json {
        context.print(&numbered(&found.memories, context))?;
        tell_of_others(&found, context);
    }
    if args.dry_run {
        if context.json {
            return told_in_json(&found, &[], context);
        }
        let count = found.memories.len();
        context.note(&say!(
            lang,
            "{count} would be archived; nothing was changed",
            "{count}件がアーカイブに移ります。まだ何も変えていません"
        ));
        return Ok(());
    }
    let chosen = if args.yes { found.memories.clone() } else { choose(&found.memories, context)? };
    let mut done = Vec::new();
    for memory in &chosen {
        done.push(context.mind().archive(&memory.id.to_string(), Actor::Person)?);
    }
    if context.json {
        return told_in_json(&found, &done, context);
    }
    let line = |memory: &Memory| {
        let handle = context.style.bold(&memory.handle);
        say!(lang, "{handle} was archived", "{handle}をアーカイブに移しました")
    };
    context.print(&done.iter().map(line).collect::<Vec<_>>().join("\n"))?;
    let first = done.first().map_or("ID", |memory| memory.handle.as_str());
    context.note(&say!(
        lang,
        "it no longer comes to mind; to bring it back: omoide restore {first}; to remove it for good: omoide erase {first}",
        "もう思い出されません。戻すには：omoide restore {first}、完全に消すには：omoide erase {first}"
    ));
    Ok(())
}

fn nothing(found: &ForgetMatches, context: &CommandContext) -> anyhow::Result<()> {
    if context.json {
        return told_in_json(found, &[], context);
    }
    let lang = context.lang;
    if found.protected.is_empty() {
        context.note(lang.pick(
            "no memory matches; see what there is: omoide list, or: omoide recall WORDS",
            "当てはまる記憶はありません。一覧：omoide list、思い出すには：omoide recall 言葉",
        ));
    }
    tell_of_others(found, context);
    Ok(())
}

/// The memories with numbers that a person can choose by.
fn numbered(memories: &[Memory], context: &CommandContext) -> String {
    let lang = context.lang;
    let mut table = Table::new(&[
        lang.pick(">no.", ">番号"),
        lang.pick("created", "日時"),
        lang.pick("handle", "名前"),
        lang.pick("text", "内容"),
    ]);
    for (at, memory) in memories.iter().enumerate() {
        table.push(vec![
            (at + 1).to_string(),
            telling::minute(memory.created),
            memory.handle.clone(),
            telling::text_line(memory),
        ]);
    }
    table.render(Some(terminal::columns(context.is_terminal)))
}

/// What is protected, and what there was no room for.
fn tell_of_others(found: &ForgetMatches, context: &CommandContext) {
    let lang = context.lang;
    for memory in &found.protected {
        let handle = &memory.handle;
        context.note(&say!(
            lang,
            "{handle} is protected and stays; to release it: omoide unprotect {handle}",
            "{handle}は保護されているので残します。保護を外すには：omoide unprotect {handle}"
        ));
    }
    let count = found.left_out;
    if count > 0 {
        context.note(&say!(
            lang,
            "{count} more match; write more words, or raise --limit",
            "ほかに{count}件が当てはまります。言葉を足すか、--limitを大きくしてください"
        ));
    }
}

/// Which of them the person wants to archive.
fn choose(memories: &[Memory], context: &CommandContext) -> Result<Vec<Memory>, anyhow::Error> {
    let (lang, count) = (context.lang, memories.len());
    let question = say!(
        lang,
        "archive all {count}? [y/N, or numbers such as: 1 3]",
        "{count}件すべてをアーカイブに移しますか？ [y/N（yで はい）、または番号。例：1 3]"
    );
    let nothing_done = || lang.pick("nothing was archived", "何もアーカイブに移していません");
    let Some(answer) = terminal::ask(&question)? else {
        return Err(UserError::theirs(
            "not_agreed",
            say!(
                lang,
                "{count} would be archived, but omoide cannot ask you without a terminal; nothing was changed",
                "{count}件がアーカイブに移りますが、端末がないため確認できません。何も変えていません"
            ),
        )
        .details(if context.json { memories.iter().map(telling::name).collect() } else { Vec::new() })
        .hint(lang.pick(
            "if that is meant, say so: --yes; or name some of them: omoide forget ID ID",
            "よければ --yes を付けてください。一部だけなら：omoide forget ID ID",
        ))
        .into());
    };
    match chosen(&answer, count) {
        Some(places) if !places.is_empty() => Ok(places.into_iter().map(|at| memories[at].clone()).collect()),
        Some(_) => Err(UserError::theirs("not_agreed", nothing_done()).into()),
        None => Err(not_a_number(&answer, count, lang).into()),
    }
}

fn not_a_number(answer: &str, count: usize, lang: Lang) -> UserError {
    let answer = answer.trim();
    UserError::theirs(
        "not_agreed",
        say!(
            lang,
            "\"{answer}\" is neither y nor numbers from 1 to {count}; nothing was archived",
            "「{answer}」は y でも 1〜{count} の番号でもありません。何もアーカイブに移していません"
        ),
    )
}

/// The places of those that an answer names; none at all for no, and nothing where it cannot be understood.
fn chosen(answer: &str, count: usize) -> Option<Vec<usize>> {
    match answer.trim().to_lowercase().as_str() {
        "y" | "yes" | "はい" => return Some((0..count).collect()),
        "" | "n" | "no" | "いいえ" => return Some(Vec::new()),
        _ => {}
    }
    let words = answer.split(|c: char| c.is_whitespace() || matches!(c, ',' | '、')).filter(|word| !word.is_empty());
    let mut places = Vec::new();
    for word in words {
        let number: usize = word.parse().ok().filter(|number| (1..=count).contains(number))?;
        if !places.contains(&(number - 1)) {
            places.push(number - 1);
        }
    }
    Some(places)
}

fn told_in_json(found: &ForgetMatches, done: &[Memory], context: &CommandContext) -> anyhow::Result<()> {
    let handles = |memories: &[Memory]| memories.iter().map(|memory| memory.handle.clone()).collect::<Vec<_>>();
    context.print_json(&json!({
        "matches": found.memories.iter().map(wire::Memory::of).collect::<Vec<_>>(),
        "put_away": handles(done),
        "protected": handles(&found.protected),
        "left_out": found.left_out,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_yes_no_or_some_of_the_numbers() {
        assert_eq!(chosen("yes\n", 3), Some(vec![0, 1, 2]));
        assert_eq!(chosen("はい", 2), Some(vec![0, 1]));
        assert_eq!(chosen("3, 1 3、2", 3), Some(vec![2, 0, 1]));
        assert_eq!(chosen("\n", 3), Some(vec![]));
        assert_eq!(chosen("No", 3), Some(vec![]));
        for odd in ["4", "0", "1 x", "-1", "maybe"] {
            assert_eq!(chosen(odd, 3), None, "{odd}");
        }
    }
}
