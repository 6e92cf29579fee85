-- Format 3: Every call of a provider, and what came of it for each memory.

-- `state` is open, answered, or how it failed. Money is in billionths of a dollar. An answer is kept until something was
-- made of it.
CREATE TABLE calls (
    number        INTEGER PRIMARY KEY,
    mind          INTEGER NOT NULL REFERENCES minds (number),
    at            INTEGER NOT NULL,
    at_offset     INTEGER NOT NULL,
    provider      TEXT NOT NULL,
    model         TEXT NOT NULL,
    purpose       TEXT NOT NULL,
    made_by       TEXT NOT NULL,
    state         TEXT NOT NULL,
    input_tokens  INTEGER NOT NULL,
    output_tokens INTEGER NOT NULL,
    nanodollars   INTEGER NOT NULL,
    is_measured   INTEGER NOT NULL,
    duration_ms   INTEGER NOT NULL,
    memories      INTEGER NOT NULL,
    repaired      INTEGER NOT NULL DEFAULT 0,
    replaced      INTEGER NOT NULL DEFAULT 0,
    answer        TEXT
);
CREATE INDEX calls_by_time ON calls (at);
CREATE INDEX calls_unread ON calls (mind) WHERE answer IS NOT NULL;

-- A memory is asked about once for each purpose. `state` is asked, good, repaired or replaced.
CREATE TABLE tasks (
    memory  INTEGER NOT NULL,
    purpose TEXT NOT NULL,
    call    INTEGER NOT NULL,
    place   INTEGER NOT NULL,
    state   TEXT NOT NULL,
    made    TEXT,
    PRIMARY KEY (memory, purpose)
) WITHOUT ROWID;
CREATE INDEX tasks_by_call ON tasks (call, place);

-- Who understood a memory so; nobody is the language layer.
ALTER TABLE descriptions ADD COLUMN analysed_by TEXT;
ALTER TABLE lifecycle ADD COLUMN assessment_before TEXT;
ALTER TABLE lifecycle ADD COLUMN assessment_after TEXT;
