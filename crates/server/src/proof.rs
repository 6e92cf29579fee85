//! Proofs: prints that only who knows a key can make, HMAC with SHA-256 (RFC 2104).
//!
//! Whoever asks and whoever answers on this machine show each other by them that they know the same key, and never
//! send it. Each proof says what it is for, so that none can be used for something else.

use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use crate::keys::hex;

/// Bytes that SHA-256 takes at once.
const BLOCK: usize = 64;

/// The proof of a key over some parts, in hexadecimal.
pub fn proof(key: &[u8], purpose: &str, parts: &[&[u8]]) -> String {
    let mut message = Vec::new();
    for part in std::iter::once(&purpose.as_bytes()).chain(parts) {
        // With its length before it, no part can pass for the end of another one.
        message.extend_from_slice(&(part.len() as u64).to_be_bytes());
        message.extend_from_slice(part);
    }
    hex(&hmac(key, &message))
}

/// Whether that is the proof, found out in a time that tells nothing.
pub fn is_proof(given: &str, key: &[u8], purpose: &str, parts: &[&[u8]]) -> bool {
    given.as_bytes().ct_eq(proof(key, purpose, parts).as_bytes()).into()
}

fn hmac(key: &[u8], message: &[u8]) -> [u8; 32] {
    let mut padded = [0; BLOCK];
    if key.len() > BLOCK {
        padded[..32].copy_from_slice(&Sha256::digest(key));
    } else {
        padded[..key.len()].copy_from_slice(key);
    }
    let inner = Sha256::new().chain_update(padded.map(|byte| byte ^ 0x36)).chain_update(message).finalize();
    Sha256::new().chain_update(padded.map(|byte| byte ^ 0x5c)).chain_update(inner).finalize().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prints_are_those_of_rfc_4231() {
        let cases: [(&[u8], &[u8], &str); 3] = [
            (&[0x0b; 20], b"Hi There", "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"),
            (
                b"Jefe",
                b"what do ya want for nothing?",
                "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
            ),
            (
                &[0xaa; 131],
                b"Test Using Larger Than Block-Size Key - Hash Key First",
                "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
            ),
        ];
        for (key, message, wanted) in cases {
            assert_eq!(hex(&hmac(key, message)), wanted);
        }
    }

    #[test]
    fn a_proof_is_good_for_its_key_purpose_and_parts_only() {
        let given = proof(b"key", "ask", &[b"ab", b"c"]);
        assert!(is_proof(&given, b"key", "ask", &[b"ab", b"c"]));
        assert!(!is_proof(&given, b"kez", "ask", &[b"ab", b"c"]));
        assert!(!is_proof(&given, b"key", "answer", &[b"ab", b"c"]));
        assert!(!is_proof(&given, b"key", "ask", &[b"a", b"bc"]));
        assert!(!is_proof("", b"key", "ask", &[b"ab", b"c"]));
    }
}
