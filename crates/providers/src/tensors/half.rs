//! Numbers of sixteen bits as `f32`.

/// IEEE half precision: a sign, five bits of exponent, ten of fraction.
pub(super) fn f16(bits: u16) -> f32 {
    let sign = u32::from(bits & 0x8000) << 16;
    let exponent = u32::from(bits >> 10) & 0x1f;
    let fraction = u32::from(bits) & 0x3ff;
    match (exponent, fraction) {
        (0, 0) => f32::from_bits(sign),
        // Below the smallest normal number the fraction counts in steps of 2⁻²⁴.
        (0, fraction) => {
            let value = fraction as f32 * 2.0_f32.powi(-24);
            if sign == 0 { value } else { -value }
        }
        (0x1f, fraction) => f32::from_bits(sign | 0x7f80_0000 | (fraction << 13)),
        (exponent, fraction) => f32::from_bits(sign | ((exponent + 112) << 23) | (fraction << 13)),
    }
}

/// The upper half of an `f32`.
pub(super) fn bf16(bits: u16) -> f32 {
    f32::from_bits(u32::from(bits) << 16)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_precision_numbers_are_what_the_standard_says() {
        let table = [
            (0x0000, 0.0),
            (0x3c00, 1.0),
            (0xc000, -2.0),
            (0x3555, 0.333_251_95),
            (0x7bff, 65504.0),
            (0x0001, 5.960_464_5e-8),
            (0x8001, -5.960_464_5e-8),
            (0x0400, 6.103_515_6e-5),
            (0x7c00, f32::INFINITY),
            (0xfc00, f32::NEG_INFINITY),
        ];
        for (bits, value) in table {
            assert_eq!(f16(bits), value, "{bits:#06x}");
        }
        assert!(f16(0x7e00).is_nan());
        assert_eq!((bf16(0x3f80), bf16(0xc040)), (1.0, -3.0));
    }
}
