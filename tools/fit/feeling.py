#!/usr/bin/env python3
"""Fits the heads of omoide_language::emotion and writes crates/language/data/feeling.bin.

    python3 tools/fit/feeling.py --train DIR --out crates/language/data/feeling.bin

DIR holds goemotions_train.tsv and goemotions_labels.txt (GoEmotions, Apache-2.0) and emobank_train.csv
(EmoBank, CC BY-SA 4.0). What the heads see comes from `cargo run --example feeling_evidence`, so that it is
the same when fitting and when running: numbers from the lexicon's cues and the marks, the text's vector, and
hashes of Latin words and pairs of words.

Two families of heads are fitted, all linear:
  * English: good, bad (logistic), score, arousal (ridge) and the tags (logistic) over everything.
  * common: good against bad and score over the vector alone, arousal over the cues and marks alone: what English
    and Japanese share.
The thresholds of valence and tags are chosen on a tenth of the texts that the weights have not seen.
Deterministic; needs numpy and scipy.
"""
import argparse
import collections
import csv
import pathlib
import struct
import subprocess

import numpy as np
from scipy.optimize import minimize
from scipy.sparse import csr_matrix

MAGIC = b"FEL1"
# What GoEmotions' labels are called among S0's 23 tags; those that have no tag of their own have none here.
TAGS = {
    "amusement": "joy", "anger": "anger", "annoyance": "frustration", "caring": "love", "confusion": "confusion",
    "curiosity": "curiosity", "desire": "hope", "disappointment": "sadness", "disgust": "disgust",
    "excitement": "excitement", "fear": "fear", "gratitude": "gratitude", "grief": "sadness", "joy": "joy",
    "love": "love", "nervousness": "anxiety", "optimism": "hope", "pride": "pride", "relief": "relief",
    "remorse": "regret", "sadness": "sadness", "surprise": "surprise",
}
# A label that could be heard as more than one tag says nothing for or against the tags named here.
OPEN = {
    "admiration": {"joy", "love", "pride", "satisfaction"}, "approval": {"satisfaction", "joy"},
    "disapproval": {"frustration", "anger"}, "embarrassment": {"guilt", "regret"}, "realization": {"surprise"},
}
GOOD = set("admiration amusement approval caring desire excitement gratitude joy love optimism pride relief".split())
BAD = set("anger annoyance disappointment disapproval disgust embarrassment fear grief nervousness remorse sadness".split())
S0 = ("joy satisfaction relief excitement gratitude pride hope love curiosity sadness anger frustration anxiety fear "
      "disgust regret loneliness guilt resignation nostalgia surprise confusion determination").split()
HEADS = ["good", "bad"] + [tag for tag in S0 if tag in TAGS.values()]
MOST_GRAMS = 16_000
LEAST_TEXTS = 4
# The scale of a family decides how freely its weights move: the penalty is the same for all.
GRAM_SCALE, VECTOR_SCALE = 0.5, 3.0
PENALTY = 3.0
COMMON_PENALTY = 0.5
RIDGE = 12.0


def evidence(texts, root):
    command = ["cargo", "run", "--quiet", "--release", "-p", "omoide-language", "--example", "feeling_evidence"]
    lines = "".join(" ".join(text.split()) + "\n" for text in texts)
    out = subprocess.run(command, input=lines.encode(), capture_output=True, check=True, cwd=root).stdout
    dense_count, vector_count = struct.unpack_from("<II", out)
    numbers, grams, at = np.zeros((len(texts), dense_count + vector_count), np.float32), [], 8
    for row in range(len(texts)):
        (count,) = struct.unpack_from("<I", out, at)
        numbers[row] = np.frombuffer(out, "<f4", dense_count + vector_count, at + 4)
        at += 4 + 4 * (dense_count + vector_count)
        grams.append(np.frombuffer(out, "<u4", count, at))
        at += 4 * count
    return numbers[:, :dense_count], numbers[:, dense_count:], grams


def gram_matrix(grams, vocabulary):
    rows, columns = [], []
    for row, hashes in enumerate(grams):
        for column in map(vocabulary.get, hashes.tolist()):
            if column is not None:
                rows.append(row)
                columns.append(column)
    ones = np.full(len(rows), GRAM_SCALE, np.float32)
    return csr_matrix((ones, (rows, columns)), shape=(len(grams), len(vocabulary)), dtype=np.float32)


class Design:
    """The numbers of each text: dense, vector, then word hashes."""

    def __init__(self, dense, vector, grams):
        self.dense = np.hstack([dense, VECTOR_SCALE * vector]).astype(np.float32)
        self.grams = grams
        self.grams_turned = grams.T.tocsr()

    def __matmul__(self, weights):
        width = self.dense.shape[1]
        return self.dense @ weights[:width] + self.grams @ weights[width:]

    def turned(self, errors):
        return np.vstack([self.dense.T @ errors, self.grams_turned @ errors])

    def width(self):
        return self.dense.shape[1] + self.grams.shape[1]

    def rows(self, index):
        other = object.__new__(Design)
        other.dense, other.grams = self.dense[index], self.grams[index]
        other.grams_turned = other.grams.T.tocsr()
        return other


def logistic(design, wanted, counted, penalty, steps=120):
    """One logistic head a column of `wanted`; `counted` is 0 where a text says nothing of a head."""
    heads = wanted.shape[1]
    shape = (design.width() + 1, heads)

    def cost(flat):
        weights = flat.reshape(shape).astype(np.float32)
        logits = design @ weights[:-1] + weights[-1]
        loss = np.sum(counted * (np.logaddexp(0.0, logits) - wanted * logits))
        errors = counted * (1.0 / (1.0 + np.exp(-logits)) - wanted)
        slope = np.vstack([design.turned(errors) + penalty * weights[:-1], errors.sum(0, keepdims=True)])
        return float(loss + 0.5 * penalty * np.sum(weights[:-1] ** 2)), slope.astype(np.float64).ravel()

    start = np.zeros(shape[0] * shape[1])
    found = minimize(cost, start, jac=True, method="L-BFGS-B", options={"maxiter": steps, "maxcor": 12})
    return found.x.reshape(shape)


def ridge(design, wanted, strength, steps=150):
    """Columns of `wanted` by least squares, with an intercept."""
    shape = (design.width() + 1, wanted.shape[1])

    def cost(flat):
        weights = flat.reshape(shape).astype(np.float32)
        errors = design @ weights[:-1] + weights[-1] - wanted
        slope = np.vstack([design.turned(errors) + strength * weights[:-1], errors.sum(0, keepdims=True)])
        return 0.5 * float(np.sum(errors**2) + strength * np.sum(weights[:-1] ** 2)), slope.astype(np.float64).ravel()

    start = np.zeros(shape)
    start[-1] = wanted.mean(0)
    found = minimize(cost, start.ravel(), jac=True, method="L-BFGS-B", options={"maxiter": steps, "maxcor": 12})
    return found.x.reshape(shape)


def targets(labels):
    wanted = np.zeros((len(labels), len(HEADS)), np.float32)
    counted = np.ones_like(wanted)
    for row, names in enumerate(labels):
        good, bad = bool(GOOD & set(names)), bool(BAD & set(names))
        wanted[row, 0], wanted[row, 1] = good, bad
        if not good and not bad and names != ["neutral"]:
            counted[row, :2] = 0.0
        for name in names:
            if name in TAGS:
                wanted[row, HEADS.index(TAGS[name])] = 1.0
            for tag in OPEN.get(name, ()):
                if tag in HEADS:
                    counted[row, HEADS.index(tag)] = 0.0
    return wanted, np.maximum(counted, wanted)


def macro_f1(gold, found):
    return np.mean([2 * np.sum((gold == c) & (found == c)) / max(1, np.sum(gold == c) + np.sum(found == c)) for c in (0, 1, 2)])


def valence_thresholds(logits, gold):
    """The two thresholds with the best macro F1: good above one, bad above the other, neutral below both."""
    best = (0.0, 0.0, 0.0)
    for good in np.arange(-1.0, 1.01, 0.1):
        for bad in np.arange(-1.2, 0.81, 0.1):
            a, b = logits[:, 0] - good, logits[:, 1] - bad
            found = np.where(np.maximum(a, b) < 0, 1, np.where(a > b, 2, 0))
            best = max(best, (macro_f1(gold, found), good, bad))
    return best


def tag_threshold(logits, wanted):
    def f1(threshold):
        found = logits > threshold
        return 2 * np.sum(found & (wanted > 0)) / max(1, found.sum() + wanted.sum())

    # Between the best for the tag itself and an even chance: rare tags have few texts to choose by.
    own = max(np.arange(-3.0, 1.01, 0.1), key=f1)
    return 0.6 * own + 0.4 * -0.6, f1(own)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--train", type=pathlib.Path, required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    arguments = parser.parse_args()
    root = pathlib.Path(__file__).resolve().parents[2]

    names = (arguments.train / "goemotions_labels.txt").read_text().split()
    rows = [line.split("\t") for line in (arguments.train / "goemotions_train.tsv").read_text(encoding="utf8").splitlines()]
    labels = [[names[int(i)] for i in row[1].split(",")] for row in rows]
    with open(arguments.train / "emobank_train.csv", encoding="utf8", newline="") as file:
        rated = list(csv.DictReader(file))
    texts = [row[0] for row in rows] + [row["text"] for row in rated]
    dense, vector, grams = evidence(texts, root)
    split = len(rows)
    ratings = np.array([[(float(r["V"]) - 3.0), (float(r["A"]) - 3.0)] for r in rated], np.float32)
    wanted, counted = targets(labels)

    held_out = np.arange(split) % 10 == 0
    counts = collections.Counter(h for g in grams for h in g.tolist())
    everything = {h: i for i, h in enumerate(sorted(h for h, n in counts.items() if n >= LEAST_TEXTS))}
    design = Design(dense, vector, gram_matrix(grams, everything))
    comments = design.rows(np.arange(split))
    first = logistic(comments, wanted, counted, PENALTY, steps=40)
    rough = ridge(design.rows(np.arange(split, len(texts))), ratings, RIDGE, steps=40)
    width = design.dense.shape[1]
    spread = np.sqrt(np.array([counts[h] for h in everything]))
    weight = np.abs(first[width:-1]).max(1) * spread + 2.0 * np.abs(rough[width:-1]).max(1) * spread
    kept = np.argsort(-weight, kind="stable")[:MOST_GRAMS]
    ordered = sorted(everything, key=everything.get)
    vocabulary = {h: i for i, h in enumerate(sorted(ordered[k] for k in kept))}
    design = Design(dense, vector, gram_matrix(grams, vocabulary))
    comments, ratable = design.rows(np.arange(split)), design.rows(np.arange(split, len(texts)))

    seen = np.where(~held_out)[0]
    trial = logistic(comments.rows(seen), wanted[seen], counted[seen], PENALTY)
    unseen = np.where(held_out)[0]
    logits = comments.rows(unseen) @ trial[:-1].astype(np.float32) + trial[-1]
    is_clear = (counted[unseen, 0] > 0) & ~((wanted[unseen, 0] > 0) & (wanted[unseen, 1] > 0))
    gold = np.where(wanted[unseen, 0] > 0, 2, np.where(wanted[unseen, 1] > 0, 0, 1))
    f1, good_from, bad_from = valence_thresholds(logits[is_clear], gold[is_clear])
    print(f"valence on the tenth held out: macro F1 {f1:.4f}, good from {good_from:.1f}, bad from {bad_from:.1f}")
    thresholds = [good_from, bad_from]
    for head, tag in list(enumerate(HEADS))[2:]:
        is_said = counted[unseen, head] > 0
        threshold, own = tag_threshold(logits[is_said, head], wanted[unseen][is_said, head])
        print(f"  {tag}: F1 {own:.3f}, from {threshold:.2f}")
        thresholds.append(threshold)

    heads = logistic(comments, wanted, counted, PENALTY)
    # The comments' heads are features of the ratings: both are linear, so that they fold into one.
    opinions = ratable @ heads[:-1].astype(np.float32) + heads[-1]
    start = np.linalg.lstsq(np.c_[np.tanh(opinions[:, :2] / 4), np.ones(len(ratings))], ratings, rcond=None)[0]
    lift = 0.25 * start[:2]
    prior = opinions[:, :2] @ lift
    rest = ridge(ratable, ratings - prior.astype(np.float32), RIDGE)
    rest += heads[:, :2] @ lift
    every_fifth = np.arange(len(ratings)) % 5 == 0
    inner = ridge(ratable.rows(np.where(~every_fifth)[0]), (ratings - prior)[~every_fifth].astype(np.float32), RIDGE)
    guess = ratable.rows(np.where(every_fifth)[0]) @ inner[:-1].astype(np.float32) + prior[every_fifth]
    for column, name in enumerate(("score", "arousal")):
        print(f"{name} on the fifth held out: {np.corrcoef(guess[:, column], ratings[every_fifth, column])[0, 1]:.4f}")
    english = np.hstack([heads[:, :2], rest, heads[:, 2:]])
    levels = ratable @ rest[:-1].astype(np.float32) + rest[-1]

    none = csr_matrix((len(texts), 0), dtype=np.float32)
    only = Design(np.zeros((len(texts), 0), np.float32), vector, none)
    sides = np.where(wanted[:, 0] > wanted[:, 1], 1.0, 0.0).astype(np.float32)[:, None]
    is_side = (wanted[:, 0] != wanted[:, 1]).astype(np.float32)[:, None]
    side = logistic(only.rows(np.arange(split)), sides, is_side, COMMON_PENALTY)
    rating = ridge(only.rows(np.arange(split, len(texts))), ratings[:, :1], 2.0)
    felt = Design(dense, np.zeros((len(texts), 0), np.float32), none)
    stir = ridge(felt.rows(np.arange(split, len(texts))), ratings[:, 1:], 2.0)
    common = np.zeros((dense.shape[1] + vector.shape[1] + 1, 3))
    common[dense.shape[1] :, 0:1], common[dense.shape[1] :, 1:2] = side, rating
    common[: dense.shape[1], 2:3], common[-1:, 2:3] = stir[:-1], stir[-1:]
    shades = Design(dense, vector, none) @ common[:-1].astype(np.float32) + common[-1]
    spread = shades.std(0)
    common[-1] -= shades.mean(0)

    write(arguments.out, dense.shape[1], vector.shape[1], english, thresholds, levels, common / spread, vocabulary)


def write(path, dense_count, vector_count, english, thresholds, levels, common, vocabulary):
    """See crates/language/src/emotion/heads.rs for the layout."""
    scaled = english.copy()
    scaled[dense_count : dense_count + vector_count] *= VECTOR_SCALE
    scaled[dense_count + vector_count : -1] *= GRAM_SCALE
    grams = scaled[dense_count + vector_count : -1]
    # A few very common words have weights far above the rest; to cut them costs less than to blur all others.
    steps = np.quantile(np.abs(grams), 0.9995, axis=0) / 127.0
    quantised = np.clip(np.round(grams / steps), -127, 127).astype(np.int8)
    shared = common.copy()
    shared[dense_count:-1] *= VECTOR_SCALE
    with open(path, "wb") as file:
        file.write(MAGIC)
        file.write(struct.pack("<IIIII", dense_count, vector_count, english.shape[1], common.shape[1], len(vocabulary)))
        for block in (
            thresholds, levels.mean(0), levels.std(0), scaled[-1], shared[-1], steps,
            scaled[: dense_count + vector_count], shared[:-1],
        ):
            file.write(np.asarray(block, "<f4").tobytes())
        file.write(np.array(sorted(vocabulary), "<u4").tobytes())
        file.write(quantised.tobytes())
    print(f"{path}: {path.stat().st_size} bytes, {len(vocabulary)} hashes, heads {HEADS}")


if __name__ == "__main__":
    main()
