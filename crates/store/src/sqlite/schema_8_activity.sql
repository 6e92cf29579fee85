-- Format 8: What happened, line by line, a day a file as it were. Lines are added and never taken away: one whose words were
-- erased or unsaid stays empty, so that pointers to the others hold. The words of a message are those of its turn.
-- `fields` is a JSON object of what else the line says.
CREATE TABLE activity (
    mind      INTEGER NOT NULL REFERENCES minds (number),
    date      TEXT NOT NULL,
    line      INTEGER NOT NULL,
    at        INTEGER NOT NULL,
    at_offset INTEGER NOT NULL,
    type      TEXT NOT NULL,
    turn      INTEGER,
    fields    TEXT,
    PRIMARY KEY (mind, date, line)
) WITHOUT ROWID;
CREATE INDEX activity_by_turn ON activity (turn) WHERE turn IS NOT NULL;
