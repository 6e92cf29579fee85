-- Format 7: What other programs attach to a memory, a text each; it goes and comes back with its memory.
CREATE TABLE attachments (
    memory INTEGER PRIMARY KEY REFERENCES memories (seq),
    text   TEXT NOT NULL
);
