-- The office's papers: master data that it signs, and that each hall's Director may adopt.

CREATE EXTENSION IF NOT EXISTS btree_gist;

CREATE TABLE IF NOT EXISTS papers (
    kind text NOT NULL CHECK (kind IN ('series', 'rules', 'people', 'program')),
    number integer NOT NULL CHECK (number > 0),
    valid_from date NOT NULL,
    contents text NOT NULL,              -- canonical JSON: what the hall reads
    note text,                           -- the signed head; none before it is signed
    made timestamptz NOT NULL DEFAULT now(),
    signed timestamptz,
    PRIMARY KEY (kind, number)
);

CREATE TABLE IF NOT EXISTS paper_halls (
    kind text NOT NULL,
    number integer NOT NULL,
    hall text NOT NULL REFERENCES halls,
    PRIMARY KEY (kind, number, hall),
    FOREIGN KEY (kind, number) REFERENCES papers
);

-- No card number of a series is ever given to two halls: also not later, since it may be sold.
CREATE TABLE IF NOT EXISTS paper_ranges (
    number integer NOT NULL,
    kind text NOT NULL DEFAULT 'series' CHECK (kind = 'series'),
    hall text NOT NULL REFERENCES halls,
    series text NOT NULL,
    cards int4range NOT NULL CHECK (NOT isempty(cards) AND lower(cards) >= 1 AND upper(cards) IS NOT NULL),
    PRIMARY KEY (number, series),
    FOREIGN KEY (kind, number) REFERENCES papers,
    CONSTRAINT no_card_in_two_halls EXCLUDE USING gist (series WITH =, hall WITH <>, cards WITH &&)
);

-- What each hall's own book says of each paper: the newest word counts. A number that is none is of no paper.
CREATE OR REPLACE VIEW paper_standings AS
SELECT DISTINCT ON (hall, kind, number, digest)
    hall, kind, number, digest, said, person, reason, time, volume, entry
FROM (
    SELECT hall, kind AS said, time, volume, entry_bodies.number AS entry,
        coalesce(body #>> '{paper,kind}', body ->> 'paper_kind') AS kind,
        CASE jsonb_typeof(of_paper.number) WHEN 'number' THEN
            CASE WHEN of_paper.number::bigint BETWEEN 1 AND 2147483647 THEN of_paper.number::integer END END AS number,
        coalesce(body #>> '{paper,digest}', body ->> 'digest') AS digest,
        coalesce(body ->> 'person', '') AS person,
        coalesce(body ->> 'reason', '') AS reason
    FROM entry_bodies, LATERAL (SELECT coalesce(body #> '{paper,number}', body -> 'number') AS number) AS of_paper
    WHERE kind IN ('PaperReceived', 'PaperAdopted', 'PaperRefused')
) AS told
ORDER BY hall, kind, number, digest, volume DESC, entry DESC;
