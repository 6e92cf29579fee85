"""A sentence encoder in numpy, as plain as it can be: what the Rust one is compared with."""

import math

import numpy as np


def gelu(x):
    return 0.5 * x * (1.0 + np.vectorize(math.erf)(x / math.sqrt(2.0)))


def norm(x, weights, name, epsilon):
    mean = x.mean(-1, keepdims=True)
    variance = ((x - mean) ** 2).mean(-1, keepdims=True)
    return (x - mean) / np.sqrt(variance + epsilon) * weights[name + ".weight"] + weights[name + ".bias"]


def linear(x, weights, name):
    return x @ weights[name + ".weight"].T + weights[name + ".bias"]


def rows(tokens, weights, config):
    """The last layer's rows of one text, in double precision."""
    weights = {name: value.astype(np.float64) for name, value in weights.items() if value.dtype != np.int64}
    first = 0 if config["model_type"] == "bert" else config["pad_token_id"] + 1
    epsilon, heads = config["layer_norm_eps"], config["num_attention_heads"]
    x = weights["embeddings.word_embeddings.weight"][tokens]
    x = x + weights["embeddings.position_embeddings.weight"][first : first + len(tokens)]
    x = x + weights["embeddings.token_type_embeddings.weight"][0]
    x = norm(x, weights, "embeddings.LayerNorm", epsilon)
    width = x.shape[1] // heads
    for number in range(config["num_hidden_layers"]):
        layer = f"encoder.layer.{number}."
        parts = [linear(x, weights, layer + "attention.self." + part) for part in ("query", "key", "value")]
        query, key, value = (part.reshape(len(tokens), heads, width).transpose(1, 0, 2) for part in parts)
        scores = query @ key.transpose(0, 2, 1) / math.sqrt(width)
        scores = np.exp(scores - scores.max(-1, keepdims=True))
        shares = scores / scores.sum(-1, keepdims=True)
        seen = (shares @ value).transpose(1, 0, 2).reshape(len(tokens), heads * width)
        x = norm(x + linear(seen, weights, layer + "attention.output.dense"), weights,
                 layer + "attention.output.LayerNorm", epsilon)
        wide = gelu(linear(x, weights, layer + "intermediate.dense"))
        x = norm(x + linear(wide, weights, layer + "output.dense"), weights, layer + "output.LayerNorm", epsilon)
    return x


def vector(tokens, weights, config, pooling):
    x = rows(tokens, weights, config)
    pooled = x[0] if pooling == "cls" else x.mean(0)
    return pooled / np.linalg.norm(pooled)
