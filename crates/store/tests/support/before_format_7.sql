-- Takes away what format 7 added.
DROP TABLE attachments;
DROP TABLE pages;
DROP TABLE page_texts;
