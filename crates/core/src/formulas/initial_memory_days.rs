//! How old a memory counts at birth (S0 memory_days の初期値計算).
//!
//! ```text
//! memory_days = (next schedule_hour after created − created) in days
//! ```
//!
//! Seen from the first night, a memory of the morning is older than one of the evening; this makes it
//! so. The hour is that of the place where the memory was made.

use crate::Moment;

/// Days from `created` to the next `schedule_hour`, 0 excluded and 1 included.
pub fn initial_memory_days(created: Moment, schedule_hour: u32) -> f64 {
    let hour = u8::try_from(schedule_hour).unwrap_or(23);
    let same_day = created.at_hour(created.date(), hour);
    let next = if created.hour() >= hour { same_day.plus_days(1) } else { same_day };
    next.days_since(created)
}
