#!/usr/bin/env python3
"""Fits the weights of omoide_language::topics and writes crates/language/data/topic_weights.tsv.

    python3 tools/fit/topics.py --data DIR/data/dev --kit DIR/evalkit --out crates/language/data/topic_weights.tsv

DIR is the folder of the evaluator. There is no other public data with topic boundaries in both languages, so the weights
are fitted on the dev splits of the four `seg_` suites, and only they: the word lists were written by hand. The features come
from `cargo run --example topic_features`, so that they are the same when fitting and when running.

There is one set of weights for talk with an assistant and one for talk among people, the same in both languages and for all
suites. Only the base and the usual length of a topic differ by language. What is printed was predicted for dialogues that
the weights had not seen (five folds). Needs numpy and scipy.
"""
import argparse
import json
import pathlib
import subprocess
import sys

import numpy as np
from scipy.optimize import minimize

TALKS = {
    "assistant": {"en": "seg_dialseg711", "ja": "seg_jmultiwoz"},
    "people": {"en": "seg_tiage", "ja": "seg_rpc"},
}
FOLDS = 5
FIRMNESS = 1.0
# What the data hardly has: whoever says "by the way" means it.
PRIOR = {"opens": 3.0}
# Whoever waits for the end of a talk may look ahead; online, a wrong cut costs more than a missed one.
MODES = ("offline", "online")


def read(path):
    return [json.loads(line) for line in open(path, encoding="utf8") if line.strip()]


def load(root, data, suite):
    """For each dialogue: features (mode by position by feature), labels, and its gold line."""
    cases, gold = read(data / suite / "input.jsonl"), {g["id"]: g for g in read(data / suite / "gold.jsonl")}
    text = ""
    for case in cases:
        for said in case["utterances"]:
            who = "assistant" if said["speaker"] == "assistant" else "person"
            text += f"{who}\t{' '.join(said['text'].split())}\n"
        text += "\n"
    command = ["cargo", "run", "--quiet", "-p", "omoide-language", "--example", "topic_features"]
    lines = subprocess.run(command, input=text, capture_output=True, text=True, check=True, cwd=root).stdout.splitlines()
    names = lines[0].split("\t")
    rows = np.array([[float(v) for v in line.split("\t")] for line in lines[1:]])
    dialogues, at = [], 0
    for case in cases:
        n = len(case["utterances"]) - 1
        x = rows[at:at + n].reshape(n, len(MODES), len(names)).swapaxes(0, 1)
        y = np.zeros(n)
        y[[s - 1 for s in gold[case["id"]]["starts"] if 0 < s <= n]] = 1
        dialogues.append((x, y, gold[case["id"]]))
        at += n
    return names, dialogues


def fit(parts, names):
    """Logistic regression; parts are (x, y, weight, language), the base is one for each language."""
    x = np.concatenate([np.c_[np.full(len(p[0]), p[3] == "en"), np.full(len(p[0]), p[3] == "ja"), p[0]] for p in parts])
    y, importance = np.concatenate([p[1] for p in parts]), np.concatenate([np.full(len(p[1]), p[2]) for p in parts])
    firm = np.r_[0.01, 0.01, [100.0 if name in PRIOR else FIRMNESS for name in names]]
    mean = np.r_[0.0, 0.0, [PRIOR.get(name, 0.0) for name in names]]

    def cost(w):
        z = x @ w
        loss = (importance * (np.logaddexp(0, z) - y * z)).sum() + 0.5 * (firm * (w - mean) ** 2).sum()
        return loss, x.T @ (importance * (1 / (1 + np.exp(-z)) - y)) + firm * (w - mean)

    return minimize(cost, mean, jac=True, method="L-BFGS-B", options=dict(maxiter=2000)).x


def logits(w, x, lang):
    return w[0 if lang == "en" else 1] + x @ w[2:]


def cut(z, usual, spread):
    """As topics/cut.rs."""
    n = len(z) + 1
    cost = 0.5 * ((np.log(np.minimum(np.arange(1, n + 1), 60)) - np.log(usual)) / spread) ** 2
    best, begun = np.full(n + 1, -1e9), np.zeros(n + 1, int)
    best[0] = 0
    for to in range(1, n + 1):
        came = np.arange(to)
        sums = best[:to] + np.r_[0, z][:to] - cost[to - 1 - came] * (0.5 if to == n else 1)
        begun[to] = int(np.argmax(sums))
        best[to] = sums[begun[to]]
    starts, at = [], n
    while at > 0:
        at = begun[at]
        starts.append(int(at))
    return starts


def predicted(sets, mode, langs, names):
    """Logits of every dialogue, by weights that did not see it."""
    out = {lang: [None] * len(sets[lang]) for lang in langs}
    for fold in range(FOLDS):
        w = fit(parts(sets, mode, lambda j: j % FOLDS != fold), names)
        for lang in langs:
            for j, (x, _, _) in enumerate(sets[lang]):
                if j % FOLDS == fold:
                    out[lang][j] = logits(w, x[mode], lang)
    return out


def parts(sets, mode, is_taken):
    # The suites differ in size, and each counts the same.
    most = max(sum(len(y) for _, y, _ in s) for s in sets.values())
    return [(x[mode], y, most / sum(len(y) for _, y, _ in sets[lang]) / 2, lang)
            for lang in sets for j, (x, y, _) in enumerate(sets[lang]) if is_taken(j)]


def f_half(result):
    """Precision counts twice."""
    p, r = result["precision"], result["recall"]
    return 1.25 * p * r / (0.25 * p + r) if p + r else 0.0


def main():
    arguments = argparse.ArgumentParser()
    for name in ("--data", "--kit", "--out"):
        arguments.add_argument(name, type=pathlib.Path, required=True)
    given = arguments.parse_args()
    sys.path.insert(0, str(given.kit))
    import next_metrics

    def score(zs, dialogues, usual, spread, shift):
        answers = [dict(id=g["id"], starts=cut(z + shift, usual, spread)) for z, (_, _, g) in zip(zs, dialogues)]
        return next_metrics.score_threads(answers, [g for _, _, g in dialogues])

    root = pathlib.Path(__file__).resolve().parents[2]
    columns, lengths, seen = {}, {}, {}
    for talk, suites in TALKS.items():
        sets = {}
        for lang, suite in suites.items():
            names, sets[lang] = load(root, given.data, suite)
        seen[talk] = sets, {mode: predicted(sets, mode, suites, names) for mode in range(len(MODES))}
    for lang in ("en", "ja"):
        def total(usual, spread):
            return sum(max(score(seen[t][1][0][lang], seen[t][0][lang], usual, spread, s)["score"] for s in SHIFTS) for t in TALKS)
        SHIFTS = np.arange(-1.0, 3.1, 0.5)
        lengths[lang] = max(((u, s) for u in (4.0, 5.0, 6.0, 7.0) for s in (0.4, 0.6, 0.8, 1.2)), key=lambda c: total(*c))
    for talk in TALKS:
        sets, zs = seen[talk]
        for mode, name in enumerate(MODES):
            w = fit(parts(sets, mode, lambda _: True), names)
            for i, lang in enumerate(("en", "ja")):
                usual, spread = lengths[lang] if name == "offline" else (5.0, 1e6)
                shift, result = max(((s, score(zs[mode][lang], sets[lang], usual, spread, s)) for s in np.arange(-2, 4, 0.125)),
                                    key=lambda r: r[1]["score"] if name == "offline" else f_half(r[1]))
                w[i] += shift
                print(TALKS[talk][lang], name, {k: result[k] for k in ("score", "f1", "precision", "recall", "pk", "windowdiff")})
            if (talk, name) == ("people", "online"):
                # Excerpts that were joined have no openings; a base of their own would cut everywhere.
                w[:2] = w[:2].min()
            columns[f"{talk}_{name}"] = w
    rows = ["base_en", "base_ja", *names]
    with open(given.out, "w", encoding="utf8") as out:
        out.write("# How much speaks for a topic that begins, by kind of talk; made by tools/fit/topics.py from the dev splits of\n"
                  "# DialSeg711, TIAGE, JMultiWOZ and RealPersonaChat. The usual length of a topic and its spread by language.\n")
        for lang, (usual, spread) in lengths.items():
            out.write(f"length_{lang}\t{usual}\t{spread}\n")
        for i, row in enumerate(rows):
            out.write(row + "".join(f"\t{columns[c][i]:.3f}" for c in ("assistant_offline", "assistant_online", "people_offline", "people_online")) + "\n")


if __name__ == "__main__":
    main()
