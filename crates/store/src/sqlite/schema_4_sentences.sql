-- Format 4: The sentences of long texts under a model that reads them: a byte for each component, one behind the other.
-- Nothing of a text whose sentences nobody has looked at; empty of one that is short.
ALTER TABLE vectors ADD COLUMN sentences BLOB;
