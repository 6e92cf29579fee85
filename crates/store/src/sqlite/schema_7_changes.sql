-- Format 7: One log of all changes, in groups that are taken back together; it takes the place of `lifecycle` and of the
-- journals of nights.

-- Changes that were made together. `step` is the step of the night `night` that made them.
CREATE TABLE change_groups (
    number    INTEGER PRIMARY KEY,
    mind      INTEGER NOT NULL REFERENCES minds (number),
    at        INTEGER NOT NULL,
    at_offset INTEGER NOT NULL,
    who       TEXT NOT NULL,
    night     TEXT,
    step      TEXT
);
CREATE INDEX change_groups_by_night ON change_groups (mind, night) WHERE night IS NOT NULL;

-- `deed` is begin, end, relations, or the facet that is set from `before` to `after`.
CREATE TABLE changes (
    number        INTEGER PRIMARY KEY,
    group_number  INTEGER NOT NULL REFERENCES change_groups (number),
    mind          INTEGER NOT NULL REFERENCES minds (number),
    subject_sort  TEXT NOT NULL,
    subject       TEXT NOT NULL,
    deed          TEXT NOT NULL,
    reason        TEXT NOT NULL,
    before        TEXT,
    after         TEXT,
    undone        INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX changes_by_subject ON changes (mind, subject);
CREATE INDEX changes_by_group ON changes (group_number);

-- What a night does to nearly every memory, the texts that a group wrote, and ties: many to a row, in bytes. They go
-- when their night can no longer be undone.
CREATE TABLE change_packs (
    number       INTEGER PRIMARY KEY,
    group_number INTEGER NOT NULL REFERENCES change_groups (number),
    data         BLOB NOT NULL
);
CREATE INDEX change_packs_by_group ON change_packs (group_number);

-- The steps of nights, each with what it reported. A night is in `nights` once all its steps are done.
CREATE TABLE night_steps (
    mind       INTEGER NOT NULL REFERENCES minds (number),
    date       TEXT NOT NULL,
    step       TEXT NOT NULL,
    ran_at     INTEGER NOT NULL,
    ran_offset INTEGER NOT NULL,
    report     TEXT NOT NULL,
    undoable   INTEGER NOT NULL,
    PRIMARY KEY (mind, date, step)
) WITHOUT ROWID;

ALTER TABLE attic ADD COLUMN group_number INTEGER;
