-- Format 3: In `vector_records`, what a recall looks at of every memory of a block lies before all the rest, so that
-- no more than that has to be read.

-- Files of format 2 from before it was finished are without it.
CREATE INDEX IF NOT EXISTS memories_protected ON memories (mind, created) WHERE protected = 1;
