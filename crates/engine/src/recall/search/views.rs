//! Views that were seen before, for processes that recall again and again.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use omoide_core::MindName;

use super::view::View;
use crate::recall::constants::views::MOST_MEMORIES;

/// Views of all that a mind may recall, each as of the print that the store had for it.
#[derive(Debug, Default)]
pub(crate) struct Views {
    of_minds: Mutex<HashMap<MindName, (i64, Arc<View>)>>,
}

impl Views {
    /// The view of a mind, if it is still as it was.
    pub(in crate::recall) fn get(&self, mind: &MindName, print: i64) -> Option<Arc<View>> {
        let known = self.of_minds.lock().unwrap_or_else(PoisonError::into_inner);
        known.get(mind).filter(|(of, _)| *of == print).map(|(_, view)| Arc::clone(view))
    }

    /// Keeps a view in place of the mind's last one; when there is too much, those of other minds go.
    pub(in crate::recall) fn keep(&self, mind: &MindName, print: i64, view: &Arc<View>) {
        let mut known = self.of_minds.lock().unwrap_or_else(PoisonError::into_inner);
        let others: usize = known.iter().filter(|(other, _)| *other != mind).map(|(_, (_, view))| view.len()).sum();
        if others + view.len() > MOST_MEMORIES {
            known.clear();
        }
        known.insert(mind.clone(), (print, Arc::clone(view)));
    }
}
