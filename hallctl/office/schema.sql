-- What the head office keeps: each hall's book exactly as the hall wrote it, and what was found in it.
-- Every statement can be run again; a later version only adds.

CREATE TABLE IF NOT EXISTS halls (
    hall text PRIMARY KEY CHECK (hall ~ '^[a-z0-9][a-z0-9-]{0,31}$'),
    name text NOT NULL,
    game text NOT NULL,
    time_zone text NOT NULL,
    nkey text NOT NULL UNIQUE,           -- with which it enters the message server
    controller text NOT NULL,            -- the key that signs its checkpoints: name+id+key
    enrolled timestamptz NOT NULL DEFAULT now(),
    retired timestamptz
);

-- One row an entry: `line` is the line that the hall's second medium has of it, byte for byte.
CREATE TABLE IF NOT EXISTS entries (
    hall text NOT NULL,
    volume integer NOT NULL,
    number bigint NOT NULL,
    time timestamptz NOT NULL,
    kind text NOT NULL,
    hash text NOT NULL,
    line bytea NOT NULL,
    received timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (hall, volume, number)
) PARTITION BY LIST (hall);              -- a partition a hall, itself partitioned by volume

CREATE INDEX IF NOT EXISTS entries_kind ON entries (kind, time);
CREATE INDEX IF NOT EXISTS entries_hash ON entries (hash);

-- Checkpoints that the hall signed, with the office's cosignature.
CREATE TABLE IF NOT EXISTS notes (
    hall text NOT NULL REFERENCES halls,
    volume integer NOT NULL,
    size bigint NOT NULL,
    note text NOT NULL,
    received timestamptz NOT NULL DEFAULT now()
);

-- A row of an index is bounded, a note is not so much: it is known by its digest.
CREATE OR REPLACE FUNCTION digest_of(text) RETURNS bytea LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN sha256(convert_to($1, 'UTF8'));
CREATE UNIQUE INDEX IF NOT EXISTS notes_once ON notes (hall, volume, size, digest_of(note));
DO $$ BEGIN
    IF EXISTS (SELECT FROM pg_constraint WHERE conname = 'notes_pkey') THEN
        ALTER TABLE notes DROP CONSTRAINT notes_pkey;
    END IF;
END $$;

-- Where the verified copy of a volume ends. `peaks` are those of its tree, `state` what verification goes on from.
CREATE TABLE IF NOT EXISTS heads (
    hall text NOT NULL REFERENCES halls,
    volume integer NOT NULL,
    number bigint NOT NULL,
    hash text NOT NULL,
    peaks bytea NOT NULL,
    cosigned bigint NOT NULL DEFAULT 0,
    closed boolean NOT NULL DEFAULT false,
    state bytea,
    time timestamptz NOT NULL,           -- of its last entry
    received timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (hall, volume)
);

-- What is wrong with a hall, until it is no more: fork, gap, late, clock, verification, …
CREATE TABLE IF NOT EXISTS alarms (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    hall text NOT NULL REFERENCES halls,
    code text NOT NULL,
    volume integer,
    number bigint,
    detail text NOT NULL,                -- a sentence in Spanish, for a person
    evidence text NOT NULL DEFAULT '',   -- what the hall sent, where it proves a lie
    raised timestamptz NOT NULL DEFAULT now(),
    seen timestamptz NOT NULL DEFAULT now(),
    ended timestamptz,
    acknowledged timestamptz,
    acknowledged_by text
);

CREATE UNIQUE INDEX IF NOT EXISTS alarms_open ON alarms (hall, code, coalesce(volume, 0), coalesce(number, 0))
    WHERE ended IS NULL;

-- The newest live view that a hall sent: a hint for people, never a fact.
CREATE TABLE IF NOT EXISTS live (
    hall text PRIMARY KEY REFERENCES halls,
    sent timestamptz NOT NULL,
    received timestamptz NOT NULL DEFAULT now(),
    view jsonb NOT NULL
);

-- An entry as JSON; only for reading, nothing is verified by it.
CREATE OR REPLACE VIEW entry_bodies AS
SELECT hall, volume, number, time, kind, hash, received,
    convert_from(line, 'UTF8')::jsonb AS entry, convert_from(line, 'UTF8')::jsonb -> 'body' AS body
FROM entries;
