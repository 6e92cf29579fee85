"""Fits the table of word vectors to the teacher and writes it.

    distil.py --work DIR --out vectors.bin

A text's vector is the sum of its words' rows (1 + ln n for a word that comes n times), brought to length
one. The rows are fitted so that these vectors point where the teacher's do (the first 256 principal
components of its 512). Words that the table does not have are the sum of the rows of their character
n-grams, which are fitted in the same run with some of the known words hidden.
"""
import argparse, collections, math, struct, sys, time
import numpy as np
import scipy.sparse as sparse
from pieces import BUCKETS, STEPS, Cutter, grams

DIMENSIONS = 256
HIDDEN = 0.04


def rows_of(texts, cutter, index, hide=None):
    indptr, indices, data = [0], [], []
    known_grams = {}
    for text in texts:
        counts = collections.Counter()
        for word in cutter.words(text):
            if isinstance(word, tuple) or (hide is not None and hide.random() < HIDDEN):
                word = word[1] if isinstance(word, tuple) else word
                buckets = known_grams.get(word)
                if buckets is None:
                    buckets = known_grams[word] = grams(word)
                for bucket in buckets:
                    counts[len(index) + bucket] += 1.0 / math.sqrt(len(buckets))
            else:
                counts[index[word]] += 1
        for row, count in counts.items():
            indices.append(row)
            data.append(1.0 + math.log(count) if row < len(index) else count)
        indptr.append(len(indices))
    shape = (len(texts), len(index) + BUCKETS)
    return sparse.csr_matrix((np.array(data, np.float32), np.array(indices), np.array(indptr)), shape=shape)


def unit(matrix):
    return matrix / np.maximum(np.linalg.norm(matrix, axis=1, keepdims=True), 1e-9)


def fit(rows, wanted, table, epochs, rate, batch=2048, seed=1, weights=None):
    """Adam on the rows that a batch touches; the loss of a text is 1 - cosine."""
    rng = np.random.default_rng(seed)
    first, second = np.zeros_like(table), np.zeros_like(table)
    steps = np.zeros(len(table), np.int32)
    for epoch in range(epochs):
        order, loss, begun = rng.permutation(rows.shape[0]), 0.0, time.time()
        pace = rate * 0.5 * (1 + math.cos(math.pi * epoch / epochs))
        for start in range(0, len(order), batch):
            chosen = order[start:start + batch]
            part, goal = rows[chosen], wanted[chosen].astype(np.float32)
            touched = np.unique(part.indices)
            part = sparse.csr_matrix((part.data, np.searchsorted(touched, part.indices), part.indptr),
                                     shape=(len(chosen), len(touched)))
            total = part @ table[touched]
            length = np.maximum(np.linalg.norm(total, axis=1, keepdims=True), 1e-6)
            pointing = total / length
            cosine = (pointing * goal).sum(1, keepdims=True)
            loss += float((1 - cosine).sum())
            slope = (part.T @ ((cosine * pointing - goal) / length)).astype(np.float32)
            steps[touched] += 1
            first[touched] = 0.9 * first[touched] + 0.1 * slope
            second[touched] = 0.99 * second[touched] + 0.01 * slope * slope
            t = steps[touched, None]
            table[touched] -= pace * (first[touched] / (1 - 0.9 ** t)) / (np.sqrt(second[touched] / (1 - 0.99 ** t)) + 1e-8)
        print(f"epoch {epoch}: mean loss {loss / len(order):.4f}, {time.time() - begun:.0f} s", flush=True)
    return table


def quantised(table):
    """Four bits a component, with one scale a row, chosen for the least squared error."""
    best, least = None, np.full(len(table), np.inf)
    most = np.abs(table).max(1)
    for share in (0.45, 0.55, 0.65, 0.75, 0.85, 1.0):
        scale = np.maximum(most * share / 7.0, 1e-9)[:, None]
        codes = np.clip(np.rint(table / scale), -7, 7)
        error = ((codes * scale - table) ** 2).sum(1)
        if best is None:
            best = [codes.copy(), scale.copy()]
        better = error < least
        best[0][better], best[1][better] = codes[better], scale[better]
        least = np.minimum(least, error)
    return best[0].astype(np.int8), best[1][:, 0].astype(np.float32)


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--work", required=True)
    arguments.add_argument("--out", required=True)
    arguments.add_argument("--epochs", type=int, default=8)
    given = arguments.parse_args()

    listed = [line.rstrip("\n").split("\t") for line in open(given.work + "/table_words.tsv", encoding="utf8")]
    words, rare = [w for _, w, _ in listed], {w: min(255, round(float(r) * STEPS)) for _, w, r in listed}
    index = {w: i for i, w in enumerate(words)}
    texts = open(given.work + "/texts.txt", encoding="utf8").read().splitlines()
    of_words = np.load(given.work + "/words.npy").astype(np.float32)
    of_texts = np.load(given.work + "/texts.npy")

    sample = of_texts[:: max(1, len(of_texts) // 100_000)].astype(np.float32)
    _, axes = np.linalg.eigh(sample.T @ sample)
    axes = axes[:, ::-1][:, :DIMENSIONS].astype(np.float32)
    np.save(given.work + "/axes.npy", axes)
    goal_words = unit(of_words @ axes)
    goal_texts = np.concatenate([unit(of_texts[i:i + 50_000].astype(np.float32) @ axes) for i in range(0, len(of_texts), 50_000)]).astype(np.float16)

    cutter = Cutter(rare)
    begun = time.time()
    rows = rows_of(texts, cutter, index, np.random.default_rng(7))
    lone = sparse.csr_matrix((np.ones(len(words), np.float32), (np.arange(len(words)), np.arange(len(words)))),
                             shape=(len(words), len(words) + BUCKETS))
    spelt = rows_of([w for w in words], type("Spelt", (), {"words": staticmethod(lambda w: [(None, w)])}), index)
    print(f"cut in {time.time() - begun:.0f} s", flush=True)

    # A rare word says more than a common one; fitting moves it from there.
    weight = np.array([0.15 + 0.85 / (1 + math.exp(-(rare[w] / STEPS - 7.5))) for w in words], np.float32)[:, None]
    noise = np.random.default_rng(3).normal(0, 0.01, (BUCKETS, DIMENSIONS)).astype(np.float32)
    table = np.concatenate([goal_words * weight, noise])
    everything = sparse.vstack([rows, lone, spelt]).tocsr()
    wanted = np.concatenate([goal_texts, goal_words.astype(np.float16), goal_words.astype(np.float16)])
    table = fit(everything, wanted, table, given.epochs, 0.01)
    np.save(given.work + "/table.npy", table)
    write(given.out, words, rare, table)


def write(path, words, rare, table):
    from store import write_table
    write_table(path, words, rare, *quantised(table))


if __name__ == "__main__":
    main()
