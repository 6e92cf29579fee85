-- Takes away what format 7 added.
DROP TABLE attachments;
