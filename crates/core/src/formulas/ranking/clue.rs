//! The clues: all that can speak for a memory, one row each.
//!
//! A row names the clue, the parameter that is its weight, what its value means, and what `--explain` calls it. Another
//! clue is one row here, its weight among the parameters of `fused`, and one producer in the engine that fills its column.

use crate::parameters;

/// What a clue's value means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Measure {
    /// A share of what the best memory has.
    Share,
    /// How near the memory is to the time that is asked for.
    Nearness,
    /// 1 where it is so, 0 where it is not.
    Truth,
}

/// Whether a clue speaks for a memory or against it.
#[derive(Clone, Copy)]
enum Side {
    For,
    Against,
}

impl Side {
    fn of(self, weight: f64) -> f64 {
        match self {
            Self::For => weight,
            Self::Against => -weight,
        }
    }
}

/// What is known of a clue.
struct Row {
    name: &'static str,
    weight: fn(&parameters::Fused) -> f64,
    measure: Measure,
    english: &'static str,
    japanese: &'static str,
}

macro_rules! clues {
    ($( #[doc = $doc:literal] $clue:ident $name:literal, $side:ident $weight:ident, $measure:ident, $english:literal, $japanese:literal; )+) => {
        /// What can speak for a memory.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Clue { $( #[doc = $doc] $clue ),+ }

        impl Clue {
            /// All clues; the place of each is its index in what is kept per clue.
            pub const ALL: [Self; Self::COUNT] = [$( Self::$clue ),+];
            /// How many there are.
            pub const COUNT: usize = [$( $name ),+].len();
        }

        static ROWS: [Row; Clue::COUNT] = [$( Row {
            name: $name,
            weight: |parameters| Side::$side.of(parameters.$weight),
            measure: Measure::$measure,
            english: $english,
            japanese: $japanese,
        } ),+];
    };
}

// clue, its name in JSON; side and weight; measure; its name for people in English and Japanese.
clues! {
    /// The prompt's words in it.
    Words "words", For words_weight, Share, "words", "言葉";
    /// The prompt's words in it and in the memories next to it in its thread.
    Near "near", For near_weight, Share, "words nearby", "前後の言葉";
    /// The prompt's words in it and in the two memories to either side.
    Around "around", For around_weight, Share, "words around", "周囲の言葉";
    /// The prompt's words in its whole thread.
    Thread "thread", For thread_weight, Share, "words in the thread", "会話の言葉";
    /// The prompt's pairs of characters in it.
    Pairs "pairs", For pairs_weight, Share, "characters", "文字の並び";
    /// The prompt's words close together in it.
    Passage "passage", For passage_weight, Share, "words together", "言葉のまとまり";
    /// The prompt's words at its beginning.
    Beginning "beginning", For beginning_weight, Share, "words at the beginning", "冒頭の言葉";
    /// Its similarity to the prompt.
    Similarity "similarity", For similarity_weight, Share, "similarity", "類似度";
    /// The similarity of the memory before it.
    Before "before", For before_weight, Share, "similarity before", "直前の類似度";
    /// The similarity of the memory after it.
    After "after", For after_weight, Share, "similarity after", "直後の類似度";
    /// Its similarity under a neural model.
    Neural "neural", For neural_weight, Share, "neural similarity", "モデルの類似度";
    /// The similarity under that model of the memory before it.
    NeuralBefore "neural_before", For neural_before_weight, Share, "neural similarity before", "直前のモデルの類似度";
    /// The similarity under that model of the memory after it.
    NeuralAfter "neural_after", For neural_after_weight, Share, "neural similarity after", "直後のモデルの類似度";
    /// The similarity under that model of the stretch of it that is most like the prompt, where memories are long.
    NeuralStretch "neural_stretch", For neural_stretch_weight, Share, "neural similarity of a stretch", "一節のモデルの類似度";
    /// Where the prompt is a passage and memories are long: whether it goes on, under that model, where the memory ends.
    NeuralTalk "neural_talk", For neural_talk_weight, Share, "goes on where it ends, by the model", "モデルで見た話の続き";
    /// That it is the one memory like the prompt, where the prompt's words are not found.
    Sense "sense", For sense_weight, Share, "alone like it, in other words", "言い換え";
    /// Activation along connections.
    Connected "connected", For connected_weight, Share, "connections", "つながり";
    /// A person that the prompt names said it.
    Speaker "speaker", For speaker_weight, Truth, "said by the person asked about", "話題の人の発言";
    /// It only asks; it speaks against the memory.
    Question "question", Against question_weight, Truth, "only a question", "問いだけ";
    /// It is from the time that the prompt asks for.
    Time "time", For time_weight, Nearness, "from that time", "その時期";
    /// It speaks of the time that the prompt asks for.
    Date "date", For date_weight, Share, "speaks of that time", "その時期の話";
    /// It felt as the prompt asks for.
    Felt "felt", For felt_weight, Share, "felt like that", "その気持ち";
    /// It holds a quoted phrase.
    Phrase "phrase", For phrase_weight, Truth, "the phrase in quotes", "引用の語句";
    /// Words near in meaning to the prompt's words, close together in it.
    Alignment "alignment", For alignment_weight, Share, "words of like meaning", "意味の近い言葉";
    /// Stretches of the prompt, just as they are.
    Wording "wording", For wording_weight, Share, "the prompt's own wording", "同じ言い回し";
    /// Where the prompt is a passage: whether it goes on where the memory ends.
    Continuation "continuation", For continuation_weight, Share, "goes on where it ends", "話の続き";
    /// Where the prompt is a passage: how near the whole is to it.
    Gist "gist", For gist_weight, Share, "gist of the passage", "文章の趣旨";
    /// Where the prompt is a passage: how alike the two are written.
    Voice "voice", For voice_weight, Share, "same way of writing", "書きぶり";
}

impl Clue {
    fn row(self) -> &'static Row {
        &ROWS[self as usize]
    }

    /// The word for it in JSON.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// What people call it, in English and in Japanese.
    pub fn words(self) -> (&'static str, &'static str) {
        (self.row().english, self.row().japanese)
    }

    /// What its value means.
    pub fn measure(self) -> Measure {
        self.row().measure
    }

    /// What it counts.
    pub fn weight(self, parameters: &parameters::Fused) -> f64 {
        (self.row().weight)(parameters)
    }

    /// What each clue counts, by the order of [`Clue::ALL`].
    pub fn weights(parameters: &parameters::Fused) -> Clues {
        Self::ALL.map(|clue| clue.weight(parameters))
    }
}

/// A number for each clue, by the order of [`Clue::ALL`].
pub type Clues = [f64; Clue::COUNT];

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn a_clue_stands_at_its_place_and_has_a_name_of_its_own() {
        for (place, clue) in Clue::ALL.into_iter().enumerate() {
            assert_eq!(clue as usize, place);
        }
        let names: HashSet<&str> = Clue::ALL.into_iter().map(Clue::name).collect();
        let words: HashSet<(&str, &str)> = Clue::ALL.into_iter().map(Clue::words).collect();
        assert_eq!((names.len(), words.len()), (Clue::COUNT, Clue::COUNT));
    }

    #[test]
    fn only_a_question_speaks_against_a_memory() {
        let parameters = parameters::Fused::default();
        let against = |clue: &Clue| clue.weight(&parameters) < 0.0;
        assert_eq!(Clue::ALL.into_iter().filter(against).collect::<Vec<_>>(), [Clue::Question]);
    }
}
