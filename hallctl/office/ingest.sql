-- What taking halls' books in needs beside the books: where a hall begins, superseded tails, who was told of what.

ALTER TABLE halls ADD COLUMN IF NOT EXISTS caller text NOT NULL DEFAULT '';  -- the hall that may call for it
ALTER TABLE halls ADD COLUMN IF NOT EXISTS first_volume integer NOT NULL DEFAULT 1;  -- older ones are elsewhere
ALTER TABLE halls ADD COLUMN IF NOT EXISTS missing_since timestamptz;  -- entries are missing, and later ones came

-- Entries of a history that a person gave up for another one (`hallctl office settle`): evidence, for ever.
CREATE TABLE IF NOT EXISTS superseded (
    hall text NOT NULL,
    volume integer NOT NULL,
    number bigint NOT NULL,
    line bytea NOT NULL,
    received timestamptz NOT NULL,
    superseded timestamptz NOT NULL DEFAULT now(),
    because text NOT NULL
);

-- To whom an alarm was told, and how often it was tried.
CREATE TABLE IF NOT EXISTS alarm_notices (
    alarm bigint NOT NULL REFERENCES alarms,
    way text NOT NULL CHECK (way IN ('mail', 'webhook')),
    tries integer NOT NULL DEFAULT 0,
    next timestamptz NOT NULL DEFAULT now(),
    told timestamptz,
    problem text NOT NULL DEFAULT '',
    PRIMARY KEY (alarm, way)
);
