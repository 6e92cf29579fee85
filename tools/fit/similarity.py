"""Fits the weights of `similarity.rs` on pairs of sentences that people judged.

    tools/fit/similarity.py --train DIR --out crates/language/data/similarity.txt

DIR holds `jsts_train.jsonl`. The features come from the Rust code, through the example `similarity_features`.
Ridge regression on the features and their products with three of them; needs numpy only.
"""
import argparse, json, os, subprocess
import numpy as np

FACTORS = [0, 1, 3]
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def features(pairs):
    command = ["cargo", "run", "--quiet", "--release", "-p", "omoide-language", "--example", "similarity_features"]
    given = "".join(" ".join(a.split()) + "\t" + " ".join(b.split()) + "\n" for a, b in pairs)
    printed = subprocess.run(command, cwd=ROOT, input=given, stdout=subprocess.PIPE, text=True, check=True).stdout
    return np.array([[float(x) for x in line.split("\t")] for line in printed.splitlines()])


def design(rows):
    columns = [np.ones(len(rows))]
    for i in range(rows.shape[1]):
        columns += [rows[:, i]] + [rows[:, i] * rows[:, f] for f in FACTORS]
    return np.stack(columns, 1)


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--train", required=True)
    arguments.add_argument("--out", required=True)
    given = arguments.parse_args()
    with open(given.train + "/jsts_train.jsonl", encoding="utf8") as file:
        cases = [json.loads(line) for line in file]
    # The other way round too, and some texts with themselves: the same is 1.
    pairs = [(c["sentence1"], c["sentence2"]) for c in cases] + [(c["sentence1"], c["sentence1"]) for c in cases[::10]]
    wanted = np.array([float(c["label"]) / 5 for c in cases] + [1.0] * len(cases[::10]))
    rows = design(features(pairs))
    keep = np.arange(len(rows)) % 5 != 0
    penalty = np.eye(rows.shape[1])
    penalty[0, 0] = 0

    def fit(part):
        return np.linalg.solve(rows[part].T @ rows[part] + penalty, rows[part].T @ wanted[part])

    guess = rows[~keep] @ fit(keep)
    ranks = [np.argsort(np.argsort(x)) for x in (guess, wanted[~keep])]
    print("Spearman on a fifth that was left out:", round(float(np.corrcoef(*ranks)[0, 1]), 4))
    weights = fit(np.ones(len(rows), bool))
    with open(given.out, "w", encoding="utf8") as file:
        file.write("# The weights of similarity.rs, fitted by tools/fit/similarity.py on JSTS's training pairs\n")
        file.write("# (JGLUE, CC BY-SA 4.0): the base, then for each feature itself and its products.\n")
        numbers = [f"{w:.5f}" for w in weights]
        file.write(numbers[0] + "\n")
        for i in range(1, len(numbers), 1 + len(FACTORS)):
            file.write(" ".join(numbers[i:i + 1 + len(FACTORS)]) + "\n")


main()
