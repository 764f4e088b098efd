-- How far each volume was read for games that another hall calls.
CREATE TABLE IF NOT EXISTS call_cursors (
    hall text NOT NULL REFERENCES halls,
    volume integer NOT NULL,
    number bigint NOT NULL,
    PRIMARY KEY (hall, volume)
);

-- The games that a hall announced as another's, each as far as its balls were compared with that hall's calls.
CREATE TABLE IF NOT EXISTS followed_games (
    hall text NOT NULL REFERENCES halls,
    volume integer NOT NULL,
    number bigint NOT NULL,              -- of the announcement
    caller text NOT NULL,
    caller_volume integer NOT NULL,
    caller_game integer NOT NULL,
    ball bigint NOT NULL,                -- the entry of the last ball that agreed; before the first the announcement
    call bigint NOT NULL DEFAULT 0,      -- and that of its call; 0 before the first
    entries bigint NOT NULL DEFAULT -1,  -- how many both halls had when it was looked at
    done boolean NOT NULL DEFAULT false,
    differs bigint,                      -- the entry of which an alarm was raised, where it is done for that
    PRIMARY KEY (hall, volume, number)
);
CREATE INDEX IF NOT EXISTS followed_open ON followed_games (hall) WHERE NOT done;
CREATE INDEX IF NOT EXISTS followed_caller ON followed_games (caller, caller_volume);
