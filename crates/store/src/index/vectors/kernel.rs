//! The products of a query with rows of half bytes, by whatever the processor can do at once.
//!
//! A row has as many bytes as each half of the query has components; the low four bits of a byte belong to
//! the first half.

use std::sync::LazyLock;

use fearless_simd::{Level, Simd, dispatch};

static LEVEL: LazyLock<Level> = LazyLock::new(Level::new);

/// Rows have a multiple of so many bytes, so that none leaves a rest to multiply.
pub(super) const ALIGNMENT: usize = 64;

/// The products of a query of bytes with each row: this is where a search spends its time.
pub(super) fn products(low: &[i8], high: &[i8], rows: &[u8], products: &mut [i32]) {
    #[cfg(target_arch = "x86_64")]
    if let Some(avx2) = LEVEL.as_avx2() {
        return wide::multiply(avx2, low, high, rows, products);
    }
    dispatch!(*LEVEL, simd => multiply(simd, low, high, rows, products));
}

/// The product of a finer query with one row.
pub(super) fn product(low: &[i16], high: &[i16], row: &[u8]) -> i32 {
    let mut product = [0];
    dispatch!(*LEVEL, simd => multiply(simd, low, high, row, &mut product));
    product[0]
}

/// Written so that the compiler turns it into multiplications of many components at a time: the half bytes
/// are unsigned, which saves extending their sign, and there is a sum for each half.
#[inline(always)]
fn multiply<S: Simd, T: Copy + Into<i32>>(simd: S, low: &[T], high: &[T], rows: &[u8], products: &mut [i32]) {
    simd.vectorize(
        #[inline(always)]
        || {
            for (row, product) in rows.chunks_exact(low.len()).zip(products) {
                let (mut first, mut second) = (0_i32, 0_i32);
                for ((&byte, &l), &h) in row.iter().zip(low).zip(high) {
                    let byte = i16::from(byte);
                    first += i32::from(byte & 15) * l.into();
                    second += i32::from(byte >> 4) * h.into();
                }
                *product = first + second;
            }
        },
    );
}

/// Products of bytes that the compiler does not find by itself: three times as fast as what it finds.
#[cfg(target_arch = "x86_64")]
mod wide {
    use std::arch::x86_64::{
        __m256i, _mm256_add_epi16, _mm256_add_epi32, _mm256_and_si256, _mm256_madd_epi16, _mm256_maddubs_epi16,
        _mm256_set1_epi8, _mm256_set1_epi16, _mm256_setzero_si256, _mm256_srli_epi16,
    };

    use fearless_simd::{i8x32, i32x8, prelude::*, u8x32};

    use super::ALIGNMENT;

    fearless_simd::kernel!(
        /// Two half bytes with two bytes of the query make 2 × 15 × 127 at most, and four such sums still fit
        /// sixteen bits.
        pub(super) fn multiply(avx2: Avx2, low: &[i8], high: &[i8], rows: &[u8], products: &mut [i32]) {
            let (half, ones) = (_mm256_set1_epi8(15), _mm256_set1_epi16(1));
            for (row, product) in rows.chunks_exact(low.len()).zip(products) {
                let mut sum = _mm256_setzero_si256();
                let parts =
                    row.chunks_exact(ALIGNMENT).zip(low.chunks_exact(ALIGNMENT)).zip(high.chunks_exact(ALIGNMENT));
                for ((bytes, low), high) in parts {
                    let (first, second) = bytes.split_at(32);
                    let first: __m256i = u8x32::from_slice(avx2, first).into();
                    let second: __m256i = u8x32::from_slice(avx2, second).into();
                    let ((low_1, low_2), (high_1, high_2)) = (low.split_at(32), high.split_at(32));
                    let low_1: __m256i = i8x32::from_slice(avx2, low_1).into();
                    let low_2: __m256i = i8x32::from_slice(avx2, low_2).into();
                    let high_1: __m256i = i8x32::from_slice(avx2, high_1).into();
                    let high_2: __m256i = i8x32::from_slice(avx2, high_2).into();
                    let a = _mm256_maddubs_epi16(_mm256_and_si256(first, half), low_1);
                    let b = _mm256_maddubs_epi16(_mm256_and_si256(_mm256_srli_epi16::<4>(first), half), high_1);
                    let c = _mm256_maddubs_epi16(_mm256_and_si256(second, half), low_2);
                    let d = _mm256_maddubs_epi16(_mm256_and_si256(_mm256_srli_epi16::<4>(second), half), high_2);
                    let four = _mm256_add_epi16(_mm256_add_epi16(a, b), _mm256_add_epi16(c, d));
                    sum = _mm256_add_epi32(sum, _mm256_madd_epi16(four, ones));
                }
                let sums: i32x8<_> = sum.simd_into(avx2);
                let sums: [i32; 8] = sums.into();
                *product = sums.iter().sum();
            }
        }
    );
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn plainly<T: Copy + Into<i32>>(low: &[T], high: &[T], row: &[u8]) -> i32 {
        let one =
            |((byte, l), h): ((&u8, &T), &T)| i32::from(byte & 15) * (*l).into() + i32::from(byte >> 4) * (*h).into();
        row.iter().zip(low).zip(high).map(one).sum()
    }

    proptest! {
        #[test]
        fn both_halves_of_every_byte_are_multiplied(
            low in prop::collection::vec(-127_i8..=127, ALIGNMENT * 2),
            high in prop::collection::vec(-127_i8..=127, ALIGNMENT * 2),
            rows in prop::collection::vec(any::<u8>(), ALIGNMENT * 6),
        ) {
            let mut found = [0; 3];
            products(&low, &high, &rows, &mut found);
            let expected: Vec<i32> = rows.chunks(ALIGNMENT * 2).map(|row| plainly(&low, &high, row)).collect();
            prop_assert_eq!(&found[..], &expected[..]);
            let wide = |bytes: &[i8]| bytes.iter().map(|byte| i16::from(*byte) * 250).collect::<Vec<i16>>();
            let row = &rows[..ALIGNMENT * 2];
            prop_assert_eq!(product(&wide(&low), &wide(&high), row), plainly(&wide(&low), &wide(&high), row));
        }
    }

    #[test]
    fn the_largest_values_do_not_overflow() {
        for sign in [1, -1] {
            let query = vec![127 * sign; 768];
            let mut found = [0];
            products(&query, &query, &[0xff; 768], &mut found);
            assert_eq!(found[0], 1536 * 15 * 127 * i32::from(sign));
            let query = vec![32_767 * i16::from(sign); 768];
            assert_eq!(product(&query, &query, &[0xff; 768]), 1536 * 15 * 32_767 * i32::from(sign));
        }
    }
}
