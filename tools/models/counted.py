"""The weights of the tiny models, which are not kept: every machine counts them out from the names of the tensors."""

import numpy as np


def counted(name, shape):
    """Numbers that every machine counts out alike: multiples of 1/256, which half precision holds too."""
    state = 0xCBF29CE484222325
    for byte in name.encode():
        state = ((state ^ byte) * 0x100000001B3) & (2**64 - 1)
    values = []
    for _ in range(int(np.prod(shape))):
        state = (state * 6364136223846793005 + 1442695040888963407) & (2**64 - 1)
        values.append(((state >> 33) % 129 - 64) / 256)
    values = np.array(values).reshape(shape)
    return 2 * values + 1.0 if name.endswith("LayerNorm.weight") else values
