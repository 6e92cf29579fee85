"""Makes crates/language/data/readings_ja.tsv: how names in kanji are read.

    tools/word_pairs/fetch WORK
    WORK/python/bin/python tools/word_pairs/readings.py --work WORK

The names of people and places of IPADIC (Nara Institute of Science and Technology) and the names of people of UniDic
(The UniDic Consortium, BSD) that occur in wordfreq's list, UniDic's given names of two kanji, and names.tsv, which was
written for Omoide. Each line is a name, a tab, and its readings in romaji, long vowels as in kana, the usual one first.
"""

import argparse
import collections
import gzip
import pathlib
import re
import sys

import msgpack

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "dictionary"))
import ipadic  # noqa: E402

# The most readings of a name, and the most kanji.
MOST, LONGEST = 3, 4
# From this Zipf frequency on a place is common enough; a person's name has only to be in the list.
COMMON_PLACE = 2.0
ROWS = {
    "": "アイウエオ", "k": "カキクケコ", "g": "ガギグゲゴ", "s": "サ スセソ", "z": "ザ ズゼゾ", "t": "タ  テト", "d": "ダ  デド",
    "n": "ナニヌネノ", "h": "ハヒ ヘホ", "b": "バビブベボ", "p": "パピプペポ", "m": "マミムメモ", "r": "ラリルレロ",
}
SYLLABLES = {kana: onset + vowel for onset, row in ROWS.items() for kana, vowel in zip(row, "aiueo") if kana != " "}
SYLLABLES |= {"シ": "shi", "ジ": "ji", "チ": "chi", "ヂ": "ji", "ツ": "tsu", "ヅ": "zu", "フ": "fu", "ヤ": "ya", "ユ": "yu", "ヨ": "yo",
              "ワ": "wa", "ヲ": "o", "ン": "n", "ヴ": "bu"}


def romaji(kana):
    written = ""
    for c in kana:
        if c in "ャュョ" and written.endswith("i"):
            glide = "" if written.endswith(("shi", "ji", "chi")) else "y"
            written = written[:-1] + glide + "auo"["ャュョ".index(c)]
        elif c in SYLLABLES:
            written += SYLLABLES[c]
        elif c not in "ーッ":
            return None
    return written


def from_unidic(work):
    data = next(work.rglob("unidic_lite/dicdir/sys.dic")).read_bytes()
    header = [int.from_bytes(data[at : at + 4], "little") for at in range(24, 36, 4)]
    for feature in data[72 + header[0] + header[1] :][: header[2]].split(b"\0"):
        fields = feature.decode("utf8", "replace").split(",")
        if len(fields) > 12 and fields[2] == "人名" and fields[3] in ("名", "姓"):
            yield fields[3], fields[8], fields[6]


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--work", type=pathlib.Path, required=True)
    options.add_argument("--out", type=pathlib.Path, default=HERE.parents[1] / "crates/language/data/readings_ja.tsv")
    chosen = options.parse_args()
    lists = msgpack.load(gzip.open(chosen.work / "unpacked/wordfreq/data/large_ja.msgpack.gz"), raw=False)[1:]
    common = {word: 9 - place / 100 for place, words in enumerate(lists) for word in words}

    # The lower, the surer: written by hand, given names, surnames, places.
    readings = collections.defaultdict(dict)

    def add(name, kana_or_romaji, rank):
        written = kana_or_romaji if kana_or_romaji.isascii() else romaji(kana_or_romaji)
        is_name = re.search("[一-龥々]", name) and re.fullmatch("[ぁ-ゖァ-ヺ一-龥々]+", name) and len(name) <= LONGEST
        if is_name and written:
            readings[name][written] = min(rank, readings[name].get(written, rank))

    for line in (HERE / "names.tsv").read_text(encoding="utf8").splitlines():
        if not line.startswith("#"):
            name, written = line.split("\t")
            for place, reading in enumerate(written.split()):
                add(name, reading, place / 10)
    for surface, _, cost, feature in ipadic.entries(next(chosen.work.rglob("ipadic/dicdir/sys.dic"))):
        if feature[1] == "固有名詞" and feature[2] in ("人名", "地域") and surface in common:
            if feature[2] == "人名" or common[surface] >= COMMON_PLACE:
                add(surface, feature[7], {"名": 1, "姓": 2}.get(feature[3], 3) + cost / 100_000)
    for kind, surface, kana in from_unidic(chosen.work):
        if surface in common or (kind == "名" and re.fullmatch("[一-龥]{2}", surface)):
            add(surface, kana, 1.5 if kind == "名" else 2.5)
    lines = []
    for name in sorted(readings, key=str.encode):
        best = sorted(readings[name], key=lambda reading: (readings[name][reading], reading))[:MOST]
        lines.append(f"{name}\t{' '.join(best)}\n")
    chosen.out.write_text("".join(lines), encoding="utf8")
    print(f"{len(lines)} names, {chosen.out.stat().st_size} bytes")


if __name__ == "__main__":
    main()
