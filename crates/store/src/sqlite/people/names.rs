//! The names of persons: trees of names that were joined.

use std::collections::HashSet;

use omoide_core::{Person, PersonName};
use rusqlite::{Connection, params};

use super::{SINCE_FORMAT, folded};
use crate::sqlite::error::Result;
use crate::sqlite::rows::{IfReadable, ReadableRows};

/// The folded names of the person called so, the name itself included.
pub(in crate::sqlite) fn all_of(c: &Connection, name: &str) -> Result<HashSet<String>> {
    let name = folded(name);
    let mut names: HashSet<String> = tree_of(c, &name)?.into_iter().map(|node| node.name).collect();
    names.insert(name);
    Ok(names)
}

pub(super) fn person(c: &Connection, name: &str) -> Result<Person> {
    let mut tree = tree_of(c, &folded(name))?;
    let Some(root) = tree.iter().find(|node| node.parent.is_none()).or(tree.first()) else {
        let name = name.trim().to_owned();
        return Ok(Person { shown: name.clone(), names: vec![name] });
    };
    let chosen = tree.iter().filter(|node| node.chosen.is_some()).max_by_key(|node| node.chosen);
    let shown = chosen.unwrap_or(root).spelling.clone();
    tree.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(Person { shown, names: tree.into_iter().map(|node| node.spelling).collect() })
}

pub(super) fn all(c: &Connection) -> Result<Vec<PersonName>> {
    let sql = "SELECT p.spelling, q.spelling, p.chosen FROM persons p LEFT JOIN persons q ON q.name = p.joined_to
               ORDER BY p.joined, p.name";
    let mut statement = c.prepare_cached(sql)?;
    let read = statement
        .query_map([], |row| Ok(PersonName { name: row.get(0)?, joined_to: row.get(1)?, chosen: row.get(2)? }))?;
    Ok(read.readable()?)
}

pub(super) fn join(c: &Connection, one: &str, other: &str) -> Result<bool> {
    let (first, second) = (folded(one), folded(other));
    let trees = (tree_of(c, &first)?, tree_of(c, &second)?);
    if first == second || trees.0.iter().any(|node| node.name == second) {
        return Ok(false);
    }
    let (root, joining) = (keep(c, one)?, keep(c, other)?);
    let sql = "UPDATE persons SET joined_to = ?2, joined = (SELECT coalesce(max(joined), 0) + 1 FROM persons) WHERE name = ?1";
    c.prepare_cached(sql)?.execute(params![joining, root])?;
    // The first one stays what is shown, whichever was chosen last.
    let chosen = |tree: &[NameNode]| tree.iter().filter_map(|node| node.chosen).max();
    if let Some(choice) = chosen(&trees.1)
        && chosen(&trees.0).is_none_or(|own| own < choice)
    {
        let shown = trees.0.iter().filter(|node| node.chosen.is_some()).max_by_key(|node| node.chosen);
        choose(c, shown.map_or(&root, |node| &node.name))?;
    }
    Ok(true)
}

pub(super) fn part(c: &Connection, one: &str, other: &str) -> Result<bool> {
    let (one, other) = (folded(one), folded(other));
    let (ways, others) = (way_up(c, &one)?, way_up(c, &other)?);
    let roots = (ways.last(), others.last());
    let is_one = matches!(roots, (Some(a), Some(b)) if a.name == b.name);
    if one == other || !is_one {
        return Ok(false);
    }
    // What both ways have in common leads on to the root, and is no part of the way between them.
    let only = |way: &[NameNode], other: &[NameNode]| -> Vec<(i64, String)> {
        let is_apart = |node: &&NameNode| other.iter().all(|there| there.name != node.name);
        way.iter().filter(is_apart).map(|node| (node.joined.unwrap_or_default(), node.name.clone())).collect()
    };
    let between = [only(&ways, &others), only(&others, &ways)].concat();
    let Some((_, cut)) = between.into_iter().max() else { return Ok(false) };
    c.prepare_cached("UPDATE persons SET joined_to = NULL, joined = NULL WHERE name = ?1")?.execute([&cut])?;
    for name in [one, other, cut] {
        forget_alone(c, &name)?;
    }
    let roots: Vec<String> = ways.last().into_iter().map(|root| root.name.clone()).collect();
    roots.iter().try_for_each(|root| forget_alone(c, root))?;
    Ok(true)
}

pub(super) fn rename(c: &Connection, name: &str, to: &str) -> Result<bool> {
    let before = person(c, name)?.shown;
    if before == to.trim() {
        return Ok(false);
    }
    join(c, name, to)?;
    let own = folded(to);
    keep(c, to)?;
    c.prepare_cached("UPDATE persons SET spelling = ?2 WHERE name = ?1")?.execute(params![own, to.trim()])?;
    choose(c, &own)?;
    Ok(true)
}

fn choose(c: &Connection, name: &str) -> Result<()> {
    let sql = "UPDATE persons SET chosen = (SELECT coalesce(max(chosen), 0) + 1 FROM persons) WHERE name = ?1";
    c.prepare_cached(sql)?.execute([name])?;
    Ok(())
}

/// Keeps a name, and returns the root of its tree.
fn keep(c: &Connection, name: &str) -> Result<String> {
    let own = folded(name);
    c.prepare_cached("INSERT OR IGNORE INTO persons (name, spelling) VALUES (?1, ?2)")?
        .execute(params![own, name.trim()])?;
    Ok(way_up(c, &own)?.pop().map_or(own, |root| root.name))
}

/// Removes a name that is alone: it is a person of its own without a row.
fn forget_alone(c: &Connection, name: &str) -> Result<()> {
    let sql = "DELETE FROM persons WHERE name = ?1 AND joined_to IS NULL
               AND NOT EXISTS (SELECT 1 FROM persons p WHERE p.joined_to = ?1)";
    c.prepare_cached(sql)?.execute([name])?;
    Ok(())
}

#[derive(Clone)]
struct NameNode {
    name: String,
    spelling: String,
    chosen: Option<i64>,
    parent: Option<String>,
    joined: Option<i64>,
}

/// The nodes from a name to its root, both included; none for a name without a row.
fn way_up(c: &Connection, name: &str) -> Result<Vec<NameNode>> {
    let mut way: Vec<NameNode> = Vec::new();
    if !has_table(c)? {
        return Ok(way);
    }
    let sql = "SELECT name, spelling, chosen, joined_to, joined FROM persons WHERE name = ?1";
    let mut statement = c.prepare_cached(sql)?;
    let mut next = Some(name.to_owned());
    while let Some(wanted) = next.take() {
        let found = statement.query_row([&wanted], node).if_readable()?;
        // A file from elsewhere may hold a circle.
        let Some(found) = found.filter(|found| way.iter().all(|seen| seen.name != found.name)) else { break };
        next.clone_from(&found.parent);
        way.push(found);
    }
    Ok(way)
}

/// All nodes of the tree that a name is in.
fn tree_of(c: &Connection, name: &str) -> Result<Vec<NameNode>> {
    let Some(root) = way_up(c, name)?.pop() else { return Ok(Vec::new()) };
    let sql = "WITH RECURSIVE tree (name) AS (
                   SELECT ?1 UNION SELECT p.name FROM persons p JOIN tree t ON p.joined_to = t.name)
               SELECT p.name, p.spelling, p.chosen, p.joined_to, p.joined FROM tree t JOIN persons p ON p.name = t.name";
    let mut statement = c.prepare_cached(sql)?;
    Ok(statement.query_map([root.name], node)?.readable()?)
}

fn node(row: &rusqlite::Row<'_>) -> rusqlite::Result<NameNode> {
    Ok(NameNode {
        name: row.get(0)?,
        spelling: row.get(1)?,
        chosen: row.get(2)?,
        parent: row.get(3)?,
        joined: row.get(4)?,
    })
}

/// Whether the file has the table: one that cannot be written is read in the format that it has.
fn has_table(c: &Connection) -> Result<bool> {
    let format: u32 = c.prepare_cached("PRAGMA user_version")?.query_row([], |row| row.get(0))?;
    Ok(format >= SINCE_FORMAT)
}
