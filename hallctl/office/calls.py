"""Compares the balls that a hall took of another's calls with that hall's own book, as the office has both.

Each book is right by itself; here one of the two says otherwise than the other: the next ball of a game has
to be the next call of that game. How far each game is compared is in the database. Not responsible for which
of the two is wrong: that is found out in the halls.
"""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from psycopg import IsolationLevel

from hallctl.office import alarms
from hallctl.office.bodies import BROKEN, Body, BodyError, body_of, text, whole
from hallctl.office.database import UNKEPT, Connection
from hallctl.office.parts import Office, Periodic
from hallctl.office.verification import Finding, shown

CALLS: Final = "OFFICE-CALLS"
EVERY_S: Final = 5.0

_PAST: Final = timedelta(minutes=10)
"""By how much later an entry of the calling hall is than a ball that it has to have called before.

More than their clocks may differ.
"""
_BATCH: Final = 500
_LAST_ENTRY: Final = 2**62
_ANNOUNCED: Final = "GameAnnounced"

_UNREAD: Final = """
SELECT h.hall, h.volume, coalesce(c.number, 0), h.number, l.caller
FROM heads h JOIN halls l USING (hall) LEFT JOIN call_cursors c USING (hall, volume)
WHERE h.number > coalesce(c.number, 0) ORDER BY h.hall, h.volume
"""
_ENTRIES: Final = """
SELECT number, kind, time, hash, line FROM entries
WHERE hall = %s AND volume = %s AND number > %s AND number <= %s AND kind = ANY(%s) ORDER BY number LIMIT %s
"""
_READ: Final = """
INSERT INTO call_cursors VALUES (%s, %s, %s) ON CONFLICT (hall, volume) DO UPDATE SET number = excluded.number
"""
_FOLLOW: Final = """
INSERT INTO followed_games (hall, volume, number, ball, caller, caller_volume, caller_game)
SELECT %s, %s, %s, %s, hall, %s, %s FROM halls WHERE hall = %s ON CONFLICT DO NOTHING
"""
_OPEN: Final = """
SELECT f.hall, f.volume, f.number, f.caller, f.caller_volume, f.caller_game, f.ball, f.call, s.entries
FROM followed_games f, LATERAL (
    SELECT coalesce(sum(number), 0)::bigint AS entries FROM heads h WHERE h.hall IN (f.hall, f.caller)) s
WHERE NOT f.done AND f.entries <> s.entries ORDER BY f.hall, f.volume, f.number
"""
_KEEP: Final = """
UPDATE followed_games SET ball = %s, call = %s, entries = %s, done = %s, differs = %s
WHERE hall = %s AND volume = %s AND number = %s
"""
_OVER: Final = """
SELECT bool_or(closed AND volume = %s) OR max(volume) > %s FROM heads WHERE hall = %s
"""
_SHELF: Final = """
SELECT min(volume), max(volume), max(time), coalesce(max(number) FILTER (WHERE volume = %(volume)s), 0),
    coalesce(bool_or(closed) FILTER (WHERE volume = %(volume)s), false),
    (SELECT e.time FROM entries e WHERE e.hall = %(hall)s AND e.number = 1
        AND e.volume = (SELECT min(volume) FROM heads WHERE hall = %(hall)s))
FROM heads WHERE hall = %(hall)s
"""
_ANEW: Final = """
WITH anew AS (
    UPDATE followed_games f SET ball = f.number, call = 0, entries = -1, done = false, differs = NULL
    FROM followed_games former
    WHERE (f.hall, f.volume, f.number) = (former.hall, former.volume, former.number)
        AND (%(hall)s, %(volume)s) IN ((f.hall, f.volume), (f.caller, f.caller_volume))
    RETURNING f.hall, f.volume, former.differs
)
UPDATE alarms a SET ended = now() WHERE a.code = %(code)s AND a.ended IS NULL
    AND (EXISTS (SELECT FROM anew WHERE (anew.hall, anew.volume, anew.differs) = (a.hall, a.volume, a.number))
        OR (a.hall = %(hall)s AND a.volume = %(volume)s AND a.number > %(last)s))
"""


@dataclass(frozen=True, slots=True)
class Followed:
    """A game that a hall announced as called by another, and how far it is compared.

    Attributes:
        hall: The hall, with the volume and the number of the entry that announces it.
        caller: The hall that calls, with the volume and the number of its own game.
        ball: The entry of the last ball that agreed; before the first, the announcement.
        call: The entry of its call; 0 before the first.
        entries: How many entries the office has of both halls now.
        done: Whether nothing of it is to be compared any more.
        differs: The entry of which an alarm was raised; None for none.
    """

    hall: str
    volume: int
    number: int
    caller: str
    caller_volume: int
    caller_game: int
    ball: int
    call: int
    entries: int
    done: bool = False
    differs: int | None = None


@dataclass(frozen=True, slots=True)
class Written:
    """An entry of a game: a ball, or a call."""

    number: int
    kind: str
    time: datetime
    hash: str
    line: bytes

    @property
    def body(self) -> Body:
        """What it says, of whatever form."""
        return body_of(self.line)


def look(connection: Connection) -> None:
    """Compare what came, and raise an alarm of the first ball of a game that differs.

    Whatever an entry says, it keeps no other from being compared.

    Raises:
        psycopg.Error: The database fails, or a person gives up a history at the same moment.
    """
    # Heads and entries are of one moment: what a head says is there is there.
    connection.isolation_level = IsolationLevel.REPEATABLE_READ
    for hall, volume, after, last, caller in connection.execute(_UNREAD).fetchall():
        with connection.transaction():
            _read(connection, (hall, volume), after, last, caller)
    for row in connection.execute(_OPEN).fetchall():
        _take_up(connection, Followed(*row))


def begin_anew(connection: Connection, hall: str, volume: int, last: int) -> None:
    """Have the games of a volume compared again whose entries after one were given up for others.

    Those of the halls that follow it are, too; the alarms of all these end, and come again where they hold.

    Raises:
        psycopg.Error: The database fails.
    """
    given_up = {"hall": hall, "volume": volume, "last": last, "code": CALLS}
    of = "hall = %(hall)s AND volume = %(volume)s AND number > %(last)s"
    connection.execute(f"DELETE FROM followed_games WHERE {of}".encode(), given_up)
    connection.execute(f"UPDATE call_cursors SET number = %(last)s WHERE {of}".encode(), given_up)
    connection.execute(_ANEW, given_up)


def _take_up(connection: Connection, game: Followed) -> None:
    """Compare a game; what nobody foresaw of its entries is an alarm, and keeps no other game waiting."""
    try:
        with connection.transaction():
            _keep(connection, _compared(connection, game))
    except (*BROKEN, *UNKEPT) as error:
        with connection.transaction():
            _keep(connection, _differing(connection, game, game.number, _unread(error), ""))


def _unread(error: Exception) -> str:
    return f"dice de una partida que llama otra sala lo que no se entiende ({error!s:.200})"


def _read(connection: Connection, of: tuple[str, int], after: int, last: int, enrolled: str) -> None:
    """Read which games of other halls a hall announced in the new entries of a volume."""
    found = _entries(connection, *of, after, (_ANNOUNCED,), last)
    for each in found:
        try:
            caller = text(each.body, "caller", "")
            if caller:
                with connection.transaction():
                    _follow(connection, of, each, caller, enrolled)
        except (*BROKEN, *UNKEPT) as error:
            finding = Finding(CALLS, _unread(error), of[1], each.number, shown(each.line))
            alarms.raise_alarm(connection, of[0], finding)
    connection.execute(_READ, (*of, found[-1].number if len(found) == _BATCH else last))


def _follow(connection: Connection, of: tuple[str, int], said: Written, caller: str, enrolled: str) -> None:
    game = whole(said.body, "caller_volume"), whole(said.body, "caller_game")
    if caller != enrolled:
        # One alarm a volume, however many games it announces.
        sentence = f"anuncia una partida que llama «{caller:.40}», que no es la dada de alta para ella"
        alarms.raise_alarm(connection, of[0], Finding(CALLS, sentence, of[1], 0, shown(said.line)))
    connection.execute(_FOLLOW, (*of, said.number, said.number, *game, caller))


def _entries(
    connection: Connection,
    hall: str,
    volume: int,
    after: int,
    kinds: tuple[str, ...],
    last: int = _LAST_ENTRY,
) -> list[Written]:
    rows = connection.execute(_ENTRIES, (hall, volume, after, last, list(kinds), _BATCH)).fetchall()
    return [Written(*row) for row in rows]


def _of_game(
    connection: Connection, hall: str, volume: int, after: int, kind: str
) -> tuple[list[Written], bool]:
    """Return the next entries of a kind of one game, and whether another game begins after them."""
    found = _entries(connection, hall, volume, after, (kind, _ANNOUNCED))
    end = next((n for n, each in enumerate(found) if each.kind == _ANNOUNCED), len(found))
    return found[:end], end < len(found)


def _compared(connection: Connection, game: Followed) -> Followed:
    """Compare the next balls of a game as far as its caller's book is here."""
    balls, over = _of_game(connection, game.hall, game.volume, game.ball, "BallDrawn")
    begun = game.call or _begun(connection, game)
    calls: list[Written] = []
    no_more = False
    if begun:
        calls, no_more = _of_game(connection, game.caller, game.caller_volume, begun, "BallCalled")
    for n, ball in enumerate(balls):
        call = calls[n] if n < len(calls) else None
        try:
            if call is None and not no_more:
                past = _past(connection, game, ball)
                if past is not True:
                    return replace(game, done=past is None)
            sentence = _difference(game, ball, call)
        except BodyError as error:
            sentence = _unread(error)
        if sentence or call is None:
            evidence = shown(ball.line, *(() if call is None else (call.line,)))
            return _differing(connection, game, ball.number, sentence, evidence)
        game = replace(game, ball=ball.number, call=call.number)
    if max(len(balls), len(calls)) == _BATCH:
        return replace(game, entries=-1)  # there may be more of it
    return replace(game, done=over or _over(connection, game))


def _begun(connection: Connection, game: Followed) -> int:
    """Return the entry with which the calling hall announced the game; 0: it has not, as far as is known."""
    after = 0
    while found := _entries(connection, game.caller, game.caller_volume, after, (_ANNOUNCED,)):
        for each in found:
            number = each.body.get("game")
            if type(number) is int and number == game.caller_game:
                return each.number
        after = found[-1].number
    return 0


def _past(connection: Connection, game: Followed, ball: Written) -> bool | None:
    """Return whether the calling hall's book is past a ball that it does not have.

    None: that part of it is older than what the office has of that book.

    Raises:
        BodyError: The ball does not say where it is.
    """
    entry = whole(ball.body, "entry", _LAST_ENTRY)
    place = {"hall": game.caller, "volume": game.caller_volume}
    first, newest, time, number, closed, begun = connection.execute(_SHELF, place).fetchall()[0]
    if first is None:
        return False
    if game.caller_volume < first and begun is not None and ball.time < begun:
        return None
    return bool(game.caller_volume < newest or closed or number >= entry or time > ball.time + _PAST)


def _difference(game: Followed, ball: Written, call: Written | None) -> str:
    """Return how a ball differs from the next call of its game; empty where it does not.

    Raises:
        BodyError: The ball has another form.
    """
    taken, entry = whole(ball.body, "ball"), whole(ball.body, "entry", _LAST_ENTRY)
    digest = text(ball.body, "hash")
    called = None if call is None else call.body.get("ball")
    if (
        call is not None
        and type(called) is int
        and (called, call.number, call.hash) == (taken, entry, digest)
    ):
        return ""
    where = f"el asiento {entry} del tomo {game.caller_volume} de «{game.caller}»"
    has = "no tiene ninguna más" if call is None else f"tiene {_named(called)} en el asiento {call.number}"
    return (
        f"tomó el {taken} por {where}, donde la partida {game.caller_game} {has}, o con otra huella;"
        " lo que sigue de la partida no se comparó"
    )


def _named(ball: object) -> str:
    return f"el {ball}" if type(ball) is int else "otra cosa"


def _over(connection: Connection, game: Followed) -> bool:
    """Return whether nothing more comes to the volume in which a game was announced."""
    rows = connection.execute(_OVER, (game.volume, game.volume, game.hall)).fetchall()
    return bool(rows[0][0])


def _differing(connection: Connection, game: Followed, number: int, sentence: str, evidence: str) -> Followed:
    """Raise the alarm of a game; of what follows in it people compare both books."""
    alarms.raise_alarm(connection, game.hall, Finding(CALLS, sentence, game.volume, number, evidence))
    return replace(game, done=True, differs=number)


def _keep(connection: Connection, game: Followed) -> None:
    kept = game.ball, game.call, game.entries, game.done, game.differs
    connection.execute(_KEEP, (*kept, game.hall, game.volume, game.number))


def start_calls(office: Office) -> Periodic:
    """Return the part."""
    return Periodic(office, "calls", EVERY_S, look)
