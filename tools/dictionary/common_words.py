"""Counts the commonest words of everyday English: crates/language/data/common_words_en.txt.

    python3 tools/dictionary/common_words.py --comments goemotions_train.tsv

The comments are those of GoEmotions (Apache-2.0). Only the words are kept, in the order of their counts.
"""

import argparse
import collections
import pathlib
import re

HERE = pathlib.Path(__file__).resolve().parent
MOST = 2400
RUDE = re.compile(r"fuck|shit|bitch|cunt|nigg|fag|dick|cock|pussy|whore|slut|retard|rape|porn|tits|boob|penis|cum$|anal$|nazi")


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--comments", type=pathlib.Path, required=True)
    options.add_argument("--out", type=pathlib.Path, default=HERE.parents[1] / "crates/language/data/common_words_en.txt")
    chosen = options.parse_args()
    counts = collections.Counter()
    for line in chosen.comments.read_text(encoding="utf8").splitlines():
        text = re.sub(r"\[[A-Z]+\]", " ", line.split("\t")[0])
        # What is written with a capital within a sentence is a name.
        words = re.findall(r"(?<![.!?] )(?<!^)\b[a-z]{2,}\b", text.replace("\u2019", "'"))
        counts.update(words)
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    words = [word for word, _ in ranked if not RUDE.search(word)][:MOST]
    lines = ["# The commonest words of everyday English, the most common first, by tools/dictionary/common_words.py."]
    for start in range(0, len(words), 16):
        lines.append(" ".join(words[start : start + 16]))
    chosen.out.write_text("\n".join(lines) + "\n", encoding="utf8")
    print(len(words), "words, the last seen", counts[words[-1]], "times")


if __name__ == "__main__":
    main()
