-- Format 8: Names of persons that were joined or chosen, for the whole installation. A name that is not here is a person of
-- its own. `name` is folded; `spelling` is how it is written. A name that was joined to another one points to it: the names of
-- a person are a tree, and `joined` numbers its edges in the order of joining, so that parting takes back the very join.
-- `chosen` numbers the names that someone chose to be shown; the last one of a person is, else the root of the tree.
CREATE TABLE persons (
    name      TEXT PRIMARY KEY,
    spelling  TEXT NOT NULL,
    chosen    INTEGER,
    joined_to TEXT,
    joined    INTEGER
) WITHOUT ROWID;
CREATE INDEX persons_by_joined ON persons (joined_to) WHERE joined_to IS NOT NULL;
