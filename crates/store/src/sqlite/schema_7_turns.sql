-- Format 7: A turn has a number of its own. Until now it had that of the memory that brought it, so the numbers go on
-- after those of all memories, also of those that are gone.
INSERT OR IGNORE INTO places (name, last)
SELECT 'turns', max(coalesce((SELECT last FROM places WHERE name = 'memories'), 0),
                    coalesce((SELECT max(seq) FROM turns), 0), coalesce((SELECT max(turn) FROM memories), 0));
