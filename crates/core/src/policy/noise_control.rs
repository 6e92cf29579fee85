//! Which passages of past conversations are shown (S3 キーワード検索のノイズ対策).
//!
//! A word that was said often was said in a hundred places. A few of the newest, a few of the oldest and one
//! between stand for all of them, so that what is old is not buried. Short ones are shown only where the longer ones leave
//! room: in a hundred places they say little, but most Japanese sentences are short. Those that begin the same are shown once.

use std::collections::HashSet;

use crate::Moment;
use crate::parameters::Conversations;

/// A passage that was found, as far as choosing needs it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoiseCandidate {
    /// When it was said.
    pub at: Moment,
    /// Its length in characters.
    pub length: usize,
    /// Its first characters, as many as [`Conversations::same_beginning`] says.
    pub beginning: String,
}

impl NoiseCandidate {
    /// A passage.
    pub fn new(text: &str, at: Moment, parameters: &Conversations) -> Self {
        let text = text.trim();
        let beginning = text.chars().take(parameters.same_beginning as usize).collect();
        Self { at, length: text.chars().count(), beginning }
    }
}

/// The places of those that are shown, the newest first; of those at one time the later in the list counts as
/// the newer. `pick` chooses among those between, the same one for the same number.
pub fn choose(candidates: &[NoiseCandidate], pick: u64, parameters: &Conversations) -> Vec<usize> {
    let newest_first = |place: &usize| std::cmp::Reverse((candidates[*place].at.unix_micros(), *place));
    let mut all: Vec<usize> = (0..candidates.len()).collect();
    all.sort_by_key(newest_first);
    let mut seen = HashSet::new();
    all.retain(|place| seen.insert(candidates[*place].beginning.as_str()));
    let is_long = |place: &usize| candidates[*place].length >= parameters.shortest as usize;
    let (mut places, short): (Vec<usize>, Vec<usize>) = all.into_iter().partition(is_long);
    let room = (parameters.newest + parameters.oldest + parameters.between) as usize;
    let left = room.saturating_sub(places.len());
    places.extend(short.into_iter().take(left));
    places.sort_by_key(newest_first);
    let newest = places.len().min(parameters.newest as usize);
    let oldest = (places.len() - newest).min(parameters.oldest as usize);
    let last_between = places.len() - oldest;
    let mut between = places[newest..last_between].to_vec();
    let mut chosen: Vec<usize> = places[..newest].to_vec();
    let mut middle = Vec::new();
    let mut pick = pick;
    while middle.len() < parameters.between as usize && !between.is_empty() {
        let count = between.len() as u64;
        middle.push(between.remove(usize::try_from(pick % count).unwrap_or(0)));
        pick /= count;
    }
    middle.sort_by_key(newest_first);
    chosen.extend(middle);
    chosen.extend(&places[last_between..]);
    chosen
}

/// The passage as far as it is shown, and whether it goes on.
pub fn shown<'t>(text: &'t str, parameters: &Conversations) -> (&'t str, bool) {
    let text = text.trim();
    match text.char_indices().nth(parameters.longest as usize) {
        Some((end, _)) => (text[..end].trim_end(), true),
        None => (text, false),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn candidates(texts: &[String]) -> Vec<NoiseCandidate> {
        let at = |day: usize| Moment::new(day as i64 * 86_400_000_000, 0);
        let parameters = Conversations::default();
        texts.iter().enumerate().map(|(day, text)| NoiseCandidate::new(text, at(day), &parameters)).collect()
    }

    fn said(number: usize) -> String {
        format!("passage number {number} is long enough to say something")
    }

    #[test]
    fn the_newest_the_oldest_and_one_between_are_shown() {
        let all = candidates(&(0..9).map(said).collect::<Vec<_>>());
        let parameters = Conversations::default();
        assert_eq!(choose(&all, 0, &parameters), [8, 7, 6, 1, 0]);
        assert_eq!(choose(&all, 4, &parameters), [8, 7, 2, 1, 0]);
        assert_eq!(choose(&all[..4], 0, &parameters), [3, 2, 1, 0]);
        assert_eq!(choose(&all[..1], 7, &parameters), [0]);
        assert_eq!(choose(&[], 7, &parameters), [0; 0]);
    }

    #[test]
    fn repeats_are_left_out() {
        let long = |ending: &str| format!("{}{ending}", "あ".repeat(200));
        let texts = [long("一"), long("二"), "短い".to_owned(), said(1), format!("  {}", said(1)), "短い".to_owned()];
        assert_eq!(choose(&candidates(&texts), 0, &Conversations::default()), [5, 4, 1]);
    }

    #[test]
    fn short_passages_are_shown_only_where_longer_ones_leave_room() {
        let mut texts: Vec<String> = (0..4).map(said).collect();
        texts.extend(["短い".to_owned(), "もっと短い".to_owned()]);
        assert_eq!(choose(&candidates(&texts), 0, &Conversations::default()), [5, 3, 2, 1, 0], "the newest of them");
        texts.push(said(4));
        assert_eq!(choose(&candidates(&texts), 0, &Conversations::default()), [6, 3, 2, 1, 0]);
        assert_eq!(choose(&candidates(&texts[4..6]), 0, &Conversations::default()), [1, 0]);
    }

    #[test]
    fn a_long_passage_is_cut_and_says_so() {
        let parameters = Conversations::default();
        let long = "長".repeat(501);
        assert_eq!(shown(&long, &parameters), ("長".repeat(500).as_str(), true));
        assert_eq!(shown(&long[..1500], &parameters), (&long[..1500], false));
    }

    proptest! {
        #[test]
        fn nothing_is_shown_twice_and_all_is_in_order(
            texts in prop::collection::vec("[ab]{28,33}", 0..40), pick in any::<u64>(), between in 0..4_u32,
        ) {
            let parameters = Conversations { between, ..Conversations::default() };
            let all = candidates(&texts);
            let chosen = choose(&all, pick, &parameters);
            prop_assert!(chosen.windows(2).all(|pair| pair[0] > pair[1]));
            prop_assert!(chosen.len() <= 4 + between as usize);
            let beginnings: HashSet<&str> = chosen.iter().map(|place| all[*place].beginning.as_str()).collect();
            prop_assert_eq!(beginnings.len(), chosen.len());
            let is_short = |place: &usize| all[*place].length < 30;
            let long: HashSet<&str> =
                all.iter().filter(|c| c.length >= 30).map(|candidate| candidate.beginning.as_str()).collect();
            prop_assert!(long.len() < 4 + between as usize || !chosen.iter().any(is_short));
        }
    }
}
