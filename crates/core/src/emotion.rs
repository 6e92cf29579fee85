//! What a turn felt like: S0's four emotion fields.

use std::fmt;
use std::str::FromStr;

/// Whether a feeling is good, bad or neither.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Valence {
    /// Affirming.
    Positive,
    /// Denying.
    Negative,
    /// Neither.
    Neutral,
}

/// There is no valence of that name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is not a valence: positive, negative or neutral")]
pub struct UnknownValence(pub String);

impl Valence {
    /// All three.
    pub const ALL: [Self; 3] = [Self::Positive, Self::Negative, Self::Neutral];

    /// The word for it in stores, commands and wires.
    pub fn name(self) -> &'static str {
        match self {
            Self::Positive => "positive",
            Self::Negative => "negative",
            Self::Neutral => "neutral",
        }
    }
}

impl fmt::Display for Valence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Valence {
    type Err = UnknownValence;

    fn from_str(text: &str) -> Result<Self, UnknownValence> {
        Self::ALL.into_iter().find(|v| v.name() == text).ok_or_else(|| UnknownValence(text.to_owned()))
    }
}

macro_rules! tags {
    ($($variant:ident $name:literal),+ $(,)?) => {
        /// One of S0's 23 feelings.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[allow(missing_docs, reason = "the names are the documentation")]
        pub enum Tag { $($variant),+ }

        impl Tag {
            /// All 23, in S0's order.
            pub const ALL: [Self; 23] = [$(Self::$variant),+];

            /// The word for it in stores, commands and wires.
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),+ }
            }
        }
    };
}

tags! {
    Joy "joy", Satisfaction "satisfaction", Relief "relief", Excitement "excitement", Gratitude "gratitude",
    Pride "pride", Hope "hope", Love "love", Curiosity "curiosity",
    Sadness "sadness", Anger "anger", Frustration "frustration", Anxiety "anxiety", Fear "fear",
    Disgust "disgust", Regret "regret", Loneliness "loneliness", Guilt "guilt", Resignation "resignation",
    Nostalgia "nostalgia", Surprise "surprise", Confusion "confusion", Determination "determination",
}

/// There is no feeling of that name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no feeling called \"{0}\"")]
pub struct UnknownTag(pub String);

impl fmt::Display for Tag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Tag {
    type Err = UnknownTag;

    fn from_str(text: &str) -> Result<Self, UnknownTag> {
        Self::ALL.into_iter().find(|t| t.name() == text).ok_or_else(|| UnknownTag(text.to_owned()))
    }
}

/// Valence, arousal and tags: what one memory can share with another, or with the present mood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Feeling {
    /// Good, bad or neither.
    pub valence: Valence,
    /// 0 calm to 100 agitated.
    pub arousal: u8,
    /// The feelings by name, in the order they were found.
    pub tags: Vec<Tag>,
}

/// Tags as a set: what is left of them when neither order nor repetition matters.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct TagSet(u32);

impl TagSet {
    /// The set with those bits, one for each tag in S0's order; bits of no tag are dropped.
    pub fn from_bits(bits: u32) -> Self {
        Self(bits & ((1 << Tag::ALL.len()) - 1))
    }

    /// A bit for each tag in S0's order.
    pub fn bits(self) -> u32 {
        self.0
    }

    /// Whether the tag is among them.
    pub fn has(self, tag: Tag) -> bool {
        self.0 & 1 << tag as u32 != 0
    }

    /// How many tags are in both.
    pub fn common(self, other: Self) -> u32 {
        (self.0 & other.0).count_ones()
    }

    /// How many there are.
    pub fn size(self) -> u32 {
        self.0.count_ones()
    }
}

impl FromIterator<Tag> for TagSet {
    fn from_iter<I: IntoIterator<Item = Tag>>(tags: I) -> Self {
        Self(tags.into_iter().fold(0, |set, tag| set | 1 << tag as u32))
    }
}

/// A feeling as ranking compares it: small enough to be kept for every memory at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mood {
    /// Good, bad or neither.
    pub valence: Valence,
    /// 0 calm to 100 agitated.
    pub arousal: u8,
    /// The feelings by name.
    pub tags: TagSet,
}

impl From<&Feeling> for Mood {
    fn from(feeling: &Feeling) -> Self {
        Self { valence: feeling.valence, arousal: feeling.arousal, tags: feeling.tags.iter().copied().collect() }
    }
}

/// A feeling and how much it mattered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Emotion {
    /// 0 indifferent to 100 unforgettable: where retention starts from.
    pub intensity: u8,
    /// What kind of feeling it was.
    pub feeling: Feeling,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_reads_back() {
        for tag in Tag::ALL {
            assert_eq!(tag.name().parse(), Ok(tag));
        }
        for valence in Valence::ALL {
            assert_eq!(valence.name().parse(), Ok(valence));
        }
        assert!("mixed".parse::<Valence>().is_err());
    }

    #[test]
    fn a_tag_that_was_given_twice_counts_once() {
        let set: TagSet = [Tag::Joy, Tag::Determination, Tag::Joy].into_iter().collect();
        assert_eq!(set.size(), 2);
        assert!(set.has(Tag::Determination) && !set.has(Tag::Anger));
        assert_eq!(TagSet::from_bits(set.bits()), set);
        assert_eq!(TagSet::from_bits(u32::MAX).size(), 23);
    }
}
