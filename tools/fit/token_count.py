#!/usr/bin/env python3
"""Fits the rates of crates/language/data/token_rates.tsv.

    python3 tools/fit/token_count.py --counts COUNTS.jsonl --out crates/language/data/token_rates.tsv

Each line of COUNTS is {"k": kind of text, "t": text, "n": number of tokens}, counted with any tokenizer; ours
were counted with o200k_base (npm package gpt-tokenizer, MIT) on the train sets named in NOTICE, this
repository's own files, and the sources of installed Python and Node packages. The pieces are those of
`token_count.rs`: a change here is a change there.
"""

import argparse
import json
import unicodedata
from collections import Counter, defaultdict

import numpy as np
from scipy.optimize import nnls

BUCKETS = [3, 5, 7, 9, 12]


def kind(c):
    if c in "\n\r":
        return "newline"
    if c.isspace():
        return "space"
    if "a" <= c <= "z":
        return "lower"
    if "A" <= c <= "Z":
        return "upper"
    if "0" <= c <= "9":
        return "digit"
    o = ord(c)
    if o < 0x80:
        return "mark"
    if 0x3041 <= o <= 0x3096 or o in (0x309D, 0x309E):
        return "hiragana"
    if 0x30A1 <= o <= 0x30FA or 0x30FC <= o <= 0x30FF or 0x31F0 <= o <= 0x31FF or 0xFF66 <= o <= 0xFF9F:
        return "katakana"
    if 0x4E00 <= o <= 0x9FFF or o == 0x3005:
        return "kanji"
    if 0x3006 <= o <= 0x3007 or 0x3400 <= o <= 0x4DBF or 0xF900 <= o <= 0xFAFF or 0x20000 <= o <= 0x3FFFF:
        return "rare_kanji"
    if 0xAC00 <= o <= 0xD7A3:
        return "hangul"
    if 0xC0 <= o < 0x250:
        return "accented"
    if 0x3000 <= o <= 0x303F or 0xFF00 <= o <= 0xFF65 or 0x2010 <= o <= 0x2027:
        return "wide_mark"
    if 0x400 <= o < 0x530 or 0x370 <= o < 0x400:
        return "cyrillic"
    if 0x590 <= o < 0x700:
        return "semitic"
    if 0x900 <= o < 0xE80:
        return "indic"
    if 0x2500 <= o <= 0x259F:
        return "box"
    if o >= 0x1F000:
        return "emoji"
    if unicodedata.category(c)[0] in "LMN":
        return "other_letter"
    return "other_mark"


LATIN = ("lower", "upper", "accented")
WIDE = ("kanji", "hiragana", "katakana")


def pieces(text):
    """Counts of the pieces that the rates are for."""
    count = Counter()
    kinds = [kind(c) for c in text]
    n = len(text)
    i = 0
    before = "none"  # what the word that follows takes along
    while i < n:
        k = kinds[i]
        j = i
        if k in LATIN:
            # A hump: capitals, then small letters.
            while j < n and kinds[j] == "upper":
                j += 1
            capitals = j - i
            while j < n and kinds[j] in ("lower", "accented"):
                count["accented"] += kinds[j] == "accented"
                j += 1
            length = j - i
            form = "lower" if capitals == 0 else "cap" if capitals == 1 and length > 1 else "upper"
            bucket = sum(length > b for b in BUCKETS)
            count["word"] += 1
            count[f"{form}_{before}_{bucket}"] += 1
            if bucket == len(BUCKETS):
                count["long_letters"] += length - BUCKETS[-1]
            before = "none"
        elif k == "digit":
            while j < n and kinds[j] == "digit":
                j += 1
            count["digits"] += (j - i + 2) // 3
            before = "none"
        elif k == "newline":
            while j < n and kinds[j] == "newline":
                j += 1
            count["newlines"] += 1
            count["newlines_more"] += min(j - i - 1, 4)
            before = "none"
        elif k == "space":
            while j < n and kinds[j] == "space":
                j += 1
            next_kind = kinds[j] if j < n else "newline"
            length = j - i
            if next_kind == "newline":
                count["trailing_space"] += 1
            elif next_kind == "digit":
                count["space_digit"] += 1
                count["indent"] += length > 1
            else:
                count["indent"] += length > 1
                before = "space"
            count["indent_long"] += length // 17
        elif k == "mark":
            while j < n and kinds[j] == "mark":
                j += 1
            length = j - i
            changes = sum(text[p] != text[p + 1] for p in range(i, j - 1))
            if length == 1 and before == "none" and j < n and kinds[j] in LATIN:
                count["mark_joined"] += 1
                before = "mark"
            else:
                count["mark_run"] += 1
                count["mark_change"] += changes
                count["mark_long"] += length // 9
                before = "none"
        else:
            while j < n and kinds[j] == k:
                j += 1
            length = j - i
            count[k] += length
            if k in WIDE:
                count[k + "_run"] += 1
                if k == "hiragana":
                    count["hiragana_short"] += length <= 2
            before = "none"
        i = j
    return count


# Kinds that the texts have little of, by counting some lines of each.
BY_HAND = {
    "rare_kanji": 2.0, "hangul": 0.62, "cyrillic": 0.26, "semitic": 0.36, "indic": 0.42, "emoji": 1.6,
    "other_letter": 1.2, "accented": 0.25,
}

# The Japanese that is at hand is captions and technical prose. Everyday Japanese writes more words in kana, which
# then have no token of their own; without this margin a recipe or a chat comes out a tenth too small.
MARGINS = {"hiragana": 1.07, "katakana": 1.04, "kanji": 1.02}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--counts", required=True)
    parser.add_argument("--out", required=True)
    arguments = parser.parse_args()
    rows = [json.loads(line) for line in open(arguments.counts, encoding="utf-8")]
    rows = [row for row in rows if row["n"] >= 8]
    counted = [pieces(row["t"]) for row in rows]
    names = sorted({name for c in counted for name in c} - set(BY_HAND))
    names = [name for name in names if sum(c[name] > 0 for c in counted) >= 5]
    matrix = np.array([[c[name] for name in names] for c in counted], dtype=float)
    target = np.array([row["n"] - sum(BY_HAND.get(k, 0) * v for k, v in c.items()) for row, c in zip(rows, counted)])
    total = np.array([row["n"] for row in rows], dtype=float)
    # Every kind of text weighs the same, every text by its relative error; a small pull keeps rare rates small.
    kinds = Counter(row["k"] for row in rows)
    weight = np.array([1 / np.sqrt(kinds[row["k"]]) for row in rows]) / total
    ridge = np.eye(len(names)) * 2e-4
    prior = np.array([1.0 if name in ("word", "digits", "newlines") else 0.0 for name in names])
    solution, _ = nnls(
        np.vstack([matrix * weight[:, None], ridge]), np.concatenate([target * weight, prior @ ridge])
    )
    rates = dict(zip(names, solution)) | BY_HAND
    for name, margin in MARGINS.items():
        rates[name] *= margin
    by_kind = defaultdict(list)
    for row, c in zip(rows, counted):
        estimate = sum(rates.get(k, 0) * v for k, v in c.items())
        by_kind[row["k"]].append((estimate, row["n"]))
    for name, pairs in sorted(by_kind.items()):
        error = [abs(e / n - 1) for e, n in pairs if n > 200]
        ratio = sum(e for e, _ in pairs) / sum(n for _, n in pairs)
        worst = max(error, default=0)
        over = np.mean([e > 0.15 for e in error]) if error else 0
        print(f"{name:10} texts {len(pairs):5}  ratio {ratio:.3f}  over 200 tokens: mean error "
              f"{np.mean(error) if error else 0:.3f} worst {worst:.3f} beyond 15 % {over:.3f}")
    with open(arguments.out, "w", encoding="utf-8") as out:
        out.write("# LLM tokens a piece of text, fitted by tools/fit/token_count.py. A tab between piece and rate.\n")
        for name in sorted(rates):
            if rates[name] >= 0.0005:
                out.write(f"{name}\t{rates[name]:.3f}\n")


if __name__ == "__main__":
    main()
