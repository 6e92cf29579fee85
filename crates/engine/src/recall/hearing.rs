//! Recall for one person (C27): only what they heard comes to mind, and nothing tells of what they did not hear.

use omoide_core::Scope;
use omoide_core::ports::store::Reader;

use super::Hit;
use crate::{Error, Mind};

impl Mind<'_> {
    /// A scope in which the memories that a person heard are named.
    pub(super) fn resolve_hearer(&self, scope: &mut Scope) -> Result<(), Error> {
        let Some(person) = scope.heard_by.clone() else { return Ok(()) };
        let mut heard = self.engine.read(|r| r.heard_by(&self.name, &person))?;
        if let Some(only) = &scope.only {
            heard.retain(|seq| only.contains(seq));
        }
        scope.only = Some(heard);
        Ok(())
    }

    /// Takes away what only memories that the person did not hear make out of date.
    pub(super) fn leave_out_unheard(&self, r: &dyn Reader, scope: &Scope, hits: &mut [Hit]) -> Result<(), Error> {
        if scope.heard_by.is_none() {
            return Ok(());
        }
        for hit in hits {
            let spans = std::mem::take(&mut hit.memory.superseded);
            for span in spans {
                if scope.is_heard(r.memory(&self.name, span.by)?.seq) {
                    hit.memory.superseded.push(span);
                }
            }
        }
        Ok(())
    }
}
