-- Format 1. Times are microseconds since 1970 with the offset of the place in seconds beside them.
-- The names of the columns of `memories` are S0's.

CREATE TABLE minds (
    number INTEGER PRIMARY KEY,
    name   TEXT NOT NULL UNIQUE
);

-- Rows are narrow because a night rewrites nearly all of them; texts and vectors live elsewhere.
CREATE TABLE memories (
    seq                         INTEGER PRIMARY KEY,
    id                          TEXT NOT NULL UNIQUE,
    mind                        INTEGER NOT NULL REFERENCES minds (number),
    handle                      TEXT NOT NULL COLLATE NOCASE,
    kind                        TEXT NOT NULL,
    created                     INTEGER NOT NULL,
    created_offset              INTEGER NOT NULL,
    recorded_at                 INTEGER NOT NULL,
    recorded_offset             INTEGER NOT NULL,
    memory_days                 REAL NOT NULL,
    recalled_since_last_batch   INTEGER NOT NULL,
    recall_count                INTEGER NOT NULL,
    emotional_intensity         INTEGER NOT NULL,
    emotional_valence           TEXT NOT NULL,
    emotional_arousal           INTEGER NOT NULL,
    emotional_tags              TEXT NOT NULL,
    decay_coefficient           REAL NOT NULL,
    category                    TEXT NOT NULL,
    current_level               INTEGER NOT NULL,
    retention_score             REAL NOT NULL,
    archived_at                 INTEGER,
    archived_offset             INTEGER,
    protected                   INTEGER NOT NULL,
    revival_requested           INTEGER NOT NULL,
    revival_requested_at        INTEGER,
    revival_requested_offset    INTEGER,
    version                     INTEGER NOT NULL,
    last_version                INTEGER NOT NULL,
    person                      TEXT NOT NULL,
    thread                      TEXT,
    source                      TEXT NOT NULL,
    turn                        INTEGER,
    UNIQUE (mind, handle)
);
CREATE INDEX memories_by_time ON memories (mind, created);
CREATE INDEX memories_by_kind ON memories (mind, kind);
-- Covers the question which version each memory shows, which a scan of vectors asks.
CREATE INDEX memories_by_version ON memories (mind, version);
CREATE INDEX memories_by_turn ON memories (turn) WHERE turn IS NOT NULL;

CREATE TABLE texts (
    memory      INTEGER NOT NULL REFERENCES memories (seq),
    version     INTEGER NOT NULL,
    level       INTEGER NOT NULL,
    "trigger"   TEXT NOT NULL,
    content     TEXT NOT NULL,
    made_by     TEXT NOT NULL,
    made_at     INTEGER NOT NULL,
    made_offset INTEGER NOT NULL,
    night       TEXT,
    PRIMARY KEY (memory, version)
);

CREATE TABLE descriptions (
    memory   INTEGER PRIMARY KEY REFERENCES memories (seq),
    keywords TEXT NOT NULL
);

-- A model whose vectors change their size counts as another one.
CREATE TABLE models (
    number     INTEGER PRIMARY KEY,
    name       TEXT NOT NULL,
    dimensions INTEGER NOT NULL,
    UNIQUE (name, dimensions)
);

-- The blob is last and the page large enough that a row of 1536 components needs no overflow page.
CREATE TABLE vectors (
    number  INTEGER PRIMARY KEY,
    model   INTEGER NOT NULL REFERENCES models (number),
    memory  INTEGER NOT NULL REFERENCES memories (seq),
    version INTEGER NOT NULL,
    data    BLOB NOT NULL
);
CREATE UNIQUE INDEX vectors_by_memory ON vectors (memory, model, version);

CREATE TABLE relations (
    holder   INTEGER NOT NULL REFERENCES memories (seq),
    position INTEGER NOT NULL,
    target   TEXT NOT NULL,
    type     TEXT NOT NULL,
    PRIMARY KEY (holder, position)
) WITHOUT ROWID;
CREATE INDEX relations_by_target ON relations (target);

-- A turn has the number of the memory that brought it, and so a number that is never used again.
CREATE TABLE turns (
    seq       INTEGER PRIMARY KEY,
    mind      INTEGER NOT NULL REFERENCES minds (number),
    said      TEXT NOT NULL,
    replied   TEXT NOT NULL,
    at        INTEGER NOT NULL,
    at_offset INTEGER NOT NULL,
    person    TEXT NOT NULL,
    thread    TEXT,
    uid       TEXT,
    digest    INTEGER NOT NULL
);
CREATE INDEX turns_by_digest ON turns (mind, digest);
CREATE INDEX turns_by_uid ON turns (mind, uid) WHERE uid IS NOT NULL;

CREATE TABLE recalls (
    at     INTEGER NOT NULL,
    memory INTEGER NOT NULL REFERENCES memories (seq),
    PRIMARY KEY (at, memory)
) WITHOUT ROWID;
CREATE INDEX recalls_by_memory ON recalls (memory);

CREATE TABLE lifecycle (
    number           INTEGER PRIMARY KEY,
    mind             INTEGER NOT NULL REFERENCES minds (number),
    memory_id        TEXT NOT NULL,
    at               INTEGER NOT NULL,
    at_offset        INTEGER NOT NULL,
    night            TEXT,
    who              TEXT NOT NULL,
    action           TEXT NOT NULL,
    reason           TEXT NOT NULL,
    before           TEXT,
    after            TEXT,
    relations_before TEXT,
    relations_after  TEXT,
    undone           INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX lifecycle_by_memory ON lifecycle (mind, memory_id);
CREATE INDEX lifecycle_by_night ON lifecycle (mind, night) WHERE night IS NOT NULL;

-- `fades` is the journal that a night is undone from; without it the night can no longer be undone.
CREATE TABLE nights (
    mind       INTEGER NOT NULL REFERENCES minds (number),
    date       TEXT NOT NULL,
    at         INTEGER NOT NULL,
    at_offset  INTEGER NOT NULL,
    ran_at     INTEGER NOT NULL,
    ran_offset INTEGER NOT NULL,
    report     TEXT NOT NULL,
    fades      BLOB,
    PRIMARY KEY (mind, date)
);

-- Rows of memories that a night erased, whole, while the night can be undone.
CREATE TABLE attic (
    number     INTEGER PRIMARY KEY,
    mind       INTEGER NOT NULL REFERENCES minds (number),
    night      TEXT NOT NULL,
    memory     INTEGER NOT NULL,
    memory_id  TEXT NOT NULL,
    table_name TEXT NOT NULL,
    row        BLOB NOT NULL
);
CREATE INDEX attic_by_memory ON attic (mind, memory_id);

CREATE TABLE state (
    mind  INTEGER NOT NULL REFERENCES minds (number),
    key   TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (mind, key)
) WITHOUT ROWID;

-- The last number given out under each prefix: numbers are not used twice, even after an erasure.
CREATE TABLE handles (
    mind   INTEGER NOT NULL REFERENCES minds (number),
    prefix TEXT NOT NULL COLLATE NOCASE,
    last   INTEGER NOT NULL,
    PRIMARY KEY (mind, prefix)
) WITHOUT ROWID;

-- The last `seq` given out, so that a night's erasure can be taken back to the same place.
CREATE TABLE places (
    name TEXT PRIMARY KEY,
    last INTEGER NOT NULL
) WITHOUT ROWID;

-- S0's own table, for those who know it: its 22 columns under its names.
CREATE VIEW memories_s0 AS
SELECT
    m.handle AS id,
    strftime('%Y-%m-%dT%H:%M:%S+00:00', m.created / 1000000, 'unixepoch') AS created,
    m.memory_days,
    m.recalled_since_last_batch,
    m.recall_count,
    m.emotional_intensity,
    m.emotional_valence,
    m.emotional_arousal,
    m.emotional_tags,
    m.decay_coefficient,
    m.category,
    (SELECT d.keywords FROM descriptions d WHERE d.memory = m.seq) AS keywords,
    m.current_level,
    t."trigger",
    t.content,
    (SELECT v.data FROM vectors v WHERE v.memory = m.seq AND v.version = m.version LIMIT 1) AS embedding,
    (
        SELECT json_group_array(json_object('id', coalesce(o.handle, r.target), 'type', r.type))
        FROM (SELECT * FROM relations WHERE holder = m.seq ORDER BY position) r
        LEFT JOIN memories o ON o.id = r.target
    ) AS relations,
    m.retention_score,
    strftime('%Y-%m-%dT%H:%M:%S+00:00', m.archived_at / 1000000, 'unixepoch') AS archived_at,
    m.protected,
    m.revival_requested,
    strftime('%Y-%m-%dT%H:%M:%S+00:00', m.revival_requested_at / 1000000, 'unixepoch') AS revival_requested_at
FROM memories m
LEFT JOIN texts t ON t.memory = m.seq AND t.version = m.version;
