//! Romaji in which each sound is written one way.

/// The key of a name in kana, of one script or mixed; nothing for what is no kana, or only one.
pub(super) fn of_kana(kana: &str) -> Option<String> {
    let mut written = String::with_capacity(kana.len());
    let characters: Vec<char> = kana.chars().map(to_hiragana).collect();
    let mut count = 0;
    for (at, c) in characters.iter().enumerate() {
        match c {
            // The key knows neither long vowels nor doubled consonants.
            'ー' | 'っ' => continue,
            'ゃ' | 'ゅ' | 'ょ' | 'ぁ' | 'ぃ' | 'ぅ' | 'ぇ' | 'ぉ' => join_small(&mut written, *c, at > 0),
            _ => {
                written.push_str(SYLLABLES.iter().find(|(kana, _)| kana == c)?.1);
                count += 1;
            }
        }
    }
    (count > 1).then(|| folded(&written)).filter(|key| key.len() > 1)
}

/// A small kana takes the vowel of the one before it: き and ゃ are kya, し and ゃ sha, て and ぃ ti.
fn join_small(written: &mut String, small: char, has_before: bool) {
    let vowel = match small {
        'ゃ' | 'ぁ' => 'a',
        'ゅ' | 'ぅ' => 'u',
        'ょ' | 'ぉ' => 'o',
        'ぃ' => 'i',
        _ => 'e',
    };
    if has_before && written.ends_with(['a', 'i', 'u', 'e', 'o']) {
        let last = written.pop();
        let is_glide = "ゃゅょ".contains(small) && last == Some('i') && !written.ends_with(['h', 'j']);
        if is_glide {
            written.push('y');
        }
        if last == Some('u') && written.is_empty() {
            written.push('w');
        }
    }
    written.push(vowel);
}

fn to_hiragana(c: char) -> char {
    match c {
        '\u{30A1}'..='\u{30F4}' => char::from_u32(u32::from(c) - 0x60).unwrap_or(c),
        other => other,
    }
}

/// The key of a word of letters, if it can be read as Japanese.
pub(super) fn of_letters(folded_word: &str) -> Option<String> {
    let plain: String = folded_word.chars().filter(|c| *c != '\'' && *c != '-').map(without_macron).collect();
    if ["ll", "rl", "lr"].iter().any(|pair| plain.contains(pair)) {
        return None;
    }
    let plain = plain.replace('l', "r");
    (plain.is_ascii() && is_japanese(plain.as_bytes())).then(|| folded(&plain))
}

fn without_macron(c: char) -> char {
    match c {
        'ā' | 'â' => 'a',
        'ī' | 'î' => 'i',
        'ū' | 'û' => 'u',
        'ē' | 'ê' => 'e',
        'ō' | 'ô' => 'o',
        other => other,
    }
}

/// Whether the letters are syllables of Japanese: a vowel with a consonant before it or none, or an n.
fn is_japanese(letters: &[u8]) -> bool {
    let mut at = 0;
    let mut syllables = 0;
    while at < letters.len() {
        let rest = &letters[at..];
        let onset = ONSETS.iter().find(|onset| rest.starts_with(onset.as_bytes())).map_or(0, |onset| onset.len());
        let is_vowel = |place: usize| rest.get(place).is_some_and(|letter| b"aiueo".contains(letter));
        let is_last_or_consonant = |place: usize| !is_vowel(place);
        if is_vowel(onset) {
            at += onset + 1;
            syllables += 1;
        } else if matches!(rest[0], b'n' | b'm') && is_last_or_consonant(1) && (rest[0] == b'n' || rest.len() > 1) {
            // An m stands for an n only before m, b and p.
            if rest[0] == b'm' && !rest.get(1).is_some_and(|letter| b"mbp".contains(letter)) {
                return false;
            }
            at += 1;
            syllables += 1;
        } else if rest[0] == b'h' && at > 0 && matches!(letters[at - 1], b'o' | b'u') && is_last_or_consonant(1) {
            // Ohno, Satoh.
            at += 1;
        } else if rest.len() > 1 && (rest[0] == rest[1] || rest.starts_with(b"tch")) && at > 0 {
            at += 1;
        } else {
            return false;
        }
    }
    syllables > 1
}

/// The longest first.
const ONSETS: [&str; 40] = [
    "shy", "chy", "tsy", "ky", "gy", "ny", "hy", "by", "py", "my", "ry", "sh", "ch", "ts", "sy", "zy", "jy", "ty",
    "dy", "fy", "dz", "k", "g", "s", "z", "t", "d", "n", "h", "b", "p", "m", "y", "r", "w", "f", "j", "v", "kw", "gw",
];

/// Each sound in one way.
fn folded(written: &str) -> String {
    let mut key = written.replace(['\'', '-'], "");
    for (other, usual) in SPELLINGS {
        if key.contains(other) {
            key = key.replace(other, usual);
        }
    }
    let letters: Vec<char> = key.chars().collect();
    let mut folded = String::with_capacity(letters.len());
    for (at, letter) in letters.iter().enumerate() {
        let next = letters.get(at + 1).copied();
        let before = folded.chars().next_back();
        let is_consonant_next = next.is_none_or(|next| !"aiueoy".contains(next));
        match letter {
            // Ohno is Ono.
            'h' if matches!(before, Some('o' | 'u')) && is_consonant_next => {}
            'u' if before == Some('o') => {}
            'm' if matches!(next, Some('m' | 'b' | 'p')) => folded.push('n'),
            letter if before == Some(*letter) => {}
            letter => folded.push(*letter),
        }
    }
    folded
}

/// Other ways of writing syllables, in the order in which they are replaced.
const SPELLINGS: [(&str, &str); 25] = [
    ("tch", "ch"),
    ("cch", "ch"),
    ("shy", "sh"),
    ("chy", "ch"),
    ("tsy", "ch"),
    ("sy", "sh"),
    ("ty", "ch"),
    ("zy", "j"),
    ("jy", "j"),
    ("dy", "j"),
    ("si", "shi"),
    ("ti", "chi"),
    ("tu", "tsu"),
    ("ttsu", "tsu"),
    ("hu", "fu"),
    ("zi", "ji"),
    ("di", "ji"),
    ("dzu", "zu"),
    ("du", "zu"),
    ("dz", "z"),
    ("v", "b"),
    ("sshi", "shi"),
    ("wo", "o"),
    ("kw", "k"),
    ("gw", "g"),
];

const SYLLABLES: [(char, &str); 72] = [
    ('あ', "a"),
    ('い', "i"),
    ('う', "u"),
    ('え', "e"),
    ('お', "o"),
    ('か', "ka"),
    ('き', "ki"),
    ('く', "ku"),
    ('け', "ke"),
    ('こ', "ko"),
    ('が', "ga"),
    ('ぎ', "gi"),
    ('ぐ', "gu"),
    ('げ', "ge"),
    ('ご', "go"),
    ('さ', "sa"),
    ('し', "shi"),
    ('す', "su"),
    ('せ', "se"),
    ('そ', "so"),
    ('ざ', "za"),
    ('じ', "ji"),
    ('ず', "zu"),
    ('ぜ', "ze"),
    ('ぞ', "zo"),
    ('た', "ta"),
    ('ち', "chi"),
    ('つ', "tsu"),
    ('て', "te"),
    ('と', "to"),
    ('だ', "da"),
    ('ぢ', "ji"),
    ('づ', "zu"),
    ('で', "de"),
    ('ど', "do"),
    ('な', "na"),
    ('に', "ni"),
    ('ぬ', "nu"),
    ('ね', "ne"),
    ('の', "no"),
    ('は', "ha"),
    ('ひ', "hi"),
    ('ふ', "fu"),
    ('へ', "he"),
    ('ほ', "ho"),
    ('ば', "ba"),
    ('び', "bi"),
    ('ぶ', "bu"),
    ('べ', "be"),
    ('ぼ', "bo"),
    ('ぱ', "pa"),
    ('ぴ', "pi"),
    ('ぷ', "pu"),
    ('ぺ', "pe"),
    ('ぽ', "po"),
    ('ま', "ma"),
    ('み', "mi"),
    ('む', "mu"),
    ('め', "me"),
    ('も', "mo"),
    ('や', "ya"),
    ('ゆ', "yu"),
    ('よ', "yo"),
    ('ら', "ra"),
    ('り', "ri"),
    ('る', "ru"),
    ('れ', "re"),
    ('ろ', "ro"),
    ('わ', "wa"),
    ('を', "o"),
    ('ん', "n"),
    ('ゔ', "bu"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kana_and_letters_have_one_key() {
        for (kana, letters, key) in [
            ("だいち", "daichi", "daichi"),
            ("ユウキ", "yuki", "yuki"),
            ("オオノ", "ohno", "ono"),
            ("けんいち", "ken'ichi", "kenichi"),
            ("しょうた", "shota", "shota"),
            ("ジュン", "jun", "jun"),
            ("はっとり", "hattori", "hatori"),
            ("まっちゃ", "matcha", "macha"),
            ("つづき", "tsuzuki", "tsuzuki"),
            ("ティナ", "tina", "china"),
            ("りな", "lina", "rina"),
            ("さとう", "satoh", "sato"),
            ("しんぺい", "shimpei", "shinpei"),
        ] {
            assert_eq!(of_letters(letters).as_deref(), Some(key), "{letters}");
            assert_eq!(of_kana(kana).as_deref(), Some(key), "{kana}");
        }
    }

    #[test]
    fn what_cannot_be_read_as_japanese_has_no_key() {
        for word in ["duncan", "smith", "the", "coffee", "xyz", "strength", "n", "a", "", "été", "am", "him"] {
            assert_eq!(of_letters(word), None, "{word}");
        }
        for word in ["あ", "ん", "", "abc", "猫"] {
            assert_eq!(of_kana(word), None, "{word}");
        }
    }
}
