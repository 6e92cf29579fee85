//! FNV-1a, 64 bits: short prints of what is compared in full where it matters.

/// A print in the making.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv {
    pub(crate) fn add(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    pub(crate) fn finish(self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_print_is_fnv_1a() {
        let mut hash = Fnv::default();
        hash.add(b"foobar");
        assert_eq!(hash.finish(), 0x8594_4171_f739_67e8);
    }
}
