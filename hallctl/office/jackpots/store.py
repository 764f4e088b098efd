"""The jackpots' ledger in PostgreSQL: facts from verified entries, each hall from where its cursor is.

Cursor and postings are one serialisable transaction, repeated where it meets another: a fact is taken once,
however often the office is killed. Not responsible for what follows from a fact (``ledger``).
"""

import random
import time
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Any, Final, TypeVar

from psycopg import IsolationLevel, errors

from hallctl.office.bodies import Body, BodyError, body_of
from hallctl.office.database import Connection
from hallctl.office.jackpots import ledger
from hallctl.office.jackpots.entries import ANNOUNCED, KINDS, facts_of, game_of
from hallctl.office.jackpots.ledger import AtOnce, Change, Claim, Fact, Jackpot, Key, Stage, Terms

OBJECTION: Final = "OFFICE-JACKPOT"
"""The alarm of a fact that a true hall does not state."""

_UNKNOWN: Final = "juega por un pozo que la oficina no tiene"
_BATCH: Final = 500
_WAITS_S: Final = tuple(min(0.001 * 2**tried, 0.25) for tried in range(30))
"""How long it waits at most before it tries again, in seconds."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Place:
    """An entry of a hall's book, with its game: what a transfer follows from."""

    hall: str
    volume: int
    number: int
    hash: str
    game: int


def serialisable(connection: Connection, work: Callable[[], T]) -> T:
    """Do some work in a serialisable transaction, again where it meets another.

    Raises:
        psycopg.Error: It fails otherwise, or meets others again and again.
    """
    connection.isolation_level = IsolationLevel.SERIALIZABLE
    for wait_s in _WAITS_S:
        try:
            with connection.transaction():
                return work()
        except (errors.SerializationFailure, errors.DeadlockDetected, errors.UniqueViolation):
            # Two that begin again at once would meet again.
            time.sleep(random.uniform(0, wait_s))
    with connection.transaction():
        return work()


def keep_terms(connection: Connection, terms: Terms) -> bool:
    """Say by which rules a jackpot is played for; return whether it is new, and has its seed now.

    Raises:
        psycopg.Error: The server refuses.
    """
    row = (terms.name, terms.seed, terms.at_once.value, terms.window_ms)
    there = connection.execute("SELECT 1 FROM jackpots WHERE jackpot = %s", row[:1]).fetchone()
    if there is None:
        connection.execute("INSERT INTO jackpots VALUES (%s, %s, %s, %s)", row)
        write(connection, terms.name, ledger.opened(terms), "opened", None)
        return True
    rules = "UPDATE jackpots SET seed = %s, at_once = %s, window_ms = %s WHERE jackpot = %s"
    connection.execute(rules, (*row[1:], row[0]))
    return False


def next_behind(connection: Connection, but: Collection[str] = ()) -> str | None:
    """Return the hall whose next facts came first, of those with verified entries beyond the cursor.

    Halls are taken in the order in which their entries came: who is reserved first is not the first by name.

    Args:
        connection: To the database.
        but: Halls that are left out.
    """
    row = connection.execute(
        "SELECT h.hall, (SELECT e.received FROM entries e WHERE e.hall = h.hall"
        " AND (e.volume, e.number) > (coalesce(c.volume, 0), coalesce(c.number, 0)) AND e.kind = ANY(%s)"
        " ORDER BY e.volume, e.number LIMIT 1) AS came"
        " FROM heads h LEFT JOIN jackpot_cursors c USING (hall)"
        " WHERE (h.volume, h.number) > (coalesce(c.volume, 0), coalesce(c.number, 0)) AND h.hall <> ALL(%s)"
        " ORDER BY came NULLS FIRST, h.hall LIMIT 1",
        (list(KINDS), [*but]),
    ).fetchone()
    return None if row is None else str(row[0])


def take(connection: Connection, hall: str, now: int) -> bool:
    """Take the next facts of a hall: those that came together with the first of them.

    Args:
        connection: Its isolation is set.
        hall: Which.
        now: The office's clock, in milliseconds of POSIX time.

    Returns:
        Whether the ledger's cursor in its book has moved.

    Raises:
        psycopg.Error: The server refuses.
    """
    return serialisable(connection, lambda: _take(connection, hall, now))


def _take(connection: Connection, hall: str, now: int) -> bool:
    place = _cursor(connection, hall)
    if not _still_there(connection, place):
        object_to(connection, place, "", "el libro ya no tiene el asiento hasta el que se contó el pozo")
        return False
    rows = connection.execute(
        "SELECT volume, number, hash, kind, line, received FROM entries WHERE hall = %s"
        " AND (volume, number) > (%s, %s) AND kind = ANY(%s) ORDER BY volume, number LIMIT %s",
        (hall, place.volume, place.number, list(KINDS), _BATCH),
    ).fetchall()
    together = [row for row in takewhile(lambda row: row[5] == rows[0][5], rows)]
    for volume, number, digest, kind, line, _ in together:
        place = Place(hall, volume, number, digest, place.game)
        place = _take_entry(connection, place, kind, body_of(line), now)
    more = len(together) < len(rows) or len(rows) == _BATCH
    _move_cursor(connection, place if more else _head(connection, place))
    return True


def _take_entry(connection: Connection, place: Place, kind: str, body: Body, now: int) -> Place:
    """Account for the facts of an entry; return its place, with the game that it announces."""
    try:
        if kind == ANNOUNCED:
            return replace(place, game=game_of(body))
        facts = facts_of(place.hall, place.game, kind, body)
    except BodyError as error:
        object_to(connection, place, "", f"dice lo que no se entiende ({error})")
        return place
    for name, fact in facts:
        _account(connection, name, fact, place, now)
    return place


def put_back(connection: Connection, hall: str, volume: int, number: int) -> None:
    """Go on from an entry of a hall's newest volume, those after which were given up for others.

    What the ledger has taken of them stays: of the same game it takes nothing twice.

    Raises:
        psycopg.Error: The server refuses.
    """
    rows = connection.execute(
        "SELECT line FROM entries WHERE hall = %s AND kind = %s ORDER BY volume DESC, number DESC LIMIT 1",
        (hall, ANNOUNCED),
    ).fetchall()
    try:
        game = game_of(body_of(rows[0][0])) if rows else 0
    except BodyError:
        game = 0
    connection.execute(
        "UPDATE jackpot_cursors c SET volume = e.volume, number = e.number, hash = e.hash, game = %s"
        " FROM entries e WHERE c.hall = %s AND (c.volume, c.number) > (%s, %s)"
        " AND e.hall = c.hall AND e.volume = %s AND e.number = %s",
        (game, hall, volume, number, volume, number),
    )


def _cursor(connection: Connection, hall: str) -> Place:
    row = connection.execute(
        "SELECT volume, number, hash, game FROM jackpot_cursors WHERE hall = %s", (hall,)
    ).fetchone()
    if row is None:
        return Place(hall, 0, 0, "", 0)
    volume, number, digest, game = row
    return Place(hall, volume, number, digest, game)


def _still_there(connection: Connection, place: Place) -> bool:
    entry = (place.hall, place.volume, place.number, place.hash)
    found = "SELECT 1 FROM entries WHERE hall = %s AND volume = %s AND number = %s AND hash = %s"
    return not place.number or connection.execute(found, entry).fetchone() is not None


def _head(connection: Connection, place: Place) -> Place:
    row = connection.execute(
        "SELECT volume, number, hash FROM heads WHERE hall = %s ORDER BY volume DESC LIMIT 1", (place.hall,)
    ).fetchone()
    if row is None:
        return place
    volume, number, digest = row
    return Place(place.hall, volume, number, digest, place.game)


def _move_cursor(connection: Connection, place: Place) -> None:
    connection.execute(
        "INSERT INTO jackpot_cursors VALUES (%s, %s, %s, %s, %s) ON CONFLICT (hall) DO UPDATE SET"
        " volume = excluded.volume, number = excluded.number, hash = excluded.hash, game = excluded.game",
        (place.hall, place.volume, place.number, place.hash, place.game),
    )


def _account(connection: Connection, name: str, fact: Fact, place: Place, now: int) -> None:
    """Write what follows from a fact, after the windows that are over."""
    jackpot = read(connection, name, (fact.hall, fact.game))
    if jackpot is None:
        # One alarm a hall, however much it states: of a jackpot that is not opened yet, all its nights.
        object_to(connection, replace(place, volume=0, number=0), name, _UNKNOWN)
        return
    jackpot = _close(connection, jackpot, now)
    change = ledger.decide(jackpot, fact, now)
    if change.objection:
        object_to(connection, place, name, change.objection)
        return
    write(connection, name, change, type(fact).__name__.lower(), place, fact.game)


def close_windows(connection: Connection, now: int) -> None:
    """Decide the claims whose window is over, of every jackpot.

    Raises:
        psycopg.Error: The server refuses.
    """
    names = connection.execute("SELECT DISTINCT jackpot FROM jackpot_claims WHERE stage = 'open'").fetchall()
    for (name,) in names:

        def work(name: str = name) -> None:
            jackpot = read(connection, name, None)
            if jackpot is not None:
                _close(connection, jackpot, now)

        serialisable(connection, work)


def _close(connection: Connection, jackpot: Jackpot, now: int) -> Jackpot:
    change = ledger.closing(jackpot, now)
    if change.claims:
        write(connection, jackpot.terms.name, change, "reserved", None)
    return ledger.applied(jackpot, change)


def read(connection: Connection, name: str, key: Key | None) -> Jackpot | None:
    """Return a jackpot as far as a decision needs it: its balances, the open claims, what a game has.

    Args:
        connection: To the database.
        name: Which; None is returned where there is no such.
        key: The hall and game; None: of none.
    """
    row = connection.execute(
        "SELECT seed, at_once, window_ms FROM jackpots WHERE jackpot = %s", (name,)
    ).fetchone()
    if row is None:
        return None
    of_game = (name, *(key or ("", 0)))
    balances = connection.execute("SELECT account, balance FROM jackpot_accounts WHERE jackpot = %s", (name,))
    added = connection.execute(
        "SELECT hall, game, amount FROM jackpot_contributions WHERE jackpot = %s AND hall = %s AND game = %s",
        of_game,
    )
    claims = connection.execute(
        "SELECT hall, game, stage, since, amount, decided, seed FROM jackpot_claims"
        " WHERE jackpot = %s AND (stage = 'open' OR (hall = %s AND game = %s))",
        of_game,
    )
    return Jackpot(
        Terms(name, row[0], AtOnce(row[1]), row[2]),
        dict(balances.fetchall()),
        {(hall, game): amount for hall, game, amount in added},
        {(hall, game): Claim(Stage(stage), *rest) for hall, game, stage, *rest in claims},
    )


def write(
    connection: Connection,
    name: str,
    change: Change,
    kind: str,
    place: Place | None,
    game: int | None = None,
) -> None:
    """Write a change, inside the caller's transaction.

    Args:
        connection: To the database.
        name: Of the jackpot.
        change: What is posted.
        kind: What it is called.
        place: The entry that it follows from; None: no entry.
        game: The game that it is of.

    Raises:
        psycopg.Error: The server refuses.
    """
    of_entry = (None,) * 3 if place is None else (place.hall, place.volume, place.number)
    row = connection.execute(
        "INSERT INTO jackpot_transfers (jackpot, kind, hall, volume, number, game)"
        " VALUES (%s, %s, %s, %s, %s, %s) RETURNING transfer",
        (name, kind, *of_entry, game),
    ).fetchone()
    assert row is not None
    for account, amount in _summed(change.postings).items():
        posting = "INSERT INTO jackpot_postings VALUES (%s, %s, %s, %s)"
        connection.execute(posting, (row[0], name, account, amount))
    for (hall, of_game), amount in change.contributions:
        connection.execute(
            "INSERT INTO jackpot_contributions VALUES (%s, %s, %s, %s)"
            " ON CONFLICT (jackpot, hall, game) DO UPDATE SET amount = excluded.amount",
            (name, hall, of_game, amount),
        )
    for (hall, of_game), claim in change.claims:
        connection.execute(
            "INSERT INTO jackpot_claims VALUES (%s, %s, %s, %s, %s, %s, %s, %s)"
            " ON CONFLICT (jackpot, hall, game) DO UPDATE SET stage = excluded.stage,"
            " amount = excluded.amount, decided = excluded.decided, seed = excluded.seed",
            (name, hall, of_game, claim.stage.value, claim.since, claim.amount, claim.decided, claim.seed),
        )


def _summed(postings: ledger.Postings) -> Mapping[str, int]:
    summed: dict[str, int] = {}
    for account, amount in postings:
        summed[account] = summed.get(account, 0) + amount
    return {account: amount for account, amount in summed.items() if amount}


def object_to(connection: Connection, place: Place, name: str, why: str) -> None:
    """Raise an alarm, once for each entry: nothing is posted.

    Raises:
        psycopg.Error: The server refuses.
    """
    connection.execute(
        "INSERT INTO alarms (hall, code, volume, number, detail) VALUES (%s, %s, %s, %s, %s)"
        " ON CONFLICT DO NOTHING",
        (place.hall, OBJECTION, place.volume, place.number, _objection(name, why)),
    )


def end_unknown(connection: Connection, name: str) -> None:
    """End the alarms that a jackpot which is open now was not there.

    Raises:
        psycopg.Error: The server refuses.
    """
    connection.execute(
        "UPDATE alarms SET ended = now() WHERE code = %s AND detail = %s AND ended IS NULL",
        (OBJECTION, _objection(name, _UNKNOWN)),
    )


def _objection(name: str, why: str) -> str:
    return f"Pozo «{name}»: la sala {why}."


def amounts(connection: Connection) -> Mapping[str, int]:
    """Return what each jackpot holds, in minor units."""
    rows: list[Any] = connection.execute("SELECT jackpot, held FROM jackpot_balances").fetchall()
    return {name: int(held) for name, held in rows}
