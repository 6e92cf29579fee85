//! The prompt's words looked up in the index over words, with what is not indexed yet.

use omoide_core::ports::store::{Posting, Reader, WordStatistics};
use omoide_core::{OtherForm, Phrase, QueryTerm, QueryWords, Term, TermKind};
use omoide_language::lasting::LastingKind;
use omoide_language::message::{MessageType, message_type};
use omoide_language::query_plan::Gist;
use omoide_language::{own_facts, terms};

use super::people::{NamedSpeaker, is_of_name};
use super::view::View;
use super::words::{self, WordCounts, WordSearch};
use crate::recall::constants::lookup::{COMMON_OTHER, LARGE, PREFIX_TERMS, READ_FOR_WORDS};
use crate::recall::rank::evidence::{Filled, Ranking};
use crate::recall::rank::shares::Shares;
use crate::recall::{Asked, Prompt};
use crate::{Error, Mind};

/// Fills the columns of words and of pairs of characters.
pub(in crate::recall) fn fill(ranking: &mut Ranking<'_>) -> Filled {
    let (mind, view) = (ranking.mind, ranking.columns.view);
    let (search, questions) =
        mind.look_words_up(ranking.reader, ranking.asked, &ranking.asked.query, ranking.speakers, view)?;
    let own = search.own();
    (ranking.words, ranking.questions) = (Some(search), questions);
    Ok(vec![Shares::of_the_best(own.words), Shares::of_the_best_and(own.pairs, own.passed_over)])
}

/// Fills the column of those that only ask.
pub(in crate::recall) fn fill_questions(ranking: &mut Ranking<'_>) -> Filled {
    let candidates = &ranking.columns.candidates;
    let mut asks = vec![0.0; candidates.len_with_others()];
    for number in ranking.questions.iter().filter_map(|place| candidates.number(*place)) {
        asks[number] = 1.0;
    }
    Ok(vec![Some(Shares::whole(asks))])
}

/// Whether something is to be done in a project.
fn is_work(prompt: &Prompt) -> bool {
    let is_in_project = prompt.place.as_ref().is_some_and(|place| place.project.is_some());
    is_in_project && message_type(&prompt.text) == MessageType::Request
}

/// Adds the words of an earlier message that the query does not have. What it has in quotes was meant to the letter there.
fn add_words_said_before(query: &mut QueryWords, earlier: QueryWords, messages_back: u8) {
    let mut places = Vec::with_capacity(earlier.terms.len());
    for asked in earlier.terms {
        let is_added = query.terms.iter().all(|known| known.term != asked.term);
        places.push(is_added.then_some(query.terms.len()));
        if is_added {
            query.terms.push(QueryTerm { messages_back, ..asked });
        }
    }
    let others = earlier.others.into_iter();
    query.others.extend(others.filter_map(|other| Some(OtherForm { of: places[other.of]?, ..other })));
}

impl Mind<'_> {
    /// The keywords of a language model, as phrases that are looked for to the letter.
    pub(in crate::recall) fn letters(&self, prompt: &Prompt) -> Vec<Phrase> {
        let quoted = |word: &String| format!("\"{}\"", word.replace('"', " "));
        let phrases = |word: &String| self.engine.parts.understanding.query_words(&quoted(word)).phrases;
        prompt.planned.iter().flat_map(|plan| &plan.keywords).flat_map(phrases).collect()
    }

    /// The words that are looked for, with those of the messages that the prompt refers back to, the newest first.
    pub(in crate::recall) fn query_words(&self, prompt: &Prompt, gist: &Gist, before: &[String]) -> QueryWords {
        let mut query = self.engine.parts.understanding.query_words(&gist.searched);
        if is_work(prompt) {
            // Who wants something done in a project is reminded of its rules, and of what is always done there.
            let [rule, habit] = [LastingKind::Rule, LastingKind::Habit]
                .map(|kind| Term::new(TermKind::Filler, &own_facts::term_of(kind)));
            query.others.push(OtherForm { term: habit, of: query.terms.len(), needs: None });
            query.terms.push(QueryTerm { term: rule, count: 1, is_variant: false, messages_back: 0 });
        }
        for (back, message) in (1..).zip(before) {
            add_words_said_before(&mut query, self.engine.parts.understanding.query_words(message), back);
        }
        query
    }

    /// The prompt's words, weighed, and the places of memories that only ask.
    fn look_words_up<'v>(
        &self,
        reader: &dyn Reader,
        asked: &Asked<'_>,
        query: &QueryWords,
        speakers: &[NamedSpeaker],
        view: &'v View,
    ) -> Result<(WordSearch<'v>, Vec<usize>), Error> {
        let p = &self.parameters().fused;
        let mut wanted: Vec<Term> = query.terms.iter().map(|asked| asked.term.clone()).collect();
        for prefix in &query.prefixes {
            let found = reader.terms_beginning(&self.name, query.version, prefix, PREFIX_TERMS)?;
            wanted.extend(found.into_iter().map(|(term, _)| term));
        }
        wanted.push(Term::new(TermKind::Filler, terms::LONE_QUESTION));
        let asked_for = wanted.len();
        let others = self.others_that_may_be_found(reader, query)?;
        wanted.extend(others.iter().map(|other| other.term.clone()));
        let mut counts = WordCounts::new(view, asked_for, p);
        let is_large = view.len() > LARGE;
        let mut passed_over = Vec::new();
        let mut is_wanted = |term: usize, share: f64| {
            if term >= asked_for {
                return !is_large || share <= COMMON_OTHER;
            }
            let is_common = is_large && wanted[term].kind() == TermKind::Pair && share > p.common_pair;
            if is_common {
                passed_over.push((term, share));
            }
            !is_common
        };
        let mut note = |term: usize, postings: &[Posting]| match term.checked_sub(asked_for) {
            Some(other) => counts.add_other(others[other].of, postings),
            None => counts.add(term, postings),
        };
        let mut statistics = reader.each_posting(&self.name, query.version, &wanted, &mut is_wanted, &mut note)?;
        self.add_what_is_not_indexed(reader, query.version, &wanted, &mut note, &mut statistics)?;
        passed_over.into_iter().for_each(|(term, share)| counts.pass_over(term, share));
        let questions = counts.take_last();
        let is_speaker = |term: &Term| speakers.iter().any(|speaker| is_of_name(term, &speaker.name));
        // Whatever it is the name of: who asks about Rex means what was said of Rex, be that a friend or a dog.
        let is_name = |term: &Term| asked.gist.names.iter().any(|name| is_of_name(term, name));
        let asked_terms = words::terms_of(query, &wanted[query.terms.len()..asked_for - 1]);
        Ok((counts.weigh(&asked_terms, statistics, p, (is_speaker, is_name), &others), questions))
    }

    /// The other forms of the prompt's words that memories may have: none of a language that no memory is in.
    fn others_that_may_be_found(&self, reader: &dyn Reader, query: &QueryWords) -> Result<Vec<OtherForm>, Error> {
        let mut needed: Vec<Term> = query.others.iter().filter_map(|other| other.needs.clone()).collect();
        needed.sort_unstable();
        needed.dedup();
        let mut has = vec![false; needed.len()];
        if !needed.is_empty() {
            // Not even the index has to be read for how many have the mark of a language.
            let mut seen = Vec::new();
            let mut is_wanted = |term: usize, _: f64| {
                seen.push(term);
                false
            };
            let mut note = |term: usize, postings: &[Posting]| has[term] |= !postings.is_empty();
            reader.each_posting(&self.name, query.version, &needed, &mut is_wanted, &mut note)?;
            seen.into_iter().for_each(|term| has[term] = true);
            // What is not indexed yet may be in any language.
            if reader.without_words_count(&self.name, query.version)? > 0 {
                has.fill(true);
            }
        }
        let is_there = |term: &Term| needed.binary_search(term).is_ok_and(|place| has[place]);
        let others = query.others.iter().filter(|other| other.needs.as_ref().is_none_or(is_there));
        Ok(others.cloned().collect())
    }

    /// Memories that the index over words does not have yet are read.
    fn add_what_is_not_indexed(
        &self,
        reader: &dyn Reader,
        version: u32,
        wanted: &[Term],
        note: &mut dyn FnMut(usize, &[Posting]),
        statistics: &mut WordStatistics,
    ) -> Result<(), Error> {
        if reader.without_words_count(&self.name, version)? == 0 {
            return Ok(());
        }
        let missing = reader.without_words(&self.name, version, None, READ_FOR_WORDS)?;
        for (seq, wording) in reader.wordings(&self.name, &missing)? {
            let words = self.engine.parts.understanding.words(&wording);
            statistics.memories += 1;
            for (sum, length) in statistics.lengths.iter_mut().zip(words.lengths) {
                *sum += u64::from(length);
            }
            for (number, term) in wanted.iter().enumerate() {
                if let Ok(place) = words.terms.binary_search_by(|(other, _)| other.cmp(term)) {
                    note(number, &[Posting { seq, counts: words.terms[place].1, lengths: words.lengths }]);
                }
            }
        }
        Ok(())
    }
}
