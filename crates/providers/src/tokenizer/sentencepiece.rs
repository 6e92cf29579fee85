//! The model of a SentencePiece tokenizer as its own library writes it: pieces with scores, and how texts are normalised.

use super::added::AddedTokens;
use super::normalize::Normalizer;
use super::precompiled::Precompiled;
use super::split::Splitter;
use super::template::Template;
use super::unigram::Unigram;
use super::{Model, Tokenizer};

const PIECE: u64 = 1;
const TRAINING: u64 = 2;
const NORMALIZING: u64 = 3;

const PIECE_TEXT: u64 = 1;
const PIECE_SCORE: u64 = 2;
const PIECE_KIND: u64 = 3;
/// A piece that texts are cut into, the one for what is unknown, and those for single bytes; the others are marks.
const ORDINARY: u64 = 1;
const UNKNOWN: u64 = 2;
const BYTE: u64 = 6;

const TRAINING_MODEL: u64 = 3;
const UNIGRAM: u64 = 1;
const TRAINING_BEGIN: u64 = 41;
const TRAINING_END: u64 = 42;

const NORMALIZING_TABLE: u64 = 2;
const NORMALIZING_PREFIX: u64 = 3;
const NORMALIZING_SQUEEZES: u64 = 4;

/// What a field of a message holds.
#[derive(Clone, Copy, PartialEq, Debug)]
enum SentencePieceValue<'m> {
    Number(u64),
    Bytes(&'m [u8]),
    Float(f32),
    Long,
}

/// The tokenizer of a model.
pub(super) fn read(model: &[u8]) -> Result<Tokenizer, String> {
    let (mut pieces, mut unknown) = (Vec::new(), None);
    // What the library takes where the file says nothing.
    let (mut begin, mut end, mut prepends, mut squeezes, mut table) = (1, 2, true, true, None);
    for field in fields(model) {
        match field? {
            (PIECE, SentencePieceValue::Bytes(message)) => {
                let (text, score, kind) = piece(message)?;
                match kind {
                    ORDINARY => pieces.push(Some((text, score))),
                    BYTE => return Err("its pieces are of a kind that is not known here".to_owned()),
                    // Marks keep their number, but no text is cut into them.
                    _ => {
                        unknown = if kind == UNKNOWN { u32::try_from(pieces.len()).ok() } else { unknown };
                        pieces.push(None);
                    }
                }
            }
            (TRAINING, SentencePieceValue::Bytes(message)) => {
                for field in fields(message) {
                    match field? {
                        (TRAINING_MODEL, SentencePieceValue::Number(kind)) if kind != UNIGRAM => {
                            return Err("its SentencePiece model is not a Unigram model".to_owned());
                        }
                        (TRAINING_BEGIN, SentencePieceValue::Number(id)) => begin = id,
                        (TRAINING_END, SentencePieceValue::Number(id)) => end = id,
                        _ => {}
                    }
                }
            }
            (NORMALIZING, SentencePieceValue::Bytes(message)) => {
                for field in fields(message) {
                    match field? {
                        (NORMALIZING_TABLE, SentencePieceValue::Bytes(bytes)) if !bytes.is_empty() => {
                            table = Some(Precompiled::from_bytes(bytes).ok_or("its normalisation cannot be read")?);
                        }
                        (NORMALIZING_PREFIX, SentencePieceValue::Number(is_on)) => prepends = is_on != 0,
                        (NORMALIZING_SQUEEZES, SentencePieceValue::Number(is_on)) => squeezes = is_on != 0,
                        _ => {}
                    }
                }
            }
            _ => {}
        }
    }
    let unknown = unknown.ok_or("its SentencePiece model has no piece for what is unknown")?;
    let count = pieces.len();
    let mark = |id: u64| u32::try_from(id).ok().filter(|id| (*id as usize) < count);
    let template = Template { before: mark(begin).into_iter().collect(), after: mark(end).into_iter().collect() };
    Ok(Tokenizer {
        early: AddedTokens::default(),
        late: AddedTokens::default(),
        normalizers: vec![Normalizer::SentencePiece { table, squeezes }],
        splitters: vec![Splitter::Metaspace { mark: '\u{2581}', prepends, splits: true }],
        model: Model::Unigram(Unigram::with_marks(pieces, unknown)),
        template,
    })
}

fn piece(message: &[u8]) -> Result<(String, f64, u64), String> {
    let (mut text, mut score, mut kind) = (String::new(), 0.0, ORDINARY);
    for field in fields(message) {
        match field? {
            (PIECE_TEXT, SentencePieceValue::Bytes(bytes)) => {
                text = String::from_utf8(bytes.to_vec()).map_err(|_| "a piece is no text".to_owned())?;
            }
            (PIECE_SCORE, SentencePieceValue::Float(value)) => score = f64::from(value),
            (PIECE_KIND, SentencePieceValue::Number(value)) => kind = value,
            _ => {}
        }
    }
    Ok((text, score, kind))
}

/// The fields of a message, with their numbers, until one cannot be read.
fn fields(message: &[u8]) -> impl Iterator<Item = Result<(u64, SentencePieceValue<'_>), String>> {
    let mut rest = message;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let field = field(&mut rest);
        if field.is_none() {
            rest = &[];
        }
        Some(field.ok_or_else(|| "its SentencePiece model cannot be read".to_owned()))
    })
}

fn field<'m>(rest: &mut &'m [u8]) -> Option<(u64, SentencePieceValue<'m>)> {
    let tag = varint(rest)?;
    let value = match tag & 7 {
        0 => SentencePieceValue::Number(varint(rest)?),
        1 => take(rest, 8).map(|_| SentencePieceValue::Long)?,
        2 => {
            let length = usize::try_from(varint(rest)?).ok()?;
            SentencePieceValue::Bytes(take(rest, length)?)
        }
        5 => {
            let bytes = take(rest, 4)?;
            SentencePieceValue::Float(f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
        }
        _ => return None,
    };
    Some((tag >> 3, value))
}

fn take<'m>(rest: &mut &'m [u8], length: usize) -> Option<&'m [u8]> {
    let (taken, left) = rest.split_at_checked(length)?;
    *rest = left;
    Some(taken)
}

fn varint(rest: &mut &[u8]) -> Option<u64> {
    let mut value = 0_u64;
    for shift in (0..64).step_by(7) {
        let (&byte, left) = rest.split_first()?;
        *rest = left;
        value |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Some(value);
        }
    }
    None
}
