//! What a word does in its sentence.

/// A word's part of speech, fine enough to tell content from grammar.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PartOfSpeech {
    /// 机, 会議: a common noun.
    Noun,
    /// 説明, 検索: a noun that makes a verb with する.
    ActionNoun,
    /// 静か, きれい: a noun that makes an adjective with な.
    AdjectivalNoun,
    /// 今日, 全員: a noun that can stand as an adverb.
    AdverbialNoun,
    /// 私, これ.
    Pronoun,
    /// こと, ため: a noun that needs words before it.
    DependentNoun,
    /// 個, 時間 behind a number.
    Counter,
    /// 三, 42.
    Number,
    /// A name of none of the following kinds, or not known of which.
    ProperNoun,
    /// A person's name.
    Person,
    /// A place's name.
    Place,
    /// The name of a company, a school, a team.
    Organisation,
    /// 走る.
    Verb,
    /// いる, くれる, れる behind another verb.
    AuxiliaryVerb,
    /// うれしい.
    Adjective,
    /// ほしい, やすい behind another word.
    AuxiliaryAdjective,
    /// とても, すぐ.
    Adverb,
    /// この, 大きな.
    Adnominal,
    /// しかし, だから.
    Conjunction,
    /// は, から.
    Particle,
    /// ね, よ at the end of a sentence.
    EndingParticle,
    /// です, た, ない.
    Auxiliary,
    /// ありがとう, うわあ.
    Interjection,
    /// えーと, あの.
    Filler,
    /// お, 再.
    Prefix,
    /// さん, 的, 化.
    Suffix,
    /// Punctuation and signs.
    Symbol,
    /// A word of letters, of any alphabet but the Japanese.
    Word,
    /// A mixed word: `C++`, `GPT-4`, `foo_bar.rs`.
    Code,
    /// A web address.
    Url,
    /// A mail address.
    Email,
    /// One emoji, with what modifies it.
    Emoji,
}

use PartOfSpeech as Part;

/// Those that the dictionary speaks of, by their code in it.
const BY_CODE: [Part; 27] = [
    Part::Noun,
    Part::ActionNoun,
    Part::AdjectivalNoun,
    Part::AdverbialNoun,
    Part::Pronoun,
    Part::DependentNoun,
    Part::Counter,
    Part::Number,
    Part::ProperNoun,
    Part::Person,
    Part::Place,
    Part::Organisation,
    Part::Verb,
    Part::AuxiliaryVerb,
    Part::Adjective,
    Part::AuxiliaryAdjective,
    Part::Adverb,
    Part::Adnominal,
    Part::Conjunction,
    Part::Particle,
    Part::EndingParticle,
    Part::Auxiliary,
    Part::Interjection,
    Part::Filler,
    Part::Prefix,
    Part::Suffix,
    Part::Symbol,
];

impl PartOfSpeech {
    pub(super) fn from_code(code: u8) -> Self {
        BY_CODE.get(usize::from(code)).copied().unwrap_or(Part::Noun)
    }

    /// Whether it is the name of someone or something.
    pub fn is_name(self) -> bool {
        matches!(self, Part::ProperNoun | Part::Person | Part::Place | Part::Organisation)
    }

    /// Whether it is a noun that says what a text is about: no pronoun, number or dependent noun.
    pub fn is_noun(self) -> bool {
        self.is_name() || matches!(self, Part::Noun | Part::ActionNoun | Part::AdjectivalNoun | Part::AdverbialNoun)
    }

    /// Whether it only holds a sentence together.
    pub fn is_grammar(self) -> bool {
        matches!(
            self,
            Part::Particle
                | Part::EndingParticle
                | Part::Auxiliary
                | Part::AuxiliaryVerb
                | Part::AuxiliaryAdjective
                | Part::Conjunction
                | Part::Filler
                | Part::Symbol
        )
    }
}
