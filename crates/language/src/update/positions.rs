//! Positions that people who are named in full hold, as news tell them: a team, an office, an employer, a house.

use std::collections::HashSet;
use std::sync::LazyLock;

use super::reading::{Name, Statement, UpdateClause};
use crate::tokens::stem;

/// A person in a field of life.
#[derive(Debug)]
pub(super) struct Position {
    name: Name,
    /// The fields that are spoken of near the name.
    fields: HashSet<u8>,
    /// Other names that stand near it.
    others: HashSet<String>,
    /// Where the name stands.
    pub(super) clause: usize,
}

impl Position {
    /// Whether the two are of one person: the same name in full, or one of them the surname alone.
    pub(super) fn is_same_person(&self, other: &Self) -> bool {
        self.name.last == other.name.last
            && (self.name.first == other.name.first || self.name.first.is_none() || other.name.first.is_none())
    }

    /// Whether both are told of one field, or one of them of a field and the other of none.
    pub(super) fn is_of_a_field_with(&self, other: &Self) -> bool {
        let is_full = self.name.first.is_some() && other.name.first.is_some();
        !self.fields.is_disjoint(&other.fields) || (is_full && self.fields.is_empty() != other.fields.is_empty())
    }

    /// Whether the newer one stands beside other names than the older.
    pub(super) fn differs(&self, newer: &Self) -> bool {
        newer.others.iter().any(|name| !self.others.contains(name))
    }
}

/// The positions that a statement tells of; a surname alone counts where nobody of that name is named in full.
pub(super) fn positions(statement: &Statement) -> Vec<Position> {
    let is_full = |last: &str| statement.names.iter().any(|name| name.first.is_some() && name.last == last);
    let is_first = |word: &str| statement.names.iter().any(|name| name.first.as_deref() == Some(word));
    let mut positions: Vec<Position> = Vec::new();
    for name in &statement.names {
        if name.first.is_none() && (is_full(&name.last) || is_first(&name.last)) {
            continue;
        }
        if positions.iter().any(|other| other.name.last == name.last && other.name.first == name.first) {
            continue;
        }
        let Some(clause) = statement.clauses.iter().position(|clause| clause.place.contains(&name.at)) else {
            continue;
        };
        let sentence = statement.clauses[clause].sentence;
        let is_near = |clause: &&UpdateClause| clause.sentence + 1 >= sentence && clause.sentence <= sentence + 1;
        let around: Vec<&UpdateClause> = statement.clauses.iter().filter(is_near).collect();
        let words = around.iter().flat_map(|clause| clause.words.iter().map(|word| word.key.as_str()));
        let fields: HashSet<u8> = words.filter_map(field).collect();
        let is_other = |word: &String| *word != name.last && Some(word) != name.first.as_ref();
        let others = around.iter().flat_map(|clause| clause.names.iter().cloned()).filter(is_other).collect();
        positions.push(Position { name: name.clone(), fields, others, clause });
    }
    positions
}

/// The field of life that a word, given by its key, speaks of.
fn field(key: &str) -> Option<u8> {
    FIELDS.iter().position(|words| words.contains(key)).map(|at| at as u8)
}

/// Whether a capitalised word is no part of a person's name.
pub(super) fn is_no_name(folded: &str) -> bool {
    NO_NAMES.contains(folded) || field(&stem(folded)).is_some()
}

static FIELDS: LazyLock<[HashSet<String>; 4]> = LazyLock::new(|| {
    [
        // Sport.
        "team club squad roster lineup sign signing deal contract loan trade transfer player rider striker midfielder defender \
         goalkeeper quarterback pitcher forward guard center coach league match game goal score scored win won victory stage race \
         season debut teammate draft playoff tournament cup championship champion title points rebounds assists homer inning \
         touchdown football soccer basketball baseball hockey cycling rugby tennis cricket academy fixture substitute captain \
         podium criterium sprint medal olympic",
        // Office.
        "appointed appoint elected elect minister ministry secretary senator senate mayor president governor chancellor ambassador \
         commissioner councillor councilmember mp parliament bishop archbishop cardinal cabinet general admiral chairman chair \
         congressman representative attorney prime deputy office chief government governance sworn nominated reshuffle party \
         monarch king queen state diocese commander",
        // Work.
        "professor university lecturer ceo founder company works employed hired institute researcher analyst editor journalist \
         executive director scientist college faculty lab engineer reporter anchor host partner firm employer vice",
        // Home.
        "house home mansion apartment bought buy sells sell sold resides lives estate villa farmhouse property penthouse",
    ]
    .map(|words| words.split_whitespace().map(stem).collect())
});

static NO_NAMES: LazyLock<HashSet<&'static str>> = LazyLock::new(|| {
    "united city town street road avenue park world national international north south east west northern southern eastern \
     western royal saint first second third premier super high great new york london paris los angeles las vegas san francisco \
     monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september \
     october november december america american british english french german italian spanish japanese chinese canadian \
     australian european african asian indian irish scottish russian god christmas easter google apple amazon microsoft \
     department school hospital airport station church bank group foundation association committee council union court \
     river lake mount island bay valley beach hall tower bridge center centre street tv"
        .split_whitespace()
        .collect()
});
