//! The section of the default ranking profile.

use serde::{Deserialize, Serialize};

use super::sections::{UNIT, section};
use super::table::{Limits, Parameter, Setting, Value};

/// What a weight may be.
const WEIGHT: Limits = Limits::Between(0.0, 10.0);

section! {
    /// The default ranking: what speaks for a memory, weighted and added, times bounded factors.
    Fused "fused" {
        // The weights were searched for on the dev splits of four public sets at once (evals/run).
        words_weight: f64 = 0.22, WEIGHT, "weight", "SPEC C4", "The prompt's words in the memory itself.";
        // The answer to a question, and what it is about, are often in the turn before or after.
        near_weight: f64 = 0.25, WEIGHT, "weight", "SPEC C4", "The prompt's words in the memory with the one before and the one after it in its thread.";
        around_weight: f64 = 0.39, WEIGHT, "weight", "SPEC C4", "The prompt's words in the memory with the two before and the two after it in its thread.";
        thread_weight: f64 = 0.35, WEIGHT, "weight", "SPEC C4", "The prompt's words in the whole thread.";
        // Japanese is cut into words in more than one way; pairs of characters do not depend on it.
        pairs_weight: f64 = 1.2, WEIGHT, "weight", "SPEC R2", "The prompt's pairs of Japanese characters in the memory.";
        passage_weight: f64 = 0.3, WEIGHT, "weight", "SPEC C4", "The prompt's words close together in one passage of the memory.";
        // A text begins with its subject, a title or the name of who speaks.
        beginning_weight: f64 = 0.35, WEIGHT, "weight", "SPEC C4", "The prompt's words at the beginning of the memory.";
        similarity_weight: f64 = 1.07, WEIGHT, "weight", "SPEC C4", "Similarity under the built-in vectors, or under the only model there is.";
        before_weight: f64 = 0.15, WEIGHT, "weight", "SPEC C4", "Similarity of the memory before it in its thread.";
        // Weighs more than the one before: a reply says what the turn before it was about.
        after_weight: f64 = 0.49, WEIGHT, "weight", "SPEC C4", "Similarity of the memory after it in its thread.";
        // Less than half of what the built-in vectors count: on the dev splits more made English no better and the first
        // hit of Japanese questions worse, which have the words of what they ask for.
        neural_weight: f64 = 0.4, WEIGHT, "weight", "SPEC C16", "How far the memory stands out from all others under a neural model that is installed beside the built-in vectors.";
        neural_before_weight: f64 = 0.15, WEIGHT, "weight", "SPEC C16", "The same for the memory before it in its thread.";
        neural_after_weight: f64 = 0.25, WEIGHT, "weight", "SPEC C16", "The same for the memory after it in its thread.";
        // A long memory is about more than one thing, and its vector is like none of them.
        neural_stretch_weight: f64 = 0.8, WEIGHT, "weight", "SPEC C16", "Similarity under that model of the stretch of a long memory that is most like the prompt.";
        neural_talk_weight: f64 = 1.3, WEIGHT, "weight", "SPEC C16", "The prompt goes on, under that model, where a long memory ends, and is like all of it; for a prompt of several sentences.";
        // The nearest of some hundred memories that have nothing to do with the prompt is 2.5 to 3.5 spreads above their
        // mean, under every model that was tried: a model by which none is higher does not know what is asked.
        neural_ground: f64 = 2.5, Limits::Between(0.0, 100.0), "spreads", "SPEC C16", "A best memory that is so far above the mean of all under a neural model does not count.";
        neural_span: f64 = 2.0, Limits::Between(0.01, 100.0), "spreads", "SPEC C16", "One that is so much further above it counts in full.";
        // More than all other clues together, but it is nothing unless one memory stands far above all others, and by so
        // much less as the prompt's words are found: what is put in other words has only this to be found by.
        sense_weight: f64 = 10.0, WEIGHT, "weight", "SPEC C16", "The memory alone is like the prompt, whose words are not found.";
        connected_weight: f64 = 0.1, WEIGHT, "weight", "SPEC R6", "Activation that reaches the memory from the best ones along its connections.";
        speaker_weight: f64 = 1.1, WEIGHT, "weight", "SPEC C4", "The memory was said by a person that the prompt names and who would say what it asks for.";
        // "You'd be a great teacher! What made you start?" tells nothing of who says it.
        spoken_to_other: f64 = 0.5, UNIT, "share", "SPEC C4", "How much less that counts where all that was said asks or is about the one who is spoken to.";
        // A question without an answer is rarely what was asked for.
        question_weight: f64 = 0.24, WEIGHT, "weight", "SPEC C4", "Taken from a memory that only asks something.";
        time_weight: f64 = 1.0, WEIGHT, "weight", "S0 時系列参照", "The memory is from the time that the prompt asks for.";
        // What was said on Saturday of the day before is about Friday no less than what was said then.
        date_weight: f64 = 1.0, WEIGHT, "weight", "S0 時系列参照", "The memory speaks of the time that the prompt asks for.";
        // More than words and similarity have for a usual question: the words of feelings are said of everything.
        felt_weight: f64 = 2.5, WEIGHT, "weight", "S0 感情共鳴", "The memory felt as the prompt asks for: \"When was I happiest?\".";
        phrase_weight: f64 = 3.0, WEIGHT, "weight", "SPEC R2", "The memory holds a phrase that the prompt has in quotes.";
        // Who asks who was married to someone is answered by a wedding: other words of the same meaning count, near
        // each other in the text, so that a long text does not have something near to everything.
        alignment_weight: f64 = 0.6, WEIGHT, "weight", "SPEC C4", "Words near in meaning to the prompt's words in one passage of the memory.";
        // Two words that have nothing to do with each other are this alike under the built-in vectors.
        alignment_floor: f64 = 0.3, UNIT, "cosine", "SPEC C4", "Similarity of two words that counts for nothing.";
        // Paragraphs of one article share most words of a question about it; the one that is asked for has them in a row.
        wording_weight: f64 = 0.9, WEIGHT, "weight", "SPEC C4", "Stretches of the prompt that stand in the memory just as they are.";
        // A prompt of several sentences is a piece of a talk or of a text. Its words are too many for each to be
        // telling; what it is about as a whole, and how it is written, finds where it belongs.
        gist_weight: f64 = 1.0, WEIGHT, "weight", "SPEC C4", "Similarity of the whole memory, beyond what all that were found have in common; for a prompt of several sentences.";
        continuation_weight: f64 = 1.4, WEIGHT, "weight", "SPEC C4", "The prompt begins where the memory ends; for a prompt of several sentences.";
        voice_weight: f64 = 1.0, WEIGHT, "weight", "SPEC C4", "The memory is written like the prompt: its marks, the ends of its sentences; for a prompt of several sentences.";
        passage_sentences: u32 = 3, Limits::Between(1.0, 1_000.0), "sentences", "SPEC C4", "How many sentences make a prompt a passage, which has a gist and a voice.";
        passage_characters: u32 = 120, Limits::Between(0.0, 100_000.0), "characters", "SPEC C4", "How many letters, counting a Japanese one as two, a passage has at least: three short remarks are none.";
        k1: f64 = 0.9, Limits::Between(0.0, 10.0), "count", "BM25", "How soon a repeated word stops to count for more.";
        b: f64 = 0.4, UNIT, "share", "BM25", "How much a long text counts against a word in it.";
        replied_field: f64 = 0.8, WEIGHT, "weight", "SPEC R2", "What a word in the reply counts, beside one that the person said.";
        keywords_field: f64 = 0.3, WEIGHT, "weight", "SPEC R2", "What a keyword counts on top of the words of the text.";
        // 正式名称 also stands for 正式 and 名称: one word of the prompt must not count as three.
        part_weight: f64 = 0.6, UNIT, "share", "SPEC R2", "What a part of a compound counts beside the whole.";
        // Pairs find what words miss. One that so many have finds little, and takes the longest to read: where it is passed
        // over, JSQuAD and RealPersonaChat lose half a point of recall@10 and ten thousands of memories are read faster.
        common_pair: f64 = 0.10, UNIT, "share", "SPEC R2", "In a mind of more than 10,000 memories, a pair of characters that a larger share of them has is passed over.";
        passages_read: u32 = 40, Limits::Between(0.0, 1_000.0), "memories", "SPEC C4", "How many of the best memories are read for passages.";
        // A few hundred bytes are a usual memory; where many are long, it is their beginnings that are looked at.
        bytes_read: u32 = 64_000, Limits::Between(0.0, 1e7), "bytes", "SPEC C4", "How much of them is cut into words, the best first.";
        // The seeds' own connections and those of the nearest: one clue of many need not know the whole graph.
        connections_read: u32 = 12, Limits::Between(1.0, 1e6), "memories", "SPEC R6", "How many memories' connections are read for the activation that reaches others.";
        // Bounded, so that an old exact fact is still found (C4).
        retention_factor: f64 = 0.05, UNIT, "share", "SPEC C4", "Most that retention adds to a relevance.";
        recency_factor: f64 = 0.03, UNIT, "share", "SPEC C4", "Most that recency adds to a relevance.";
        use_factor: f64 = 0.03, UNIT, "share", "SPEC C4", "Most that having been recalled adds to a relevance.";
        resonance_factor: f64 = 0.05, UNIT, "share", "SPEC C4", "Most that resonance with the current feeling adds to a relevance.";
        superseded_factor: f64 = 0.3, UNIT, "share", "SPEC C10", "Taken from the relevance of a memory that a newer one corrects.";
        distrust_factor: f64 = 0.15, UNIT, "share", "SPEC C9", "Taken from the relevance of what a document or a tool said.";
        same_thread_factor: f64 = 0.03, UNIT, "share", "SPEC C4", "Added to a memory of the prompt's own thread.";
        // As much as the largest of the other factors: it decides between the same words in two projects, and no more.
        same_project_factor: f64 = 0.05, UNIT, "share", "SPEC C4", "Added to a memory of the project that the prompt is spoken in.";
        // Who asks what was cooked on Sunday has no use for another day's dinner, however like the words are.
        other_time_factor: f64 = 0.25, UNIT, "share", "S0 時系列参照", "Taken from a memory of another time where the prompt asks for something of a time, and there is something of it.";
    }
}
