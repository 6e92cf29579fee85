-- Format 8: How much of a reply was heard, in characters, where it was not heard to its end.
ALTER TABLE turns ADD COLUMN heard_until INTEGER;

-- Who heard a turn, where it says so: `sort` is person or mind. A turn without any was heard by its mind and the person who
-- spoke.
CREATE TABLE witnesses (
    turn INTEGER NOT NULL REFERENCES turns (seq),
    sort TEXT NOT NULL,
    name TEXT NOT NULL,
    PRIMARY KEY (turn, sort, name)
) WITHOUT ROWID;
