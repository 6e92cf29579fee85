//! The weights of an ONNX file, without anything to run it: only the numbers are taken from it.
//!
//! Exported encoders keep the names of their embeddings, biases and norms, but the matrices that a
//! product is taken with are numbered. Which is which is read from the graph: the product's result is
//! added to a bias, whose name says what the matrix is.

use std::collections::HashMap;
use std::fs::File;

use super::protobuf::{Value, Walker};
use super::{Number, Place};

const GRAPH: u64 = 7;
const NODE: u64 = 1;
const INITIALIZER: u64 = 5;

/// The parts of an operation, and of a tensor, that are looked at.
const NODE_INPUT: u64 = 1;
const NODE_OUTPUT: u64 = 2;
const NODE_OPERATION: u64 = 4;
const TENSOR_SIZE: u64 = 1;
const TENSOR_TYPE: u64 = 2;
const TENSOR_FLOATS: u64 = 4;
const TENSOR_NAME: u64 = 8;
const TENSOR_BYTES: u64 = 9;
const TENSOR_ELSEWHERE: u64 = 13;
const ENTRY_KEY: u64 = 1;
const ENTRY_VALUE: u64 = 2;

/// Operations of files whose matrices are not what the model learned.
const QUANTISED: [&str; 6] =
    ["DynamicQuantizeLinear", "MatMulInteger", "QLinearMatMul", "DequantizeLinear", "QAttention", "MatMulNBits"];

/// Operations that join several of the model's own.
const FUSED: [&str; 4] = ["Attention", "EmbedLayerNormalization", "SkipLayerNormalization", "MultiHeadAttention"];

struct Node {
    operation: String,
    inputs: Vec<String>,
    outputs: Vec<String>,
}

/// Where the tensors are, under the names that a safetensors file of the same model has.
pub(super) fn index(file: &mut File, size: u64) -> Result<HashMap<String, Place>, String> {
    let mut walker = Walker::new(file);
    let (mut nodes, mut tensors) = (Vec::new(), HashMap::new());
    for field in walker.fields(0, size)? {
        let (GRAPH, Value::Bytes(start, length)) = (field.number, field.value) else { continue };
        for field in walker.fields(start, length)? {
            match (field.number, field.value) {
                (NODE, Value::Bytes(start, length)) => nodes.push(node(&mut walker, start, length)?),
                (INITIALIZER, Value::Bytes(start, length)) => tensors.extend(tensor(&mut walker, start, length)?),
                _ => {}
            }
        }
    }
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
    name_products(&nodes, &mut tensors);
    Ok(tensors)
}

fn node(walker: &mut Walker<'_>, start: u64, length: u64) -> Result<Node, String> {
    let mut node = Node { operation: String::new(), inputs: Vec::new(), outputs: Vec::new() };
    for field in walker.fields(start, length)? {
        let Value::Bytes(start, length) = field.value else { continue };
        match field.number {
            NODE_INPUT => node.inputs.push(walker.text(start, length)?),
            NODE_OUTPUT => node.outputs.push(walker.text(start, length)?),
            NODE_OPERATION => node.operation = walker.text(start, length)?,
            _ => {}
        }
    }
    Ok(node)
}

fn tensor(walker: &mut Walker<'_>, start: u64, length: u64) -> Result<Option<(String, Place)>, String> {
    let (mut name, mut shape, mut number, mut data) = (String::new(), Vec::new(), None, None);
    let mut elsewhere = HashMap::new();
    for field in walker.fields(start, length)? {
        match (field.number, field.value) {
            (TENSOR_SIZE, Value::Number(size)) => shape.push(usize::try_from(size).unwrap_or(usize::MAX)),
            (TENSOR_SIZE, Value::Bytes(start, length)) => {
                let sizes = walker.numbers(start, length)?;
                shape.extend(sizes.into_iter().map(|size| usize::try_from(size).unwrap_or(usize::MAX)));
            }
            (TENSOR_TYPE, Value::Number(1)) => number = Some(Number::F32),
            (TENSOR_TYPE, Value::Number(10)) => number = Some(Number::F16),
            (TENSOR_TYPE, Value::Number(16)) => number = Some(Number::Bf16),
            (TENSOR_NAME, Value::Bytes(start, length)) => name = walker.text(start, length)?,
            (TENSOR_FLOATS | TENSOR_BYTES, Value::Bytes(start, length)) => data = Some((start, length)),
            (TENSOR_ELSEWHERE, Value::Bytes(start, length)) => elsewhere.extend(entry(walker, start, length)?),
            _ => {}
        }
    }
    let Some(number) = number else { return Ok(None) };
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
    let Some((offset, bytes)) = data else { return Ok(None) };
    Ok(Some((name, Place { number, shape, offset, bytes, is_transposed: false, beside })))
}

/// A word and what it stands for.
fn entry(walker: &mut Walker<'_>, start: u64, length: u64) -> Result<Option<(String, String)>, String> {
    let (mut key, mut value) = (None, None);
    for field in walker.fields(start, length)? {
        match (field.number, field.value) {
            (ENTRY_KEY, Value::Bytes(start, length)) => key = Some(walker.text(start, length)?),
            (ENTRY_VALUE, Value::Bytes(start, length)) => value = Some(walker.text(start, length)?),
            _ => {}
        }
    }
    Ok(key.zip(value))
}

/// Gives the numbered matrices their names.
fn name_products(nodes: &[Node], tensors: &mut HashMap<String, Place>) {
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
            tensors.insert(format!("{name}weight"), Place { is_transposed: true, ..place });
        }
    }
}
