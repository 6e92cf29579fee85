-- Format 7: Pages. `pages` says which version of a page is shown; a page without a row, or whose version is nothing, is
-- not there. `page_texts` has the versions, whose numbers are never used twice.
CREATE TABLE pages (
    mind    INTEGER NOT NULL REFERENCES minds (number),
    path    TEXT NOT NULL,
    version INTEGER,
    PRIMARY KEY (mind, path)
);

CREATE TABLE page_texts (
    mind      INTEGER NOT NULL REFERENCES minds (number),
    path      TEXT NOT NULL,
    version   INTEGER NOT NULL,
    text      TEXT NOT NULL,
    at        INTEGER NOT NULL,
    at_offset INTEGER NOT NULL,
    who       TEXT NOT NULL,
    PRIMARY KEY (mind, path, version)
);
