//! Chance from a seed, so that a failure can be had again.

/// Numbers that look random and are the same for every run with one seed (xorshift). A seed is not 0.
pub struct SeededChance(pub u64);

impl SeededChance {
    /// The next number below `limit`.
    pub fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % limit
    }
}
