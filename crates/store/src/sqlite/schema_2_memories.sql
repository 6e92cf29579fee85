-- The few that are protected, among all: a session begins with them.
CREATE INDEX IF NOT EXISTS memories_protected ON memories (mind, created) WHERE protected = 1;
