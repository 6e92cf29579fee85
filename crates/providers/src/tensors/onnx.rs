//! The weights of an ONNX file, without anything to run it: only the numbers are taken from it.
//!
//! Exported encoders keep the names of their embeddings, biases and norms, but the matrices that a
//! product is taken with are numbered. Which is which is read from the graph: the product's result is
//! added to a bias, whose name says what the matrix is.

use std::collections::HashMap;
use std::fs::File;

use super::protobuf::{ProtobufValue, Walker};
use super::{NumberFormat, TensorLocation};

const GRAPH: u64 = 7;
const NODE: u64 = 1;
const INITIALIZER: u64 = 5;

/// The parts of an operation, and of a tensor, that are looked at.
const NODE_INPUT: u64 = 1;
const NODE_OUTPUT: u64 = 2;
const NODE_OPERATION: u64 = 4;
const NODE_ATTRIBUTE: u64 = 5;
const ATTRIBUTE_NAME: u64 = 1;
const ATTRIBUTE_TEXT: u64 = 4;
const TENSOR_SIZE: u64 = 1;
const TENSOR_TYPE: u64 = 2;
const TENSOR_FLOATS: u64 = 4;
const TENSOR_WHOLE_NUMBERS: u64 = 5;
const TENSOR_NAME: u64 = 8;
const TENSOR_BYTES: u64 = 9;
const TENSOR_ELSEWHERE: u64 = 13;
/// No whole number takes more bytes than this.
const LONGEST_NUMBER: u64 = 10;
const ENTRY_KEY: u64 = 1;
const ENTRY_VALUE: u64 = 2;

/// Operations of files whose matrices are not what the model learned.
const QUANTISED: [&str; 6] =
    ["DynamicQuantizeLinear", "MatMulInteger", "QLinearMatMul", "DequantizeLinear", "QAttention", "MatMulNBits"];

/// Operations that join several of the model's own.
const FUSED: [&str; 4] = ["Attention", "EmbedLayerNormalization", "SkipLayerNormalization", "MultiHeadAttention"];

struct OnnxNode {
    operation: String,
    inputs: Vec<String>,
    outputs: Vec<String>,
}

/// What is taken from a file.
pub(super) struct OnnxGraph {
    nodes: Vec<OnnxNode>,
    pub(super) tensors: HashMap<String, TensorLocation>,
    /// Tensors of a single small whole number, which are written in another way than all others.
    pub(super) whole_numbers: HashMap<String, f32>,
    /// Where the model of a SentencePiece tokenizer lies that is a part of the graph, and how long it is.
    pub(super) sentence_pieces: Option<(u64, u64)>,
}

/// Where the tensors are, under the names that a safetensors file of the same model has.
pub(super) fn index(file: &mut File, size: u64) -> Result<HashMap<String, TensorLocation>, String> {
    let OnnxGraph { nodes, mut tensors, .. } = graph(file, size)?;
    let is_any = |names: &[&str]| nodes.iter().any(|node| names.contains(&node.operation.as_str()));
    if is_any(&QUANTISED) {
        return Err(
            "it is quantised, and only whole weights can be read: take model.safetensors or onnx/model.onnx of \
                    the same model instead"
                .to_owned(),
        );
    }
    if is_any(&FUSED) {
        return Err("its operations were joined by an optimiser: take model.safetensors or onnx/model.onnx as it was \
                    exported instead"
            .to_owned());
    }
    tensors.retain(|_, place| !matches!(place.number, NumberFormat::U8 | NumberFormat::I8));
    name_products(&nodes, &mut tensors);
    Ok(tensors)
}

/// Everything that is looked at, under the names that the file has.
pub(super) fn graph(file: &mut File, size: u64) -> Result<OnnxGraph, String> {
    let mut walker = Walker::new(file);
    let mut graph =
        OnnxGraph { nodes: Vec::new(), tensors: HashMap::new(), whole_numbers: HashMap::new(), sentence_pieces: None };
    for field in walker.fields(0, size)? {
        let (GRAPH, ProtobufValue::Bytes(start, length)) = (field.number, field.value) else { continue };
        for field in walker.fields(start, length)? {
            match (field.number, field.value) {
                (NODE, ProtobufValue::Bytes(start, length)) => node(&mut walker, start, length, &mut graph)?,
                (INITIALIZER, ProtobufValue::Bytes(start, length)) => tensor(&mut walker, start, length, &mut graph)?,
                _ => {}
            }
        }
    }
    Ok(graph)
}

fn node(walker: &mut Walker<'_>, start: u64, length: u64, graph: &mut OnnxGraph) -> Result<(), String> {
    let mut node = OnnxNode { operation: String::new(), inputs: Vec::new(), outputs: Vec::new() };
    let mut attributes = Vec::new();
    for field in walker.fields(start, length)? {
        let ProtobufValue::Bytes(start, length) = field.value else { continue };
        match field.number {
            NODE_INPUT => node.inputs.push(walker.text(start, length)?),
            NODE_OUTPUT => node.outputs.push(walker.text(start, length)?),
            NODE_OPERATION => node.operation = walker.text(start, length)?,
            NODE_ATTRIBUTE => attributes.push((start, length)),
            _ => {}
        }
    }
    if node.operation == "SentencepieceTokenizer" {
        for (start, length) in attributes {
            graph.sentence_pieces = model_attribute(walker, start, length)?.or(graph.sentence_pieces);
        }
    }
    graph.nodes.push(node);
    Ok(())
}

/// Where the text of the attribute `model` lies; none if it is another attribute.
fn model_attribute(walker: &mut Walker<'_>, start: u64, length: u64) -> Result<Option<(u64, u64)>, String> {
    let (mut is_model, mut text) = (false, None);
    for field in walker.fields(start, length)? {
        match (field.number, field.value) {
            (ATTRIBUTE_NAME, ProtobufValue::Bytes(start, length)) => is_model = walker.text(start, length)? == "model",
            (ATTRIBUTE_TEXT, ProtobufValue::Bytes(start, length)) => text = Some((start, length)),
            _ => {}
        }
    }
    Ok(text.filter(|_| is_model))
}

fn tensor(walker: &mut Walker<'_>, start: u64, length: u64, graph: &mut OnnxGraph) -> Result<(), String> {
    let (mut name, mut shape, mut number, mut data) = (String::new(), Vec::new(), None, None);
    let mut whole_number = None;
    let mut elsewhere = HashMap::new();
    for field in walker.fields(start, length)? {
        match (field.number, field.value) {
            (TENSOR_SIZE, ProtobufValue::Number(size)) => shape.push(usize::try_from(size).unwrap_or(usize::MAX)),
            (TENSOR_SIZE, ProtobufValue::Bytes(start, length)) => {
                let sizes = walker.numbers(start, length)?;
                shape.extend(sizes.into_iter().map(|size| usize::try_from(size).unwrap_or(usize::MAX)));
            }
            (TENSOR_TYPE, ProtobufValue::Number(1)) => number = Some(NumberFormat::F32),
            (TENSOR_TYPE, ProtobufValue::Number(2)) => number = Some(NumberFormat::U8),
            (TENSOR_TYPE, ProtobufValue::Number(3)) => number = Some(NumberFormat::I8),
            (TENSOR_TYPE, ProtobufValue::Number(10)) => number = Some(NumberFormat::F16),
            (TENSOR_TYPE, ProtobufValue::Number(16)) => number = Some(NumberFormat::Bf16),
            (TENSOR_NAME, ProtobufValue::Bytes(start, length)) => name = walker.text(start, length)?,
            (TENSOR_FLOATS | TENSOR_BYTES, ProtobufValue::Bytes(start, length)) => data = Some((start, length)),
            (TENSOR_WHOLE_NUMBERS, ProtobufValue::Number(value)) => whole_number = Some(value),
            (TENSOR_WHOLE_NUMBERS, ProtobufValue::Bytes(start, length)) if length <= LONGEST_NUMBER => {
                whole_number = walker.numbers(start, length)?.first().copied();
            }
            (TENSOR_ELSEWHERE, ProtobufValue::Bytes(start, length)) => elsewhere.extend(entry(walker, start, length)?),
            _ => {}
        }
    }
    if let Some(value) = whole_number {
        // Whole numbers are written as 64 bits, also those below zero; what does not fit is none of a packed tensor.
        let value = i16::try_from(value.cast_signed()).map_err(|_| format!("{name} is no small number"))?;
        graph.whole_numbers.insert(name, f32::from(value));
        return Ok(());
    }
    let Some(number) = number else { return Ok(()) };
    let beside = elsewhere.get("location").cloned();
    if let Some(file) = &beside {
        if file.contains(['/', '\\']) || file == ".." {
            return Err(format!("its numbers are in {file}, which is not beside it"));
        }
        let whole = |key: &str| elsewhere.get(key).map_or(Ok(0), |text| text.parse::<u64>());
        let (Ok(offset), Ok(length)) = (whole("offset"), whole("length")) else {
            return Err(format!("it does not say where {name} is"));
        };
        data = Some((offset, length));
    }
    if let Some((offset, bytes)) = data {
        graph.tensors.insert(name, TensorLocation { number, shape, offset, bytes, is_transposed: false, beside });
    }
    Ok(())
}

/// A word and what it stands for.
fn entry(walker: &mut Walker<'_>, start: u64, length: u64) -> Result<Option<(String, String)>, String> {
    let (mut key, mut value) = (None, None);
    for field in walker.fields(start, length)? {
        match (field.number, field.value) {
            (ENTRY_KEY, ProtobufValue::Bytes(start, length)) => key = Some(walker.text(start, length)?),
            (ENTRY_VALUE, ProtobufValue::Bytes(start, length)) => value = Some(walker.text(start, length)?),
            _ => {}
        }
    }
    Ok(key.zip(value))
}

/// Gives the numbered matrices their names.
fn name_products(nodes: &[OnnxNode], tensors: &mut HashMap<String, TensorLocation>) {
    let mut added: HashMap<&str, &str> = HashMap::new();
    for node in nodes.iter().filter(|node| node.operation == "Add") {
        let bias = node.inputs.iter().find(|input| input.ends_with(".bias") && tensors.contains_key(*input));
        let Some(bias) = bias else { continue };
        for other in node.inputs.iter().filter(|input| *input != bias) {
            added.insert(other, bias);
        }
    }
    for node in nodes.iter().filter(|node| node.operation == "MatMul") {
        let (Some(matrix), Some(output)) = (node.inputs.get(1), node.outputs.first()) else { continue };
        let Some(name) = added.get(output.as_str()).and_then(|bias| bias.strip_suffix("bias")) else { continue };
        if let Some(place) = tensors.get(matrix).cloned() {
            // A product is taken with rows for what comes in; the model's own has rows for what goes out.
            tensors.insert(format!("{name}weight"), TensorLocation { is_transposed: true, ..place });
        }
    }
}

/// The bytes that lie there.
pub(super) fn bytes(file: &mut File, start: u64, length: u64) -> Result<Vec<u8>, String> {
    Walker::new(file).bytes(start, length)
}
