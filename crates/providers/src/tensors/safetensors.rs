//! The index of a safetensors file: eight bytes of length, a header in JSON, then the numbers.

use std::collections::HashMap;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};

use serde::Deserialize;

use super::{NumberFormat, TensorLocation};

/// A header larger than this is none of an encoder.
const LARGEST_HEADER: u64 = 100_000_000;

#[derive(Deserialize)]
struct TensorEntry {
    dtype: String,
    shape: Vec<usize>,
    data_offsets: (u64, u64),
}

/// Where the tensors are; those of other numbers than an encoder has are left out.
pub(super) fn index(file: &mut File, size: u64) -> Result<HashMap<String, TensorLocation>, String> {
    let mut length = [0; 8];
    let in_words = |error: std::io::Error| error.to_string();
    file.seek(SeekFrom::Start(0)).and_then(|_| file.read_exact(&mut length)).map_err(in_words)?;
    let length = u64::from_le_bytes(length);
    if length > LARGEST_HEADER || length > size.saturating_sub(8) {
        return Err("it is not a safetensors file".to_owned());
    }
    let mut header = vec![0; usize::try_from(length).unwrap_or(0)];
    file.read_exact(&mut header).map_err(in_words)?;
    let entries: HashMap<String, serde_json::Value> =
        serde_json::from_slice(&header).map_err(|_| "its header cannot be read".to_owned())?;
    let mut places = HashMap::new();
    for (name, entry) in entries {
        if name == "__metadata__" {
            continue;
        }
        let entry: TensorEntry =
            serde_json::from_value(entry).map_err(|_| format!("its header does not say where {name} is"))?;
        let number = match entry.dtype.as_str() {
            "F32" => NumberFormat::F32,
            "F16" => NumberFormat::F16,
            "BF16" => NumberFormat::Bf16,
            // Position numbers and the like.
            _ => continue,
        };
        let (begin, end) = entry.data_offsets;
        let bytes = end.checked_sub(begin).ok_or_else(|| format!("{name} ends before it begins"))?;
        let offset = begin.saturating_add(8 + length);
        places.insert(
            name,
            TensorLocation { number, shape: entry.shape, offset, bytes, is_transposed: false, beside: None },
        );
    }
    Ok(places)
}
