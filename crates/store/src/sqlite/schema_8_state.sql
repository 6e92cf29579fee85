-- Format 8: What is open and what was resolved. `memory` is the memory of the turn that opened it, `resolved_by` of the one
-- that resolved it. An item goes with the memory that opened it, and is open again without the one that resolved it. A
-- resolution that belongs to nothing open has no `opened_at`, and goes with `resolved_by`.
CREATE TABLE items (
    number          INTEGER PRIMARY KEY,
    mind            INTEGER NOT NULL REFERENCES minds (number),
    text            TEXT NOT NULL,
    person          TEXT NOT NULL,
    opened_at       INTEGER,
    opened_offset   INTEGER,
    memory          INTEGER,
    resolved_at     INTEGER,
    resolved_offset INTEGER,
    resolved_by     INTEGER,
    resolution      TEXT
);
CREATE INDEX items_by_mind ON items (mind, resolved_at);
CREATE INDEX items_by_memory ON items (memory) WHERE memory IS NOT NULL;
CREATE INDEX items_by_resolver ON items (resolved_by) WHERE resolved_by IS NOT NULL;
