//! A tiny encoder of XLM-R's kind whose weights are counted out from the names of its tensors.

#![allow(dead_code, reason = "each test uses its own part of it")]

pub mod judges;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::json;

/// What the reference makes of texts.
#[derive(Deserialize)]
pub struct Expected {
    pub shapes: BTreeMap<String, Vec<usize>>,
    pub vectors: Vec<ExpectedVector>,
}

#[derive(Deserialize)]
pub struct ExpectedVector {
    pub text: String,
    pub cls: Vec<f32>,
    pub mean: Vec<f32>,
}

/// How the numbers of the weights are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Written {
    F32,
    F16,
    Bf16,
}

pub fn expected() -> Expected {
    let text = fs::read_to_string(source().join("expected.json")).expect("it is there");
    serde_json::from_str(&text).expect("it can be read")
}

/// Writes the model into a folder.
pub fn write_model(folder: &Path, written: Written) {
    fs::create_dir_all(folder).expect("a folder");
    for file in ["config.json", "tokenizer.json"] {
        fs::copy(source().join(file), folder.join(file)).expect("it is copied");
    }
    fs::write(folder.join("model.safetensors"), safetensors(&expected().shapes, written)).expect("it is written");
}

/// A safetensors file of those tensors.
pub fn safetensors(shapes: &BTreeMap<String, Vec<usize>>, written: Written) -> Vec<u8> {
    let mut header = serde_json::Map::new();
    let mut data = Vec::new();
    for (name, shape) in shapes {
        let from = data.len();
        for value in counted(name, shape.iter().product()) {
            match written {
                Written::F32 => data.extend(value.to_le_bytes()),
                Written::F16 => data.extend(half(value).to_le_bytes()),
                Written::Bf16 => data.extend(u16::try_from(value.to_bits() >> 16).expect("half of it").to_le_bytes()),
            }
        }
        let dtype = match written {
            Written::F32 => "F32",
            Written::F16 => "F16",
            Written::Bf16 => "BF16",
        };
        header.insert(name.clone(), json!({"dtype": dtype, "shape": shape, "data_offsets": [from, data.len()]}));
    }
    let header = serde_json::to_vec(&header).expect("it is JSON");
    let mut file = (header.len() as u64).to_le_bytes().to_vec();
    file.extend(header);
    file.extend(data);
    file
}

/// An ONNX file of those tensors as an exporter writes it: matrices are numbered and turned round. With
/// `beside` the numbers go there, into a file of that name. `operation` is one more that it has.
pub fn onnx(shapes: &BTreeMap<String, Vec<usize>>, beside: Option<(&str, &mut Vec<u8>)>, operation: &str) -> Vec<u8> {
    let (mut graph, mut beside) = (Vec::new(), beside);
    let mut node = |operation: &str, inputs: [&str; 2], output: &str| {
        let mut node = Vec::new();
        inputs.iter().for_each(|input| field(&mut node, 1, input.as_bytes()));
        field(&mut node, 2, output.as_bytes());
        field(&mut node, 4, operation.as_bytes());
        field(&mut graph, 1, &node);
    };
    node(operation, ["x", "y"], "z");
    let mut tensors = Vec::new();
    for (number, (full, shape)) in shapes.iter().enumerate() {
        let name = full.trim_start_matches("roberta.");
        let values = counted(full, shape.iter().product());
        let is_product = shape.len() == 2 && name.starts_with("encoder.");
        if !is_product {
            tensors.push((name.to_owned(), shape.clone(), values));
            continue;
        }
        let (rows, columns) = (shape[0], shape[1]);
        let turned = (0..columns).flat_map(|c| (0..rows).map(move |r| (r, c))).map(|(r, c)| values[r * columns + c]);
        let (numbered, product) = (format!("onnx::MatMul_{number}"), format!("product_{number}"));
        node("MatMul", ["x", &numbered], &product);
        node("Add", [&name.replace(".weight", ".bias"), &product], "sum");
        tensors.push((numbered, vec![columns, rows], turned.collect()));
    }
    for (name, shape, values) in tensors {
        let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        let mut tensor = Vec::new();
        shape.iter().for_each(|size| number(&mut tensor, 1, *size as u64));
        number(&mut tensor, 2, 1);
        field(&mut tensor, 8, name.as_bytes());
        match &mut beside {
            None => field(&mut tensor, 9, &bytes),
            Some((file, data)) => {
                let (offset, length) = (data.len().to_string(), bytes.len().to_string());
                for (key, value) in [("location", *file), ("offset", &offset), ("length", &length)] {
                    let mut entry = Vec::new();
                    field(&mut entry, 1, key.as_bytes());
                    field(&mut entry, 2, value.as_bytes());
                    field(&mut tensor, 13, &entry);
                }
                data.extend(bytes);
            }
        }
        field(&mut graph, 5, &tensor);
    }
    let mut model = Vec::new();
    number(&mut model, 1, 8);
    field(&mut model, 7, &graph);
    model
}

fn field(message: &mut Vec<u8>, number: u8, bytes: &[u8]) {
    message.push(number << 3 | 2);
    varint(message, bytes.len() as u64);
    message.extend(bytes);
}

fn number(message: &mut Vec<u8>, number: u8, value: u64) {
    message.push(number << 3);
    varint(message, value);
}

fn varint(message: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        message.push((value & 0x7f) as u8 | 0x80);
        value >>= 7;
    }
    message.push(value as u8);
}

fn source() -> PathBuf {
    // Other crates have tests with it too.
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../providers/tests/tiny")
}

/// The same numbers as tools/models/tiny_xlmr.py counts out: multiples of 1/256.
fn counted(name: &str, count: usize) -> Vec<f32> {
    let mut state = 0xCBF2_9CE4_8422_2325_u64;
    for byte in name.bytes() {
        state = (state ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
    }
    let is_scale = name.ends_with("LayerNorm.weight");
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let value = (((state >> 33) % 129) as f32 - 64.0) / 256.0;
        if is_scale { 2.0 * value + 1.0 } else { value }
    };
    (0..count).map(|_| next()).collect()
}

/// A number that half precision holds exactly.
fn half(value: f32) -> u16 {
    let bits = value.to_bits();
    let sign = ((bits >> 16) & 0x8000) as u16;
    if value == 0.0 {
        return sign;
    }
    let exponent = ((bits >> 23) & 0xff) as u16 - 112;
    sign | (exponent << 10) | ((bits >> 13) & 0x3ff) as u16
}
