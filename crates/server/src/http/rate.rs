//! How often a key may ask: a bucket each, which fills up again with time.

use std::collections::HashMap;
use std::sync::Mutex;

use tokio::time::Instant;

/// The buckets of all keys that have a limit.
#[derive(Debug, Default)]
pub struct RateBuckets(Mutex<HashMap<String, Bucket>>);

#[derive(Debug)]
struct Bucket {
    left: f64,
    at: Instant,
}

impl RateBuckets {
    /// Whether the key may ask once more at `now`.
    pub fn allows(&self, key: &str, per_minute: u32, now: Instant) -> bool {
        let most = f64::from(per_minute);
        let mut buckets = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let bucket = buckets.entry(key.to_owned()).or_insert(Bucket { left: most, at: now });
        let filled = now.saturating_duration_since(bucket.at).as_secs_f64() * most / 60.0;
        bucket.left = (bucket.left + filled).min(most);
        bucket.at = now;
        if bucket.left < 1.0 {
            return false;
        }
        bucket.left -= 1.0;
        true
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[tokio::test]
    async fn a_bucket_empties_and_fills_again() {
        let (rates, start) = (RateBuckets::default(), Instant::now());
        let allowed = |seconds: u64, count: usize| {
            let now = start + Duration::from_secs(seconds);
            (0..count).filter(|_| rates.allows("k", 60, now)).count()
        };
        assert_eq!(allowed(0, 100), 60);
        assert_eq!(allowed(10, 100), 10);
        assert_eq!(allowed(600, 100), 60);
        assert!(rates.allows("other", 1, start));
    }
}
