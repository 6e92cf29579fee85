-- Format 2: The connections between memories, and what was said of recalls.

-- Ties, each once, from the smaller place to the larger: found in texts and vectors, which are the truth.
CREATE TABLE ties (
    low      INTEGER NOT NULL,
    high     INTEGER NOT NULL,
    kind     TEXT NOT NULL,
    strength REAL NOT NULL,
    PRIMARY KEY (low, high, kind)
) WITHOUT ROWID;
-- Covers the question what a memory is tied to, from this end too.
CREATE INDEX ties_by_high ON ties (high, low, kind, strength);

-- The name that a memory bears (is_own = 1), and those that it names in [[ ]].
CREATE TABLE names (
    memory INTEGER NOT NULL,
    name   TEXT NOT NULL,
    is_own INTEGER NOT NULL,
    mind   INTEGER NOT NULL REFERENCES minds (number),
    PRIMARY KEY (memory, name, is_own)
) WITHOUT ROWID;
CREATE INDEX names_by_name ON names (mind, name, is_own);

CREATE TABLE feedback (
    memory    INTEGER PRIMARY KEY REFERENCES memories (seq),
    ups       REAL NOT NULL,
    downs     REAL NOT NULL,
    arousal   REAL,
    at        INTEGER,
    at_offset INTEGER
);
ALTER TABLE lifecycle ADD COLUMN feedback_before TEXT;
ALTER TABLE lifecycle ADD COLUMN feedback_after TEXT;
