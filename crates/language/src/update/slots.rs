//! What a person has one of at a time: a home, a work, a team, an office, a partner, a way of eating.

use std::sync::LazyLock;

use regex::Regex;

use crate::fold::fold;
use crate::pattern::regex;

/// What is told.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum SlotKind {
    /// Where someone lives.
    Home,
    /// Whom someone works for.
    Work,
    /// What someone uses for something, or drives, or has as a phone.
    Tool,
    /// What something is called.
    Name,
    /// What someone likes best.
    Favourite,
    /// Who is someone's doctor, boss or landlord.
    Person,
}

impl SlotKind {
    /// Words by which other statements of the same slot are found.
    pub(super) fn search_words(self) -> &'static str {
        match self {
            Self::Home => "live living based moved 住む 引っ越す 暮らす",
            Self::Work => "work job company joined 勤める 働く 会社 転職",
            Self::Tool => "use using switched 使う",
            Self::Name => "name called 名前",
            Self::Favourite => "favourite favorite 好き 一番",
            Self::Person => "",
        }
    }
}

/// A slot with its value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Slot {
    pub(super) kind: SlotKind,
    /// Whose it is; empty for the speaker's own.
    pub(super) subject: String,
    /// Of what: "favourite *colour*", "use … for *tests*"; empty where there is only one.
    pub(super) of: String,
    /// Its value, folded.
    pub(super) value: String,
}

struct SlotPattern {
    kind: SlotKind,
    regex: Regex,
}

static PATTERNS: LazyLock<Vec<SlotPattern>> = LazyLock::new(|| {
    let capitalised = r"[\p{Lu}\p{Lt}][\w'’.-]*(?:\s+(?:[\p{Lu}][\w'’.-]*|of|de|la|the|and)){0,4}";
    let name = format!(r"(?P<value>{capitalised}|[a-z]{{3,20}})");
    let proper = format!(r"(?P<value>{capitalised})");
    let place = r"(?P<value>[\p{Han}\p{Katakana}ーヶA-Za-z]{1,12}(?:の[\p{Han}\p{Katakana}ー]{1,8})?)";
    [
        (SlotKind::Home, format!(r"\b(?:[Ll]iv(?:e|es|ing)|[Rr]esid(?:e|es|ing)|(?:is|am|are|'m|'s|'re|’m|’s)\s+(?:now\s+)?based|(?:is|am|are|'m|'s|'re|’m|’s)\s+(?:now\s+)?living|settled(?:\s+down)?|relocated|staying)\s+(?:now\s+|currently\s+|down\s+)?(?:in|at|to|near)\s+(?:the\s+)?{name}")),
        (SlotKind::Home, format!(r"\b(?:I|[Ww]e|[Ss]he|[Hh]e|[Tt]hey|'ve|’ve|have|has|just|[Mm]y\s+\w+|\p{{Lu}}\w+)\s+(?:just\s+|recently\s+|finally\s+|have\s+|has\s+|'ve\s+)?(?:moved|relocated)\s+(?:house\s+|back\s+|out\s+|over\s+|down\s+|up\s+)?(?:to|into)\s+(?:the\s+|an?\s+)?{name}")),
        (SlotKind::Home, format!(r"\b[Mm]y\s+(?:new\s+)?(?:home|place|apartment|flat|house)\s+is\s+(?:now\s+)?(?:in|at)\s+{name}")),
        (SlotKind::Home, format!(r"{place}(?:に|で)(?:住んで|住み|住む|暮らし|引っ越し(?:た|て|ま)|引越し?(?:た|て|ま)|引っ越してき|移住し|越してき)")),
        (SlotKind::Home, format!(r"{place}(?:在住|住まい|暮らし|へ引っ越し|へ越し)")),
        (SlotKind::Work, format!(r"\b[Ww]ork(?:s|ing)?\s+(?:now\s+)?(?:at|for|with)\s+(?:an?\s+|the\s+)?{proper}")),
        (SlotKind::Work, format!(r"\b(?:[Jj]oined|[Hh]ired\s+by|employed\s+(?:at|by)|[Ss]tarted\s+(?:\w+\s+)?(?:at|with)|(?:new\s+)?(?:job|position|role)\s+(?:is\s+)?(?:at|with)|signed\s+(?:\w+\s+)?with)\s+(?:an?\s+|the\s+)?{proper}")),
        (SlotKind::Work, format!(r"{place}(?:に|で)(?:勤め|勤務|働い|就職し|転職し|入社し|移籍し|所属し)")),
        (SlotKind::Tool, r"\b(?:[Ww]e|I|[Tt]he\s+team)(?:'re|'m|’re|’m)?\s+(?:now\s+|always\s+|mostly\s+|currently\s+)?(?:use|using|run|running|are\s+on|am\s+on|on|switched\s+to|moved\s+to|migrated\s+to)\s+(?P<value>[A-Za-z][\w.+#-]*(?:\s+[A-Z0-9][\w.+#-]*)?)(?:\s+(?:for|as)\s+(?:the\s+|our\s+|my\s+)?(?P<of>[a-z][\w\s-]{2,30}?))?(?:\s+(?:now|these\s+days|here|instead))?[.,;!]?\s*$".to_owned()),
        (SlotKind::Tool, r"(?P<of>[\p{Han}\p{Katakana}ー]{2,10})(?:に|は|には|で)(?:今は)?(?P<value>[A-Za-z][\w.+#-]*|[\p{Katakana}ー]{2,12}|[\p{Han}]{2,6})を?(?:使って|使い|使う|使用)".to_owned()),
        (SlotKind::Name, r"(?:[Mm]y|[Oo]ur|[Tt]he|[Hh]is|[Hh]er)\s+(?P<of>\w+(?:\s\w+)?)(?:'s|’s)\s+name\s+is\s+(?:now\s+|actually\s+)?(?P<value>\p{Lu}[\w'’-]*)".to_owned()),
        (SlotKind::Name, r"(?P<of>[\p{Han}\p{Katakana}ー]{1,8})の名前は(?P<value>[^、。\s]{1,10}?)(?:に|だ|で|って|と|。|$)".to_owned()),
        (SlotKind::Favourite, r"(?i)\bfavou?rite\s+(?P<of>\w+(?:\s\w+)?)\s+(?:is|are)\s+(?:now\s+|actually\s+)?(?:the\s+|an?\s+)?(?P<value>[\w'’-]+)".to_owned()),
        (SlotKind::Favourite, r"(?:一番|いちばん)?好きな(?P<of>[\p{Han}\p{Katakana}ー]{1,8})は(?:今は)?(?P<value>[^、。\s]{1,10}?)(?:だ|で|に|か|。|$|かな|です)".to_owned()),
        (SlotKind::Person, r"\b(?:[Mm]y|[Oo]ur)\s+(?:new\s+)?(?P<of>boss|manager|doctor|dentist|therapist|landlord|landlady|teacher|supervisor|lawyer|roommate|advisor|coach|trainer|hairdresser)\s+(?:is|is\s+called)\s+(?:now\s+|actually\s+)?(?P<value>\p{Lu}[\w'’.-]*(?:\s\p{Lu}[\w'’-]*)?)".to_owned()),
        (SlotKind::Person, r"(?P<of>担当|主治医|上司|担任|大家|店長)(?:さん|の先生|の人)?(?:は|が)(?:今は)?(?P<value>[\p{Han}\p{Katakana}ー]{1,6})(?:さん|先生|に|で|だ|。|$)".to_owned()),
    ]
    .into_iter()
    .map(|(kind, pattern)| SlotPattern { kind, regex: regex(&pattern) })
    .collect()
});

/// Words behind "live in" and the like that are no value.
const NO_VALUE: &str = "a an the it this that here there town house home peace fear hope time order general fact case \
    front touch bed my your his her our their something someone ここ そこ 家 会社 自宅 一人 二人 実家 私 僕";

/// One of these stands in every clause that fills a slot.
static HINT: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"[Ll]iv(?:e|ing)|[Rr]esid|based|settled|relocated|staying|moved|is now in|is in|is at|[Ww]ork|[Jj]oined|[Hh]ired|employed|[Ss]tarted|job|position|role|signed|us(?:e|ing)\b|run|\bon\b|switched|migrated|name|avou?rite|\b(?:[Mm]y|[Oo]ur)\b|住|暮|越し|引越|在住|勤|働|就職|転職|入社|移籍|所属|使|名前|好きな|担当|主治医|上司|担任|大家|店長",
    )
});

/// The slots that a clause fills.
pub(super) fn slots(clause: &str) -> Vec<Slot> {
    let mut found: Vec<Slot> = Vec::new();
    if !HINT.is_match(clause) {
        return found;
    }
    for pattern in PATTERNS.iter() {
        let Some(captures) = pattern.regex.captures(clause) else { continue };
        let part = |name: &str| captures.name(name).map(|m| fold(m.as_str().trim())).unwrap_or_default();
        let value = part("value").trim_matches(|c: char| !c.is_alphanumeric()).to_owned();
        if value.is_empty() || NO_VALUE.split_whitespace().any(|word| word == value) {
            continue;
        }
        let start = captures.name("value").map_or(0, |m| m.start());
        let slot = Slot { kind: pattern.kind, subject: subject(&clause[..start]), of: part("of"), value };
        if found.iter().all(|other| other.kind != slot.kind) {
            found.push(slot);
        }
    }
    found
}

/// Whom the words before a value are about; nobody is the speaker.
fn subject(before: &str) -> String {
    static OWN: LazyLock<Regex> = LazyLock::new(|| {
        regex(
            r"\b(?:I|I'm|I’m|[Ww]e|[Mm]y\s+(?:new\s+)?(?:home|place|apartment|flat|house|favou?rite|boss|manager|doctor|job)|[Oo]ur)\b|私|僕|俺|わたし|うち",
        )
    });
    static TOPIC: LazyLock<Regex> =
        LazyLock::new(|| regex(r"(?P<who>[\p{Han}\p{Katakana}ー]{1,8}(?:さん|ちゃん|くん)?)(?:は|が|って|も)"));
    if OWN.is_match(before) {
        return String::new();
    }
    let who = |regex: &Regex| regex.captures(before).and_then(|found| found.name("who").map(|m| fold(m.as_str())));
    let found = if before.is_ascii() { first_word(before) } else { who(&TOPIC) };
    found.unwrap_or_default()
}

/// The head of what an English clause begins with: "My sister", "Emma", "She".
fn first_word(before: &str) -> Option<String> {
    let mut words = before.split_whitespace().map(|word| fold(word.trim_matches(|c: char| !c.is_alphanumeric())));
    let is_skipped = |word: &String| {
        ["my", "our", "his", "her", "the", "and", "but", "so", "oh", "well", "also", "actually", "now", "btw", "just"]
            .contains(&word.as_str())
            || word.is_empty()
    };
    let is_verb = |word: &String| {
        ["moved", "relocated", "living", "live", "working", "work", "joined", "started", "based", "switched", "using"]
            .contains(&word.as_str())
    };
    words.find(|word| !is_skipped(word)).filter(|word| !is_verb(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(clause: &str) -> Vec<(SlotKind, String, String)> {
        slots(clause).into_iter().map(|slot| (slot.kind, slot.of, slot.value)).collect()
    }

    #[test]
    fn slots_are_read_in_both_languages() {
        let home = |value: &str| vec![(SlotKind::Home, String::new(), value.to_owned())];
        assert_eq!(slots("My sister lives in Osaka")[0].subject, "sister");
        assert_eq!(slots("妹は大阪に住んでいます")[0].subject, "妹");
        assert_eq!(read("I live in Yokohama"), home("yokohama"));
        assert_eq!(read("I moved to Kamakura yesterday"), home("kamakura"));
        assert_eq!(read("横浜に住んでいます"), home("横浜"));
        assert_eq!(read("鎌倉に引っ越した"), home("鎌倉"));
        assert_eq!(read("I work for Sony"), [(SlotKind::Work, String::new(), "sony".to_owned())]);
        assert_eq!(
            read("my favourite colour is blue"),
            [(SlotKind::Favourite, "colour".to_owned(), "blue".to_owned())]
        );
    }

    #[test]
    fn what_only_looks_like_a_slot_is_none() {
        for clause in ["I live in fear", "we live in a house", "I moved the sofa", "the meeting moved to Friday"] {
            assert_eq!(read(clause), [], "{clause}");
        }
    }
}
