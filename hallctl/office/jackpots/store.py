"""The jackpots' ledger in PostgreSQL: facts from verified entries, each hall from where its cursor is.

Cursor and postings are one serialisable transaction, repeated where it meets another: a fact is taken once,
however often the office is killed. Not responsible for what follows from a fact (``ledger``).
"""

import json
import random
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from psycopg import IsolationLevel, errors

from hallctl.office.database import Connection
from hallctl.office.jackpots import ledger
from hallctl.office.jackpots.entries import ANNOUNCED, KINDS, facts_of
from hallctl.office.jackpots.ledger import AtOnce, Change, Claim, Fact, Jackpot, Key, Stage, Terms

OBJECTION: Final = "OFFICE-JACKPOT"
"""The alarm of a fact that a true hall does not state."""

_BATCH: Final = 500
_WAITS_S: Final = tuple(min(0.001 * 2**tried, 0.25) for tried in range(30))
"""How long it waits at most before it tries again, in seconds."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class _Place:
    """An entry of a hall's book: what a transfer follows from."""

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


def open_jackpots(connection: Connection, terms: Sequence[Terms]) -> None:
    """Open the jackpots that are not there yet, each with its seed; the rules of the others are those given.

    Raises:
        psycopg.Error: The server refuses.
    """

    def work() -> None:
        for each in terms:
            row = (each.name, each.seed, each.at_once.value, each.window_ms)
            there = connection.execute("SELECT 1 FROM jackpots WHERE jackpot = %s", row[:1]).fetchone()
            if there is None:
                connection.execute("INSERT INTO jackpots VALUES (%s, %s, %s, %s)", row)
                _write(connection, each.name, ledger.opened(each), "opened", None)
            else:
                rules = "UPDATE jackpots SET seed = %s, at_once = %s, window_ms = %s WHERE jackpot = %s"
                connection.execute(rules, (*row[1:], row[0]))

    serialisable(connection, work)


def halls_behind(connection: Connection) -> tuple[str, ...]:
    """Return the halls with verified entries beyond the ledger's cursor."""
    rows = connection.execute(
        "SELECT DISTINCT h.hall FROM heads h LEFT JOIN jackpot_cursors c USING (hall)"
        " WHERE (h.volume, h.number) > (coalesce(c.volume, 0), coalesce(c.number, 0)) ORDER BY 1"
    )
    return tuple(row[0] for row in rows)


def take(connection: Connection, hall: str, now: int) -> int:
    """Take the next facts of a hall.

    Args:
        connection: Its isolation is set.
        hall: Which.
        now: The office's clock, in milliseconds of POSIX time.

    Returns:
        How many there were.

    Raises:
        psycopg.Error: The server refuses.
    """
    return serialisable(connection, lambda: _take(connection, hall, now))


def _take(connection: Connection, hall: str, now: int) -> int:
    place = _cursor(connection, hall)
    if not _still_there(connection, place):
        _object(connection, place, "", "el libro ya no tiene el asiento hasta el que se contó el pozo")
        return 0
    rows = connection.execute(
        "SELECT volume, number, hash, kind, line FROM entries WHERE hall = %s AND (volume, number) > (%s, %s)"
        " AND kind = ANY(%s) ORDER BY volume, number LIMIT %s",
        (hall, place.volume, place.number, list(KINDS), _BATCH),
    ).fetchall()
    taken = 0
    for volume, number, digest, kind, line in rows:
        body = json.loads(bytes(line))["body"]
        game = body["game"] if kind == ANNOUNCED else place.game
        place = _Place(hall, volume, number, digest, game)
        for name, fact in facts_of(hall, game, kind, body):
            _account(connection, name, fact, place, now)
            taken += 1
    _move_cursor(connection, place if len(rows) == _BATCH else _head(connection, place))
    return taken


def _cursor(connection: Connection, hall: str) -> _Place:
    row = connection.execute(
        "SELECT volume, number, hash, game FROM jackpot_cursors WHERE hall = %s", (hall,)
    ).fetchone()
    if row is None:
        return _Place(hall, 0, 0, "", 0)
    volume, number, digest, game = row
    return _Place(hall, volume, number, digest, game)


def _still_there(connection: Connection, place: _Place) -> bool:
    entry = (place.hall, place.volume, place.number, place.hash)
    found = "SELECT 1 FROM entries WHERE hall = %s AND volume = %s AND number = %s AND hash = %s"
    return not place.number or connection.execute(found, entry).fetchone() is not None


def _head(connection: Connection, place: _Place) -> _Place:
    row = connection.execute(
        "SELECT volume, number, hash FROM heads WHERE hall = %s ORDER BY volume DESC LIMIT 1", (place.hall,)
    ).fetchone()
    if row is None:
        return place
    volume, number, digest = row
    return _Place(place.hall, volume, number, digest, place.game)


def _move_cursor(connection: Connection, place: _Place) -> None:
    connection.execute(
        "INSERT INTO jackpot_cursors VALUES (%s, %s, %s, %s, %s) ON CONFLICT (hall) DO UPDATE SET"
        " volume = excluded.volume, number = excluded.number, hash = excluded.hash, game = excluded.game",
        (place.hall, place.volume, place.number, place.hash, place.game),
    )


def _account(connection: Connection, name: str, fact: Fact, place: _Place, now: int) -> None:
    """Write what follows from a fact, after the windows that are over."""
    jackpot = read(connection, name, (fact.hall, fact.game))
    if jackpot is None:
        _object(connection, place, name, "no hay tal pozo")
        return
    jackpot = _close(connection, jackpot, now)
    change = ledger.decide(jackpot, fact, now)
    if change.objection:
        _object(connection, place, name, change.objection)
        return
    _write(connection, name, change, type(fact).__name__.lower(), place, fact.game)


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
        _write(connection, jackpot.terms.name, change, "reserved", None)
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


def _write(
    connection: Connection,
    name: str,
    change: Change,
    kind: str,
    place: _Place | None,
    game: int | None = None,
) -> None:
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


def _object(connection: Connection, place: _Place, name: str, why: str) -> None:
    """Raise an alarm, once for each entry: nothing is posted."""
    connection.execute(
        "INSERT INTO alarms (hall, code, volume, number, detail) VALUES (%s, %s, %s, %s, %s)"
        " ON CONFLICT DO NOTHING",
        (place.hall, OBJECTION, place.volume, place.number, f"Pozo «{name}»: la sala {why}."),
    )


def amounts(connection: Connection) -> Mapping[str, int]:
    """Return what each jackpot holds, in minor units."""
    rows: list[Any] = connection.execute("SELECT jackpot, held FROM jackpot_balances").fetchall()
    return {name: int(held) for name, held in rows}
