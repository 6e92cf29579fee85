"""Builds crates/language/data/dictionary_ja.bin from MeCab's IPADIC and our own additions.

    pip install ipadic numpy scipy
    python3 tools/dictionary/build.py --dicdir "$(python3 -c 'import ipadic; print(ipadic.DICDIR)')"

What is kept: all general words; of the names, surnames, short given names, countries, and the places,
organisations and other names that occur in IPADIC's own training texts (all others share one default cost).
The contexts of the connection matrix are merged where they behave alike. The format is described in
crates/language/src/dictionary/data.rs, which reads it.
"""

import argparse
import collections
import pathlib
import struct

import numpy
from scipy.cluster import hierarchy

import ipadic

HERE = pathlib.Path(__file__).resolve().parent
VERSION = 1
# Codes of crates/language/src/dictionary/part.rs, in its order.
PARTS = (
    "noun action_noun adjectival_noun adverbial_noun pronoun dependent_noun counter number proper_noun person place "
    "organisation verb auxiliary_verb adjective auxiliary_adjective adverb adnominal conjunction particle "
    "ending_particle auxiliary interjection filler prefix suffix symbol"
).split()
UNKNOWN = ["KANJI", "KANJINUMERIC", "HIRAGANA", "KATAKANA", "ALPHA", "NUMERIC", "SYMBOL"]
UNKNOWN_SLOTS = 8


def part(feature):
    first, second, third, fourth = feature[:4]
    if first == "名詞":
        if second == "固有名詞":
            return {"人名": "person", "地域": "place", "組織": "organisation"}.get(third, "proper_noun")
        if second == "接尾":
            return "counter" if third == "助数詞" else "suffix"
        names = {"サ変接続": "action_noun", "形容動詞語幹": "adjectival_noun", "ナイ形容詞語幹": "adjectival_noun",
                 "副詞可能": "adverbial_noun", "代名詞": "pronoun", "非自立": "dependent_noun", "特殊": "dependent_noun",
                 "動詞非自立的": "dependent_noun", "数": "number", "接続詞的": "conjunction"}
        return names.get(second, "noun")
    if first == "動詞":
        return "verb" if second == "自立" else "auxiliary_verb"
    if first == "形容詞":
        return "adjective" if second == "自立" else "auxiliary_adjective"
    if first == "助詞":
        return "ending_particle" if second == "終助詞" else "particle"
    names = {"副詞": "adverb", "連体詞": "adnominal", "接続詞": "conjunction", "助動詞": "auxiliary",
             "感動詞": "interjection", "フィラー": "filler", "その他": "interjection", "接頭詞": "prefix", "記号": "symbol"}
    return names[first]


def is_readable(surface):
    """Whether the scanner can ask for it: Latin, digits and odd symbols never reach the dictionary."""
    return all(code(c) is not None for c in surface)


def code(character):
    point = ord(character)
    if 0x3001 <= point < 0xA000:
        return point - 0x3000
    if character in "！？（）［］｛｝，．：；":
        return 0x7000 + point - 0xFF00
    return None


def default_costs(words):
    """The costs that most names of a kind share: those of names that no training text had."""
    by_kind = collections.defaultdict(collections.Counter)
    for _, _, cost, feature in words:
        if feature[1] == "固有名詞":
            by_kind[tuple(feature[2:4])][cost] += 1
    return {kind: {c for c, n in costs.items() if n > 60} for kind, costs in by_kind.items()}


def keeps(word, defaults):
    surface, _, cost, feature = word
    if not is_readable(surface) or len(surface) > 16:
        return False
    if feature[1] != "固有名詞":
        return True
    kind = tuple(feature[2:4])
    if kind == ("人名", "姓") or kind[1] == "国":
        return True
    if kind == ("人名", "名"):
        return len(surface) <= 3 or cost not in defaults[kind]
    return cost not in defaults[kind] and len(surface) <= 8


def additions(path, words):
    """Our own words, each inflected and weighed like a model word that IPADIC has."""
    by_base = collections.defaultdict(list)
    for word in words:
        by_base[word[3][6], word[3][0]].append(word)
    added = []
    known = {(word[0], word[3][0]) for word in words}
    for line in path.read_text(encoding="utf8").splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        model, part_name, names = line.split("\t")
        forms = by_base[model, part_name]
        assert forms, f"no model {model}"
        for name in names.split():
            common = 0
            if part_name in ("動詞", "形容詞"):
                while common < min(len(model), len(name)) and model[-1 - common] == name[-1 - common]:
                    common += 1
                assert common, f"{name} does not end as {model} does"
            stem, model_stem = name[: len(name) - common], model[: len(model) - common]
            for surface, context, cost, feature in forms:
                if not surface.startswith(model_stem):
                    continue
                form = stem + surface[len(model_stem) :]
                if (form, part_name) not in known:
                    added.append((form, context, cost, feature[:6] + [name] + feature[7:]))
    return added


def merged_contexts(costs, count):
    """Each context's class, so that contexts of one class have nearly the same costs on both sides."""
    rows = numpy.concatenate([costs, costs.T], axis=1).astype(float)
    tree = hierarchy.linkage(rows, method="ward")
    classes = hierarchy.fcluster(tree, count, criterion="maxclust") - 1
    size = classes.max() + 1
    merged = numpy.zeros((size, size))
    members = [numpy.flatnonzero(classes == k) for k in range(size)]
    for i, first in enumerate(members):
        block = costs[first]
        for j, second in enumerate(members):
            merged[i, j] = block[:, second].mean()
    return classes, numpy.clip(numpy.rint(merged), -32768, 32767).astype("<i2")


def automaton(surfaces):
    """The minimal acyclic automaton of the sorted surfaces. A node is a sorted tuple of
    (code, final, words below and at the edge's end, child id)."""
    registry, nodes, sizes = {}, [()], [0]
    registry[()] = 0

    def close(frame):
        node = tuple(frame)
        if node not in registry:
            registry[node] = len(nodes)
            nodes.append(node)
            sizes.append(sum(final + sizes[child] for _, final, child in node))
        return registry[node]

    stack, path = [[]], []
    finals = []
    for surface in surfaces + [""]:
        codes = [code(c) for c in surface]
        shared = 0
        while shared < min(len(codes), len(path)) and codes[shared] == path[shared]:
            shared += 1
        while len(path) > shared:
            child = close(stack.pop())
            stack[-1].append((path.pop(), finals.pop(), child))
        for c in codes[shared:]:
            path.append(c)
            finals.append(0)
            stack.append([])
        if codes:
            finals[-1] = 1
    return nodes, sizes, stack[0]


def packed_automaton(surfaces):
    nodes, sizes, root = automaton(surfaces)
    begin, edges = {0: 0}, 1
    for number, node in enumerate(nodes):
        if node:
            begin[number] = edges
            edges += len(node)
    assert edges < 1 << 22
    body = bytearray(struct.pack("<HHI", 0, 0, 0))
    for node in nodes:
        skipped = 0
        for label, final, child in node:
            count = len(nodes[child])
            assert count < 512 and skipped < 65536
            body += struct.pack("<HHI", label, skipped, begin[child] | final << 22 | count << 23)
            skipped += final + sizes[child]
    table = bytearray(12 * 0x7100)
    skipped = 0
    for label, final, child in root:
        struct.pack_into("<IIHH", table, 12 * label, begin[child], skipped, len(nodes[child]), final)
        skipped += final + sizes[child]
    return bytes(table), bytes(body)


def base_rule(surface, base):
    if base == "*":
        return 0, ""
    same = 0
    while same < min(len(surface), len(base)) and surface[same] == base[same]:
        same += 1
    return len(surface) - same, base[same:]


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--dicdir", type=pathlib.Path, required=True)
    options.add_argument("--additions", type=pathlib.Path, default=HERE / "additions_ja.tsv")
    options.add_argument("--contexts", type=int, default=256)
    options.add_argument("--out", type=pathlib.Path, default=HERE.parents[1] / "crates/language/data/dictionary_ja.bin")
    chosen = options.parse_args()

    words = ipadic.entries(chosen.dicdir / "sys.dic")
    defaults = default_costs(words)
    kept = [word for word in words if keeps(word, defaults)]
    if chosen.additions.exists():
        kept += additions(chosen.additions, kept)
    contexts, costs = merged_contexts(ipadic.matrix(chosen.dicdir / "matrix.bin"), chosen.contexts)

    classes, endings = {}, bytearray()
    ending_places = {}

    def class_of(context, feature, rule):
        strip, append = rule
        key = (int(contexts[context]), PARTS.index(part(feature)), strip, append)
        if key not in classes:
            written = append.encode()
            if append not in ending_places:
                ending_places[append] = len(endings)
                endings.extend(written)
            classes[key] = len(classes)
        return classes[key]

    by_surface = collections.defaultdict(dict)
    for surface, context, cost, feature in kept:
        kind = class_of(context, feature, base_rule(surface, feature[6]))
        by_surface[surface][kind] = min(cost, by_surface[surface].get(kind, cost))
    # In the order of the automaton, which is that of the codes; the last surface's index is its word number.
    surfaces = sorted(by_surface, key=lambda s: [code(c) for c in s])
    table, edges = packed_automaton(surfaces)
    entry_bytes, offsets, count = bytearray(), bytearray(), 0
    ends = []
    for surface in surfaces:
        for kind, cost in sorted(by_surface[surface].items()):
            entry_bytes += struct.pack("<Hh", kind, cost)
            count += 1
        ends.append(count)
    for block in range(0, len(ends), 8):
        first = ends[block - 1] if block else 0
        inside = [end - first for end in ends[block : block + 8]]
        inside += [inside[-1]] * (8 - len(inside))
        assert inside[-1] < 256
        offsets += struct.pack("<I8B", first, *inside)

    unknown = bytearray()
    by_category = collections.defaultdict(list)
    for category, context, cost, feature in ipadic.entries(chosen.dicdir / "unk.dic"):
        by_category[category].append((class_of(context, feature, (0, "")), cost))
    # An unknown symbol is a symbol, not an action noun as MeCab has it.
    by_category["SYMBOL"] = by_category["DEFAULT"]
    for category in UNKNOWN:
        slots = by_category[category]
        assert 0 < len(slots) <= UNKNOWN_SLOTS
        slots += [(0xFFFF, 0)] * (UNKNOWN_SLOTS - len(slots))
        for kind, cost in slots:
            unknown += struct.pack("<Hh", kind, cost)

    class_bytes = bytearray()
    for (context, kind, strip, append), _ in sorted(classes.items(), key=lambda item: item[1]):
        class_bytes += struct.pack("<HBBHBB", context, kind, strip, ending_places[append], len(append.encode()), 0)

    sections = [table, edges, bytes(offsets), bytes(entry_bytes), bytes(class_bytes), bytes(unknown), bytes(endings), costs.tobytes()]
    header = struct.pack("<4sIII", b"OMJA", VERSION, len(costs), int(contexts[0]))
    at = len(header) + 8 * len(sections)
    places = b""
    for section in sections:
        places += struct.pack("<II", at, len(section))
        at += len(section)
    chosen.out.write_bytes(header + places + b"".join(sections))
    sizes = ", ".join(str(len(section)) for section in sections)
    print(f"{len(surfaces)} surfaces, {count} entries, {len(classes)} classes, {len(costs)} contexts; {at} bytes ({sizes})")


if __name__ == "__main__":
    main()
