"""Texts to show to the teacher, and the words of the table, from packages and training sets.

    corpus.py --packages DIR --train DIR --frequencies DIR --out DIR

DIR of --packages holds the unpacked Debian packages that `fetch` names. Writes `texts.txt` (one text a
line) and `words.tsv` (word, frequency class: the natural logarithm of how rare it is).
"""
import argparse, collections, csv, glob, html, json, math, os, random, re

LETTERS = re.compile(r"[a-z]+(?:['’][a-z]+)?")
JAPANESE = re.compile(r"[ぁ-ゖァ-ヺー一-鿿々]")
ONLY_JAPANESE = re.compile(r"^[ぁ-ゖァ-ヺー一-鿿々〆]+$")
HANGUL = re.compile(r"^[가-힣]+$")
HAN = re.compile(r"^[一-鿿]+$")


def read(path, encoding="utf8"):
    with open(path, encoding=encoding, errors="replace") as file:
        return file.read()


def page_texts(folder):
    """Sentences of the Japanese HTML and manual pages below a folder."""
    for path in sorted(glob.glob(folder + "/**/*", recursive=True)):
        if path.endswith((".html", ".ja")) and os.path.isfile(path):
            text = re.sub(r"(?s)<(script|style|pre).*?</\1>", " ", read(path))
            text = html.unescape(re.sub(r"(?s)</?(b|i|em|strong|span|a|code|emph)\b[^>]*>", "", text))
            yield from re.split(r"\n\s*\n|<[^>]*>|。", re.sub(r"(?s)<[^>]*>", "\n\n", text))
        elif re.search(r"\.[1-8]\.gz$", path):
            import gzip
            text = gzip.open(path, "rt", encoding="utf8", errors="replace").read()
            text = re.sub(r"\\f.|\\[-&|]", "", re.sub(r"(?m)^\.[A-Za-z]+ ?|^\.\\\".*$", "", text))
            yield from re.split(r"\n\s*\n|。", text)


def wordnet(folder):
    """Glosses, example sentences and sets of synonyms."""
    texts = []
    for kind in ("noun", "verb", "adj", "adv"):
        for line in read(f"{folder}/data.{kind}", "latin1").splitlines():
            if line.startswith("  "):
                continue
            fields, gloss = line.split("|", 1)
            parts = fields.split()
            words = [parts[4 + 2 * i].split("(")[0].replace("_", " ") for i in range(int(parts[3], 16))]
            for piece in gloss.split(";"):
                piece = piece.strip().strip('"').strip()
                if len(piece) > 3:
                    texts.append(piece)
            texts.append(", ".join(words))
    return texts


def ipadic(folder):
    """Surface, cost and part of speech of each entry."""
    for path in sorted(glob.glob(folder + "/*.csv")):
        with open(path, encoding="euc_jp", errors="ignore", newline="") as file:
            for row in csv.reader(file):
                yield row[0], int(row[3]), row[4], row[5], row[6], row[10]


def training_texts(folder):
    for line in read(folder + "/goemotions_train.tsv").splitlines():
        yield re.sub(r"\[NAME\]|\[RELIGION\]", "", line.split("\t")[0])
    with open(folder + "/emobank_train.csv", encoding="utf8") as file:
        for row in csv.DictReader(file):
            yield row["text"]
    for line in read(folder + "/jsts_train.jsonl").splitlines():
        row = json.loads(line)
        yield row["sentence1"]
        yield row["sentence2"]
    with open(folder + "/jsick_train.tsv", encoding="utf8") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            for key, value in row.items():
                if key and key.lower().startswith("sentence") and value and JAPANESE.search(value):
                    yield value


def frequencies(path):
    """The words of one of wordfreq's lists and how rare they are; list i holds what is 10^(-i/100) of all."""
    import gzip, msgpack
    lists = msgpack.load(gzip.open(path), raw=False)[1:]
    return {word: i / 100 * math.log(10) for i, words in enumerate(lists) for word in words}


def phrases(entries, rare, how_many, rng):
    """Japanese two- and three-word phrases: there is no free corpus of everyday Japanese in a registry."""
    pools = collections.defaultdict(list)
    for surface, _, pos, sub, _, base in entries:
        if surface not in rare or (len(surface) < 2 and pos == "名詞"):
            continue
        cost = rare[surface]
        if pos == "名詞" and sub in ("一般", "サ変接続", "形容動詞語幹", "副詞可能"):
            pools["noun" if sub != "サ変接続" else "act"].append((surface, cost))
        elif pos in ("動詞", "形容詞") and sub == "自立" and surface == base:
            pools[pos].append((surface, cost))
    for key, pool in pools.items():
        pool.sort(key=lambda entry: entry[1])
        pools[key] = [surface for surface, _ in pool]

    def draw(pool):
        words = pools[pool]
        return words[int(min(len(words), 12_000) * rng.random() ** 1.5)]

    for _ in range(how_many):
        noun, other, act = draw("noun"), draw("noun"), draw("act")
        verb, adjective = draw("動詞"), draw("形容詞")
        yield rng.choice([
            f"{noun}の{other}", f"{noun}を{verb}", f"{adjective}{noun}", f"{noun}が{verb}", f"{act}と{noun}",
            f"{noun}の{act}をした", f"{other}で{noun}を{verb}", f"{noun}は{adjective}", f"{act}の{noun}について話した",
            f"{adjective}{noun}を{act}する", f"昨日{noun}で{act}した", f"{noun}と{other}の話",
        ])


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("packages", "train", "frequencies", "out"):
        arguments.add_argument("--" + name, required=True)
    given = arguments.parse_args()
    rng = random.Random(20260301)

    texts = [" ".join(t.split()) for t in training_texts(given.train)]
    glosses = wordnet(given.packages + "/wordnet-base/usr/share/wordnet")
    pages = []
    for package in sorted(os.listdir(given.packages)):
        if package.endswith("-ja") or package == "debian-handbook":
            pages += [" ".join(t.split()) for t in page_texts(given.packages + "/" + package)]
    pages = sorted({t for t in pages if len(JAPANESE.findall(t)) >= max(4, 0.4 * len(t)) and 6 <= len(t) <= 160})
    fortunes = []
    for path in sorted(glob.glob(given.packages + "/fortunes*/usr/share/games/fortunes/*")):
        if "." not in os.path.basename(path):
            fortunes += [" ".join(t.split()) for t in read(path).split("\n%\n")]
    fortunes = [t for t in fortunes if 10 <= len(t) <= 300]
    entries = list(ipadic(given.packages + "/mecab-ipadic/usr/share/mecab/dic/ipadic"))
    print(len(texts), "training texts,", len(glosses), "glosses,", len(pages), "pages,", len(fortunes), "fortunes")

    # --- words -------------------------------------------------------------------------------------
    lists = {code: frequencies(f"{given.frequencies}/wordfreq/data/{code}.msgpack.gz")
             for code in ("large_en", "large_ja", "large_zh", "small_ko")}
    english = {w: rare for w, rare in lists["large_en"].items() if LETTERS.fullmatch(w)}
    japanese = {w: rare for w, rare in lists["large_ja"].items() if ONLY_JAPANESE.match(w)}
    chinese = {w: rare for w, rare in lists["large_zh"].items() if HAN.match(w) and w not in japanese}
    korean = {w: rare for w, rare in lists["small_ko"].items() if HANGUL.match(w)}
    # Inflected forms that the frequency list does not have, just behind those that it has.
    rarest = max(japanese.values())
    for surface, _, pos, sub, _, _ in entries:
        if ONLY_JAPANESE.match(surface) and len(surface) <= 8 and sub != "固有名詞":
            japanese.setdefault(surface, rarest + 0.5)
    for code in list(range(0x3041, 0x30FB)) + [0x30FC, 0x3005]:
        japanese.setdefault(chr(code), 14.0)
    with open(given.out + "/words.tsv", "w", encoding="utf8") as file:
        for label, table in (("en", english), ("ja", japanese), ("zh", chinese), ("ko", korean)):
            for word, rare in sorted(table.items(), key=lambda item: (item[1], item[0])):
                file.write(f"{label}\t{word}\t{rare:.3f}\n")
            print(label, len(table))

    made = list(phrases(entries, japanese, 60_000, rng))
    rng.shuffle(pages)
    rng.shuffle(glosses)
    everything = texts + glosses[:70_000] + fortunes[:9_000] + pages[:40_000] + made
    unique = sorted({t.strip() for t in everything if 2 <= len(t.strip()) <= 300})
    with open(given.out + "/texts.txt", "w", encoding="utf8") as file:
        file.writelines(t.replace("\n", " ") + "\n" for t in unique)
    print(len(unique), "texts")


main()
