-- Takes away what format 7 added.
DELETE FROM places WHERE name = 'turns';
DROP TABLE attachments;
DROP TABLE threads;
DROP TABLE latest_turns;
DROP INDEX memories_by_thread;
DROP INDEX turns_by_thread;
DROP TABLE pages;
DROP TABLE page_texts;
DROP TABLE session_memories;
DROP TABLE sessions;
DROP TABLE call_sources;
DROP TABLE tasks;
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
DROP VIEW lifecycle;
CREATE TABLE lifecycle (
    number            INTEGER PRIMARY KEY,
    mind              INTEGER NOT NULL REFERENCES minds (number),
    memory_id         TEXT NOT NULL,
    at                INTEGER NOT NULL,
    at_offset         INTEGER NOT NULL,
    night             TEXT,
    who               TEXT NOT NULL,
    action            TEXT NOT NULL,
    reason            TEXT NOT NULL,
    before            TEXT,
    after             TEXT,
    relations_before  TEXT,
    relations_after   TEXT,
    undone            INTEGER NOT NULL DEFAULT 0,
    feedback_before   TEXT,
    feedback_after    TEXT,
    assessment_before TEXT,
    assessment_after  TEXT,
    superseded_before TEXT,
    superseded_after  TEXT
);
CREATE INDEX lifecycle_by_memory ON lifecycle (mind, memory_id);
CREATE INDEX lifecycle_by_night ON lifecycle (mind, night) WHERE night IS NOT NULL;
INSERT INTO lifecycle (number, mind, memory_id, at, at_offset, night, who, action, reason, undone)
SELECT c.number, c.mind, c.subject, g.at, g.at_offset, g.night, g.who,
       CASE c.deed WHEN 'begin' THEN 'remembered' WHEN 'end' THEN 'erased' WHEN 'shown' THEN 'archived' ELSE 'changed' END,
       c.reason, c.undone
FROM changes c JOIN change_groups g ON g.number = c.group_number;
DROP TABLE change_packs;
DROP TABLE changes;
DROP TABLE change_groups;
DROP TABLE night_steps;
ALTER TABLE nights ADD COLUMN report TEXT NOT NULL DEFAULT '{}';
ALTER TABLE nights ADD COLUMN fades BLOB;
ALTER TABLE attic DROP COLUMN group_number;
ALTER TABLE attic ADD COLUMN night TEXT NOT NULL DEFAULT '';
