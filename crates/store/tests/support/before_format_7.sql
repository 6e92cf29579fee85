-- Takes away what format 7 added.
DELETE FROM places WHERE name = 'turns';
DROP TABLE attachments;
DROP TABLE threads;
DROP TABLE latest_turns;
DROP INDEX memories_by_thread;
DROP INDEX turns_by_thread;
DROP TABLE pages;
DROP TABLE page_texts;
