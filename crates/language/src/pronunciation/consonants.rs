//! The consonants of a name from elsewhere, as far as katakana keeps them.
//!
//! Katakana has no l beside its r, no v, th or f of their own, and puts vowels between consonants, so those are one
//! class or are left out. A name that begins with a vowel, y or w begins with `a`.

/// A key has at least so many consonants; fewer are shared by too many names.
const LEAST: usize = 2;

/// The key of a word in katakana.
pub(super) fn of_katakana(word: &str) -> Option<String> {
    let mut key = SoundKey::default();
    for c in word.chars() {
        match c {
            'ァ' | 'ィ' | 'ゥ' | 'ェ' | 'ォ' | 'ャ' | 'ュ' | 'ョ' | 'ヮ' | 'ー' | 'ッ' => {}
            'ア' | 'イ' | 'ウ' | 'エ' | 'オ' | 'ヤ' | 'ユ' | 'ヨ' | 'ワ' | 'ヲ' => key.vowel(),
            'ン' => key.consonant('n'),
            _ => {
                let (class, _) = ROWS.iter().find(|(_, row)| row.contains(c))?;
                key.consonant(*class);
                key.vowel();
            }
        }
    }
    key.done()
}

const ROWS: [(char, &str); 14] = [
    ('k', "カキクケコ"),
    ('g', "ガギグゲゴ"),
    ('s', "サシスセソザズゼゾツヅ"),
    ('j', "ジヂ"),
    ('c', "チ"),
    ('t', "タテト"),
    ('d', "ダデド"),
    ('n', "ナニヌネノ"),
    ('h', "ハヒフヘホ"),
    ('b', "バビブベボヴ"),
    ('p', "パピプペポ"),
    ('m', "マミムメモ"),
    ('r', "ラリルレロ"),
    ('s', "ヅ"),
];

/// The keys of a folded word of letters: two where its spelling can be spoken in two ways.
pub(super) fn of_letters(word: &str) -> Vec<String> {
    if word.len() < 4 || !word.bytes().all(|byte| byte.is_ascii_lowercase()) {
        return Vec::new();
    }
    let mut keys: Vec<String> =
        [Pronounced::First, Pronounced::Second].into_iter().filter_map(|way| spoken(word, way)).collect();
    keys.dedup();
    keys
}

/// Which of two ways a letter is spoken in: the ch of Charlie or of Michael, the g of George or of Gilbert, the th of
/// Catherine or of Thomas.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pronounced {
    First,
    Second,
}

fn spoken(word: &str, way: Pronounced) -> Option<String> {
    let letters = word.as_bytes();
    let mut key = SoundKey::default();
    let mut at = 0;
    while at < letters.len() {
        let rest = &word[at..];
        if let Some((spelling, classes)) = SPELLINGS.iter().find(|(spelling, _)| rest.starts_with(spelling)) {
            classes.chars().for_each(|class| key.consonant(class));
            at += spelling.len();
            continue;
        }
        let next = letters.get(at + 1).copied().unwrap_or(b' ');
        let is_vowel = |letter: u8| b"aeiouyw".contains(&letter);
        let is_soft = b"eiy".contains(&next);
        let mut length = 1;
        match letters[at] {
            letter if is_vowel(letter) => key.vowel(),
            b'c' if next == b'h' => {
                let is_hard = way == Pronounced::Second || letters.get(at + 2).is_some_and(|after| !is_vowel(*after));
                key.consonant(if is_hard { 'k' } else { 'c' });
                length = 2;
            }
            b't' if next == b'h' => {
                key.consonant(if way == Pronounced::First { 's' } else { 't' });
                length = 2;
            }
            b'c' => key.consonant(if is_soft { 's' } else { 'k' }),
            b'g' if is_soft => key.consonant(if way == Pronounced::First { 'j' } else { 'g' }),
            // Not heard before a consonant and at the end: Robert, Peter.
            b'r' if at > 0 && is_vowel(letters[at - 1]) && !is_vowel(next) && next != b'r' => {}
            b'h' if at > 0 && !is_vowel(next) => {}
            b'm' if matches!(next, b'b' | b'p') => key.consonant('n'),
            b'l' | b'r' => key.consonant('r'),
            b'f' | b'h' => key.consonant('h'),
            b'v' => key.consonant('b'),
            b'z' => key.consonant('s'),
            b'q' => key.consonant('k'),
            b'x' if at > 0 => {
                key.consonant('k');
                key.vowel();
                key.consonant('s');
            }
            b'x' => key.consonant('s'),
            letter => key.consonant(char::from(letter)),
        }
        at += length;
    }
    key.done()
}

/// Letters that are spoken together, or not at all.
const SPELLINGS: [(&str, &str); 13] = [
    ("tth", "s"),
    ("sch", "s"),
    ("tch", "c"),
    ("dge", "j"),
    ("dg", "j"),
    ("gh", ""),
    ("ph", "h"),
    ("sh", "s"),
    ("ck", "k"),
    ("kn", "n"),
    ("wr", "r"),
    ("ts", "s"),
    ("tz", "s"),
];

/// A key that grows. Two of a class that no vowel parts are one: the n of Hannah, and ンナ.
#[derive(Default)]
struct SoundKey {
    written: String,
    count: usize,
    is_after_consonant: bool,
}

impl SoundKey {
    fn vowel(&mut self) {
        if self.written.is_empty() {
            self.written.push('a');
        }
        self.is_after_consonant = false;
    }

    fn consonant(&mut self, class: char) {
        if self.is_after_consonant && self.written.ends_with(class) {
            return;
        }
        self.written.push(class);
        self.count += 1;
        self.is_after_consonant = true;
    }

    fn done(self) -> Option<String> {
        (self.count >= LEAST).then_some(self.written)
    }
}
