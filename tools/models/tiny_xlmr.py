"""A tiny encoder of XLM-R's kind: its tokenizer, its shape, and what comes of texts.

    python3 tools/models/tiny_xlmr.py --out crates/providers/tests/tiny

Needs numpy, sentencepiece, protobuf and tokenizers. The weights are not kept: they are counted out from the
names of the tensors, by the test in the same way as in counted.py.
"""

import argparse
import base64
import io
import json
import pathlib

import sentencepiece
from sentencepiece import sentencepiece_model_pb2
from tokenizers import Tokenizer

from counted import counted
from encoder import vector
from texts import EMBEDDED, TOKENIZED

CONFIG = {
    "model_type": "xlm-roberta", "hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 4,
    "intermediate_size": 64, "layer_norm_eps": 1e-05, "hidden_act": "gelu", "pad_token_id": 1,
    "max_position_embeddings": 130, "position_embedding_type": "absolute",
}

# What the table replaces, in the form that the trainer reads: characters, a tab, characters.
RULES = [("Ａ", "A"), ("Ｂ", "B"), ("１", "1"), ("カ\u3099", "ガ"), ("ｶ", "カ"), ("ｶﾞ", "ガ"), ("ﾊﾟ", "パ"),
         ("e\u0301", "é"), ("㍿", "株式会社"), ("½", "1⁄2"), ("\u3000", " "), ("\u00a0", " "), ("\t", " "), ("\n", " "),
         ("\r", " "), ("\u200b", " "), ("ﬁ", "fi"), ("²", "2"), ("\u0007", ""), ("…", "...")]


def train(rules_file):
    lines = [" ".join(text.split()) for text in TOKENIZED if "x" * 50 not in text] * 3
    with open(rules_file, "w", encoding="utf-8") as out:
        for source, target in RULES:
            points = lambda text: " ".join(f"{ord(c):X}" for c in text)
            out.write(f"{points(source)}\t{points(target)}\n")
    model = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(lines), model_writer=model, vocab_size=330, model_type="unigram", num_threads=1,
        normalization_rule_tsv=str(rules_file), character_coverage=0.98, minloglevel=2, hard_vocab_limit=False)
    proto = sentencepiece_model_pb2.ModelProto()
    proto.ParseFromString(model.getvalue())
    return proto


def tokenizer(proto):
    """As XLM-R's converter makes it: four tokens in front, one at the end."""
    vocabulary = [["<s>", 0.0], ["<pad>", 0.0], ["</s>", 0.0], ["<unk>", 0.0]]
    vocabulary += [[piece.piece, round(piece.score, 5)] for piece in proto.pieces[3:]]
    vocabulary.append(["<mask>", 0.0])
    special = [(0, "<s>"), (1, "<pad>"), (2, "</s>"), (3, "<unk>"), (len(vocabulary) - 1, "<mask>")]
    table = base64.b64encode(proto.normalizer_spec.precompiled_charsmap).decode()
    return {
        "version": "1.0", "truncation": None, "padding": None,
        "added_tokens": [{"id": id, "content": content, "single_word": False, "lstrip": content == "<mask>",
                          "rstrip": False, "normalized": content == "<mask>", "special": True}
                         for id, content in special],
        "normalizer": {"type": "Sequence", "normalizers": [
            {"type": "Precompiled", "precompiled_charsmap": table},
            {"type": "Replace", "pattern": {"Regex": " {2,}"}, "content": " "}]},
        "pre_tokenizer": {"type": "Sequence", "pretokenizers": [
            {"type": "WhitespaceSplit"},
            {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "always", "split": True}]},
        "post_processor": {"type": "TemplateProcessing",
            "single": [{"SpecialToken": {"id": "<s>", "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 0}},
                       {"SpecialToken": {"id": "</s>", "type_id": 0}}],
            "pair": [],
            "special_tokens": {"<s>": {"id": "<s>", "ids": [0], "tokens": ["<s>"]},
                               "</s>": {"id": "</s>", "ids": [2], "tokens": ["</s>"]}}},
        "decoder": {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "always", "split": True},
        "model": {"type": "Unigram", "unk_id": 3, "vocab": vocabulary, "byte_fallback": False},
    }


def shapes(words):
    hidden, wide = CONFIG["hidden_size"], CONFIG["intermediate_size"]
    yield "embeddings.word_embeddings.weight", (words, hidden)
    yield "embeddings.position_embeddings.weight", (CONFIG["max_position_embeddings"], hidden)
    yield "embeddings.token_type_embeddings.weight", (1, hidden)
    norms, linears = ["embeddings.LayerNorm"], []
    for number in range(CONFIG["num_hidden_layers"]):
        layer = f"encoder.layer.{number}."
        linears += [(layer + "attention.self." + part, hidden, hidden) for part in ("query", "key", "value")]
        linears += [(layer + "attention.output.dense", hidden, hidden), (layer + "intermediate.dense", wide, hidden),
                    (layer + "output.dense", hidden, wide)]
        norms += [layer + "attention.output.LayerNorm", layer + "output.LayerNorm"]
    for name in norms:
        yield name + ".weight", (hidden,)
        yield name + ".bias", (hidden,)
    for name, to, source in linears:
        yield name + ".weight", (to, source)
        yield name + ".bias", (to,)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    out = parser.parse_args().out
    out.mkdir(parents=True, exist_ok=True)
    described = tokenizer(train(out / "rules.tsv"))
    (out / "rules.tsv").unlink()
    (out / "tokenizer.json").write_text(json.dumps(described, ensure_ascii=False) + "\n", encoding="utf-8")
    (out / "config.json").write_text(json.dumps(CONFIG, indent=1) + "\n", encoding="utf-8")
    reference = Tokenizer.from_str(json.dumps(described))
    words = len(described["model"]["vocab"])
    weights = {name: counted("roberta." + name, shape) for name, shape in shapes(words)}
    most = CONFIG["max_position_embeddings"] - CONFIG["pad_token_id"] - 1
    tokens = [{"text": text, "ids": reference.encode(text).ids} for text in TOKENIZED]
    vectors = []
    for text in EMBEDDED:
        ids = reference.encode(text).ids
        ids = ids if len(ids) <= most else ids[: most - 1] + ids[-1:]
        vectors.append({"text": text, **{pooling: [round(float(x), 6) for x in vector(ids, weights, CONFIG, pooling)]
                                         for pooling in ("cls", "mean")}})
    expected = {"shapes": {"roberta." + name: list(shape) for name, shape in shapes(words)},
                "tokens": tokens, "vectors": vectors}
    (out / "expected.json").write_text(json.dumps(expected, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
