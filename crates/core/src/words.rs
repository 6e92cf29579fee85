//! The words of a memory, as an index over words keeps them.
//!
//! What counts as a word, and in which form, is the language layer's business; here is only what the
//! layers hand to each other.

use crate::Moment;

/// What a term is made from. Its code is the first byte of the term, so terms of one kind lie together.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum TermKind {
    /// One character of a script without spaces: a kanji, or a kana that stands alone.
    Character,
    /// A day or a month that the text speaks about: `2026-11-20`, `2026-11`.
    Date,
    /// A word that says nothing by itself: "the", です, これ.
    Filler,
    /// A name or an identifier, to the letter: `foo_bar`, `v1.2.3`, a mail address, a person.
    Name,
    /// Two characters of a script without spaces that stand beside each other.
    Pair,
    /// What a name sounds like, whatever script it is written in: 大地, だいち and Daichi are `daichi`.
    Reading,
    /// A word that carries content, as a stem or in its base form.
    Word,
}

impl TermKind {
    /// All kinds, by their codes.
    pub const ALL: [Self; 7] =
        [Self::Character, Self::Date, Self::Filler, Self::Name, Self::Pair, Self::Reading, Self::Word];

    /// The byte that terms of this kind begin with.
    pub fn code(self) -> char {
        match self {
            Self::Character => 'c',
            Self::Date => 'd',
            Self::Filler => 'f',
            Self::Name => 'n',
            Self::Pair => 'p',
            Self::Reading => 'r',
            Self::Word => 'w',
        }
    }

    /// The word for it in an explanation.
    pub fn name(self) -> &'static str {
        match self {
            Self::Character => "character",
            Self::Date => "date",
            Self::Filler => "filler",
            Self::Name => "name",
            Self::Pair => "pair",
            Self::Reading => "reading",
            Self::Word => "word",
        }
    }
}

/// What an index over words knows a text by. Terms are ordered by their bytes.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Term(Box<str>);

impl Term {
    /// The most bytes of a term; what is longer is cut, so that no text makes an index swell.
    pub const MOST_BYTES: usize = 64;

    /// The term of that kind for a folded text.
    pub fn new(kind: TermKind, text: &str) -> Self {
        let mut end = text.len().min(Self::MOST_BYTES - 1);
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        let mut term = String::with_capacity(1 + end);
        term.push(kind.code());
        term.push_str(&text[..end]);
        Self(term.into_boxed_str())
    }

    /// The term that is stored as these bytes, if they are one.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let text = std::str::from_utf8(bytes).ok()?;
        let first = text.chars().next()?;
        TermKind::ALL.iter().any(|kind| kind.code() == first).then(|| Self(text.into()))
    }

    /// What it is made from.
    pub fn kind(&self) -> TermKind {
        let first = self.0.chars().next();
        TermKind::ALL.into_iter().find(|kind| Some(kind.code()) == first).unwrap_or(TermKind::Word)
    }

    /// Its text, without the code of its kind.
    pub fn text(&self) -> &str {
        self.0.get(1..).unwrap_or_default()
    }

    /// As it is stored, with the code of its kind before it.
    pub fn as_bytes(&self) -> &[u8] {
        self.0.as_bytes()
    }
}

/// The parts of a memory that a term can stand in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Field {
    /// What the person said, or what set the memory off.
    Said,
    /// The reply, or the content.
    Replied,
    /// The keywords.
    Keywords,
}

impl Field {
    /// How many there are.
    pub const COUNT: usize = 3;
    /// All fields; the place of each is its index in what is kept per field.
    pub const ALL: [Self; Self::COUNT] = [Self::Said, Self::Replied, Self::Keywords];

    /// The word for it in an explanation.
    pub fn name(self) -> &'static str {
        match self {
            Self::Said => "said",
            Self::Replied => "replied",
            Self::Keywords => "keywords",
        }
    }
}

/// How often a term stands in each field.
pub type FieldCounts = [u16; Field::COUNT];

/// How many words each field has; longer ones count as long as can be told.
pub type FieldLengths = [u16; Field::COUNT];

/// The texts of a memory that its words are taken from: the originals, never a summary.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Wording {
    /// What set it off, as it was first written down.
    pub trigger: String,
    /// The reaction or the content, as it was first written down.
    pub content: String,
    /// What the person said, word for word, if a turn is kept.
    pub said: Option<String>,
    /// What was replied, word for word, if a turn is kept.
    pub replied: Option<String>,
    /// Its keywords.
    pub keywords: Vec<String>,
    /// When it was said, if that is known: from then its dates are reckoned.
    pub at: Option<Moment>,
    /// Whether it says again what other memories say, as a session does: then it has no words of its own in the index,
    /// where they would count twice.
    pub says_again: bool,
}

/// The words of a memory.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Words {
    /// By which rules they were taken; words by other rules are not compared.
    pub version: u32,
    /// How many words each field has, repeats counted.
    pub lengths: FieldLengths,
    /// Its terms, each once, in their order, with how often they stand where.
    pub terms: Vec<(Term, FieldCounts)>,
}

/// A term that is looked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct QueryTerm {
    /// The term.
    pub term: Term,
    /// How often it stands in the query.
    pub count: u16,
    /// Whether it is another spelling of a word that is in the query: ねこ for ネコ.
    pub is_variant: bool,
    /// How many messages before the query it was said; 0 for what the query says itself.
    pub messages_back: u8,
}

/// What a word of a query may be called in another script or another language: コーヒー for coffee.
///
/// A memory that has it has the word; whichever of its forms it has, the word counts once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OtherForm {
    /// The term to look for.
    pub term: Term,
    /// The place of the word among the terms of the query.
    pub of: usize,
    /// A term that some memory has to have for the form to be worth looking for: the mark of its language.
    pub needs: Option<Term>,
}

/// Words that have to stand in a text one behind the other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Phrase {
    /// The phrase as it is written in the query, without its quotes.
    pub text: String,
    /// Terms that a text which holds the phrase has as well: who has one of them not need not be read.
    pub terms: Vec<Term>,
}

/// What a query asks of an index over words.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct QueryWords {
    /// By which rules they were taken.
    pub version: u32,
    /// The terms, each once, in the order of the query.
    pub terms: Vec<QueryTerm>,
    /// What words of the terms are called elsewhere, by the places of the words.
    pub others: Vec<OtherForm>,
    /// What is to stand there word for word; its words are among the terms too.
    pub phrases: Vec<Phrase>,
    /// The beginnings of words: `omo*`.
    pub prefixes: Vec<Term>,
}

impl QueryWords {
    /// Whether nothing can be looked for.
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty() && self.phrases.is_empty() && self.prefixes.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_term_keeps_its_kind_and_its_text() {
        for kind in TermKind::ALL {
            let term = Term::new(kind, "東京");
            assert_eq!((term.kind(), term.text()), (kind, "東京"));
            assert_eq!(Term::from_bytes(term.as_bytes()), Some(term));
        }
        assert_eq!(Term::from_bytes(b"x\xff"), None);
        assert_eq!(Term::from_bytes(b""), None);
    }

    #[test]
    fn a_long_term_is_cut_between_characters() {
        let term = Term::new(TermKind::Word, &"あ".repeat(100));
        assert!(term.as_bytes().len() <= Term::MOST_BYTES && term.text().chars().all(|c| c == 'あ'));
    }

    #[test]
    fn terms_of_one_kind_lie_together() {
        assert!(TermKind::ALL.is_sorted_by_key(|kind| kind.code()));
    }
}
