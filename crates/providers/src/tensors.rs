//! Files of weights: which tensors they hold, and their numbers as `f32`.
//!
//! Only the index is read when a file is opened. Tensors are read when they are asked for, and single
//! rows of a large one where they lie, so that a vocabulary of 250,000 words costs no memory.

mod half;
mod onnx;
mod packed;
mod protobuf;
mod safetensors;

use std::collections::HashMap;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::Mutex;

pub(crate) use packed::PackedFile;

use crate::ModelError;

/// How the numbers of a tensor lie in the file, least significant byte first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NumberFormat {
    F32,
    F16,
    Bf16,
    U8,
    I8,
}

impl NumberFormat {
    fn bytes(self) -> usize {
        match self {
            Self::F32 => 4,
            Self::F16 | Self::Bf16 => 2,
            Self::U8 | Self::I8 => 1,
        }
    }

    fn decode(self, data: &[u8]) -> Vec<f32> {
        match self {
            Self::F32 => data.chunks_exact(4).map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect(),
            Self::F16 => data.chunks_exact(2).map(|b| half::f16(u16::from_le_bytes([b[0], b[1]]))).collect(),
            Self::Bf16 => data.chunks_exact(2).map(|b| half::bf16(u16::from_le_bytes([b[0], b[1]]))).collect(),
            Self::U8 => data.iter().map(|byte| f32::from(*byte)).collect(),
            Self::I8 => data.iter().map(|byte| f32::from(byte.cast_signed())).collect(),
        }
    }
}

/// Where a tensor lies.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct TensorLocation {
    pub number: NumberFormat,
    pub shape: Vec<usize>,
    pub offset: u64,
    pub bytes: u64,
    /// Whether rows and columns are the other way round than the name says.
    pub is_transposed: bool,
    /// The file beside this one that it lies in, if it is not in this one.
    pub beside: Option<String>,
}

impl TensorLocation {
    /// Whether the place has as many bytes as its shape needs and lies within its file.
    fn is_sound(&self, file_size: u64) -> bool {
        let count = self.shape.iter().try_fold(1_usize, |product, size| product.checked_mul(*size));
        let needed = count.and_then(|count| count.checked_mul(self.number.bytes())).map(|bytes| bytes as u64);
        needed == Some(self.bytes) && self.offset.checked_add(self.bytes).is_some_and(|end| end <= file_size)
    }
}

/// A tensor of two dimensions, row by row; one of one dimension is a single row.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Matrix {
    pub rows: usize,
    pub columns: usize,
    pub values: Vec<f32>,
}

/// A file of weights.
#[derive(Debug)]
pub(crate) struct TensorFile {
    file: Mutex<File>,
    /// The files beside it that hold some of the tensors.
    beside: HashMap<String, Mutex<File>>,
    places: HashMap<String, TensorLocation>,
    /// What stands before the names that everyone knows, such as `bert.`.
    prefix: String,
}

/// A name that every encoder of this family has.
const LANDMARK: &str = "embeddings.word_embeddings.weight";

impl TensorFile {
    /// Opens a file by what its name ends with: `.safetensors` or `.onnx`.
    pub(crate) fn open(path: &Path) -> Result<Self, ModelError> {
        let unreadable = |cause| ModelError::Unreadable { path: path.to_owned(), cause };
        let broken = |reason: String| ModelError::Weights { path: path.to_owned(), reason };
        let mut file = File::open(path).map_err(unreadable)?;
        let size = file.metadata().map_err(unreadable)?.len();
        let is_onnx = path.extension().is_some_and(|extension| extension == "onnx");
        let places = if is_onnx { onnx::index(&mut file, size) } else { safetensors::index(&mut file, size) };
        let places = places.map_err(broken)?;
        let prefix = places.keys().find_map(|name| name.strip_suffix(LANDMARK)).map(str::to_owned);
        let prefix = prefix.ok_or_else(|| broken(format!("there is no tensor called {LANDMARK}")))?;
        Self::with(path, file, places, prefix)
    }

    /// The file with those tensors, after it was seen that they are all there.
    fn with(
        path: &Path,
        file: File,
        places: HashMap<String, TensorLocation>,
        prefix: String,
    ) -> Result<Self, ModelError> {
        let size = file.metadata().map_err(|cause| ModelError::Unreadable { path: path.to_owned(), cause })?.len();
        let mut sizes = HashMap::new();
        let mut beside = HashMap::new();
        for name in places.values().filter_map(|place| place.beside.as_ref()) {
            if !beside.contains_key(name) {
                let path = path.with_file_name(name);
                let unreadable = |cause| ModelError::Unreadable { path: path.clone(), cause };
                let file = File::open(&path).map_err(unreadable)?;
                sizes.insert(name.clone(), file.metadata().map_err(unreadable)?.len());
                beside.insert(name.clone(), Mutex::new(file));
            }
        }
        let size_of =
            |place: &TensorLocation| place.beside.as_ref().map_or(size, |name| sizes.get(name).copied().unwrap_or(0));
        if let Some((name, _)) = places.iter().find(|(_, place)| !place.is_sound(size_of(place))) {
            let reason = format!("the tensor {name} does not have the size that it should have");
            return Err(ModelError::Weights { path: path.to_owned(), reason });
        }
        Ok(Self { file: Mutex::new(file), beside, places, prefix })
    }

    /// The shape of a tensor, rows first; none if it is not there.
    pub(crate) fn shape(&self, name: &str) -> Option<(usize, usize)> {
        self.place(name).ok().and_then(|place| flat(&place.shape))
    }

    /// A whole tensor.
    pub(crate) fn matrix(&self, name: &str) -> Result<Matrix, ModelError> {
        let place = self.place(name)?;
        let (rows, columns) = flat(&place.shape).ok_or_else(|| missing(name))?;
        let values = place.number.decode(&self.read(place, 0, place.bytes)?);
        let matrix = Matrix { rows, columns, values };
        Ok(if place.is_transposed { matrix.transposed() } else { matrix })
    }

    /// A tensor of a single number.
    fn scalar(&self, name: &str) -> Result<f32, ModelError> {
        let place = self.place(name)?;
        match place.number.decode(&self.read(place, 0, place.bytes)?)[..] {
            [value] => Ok(value),
            _ => Err(missing(name)),
        }
    }

    /// A tensor of one dimension.
    pub(crate) fn row(&self, name: &str, columns: usize) -> Result<Vec<f32>, ModelError> {
        let matrix = self.matrix(name)?;
        if matrix.values.len() == columns { Ok(matrix.values) } else { Err(missing(name)) }
    }

    /// One row of a large tensor.
    pub(crate) fn one_row(&self, name: &str, row: usize) -> Result<Vec<f32>, ModelError> {
        let place = self.place(name)?;
        let (rows, columns) = flat(&place.shape).ok_or_else(|| missing(name))?;
        if row >= rows || place.is_transposed {
            return Err(missing(name));
        }
        let bytes = (columns * place.number.bytes()) as u64;
        Ok(place.number.decode(&self.read(place, row as u64 * bytes, bytes)?))
    }

    fn place(&self, name: &str) -> Result<&TensorLocation, ModelError> {
        // The head of a classifier stands beside the encoder.
        let inside = self.places.get(&format!("{}{name}", self.prefix));
        inside.or_else(|| self.places.get(name)).ok_or_else(|| missing(name))
    }

    fn read(&self, place: &TensorLocation, skipped: u64, bytes: u64) -> Result<Vec<u8>, ModelError> {
        let file = place.beside.as_ref().and_then(|name| self.beside.get(name)).unwrap_or(&self.file);
        let mut file = file.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let mut data = vec![0; usize::try_from(bytes).unwrap_or(usize::MAX)];
        file.seek(SeekFrom::Start(place.offset + skipped))
            .and_then(|_| file.read_exact(&mut data))
            .map_err(ModelError::Reading)?;
        Ok(data)
    }
}

impl Matrix {
    fn transposed(&self) -> Self {
        let mut values = Vec::with_capacity(self.values.len());
        for column in 0..self.columns {
            values.extend((0..self.rows).map(|row| self.values[row * self.columns + column]));
        }
        Self { rows: self.columns, columns: self.rows, values }
    }
}

/// Rows and columns of a shape of one or two dimensions.
fn flat(shape: &[usize]) -> Option<(usize, usize)> {
    match shape {
        [columns] => Some((1, *columns)),
        [rows, columns] => Some((*rows, *columns)),
        _ => None,
    }
}

fn missing(name: &str) -> ModelError {
    ModelError::NoTensor { name: name.to_owned() }
}
