#!/usr/bin/env python3
"""Fits the weights of omoide_language::action for English and prints them as they stand in action/english.rs.

    python3 tools/fit/actions.py --data DIR/data/dev

DIR is the folder of the evaluator. The weights are fitted on the dev split of `actions_en` (Email Intent, Apache-2.0); the
phrases were written by hand. The features come from `cargo run --example action_features`. The F1 that is printed was
predicted for sentences that the weights had not seen (ten folds). Needs numpy and scipy.
"""
import argparse
import json
import pathlib
import subprocess

import numpy as np
from scipy.optimize import minimize

FIRMNESS = 2.0
FOLDS = 10


def fit(x, y):
    design = np.c_[np.ones(len(x)), x]
    firm = np.r_[0.01, np.full(x.shape[1], FIRMNESS)]

    def cost(w):
        z = design @ w
        return np.logaddexp(0, z).sum() - (y * z).sum() + 0.5 * (firm * w * w).sum(), design.T @ (1 / (1 + np.exp(-z)) - y) + firm * w

    return minimize(cost, np.zeros(design.shape[1]), jac=True, method="L-BFGS-B").x


def f1(z, y, threshold):
    right = ((z > threshold) & (y > 0)).sum()
    return 2 * right / ((z > threshold).sum() + y.sum())


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--data", type=pathlib.Path, required=True)
    folder = arguments.parse_args().data / "actions_en"
    read = lambda name: [json.loads(line) for line in open(folder / name, encoding="utf8") if line.strip()]
    gold = {line["id"]: line["action"] for line in read("gold.jsonl")}
    cases = read("input.jsonl")
    y = np.array([float(gold[case["id"]]) for case in cases])
    command = ["cargo", "run", "--quiet", "-p", "omoide-language", "--example", "action_features"]
    text = "".join(" ".join(case["text"].split()) + "\n" for case in cases)
    root = pathlib.Path(__file__).resolve().parents[2]
    lines = subprocess.run(command, input=text, capture_output=True, text=True, check=True, cwd=root).stdout.splitlines()
    names, x = lines[0].split("\t"), np.array([[float(v) for v in line.split("\t")] for line in lines[1:]])
    thresholds = np.arange(-1.0, 0.6, 0.1)
    figures = []
    for seed in range(5):
        order, z = np.random.RandomState(seed).permutation(len(y)), np.zeros(len(y))
        for fold in range(FOLDS):
            test = order[fold::FOLDS]
            train = np.setdiff1d(order, test)
            w = fit(x[train], y[train])
            z[test] = w[0] + x[test] @ w[1:]
        figures.append([f1(z, y, t) for t in thresholds])
    # A threshold in the middle of the good ones, not the best by chance.
    mean = np.convolve(np.mean(figures, 0), np.ones(3) / 3, "same")[1:-1]
    threshold = thresholds[1:-1][int(np.argmax(mean))]
    w = fit(x, y)
    print(f"F1 {mean.max():.4f} at {threshold:.1f}; of the sentences that were fitted {f1(w[0] + x @ w[1:], y, threshold):.4f}")
    print(f"const BASE: f32 = {w[0] - threshold:.2f};")
    for name, weight in zip(names, w[1:]):
        print(f'    ("{name}", {weight:.2f}),')


if __name__ == "__main__":
    main()
