//! Reading the file of an export, line by line, as often as it is needed.

use std::io::{BufRead, BufReader, Read, Seek, SeekFrom};

use super::line::{EXPORT_FORMAT, EXPORT_VERSION, ExportHeader, ExportLine};
use super::plan::LineFault;
use crate::Error;

/// How much is read at once.
const CHUNK_BYTES: usize = 1 << 16;

/// A file that can be read from its beginning again.
pub(super) trait Rereadable: Read + Seek {}

impl<T: Read + Seek> Rereadable for T {}

/// The file of an export, whose header was read and is one that is known here.
pub(super) struct ExportFile<'s> {
    input: BufReader<&'s mut dyn Rereadable>,
    pub(super) header: ExportHeader,
}

impl<'s> ExportFile<'s> {
    /// # Errors
    /// [`Error::NotAnExport`], [`Error::NewerExport`], or when the file cannot be read.
    pub(super) fn new(source: &'s mut dyn Rereadable) -> Result<Self, Error> {
        let mut input = BufReader::with_capacity(CHUNK_BYTES, source);
        input.seek(SeekFrom::Start(0)).map_err(Error::File)?;
        let mut first = Vec::new();
        while first.trim_ascii().is_empty() {
            first.clear();
            if input.read_until(b'\n', &mut first).map_err(Error::File)? == 0 {
                return Err(Error::NotAnExport);
            }
        }
        Ok(Self { header: header(&first)?, input })
    }

    /// Calls `take` with the number of each line after the header and what it says, and with how many bytes were read.
    pub(super) fn each_line(
        &mut self,
        take: &mut dyn FnMut(u64, u64, Result<ExportLine, LineFault>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        self.input.seek(SeekFrom::Start(0)).map_err(Error::File)?;
        let (mut number, mut read, mut is_past_header) = (0, 0, false);
        let mut bytes = Vec::new();
        loop {
            bytes.clear();
            let more = self.input.read_until(b'\n', &mut bytes).map_err(Error::File)?;
            if more == 0 {
                return Ok(());
            }
            number += 1;
            read += more as u64;
            if bytes.trim_ascii().is_empty() {
                continue;
            }
            if is_past_header {
                take(number, read, parsed(&bytes))?;
            }
            is_past_header = true;
        }
    }
}

fn parsed(bytes: &[u8]) -> Result<ExportLine, LineFault> {
    let text = std::str::from_utf8(bytes).map_err(|error| LineFault::NotUtf8 { offset: error.valid_up_to() })?;
    serde_json::from_str(text).map_err(|error| LineFault::NotALine { reason: error.to_string() })
}

fn header(bytes: &[u8]) -> Result<ExportHeader, Error> {
    // Whatever else a later version has in its header, these two are there.
    #[derive(serde::Deserialize)]
    struct FormatOnly {
        format: String,
        version: u32,
    }
    let known: FormatOnly = serde_json::from_slice(bytes).map_err(|_| Error::NotAnExport)?;
    if known.format != EXPORT_FORMAT {
        return Err(Error::NotAnExport);
    }
    if known.version > EXPORT_VERSION {
        return Err(Error::NewerExport { found: known.version, known: EXPORT_VERSION });
    }
    serde_json::from_slice(bytes).map_err(|_| Error::NotAnExport)
}
