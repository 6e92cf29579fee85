-- Format 8: What a thread knows of itself. `is_ruled` says that a rule began it, since nobody named one. Times are those of
-- its last turn and of its closing. `recorded_to` is the last memory of the thread that a session has; what comes after it
-- waits for its session.
ALTER TABLE threads ADD COLUMN person TEXT;
ALTER TABLE threads ADD COLUMN is_ruled INTEGER NOT NULL DEFAULT 0;
ALTER TABLE threads ADD COLUMN topic TEXT;
ALTER TABLE threads ADD COLUMN last_at INTEGER;
ALTER TABLE threads ADD COLUMN last_offset INTEGER;
ALTER TABLE threads ADD COLUMN closed_at INTEGER;
ALTER TABLE threads ADD COLUMN closed_offset INTEGER;
ALTER TABLE threads ADD COLUMN recorded_to INTEGER NOT NULL DEFAULT 0;
CREATE INDEX threads_open ON threads (mind, last_at) WHERE closed_at IS NULL AND last_at IS NOT NULL;

-- The tier of a session, since when, and how salient it was when that was decided.
ALTER TABLE sessions ADD COLUMN tier TEXT NOT NULL DEFAULT 'warm';
ALTER TABLE sessions ADD COLUMN tier_at INTEGER;
ALTER TABLE sessions ADD COLUMN tier_offset INTEGER;
ALTER TABLE sessions ADD COLUMN salience REAL;
CREATE INDEX sessions_by_tier ON sessions (tier, tier_at);
