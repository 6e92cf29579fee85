//! The numbers of recall that are no parameters, each with the reason for its value.
//!
//! A parameter is what someone may want to set; these are what the code was built and measured with. Those that only say
//! how something is laid out in memory (a mark for "nobody", the bits of a class) stand where they are used.

/// Which memories are looked at together with their neighbours.
pub(super) mod candidates {
    /// How many of the best by themselves are candidates. On the sets of `evals/run` three hundred find the same as
    /// all; a hundred miss a point of the longest texts.
    pub(in crate::recall) const MOST: usize = 320;

    /// In a mind of at most so many memories all are candidates: up to there, looking at all takes little time, and
    /// nothing is missed.
    pub(in crate::recall) const ALL: usize = 2_000;
}

/// How much room a view takes.
pub(super) mod view {
    /// How many times as many numbers as memories there may be for each number to have a place of its own: a place
    /// costs some seven bytes, and a table of ranks with its numbers would cost more.
    pub(in crate::recall) const MOST_SPAN: usize = 4;

    /// The same for a table of ranks, whose places cost four bytes and save a binary search each.
    pub(in crate::recall) const MOST_TABLE_SPAN: usize = 8;

    /// How many persons are told apart, so that each has a byte and is found by going through a short list; a mind
    /// that talks with more has no use for who spoke.
    pub(in crate::recall) const MOST_PERSONS: usize = 64;

    /// About how many memories a thread has, to make room for the threads at once; a wrong guess costs a few
    /// allocations.
    pub(in crate::recall) const MEMORIES_OF_A_THREAD: usize = 16;
}

/// How many views are kept.
pub(super) mod views {
    /// How many memories are kept in view at most, of all minds together: some 40 MB.
    pub(in crate::recall) const MOST_MEMORIES: usize = 4_000_000;
}

/// How words are looked up.
pub(super) mod lookup {
    /// How many memories that are not in the index over words are read instead, the newest first: a turn and a
    /// night index the rest, and more would hold a hook up.
    pub(in crate::recall) const READ_FOR_WORDS: usize = 2_000;

    /// In a mind of more memories than these, common pairs of characters are passed over; below, their lists are
    /// short enough to be read (`fused.common_pair`).
    pub(in crate::recall) const LARGE: usize = 10_000;

    /// There, a form in another language that a larger share of the memories has is passed over: what one memory in
    /// twenty has says little and takes long to read.
    pub(in crate::recall) const COMMON_OTHER: f64 = 0.05;

    /// How many terms a beginning stands for: enough for the forms of one word, too few for a whole letter of the
    /// alphabet.
    pub(in crate::recall) const PREFIX_TERMS: usize = 16;
}

/// What words count.
pub(super) mod words {
    /// What a name counts beside a word. It is among the words too; to the letter it counts for a little more.
    pub(in crate::recall) const NAME_TERM: f64 = 0.3;

    /// What a single character counts beside a word: characters find what nothing else finds, and decide nothing
    /// else.
    pub(in crate::recall) const CHARACTER_TERM: f64 = 0.05;

    /// What a pair of hiragana counts beside other pairs: it is mostly an ending, which talk is full of.
    pub(in crate::recall) const HIRAGANA_PAIR: f64 = 0.5;

    /// A prompt of more terms is a text of its own, which goes on in the tone of another; there, endings tell as
    /// much as other pairs.
    pub(in crate::recall) const MANY_TERMS: usize = 80;

    /// Another spelling counts half of the word: it may be another word.
    pub(in crate::recall) const VARIANT: f64 = 0.5;

    /// A word of the message before counts half of one of the prompt, and one of each message before that half again: what
    /// was said last is meant, if it says anything.
    pub(in crate::recall) const SAID_BEFORE: f64 = 0.5;

    /// A word of another script or language is as good as so much of the word: what means the same may mean more.
    /// Of forty things told in one language and asked for in the other, 38 come first by it.
    pub(in crate::recall) const OTHER_FORM: f32 = 0.7;

    /// How many words of a prompt a memory should have for the prompt to be covered: a long prompt is about more
    /// than any memory.
    pub(in crate::recall) const TELLING_WORDS: usize = 8;

    /// How many memories of everyday language are thought to be there too: in a mind of three, a word that one of
    /// them has is not a common word, and "want" is one even if none has it. By a hundred, gold among the first
    /// three of `evals/lived` rose from 0.512 to 0.526.
    pub(in crate::recall) const OTHERS: f64 = 100.0;

    /// How many words each of those has: a usual turn.
    pub(in crate::recall) const WORDS_OF_OTHERS: f64 = 30.0;

    /// What a word that no memory has counts for the coverage, beside one that some have: it may be said in other
    /// words, or not be known at all.
    pub(in crate::recall) const UNKNOWN: f64 = 0.5;
}

/// The messages that a prompt refers back to.
pub(super) mod earlier {
    /// How many are searched for: further back the talk was about something else.
    pub(in crate::recall) const MOST_MESSAGES: usize = 5;

    /// How much of each is, in characters: what a message is about is said near its beginning.
    pub(in crate::recall) const MOST_CHARACTERS: usize = 500;

    /// The meaning is that of the last messages which together have so many words, as many as a memory should have of a
    /// prompt. The older ones are only looked up by their words: a vector of five subjects is like none of them.
    pub(in crate::recall) const ENOUGH_WORDS: usize = 8;
}

/// How memories without a vector are compared.
pub(super) mod likeness {
    /// Fewer memories than one in so many are looked up one by one instead of scanned for, where that takes less
    /// time.
    pub(in crate::recall) const SCAN_SHARE: usize = 8;

    /// How many texts are read at once to be compared by their words: a few hundred kilobytes.
    pub(in crate::recall) const PAGE: usize = 512;

    /// How many memories without a vector are compared by their words, the newest first. It is the state of a mind
    /// whose model is gone, until a night or `reembed` has given it vectors again.
    pub(in crate::recall) const READ_FOR_WORDS: usize = 20_000;
}

/// What is of the time that is asked for.
pub(super) mod time {
    /// What a memory of the day counts that is not of its hours: hours are misremembered, days seldom.
    pub(in crate::recall) const OTHER_HOURS: f32 = 0.8;

    /// What one of the day before or after counts where the prompt says "around": half, so that the day itself
    /// comes first.
    pub(in crate::recall) const BESIDE: f32 = 0.5;

    /// How much of the rest of the prompt a memory of its time must have to be about it: one telling word in four.
    pub(in crate::recall) const FITS: f64 = 0.25;

    /// Of so few days, a long weekend, everything may be what is asked for, in whatever words it was said.
    pub(in crate::recall) const FEW_DAYS: f64 = 3.5;
}

/// Who felt as a prompt asks for: tags tell more than valence, and valence more than arousal.
pub(super) mod feeling {
    /// How many of those who felt most like it are read, to know how much it mattered: more than are ever shown.
    pub(in crate::recall) const MOST_READ: usize = 64;

    /// How many are meant, whatever their words are: as many as a prompt usually brings.
    pub(in crate::recall) const MOST_MEANT: usize = 5;

    /// How near to the best they are at least; below, another feeling is felt as well.
    pub(in crate::recall) const MEANT: f32 = 0.6;

    /// What the share of the tags counts.
    pub(in crate::recall) const TAGS: f64 = 0.5;

    /// What the same valence counts.
    pub(in crate::recall) const VALENCE: f64 = 0.3;

    /// What arousal counts; the three together are 1.
    pub(in crate::recall) const AROUSAL: f64 = 0.2;

    /// What is left of a feeling that was hardly felt: it was felt all the same.
    pub(in crate::recall) const LEAST_INTENSITY: f64 = 0.4;

    /// What a memory of the right valence without any of the tags is worth beside one that has them: glad is not
    /// proud, but nearer to it than sad.
    pub(in crate::recall) const UNTAGGED: f64 = 0.6;

    /// "Lately" is some weeks: after so many days half of what recency counts is left.
    pub(in crate::recall) const LATELY_DAYS: f64 = 21.0;

    /// What recency counts there at most, so that a strong feeling of last month comes before a faint one of today.
    pub(in crate::recall) const LATELY: f64 = 0.6;
}

/// How far the memory that is most like the prompt stands out.
pub(super) mod distribution {
    /// So many memories that are not like the prompt at all are thought to be there as well: of a few memories the
    /// mean and the spread say nothing.
    pub(in crate::recall) const OTHERS: f32 = 20.0;

    /// Their spread: small, as texts that have nothing to do with a prompt are all about equally unlike it.
    pub(in crate::recall) const OTHERS_SPREAD: f32 = 0.08;

    /// From this height on the best may be lone: the nearest of some hundred that have nothing to do with a prompt
    /// is 2.5 to 3.5 spreads above the mean.
    pub(in crate::recall) const LONE: f32 = 5.0;

    /// From so much more height on it is: so that one that is a little higher does not count for all.
    pub(in crate::recall) const LONE_SPAN: f32 = 2.0;

    /// How far the best of lone ones is above the third at least; the second may be another half of the same.
    pub(in crate::recall) const APART: f32 = 1.5;
}

/// What sense, a memory alone like the prompt, is worth.
pub(super) mod similarity {
    /// How much of sense shows that a memory is meant, whatever its words are: by `evals/gate` hardly a prompt
    /// about what is not stored has more.
    pub(in crate::recall) const SENSE_ENOUGH: f32 = 0.5;

    /// In how many of the best the prompt's words are looked for, to see whether they are found at all: as many as
    /// are read (`fused.passages_read`).
    pub(in crate::recall) const SEEN_FOR_WORDS: usize = 40;
}

/// How many memories are looked at closely.
pub(super) mod best {
    /// How many of the best memories activation starts from: those that may be shown, and some more.
    pub(in crate::recall) const SEEDS: usize = 8;

    /// How many memories are ranked for each one that is wanted: what the closer look adds seldom lifts one from
    /// further behind.
    pub(in crate::recall) const RANKED_PER_HIT: usize = 8;

    /// How many texts are read for each memory that is wanted. A hook reads half as many by it as with all forty,
    /// and the suites find the same.
    pub(in crate::recall) const READ_PER_HIT: usize = 4;

    /// How many memories are ranked at least where there is no gate: small talk among them is left out later.
    pub(in crate::recall) const LEAST_OTHERS: usize = 512;

    /// How many texts are read at least: shares of the best mean nothing among a few.
    pub(in crate::recall) const LEAST_READ: usize = 20;

    /// How many memories are weighed at last, for each one that is wanted: factors are bounded, so those further
    /// behind stay there.
    pub(in crate::recall) const WEIGHED_PER_HIT: usize = 4;

    /// How many are weighed at least, for the gate to have something to choose from.
    pub(in crate::recall) const LEAST_WEIGHED: usize = 24;
}

/// What is true of a memory whatever was asked.
pub(super) mod weigh {
    /// After so many recalls use counts for half of its most: the first ones tell the most.
    pub(in crate::recall) const HALF_OF_USE: f64 = 3.0;
}

/// How much of the texts of the best is looked at.
pub(super) mod texts {
    /// The most sentences of a memory that are looked through: what a long text is about is said near its
    /// beginning.
    pub(in crate::recall) const MOST_SENTENCES: usize = 64;

    /// About how many bytes of it, for the same reason: a page.
    pub(in crate::recall) const MOST_BYTES: usize = 4_000;

    /// How many memories are aligned, the best first: it decides between those at the top, and takes most of the
    /// time here.
    pub(in crate::recall) const MOST_ALIGNED: usize = 24;

    /// Of how many memories, the best first, the sentences are compared with the prompt: the gate asks only of
    /// those that may be shown.
    pub(in crate::recall) const MOST_LIKENED: usize = 5;

    /// The most characters of a memory that its gist and its voice are taken from: a page or two.
    pub(in crate::recall) const MOST_CHARACTERS: usize = 4_000;

    /// How much less the gist by the built-in vectors counts where a model has compared the whole by its sentences:
    /// half, as the two say much the same.
    pub(in crate::recall) const GIST_OF_TALKS: f64 = 0.5;
}

/// Words of like meaning.
pub(super) mod alignment {
    /// How many of the prompt's words are aligned, the most telling first; a long prompt says the rest as well.
    pub(in crate::recall) const MOST_WORDS: usize = 32;

    /// Words that are more common than this in everyday language (in nats) tell nothing: "want", "day".
    pub(in crate::recall) const EVERYDAY: f64 = 6.5;

    /// What such a word tells all the same, so that a prompt of nothing else is not empty.
    pub(in crate::recall) const LEAST_TOLD: f64 = 0.25;

    /// What the rarest word tells: one word that the tables do not have must not count for all others.
    pub(in crate::recall) const MOST_TOLD: f64 = 8.0;

    /// A sentence that tells less than this, "thank you" say, is not what a prompt touches.
    pub(in crate::recall) const LEAST_TELLING: f64 = 4.0;
}

/// Words that stand together.
pub(super) mod passages {
    /// How many sentences make a passage: what belongs together is seldom said in more.
    pub(in crate::recall) const SENTENCES: usize = 3;

    /// How many characters of its first line are the beginning of a memory: a title, or the name of who speaks.
    pub(in crate::recall) const BEGINNING: usize = 24;
}

/// The prompt's own wording.
pub(super) mod stretches {
    /// A longer prompt is looked for up to here, in units: what is asked stands before it.
    pub(in crate::recall) const LONGEST_PROMPT: usize = 256;

    /// How many lists the places of the prompt are kept in; more than there are pairs in most prompts.
    pub(in crate::recall) const SLOTS: usize = 1024;

    /// What a stretch of four units counts: where no memory has more than this, none has the prompt's wording.
    pub(in crate::recall) const TELLING: f64 = 9.0;
}

/// Where a talk goes on.
pub(super) mod continuation {
    /// How many turns or sentences are the end of a memory: what is taken up was said last, or just before.
    pub(in crate::recall) const END: usize = 2;

    /// The most characters of each that are looked at: what is taken up stands near the end.
    pub(in crate::recall) const MOST_CHARACTERS: usize = 400;
}

/// The sentences of long memories.
pub(super) mod long_texts {
    /// How many sentences are looked at together: one alone is like too much.
    pub(in crate::recall) const TOGETHER: usize = 5;

    /// How many sentences the beginning of a passage has: enough to have a subject.
    pub(in crate::recall) const BEGINNING: usize = 8;

    /// How many the end of a memory has: a little more, as the last ones often only say goodbye.
    pub(in crate::recall) const END: usize = 12;

    /// How many sentences of a passage are embedded at most: each takes as long as a prompt.
    pub(in crate::recall) const MOST_OF_A_PASSAGE: usize = 16;
}

/// How a text is written.
pub(super) mod voice {
    use std::ops::RangeInclusive;

    /// The longest name in front of what someone says, in characters: longer ones are sentences.
    pub(in crate::recall) const LONGEST_LABEL: usize = 12;

    /// Characters are counted in steps of this many for the length of a line: a word or two more is no other habit.
    pub(in crate::recall) const LINE_STEP: usize = 8;

    /// The same, in steps, from which on all lines are long.
    pub(in crate::recall) const LONGEST_LINE: usize = 6;

    /// How many of its last characters are the end of a sentence: 「ね。」 to 「ですよ！」.
    pub(in crate::recall) const ENDS: RangeInclusive<usize> = 2..=4;
}

/// What is kept of texts that were read.
pub(super) mod readings {
    /// How many sentences are kept at least, of those that were read last; at most twice as many. Of a mind that is
    /// asked about all that it knows, that is about what a day reads again: some 15 MB.
    pub(in crate::recall) const SENTENCES: usize = 32_768;

    /// The same of words, whose vectors take as much.
    pub(in crate::recall) const WORDS: usize = 8_192;

    /// The same of texts that were read as statements: some 12 MB.
    pub(in crate::recall) const STATEMENTS: usize = 2_048;

    /// The same of what was said in a talk, by each side.
    pub(in crate::recall) const UTTERANCES: usize = 256;

    /// Texts that are longer than this, in bytes, are read again each time.
    pub(in crate::recall) const LONGEST: usize = 1_000;
}

/// What newer memories have made out of date.
pub(super) mod outdated {
    /// What is so rare in everyday language (in nats) is a name or a code: one word in some sixty
    /// million.
    pub(in crate::recall) const NAME: f32 = 18.0;

    /// How far a chain of corrections is followed: who corrects more often is asked once more.
    pub(in crate::recall) const MOST_STEPS: usize = 4;
}

/// The seeds' own rankings.
pub(super) mod formulas {
    /// How many memories are ranked for each one that is wanted: the gate may drop some, and so does the search for small
    /// talk.
    pub(in crate::recall) const RANKED_PER_HIT: usize = 40;

    /// How many of the most similar memories S4's activation starts from: more only bring what is less like the
    /// prompt.
    pub(in crate::recall) const SEEDS: usize = 10;
}

/// Phrases in quotes.
pub(super) mod phrase {
    /// How many texts are read for a phrase, the best by words first: one of common words may stand in thousands.
    pub(in crate::recall) const MOST_PHRASE_READ: usize = 500;
}

/// What is shown.
pub(super) mod choose {
    /// How many memories are read to find those that pass the gate, for each one that is wanted: who ranks further
    /// behind hardly passes, and each takes a read.
    pub(in crate::recall) const READ_PER_HIT: usize = 40;

    /// Of how many memories that pass the gate one is left out for being like the others: half as many again as are
    /// wanted are enough to choose from.
    pub(in crate::recall) const OUT_OF: usize = 3;
}

/// How much of memories is shown.
pub(super) mod budget {
    /// A memory that is cut gets at least so many tokens: less than a few words beside its date and the command
    /// that reads the rest tell nothing.
    pub(in crate::recall) const LEAST_TOKENS: usize = 48;

    /// What the two lines around the memories take.
    pub(in crate::recall) const FRAME_TOKENS: usize = 8;

    /// A budget below this has no room to tell what the levels mean: that alone takes thirty tokens.
    pub(in crate::recall) const LEAST_TO_EXPLAIN: usize = 160;

    /// No token has more characters, but for runs of white space.
    pub(in crate::recall) const LONGEST_TOKEN: usize = 16;
}

/// What stands in the block.
pub(super) mod block {
    /// The longest name of a tag that means something to a host, with a namespace and a little more.
    pub(in crate::recall) const LONGEST_TAG: usize = 48;

    /// The most characters that are shown of what no longer holds: enough to know it by.
    pub(in crate::recall) const MOST_ENDED: usize = 60;
    /// The most characters that are shown of a speaker's name.
    pub(in crate::recall) const MOST_OF_NAME: usize = 40;
}

/// What a session is told when it begins: a screen of it, not a page.
pub(super) mod briefing {
    /// How many turns are told that left something undone, the last ones.
    pub(in crate::recall) const OPEN: usize = 3;

    /// How many rules are told.
    pub(in crate::recall) const RULES: usize = 12;

    /// How many protected memories are: those that still matter most.
    pub(in crate::recall) const PROTECTED: usize = 8;

    /// How many memories are read to find the rules: four for each that is told.
    pub(in crate::recall) const READ_FOR_RULES: usize = 48;

    /// How many memories are looked at for rules of a project, the strongest first.
    pub(in crate::recall) const LOOKED_AT: usize = 256;

    /// How many of the last conversations are looked through for the one before the open one.
    pub(in crate::recall) const LOOKED_BACK: usize = 16;

    /// How many of the last resolutions are compared with what was left undone.
    pub(in crate::recall) const RESOLVED: usize = 200;
}

/// How many memories have to do with a prompt.
pub(super) mod related_count {
    /// A memory that was not read counts if it has this share of the relevance of the weakest that is shown.
    pub(in crate::recall) const AS_RELEVANT: f32 = 0.95;
}

/// When a session is shown in the place of its turns.
pub(super) mod sessions {
    /// So many of its turns must have been found: one turn says itself better.
    pub(in crate::recall) const FEWEST_HITS: usize = 2;

    /// The share of their words that it must say itself: what was found must not be lost.
    pub(in crate::recall) const COVERED: f64 = 0.9;
}

/// What a language model may say of a plan.
pub(super) mod planning {
    /// Tokens of a plan: more than the longest that is taken, and little to pay.
    pub(in crate::recall) const PLAN_TOKENS: u32 = 300;
}
