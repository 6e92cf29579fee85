"""What is kept of vectors to compare ours with."""

# How many components of each vector are kept.
KEPT = 12


def kept(vectors):
    cosines = [[round(float(a @ b), 6) for b in vectors] for a in vectors]
    return {"first": [[round(float(x), 6) for x in v[:KEPT]] for v in vectors], "cosines": cosines}
