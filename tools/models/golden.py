"""What real models make of texts, to compare ours with.

    .ci/models MODELS
    python3 tools/models/golden.py --models MODELS --out crates/providers/tests/golden

Needs numpy, safetensors, tokenizers and onnxruntime. The ONNX models are run by onnxruntime; the safetensors one
by encoder.py, which has to agree with onnxruntime on the same model first.
"""

import argparse
import json
import pathlib

import numpy as np
import onnxruntime
from safetensors.numpy import load_file
from tokenizers import Tokenizer

from encoder import vector
from kept import kept
from texts import EMBEDDED, TOKENIZED


def encode(tokenizer, text, most):
    ids = tokenizer.encode(text).ids
    return ids if len(ids) <= most else ids[: most - 1] + ids[-1:]


def by_onnx(session, ids):
    feed = {"input_ids": [ids], "attention_mask": [[1] * len(ids)], "token_type_ids": [[0] * len(ids)]}
    rows = session.run(None, {name: np.array(value, dtype=np.int64) for name, value in feed.items()})[0][0]
    pooled = rows.astype(np.float64).mean(0)
    return pooled / np.linalg.norm(pooled)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--models", type=pathlib.Path, required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    arguments = parser.parse_args()
    models, out = arguments.models, arguments.out
    out.mkdir(parents=True, exist_ok=True)
    for name in ("all-MiniLM-L6-v2-onnx", "gte-small-onnx", "all-MiniLM-L6-v2"):
        tokenizer = Tokenizer.from_file(str(models / name / "tokenizer.json"))
        tokenizer.no_truncation()
        tokenizer.no_padding()
        most = 256 if name == "all-MiniLM-L6-v2" else 512
        tokens = [encode(tokenizer, text, most) for text in EMBEDDED]
        if name.endswith("-onnx"):
            session = onnxruntime.InferenceSession(str(models / name / "onnx" / "model.onnx"))
            vectors = [by_onnx(session, ids) for ids in tokens]
            if name == "all-MiniLM-L6-v2-onnx":
                other = session
        else:
            weights = load_file(str(models / name / "model.safetensors"))
            config = json.loads((models / name / "config.json").read_text())
            vectors = [vector(ids, weights, config, "mean") for ids in tokens]
            furthest = max(np.abs(v - by_onnx(other, ids)).max() for v, ids in zip(vectors, tokens))
            assert furthest < 1e-5, f"the two references differ by {furthest}"
        golden = {"texts": EMBEDDED, "dimensions": len(vectors[0]), **kept(vectors)}
        if name == "all-MiniLM-L6-v2":
            golden["tokens"] = [{"text": text, "ids": tokenizer.encode(text).ids} for text in TOKENIZED]
        (out / f"{name}.json").write_text(json.dumps(golden, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
