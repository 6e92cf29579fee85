//! Prints of names: enough to tell persons, threads and categories apart without keeping their names.
//!
//! FNV-1a, 64 bits. Two names with the same print are unlikely unless someone looks for them, so whoever
//! must be sure compares the names of the memories that are left.

/// The print of a name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, PartialOrd, Ord)]
pub struct NamePrint(u64);

impl NamePrint {
    /// The print of `name`.
    pub fn of(name: &str) -> Self {
        let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        Self(name.bytes().fold(0xcbf2_9ce4_8422_2325, step))
    }

    /// The print as a number.
    pub fn to_bits(self) -> u64 {
        self.0
    }

    /// The print with that number.
    pub fn from_bits(bits: u64) -> Self {
        Self(bits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_print_is_fnv_1a() {
        assert_eq!(NamePrint::of("foobar").to_bits(), 0x8594_4171_f739_67e8);
        assert_ne!(NamePrint::of("Aki"), NamePrint::of("aki"));
    }
}
