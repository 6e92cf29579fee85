//! Weights that are packed into bytes: each tensor has one scale and one zero point, `(byte − zero) · scale`.
//!
//! Only files of one family are read so: universal-sentence-encoder's, as an ONNX file that holds its tokenizer too.
//! Its names are those of the first authors; the tables of words are numbered.

use std::collections::HashMap;
use std::fs::File;
use std::path::Path;

use super::{Matrix, TensorFile, missing, onnx};
use crate::ModelError;

/// A name that every encoder of this family has.
const LANDMARK: &str = "CNN_layers/dense/kernel:0";
const PACKED: &str = "_quantized";
/// What the name of a table has in it, before its number.
const TABLE: &str = "/input/_";

/// A file of packed weights; tensors that are not packed are read as they are.
#[derive(Debug)]
pub(crate) struct PackedFile {
    tensors: TensorFile,
    /// How the bytes of each packed tensor are to be read.
    scales: HashMap<String, PackedScale>,
    sentence_pieces: Vec<u8>,
}

#[derive(Clone, Copy, PartialEq, Debug)]
struct PackedScale {
    zero: f32,
    scale: f32,
}

impl PackedFile {
    /// Opens a file of this family.
    pub(crate) fn open(path: &Path) -> Result<Self, ModelError> {
        let unreadable = |cause| ModelError::Unreadable { path: path.to_owned(), cause };
        let broken = |reason: String| ModelError::Weights { path: path.to_owned(), reason };
        let mut file = File::open(path).map_err(unreadable)?;
        let size = file.metadata().map_err(unreadable)?.len();
        let graph = onnx::graph(&mut file, size).map_err(broken)?;
        let no_tokenizer =
            || broken("there is no config.json beside it, and no SentencePiece tokenizer in it either".to_owned());
        let (start, length) = graph.sentence_pieces.ok_or_else(no_tokenizer)?;
        let sentence_pieces = onnx::bytes(&mut file, start, length).map_err(broken)?;
        let prefix =
            graph.tensors.keys().find_map(|name| name.strip_suffix(PACKED).unwrap_or(name).strip_suffix(LANDMARK));
        let other = || broken("it is no universal-sentence-encoder with convolutions".to_owned());
        let prefix = prefix.map(str::to_owned).ok_or_else(other)?;
        let tensors = TensorFile::with(path, file, graph.tensors, prefix)?;
        let mut scales = HashMap::new();
        for name in tensors.places.keys().filter_map(|name| name.strip_suffix(PACKED)) {
            let zero = format!("{name}_zero_point");
            let zero = graph.whole_numbers.get(&zero).copied().map_or_else(|| tensors.scalar(&zero), Ok)?;
            scales.insert(name.to_owned(), PackedScale { zero, scale: tensors.scalar(&format!("{name}_scale"))? });
        }
        Ok(Self { tensors, scales, sentence_pieces })
    }

    /// The model of the tokenizer that comes with it.
    pub(crate) fn sentence_pieces(&self) -> &[u8] {
        &self.sentence_pieces
    }

    /// A whole tensor.
    pub(crate) fn matrix(&self, name: &str) -> Result<Matrix, ModelError> {
        let packed = format!("{name}{PACKED}");
        if self.tensors.shape(&packed).is_none() {
            return self.tensors.matrix(name);
        }
        let mut matrix = self.tensors.matrix(&packed)?;
        self.unpack(name, &mut matrix.values)?;
        Ok(matrix)
    }

    /// A tensor of one row.
    pub(crate) fn row(&self, name: &str, columns: usize) -> Result<Vec<f32>, ModelError> {
        self.tensors.row(name, columns)
    }

    /// The tables of words, in their order, with how many rows and columns they have.
    pub(crate) fn tables(&self) -> Vec<(String, usize, usize)> {
        let mut tables = Vec::new();
        for (name, place) in &self.tensors.places {
            let plain = name.strip_suffix(PACKED).unwrap_or(name);
            let number =
                plain.rsplit_once(TABLE).and_then(|(_, number)| number.strip_suffix(":0")?.parse::<u32>().ok());
            if let (Some(number), [rows, columns]) = (number, &place.shape[..]) {
                tables.push((number, plain.to_owned(), *rows, *columns));
            }
        }
        tables.sort();
        tables.into_iter().map(|(_, name, rows, columns)| (name, rows, columns)).collect()
    }

    /// One row of a table, where it lies.
    pub(crate) fn one_row(&self, name: &str, row: usize) -> Result<Vec<f32>, ModelError> {
        let packed = format!("{name}{PACKED}");
        if self.tensors.shape(&packed).is_none() {
            return self.tensors.one_row(name, row);
        }
        let mut values = self.tensors.one_row(&packed, row)?;
        self.unpack(name, &mut values)?;
        Ok(values)
    }

    fn unpack(&self, name: &str, values: &mut [f32]) -> Result<(), ModelError> {
        let inside = self.scales.get(&format!("{}{name}", self.tensors.prefix));
        let PackedScale { zero, scale } = *inside.or_else(|| self.scales.get(name)).ok_or_else(|| missing(name))?;
        values.iter_mut().for_each(|value| *value = (*value - zero) * scale);
        Ok(())
    }
}
