-- Format 5: `revival_requested` is 2 of a memory that someone put into the archive by hand: recall cannot ask for it.
UPDATE memories SET revival_requested = 2, revival_requested_at = NULL, revival_requested_offset = NULL
WHERE archived_at IS NOT NULL
  AND 'by_hand' = (
      SELECT l.reason FROM lifecycle l
      WHERE l.mind = memories.mind AND l.memory_id = memories.id AND l.action = 'archived' AND l.undone = 0
      ORDER BY l.number DESC LIMIT 1
  );

-- S0 knows only whether it was asked for.
DROP VIEW memories_s0;
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
    m.revival_requested = 1 AS revival_requested,
    strftime('%Y-%m-%dT%H:%M:%S+00:00', m.revival_requested_at / 1000000, 'unixepoch') AS revival_requested_at
FROM memories m
LEFT JOIN texts t ON t.memory = m.seq AND t.version = m.version;
