-- Takes away what format 8 added.
DROP TABLE witnesses;
DROP TABLE activity;
DROP TABLE persons;
DROP TABLE items;
ALTER TABLE turns DROP COLUMN heard_until;
DROP INDEX threads_open;
ALTER TABLE threads DROP COLUMN person;
ALTER TABLE threads DROP COLUMN is_ruled;
ALTER TABLE threads DROP COLUMN topic;
ALTER TABLE threads DROP COLUMN last_at;
ALTER TABLE threads DROP COLUMN last_offset;
ALTER TABLE threads DROP COLUMN closed_at;
ALTER TABLE threads DROP COLUMN closed_offset;
ALTER TABLE threads DROP COLUMN recorded_to;
ALTER TABLE sessions DROP COLUMN tier;
ALTER TABLE sessions DROP COLUMN tier_at;
ALTER TABLE sessions DROP COLUMN tier_offset;
ALTER TABLE sessions DROP COLUMN salience;
