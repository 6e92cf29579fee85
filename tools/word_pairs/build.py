"""Makes crates/language/data/word_pairs.tsv: words of English and Japanese that mean the same.

    tools/word_pairs/fetch WORK
    cargo build --release -p omoide-language --example terms_of_words
    WORK/python/bin/python tools/word_pairs/build.py --work WORK --terms target/release/examples/terms_of_words

Four sources, the surest first:
- everyday.tsv, written for Omoide;
- Sudachi's synonyms (Works Applications, Apache-2.0): groups of Japanese words with their spelling in letters;
- UniDic (The UniDic Consortium, BSD): the word that a loan word was taken from, コーヒー-coffee;
- mutual nearest neighbours under universal-sentence-encoder-multilingual (Google, Apache-2.0).
Which words are common enough is told by wordfreq. Every word is written as the index over words has it.

Each line is a word, a tab, and the words of the other language that it may be, the likeliest first; the lines are
sorted by their bytes, so that a program can look a word up in the file as it lies.
"""

import argparse
import collections
import gzip
import json
import pathlib
import re
import subprocess
import sys

import msgpack
import numpy

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "dictionary"))
import ipadic  # noqa: E402

# The most words of the other language for one word.
MOST = 8
# From this Zipf frequency on a word is common enough.
COMMON_EN, COMMON_JA = 2.7, 2.2
# How many words are compared by the encoder.
COMPARED_EN, COMPARED_JA = 9_000, 14_000
# Cosines: of nearest neighbours both ways; of the second nearest; the least of a pair that a dictionary gives.
NEAREST, SECOND, LEAST = 0.70, 0.80, 0.30
RUDE = re.compile(r"fuck|shit|bitch|cunt|nigg|fag|dick|cock|pussy|whore|slut|retard|rape|porn|tits|boob|penis|nazi")
JAPANESE = re.compile(r"[ぁ-ゖァ-ヺー一-龥々]{1,10}")


def frequencies(work, language):
    path = work / f"unpacked/wordfreq/data/large_{language}.msgpack.gz"
    found = {}
    for place, words in enumerate(msgpack.load(gzip.open(path), raw=False)[1:]):
        found.update((word, 9 - place / 100) for word in words)
    return found


def everyday():
    for line in (HERE / "everyday.tsv").read_text(encoding="utf8").splitlines():
        if line and not line.startswith("#"):
            english, japanese = (side.split() for side in line.split("\t"))
            yield from ((e, j) for e in english for j in japanese)


def synonyms(work):
    for group in json.loads((work / "synonyms/package/sudachi-synonyms-dictionary.json").read_text(encoding="utf8")):
        english, japanese = [], []
        for item in group["items"]:
            word, field = item["midashi"], item["bunya"]
            is_abbreviation = "アルファベット" in item["ryakusyou"] or "企業名" in field
            if re.fullmatch("[A-Za-z]{3,}", word) and not is_abbreviation:
                english.append(word.lower())
            elif JAPANESE.fullmatch(word) and item["hyoukiYure"] != "間違い表記":
                japanese.append(word)
        yield from ((e, j) for e in english for j in japanese)


def loan_words(work):
    data = next(work.rglob("unidic_lite/dicdir/sys.dic")).read_bytes()
    header = [int.from_bytes(data[at : at + 4], "little") for at in range(24, 36, 4)]
    for feature in data[72 + header[0] + header[1] :][: header[2]].split(b"\0"):
        fields = feature.decode("utf8", "replace").split(",")
        if len(fields) > 12 and fields[12] == "外" and (found := re.fullmatch("(.+?)-([A-Za-z]{3,})", fields[7])):
            yield found.group(2).lower(), found.group(1)


def neighbours(work, english, japanese, known):
    """Pairs that are each other's nearest, and how near each known pair is."""
    import onnxruntime
    import onnxruntime_extensions

    options = onnxruntime.SessionOptions()
    options.register_custom_ops_library(onnxruntime_extensions.get_library_path())
    session = onnxruntime.InferenceSession(str(work / "teacher.onnx"), options, providers=["CPUExecutionProvider"])

    def vectors(words):
        rows = [session.run(None, {"inputs": numpy.array(words[at : at + 64])})[0] for at in range(0, len(words), 64)]
        rows = numpy.concatenate(rows)
        return rows / numpy.linalg.norm(rows, axis=1, keepdims=True)

    stop = set((HERE.parents[1] / "crates/language/data/stop_words_en.txt").read_text(encoding="utf8").split())
    ranked = sorted((w for w in english if re.fullmatch("[a-z]{3,}", w) and w not in stop), key=lambda w: (-english[w], w))
    words_en = ranked[:COMPARED_EN]
    content = {"名詞": ("一般", "サ変接続", "形容動詞語幹", "副詞可能"), "動詞": ("自立",), "形容詞": ("自立",)}
    dictionary = ipadic.entries(next(work.rglob("ipadic/dicdir/sys.dic")))
    bases = {f[6] for _, _, _, f in dictionary if f[1] in content.get(f[0], ())}
    words_ja = sorted((w for w in japanese if w in bases), key=lambda w: (-japanese[w], w))[:COMPARED_JA]
    near = vectors(words_en) @ vectors(words_ja).T
    of_en, of_ja = numpy.argsort(-near, axis=1)[:, :2], numpy.argsort(-near, axis=0)[:2].T
    pairs = {}
    for e, best in enumerate(of_en):
        for rank, j in enumerate(best):
            back = list(of_ja[j]).index(e) if e in of_ja[j] else 2
            if (rank + back == 0 and near[e, j] >= NEAREST) or (rank + back <= 2 and back < 2 and near[e, j] >= SECOND):
                pairs[words_en[e], words_ja[j]] = float(near[e, j])
    listed = sorted(known)
    rows_en, rows_ja = vectors([e for e, _ in listed]), vectors([j for _, j in listed])
    return pairs, dict(zip(listed, (rows_en * rows_ja).sum(axis=1).tolist()))


def terms(program, words):
    """Each word as the index has it; nothing for those that are no single word there."""
    answer = subprocess.run([program], input="\n".join(words) + "\n", capture_output=True, text=True, check=True)
    found = {}
    for word, line in zip(words, answer.stdout.splitlines()):
        parts = line.split()
        # A compound comes first, and its pieces behind it.
        if parts and (len(parts) == 1 or not re.search("[a-z]", parts[0])) and len(parts[0]) >= len(word) - 1:
            found[word] = parts[0]
        elif len(parts) == 1 and re.fullmatch("[a-z]+", word):
            found[word] = parts[0]
    return found


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--work", type=pathlib.Path, required=True)
    options.add_argument("--terms", required=True)
    options.add_argument("--out", type=pathlib.Path, default=HERE.parents[1] / "crates/language/data/word_pairs.tsv")
    chosen = options.parse_args()
    english, japanese = frequencies(chosen.work, "en"), frequencies(chosen.work, "ja")

    def is_common(pair):
        return english.get(pair[0], 0) >= COMMON_EN and japanese.get(pair[1], 0) >= COMMON_JA and not RUDE.search(pair[0])

    by_hand = dict.fromkeys(everyday())
    listed = {pair for pair in [*synonyms(chosen.work), *loan_words(chosen.work)] if is_common(pair)}
    nearest, cosines = neighbours(chosen.work, english, japanese, listed)
    weights = {pair: cosine for pair, cosine in nearest.items() if not RUDE.search(pair[0])}
    # A loan word is the word itself, however far the encoder puts it.
    is_loan = lambda word: re.fullmatch("[ァ-ヺー]+", word)  # noqa: E731
    for pair, cosine in cosines.items():
        if cosine >= LEAST or is_loan(pair[1]):
            weights[pair] = max(weights.get(pair, 0), 1 + cosine)
    for place, pair in enumerate(by_hand):
        weights[pair] = 3 - place / 100_000
    as_term = terms(chosen.terms, sorted({word for pair in weights for word in pair}))
    others = collections.defaultdict(dict)
    for (e, j), weight in weights.items():
        if e in as_term and j in as_term:
            e, j = as_term[e], as_term[j]
            others[e][j] = max(weight, others[e].get(j, 0))
            others[j][e] = max(weight, others[j].get(e, 0))
    lines = []
    for word in sorted(others, key=str.encode):
        best = sorted(others[word], key=lambda other: (-others[word][other], other))[:MOST]
        lines.append(f"{word}\t{' '.join(best)}\n")
    chosen.out.write_text("".join(lines), encoding="utf8")
    kinds = f"{len(by_hand)} everyday, {len(listed)} listed, {len(nearest)} nearest"
    print(f"{kinds}; {len(lines)} words, {chosen.out.stat().st_size} bytes")


if __name__ == "__main__":
    main()
