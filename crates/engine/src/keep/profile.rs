//! What a mind knows of a person (S1 UserProfile, W5, C32): computed from memories whenever someone asks, so that whatever is
//! erased, unsaid or put away is gone from it too.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use omoide_core::formulas::preferences::top_topics;
use omoide_core::formulas::relationship_depth::{Contact, RelationshipDepth, relationship_depth};
use omoide_core::ports::Embedder;
use omoide_core::ports::store::Reader;
use omoide_core::{
    Category, DEFAULT_PERSON, Date, Memory, MemoryId, MindName, Moment, Person, SaidMemory, Seq, SupersededSpan,
    Valence, Vector, fold,
};
use omoide_language::antecedent::needs_antecedent;
use omoide_language::lasting::{Lasting, LastingKind, lasting};
use omoide_language::sentences::sentences;
use omoide_language::{StaticEmbedder, keywords, mentions};

use super::people::{earlier, later};
use crate::{Error, Mind};

/// How many memories are read at once for what lasts.
const READ_AT_ONCE: usize = 64;
/// A quotation has at most so many characters.
const LONGEST_QUOTE: usize = 160;
/// The same together with the sentence before it.
const LONGEST_WITH_CONTEXT: usize = 240;

/// What a mind knows of a person.
#[derive(Clone, PartialEq, Debug)]
pub struct PersonProfile {
    /// The person by all names.
    pub person: Person,
    /// The minds that it is known from: the one that asks, and those that share with it.
    pub minds: Vec<MindName>,
    /// The first contact.
    pub first: Moment,
    /// The last contact.
    pub last: Moment,
    /// How many conversations there were.
    pub conversations: u64,
    /// On how many days.
    pub days: u64,
    /// Turns and feelings, from which the depth is reckoned.
    pub contact: Contact,
    /// How deep the relationship is.
    pub depth: RelationshipDepth,
    /// What the person talks about most, with the number of conversations.
    pub topics: Vec<(String, u64)>,
    /// Which minds and characters the person names, with the number of turns, most often first.
    pub mentions: Vec<(String, u64)>,
    /// The embedding of the topics by the built-in model; `None` if there are none.
    pub preference: Option<Vector>,
    /// What lasts about the person, in their own words, the newest first.
    pub lasting: Vec<LastingQuote>,
}

/// Something lasting that a person said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LastingQuote {
    /// The words.
    pub quote: String,
    /// The mind that heard it.
    pub mind: MindName,
    /// The memory.
    pub id: MemoryId,
    /// Its readable name.
    pub handle: String,
    /// The day.
    pub on: Date,
}

impl Mind<'_> {
    /// What the mind, with those that share with it, knows of a person; of the default person if no name is given. Of the
    /// minds' names, those that `may_see` allows are looked for in what the person said; who may not see all minds is told
    /// only the names of the person that these minds have heard.
    ///
    /// # Errors
    /// [`Error::BadPersonName`], [`Error::UnknownPerson`], or when the store fails.
    pub fn profile(&self, name: Option<&str>, may_see: &dyn Fn(&MindName) -> bool) -> Result<PersonProfile, Error> {
        let name = self.person_name(name.unwrap_or(DEFAULT_PERSON))?;
        self.engine.look(|r| {
            let mut person = r.person(&name)?;
            let minds = self.knowing_minds(r)?;
            let mut heard: Option<String> = None;
            let mut said = Said::new(self.names_to_count(r, may_see)?, &person);
            for mind in &minds {
                let spellings = r.persons_called(mind, &name)?;
                heard = heard.or_else(|| spellings.first().cloned());
                r.visit_said(mind, &spellings, &mut |memory| said.take(mind, memory))?;
            }
            let Some((first, last)) = said.span else { return Err(Error::UnknownPerson { name: name.clone() }) };
            // A name that was never joined is written as it was heard, whatever the case of the question.
            if let (Some(heard), [_]) = (heard, person.names.as_slice()) {
                person = Person { shown: heard.clone(), names: vec![heard] };
            }
            let lasting = self.lasting_of(r, &mut said.lasting)?;
            if !r.minds()?.iter().all(may_see) {
                self.keep_heard_names(r, &mut person)?;
            }
            Ok(self.person_profile(person, minds, (first, last), said, lasting))
        })
    }

    fn person_profile(
        &self,
        person: Person,
        minds: Vec<MindName>,
        (first, last): (Moment, Moment),
        said: Said,
        lasting: Vec<LastingQuote>,
    ) -> PersonProfile {
        let parameters = &self.parameters().people;
        let contact = Contact { days: last.days_since(first), ..said.contact };
        let topics: Vec<(String, u64)> = top_topics(&said.conversations, parameters.topics as usize)
            .into_iter()
            .map(|(topic, count)| (said.spellings.get(&topic).cloned().unwrap_or(topic), count))
            .collect();
        PersonProfile {
            person,
            minds,
            first,
            last,
            conversations: said.conversations.len() as u64,
            days: said.days.len() as u64,
            contact,
            depth: relationship_depth(&contact, parameters),
            preference: preference_vector(&topics),
            topics,
            mentions: said.mentions.counted(),
            lasting,
        }
    }

    /// The names of minds that are looked for, and of the characters that the parameters name.
    fn names_to_count(&self, r: &dyn Reader, may_see: &dyn Fn(&MindName) -> bool) -> Result<Vec<String>, Error> {
        // "default" is a word of its own in much talk, and nobody's name.
        let is_name = |mind: &MindName| *mind != MindName::default() && may_see(mind);
        let mut names: Vec<String> = r.minds()?.iter().filter(|mind| is_name(mind)).map(ToString::to_string).collect();
        for character in &self.parameters().people.characters {
            if names.iter().all(|name| fold(name) != fold(character)) {
                names.push(character.clone());
            }
        }
        Ok(names)
    }

    /// The lasting sentences of memories that hold, the newest first, each once.
    fn lasting_of(&self, r: &dyn Reader, said: &mut [LastingMemory]) -> Result<Vec<LastingQuote>, Error> {
        let most = self.parameters().people.lasting as usize;
        said.sort_by_key(|one| std::cmp::Reverse((one.created.unix_micros(), one.seq)));
        let (mut quotes, mut seen) = (Vec::new(), HashSet::new());
        for part in said.chunks(READ_AT_ONCE) {
            for one in part {
                let Some(memory) = r.memories(&one.mind, &[one.seq])?.pop() else { continue };
                for (_, quote) in quotes_of_memory(&one.said, &memory) {
                    if quotes.len() < most && seen.insert(fold(&quote)) {
                        let (mind, handle, id) = (one.mind.clone(), memory.handle.clone(), memory.id);
                        quotes.push(LastingQuote { quote, mind, id, handle, on: one.created.date() });
                    }
                }
            }
            if quotes.len() >= most {
                break;
            }
        }
        Ok(quotes)
    }
}

/// The embedding of the topics together (S1 get_preference_vector).
fn preference_vector(topics: &[(String, u64)]) -> Option<Vector> {
    if topics.is_empty() {
        return None;
    }
    let joined: Vec<&str> = topics.iter().map(|(topic, _)| topic.as_str()).collect();
    let embedder = StaticEmbedder::new();
    let values = embedder.embed(&[&joined.join(" ")]).ok()?.pop()??;
    Some(Vector::new(embedder.model(), values))
}

/// The sentences of a memory that tell something lasting which no newer memory makes out of date. A day that was agreed on is
/// over one day, and does not last.
pub(crate) fn quotes_of_memory(said: &str, memory: &Memory) -> Vec<(LastingKind, String)> {
    let is_current = |fact: &Lasting| {
        let is_apart =
            |old: &SupersededSpan| old.end as usize <= fact.span.start || fact.span.end <= old.start as usize;
        fact.kind != LastingKind::Appointment && memory.superseded.iter().all(is_apart)
    };
    let mut quotes: Vec<(LastingKind, String)> = Vec::new();
    for fact in lasting(said).into_iter().filter(is_current) {
        let quote = quote_around(said, fact.span).unwrap_or_default();
        if !quote.is_empty() && quotes.iter().all(|(_, other)| *other != quote) {
            quotes.push((fact.kind, quote));
        }
    }
    quotes
}

/// The sentence that a clause stands in; of a long one, the clause. A sentence about someone whom only the one before it names comes
/// with that one, and not at all where nothing was said before it: "he teaches physics" would seem to be about the speaker.
fn quote_around(text: &str, clause: Range<usize>) -> Option<String> {
    let start = |sentence: &str| sentence.as_ptr() as usize - text.as_ptr() as usize;
    let all = sentences(text);
    let holds = |sentence: &&str| start(sentence) <= clause.start && clause.end <= start(sentence) + sentence.len();
    let place = all.iter().position(holds);
    let whole = place.map(|place| all[place]);
    let quote = whole.filter(|sentence| sentence.chars().count() <= LONGEST_QUOTE).unwrap_or(&text[clause]).trim();
    if !needs_antecedent(quote) {
        return Some(quote.chars().take(LONGEST_QUOTE).collect());
    }
    let end = start(quote) + quote.len();
    let begins_at = match place {
        Some(place) if start(all[place]) == start(quote) => start(all[place.checked_sub(1)?]),
        Some(place) => start(all[place]),
        None => return None,
    };
    Some(end_of(text[begins_at..end].trim(), LONGEST_WITH_CONTEXT))
}

/// The end of a text in whole words, where it is longer than so many characters: there stands what lasts.
fn end_of(text: &str, longest: usize) -> String {
    let Some(cut) = text.chars().count().checked_sub(longest).filter(|cut| *cut > 0) else { return text.to_owned() };
    let rest = text.char_indices().nth(cut + 1).map_or("", |(at, _)| &text[at..]);
    // Japanese has no spaces between words.
    let is_torn = rest.starts_with(|c: char| c.is_ascii_alphanumeric());
    let whole = rest.split_once(' ').filter(|_| is_torn).map_or(rest, |(_, words)| words);
    format!("…{}", whole.trim_start())
}

/// What is gathered from a person's turns.
struct Said {
    span: Option<(Moment, Moment)>,
    contact: Contact,
    days: HashSet<Date>,
    /// The topics of each conversation, folded, in the order of their first turn.
    conversations: Vec<Vec<String>>,
    places: HashMap<(MindName, String), usize>,
    /// How a topic was written first.
    spellings: HashMap<String, String>,
    mentions: mentions::MentionCounter,
    /// The person's own names are no topics.
    own: HashSet<String>,
    lasting: Vec<LastingMemory>,
}

struct LastingMemory {
    mind: MindName,
    seq: Seq,
    created: Moment,
    said: String,
}

impl Said {
    fn new(names: Vec<String>, person: &Person) -> Self {
        Self {
            span: None,
            contact: Contact::default(),
            days: HashSet::new(),
            conversations: Vec::new(),
            places: HashMap::new(),
            spellings: HashMap::new(),
            mentions: mentions::MentionCounter::new(names),
            own: person.names.iter().map(|name| fold(name)).collect(),
            lasting: Vec::new(),
        }
    }

    fn take(&mut self, mind: &MindName, memory: SaidMemory) {
        let (first, last) = self.span.unwrap_or((memory.created, memory.created));
        self.span = Some((earlier(first, memory.created), later(last, memory.created)));
        self.days.insert(memory.created.date());
        self.contact.turns += 1;
        self.contact.positive += u64::from(memory.valence == Valence::Positive);
        self.contact.negative += u64::from(memory.valence == Valence::Negative);
        self.mentions.read(&memory.said);
        self.add_topics(mind, &memory);
        if matches!(memory.category, Category::Lasting | Category::Decision) {
            let SaidMemory { seq, created, said, .. } = memory;
            self.lasting.push(LastingMemory { mind: mind.clone(), seq, created, said });
        }
    }

    fn add_topics(&mut self, mind: &MindName, memory: &SaidMemory) {
        let thread = memory.thread.clone().unwrap_or_else(|| memory.id.to_string());
        let next = self.conversations.len();
        let place = *self.places.entry((mind.clone(), thread)).or_insert(next);
        if place == next {
            self.conversations.push(Vec::new());
        }
        for word in &memory.keywords {
            let topic = fold(word);
            if keywords::is_topic(word) && !self.own.contains(&topic) && !self.conversations[place].contains(&topic) {
                self.spellings.entry(topic.clone()).or_insert_with(|| word.clone());
                self.conversations[place].push(topic);
            }
        }
    }
}
