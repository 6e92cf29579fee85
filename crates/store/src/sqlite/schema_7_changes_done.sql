-- Format 7: What the change log takes the place of goes once it was carried over.
DROP TABLE lifecycle;
ALTER TABLE nights DROP COLUMN report;
ALTER TABLE nights DROP COLUMN fades;
DROP INDEX attic_by_memory;
ALTER TABLE attic DROP COLUMN night;
CREATE INDEX attic_by_memory ON attic (mind, memory_id);
DELETE FROM state WHERE key = 'last_compression_run';

-- The life of memories: the change log without what happens to nearly every memory every night.
CREATE VIEW lifecycle AS
SELECT c.number, c.mind, c.subject AS memory_id, g.at, g.at_offset, g.night, g.step, g.who, c.deed, c.reason, c.before,
       c.after, c.undone
FROM changes c JOIN change_groups g ON g.number = c.group_number
WHERE c.subject_sort = 'memory' AND c.reason NOT IN ('faded', 'recalled');
