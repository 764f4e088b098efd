-- Views over what the head office keeps of every hall's book, for its pages, Grafana and anybody with SQL.
-- They stand in the schema `books` and give for each hall what the views of the book itself (hallctl book query) give:
-- money in minor units, `opened` and the like as the hall's clocks had them, `time` as a moment of the world.
-- A person is told facts from here and never from `live`. Give a reader no more than:
--   GRANT USAGE ON SCHEMA books TO reader; GRANT SELECT ON ALL TABLES IN SCHEMA books TO reader;
-- Nothing here is verified by anything; books.placed is made of entries that were, and can be dropped and made again.
-- Every statement can be run again.

CREATE SCHEMA IF NOT EXISTS books;

-- For the search of entries, the newest first, of one hall or of all.
CREATE INDEX IF NOT EXISTS entries_time ON entries (time DESC, hall, volume DESC, number DESC);

-- Numbers of a body that is what it should be, else NULL: no hall's entry can break a query over all of them, nor
-- can its sums, as no number of a hall is beyond 10^12.
CREATE OR REPLACE FUNCTION books.whole(value jsonb) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
$$ SELECT CASE jsonb_typeof(value) WHEN 'number' THEN
    CASE WHEN value::bigint BETWEEN -1000000000000 AND 1000000000000 THEN value::bigint END END $$;

CREATE OR REPLACE FUNCTION books.items(value jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
$$ SELECT CASE WHEN jsonb_typeof(value) = 'array' THEN value ELSE '[]' END $$;

-- The entries that figures are made of, each with what it belongs to: the session, its day, the game of bingo and the
-- ball set that began last before it in its volume. `plays` is the game of the hall: bingo, roulette or baccarat.
CREATE TABLE IF NOT EXISTS books.placed (
    hall text NOT NULL,
    volume integer NOT NULL,
    number bigint NOT NULL,
    time timestamptz NOT NULL,
    local timestamp NOT NULL,            -- as the hall's clocks had it
    actor text NOT NULL,
    kind text NOT NULL,
    body jsonb NOT NULL,
    plays text NOT NULL,
    session bigint,
    day date,                            -- of the session, as it was opened
    game bigint,
    game_day date,                       -- of the session in which the game was announced
    ball_set text,
    PRIMARY KEY (hall, volume, number)
);
CREATE INDEX IF NOT EXISTS placed_kind ON books.placed (kind, hall, day);
CREATE INDEX IF NOT EXISTS placed_day ON books.placed (hall, day);
CREATE INDEX IF NOT EXISTS placed_game ON books.placed (hall, game_day) WHERE plays = 'bingo';
CREATE INDEX IF NOT EXISTS placed_first ON books.placed (hall, volume, ball_set)
    WHERE kind = 'BallDrawn' AND body @> '{"order": 1}';

-- How far each volume is placed, and what the next entry belongs to. `problem`: why a volume goes no further.
CREATE TABLE IF NOT EXISTS books.placed_until (
    hall text NOT NULL,
    volume integer NOT NULL,
    number bigint NOT NULL,
    plays text NOT NULL,
    session bigint,
    day date,
    game bigint,
    game_day date,
    ball_set text,
    hash text NOT NULL DEFAULT '',       -- of the entry of this number
    problem text NOT NULL DEFAULT '',
    PRIMARY KEY (hall, volume)
);

-- Place the entries of one volume from the one after `after` to `last`.
CREATE OR REPLACE FUNCTION books.place(of_hall text, of_volume integer, after bigint, last bigint) RETURNS void
LANGUAGE sql AS $$
WITH before AS (
    SELECT plays, session, day, game, game_day, ball_set FROM books.placed_until
    WHERE hall = of_hall AND volume = of_volume
    UNION ALL SELECT 'bingo', NULL, NULL, NULL, NULL, NULL LIMIT 1
), fresh AS MATERIALIZED (
    SELECT e.number, e.time, e.kind, e.hash, convert_from(e.line, 'UTF8')::jsonb AS entry
    FROM entries AS e
    WHERE e.hall = of_hall AND e.volume = of_volume AND e.number > after AND e.number <= last
        AND (e.number = last OR e.kind IN (
            'BookOpened', 'BookClosed', 'ControllerStarted', 'SessionOpened', 'SessionClosed',
            'FaultLatched', 'FaultEnded', 'FaultAcknowledged', 'IncidentMinuted', 'IncidentApproved',
            'ComplaintFiled', 'ComplaintResolved', 'ShiftClosed', 'CashCounted',
            'GameAnnounced', 'CardsSold', 'CardsDelivered', 'CardsReturned', 'SaleClosed', 'DrawStarted', 'BallDrawn',
            'CardVerified', 'PrizeAwarded', 'PrizePaid', 'RefundsPaid', 'RemainderBooked', 'ProgressiveSeeded',
            'GameFinished', 'GameVoided', 'BingoCarried', 'GameSigned',
            'BallSetRegistered', 'BallSetMounted', 'BallSetRetired',
            'TableOpened', 'TableFilled', 'TableCredited', 'TableClosed',
            'BetsOpened', 'DemonstrationOpened', 'NumberEstablished', 'ResultEstablished', 'SpinVoided', 'RoundVoided',
            'LosersCollected', 'WinnersPaid'))
), marked AS (
    SELECT *, entry -> 'body' AS body,
        max(CASE WHEN kind = 'BookOpened' THEN number END) OVER w AS at_book,
        max(CASE WHEN kind = 'SessionOpened' THEN number END) OVER w AS at_session,
        max(CASE WHEN kind = 'GameAnnounced' THEN number END) OVER w AS at_game,
        max(CASE WHEN kind = 'BallSetMounted' OR entry #>> '{body,carried,mounted}' <> '' THEN number END) OVER w
            AS at_set
    FROM fresh WINDOW w AS (ORDER BY number)
), began AS MATERIALIZED (
    SELECT number, at_session, body FROM marked
    WHERE kind IN ('BookOpened', 'SessionOpened', 'GameAnnounced', 'BallSetMounted')
), settled AS MATERIALIZED (
    SELECT m.number, m.time, m.kind, m.hash, m.entry, m.body,
        CASE WHEN m.at_book IS NULL THEN u.plays ELSE coalesce(b.body ->> 'game', 'bingo') END AS plays,
        CASE WHEN m.at_session IS NULL THEN u.session ELSE books.whole(s.body -> 'session') END AS session,
        CASE WHEN m.at_session IS NULL THEN u.day ELSE (s.body ->> 'day')::date END AS day,
        CASE WHEN m.at_game IS NULL THEN u.game ELSE books.whole(g.body -> 'game') END AS game,
        CASE WHEN m.at_game IS NULL THEN u.game_day WHEN g.at_session IS NULL THEN u.day
            ELSE (t.body ->> 'day')::date END AS game_day,
        CASE WHEN m.at_set IS NULL THEN u.ball_set
            ELSE coalesce(x.body ->> 'ball_set', x.body #>> '{carried,mounted}') END AS ball_set
    FROM before AS u, marked AS m
        LEFT JOIN began AS b ON b.number = m.at_book LEFT JOIN began AS s ON s.number = m.at_session
        LEFT JOIN began AS g ON g.number = m.at_game LEFT JOIN began AS t ON t.number = g.at_session
        LEFT JOIN began AS x ON x.number = m.at_set
), kept AS (
    INSERT INTO books.placed
    SELECT of_hall, of_volume, number, time,
        date_trunc('second', time AT TIME ZONE 'UTC') + books.whole(entry -> 'offset_minutes') * interval '1 minute',
        coalesce(entry ->> 'actor', ''), kind, coalesce(body, '{}'), plays, session, day, game, game_day, ball_set
    FROM settled
)
INSERT INTO books.placed_until
SELECT of_hall, of_volume, number, plays, session, day, game, game_day, ball_set, hash FROM settled
WHERE number = last
ON CONFLICT (hall, volume) DO UPDATE SET (number, plays, session, day, game, game_day, ball_set, hash, problem)
    = (excluded.number, excluded.plays, excluded.session, excluded.day, excluded.game, excluded.game_day,
        excluded.ball_set, excluded.hash, '')
$$;

-- Place what has come; gives how many volumes had something. A volume that cannot be placed keeps no other from it.
CREATE OR REPLACE FUNCTION books.refresh() RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
    found record;
    done integer := 0;
BEGIN
    IF NOT pg_try_advisory_xact_lock(hashtext('books.refresh')) THEN
        RETURN 0;  -- somebody is at it
    END IF;
    FOR found IN SELECT u.hall, u.volume FROM books.placed_until AS u LEFT JOIN entries AS e USING (hall, volume, number)
        WHERE u.number > 0 AND e.hash IS DISTINCT FROM u.hash
    LOOP  -- its end was given up for another one
        DELETE FROM books.placed AS p WHERE (p.hall, p.volume) = (found.hall, found.volume);
        DELETE FROM books.placed_until AS u WHERE (u.hall, u.volume) = (found.hall, found.volume);
    END LOOP;
    FOR found IN SELECT h.hall, h.volume, h.number, coalesce(u.number, 0) AS after
        FROM heads AS h LEFT JOIN books.placed_until AS u USING (hall, volume)
        WHERE h.number > coalesce(u.number, 0) AND coalesce(u.problem, '') = '' ORDER BY h.hall, h.volume
    LOOP
        BEGIN
            PERFORM books.place(found.hall, found.volume, found.after, found.number);
        EXCEPTION WHEN data_exception OR integrity_constraint_violation THEN
            INSERT INTO books.placed_until (hall, volume, number, plays, problem)
            VALUES (found.hall, found.volume, found.after, 'bingo', SQLERRM)
            ON CONFLICT (hall, volume) DO UPDATE SET problem = excluded.problem;
        END;
        done := done + 1;
    END LOOP;
    RETURN done;
END $$;

-- Forget what was placed of a hall, so that the next refresh makes it anew.
CREATE OR REPLACE FUNCTION books.forget(of_hall text) RETURNS void LANGUAGE sql AS $$
DELETE FROM books.placed WHERE hall = of_hall;
DELETE FROM books.placed_until WHERE hall = of_hall;
$$;

-- Sessions of every hall; a table has rounds where a hall of bingo has games.
CREATE OR REPLACE VIEW books.sessions AS
SELECT hall, volume, plays, day, session,
    min(time) FILTER (WHERE kind = 'SessionOpened') AS time,
    min(local) FILTER (WHERE kind = 'SessionOpened') AS opened,
    max(local) FILTER (WHERE kind = 'SessionClosed') AS closed,
    count(*) FILTER (WHERE kind = 'GameAnnounced') AS games,
    count(*) FILTER (WHERE kind = 'BetsOpened') AS rounds,
    count(*) FILTER (WHERE kind IN ('GameVoided', 'SpinVoided', 'RoundVoided')) AS void,
    coalesce(sum(books.whole(body -> 'amount')) FILTER (WHERE kind = 'PrizePaid'), 0)::bigint AS paid,
    coalesce(sum(books.whole(body -> 'amount')) FILTER (WHERE kind = 'RefundsPaid'), 0)::bigint AS refunds_paid,
    count(*) FILTER (WHERE kind = 'BallDrawn') AS balls,
    count(*) FILTER (WHERE kind = 'FaultLatched') AS faults,
    count(*) FILTER (WHERE kind = 'IncidentMinuted') AS incidents
FROM books.placed WHERE session IS NOT NULL GROUP BY hall, volume, plays, day, session;

-- Games of bingo: cards sold, what was collected, what prizes and house got of it.
CREATE OR REPLACE VIEW books.games AS
SELECT hall, volume, game_day AS day, game, min(session) AS session,
    min(time) FILTER (WHERE kind = 'GameAnnounced') AS time,
    min(local) FILTER (WHERE kind = 'GameAnnounced') AS announced,
    max(local) FILTER (WHERE kind = 'DrawStarted') AS draw_started,
    max(local) FILTER (WHERE kind IN ('GameFinished', 'GameVoided', 'BingoCarried')) AS ended,
    CASE WHEN bool_or(kind = 'GameVoided') THEN 'void' WHEN bool_or(kind = 'BingoCarried') THEN 'carried'
        WHEN bool_or(kind = 'GameFinished') THEN 'finished' ELSE 'open' END AS outcome,
    max(body ->> 'series') FILTER (WHERE kind = 'GameAnnounced') AS series,
    max(books.whole(body -> 'face_value')) FILTER (WHERE kind = 'GameAnnounced') AS price,
    max(books.whole(body -> 'cards')) FILTER (WHERE kind = 'SaleClosed') AS cards,
    max(books.whole(body -> 'collected')) FILTER (WHERE kind = 'SaleClosed') AS collected,
    max(books.whole(body -> 'line')) FILTER (WHERE kind = 'SaleClosed') AS line,
    max(books.whole(body -> 'bingo')) FILTER (WHERE kind = 'SaleClosed') AS bingo,
    coalesce(max(books.whole(body -> 'house')) FILTER (WHERE kind = 'GameVoided'),
        max(books.whole(body -> 'house')) FILTER (WHERE kind = 'SaleClosed')) AS house,
    max(books.whole(body -> 'refunded')) FILTER (WHERE kind = 'GameVoided') AS refunded,
    coalesce(sum(books.whole(body -> 'amount')) FILTER (WHERE kind = 'PrizeAwarded'), 0)::bigint AS awarded,
    coalesce(sum(books.whole(body -> 'amount')) FILTER (WHERE kind = 'PrizePaid'), 0)::bigint AS paid,
    max(books.whole(body -> 'counted')) FILTER (WHERE kind = 'CashCounted') AS cash_counted,
    count(*) FILTER (WHERE kind = 'BallDrawn') AS balls,
    max(books.whole(body -> 'folio')) FILTER (WHERE kind = 'GameSigned') AS folio
FROM books.placed
WHERE plays = 'bingo' AND game IS NOT NULL AND kind IN ('GameAnnounced', 'DrawStarted', 'GameFinished', 'GameVoided',
    'BingoCarried', 'SaleClosed', 'PrizeAwarded', 'PrizePaid', 'CashCounted', 'BallDrawn', 'GameSigned')
GROUP BY hall, volume, game_day, game;

-- Rounds of tables: the spins of roulette, the rounds of baccarat. Money is there where the table knows the stakes.
CREATE OR REPLACE VIEW books.rounds AS
SELECT hall, volume, plays, min(day) AS day, min(session) AS session,
    coalesce(books.whole(body -> 'spin'), books.whole(body -> 'round')) AS round,
    min(time) AS time, min(local) AS opened,
    max(local) FILTER (WHERE kind IN ('NumberEstablished', 'ResultEstablished', 'SpinVoided', 'RoundVoided')) AS ended,
    CASE WHEN bool_or(kind IN ('SpinVoided', 'RoundVoided')) THEN 'void'
        WHEN bool_or(kind = 'DemonstrationOpened') THEN 'demonstration'
        WHEN bool_or(kind IN ('NumberEstablished', 'ResultEstablished')) THEN 'finished' ELSE 'open' END AS outcome,
    coalesce(max(body ->> 'pocket'), max(body ->> 'result')) AS result,
    coalesce(sum(books.whole(body -> 'collected')), 0)::bigint AS collected,
    coalesce(sum(coalesce(books.whole(body -> 'paid'), books.whole(body -> 'prizes'))), 0)::bigint AS paid,
    coalesce(sum(books.whole(body -> 'commission')), 0)::bigint AS commission
FROM books.placed
WHERE plays <> 'bingo' AND kind IN ('BetsOpened', 'DemonstrationOpened', 'NumberEstablished', 'ResultEstablished',
    'SpinVoided', 'RoundVoided', 'LosersCollected', 'WinnersPaid')
GROUP BY hall, volume, plays, coalesce(books.whole(body -> 'spin'), books.whole(body -> 'round'));

-- What a table won or lost from its float to its count, each time that it was closed.
CREATE OR REPLACE VIEW books.banks AS
SELECT hall, volume, plays, day, session, time, local AS closed, books.whole(body -> 'initial') AS initial,
    books.whole(body -> 'fills') AS fills, books.whole(body -> 'credits') AS credits,
    books.whole(body -> 'won') AS won, books.whole(body -> 'counted') AS counted,
    books.whole(body -> 'result') AS result, number AS entry
FROM books.placed WHERE kind = 'TableClosed' AND plays <> 'bingo';

CREATE OR REPLACE VIEW books.balls AS
SELECT hall, volume, game_day AS day, session, game, books.whole(body -> 'order') AS "order",
    books.whole(body -> 'ball') AS ball, ball_set, time, local AS drawn, body ->> 'reader' AS reader,
    body ->> 'picture' AS picture, number AS entry
FROM books.placed WHERE kind = 'BallDrawn' AND plays = 'bingo';

-- Cards delivered, sold or returned, by seller; those returned count below zero.
CREATE OR REPLACE VIEW books.sales AS
SELECT hall, volume, game_day AS day, session, game, time, local AS sold, body ->> 'seller' AS seller,
    CASE kind WHEN 'CardsReturned' THEN 'returned' ELSE 'delivered' END AS movement,
    range ->> 'series' AS series, books.whole(range -> 'first') AS first, books.whole(range -> 'last') AS last,
    (books.whole(range -> 'last') - books.whole(range -> 'first') + 1)
        * CASE kind WHEN 'CardsReturned' THEN -1 ELSE 1 END AS cards,
    number AS entry
FROM (SELECT *, coalesce(body -> 'cards', body -> 'sold') AS range FROM books.placed
    WHERE plays = 'bingo' AND kind IN ('CardsSold', 'CardsDelivered', 'CardsReturned')) AS moved;

-- Prizes awarded, and by whom each was paid; a jackpot is one with the name of its progressive.
CREATE OR REPLACE VIEW books.prizes AS
SELECT a.hall, a.volume, a.game_day AS day, a.session, a.game, a.body ->> 'claim' AS claim,
    a.body ->> 'progressive' AS progressive, a.body ->> 'series' AS series, books.whole(a.body -> 'card') AS card,
    books.whole(a.body -> 'amount') AS amount, a.time, a.local AS awarded, p.local AS paid, p.actor AS paid_by,
    coalesce(p.body ->> 'winner', '') AS winner, coalesce(p.body ->> 'document', '') AS document, a.number AS entry
FROM books.placed AS a LEFT JOIN books.placed AS p ON p.kind = 'PrizePaid'
    AND (p.hall, p.volume, p.game) = (a.hall, a.volume, a.game) AND p.game_day = a.game_day
    AND p.body ->> 'claim' = a.body ->> 'claim' AND p.body ->> 'progressive' = a.body ->> 'progressive'
    AND p.body ->> 'series' = a.body ->> 'series' AND p.body -> 'card' = a.body -> 'card'
WHERE a.kind = 'PrizeAwarded' AND a.plays = 'bingo';

CREATE OR REPLACE VIEW books.claims AS
SELECT hall, volume, game_day AS day, session, game, time, local AS verified, body ->> 'claim' AS claim,
    body ->> 'series' AS series, books.whole(body -> 'card') AS card, body -> 'good' = 'true' AS good,
    body -> 'faults' AS faults, number AS entry
FROM books.placed WHERE kind = 'CardVerified' AND plays = 'bingo';

-- Every movement of a progressive and what it then holds, in the hall's volume.
CREATE OR REPLACE VIEW books.progressives AS
SELECT m.hall, m.volume, e.day, e.session, e.game, e.time, e.local AS moved, m.progressive, m.reason, m.amount,
    sum(m.amount) OVER (PARTITION BY m.hall, m.volume, m.progressive ORDER BY m.number, m.place)::bigint AS held,
    m.number AS entry
FROM (
    SELECT hall, volume, number, place - 1 AS place, c ->> 'name' AS progressive, 'forward' AS reason,
        books.whole(c -> 'amount') AS amount
    FROM books.placed, jsonb_array_elements(books.items(body #> '{carried,progressives}')) WITH ORDINALITY AS x(c, place)
    WHERE kind = 'BookOpened'
    UNION ALL SELECT hall, volume, number, 0, body ->> 'progressive',
        CASE kind WHEN 'ProgressiveSeeded' THEN 'seed' ELSE 'award' END,
        books.whole(body -> 'amount') * CASE kind WHEN 'ProgressiveSeeded' THEN 1 ELSE -1 END
    FROM books.placed WHERE kind IN ('ProgressiveSeeded', 'PrizeAwarded') AND body ->> 'progressive' <> ''
    UNION ALL SELECT hall, volume, number, 0, body ->> 'source', 'remainder', -books.whole(body -> 'amount')
    FROM books.placed WHERE kind = 'RemainderBooked' AND body ->> 'source' <> ''
    UNION ALL SELECT hall, volume, number, 1, body ->> 'account', 'remainder', books.whole(body -> 'amount')
    FROM books.placed WHERE kind = 'RemainderBooked' AND body ->> 'account' <> ''
    UNION ALL SELECT hall, volume, number, place - 1, c ->> 'progressive', 'contribution', books.whole(c -> 'amount')
    FROM books.placed, jsonb_array_elements(books.items(body -> 'progressives')) WITH ORDINALITY AS x(c, place)
    WHERE kind = 'SaleClosed'
    UNION ALL SELECT hall, volume, number, place - 1, c ->> 'progressive', 'void', -books.whole(c -> 'amount')
    FROM books.placed, jsonb_array_elements(books.items(body -> 'reversed')) WITH ORDINALITY AS x(c, place)
    WHERE kind = 'GameVoided'
) AS m JOIN books.placed AS e USING (hall, volume, number);

-- Ball sets as each volume knows them, with the games that were played with each: after 1,000 it must be changed (AJ-25).
CREATE OR REPLACE VIEW books.ball_sets AS
SELECT s.hall, s.volume, s.ball_set, s.registered,
    (SELECT count(*) FROM books.placed AS m WHERE m.kind = 'BallSetMounted' AND m.hall = s.hall
        AND m.volume = s.volume AND m.body ->> 'ball_set' = s.ball_set) AS mountings,
    s.games + coalesce(f.games, 0) AS games, coalesce(f.void, 0) AS void,
    r.local AS retired, r.body ->> 'reason' AS reason
FROM (
    SELECT hall, volume, body ->> 'ball_set' AS ball_set, local AS registered, 0::bigint AS games
    FROM books.placed WHERE kind = 'BallSetRegistered'
    UNION ALL SELECT hall, volume, c ->> 'name', local, books.whole(c -> 'games')
    FROM books.placed, jsonb_array_elements(books.items(body #> '{carried,ball_sets}')) AS c WHERE kind = 'BookOpened'
) AS s LEFT JOIN (
    SELECT b.hall, b.volume, b.ball_set, count(*) AS games, count(v.number) AS void
    FROM books.placed AS b LEFT JOIN books.placed AS v
        ON v.kind = 'GameVoided' AND v.hall = b.hall AND v.volume = b.volume AND v.game = b.game
    WHERE b.kind = 'BallDrawn' AND b.body @> '{"order": 1}' GROUP BY b.hall, b.volume, b.ball_set
) AS f USING (hall, volume, ball_set)
LEFT JOIN books.placed AS r ON r.kind = 'BallSetRetired' AND r.hall = s.hall AND r.volume = s.volume
    AND r.body ->> 'ball_set' = s.ball_set;

-- Cash that was counted against what should be there: of a game, or of a cashier's shift.
CREATE OR REPLACE VIEW books.cash AS
SELECT hall, volume, day, session, time, local AS counted_at,
    CASE kind WHEN 'ShiftClosed' THEN 'shift' ELSE 'game' END AS what,
    CASE kind WHEN 'ShiftClosed' THEN books.whole(body -> 'shift') ELSE game END AS which,
    body ->> 'cashier' AS cashier, books.whole(body -> 'expected') AS expected, books.whole(body -> 'counted') AS counted,
    books.whole(body -> 'counted') - books.whole(body -> 'expected') AS difference, number AS entry
FROM books.placed WHERE kind IN ('CashCounted', 'ShiftClosed');

CREATE OR REPLACE VIEW books.incidents AS
SELECT i.hall, i.volume, i.day, i.session, i.game, i.time, i.local AS minuted, books.whole(i.body -> 'number') AS incident,
    i.body ->> 'text' AS text, i.body ->> 'author' AS author, a.body ->> 'approver' AS approver, i.number AS entry
FROM books.placed AS i LEFT JOIN books.placed AS a ON a.kind = 'IncidentApproved' AND a.hall = i.hall
    AND a.volume = i.volume AND a.body -> 'number' = i.body -> 'number'
WHERE i.kind = 'IncidentMinuted';

-- What became of devices, step by step; `open_faults` has those that nobody has acknowledged.
CREATE OR REPLACE VIEW books.faults AS
SELECT hall, volume, day, session, game, time, local AS noted, kind, body ->> 'device' AS device,
    body ->> 'code' AS code, body ->> 'detail' AS detail, number AS entry
FROM books.placed WHERE kind IN ('FaultLatched', 'FaultEnded', 'FaultAcknowledged');

CREATE OR REPLACE VIEW books.open_faults AS
SELECT * FROM (SELECT DISTINCT ON (hall, volume, device, code) * FROM books.faults WHERE kind <> 'FaultEnded'
    ORDER BY hall, volume, device, code, entry DESC) AS newest
WHERE kind = 'FaultLatched'
    AND NOT EXISTS (SELECT FROM books.placed AS c WHERE c.kind = 'BookClosed' AND (c.hall, c.volume) = (newest.hall, newest.volume));

CREATE OR REPLACE VIEW books.complaints AS
SELECT c.hall, c.volume, c.day, c.session, books.whole(c.body -> 'game') AS game, c.time, c.local AS filed,
    books.whole(c.body -> 'number') AS complaint, c.body ->> 'claimant' AS claimant, c.body ->> 'document' AS document,
    c.body ->> 'text' AS text, c.body -> 'late' = 'true' AS late, r.body ->> 'decision' AS decision, c.number AS entry
FROM books.placed AS c LEFT JOIN books.placed AS r ON r.kind = 'ComplaintResolved' AND r.hall = c.hall
    AND r.volume = c.volume AND r.body -> 'number' = c.body -> 'number'
WHERE c.kind = 'ComplaintFiled';

-- A line a hall and day: what an owner asks first. A day is that of the session, also after midnight.
CREATE OR REPLACE VIEW books.days AS
SELECT hall, day, sum(games)::bigint AS games, sum(void)::bigint AS void, sum(rounds)::bigint AS rounds,
    sum(cards)::bigint AS cards, sum(income)::bigint AS income, sum(awarded)::bigint AS awarded,
    sum(paid)::bigint AS paid, sum(refunded)::bigint AS refunded, sum(house)::bigint AS house,
    sum(bank)::bigint AS bank, sum(cash_difference)::bigint AS cash_difference,
    sum(faults)::bigint AS faults, sum(incidents)::bigint AS incidents, sum(complaints)::bigint AS complaints
FROM (
    SELECT hall, day, 1 AS games, (outcome = 'void')::int AS void, 0 AS rounds, coalesce(cards, 0) AS cards,
        coalesce(collected, 0) AS income, awarded, paid, coalesce(refunded, 0) AS refunded, coalesce(house, 0) AS house,
        0 AS bank, 0 AS cash_difference, 0 AS faults, 0 AS incidents, 0 AS complaints
    FROM books.games
    UNION ALL SELECT hall, day, 0, void * (rounds > 0)::int, rounds, 0, 0, 0, 0, 0, 0, 0, 0, faults, incidents, 0
    FROM books.sessions
    UNION ALL SELECT hall, day, 0, 0, 0, 0, 0, 0, 0, 0, 0, result, 0, 0, 0, 0 FROM books.banks
    UNION ALL SELECT hall, day, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, difference, 0, 0, 0 FROM books.cash
    UNION ALL SELECT hall, day, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1 FROM books.complaints
) AS parts WHERE day IS NOT NULL GROUP BY hall, day;
