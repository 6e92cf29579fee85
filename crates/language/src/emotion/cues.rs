//! The feeling words of a text, turned by negation and weighed by the words around them.

use omoide_core::Tag;

use super::plain::{PlainText, is_clause_mark};
use super::wishes;
use super::words::{self, FeelingWord};
use crate::fold::{Script, script};

/// How much a cue counts when the text goes on with "but".
const BEFORE_CONTRAST: f32 = 0.6;
/// How far back or ahead the words are looked at that weigh a cue.
const CONTRAST_REACH: usize = 60;

/// What a word, a wish or a laugh says of the feeling.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct FeelingCue {
    pub(super) valence: f32,
    pub(super) arousal: f32,
    pub(super) tags: Vec<Tag>,
    /// How much of the cue counts: less than one for those of the reply.
    pub(super) share: f32,
    pub(super) is_negated: bool,
    pub(super) is_stressed: bool,
    /// "Not bad": a denial that is praise as it stands.
    pub(super) is_litotes: bool,
    /// What its words would say, and it does not: it is denied, or it is another's.
    pub(super) denied: Vec<Tag>,
    pub(super) place: usize,
}

impl FeelingCue {
    pub(super) fn new(valence: f32, arousal: f32, tags: &[Tag], place: usize) -> Self {
        Self {
            valence,
            arousal,
            tags: tags.to_vec(),
            share: 1.0,
            is_negated: false,
            is_stressed: false,
            is_litotes: false,
            denied: Vec::new(),
            place,
        }
    }

    pub(super) fn strength(&self) -> f32 {
        self.valence.abs()
    }

    pub(super) fn scaled(self, share: f32) -> Self {
        Self { valence: self.valence * share, share: self.share * share, ..self }
    }
}

/// The cues of a text, in order.
pub(super) fn find(plain: &PlainText) -> Vec<FeelingCue> {
    let contrasts = contrasts(plain);
    let found = words::find(plain);
    let mut cues: Vec<FeelingCue> = found.iter().filter_map(|found| cue(plain, *found)).collect();
    cues.extend(wishes::find(plain, &found));
    cues.sort_by_key(|cue| cue.place);
    weep_for_joy(plain, &mut cues);
    dare(&contrasts, &mut cues);
    for cue in &mut cues {
        let next = contrasts.partition_point(|at| *at <= cue.place);
        if contrasts.get(next).is_some_and(|at| at - cue.place <= CONTRAST_REACH) {
            *cue = cue.clone().scaled(BEFORE_CONTRAST);
        }
    }
    cues
}

fn cue(plain: &PlainText, found: FeelingWord) -> Option<FeelingCue> {
    let sense = found.sense;
    if sense.valence == 0.0 && sense.tags.is_empty() {
        return None;
    }
    let word = FeelingCue::new(sense.valence, sense.arousal, &sense.tags, found.start);
    let mut word = weighed(word, plain, found);
    if sense.valence > 0.0 && plain.has_at(found.start, "not ") {
        word.is_litotes = true;
    }
    let is_negated = if found.is_latin { negated_before(plain, found.start) } else { negated_after(plain, found.end) };
    if is_negated {
        return Some(turned(word));
    }
    let is_anger = sense.tags.contains(&Tag::Anger) && sense.valence < 0.0;
    Some(if is_anger && is_of_other(plain, found) { of_other(word) } else { word })
}

/// Another's anger: it is no good news, but it is not felt.
fn of_other(cue: FeelingCue) -> FeelingCue {
    let denied = cue.tags.clone();
    FeelingCue { tags: Vec::new(), denied, ..cue.scaled(OTHERS_ANGER) }
}

/// How much another's anger counts beside one's own.
const OTHERS_ANGER: f32 = 0.3;

/// Whether the subject of a feeling is someone else: "my boss was furious", 部長が激怒した. Who is only named by a passive
/// (部長に怒られた) or not at all leaves it to who speaks.
fn is_of_other(plain: &PlainText, found: FeelingWord) -> bool {
    if found.is_latin {
        let before = window(plain, plain.clause_from(found.start, 40), found.start);
        let words: Vec<&str> = before.split(' ').filter(|word| !word.is_empty()).collect();
        let is_degree = |word: &&&str| DEGREES.contains(*word);
        let mut back = words.iter().rev().skip_while(is_degree);
        let links =
            ["was", "is", "were", "are", "got", "gets", "seemed", "looked", "looks", "sounded", "became", "went"];
        let verb = back.next().copied().unwrap_or_default();
        let subject = back.find(|word| !DEGREES.contains(*word)).copied().unwrap_or_default();
        return links.contains(&verb) && OTHERS_LATIN.contains(&subject);
    }
    let before = window(plain, plain.clause_from(found.start, 12), found.start);
    before.rfind(['が', 'は', 'も']).is_some_and(|at| OTHERS.iter().any(|other| before[..at].ends_with(other)))
}

const DEGREES: &[&str] = &[
    "so",
    "really",
    "very",
    "absolutely",
    "all",
    "pretty",
    "just",
    "a",
    "bit",
    "still",
    "completely",
    "totally",
    "kind",
    "of",
    "quite",
    "visibly",
    "fucking",
    "super",
];
const OTHERS_LATIN: &[&str] = &[
    "he",
    "she",
    "they",
    "boss",
    "manager",
    "mother",
    "mom",
    "mum",
    "dad",
    "father",
    "brother",
    "sister",
    "wife",
    "husband",
    "girlfriend",
    "boyfriend",
    "partner",
    "son",
    "daughter",
    "teacher",
    "neighbour",
    "neighbor",
    "colleague",
    "coworker",
    "client",
    "customer",
    "landlord",
    "roommate",
    "flatmate",
    "uncle",
    "aunt",
    "grandma",
    "grandpa",
    "everyone",
    "everybody",
    "people",
    "guy",
    "man",
    "woman",
    "lady",
    "director",
    "coach",
    "owner",
    "driver",
];
const OTHERS: &[&str] = &[
    "上司",
    "部長",
    "課長",
    "社長",
    "店長",
    "先生",
    "母",
    "父",
    "お母さん",
    "お父さん",
    "夫",
    "妻",
    "旦那",
    "奥さん",
    "彼",
    "彼女",
    "彼氏",
    "友達",
    "友人",
    "先輩",
    "後輩",
    "同僚",
    "客",
    "兄",
    "姉",
    "弟",
    "妹",
    "親",
    "息子",
    "娘",
    "隣人",
    "さん",
    "ちゃん",
    "くん",
    "君",
    "監督",
    "大家",
];

/// Who weeps for joy or from relief is not sad: "I cried from relief", 嬉しくて泣いた.
fn weep_for_joy(plain: &PlainText, cues: &mut [FeelingCue]) {
    const TEARS: [&str; 8] = ["cried", "cry", "crying", "tears", "tear", "泣", "涙", "teared"];
    const REASONS: [&str; 8] = [" from ", " of ", " with ", " out of ", " in ", " for ", " because ", " i "];
    let glad: Vec<usize> = cues
        .iter()
        .filter(|cue| {
            cue.valence >= 1.0
                && cue
                    .tags
                    .iter()
                    .any(|tag| matches!(tag, Tag::Joy | Tag::Relief | Tag::Gratitude | Tag::Love | Tag::Pride))
        })
        .map(|cue| cue.place)
        .collect();
    for cue in cues.iter_mut().filter(|cue| cue.tags.contains(&Tag::Sadness) && cue.valence < 0.0) {
        if !TEARS.iter().any(|word| plain.has_at(cue.place, word)) {
            continue;
        }
        let is_why = |glad: &usize| {
            let (from, to) = (cue.place.min(*glad), cue.place.max(*glad));
            let between = window(plain, from, to);
            let is_near = to - from <= TEARS_REACH && !between.chars().any(is_clause_mark);
            let is_latin = plain.at(cue.place).is_some_and(|c| c.is_ascii_alphabetic());
            is_near
                && if is_latin {
                    REASONS.iter().any(|reason| between.contains(reason))
                } else {
                    between.contains(['て', 'で', 'の', 'し'])
                }
        };
        if glad.iter().any(is_why) {
            *cue = FeelingCue { valence: -0.25 * cue.valence, denied: std::mem::take(&mut cue.tags), ..cue.clone() };
        }
    }
}

const TEARS_REACH: usize = 28;

/// A wish that is spoken in spite of a fear is what is felt: 恥ずかしいけど出てみたい.
fn dare(contrasts: &[usize], cues: &mut [FeelingCue]) {
    let bad: Vec<usize> = cues.iter().filter(|cue| cue.valence < 0.0).map(|cue| cue.place).collect();
    let mut dared = None;
    for cue in cues.iter_mut().filter(|cue| cue.tags == [Tag::Hope] && cue.valence > 0.0) {
        let turns = |at: &&usize| bad.first().is_some_and(|bad| bad < *at) && **at < cue.place;
        if let Some(at) = contrasts.iter().find(turns) {
            cue.valence = cue.valence.max(DARED);
            dared = Some(*at);
        }
    }
    for cue in cues.iter_mut().filter(|cue| cue.valence < 0.0 && dared.is_some_and(|at| cue.place < at)) {
        *cue = cue.clone().scaled(IN_SPITE_OF);
    }
}

/// What is left of a fear in spite of which something is wished.
const IN_SPITE_OF: f32 = 0.4;
const DARED: f32 = 1.2;

fn weighed(cue: FeelingCue, plain: &PlainText, found: FeelingWord) -> FeelingCue {
    let window = window(plain, plain.clause_from(found.start, if found.is_latin { 24 } else { 10 }), found.start);
    let has = |list: &[&str]| list.iter().any(|w| window.contains(w));
    let (strong, weak) = if found.is_latin { (STRONG_LATIN, WEAK_LATIN) } else { (STRONG, WEAK) };
    let is_excessive =
        !found.is_latin && ["すぎ", "過ぎ"].iter().any(|w| (0..3).any(|d| plain.has_at(found.end + d, w)));
    if has(weak) {
        FeelingCue { valence: cue.valence * 0.7, arousal: (cue.arousal - 7.0).max(10.0), ..cue }
    } else if has(strong) || is_excessive {
        let valence = (cue.valence * 1.3).clamp(-5.0, 5.0);
        FeelingCue { valence, arousal: (cue.arousal + 7.0).min(100.0), is_stressed: true, ..cue }
    } else {
        cue
    }
}

const STRONG_LATIN: &[&str] = &[
    "very ",
    "so ",
    "really ",
    "extremely ",
    "super ",
    "incredibly ",
    "absolutely ",
    "totally ",
    "too ",
    "such ",
    "deeply ",
    "fucking ",
    "freaking ",
    "insanely ",
    "completely ",
    "utterly ",
    "truly ",
    "damn ",
    "most ",
    "hella ",
];
const WEAK_LATIN: &[&str] =
    &["a bit ", "slightly ", "kinda ", "kind of ", "somewhat ", "a little ", "sort of ", "mildly ", "fairly "];
// As they are written in plain text: katakana is hiragana there.
const STRONG: &[&str] = &[
    "とても",
    "すごく",
    "凄く",
    "めっちゃ",
    "めちゃ",
    "めっさ",
    "超",
    "ちょう",
    "本当に",
    "ほんと",
    "本当",
    "まじ",
    "非常に",
    "かなり",
    "死ぬほど",
    "あまりに",
    "最高に",
    "心から",
    "一番",
    "大変",
    "相当",
    "ずいぶん",
    "くそ",
    "鬼",
    "激",
    "ばり",
    "ものすごく",
    "物凄く",
    "ひたすら",
    "めちゃくちゃ",
    "むちゃ",
    "とんでもなく",
    "どえらい",
    "ほんま",
];
const WEAK: &[&str] = &[
    "ちょっと",
    "少し",
    "やや",
    "若干",
    "なんとなく",
    "ちょい",
    "多少",
    "まあ",
    "まぁ",
    "少々",
    "すこし",
    "いくらか",
    "わりと",
];

fn window(plain: &PlainText, from: usize, to: usize) -> String {
    plain.characters[from..to].iter().collect()
}

fn negated_before(plain: &PlainText, place: usize) -> bool {
    let window = window(plain, plain.clause_from(place, 32), place);
    let words: Vec<&str> = window.split(' ').filter(|w| !w.is_empty()).rev().take(3).collect();
    words.iter().enumerate().any(|(back, word)| {
        let between = &words[..back];
        let never_so = *word == "never" && between.iter().any(|w| matches!(*w, "been" | "felt" | "so"));
        let only_next = matches!(*word, "no" | "without") && back > 0;
        let not_only = *word == "not" && between.last().is_some_and(|w| matches!(*w, "only" | "just" | "sure"));
        is_negator(word) && !never_so && !only_next && !not_only
    })
}

fn is_negator(word: &str) -> bool {
    matches!(
        word,
        "not"
            | "never"
            | "no"
            | "without"
            | "hardly"
            | "barely"
            | "nothing"
            | "cannot"
            | "dont"
            | "doesnt"
            | "didnt"
            | "isnt"
            | "wasnt"
            | "arent"
            | "cant"
            | "wont"
            | "neither"
            | "nor"
            | "aint"
    ) || word.ends_with("n't")
}

/// くない, じゃない, てません, なかった in what follows a word, before the clause goes on.
fn negated_after(plain: &PlainText, place: usize) -> bool {
    // 諦めるしかない: only that is left.
    if place >= 2 && plain.has_at(place - 2, "しか") {
        return false;
    }
    let is_tail = |c: char| script(c) == Script::Hiragana || matches!(c, '無' | '思' | '言' | '難');
    let end = (place..plain.len().min(place + 13)).find(|at| !is_tail(plain.characters[*at]));
    let end = end.unwrap_or(plain.len().min(place + 13));
    let tail: String = plain.characters[place..end].iter().collect();
    let Some((at, negator)) = NEGATORS.iter().filter_map(|n| Some((tail.find(n)?, *n))).min() else {
        return false;
    };
    let between = &tail[..at];
    let behind = &tail[at + negator.len()..];
    let is_idiom =
        ["しれ", "たまら", "しょうが", "しかた", "にちがい", "ちが", "すぎ", "はんぱ", "とんでも", "ず", "や"]
            .iter()
            .any(|i| between.ends_with(i))
            || behind.starts_with("ちゃ")
            || (negator == "なく" && (behind.starts_with("な") || behind.starts_with("ね")))
            || (negator == "ない"
                && (behind.starts_with("わけ") || behind.starts_with("こと") || behind.starts_with("で")));
    let is_question = plain.at(end) == Some('?');
    let asks_assent = (is_question || behind.starts_with("か") || behind.starts_with("です"))
        && (between.ends_with("じゃ") || between.ends_with("では") || is_question && between.ends_with("く"))
        && negator == "ない";
    !goes_on(between) && !is_idiom && !asks_assent
}

const NEGATORS: &[&str] =
    &["ない", "なかった", "なく", "なし", "ません", "ねえ", "無い", "無く", "無し", "難い", "がたい"];

/// Whether a new predicate begins between a word and the negation: 悲しくて食べられない denies the eating.
fn goes_on(between: &str) -> bool {
    if ["けど", "から", "ので", "のに", "たら", "でも", "がら", "れば", "つつ", "まで", "しか", "ほど", "より"]
        .iter()
        .any(|j| between.contains(j))
    {
        return true;
    }
    between.rfind(['て', 'で']).is_some_and(|at| {
        let rest = &between[at + 'て'.len_utf8()..];
        !["", "い", "は", "はい", "も", "もい", "いる", "いるわけでは", "は思え", "きて", "くれ", "もらえ"]
            .contains(&rest)
    })
}

/// A cue that is denied: the good turns mildly bad, the bad mildly good, and calmer.
fn turned(cue: FeelingCue) -> FeelingCue {
    let share = if cue.valence > 0.0 { -0.6 } else { -0.35 };
    let mut tags: Vec<Tag> = cue.tags.iter().filter_map(|tag| opposite(*tag)).collect();
    tags.dedup();
    let denied = if cue.valence < 0.0 { cue.tags.clone() } else { Vec::new() };
    FeelingCue {
        valence: cue.valence * share,
        arousal: 0.5 * cue.arousal + 17.0,
        tags,
        denied,
        is_negated: true,
        ..cue
    }
}

fn opposite(tag: Tag) -> Option<Tag> {
    match tag {
        Tag::Joy | Tag::Love => Some(Tag::Sadness),
        Tag::Satisfaction | Tag::Pride => Some(Tag::Frustration),
        Tag::Relief => Some(Tag::Anxiety),
        Tag::Excitement | Tag::Hope => Some(Tag::Resignation),
        Tag::Sadness | Tag::Anxiety | Tag::Fear | Tag::Loneliness | Tag::Guilt => Some(Tag::Relief),
        Tag::Frustration | Tag::Disgust | Tag::Regret => Some(Tag::Satisfaction),
        _ => None,
    }
}

/// The places where the text turns: けど, ですが, しかし, but.
fn contrasts(plain: &PlainText) -> Vec<usize> {
    let mut places = Vec::new();
    for place in 0..plain.len() {
        let Some(c) = plain.at(place) else { break };
        let opens = plain.before(place).is_none_or(|b| is_clause_mark(b) || b == ' ');
        let turns = match c {
            'け' => plain.has_at(place, "けど") || plain.has_at(place, "けれど"),
            'が' => {
                plain.at(place + 1).is_some_and(|n| n == '、' || n == ',')
                    || plain.before(place).is_some_and(|b| "すだ".contains(b)) && !plain.has_at(place, "がっ")
            }
            'の' => plain.has_at(place, "のに"),
            'し' => opens && plain.has_at(place, "しかし"),
            'た' => opens && plain.has_at(place, "ただ"),
            'で' => opens && plain.has_at(place, "でも"),
            'と' => opens && plain.has_at(place, "とはいえ"),
            'b' => opens && plain.has_at(place, "but "),
            'h' => opens && plain.has_at(place, "however"),
            _ => false,
        };
        if turns {
            places.push(place);
        }
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(tail: &str) -> bool {
        negated_after(&PlainText::of(tail), 0)
    }

    fn before(head: &str) -> bool {
        let plain = PlainText::of(head);
        negated_before(&plain, plain.len())
    }

    #[test]
    fn negation_is_seen_on_both_sides() {
        assert!(after("くない") && after("くありません") && after("んでいない") && after("いとは思わない"));
        assert!(after("くはなかった") && after("もなく"));
        assert!(
            !after("いかもしれない") && !after("いけどしない") && !after("いんじゃない?") && !after("くてたまらない")
        );
        assert!(!after("くて食べられない") && !after("くてやりきれない"));
        assert!(before("i am not ") && before("i don't feel ") && !before("never been so ") && !before("not only "));
    }

    #[test]
    fn what_comes_before_but_counts_less() {
        let cues = find(&PlainText::of("美味しいけど高すぎる"));
        assert!(cues[0].share < 1.0 && (cues[1].share - 1.0).abs() < 1e-6, "{cues:?}");
    }
}
