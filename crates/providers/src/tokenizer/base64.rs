//! Bytes that a file holds as letters.

/// The bytes; none if the text is something else.
pub(super) fn decode(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let (mut bits, mut count) = (0_u32, 0);
    for letter in text.bytes().filter(|letter| *letter != b'=' && !letter.is_ascii_whitespace()) {
        let value = match letter {
            b'A'..=b'Z' => letter - b'A',
            b'a'..=b'z' => letter - b'a' + 26,
            b'0'..=b'9' => letter - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => return None,
        };
        bits = (bits << 6) | u32::from(value);
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push(u8::try_from((bits >> count) & 0xff).ok()?);
        }
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_become_the_bytes_that_they_stand_for() {
        assert_eq!(decode("aGk="), Some(b"hi".to_vec()));
        assert_eq!(decode("aGkh"), Some(b"hi!".to_vec()));
        assert_eq!(decode("/+8A"), Some(vec![0xff, 0xef, 0x00]));
        assert_eq!(decode("{}"), None);
    }
}
