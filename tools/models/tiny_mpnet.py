"""What the reference makes of texts with a tiny encoder of MPNet's kind.

    python3 tools/models/tiny_mpnet.py crates/providers/tests/tiny/tokenizer.json \
        --out crates/providers/tests/tiny/mpnet.json

Needs torch, safetensors, tokenizers and transformers, whose implementation is the reference. The weights are not kept:
they are counted out from the names of the tensors, by the test in the same way as in counted.py.
"""

import argparse
import json
import pathlib
import tempfile

import numpy as np
import torch
from safetensors.numpy import save_file
from tokenizers import Tokenizer
from transformers import MPNetModel

from counted import counted
from texts import EMBEDDED

CONFIG = {
    "model_type": "mpnet", "hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 4, "intermediate_size": 64,
    "layer_norm_eps": 1e-05, "hidden_act": "gelu", "pad_token_id": 1, "max_position_embeddings": 300,
    "relative_attention_num_buckets": 32,
}


def shapes(words):
    hidden, wide = CONFIG["hidden_size"], CONFIG["intermediate_size"]
    yield "mpnet.embeddings.word_embeddings.weight", (words, hidden)
    yield "mpnet.embeddings.position_embeddings.weight", (CONFIG["max_position_embeddings"], hidden)
    yield ("mpnet.encoder.relative_attention_bias.weight",
           (CONFIG["relative_attention_num_buckets"], CONFIG["num_attention_heads"]))
    norms, linears = ["mpnet.embeddings.LayerNorm"], []
    for number in range(CONFIG["num_hidden_layers"]):
        layer = f"mpnet.encoder.layer.{number}."
        linears += [(layer + "attention.attn." + part, hidden, hidden) for part in "qkvo"]
        linears += [(layer + "intermediate.dense", wide, hidden), (layer + "output.dense", hidden, wide)]
        norms += [layer + "attention.LayerNorm", layer + "output.LayerNorm"]
    for name in norms:
        yield name + ".weight", (hidden,)
        yield name + ".bias", (hidden,)
    for name, to, source in linears:
        yield name + ".weight", (to, source)
        yield name + ".bias", (to,)


def rows(config, weights, texts):
    with tempfile.TemporaryDirectory() as folder:
        save_file(weights, f"{folder}/model.safetensors", metadata={"format": "pt"})
        pathlib.Path(folder, "config.json").write_text(json.dumps(config))
        model, loaded = MPNetModel.from_pretrained(folder, add_pooling_layer=False, output_loading_info=True)
    assert not any(loaded.values()), loaded
    model = model.double().eval()
    for tokens in texts:
        with torch.no_grad():
            yield model(input_ids=torch.tensor([tokens])).last_hidden_state[0].numpy()


def normal(vector):
    return [round(float(x), 6) for x in vector / np.linalg.norm(vector)]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tokenizer")
    parser.add_argument("--out", type=pathlib.Path, required=True)
    arguments = parser.parse_args()
    reference = Tokenizer.from_file(arguments.tokenizer)
    words, most = reference.get_vocab_size(), CONFIG["max_position_embeddings"] - CONFIG["pad_token_id"] - 1
    encoded = [reference.encode(text).ids for text in EMBEDDED]
    encoded = [ids if len(ids) <= most else ids[: most - 1] + ids[-1:] for ids in encoded]
    config, found = CONFIG | {"vocab_size": words}, dict(shapes(words))
    weights = {name: counted(name, shape).astype("float32") for name, shape in found.items()}
    vectors = [{"text": text, "cls": normal(one[0]), "mean": normal(one.mean(0))}
               for text, one in zip(EMBEDDED, rows(config, weights, encoded))]
    expected = {"config": config, "shapes": {name: list(shape) for name, shape in found.items()}, "vectors": vectors}
    arguments.out.write_text(json.dumps(expected, ensure_ascii=False) + "\n", encoding="utf-8")
    print([len(ids) for ids in encoded])


if __name__ == "__main__":
    main()
