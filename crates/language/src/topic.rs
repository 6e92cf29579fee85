//! What domain a text is about, from a small set that a thread can have (S1 `domain`, SPEC W1).
//!
//! A domain's weight is the sum of its words in the prose; a block of code speaks for technology.

use std::sync::LazyLock;

use crate::category::identifiers;
use crate::fold::fold;
use crate::lexicon::{PhraseTable, data_lines};
use crate::prose::{has_code, prose};

/// What a block of code, and each identifier, says for technology.
const CODE_WEIGHT: f32 = 2.0;
const IDENTIFIER_WEIGHT: f32 = 0.6;
const MOST_IDENTIFIERS: usize = 3;
/// A further domain is named when it has this share of the first one's weight.
const SHARE: f32 = 0.6;
const MOST_TOPICS: usize = 3;
/// A word counts this often at most, so that one repeated word is not all.
const MOST_REPEATS: usize = 3;

/// A domain of talk.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Topic {
    /// Software, computers, devices.
    Technology,
    /// Natural science and mathematics.
    Science,
    /// The job: meetings, colleagues, customers.
    Work,
    /// School, exams, learning.
    Study,
    /// Body and mind: illness, sleep, exercise for its sake.
    Health,
    /// Parents, children, relatives.
    Family,
    /// Friends and love.
    Relationships,
    /// Eating, drinking, cooking.
    Food,
    /// Journeys and places to stay.
    Travel,
    /// Income, savings, taxes.
    Money,
    /// Where one lives, and its chores.
    Home,
    /// Things bought.
    Shopping,
    /// Films, series, animation.
    Movie,
    /// Music, heard or made.
    Music,
    /// Games of all kinds.
    Game,
    /// Books and comics.
    Book,
    /// Sport, watched or done.
    Sport,
    /// Pictures, photographs, crafts, the stage.
    Art,
    /// Weather, animals, landscape.
    Nature,
    /// News, politics, history.
    Society,
}

impl Topic {
    /// All of them, in the order in which ties are decided.
    pub const ALL: [Self; 20] = [
        Self::Technology,
        Self::Science,
        Self::Work,
        Self::Study,
        Self::Health,
        Self::Family,
        Self::Relationships,
        Self::Food,
        Self::Travel,
        Self::Money,
        Self::Home,
        Self::Shopping,
        Self::Movie,
        Self::Music,
        Self::Game,
        Self::Book,
        Self::Sport,
        Self::Art,
        Self::Nature,
        Self::Society,
    ];

    /// The name by which it is stored and shown.
    pub fn name(self) -> &'static str {
        match self {
            Self::Technology => "technology",
            Self::Science => "science",
            Self::Work => "work",
            Self::Study => "study",
            Self::Health => "health",
            Self::Family => "family",
            Self::Relationships => "relationships",
            Self::Food => "food",
            Self::Travel => "travel",
            Self::Money => "money",
            Self::Home => "home",
            Self::Shopping => "shopping",
            Self::Movie => "movie",
            Self::Music => "music",
            Self::Game => "game",
            Self::Book => "book",
            Self::Sport => "sport",
            Self::Art => "art",
            Self::Nature => "nature",
            Self::Society => "society",
        }
    }

    /// The domain of that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|topic| topic.name() == name)
    }
}

/// The domain that the text is about most; nothing when it is about none in particular.
pub fn topic(text: &str) -> Option<Topic> {
    topics(text).first().copied()
}

/// The domains that the text is about, the weightiest first, three at most.
pub fn topics(text: &str) -> Vec<Topic> {
    let mut weights = [0.0_f32; Topic::ALL.len()];
    let mut said: Vec<(usize, usize)> = Vec::new();
    for found in LEXICON.find_all(&fold(&prose(text))) {
        let (topic, weight, word) = *found.value;
        let repeats = match said.iter_mut().find(|(known, _)| *known == word) {
            Some((_, count)) => {
                *count += 1;
                *count
            }
            None => {
                // A long text has every domain's words; the first ones decide.
                if said.len() < 64 {
                    said.push((word, 1));
                }
                1
            }
        };
        if repeats <= MOST_REPEATS {
            weights[topic as usize] += weight / repeats as f32;
        }
    }
    weights[Topic::Technology as usize] += code_weight(text);
    let mut ranked: Vec<Topic> = Topic::ALL.into_iter().filter(|topic| weights[*topic as usize] > 0.0).collect();
    ranked.sort_by(|a, b| weights[*b as usize].total_cmp(&weights[*a as usize]));
    let most = ranked.first().map_or(0.0, |first| weights[*first as usize]);
    ranked.retain(|topic| weights[*topic as usize] >= SHARE * most);
    ranked.truncate(MOST_TOPICS);
    ranked
}

fn code_weight(text: &str) -> f32 {
    let identifiers = identifiers(text, MOST_IDENTIFIERS) as f32;
    IDENTIFIER_WEIGHT * identifiers + if has_code(text) { CODE_WEIGHT } else { 0.0 }
}

/// The domain, the weight, and which word it is.
static LEXICON: LazyLock<PhraseTable<(Topic, f32, usize)>> = LazyLock::new(|| {
    let lines = data_lines(include_str!("../data/topic.tsv")).filter_map(line);
    let words = lines.flat_map(|(topic, weight, words)| words.map(move |word| (word, topic, weight)));
    PhraseTable::new(words.enumerate().map(|(place, (word, topic, weight))| (word.to_owned(), (topic, weight, place))))
});

fn line(line: &'static str) -> Option<(Topic, f32, impl Iterator<Item = &'static str>)> {
    let mut fields = line.splitn(3, '\t');
    let topic = Topic::named(fields.next()?)?;
    let weight = fields.next()?.parse().ok()?;
    Some((topic, weight, fields.next()?.split(',').map(str::trim).filter(|word| !word.is_empty())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_about_what_a_reader_would_say() {
        for (text, expected) in [
            ("インセプションみたいな映画ある？", Some(Topic::Movie)),
            ("昨日の夕食はカレーだった", Some(Topic::Food)),
            ("サーバーにデプロイしたらエラーログが出た", Some(Topic::Technology)),
            ("```rust\nfn main() {}\n```", Some(Topic::Technology)),
            ("parse_config::load で落ちる", Some(Topic::Technology)),
            ("娘が熱を出して保育園を休んだ", Some(Topic::Family)),
            ("来月の京都旅行のホテルを予約した", Some(Topic::Travel)),
            ("NISAで投資を始めたい。貯金はある", Some(Topic::Money)),
            ("TOEICの試験勉強がつらい", Some(Topic::Study)),
            ("上司との会議が長い。残業だ", Some(Topic::Work)),
            ("彼氏とデートして喧嘩した", Some(Topic::Relationships)),
            ("うちの犬と散歩した。雨だった", Some(Topic::Nature)),
            ("大谷の試合、見た？", Some(Topic::Sport)),
            ("ギターの新しい曲を練習中", Some(Topic::Music)),
            ("引っ越しの片付けが終わらない", Some(Topic::Home)),
            ("選挙のニュースばかりだ", Some(Topic::Society)),
            ("腰痛で病院に行った", Some(Topic::Health)),
            ("What movie should I watch tonight on Netflix?", Some(Topic::Movie)),
            ("I baked a chocolate cake for dinner", Some(Topic::Food)),
            ("My flight to Paris was delayed at the airport", Some(Topic::Travel)),
            ("the database query is slow on the server", Some(Topic::Technology)),
            ("my mom and dad visited us with the kids", Some(Topic::Family)),
            ("I have a headache and a fever, should I see a doctor", Some(Topic::Health)),
            ("how much tax do I pay on my salary", Some(Topic::Money)),
            ("The puppy chased the cat", Some(Topic::Nature)),
            ("I'm reading a novel by a new author", Some(Topic::Book)),
            ("ゼルダをクリアした！", Some(Topic::Game)),
            ("quantum physics experiment", Some(Topic::Science)),
            ("bought new shoes at a discount", Some(Topic::Shopping)),
            ("went to the museum to see a painting exhibition", Some(Topic::Art)),
            ("うん", None),
            ("OK thanks!", None),
            ("", None),
        ] {
            assert_eq!(topic(text), expected, "{text}: {:?}", topics(text));
        }
    }

    #[test]
    fn every_line_of_the_table_can_be_read_and_every_domain_has_words_in_both_languages() {
        for topic in Topic::ALL {
            let lines: Vec<_> = data_lines(include_str!("../data/topic.tsv"))
                .map(|text| line(text).unwrap_or_else(|| panic!("{text}")))
                .filter(|(of, ..)| *of == topic)
                .collect();
            assert_eq!(lines.len(), 2, "{topic:?}");
        }
    }

    #[test]
    fn names_read_back() {
        for topic in Topic::ALL {
            assert_eq!(Topic::named(topic.name()), Some(topic));
        }
        assert_eq!(Topic::named("gossip"), None);
    }

    #[test]
    fn a_text_can_have_two_domains() {
        assert_eq!(topics("カレーのレシピを映画館の映画で見た"), [Topic::Movie, Topic::Food]);
    }
}
