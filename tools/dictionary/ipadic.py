"""Reading the compiled IPADIC of MeCab (sys.dic, unk.dic, matrix.bin), as the PyPI package `ipadic` ships it.

A compiled dictionary is a header, a double-array trie (Darts), tokens and features. Each entry comes out as
(surface, context id, cost, feature fields); in IPADIC the left and the right context of a word are the same.
"""

import collections
import struct

import numpy

UNIT = numpy.dtype([("base", "<i4"), ("check", "<u4")])
TOKEN = numpy.dtype([("left", "<u2"), ("right", "<u2"), ("part", "<u2"), ("cost", "<i2"), ("feature", "<u4"), ("compound", "<u4")])
HEADER = 72


def entries(path):
    data = open(path, "rb").read()
    _, _, _, _, _, _, trie_size, token_size, feature_size, _ = struct.unpack_from("<10I", data, 0)
    charset = data[40:HEADER].rstrip(b"\0").decode()
    trie = numpy.frombuffer(data, dtype=UNIT, count=trie_size // UNIT.itemsize, offset=HEADER)
    tokens = numpy.frombuffer(data, dtype=TOKEN, count=token_size // TOKEN.itemsize, offset=HEADER + trie_size)
    features = data[HEADER + trie_size + token_size :][:feature_size]
    found = []
    for surface, value in surfaces(trie):
        for token in tokens[value >> 8 : (value >> 8) + (value & 255)]:
            at = int(token["feature"])
            feature = features[at : features.index(b"\0", at)].decode(charset)
            assert token["left"] == token["right"]
            found.append((surface.decode(charset), int(token["left"]), int(token["cost"]), feature.split(",")))
    return sorted(found)


def surfaces(trie):
    base, check = trie["base"].tolist(), trie["check"].tolist()
    children = collections.defaultdict(list)
    for place, parent in enumerate(check):
        if place > 0 and 0 <= place - parent <= 256:
            children[parent].append(place)
    waiting = [(base[0], b"")]
    while waiting:
        begin, prefix = waiting.pop()
        for place in children.get(begin, ()):
            label = place - begin - 1
            if label >= 0:
                waiting.append((base[place], prefix + bytes([label])))
            elif base[place] < 0:
                yield prefix, -base[place] - 1


def matrix(path):
    """Connection costs as costs[context of the following word, context of the word before]."""
    raw = numpy.fromfile(path, dtype="<i2")
    return raw[2:].reshape(int(raw[1]), int(raw[0])).astype(numpy.int32)
