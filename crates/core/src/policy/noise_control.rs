//! Which passages of past conversations are shown (S3 キーワード検索のノイズ対策).
//!
//! A word that was said often was said in a hundred places. A few of the newest, a few of the oldest and one
//! between stand for all of them, so that what is old is not buried: those that are too short to say anything
//! are left out, and those that begin the same are shown once.

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
    let mut places: Vec<usize> =
        (0..candidates.len()).filter(|place| candidates[*place].length >= parameters.shortest as usize).collect();
    places.sort_by_key(|place| std::cmp::Reverse((candidates[*place].at.unix_micros(), *place)));
    let mut seen = HashSet::new();
    places.retain(|place| seen.insert(candidates[*place].beginning.as_str()));
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
    middle.sort_by_key(|place| std::cmp::Reverse((candidates[*place].at.unix_micros(), *place)));
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
    fn repeats_and_shreds_are_left_out() {
        let long = |ending: &str| format!("{}{ending}", "あ".repeat(200));
        let texts = [long("一"), long("二"), "短い".to_owned(), said(1), format!("  {}", said(1))];
        assert_eq!(choose(&candidates(&texts), 0, &Conversations::default()), [4, 1]);
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
            prop_assert!(chosen.iter().all(|place| all[*place].length >= 30));
        }
    }
}
