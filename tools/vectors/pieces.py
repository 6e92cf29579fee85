"""How a text becomes rows of the table: the same steps as `embedding/pieces.rs`, for the fitting."""
import math, re, unicodedata

RUN = re.compile(r"(?P<latin>[a-zß-öø-ÿœ]+(?:'[a-z]+)?)|(?P<number>[0-9]+)|(?P<katakana>[ァ-ヺー]+)|(?P<kana>[ぁ-ゖ一-鿿々〆]+)"
                 r"|(?P<hangul>[가-힣]+)")
LONGEST = 10
# Costs are twelfths of a nat, so that they fit a byte.
STEPS = 12
UNKNOWN = 19 * STEPS
BUCKETS = 4_096


def fold(text):
    return unicodedata.normalize("NFKC", text).lower().replace("’", "'")


def fnv(data):
    value = 0xCBF29CE484222325
    for byte in data:
        value = ((value ^ byte) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF
    value ^= value >> 32
    value = (value * 0xD6E8FEB86659FD93) & 0xFFFFFFFFFFFFFFFF
    return value ^ (value >> 32)


def grams(word):
    """The buckets of a word's character n-grams, for words that the table does not have."""
    marked = "<" + word + ">"
    sizes = (2, 3) if ord(word[0]) > 0x2FFF else (3, 4)
    return [fnv(marked[i:i + n].encode()) % BUCKETS for n in sizes for i in range(len(marked) - n + 1)]


class Cutter:
    """Cuts a text into `(row or None, word)`: None for a word that the table does not have."""

    def __init__(self, rare):
        self.rare = rare
        self.known = {}

    def english(self, word):
        if word in self.rare:
            return [word]
        for end in ("'s", "s", "es", "ed", "d", "ing", "ly", "er", "est", "ness"):
            if word.endswith(end) and len(word) - len(end) >= 3:
                stem = word[:-len(end)]
                for form in (stem, stem + "e") + ((stem[:-1],) if stem[-1] == stem[-2] else ()) \
                        + ((stem[:-1] + "y",) if stem[-1] == "i" else ()):
                    if form in self.rare:
                        return [form]
        return [None, word]

    def korean(self, word):
        for end in range(len(word), max(1, len(word) - 4), -1):
            if word[:end] in self.rare:
                return [word[:end]]
        return [word] if word in self.rare else [None, word]

    def japanese(self, run):
        best = [0] + [math.inf] * len(run)
        back = [0] * (len(run) + 1)
        for start in range(len(run)):
            for end in range(start + 1, min(start + LONGEST, len(run)) + 1):
                cost = self.rare.get(run[start:end], UNKNOWN if end == start + 1 else math.inf)
                if best[start] + cost < best[end]:
                    best[end], back[end] = best[start] + cost, start
        words, end = [], len(run)
        while end > 0:
            words.append(run[back[end]:end])
            end = back[end]
        return words[::-1]

    def words(self, text):
        """Known words as strings, unknown ones as `(None, word)`."""
        for match in RUN.finditer(fold(text)):
            run, kind = match.group(), match.lastgroup
            cut = self.known.get(run)
            if cut is None:
                if kind == "latin":
                    cut = self.english(run)
                elif kind == "number":
                    cut = [None, run]
                elif kind == "hangul":
                    cut = self.korean(run)
                elif kind == "katakana":
                    cut = [run] if run in self.rare else self.katakana(run)
                else:
                    cut = [w if w in self.rare else (None, w) for w in self.japanese(run)]
                if cut and cut[0] is None:
                    cut = [(None, cut[1])]
                self.known[run] = cut
            yield from cut

    def katakana(self, run):
        """An unknown word in katakana counts as itself, and by its parts when they are words."""
        parts = self.japanese(run)
        if all(len(p) >= 2 and p in self.rare for p in parts):
            return parts
        return [(None, run)] + [p for p in parts if len(p) >= 3 and p in self.rare]
