-- Format 2: The index over vectors, a cache that can be made anew from the rows at any time. It refers to
-- nothing by key: a cache must never be what keeps a row from going.
--
-- Every memory has a place, block × 256 + position, which is the same under all models.
CREATE TABLE vector_slots (
    memory INTEGER PRIMARY KEY,
    place  INTEGER NOT NULL
);

-- What tells a cache in memory that it is current: prints of all that was written, one built on the other.
CREATE TABLE vector_minds (
    mind   INTEGER PRIMARY KEY,
    change INTEGER NOT NULL
);

-- `front`: the pairs of retention and recalls that no other memory of the block has both of.
CREATE TABLE vector_blocks (
    number         INTEGER PRIMARY KEY,
    mind           INTEGER NOT NULL,
    used           INTEGER NOT NULL,
    records_change INTEGER NOT NULL,
    codes_change   INTEGER NOT NULL,
    front          BLOB NOT NULL
);
CREATE INDEX vector_blocks_by_mind ON vector_blocks (mind, used);

CREATE TABLE vector_records (
    block INTEGER PRIMARY KEY,
    data  BLOB NOT NULL
);

-- Plane 0 has the scales, the bounds and the high halves of the codes, plane 1 the low halves.
CREATE TABLE vector_codes (
    number INTEGER PRIMARY KEY,
    block  INTEGER NOT NULL,
    model  INTEGER NOT NULL,
    plane  INTEGER NOT NULL,
    data   BLOB NOT NULL,
    UNIQUE (block, model, plane)
);
