"""Writes the table in the form that `embedding/table.rs` reads in place.

Little-endian. Header of 32 bytes: "OMVECTOR", version, words, buckets, dimensions (u32 each), two
spare words. Then the words in the order of their 40-bit hashes: where each of the 4,096 groups of equal
first 12 bits begins, and the end (u32); the high 32 bits of each hash (u32); the low 8 (u8); its cost (u8);
the scale of each row, buckets last (the upper half of an f32); the rows, two components a byte, low
half first, each plus 8.
"""
import struct
import numpy as np
from pieces import fnv


def write_table(path, words, rare, codes, scales):
    hashes = [fnv(w.encode()) >> 24 for w in words]
    order = sorted(range(len(words)), key=lambda i: hashes[i])
    assert len(set(hashes)) == len(words), "two words share a hash"
    rows = order + list(range(len(words), len(codes)))
    codes, scales = codes[rows], scales[rows]
    packed = (codes[:, 0::2] + 8).astype(np.uint8) | ((codes[:, 1::2] + 8).astype(np.uint8) << 4)
    with open(path, "wb") as file:
        file.write(b"OMVECTOR" + struct.pack("<6I", 1, len(words), len(codes) - len(words), codes.shape[1], 0, 0))
        high = np.array([hashes[i] >> 8 for i in order], "<u4")
        file.write(np.searchsorted(high >> 20, np.arange(4097)).astype("<u4").tobytes())
        file.write(high.tobytes())
        file.write(np.array([hashes[i] & 0xFF for i in order], np.uint8).tobytes())
        file.write(np.array([rare[words[i]] for i in order], np.uint8).tobytes())
        file.write(((scales.astype("<f4").view("<u4") + 0x8000) >> 16).astype("<u2").tobytes())
        file.write(packed.tobytes())
        print(path, file.tell(), "bytes,", len(words), "words")
