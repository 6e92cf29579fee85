//! Hits whose shown text no longer has what the prompt asks for are shown with the sentence of their original that has it.

use omoide_core::ports::store::Reader;
use omoide_core::{Memory, Text};
use omoide_language::excerpt::ExcerptQuery;

use super::{Asked, Hit};
use crate::recall::budget::is_faded;
use crate::{Error, Mind};

impl Mind<'_> {
    /// Reads the originals of the few hits that are not whole, and adds what the prompt asks for of them.
    pub(super) fn add_excerpts(&self, reader: &dyn Reader, asked: &Asked<'_>, hits: &mut [Hit]) -> Result<(), Error> {
        if !self.parameters().retrieval.excerpts {
            return Ok(());
        }
        let mut wanted = None;
        for hit in hits.iter_mut().filter(|hit| is_faded(&hit.memory)) {
            let Some(original) = self.full_text(reader, &hit.memory)? else { continue };
            let wanted = wanted.get_or_insert_with(|| ExcerptQuery::of(asked.text()));
            hit.text_with_excerpt = wanted.shown_with(&hit.memory.text, &original);
        }
        Ok(())
    }

    /// The text of a memory as it was before it was shortened: the last edit of it, else the original.
    fn full_text(&self, reader: &dyn Reader, memory: &Memory) -> Result<Option<Text>, Error> {
        if let Some(edited) = self.edited(reader, memory.id)? {
            return Ok(Some(edited.text));
        }
        Ok(reader.originals(&self.name, &[memory.seq])?.pop().map(|(_, text, _)| text))
    }
}
