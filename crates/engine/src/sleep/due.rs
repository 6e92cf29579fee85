//! Whether a mind is to be put to sleep now, for whoever watches the clock.

use crate::sleep::night::LEFT_UNDONE;
use crate::{Error, Mind};

impl Mind<'_> {
    /// Whether a night is due that nobody took back by hand.
    ///
    /// # Errors
    /// When the store fails.
    pub fn is_night_due(&self) -> Result<bool, Error> {
        let is_left_undone = self.engine.read(|r| r.state(&self.name, LEFT_UNDONE))?.is_some();
        Ok(!is_left_undone && !self.sleep_status()?.due.is_empty())
    }
}
