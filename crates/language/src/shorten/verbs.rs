//! English verbs behind a new subject: "I am" is "X is", "I've" is "X has", "I go" is "X goes".
//!
//! Only what a closed list or a plain rule decides; where a form could be the present or the past ("I read"),
//! there is no answer.

use std::collections::HashSet;
use std::sync::LazyLock;

/// What `subject` and the words behind it become when the subject is a name, or `None` if that is not safe.
///
/// `subject` is `i` or `you` with what is joined to it (`i'm`, `you've`), folded; `words` are the folded words
/// behind it. The answer is what stands behind the name, and how many of `words` it stands for.
pub(super) fn behind_name(subject: &str, words: &[&str]) -> Option<(String, usize)> {
    let joined = subject.split_once('\'').map(|(_, joined)| joined);
    match joined {
        Some("m" | "re") => Some(("is".to_owned(), 0)),
        Some("ve") => Some(("has".to_owned(), 0)),
        Some("ll") => Some(("will".to_owned(), 0)),
        Some("d") => Some((had_or_would(words).to_owned(), 0)),
        Some(_) => None,
        None => agreeing(words),
    }
}

fn had_or_would(words: &[&str]) -> &'static str {
    let next = words.iter().find(|word| !ADVERBS.contains(**word)).copied().unwrap_or_default();
    let is_past = next == "better" || next == "been" || next == "had" || is_past(next);
    if is_past { "had" } else { "would" }
}

/// The words up to the verb, with the verb in the third person.
fn agreeing(words: &[&str]) -> Option<(String, usize)> {
    let at = words.iter().take(3).take_while(|word| ADVERBS.contains(**word)).count();
    let verb = third_person(words.get(at)?)?;
    let mut answer = words[..at].join(" ");
    if at > 0 {
        answer.push(' ');
    }
    answer.push_str(&verb);
    Some((answer, at + 1))
}

/// The form that goes with a name, of a form that goes with "I" or "you".
pub(super) fn third_person(verb: &str) -> Option<String> {
    let fixed = match verb {
        "am" | "are" => "is",
        "aren't" => "isn't",
        "were" => "was",
        "weren't" => "wasn't",
        "have" => "has",
        "haven't" => "hasn't",
        "do" => "does",
        "don't" => "doesn't",
        "go" => "goes",
        "gotta" => "has got to",
        "wanna" => "wants to",
        _ => "",
    };
    if !fixed.is_empty() {
        return Some(fixed.to_owned());
    }
    if MODALS.contains(verb) || is_past(verb) {
        return Some(verb.to_owned());
    }
    // "Put" and "read" are the present or the past; what is no verb has no third person.
    if AMBIGUOUS.contains(verb) || NO_VERBS.contains(verb) || !verb.bytes().all(|b| b.is_ascii_lowercase()) {
        return None;
    }
    if verb.len() < 2 || verb.ends_with("ing") && !matches!(verb, "bring" | "sing" | "ring") || verb.ends_with("ly") {
        return None;
    }
    Some(with_s(verb))
}

/// The past of a verb in its bare form, for "did you go" told as "went".
pub(super) fn past(verb: &str) -> Option<String> {
    if let Some((_, past)) = PASTS.iter().find(|(bare, _)| *bare == verb) {
        return Some((*past).to_owned());
    }
    if third_person(verb).is_none_or(|third| third == verb) || is_past(verb) {
        return None;
    }
    let letters = verb.as_bytes();
    let is_vowel = |b: u8| b"aeiou".contains(&b);
    let vowels = letters.windows(2).filter(|pair| is_vowel(pair[0]) && !is_vowel(pair[1])).count();
    let ends_short =
        matches!(letters, [.., a, b, c] if !is_vowel(*a) && is_vowel(*b) && !is_vowel(*c) && !b"wxy".contains(c));
    Some(match verb.strip_suffix('y').filter(|stem| !stem.ends_with(['a', 'e', 'o', 'u', 'i'])) {
        Some(stem) => format!("{stem}ied"),
        None if verb.ends_with('e') => format!("{verb}d"),
        None if vowels == 1 && ends_short => format!("{verb}{}ed", char::from(*letters.last()?)),
        None => format!("{verb}ed"),
    })
}

/// Verbs whose past is their own.
const PASTS: [(&str, &str); 92] = [
    ("be", "was"),
    ("have", "had"),
    ("do", "did"),
    ("go", "went"),
    ("make", "made"),
    ("take", "took"),
    ("get", "got"),
    ("give", "gave"),
    ("say", "said"),
    ("see", "saw"),
    ("know", "knew"),
    ("think", "thought"),
    ("come", "came"),
    ("become", "became"),
    ("tell", "told"),
    ("feel", "felt"),
    ("leave", "left"),
    ("find", "found"),
    ("keep", "kept"),
    ("bring", "brought"),
    ("buy", "bought"),
    ("begin", "began"),
    ("write", "wrote"),
    ("eat", "ate"),
    ("drink", "drank"),
    ("drive", "drove"),
    ("speak", "spoke"),
    ("break", "broke"),
    ("choose", "chose"),
    ("fall", "fell"),
    ("fly", "flew"),
    ("forget", "forgot"),
    ("grow", "grew"),
    ("hear", "heard"),
    ("hold", "held"),
    ("hide", "hid"),
    ("lead", "led"),
    ("lend", "lent"),
    ("lose", "lost"),
    ("mean", "meant"),
    ("meet", "met"),
    ("pay", "paid"),
    ("ride", "rode"),
    ("ring", "rang"),
    ("rise", "rose"),
    ("run", "ran"),
    ("sing", "sang"),
    ("sink", "sank"),
    ("sit", "sat"),
    ("sell", "sold"),
    ("send", "sent"),
    ("shake", "shook"),
    ("shoot", "shot"),
    ("sleep", "slept"),
    ("spend", "spent"),
    ("steal", "stole"),
    ("stand", "stood"),
    ("stick", "stuck"),
    ("strike", "struck"),
    ("swim", "swam"),
    ("teach", "taught"),
    ("tear", "tore"),
    ("throw", "threw"),
    ("understand", "understood"),
    ("wake", "woke"),
    ("wear", "wore"),
    ("win", "won"),
    ("build", "built"),
    ("catch", "caught"),
    ("deal", "dealt"),
    ("dig", "dug"),
    ("draw", "drew"),
    ("feed", "fed"),
    ("fight", "fought"),
    ("forgive", "forgave"),
    ("put", "put"),
    ("read", "read"),
    ("cut", "cut"),
    ("let", "let"),
    ("set", "set"),
    ("hit", "hit"),
    ("quit", "quit"),
    ("cost", "cost"),
    ("hurt", "hurt"),
    ("shut", "shut"),
    ("spread", "spread"),
    ("bet", "bet"),
    ("beat", "beat"),
    ("bite", "bit"),
    ("blow", "blew"),
    ("bend", "bent"),
    ("lie", "lied"),
];

fn with_s(verb: &str) -> String {
    let consonant_y = verb.strip_suffix('y').filter(|stem| !stem.ends_with(['a', 'e', 'o', 'u', 'i']));
    match consonant_y {
        Some(stem) => format!("{stem}ies"),
        None if verb.ends_with(['s', 'x', 'z', 'o']) || verb.ends_with("ch") || verb.ends_with("sh") => {
            format!("{verb}es")
        }
        None => format!("{verb}s"),
    }
}

/// Whether a folded word is the past of a verb, or its participle.
pub(crate) fn is_past(verb: &str) -> bool {
    PAST.contains(verb) || (verb.len() > 3 && verb.ends_with("ed") && !ENDS_LIKE_PAST.contains(&verb))
}

const ENDS_LIKE_PAST: [&str; 9] = ["need", "feed", "speed", "bleed", "breed", "succeed", "proceed", "exceed", "heed"];

/// Forms that are the same for every person.
static MODALS: LazyLock<HashSet<&'static str>> = LazyLock::new(|| {
    "can could will would shall should may might must can't cannot couldn't won't wouldn't shan't shouldn't mightn't \
     mustn't needn't did didn't had hadn't was wasn't used ought"
        .split_whitespace()
        .collect()
});

/// Words that may stand between a subject and its verb.
pub(super) static ADVERBS: LazyLock<HashSet<&'static str>> = LazyLock::new(|| {
    "really just also always never usually still only often actually already sometimes finally recently even \
     definitely certainly probably totally absolutely completely truly simply rarely ever now then first almost \
     currently honestly kind of sort too both"
        .split_whitespace()
        .collect()
});

static AMBIGUOUS: LazyLock<HashSet<&'static str>> = LazyLock::new(|| {
    "put read cut let set hit quit cost hurt shut spread bet burst cast split rid shed sweat wed upset beat come \
     become run overcome"
        .split_whitespace()
        .collect()
});

static NO_VERBS: LazyLock<HashSet<&'static str>> = LazyLock::new(|| {
    "and or but so if when while because that this these those the a an of in on at to for with from by as than \
     who which what where why how all not no yes too there here it he she they we i you me him her them us my your his \
     its our their mine yours guys both either neither myself yourself alone"
        .split_whitespace()
        .collect()
});

static PAST: LazyLock<HashSet<&'static str>> = LazyLock::new(|| {
    "was were had did went gone made took taken got gotten gave given said saw seen knew known thought came became told \
     felt left found kept brought bought began begun wrote written ate eaten drank drunk drove driven spoke spoken broke \
     broken chose chosen fell fallen flew flown forgot forgotten froze frozen grew grown heard held hid hidden hung laid \
     lain led lent lost meant met paid rode ridden rang rung rose risen ran said sang sung sank sunk sat sold sent shook \
     shaken shone shot showed shown slept slid spent stole stolen stood stuck struck swam swum swore sworn swept taught \
     tore torn threw thrown understood woke woken wore worn won wound built burnt caught dealt dreamt dug drew drawn fed \
     fought fled forgave forgiven lit learnt misunderstood mistook overslept proved sought sewn sown spun sprang stank \
     stung swung wept withdrew wrung bent bit bitten bled blew blown bound bore born bred crept dared flung forbade ground \
     knelt leapt leant leaned mown overheard overtook redid rewrote repaid rebuilt shrank slung smelt spelt spilt spoilt \
     sped strode strove swelled thrust undid undertook upheld wrought been done"
        .split_whitespace()
        .collect()
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bare_verb_has_its_past() {
        for (bare, wanted) in [
            ("go", "went"),
            ("visit", "visited"),
            ("stop", "stopped"),
            ("like", "liked"),
            ("study", "studied"),
            ("play", "played"),
            ("put", "put"),
            ("enjoy", "enjoyed"),
            ("clean", "cleaned"),
        ] {
            assert_eq!(past(bare).as_deref(), Some(wanted));
        }
        assert_eq!(past("went"), None);
        assert_eq!(past("the"), None);
    }

    #[test]
    fn verbs_agree_with_a_name() {
        for (subject, words, wanted) in [
            ("i'm", "going", Some("is")),
            ("i've", "been", Some("has")),
            ("i'll", "go", Some("will")),
            ("i'd", "like", Some("would")),
            ("i'd", "better", Some("had")),
            ("i'd", "already eaten", Some("had")),
            ("i", "am", Some("is")),
            ("i", "don't", Some("doesn't")),
            ("i", "really want", Some("really wants")),
            ("i", "went", Some("went")),
            ("i", "never finished", Some("never finished")),
            ("i", "need", Some("needs")),
            ("i", "study", Some("studies")),
            ("i", "play", Some("plays")),
            ("i", "watch", Some("watches")),
            ("i", "can't", Some("can't")),
            ("i", "read", None),
            ("i", "and", None),
            ("i", "", None),
            ("you're", "late", Some("is")),
            ("you", "were", Some("was")),
        ] {
            let words: Vec<&str> = words.split_whitespace().collect();
            let found = behind_name(subject, &words).map(|(verb, _)| verb);
            assert_eq!(found.as_deref(), wanted, "{subject} {words:?}");
        }
    }
}
