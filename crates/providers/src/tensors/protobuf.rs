//! As much of the protocol buffers' wire format as it takes to walk through a file without loading it.

use std::fs::File;
use std::io::{BufReader, Read, Seek, SeekFrom};

/// A field of a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ProtobufField {
    pub number: u64,
    pub value: ProtobufValue,
}

/// What a field holds; longer ones are where they lie.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ProtobufValue {
    /// A whole number.
    Number(u64),
    /// Bytes, a text or a message: from here, so many.
    Bytes(u64, u64),
    /// Something of four or eight bytes.
    Other,
}

/// A reader of one file.
pub(super) struct Walker<'f> {
    file: BufReader<&'f mut File>,
    at: u64,
}

impl<'f> Walker<'f> {
    pub(super) fn new(file: &'f mut File) -> Self {
        Self { file: BufReader::with_capacity(1 << 16, file), at: u64::MAX }
    }

    /// The fields of the message that lies there.
    pub(super) fn fields(&mut self, start: u64, length: u64) -> Result<Vec<ProtobufField>, String> {
        let end = start.checked_add(length).ok_or("a message is too long")?;
        let mut fields = Vec::new();
        self.go_to(start)?;
        while self.at < end {
            let tag = self.varint()?;
            let value = match tag & 7 {
                0 => ProtobufValue::Number(self.varint()?),
                1 => self.skip(8, end)?,
                2 => {
                    let length = self.varint()?;
                    let from = self.at;
                    self.skip(length, end)?;
                    ProtobufValue::Bytes(from, length)
                }
                5 => self.skip(4, end)?,
                _ => return Err("it is not an ONNX file".to_owned()),
            };
            fields.push(ProtobufField { number: tag >> 3, value });
        }
        Ok(fields)
    }

    /// The text that lies there.
    pub(super) fn text(&mut self, start: u64, length: u64) -> Result<String, String> {
        if length > 1 << 16 {
            return Err("a name in it is too long".to_owned());
        }
        String::from_utf8(self.bytes(start, length)?).map_err(|_| "a name in it is no text".to_owned())
    }

    /// The bytes that lie there.
    pub(super) fn bytes(&mut self, start: u64, length: u64) -> Result<Vec<u8>, String> {
        self.go_to(start)?;
        let mut bytes = vec![0; usize::try_from(length).unwrap_or(0)];
        self.file.read_exact(&mut bytes).map_err(|error| error.to_string())?;
        self.at += length;
        Ok(bytes)
    }

    /// The whole numbers that lie there one after another.
    pub(super) fn numbers(&mut self, start: u64, length: u64) -> Result<Vec<u64>, String> {
        self.go_to(start)?;
        let mut numbers = Vec::new();
        while self.at < start.saturating_add(length) {
            numbers.push(self.varint()?);
        }
        Ok(numbers)
    }

    fn varint(&mut self) -> Result<u64, String> {
        let mut value = 0_u64;
        for shift in (0..64).step_by(7) {
            let mut byte = [0];
            self.file.read_exact(&mut byte).map_err(|_| "it ends in the middle".to_owned())?;
            self.at += 1;
            value |= u64::from(byte[0] & 0x7f) << shift;
            if byte[0] & 0x80 == 0 {
                return Ok(value);
            }
        }
        Err("it is not an ONNX file".to_owned())
    }

    fn skip(&mut self, bytes: u64, end: u64) -> Result<ProtobufValue, String> {
        let to = self.at.checked_add(bytes).filter(|to| *to <= end).ok_or("it ends in the middle")?;
        self.go_to(to)?;
        Ok(ProtobufValue::Other)
    }

    fn go_to(&mut self, to: u64) -> Result<(), String> {
        let distance = i64::try_from(to).ok().zip(i64::try_from(self.at).ok()).map(|(to, at)| to - at);
        match distance {
            // A jump within what is buffered keeps the buffer.
            Some(distance) => self.file.seek_relative(distance),
            None => self.file.seek(SeekFrom::Start(to)).map(|_| ()),
        }
        .map_err(|error| error.to_string())?;
        self.at = to;
        Ok(())
    }
}
