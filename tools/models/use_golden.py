"""What universal-sentence-encoder-multilingual makes of texts, to compare ours with.

    .ci/models MODELS
    python3 tools/models/use_golden.py --models MODELS --out crates/providers/tests/golden [--texts FILE]

Needs numpy, onnx, onnxruntime, onnxruntime-extensions and sentencepiece. The file rounds its weights to bytes once, and
what goes between its matrices to bytes at every text. We keep the weights and do not round in between, so the graph that
onnxruntime runs here has its rounded products (DynamicQuantizeLinear, MatMulInteger) put back to plain ones. How near
the graph as it is comes to that is printed. With --texts, a line each, only the least cosine of the two is.
"""

import argparse
import json
import pathlib

import numpy as np
import onnx
import onnxruntime
import onnxruntime_extensions
from onnx import helper, numpy_helper

from kept import kept
from texts import EMBEDDED, TOKENIZED

NAME = "universal-sentence-encoder-multilingual"
PACKED = "_quantized"


def unrounded(model):
    """The same graph with products of whole weights."""
    graph = model.graph
    numbers = {tensor.name: tensor for tensor in graph.initializer}
    value = lambda name: numpy_helper.to_array(numbers[name])
    rounded = {node.output[0]: node.input[0] for node in graph.node if node.op_type == "DynamicQuantizeLinear"}
    nodes, added, made = [], [], set()
    for node in graph.node:
        if node.op_type == "MatMulInteger":
            plain, packed = rounded[node.input[0]], node.input[1].removesuffix(PACKED)
            whole = (value(packed + PACKED).astype(np.float32) - value(packed + "_zero_point")) * value(packed + "_scale")
            if packed not in made:
                made.add(packed)
                added.append(numpy_helper.from_array(whole.astype(np.float32), packed))
            # What follows casts the product and scales it; the cast stays and the scale becomes one.
            nodes.append(helper.make_node("MatMul", [plain, packed], [node.output[0]]))
        elif node.op_type == "Mul" and node.output[0].endswith("_quant_scales_mul:0"):
            one = node.output[0]
            added.append(numpy_helper.from_array(np.array(1.0, np.float32), one))
        elif node.op_type != "DynamicQuantizeLinear":
            nodes.append(node)
    del graph.node[:]
    graph.node.extend(nodes)
    graph.initializer.extend(added)
    return model


def session(model):
    options = onnxruntime.SessionOptions()
    options.register_custom_ops_library(onnxruntime_extensions.get_library_path())
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(model, options)


def vector(run, text):
    # One text at a time: rounding in between depends on what else there is.
    return run.run(None, {"inputs": np.array([text], dtype=object)})[0][0].astype(np.float64)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--models", type=pathlib.Path, required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--texts", type=pathlib.Path)
    arguments = parser.parse_args()
    path = next((arguments.models / NAME).glob("*.onnx"))
    model = onnx.load(path)
    pieces = next(a.s for n in model.graph.node if n.op_type == "SentencepieceTokenizer" for a in n.attribute if a.name == "model")
    plain, as_it_is = session(unrounded(model).SerializeToString()), session(str(path))
    # The engine reads 512 tokens of a text; the long one of the others would have to be cut by hand.
    texts = [text for text in EMBEDDED if len(text) < 1000]
    if arguments.texts:
        texts = [line.rstrip("\n") for line in arguments.texts.open(encoding="utf8")]
    vectors = [vector(plain, text) for text in texts]
    near = [float(a @ vector(as_it_is, text)) for a, text in zip(vectors, texts)]
    print(f"{len(texts)} texts; cosine to the graph as it is: least {min(near):.4f}, mean {np.mean(near):.4f}")
    if arguments.texts:
        np.save(arguments.out, np.array(vectors, dtype=np.float32))
        return
    import sentencepiece

    tokenizer = sentencepiece.SentencePieceProcessor(model_proto=pieces)
    # A run of one letter can be cut in several ways that are as likely; which is taken, rounding decides.
    tokenized = [text for text in TOKENIZED if "yyyy" not in text]
    tokens = [{"text": text, "ids": [tokenizer.bos_id(), *tokenizer.encode(text), tokenizer.eos_id()]} for text in tokenized]
    golden = {"texts": texts, "dimensions": len(vectors[0]), **kept(vectors), "tokens": tokens}
    (arguments.out / f"{NAME}.json").write_text(json.dumps(golden, ensure_ascii=False) + "\n", encoding="utf8")


if __name__ == "__main__":
    main()
