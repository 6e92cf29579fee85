//! What stands where a secret is said to be: where it ends, and whether it can be one.

use std::ops::Range;

use super::words::{is_placeholder, is_technical};

/// What stands behind or before a label, without its quotes.
#[derive(Clone, Debug)]
pub(super) struct SecretValue<'t> {
    pub(super) text: &'t str,
    pub(super) place: Range<usize>,
    pub(super) is_quoted: bool,
}

/// How much a value looks like something that was chosen or drawn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Look {
    /// A placeholder, a path, code, a format, a measure: no value at all.
    Nothing,
    /// Letters only, which could be a word of the sentence.
    Word,
    /// Several words.
    Words,
    /// Digits only, four at least.
    Digits,
    /// Letters with digits or marks.
    Typed,
    /// Long, and drawn at random by its looks.
    Random,
}

const LONGEST: usize = 400;
const LONGEST_LINE: usize = 1_000;

/// The value that begins at `at`; up to the closing quote, or up to a space.
pub(super) fn value_at(text: &str, at: usize) -> Option<SecretValue<'_>> {
    let rest = &text[at..super::floor(text, at + LONGEST_LINE)];
    let shift = rest.len() - rest.trim_start_matches("**").len();
    let (at, rest) = (at + shift, &rest[shift..]);
    let (escape, quote) = match rest.strip_prefix('\\') {
        Some(inner) => (1, inner.chars().next()?),
        None => (0, rest.chars().next()?),
    };
    let closer = match quote {
        '"' | '\'' | '`' => Some(quote),
        '「' => Some('」'),
        '『' => Some('』'),
        '«' => Some('»'),
        _ => None,
    };
    if let Some(closer) = closer {
        let start = at + escape + quote.len_utf8();
        let line = line_from(text, start);
        let end = line.find(closer)?;
        let inner = &line[..end - usize::from(escape == 1 && line[..end].ends_with('\\'))];
        let inner = inner.trim();
        let start = start + line.find(inner)?;
        let is_fit = !inner.is_empty() && inner.len() <= LONGEST;
        return is_fit.then(|| SecretValue { text: inner, place: start..start + inner.len(), is_quoted: true });
    }
    let end = rest.find(|c: char| !is_value_character(c)).unwrap_or(rest.len());
    // A line break of a quoted text: `"password: X\\nuser: Y"`.
    let end = ["\\n", "\\r"].iter().filter_map(|mark| rest[..end].find(mark)).min().unwrap_or(end);
    // An aside of a Japanese sentence begins here, not a call.
    let is_aside = rest[end..].starts_with(|c: char| !c.is_ascii());
    let whole = if is_aside { rest[..end].trim_end_matches(['(', '[', '{']) } else { &rest[..end] };
    let bare = trimmed(whole);
    let is_fit = !bare.is_empty() && bare.len() <= LONGEST;
    is_fit.then(|| SecretValue { text: bare, place: at..at + bare.len(), is_quoted: false })
}

/// The value that ends before `end`.
pub(super) fn value_before(text: &str, end: usize) -> Option<SecretValue<'_>> {
    let before = text[..end].trim_end_matches([' ', '\t', ',']);
    let quote = before.chars().next_back()?;
    let opener = match quote {
        '"' | '\'' | '`' => Some(quote),
        '」' => Some('「'),
        '』' => Some('『'),
        _ => None,
    };
    if let Some(opener) = opener {
        let inner_end = before.len() - quote.len_utf8();
        let from = before[..inner_end].rfind(['\n', opener]).filter(|at| before[*at..].starts_with(opener))?;
        let start = from + opener.len_utf8();
        let inner = &before[start..inner_end];
        let is_fit = !inner.is_empty() && inner.len() <= LONGEST;
        return is_fit.then_some(SecretValue { text: inner, place: start..inner_end, is_quoted: true });
    }
    let length =
        before.chars().rev().take(LONGEST).take_while(|c| is_value_character(*c)).map(char::len_utf8).sum::<usize>();
    let whole = &before[before.len() - length..];
    let bare =
        whole.trim_start_matches(['(', '[', ',', ';', ':', '*']).trim_end_matches([',', '.', ';', ':', '?', ')', '*']);
    let start = before.len() - length + whole.find(bare)?;
    (!bare.is_empty()).then(|| SecretValue { text: bare, place: start..start + bare.len(), is_quoted: false })
}

/// The rest of the line, as far as a value can reach: a text of one long line is still read in linear time.
pub(super) fn line_from(text: &str, at: usize) -> &str {
    let reach = &text[at..super::floor(text, at + LONGEST_LINE)];
    reach.split('\n').next().unwrap_or_default()
}

/// Letters of the West and all marks, but neither quotes nor brackets of markup.
fn is_value_character(c: char) -> bool {
    c.is_ascii_graphic() && !matches!(c, '"' | '`' | '<' | '>')
        || matches!(c, '\u{C0}'..='\u{24F}')
        || matches!(c, '£' | '€' | '§')
}

/// Without the punctuation of the sentence around it.
fn trimmed(bare: &str) -> &str {
    let mut value = bare;
    loop {
        let before = value;
        value = value.trim_end_matches(['.', ',', ';', ':', '?', '\'', '|']).trim_end_matches("**");
        // A closing bracket belongs to the sentence unless it was opened in the value.
        for (open, close) in [('(', ')'), ('[', ']'), ('{', '}')] {
            if value.ends_with(close) && !value.contains(open) {
                value = &value[..value.len() - 1];
            }
        }
        if value.len() == before.len() {
            return value;
        }
    }
}

impl SecretValue<'_> {
    pub(super) fn look(&self) -> Look {
        look(self.text)
    }
}

pub(super) fn look(value: &str) -> Look {
    let folded = value.trim_matches('*').to_ascii_lowercase();
    let is_nothing = value.contains("[redacted")
        || is_mask(value)
        || is_code(value)
        || is_place(&folded)
        || is_placeholder(&folded)
        || is_technical(&folded);
    if is_nothing {
        return Look::Nothing;
    }
    if value.split_whitespace().nth(1).is_some() {
        return if value.bytes().all(|b| b.is_ascii_digit() || matches!(b, b' ' | b'-')) {
            Look::Digits
        } else {
            Look::Words
        };
    }
    if value.bytes().all(|b| b.is_ascii_digit()) {
        return if value.len() >= 4 { Look::Digits } else { Look::Nothing };
    }
    if value.len() < 4 || !value.is_ascii() && !value.chars().any(|c| c.is_ascii_alphanumeric()) {
        return if value.chars().count() > 1 && !value.is_ascii() { Look::Words } else { Look::Nothing };
    }
    if is_random(value) {
        return Look::Random;
    }
    let has_letter = value.chars().any(char::is_alphabetic);
    let has_digit = value.bytes().any(|b| b.is_ascii_digit());
    let has_mark = value.bytes().any(|b| b"!@#$%^&*~=+?|".contains(&b));
    if has_letter && has_digit || has_mark && value.len() >= 4 {
        if is_constant_name(value) { Look::Nothing } else { Look::Typed }
    } else if has_letter && value.chars().all(|c| c.is_alphabetic() || matches!(c, '-' | '\'' | '_' | '.' | '!')) {
        Look::Word
    } else {
        Look::Nothing
    }
}

pub(super) fn has_digit_and_letter(value: &str) -> bool {
    value.bytes().any(|b| b.is_ascii_digit()) && value.bytes().any(|b| b.is_ascii_alphabetic())
}

/// Whether no word, name or number looks like that: several kinds of characters, mixed.
///
/// What is not right behind its label has to look like this.
pub(super) fn is_strong(value: &str) -> bool {
    let bytes = value.as_bytes();
    let has = |is_meant: fn(&u8) -> bool| bytes.iter().any(is_meant);
    let has_mark = value[..value.len().min(value.trim_end_matches(['!', '?', '.']).len())]
        .bytes()
        .any(|b| b"!@#$%^&*~=+?-_".contains(&b));
    let is_mixed = has(u8::is_ascii_lowercase) && has(u8::is_ascii_uppercase);
    let is_inner = bytes.windows(2).any(|pair| pair[0].is_ascii_digit() && pair[1].is_ascii_alphabetic());
    let digits = bytes.iter().filter(|b| b.is_ascii_digit()).count();
    let is_numbered = bytes.iter().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || *b == b'-');
    look(value) >= Look::Typed
        && value.len() >= 6
        && digits > 0
        && !is_numbered
        && has(u8::is_ascii_alphabetic)
        && (has_mark || is_mixed || is_inner || digits >= 3)
}

/// Whether it looks chosen or drawn even where no label names it.
pub(super) fn is_typed(value: &str) -> bool {
    look(value) >= Look::Typed
}

/// Whether four digits read as a year of our time.
pub(super) fn is_year(value: &str) -> bool {
    value.len() == 4 && (value.starts_with("19") || value.starts_with("20"))
}

/// `#1215`, as tickets are named.
fn is_reference(value: &str) -> bool {
    value.strip_prefix('#').is_some_and(|number| !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()))
}

/// Whether a place for a value is filled: with neither a mask, nor code, nor a placeholder.
pub(super) fn is_value(value: &str) -> bool {
    let value = value.trim_matches(['"', '\'', '`']);
    !is_mask(value) && !is_code(value) && !is_placeholder(&value.to_ascii_lowercase())
}

/// Whether the place for a password in an address is filled: two words with a dot between them fill it too.
pub(super) fn is_filled(value: &str) -> bool {
    let is_dotted = value.split('.').count() == 2 && value.split('.').all(is_code_name);
    is_value(value) || is_dotted && !is_placeholder(&value.to_ascii_lowercase())
}

fn is_mask(value: &str) -> bool {
    value.chars().all(|c| matches!(c, '*' | 'x' | 'X' | '•' | '.' | '-' | '_' | '●' | '○' | '?' | '#' | '■' | '…'))
}

/// Calls, variables, templates and the like.
fn is_code(value: &str) -> bool {
    let name_end =
        value.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | ':'))).unwrap_or(value.len());
    let (name, tail) = value.split_at(name_end);
    let is_name = !name.is_empty() && !name.starts_with(|c: char| c.is_ascii_digit());
    let is_closed = tail.ends_with([')', ']', '}', '>', ';']) || !tail.contains([')', ']', '}', '>']);
    let is_called = is_name && (tail.starts_with('(') || tail.starts_with(['[', '{', '<']) && is_closed);
    let is_variable = value.strip_prefix(['$', '%', '&', '@', '*']).is_some_and(|name| {
        name.starts_with(['{', '(', '[', '$', '&'])
            || !name.is_empty()
                && name.trim_end_matches('%').bytes().all(|b| b.is_ascii_alphabetic() || b"_.:".contains(&b))
            || is_constant_name(name)
    });
    let is_macro = tail.starts_with("!(") || tail.starts_with("![") || tail.starts_with("!{");
    // `!vault` of YAML, `!input.is_empty()` of a program.
    let is_negated = value.strip_prefix('!').is_some_and(|name| {
        name.bytes().all(|b| b.is_ascii_alphabetic())
            || name.contains(['.', '(']) && name.starts_with(|c: char| c.is_ascii_lowercase())
    });
    let is_template = value.starts_with(['{', '[', '<', '('])
        || value.starts_with("#{")
        || value.starts_with("/^")
        || value.starts_with('^')
        || value.starts_with("#[")
        || is_reference(value)
        || is_macro
        || is_negated;
    let is_member =
        value.contains('.') && value.split('.').all(is_code_name) || value.contains("::") || value.contains("->");
    is_called || is_variable || is_template || is_member
}

pub(super) fn is_code_name(part: &str) -> bool {
    part.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && part.bytes().all(|b| b.is_ascii_alphabetic() || b == b'_')
}

/// `DB_PASS_2`: capitals, digits and at least one underline.
fn is_constant_name(value: &str) -> bool {
    value.contains('_')
        && !value.starts_with('_')
        && !value.ends_with('_')
        && value.split('_').all(|part| {
            part.bytes().all(|b| b.is_ascii_uppercase())
                || part.len() < 3 && part.bytes().all(|b| b.is_ascii_digit() || b.is_ascii_uppercase())
        })
}

/// A path, an address, a file, an e-mail address: where something is.
pub(super) fn is_place(folded: &str) -> bool {
    let is_path = folded.starts_with(['/', '~']) && folded[1..].contains('/')
        || folded.starts_with("./")
        || folded.starts_with("../")
        || folded.starts_with('/') && folded.len() > 1 && folded[1..].bytes().all(|b| b.is_ascii_lowercase());
    let is_drive = folded.get(1..3) == Some(":\\") || folded.get(1..3) == Some(":/");
    let is_relative = folded.contains('/')
        && folded.split('/').all(|part| part.bytes().all(|b| b.is_ascii_alphabetic() || b"-_.".contains(&b)));
    let is_file = folded.rsplit_once('.').is_some_and(|(name, ending)| !name.is_empty() && ENDINGS.contains(&ending));
    let is_mail = folded.split_once('@').is_some_and(|(person, host)| {
        let is_person = !person.is_empty() && person.bytes().all(|b| b.is_ascii_alphanumeric() || b"._+-".contains(&b));
        is_person
            && host
                .rsplit_once('.')
                .is_some_and(|(_, top)| (2..=6).contains(&top.len()) && top.bytes().all(|b| b.is_ascii_alphabetic()))
    });
    folded.contains("://") || is_path || is_drive || is_relative || is_file || is_mail || is_address(folded)
}

/// `10.0.0.4:8080`, `[::1]`, a MAC address.
fn is_address(folded: &str) -> bool {
    let is_ip =
        folded.split(['.', ':', '/']).count() >= 4 && folded.bytes().all(|b| b.is_ascii_digit() || b".:/".contains(&b));
    let is_mac = folded.len() == 17
        && folded.split([':', '-']).count() == 6
        && folded.split([':', '-']).all(|pair| pair.len() == 2 && pair.bytes().all(|b| b.is_ascii_hexdigit()));
    is_ip || is_mac
}

#[rustfmt::skip]
const ENDINGS: &[&str] = &[
    "rs", "py", "js", "ts", "tsx", "jsx", "json", "yaml", "yml", "toml", "txt", "md", "env", "ini", "cfg", "conf", "pem", "key", "crt", "sqlite",
    "sqlite3", "db", "csv", "tsv", "log", "sh", "gpg", "kdbx", "zip", "html",
    "htm", "php", "java", "go", "rb", "xml", "pdf", "png", "jpg", "jpeg", "doc", "docx", "xls", "xlsx", "pptx", "com", "net", "org", "c", "cpp",
];

/// Twelve characters at least, of mixed kinds, and no name made of words and numbers.
pub(super) fn is_random(value: &str) -> bool {
    if value.len() < 12 || !value.is_ascii() || value.contains(' ') {
        return false;
    }
    let bytes = value.as_bytes();
    let turns = bytes
        .windows(2)
        .filter(|pair| {
            pair[0].is_ascii_lowercase() != pair[1].is_ascii_lowercase() && pair.iter().all(u8::is_ascii_alphabetic)
        })
        .count();
    let is_hexadecimal = value.len() >= 24 && bytes.iter().all(u8::is_ascii_hexdigit);
    let is_mixed = has_digit_and_letter(value) && !is_named_like(value)
        || turns * 3 > value.len() && value.len() >= 20 && !value.contains(['-', '_']);
    is_hexadecimal || is_mixed
}

/// Whether a program could have drawn it: a key has none of the characters that calls and references have.
pub(super) fn is_drawn(value: &str) -> bool {
    // `input.peek2` is a member of something.
    let is_member = value.contains('.')
        && value.split('.').all(|part| {
            part.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
                && part.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_')
        });
    let is_plain = value.bytes().all(|b| b.is_ascii_alphanumeric() || b"_-+/=.~:%!@#$^".contains(&b));
    is_plain && !is_member && (has_digit_and_letter(value) || is_random(value))
}

/// Snake case, kebab case and dotted names, with numbers in them; UUIDs.
pub(super) fn is_named_like(value: &str) -> bool {
    let is_words = value.split(['_', '.', '-', ':', '/', '#']).all(|part| {
        let letters = part.trim_end_matches(|c: char| c.is_ascii_digit());
        letters.bytes().all(|b| b.is_ascii_lowercase()) && part.len() - letters.len() < 7
            || part.bytes().all(|b| b.is_ascii_digit())
            || part.len() <= 3
    });
    is_words && value.contains(['_', '.', '-', ':', '/', '#']) || is_uuid(value)
}

pub(super) fn is_uuid(value: &str) -> bool {
    value.len() == 36
        && value.bytes().filter(|b| *b == b'-').count() == 4
        && value.bytes().all(|b| b.is_ascii_hexdigit() || b == b'-')
}
