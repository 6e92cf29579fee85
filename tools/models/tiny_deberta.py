"""What the reference makes of pairs of texts with two tiny judges of DeBERTa's second kind.

    python3 tools/models/tiny_deberta.py crates/providers/tests/tiny/tokenizer.json \
        --out crates/providers/tests/tiny/deberta.json

Needs tensorflow-cpu==2.15.1 and transformers==4.40.2, whose implementation is the reference. The weights are not kept:
they are counted out from the names of the tensors, by the test in the same way as in counted.py.
"""

import argparse
import json
import pathlib
import tempfile

import tensorflow as tf
from safetensors.numpy import save_file
from tokenizers import Tokenizer
from transformers import TFDebertaV2ForSequenceClassification

from counted import counted

SHARED = {
    "model_type": "deberta-v2", "hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 4,
    "intermediate_size": 64, "layer_norm_eps": 1e-07, "hidden_act": "gelu", "pad_token_id": 0,
    "max_position_embeddings": 96, "relative_attention": True, "pooler_hidden_size": 32, "pooler_hidden_act": "gelu",
    "id2label": {"0": "entailment", "1": "neutral", "2": "contradiction"},
}
JUDGES = {
    # As mDeBERTa and DeBERTa's third version have it.
    "shared, in buckets": {
        "position_biased_input": False, "max_relative_positions": -1, "position_buckets": 16, "share_att_key": True,
        "pos_att_type": "p2c|c2p", "norm_rel_ebd": "layer_norm", "type_vocab_size": 0,
    },
    # All that can be otherwise.
    "apart, cut off": {
        "position_biased_input": True, "max_relative_positions": 12, "position_buckets": -1, "share_att_key": False,
        "pos_att_type": ["c2p", "p2c"], "norm_rel_ebd": "none", "type_vocab_size": 2,
    },
}
PAIRS = [
    ("The puppy slept all afternoon.", "My dog had a nap."),
    ("My dog had a nap.", "The puppy slept all afternoon."),
    ("最適化で表示が速くなった。", "パフォーマンスを改善したい"),
    ("We cut the response time by caching the query.", "How do I make the program faster?"),
    ("", ""),
]


def shapes(config, words):
    hidden, wide = config["hidden_size"], config["intermediate_size"]
    linears = [("pooler.dense", hidden, hidden), ("classifier", 3, hidden)]
    norms = ["deberta.embeddings.LayerNorm"]
    yield "deberta.embeddings.word_embeddings.weight", (words, hidden)
    if config["position_biased_input"]:
        yield "deberta.embeddings.position_embeddings.weight", (config["max_position_embeddings"], hidden)
    if config["type_vocab_size"]:
        yield "deberta.embeddings.token_type_embeddings.weight", (config["type_vocab_size"], hidden)
    span = config["position_buckets"] if config["position_buckets"] > 0 else config["max_relative_positions"]
    yield "deberta.encoder.rel_embeddings.weight", (2 * span, hidden)
    if config["norm_rel_ebd"] == "layer_norm":
        norms.append("deberta.encoder.LayerNorm")
    for number in range(config["num_hidden_layers"]):
        layer = f"deberta.encoder.layer.{number}."
        parts = ["query_proj", "key_proj", "value_proj"]
        parts += [] if config["share_att_key"] else ["pos_key_proj", "pos_query_proj"]
        linears += [(layer + "attention.self." + part, hidden, hidden) for part in parts]
        linears += [(layer + "attention.output.dense", hidden, hidden), (layer + "intermediate.dense", wide, hidden),
                    (layer + "output.dense", hidden, wide)]
        norms += [layer + "attention.output.LayerNorm", layer + "output.LayerNorm"]
    for name in norms:
        yield name + ".weight", (hidden,)
        yield name + ".bias", (hidden,)
    for name, to, source in linears:
        yield name + ".weight", (to, source)
        yield name + ".bias", (to,)


def judged(config, weights, pairs):
    # What everyone calls pos_key_proj and pos_query_proj has other names there.
    theirs = {"pos_key_proj": "pos_proj", "pos_query_proj": "pos_q_proj"}
    for ours, other in theirs.items():
        weights = {name.replace(ours, other): tensor for name, tensor in weights.items()}
    with tempfile.TemporaryDirectory() as folder:
        save_file(weights, f"{folder}/model.safetensors", metadata={"format": "pt"})
        pathlib.Path(folder, "config.json").write_text(json.dumps(config))
        model, loaded = TFDebertaV2ForSequenceClassification.from_pretrained(folder, output_loading_info=True)
    assert not any(loaded.values()), loaded
    for tokens, second in pairs:
        kinds = [int(place >= second) for place in range(len(tokens))]
        logits = model(input_ids=tf.constant([tokens]), attention_mask=tf.ones((1, len(tokens)), tf.int32),
                       token_type_ids=tf.constant([kinds])).logits
        yield [round(float(x), 6) for x in tf.nn.softmax(tf.cast(logits[0], tf.float64))]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tokenizer")
    parser.add_argument("--out", type=pathlib.Path, required=True)
    arguments = parser.parse_args()
    reference = Tokenizer.from_file(arguments.tokenizer)
    words, encoded = reference.get_vocab_size(), []
    for pair in PAIRS:
        known, stated = [reference.encode(text).ids for text in pair]
        encoded.append((known + stated[1:], len(known)))
    judges = []
    for about, own in JUDGES.items():
        config = SHARED | own | {"vocab_size": words}
        found = dict(shapes(config, words))
        weights = {name: counted(name, shape).astype("float32") for name, shape in found.items()}
        likely = judged(config, weights, encoded)
        judges.append({
            "about": about, "config": config, "shapes": {name: list(shape) for name, shape in found.items()},
            "judged": [{"known": known, "stated": stated, "likely": one}
                       for (known, stated), one in zip(PAIRS, likely)],
        })
    arguments.out.write_text(json.dumps(judges, ensure_ascii=False) + "\n", encoding="utf-8")
    print([len(tokens) for tokens, _ in encoded], [one["likely"] for judge in judges for one in judge["judged"]])


if __name__ == "__main__":
    main()
