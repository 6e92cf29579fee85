//! The tokens that a model wants around a text.

/// What comes before and after.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Template {
    pub(super) before: Vec<u32>,
    pub(super) after: Vec<u32>,
}

impl Template {
    /// The tokens with theirs around them, cut at the end so that there are `most` at most.
    pub(super) fn around(&self, mut ids: Vec<u32>, most: usize) -> Vec<u32> {
        ids.truncate(most.saturating_sub(self.before.len() + self.after.len()));
        let mut all = self.before.clone();
        all.append(&mut ids);
        all.extend(&self.after);
        all
    }
}
