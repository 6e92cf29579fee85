-- Format 2: The index over words.

-- The words of memories that were written down lately, a row each: a few pages a memory, not a page a term.
CREATE TABLE word_fresh (
    mind    INTEGER NOT NULL REFERENCES minds (number),
    memory  INTEGER NOT NULL,
    version INTEGER NOT NULL,
    data    BLOB NOT NULL,
    PRIMARY KEY (mind, memory)
) WITHOUT ROWID;

-- The words of many memories, term by term. `documents` has the place of each memory and the lengths of its
-- fields; the columns before it sum them up.
CREATE TABLE word_segments (
    number    INTEGER PRIMARY KEY,
    mind      INTEGER NOT NULL REFERENCES minds (number),
    version   INTEGER NOT NULL,
    size      INTEGER NOT NULL,
    memories  INTEGER NOT NULL,
    said      INTEGER NOT NULL,
    replied   INTEGER NOT NULL,
    keywords  INTEGER NOT NULL,
    documents BLOB NOT NULL
);
CREATE INDEX word_segments_by_mind ON word_segments (mind);

-- Terms in their order, each with the memories that have it. A block begins with its first term.
CREATE TABLE word_blocks (
    number  INTEGER PRIMARY KEY,
    segment INTEGER NOT NULL REFERENCES word_segments (number),
    first   BLOB NOT NULL,
    data    BLOB NOT NULL
);
CREATE UNIQUE INDEX word_blocks_by_term ON word_blocks (segment, first);

-- Memories that are not in the index yet.
CREATE TABLE word_gaps (
    mind   INTEGER NOT NULL REFERENCES minds (number),
    memory INTEGER NOT NULL,
    PRIMARY KEY (mind, memory)
) WITHOUT ROWID;
INSERT INTO word_gaps (mind, memory) SELECT mind, seq FROM memories;
