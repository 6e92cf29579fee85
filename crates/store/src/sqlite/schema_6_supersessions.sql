-- Format 6: What newer memories make out of date: a stretch of what was said in the turn of `memory`, in bytes.
CREATE TABLE supersessions (
    memory INTEGER NOT NULL REFERENCES memories (seq),
    start  INTEGER NOT NULL,
    stop   INTEGER NOT NULL,
    newer  INTEGER NOT NULL REFERENCES memories (seq),
    PRIMARY KEY (memory, start, stop, newer)
) WITHOUT ROWID;
CREATE INDEX supersessions_by_newer ON supersessions (newer);
ALTER TABLE lifecycle ADD COLUMN superseded_before TEXT;
ALTER TABLE lifecycle ADD COLUMN superseded_after TEXT;
