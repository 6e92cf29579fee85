-- Format 8: Persons by their names, for the whole installation. A name that is not here is a person of its own. `name` is
-- folded; `shown` is how it is written.
CREATE TABLE persons (
    number INTEGER PRIMARY KEY,
    shown  TEXT NOT NULL
);
CREATE TABLE person_names (
    name   TEXT PRIMARY KEY,
    shown  TEXT NOT NULL,
    person INTEGER NOT NULL REFERENCES persons (number)
) WITHOUT ROWID;
CREATE INDEX person_names_by_person ON person_names (person);
