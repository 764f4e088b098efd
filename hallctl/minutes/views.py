"""Views over the book for people with an SQL tool: its entries as games, balls, sales, prizes and so on.

Not responsible for the entries, which stay as they are, nor for anything that counts: acts, reports and
verification read the entries themselves. Times are those of the hall's clocks, money is in minor units.
"""

from collections.abc import Mapping
from typing import Final

_LOCAL: Final = "datetime(e.time, e.offset_minutes || ' minutes')"


def _field(name: str, entry: str = "e") -> str:
    return f"json_extract({entry}.body, '$.{name}')"


# What an entry belongs to is what began last before it: a running count over the book in one pass.
_PLACED: Final = """CREATE VIEW placed AS
SELECT number, time, offset_minutes, actor, kind, body,
    max(CASE kind WHEN 'SessionOpened' THEN json_extract(body, '$.session') END)
        OVER (ORDER BY number) AS session,
    max(CASE kind WHEN 'GameAnnounced' THEN json_extract(body, '$.game') END)
        OVER (ORDER BY number) AS game,
    max(CASE WHEN kind = 'BallSetMounted' OR json_extract(body, '$.carried.mounted') <> '' THEN number END)
        OVER (ORDER BY number) AS mounting
FROM entries"""

_SESSIONS: Final = f"""CREATE VIEW sessions AS
SELECT e.session AS session,
    min(CASE e.kind WHEN 'SessionOpened' THEN {_LOCAL} END) AS opened,
    max(CASE e.kind WHEN 'SessionClosed' THEN {_LOCAL} END) AS closed,
    sum(e.kind = 'GameAnnounced') AS games,
    sum(e.kind = 'GameVoided') AS void,
    coalesce(sum(CASE e.kind WHEN 'PrizePaid' THEN {_field("amount")} END), 0) AS paid,
    coalesce(sum(CASE e.kind WHEN 'RefundsPaid' THEN {_field("amount")} END), 0) AS refunds_paid,
    sum(e.kind = 'BallDrawn') AS balls,
    sum(e.kind = 'FaultLatched') AS faults,
    sum(e.kind = 'IncidentMinuted') AS incidents
FROM placed AS e WHERE e.session IS NOT NULL GROUP BY e.session"""

_GAMES: Final = f"""CREATE VIEW games AS
SELECT e.game AS game, min(e.session) AS session,
    min(CASE e.kind WHEN 'GameAnnounced' THEN {_LOCAL} END) AS announced,
    max(CASE e.kind WHEN 'DrawStarted' THEN {_LOCAL} END) AS draw_started,
    max(CASE WHEN e.kind IN ('GameFinished', 'GameVoided', 'BingoCarried') THEN {_LOCAL} END) AS ended,
    CASE WHEN sum(e.kind = 'GameVoided') THEN 'void' WHEN sum(e.kind = 'BingoCarried') THEN 'carried'
        WHEN sum(e.kind = 'GameFinished') THEN 'finished' ELSE 'open' END AS outcome,
    max(CASE e.kind WHEN 'GameAnnounced' THEN {_field("series")} END) AS series,
    max(CASE e.kind WHEN 'GameAnnounced' THEN {_field("face_value")} END) AS price,
    max(CASE e.kind WHEN 'SaleClosed' THEN {_field("cards")} END) AS cards,
    max(CASE e.kind WHEN 'SaleClosed' THEN {_field("collected")} END) AS collected,
    max(CASE e.kind WHEN 'SaleClosed' THEN {_field("line")} END) AS line,
    max(CASE e.kind WHEN 'SaleClosed' THEN {_field("bingo")} END) AS bingo,
    coalesce(max(CASE e.kind WHEN 'GameVoided' THEN {_field("house")} END),
        max(CASE e.kind WHEN 'SaleClosed' THEN {_field("house")} END)) AS house,
    max(CASE e.kind WHEN 'GameVoided' THEN {_field("refunded")} END) AS refunded,
    coalesce(sum(CASE e.kind WHEN 'PrizeAwarded' THEN {_field("amount")} END), 0) AS awarded,
    coalesce(sum(CASE e.kind WHEN 'PrizePaid' THEN {_field("amount")} END), 0) AS paid,
    max(CASE e.kind WHEN 'CashCounted' THEN {_field("counted")} END) AS cash_counted,
    sum(e.kind = 'BallDrawn') AS balls,
    max(CASE e.kind WHEN 'GameSigned' THEN {_field("folio")} END) AS folio
FROM placed AS e WHERE e.game IS NOT NULL GROUP BY e.game"""

_BALLS: Final = f"""CREATE VIEW balls AS
SELECT e.session AS session, e.game AS game, {_field("order")} AS "order", {_field("ball")} AS ball,
    coalesce({_field("ball_set", "m")}, {_field("carried.mounted", "m")}) AS ball_set, {_LOCAL} AS time,
    {_field("reader")} AS reader,
    {_field("picture")} AS picture, e.number AS entry
FROM placed AS e LEFT JOIN entries AS m ON m.number = e.mounting
WHERE e.kind = 'BallDrawn'"""

_SALES: Final = f"""CREATE VIEW sales AS
SELECT e.session AS session, e.game AS game, {_LOCAL} AS time, {_field("seller")} AS seller,
    CASE e.kind WHEN 'CardsReturned' THEN 'returned' ELSE 'delivered' END AS movement,
    coalesce({_field("cards.series")}, {_field("sold.series")}) AS series,
    coalesce({_field("cards.first")}, {_field("sold.first")}) AS first,
    coalesce({_field("cards.last")}, {_field("sold.last")}) AS last,
    (coalesce({_field("cards.last")}, {_field("sold.last")})
        - coalesce({_field("cards.first")}, {_field("sold.first")}) + 1)
        * CASE e.kind WHEN 'CardsReturned' THEN -1 ELSE 1 END AS cards,
    e.number AS entry
FROM placed AS e WHERE e.kind IN ('CardsSold', 'CardsDelivered', 'CardsReturned')"""

_PRIZES: Final = f"""CREATE VIEW prizes AS
SELECT e.session AS session, e.game AS game, {_field("claim")} AS claim,
    {_field("progressive")} AS progressive, {_field("series")} AS series, {_field("card")} AS card,
    {_field("amount")} AS amount, {_LOCAL} AS awarded, p.paid AS paid, p.paid_by AS paid_by,
    coalesce(p.winner, '') AS winner, coalesce(p.document, '') AS document, e.number AS entry
FROM placed AS e LEFT JOIN (
    SELECT e.game AS game, {_field("claim")} AS claim, {_field("progressive")} AS progressive,
        {_field("series")} AS series, {_field("card")} AS card, {_LOCAL} AS paid, e.actor AS paid_by,
        {_field("winner")} AS winner, {_field("document")} AS document
    FROM placed AS e WHERE e.kind = 'PrizePaid'
) AS p ON (p.game, p.claim, p.progressive, p.series, p.card)
    = (e.game, {_field("claim")}, {_field("progressive")}, {_field("series")}, {_field("card")})
WHERE e.kind = 'PrizeAwarded'"""

_CLAIMS: Final = f"""CREATE VIEW claims AS
SELECT e.session AS session, e.game AS game, {_LOCAL} AS time, {_field("claim")} AS claim,
    {_field("series")} AS series, {_field("card")} AS card, {_field("good")} AS good,
    {_field("faults")} AS faults, e.number AS entry
FROM placed AS e WHERE e.kind = 'CardVerified'"""

_PROGRESSIVES: Final = f"""CREATE VIEW progressives AS
SELECT e.session AS session, e.game AS game, {_LOCAL} AS time, m.progressive AS progressive,
    m.reason AS reason, m.amount AS amount,
    sum(m.amount) OVER (PARTITION BY m.progressive ORDER BY m.number, m.place) AS held, m.number AS entry
FROM (
    SELECT e.number AS number, c.key AS place, json_extract(c.value, '$.name') AS progressive,
        'forward' AS reason, json_extract(c.value, '$.amount') AS amount
    FROM entries AS e, json_each(e.body, '$.carried.progressives') AS c WHERE e.kind = 'BookOpened'
    UNION ALL SELECT e.number AS number, 0 AS place, {_field("progressive")} AS progressive,
        CASE e.kind WHEN 'ProgressiveSeeded' THEN 'seed' ELSE 'award' END AS reason,
        {_field("amount")} * CASE e.kind WHEN 'ProgressiveSeeded' THEN 1 ELSE -1 END AS amount
    FROM entries AS e WHERE e.kind IN ('ProgressiveSeeded', 'PrizeAwarded') AND {_field("progressive")} <> ''
    UNION ALL SELECT e.number, 0, {_field("source")}, 'remainder', -{_field("amount")}
    FROM entries AS e WHERE e.kind = 'RemainderBooked' AND {_field("source")} <> ''
    UNION ALL SELECT e.number, 1, {_field("account")}, 'remainder', {_field("amount")}
    FROM entries AS e WHERE e.kind = 'RemainderBooked' AND {_field("account")} <> ''
    UNION ALL SELECT e.number, c.key, json_extract(c.value, '$.progressive'), 'contribution',
        json_extract(c.value, '$.amount')
    FROM entries AS e, json_each(e.body, '$.progressives') AS c WHERE e.kind = 'SaleClosed'
    UNION ALL SELECT e.number, c.key, json_extract(c.value, '$.progressive'), 'void',
        -json_extract(c.value, '$.amount')
    FROM entries AS e, json_each(e.body, '$.reversed') AS c WHERE e.kind = 'GameVoided'
) AS m JOIN placed AS e ON e.number = m.number"""

_INCIDENTS: Final = f"""CREATE VIEW incidents AS
SELECT e.session AS session, e.game AS game, {_LOCAL} AS time, {_field("number")} AS incident,
    {_field("text")} AS text, {_field("author")} AS author,
    (SELECT {_field("approver", "a")} FROM entries AS a
        WHERE a.kind = 'IncidentApproved' AND {_field("number", "a")} = {_field("number")}) AS approver,
    e.number AS entry
FROM placed AS e WHERE e.kind = 'IncidentMinuted'"""

_FAULTS: Final = f"""CREATE VIEW faults AS
SELECT e.session AS session, e.game AS game, {_LOCAL} AS time, e.kind AS kind,
    {_field("device")} AS device, {_field("code")} AS code, {_field("detail")} AS detail, e.number AS entry
FROM placed AS e WHERE e.kind IN ('FaultLatched', 'FaultEnded', 'FaultAcknowledged')"""

_COMPLAINTS: Final = f"""CREATE VIEW complaints AS
SELECT e.session AS session, {_field("game")} AS game, {_LOCAL} AS time, {_field("number")} AS complaint,
    {_field("claimant")} AS claimant, {_field("document")} AS document, {_field("text")} AS text,
    {_field("late")} AS late,
    (SELECT {_field("decision", "r")} FROM entries AS r
        WHERE r.kind = 'ComplaintResolved' AND {_field("number", "r")} = {_field("number")}) AS decision,
    e.number AS entry
FROM placed AS e WHERE e.kind = 'ComplaintFiled'"""

_BALL_SETS: Final = f"""CREATE VIEW ball_sets AS
SELECT s.ball_set AS ball_set, s.registered AS registered,
    (SELECT count(*) FROM entries AS e WHERE e.kind = 'BallSetMounted'
        AND {_field("ball_set")} = s.ball_set) AS mountings,
    s.games + (SELECT count(*) FROM balls AS b WHERE b.ball_set = s.ball_set AND b."order" = 1) AS games,
    (SELECT count(*) FROM balls AS b JOIN games AS g ON g.game = b.game
        WHERE b.ball_set = s.ball_set AND b."order" = 1 AND g.outcome = 'void') AS void,
    (SELECT {_LOCAL} FROM entries AS e WHERE e.kind = 'BallSetRetired'
        AND {_field("ball_set")} = s.ball_set) AS retired,
    (SELECT {_field("reason")} FROM entries AS e WHERE e.kind = 'BallSetRetired'
        AND {_field("ball_set")} = s.ball_set) AS reason
FROM (SELECT {_field("ball_set")} AS ball_set, {_LOCAL} AS registered, 0 AS games
    FROM entries AS e WHERE e.kind = 'BallSetRegistered'
    UNION ALL SELECT json_extract(c.value, '$.name'), {_LOCAL}, json_extract(c.value, '$.games')
    FROM entries AS e, json_each(e.body, '$.carried.ball_sets') AS c WHERE e.kind = 'BookOpened') AS s"""

_PEOPLE: Final = f"""CREATE VIEW people_actions AS
SELECT substr(e.actor, instr(e.actor, ':') + 1) AS person,
    substr(e.actor, 1, instr(e.actor, ':') - 1) AS post, e.session AS session, e.game AS game,
    {_LOCAL} AS time, e.kind AS kind, e.number AS entry
FROM placed AS e WHERE e.actor NOT LIKE 'controller:%' AND e.kind <> 'EntrySigned'"""

VIEWS: Final[Mapping[str, str]] = {
    "placed": _PLACED,
    "sessions": _SESSIONS,
    "games": _GAMES,
    "balls": _BALLS,
    "sales": _SALES,
    "prizes": _PRIZES,
    "claims": _CLAIMS,
    "progressives": _PROGRESSIVES,
    "incidents": _INCIDENTS,
    "faults": _FAULTS,
    "complaints": _COMPLAINTS,
    "ball_sets": _BALL_SETS,
    "people_actions": _PEOPLE,
}
"""Every view by its name, in an order in which they can be created: some are made of others."""

_OFFERED: Final = f"""CREATE TEMP VIEW offered AS
SELECT e.session AS session, e.game AS game, o.place AS place, o.prize AS prize, o.amount AS amount,
    count(p.entry) AS cards, coalesce(sum(p.amount), 0) AS awarded, e.number AS entry
FROM placed AS e JOIN (
    SELECT e.number AS number, p.key + 1 AS place, json_extract(p.value, '$.prize') AS prize,
        json_extract(p.value, '$.amount') AS amount
    FROM entries AS e, json_each(e.body, '$.prizes') AS p WHERE e.kind = 'SaleClosed'
    UNION ALL SELECT e.number, n.value + 1, CASE n.value WHEN 0 THEN 'line' ELSE 'bingo' END,
        CASE n.value WHEN 0 THEN {_field("line")} ELSE {_field("bingo")} END
    FROM entries AS e, json_each('[0, 1]') AS n
    WHERE e.kind = 'SaleClosed' AND json_type(e.body, '$.prizes') IS NULL
) AS o ON o.number = e.number
LEFT JOIN prizes AS p ON p.game = e.game AND p.claim = o.prize AND p.progressive = ''
GROUP BY e.number, o.place"""

LATER_VIEWS: Final[Mapping[str, str]] = {"offered": _OFFERED}
"""Views that no volume has in its schema, which stays as it is: who asks a volume makes them for that."""
