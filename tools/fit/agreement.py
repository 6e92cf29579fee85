#!/usr/bin/env python3
"""Fits the two heads of omoide_language::agreement and writes crates/language/data/agreement.bin.

    python3 tools/fit/agreement.py --train DIR --out crates/language/data/agreement.bin

DIR holds jsick_train.tsv (JSICK, CC BY-SA 4.0, https://github.com/verypluming/JSICK). The features come
from `cargo run --example pair_features`, so that they are the same when fitting and when running.

Each head is a logistic regression, fitted as the mode of its posterior: the weights have a normal prior
whose mean is written down below. JSICK has only descriptions of scenes in Japanese; what it does not show
(people who speak of themselves, short claims about a long text, changed dates) keeps the mean of its prior,
and what it does show moves away from it. Needs numpy and scipy.
"""
import argparse
import csv
import pathlib
import struct
import subprocess

import numpy as np
from scipy.optimize import minimize

MAGIC = b"AGR1"

# Means of the weights before any example is seen; 0 where nothing is said.
CONTRADICTION = {
    "bias": -4.0,
    "parity_covered": 3.0, "negated_words": 2.5, "opposite": 1.5, "opposed_predicate": 2.0, "other": 1.0, "one_of": 2.0, "figure": 2.0,
    "no_longer": 3.0, "replaced": 2.0, "names_differ": 1.0, "question": -1.5, "opposite_and_parity": -1.0,
    "edited_order": 3.0, "edited_frame": 2.0, "edited_letters": 2.0, "edited_both_open": 1.5, "edited_contained": -1.0,
    "claimed": 1.0, "claimed_open": 3.0, "claimed_clash": 1.0, "claimed_cosine": -1.0, "claimed_contained": -1.0,
    "told": -1.5, "told_covered": 2.5, "told_older": 1.5, "told_cosine": 3.5, "told_nearest": 1.0,
    "told_negated": 2.0, "told_denied": 3.0, "told_opposite": 2.0,
    "told_contained": -6.0, "told_changed": 2.0, "told_figure": 3.0,
}
ENTAILMENT = {
    "bias": -4.0,
    "parity": -1.0, "parity_covered": -2.0, "negated_words": -2.0, "opposite": -2.0, "other": -1.5, "one_of": -2.0,
    "figure": -2.0, "no_longer": -2.0, "replaced": -1.0, "names_differ": -1.0, "question": -1.0,
    "described_newer": 3.0, "described_older": 1.0, "described_cosine": 1.0,
    "claimed": 3.0, "claimed_open": -4.0, "claimed_contained": 1.0,
    "told_covered": 4.0, "told_cosine": 1.0, "told_older": 1.0, "told_contained": 1.0, "told": -0.8,
}


def firmness(name, head):
    """How firmly the mean is held: the squared distance from it costs this much log-likelihood, halved.

    How often scenes of JSICK contradict is learnt freely, what JSICK shows well is held loosely, the rest firmly.
    """
    if name == "bias":
        return 1e6
    if name == "described":
        return 0.01
    if name.startswith(("claimed", "told")):
        return 300.0
    return 100.0 if head == "contradiction" else 10.0


def features(pairs, root):
    command = ["cargo", "run", "--quiet", "--release", "-p", "omoide-language", "--example", "pair_features"]
    text = "".join(f"{' '.join(a.split())}\t{' '.join(b.split())}\n" for a, b in pairs)
    out = subprocess.run(command, input=text, capture_output=True, text=True, check=True, cwd=root).stdout
    lines = out.splitlines()
    return lines[0].split("\t"), np.array([[float(v) for v in line.split("\t")] for line in lines[1:]])


def fit(x, labels, names, head, prior):
    unknown = set(prior) - set(names) - {"bias"}
    if unknown:
        raise SystemExit(f"no such feature: {sorted(unknown)}")
    design = np.c_[np.ones(len(x)), x]
    mean = np.array([prior["bias"]] + [prior.get(name, 0.0) for name in names])
    firm = np.array([firmness(name, head) for name in ["bias"] + names])
    y = (labels == head).astype(float)

    def cost(w):
        z = design @ w
        loss = np.logaddexp(0.0, z).sum() - (y * z).sum() + 0.5 * (firm * (w - mean) ** 2).sum()
        return loss, design.T @ (1.0 / (1.0 + np.exp(-z)) - y) + firm * (w - mean)

    return minimize(cost, mean, jac=True, method="L-BFGS-B", options={"maxiter": 5000}).x


def read_jsick(directory):
    with open(pathlib.Path(directory) / "jsick_train.tsv", encoding="utf8") as lines:
        rows = list(csv.DictReader(lines, delimiter="\t"))
    return [(r["sentence_A_Ja"], r["sentence_B_Ja"]) for r in rows], np.array([r["entailment_label_Ja"] for r in rows])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--train", required=True)
    parser.add_argument("--out", required=True)
    arguments = parser.parse_args()
    root = pathlib.Path(__file__).resolve().parents[2]
    pairs, labels = read_jsick(arguments.train)
    names, x = features(pairs, root)
    heads = [fit(x, labels, names, head, prior)
             for head, prior in (("contradiction", CONTRADICTION), ("entailment", ENTAILMENT))]
    with open(arguments.out, "wb") as out:
        out.write(MAGIC + struct.pack("<I", len(names)))
        for weights in heads:
            out.write(np.asarray(weights, dtype="<f4").tobytes())
    print(f"{'feature':24}contradiction entailment")
    for at, name in enumerate(["bias"] + names):
        print(f"{name:24}{heads[0][at]:13.2f} {heads[1][at]:10.2f}")


if __name__ == "__main__":
    main()
