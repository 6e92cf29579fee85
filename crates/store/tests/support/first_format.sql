-- Takes away what later formats added to the first.
DROP TABLE vector_slots;
DROP TABLE vector_minds;
DROP TABLE vector_blocks;
DROP TABLE vector_records;
DROP TABLE vector_codes;
DROP TABLE word_fresh;
DROP TABLE word_blocks;
DROP TABLE word_segments;
DROP TABLE word_gaps;
DROP TABLE ties;
DROP TABLE names;
DROP TABLE feedback;
ALTER TABLE lifecycle DROP COLUMN feedback_before;
ALTER TABLE lifecycle DROP COLUMN feedback_after;
