//! The feeling that one memory leaves for the next recall of the same thread (S0 現在の感情の取得).

use omoide_core::ports::store::{Reader, Writer};
use omoide_core::{Feeling, MindName, Moment};

use crate::{Error, Mind};

impl Mind<'_> {
    /// The feeling that the next recall of the thread starts with.
    ///
    /// # Errors
    /// When the store fails.
    pub fn feeling(&self, thread: Option<&str>) -> Result<Option<Feeling>, Error> {
        let now = self.engine.now();
        let thread = thread.map(|thread| self.engine.kept_name(thread));
        self.engine.look(|r| self.carried_over(r, thread.as_deref(), now))
    }

    pub(crate) fn carried_over(
        &self,
        reader: &dyn Reader,
        thread: Option<&str>,
        now: Moment,
    ) -> Result<Option<Feeling>, Error> {
        let thread = reader.thread(&self.name, thread.unwrap_or_default())?;
        let minutes = f64::from(self.parameters().resonance.carry_over_minutes);
        let is_fresh = |at: Moment| now.days_since(at).abs() * 1440.0 <= minutes;
        Ok(thread.and_then(|thread| thread.feeling).filter(|(_, at)| is_fresh(*at)).map(|(feeling, _)| feeling))
    }
}

/// Keeps the feeling for the thread; `None` drops it. What is said outside any thread shares one feeling.
pub(crate) fn keep(
    writer: &mut dyn Writer,
    mind: &MindName,
    thread: Option<&str>,
    feeling: Option<&Feeling>,
    at: Moment,
) -> Result<(), Error> {
    Ok(writer.keep_feeling(mind, thread.unwrap_or_default(), feeling.map(|feeling| (feeling, at)))?)
}
